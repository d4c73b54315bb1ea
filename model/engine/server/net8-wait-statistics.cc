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

WaitStatistics::Entry&
WaitStatistics::At(WaitEvent event)
{
    const auto found = std::ranges::find(m_entries, event, &std::pair<WaitEvent, Entry>::first);
    if (found != m_entries.end())
    {
        return found->second;
    }
    m_entries.reserve(m_entries.size() + 1); // Reserve for one entry only: few sessions have many.
    return m_entries.emplace_back(event, Entry{}).second;
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
    for (const auto& [event, theirs] : other.m_entries)
    {
        auto& entry = At(event);
        entry.count += theirs.count;
        entry.total += theirs.total;
        entry.longest = std::max(entry.longest, theirs.longest);
    }
}

void
WaitStatistics::Repeat(const WaitStatistics& before, uint64_t count)
{
    for (auto& [event, entry] : m_entries)
    {
        const auto& old = before.Get(event);
        entry.count += count * (entry.count - old.count);
        entry.total += static_cast<int64_t>(count) * (entry.total - old.total);
    }
}

void
WaitStatistics::Set(WaitEvent event, const Entry& entry)
{
    if (entry.count > 0)
    {
        At(event) = entry;
    }
}

const WaitStatistics::Entry&
WaitStatistics::Get(WaitEvent event) const
{
    static const Entry NONE;
    const auto found = std::ranges::find(m_entries, event, &std::pair<WaitEvent, Entry>::first);
    return found != m_entries.end() ? found->second : NONE;
}

const char*
WaitStatistics::Name(WaitEvent event)
{
    return NAMES.at(static_cast<std::size_t>(event));
}

} // namespace ns3::net8
