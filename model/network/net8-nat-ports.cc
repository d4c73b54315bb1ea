// SPDX-License-Identifier: GPL-2.0-only
#include "net8-nat-ports.h"

#include <limits>

namespace ns3::net8
{

NatPorts::NatPorts(std::chrono::nanoseconds idle)
    : m_flows(idle)
{
}

std::optional<uint16_t>
NatPorts::FindFree(IdleFlows::Segment segment, std::chrono::nanoseconds now)
{
    const uint16_t own = segment.from.port;
    constexpr uint16_t most = std::numeric_limits<uint16_t>::max();
    for (int tried = 0; tried <= most - LEAST; ++tried)
    {
        segment.from.port = m_next;
        m_next = m_next == most ? LEAST : static_cast<uint16_t>(m_next + 1);
        if (segment.from.port != own && !m_flows.Knows(segment, now))
        {
            return segment.from.port;
        }
    }
    return std::nullopt;
}

std::optional<uint16_t>
NatPorts::FindOuter(const IdleFlows::Segment& segment, std::chrono::nanoseconds now)
{
    const Ends ends{segment.from, segment.to};
    IdleFlows::Segment beyond = segment;
    if (const auto mapped = m_outer.find(ends); mapped != m_outer.end())
    {
        beyond.from.port = mapped->second;
        if (m_flows.Knows(beyond, now))
        {
            return mapped->second;
        }
        const auto back = m_inner.find({beyond.from, segment.to});
        if (back != m_inner.end() && back->second == segment.from.port)
        {
            m_inner.erase(back);
        }
        m_outer.erase(mapped);
    }
    else if (m_flows.Knows(segment, now) && !m_inner.contains(ends))
    {
        return segment.from.port;
    }
    if (segment.syn && !m_flows.Knows(segment, now))
    {
        m_inner.erase(ends);
        return segment.from.port;
    }
    const auto port = segment.rst ? std::nullopt : FindFree(segment, now);
    if (port)
    {
        beyond.from.port = *port;
        m_outer[ends] = *port;
        m_inner[{beyond.from, segment.to}] = segment.from.port;
    }
    return port;
}

std::optional<uint16_t>
NatPorts::Pass(const IdleFlows::Segment& segment, std::chrono::nanoseconds now)
{
    if (!segment.inside)
    {
        const auto mapped = m_inner.find({segment.to, segment.from});
        const auto port = mapped == m_inner.end() ? segment.to.port : mapped->second;
        return m_flows.Pass(segment, now) ? std::optional(port) : std::nullopt;
    }
    IdleFlows::Segment beyond = segment;
    if (const auto port = FindOuter(segment, now))
    {
        beyond.from.port = *port;
        beyond.syn = true;
    }
    return m_flows.Pass(beyond, now) ? std::optional(beyond.from.port) : std::nullopt;
}

const IdleFlows&
NatPorts::GetFlows() const
{
    return m_flows;
}

} // namespace ns3::net8
