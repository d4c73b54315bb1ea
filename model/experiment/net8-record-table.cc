// SPDX-License-Identifier: GPL-2.0-only
#include "net8-record-table.h"

namespace ns3::net8
{

int64_t
Net8Texts::GetNumber(const std::string& text)
{
    const auto [found, added] = m_numbers.try_emplace(text, static_cast<int64_t>(m_texts.size()));
    if (added)
    {
        m_texts.push_back(text);
    }
    return found->second;
}

const std::string&
Net8Texts::GetText(int64_t number) const
{
    return m_texts.at(static_cast<std::size_t>(number));
}

void
Net8SessionList::Add(uint32_t group, uint64_t count)
{
    m_places.resize(m_places.size() + count, UNKNOWN | group);
}

void
Net8SessionList::Set(const SessionRecord& record)
{
    m_places.at(record.session) = static_cast<uint32_t>(m_records.size());
    m_records.push_back(record);
    m_linkWaits |= record.dblinkWaits.Get(WaitEvent::BREAK_RESET_TO_DBLINK).count > 0;
}

SessionRecord
Net8SessionList::operator[](std::size_t session) const
{
    const auto place = m_places.at(session);
    if ((place & UNKNOWN) == 0)
    {
        return m_records[place];
    }
    SessionRecord record;
    record.session = static_cast<uint32_t>(session);
    record.group = place & ~UNKNOWN;
    return record;
}

} // namespace ns3::net8
