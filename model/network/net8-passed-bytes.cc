// SPDX-License-Identifier: GPL-2.0-only
#include "net8-passed-bytes.h"

#include <algorithm>

namespace ns3::net8
{

uint32_t
PassedBytes::Take(uint32_t sequence, uint32_t bytes, bool syn)
{
    if (syn || !m_begun)
    {
        m_begun = true;
        m_gaps.clear();
        m_end = int64_t{sequence} + (syn ? 1 : 0);
    }
    // Sequence numbers wrap at 2^32; a segment is always less than half of that away from the end.
    const uint32_t first = sequence + (syn ? 1U : 0U);
    const int64_t from = m_end + static_cast<int32_t>(first - static_cast<uint32_t>(m_end));
    const int64_t to = from + bytes;
    if (bytes == 0)
    {
        return 0;
    }
    int64_t passed = FillGaps(from, to);
    if (to > m_end)
    {
        if (from > m_end)
        {
            m_gaps.emplace(m_end, from);
        }
        passed += to - std::max(from, m_end);
        m_end = to;
    }
    return static_cast<uint32_t>(passed);
}

int64_t
PassedBytes::FillGaps(int64_t from, int64_t to)
{
    int64_t filled = 0;
    auto gap = m_gaps.upper_bound(from);
    if (gap != m_gaps.begin())
    {
        --gap;
    }
    while (gap != m_gaps.end() && gap->first < to)
    {
        const auto [begin, end] = *gap;
        const auto first = std::max(begin, from);
        const auto last = std::min(end, to);
        if (first >= last)
        {
            ++gap;
            continue;
        }
        filled += last - first;
        gap = m_gaps.erase(gap);
        if (begin < first)
        {
            m_gaps.emplace(begin, first);
        }
        if (last < end)
        {
            m_gaps.emplace(last, end);
        }
    }
    return filled;
}

} // namespace ns3::net8
