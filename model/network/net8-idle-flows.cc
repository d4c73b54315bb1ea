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

bool
IdleFlows::Entry::IsClosed() const
{
    return low.closed && high.closed;
}

IdleFlows::Key
IdleFlows::KeyOf(const Segment& segment)
{
    return {.low = std::min(segment.from, segment.to), .high = std::max(segment.from, segment.to)};
}

std::list<IdleFlows::Entry>&
IdleFlows::ListOf(const Entry& entry)
{
    return entry.IsClosed() ? m_closed : m_entries;
}

std::vector<IdleFlows::Reset>
IdleFlows::Forget(std::chrono::nanoseconds now)
{
    std::vector<Reset> resets;
    const auto tell = [&resets](const End& from, const End& to, bool outward, const Side& side) {
        if (side.acknowledged)
        {
            resets.push_back(
                {.from = from, .to = to, .outward = outward, .sequence = *side.acknowledged});
        }
    };
    for (auto* list : {&m_entries, &m_closed})
    {
        while (!list->empty() && now - list->front().last >= m_idle)
        {
            const Entry& entry = list->front();
            if (!entry.IsClosed())
            {
                tell(entry.key.high, entry.key.low, !entry.lowInside, entry.low);
                tell(entry.key.low, entry.key.high, entry.lowInside, entry.high);
            }
            m_places.erase(entry.key);
            list->pop_front();
            ++m_forgotten;
        }
    }
    return resets;
}

bool
IdleFlows::Knows(const Segment& segment, std::chrono::nanoseconds now)
{
    Forget(now);
    return m_places.contains(KeyOf(segment));
}

bool
IdleFlows::Pass(const Segment& segment, std::chrono::nanoseconds now)
{
    Forget(now);
    const Key key = KeyOf(segment);
    auto place = m_places.find(key);
    if (place == m_places.end())
    {
        if (!segment.syn)
        {
            ++m_stopped;
            return false;
        }
        const bool lowInside = segment.inside == (segment.from == key.low);
        const auto entry =
            m_entries.insert(m_entries.end(), {.key = key, .last = now, .lowInside = lowInside});
        place = m_places.emplace(key, entry).first;
    }
    const auto entry = place->second;
    auto& before = ListOf(*entry);
    if (segment.rst)
    {
        m_places.erase(place);
        before.erase(entry);
        return true;
    }
    Side& side = segment.from == key.low ? entry->low : entry->high;
    side.closed = !segment.syn && (side.closed || segment.fin);
    side.acknowledged = segment.acknowledged ? segment.acknowledged : side.acknowledged;
    entry->last = now;
    auto& after = ListOf(*entry);
    after.splice(after.end(), before, entry);
    return true;
}

std::optional<std::chrono::nanoseconds>
IdleFlows::GetExpiry() const
{
    return m_entries.empty() ? std::nullopt : std::optional(m_entries.front().last + m_idle);
}

size_t
IdleFlows::GetSize() const
{
    return m_entries.size() + m_closed.size();
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
