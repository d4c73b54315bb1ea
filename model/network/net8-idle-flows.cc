// SPDX-License-Identifier: GPL-2.0-only
#include "net8-idle-flows.h"

#include <algorithm>

namespace ns3::net8
{

size_t
IdleFlows::Hash::operator()(const Key& key) const
{
    uint64_t hash = 14695981039346656037ULL;
    const auto add = [&hash](uint64_t byte) { hash = (hash ^ byte) * 1099511628211ULL; };
    for (const auto* end : {&key.low, &key.high})
    {
        std::ranges::for_each(end->address, add);
        add(end->port & 0xff);
        add(end->port >> 8);
    }
    return hash;
}

IdleFlows::IdleFlows(std::chrono::nanoseconds idle)
    : m_idle(idle)
{
}

void
IdleFlows::Forget(std::chrono::nanoseconds now)
{
    while (!m_entries.empty() && now - m_entries.front().last >= m_idle)
    {
        m_places.erase(m_entries.front().key);
        m_entries.pop_front();
        ++m_forgotten;
    }
}

bool
IdleFlows::Pass(const Segment& segment, std::chrono::nanoseconds now)
{
    Forget(now);
    const Key key{.low = std::min(segment.from, segment.to),
                  .high = std::max(segment.from, segment.to)};
    auto place = m_places.find(key);
    if (place == m_places.end())
    {
        if (!segment.syn)
        {
            ++m_stopped;
            return false;
        }
        place = m_places.emplace(key, m_entries.insert(m_entries.end(), {key, now})).first;
    }
    const auto entry = place->second;
    if (segment.rst)
    {
        m_places.erase(place);
        m_entries.erase(entry);
        return true;
    }
    entry->last = now;
    m_entries.splice(m_entries.end(), m_entries, entry);
    return true;
}

size_t
IdleFlows::GetSize() const
{
    return m_entries.size();
}

uint64_t
IdleFlows::GetForgotten() const
{
    return m_forgotten;
}

uint64_t
IdleFlows::GetStopped() const
{
    return m_stopped;
}

} // namespace ns3::net8
