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
    m_endPoints.Clear();
    m_endPoints6.Clear();
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

Net8EndPointTable<Ipv4EndPoint>&
Net8TcpL4Protocol::GetEndPoints()
{
    return m_endPoints;
}

Net8EndPointTable<Ipv6EndPoint>&
Net8TcpL4Protocol::GetEndPoints6()
{
    return m_endPoints6;
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
        const bool used = ipv6 ? m_endPoints6.HasPort(port) : m_endPoints.HasPort(port);
        if (!used && !m_flows.HasPort(port) && !m_timeWaits.HasPort(port))
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

template <typename EndPoint, typename IpHeader, typename Interface>
bool
Net8TcpL4Protocol::Deliver(Net8EndPointTable<EndPoint>& table,
                           const Ptr<Packet>& packet,
                           const IpHeader& ip,
                           const Ptr<Interface>& interface,
                           IpL4Protocol::RxStatus& status)
{
    table.Sweep();
    status = IpL4Protocol::RX_OK;
    if (!m_checksums)
    {
        m_checksums = Node::ChecksumEnabled(); // A search by name.
    }
    if (*m_checksums)
    {
        TcpHeader tcp;
        status = PacketReceived(packet, tcp, ip.GetSource(), ip.GetDestination());
    }
    if (status != IpL4Protocol::RX_OK)
    {
        return true;
    }
    // Reading a whole header creates an object for each option, and the socket does that again.
    std::array<uint8_t, 4> ports{};
    packet->CopyData(ports.data(), ports.size());
    const uint16_t from = ReadPort(ports.data());
    const uint16_t to = ReadPort(ports.data() + 2);
    Net8TcpFlow flow;
    flow.local = Net8TcpFlow::From(ip.GetDestination());
    flow.peer = Net8TcpFlow::From(ip.GetSource());
    flow.localPort = to;
    flow.peerPort = from;
    flow.ipv6 = std::is_same_v<EndPoint, Ipv6EndPoint>;
    if (DeliverToMachine(packet, flow, ip.GetEcn()))
    {
        return true;
    }
    EndPoint* endPoint = table.Find(ip.GetDestination(), to, ip.GetSource(), from);
    if (!endPoint || !endPoint->IsRxEnabled())
    {
        return false;
    }
    const auto device = endPoint->GetBoundNetDevice();
    if (device && (!interface || interface->GetDevice() != device))
    {
        return false;
    }
    endPoint->ForwardUp(packet, ip, from, interface);
    return true;
}

IpL4Protocol::RxStatus
Net8TcpL4Protocol::Receive(Ptr<Packet> packet, const Ipv4Header& ip, Ptr<Ipv4Interface> interface)
{
    IpL4Protocol::RxStatus status;
    if (Deliver(m_endPoints, packet, ip, interface, status))
    {
        return status;
    }
    return TcpL4Protocol::Receive(packet, ip, interface);
}

IpL4Protocol::RxStatus
Net8TcpL4Protocol::Receive(Ptr<Packet> packet, const Ipv6Header& ip, Ptr<Ipv6Interface> interface)
{
    IpL4Protocol::RxStatus status;
    if (Deliver(m_endPoints6, packet, ip, interface, status))
    {
        return status;
    }
    return TcpL4Protocol::Receive(packet, ip, interface);
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
    // The packet that the message refers to was sent from here.
    if (auto endPoint = m_endPoints.Find(payloadSource,
                                         ReadPort(payload),
                                         payloadDestination,
                                         ReadPort(payload + 2)))
    {
        endPoint->ForwardIcmp(icmpSource, icmpTtl, icmpType, icmpCode, icmpInfo);
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
    if (auto endPoint = m_endPoints6.Find(payloadSource,
                                          ReadPort(payload),
                                          payloadDestination,
                                          ReadPort(payload + 2)))
    {
        endPoint->ForwardIcmp(icmpSource, icmpTtl, icmpType, icmpCode, icmpInfo);
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
