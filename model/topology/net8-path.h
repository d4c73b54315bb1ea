// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PATH_H
#define NET8_PATH_H

#include "net8-last-hop.h"
#include "net8-link-conditions.h"
#include "net8-path-addressing.h"
#include "net8-path-capture.h"
#include "net8-path-cuts.h"
#include "net8-path-drops.h"
#include "net8-path-losses.h"
#include "net8-path-queues.h"
#include "net8-path-stacks.h"
#include "net8-path-transport.h"
#include "net8-router-chain.h"
#include "net8-site.h"
#include "net8-stages.h"
#include "net8-topology.h"

#include "ns3/data-rate.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The network between the client hosts and the server: nodes, links, addresses and routes.
 *
 * There are three kinds, from client to server:
 *
 * 1. `lan`: host - Ethernet link - switch - Ethernet link - server. Full duplex, LanRate and
 * LanDelay on each link.
 * 2. `segment`: all hosts on one half-duplex bus (ns-3's CSMA) of LanRate and LanDelay.
 * 3. `wan`: host - Ethernet link - switch - Ethernet link - access router - Hops point-to-point
 * links in series - access router - Ethernet link - server. The Ethernet links have LanRate and
 * LanDelay, each point-to-point link has Rate and Delay / Hops.
 *
 * With a LastHop of `radio` the link between each client host and its switch is one 802.11g channel
 * that all client hosts share, in both directions (see Net8LastHop); other hosts remain on cables.
 *
 * Losses affect only packets of TCP, UDP, IPX and DECnet (see Net8LossModel): on a WAN at the far
 * end of the last link of each direction, on a LAN on the server's link, on a segment at each
 * receiving host, which then numbers its own packets. QueueSize is the queue of each WAN device and
 * of each switch port of a LAN. A host has room for everything that its TCP sends, so a segment has
 * no queue that could overflow. A queue discipline of QueueSize is installed on the WAN devices; on
 * a LAN or segment it is installed on the hosts, which then drop their own packets. Other ports of
 * routers and switches hold 1000 packets.
 *
 * Attributes not listed here are those of its parts: QueueSize and QueueDisc of Net8PathQueues,
 * LossRate etc. of Net8PathLosses, Ip etc. of Net8PathStacks, LastHop and those of the radio of
 * Net8LastHop, Transport etc. of Net8PathTransport. SetAttributes with GetParts accepts all of
 * them.
 *
 * Usage: set the attributes, call Build, then install applications on GetClient and GetServer.
 * Hosts have no traffic-control layer unless QueueDisc asks for one. Address resolution is
 * simulated, but its packets are never lost or jittered, and entries never expire. The network
 * carries the IP versions of Ip, and so do all hosts except those for which ClientIp or ServerIp
 * restricts them.
 *
 * SetRanks cuts a WAN for MPI: at its only link, or at the one in the middle.
 */
class Net8Path : public Net8Topology
{
  public:
    /// Kind of path.
    enum class Kind : uint8_t
    {
        LAN,     ///< Switched Ethernet (attribute value `lan`).
        SEGMENT, ///< Shared Ethernet (`segment`).
        WAN,     ///< Routers and point-to-point links (`wan`).
    };

    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8Path();
    ~Net8Path() override;

    /**
     * @return the objects that hold its attributes: the path itself, then queues, losses, stacks,
     * last hop and transport
     */
    std::vector<Ptr<Object>> GetParts();

    /**
     * Assign each side of a WAN to a rank of a partition. Must be called before Build.
     *
     * @param clientSide rank of the client hosts, their LAN and the first half of the routers
     * @param serverSide rank of the other routers and the server hosts
     */
    void SetRanks(uint32_t clientSide, uint32_t serverSide);

    /**
     * Build the path with a number of client hosts.
     *
     * @param nClientHosts number of client hosts, at least 1
     * @throw std::invalid_argument with one sentence if the attributes do not go together
     */
    void Build(uint32_t nClientHosts);

    // Inherited
    void Build(const std::vector<std::string>& sites) override;
    Ptr<Node> GetClient(uint32_t i) const override;
    uint32_t GetNClients() const override;
    Ptr<Node> GetServer() const override;
    Ptr<Node> PlaceServer(const std::string& site, Time delay) override;
    Traffic PlaceTraffic(const std::string& near, const std::string& far) override;
    uint32_t GetMtu() const override;
    bool IsIpv6() const override;
    TypeId GetSocketFactory() const override;
    Time GetPropagationDelay() const override;
    void SetHostUp(Ptr<Node> host, bool up) override;
    bool HasLink(const std::string& name) const override;
    void SetLinkUp(const std::string& name, bool up) override;
    uint64_t GetCutFrames() const override;
    bool HandlesUrgentData() const override;
    void EnablePcap(const std::string& prefix) override;
    std::vector<WatchedLink> GetLinks() const override;
    Net8StageLine* FindLine(const Ptr<NetDevice>& device) const override;
    Drops GetDrops() const override;
    void AddCounters(std::map<std::string, uint64_t>& out) const override;
    void AddLossDraws(std::vector<LossDraws>& out) const override;
    void UseStages() override;
    int64_t AssignStreams(int64_t stream) override;

    /**
     * Add a host for traffic that shares the bottleneck: the WAN links, or on a LAN the server's
     * link. On a WAN it has its own link to the access router of its side. On a LAN, on the
     * clients' side it is one more host on the switch or bus, and on the server's side it is the
     * server itself.
     *
     * @param side TO_CLIENT for the clients' side, TO_SERVER for the server's side
     * @return the host, with stack and addresses
     */
    Ptr<Node> AddHost(Direction side);

    /**
     * Add another server host: on a WAN with its own link to the access router of the server's
     * side, on a LAN as one more host on the switch or bus.
     *
     * @param delay additional propagation delay compared to the server, one way; on a segment, 0
     * @return the host, with stack and addresses
     */
    Ptr<Node> AddServer(Time delay);

  protected:
    void DoDispose() override;

  private:
    using Side = Net8PathAddressing::Side;           ///< Part of the path.
    using IpVersion = Net8PathAddressing::IpVersion; ///< IP versions of a node.

    /// Check the attributes.
    ///
    /// @throw std::invalid_argument with one sentence if they do not go together
    void Check() const;
    /// Check that ranks can simulate this path.
    ///
    /// @throw std::invalid_argument with one sentence if they cannot
    void CheckRanks() const;

    /**
     * Reject the name of a site, as a path has none.
     *
     * @param site name of a site; empty: none
     * @throw std::invalid_argument with one sentence if it is not empty
     */
    static void RefuseSite(const std::string& site);

    /**
     * Create client hosts, server and routers, with their stacks.
     *
     * @param nClientHosts number of client hosts
     */
    void BuildNodes(uint32_t nClientHosts);

    /// Build the switch, its links and the loss models of a LAN.
    void BuildLan();
    /// Build the bus and the loss models of a shared segment.
    void BuildSegment();
    /// Build client LAN, routers, hops and the server's link.
    void BuildWan();

    /**
     * Link the client hosts to the clients' site.
     *
     * @param linked called with the device of each
     */
    void AttachClients(const std::function<void(const Ptr<NetDevice>&)>& linked);

    /**
     * @return whether the WAN does more to packets than rate, delay and random losses
     */
    bool HasConditions() const;

    /**
     * @return true if the hosts of both sides share one LAN
     */
    bool IsOneLan() const;

    /**
     * @return settings of the Ethernet links
     */
    EthernetLink GetLanLink() const;

    /**
     * Link a node to the clients' site.
     *
     * @param node a node with a stack
     * @param number its number in the clients' subnet
     * @param direction direction of the packets it sends
     * @param queue size of its device's queue if there is no queue discipline on it
     * @return its device
     */
    Ptr<NetDevice> AttachToSite(const Ptr<Node>& node,
                                uint32_t number,
                                Direction direction,
                                const std::string& queue);

    /**
     * @param ip its IP versions
     * @param side TO_CLIENT for the clients' side, TO_SERVER for the server's side
     * @param role what it is
     * @return one more host, with a stack
     */
    Ptr<Node> MakeHost(IpVersion ip, Direction side, const std::string& role);

    /**
     * Link an additional host to its side of the path.
     *
     * @param host the host
     * @param side TO_CLIENT for the clients' side, TO_SERVER for the server's side
     */
    void Join(const Ptr<Node>& host, Direction side);

    /**
     * Connect a host to the access router of its side by its own link.
     *
     * @param host the host
     * @param side TO_CLIENT for the clients' side, TO_SERVER for the server's side
     * @param subnet number of the subnet within the side
     */
    void AttachToRouter(const Ptr<Node>& host, Direction side, uint32_t subnet);

    // ATTRIBUTES
    Kind m_kind{Kind::WAN}; ///< Kind of path.
    DataRate m_rate;        ///< Rate of each WAN link.
    Time m_delay;           ///< One-way delay of all WAN links together.
    uint32_t m_hops{1};     ///< Number of WAN links in series.
    DataRate m_lanRate;     ///< Rate of each Ethernet link.
    Time m_lanDelay;        ///< One-way delay of each Ethernet link.
    uint32_t m_mtu{1500};   ///< MTU of every link, bytes.

    // PARTS
    Ptr<Net8PathQueues> m_queues;         ///< Queues and their drops.
    Ptr<Net8PathLosses> m_losses;         ///< Losses of packets.
    Ptr<Net8LinkConditions> m_conditions; ///< What else the WAN does to packets.
    Ptr<Net8PathStacks> m_stacks;         ///< IP and TCP stacks of the nodes.
    Ptr<Net8LastHop> m_lastHop;           ///< How client hosts are linked.
    Ptr<Net8PathTransport> m_transport;   ///< Transport of Oracle Net.

    // STATE
    uint32_t m_clientRank{0};                 ///< Rank of the clients' side.
    uint32_t m_serverRank{0};                 ///< Rank of the server's side.
    NodeContainer m_clients;                  ///< Client hosts.
    Ptr<Node> m_server;                       ///< Server host.
    bool m_serverPlaced{false};               ///< PlaceServer has returned it.
    std::unique_ptr<Net8Site> m_site;         ///< Site of the clients; on a LAN, of all hosts.
    std::unique_ptr<Net8RouterChain> m_chain; ///< Routers of a WAN.
    uint32_t m_nextSubnet{1};                 ///< Next subnet of a host with its own link.
    uint32_t m_nextHost{0};                   ///< Next number in the clients' subnet.
    Net8PathCuts m_cuts;                      ///< Cuts of links.
    Net8PathCapture m_capture;                ///< Capture files.
    Net8Stages m_stages;                      ///< Computed switch and routers.
};

} // namespace ns3::net8

#endif /* NET8_PATH_H */
