// SPDX-License-Identifier: GPL-2.0-only
#include "net8-live-clock.h"

#include "ns3/net8-event-heap.h"
#include "ns3/simulator.h"

namespace ns3::net8
{

void
Net8LiveClock::Start()
{
    Net8EventHeap::Install();
    m_start = Clock::now() - Nanos(Simulator::Now().GetNanoSeconds());
}

void
Net8LiveClock::Advance() const
{
    // An event that ends the run, so that the simulated time is now even if nothing else is due.
    if (const auto late = GetLate(); late > Nanos(0))
    {
        Simulator::Stop(NanoSeconds(late.count()));
        Simulator::Run();
    }
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
Net8LiveClock::GetLate() const
{
    return Clock::now() - m_start - Nanos(Simulator::Now().GetNanoSeconds());
}

} // namespace ns3::net8
