// SPDX-License-Identifier: GPL-2.0-only
#include "net8-network.h"

#include "net8-switched-site.h"

#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/net8-partition.h"
#include "ns3/net8-stream-name.h"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Network);

namespace
{

/// Number of a site's router in its subnet.
constexpr uint32_t GATEWAY = 1;
/// Hosts placed after the client hosts: servers and background traffic.
constexpr uint32_t FURTHER_HOSTS = 400;

} // namespace

TypeId
Net8Network::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8Network")
                            .SetParent<Net8Topology>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8Network>();
    return tid;
}

Net8Network::Net8Network()
    : m_stacks(CreateObject<Net8PathStacks>()),
      m_transport(CreateObject<Net8PathTransport>()),
      m_addresses(std::make_shared<Net8NetworkAddresses>())
{
}

Net8Network::~Net8Network() = default;

void
Net8Network::DoDispose()
{
    m_capture.End();
    m_stages.Clear();
    m_clients = NodeContainer();
    m_servers = NodeContainer();
    m_routers.clear();
    m_places.clear();
    m_targets.clear();
    m_prepared.clear();
    m_stacks->Dispose();
    m_transport->Dispose();
    m_plan.reset();
    Net8Topology::DoDispose();
}

void
Net8Network::Read(const Net8NetworkPlan::Lists& lists, const AttributeMap& path)
{
    for (const Ptr<Object>& part : std::initializer_list<Ptr<Object>>{m_stacks, m_transport})
    {
        AttributeMap taken;
        const auto type = part->GetInstanceTypeId();
        for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
        {
            if (const auto found = path.find(type.GetAttribute(i).name); found != path.end())
            {
                taken.insert(*found);
            }
        }
        SetAttributes(part, taken);
    }
    m_plan = std::make_unique<Net8NetworkPlan>(lists);
    m_ranks.assign(m_plan->GetNVertices(), 0);
}

void
Net8Network::SetPlan(std::unique_ptr<Net8NetworkPlan> plan,
                     std::shared_ptr<Net8NetworkAddresses> addresses,
                     std::vector<uint32_t> ranks)
{
    m_plan = std::move(plan);
    m_addresses = std::move(addresses);
    m_ranks = std::move(ranks);
}

void
Net8Network::SetRanks(uint32_t ranks, const ExpectedWork& work)
{
    m_ranks = CutNetwork(*m_plan, work, ranks);
}

const Net8NetworkPlan&
Net8Network::GetPlan() const
{
    return *m_plan;
}

// Building

void
Net8Network::Build(const std::vector<std::string>& sites)
{
    m_stacks->Check(GetMtu());
    const bool routed = !m_plan->GetLinks().empty();
    m_transport->Check({.kind = routed ? "wan" : "lan",
                        .mtu = GetMtu(),
                        .ip = m_stacks->GetNetwork(),
                        .discipline = false,
                        .parted = std::ranges::max(m_ranks) > 0});
    std::vector<Vertex> numbers;
    for (const auto& site : sites)
    {
        numbers.push_back(m_plan->FindSite(site));
    }
    BuildSites(numbers);
    BuildRouters();
    BuildHosts(numbers);
    BuildLinks();
    WriteTransportRoutes();
    m_plan->ScheduleChanges();
}

void
Net8Network::BuildHosts(const std::vector<Vertex>& sites)
{
    for (const auto site : sites)
    {
        AddClient(site);
    }
}

void
Net8Network::AddClient(Vertex site)
{
    auto host = MakeHost(site, m_stacks->GetClients(), Direction::TO_SERVER, "client");
    m_plan->GetSites()[site]->MakeClient(Net8PathAddressing::GetHostDevice(host));
    m_clients.Add(host);
    TellHost();
}

void
Net8Network::PrepareNodes(const std::string& role, uint32_t rank, uint32_t number)
{
    for (uint32_t i = 0; i < number; ++i)
    {
        m_prepared[role].push_back(CreateObject<Node>(rank));
    }
}

Ptr<Node>
Net8Network::TakeNode(const std::string& role, uint32_t rank)
{
    auto& prepared = m_prepared[role];
    if (prepared.empty())
    {
        return CreateObject<Node>(rank);
    }
    const auto node = prepared.front();
    prepared.pop_front();
    return node;
}

void
Net8Network::BuildSites(const std::vector<Vertex>& sites)
{
    std::vector<uint32_t> hosts(m_plan->GetSites().size());
    for (const auto site : sites)
    {
        ++hosts[site];
    }
    for (Vertex site = 0; site < hosts.size(); ++site)
    {
        Place place{.lan = m_plan->GetSites()[site]->Make(m_ranks[site]),
                    .clients = hosts[site] > 0};
        if (place.lan)
        {
            place.subnet = m_addresses->TakeSite(hosts[site] + FURTHER_HOSTS, place.size);
            place.next = m_addresses->GetNext(0);
            place.number = static_cast<uint32_t>(m_targets.size());
            m_targets.push_back({.site = site});
        }
        m_places.push_back(std::move(place));
    }
}

void
Net8Network::BuildRouters()
{
    m_routers.resize(m_plan->GetNVertices());
    for (uint32_t link = 0; link < m_plan->GetLinks().size(); ++link)
    {
        for (const bool second : {false, true})
        {
            const auto vertex = m_plan->GetEnd(link, second);
            if (auto& router = m_routers[vertex]; !router)
            {
                router = MakeRouter(vertex);
            }
        }
    }
    for (Vertex site = 0; site < m_places.size(); ++site)
    {
        auto& place = m_places[site];
        if (m_routers[site] && place.lan)
        {
            const auto direction = place.clients ? Direction::TO_CLIENT : Direction::TO_SERVER;
            place.gateway =
                place.lan->Attach(m_routers[site], direction, Net8PathQueues::PORT_QUEUE);
            Net8PathAddressing::Assign(place.gateway, place.subnet, GATEWAY);
            m_transport->AttachSite(place.gateway);
            m_plan->GetSites()[site]->InstallDiscipline(place.gateway, direction);
            m_targets[place.number].device = place.gateway;
        }
    }
}

void
Net8Network::BuildLinks()
{
    for (uint32_t number = 0; number < m_plan->GetLinks().size(); ++number)
    {
        const auto& link = m_plan->GetLinks()[number];
        const auto first = m_plan->GetEnd(number, false);
        const auto second = m_plan->GetEnd(number, true);
        const auto devices = link->Lay(m_routers[first], m_routers[second], !m_transport->IsTcp());
        if (m_ranks[first] != m_ranks[second])
        {
            link->Cut(m_plan->GetGap(number, Time::Max()));
        }
        const auto subnet = m_addresses->TakeLink();
        Net8PathAddressing::Assign(devices.Get(0), subnet, 1);
        Net8PathAddressing::Assign(devices.Get(1), subnet, 2);
        m_transport->AttachLine(devices);
        link->InstallDisciplines();
    }
    m_linked = true;
}

SiteHop
Net8Network::FindHop(Vertex at, uint32_t number) const
{
    const auto& target = m_targets[number];
    if (at == target.site)
    {
        return {.device = target.device, .gateway = nullptr};
    }
    const auto step = m_plan->GetRoutes().GetNext(at, target.site);
    if (!step)
    {
        return {};
    }
    const auto& devices = m_plan->GetLinks()[step->link]->GetDevices();
    return {.device = devices.Get(step->up ? 0 : 1), .gateway = devices.Get(step->up ? 1 : 0)};
}

void
Net8Network::WriteTransportRoutes()
{
    if (m_transport->IsTcp())
    {
        return;
    }
    for (const auto& target : m_targets)
    {
        WriteTransportRoutes(target);
    }
    for (Vertex at = 0; at < m_routers.size(); ++at)
    {
        const auto router = m_routers[at] ? m_routers[at]->GetObject<Net8LanRouter>() : nullptr;
        const auto lines = router ? m_plan->CountLines(at) : std::map<Vertex, uint32_t>();
        for (const auto& [to, count] : lines)
        {
            Net8PathTransport::AddRouter(router, m_routers[to]->GetObject<Net8LanRouter>(), count);
        }
    }
    m_transport->BeginAnnouncing();
}

void
Net8Network::WriteTransportRoutes(const Target& target)
{
    for (Vertex at = 0; at < m_routers.size() && target.device && !m_transport->IsTcp(); ++at)
    {
        const auto router = m_routers[at] ? m_routers[at]->GetObject<Net8LanRouter>() : nullptr;
        const auto step = m_plan->GetRoutes().GetNext(at, target.site);
        if (router && step)
        {
            const auto& devices = m_plan->GetLinks()[step->link]->GetDevices();
            router->AddRoute(Net8PathAddressing::GetSubnet(target.device).Get(),
                             devices.Get(step->up ? 0 : 1),
                             static_cast<uint32_t>(m_plan->GetRoute(at, target.site).size()));
        }
    }
}

Ptr<Node>
Net8Network::MakeRouter(Vertex vertex)
{
    auto router = TakeNode("router", m_ranks[vertex]);
    m_stacks->Install(router, m_stacks->GetNetwork(), "router");
    // The network outlives its packets: a router lets go of it when the simulation is destroyed.
    const auto findHop = [network = Ptr<const Net8Network>(this), vertex](uint32_t site) {
        return network->FindHop(vertex, site);
    };
    if (auto ipv4 = router->GetObject<Ipv4>())
    {
        CreateObject<Net8Ipv4SiteRouting>()->Install(ipv4, m_addresses, findHop);
    }
    if (auto ipv6 = router->GetObject<Ipv6>())
    {
        CreateObject<Net8Ipv6SiteRouting>()->Install(ipv6, m_addresses, findHop);
    }
    return router;
}

Ptr<Node>
Net8Network::MakeHost(Vertex site,
                      IpVersion ip,
                      Direction direction,
                      const std::string& role,
                      bool own)
{
    auto host = TakeNode(role, m_ranks[site]);
    m_stacks->Install(host, ip, role + " " + m_plan->GetSites()[site]->GetName());
    const bool lan = !own && m_places.at(site).lan;
    const auto link = lan ? LinkToLan(host, site, direction) : LinkToRouter(host, site, direction);
    m_transport->Install(link.device, link.gateway);
    if (link.gateway)
    {
        Net8PathAddressing::RouteDefault(link.device, link.gateway);
    }
    if (lan)
    {
        m_plan->GetSites()[site]->InstallDiscipline(link.device, direction);
    }
    return host;
}

Net8Network::HostLink
Net8Network::LinkToLan(const Ptr<Node>& host, Vertex site, Direction direction)
{
    auto& place = m_places[site];
    if (place.next >= place.size - 1)
    {
        throw std::invalid_argument("Site '" + m_plan->GetSites()[site]->GetName() +
                                    "' has no address left for one more host.");
    }
    auto device = place.lan->Attach(host, direction, Net8PathQueues::HOST_QUEUE);
    Net8PathAddressing::Assign(device, place.subnet, place.next);
    place.next = m_addresses->GetNext(place.next);
    return {.device = device, .gateway = place.gateway};
}

Net8Network::HostLink
Net8Network::LinkToRouter(const Ptr<Node>& host, Vertex site, Direction direction)
{
    const auto& router = m_routers.at(site);
    if (!router)
    {
        throw std::invalid_argument("Site '" + m_plan->GetSites()[site]->GetName() +
                                    "' has no router that a host could be linked to; let a link "
                                    "end there.");
    }
    const auto link = m_plan->GetSites()[site]->LinkToRouter(host, router, direction);
    const auto subnet = m_addresses->TakeHost(direction == Direction::TO_SERVER);
    Net8PathAddressing::Assign(link.Get(0), subnet, Net8NetworkAddresses::FIRST_HOST);
    Net8PathAddressing::Assign(link.Get(1), subnet, GATEWAY);
    m_transport->AttachSite(link.Get(1));
    m_targets.push_back({.site = site, .device = link.Get(1)});
    if (m_linked)
    {
        WriteTransportRoutes(m_targets.back());
    }
    return {.device = link.Get(0), .gateway = link.Get(1)};
}

void
Net8Network::CheckRoutes(Vertex from, Vertex to) const
{
    // In this order: if both are missing, the way there is named.
    const auto there = m_plan->GetRoute(from, to).size();
    const auto back = m_plan->GetRoute(to, from).size();
    if (from != to)
    {
        m_transport->CheckLines(static_cast<uint32_t>(std::max(there, back)));
    }
}

// Further hosts

Ptr<Node>
Net8Network::PlaceServer(const std::string& site, Time delay)
{
    const auto number = m_plan->FindSite(site);
    for (Vertex other = 0; other < m_places.size(); ++other)
    {
        if (m_places[other].clients || m_places[other].servers)
        {
            CheckRoutes(other, number);
        }
    }
    m_places[number].servers = true;
    auto host = MakeHost(number, m_stacks->GetServers(), Direction::TO_CLIENT, "server");
    m_plan->GetSites()[number]->MakeServer(Net8PathAddressing::GetHostDevice(host), delay);
    m_servers.Add(host);
    return host;
}

Ptr<Node>
Net8Network::PlaceHost(const std::string& site)
{
    const auto number = m_plan->FindSite(site);
    for (Vertex other = 0; other < m_places.size(); ++other)
    {
        if (m_places[other].clients)
        {
            CheckRoutes(other, number);
        }
    }
    return MakeHost(number, m_stacks->GetNetwork(), Direction::TO_CLIENT, "host");
}

Net8Network::Traffic
Net8Network::PlaceTraffic(const std::string& near, const std::string& far)
{
    const auto client = m_plan->FindSite(near);
    const auto server = m_plan->FindSite(far);
    CheckRoutes(client, server);
    const auto ip = m_stacks->GetNetwork();
    auto host = MakeHost(client, ip, Direction::TO_SERVER, "near");
    return {.near = host, .far = MakeHost(server, ip, Direction::TO_CLIENT, "far")};
}

// What was built

Ptr<Node>
Net8Network::GetClient(uint32_t i) const
{
    return m_clients.Get(i);
}

uint32_t
Net8Network::GetNClients() const
{
    return m_clients.GetN();
}

Ptr<Node>
Net8Network::GetServer() const
{
    return m_servers.GetN() > 0 ? m_servers.Get(0) : nullptr;
}

uint32_t
Net8Network::GetMtu() const
{
    uint32_t least = UINT16_MAX;
    for (const auto& site : m_plan->GetSites())
    {
        least = std::min(least, site->GetMtu());
    }
    for (const auto& link : m_plan->GetLinks())
    {
        least = std::min(least, link->GetMtu());
    }
    return least;
}

TypeId
Net8Network::GetSocketFactory() const
{
    return m_transport->GetSocketFactory();
}

bool
Net8Network::IsIpv6() const
{
    return m_stacks->GetNetwork() == IpVersion::V6;
}

Time
Net8Network::GetPropagationDelay() const
{
    Time longest;
    for (Vertex from = 0; from < m_places.size(); ++from)
    {
        for (Vertex to = 0; to < m_places.size() && m_places[from].clients; ++to)
        {
            if (m_places[to].servers)
            {
                longest =
                    std::max({longest, m_plan->GetDelay(from, to), m_plan->GetDelay(to, from)});
            }
        }
    }
    return longest;
}

Net8StageLine*
Net8Network::FindLine(const Ptr<NetDevice>& device) const
{
    return m_stages.FindLine(device);
}

Net8Network::Drops
Net8Network::GetDrops() const
{
    Drops drops;
    for (const auto& site : m_plan->GetSites())
    {
        site->AddDrops(drops);
    }
    for (const auto& link : m_plan->GetLinks())
    {
        const auto more = link->GetDrops();
        drops.queueToClient += more.queueToClient;
        drops.queueToServer += more.queueToServer;
        drops.lossToClient += more.lossToClient;
        drops.lossToServer += more.lossToServer;
        drops.marksToClient += more.marksToClient;
        drops.marksToServer += more.marksToServer;
    }
    return drops;
}

std::vector<WatchedLink>
Net8Network::GetLinks() const
{
    std::vector<WatchedLink> links;
    for (const auto& link : m_plan->GetLinks())
    {
        const auto& devices = link->GetDevices();
        links.push_back(
            {.name = link->GetName(), .first = devices.Get(0), .second = devices.Get(1)});
    }
    return links;
}

void
Net8Network::AddCounters(std::map<std::string, uint64_t>& out) const
{
    for (const auto& link : m_plan->GetLinks())
    {
        link->AddCounters(out);
    }
}

void
Net8Network::AddLossDraws(std::vector<LossDraws>& out) const
{
    for (const auto& site : m_plan->GetSites())
    {
        site->GetLosses()->AddLossDraws(out);
    }
    for (const auto& link : m_plan->GetLinks())
    {
        link->AddLossDraws(out);
    }
}

// While it runs

void
Net8Network::SetHostUp(Ptr<Node> host, bool up)
{
    m_cuts.SetHostUp(host, up);
}

bool
Net8Network::HasLink(const std::string& name) const
{
    return m_plan->FindLink(name).has_value();
}

void
Net8Network::SetLinkUp(const std::string& name, bool up)
{
    const auto link = m_plan->FindLink(name);
    m_cuts.SetLinksUp(m_plan->GetLinks().at(link.value())->GetDevices(), up);
}

bool
Net8Network::HandlesUrgentData() const
{
    return std::ranges::any_of(m_plan->GetLinks(),
                               [](const auto& link) { return link->HandlesUrgentData(); });
}

uint64_t
Net8Network::GetCutFrames() const
{
    return m_cuts.GetFrames();
}

void
Net8Network::EnablePcap(const std::string& prefix)
{
    const auto rank = GetClient(0)->GetSystemId();
    const auto elsewhere = [rank](const auto& host) { return host->GetSystemId() != rank; };
    if (std::any_of(m_clients.Begin(), m_clients.End(), elsewhere))
    {
        throw std::invalid_argument("Client hosts are on several ranks, which cannot write one "
                                    "capture; leave the captures or the partition out.");
    }
    m_capture.Begin();
    if (Net8Partition::IsHere(GetServer()))
    {
        m_capture.Write(NodeContainer(GetServer()), prefix + "-server.pcap");
    }
    if (Net8Partition::IsHere(GetClient(0)))
    {
        m_capture.Write(m_clients, prefix + "-client.pcap");
    }
}

void
Net8Network::UseStages()
{
    if (!m_transport->IsTcp() && !m_plan->GetLinks().empty())
    {
        throw std::invalid_argument("A network of sites with a Transport other than tcp cannot be "
                                    "computed: its routers are walked.");
    }
    if (std::ranges::max(m_ranks) > 0)
    {
        throw std::invalid_argument("A network that is cut for several ranks cannot be computed.");
    }
    NodeContainer switches;
    for (Vertex site = 0; site < m_places.size(); ++site)
    {
        if (m_plan->GetSites()[site]->IsRouted())
        {
            continue;
        }
        if (m_plan->GetSites()[site]->HasDiscipline())
        {
            throw std::invalid_argument("Site '" + m_plan->GetSites()[site]->GetName() +
                                        "' cannot be computed: it has a queue discipline.");
        }
        const auto* const lan = dynamic_cast<const Net8SwitchedSite*>(m_places[site].lan.get());
        if (!lan || m_plan->GetSites()[site]->IsRadio())
        {
            throw std::invalid_argument("Site '" + m_plan->GetSites()[site]->GetName() +
                                        "' cannot be computed: its hosts wait for each other.");
        }
        switches.Add(lan->GetSwitch());
    }
    NodeContainer routers;
    for (const auto& router : m_routers)
    {
        if (router)
        {
            routers.Add(router);
        }
    }
    std::map<Ptr<NetDevice>, Net8StageLine::Model> models;
    for (const auto& link : m_plan->GetLinks())
    {
        models[link->GetDevices().Get(0)] = link->Compute(true);
        models[link->GetDevices().Get(1)] = link->Compute(false);
    }
    m_stages.TakeOver(switches, routers, [&models](const auto& device) {
        return models.at(device);
    });
}

int64_t
Net8Network::GetLinkStream(int64_t stream, uint32_t link) const
{
    const auto own = StreamOf(StreamOf(stream, "link"), m_plan->GetLinks()[link]->GetName());
    return StreamOf(own, uint64_t{0});
}

int64_t
Net8Network::GetSiteStream(int64_t stream, Vertex site, const std::string& part) const
{
    const auto own = StreamOf(StreamOf(stream, "site"), m_plan->GetSites()[site]->GetName());
    return StreamOf(own, part);
}

int64_t
Net8Network::AssignStreams(int64_t stream)
{
    int64_t used = 0;
    for (uint32_t link = 0; link < m_plan->GetLinks().size(); ++link)
    {
        used += m_plan->GetLinks()[link]->AssignStreams(GetLinkStream(stream, link));
    }
    for (Vertex site = 0; site < m_places.size(); ++site)
    {
        if (const auto& lan = m_places[site].lan)
        {
            used += lan->AssignStreams(GetSiteStream(stream, site, "lan"));
        }
        used += m_plan->GetSites()[site]->AssignStreams(
            [this, stream, site](const auto& part) { return GetSiteStream(stream, site, part); });
    }
    return used + m_stacks->AssignStreams(StreamOf(stream, "stacks"));
}

} // namespace ns3::net8
