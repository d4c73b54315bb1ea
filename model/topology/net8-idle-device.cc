// SPDX-License-Identifier: GPL-2.0-only
#include "net8-idle-device.h"

#include "net8-add-count.h"

#include "ns3/net8-chrono.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3::net8
{

Net8IdleDevice::Net8IdleDevice(Time idle, Action action)
    : m_action(action),
      m_flows(ToChrono(idle)),
      m_ports(action == Action::NEW_PORT ? std::make_unique<NatPorts>(ToChrono(idle)) : nullptr)
{
}

Net8IdleDevice::~Net8IdleDevice()
{
    m_expiry.Cancel();
}

void
Net8IdleDevice::SetEnd(const Ptr<Net8LineDevice>& device, bool first)
{
    m_ends[first ? 0 : 1] = device;
}

bool
Net8IdleDevice::Pass(const Packet& packet,
                     const LinkPacket& seen,
                     std::size_t header,
                     std::chrono::nanoseconds now)
{
    const bool acts = header == LinkPacket::PPP;
    m_port.reset();
    m_answer = nullptr;
    if (Place(seen.tcp.value(), acts, now))
    {
        return true;
    }
    const bool resets = m_action == Action::RESET || m_action == Action::RESET_BOTH;
    if (resets && acts && !seen.tcp->rst)
    {
        m_answer = LinkPacket::MakeReset(packet);
        ++m_resets;
    }
    return false;
}

bool
Net8IdleDevice::Place(IdleFlows::Segment segment, bool changes, std::chrono::nanoseconds now)
{
    if (m_action == Action::RESET_BOTH && changes)
    {
        Expire();
        const bool passes = m_flows.Pass(segment, now);
        Await();
        return passes;
    }
    if (!m_ports || !changes)
    {
        segment.syn = segment.syn || (segment.inside && m_action == Action::PICK_UP);
        return m_flows.Pass(segment, now);
    }
    const auto port = m_ports->Pass(segment, now);
    const auto own = segment.inside ? segment.from.port : segment.to.port;
    if (port && *port != own)
    {
        m_port = port;
        ++m_moved;
    }
    return port.has_value();
}

void
Net8IdleDevice::Await()
{
    const auto expiry = m_flows.GetExpiry();
    if (!expiry)
    {
        m_expiry.Cancel();
    }
    else if (!m_expiry.IsPending())
    {
        m_expiry = Simulator::Schedule(ToTime(*expiry) - Simulator::Now(), [this] {
            Expire();
            Await();
        });
    }
}

void
Net8IdleDevice::Expire()
{
    for (const auto& reset : m_flows.Forget(ToChrono(Simulator::Now())))
    {
        const auto& end = m_ends[reset.outward ? 1 : 0];
        Simulator::ScheduleWithContext(end->GetNode()->GetId(),
                                       Time(),
                                       &PointToPointNetDevice::Receive,
                                       end,
                                       LinkPacket::MakeReset(reset));
        ++m_resets;
    }
}

Ptr<Packet>
Net8IdleDevice::TakeAnswer()
{
    return std::exchange(m_answer, nullptr);
}

Ptr<Packet>
Net8IdleDevice::Translate(const Ptr<Packet>& packet, bool up) const
{
    return m_port ? LinkPacket::ChangePort(*packet, up, *m_port) : packet;
}

const IdleFlows&
Net8IdleDevice::GetFlows() const
{
    return m_ports ? m_ports->GetFlows() : m_flows;
}

void
Net8IdleDevice::AddCounters(const std::string& link, std::map<std::string, uint64_t>& out) const
{
    AddCount("connections_forgotten_on_" + link, GetFlows().GetForgotten(), out);
    AddCount("segments_stopped_on_" + link, GetFlows().GetStopped(), out);
    AddCount("segments_reset_on_" + link, m_resets, out);
    AddCount("segments_moved_on_" + link, m_moved, out);
}

} // namespace ns3::net8
