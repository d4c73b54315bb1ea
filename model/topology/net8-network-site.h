// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NETWORK_SITE_H
#define NET8_NETWORK_SITE_H

#include "net8-last-hop.h"
#include "net8-path-losses.h"
#include "net8-path-queues.h"
#include "net8-site.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/queue-size.h"

#include <cstdint>
#include <functional>
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
 * 4. `routed`: a full-duplex cable from each host to the site's router, whose ports have queues of
 * QueueSize.
 *
 * If links end at a site, it has a router, with a cable to the switch or on the bus. A queue
 * discipline (see GetQueues) is that of each device of hosts and of the router on the LAN. Losses
 * (see GetLosses) are those on the cable of the first server host; on a bus, of packets that it or
 * a client host receives.
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
        ROUTED,   ///< Cables to the router (`routed`).
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
     * @return attributes of its queue discipline, but for QueueSize, and its drops
     */
    const Ptr<Net8PathQueues>& GetQueues() const;

    /**
     * @return attributes of its losses, and what they lost
     */
    const Ptr<Net8PathLosses>& GetLosses() const;

    /**
     * @return its name
     */
    const std::string& GetName() const;

    /**
     * @return whether its client hosts are on a radio
     */
    bool IsRadio() const;

    /**
     * @return whether its hosts have links of their own to its router
     */
    bool IsRouted() const;

    /**
     * @return whether it has a queue discipline
     */
    bool HasDiscipline() const;

    /**
     * @return largest IP packet, bytes
     */
    uint32_t GetMtu() const;

    /**
     * @return propagation delay between one of its hosts and its router, one way
     */
    Time GetCrossing() const;

    /**
     * @return propagation delay between two of its hosts, one way
     */
    Time GetInside() const;

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
     * @return the LAN; null: it is routed
     */
    std::unique_ptr<Net8Site> Make(uint32_t rank);

    /**
     * Connect a host to the router of the site.
     *
     * @param host the host
     * @param router the router
     * @param direction direction of the packets that the host sends
     * @return devices of the host and of the router, without addresses
     */
    NetDeviceContainer LinkToRouter(const Ptr<Node>& host,
                                    const Ptr<Node>& router,
                                    PathDirection direction);

    /**
     * Install the queue discipline, if there is one.
     *
     * @param device a device of a host or of the router on the LAN, with its address
     * @param direction direction of the packets it sends
     */
    void InstallDiscipline(const Ptr<NetDevice>& device, PathDirection direction);

    /**
     * Make a host a client's: by radio, if the site has one, and with the losses of a bus.
     *
     * @param device its device
     */
    void MakeClient(const Ptr<NetDevice>& device);

    /**
     * Make a host a server's, with the losses of the first one.
     *
     * @param device its device
     * @param delay propagation delay in addition to that of the site
     * @throw std::invalid_argument with one sentence if there is such a delay on a bus
     */
    void MakeServer(const Ptr<NetDevice>& device, Time delay);

    /// Returns the stream of a part, by its name.
    using FindStream = std::function<int64_t(const std::string& part)>;

    /**
     * @param drops the packets lost so far are added here
     */
    void AddDrops(PathDrops& drops) const;

    /**
     * @param find returns the number from which the streams of a part follow (see StreamOf)
     * @return number of random streams used
     */
    int64_t AssignStreams(const FindStream& find);

  protected:
    void DoDispose() override;

  private:
    /// @return settings of its cables, or of the bus
    EthernetLink GetLink() const;

    std::string m_name;           ///< Its name.
    Kind m_kind{Kind::SWITCHED};  ///< Kind of LAN.
    DataRate m_rate;              ///< Rate of each cable, or of the bus.
    Time m_delay;                 ///< One-way delay of each cable, or of the bus.
    uint32_t m_mtu{1500};         ///< Largest IP packet, bytes.
    QueueSize m_queueSize;        ///< Queue size of a switch port.
    Ptr<Net8PathQueues> m_queues; ///< Its queues.
    Ptr<Net8LastHop> m_radio;     ///< Radio of the client hosts.
    Ptr<Net8PathLosses> m_losses; ///< Losses of packets.
    bool m_served{false};         ///< Whether it has a server host.
};

} // namespace ns3::net8

#endif /* NET8_NETWORK_SITE_H */
