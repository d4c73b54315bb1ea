// SPDX-License-Identifier: GPL-2.0-only
#include "net8-live-clock.h"

#include "ns3/net8-event-heap.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::net8
{

void
Net8LiveClock::Start()
{
    Net8EventHeap::Install();
    m_start = Clock::now() - GetNow();
}

bool
Net8LiveClock::Advance(Nanos span) const
{
    const auto now = GetReal();
    // Times at which nothing happens cost nothing.
    const auto next = GetNext();
    const auto end = next ? std::min(now, std::max(*next - m_start, GetNow()) + span) : now;
    // An event that ends the run, so that the simulated time is now even if nothing else is due.
    if (end > GetNow())
    {
        Simulator::Stop(NanoSeconds((end - GetNow()).count()));
        Simulator::Run();
    }
    return end == now;
}

std::optional<Net8LiveClock::Clock::time_point>
Net8LiveClock::GetNext() const
{
    const auto* heap = Net8EventHeap::Get();
    if (!heap || heap->IsEmpty())
    {
        return std::nullopt;
    }
    return m_start + Nanos(heap->PeekNext().key.m_ts);
}

Net8LiveClock::Nanos
Net8LiveClock::GetNow()
{
    return Nanos(Simulator::Now().GetNanoSeconds());
}

Net8LiveClock::Nanos
Net8LiveClock::GetReal() const
{
    return Clock::now() - m_start;
}

} // namespace ns3::net8
