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
 * One site of a network as set in a plan: hosts at one place, on one LAN.
 *
 * 1. `switched`: a full-duplex cable of Rate and Delay from each host to a switch, whose ports have
 * queues of QueueSize.
 * 2. `segment`: all hosts on one half-duplex bus of Rate and Delay.
 * 3. `radio`: like `switched`, but the client hosts share one 802.11g channel (see Net8LastHop,
 * which is a part).
 *
 * If links end at a site, it has a router, with a cable to the switch or on the bus.
 */
class Net8NetworkSite : public Object
{
  public:
    /// Kind of LAN.
    enum class Kind : uint8_t
    {
        SWITCHED, ///< Cables to a switch (attribute value `switched`).
        SEGMENT,  ///< One bus (`segment`).
        RADIO,    ///< Clients on a radio (`radio`).
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8NetworkSite();
    ~Net8NetworkSite() override;

    /**
     * @return the objects that hold its attributes: the site itself, then that of the radio
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
     * Check the attributes.
     *
     * @throw std::invalid_argument with one sentence if they do not go together
     */
    void Check() const;

    /**
     * Create the LAN, without nodes. May be called once.
     *
     * @param rank rank of a partition that simulates it
     * @return the LAN
     */
    std::unique_ptr<Net8Site> Make(uint32_t rank);

    /**
     * Link a client host by radio, if the site has one.
     *
     * @param device its device
     */
    void ApplyRadio(const Ptr<NetDevice>& device);

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
    std::string m_name;           ///< Its name.
    Kind m_kind{Kind::SWITCHED};  ///< Kind of LAN.
    DataRate m_rate;              ///< Rate of each cable, or of the bus.
    Time m_delay;                 ///< One-way delay of each cable, or of the bus.
    uint32_t m_mtu{1500};         ///< Largest IP packet, bytes.
    QueueSize m_queueSize;        ///< Queue size of a switch port.
    Ptr<Net8PathQueues> m_queues; ///< Its queues.
    Ptr<Net8LastHop> m_radio;     ///< Radio of the client hosts.
};

} // namespace ns3::net8

#endif /* NET8_NETWORK_SITE_H */
