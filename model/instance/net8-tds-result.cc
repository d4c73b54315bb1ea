// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tds-result.h"

#include <algorithm>

namespace ns3::net8
{

Net8TdsResult::Net8TdsResult(const Ptr<Net8ResultSet>& rows, std::string& error)
    : m_rows(rows),
      m_oneLength(rows->HasOneRowLength())
{
    const auto list = rows->GetColumns();
    uint64_t longest = TdsTable::VALUE_MOST;
    if (!list.empty())
    {
        m_table = TdsTable::OfList(list, rows->GetColumnNames(), error);
        longest = m_table.GetRow().Size({});
    }
    else
    {
        longest = rows->GetLongestRow().value_or(TdsTable::VALUE_MOST);
        if (longest > TdsTable::VALUE_MOST)
        {
            error = "a row of " + std::to_string(longest) +
                    " bytes does not fit a varchar; use at most 8000 bytes, or columns";
        }
        m_table = TdsTable::OfLength(static_cast<uint32_t>(longest), rows->GetColumnNames());
    }
    if (error.empty() && rows->GetRows() > BYTES_MOST / std::max<uint64_t>(longest, 1))
    {
        error = std::to_string(rows->GetRows()) + " rows of " + std::to_string(longest) +
                " bytes are more than the " + std::to_string(BYTES_MOST) +
                " bytes of a result of TDS, all of which are real; use fewer rows";
    }
}

uint64_t
Net8TdsResult::GetRows() const
{
    return m_rows->GetRows();
}

std::shared_ptr<const TdsServerScript::Result>
Net8TdsResult::Get(const TdsLayout& layout)
{
    if (!m_oneLength)
    {
        return Write(layout);
    }
    auto& written = m_written.at(layout.wide ? 1 : 0);
    written = written ? written : Write(layout);
    return written;
}

std::shared_ptr<const TdsServerScript::Result>
Net8TdsResult::Write(const TdsLayout& layout) const
{
    auto result = std::make_shared<TdsServerScript::Result>();
    result->bytes = m_table.GetColumns().Encode(layout);
    result->ends.push_back(result->bytes.size());
    auto row = m_table.GetRow().Encode(layout);
    if (m_oneLength)
    {
        result->bytes.reserve(result->bytes.size() + row.size() * GetRows());
    }
    result->ends.reserve(GetRows() + 1);
    for (uint64_t number = 0; number < GetRows(); ++number)
    {
        if (!m_oneLength)
        {
            const auto bytes = std::min(m_rows->DrawRowLength(number), TdsTable::VALUE_MOST);
            row = m_table.MakeRow(bytes).Encode(layout);
        }
        result->bytes.insert(result->bytes.end(), row.begin(), row.end());
        result->ends.push_back(result->bytes.size());
    }
    return result;
}

} // namespace ns3::net8
