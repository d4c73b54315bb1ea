// SPDX-License-Identifier: GPL-2.0-only
#include "net8-branches.h"

#include "net8-fault.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ns3::net8
{

Net8Branches::Net8Branches(std::vector<Faults> branches,
                           Choose choose,
                           const std::function<void(const Ptr<Net8Fault>&)>& schedule)
    : m_branches(std::move(branches)),
      m_choose(std::move(choose))
{
    Time first = Time::Max();
    for (const auto& faults : m_branches)
    {
        for (const auto& fault : faults)
        {
            first = std::min(first, fault->GetBegin());
        }
    }
    if (first == Time::Max())
    {
        throw std::invalid_argument("Runs that share a beginning differ in no fault.");
    }
    // Before the faults, so that it comes first among events of the same time.
    m_event = Simulator::Schedule(first, [this] {
        ++m_events;
        Part();
    });
    for (const auto& faults : m_branches)
    {
        std::ranges::for_each(faults, schedule);
    }
}

void
Net8Branches::End()
{
    if (!m_parted)
    {
        Simulator::Remove(m_event);
        Part();
    }
}

uint64_t
Net8Branches::GetEvents() const
{
    return m_events;
}

void
Net8Branches::Part()
{
    m_parted = true;
    const auto chosen = m_choose();
    for (uint32_t number = 0; number < m_branches.size(); ++number)
    {
        if (number != chosen)
        {
            std::ranges::for_each(m_branches[number], [](const auto& fault) { fault->Cancel(); });
        }
    }
}

} // namespace ns3::net8
