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
#include "net8-site.h"
#include "net8-stages.h"
#include "net8-topology.h"

#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
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
 * Each site where a link ends has a router of its own, through which its hosts reach the others;
 * packets of other sites may pass through it. Routes are those of least delay, each way for itself,
 * but where the plan says otherwise; they are found once and stand in tables of the routers, where
 * the number of sites hardly counts (see Net8Ipv4SiteRouting).
 *
 * Packets on a link go up from its first end to its second one, and down; in counters of the whole
 * network up is to the server and down to the client.
 *
 * One process simulates all of it, or each rank of a partition some of the sites and routers.
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
     * Read what a plan says of it. Call it before Build.
     *
     * @param lists tables of sites, routers, links and routes, see Net8NetworkPlan
     * @param path attributes of a path, of which those of Net8PathStacks and Net8PathTransport hold
     * here
     * @throw std::invalid_argument with one sentence when something does not go together
     */
    void Read(const Net8NetworkPlan::Lists& lists, const AttributeMap& path);

    /**
     * Share the network among the ranks of a partition. Call it between Read and Build.
     *
     * @param ranks how many there are
     * @param work what is to be done in it
     * @throw std::invalid_argument with one sentence if it cannot be cut so often
     */
    void SetRanks(uint32_t ranks, const ExpectedWork& work);

    /**
     * @return what the plan says of it, after Read
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
    void EnablePcap(const std::string& prefix) override;
    Drops GetDrops() const override;
    std::vector<WatchedLink> GetLinks() const override;
    Net8StageLine* FindLine(const Ptr<NetDevice>& device) const override;
    void AddCounters(std::map<std::string, uint64_t>& out) const override;
    void UseStages() override;
    int64_t AssignStreams(int64_t stream) override;

  protected:
    void DoDispose() override;

  private:
    using IpVersion = Net8PathAddressing::IpVersion; ///< IP versions of a node.
    using Vertex = Net8NetworkPlan::Vertex;          ///< Number of a site or router.

    /// A site that is built.
    struct Place
    {
        std::unique_ptr<Net8Site> lan{};     ///< Its LAN.
        Net8PathAddressing::Subnet subnet{}; ///< Addresses of its hosts.
        uint32_t size{0};                    ///< How many these are.
        uint32_t next{0};                    ///< Number of its next host.
        Ptr<NetDevice> gateway{};            ///< Device of its router on the LAN, if it has one.
        bool clients{false};                 ///< There are client hosts.
        bool servers{false};                 ///< There are server hosts.
    };

    /**
     * Make LANs and subnets.
     *
     * @param sites number of each client host's site
     */
    void BuildSites(const std::vector<Vertex>& sites);

    /// Make routers, and those of sites where links end.
    void BuildRouters();

    /// Lay links and give them addresses.
    void BuildLinks();

    /// Write the tables of the routers.
    void WriteRoutes();

    /**
     * @param at a router
     * @param site number of a site
     * @param device the router's device to send through
     * @param gateway the next router's device; null: the site is on that device
     */
    void WriteRoute(const Ptr<Node>& at,
                    Vertex site,
                    const Ptr<NetDevice>& device,
                    const Ptr<NetDevice>& gateway) const;

    /**
     * @param vertex its number, or that of its site
     * @return a router with its tables
     */
    Ptr<Node> MakeRouter(Vertex vertex);

    /**
     * Make a host at a site.
     *
     * @param site its site
     * @param ip its IP versions
     * @param direction where the packets go that it sends
     * @return the host
     */
    Ptr<Node> MakeHost(Vertex site, IpVersion ip, Direction direction);

    /// Write the tables of routers of IPX or DECnet, unless TCP carries Oracle Net.
    void WriteTransportRoutes();

    /**
     * @param from a site
     * @param to another one
     * @throw std::invalid_argument with one sentence unless there is a route both ways that the
     * transport can take
     */
    void CheckRoutes(Vertex from, Vertex to) const;

    Ptr<Net8PathStacks> m_stacks;                      ///< IP and TCP of the nodes.
    Ptr<Net8PathTransport> m_transport;                ///< What carries Oracle Net.
    std::unique_ptr<Net8NetworkPlan> m_plan;           ///< What the plan says.
    std::shared_ptr<Net8NetworkAddresses> m_addresses; ///< Subnets.
    std::vector<Place> m_places;                       ///< Sites.
    std::vector<uint32_t> m_ranks;                     ///< Rank of each vertex.
    std::vector<Ptr<Node>> m_routers; ///< Routers by vertex; null: a site without a link.
    NodeContainer m_clients;          ///< Client hosts.
    NodeContainer m_servers;          ///< Server hosts.
    Net8PathCuts m_cuts;              ///< Where links were cut.
    Net8PathCapture m_capture;        ///< Capture files.
    Net8Stages m_stages;              ///< Switches and routers, where they are computed.
};

} // namespace ns3::net8

#endif /* NET8_NETWORK_H */
