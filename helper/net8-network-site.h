// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NETWORK_SITE_H
#define NET8_NETWORK_SITE_H

#include "net8-last-hop.h"
#include "net8-path-queues.h"
#include "net8-site.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/queue-size.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a plan says of one site of a network: hosts at one place, on one LAN.
 *
 * 1. `switched`: a full-duplex cable of Rate and Delay from each host to a switch, whose ports hold
 *    QueueSize.
 * 2. `segment`: all hosts on one half-duplex bus of Rate and Delay.
 * 3. `radio`: as `switched`, but the client hosts share one channel of 802.11g (see Net8LastHop,
 *    which is a part).
 *
 * Where links end at a site, a router stands there, with a cable to the switch or on the bus.
 */
class Net8NetworkSite : public Object
{
  public:
    /// What a site is made of.
    enum class Kind : uint8_t
    {
        SWITCHED, ///< Cables to a switch (attribute value `switched`).
        SEGMENT,  ///< One bus (`segment`).
        RADIO,    ///< Clients by radio (`radio`).
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8NetworkSite();
    ~Net8NetworkSite() override;

    /**
     * @return the objects that have its attributes: itself, then that of the radio
     */
    std::vector<Ptr<Object>> GetParts();

    /**
     * @return its name
     */
    const std::string& GetName() const;

    /**
     * @return whether its client hosts are on a radio
     */
    bool IsRadio() const;

    /**
     * @return largest IP packet, bytes
     */
    uint32_t GetMtu() const;

    /**
     * @return propagation delay between two of its nodes, one way
     */
    Time GetCrossing() const;

    /**
     * @throw std::invalid_argument with one sentence when the attributes do not go together
     */
    void Check() const;

    /**
     * Make it, without a node. May be called once.
     *
     * @param rank rank of a partition that simulates it
     * @return the LAN
     */
    std::unique_ptr<Net8Site> Make(uint32_t rank);

    /**
     * Link a client host by radio, if this is a site with one.
     *
     * @param device its device
     */
    void ApplyRadio(const Ptr<NetDevice>& device);

    /**
     * @param drops where the packets lost so far are added
     */
    void AddDrops(PathDrops& drops) const;

    /**
     * @param stream first random stream to use
     * @return number of random streams used
     */
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    std::string m_name;           ///< Its name.
    Kind m_kind{Kind::SWITCHED};  ///< What it is made of.
    DataRate m_rate;              ///< Rate of each cable, or of the bus.
    Time m_delay;                 ///< One-way delay of each cable, or of the bus.
    uint32_t m_mtu{1500};         ///< Largest IP packet, bytes.
    QueueSize m_queueSize;        ///< Room at a port of the switch.
    Ptr<Net8PathQueues> m_queues; ///< Its queues.
    Ptr<Net8LastHop> m_radio;     ///< Channel of the client hosts.
};

} // namespace ns3::net8

#endif /* NET8_NETWORK_SITE_H */
