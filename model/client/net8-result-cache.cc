// SPDX-License-Identifier: GPL-2.0-only
#include "net8-result-cache.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace ns3::net8
{

void
ResultChanges::Note(uint32_t statement)
{
    m_counts.resize(std::max<std::size_t>(m_counts.size(), statement + std::size_t{1}));
    ++m_counts[statement];
    ++m_all;
}

uint64_t
ResultChanges::Count() const
{
    return m_all;
}

uint64_t
ResultChanges::Count(uint32_t statement) const
{
    return statement < m_counts.size() ? m_counts[statement] : 0;
}

ResultCache::ResultCache(uint64_t bytes, std::chrono::nanoseconds lag, const ResultChanges& changes)
    : m_room(bytes),
      m_lag(lag),
      m_changes(changes)
{
}

void
ResultCache::NoteReply(std::chrono::nanoseconds now)
{
    m_replied = now;
    if (m_known == m_changes.Count())
    {
        return;
    }
    m_known = m_changes.Count();
    for (auto entry = m_entries.begin(); entry != m_entries.end();)
    {
        const bool stale = entry->changes != m_changes.Count(entry->key.first);
        entry = stale ? Drop(entry) : std::next(entry);
    }
}

std::optional<uint32_t>
ResultCache::Find(const Key& key, std::chrono::nanoseconds now)
{
    const auto found = m_of.find(key);
    if (found == m_of.end() || now - m_replied > m_lag)
    {
        return std::nullopt;
    }
    m_entries.splice(m_entries.end(), m_entries, found->second);
    return found->second->rows;
}

void
ResultCache::Store(const Key& key, uint32_t rows, uint64_t bytes)
{
    if (const auto found = m_of.find(key); found != m_of.end())
    {
        Drop(found->second);
    }
    while (bytes > m_room && !m_entries.empty())
    {
        Drop(m_entries.begin());
    }
    if (bytes > m_room)
    {
        return;
    }
    m_room -= bytes;
    m_entries.push_back({key, rows, bytes, m_changes.Count(key.first)});
    m_of[key] = std::prev(m_entries.end());
}

ResultCache::Entries::iterator
ResultCache::Drop(Entries::iterator entry)
{
    m_room += entry->bytes;
    m_of.erase(entry->key);
    return m_entries.erase(entry);
}

} // namespace ns3::net8
