// SPDX-License-Identifier: GPL-2.0-only
#include "net8-packetdrill-simulator-host.h"

#include "ns3/boolean.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/net-device-container.h"
#include "ns3/net8-linux-tcp-socket-factory.h"
#include "ns3/net8-tcp-host.h"
#include "ns3/net8-tcp-l4-protocol.h"
#include "ns3/net8-tcp-segment-header.h"
#include "ns3/nstime.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"
#include "ns3/tcp-cubic.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>

namespace ns3::net8::packetdrill
{

namespace
{

constexpr auto LOCAL = "192.168.0.1"; ///< Address of the node.
constexpr auto PEER = "192.168.0.2";  ///< Address of the peer.

/**
 * @param bytes two bytes
 * @return the number that they are
 */
uint16_t
PortOf(const uint8_t* bytes)
{
    return static_cast<uint16_t>(bytes[0] << 8 | bytes[1]);
}

} // namespace

SimulatorHost::SimulatorHost(const TcpSettings& settings, Kind kind)
    : m_settings(settings),
      m_kind(kind),
      m_node(CreateObject<Node>())
{
    auto device = CreateObject<SimpleNetDevice>();
    device->SetAttribute("PointToPointMode", BooleanValue(true));
    device->SetChannel(CreateObject<SimpleChannel>());
    device->SetMtu(1500);
    m_node->AddDevice(device);
    if (kind == Kind::MACHINE)
    {
        Net8TcpL4Protocol::Install(m_node);
    }
    InternetStackHelper internet;
    internet.SetIpv6StackInstall(false);
    internet.Install(m_node);
    Ipv4AddressHelper addresses("192.168.0.0", "255.255.255.0");
    addresses.Assign(NetDeviceContainer(device));
    m_tcp = m_node->GetObject<TcpL4Protocol>();
    m_tcp->SetAttribute("SocketType", TypeIdValue(TcpCubic::GetTypeId()));
    m_tcp->SetDownTarget(MakeCallback(&SimulatorHost::Emit, this));
    m_interface = m_node->GetObject<Ipv4L3Protocol>()->GetInterface(1);
    if (kind == Kind::MACHINE)
    {
        Net8LinuxTcpSocketFactory::Install(NodeContainer(m_node));
    }
}

SimulatorHost::~SimulatorHost()
{
    m_connections.clear();
    m_listener = nullptr;
    m_interface = nullptr;
    m_tcp = nullptr;
    m_node = nullptr;
    Simulator::Destroy();
}

TcpTime
SimulatorHost::GetNow() const
{
    return Simulator::Now().GetNanoSeconds();
}

uint32_t
SimulatorHost::GetIsn() const
{
    return m_isn;
}

void
SimulatorHost::SetDeviceOpen(bool open)
{
    if (!open)
    {
        throw NotThere("a device of ns-3 does not refuse");
    }
}

void
SimulatorHost::NoteRoute()
{
    if (!m_connections.empty())
    {
        throw NotThere("a connection of ns-3 does not follow a route that changes");
    }
}

void
SimulatorHost::Wake()
{
    m_woken = true;
    Simulator::Stop();
}

bool
SimulatorHost::RunOneTimer(TcpTime until)
{
    // ns-3 does not tell the time of its next event: run until one of them does something.
    bool reached = false;
    m_woken = false;
    const EventId end =
        Simulator::Schedule(NanoSeconds(std::max<TcpTime>(0, until - GetNow())), [&reached] {
            reached = true;
            Simulator::Stop();
        });
    Simulator::Run();
    if (!reached)
    {
        Simulator::Cancel(end);
    }
    return m_woken && !reached;
}

void
SimulatorHost::Emit(Ptr<Packet> packet,
                    Ipv4Address /* source */,
                    Ipv4Address /* destination */,
                    uint8_t /* protocol */,
                    Ptr<Ipv4Route> /* route */)
{
    SocketIpTosTag tos;
    const bool tagged = packet->PeekPacketTag(tos);
    const auto segment =
        Net8TcpSegmentHeader::Read(packet, tagged ? tos.GetTos() & TcpSegment::CE : 0);
    if (!segment)
    {
        return;
    }
    if (segment->Has(TcpSegment::SYN))
    {
        std::array<uint8_t, 4> ports{};
        packet->CopyData(ports.data(), ports.size());
        m_localPort = PortOf(ports.data());
        m_peerPort = PortOf(ports.data() + 2);
        m_isn = segment->seq;
    }
    GetDepartures().push_back({GetNow(), *segment, false});
    Wake();
}

void
SimulatorHost::Receive(const TcpSegment& segment)
{
    if (segment.segmentBytes > 0)
    {
        throw NotThere("a device of ns-3 does not join segments");
    }
    Net8TcpFlow flow; // As the peer sees it.
    flow.local = Net8TcpFlow::From(Ipv4Address(PEER));
    flow.peer = Net8TcpFlow::From(Ipv4Address(LOCAL));
    flow.localPort = m_peerPort;
    flow.peerPort = m_localPort;
    auto packet = Create<Packet>(segment.length);
    packet->AddHeader(Net8TcpSegmentHeader(segment, flow, false));
    Ipv4Header header;
    header.SetSource(Ipv4Address(PEER));
    header.SetDestination(Ipv4Address(LOCAL));
    header.SetProtocol(Net8TcpFlow::PROTOCOL);
    header.SetEcn(static_cast<Ipv4Header::EcnType>(segment.ecn));
    header.SetPayloadSize(static_cast<uint16_t>(packet->GetSize()));
    m_tcp->Receive(packet, header, m_interface);
}

Ptr<Socket>
SimulatorHost::MakeSocket(const TcpSocketOptions& options)
{
    if (m_kind == Kind::MACHINE)
    {
        Net8TcpHost::Get(m_node)->SetSettings(m_settings);
        auto socket = Socket::CreateSocket(m_node, Net8LinuxTcpSocketFactory::GetTypeId());
        DynamicCast<Net8TcpMachineSocket>(socket)->SetOptions(options);
        return socket;
    }
    auto socket = Socket::CreateSocket(m_node, TcpSocketFactory::GetTypeId());
    const uint32_t mss =
        options.maxSegment > 0 ? std::min(options.maxSegment, m_settings.mss) : m_settings.mss;
    socket->SetAttribute("SegmentSize", UintegerValue(mss - (m_settings.timestamps ? 12 : 0)));
    socket->SetAttribute("InitialCwnd", UintegerValue(m_settings.initialWindow));
    socket->SetAttribute("Timestamp", BooleanValue(m_settings.timestamps));
    socket->SetAttribute("Sack", BooleanValue(m_settings.sack));
    socket->SetAttribute("WindowScaling", BooleanValue(m_settings.windowScaling));
    socket->SetAttribute("MinRto", TimeValue(MicroSeconds(m_settings.rtoMinUs)));
    socket->SetAttribute("SndBufSize", UintegerValue(m_settings.sendMemory[2]));
    socket->SetAttribute("RcvBufSize", UintegerValue(65535));
    SimulatorConnection::SetAttributes(socket, options);
    return socket;
}

void
SimulatorHost::Listen(const TcpSocketOptions& options, uint32_t /* backlog */)
{
    m_listenOptions = options;
    m_listener = MakeSocket(options);
    m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), LISTEN_PORT));
    m_listener->Listen();
    m_listener->SetAcceptCallback(
        Callback<bool, Ptr<Socket>, const Address&>(
            [](Ptr<Socket>, const Address&) { return true; }),
        Callback<void, Ptr<Socket>, const Address&>([this](Ptr<Socket> socket, const Address&) {
            m_connections.push_back(
                std::make_unique<SimulatorConnection>(socket, m_listenOptions, false, [this] {
                    Wake();
                }));
            m_waiting.push_back(m_connections.back().get());
            Wake();
        }));
}

void
SimulatorHost::SetListenOptions(const TcpSocketOptions& options)
{
    m_listenOptions = options;
    if (const auto machine = DynamicCast<Net8TcpMachineSocket>(m_listener))
    {
        machine->SetOptions(options);
        return;
    }
    SimulatorConnection::SetAttributes(m_listener, options);
}

bool
SimulatorHost::IsAcceptable() const
{
    return !m_waiting.empty();
}

Connection*
SimulatorHost::Accept()
{
    if (m_waiting.empty())
    {
        return nullptr;
    }
    Connection* accepted = m_waiting.front();
    m_waiting.pop_front();
    return accepted;
}

Connection&
SimulatorHost::Connect(const TcpSocketOptions& options)
{
    auto socket = MakeSocket(options);
    m_connections.push_back(
        std::make_unique<SimulatorConnection>(socket, options, true, [this] { Wake(); }));
    socket->Bind();
    socket->Connect(InetSocketAddress(Ipv4Address(PEER), LISTEN_PORT));
    return *m_connections.back();
}

} // namespace ns3::net8::packetdrill
