// SPDX-License-Identifier: GPL-2.0-only
#include "net8-link-channel.h"

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
Net8LinkChannel::SetDelays(Time up, Time down)
{
    m_delays = {up, down};
}

bool
Net8LinkChannel::TransmitStart(Ptr<const Packet> packet,
                               Ptr<PointToPointNetDevice> sender,
                               Time txTime)
{
    const uint32_t way = sender == GetSource(0) ? 0 : 1;
    const auto receiver = GetDestination(way);
    Simulator::ScheduleWithContext(receiver->GetNode()->GetId(),
                                   txTime + m_delays[way],
                                   &PointToPointNetDevice::Receive,
                                   receiver,
                                   packet->Copy());
    return true;
}

} // namespace ns3::net8
