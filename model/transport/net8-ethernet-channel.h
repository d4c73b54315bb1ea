// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_ETHERNET_CHANNEL_H
#define NET8_ETHERNET_CHANNEL_H

#include "net8-ethernet-end.h"

#include "ns3/channel.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"

#include <array>
#include <functional>
#include <optional>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A full-duplex Ethernet cable between two devices: each direction is a wire of its own, so that
 * nothing collides and nobody waits for the other side.
 */
class Net8EthernetChannel : public Channel
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    /**
     * Plug a device in. The third one is an error of the program.
     *
     * @param device the device
     */
    void Attach(Ptr<Net8EthernetEnd> device);

    /**
     * When what is sent arrives.
     *
     * @param frame the frame, which begins to be sent
     * @param first whether the device sends it that was plugged in first
     * @param txTime time from its first to its last bit
     * @return time from now to its last bit received; none: it is lost on the way
     */
    using Fate =
        std::function<std::optional<Time>(const Ptr<const Packet>& frame, bool first, Time txTime)>;

    /**
     * Let something else than the delay decide when frames arrive.
     *
     * @param fate decides
     */
    void SetFate(Fate fate)
    {
        m_fate = std::move(fate);
    }

    /**
     * Carry a frame to the other end.
     *
     * @param frame the frame, Ethernet header included
     * @param sender the device that sends it
     * @param txTime time from its first to its last bit
     * @return false when nothing is plugged in at the other end
     */
    bool Transmit(Ptr<const Packet> frame, Ptr<Net8EthernetEnd> sender, Time txTime);

    /**
     * Carry a frame whose times are computed.
     *
     * @param arrival the frame, and its times
     * @param sender the device that sends it
     * @param clock the packets under way
     */
    void Carry(Net8StageClock::Arrival arrival,
               const Net8EthernetEnd& sender,
               const Net8StageClock& clock) const;

    // Inherited
    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

  protected:
    void DoDispose() override;

  private:
    /**
     * @param sender a device
     * @return the other one, or null
     */
    const Ptr<Net8EthernetEnd>& GetOther(const Net8EthernetEnd& sender) const;

    Fate m_fate;                                   ///< Decides when frames arrive; empty: m_delay.
    Time m_delay;                                  ///< Propagation delay, one way.
    std::array<Ptr<Net8EthernetEnd>, 2> m_devices; ///< The ends.
    std::size_t m_nDevices{0};                     ///< Ends in use.
};

} // namespace ns3::net8

#endif /* NET8_ETHERNET_CHANNEL_H */
