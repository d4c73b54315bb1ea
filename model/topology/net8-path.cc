// SPDX-License-Identifier: GPL-2.0-only
#include "net8-path.h"

#include "net8-segment-site.h"
#include "net8-switched-site.h"

#include "ns3/channel.h"
#include "ns3/enum.h"
#include "ns3/net8-partition.h"
#include "ns3/net8-stream-name.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8Path);

namespace
{

/// Number of the gateway, or of a LAN's server, in the clients' subnet.
constexpr uint32_t FIRST_HOST = 1;
/// Number of the first client host in the clients' subnet.
constexpr uint32_t FIRST_CLIENT = 11;
/// Most hosts that fit into the clients' subnet.
constexpr uint32_t MAX_CLIENTS = 32000;

constexpr auto HOST_QUEUE = Net8PathQueues::HOST_QUEUE; ///< Queue of a host.
constexpr auto PORT_QUEUE = Net8PathQueues::PORT_QUEUE; ///< Queue of a port.

} // namespace

TypeId
Net8Path::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8Path")
            .SetParent<Net8Topology>()
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
      m_stacks(CreateObject<Net8PathStacks>()),
      m_lastHop(CreateObject<Net8LastHop>()),
      m_transport(CreateObject<Net8PathTransport>())
{
}

Net8Path::~Net8Path() = default;

void
Net8Path::DoDispose()
{
    m_capture.End();
    m_clients = NodeContainer();
    m_server = nullptr;
    m_site.reset();
    m_chain.reset();
    m_stages.Clear();
    m_queues->Dispose();
    m_losses->Dispose();
    m_conditions->Dispose();
    m_stacks->Dispose();
    m_lastHop->Dispose();
    m_transport->Dispose();
    Net8Topology::DoDispose();
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
    if (HasConditions() && (m_hops > 1 || !m_transport->IsTcp()))
    {
        throw std::invalid_argument(
            "Jitter, bursts, duplicates, reordering, slots, firewalls and "
            "UrgentData are those of one WAN link under TCP; use Hops = 1 and "
            "Transport tcp, or sites and links.");
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
Net8Path::SetRanks(uint32_t clientSide, uint32_t serverSide)
{
    m_clientRank = clientSide;
    m_serverRank = serverSide;
}

void
Net8Path::Build(uint32_t nClientHosts)
{
    NS_ABORT_MSG_IF(m_server, "Net8Path::Build may be called once");
    if (nClientHosts < 1 || nClientHosts > MAX_CLIENTS)
    {
        throw std::invalid_argument("A path has 1 to " + std::to_string(MAX_CLIENTS) +
                                    " client hosts, not " + std::to_string(nClientHosts) + ".");
    }
    Check();
    CheckRanks();
    BuildNodes(nClientHosts);
    switch (m_kind)
    {
    case Kind::LAN:
        BuildLan();
        break;
    case Kind::SEGMENT:
        BuildSegment();
        break;
    case Kind::WAN:
        BuildWan();
        break;
    }
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

void
Net8Path::BuildNodes(uint32_t nClientHosts)
{
    m_clients.Create(nClientHosts, m_clientRank);
    m_server = CreateObject<Node>(m_serverRank);
    m_nextHost = FIRST_CLIENT + nClientHosts;
    if (m_kind == Kind::WAN)
    {
        m_chain = std::make_unique<Net8RouterChain>(m_hops, m_clientRank, m_serverRank);
    }
    for (uint32_t i = 0; i < m_clients.GetN(); ++i)
    {
        m_stacks->Install(m_clients.Get(i), m_stacks->GetClients(), "client");
        TellHost();
    }
    m_stacks->Install(m_server, m_stacks->GetServers(), "server");
    for (uint32_t i = 0; m_chain && i < m_chain->GetRouters().GetN(); ++i)
    {
        m_stacks->Install(m_chain->GetRouters().Get(i), m_stacks->GetNetwork(), "router");
    }
}

void
Net8Path::AttachClients(const std::function<void(const Ptr<NetDevice>&)>& linked)
{
    for (uint32_t i = 0; i < m_clients.GetN(); ++i)
    {
        const auto host = m_clients.Get(i);
        linked(AttachToSite(host, FIRST_CLIENT + i, Direction::TO_SERVER, HOST_QUEUE));
        TellHost();
    }
}

void
Net8Path::BuildLan()
{
    auto site = std::make_unique<Net8SwitchedSite>(GetLanLink(), m_queues, true, 0);
    auto& lan = *site;
    m_site = std::move(site);
    auto server = AttachToSite(m_server, FIRST_HOST, Direction::TO_CLIENT, HOST_QUEUE);
    AttachClients([this](const auto& device) { m_lastHop->Apply(device); });
    using Header = Net8LossModel::LinkHeader;
    m_losses->Install(Direction::TO_SERVER, server, Header::ETHERNET, true);
    m_losses->Install(Direction::TO_CLIENT, lan.GetFirstPort(), Header::ETHERNET, false);
}

void
Net8Path::BuildSegment()
{
    m_site = std::make_unique<Net8SegmentSite>(GetLanLink(), m_queues);
    using Header = Net8LossModel::LinkHeader;
    auto server = AttachToSite(m_server, FIRST_HOST, Direction::TO_CLIENT, HOST_QUEUE);
    m_losses->Install(Direction::TO_SERVER, server, Header::ETHERNET, true);
    AttachClients([this](const auto& device) {
        m_losses->Install(Direction::TO_CLIENT, device, Header::ETHERNET, true);
    });
}

void
Net8Path::BuildWan()
{
    m_site = std::make_unique<Net8SwitchedSite>(GetLanLink(), m_queues, false, m_clientRank);
    auto gateway = AttachToSite(m_chain->GetNear(), FIRST_HOST, Direction::TO_CLIENT, PORT_QUEUE);
    m_transport->AttachRouter(gateway, true);
    AttachClients([this, &gateway](const auto& device) {
        m_lastHop->Apply(device);
        m_transport->Install(device, gateway);
    });
    for (uint32_t i = 0; i < m_clients.GetN(); ++i)
    {
        auto device = Net8PathAddressing::GetHostDevice(m_clients.Get(i));
        Net8PathAddressing::RouteDefault(device, gateway);
    }
    AttachToRouter(m_server, Direction::TO_SERVER, 0);
    if (HasConditions())
    {
        using Way = Net8LinkConditions::Direction;
        const auto lossy = m_losses->GetDirection();
        m_conditions->Begin(m_delay,
                            m_delay,
                            lossy == Direction::BOTH        ? Way::BOTH
                            : lossy == Direction::TO_SERVER ? Way::UP
                                                            : Way::DOWN);
    }
    m_chain->Connect({.rate = m_rate,
                      .delay = m_delay,
                      .mtu = m_mtu,
                      .anyProtocol = !m_transport->IsTcp(),
                      .conditions = HasConditions() ? m_conditions : nullptr},
                     *m_queues,
                     *m_losses);
    m_transport->ConnectRouters(m_chain->GetDevices());
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

EthernetLink
Net8Path::GetLanLink() const
{
    return {.rate = m_lanRate, .delay = m_lanDelay, .mtu = m_mtu};
}

Ptr<NetDevice>
Net8Path::AttachToSite(const Ptr<Node>& node,
                       uint32_t number,
                       Direction direction,
                       const std::string& queue)
{
    auto device = m_site->Attach(node, direction, queue);
    Net8PathAddressing::Assign(device, Side::CLIENT, 0, number);
    if (IsOneLan())
    {
        m_transport->Install(device);
        m_queues->InstallDiscipline(device, direction, m_lanRate, m_lanDelay);
    }
    return device;
}

void
Net8Path::AttachToRouter(const Ptr<Node>& host, Direction side, uint32_t subnet)
{
    const bool clientSide = side == Direction::TO_CLIENT;
    const auto where = clientSide ? Side::CLIENT : Side::SERVER;
    auto router = clientSide ? m_chain->GetNear() : m_chain->GetFar();
    auto link = Net8Site::Link(GetLanLink(), host, router, HOST_QUEUE, PORT_QUEUE);
    Net8PathAddressing::Assign(link.Get(0), where, subnet, FIRST_CLIENT);
    Net8PathAddressing::Assign(link.Get(1), where, subnet, FIRST_HOST);
    Net8PathAddressing::RouteDefault(link.Get(0), link.Get(1));
    m_transport->AttachRouter(link.Get(1), clientSide);
    m_transport->Install(link.Get(0), link.Get(1));
    m_queues->CountDrops(link.Get(0), Reverse(side));
    m_queues->CountDrops(link.Get(1), side);
}

// Further hosts

Ptr<Node>
Net8Path::MakeHost(IpVersion ip, Direction side, const std::string& role)
{
    auto host = CreateObject<Node>(side == Direction::TO_CLIENT ? m_clientRank : m_serverRank);
    m_stacks->Install(host, ip, role);
    return host;
}

Ptr<Node>
Net8Path::AddHost(Direction side)
{
    NS_ABORT_MSG_UNLESS(m_server, "Net8Path::Build comes before AddHost");
    NS_ABORT_MSG_IF(side == Direction::BOTH, "A host is on one side of the path");
    const bool clientSide = side == Direction::TO_CLIENT;
    if (IsOneLan() && !clientSide)
    {
        return m_server;
    }
    auto host = MakeHost(m_stacks->GetNetwork(), side, clientSide ? "near" : "far");
    Join(host, side);
    return host;
}

void
Net8Path::Join(const Ptr<Node>& host, Direction side)
{
    if (IsOneLan())
    {
        AttachToSite(host, m_nextHost++, Reverse(side), HOST_QUEUE);
        return;
    }
    if (m_nextSubnet > 127)
    {
        throw std::invalid_argument(
            "A WAN path takes at most 127 hosts beside clients and server.");
    }
    AttachToRouter(host, side, m_nextSubnet++);
}

Ptr<Node>
Net8Path::AddServer(Time delay)
{
    NS_ABORT_MSG_UNLESS(m_server, "Net8Path::Build comes before AddServer");
    if (m_kind == Kind::SEGMENT && !delay.IsZero())
    {
        throw std::invalid_argument("On a shared segment all hosts are equally far away; leave the "
                                    "delay of the instance out.");
    }
    auto host = MakeHost(m_stacks->GetServers(), Direction::TO_SERVER, "server");
    Join(host, Direction::TO_SERVER);
    if (!delay.IsZero())
    {
        auto channel = Net8PathAddressing::GetHostDevice(host)->GetChannel();
        channel->SetAttribute("Delay", TimeValue(m_lanDelay + delay));
    }
    return host;
}

Ptr<Node>
Net8Path::PlaceServer(const std::string& site, Time delay)
{
    RefuseSite(site);
    if (m_serverPlaced)
    {
        return AddServer(delay);
    }
    if (!delay.IsZero())
    {
        throw std::invalid_argument("The first instance is on the server of the path, so its delay "
                                    "is that of the path; leave its own out.");
    }
    m_serverPlaced = true;
    return m_server;
}

Net8Path::Traffic
Net8Path::PlaceTraffic(const std::string& near, const std::string& far)
{
    RefuseSite(near);
    RefuseSite(far);
    auto client = AddHost(Direction::TO_CLIENT);
    return {.near = client, .far = AddHost(Direction::TO_SERVER)};
}

// What was built

Ptr<Node>
Net8Path::GetClient(uint32_t i) const
{
    return m_clients.Get(i);
}

uint32_t
Net8Path::GetNClients() const
{
    return m_clients.GetN();
}

Ptr<Node>
Net8Path::GetServer() const
{
    return m_server;
}

uint32_t
Net8Path::GetMtu() const
{
    return m_mtu;
}

TypeId
Net8Path::GetSocketFactory() const
{
    return m_transport->GetSocketFactory();
}

bool
Net8Path::IsIpv6() const
{
    return m_stacks->GetNetwork() == IpVersion::V6;
}

Time
Net8Path::GetPropagationDelay() const
{
    const auto wan = m_kind == Kind::WAN ? m_delay : Time(0);
    return m_lanDelay * (m_kind == Kind::WAN ? 3 : m_kind == Kind::LAN ? 2 : 1) + wan;
}

std::vector<WatchedLink>
Net8Path::GetLinks() const
{
    std::vector<WatchedLink> links;
    const auto devices = m_chain ? m_chain->GetDevices() : NetDeviceContainer();
    for (uint32_t i = 0; i + 1 < devices.GetN(); i += 2)
    {
        const auto number = devices.GetN() > 2 ? std::to_string(i / 2 + 1) : "";
        links.push_back(
            {.name = "wan" + number, .first = devices.Get(i), .second = devices.Get(i + 1)});
    }
    return links;
}

Net8StageLine*
Net8Path::FindLine(const Ptr<NetDevice>& device) const
{
    return m_stages.FindLine(device);
}

Net8Path::Drops
Net8Path::GetDrops() const
{
    Drops drops;
    m_queues->AddDrops(drops);
    m_losses->AddDrops(drops);
    drops.lossToServer += m_conditions->GetLost(true);
    drops.lossToClient += m_conditions->GetLost(false);
    m_lastHop->AddDrops(drops);
    return drops;
}

void
Net8Path::AddCounters(std::map<std::string, uint64_t>& out) const
{
    m_losses->AddCounters(out);
    if (HasConditions())
    {
        m_conditions->AddCounters("wan", out);
    }
}

void
Net8Path::UseStages()
{
    const auto refuse = [](const std::string& why) {
        throw std::invalid_argument("The network cannot be computed as stages: " + why + ".");
    };
    if (m_kind == Kind::SEGMENT)
    {
        refuse("hosts of a shared segment wait for each other");
    }
    if (m_lastHop->IsRadio())
    {
        refuse("hosts on a radio wait for each other");
    }
    if (HasConditions())
    {
        refuse("the WAN link decides on each packet");
    }
    if (m_queues->HasDiscipline())
    {
        refuse("QueueDisc decides while packets wait");
    }
    if (m_chain && !m_transport->IsTcp())
    {
        refuse("routers of IPX and DECnet are walked");
    }
    if (m_clientRank != m_serverRank)
    {
        refuse("it is cut for several ranks");
    }
    const auto port = dynamic_cast<Net8SwitchedSite&>(*m_site).GetFirstPort();
    m_stages.TakeOver(NodeContainer(port->GetNode()),
                      m_chain ? m_chain->GetRouters() : NodeContainer(),
                      &Net8Stages::DescribePlain);
}

// While it runs

void
Net8Path::SetHostUp(Ptr<Node> host, bool up)
{
    m_cuts.SetHostUp(host, up);
}

bool
Net8Path::HasLink(const std::string& name) const
{
    return name.empty();
}

void
Net8Path::SetLinkUp(const std::string&, bool up)
{
    if (IsOneLan())
    {
        m_cuts.SetHostUp(m_server, up);
    }
    else
    {
        m_cuts.SetLinksUp(m_chain->GetDevices(), up);
    }
}

bool
Net8Path::HandlesUrgentData() const
{
    return m_kind == Kind::WAN && m_conditions->HandlesUrgentData();
}

uint64_t
Net8Path::GetCutFrames() const
{
    return m_cuts.GetFrames();
}

void
Net8Path::EnablePcap(const std::string& prefix)
{
    NS_ABORT_MSG_UNLESS(m_server, "Net8Path::Build comes before EnablePcap");
    m_capture.Begin();
    if (Net8Partition::IsHere(m_server))
    {
        m_capture.Write(NodeContainer(m_server), prefix + "-server.pcap");
    }
    if (Net8Partition::IsHere(m_clients.Get(0)))
    {
        m_capture.Write(m_clients, prefix + "-client.pcap");
    }
}

void
Net8Path::AddLossDraws(std::vector<LossDraws>& out) const
{
    m_losses->AddLossDraws(out);
}

int64_t
Net8Path::AssignStreams(int64_t stream)
{
    return m_losses->AssignStreams(StreamOf(stream, "losses")) +
           m_conditions->AssignStreams(StreamOf(stream, "conditions")) +
           m_queues->AssignStreams(StreamOf(stream, "queues")) +
           m_site->AssignStreams(StreamOf(stream, "site")) +
           m_stacks->AssignStreams(StreamOf(stream, "stacks")) +
           m_lastHop->AssignStreams(StreamOf(stream, "last_hop"));
}

} // namespace ns3::net8
