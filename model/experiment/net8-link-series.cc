// SPDX-License-Identifier: GPL-2.0-only
#include "net8-link-series.h"

#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/ipv4.h"
#include "ns3/ipv6.h"
#include "ns3/net8-link-channel.h"
#include "ns3/net8-link-packet.h"
#include "ns3/net8-stage-line.h"
#include "ns3/net8-topology.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/traffic-control-layer.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

/**
 * @param sender a sending device
 * @return its queue discipline; null: none
 */
Ptr<QueueDisc>
FindDiscipline(const Ptr<NetDevice>& sender)
{
    const auto control = sender->GetNode()->GetObject<TrafficControlLayer>();
    return control ? control->GetRootQueueDiscOnDevice(sender) : nullptr;
}

} // namespace

Net8LinkSeries::Net8LinkSeries() = default;
Net8LinkSeries::~Net8LinkSeries() = default;

void
Net8LinkSeries::AddHost(const Ptr<Node>& host, uint32_t group)
{
    m_others = std::max(m_others, group + 1);
    const auto ipv4 = host->GetObject<Ipv4>();
    for (uint32_t i = 0; ipv4 && i < ipv4->GetNInterfaces(); ++i)
    {
        for (uint32_t j = 0; j < ipv4->GetNAddresses(i); ++j)
        {
            // As in IdleFlows::End: IPv4 in the last bytes.
            Address bytes{};
            ipv4->GetAddress(i, j).GetLocal().Serialize(bytes.data() + 12);
            m_groups.emplace(bytes, group);
        }
    }
    const auto ipv6 = host->GetObject<Ipv6>();
    for (uint32_t i = 0; ipv6 && i < ipv6->GetNInterfaces(); ++i)
    {
        for (uint32_t j = 0; j < ipv6->GetNAddresses(i); ++j)
        {
            Address bytes{};
            ipv6->GetAddress(i, j).GetAddress().Serialize(bytes.data());
            m_groups.emplace(bytes, group);
        }
    }
}

void
Net8LinkSeries::Add(const WatchedLink& link, const Net8Topology& network)
{
    AddDirection(link, true, network);
    AddDirection(link, false, network);
    ++m_links;
}

void
Net8LinkSeries::AddDirection(const WatchedLink& link, bool up, const Net8Topology& network)
{
    auto direction = std::make_unique<Direction>();
    direction->link = m_links;
    direction->up = up;
    direction->sender = up ? link.first : link.second;
    if (auto* const line = network.FindLine(direction->sender))
    {
        direction->watch =
            Create<Net8StageWatch>([this, seen = direction.get()](const Packet& frame) {
                return ReadPayload(*seen, frame, LinkPacket::ETHERNET);
            });
        line->SetWatch(direction->watch);
    }
    else
    {
        FollowDevices(*direction, up ? link.second : link.first);
    }
    m_directions.push_back(std::move(direction));
}

void
Net8LinkSeries::FollowDevices(Direction& direction, const Ptr<NetDevice>& receiver)
{
    PointerValue queue;
    if (direction.sender->GetAttributeFailSafe("TxQueue", queue))
    {
        direction.queue = queue.Get<Queue<Packet>>();
    }
    auto* seen = &direction;
    direction.sender->TraceConnectWithoutContext(
        "PhyTxBegin",
        MakeBoundCallback(&Net8LinkSeries::HandleBegin, seen));
    direction.sender->TraceConnectWithoutContext(
        "PhyTxEnd",
        MakeBoundCallback(&Net8LinkSeries::HandleEnd, seen));
    receiver->TraceConnectWithoutContext("PhyRxDrop",
                                         MakeBoundCallback(&Net8LinkSeries::HandleLost, seen));
    if (DynamicCast<PointToPointNetDevice>(receiver))
    {
        receiver->TraceConnectWithoutContext(
            "PhyRxEnd",
            Callback<void, Ptr<const Packet>>(
                [this, seen](Ptr<const Packet> packet) { HandleArrival(seen, packet); }));
    }
}

// While it runs

void
Net8LinkSeries::HandleBegin(Direction* direction, Ptr<const Packet> packet)
{
    direction->began = Simulator::Now();
    direction->sentBytes += packet->GetSize();
}

void
Net8LinkSeries::HandleEnd(Direction* direction, Ptr<const Packet>)
{
    if (direction->began)
    {
        direction->busy += Simulator::Now() - *direction->began;
        direction->began.reset();
    }
}

void
Net8LinkSeries::HandleLost(Direction* direction, Ptr<const Packet>)
{
    ++direction->lost;
}

void
Net8LinkSeries::HandleArrival(Direction* direction, Ptr<const Packet> packet)
{
    if (const auto payload = ReadPayload(*direction, *packet, LinkPacket::PPP); payload.bytes > 0)
    {
        direction->goodput[payload.group] += payload.bytes;
    }
}

Net8StageWatch::Payload
Net8LinkSeries::ReadPayload(Direction& direction, const Packet& packet, std::size_t header) const
{
    const auto seen = LinkPacket::Read(packet, header);
    if (!seen.transport)
    {
        return {};
    }
    if (!seen.tcp)
    {
        return {.group = m_others, .bytes = seen.payload};
    }
    return {.group = FindGroup(seen.tcp->from.address, seen.tcp->to.address),
            .bytes = direction.flows[{seen.tcp->from, seen.tcp->to}].Take(seen.sequence,
                                                                          seen.payload,
                                                                          seen.begins)};
}

uint32_t
Net8LinkSeries::FindGroup(const Address& from, const Address& to) const
{
    for (const auto& address : {from, to})
    {
        if (const auto found = m_groups.find(address); found != m_groups.end())
        {
            return found->second;
        }
    }
    return m_others;
}

LinkSample
Net8LinkSeries::Read(Direction& direction)
{
    LinkSample sample{.time = Simulator::Now(), .link = direction.link, .up = direction.up};
    if (direction.watch)
    {
        ReadWatch(direction, sample);
        return sample;
    }
    ReadQueues(direction, sample);
    sample.busy = direction.busy + (direction.began ? Simulator::Now() - *direction.began : Time());
    sample.sentBytes = direction.sentBytes;
    sample.lostPackets = direction.lost;
    if (const auto channel = DynamicCast<Net8LinkChannel>(direction.sender->GetChannel()))
    {
        sample.lostPackets += channel->GetConditions()->GetLost(direction.up);
    }
    return sample;
}

void
Net8LinkSeries::ReadQueues(const Direction& direction, LinkSample& sample)
{
    if (direction.queue)
    {
        sample.queuePackets = direction.queue->GetNPackets();
        sample.queueBytes = direction.queue->GetNBytes();
        sample.droppedPackets = direction.queue->GetTotalDroppedPackets();
    }
    if (const auto discipline = FindDiscipline(direction.sender))
    {
        sample.queuePackets += discipline->GetNPackets();
        sample.queueBytes += discipline->GetNBytes();
        sample.droppedPackets += discipline->GetStats().nTotalDroppedPackets;
    }
}

void
Net8LinkSeries::ReadWatch(Direction& direction, LinkSample& sample)
{
    const auto& counters = direction.watch->Look();
    sample.queuePackets = counters.queuePackets;
    sample.queueBytes = counters.queueBytes;
    sample.busy = NanoSeconds(counters.busy.count());
    sample.sentBytes = counters.sentBytes;
    sample.droppedPackets = counters.dropped;
    sample.lostPackets = counters.lost;
    direction.goodput = counters.goodput;
}

void
Net8LinkSeries::Look()
{
    for (const auto& direction : m_directions)
    {
        m_samples.push_back(Read(*direction));
        for (const auto& [group, bytes] : direction->goodput)
        {
            m_goodput.push_back({.time = Simulator::Now(),
                                 .link = direction->link,
                                 .up = direction->up,
                                 .group = group,
                                 .bytes = bytes});
        }
    }
}

const std::vector<LinkSample>&
Net8LinkSeries::GetSamples() const
{
    return m_samples;
}

const std::vector<GoodputSample>&
Net8LinkSeries::GetGoodput() const
{
    return m_goodput;
}

} // namespace ns3::net8
