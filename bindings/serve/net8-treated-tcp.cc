// SPDX-License-Identifier: GPL-2.0-only
#include "net8-treated-tcp.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv6-header.h"
#include "ns3/ipv6-interface.h"
#include "ns3/ipv6-l3-protocol.h"
#include "ns3/ipv6-route.h"
#include "ns3/net8-tcp-flow-socket.h"
#include "ns3/net8-tcp-flow-table.h"
#include "ns3/net8-tcp-host.h"
#include "ns3/net8-tcp-tables.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>
#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8TreatedTcp);

namespace
{

/// IP headers without options, bytes.
constexpr uint32_t HEADER4 = 20;
constexpr uint32_t HEADER6 = 40;
/// Time between two looks at whether a connection has ended.
const Time LOOK_AGAIN = Seconds(10);

/**
 * @tparam Ip IP address of a version
 * @param packet a packet, from its TCP header on
 * @param local address of this host
 * @param peer address of the other one
 * @param sent whether this host sends it
 * @return its connection
 */
template <typename Ip>
Net8TcpFlow
FlowOf(const Packet& packet, const Ip& local, const Ip& peer, bool sent)
{
    std::array<uint8_t, 4> ports{};
    packet.CopyData(ports.data(), ports.size());
    const auto from = static_cast<uint16_t>(ports[0] << 8 | ports[1]);
    const auto to = static_cast<uint16_t>(ports[2] << 8 | ports[3]);
    return {.local = Net8TcpFlow::From(local),
            .peer = Net8TcpFlow::From(peer),
            .localPort = sent ? from : to,
            .peerPort = sent ? to : from,
            .ipv6 = std::is_same_v<Ip, Ipv6Address>};
}

/**
 * @param host a host
 * @param flow a connection, as it sees it
 * @return whether its TCP has it, not in TIME-WAIT; also where that cannot be looked up
 */
bool
HasOpen(const Ptr<Node>& host, const Net8TcpFlow& flow)
{
    auto* tables = Net8TcpHost::Get(host)->GetTables();
    return !tables || tables->GetFlows().Find(flow);
}

} // namespace

TypeId
Net8TreatedTcp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::net8::Net8TreatedTcp").SetParent<IpL4Protocol>().SetGroupName("Net8");
    return tid;
}

Ptr<Net8TreatedTcp>
Net8TreatedTcp::Install(const Ptr<Node>& node, int64_t stream)
{
    auto made = CreateObject<Net8TreatedTcp>();
    made->m_tcp = node->GetObject<TcpL4Protocol>();
    made->m_random = CreateObject<UniformRandomVariable>();
    made->m_random->SetStream(stream);
    made->SetDownTarget(made->m_tcp->GetDownTarget());
    made->SetDownTarget6(made->m_tcp->GetDownTarget6());
    // Either replaces TCP as what takes the packets of its protocol number.
    if (const auto ipv4 = node->GetObject<Ipv4L3Protocol>())
    {
        ipv4->Insert(made);
    }
    if (const auto ipv6 = node->GetObject<Ipv6L3Protocol>())
    {
        ipv6->Insert(made);
    }
    return made;
}

void
Net8TreatedTcp::DoDispose()
{
    m_tcp = nullptr;
    m_ways.clear();
    IpL4Protocol::DoDispose();
}

void
Net8TreatedTcp::Treat(const Net8TcpFlow& flow,
                      const PacketTreatment& in,
                      const PacketTreatment& out)
{
    if (in == PacketTreatment{} && out == PacketTreatment{} && !m_ways.contains(flow))
    {
        return;
    }
    auto& ways = m_ways[flow];
    Change(ways.in, in);
    Change(ways.out, out);
}

Net8TcpFlow
Net8TreatedTcp::GetReverse(const Net8TcpFlow& flow)
{
    return {.local = flow.peer,
            .peer = flow.local,
            .localPort = flow.peerPort,
            .peerPort = flow.localPort,
            .ipv6 = flow.ipv6};
}

void
Net8TreatedTcp::ForgetWhenOver(const Net8TcpFlow& flow,
                               const Ptr<Node>& peer,
                               const std::function<void()>& over)
{
    const auto found = m_ways.find(flow);
    if (found == m_ways.end() || std::exchange(found->second.ending, true))
    {
        return;
    }
    Simulator::Schedule(LOOK_AGAIN, [self = Ptr<Net8TreatedTcp>(this), flow, peer, over] {
        const auto ways = self->m_ways.find(flow);
        if (ways == self->m_ways.end())
        {
            return;
        }
        ways->second.ending = false;
        if (HasOpen(self->m_tcp->GetObject<Node>(), flow) || HasOpen(peer, GetReverse(flow)))
        {
            self->ForgetWhenOver(flow, peer, over);
            return;
        }
        self->m_ways.erase(ways);
        over();
    });
}

void
Net8TreatedTcp::Change(Way& way, const PacketTreatment& treatment)
{
    if (way.treatment == treatment)
    {
        return; // What waits for a rate keeps its place.
    }
    const auto draw = [random = m_random] {
        return random->GetInteger(0, std::numeric_limits<uint32_t>::max());
    };
    const auto changes = [&](auto what) { return way.treatment.*what != treatment.*what; };
    if (changes(&PacketTreatment::loss))
    {
        way.loss.reset();
        if (treatment.loss > 0)
        {
            way.loss.emplace(draw, treatment.loss);
        }
    }
    if (changes(&PacketTreatment::rate))
    {
        way.line.reset();
        if (treatment.rate)
        {
            way.line.emplace(FifoStage::Settings{.bitsPerSecond = *treatment.rate});
        }
    }
    if (changes(&PacketTreatment::waits))
    {
        way.waits.clear();
        for (const auto& wait : treatment.waits)
        {
            way.waits.emplace_back(LinkDelay::Settings{.delay = wait.delay, .jitter = wait.jitter},
                                   draw);
        }
    }
    way.treatment = treatment;
}

std::optional<Net8TreatedTcp::Nanos>
Net8TreatedTcp::Take(Way& way, uint32_t bytes, Nanos now)
{
    if (way.loss && way.loss->LoseNext())
    {
        return std::nullopt;
    }
    auto at = now;
    if (way.line)
    {
        const auto departure = way.line->Take({.at = now, .scheduled = now, .bytes = bytes});
        if (departure.dropped)
        {
            return std::nullopt;
        }
        at = departure.arrival;
    }
    for (auto& wait : way.waits)
    {
        at = wait.GetArrival(at);
    }
    way.last = std::max(way.last, at);
    return way.last;
}

void
Net8TreatedTcp::Pass(Way& way, uint32_t bytes, const std::function<void()>& go)
{
    const Nanos now(Simulator::Now().GetNanoSeconds());
    const auto at = Take(way, bytes, now);
    if (!at)
    {
        return;
    }
    if (*at > now)
    {
        Simulator::Schedule(NanoSeconds((*at - now).count()), go);
        return;
    }
    go();
}

template <typename Header, typename Interface>
IpL4Protocol::RxStatus
Net8TreatedTcp::Arrive(const Ptr<Packet>& packet, const Header& ip, const Ptr<Interface>& interface)
{
    const auto found = m_ways.find(FlowOf(*packet, ip.GetDestination(), ip.GetSource(), false));
    if (found == m_ways.end())
    {
        return m_tcp->Receive(packet, ip, interface);
    }
    constexpr auto header = std::is_same_v<Header, Ipv6Header> ? HEADER6 : HEADER4;
    Pass(found->second.in, packet->GetSize() + header, [tcp = m_tcp, packet, ip, interface] {
        tcp->Receive(packet, ip, interface);
    });
    return RX_OK;
}

IpL4Protocol::RxStatus
Net8TreatedTcp::Receive(Ptr<Packet> packet, const Ipv4Header& ip, Ptr<Ipv4Interface> interface)
{
    return Arrive(packet, ip, interface);
}

IpL4Protocol::RxStatus
Net8TreatedTcp::Receive(Ptr<Packet> packet, const Ipv6Header& ip, Ptr<Ipv6Interface> interface)
{
    return Arrive(packet, ip, interface);
}

template <typename Target, typename Ip, typename Route>
Target
Net8TreatedTcp::Before(const Target& target)
{
    return Target([this, target](Ptr<Packet> packet,
                                 Ip source,
                                 Ip destination,
                                 uint8_t protocol,
                                 Ptr<Route> route) {
        const auto found = m_ways.find(FlowOf(*packet, source, destination, true));
        if (found == m_ways.end())
        {
            target(packet, source, destination, protocol, route);
            return;
        }
        constexpr auto header = std::is_same_v<Ip, Ipv6Address> ? HEADER6 : HEADER4;
        Pass(found->second.out,
             packet->GetSize() + header,
             [target, packet, source, destination, protocol, route] {
                 target(packet, source, destination, protocol, route);
             });
    });
}

void
Net8TreatedTcp::SetDownTarget(DownTargetCallback target)
{
    m_tcp->SetDownTarget(
        target.IsNull() ? target : Before<DownTargetCallback, Ipv4Address, Ipv4Route>(target));
}

void
Net8TreatedTcp::SetDownTarget6(DownTargetCallback6 target)
{
    m_tcp->SetDownTarget6(
        target.IsNull() ? target : Before<DownTargetCallback6, Ipv6Address, Ipv6Route>(target));
}

IpL4Protocol::DownTargetCallback
Net8TreatedTcp::GetDownTarget() const
{
    return m_tcp->GetDownTarget();
}

IpL4Protocol::DownTargetCallback6
Net8TreatedTcp::GetDownTarget6() const
{
    return m_tcp->GetDownTarget6();
}

int
Net8TreatedTcp::GetProtocolNumber() const
{
    return Net8TcpFlow::PROTOCOL;
}

void
Net8TreatedTcp::ReceiveIcmp(Ipv4Address icmpSource,
                            uint8_t icmpTtl,
                            uint8_t icmpType,
                            uint8_t icmpCode,
                            uint32_t icmpInfo,
                            Ipv4Address payloadSource,
                            Ipv4Address payloadDestination,
                            const uint8_t payload[8])
{
    m_tcp->ReceiveIcmp(icmpSource,
                       icmpTtl,
                       icmpType,
                       icmpCode,
                       icmpInfo,
                       payloadSource,
                       payloadDestination,
                       payload);
}

void
Net8TreatedTcp::ReceiveIcmp(Ipv6Address icmpSource,
                            uint8_t icmpTtl,
                            uint8_t icmpType,
                            uint8_t icmpCode,
                            uint32_t icmpInfo,
                            Ipv6Address payloadSource,
                            Ipv6Address payloadDestination,
                            const uint8_t payload[8])
{
    m_tcp->ReceiveIcmp(icmpSource,
                       icmpTtl,
                       icmpType,
                       icmpCode,
                       icmpInfo,
                       payloadSource,
                       payloadDestination,
                       payload);
}

} // namespace ns3::net8
