// SPDX-License-Identifier: GPL-2.0-only
#include "net8-wait-statistics.h"

#include <algorithm>

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

void
WaitStatistics::Add(WaitEvent event, std::chrono::nanoseconds time, uint64_t count)
{
    if (count == 0)
    {
        return;
    }
    auto& entry = m_entries.at(static_cast<std::size_t>(event));
    entry.count += count;
    entry.total += time;
    entry.longest = std::max(entry.longest, time / static_cast<int64_t>(count));
}

void
WaitStatistics::Add(const WaitStatistics& other)
{
    for (std::size_t i = 0; i < SIZE; ++i)
    {
        m_entries[i].count += other.m_entries[i].count;
        m_entries[i].total += other.m_entries[i].total;
        m_entries[i].longest = std::max(m_entries[i].longest, other.m_entries[i].longest);
    }
}

void
WaitStatistics::Set(WaitEvent event, const Entry& entry)
{
    m_entries.at(static_cast<std::size_t>(event)) = entry;
}

const WaitStatistics::Entry&
WaitStatistics::Get(WaitEvent event) const
{
    return m_entries.at(static_cast<std::size_t>(event));
}

const char*
WaitStatistics::Name(WaitEvent event)
{
    return NAMES.at(static_cast<std::size_t>(event));
}

} // namespace ns3::net8
