// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_NETWORK_H
#define NET8_NETWORK_H

#include "net8-network-addresses.h"
#include "net8-network-cut.h"
#include "net8-network-plan.h"
#include "net8-path-capture.h"
#include "net8-path-cuts.h"
#include "net8-path-stacks.h"
#include "net8-path-transport.h"
#include "net8-site-routing.h"
#include "net8-site.h"
#include "net8-stages.h"
#include "net8-topology.h"

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A network that is a graph: sites with hosts, routers, and links between them.
 *
 * Each site where a link ends has its own router, through which its hosts reach the other sites;
 * packets of other sites may pass through it. Routes have the smallest delay, in each direction
 * independently, unless the plan sets others. They are computed once, and routers look up those
 * that they need, so that the number of sites hardly matters (see Net8SiteRouting).
 *
 * Packets on a link go up from its first end to its second, and down. In counters of the whole
 * network, up is to the server and down to the client.
 *
 * One process simulates everything, or each rank of a partition simulates some of the sites and
 * routers.
 */
class Net8Network : public Net8Topology
{
  public:
    /**
     * @brief Get the type ID.
     * @return the object TypeId
     */
    static TypeId GetTypeId();

    Net8Network();
    ~Net8Network() override;

    /**
     * Read the network of a plan. Must be called before Build.
     *
     * @param lists tables of sites, routers, links and routes, see Net8NetworkPlan
     * @param path attributes of a path, of which those of Net8PathStacks and Net8PathTransport
     * apply
     * @throw std::invalid_argument with one sentence if the settings do not go together
     */
    void Read(const Net8NetworkPlan::Lists& lists, const AttributeMap& path);

    /**
     * Distribute the network over the ranks of a partition. Must be called between Read and Build.
     *
     * @param ranks number of ranks
     * @param work the work expected in it
     * @throw std::invalid_argument with one sentence if it cannot be cut into so many parts
     */
    void SetRanks(uint32_t ranks, const ExpectedWork& work);

    /**
     * @return the network of the plan, after Read
     */
    const Net8NetworkPlan& GetPlan() const;

    // Inherited
    void Build(const std::vector<std::string>& sites) override;
    Ptr<Node> GetClient(uint32_t i) const override;
    uint32_t GetNClients() const override;
    Ptr<Node> GetServer() const override;
    Ptr<Node> PlaceServer(const std::string& site, Time delay) override;
    Ptr<Node> PlaceHost(const std::string& site) override;
    Traffic PlaceTraffic(const std::string& near, const std::string& far) override;
    uint32_t GetMtu() const override;
    TypeId GetSocketFactory() const override;
    bool IsIpv6() const override;
    Time GetPropagationDelay() const override;
    void SetHostUp(Ptr<Node> host, bool up) override;
    bool HasLink(const std::string& name) const override;
    void SetLinkUp(const std::string& name, bool up) override;
    uint64_t GetCutFrames() const override;
    bool HandlesUrgentData() const override;
    void EnablePcap(const std::string& prefix) override;
    Drops GetDrops() const override;
    std::vector<WatchedLink> GetLinks() const override;
    Net8StageLine* FindLine(const Ptr<NetDevice>& device) const override;
    void AddCounters(std::map<std::string, uint64_t>& out) const override;
    void AddLossDraws(std::vector<LossDraws>& out) const override;
    void UseStages() override;
    int64_t AssignStreams(int64_t stream) override;

  protected:
    using IpVersion = Net8PathAddressing::IpVersion; ///< IP versions of a node.
    using Vertex = Net8NetworkPlan::Vertex;          ///< Number of a site or router.

    void DoDispose() override;

    /**
     * Set the network instead of reading it. Must be called before Build.
     *
     * @param plan the network
     * @param addresses assigns its subnets
     * @param ranks rank of each vertex
     */
    void SetPlan(std::unique_ptr<Net8NetworkPlan> plan,
                 std::shared_ptr<Net8NetworkAddresses> addresses,
                 std::vector<uint32_t> ranks);

    /**
     * Create nodes that the network takes when it makes some of that role, so that they have the
     * next numbers, from which phases of timers follow.
     *
     * @param role client, server or router
     * @param rank rank that simulates them
     * @param number number of nodes
     */
    void PrepareNodes(const std::string& role, uint32_t rank, uint32_t number);

    /**
     * Create the hosts that exist before the links: by default the client hosts.
     *
     * @param sites number of each client host's site
     */
    virtual void BuildHosts(const std::vector<Vertex>& sites);

    /**
     * Create a client host.
     *
     * @param site its site
     */
    void AddClient(Vertex site);

    /**
     * Create a host at a site.
     *
     * @param site its site
     * @param ip its IP versions
     * @param direction direction of the packets it sends
     * @param role what it is
     * @param own whether it has a link of its own to the router, even if the site has a LAN
     * @return the host
     * @throw std::invalid_argument with one sentence if it cannot be placed there
     */
    Ptr<Node> MakeHost(Vertex site,
                       IpVersion ip,
                       Direction direction,
                       const std::string& role,
                       bool own = false);

    /**
     * @param stream number of the network
     * @param link number of a link
     * @return the number from which the streams of the link follow (see StreamOf)
     */
    virtual int64_t GetLinkStream(int64_t stream, uint32_t link) const;

    /**
     * @param stream number of the network
     * @param site a site
     * @param part lan, radio, queues or losses
     * @return the number from which the streams of that part of the site follow
     */
    virtual int64_t GetSiteStream(int64_t stream, Vertex site, const std::string& part) const;

    Ptr<Net8PathStacks> m_stacks;       ///< IP and TCP stacks of the nodes.
    Ptr<Net8PathTransport> m_transport; ///< Transport of Oracle Net.

  private:
    /// A site that has been built.
    struct Place
    {
        std::unique_ptr<Net8Site> lan{};     ///< Its LAN; null: hosts are linked to its router.
        Net8PathAddressing::Subnet subnet{}; ///< Addresses of the hosts on the LAN.
        uint32_t number{0};                  ///< Number of that subnet.
        uint32_t size{0};                    ///< Number of addresses.
        uint32_t next{0};                    ///< Number of its next host.
        Ptr<NetDevice> gateway{};            ///< Device of its router on the LAN, if it has one.
        bool clients{false};                 ///< Whether it has client hosts.
        bool servers{false};                 ///< Whether it has server hosts.
    };

    /// Subnet of hosts, which packets are routed to.
    struct Target
    {
        Vertex site{0};          ///< Its site.
        Ptr<NetDevice> device{}; ///< Device of the site's router there; null: it has no router.
    };

    /// How a host is linked.
    struct HostLink
    {
        Ptr<NetDevice> device{};  ///< Its device.
        Ptr<NetDevice> gateway{}; ///< Device of the router; null: there is none.
    };

    /**
     * Build LANs and subnets.
     *
     * @param sites number of each client host's site
     */
    void BuildSites(const std::vector<Vertex>& sites);

    /**
     * @param role client, server, router, near, far or host
     * @param rank rank that simulates it
     * @return a prepared node of that role, or a new one
     */
    Ptr<Node> TakeNode(const std::string& role, uint32_t rank);

    /// Create routers, including those of sites where links end.
    void BuildRouters();

    /// Connect links and assign their addresses.
    void BuildLinks();

    /**
     * @param at a router
     * @param number number of a subnet of hosts
     * @return where the router sends packets to the subnet
     */
    SiteHop FindHop(Vertex at, uint32_t number) const;

    /**
     * Link a host to the LAN of its site.
     *
     * @param host the host
     * @param site its site
     * @param direction direction of the packets it sends
     * @return its link
     */
    HostLink LinkToLan(const Ptr<Node>& host, Vertex site, Direction direction);

    /**
     * Link a host to the router of its site.
     *
     * @param host the host
     * @param site its site
     * @param direction direction of the packets it sends
     * @return its link
     */
    HostLink LinkToRouter(const Ptr<Node>& host, Vertex site, Direction direction);

    /**
     * Write the routes of IPX or DECnet routers to a subnet, unless TCP carries Oracle Net.
     *
     * @param target the subnet
     */
    void WriteTransportRoutes(const Target& target);

    /**
     * @param vertex its number, or that of its site
     * @return a router with its tables
     */
    Ptr<Node> MakeRouter(Vertex vertex);

    /// Write the tables of IPX or DECnet routers, unless TCP carries Oracle Net.
    void WriteTransportRoutes();

    /**
     * Check the routes between two sites.
     *
     * @param from a site
     * @param to another site
     * @throw std::invalid_argument with one sentence unless there are routes in both directions
     * that the transport can use
     */
    void CheckRoutes(Vertex from, Vertex to) const;

    std::unique_ptr<Net8NetworkPlan> m_plan;           ///< The network of the plan.
    std::shared_ptr<Net8NetworkAddresses> m_addresses; ///< Subnets.
    std::vector<Place> m_places;                       ///< Sites.
    std::vector<Target> m_targets;                     ///< Subnets of hosts, by number.
    bool m_linked{false};                              ///< Whether the links were built.
    std::vector<uint32_t> m_ranks;                     ///< Rank of each vertex.
    std::vector<Ptr<Node>> m_routers; ///< Routers by vertex; null: a site without a link.
    std::map<std::string, std::deque<Ptr<Node>>> m_prepared; ///< Nodes not yet taken, by role.
    NodeContainer m_clients;                                 ///< Client hosts.
    NodeContainer m_servers;                                 ///< Server hosts.
    Net8PathCuts m_cuts;                                     ///< Cuts of links.
    Net8PathCapture m_capture;                               ///< Capture files.
    Net8Stages m_stages;                                     ///< Computed switches and routers.
};

} // namespace ns3::net8

#endif /* NET8_NETWORK_H */
