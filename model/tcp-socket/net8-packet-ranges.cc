// SPDX-License-Identifier: GPL-2.0-only
#include "net8-packet-ranges.h"

#include "ns3/assert.h"
#include "ns3/net8-tcp-spare.h"

#include <algorithm>

namespace ns3::net8
{

std::size_t
Net8PacketRanges::Find(uint64_t place) const
{
    const auto found =
        std::partition_point(m_ranges.begin() + static_cast<std::ptrdiff_t>(m_first),
                             m_ranges.end(),
                             [place](const Range& range) { return EndOf(range) <= place; });
    return static_cast<std::size_t>(found - m_ranges.begin());
}

void
Net8PacketRanges::Append(const Ptr<Packet>& packet)
{
    if (packet->GetSize() > 0)
    {
        const uint64_t start = GetEnd();
        TcpSpare<Range>::Lend(m_ranges);
        m_ranges.push_back({start, Net8PacketSlice::Whole(packet)});
    }
}

void
Net8PacketRanges::Insert(uint64_t start, const Net8PacketSlice& slice)
{
    const uint64_t end = start + slice.bytes;
    uint64_t place = std::max(start, m_begin);
    std::size_t next = place >= GetEnd() ? m_ranges.size() : Find(place);
    while (place < end)
    {
        const bool last = next == m_ranges.size();
        const uint64_t limit = last ? end : std::min(end, m_ranges[next].start);
        if (place < limit)
        {
            TcpSpare<Range>::Lend(m_ranges);
            m_ranges.insert(m_ranges.begin() + static_cast<std::ptrdiff_t>(next),
                            {place,
                             slice.Cut(static_cast<uint32_t>(place - start),
                                       static_cast<uint32_t>(limit - place))});
            ++next;
        }
        place = last ? end : std::max(limit, EndOf(m_ranges[next]));
        ++next;
    }
}

Net8PacketSlice
Net8PacketRanges::Take(uint32_t bytes)
{
    const uint64_t begin = m_begin;
    auto taken = CopyFrom(m_first, begin, bytes);
    DropBefore(begin + bytes);
    return taken;
}

Net8PacketSlice
Net8PacketRanges::Copy(uint64_t start, uint32_t bytes) const
{
    return CopyFrom(Find(start), start, bytes);
}

Net8PacketSlice
Net8PacketRanges::CopyFrom(std::size_t first, uint64_t start, uint32_t bytes) const
{
    const uint64_t end = start + bytes;
    Net8PacketSlice copy;
    for (std::size_t i = first; start < end; ++i)
    {
        NS_ASSERT_MSG(i < m_ranges.size() && m_ranges[i].start <= start, "A byte is missing");
        const Range& range = m_ranges[i];
        const uint64_t stop = std::min(end, EndOf(range));
        auto part = range.slice.Cut(static_cast<uint32_t>(start - range.start),
                                    static_cast<uint32_t>(stop - start));
        if (part.bytes == bytes)
        {
            return part;
        }
        if (copy.packet)
        {
            copy.packet->AddAtEnd(part.Copy());
        }
        else
        {
            copy.packet = part.Copy();
        }
        copy.bytes += part.bytes;
        start = stop;
    }
    return copy;
}

void
Net8PacketRanges::DropBefore(uint64_t begin)
{
    m_begin = std::max(m_begin, begin);
    while (m_first < m_ranges.size() && EndOf(m_ranges[m_first]) <= m_begin)
    {
        m_ranges[m_first].slice.packet = nullptr;
        ++m_first;
    }
    if (m_first == m_ranges.size())
    {
        TcpSpare<Range>::TakeBack(m_ranges);
        m_first = 0;
    }
    else if (m_first > 32 && m_first > m_ranges.size() / 2)
    {
        m_ranges.erase(m_ranges.begin(), m_ranges.begin() + static_cast<std::ptrdiff_t>(m_first));
        m_first = 0;
    }
}

void
Net8PacketRanges::Move(uint64_t by)
{
    m_begin += by;
    for (auto& range : m_ranges)
    {
        range.start += by;
    }
}

void
Net8PacketRanges::Clear()
{
    DropBefore(GetEnd());
}

} // namespace ns3::net8
