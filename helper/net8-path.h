// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PATH_H
#define NET8_PATH_H

#include "net8-last-hop.h"
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
 * Three kinds, from client to server:
 *
 * 1. `lan`: host - Ethernet link - switch - Ethernet link - server. Full duplex, LanRate and
 *    LanDelay on each link.
 * 2. `segment`: all hosts on one half-duplex bus (ns-3's CSMA) of LanRate and LanDelay.
 * 3. `wan`: host - Ethernet link - switch - Ethernet link - access router - Hops point-to-point
 *    links in series - access router - Ethernet link - server. The Ethernet links have LanRate and
 *    LanDelay, each point-to-point link has Rate and Delay / Hops.
 *
 * With a LastHop of `radio` the link between each client host and its switch is one channel of
 * 802.11g that all client hosts share, both ways (see Net8LastHop); other hosts stay on the wire.
 *
 * Losses hit packets of TCP, UDP, IPX and DECnet only (see Net8LossModel): on a WAN at the far end
 * of the last link of each direction, on a LAN on the server's link, on a segment at each receiving
 * host, which then numbers its own packets. QueueSize is the queue of each WAN device and of each
 * switch port of a LAN. A host has room for all that its TCP sends, so a segment has no queue that
 * could overflow. A queue discipline of QueueSize sits on the WAN devices; on a LAN or segment it
 * sits on the hosts, which then drop packets of their own. Other ports of routers and switches hold
 * 1000 packets.
 *
 * Attributes that are not here are those of its parts: QueueSize and QueueDisc of Net8PathQueues,
 * LossRate and its like of Net8PathLosses, Ip and its like of Net8PathStacks, LastHop and the
 * radio's of Net8LastHop, Transport and its like of Net8PathTransport. SetAttributes with GetParts
 * takes all of them.
 *
 * Usage: set the attributes, Build, then put applications on GetClient and GetServer. Hosts get no
 * traffic-control layer unless QueueDisc asks for one. Address resolution is real, but never
 * lost, jittered or forgotten. The network carries the IP versions of Ip, and so do all hosts but
 * those for which ClientIp or ServerIp say less.
 *
 * SetRanks cuts a WAN for MPI: at its only link, or at the one in the middle.
 */
class Net8Path : public Net8Topology
{
  public:
    /// What the path is made of.
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
     * @return the objects that have its attributes: itself, then those of queues, losses,
     * stacks, the last hop and the transport
     */
    std::vector<Ptr<Object>> GetParts();

    /**
     * Assign each side of a WAN to a rank of a partition. Call it before Build.
     *
     * @param clientSide rank of the client hosts, their LAN and the first half of the routers
     * @param serverSide rank of the other routers and the server hosts
     */
    void SetRanks(uint32_t clientSide, uint32_t serverSide);

    /**
     * Build with client hosts alone.
     *
     * @param nClientHosts number of client hosts, at least 1
     * @throw std::invalid_argument with one sentence when attributes do not go together
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
    void EnablePcap(const std::string& prefix) override;
    std::vector<WatchedLink> GetLinks() const override;
    Net8StageLine* FindLine(const Ptr<NetDevice>& device) const override;
    Drops GetDrops() const override;
    void AddCounters(std::map<std::string, uint64_t>& out) const override;
    void UseStages() override;
    int64_t AssignStreams(int64_t stream) override;

    /**
     * Add a host for traffic that shares the bottleneck, the WAN links or on a LAN the server's
     * link. On a WAN it hangs on the access router of that side by a link of its own; on a LAN the
     * clients' side is one more host on the switch or bus, and the server's side is the server
     * itself.
     *
     * @param side TO_CLIENT for the clients' side, TO_SERVER for the server's side
     * @return the host, with stack and addresses
     */
    Ptr<Node> AddHost(Direction side);

    /**
     * Add a server host beside the server: on a WAN with a link of its own to the access router of
     * the server's side, on a LAN one more host on the switch or bus.
     *
     * @param delay propagation delay beside that of the server, one way; on a segment, 0
     * @return the host, with stack and addresses
     */
    Ptr<Node> AddServer(Time delay);

  protected:
    void DoDispose() override;

  private:
    using Side = Net8PathAddressing::Side;           ///< Part of the path.
    using IpVersion = Net8PathAddressing::IpVersion; ///< IP versions of a node.

    /// Stop with one sentence when attributes do not go together.
    void Check() const;
    /// Stop with one sentence when ranks cannot simulate this path.
    void CheckRanks() const;

    /**
     * Stop with one sentence when a site is named.
     *
     * @param site a site
     */
    static void RefuseSite(const std::string& site);

    /**
     * Make client hosts, server and routers, with their stacks.
     *
     * @param nClientHosts number of client hosts
     */
    void BuildNodes(uint32_t nClientHosts);

    /// Make the switch, its links and the loss models of a LAN.
    void BuildLan();
    /// Make the bus and the loss models of a shared segment.
    void BuildSegment();
    /// Make client LAN, routers, hops and the server's link.
    void BuildWan();

    /**
     * Link the client hosts to the clients' site.
     *
     * @param linked called with the device of each
     */
    void AttachClients(const std::function<void(const Ptr<NetDevice>&)>& linked);

    /**
     * @return true when the hosts of both sides share one LAN
     */
    bool IsOneLan() const;

    /**
     * @return what Ethernet links are made of
     */
    EthernetLink GetLanLink() const;

    /**
     * Link a node to the clients' site.
     *
     * @param node a node with a stack
     * @param number its number in the clients' subnet
     * @param direction where the packets go that it sends
     * @param queue size of its device's queue where no queue discipline sits on it
     * @return its device
     */
    Ptr<NetDevice> AttachToSite(const Ptr<Node>& node,
                                uint32_t number,
                                Direction direction,
                                const std::string& queue);

    /**
     * @param ip its IP versions
     * @param side TO_CLIENT for the clients' side, TO_SERVER for the server's side
     * @return a further host with a stack
     */
    Ptr<Node> MakeHost(IpVersion ip, Direction side);

    /**
     * Link a further host to its side of the path.
     *
     * @param host the host
     * @param side TO_CLIENT for the clients' side, TO_SERVER for the server's side
     */
    void Join(const Ptr<Node>& host, Direction side);

    /**
     * Connect a host to the access router of its side with a link of its own.
     *
     * @param host the host
     * @param side TO_CLIENT for the clients' side, TO_SERVER for the server's side
     * @param subnet number of the subnet within the side
     */
    void AttachToRouter(const Ptr<Node>& host, Direction side, uint32_t subnet);

    // ATTRIBUTES
    Kind m_kind{Kind::WAN}; ///< What the path is made of.
    DataRate m_rate;        ///< Rate of each WAN link.
    Time m_delay;           ///< One-way delay of all WAN links together.
    uint32_t m_hops{1};     ///< Number of WAN links in series.
    DataRate m_lanRate;     ///< Rate of each Ethernet link.
    Time m_lanDelay;        ///< One-way delay of each Ethernet link.
    uint32_t m_mtu{1500};   ///< MTU of every link, bytes.

    // PARTS
    Ptr<Net8PathQueues> m_queues;       ///< Queues, and what they drop.
    Ptr<Net8PathLosses> m_losses;       ///< Packets that are lost.
    Ptr<Net8PathStacks> m_stacks;       ///< IP and TCP of the nodes.
    Ptr<Net8LastHop> m_lastHop;         ///< How client hosts are linked.
    Ptr<Net8PathTransport> m_transport; ///< What carries Oracle Net.

    // STATE
    uint32_t m_clientRank{0};                 ///< Rank of the clients' side.
    uint32_t m_serverRank{0};                 ///< Rank of the server's side.
    NodeContainer m_clients;                  ///< Client hosts.
    Ptr<Node> m_server;                       ///< Server host.
    bool m_serverPlaced{false};               ///< PlaceServer has given it.
    std::unique_ptr<Net8Site> m_site;         ///< Site of the clients; on a LAN that of all.
    std::unique_ptr<Net8RouterChain> m_chain; ///< Routers of a WAN.
    uint32_t m_nextSubnet{1};                 ///< Next subnet of a host with a link of its own.
    uint32_t m_nextHost{0};                   ///< Next number in the clients' subnet.
    Net8PathCuts m_cuts;                      ///< Where links were cut.
    Net8PathCapture m_capture;                ///< Capture files.
    Net8Stages m_stages;                      ///< Switch and routers, where they are computed.
};

} // namespace ns3::net8

#endif /* NET8_PATH_H */
