// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_PATH_H
#define NET8_PATH_H

#include "net8-last-hop.h"
#include "net8-link-conditions.h"
#include "net8-network.h"
#include "net8-path-losses.h"
#include "net8-path-queues.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The network between the client hosts and the server, as a preset of Net8Network: its attributes
 * describe sites, routers and links, which Build writes.
 *
 * There are three kinds, from client to server:
 *
 * 1. `lan`: host - Ethernet link - switch - Ethernet link - server. Full duplex, LanRate and
 * LanDelay on each link.
 * 2. `segment`: all hosts on one half-duplex bus (ns-3's CSMA) of LanRate and LanDelay.
 * 3. `wan`: host - Ethernet link - switch - Ethernet link - access router - Hops point-to-point
 * links in series - access router - Ethernet link - server. The Ethernet links have LanRate and
 * LanDelay, each point-to-point link has Rate and Delay / Hops. These are the site `client` with a
 * switch, the site `server`, whose hosts have links of their own to its router, and the links
 * `wan`, or `wan1`, `wan2` etc.
 *
 * The first two are the site `lan`.
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
class Net8Path : public Net8Network
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
     * Let links of the WAN change while a run goes on. Must be called before Build.
     *
     * @param changes attributes of Net8NetworkChange, a table each
     */
    void SetChanges(const std::vector<AttributeMap>& changes);

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
    Ptr<Node> PlaceServer(const std::string& site, Time delay) override;
    Ptr<Node> PlaceHost(const std::string& site) override;
    Traffic PlaceTraffic(const std::string& near, const std::string& far) override;
    bool HasLink(const std::string& name) const override;
    void SetLinkUp(const std::string& name, bool up) override;
    void AddCounters(std::map<std::string, uint64_t>& out) const override;

  protected:
    void DoDispose() override;
    void BuildHosts(const std::vector<Vertex>& sites) override;
    int64_t GetLinkStream(int64_t stream, uint32_t link) const override;
    int64_t GetSiteStream(int64_t stream, Vertex site, const std::string& part) const override;

  private:
    /// Check the attributes.
    ///
    /// @throw std::invalid_argument with one sentence if they do not go together
    void Check() const;
    /// Check that ranks can simulate this path.
    ///
    /// @throw std::invalid_argument with one sentence if they cannot
    void CheckRanks() const;

    /**
     * Reject the name of a site, as a plan with a path names none.
     *
     * @param site name of a site; empty: none
     * @throw std::invalid_argument with one sentence if it is not empty
     */
    static void RefuseSite(const std::string& site);

    /// Write the sites, routers and links.
    void Fill();

    /**
     * @param name name of a site
     * @param kind its kind
     * @return the site
     */
    Ptr<Net8NetworkSite> MakeSite(const std::string& name, Net8NetworkSite::Kind kind) const;

    /**
     * @return the only site of a LAN or segment
     */
    Ptr<Net8NetworkSite> MakeLan() const;

    /**
     * @param hop number of a WAN link, from 0 at the clients' side
     * @return the link
     */
    Ptr<Net8NetworkLink> MakeLink(uint32_t hop) const;

    /**
     * @param router number of a router of a WAN, from 0 at the clients' side
     * @return name of it or of its site
     */
    std::string GetRouterName(uint32_t router) const;

    /**
     * @return whether the WAN does more to packets than rate, delay and random losses
     */
    bool HasConditions() const;

    /**
     * @return true if the hosts of both sides share one LAN
     */
    bool IsOneLan() const;

    // ATTRIBUTES
    Kind m_kind{Kind::WAN}; ///< Kind of path.
    DataRate m_rate;        ///< Rate of each WAN link.
    Time m_delay;           ///< One-way delay of all WAN links together.
    uint32_t m_hops{1};     ///< Number of WAN links in series.
    DataRate m_lanRate;     ///< Rate of each Ethernet link.
    Time m_lanDelay;        ///< One-way delay of each Ethernet link.
    uint32_t m_mtu{1500};   ///< MTU of every link, bytes.

    // CHANGES
    std::vector<AttributeMap> m_changes; ///< Attributes of the changes of links.

    // PARTS
    Ptr<Net8PathQueues> m_queues;         ///< Attributes of queues.
    Ptr<Net8PathLosses> m_losses;         ///< Attributes of losses.
    Ptr<Net8LinkConditions> m_conditions; ///< Attributes of what else the WAN does to packets.
    Ptr<Net8LastHop> m_lastHop;           ///< Attributes of how client hosts are linked.

    // STATE
    uint32_t m_clientRank{0};   ///< Rank of the clients' side.
    uint32_t m_serverRank{0};   ///< Rank of the server's side.
    bool m_serverPlaced{false}; ///< PlaceServer has returned the first server host.
};

} // namespace ns3::net8

#endif /* NET8_PATH_H */
