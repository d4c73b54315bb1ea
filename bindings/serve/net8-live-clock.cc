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
    const auto late = GetLate(GetNow());
    // An event that ends the run, so that the simulated time is now even if nothing else is due.
    if (late > Nanos(0))
    {
        Simulator::Stop(NanoSeconds(std::min(late, span).count()));
        Simulator::Run();
    }
    return late <= span;
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
Net8LiveClock::GetLate(Nanos due) const
{
    return Clock::now() - m_start - due;
}

} // namespace ns3::net8
