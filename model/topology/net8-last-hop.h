// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAST_HOP_H
#define NET8_LAST_HOP_H

#include "net8-path-drops.h"

#include "ns3/net-device.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3::net8
{

class Net8Radio;

/**
 * @ingroup net8
 * How client hosts are linked to their switch: each by a cable, or all by one 802.11g channel that
 * they share in both directions (see Net8Radio).
 */
class Net8LastHop : public Object
{
  public:
    /// Kind of link between client hosts and their switch.
    enum class Kind : uint8_t
    {
        ETHERNET, ///< A cable each (attribute value `ethernet`).
        RADIO,    ///< One 802.11g channel (`radio`).
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8LastHop();
    ~Net8LastHop() override;

    /**
     * @param mtu largest IP packet of the links, bytes
     * @param segment whether the hosts are on one bus
     * @throw std::invalid_argument with one sentence if the attributes do not go together
     */
    void Check(uint32_t mtu, bool segment) const;

    /**
     * @return whether client hosts share a radio
     */
    bool IsRadio() const;

    /**
     * Use the radio, if there is one, for both directions of a client host's link.
     *
     * @param device the client host's device
     */
    void Apply(const Ptr<NetDevice>& device);

    /**
     * @param drops the packets lost so far are added here
     */
    void AddDrops(PathDrops& drops) const;

    /**
     * @param stream number of what it is, from which its streams follow (see StreamOf)
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    Kind m_kind{Kind::ETHERNET};        ///< Kind of link.
    std::string m_rates;                ///< Rates of the radio.
    Time m_dwellTime;                   ///< Mean time at one rate.
    double m_frameLoss{0};              ///< Probability that a frame is lost.
    uint32_t m_attempts{7};             ///< Most transmissions of a frame.
    Ptr<Net8Radio> m_radio;             ///< Channel of the client hosts; null: none.
    std::shared_ptr<PathDrops> m_drops; ///< Packets lost; shared with the trace sinks.
};

} // namespace ns3::net8

#endif /* NET8_LAST_HOP_H */
