// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-receive-queue.h"

#include "net8-tcp-sequence.h"

#include <algorithm>

namespace ns3::net8
{
namespace
{

/**
 * @param a a block
 * @param b another
 * @return whether they overlap or touch
 */
bool
Touch(const TcpSackBlock& a, const TcpSackBlock& b)
{
    return !SeqAfter(a.start, b.end) && !SeqAfter(b.start, a.end);
}

/**
 * @param a a block
 * @param b another, which it touches
 * @return both as one
 */
TcpSackBlock
Union(const TcpSackBlock& a, const TcpSackBlock& b)
{
    return {SeqMin(a.start, b.start), SeqMax(a.end, b.end)};
}

} // namespace

void
TcpReceiveQueue::Append(uint32_t bytes, uint32_t memory, uint32_t segments, uint32_t room)
{
    m_next += bytes;
    m_readable += bytes;
    if (!m_chunks.empty() && bytes <= m_room)
    {
        Chunk last = m_chunks.back();
        if (--m_chunks.back().count == 0)
        {
            m_chunks.pop_back();
        }
        last.bytes += bytes;
        last.count = 1;
        m_chunks.push_back(last);
        m_room -= static_cast<uint16_t>(bytes);
        return;
    }
    m_room = static_cast<uint16_t>(room);
    const Chunk chunk{bytes, memory, 1, segments};
    if (!m_chunks.empty())
    {
        Chunk& last = m_chunks.back();
        if (m_hangs && last.count == 1 && last.segments + segments <= MOST_SEGMENTS)
        {
            last.bytes += bytes;
            last.memory += memory - OWN_MEMORY;
            last.segments += segments;
            m_memory += memory - OWN_MEMORY;
            return;
        }
        if (m_chunks.size() > 1 && m_chunks[m_chunks.size() - 2].IsLike(last))
        {
            m_chunks[m_chunks.size() - 2].count += last.count;
            m_chunks.pop_back();
        }
    }
    m_memory += memory;
    if (!m_hangs && !m_chunks.empty() && m_chunks.back().IsLike(chunk))
    {
        ++m_chunks.back().count;
        return;
    }
    m_chunks.push_back(chunk);
}

uint32_t
TcpReceiveQueue::Read(uint32_t bytes)
{
    const uint32_t taken = std::min(bytes, m_readable);
    uint32_t left = taken;
    size_t done = 0;
    while (left > 0)
    {
        Chunk& chunk = m_chunks[done];
        const uint32_t part = std::min(left, chunk.bytes - m_offset);
        m_offset += part;
        left -= part;
        if (m_offset == chunk.bytes)
        {
            m_offset = 0;
            m_memory -= chunk.memory;
            // Whole buffers go at once.
            const uint32_t whole = std::min(chunk.count - 1, left / chunk.bytes);
            m_memory -= whole * chunk.memory;
            left -= whole * chunk.bytes;
            chunk.count -= whole + 1;
            done += chunk.count == 0 ? 1 : 0;
        }
    }
    m_chunks.erase(m_chunks.begin(), m_chunks.begin() + static_cast<ptrdiff_t>(done));
    m_read += taken;
    m_readable -= taken;
    if (m_chunks.empty())
    {
        std::vector<Chunk>().swap(m_chunks); // An idle connection holds no memory.
    }
    return taken;
}

void
TcpReceiveQueue::ExtendDuplicate(const TcpSackBlock& block)
{
    if (m_hasDuplicate && Touch(m_duplicate, block))
    {
        m_duplicate = Union(m_duplicate, block);
    }
    else if (!m_hasDuplicate)
    {
        SetDuplicate(block);
    }
}

void
TcpReceiveQueue::AddSack(TcpSackBlock block)
{
    auto& sacks = m_gap->sacks;
    for (auto sack = sacks.begin(); sack != sacks.end(); ++sack)
    {
        if (Touch(*sack, block))
        {
            block = Union(*sack, block);
            sacks.erase(sack);
            // It may touch others now.
            std::erase_if(sacks, [&](const TcpSackBlock& other) {
                if (!Touch(other, block))
                {
                    return false;
                }
                block = Union(other, block);
                return true;
            });
            sacks.insert(sacks.begin(), block);
            return;
        }
    }
    if (sacks.size() == TcpSegmentOptions::MAX_BLOCKS)
    {
        sacks.pop_back();
    }
    sacks.insert(sacks.begin(), block);
}

void
TcpReceiveQueue::Absorb(Range& range, const Range& other) const
{
    const bool behind = other.block.end == range.block.start;
    if (behind && range.block.end - range.block.start <= other.room)
    {
        range.memory = 0;
        range.buffers = other.buffers;
        range.inLast = other.inLast;
        range.room = other.room - (range.block.end - range.block.start);
    }
    else if (m_hangs && behind && other.inLast < MOST_SEGMENTS)
    {
        range.memory -= OWN_MEMORY;
        range.buffers = other.buffers;
        range.inLast = other.inLast + 1;
    }
    else
    {
        range.buffers += other.buffers;
        const bool isLast = SeqAfter(other.block.end, range.block.end);
        range.inLast = isLast ? other.inLast : range.inLast;
        range.room = isLast ? other.room : range.room;
    }
    range.block = Union(range.block, other.block);
    range.memory += other.memory;
    range.unit = std::max(range.unit, other.unit);
}

void
TcpReceiveQueue::Insert(const TcpSackBlock& block,
                        uint32_t memory,
                        bool sack,
                        bool dsack,
                        uint32_t room)
{
    if (!m_gap)
    {
        m_gap = std::make_unique<Gap>();
    }
    auto& ranges = m_gap->ranges;
    const auto first = std::partition_point(ranges.begin(), ranges.end(), [&](const Range& r) {
        return SeqBefore(r.block.end, block.start);
    });
    Range merged{block, memory, 1, 1, room, block.end - block.start};
    uint32_t before = 0;
    auto last = first;
    for (; last != ranges.end() && !SeqAfter(last->block.start, block.end); ++last)
    {
        const TcpSackBlock overlap{SeqMax(last->block.start, block.start),
                                   SeqMin(last->block.end, block.end)};
        if (SeqBefore(overlap.start, overlap.end) && sack && dsack)
        {
            ExtendDuplicate(overlap);
        }
        if (overlap == block)
        {
            AddSack(block);
            return; // All of it is there already.
        }
        before += last->memory;
        Absorb(merged, *last);
    }
    m_memory += merged.memory - before;
    ranges.insert(ranges.erase(first, last), merged);
    if (sack)
    {
        AddSack(block);
    }
}

void
TcpReceiveQueue::AppendRange(const Range& range)
{
    const uint32_t bytes = range.block.end - range.block.start;
    const uint32_t others = range.buffers - 1;
    // All buffers but the last are as long as the longest; where that cannot be, they are alike.
    const bool fits = range.unit * others < bytes && bytes <= range.unit * range.buffers;
    const uint32_t unit = fits ? range.unit : bytes / range.buffers;
    const uint32_t memory = range.memory / range.buffers;
    for (uint32_t i = 1; i <= others; ++i)
    {
        const uint32_t end = range.block.start + i * unit;
        if (SeqAfter(end, m_next))
        {
            Append(end - m_next, memory, MOST_SEGMENTS);
        }
    }
    const bool one = others == 0;
    Append(range.block.end - m_next,
           range.memory - memory * others,
           one ? range.inLast : MOST_SEGMENTS,
           range.room);
}

bool
TcpReceiveQueue::JoinRanges(bool dsack)
{
    if (!m_gap)
    {
        return false;
    }
    bool moved = false;
    auto& ranges = m_gap->ranges;
    while (!ranges.empty() && !SeqAfter(ranges.front().block.start, m_next))
    {
        const Range range = ranges.front();
        ranges.erase(ranges.begin());
        moved = true;
        m_memory -= range.memory;
        if (dsack && SeqBefore(range.block.start, m_next))
        {
            ExtendDuplicate({range.block.start, SeqMin(range.block.end, m_next)});
        }
        if (SeqAfter(range.block.end, m_next))
        {
            m_room = range.block.start == m_next ? m_room : 0;
            AppendRange(range);
        }
    }
    if (ranges.empty())
    {
        m_gap.reset();
        return moved;
    }
    std::erase_if(m_gap->sacks,
                  [this](const TcpSackBlock& sack) { return !SeqBefore(m_next, sack.start); });
    return moved;
}

void
TcpReceiveQueue::DropRanges()
{
    if (!m_gap)
    {
        return;
    }
    for (const Range& range : m_gap->ranges)
    {
        m_memory -= range.memory;
    }
    m_gap.reset();
}

void
TcpReceiveQueue::Clear()
{
    DropRanges();
    std::vector<Chunk>().swap(m_chunks);
    m_readable = m_memory = m_offset = 0;
    m_read = m_next;
}

void
TcpReceiveQueue::Collapse()
{
    constexpr uint32_t PAGE = 4096;
    constexpr uint32_t OVERHEAD = 576;
    if (m_readable > 0)
    {
        uint32_t before = 0;
        for (const Chunk& chunk : m_chunks)
        {
            before += chunk.memory * chunk.count;
        }
        const uint32_t pages = (m_readable + m_offset + PAGE - 1) / PAGE;
        const uint32_t after = pages * (PAGE + OVERHEAD);
        if (after < before)
        {
            m_chunks.assign(1, {m_readable + m_offset, after, 1, 1});
            m_memory -= before - after;
            m_room = 0;
        }
    }
    if (!m_gap)
    {
        return;
    }
    for (Range& range : m_gap->ranges)
    {
        const uint32_t pages = (range.block.end - range.block.start + PAGE - 1) / PAGE;
        const uint32_t after = std::min(range.memory, pages * (PAGE + OVERHEAD));
        m_memory -= range.memory - after;
        range.memory = after;
        range.inLast = 1;
        range.room = 0;
    }
}

void
TcpReceiveQueue::FillSack(TcpSegmentOptions& options, uint8_t most)
{
    options.blocks = 0;
    if (m_hasDuplicate && most > 0)
    {
        options.sack[options.blocks++] = m_duplicate;
    }
    m_hasDuplicate = false;
    if (!m_gap)
    {
        return;
    }
    for (const TcpSackBlock& sack : m_gap->sacks)
    {
        if (options.blocks >= most)
        {
            break;
        }
        options.sack[options.blocks++] = sack;
    }
}

} // namespace ns3::net8
