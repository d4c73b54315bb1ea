// SPDX-License-Identifier: GPL-2.0-only
#include "net8-lan-router.h"

#include "ns3/net8-lan-hop.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8LanRouter);

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
    m_routes.clear();
    m_protocol = {};
    Object::DoDispose();
}

void
Net8LanRouter::SetProtocol(const Net8LanHost::Protocol& protocol)
{
    m_protocol = protocol;
}

void
Net8LanRouter::AttachLan(const Ptr<NetDevice>& device, uint32_t network)
{
    m_routes[network] = {.device = device, .attached = true};
    const bool typed = m_protocol.framing == LanFraming::ETHERNET_II;
    // Frames with a length come under that; 0 are all.
    device->GetNode()->RegisterProtocolHandler(MakeCallback(&Net8LanRouter::Receive, this),
                                               typed ? m_protocol.codec->GetType() : uint16_t{0},
                                               device);
}

void
Net8LanRouter::AttachLine(const Ptr<NetDevice>& device)
{
    device->GetNode()->RegisterProtocolHandler(MakeCallback(&Net8LanRouter::Receive, this),
                                               m_protocol.codec->GetType(),
                                               device);
}

void
Net8LanRouter::AddRoute(uint32_t network, const Ptr<NetDevice>& device)
{
    m_routes[network] = {.device = device, .attached = false};
}

void
Net8LanRouter::Receive(Ptr<NetDevice> /* device */,
                       Ptr<const Packet> packet,
                       uint16_t type,
                       const Address& /* from */,
                       const Address& /* to */,
                       NetDevice::PacketType /* packetType */)
{
    using Verdict = LanHop::Verdict;
    const uint16_t protocol = m_protocol.codec->GetType();
    // On a line a frame has the type whatever it has on a LAN.
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
