// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lan-router.h"

#include "ns3/mac48-address.h"
#include "ns3/net8-decnet-header.h"
#include "ns3/net8-decnet-routing.h"
#include "ns3/net8-ipx-packet.h"
#include "ns3/net8-lan-announcement.h"
#include "ns3/net8-lan-hop.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <chrono>
#include <span>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8LanRouter);

namespace
{

constexpr uint32_t CIRCUIT_COST = 4;     ///< Cost of a DECnet circuit (pydecnet's default).
constexpr uint16_t NODE_BITS = 0x3ff;    ///< Number of a node within its area.
constexpr uint32_t COST_BITS = 0x3ff;    ///< Largest cost.
constexpr uint32_t CIRCUITS_BITS = 0x1f; ///< Most circuits.

/// @return the current time, for code that knows no ns-3
std::chrono::nanoseconds
Now()
{
    return std::chrono::nanoseconds(Simulator::Now().GetNanoSeconds());
}

/**
 * @param circuits number of circuits to a DECnet node
 * @return cost and circuits, in the format of routing messages
 */
uint16_t
MakeCost(uint32_t circuits)
{
    const auto cost = std::min(CIRCUIT_COST * circuits, COST_BITS);
    return static_cast<uint16_t>(std::min(circuits, CIRCUITS_BITS) << DecnetRouting::CIRCUITS |
                                 cost);
}

} // namespace

const std::array<Net8LanRouter::Habit, 5> Net8LanRouter::HABITS{{
    {true, true, true, LanAnnouncement::IPX_PERIOD, &Net8LanRouter::TellNetworks},
    {true, true, true, LanAnnouncement::IPX_PERIOD, &Net8LanRouter::TellServices},
    {false, true, false, LanAnnouncement::DECNET_PERIOD, &Net8LanRouter::SayHello},
    {false, false, true, LanAnnouncement::DECNET_LINE_PERIOD, &Net8LanRouter::SayHello},
    {false, false, true, LanAnnouncement::DECNET_LINE_ROUTING, &Net8LanRouter::TellNodes},
}};

TypeId
Net8LanRouter::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8LanRouter")
                            .SetParent<Object>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8LanRouter>();
    return tid;
}

Net8LanRouter::Net8LanRouter() = default;
Net8LanRouter::~Net8LanRouter() = default;

void
Net8LanRouter::DoDispose()
{
    for (auto& event : m_habits)
    {
        event.Cancel();
    }
    m_routes.clear();
    m_ports.clear();
    m_protocol = {};
    Object::DoDispose();
}

void
Net8LanRouter::SetProtocol(const Net8LanHost::Protocol& protocol, uint16_t node)
{
    m_protocol = protocol;
    m_number = node;
}

void
Net8LanRouter::AddPort(const Ptr<NetDevice>& device, uint32_t network, bool line)
{
    const auto port = static_cast<uint32_t>(m_ports.size());
    m_portOf[device->GetIfIndex()] = port;
    m_ports.push_back({.device = device, .network = network, .line = line});
    m_tables.AddNetwork(network, port, 1);
}

void
Net8LanRouter::AttachLan(const Ptr<NetDevice>& device, uint32_t network)
{
    m_routes[network] = {.device = device, .attached = true, .lines = 0};
    AddPort(device, network, false);
    const bool typed = m_protocol.framing == LanFraming::ETHERNET_II;
    // Frames with a length are registered under that; 0 stands for all.
    device->GetNode()->RegisterProtocolHandler(MakeCallback(&Net8LanRouter::Receive, this),
                                               typed ? m_protocol.codec->GetType() : uint16_t{0},
                                               device);
}

void
Net8LanRouter::AttachLine(const Ptr<NetDevice>& device, uint32_t network)
{
    AddPort(device, network, true);
    device->GetNode()->RegisterProtocolHandler(MakeCallback(&Net8LanRouter::Receive, this),
                                               m_protocol.codec->GetType(),
                                               device);
}

void
Net8LanRouter::AddRoute(uint32_t network, const Ptr<NetDevice>& device, uint32_t lines)
{
    m_routes[network] = {.device = device, .attached = false, .lines = lines};
    m_tables.AddNetwork(network,
                        m_portOf.at(device->GetIfIndex()),
                        static_cast<uint16_t>(lines + 1));
}

// Announcing

void
Net8LanRouter::Announce(Time first)
{
    const bool ipx = m_protocol.codec->GetType() == LanFrame::TYPE_IPX;
    for (std::size_t habit = 0; habit < HABITS.size(); ++habit)
    {
        if (HABITS[habit].ipx == ipx)
        {
            m_habits[habit] = Simulator::Schedule(first, &Net8LanRouter::Follow, this, habit);
        }
    }
}

void
Net8LanRouter::Follow(std::size_t habit)
{
    const auto& what = HABITS[habit];
    for (uint32_t port = 0; port < m_ports.size(); ++port)
    {
        if (m_ports[port].line ? what.onLines : what.onLans)
        {
            (this->*what.tell)(port);
        }
    }
    m_habits[habit] =
        Simulator::Schedule(Seconds(what.seconds), &Net8LanRouter::Follow, this, habit);
}

void
Net8LanRouter::TellOthers(uint32_t from, Tell tell)
{
    for (uint32_t port = 0; port < m_ports.size(); ++port)
    {
        if (port != from)
        {
            (this->*tell)(port);
        }
    }
}

IpxAddress
Net8LanRouter::GetAddress(uint32_t port) const
{
    IpxAddress address{.network = m_ports[port].network};
    Mac48Address::ConvertFrom(m_ports[port].device->GetAddress()).CopyTo(address.node.data());
    return address;
}

void
Net8LanRouter::TellNetworks(uint32_t port)
{
    const auto networks = m_tables.GetNetworks(port, Now());
    for (std::size_t at = 0; at < networks.size(); at += RipMessage::MOST_ENTRIES)
    {
        const auto some = std::min<std::size_t>(networks.size() - at, RipMessage::MOST_ENTRIES);
        SendAt(port,
               LanAnnouncement::EVERYBODY,
               LanAnnouncement::MakeRip(GetAddress(port), std::span(networks).subspan(at, some)));
    }
}

void
Net8LanRouter::TellServices(uint32_t port)
{
    const IpxAddress all{.network = m_ports[port].network,
                         .node = LanAnnouncement::EVERYBODY,
                         .socket = IpxHeader::SOCKET_SAP};
    SendServices(port, all, m_tables.GetServices(port, Now()));
}

void
Net8LanRouter::SendServices(uint32_t port,
                            const IpxAddress& to,
                            const std::vector<SapEntry>& services)
{
    for (std::size_t at = 0; at < services.size(); at += SapMessage::MOST_ENTRIES)
    {
        const auto some = std::min<std::size_t>(services.size() - at, SapMessage::MOST_ENTRIES);
        SendAt(
            port,
            to.node,
            LanAnnouncement::MakeSap(GetAddress(port), to, std::span(services).subspan(at, some)));
    }
}

void
Net8LanRouter::SayHello(uint32_t port)
{
    if (m_ports[port].line)
    {
        SendAt(port, LanAnnouncement::ROUTERS, LanAnnouncement::MakeTest(m_number));
        return;
    }
    // The only router of a network is its designated router, which end nodes also listen to.
    const auto hello = LanAnnouncement::MakeRouterHello(GetAddress(port).node);
    SendAt(port, LanAnnouncement::ROUTERS, hello);
    SendAt(port, LanAnnouncement::END_NODES, hello);
}

std::vector<uint16_t>
Net8LanRouter::MakeCosts() const
{
    std::vector<uint16_t> costs(1, DecnetRouting::UNREACHABLE); // number 0: other areas
    const auto put = [&costs](uint16_t node, uint32_t circuits) {
        const std::size_t at = node & NODE_BITS;
        costs.resize(std::max(costs.size(), at + 1), DecnetRouting::UNREACHABLE);
        costs[at] = MakeCost(circuits);
    };
    for (const auto& [name, station] : m_protocol.directory->GetStations())
    {
        if (const auto route = m_routes.find(station.network); route != m_routes.end())
        {
            put(station.node, route->second.lines + 1);
        }
    }
    for (const auto& [number, lines] : m_routers)
    {
        put(number, lines);
    }
    put(m_number, 0);
    return costs;
}

void
Net8LanRouter::TellNodes(uint32_t port)
{
    const auto costs = MakeCosts();
    for (std::size_t at = 0; at < costs.size(); at += LanAnnouncement::MOST_NODES)
    {
        const auto some = std::min<std::size_t>(costs.size() - at, LanAnnouncement::MOST_NODES);
        SendAt(port,
               LanAnnouncement::ROUTERS,
               LanAnnouncement::MakeRouting(m_number,
                                            static_cast<uint16_t>(at),
                                            std::span(costs).subspan(at, some)));
    }
}

void
Net8LanRouter::SendAt(uint32_t port, const LanAddress& to, const std::vector<uint8_t>& bytes)
{
    const auto& [device, network, line] = m_ports[port];
    if (!line)
    {
        Net8LanHost::SendOn(m_protocol, device, to, bytes, nullptr);
        return;
    }
    device->Send(Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size())),
                 device->GetBroadcast(),
                 m_protocol.codec->GetType());
}

void
Net8LanRouter::Overhear(const Ptr<NetDevice>& device, const Ptr<Packet>& packet)
{
    std::vector<uint8_t> bytes(packet->GetSize());
    packet->CopyData(bytes.data(), packet->GetSize());
    LanReader reader(bytes);
    IpxPacket heard;
    if (IpxPacket::Decode(reader, heard) != LanError::NONE)
    {
        return;
    }
    const uint32_t port = m_portOf.at(device->GetIfIndex());
    if (const auto* rip = std::get_if<RipMessage>(&heard.body))
    {
        if (m_tables.Hear(port, *rip, Now()))
        {
            TellOthers(port, &Net8LanRouter::TellNetworks);
        }
        return;
    }
    const auto* sap = std::get_if<SapMessage>(&heard.body);
    if (sap && sap->operation == SapMessage::QUERY)
    {
        auto services = m_tables.GetServices(port, Now());
        std::erase_if(services, [&](const auto& entry) { return entry.type != sap->queried; });
        SendServices(port, heard.header.source, services);
    }
    else if (sap && m_tables.Hear(port, *sap, Now()))
    {
        TellOthers(port, &Net8LanRouter::TellServices);
    }
}

// Forwarding

void
Net8LanRouter::Receive(Ptr<NetDevice> device,
                       Ptr<const Packet> packet,
                       uint16_t type,
                       const Address& /* from */,
                       const Address& /* to */,
                       NetDevice::PacketType /* packetType */)
{
    using Verdict = LanHop::Verdict;
    const uint16_t protocol = m_protocol.codec->GetType();
    // On a line a frame has the type, whatever its format on a LAN.
    const auto before =
        type == protocol ? std::optional(0U) : Net8LanHost::FindHead(m_protocol, type);
    if (!before)
    {
        return; // ARP and IP
    }
    std::array<uint8_t, LanHop::MOST_HEAD + 8> bytes{};
    const uint32_t size = packet->CopyData(bytes.data(), bytes.size());
    const auto hop = LanHop::Read(protocol,
                                  std::span(bytes).first(size).subspan(std::min(*before, size)),
                                  packet->GetSize() - std::min(*before, size));
    if (hop.verdict == Verdict::STAYS)
    {
        if (m_protocol.announces && protocol == LanFrame::TYPE_IPX)
        {
            Overhear(device, packet->CreateFragment(*before, packet->GetSize() - *before));
        }
        return;
    }
    const auto network =
        hop.network != 0 ? hop.network : m_protocol.directory->FindNetwork(hop.station);
    const auto route = m_routes.find(network);
    if (hop.verdict == Verdict::TOO_FAR)
    {
        ++m_counts.tooFar;
        return;
    }
    if (hop.verdict == Verdict::WRONG || route == m_routes.end())
    {
        ++m_counts.unreachable;
        return;
    }
    ++m_counts.forwarded;
    const auto head = static_cast<uint32_t>(hop.head.size());
    const auto rest = packet->CreateFragment(*before + head, std::max(hop.size, head) - head);
    const auto& next = route->second;
    if (next.attached)
    {
        Net8LanHost::SendOn(m_protocol, next.device, hop.station, hop.head, rest);
        return;
    }
    auto onward = Create<Packet>(hop.head.data(), head);
    onward->AddAtEnd(rest);
    next.device->Send(onward, next.device->GetBroadcast(), protocol);
}

} // namespace ns3::net8
