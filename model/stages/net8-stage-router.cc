// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stage-router.h"

#include "net8-frame-head.h"

#include "ns3/net8-ethernet-net-device.h"

#include <utility>

namespace ns3::net8
{

namespace
{

/// Devices of a router that only forwards between two links: both, and the loopback device.
constexpr uint32_t DEVICES_BETWEEN = 3;

} // namespace

Net8StageRouter::Net8StageRouter(const Ptr<Net8StageClock>& clock, const Ptr<Node>& node)
    : Net8StageNode(clock),
      m_node(node),
      m_id(node->GetId()),
      m_meets(node->GetNDevices() > DEVICES_BETWEEN)
{
}

Net8StageRouter::~Net8StageRouter() = default;

void
Net8StageRouter::AddLine(const Ptr<PointToPointNetDevice>& device,
                         Net8StageRouter& to,
                         const Net8StageLine::Model& model)
{
    m_lines.emplace(device, std::make_unique<Net8StageLine>(device, to, model));
}

Net8StageLine*
Net8StageRouter::GetLine(const Ptr<NetDevice>& device) const
{
    const auto found = m_lines.find(device);
    return found == m_lines.end() ? nullptr : found->second.get();
}

Net8StageRoute&
Net8StageRouter::FindRoute(const Net8StageHead::Ip& destination)
{
    if (m_lastRoute.second && m_lastRoute.first == destination)
    {
        return *m_lastRoute.second;
    }
    const auto [place, isNew] = m_routes.try_emplace(destination);
    if (isNew)
    {
        const auto [device, route] = Net8StageRoute::Ask(m_node, destination);
        place->second = route;
        place->second.line = GetLine(device);
    }
    m_lastRoute = {destination, &place->second};
    return place->second;
}

const Net8StageRoute*
Net8StageRouter::FindPassage(Passage& passage)
{
    auto& route = FindRoute(passage.destination);
    const uint32_t size = passage.frame.GetSize() - Net8StageLine::ETHERNET;
    if (passage.ttl <= passage.routers + 1)
    {
        return nullptr;
    }
    if (route.line)
    {
        return size <= route.line->GetMtu() ? &route : nullptr;
    }
    if (!route.device || size > route.device->GetMtu())
    {
        return nullptr;
    }
    const auto neighbour = route.FindNeighbour(m_neighbours);
    passage.neighbour = neighbour.value_or(Mac48Address());
    return neighbour ? &route : nullptr;
}

void
Net8StageRouter::Pass(const Passage& passage, const Net8StageRoute& route) const
{
    auto next = passage;
    ++next.routers;
    if (route.line)
    {
        PassLines(next, route.line);
        return;
    }
    Net8FrameHead::Rewrite(
        passage.frame,
        {.from = route.device->GetLinkAddress(), .to = passage.neighbour, .routers = next.routers},
        GetClock()->MakesChecksums());
    route.device->Relay(passage.frame);
}

void
Net8StageRouter::PassLines(const Passage& passage, Net8StageLine* line) const
{
    PassLines(passage, line, Net8StageClock::GetNow(), GetClock()->GetOrigin());
}

void
Net8StageRouter::PassLines(Passage passage,
                           Net8StageLine* line,
                           Net8StageClock::Nanos at,
                           Net8EventHeap::Origin origin) const
{
    const auto& clock = *PeekPointer(GetClock());
    Net8StageClock::Arrival arrival{.frame = passage.frame};
    for (;;)
    {
        auto& far = line->GetFar();
        arrival.node = far.m_id;
        arrival.receiver = &far;
        arrival.line = line;
        arrival.routers = passage.routers;
        if (!line->Send(clock, at, origin, arrival))
        {
            return;
        }
        auto* const next = far.FindNextLine(passage, *line);
        if (!next)
        {
            clock.Expect(std::move(arrival), &line->GetWire());
            return;
        }
        at = arrival.at;
        origin = arrival.origin;
        ++passage.routers;
        line = next;
    }
}

Net8StageLine*
Net8StageRouter::FindNextLine(Passage& passage, const Net8StageLine& from)
{
    if (m_meets || !from.IsPlain())
    {
        return nullptr;
    }
    auto* const line = FindRoute(passage.destination).line;
    // A packet to be fragmented takes the time of the stack, and must not be overtaken.
    return line && line->GetMtu() >= from.GetMtu() && FindPassage(passage) ? line : nullptr;
}

bool
Net8StageRouter::Take(Net8EthernetNetDevice& device, const Net8StageFrame& frame)
{
    Net8StageHead read;
    const auto* const head = Net8FrameHead::Find(frame, read);
    if (!head || !head->IsTo(device.GetLinkAddress()))
    {
        return false;
    }
    Passage passage{.frame = frame, .destination = head->destination, .ttl = head->ttl};
    const auto* const route = FindPassage(passage);
    if (!route || (head->ipv6 && route->device == &device))
    {
        return false;
    }
    if (head->ipv6)
    {
        m_neighbours.Confirm(*m_node, device, *head);
    }
    Pass(passage, *route);
    return true;
}

bool
Net8StageRouter::ForwardEarly(const Net8EthernetNetDevice& device,
                              const Net8StageClock::Arrival& arrival)
{
    Net8StageHead read;
    const auto* const head =
        m_meets || device.IsWatched() ? nullptr : Net8FrameHead::Find(arrival.frame, read);
    if (!head || !head->IsTo(device.GetLinkAddress()))
    {
        return false;
    }
    Passage passage{.frame = arrival.frame, .destination = head->destination, .ttl = head->ttl};
    const auto* const route = FindPassage(passage);
    // A packet to be fragmented takes the time of the stack, and must not be overtaken.
    if (!route || !route->line || route->line->GetMtu() < device.GetMtu() ||
        (head->ipv6 && !m_neighbours.ConfirmEarly(device, *head, arrival)))
    {
        return false;
    }
    ++passage.routers;
    PassLines(passage, route->line, arrival.at, arrival.origin);
    return true;
}

void
Net8StageRouter::SendFromStack(const Ptr<NetDevice>& device, const Ptr<Packet>& frame)
{
    const Net8StageFrame whole(frame);
    Passage passage{.frame = whole};
    Net8StageHead read;
    // A packet without such a head goes from stack to stack, as its time to live of 0 shows.
    if (const auto* const head = Net8FrameHead::Find(passage.frame, read))
    {
        passage.destination = head->destination;
        passage.ttl = head->ttl;
    }
    PassLines(passage, m_lines.at(device).get());
}

void
Net8StageRouter::TakeArrival(const Net8StageClock::Arrival& arrival)
{
    if (arrival.line->Loses(arrival.frame))
    {
        return;
    }
    Net8StageHead read;
    if (const auto* const head = Net8FrameHead::Find(arrival.frame, read))
    {
        Passage passage{.frame = arrival.frame,
                        .destination = head->destination,
                        .ttl = head->ttl,
                        .routers = arrival.routers};
        if (const auto* const route = FindPassage(passage))
        {
            Pass(passage, *route);
            return;
        }
    }
    const auto packet = arrival.frame.GetPacket();
    Net8FrameHead head;
    if (head.Read(*packet))
    {
        head.LowerTtl(arrival.routers, GetClock()->MakesChecksums());
        head.ReplaceIn(*packet);
    }
    arrival.line->Deliver(packet);
}

} // namespace ns3::net8
