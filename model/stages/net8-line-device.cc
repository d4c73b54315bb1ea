// SPDX-License-Identifier: GPL-2.0-only
#include "net8-line-device.h"

#include "net8-stage-line.h"
#include "net8-stage-router.h"

#include "ns3/data-rate.h"
#include "ns3/mac48-address.h"
#include "ns3/net8-ethernet-header.h"
#include "ns3/queue.h"
#include "ns3/simulator.h"

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8LineDevice);

TypeId
Net8LineDevice::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8LineDevice")
                            .SetParent<PointToPointNetDevice>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8LineDevice>();
    return tid;
}

Net8LineDevice::Net8LineDevice() = default;
Net8LineDevice::~Net8LineDevice() = default;

void
Net8LineDevice::SetStageRouter(Net8StageRouter* router)
{
    m_router = router;
}

void
Net8LineDevice::SetGuard(const Guard& guard)
{
    m_guard = guard;
}

void
Net8LineDevice::SetTrace(const DeliveryTrace& trace)
{
    // The whole time of a packet is that until its delivery: its bits take less than 1 ns.
    constexpr uint64_t AT_ONCE = 1'000'000'000'000'000'000;
    m_trace = trace;
    SetDataRate(DataRate(AT_ONCE));
    GetQueue()->TraceConnectWithoutContext("Enqueue",
                                           MakeCallback(&Net8LineDevice::HandleEnqueue, this));
    TraceConnectWithoutContext("PhyTxBegin", MakeCallback(&Net8LineDevice::HandleBegin, this));
}

Time
Net8LineDevice::GetHold() const
{
    return m_hold;
}

void
Net8LineDevice::HandleEnqueue(Ptr<const Packet> packet)
{
    const std::chrono::nanoseconds now(Simulator::Now().GetNanoSeconds());
    m_due.push_back(
        m_trace->Deliver(now,
                         packet->GetSize() - Net8StageLine::PPP + DeliveryTrace::HEADER_BYTES));
}

void
Net8LineDevice::HandleBegin(Ptr<const Packet> /* packet */)
{
    // The device asks for the gap after a packet once it has signalled its begin.
    m_hold = NanoSeconds(m_due.front().count()) - Simulator::Now();
    m_due.pop_front();
    SetInterframeGap(m_hold);
}

bool
Net8LineDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    if (m_guard && m_guard(packet))
    {
        return true;
    }
    if (!m_router)
    {
        return PointToPointNetDevice::Send(packet, dest, protocolNumber);
    }
    auto frame = packet->Copy();
    frame->AddHeader(Net8EthernetHeader(Mac48Address(), Mac48Address(), protocolNumber));
    m_router->SendFromStack(this, frame);
    return true;
}

} // namespace ns3::net8
