// SPDX-License-Identifier: GPL-2.0-only
#include "net8-packet-ranges.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3::net8
{

std::size_t
Net8PacketRanges::Find(uint64_t place) const
{
    const auto& ranges = m_held->ranges;
    const auto found =
        std::partition_point(ranges.begin() + static_cast<std::ptrdiff_t>(m_held->first),
                             ranges.end(),
                             [place](const Range& range) { return EndOf(range) <= place; });
    return static_cast<std::size_t>(found - ranges.begin());
}

void
Net8PacketRanges::Append(const Ptr<Packet>& packet)
{
    if (packet->GetSize() > 0)
    {
        const uint64_t start = GetEnd();
        Fill();
        m_held->ranges.push_back({start, Net8PacketSlice::Whole(packet)});
    }
}

void
Net8PacketRanges::Insert(uint64_t start, const Net8PacketSlice& slice)
{
    const uint64_t end = start + slice.bytes;
    uint64_t place = std::max(start, m_begin);
    if (place >= end)
    {
        return;
    }
    const bool behind = place >= GetEnd();
    Fill();
    auto& ranges = m_held->ranges;
    std::size_t next = behind ? ranges.size() : Find(place);
    while (place < end)
    {
        const bool last = next == ranges.size();
        const uint64_t limit = last ? end : std::min(end, ranges[next].start);
        if (place < limit)
        {
            ranges.insert(ranges.begin() + static_cast<std::ptrdiff_t>(next),
                          {place,
                           slice.Cut(static_cast<uint32_t>(place - start),
                                     static_cast<uint32_t>(limit - place))});
            ++next;
        }
        place = last ? end : std::max(limit, EndOf(ranges[next]));
        ++next;
    }
}

Net8PacketSlice
Net8PacketRanges::Take(uint32_t bytes)
{
    const uint64_t begin = m_begin;
    auto taken = bytes > 0 ? CopyFrom(m_held->first, begin, bytes) : Net8PacketSlice();
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
        NS_ASSERT_MSG(i < m_held->ranges.size() && m_held->ranges[i].start <= start,
                      "A byte is missing");
        const Range& range = m_held->ranges[i];
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
    if (!m_held)
    {
        return;
    }
    auto& [ranges, first] = *m_held;
    while (first < ranges.size() && EndOf(ranges[first]) <= m_begin)
    {
        ranges[first].slice.packet = nullptr;
        ++first;
    }
    if (first == ranges.size())
    {
        TcpSpare<Range>::TakeBack(ranges);
        m_held.reset();
    }
    else if (first > 32 && first > ranges.size() / 2)
    {
        ranges.erase(ranges.begin(), ranges.begin() + static_cast<std::ptrdiff_t>(first));
        first = 0;
    }
}

void
Net8PacketRanges::Move(uint64_t by)
{
    m_begin += by;
    if (m_held)
    {
        for (auto& range : m_held->ranges)
        {
            range.start += by;
        }
    }
}

void
Net8PacketRanges::Clear()
{
    DropBefore(GetEnd());
}

} // namespace ns3::net8
