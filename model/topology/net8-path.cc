// SPDX-License-Identifier: GPL-2.0-only
#include "net8-path.h"

#include "net8-attributes.h"
#include "net8-path-addresses.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/net8-partition.h"
#include "ns3/net8-stream-name.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Path);

namespace
{

/// Number of the only LAN, or of the clients' site, and of the server's site.
constexpr uint32_t FIRST_SITE = 0;
constexpr uint32_t SERVER_SITE = 1;
/// Most hosts that fit into the clients' subnet.
constexpr uint32_t MAX_CLIENTS = 32000;

} // namespace

TypeId
Net8Path::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8Path")
            .SetParent<Net8Network>()
            .SetGroupName("Net8")
            .AddConstructor<Net8Path>()
            .AddAttribute(
                "Kind",
                "Switched Ethernet, one shared segment, or a WAN between two LANs.",
                EnumValue(Kind::WAN),
                MakeEnumAccessor<Kind>(&Net8Path::m_kind),
                MakeEnumChecker(Kind::LAN, "lan", Kind::SEGMENT, "segment", Kind::WAN, "wan"))
            .AddAttribute("Rate",
                          "Rate of each WAN link in each direction.",
                          DataRateValue(DataRate("10Mbps")),
                          MakeDataRateAccessor(&Net8Path::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Propagation delay of the whole WAN, one way.",
                          TimeValue(MilliSeconds(40)),
                          MakeTimeAccessor(&Net8Path::m_delay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Hops",
                          "Number of point-to-point links in series that make up the WAN.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Net8Path::m_hops),
                          MakeUintegerChecker<uint32_t>(1, 64))
            .AddAttribute("LanRate",
                          "Rate of each Ethernet link.",
                          DataRateValue(DataRate("100Mbps")),
                          MakeDataRateAccessor(&Net8Path::m_lanRate),
                          MakeDataRateChecker())
            .AddAttribute("LanDelay",
                          "Propagation delay of each Ethernet link, one way.",
                          TimeValue(MicroSeconds(5)),
                          MakeTimeAccessor(&Net8Path::m_lanDelay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Mtu",
                          "Largest IP packet of every link, bytes; at least 1280 for IPv6.",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&Net8Path::m_mtu),
                          MakeUintegerChecker<uint32_t>(576, 65535))
            .AddAttribute("Queues",
                          "Part: queues and their drops.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Net8Path::m_queues),
                          MakePointerChecker<Net8PathQueues>())
            .AddAttribute("Losses",
                          "Part: losses of packets.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Net8Path::m_losses),
                          MakePointerChecker<Net8PathLosses>())
            .AddAttribute("Conditions",
                          "Part: what else the WAN does to packets.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Net8Path::m_conditions),
                          MakePointerChecker<Net8LinkConditions>())
            .AddAttribute("Stacks",
                          "Part: IP and TCP stacks of the nodes.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Net8Path::m_stacks),
                          MakePointerChecker<Net8PathStacks>())
            .AddAttribute("LastHop",
                          "Part: how client hosts are linked.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Net8Path::m_lastHop),
                          MakePointerChecker<Net8LastHop>())
            .AddAttribute("Transport",
                          "Part: transport of Oracle Net.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&Net8Path::m_transport),
                          MakePointerChecker<Net8PathTransport>());
    return tid;
}

Net8Path::Net8Path()
    : m_queues(CreateObject<Net8PathQueues>()),
      m_losses(CreateObject<Net8PathLosses>()),
      m_conditions(CreateObject<Net8LinkConditions>()),
      m_lastHop(CreateObject<Net8LastHop>())
{
}

Net8Path::~Net8Path() = default;

void
Net8Path::DoDispose()
{
    m_queues->Dispose();
    m_losses->Dispose();
    m_conditions->Dispose();
    m_lastHop->Dispose();
    Net8Network::DoDispose();
}

std::vector<Ptr<Object>>
Net8Path::GetParts()
{
    return {this, m_queues, m_losses, m_conditions, m_stacks, m_lastHop, m_transport};
}

// Building

void
Net8Path::Check() const
{
    m_stacks->Check(m_mtu);
    m_queues->Check(m_mtu);
    m_losses->Check();
    m_lastHop->Check(m_mtu, m_kind == Kind::SEGMENT);
    if (HasConditions() && m_hops > 1)
    {
        throw std::invalid_argument(
            "Jitter, bursts, duplicates, reordering, slots, firewalls and "
            "UrgentData are those of one WAN link; use Hops = 1, or sites and links.");
    }
    const auto* kind = m_kind == Kind::WAN ? "wan" : m_kind == Kind::LAN ? "lan" : "segment";
    m_transport->Check({.kind = kind,
                        .mtu = m_mtu,
                        .ip = m_stacks->GetNetwork(),
                        .discipline = m_queues->HasDiscipline(),
                        .parted = m_clientRank != m_serverRank});
}

void
Net8Path::CheckRanks() const
{
    if (m_clientRank == m_serverRank)
    {
        return;
    }
    if (m_kind != Kind::WAN)
    {
        throw std::invalid_argument("A partition cuts the path at a WAN link, and only Kind wan "
                                    "has one.");
    }
    if (HasConditions())
    {
        throw std::invalid_argument("A partition cannot cut a WAN link with jitter, bursts, "
                                    "duplicates, reordering, slots, a firewall or UrgentData.");
    }
    if (std::ranges::any_of(m_changes, [](const auto& change) {
            return change.contains("Delay") || change.contains("DelayUp");
        }))
    {
        throw std::invalid_argument("A partition cannot cut a WAN whose delay changes; leave the "
                                    "Delay of its changes out.");
    }
    if (m_delay < NanoSeconds(m_hops))
    {
        throw std::invalid_argument("A partition needs a Delay of 1ns or more on each WAN link.");
    }
    if (m_mtu > Net8Partition::MAX_MTU)
    {
        throw std::invalid_argument("Mtu " + std::to_string(m_mtu) +
                                    " is too large for a partition; ns-3's MPI messages take " +
                                    std::to_string(Net8Partition::MAX_MTU) + " bytes or less.");
    }
}

void
Net8Path::SetChanges(const std::vector<AttributeMap>& changes)
{
    m_changes = changes;
}

void
Net8Path::SetRanks(uint32_t clientSide, uint32_t serverSide)
{
    m_clientRank = clientSide;
    m_serverRank = serverSide;
}

void
Net8Path::Build(uint32_t nClientHosts)
{
    NS_ABORT_MSG_IF(GetServer(), "Net8Path::Build may be called once");
    if (nClientHosts < 1 || nClientHosts > MAX_CLIENTS)
    {
        throw std::invalid_argument("A path has 1 to " + std::to_string(MAX_CLIENTS) +
                                    " client hosts, not " + std::to_string(nClientHosts) + ".");
    }
    Check();
    CheckRanks();
    Fill();
    PrepareNodes("client", m_clientRank, nClientHosts);
    PrepareNodes("server", m_serverRank, 1);
    if (!IsOneLan())
    {
        PrepareNodes("router", m_clientRank, (m_hops + 1) / 2);
        PrepareNodes("router", m_serverRank, m_hops + 1 - (m_hops + 1) / 2);
    }
    Net8Network::Build(
        std::vector<std::string>(nClientHosts, GetPlan().GetSites()[FIRST_SITE]->GetName()));
}

void
Net8Path::Build(const std::vector<std::string>& sites)
{
    for (const auto& site : sites)
    {
        RefuseSite(site);
    }
    Build(static_cast<uint32_t>(sites.size()));
}

void
Net8Path::RefuseSite(const std::string& site)
{
    if (!site.empty())
    {
        throw std::invalid_argument("A path has no site '" + site +
                                    "'; leave the site out, or say what sites there are.");
    }
}

bool
Net8Path::HasConditions() const
{
    return m_kind == Kind::WAN && m_conditions->DoesAnything();
}

bool
Net8Path::IsOneLan() const
{
    return m_kind != Kind::WAN;
}

void
Net8Path::Fill()
{
    std::vector<Ptr<Net8NetworkSite>> sites;
    std::vector<std::string> routers;
    std::vector<Ptr<Net8NetworkLink>> links;
    std::vector<uint32_t> ranks{m_clientRank};
    if (IsOneLan())
    {
        sites.push_back(MakeLan());
    }
    else
    {
        using Site = Net8NetworkSite::Kind;
        sites.push_back(
            MakeSite(GetRouterName(0), m_lastHop->IsRadio() ? Site::RADIO : Site::SWITCHED));
        sites.push_back(MakeSite(GetRouterName(m_hops), Site::ROUTED));
        ranks.push_back(m_serverRank);
        for (uint32_t hop = 0; hop < m_hops; ++hop)
        {
            links.push_back(MakeLink(hop));
        }
        for (uint32_t router = 1; router < m_hops; ++router)
        {
            routers.push_back(GetRouterName(router));
            ranks.push_back(router < (m_hops + 1) / 2 ? m_clientRank : m_serverRank);
        }
    }
    SetPlan(std::make_unique<Net8NetworkPlan>(sites, routers, links, m_changes),
            std::make_shared<Net8PathAddresses>(IsOneLan()),
            std::move(ranks));
}

std::string
Net8Path::GetRouterName(uint32_t router) const
{
    return router == 0 ? "client" : router == m_hops ? "server" : "router" + std::to_string(router);
}

Ptr<Net8NetworkSite>
Net8Path::MakeSite(const std::string& name, Net8NetworkSite::Kind kind) const
{
    auto site = CreateObject<Net8NetworkSite>();
    site->SetAttribute("Name", StringValue(name));
    site->SetAttribute("Kind", EnumValue(kind));
    site->SetAttribute("Rate", DataRateValue(m_lanRate));
    site->SetAttribute("Delay", TimeValue(m_lanDelay));
    site->SetAttribute("Mtu", UintegerValue(m_mtu));
    PointerValue radio;
    site->GetAttribute("Radio", radio);
    if (kind == Net8NetworkSite::Kind::RADIO)
    {
        CopyAttributes(m_lastHop, radio.GetObject());
    }
    return site;
}

Ptr<Net8NetworkSite>
Net8Path::MakeLan() const
{
    using Site = Net8NetworkSite::Kind;
    auto site = MakeSite("lan",
                         m_kind == Kind::SEGMENT ? Site::SEGMENT
                         : m_lastHop->IsRadio()  ? Site::RADIO
                                                 : Site::SWITCHED);
    CopyAttributes(m_queues, site, {"QueueSize"});
    CopyAttributes(m_queues, site->GetQueues());
    CopyAttributes(m_losses, site->GetLosses());
    return site;
}

Ptr<Net8NetworkLink>
Net8Path::MakeLink(uint32_t hop) const
{
    using Way = Net8LinkConditions::Direction;
    auto link = CreateObject<Net8NetworkLink>();
    const auto number = m_hops > 1 ? std::to_string(hop + 1) : "";
    link->SetAttribute("Name", StringValue("wan" + number));
    link->SetAttribute("Between", StringValue(GetRouterName(hop) + "," + GetRouterName(hop + 1)));
    link->SetAttribute("Rate", DataRateValue(m_rate));
    // The remainder of the division goes to the first links, so that the sum is exact.
    const int64_t share = m_delay.GetNanoSeconds() / m_hops;
    const bool longer = hop < m_delay.GetNanoSeconds() % m_hops;
    link->SetAttribute("Delay", TimeValue(NanoSeconds(share + (longer ? 1 : 0))));
    link->SetAttribute("Mtu", UintegerValue(m_mtu));
    CopyAttributes(m_queues, link);
    PointerValue conditions;
    link->GetAttribute("Conditions", conditions);
    CopyAttributes(m_conditions, conditions.GetObject());
    // Packets are lost where they leave the WAN: up on the last link, down on the first.
    const auto lossy = m_losses->GetDirection();
    const bool up = hop + 1 == m_hops && lossy != Direction::TO_CLIENT;
    const bool down = hop == 0 && lossy != Direction::TO_SERVER;
    if (up || down)
    {
        link->SetAttribute("LossDirection",
                           EnumValue(up && down ? Way::BOTH
                                     : up       ? Way::UP
                                                : Way::DOWN));
        CopyAttributes(m_losses, link, {"LossRate"});
    }
    if (hop == 0)
    {
        CopyAttributes(m_losses, link, {"LossList"});
    }
    return link;
}

void
Net8Path::BuildHosts(const std::vector<Vertex>& sites)
{
    // The server of a LAN has the first address.
    if (IsOneLan())
    {
        Net8Network::PlaceServer("lan", Time());
    }
    Net8Network::BuildHosts(sites);
    if (!IsOneLan())
    {
        Net8Network::PlaceServer("server", Time());
    }
}

// Further hosts

Ptr<Node>
Net8Path::PlaceServer(const std::string& site, Time delay)
{
    RefuseSite(site);
    if (m_serverPlaced)
    {
        return Net8Network::PlaceServer(IsOneLan() ? "lan" : "server", delay);
    }
    if (!delay.IsZero())
    {
        throw std::invalid_argument("The first instance is on the server of the path, so its delay "
                                    "is that of the path; leave its own out.");
    }
    m_serverPlaced = true;
    return GetServer();
}

Ptr<Node>
Net8Path::PlaceHost(const std::string& site)
{
    return Net8Topology::PlaceHost(site);
}

Net8Path::Traffic
Net8Path::PlaceTraffic(const std::string& near, const std::string& far)
{
    RefuseSite(near);
    RefuseSite(far);
    const auto ip = m_stacks->GetNetwork();
    auto client = MakeHost(FIRST_SITE, ip, Direction::TO_SERVER, "near", !IsOneLan());
    return {.near = client,
            .far =
                IsOneLan() ? GetServer() : MakeHost(SERVER_SITE, ip, Direction::TO_CLIENT, "far")};
}

// What was built

bool
Net8Path::HasLink(const std::string& name) const
{
    return name.empty() || Net8Network::HasLink(name);
}

void
Net8Path::SetLinkUp(const std::string& name, bool up)
{
    if (!name.empty())
    {
        Net8Network::SetLinkUp(name, up);
        return;
    }
    if (IsOneLan())
    {
        SetHostUp(GetServer(), up);
        return;
    }
    for (const auto& link : GetPlan().GetLinks())
    {
        Net8Network::SetLinkUp(link->GetName(), up);
    }
}

void
Net8Path::AddCounters(std::map<std::string, uint64_t>& out) const
{
    for (const auto& site : GetPlan().GetSites())
    {
        site->GetLosses()->AddCounters(out);
    }
    for (const auto& link : GetPlan().GetLinks())
    {
        link->AddLossCounters(out);
    }
}

int64_t
Net8Path::GetLinkStream(int64_t stream, uint32_t link) const
{
    return m_hops > 1 ? Net8Network::GetLinkStream(stream, link) : stream;
}

int64_t
Net8Path::GetSiteStream(int64_t stream, Vertex site, const std::string& part) const
{
    if (site != FIRST_SITE)
    {
        return Net8Network::GetSiteStream(stream, site, part);
    }
    return StreamOf(stream, part == "lan" ? "site" : part == "radio" ? "last_hop" : part);
}

} // namespace ns3::net8
