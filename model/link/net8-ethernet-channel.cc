// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ethernet-channel.h"

#include "net8-frame-arrival.h"

#include "ns3/node.h"

#include <utility>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8EthernetChannel);

TypeId
Net8EthernetChannel::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8EthernetChannel")
                            .SetParent<Channel>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8EthernetChannel>()
                            .AddAttribute("Delay",
                                          "Propagation delay of the cable, one way.",
                                          TimeValue(NanoSeconds(500)), // 100 m of copper
                                          MakeTimeAccessor(&Net8EthernetChannel::m_delay),
                                          MakeTimeChecker(Time(0)));
    return tid;
}

void
Net8EthernetChannel::Attach(Ptr<Net8EthernetEnd> device)
{
    NS_ABORT_MSG_IF(m_nDevices == m_devices.size(), "An Ethernet cable has two ends only");
    m_devices.at(m_nDevices++) = device;
}

inline std::size_t
Net8EthernetChannel::FindOther(const Net8EthernetEnd& sender) const
{
    return PeekPointer(m_devices[0]) == &sender ? 1 : 0;
}

inline uint32_t
Net8EthernetChannel::GetNodeId(std::size_t end) const
{
    auto& node = m_nodes[end];
    if (!node)
    {
        node = m_devices[end]->GetNode()->GetId();
    }
    return *node;
}

bool
Net8EthernetChannel::Transmit(const Ptr<const Packet>& frame,
                              const Net8EthernetEnd& sender,
                              Time txTime)
{
    const auto end = FindOther(sender);
    const auto& receiver = m_devices[end];
    if (!receiver)
    {
        return false;
    }
    const auto arrival =
        m_delivery ? m_delivery(frame, end == 1, txTime) : std::optional<Time>(txTime + m_delay);
    if (arrival)
    {
        Net8FrameArrival<Net8EthernetEnd>::Schedule(GetNodeId(end), *arrival, receiver, frame);
    }
    return true;
}

void
Net8EthernetChannel::Carry(Net8StageClock::Arrival&& arrival,
                           const Net8EthernetEnd& sender,
                           const Net8StageClock& clock) const
{
    const auto end = FindOther(sender);
    auto* const receiver = PeekPointer(m_devices[end]);
    arrival.receiver = &receiver->GetPort();
    arrival.node = GetNodeId(end);
    auto& coming = m_coming[end];
    if (coming >= Net8StageClock::GetNow() || !receiver->TakeEarly(arrival))
    {
        if (coming == Net8StageClock::Nanos::min()) [[unlikely]]
        {
            clock.Keep(coming);
        }
        coming = arrival.at;
        clock.Expect(std::move(arrival), &m_wires[end]);
    }
}

std::size_t
Net8EthernetChannel::GetNDevices() const
{
    return m_nDevices;
}

Ptr<NetDevice>
Net8EthernetChannel::GetDevice(std::size_t i) const
{
    return m_devices.at(i);
}

void
Net8EthernetChannel::DoDispose()
{
    m_devices.fill(nullptr);
    m_delivery = nullptr;
    m_nDevices = 0;
    Channel::DoDispose();
}

} // namespace ns3::net8
