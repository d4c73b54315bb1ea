// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ethernet-channel.h"

#include "ns3/node.h"
#include "ns3/simulator.h"

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

const Ptr<Net8EthernetEnd>&
Net8EthernetChannel::GetOther(const Net8EthernetEnd& sender) const
{
    return PeekPointer(m_devices[0]) == &sender ? m_devices[1] : m_devices[0];
}

bool
Net8EthernetChannel::Transmit(Ptr<const Packet> frame, Ptr<Net8EthernetEnd> sender, Time txTime)
{
    const auto& receiver = GetOther(*sender);
    if (!receiver)
    {
        return false;
    }
    const auto arrival = m_delivery ? m_delivery(frame, sender == m_devices[0], txTime)
                                    : std::optional<Time>(txTime + m_delay);
    if (!arrival)
    {
        return true;
    }
    // ns-3 keeps a bound member function in a std::function, which takes two allocations more.
    Simulator::ScheduleWithContext(receiver->GetNode()->GetId(),
                                   *arrival,
                                   [receiver, copy = frame->Copy()] { receiver->Receive(copy); });
    return true;
}

void
Net8EthernetChannel::Carry(Net8StageClock::Arrival&& arrival,
                           const Net8EthernetEnd& sender,
                           const Net8StageClock& clock) const
{
    const std::size_t end = PeekPointer(m_devices[0]) == &sender ? 1 : 0;
    auto* const receiver = PeekPointer(m_devices[end]);
    auto& node = m_nodes[end];
    if (!node)
    {
        node = receiver->GetNode()->GetId();
    }
    arrival.receiver = receiver;
    arrival.node = *node;
    auto& coming = m_coming[end];
    if (coming >= Net8StageClock::GetNow() || !receiver->TakeEarly(arrival))
    {
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
