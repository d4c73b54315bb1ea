// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-host.h"

#include "net8-tcp-segment-header.h"
#include "net8-tcp-tables.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-route.h"
#include "ns3/ipv6-routing-protocol.h"
#include "ns3/net8-deadline.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <type_traits>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8TcpHost);

namespace
{

/// IP and TCP headers without options, bytes.
constexpr uint32_t HEADERS4 = 40;
constexpr uint32_t HEADERS6 = 60;
/// Ticks per step of the timer wheel that holds timers of two minutes, the longest of a connection.
constexpr TcpTime WHEEL_TICKS = 4096;
/// Least MTU of a path that is believed: net.ipv4.route.min_pmtu, and that of IPv6 (RFC 8200).
constexpr uint32_t LEAST_MTU4 = 552;
constexpr uint32_t LEAST_MTU6 = 1280;
/// How long it is believed, ns: net.ipv4.route.mtu_expires, and the same of IPv6.
constexpr TcpTime MTU_EXPIRES = 600'000'000'000;
/// Largest segment that IP can carry; the route of a connection makes it smaller.
constexpr uint32_t LARGEST_SEGMENT = 65535 - HEADERS4;

/**
 * @tparam HEADER header of a packet
 * @param ip IP of the node; null: none
 * @param flow a connection
 * @param convert makes an address of the version of its bytes
 * @param packet packet to send; null: none yet
 * @param device device that the connection is bound to
 * @return the route; null if there is none
 */
template <typename HEADER>
auto
AskForRoute(const auto& ip,
            const Net8TcpFlow& flow,
            auto convert,
            const Ptr<Packet>& packet,
            const Ptr<NetDevice>& device)
{
    const auto routing = ip ? ip->GetRoutingProtocol() : nullptr;
    HEADER header;
    if (!flow.IsLocalAny())
    {
        header.SetSource(convert(flow.local));
    }
    header.SetDestination(convert(flow.peer));
    if constexpr (std::is_same_v<HEADER, Ipv4Header>)
    {
        header.SetProtocol(Net8TcpFlow::PROTOCOL);
    }
    else
    {
        header.SetNextHeader(Net8TcpFlow::PROTOCOL);
    }
    Socket::SocketErrno error;
    return routing ? routing->RouteOutput(packet, header, device, error) : nullptr;
}

/**
 * @param route a route
 * @param headers bytes of the headers
 * @return largest segment that fits its device, bytes
 */
template <typename Route>
uint32_t
GetLargestSegment(const Ptr<Route>& route, uint32_t headers)
{
    const uint32_t mtu = route->GetOutputDevice()->GetMtu();
    NS_ABORT_MSG_IF(mtu <= headers, "An MTU of " << mtu << " bytes leaves no room for TCP data");
    return mtu - headers;
}

} // namespace

TypeId
Net8TcpHost::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8TcpHost")
                            .SetParent<Object>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8TcpHost>()
                            .AddAttribute("MaxSendBuffer",
                                          "Largest SO_SNDBUF under the profile linux, bytes before "
                                          "it is doubled (net.core.wmem_max).",
                                          UintegerValue(TcpSettings().maxSendBuffer),
                                          MakeUintegerAccessor(&Net8TcpHost::SetMaxSendBuffer,
                                                               &Net8TcpHost::GetMaxSendBuffer),
                                          MakeUintegerChecker<uint32_t>(1, 1U << 30))
                            .AddAttribute("MaxReceiveBuffer",
                                          "Largest SO_RCVBUF under the profile linux, bytes before "
                                          "it is doubled (net.core.rmem_max).",
                                          UintegerValue(TcpSettings().maxReceiveBuffer),
                                          MakeUintegerAccessor(&Net8TcpHost::SetMaxReceiveBuffer,
                                                               &Net8TcpHost::GetMaxReceiveBuffer),
                                          MakeUintegerChecker<uint32_t>(1, 1U << 30));
    return tid;
}

Net8TcpHost::Net8TcpHost()
    : m_settings(std::make_shared<const TcpSettings>())
{
}

void
Net8TcpHost::SetMaxSendBuffer(uint32_t bytes)
{
    TcpSettings settings = *m_settings;
    settings.maxSendBuffer = bytes;
    SetSettings(settings);
}

uint32_t
Net8TcpHost::GetMaxSendBuffer() const
{
    return m_settings->maxSendBuffer;
}

void
Net8TcpHost::SetMaxReceiveBuffer(uint32_t bytes)
{
    TcpSettings settings = *m_settings;
    settings.maxReceiveBuffer = bytes;
    SetSettings(settings);
}

uint32_t
Net8TcpHost::GetMaxReceiveBuffer() const
{
    return m_settings->maxReceiveBuffer;
}

Ptr<Net8TcpHost>
Net8TcpHost::Get(const Ptr<Node>& node)
{
    auto host = node->GetObject<Net8TcpHost>();
    if (!host)
    {
        host = CreateObject<Net8TcpHost>();
        host->m_node = node;
        TcpSettings settings = *host->m_settings;
        settings.mss = LARGEST_SEGMENT;
        // Linux splits data into segments before the device at the latest (software GSO), so that
        // its send buffer holds few large buffers: gso_max_segs.
        settings.maxBurstSegments = 65535;
        host->SetSettings(settings);
        node->AggregateObject(host);
    }
    host->FindProtocols(); // IPv6 may have been added since the last call.
    return host;
}

void
Net8TcpHost::FindProtocols()
{
    m_tcp = m_node->GetObject<TcpL4Protocol>();
    NS_ABORT_MSG_UNLESS(m_tcp, "The node has no TCP: install an Internet stack first");
    m_tables = dynamic_cast<Net8TcpTables*>(PeekPointer(m_tcp));
    m_ipv4 = m_node->GetObject<Ipv4>();
    m_ipv6 = m_node->GetObject<Ipv6L3Protocol>();
}

void
Net8TcpHost::DoDispose()
{
    m_tcp = nullptr;
    m_tables = nullptr;
    m_ipv4 = nullptr;
    m_ipv6 = nullptr;
    m_node = nullptr;
    m_shortcut = nullptr;
    Object::DoDispose();
}

void
Net8TcpHost::SetSettings(const TcpSettings& settings)
{
    m_settings = std::make_shared<const TcpSettings>(settings);
}

TcpTime
Net8TcpHost::MakeUptime(std::optional<double> phase) const
{
    const auto most = static_cast<double>(m_settings->tick * WHEEL_TICKS);
    if (phase)
    {
        return static_cast<TcpTime>(*phase * most);
    }
    // The finalizer of MurmurHash3, so that neighbours differ and runs are reproducible.
    uint64_t hash = m_node->GetId() + uint64_t{1};
    for (const uint64_t factor : {0xff51afd7ed558ccdULL, 0xc4ceb9fe1a85ec53ULL})
    {
        hash = (hash ^ hash >> 33) * factor;
    }
    return static_cast<TcpTime>((hash ^ hash >> 33) % static_cast<uint64_t>(most));
}

int64_t
Net8TcpHost::AssignStreams(int64_t stream)
{
    auto uptime = CreateObject<UniformRandomVariable>();
    uptime->SetStream(stream);
    TcpSettings settings = *m_settings;
    settings.uptime = MakeUptime(uptime->GetValue(0, 1));
    SetSettings(settings);
    return 1;
}

uint32_t
Net8TcpHost::MakeIsn(const Net8TcpFlow& flow)
{
    // FNV-1a, so that the result is the same with every standard library.
    uint32_t hash = 2166136261U;
    const auto add = [&hash](uint8_t byte) { hash = (hash ^ byte) * 16777619U; };
    for (const uint8_t byte : flow.local)
    {
        add(byte);
    }
    for (const uint8_t byte : flow.peer)
    {
        add(byte);
    }
    for (const uint16_t port : {flow.localPort, flow.peerPort})
    {
        add(static_cast<uint8_t>(port >> 8));
        add(static_cast<uint8_t>(port & 0xff));
    }
    return hash + static_cast<uint32_t>(Net8Deadline::Now() >> 6);
}

Net8TcpHost::PathMtu
Net8TcpHost::MakePathMtu(uint32_t mtu, bool ipv6)
{
    return {.largest =
                ipv6 ? std::max(mtu, LEAST_MTU6) - HEADERS6 : std::max(mtu, LEAST_MTU4) - HEADERS4,
            .until = Net8Deadline::Now() + MTU_EXPIRES};
}

void
Net8TcpHost::KeepPathMtu(const Net8TcpFlow& flow, const PathMtu& path)
{
    m_paths[flow.peer] = path;
}

std::optional<Net8TcpHost::PathMtu>
Net8TcpHost::GetPathMtu(const Net8TcpFlow& flow) const
{
    const auto found = m_paths.find(flow.peer);
    return found == m_paths.end() || found->second.until <= Net8Deadline::Now()
               ? std::nullopt
               : std::optional(found->second);
}

std::optional<uint32_t>
Net8TcpHost::FindRoute(Net8TcpFlow& flow, const Ptr<NetDevice>& device) const
{
    std::optional<uint32_t> largest;
    if (flow.ipv6)
    {
        if (const auto route =
                AskForRoute<Ipv6Header>(m_ipv6, flow, Net8TcpFlow::To6, nullptr, device))
        {
            flow.local = flow.IsLocalAny() ? Net8TcpFlow::From(route->GetSource()) : flow.local;
            largest = GetLargestSegment(route, HEADERS6);
        }
    }
    else if (const auto route =
                 AskForRoute<Ipv4Header>(m_ipv4, flow, Net8TcpFlow::To4, nullptr, device))
    {
        flow.local = flow.IsLocalAny() ? Net8TcpFlow::From(route->GetSource()) : flow.local;
        largest = GetLargestSegment(route, HEADERS4);
    }
    const auto path = GetPathMtu(flow);
    return largest && path ? std::min(*largest, path->largest) : largest;
}

bool
Net8TcpHost::MakesChecksums() const
{
    // Asking ns-3 searches by name.
    if (!m_checksums)
    {
        m_checksums = Node::ChecksumEnabled();
    }
    return *m_checksums;
}

void
Net8TcpHost::Send(const Net8TcpFlow& flow,
                  const TcpSegment& segment,
                  const Ptr<Packet>& packet,
                  const Ptr<NetDevice>& device) const
{
    if (!m_tcp)
    {
        return; // The node is gone.
    }
    packet->AddHeader(Net8TcpSegmentHeader(segment, flow, MakesChecksums()));
    if (flow.ipv6)
    {
        m_tcp->GetDownTarget6()(
            packet,
            Net8TcpFlow::To6(flow.local),
            Net8TcpFlow::To6(flow.peer),
            Net8TcpFlow::PROTOCOL,
            AskForRoute<Ipv6Header>(m_ipv6, flow, Net8TcpFlow::To6, packet, device));
        return;
    }
    m_tcp->GetDownTarget()(packet,
                           Net8TcpFlow::To4(flow.local),
                           Net8TcpFlow::To4(flow.peer),
                           Net8TcpFlow::PROTOCOL,
                           AskForRoute<Ipv4Header>(m_ipv4, flow, Net8TcpFlow::To4, packet, device));
}

} // namespace ns3::net8
