// SPDX-License-Identifier: GPL-2.0-only
#include "net8-link-channel.h"

#include "net8-link-packet.h"

#include "ns3/net8-frame-arrival.h"
#include "ns3/net8-line-device.h"
#include "ns3/net8-mpi.h"
#include "ns3/net8-partition.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8LinkChannel);

TypeId
Net8LinkChannel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8LinkChannel")
                            .SetParent<PointToPointChannel>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8LinkChannel>();
    return tid;
}

Net8LinkChannel::Net8LinkChannel() = default;
Net8LinkChannel::~Net8LinkChannel() = default;

void
Net8LinkChannel::DoDispose()
{
    m_conditions = nullptr;
    PointToPointChannel::DoDispose();
}

void
Net8LinkChannel::SetConditions(const Ptr<Net8LinkConditions>& conditions)
{
    m_conditions = conditions;
}

const Ptr<Net8LinkConditions>&
Net8LinkChannel::GetConditions() const
{
    return m_conditions;
}

bool
Net8LinkChannel::TransmitStart(Ptr<const Packet> packet,
                               Ptr<PointToPointNetDevice> sender,
                               Time txTime)
{
    const uint32_t way = sender == GetSource(0) ? 0 : 1;
    const auto receiver = GetDestination(way);
    const auto line = DynamicCast<Net8LineDevice>(sender);
    const auto sent = line ? txTime + line->GetHold() : txTime;
    const auto arrival = m_conditions->Take(packet, way == 0, sent, LinkPacket::PPP);
    if (!arrival)
    {
        if (const auto answer = m_conditions->TakeAnswer())
        {
            Simulator::ScheduleWithContext(sender->GetNode()->GetId(),
                                           sent,
                                           &PointToPointNetDevice::Receive,
                                           sender,
                                           answer);
        }
        return true;
    }
    if (const auto duplicate = m_conditions->TakeDuplicate())
    {
        Simulator::ScheduleWithContext(receiver->GetNode()->GetId(),
                                       *duplicate,
                                       &PointToPointNetDevice::Receive,
                                       receiver,
                                       m_conditions->Copy(packet, way == 0));
    }
    if (!Net8Partition::IsHere(receiver->GetNode()))
    {
        Net8Mpi::Send(m_conditions->Copy(packet, way == 0), Simulator::Now() + *arrival, receiver);
        return true;
    }
    Net8FrameArrival<PointToPointNetDevice>::Schedule(
        receiver->GetNode()->GetId(),
        *arrival,
        receiver,
        m_conditions->MayChange() ? Ptr<const Packet>(m_conditions->Copy(packet, way == 0))
                                  : packet);
    return true;
}

} // namespace ns3::net8
