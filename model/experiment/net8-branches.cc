// SPDX-License-Identifier: GPL-2.0-only
#include "net8-branches.h"

#include "net8-fault.h"
#include "net8-limit-change.h"

#include "ns3/net8-network-change.h"
#include "ns3/net8-network-link.h"
#include "ns3/net8-network-plan.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::net8
{

namespace
{

/**
 * @tparam T class of an object
 * @param attributes its attributes
 * @return the object
 */
template <typename T>
Ptr<T>
Make(const AttributeMap& attributes)
{
    auto object = CreateObject<T>();
    SetAttributes(object, attributes);
    return object;
}

} // namespace

Net8Branches::Net8Branches(const std::vector<Lists>& runs, Choose choose)
    : m_choose(std::move(choose))
{
    for (const auto& lists : runs)
    {
        auto& run = m_runs.emplace_back();
        for (const auto& [name, tables] : lists)
        {
            for (const auto& attributes : tables)
            {
                if (name == "fault")
                {
                    const auto fault = Make<Net8Fault>(attributes);
                    m_first = std::min(m_first, fault->GetBegin());
                    run.faults.push_back(fault);
                }
                else if (name == "link_change")
                {
                    const auto change = Make<Net8NetworkChange>(attributes);
                    m_first = std::min(m_first, change->GetAt());
                    run.changes.push_back(change);
                }
                else if (name == "limit_change")
                {
                    const auto change = Make<Net8LimitChange>(attributes);
                    m_first = std::min(m_first, change->GetAt());
                    run.limits.push_back(change);
                }
                else
                {
                    throw std::invalid_argument("Runs that share a beginning differ in '" + name +
                                                "', which cannot change.");
                }
            }
        }
    }
    if (m_first == Time::Max())
    {
        throw std::invalid_argument("Runs that share a beginning differ in nothing.");
    }
    // Before all others, so that it comes first among events of the same time.
    m_event = Simulator::Schedule(m_first, [this] {
        ++m_events;
        Part();
    });
}

void
Net8Branches::ChangeLinks(const Net8NetworkPlan& network)
{
    for (auto& run : m_runs)
    {
        for (const auto& change : run.changes)
        {
            const auto& link = network.GetLink(change->GetLink());
            run.scheduled.emplace_back(link, change->Schedule(link));
            link->SetUnsettled(m_first, [this] { Settle(); });
        }
    }
}

void
Net8Branches::ChangeLimits(const std::function<void(const Ptr<Net8LimitChange>&)>& schedule)
{
    for (const auto& run : m_runs)
    {
        std::ranges::for_each(run.limits, schedule);
    }
}

void
Net8Branches::ScheduleFaults(const std::function<void(const Ptr<Net8Fault>&)>& schedule)
{
    for (const auto& run : m_runs)
    {
        std::ranges::for_each(run.faults, schedule);
    }
}

bool
Net8Branches::HasChanges() const
{
    return std::ranges::any_of(m_runs, [](const auto& run) { return !run.changes.empty(); });
}

void
Net8Branches::Settle()
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
    for (uint32_t number = 0; number < m_runs.size(); ++number)
    {
        if (number == chosen)
        {
            continue;
        }
        std::ranges::for_each(m_runs[number].faults, [](const auto& fault) { fault->Cancel(); });
        std::ranges::for_each(m_runs[number].limits, [](const auto& change) { change->Cancel(); });
        for (const auto& [link, event] : m_runs[number].scheduled)
        {
            link->TakeBack(event);
        }
    }
}

} // namespace ns3::net8
