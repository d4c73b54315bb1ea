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
 * @param way a sending device
 * @return its queue discipline; null: none
 */
Ptr<QueueDisc>
FindDiscipline(const Ptr<NetDevice>& way)
{
    const auto control = way->GetNode()->GetObject<TrafficControlLayer>();
    return control ? control->GetRootQueueDiscOnDevice(way) : nullptr;
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
    AddWay(link, true, network);
    AddWay(link, false, network);
    ++m_links;
}

void
Net8LinkSeries::AddWay(const WatchedLink& link, bool up, const Net8Topology& network)
{
    auto way = std::make_unique<Way>();
    way->link = m_links;
    way->up = up;
    way->sender = up ? link.first : link.second;
    if (auto* const line = network.FindLine(way->sender))
    {
        way->watch = Create<Net8StageWatch>([this, seen = way.get()](const Packet& frame) {
            return ReadPayload(*seen, frame, LinkPacket::ETHERNET);
        });
        line->SetWatch(way->watch);
    }
    else
    {
        FollowDevices(*way, up ? link.second : link.first);
    }
    m_ways.push_back(std::move(way));
}

void
Net8LinkSeries::FollowDevices(Way& way, const Ptr<NetDevice>& receiver)
{
    PointerValue queue;
    if (way.sender->GetAttributeFailSafe("TxQueue", queue))
    {
        way.queue = queue.Get<Queue<Packet>>();
    }
    auto* seen = &way;
    way.sender->TraceConnectWithoutContext("PhyTxBegin",
                                           MakeBoundCallback(&Net8LinkSeries::HandleBegin, seen));
    way.sender->TraceConnectWithoutContext("PhyTxEnd",
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
Net8LinkSeries::HandleBegin(Way* way, Ptr<const Packet> packet)
{
    way->began = Simulator::Now();
    way->sentBytes += packet->GetSize();
}

void
Net8LinkSeries::HandleEnd(Way* way, Ptr<const Packet>)
{
    if (way->began)
    {
        way->busy += Simulator::Now() - *way->began;
        way->began.reset();
    }
}

void
Net8LinkSeries::HandleLost(Way* way, Ptr<const Packet>)
{
    ++way->lost;
}

void
Net8LinkSeries::HandleArrival(Way* way, Ptr<const Packet> packet)
{
    if (const auto payload = ReadPayload(*way, *packet, LinkPacket::PPP); payload.bytes > 0)
    {
        way->goodput[payload.group] += payload.bytes;
    }
}

Net8StageWatch::Payload
Net8LinkSeries::ReadPayload(Way& way, const Packet& packet, std::size_t header) const
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
            .bytes = way.flows[{seen.tcp->from, seen.tcp->to}].Take(seen.sequence,
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
Net8LinkSeries::Read(Way& way)
{
    LinkSample sample{.time = Simulator::Now(), .link = way.link, .up = way.up};
    if (way.watch)
    {
        ReadWatch(way, sample);
        return sample;
    }
    ReadQueues(way, sample);
    sample.busy = way.busy + (way.began ? Simulator::Now() - *way.began : Time());
    sample.sentBytes = way.sentBytes;
    sample.lostPackets = way.lost;
    if (const auto channel = DynamicCast<Net8LinkChannel>(way.sender->GetChannel()))
    {
        sample.lostPackets += channel->GetConditions()->GetLost(way.up);
    }
    return sample;
}

void
Net8LinkSeries::ReadQueues(const Way& way, LinkSample& sample)
{
    if (way.queue)
    {
        sample.queuePackets = way.queue->GetNPackets();
        sample.queueBytes = way.queue->GetNBytes();
        sample.droppedPackets = way.queue->GetTotalDroppedPackets();
    }
    if (const auto discipline = FindDiscipline(way.sender))
    {
        sample.queuePackets += discipline->GetNPackets();
        sample.queueBytes += discipline->GetNBytes();
        sample.droppedPackets += discipline->GetStats().nTotalDroppedPackets;
    }
}

void
Net8LinkSeries::ReadWatch(Way& way, LinkSample& sample)
{
    const auto& sight = way.watch->Look();
    sample.queuePackets = sight.queuePackets;
    sample.queueBytes = sight.queueBytes;
    sample.busy = NanoSeconds(sight.busy.count());
    sample.sentBytes = sight.sentBytes;
    sample.droppedPackets = sight.dropped;
    sample.lostPackets = sight.lost;
    way.goodput = sight.goodput;
}

void
Net8LinkSeries::Look()
{
    for (const auto& way : m_ways)
    {
        m_samples.push_back(Read(*way));
        for (const auto& [group, bytes] : way->goodput)
        {
            m_goodput.push_back({.time = Simulator::Now(),
                                 .link = way->link,
                                 .up = way->up,
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
