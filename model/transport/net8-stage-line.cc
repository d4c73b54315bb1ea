// SPDX-License-Identifier: GPL-2.0-only
#include "net8-stage-line.h"

#include "ns3/channel.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/pointer.h"
#include "ns3/ppp-header.h"
#include "ns3/queue-size.h"

namespace ns3::net8
{

namespace
{

/// Protocol number of IPv4 in a PPP header (RFC 1332).
constexpr uint16_t PPP_IPV4 = 0x0021;

/**
 * @param object a device or a channel
 * @param name of an attribute that points to something
 * @return what it points to
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
 * @return the hop that it is
 */
FifoStage::Settings
GetSettings(const Ptr<PointToPointNetDevice>& from)
{
    DataRateValue rate;
    TimeValue delay;
    from->GetAttribute("DataRate", rate);
    from->GetChannel()->GetAttribute("Delay", delay);
    const auto size = GetPointer<Queue<Packet>>(from, "TxQueue")->GetMaxSize();
    return {.bitsPerSecond = rate.Get().GetBitRate(),
            .delay = FifoStage::Time(delay.Get().GetNanoSeconds()),
            .room = size.GetValue(),
            .roomInBytes = size.GetUnit() == QueueSizeUnit::BYTES};
}

} // namespace

Net8StageLine::Net8StageLine(const Ptr<PointToPointNetDevice>& from, Net8StageRouter& to)
    : m_stage(GetSettings(from)),
      m_queue(GetPointer<Queue<Packet>>(from, "TxQueue")),
      m_mtu(from->GetMtu()),
      m_to(to)
{
    const auto channel = from->GetChannel();
    const auto far = channel->GetDevice(channel->GetDevice(0) == from ? 1 : 0);
    m_far = DynamicCast<PointToPointNetDevice>(far);
    m_loss = GetPointer<ErrorModel>(m_far, "ReceiveErrorModel");
    // What the stage drops is dropped by a queue without room (ns-3 takes no 0p), which counts it.
    m_queue->SetMaxSize(QueueSize("1B"));
}

FifoStage::Departure
Net8StageLine::Send(const Ptr<Packet>& frame, FifoStage::Time at, FifoStage::Time sent)
{
    const auto bytes = frame->GetSize() - ETHERNET + PPP;
    const auto departure = m_stage.Take({.at = at, .scheduled = sent, .bytes = bytes});
    if (departure.dropped)
    {
        m_queue->Enqueue(frame);
    }
    return departure;
}

Net8StageClock::Rank
Net8StageLine::GetRank(Net8StageClock& clock, const FifoStage::Departure& departure)
{
    return clock.Follow(departure, m_last);
}

void
Net8StageLine::Deliver(const Ptr<Packet>& packet) const
{
    PppHeader header;
    header.SetProtocol(PPP_IPV4);
    packet->AddHeader(header);
    m_far->Receive(packet);
}

bool
Net8StageLine::Loses(const Ptr<Packet>& frame) const
{
    if (!m_loss)
    {
        return false;
    }
    auto packet = frame->Copy();
    packet->RemoveAtStart(ETHERNET);
    PppHeader header;
    header.SetProtocol(PPP_IPV4);
    packet->AddHeader(header);
    return m_loss->IsCorrupt(packet);
}

bool
Net8StageLine::IsLossy() const
{
    return m_loss != nullptr;
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
