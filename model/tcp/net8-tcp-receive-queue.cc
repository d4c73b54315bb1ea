// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-receive-queue.h"

#include "net8-tcp-segment.h"
#include "net8-tcp-spare.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace ns3::net8
{
namespace
{

/**
 * Check whether two blocks can be merged.
 *
 * @param a a block
 * @param b another block
 * @return whether they overlap or touch
 */
bool
Touch(const TcpSackBlock& a, const TcpSackBlock& b)
{
    return !SeqAfter(a.start, b.end) && !SeqAfter(b.start, a.end);
}

/**
 * Merge two blocks.
 *
 * @param a a block
 * @param b another block, which overlaps or touches it
 * @return the block that covers both
 */
TcpSackBlock
Union(const TcpSackBlock& a, const TcpSackBlock& b)
{
    return {SeqMin(a.start, b.start), SeqMax(a.end, b.end)};
}

} // namespace

uint32_t
TcpReceiveQueue::Add(Chunks& buffers, const Chunk& buffer) const
{
    if (buffers.empty())
    {
        TcpSpare<Chunk>::Lend(buffers);
    }
    else
    {
        Chunk last = buffers.back();
        if (buffer.bytes <= last.room)
        {
            if (--buffers.back().count == 0)
            {
                buffers.pop_back();
            }
            last.bytes += buffer.bytes;
            last.room -= static_cast<uint16_t>(buffer.bytes);
            last.count = 1;
            buffers.push_back(last);
            return 0;
        }
        if (m_hangs && last.count == 1 && last.segments + buffer.segments <= MOST_SEGMENTS)
        {
            buffers.back().bytes += buffer.bytes;
            buffers.back().memory += buffer.memory - OWN_MEMORY;
            buffers.back().segments += buffer.segments;
            return buffer.memory - OWN_MEMORY;
        }
        if (buffers.size() > 1 && buffers[buffers.size() - 2].IsLike(last))
        {
            buffers[buffers.size() - 2].count += last.count;
            buffers.pop_back();
        }
        if (!m_hangs && last.IsLike(buffer))
        {
            ++buffers.back().count;
            return buffer.memory;
        }
    }
    buffers.push_back(buffer);
    return buffer.memory;
}

void
TcpReceiveQueue::CloseLast(Chunks& buffers)
{
    if (buffers.empty())
    {
        return;
    }
    Chunk last = buffers.back();
    if (--buffers.back().count == 0)
    {
        buffers.pop_back();
    }
    last.count = 1;
    last.segments = MOST_SEGMENTS;
    last.room = 0;
    buffers.push_back(last);
}

void
TcpReceiveQueue::Append(uint32_t bytes, uint32_t memory, uint32_t segments, uint32_t room)
{
    m_next += bytes;
    m_readable += bytes;
    m_memory +=
        Add(m_chunks,
            {bytes, memory, 1, static_cast<uint16_t>(segments), static_cast<uint16_t>(room)});
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
            // Whole buffers are removed at once.
            const uint32_t whole = std::min(chunk.count - 1, left / chunk.bytes);
            m_memory -= whole * chunk.memory;
            left -= whole * chunk.bytes;
            chunk.count -= whole + 1;
            done += chunk.count == 0 ? 1 : 0;
        }
    }
    if (done == m_chunks.size())
    {
        TcpSpare<Chunk>::TakeBack(m_chunks);
    }
    else
    {
        m_chunks.erase(m_chunks.begin(), m_chunks.begin() + static_cast<ptrdiff_t>(done));
    }
    m_read += taken;
    m_readable -= taken;
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
            // It may touch other blocks now.
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
TcpReceiveQueue::Merge(const TcpSackBlock& block,
                       Chunk buffer,
                       std::vector<Range>::iterator first,
                       std::vector<Range>::iterator last)
{
    Range merged{block, {}};
    Chunks behind;
    uint32_t start = block.start;
    for (auto range = first; range != last; ++range)
    {
        uint32_t seq = range->block.start;
        for (const Chunk& chunk : range->buffers)
        {
            const uint32_t all = seq + chunk.bytes * chunk.count;
            if (!SeqAfter(all, block.start) || !SeqBefore(seq, block.end))
            {
                Chunks& side = SeqBefore(seq, block.start) ? merged.buffers : behind;
                side.push_back(chunk);
                seq = all;
                continue;
            }
            Chunk one = chunk;
            one.count = 1;
            for (uint32_t i = 0; i < chunk.count; ++i)
            {
                const uint32_t end = seq + chunk.bytes;
                if (SeqBefore(seq, block.start))
                {
                    merged.buffers.push_back(one);
                    start = SeqMax(start, end);
                }
                else if (SeqAfter(end, block.end))
                {
                    one.bytes = end - SeqMax(seq, block.end);
                    behind.push_back(one);
                    one.bytes = chunk.bytes;
                }
                else
                {
                    m_memory -= chunk.memory;
                }
                seq = end;
            }
        }
        merged.block = Union(merged.block, range->block);
    }
    if (start != block.start)
    {
        CloseLast(merged.buffers);
    }
    buffer.bytes = block.end - start;
    m_memory += Add(merged.buffers, buffer);
    merged.buffers.insert(merged.buffers.end(), behind.begin(), behind.end());
    *first = std::move(merged);
    m_gap->ranges.erase(first + 1, last);
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
            return false; // All of it was received before.
        }
    }
    const Chunk buffer{block.end - block.start, memory, 1, 1, static_cast<uint16_t>(room)};
    if (first == last)
    {
        m_memory += memory;
        ranges.insert(first, Range{block, Chunks{buffer}});
    }
    else if (last - first == 1 && first->block.end == block.start)
    {
        m_memory += Add(first->buffers, buffer);
        first->block.end = block.end;
    }
    else
    {
        Merge(block, buffer, first, last);
    }
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
TcpReceiveQueue::AppendRange(const Range& range, uint32_t end)
{
    uint32_t seq = range.block.start;
    for (const Chunk& chunk : range.buffers)
    {
        m_memory -= chunk.memory * chunk.count;
        for (uint32_t i = 0; i < chunk.count; ++i)
        {
            const uint32_t last = SeqMin(seq + chunk.bytes, end);
            if (SeqAfter(last, m_next))
            {
                if (seq != m_next)
                {
                    CloseLast(m_chunks);
                }
                Append(last - m_next, chunk.memory, chunk.segments, chunk.room);
            }
            seq += chunk.bytes;
        }
    }
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
        const Range range = std::move(ranges.front());
        ranges.erase(ranges.begin());
        moved = true;
        if (dsack && SeqBefore(range.block.start, m_next))
        {
            ExtendDuplicate({range.block.start, SeqMin(range.block.end, m_next)});
        }
        const bool ends = m_gap->hasFin && SeqBefore(m_gap->finSeq, range.block.end);
        AppendRange(range, ends ? m_gap->finSeq : range.block.end);
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
        for (const Chunk& chunk : range.buffers)
        {
            m_memory -= chunk.memory * chunk.count;
        }
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
    Chunks().swap(m_chunks);
    m_readable = m_offset = 0;
    m_read = m_next;
}

uint32_t
TcpReceiveQueue::GetCopiedMemory(uint32_t bytes)
{
    constexpr uint32_t LINE = 64;
    constexpr uint32_t SMALL = 576; // small heads have a separate cache
    const auto one = [](uint32_t length) {
        const uint32_t head = (length + LINE - 1) / LINE * LINE + SHARED;
        return (head <= SMALL ? SMALL : std::bit_ceil(head)) + OWN_MEMORY;
    };
    const uint32_t rest = bytes % PAGE_PAYLOAD;
    return bytes / PAGE_PAYLOAD * one(PAGE_PAYLOAD) + (rest > 0 ? one(rest) : 0);
}

uint32_t
TcpReceiveQueue::CopyTogether(Chunks& buffers, uint32_t read, uint32_t ratio)
{
    // Partly read data is copied in any case.
    const auto first =
        read > 0 ? buffers.begin()
                 : std::find_if(buffers.begin(), buffers.end(), [ratio](const Chunk& chunk) {
                       return static_cast<uint64_t>(chunk.memory) * ratio >> 8 > chunk.bytes;
                   });
    uint32_t before = 0;
    uint32_t bytes = 0;
    for (auto chunk = first; chunk != buffers.end(); ++chunk)
    {
        before += chunk->memory * chunk->count;
        bytes += chunk->bytes * chunk->count;
    }
    bytes -= read;
    const uint32_t after = GetCopiedMemory(bytes);
    if (after >= before)
    {
        return 0;
    }
    const uint32_t pages = bytes / PAGE_PAYLOAD;
    const uint32_t rest = bytes % PAGE_PAYLOAD;
    const uint32_t full = GetCopiedMemory(pages * PAGE_PAYLOAD);
    buffers.erase(first, buffers.end());
    if (pages > 0)
    {
        buffers.push_back({PAGE_PAYLOAD, full / pages, pages, MOST_SEGMENTS, 0});
    }
    if (rest > 0)
    {
        const uint32_t room = after - full - OWN_MEMORY - SHARED - rest;
        buffers.push_back({rest, after - full, 1, MOST_SEGMENTS, static_cast<uint16_t>(room)});
    }
    return before - after;
}

void
TcpReceiveQueue::Collapse(uint32_t ratio)
{
    const uint32_t freed = CopyTogether(m_chunks, m_offset, ratio);
    m_memory -= freed;
    m_offset = freed > 0 ? 0 : m_offset;
    if (!m_gap)
    {
        return;
    }
    for (Range& range : m_gap->ranges)
    {
        // A single buffer below a page is kept (tcp_collapse_ofo_queue).
        if (range.buffers.size() > 1 || range.buffers.front().count > 1 ||
            range.block.end - range.block.start >= PAGE_PAYLOAD)
        {
            m_memory -= CopyTogether(range.buffers, 0, ratio);
        }
    }
}

uint32_t
TcpReceiveQueue::DropHighest(uint32_t seq)
{
    Range& range = m_gap->ranges.back();
    Chunk& last = range.buffers.back();
    const uint32_t start = range.block.end - last.bytes;
    if (SeqAfter(seq, start))
    {
        return 0;
    }
    const uint32_t memory = last.memory;
    m_memory -= memory;
    if (m_gap->hasFin && !SeqBefore(m_gap->finSeq, start))
    {
        m_gap->hasFin = false;
    }
    range.block.end = start;
    if (--last.count == 0)
    {
        range.buffers.pop_back();
    }
    if (range.buffers.empty())
    {
        m_gap->ranges.pop_back();
    }
    return memory;
}

void
TcpReceiveQueue::Prune(uint32_t seq, uint32_t buffer)
{
    // Drop an eighth of the buffer at a time.
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
