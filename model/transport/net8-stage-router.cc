// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stage-router.h"

#include "net8-ethernet-net-device.h"
#include "net8-frame-head.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4-interface.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-routing-protocol.h"

#include <utility>

namespace ns3::net8
{

namespace
{

/// Devices of a router that only hands on between two links: both, and the loopback device.
constexpr uint32_t DEVICES_BETWEEN = 3;

} // namespace

Net8StageRouter::Net8StageRouter(const Ptr<Net8StageClock>& clock, const Ptr<Node>& node)
    : Net8StageNode(clock),
      m_node(node),
      m_meets(node->GetNDevices() > DEVICES_BETWEEN)
{
}

Net8StageRouter::~Net8StageRouter() = default;

void
Net8StageRouter::AddLine(const Ptr<PointToPointNetDevice>& device, Net8StageRouter& to)
{
    m_lines.emplace(device, std::make_unique<Net8StageLine>(device, to));
}

const Net8StageRouter::Way&
Net8StageRouter::FindWay(Ipv4Address destination)
{
    const auto [place, isNew] = m_ways.try_emplace(destination.Get());
    if (isNew)
    {
        place->second = AskStack(destination);
    }
    return place->second;
}

Net8StageRouter::Way
Net8StageRouter::AskStack(Ipv4Address destination) const
{
    auto ip = m_node->GetObject<Ipv4L3Protocol>();
    if (!ip || ip->GetInterfaceForAddress(destination) >= 0)
    {
        return {};
    }
    Ipv4Header header;
    header.SetDestination(destination);
    Socket::SocketErrno error = Socket::ERROR_NOTERROR;
    auto routing = ip->GetRoutingProtocol();
    auto route = routing->RouteOutput(Create<Packet>(), header, nullptr, error);
    if (!route)
    {
        return {};
    }
    const auto device = route->GetOutputDevice();
    if (const auto line = m_lines.find(device); line != m_lines.end())
    {
        Way way;
        way.line = line->second.get();
        return way;
    }
    const auto gateway = route->GetGateway();
    const auto interface = ip->GetInterface(ip->GetInterfaceForDevice(device));
    return {.device = PeekPointer(DynamicCast<Net8EthernetNetDevice>(device)),
            .neighbours = interface->GetArpCache(),
            .hop = gateway.IsAny() ? destination : gateway};
}

const Net8StageRouter::Way*
Net8StageRouter::FindPassage(const Passage& passage)
{
    const auto& way = FindWay(passage.destination);
    const uint32_t size = passage.frame->GetSize() - Net8StageLine::ETHERNET;
    if (passage.ttl <= passage.routers + 1)
    {
        return nullptr;
    }
    if (way.line)
    {
        return size <= way.line->GetMtu() ? &way : nullptr;
    }
    if (!way.device || !way.neighbours || size > way.device->GetMtu())
    {
        return nullptr;
    }
    auto* entry = way.neighbours->Lookup(way.hop);
    return entry && entry->IsAlive() && !entry->IsExpired() ? &way : nullptr;
}

void
Net8StageRouter::Pass(const Passage& passage, const Way& way) const
{
    if (way.line)
    {
        PassLines(passage, way.line);
        return;
    }
    Net8FrameHead head;
    head.Read(*passage.frame);
    head.LowerTtl(passage.routers + 1);
    const auto to = way.neighbours->Lookup(way.hop)->GetMacAddress();
    head.SetAddresses(Mac48Address::ConvertFrom(way.device->GetAddress()),
                      Mac48Address::ConvertFrom(to));
    head.ReplaceIn(*passage.frame);
    way.device->Relay(passage.frame);
}

void
Net8StageRouter::PassLines(Passage passage, Net8StageLine* line) const
{
    auto& clock = GetClock();
    auto at = Net8StageClock::GetNow();
    auto sent = clock.GetSent();
    for (;;)
    {
        const auto departure = line->Send(passage.frame, at, sent);
        if (departure.dropped)
        {
            return;
        }
        const auto rank = line->GetRank(clock, departure);
        at = departure.arrival;
        sent = departure.start;
        ++passage.routers;
        auto* const next = line->IsLossy() ? nullptr : line->GetFar().GoOn(passage);
        if (!next)
        {
            clock.Expect({.node = line->GetFar().m_node->GetId(),
                          .at = NanoSeconds(at.count()),
                          .sent = NanoSeconds(sent.count()),
                          .rank = rank,
                          .frame = passage.frame,
                          .line = line,
                          .routers = passage.routers});
            return;
        }
        line = next;
    }
}

Net8StageLine*
Net8StageRouter::GoOn(const Passage& passage)
{
    const auto* const way = m_meets ? nullptr : FindPassage(passage);
    return way ? way->line : nullptr;
}

bool
Net8StageRouter::Forward(Net8EthernetNetDevice& device, const Ptr<Packet>& frame)
{
    Net8FrameHead head;
    if (!head.Read(*frame) || head.GetDestination() != device.GetAddress())
    {
        return false;
    }
    const Passage passage{.frame = frame,
                          .destination = head.GetIpDestination(),
                          .ttl = head.GetTtl()};
    const auto* const way = FindPassage(passage);
    if (way)
    {
        Pass(passage, *way);
    }
    return way != nullptr;
}

void
Net8StageRouter::TakeFromLine(const Net8StageClock::Arrival& arrival)
{
    Net8FrameHead head;
    head.Read(*arrival.frame);
    const Passage passage{.frame = arrival.frame,
                          .destination = head.GetIpDestination(),
                          .ttl = head.GetTtl(),
                          .routers = arrival.routers};
    if (const auto* const way = FindPassage(passage))
    {
        if (!arrival.line->Loses(arrival.frame))
        {
            Pass(passage, *way);
        }
        return;
    }
    head.LowerTtl(arrival.routers);
    head.ReplaceIn(*arrival.frame);
    arrival.frame->RemoveAtStart(Net8StageLine::ETHERNET);
    arrival.line->Deliver(arrival.frame);
}

} // namespace ns3::net8
