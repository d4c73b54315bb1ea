// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-l4-protocol.h"

#include "net8-tcp-flow-socket.h"
#include "net8-tcp-segment-header.h"

#include "ns3/icmpv4.h"
#include "ns3/icmpv6-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv6-interface.h"
#include "ns3/tcp-header.h"

#include <array>
#include <type_traits>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8TcpL4Protocol);

namespace
{

/// Number of ephemeral ports of ns-3, 49,152 to 65,535.
constexpr uint32_t EPHEMERAL_PORTS = 16384;

/**
 * @param bytes two bytes of a packet
 * @return the number they encode
 */
uint16_t
ReadPort(const uint8_t* bytes)
{
    return static_cast<uint16_t>(bytes[0] << 8 | bytes[1]);
}

} // namespace

TypeId
Net8TcpL4Protocol::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8TcpL4Protocol")
                            .SetParent<TcpL4Protocol>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8TcpL4Protocol>();
    return tid;
}

void
Net8TcpL4Protocol::Install(Ptr<Node> node)
{
    NS_ABORT_MSG_IF(node->GetObject<TcpL4Protocol>(),
                    "Net8TcpL4Protocol is to be installed before the Internet stack");
    node->AggregateObject(CreateObject<Net8TcpL4Protocol>());
}

void
Net8TcpL4Protocol::DoDispose()
{
    m_flows.Clear();
    m_timeWaits.Clear();
    TcpL4Protocol::DoDispose();
}

Net8TcpFlowTable&
Net8TcpL4Protocol::GetFlows()
{
    return m_flows;
}

Net8TimeWaitTable&
Net8TcpL4Protocol::GetTimeWaits()
{
    return m_timeWaits;
}

template <typename EndPoint>
uint16_t
Net8TcpL4Protocol::Release(EndPoint* endPoint)
{
    if (!endPoint)
    {
        return 0;
    }
    const uint16_t port = endPoint->GetLocalPort();
    DeAllocate(endPoint);
    return port;
}

uint16_t
Net8TcpL4Protocol::FindPort(bool ipv6)
{
    for (uint32_t i = 0; i < EPHEMERAL_PORTS; ++i)
    {
        // Allocating advances ns-3's own counter, so that ports are assigned in its order.
        const uint16_t port = ipv6 ? Release(Allocate6()) : Release(Allocate());
        if (!m_flows.HasPort(port) && !m_timeWaits.HasPort(port))
        {
            return port;
        }
    }
    return 0;
}

bool
Net8TcpL4Protocol::DeliverToMachine(const Ptr<Packet>& packet, const Net8TcpFlow& flow, uint8_t ecn)
{
    if (const auto socket = m_flows.Find(flow))
    {
        socket->Receive(packet, ecn);
        return true;
    }
    if (m_timeWaits.GetSize() == 0)
    {
        return false;
    }
    const auto segment = Net8TcpSegmentHeader::Read(packet, ecn);
    return segment && m_timeWaits.Receive(flow, *segment) == Net8TimeWaitTable::Answer::TAKEN;
}

void
Net8TcpL4Protocol::DropStrayResets()
{
    m_dropsResets = true;
}

bool
Net8TcpL4Protocol::IsStrayReset(const Ptr<Packet>& packet, const Net8TcpFlow& flow)
{
    if (!m_dropsResets)
    {
        return false;
    }
    std::array<uint8_t, 14> start{};
    packet->CopyData(start.data(), start.size());
    if ((start.back() & TcpHeader::RST) == 0)
    {
        return false;
    }
    // ns-3 makes no second end point of a connection.
    const auto [local, peer, port, peerPort, ipv6] = flow;
    const auto to4 = &Net8TcpFlow::To4;
    const auto to6 = &Net8TcpFlow::To6;
    return ipv6 ? Release(Allocate6(nullptr, to6(local), port, to6(peer), peerPort)) != 0
                : Release(Allocate(nullptr, to4(local), port, to4(peer), peerPort)) != 0;
}

template <typename IpHeader>
std::optional<IpL4Protocol::RxStatus>
Net8TcpL4Protocol::Deliver(const Ptr<Packet>& packet, const IpHeader& ip)
{
    if (!m_checksums)
    {
        m_checksums = Node::ChecksumEnabled(); // A search by name.
    }
    if (*m_checksums)
    {
        TcpHeader tcp;
        const auto status = PacketReceived(packet, tcp, ip.GetSource(), ip.GetDestination());
        if (status != IpL4Protocol::RX_OK)
        {
            return status;
        }
    }
    // Reading a whole header creates an object for each option, and the socket does that again.
    std::array<uint8_t, 4> ports{};
    packet->CopyData(ports.data(), ports.size());
    Net8TcpFlow flow;
    flow.local = Net8TcpFlow::From(ip.GetDestination());
    flow.peer = Net8TcpFlow::From(ip.GetSource());
    flow.localPort = ReadPort(ports.data() + 2);
    flow.peerPort = ReadPort(ports.data());
    flow.ipv6 = std::is_same_v<IpHeader, Ipv6Header>;
    if (DeliverToMachine(packet, flow, ip.GetEcn()) || IsStrayReset(packet, flow))
    {
        return IpL4Protocol::RX_OK;
    }
    return std::nullopt;
}

IpL4Protocol::RxStatus
Net8TcpL4Protocol::Receive(Ptr<Packet> packet, const Ipv4Header& ip, Ptr<Ipv4Interface> interface)
{
    const auto status = Deliver(packet, ip);
    return status ? *status : TcpL4Protocol::Receive(packet, ip, interface);
}

IpL4Protocol::RxStatus
Net8TcpL4Protocol::Receive(Ptr<Packet> packet, const Ipv6Header& ip, Ptr<Ipv6Interface> interface)
{
    const auto status = Deliver(packet, ip);
    return status ? *status : TcpL4Protocol::Receive(packet, ip, interface);
}

template <typename Ip>
bool
Net8TcpL4Protocol::TellTooBig(const Ip& local, const Ip& peer, const uint8_t* tcp, uint32_t mtu)
{
    const auto socket = m_flows.Find({.local = Net8TcpFlow::From(local),
                                      .peer = Net8TcpFlow::From(peer),
                                      .localPort = ReadPort(tcp),
                                      .peerPort = ReadPort(tcp + 2),
                                      .ipv6 = std::is_same_v<Ip, Ipv6Address>});
    if (socket)
    {
        socket->ReceivePacketTooBig(mtu, uint32_t{ReadPort(tcp + 4)} << 16 | ReadPort(tcp + 6));
    }
    return socket != nullptr;
}

void
Net8TcpL4Protocol::ReceiveIcmp(Ipv4Address icmpSource,
                               uint8_t icmpTtl,
                               uint8_t icmpType,
                               uint8_t icmpCode,
                               uint32_t icmpInfo,
                               Ipv4Address payloadSource,
                               Ipv4Address payloadDestination,
                               const uint8_t payload[8])
{
    if (icmpType == Icmpv4Header::ICMPV4_DEST_UNREACH &&
        icmpCode == Icmpv4DestinationUnreachable::ICMPV4_FRAG_NEEDED &&
        TellTooBig(payloadSource, payloadDestination, payload, icmpInfo))
    {
        return;
    }
    TcpL4Protocol::ReceiveIcmp(icmpSource,
                               icmpTtl,
                               icmpType,
                               icmpCode,
                               icmpInfo,
                               payloadSource,
                               payloadDestination,
                               payload);
}

void
Net8TcpL4Protocol::ReceiveIcmp(Ipv6Address icmpSource,
                               uint8_t icmpTtl,
                               uint8_t icmpType,
                               uint8_t icmpCode,
                               uint32_t icmpInfo,
                               Ipv6Address payloadSource,
                               Ipv6Address payloadDestination,
                               const uint8_t payload[8])
{
    if (icmpType == Icmpv6Header::ICMPV6_ERROR_PACKET_TOO_BIG &&
        TellTooBig(payloadSource, payloadDestination, payload, icmpInfo))
    {
        return;
    }
    TcpL4Protocol::ReceiveIcmp(icmpSource,
                               icmpTtl,
                               icmpType,
                               icmpCode,
                               icmpInfo,
                               payloadSource,
                               payloadDestination,
                               payload);
}

} // namespace ns3::net8
