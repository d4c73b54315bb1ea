// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-receive-queue.h"

#include "net8-tcp-sequence.h"

#include <algorithm>
#include <bit>

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
    range.each = other.unit >= range.unit ? other.each : range.each;
    range.unit = std::max(range.unit, other.unit);
}

bool
TcpReceiveQueue::Insert(const TcpSackBlock& block, uint32_t memory, bool dsack, uint32_t room)
{
    if (!m_gap)
    {
        m_gap = std::make_unique<Gap>();
    }
    auto& ranges = m_gap->ranges;
    const auto first = std::partition_point(ranges.begin(), ranges.end(), [&](const Range& r) {
        return SeqBefore(r.block.end, block.start);
    });
    Range merged{block, memory, 1, 1, room, block.end - block.start, memory};
    uint32_t before = 0;
    auto last = first;
    for (; last != ranges.end() && !SeqAfter(last->block.start, block.end); ++last)
    {
        const TcpSackBlock overlap{SeqMax(last->block.start, block.start),
                                   SeqMin(last->block.end, block.end)};
        if (SeqBefore(overlap.start, overlap.end) && dsack)
        {
            ExtendDuplicate(overlap);
        }
        if (overlap == block)
        {
            return false; // All of it is there already.
        }
        before += last->memory;
        Absorb(merged, *last);
    }
    m_memory += merged.memory - before;
    ranges.insert(ranges.erase(first, last), merged);
    return true;
}

bool
TcpReceiveQueue::IsSackFarBack(const TcpSackBlock& block) const
{
    constexpr size_t NEAR = 2; // TCP_SACK_BLOCKS_EXPECTED
    const auto& sacks = m_gap->sacks;
    const auto found = std::find_if(sacks.begin(), sacks.end(), [&](const TcpSackBlock& sack) {
        return Touch(sack, block);
    });
    return static_cast<size_t>(found - sacks.begin()) >= NEAR;
}

void
TcpReceiveQueue::AppendRange(const Range& range)
{
    const uint32_t bytes = range.block.end - range.block.start;
    const uint32_t others = range.buffers - 1;
    const uint32_t unit = range.IsEven() ? range.unit : bytes / range.buffers;
    const uint32_t last = range.GetLastMemory();
    const uint32_t memory = others > 0 ? (range.memory - last) / others : 0;
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

void
TcpReceiveQueue::InsertFin(uint32_t seq)
{
    m_gap->finSeq = m_gap->hasFin ? SeqMin(m_gap->finSeq, seq) : seq;
    m_gap->hasFin = true;
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
        Range range = ranges.front();
        ranges.erase(ranges.begin());
        moved = true;
        m_memory -= range.memory;
        if (dsack && SeqBefore(range.block.start, m_next))
        {
            ExtendDuplicate({range.block.start, SeqMin(range.block.end, m_next)});
        }
        if (m_gap->hasFin && SeqBefore(m_gap->finSeq, range.block.end))
        {
            range.block.end = SeqMax(m_gap->finSeq, range.block.start);
        }
        if (SeqAfter(range.block.end, m_next))
        {
            m_room = range.block.start == m_next ? m_room : 0;
            AppendRange(range);
        }
        if (IsFinNext())
        {
            return true;
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
TcpReceiveQueue::DropReadable()
{
    for (const Chunk& chunk : m_chunks)
    {
        m_memory -= chunk.memory * chunk.count;
    }
    std::vector<Chunk>().swap(m_chunks);
    m_readable = m_offset = 0;
    m_read = m_next;
}

uint32_t
TcpReceiveQueue::GetCopiedMemory(uint32_t bytes)
{
    constexpr uint32_t LINE = 64;
    constexpr uint32_t SMALL = 576; // small heads have a cache of their own
    const auto one = [](uint32_t length) {
        const uint32_t head = (length + LINE - 1) / LINE * LINE + SHARED;
        return (head <= SMALL ? SMALL : std::bit_ceil(head)) + OWN_MEMORY;
    };
    const uint32_t rest = bytes % PAGE_PAYLOAD;
    return bytes / PAGE_PAYLOAD * one(PAGE_PAYLOAD) + (rest > 0 ? one(rest) : 0);
}

void
TcpReceiveQueue::Collapse(uint32_t ratio)
{
    const auto wastes = [ratio](uint32_t memory, uint32_t bytes) {
        return static_cast<uint64_t>(memory) * ratio >> 8 > bytes;
    };
    // What was read in part is copied in any case.
    const auto first =
        m_offset > 0 ? m_chunks.begin()
                     : std::find_if(m_chunks.begin(), m_chunks.end(), [&](const Chunk& chunk) {
                           return wastes(chunk.memory, chunk.bytes);
                       });
    uint32_t before = 0;
    uint32_t bytes = 0;
    for (auto chunk = first; chunk != m_chunks.end(); ++chunk)
    {
        before += chunk->memory * chunk->count;
        bytes += chunk->bytes * chunk->count;
    }
    bytes -= m_offset;
    const uint32_t after = GetCopiedMemory(bytes);
    if (after < before)
    {
        const uint32_t pages = bytes / PAGE_PAYLOAD;
        const uint32_t full = GetCopiedMemory(pages * PAGE_PAYLOAD);
        m_chunks.erase(first, m_chunks.end());
        if (pages > 0)
        {
            m_chunks.push_back({PAGE_PAYLOAD, full / pages, pages, MOST_SEGMENTS});
        }
        if (after > full)
        {
            m_chunks.push_back({bytes % PAGE_PAYLOAD, after - full, 1, MOST_SEGMENTS});
        }
        m_memory -= before - after;
        m_offset = m_room = 0;
        if (after > full)
        {
            m_room =
                static_cast<uint16_t>(after - full - OWN_MEMORY - SHARED - bytes % PAGE_PAYLOAD);
        }
    }
    if (!m_gap)
    {
        return;
    }
    for (Range& range : m_gap->ranges)
    {
        const uint32_t length = range.block.end - range.block.start;
        const uint32_t memory = GetCopiedMemory(length);
        if (range.buffers > 1 && memory < range.memory &&
            wastes(range.memory / range.buffers, range.unit))
        {
            m_memory -= range.memory - memory;
            range.memory = memory;
            range.buffers = (length + PAGE_PAYLOAD - 1) / PAGE_PAYLOAD;
            range.unit = std::min(length, PAGE_PAYLOAD);
            range.each = GetCopiedMemory(range.unit);
            range.inLast = MOST_SEGMENTS;
            range.room = 0;
        }
    }
}

uint32_t
TcpReceiveQueue::DropHighest(uint32_t seq)
{
    Range& range = m_gap->ranges.back();
    const uint32_t bytes = range.block.end - range.block.start;
    const uint32_t others = range.buffers - 1;
    const uint32_t unit = range.IsEven() ? range.unit : bytes / range.buffers;
    const uint32_t start = range.block.start + unit * others;
    if (SeqAfter(seq, start))
    {
        return 0;
    }
    const uint32_t memory = range.GetLastMemory();
    m_memory -= memory;
    if (m_gap->hasFin && !SeqBefore(m_gap->finSeq, start))
    {
        m_gap->hasFin = false;
    }
    if (others == 0)
    {
        m_gap->ranges.pop_back();
        return memory;
    }
    range.block.end = start;
    range.memory -= memory;
    range.buffers = others;
    range.inLast = MOST_SEGMENTS;
    range.room = 0;
    return memory;
}

void
TcpReceiveQueue::Prune(uint32_t seq, uint32_t buffer)
{
    // An eighth of the buffer at a time.
    int64_t goal = buffer >> 3;
    while (m_gap)
    {
        const uint32_t memory = DropHighest(seq);
        if (memory == 0)
        {
            return;
        }
        m_gap->sacks.clear();
        m_hasDuplicate = false;
        goal -= memory;
        if (m_gap->ranges.empty())
        {
            m_gap.reset();
        }
        if (goal <= 0)
        {
            if (m_memory <= buffer)
            {
                return;
            }
            goal = buffer >> 3;
        }
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
