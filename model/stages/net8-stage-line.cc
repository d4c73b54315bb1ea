// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stage-line.h"

#include "ns3/channel.h"
#include "ns3/data-rate.h"
#include "ns3/net8-ethernet-header.h"
#include "ns3/nstime.h"
#include "ns3/pointer.h"
#include "ns3/ppp-header.h"
#include "ns3/queue-size.h"
#include "ns3/simulator.h"

namespace ns3::net8
{

namespace
{

/// Protocol number of IPv4 in a PPP header (RFC 1332).
constexpr uint16_t PPP_IPV4 = 0x0021;
/// Protocol number of IPv6 in a PPP header (RFC 5072).
constexpr uint16_t PPP_IPV6 = 0x0057;
/// EtherType of IPv6 (RFC 2464).
constexpr uint16_t ETHERTYPE_IPV6 = 0x86dd;

/**
 * @param object a device or a channel
 * @param name name of a pointer attribute
 * @return the object it points to
 */
template <typename T>
Ptr<T>
GetPointer(const Ptr<const Object>& object, const std::string& name)
{
    PointerValue value;
    object->GetAttribute(name, value);
    return value.Get<T>();
}

/**
 * @param from a device of a point-to-point link
 * @param model settings that the devices do not have
 * @return settings of the stage for this hop
 */
FifoStage::Settings
GetSettings(const Ptr<PointToPointNetDevice>& from, const Net8StageLine::Model& model)
{
    DataRateValue rate;
    from->GetAttribute("DataRate", rate);
    const auto size = GetPointer<Queue<Packet>>(from, "TxQueue")->GetMaxSize();
    return {.bitsPerSecond = rate.Get().GetBitRate(),
            .delay = model.delay,
            .room = size.GetValue(),
            .roomInBytes = size.GetUnit() == QueueSizeUnit::BYTES,
            .overheadBytes = model.trace ? DeliveryTrace::HEADER_BYTES - Net8StageLine::PPP : 0};
}

} // namespace

Net8StageLine::Net8StageLine(const Ptr<PointToPointNetDevice>& from,
                             Net8StageRouter& to,
                             const Model& model)
    : m_stage(GetSettings(from, model)),
      m_delivery(model.delivery),
      m_lost(model.lost),
      m_overtakes(model.overtakes),
      m_queue(GetPointer<Queue<Packet>>(from, "TxQueue")),
      m_loss(model.loss),
      m_cut(model.cut),
      m_mtu(from->GetMtu()),
      m_to(to)
{
    const auto channel = from->GetChannel();
    const auto far = channel->GetDevice(channel->GetDevice(0) == from ? 1 : 0);
    m_far = DynamicCast<PointToPointNetDevice>(far);
    m_stage.SetChanges(model.changes);
    m_stage.SetUnknown(model.unknown, model.tell);
    if (model.trace)
    {
        m_stage.SetTrace(*model.trace);
    }
    if (model.deliveryAtStart)
    {
        m_gate = std::make_unique<Net8StageGate>(
            from->GetNode()->GetId(),
            [this](const Packet& frame, Nanos, Nanos sent) {
                return Decide(frame, Net8StageWatch::GetPresent(), sent);
            });
    }
    // Drops of the stage are counted by a queue that has no room (ns-3 does not accept 0p).
    m_queue->SetMaxSize(QueueSize("1B"));
}

void
Net8StageLine::SetWatch(const Ptr<Net8StageWatch>& watch)
{
    m_watch = watch;
}

bool
Net8StageLine::Send(const Net8StageClock& clock,
                    Nanos at,
                    const Net8EventHeap::Origin& origin,
                    Net8StageClock::Arrival& arrival)
{
    const uint32_t bytes = arrival.frame.GetSize() - ETHERNET + PPP;
    const auto departure =
        m_stage.Take({.at = at, .scheduled = origin.known, .cause = origin.cause, .bytes = bytes});
    const Net8StageWatch::Moment came{.at = at, .origin = origin};
    if (departure.dropped)
    {
        Drop(arrival, came);
        return false;
    }
    const Net8StageWatch::Moment begin{.at = departure.start,
                                       .origin = departure.waited ? m_last : origin};
    clock.Follow(departure, m_stage, m_last);
    arrival.origin = m_last;
    if (m_watch)
    {
        m_watch->Send({.came = came,
                       .began = begin,
                       .end = departure.sent,
                       .bytes = bytes,
                       .waited = departure.waited});
    }
    if (m_gate)
    {
        // It begins in the event in which it arrives, or in which the previous packet has been
        // sent.
        const bool now = !departure.waited && at == Net8StageClock::GetNow();
        m_gate->Await(clock,
                      now ? std::nullopt : std::optional(begin.origin),
                      {.start = departure.start, .sent = departure.sent, .arrival = arrival});
        return false;
    }
    const auto arrives = m_delivery ? Decide(*arrival.frame.GetPacket(), begin, departure.sent)
                                    : std::optional(departure.arrival);
    arrival.at = arrives.value_or(arrival.at);
    if (m_watch && arrives && IsPlain())
    {
        m_watch->Arrive({.at = arrival.at, .origin = arrival.origin}, *arrival.frame.GetPacket());
    }
    return arrives.has_value();
}

std::optional<Net8StageLine::Nanos>
Net8StageLine::Decide(const Packet& frame, const Net8StageWatch::Moment& begin, Nanos sent) const
{
    const uint64_t before = m_watch && m_lost ? m_lost() : 0;
    const auto arrives = m_delivery(frame, begin.at, sent);
    if (m_watch && m_lost && m_lost() > before)
    {
        m_watch->Lose(begin);
    }
    return arrives;
}

void
Net8StageLine::Drop(const Net8StageClock::Arrival& arrival,
                    const Net8StageWatch::Moment& came) const
{
    if (m_watch)
    {
        m_watch->Drop(came);
    }
    const auto left = came.at - Net8StageClock::GetNow();
    if (left == Nanos(0))
    {
        m_queue->Enqueue(arrival.frame.GetPacket());
        return;
    }
    // A run that ends before that time does not count it.
    Simulator::ScheduleWithContext(
        arrival.node,
        NanoSeconds(left.count()),
        [queue = m_queue, frame = arrival.frame] { queue->Enqueue(frame.GetPacket()); });
}

void
Net8StageLine::Deliver(const Ptr<Packet>& frame) const
{
    Net8EthernetHeader ethernet;
    frame->RemoveHeader(ethernet);
    PppHeader ppp;
    ppp.SetProtocol(ethernet.GetEtherType() == ETHERTYPE_IPV6 ? PPP_IPV6 : PPP_IPV4);
    frame->AddHeader(ppp);
    m_far->Receive(frame);
}

bool
Net8StageLine::Loses(const Net8StageFrame& frame) const
{
    if (!m_cut && !m_loss && (!m_watch || IsPlain()))
    {
        return false;
    }
    const auto packet = frame.GetPacket();
    const bool lost = (m_cut && m_cut->IsCorrupt(packet)) || (m_loss && m_loss->IsCorrupt(packet));
    if (m_watch && lost)
    {
        m_watch->Lose(Net8StageWatch::GetPresent());
    }
    else if (m_watch && !IsPlain())
    {
        m_watch->Arrive(Net8StageWatch::GetPresent(), *packet);
    }
    return lost;
}

bool
Net8StageLine::IsPlain() const
{
    return !m_loss && !m_cut && !m_gate && !m_overtakes;
}

uint32_t
Net8StageLine::GetMtu() const
{
    return m_mtu;
}

Net8StageRouter&
Net8StageLine::GetFar() const
{
    return m_to;
}

} // namespace ns3::net8
