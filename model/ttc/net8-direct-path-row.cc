// SPDX-License-Identifier: GPL-2.0-only
#include "net8-direct-path-row.h"

#include <algorithm>
#include <numeric>

namespace ns3::net8
{

DirectPathRow::DirectPathRow(std::span<const std::optional<uint32_t>> values, bool fast)
{
    for (const auto& value : values)
    {
        if (m_segments == SEGMENTS)
        {
            End();
        }
        if (value.value_or(0) > SHORT)
        {
            AddLong(*value);
            continue;
        }
        const uint32_t bytes = 1 + value.value_or(0);
        if (bytes > PIECE - m_bytes)
        {
            End();
        }
        m_bytes += bytes;
        ++m_segments;
    }
    const bool whole = m_pieces.empty();
    End();
    m_pieces.back() += whole && fast ? ROW_SIZE : 0;
}

DirectPathRow::DirectPathRow(const Column::List& columns)
    : DirectPathRow(columns.values, columns.lobs.empty() && !columns.hasLong)
{
}

void
DirectPathRow::AddLong(uint32_t size)
{
    constexpr uint32_t LENGTH = 3;
    while (size > 0)
    {
        const uint32_t room = PIECE - m_bytes;
        const uint32_t part = room < LENGTH ? 0 : std::min(size, room - LENGTH);
        m_bytes += part == 0 ? 0 : LENGTH + part;
        m_segments += part == 0 ? 0 : 1;
        size -= part;
        if (size > 0)
        {
            End();
        }
    }
}

void
DirectPathRow::End()
{
    m_pieces.push_back(HEADER + m_bytes);
    m_bytes = 0;
    m_segments = 0;
}

const std::vector<uint32_t>&
DirectPathRow::GetPieces() const
{
    return m_pieces;
}

uint64_t
DirectPathRow::GetSize() const
{
    return std::accumulate(m_pieces.begin(), m_pieces.end(), uint64_t{0});
}

} // namespace ns3::net8
