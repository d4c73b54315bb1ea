// SPDX-License-Identifier: GPL-2.0-only
#include "net8-wait-statistics.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

namespace
{

/// Names in the order of WaitEvent.
constexpr std::array<const char*, WaitStatistics::SIZE> NAMES{"SQL*Net message to client",
                                                              "SQL*Net message from client",
                                                              "SQL*Net more data to client",
                                                              "SQL*Net more data from client",
                                                              "SQL*Net break/reset to client",
                                                              "SQL*Net break/reset to dblink"};

} // namespace

WaitStatistics::Kept&
WaitStatistics::At(WaitEvent event)
{
    const auto number = static_cast<uint64_t>(event);
    for (auto& entry : m_entries)
    {
        if (entry.event == number)
        {
            return entry;
        }
    }
    m_entries.reserve(m_entries.size() + 1); // Reserve for one entry only: few sessions have many.
    return m_entries.emplace_back(Kept{.event = number, .count = 0, .total = {}, .longest = {}});
}

void
WaitStatistics::Add(WaitEvent event, std::chrono::nanoseconds time, uint64_t count)
{
    if (count == 0)
    {
        return;
    }
    auto& entry = At(event);
    entry.count += count;
    entry.total += time;
    entry.longest = std::max(entry.longest, time / static_cast<int64_t>(count));
}

void
WaitStatistics::Add(const WaitStatistics& other)
{
    for (const auto& theirs : other.m_entries)
    {
        auto& entry = At(static_cast<WaitEvent>(theirs.event));
        entry.count += theirs.count;
        entry.total += theirs.total;
        entry.longest = std::max(entry.longest, theirs.longest);
    }
}

void
WaitStatistics::Repeat(const WaitStatistics& before, uint64_t count)
{
    for (auto& entry : m_entries)
    {
        const auto old = before.Get(static_cast<WaitEvent>(entry.event));
        entry.count += count * (entry.count - old.count);
        entry.total += static_cast<int64_t>(count) * (entry.total - old.total);
    }
}

void
WaitStatistics::Set(WaitEvent event, const Entry& entry)
{
    if (entry.count > 0)
    {
        auto& kept = At(event);
        kept.count = entry.count;
        kept.total = entry.total;
        kept.longest = entry.longest;
    }
}

WaitStatistics::Entry
WaitStatistics::Get(WaitEvent event) const
{
    for (const auto& entry : m_entries)
    {
        if (entry.event == static_cast<uint64_t>(event))
        {
            return {.count = entry.count, .total = entry.total, .longest = entry.longest};
        }
    }
    return {};
}

const char*
WaitStatistics::Name(WaitEvent event)
{
    return NAMES.at(static_cast<std::size_t>(event));
}

} // namespace ns3::net8
