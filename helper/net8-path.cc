// SPDX-License-Identifier: GPL-2.0-only
#include "net8-path.h"

#include "net8-ethernet-helper.h"
#include "net8-partition.h"

#include "ns3/boolean.h"
#include "ns3/bridge-net-device.h"
#include "ns3/config.h"
#include "ns3/csma-helper.h"
#include "ns3/csma-net-device.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/global-value.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/mac48-address.h"
#include "ns3/net8-ethernet-net-device.h"
#include "ns3/net8-ip-version.h"
#include "ns3/net8-radio.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/queue.h"
#include "ns3/red-queue-disc.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/trace-helper.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <sstream>
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
/// Most hosts that fit the clients' subnet.
constexpr uint32_t MAX_CLIENTS = 32000;
/// Largest IP packet that fits ns-3's MPI messages of 2000 bytes with what ns-3 adds to it.
constexpr uint32_t MAX_REMOTE_MTU = 1500;
/// Largest packet of a frame of 802.11: 2304 bytes less 8 of LLC and SNAP.
constexpr uint32_t MAX_RADIO_MTU = 2296;
/// Queue of a host's device, without limit: what TCP gave the host waits there and is not lost
/// (Linux: TCP small queues, and tcp_write_xmit tries again what a full queue refused).
constexpr auto HOST_QUEUE = "4294967295p";
/// Queue of a port of a router or switch that is not the bottleneck.
constexpr auto PORT_QUEUE = "1000p";

using Side = Net8PathAddressing::Side;

/**
 * @param size a queue size
 * @return the size in ns-3's notation
 */
std::string
ToString(const QueueSize& size)
{
    std::ostringstream text;
    text << size;
    return text.str();
}

/**
 * @param discipline a discipline other than NONE
 * @return the TypeId of the queue disc
 */
std::string
GetDiscName(Net8Path::QueueDiscipline discipline)
{
    switch (discipline)
    {
    case Net8Path::QueueDiscipline::RED:
        return "ns3::RedQueueDisc";
    case Net8Path::QueueDiscipline::CODEL:
        return "ns3::CoDelQueueDisc";
    case Net8Path::QueueDiscipline::FQ_CODEL:
        return "ns3::FqCoDelQueueDisc";
    default:
        return "ns3::FifoQueueDisc";
    }
}

/**
 * @return checker of the IP versions of hosts
 */
Ptr<const AttributeChecker>
MakeHostIpChecker()
{
    using HostIp = Net8Path::HostIp;
    return MakeEnumChecker(HostIp::DEFAULT,
                           "default",
                           HostIp::V4,
                           "v4",
                           HostIp::V6,
                           "v6",
                           HostIp::DUAL,
                           "dual");
}

} // namespace

TypeId
Net8Path::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8Path")
            .SetParent<Object>()
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
            .AddAttribute(
                "Ip",
                "IP versions of the network, and of hosts where nothing else is said.",
                EnumValue(IpVersion::V4),
                MakeEnumAccessor<IpVersion>(&Net8Path::m_ip),
                MakeEnumChecker(IpVersion::V4, "v4", IpVersion::V6, "v6", IpVersion::DUAL, "dual"))
            .AddAttribute("ClientIp",
                          "IP versions of the client hosts; default: those of the network.",
                          EnumValue(HostIp::DEFAULT),
                          MakeEnumAccessor<HostIp>(&Net8Path::m_clientIp),
                          MakeHostIpChecker())
            .AddAttribute("ServerIp",
                          "IP versions of the server hosts; default: those of the network.",
                          EnumValue(HostIp::DEFAULT),
                          MakeEnumAccessor<HostIp>(&Net8Path::m_serverIp),
                          MakeHostIpChecker())
            .AddAttribute("LossRate",
                          "Probability that a TCP or UDP packet is lost, per direction.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Net8Path::m_lossRate),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("LossDirection",
                          "The direction in which LossRate counts.",
                          EnumValue(Direction::BOTH),
                          MakeEnumAccessor<Direction>(&Net8Path::m_lossDirection),
                          MakeEnumChecker(Direction::BOTH,
                                          "both",
                                          Direction::TO_CLIENT,
                                          "to_client",
                                          Direction::TO_SERVER,
                                          "to_server"))
            .AddAttribute("LossList",
                          "Numbers of the TCP and UDP packets towards the clients that are lost, "
                          "counted from 0, such as \"3,17,40\".",
                          StringValue(""),
                          MakeStringAccessor(&Net8Path::m_lossList),
                          MakeStringChecker())
            .AddAttribute(
                "LastHop",
                "Client hosts are linked by Ethernet, or by one shared channel of 802.11g.",
                EnumValue(LastHop::ETHERNET),
                MakeEnumAccessor<LastHop>(&Net8Path::m_lastHop),
                MakeEnumChecker(LastHop::ETHERNET, "ethernet", LastHop::RADIO, "radio"))
            .AddAttribute("RadioRates",
                          "Rates of 802.11g between which the radio changes.",
                          StringValue("54Mbps"),
                          MakeStringAccessor(&Net8Path::m_radioRates),
                          MakeStringChecker())
            .AddAttribute("RadioDwellTime",
                          "Mean time until the rate of the radio is drawn anew.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&Net8Path::m_radioDwellTime),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("RadioFrameLoss",
                          "Probability that a transmission by radio is lost and repeated.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&Net8Path::m_radioFrameLoss),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("RadioAttempts",
                          "Transmissions by radio before a frame is given up.",
                          UintegerValue(7),
                          MakeUintegerAccessor(&Net8Path::m_radioAttempts),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute("QueueSize",
                          "Room in the queue of the bottleneck, packets or bytes: of each WAN "
                          "device, of each switch port of a LAN, of a queue discipline.",
                          QueueSizeValue(QueueSize("100p")),
                          MakeQueueSizeAccessor(&Net8Path::m_queueSize),
                          MakeQueueSizeChecker())
            .AddAttribute("QueueDisc",
                          "Queue discipline of the bottleneck.",
                          EnumValue(QueueDiscipline::NONE),
                          MakeEnumAccessor<QueueDiscipline>(&Net8Path::m_queueDisc),
                          MakeEnumChecker(QueueDiscipline::NONE,
                                          "none",
                                          QueueDiscipline::PFIFO,
                                          "pfifo",
                                          QueueDiscipline::RED,
                                          "red",
                                          QueueDiscipline::CODEL,
                                          "codel",
                                          QueueDiscipline::FQ_CODEL,
                                          "fq_codel"))
            .AddAttribute("TcpDemux",
                          "How a host finds the connection of a TCP packet; no result depends on "
                          "it.",
                          EnumValue(TcpDemux::HASHED),
                          MakeEnumAccessor<TcpDemux>(&Net8Path::m_tcpDemux),
                          MakeEnumChecker(TcpDemux::HASHED, "hashed", TcpDemux::STOCK, "stock"));
    return tid;
}

Net8Path::Net8Path()
    : m_drops(std::make_shared<Drops>())
{
}

Net8Path::~Net8Path() = default;

void
Net8Path::DoDispose()
{
    if (m_checksums)
    {
        GlobalValue::Bind("ChecksumEnabled", BooleanValue(false));
        m_checksums = false;
    }
    m_clients = NodeContainer();
    m_routers = NodeContainer();
    m_nodes = NodeContainer();
    m_segment = NetDeviceContainer();
    m_server = nullptr;
    m_switch = nullptr;
    m_bridge = nullptr;
    m_gateway = nullptr;
    m_radio = nullptr;
    m_lossToClient.clear();
    m_lossToServer.clear();
    m_discs.clear();
    Object::DoDispose();
}

// Building

void
Net8Path::Check() const
{
    for (const auto ip : {Choose(m_clientIp), Choose(m_serverIp)})
    {
        if (m_ip != IpVersion::DUAL && ip != m_ip)
        {
            throw std::invalid_argument(
                "ClientIp and ServerIp may ask for what Ip gives; for hosts "
                "of different IP versions, Ip is dual.");
        }
    }
    if (m_ip != IpVersion::V4 && m_mtu < 1280)
    {
        throw std::invalid_argument("Mtu " + std::to_string(m_mtu) +
                                    " is too small for IPv6, which needs 1280 bytes or more.");
    }
    if (m_queueSize.GetValue() == 0)
    {
        throw std::invalid_argument("QueueSize " + ToString(m_queueSize) +
                                    " leaves no room for a packet; use 1p or more.");
    }
    if (m_queueSize.GetUnit() == QueueSizeUnit::BYTES &&
        m_queueSize.GetValue() < m_mtu + Net8EthernetNetDevice::HEADER)
    {
        throw std::invalid_argument("QueueSize " + ToString(m_queueSize) +
                                    " is smaller than one frame of Mtu " + std::to_string(m_mtu) +
                                    "; use bytes for at least one frame, or packets.");
    }
    if (m_queueDisc == QueueDiscipline::FQ_CODEL && m_queueSize.GetUnit() == QueueSizeUnit::BYTES)
    {
        throw std::invalid_argument("QueueSize " + ToString(m_queueSize) +
                                    " is in bytes, but fq_codel counts packets, such as 1000p.");
    }
    Net8LossModel::ParseList(m_lossList);
    if (m_lastHop == LastHop::RADIO && m_kind == Kind::SEGMENT)
    {
        throw std::invalid_argument("The hosts of a shared segment are on its bus; a LastHop of "
                                    "radio needs the Kind lan or wan.");
    }
    if (m_lastHop == LastHop::RADIO && m_mtu > MAX_RADIO_MTU)
    {
        throw std::invalid_argument("Mtu " + std::to_string(m_mtu) +
                                    " does not fit a frame of 802.11; use at most " +
                                    std::to_string(MAX_RADIO_MTU) + " bytes with a radio.");
    }
    Net8Radio::ParseRates(m_radioRates);
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
    if (m_delay < NanoSeconds(m_hops))
    {
        throw std::invalid_argument("A partition needs a Delay of 1ns or more on each WAN link.");
    }
    if (m_mtu > MAX_REMOTE_MTU)
    {
        throw std::invalid_argument("Mtu " + std::to_string(m_mtu) +
                                    " is too large for a partition; ns-3's MPI messages take " +
                                    std::to_string(MAX_REMOTE_MTU) + " bytes or less.");
    }
}

void
Net8Path::SetRanks(uint32_t clientSide, uint32_t serverSide)
{
    m_clientRank = clientSide;
    m_serverRank = serverSide;
}

void
Net8Path::SetOnHost(std::function<void()> onHost)
{
    m_onHost = std::move(onHost);
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
    m_clients.Create(nClientHosts, m_clientRank);
    m_server = CreateObject<Node>(m_serverRank);
    m_nodes.Add(m_clients);
    m_nodes.Add(m_server);
    m_nextHost = FIRST_CLIENT + nClientHosts;
    if (m_kind == Kind::WAN)
    {
        const uint32_t near = (m_hops + 1) / 2;
        m_routers.Create(near, m_clientRank);
        m_routers.Create(m_hops + 1 - near, m_serverRank);
        m_nodes.Add(m_routers);
    }
    for (uint32_t i = 0; i < m_clients.GetN(); ++i)
    {
        InstallStack(m_clients.Get(i), Choose(m_clientIp));
        m_onHost();
    }
    InstallStack(m_server, Choose(m_serverIp));
    for (uint32_t i = 0; i < m_routers.GetN(); ++i)
    {
        InstallStack(m_routers.Get(i), m_ip);
    }
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
Net8Path::AttachClients()
{
    if (m_lastHop == LastHop::RADIO)
    {
        m_radio = CreateObject<Net8Radio>();
        m_radio->SetAttribute("Rates", StringValue(m_radioRates));
        m_radio->SetAttribute("DwellTime", TimeValue(m_radioDwellTime));
        m_radio->SetAttribute("FrameLoss", DoubleValue(m_radioFrameLoss));
        m_radio->SetAttribute("Attempts", UintegerValue(m_radioAttempts));
    }
    for (uint32_t i = 0; i < m_clients.GetN(); ++i)
    {
        auto device =
            AttachToLan(m_clients.Get(i), FIRST_CLIENT + i, Direction::TO_SERVER, HOST_QUEUE);
        if (m_radio)
        {
            PutOnAir(device);
        }
        m_onHost();
    }
}

void
Net8Path::PutOnAir(Ptr<NetDevice> device)
{
    auto link = device->GetChannel();
    for (std::size_t i = 0; i < link->GetNDevices(); ++i)
    {
        auto end = DynamicCast<Net8EthernetNetDevice>(link->GetDevice(i));
        end->SetRadio(m_radio);
        const bool toServer = end == device;
        Callback<void, Ptr<const Packet>> sink([drops = m_drops, toServer](Ptr<const Packet>) {
            ++(toServer ? drops->lossToServer : drops->lossToClient);
        });
        end->TraceConnectWithoutContext("PhyTxDrop", sink);
    }
}

void
Net8Path::BuildLan()
{
    m_switch = CreateObject<Node>();
    m_bridge = Net8EthernetHelper::MakeSwitch(m_switch, NetDeviceContainer());
    auto server = AttachToLan(m_server, FIRST_HOST, Direction::TO_CLIENT, HOST_QUEUE);
    AttachClients();
    InstallLoss(Direction::TO_SERVER, server, true);
    InstallLoss(Direction::TO_CLIENT, m_switch->GetDevice(1), false);
}

void
Net8Path::BuildSegment()
{
    auto server = AttachToLan(m_server, FIRST_HOST, Direction::TO_CLIENT, HOST_QUEUE);
    InstallLoss(Direction::TO_SERVER, server, true);
    for (uint32_t i = 0; i < m_clients.GetN(); ++i)
    {
        auto client =
            AttachToLan(m_clients.Get(i), FIRST_CLIENT + i, Direction::TO_SERVER, HOST_QUEUE);
        InstallLoss(Direction::TO_CLIENT, client, true);
        m_onHost();
    }
}

void
Net8Path::BuildWan()
{
    m_switch = CreateObject<Node>(m_clientRank);
    m_bridge = Net8EthernetHelper::MakeSwitch(m_switch, NetDeviceContainer());
    m_gateway = AttachToLan(m_routers.Get(0), FIRST_HOST, Direction::TO_CLIENT, PORT_QUEUE);
    AttachClients();
    for (uint32_t i = 0; i < m_clients.GetN(); ++i)
    {
        Net8PathAddressing::RouteDefault(Net8PathAddressing::GetHostDevice(m_clients.Get(i)),
                                         m_gateway);
    }
    auto link = Link(m_server, m_routers.Get(m_hops), false, HOST_QUEUE, PORT_QUEUE);
    Net8PathAddressing::Assign(link.Get(0), Side::SERVER, 0, FIRST_CLIENT);
    Net8PathAddressing::Assign(link.Get(1), Side::SERVER, 0, FIRST_HOST);
    Net8PathAddressing::RouteDefault(link.Get(0), link.Get(1));
    CountDrops(link.Get(0), Direction::TO_CLIENT);
    CountDrops(link.Get(1), Direction::TO_SERVER);
    BuildHops();
}

void
Net8Path::BuildHops()
{
    PointToPointHelper helper;
    helper.SetDeviceAttribute("DataRate", DataRateValue(m_rate));
    helper.SetDeviceAttribute("Mtu", UintegerValue(m_mtu));
    helper.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue(GetDeviceQueueSize()));
    if (m_queueDisc == QueueDiscipline::NONE)
    {
        helper.DisableFlowControl();
    }
    // Nanoseconds that do not divide go to the first links, so that the sum is exact.
    const int64_t share = m_delay.GetNanoSeconds() / m_hops;
    const int64_t rest = m_delay.GetNanoSeconds() % m_hops;
    for (uint32_t i = 0; i < m_hops; ++i)
    {
        helper.SetChannelAttribute("Delay", TimeValue(NanoSeconds(share + (i < rest ? 1 : 0))));
        auto link = helper.Install(m_routers.Get(i), m_routers.Get(i + 1));
        auto near = link.Get(0);
        auto far = link.Get(1);
        Net8PathAddressing::Assign(near, Side::CORE, i + 1, 1);
        Net8PathAddressing::Assign(far, Side::CORE, i + 1, 2);
        Net8PathAddressing::RouteSide(Side::SERVER, near, far);
        Net8PathAddressing::RouteSide(Side::CLIENT, far, near);
        m_longLink.Add(link);
        InstallDisc(near, Direction::TO_SERVER);
        InstallDisc(far, Direction::TO_CLIENT);
        CountDrops(near, Direction::TO_SERVER);
        CountDrops(far, Direction::TO_CLIENT);
        if (i == 0)
        {
            InstallLoss(Direction::TO_CLIENT, near, false);
        }
        if (i + 1 == m_hops)
        {
            InstallLoss(Direction::TO_SERVER, far, false);
        }
    }
}

Net8Path::IpVersion
Net8Path::Choose(HostIp host) const
{
    switch (host)
    {
    case HostIp::V4:
        return IpVersion::V4;
    case HostIp::V6:
        return IpVersion::V6;
    case HostIp::DUAL:
        return IpVersion::DUAL;
    case HostIp::DEFAULT:
        break;
    }
    return m_ip;
}

bool
Net8Path::IsOneLan() const
{
    return m_kind != Kind::WAN;
}

Ptr<NetDevice>
Net8Path::AttachToLan(Ptr<Node> node,
                      uint32_t number,
                      Direction direction,
                      const std::string& queue)
{
    Ptr<NetDevice> device;
    if (m_kind == Kind::SEGMENT)
    {
        CsmaHelper helper;
        helper.SetChannelAttribute("DataRate", DataRateValue(m_lanRate));
        helper.SetChannelAttribute("Delay", TimeValue(m_lanDelay));
        helper.SetDeviceAttribute("Mtu", UintegerValue(m_mtu));
        const bool disc = m_queueDisc != QueueDiscipline::NONE;
        helper.SetQueue("ns3::DropTailQueue<Packet>",
                        "MaxSize",
                        StringValue(disc ? GetDeviceQueueSize() : queue));
        if (!disc)
        {
            helper.DisableFlowControl();
        }
        auto added =
            m_segment.GetN() == 0
                ? helper.Install(node)
                : helper.Install(node, DynamicCast<CsmaChannel>(m_segment.Get(0)->GetChannel()));
        device = added.Get(0);
        m_segment.Add(device);
    }
    else
    {
        const bool bottleneck = m_kind == Kind::LAN;
        const auto portQueue = bottleneck ? ToString(m_queueSize) : PORT_QUEUE;
        auto link = Link(node, m_switch, bottleneck, queue, portQueue);
        device = link.Get(0);
        DynamicCast<BridgeNetDevice>(m_bridge)->AddBridgePort(link.Get(1));
        CountDrops(link.Get(1),
                   direction == Direction::TO_CLIENT ? Direction::TO_SERVER : Direction::TO_CLIENT);
    }
    Net8PathAddressing::Assign(device, Side::CLIENT, 0, number);
    CountDrops(device, direction);
    if (IsOneLan())
    {
        InstallDisc(device, direction);
    }
    return device;
}

NetDeviceContainer
Net8Path::AttachToRouter(Ptr<Node> host, Ptr<Node> router, Side side, uint32_t subnet)
{
    auto link = Link(host, router, false, HOST_QUEUE, PORT_QUEUE);
    Net8PathAddressing::Assign(link.Get(0), side, subnet, FIRST_CLIENT);
    Net8PathAddressing::Assign(link.Get(1), side, subnet, FIRST_HOST);
    Net8PathAddressing::RouteDefault(link.Get(0), link.Get(1));
    return link;
}

NetDeviceContainer
Net8Path::Link(Ptr<Node> a,
               Ptr<Node> b,
               bool shaped,
               const std::string& nearQueue,
               const std::string& farQueue)
{
    const bool disc = shaped && m_queueDisc != QueueDiscipline::NONE;
    Net8EthernetHelper helper;
    helper.SetDeviceAttribute("DataRate", DataRateValue(m_lanRate));
    helper.SetDeviceAttribute("Mtu", UintegerValue(m_mtu));
    helper.SetChannelAttribute("Delay", TimeValue(m_lanDelay));
    helper.SetQueueSize(disc ? GetDeviceQueueSize() : nearQueue);
    helper.SetFlowControl(disc);
    auto link = helper.Install(a, b);
    PointerValue queue;
    link.Get(1)->GetAttribute("TxQueue", queue);
    queue.Get<Queue<Packet>>()->SetMaxSize(QueueSize(farQueue));
    return link;
}

void
Net8Path::InstallLoss(Direction direction, Ptr<NetDevice> device, bool addressed)
{
    const bool random =
        m_lossRate > 0 && (m_lossDirection == Direction::BOTH || m_lossDirection == direction);
    const bool listed = !m_lossList.empty() && direction == Direction::TO_CLIENT;
    if (!random && !listed)
    {
        return;
    }
    auto model = CreateObject<Net8LossModel>();
    model->SetAttribute("Rate", DoubleValue(random ? m_lossRate : 0));
    model->SetAttribute("LinkHeader",
                        EnumValue(m_kind == Kind::WAN ? Net8LossModel::LinkHeader::PPP
                                                      : Net8LossModel::LinkHeader::ETHERNET));
    if (addressed)
    {
        model->SetAttribute("OnlyTo",
                            Mac48AddressValue(Mac48Address::ConvertFrom(device->GetAddress())));
    }
    if (listed)
    {
        model->SetList(Net8LossModel::ParseList(m_lossList));
    }
    device->SetAttribute("ReceiveErrorModel", PointerValue(model));
    auto& models = direction == Direction::TO_CLIENT ? m_lossToClient : m_lossToServer;
    models.push_back(model);
}

// Queues

std::string
Net8Path::GetDeviceQueueSize() const
{
    return m_queueDisc == QueueDiscipline::NONE ? ToString(m_queueSize) : "1p";
}

void
Net8Path::CountDrops(Ptr<NetDevice> device, Direction direction)
{
    PointerValue queue;
    device->GetAttribute("TxQueue", queue);
    Callback<void, Ptr<const Packet>> sink([drops = m_drops, direction](Ptr<const Packet>) {
        ++(direction == Direction::TO_CLIENT ? drops->queueToClient : drops->queueToServer);
    });
    queue.Get<Queue<Packet>>()->TraceConnectWithoutContext("Drop", sink);
}

void
Net8Path::InstallDisc(Ptr<NetDevice> device, Direction direction)
{
    if (m_queueDisc == QueueDiscipline::NONE)
    {
        return;
    }
    TrafficControlHelper helper;
    const auto name = GetDiscName(m_queueDisc);
    if (m_queueDisc == QueueDiscipline::RED)
    {
        // Thresholds in the unit of the size, the upper three times the lower as Floyd advises.
        const auto lower = std::max(1.0, m_queueSize.GetValue() / 4.0);
        const bool wan = m_kind == Kind::WAN;
        helper.SetRootQueueDisc(name,
                                "MaxSize",
                                QueueSizeValue(m_queueSize),
                                "MinTh",
                                DoubleValue(lower),
                                "MaxTh",
                                DoubleValue(3 * lower),
                                "LinkBandwidth",
                                DataRateValue(wan ? m_rate : m_lanRate),
                                "LinkDelay",
                                TimeValue(wan ? m_delay / m_hops : m_lanDelay));
    }
    else
    {
        helper.SetRootQueueDisc(name, "MaxSize", QueueSizeValue(m_queueSize));
    }
    auto disc = helper.Install(device).Get(0);
    Callback<void, Ptr<const QueueDiscItem>> sink(
        [drops = m_drops, direction](Ptr<const QueueDiscItem>) {
            ++(direction == Direction::TO_CLIENT ? drops->queueToClient : drops->queueToServer);
        });
    disc->TraceConnectWithoutContext("Drop", sink);
    m_discs.push_back(disc);
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

Address
Net8Path::GetServerAddress(uint16_t port) const
{
    return GetHostAddress(m_server, port);
}

Address
Net8Path::GetHostAddress(Ptr<Node> host, uint16_t port) const
{
    return GetHostAddresses(host, port).front();
}

std::vector<Address>
Net8Path::GetHostAddresses(Ptr<Node> host, uint16_t port) const
{
    return Net8PathAddressing::GetSocketAddresses(host, port);
}

Address
Net8Path::GetAddressFor(Ptr<Node> from, Ptr<Node> to, uint16_t port) const
{
    const auto addresses = GetHostAddresses(to, port);
    const auto found = std::ranges::find_if(addresses, [&from](const Address& address) {
        return HasStackFor(from, address);
    });
    return found == addresses.end() ? addresses.front() : *found;
}

uint32_t
Net8Path::GetMtu() const
{
    return m_mtu;
}

bool
Net8Path::IsIpv6() const
{
    return m_ip == IpVersion::V6;
}

Time
Net8Path::GetPropagationDelay() const
{
    switch (m_kind)
    {
    case Kind::LAN:
        return m_lanDelay * 2;
    case Kind::SEGMENT:
        return m_lanDelay;
    case Kind::WAN:
        break;
    }
    return m_lanDelay * 3 + m_delay;
}

void
Net8Path::InstallStack(Ptr<Node> node, IpVersion ip) const
{
    Net8PathAddressing::InstallStack(node, ip, m_tcpDemux == TcpDemux::HASHED);
}

Ptr<Node>
Net8Path::MakeHost(IpVersion ip, Direction side)
{
    auto host = CreateObject<Node>(side == Direction::TO_CLIENT ? m_clientRank : m_serverRank);
    InstallStack(host, ip);
    m_nodes.Add(host);
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
    auto host = MakeHost(m_ip, side);
    Join(host, side);
    return host;
}

void
Net8Path::Join(Ptr<Node> host, Direction side)
{
    const bool clientSide = side == Direction::TO_CLIENT;
    const auto away = clientSide ? Direction::TO_SERVER : Direction::TO_CLIENT;
    if (IsOneLan())
    {
        AttachToLan(host, m_nextHost++, away, HOST_QUEUE);
        return;
    }
    if (m_nextSubnet > 127)
    {
        throw std::invalid_argument(
            "A WAN path takes at most 127 hosts beside clients and server.");
    }
    auto router = m_routers.Get(clientSide ? 0 : m_hops);
    auto link =
        AttachToRouter(host, router, clientSide ? Side::CLIENT : Side::SERVER, m_nextSubnet++);
    CountDrops(link.Get(0), away);
    CountDrops(link.Get(1), side);
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
    auto host = MakeHost(Choose(m_serverIp), Direction::TO_SERVER);
    Join(host, Direction::TO_SERVER);
    if (!delay.IsZero())
    {
        auto channel = Net8PathAddressing::GetHostDevice(host)->GetChannel();
        channel->SetAttribute("Delay", TimeValue(m_lanDelay + delay));
    }
    return host;
}

// Cuts

void
Net8Path::SetHostUp(Ptr<Node> host, bool up)
{
    auto device = Net8PathAddressing::GetHostDevice(host);
    Cut(device, !up);
    if (auto csma = DynamicCast<CsmaNetDevice>(device))
    {
        csma->SetSendEnable(up);
        return;
    }
    auto channel = device->GetChannel();
    Cut(channel->GetDevice(channel->GetDevice(0) == device ? 1 : 0), !up);
}

void
Net8Path::SetLinkUp(bool up)
{
    if (IsOneLan())
    {
        SetHostUp(m_server, up);
        return;
    }
    for (uint32_t i = 0; i < m_longLink.GetN(); ++i)
    {
        Cut(m_longLink.Get(i), !up);
    }
}

void
Net8Path::Cut(Ptr<NetDevice> device, bool cut)
{
    PointerValue before;
    device->GetAttribute("ReceiveErrorModel", before);
    auto model = before.Get<Net8CutModel>();
    if (!model)
    {
        model = CreateObject<Net8CutModel>();
        model->SetNext(before.Get<ErrorModel>());
        device->SetAttribute("ReceiveErrorModel", PointerValue(model));
        m_cuts.push_back(model);
    }
    model->Cut(cut);
}

uint64_t
Net8Path::GetCutFrames() const
{
    uint64_t lost = 0;
    for (const auto& model : m_cuts)
    {
        lost += model->GetLost();
    }
    return lost;
}

void
Net8Path::EnablePcap(const std::string& prefix)
{
    NS_ABORT_MSG_UNLESS(m_server, "Net8Path::Build comes before EnablePcap");
    GlobalValue::Bind("ChecksumEnabled", BooleanValue(true));
    m_checksums = true;
    // ns-3's CSMA frames end in an FCS that captures do not have.
    const uint32_t fcs = m_kind == Kind::SEGMENT ? 4 : 0;
    const auto capture = [fcs](const NodeContainer& hosts, const std::string& name) {
        auto file = PcapHelper().CreateFile(name, std::ios::out, PcapHelper::DLT_EN10MB);
        Callback<void, Ptr<const Packet>> sink([file, fcs, name](Ptr<const Packet> frame) {
            // ns-3 aborts when it writes to a file that has failed.
            if (file->Fail())
            {
                return;
            }
            auto copy = frame->Copy();
            copy->RemoveAtEnd(fcs);
            file->Write(Simulator::Now(), copy);
            if (file->Fail())
            {
                // Without room: an empty file in its place is never taken for a whole capture.
                std::remove(name.c_str());
                std::ofstream(name).flush();
            }
        });
        for (uint32_t i = 0; i < hosts.GetN(); ++i)
        {
            auto device = Net8PathAddressing::GetHostDevice(hosts.Get(i));
            device->TraceConnectWithoutContext("Sniffer", sink);
        }
    };
    if (Net8Partition::IsHere(m_server))
    {
        capture(NodeContainer(m_server), prefix + "-server.pcap");
    }
    if (Net8Partition::IsHere(m_clients.Get(0)))
    {
        capture(m_clients, prefix + "-client.pcap");
    }
}

Net8Path::Drops
Net8Path::GetDrops() const
{
    auto drops = *m_drops;
    for (const auto& model : m_lossToClient)
    {
        drops.lossToClient += model->GetLost();
    }
    for (const auto& model : m_lossToServer)
    {
        drops.lossToServer += model->GetLost();
    }
    return drops;
}

int64_t
Net8Path::AssignStreams(int64_t stream)
{
    int64_t next = stream;
    for (const auto* models : {&m_lossToClient, &m_lossToServer})
    {
        for (const auto& model : *models)
        {
            next += model->AssignStreams(next);
        }
    }
    for (const auto& disc : m_discs)
    {
        if (auto red = DynamicCast<RedQueueDisc>(disc))
        {
            next += red->AssignStreams(next);
        }
    }
    next += CsmaHelper().AssignStreams(m_segment, next);
    next += InternetStackHelper().AssignStreams(m_nodes, next);
    if (m_radio)
    {
        next += m_radio->AssignStreams(next);
    }
    return next - stream;
}

} // namespace ns3::net8
