// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_RECEIVE_QUEUE_H
#define NET8_TCP_RECEIVE_QUEUE_H

#include "net8-tcp-segment.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What came in: bytes in order that wait for the reader, ranges beyond a gap, and the SACK blocks
 * that tell of them.
 *
 * Each received segment counts with the memory of the device's buffer, which is freed when its last
 * byte is read. Where buffers are fragments of pages, a segment that follows another one is hung
 * onto its buffer, up to 17 of them, and costs no sk_buff of its own (tcp_try_coalesce,
 * skb_try_coalesce); all are freed with the last byte then. Where a buffer is longer than its
 * segment, one that follows and fits into the room behind it is copied there, and costs nothing.
 */
class TcpReceiveQueue
{
  public:
    /**
     * @param seq first sequence number that is expected
     * @param hangs whether buffers are fragments of pages, which can hang onto others
     */
    void Open(uint32_t seq, bool hangs = false)
    {
        m_next = m_read = seq;
        m_hangs = hangs;
    }

    /// @return next sequence number that is expected
    uint32_t GetNext() const
    {
        return m_next;
    }

    /// @return sequence number of the next byte to read
    uint32_t GetReadSeq() const
    {
        return m_read;
    }

    /// @return bytes that wait for the reader
    uint32_t GetReadable() const
    {
        return m_readable;
    }

    /// @return memory of all that is queued, bytes
    uint32_t GetMemory() const
    {
        return m_memory;
    }

    /// @return whether anything lies beyond a gap
    bool HasGap() const
    {
        return m_gap != nullptr;
    }

    /// @return end of the highest range beyond a gap; there must be one
    uint32_t GetHighestEnd() const
    {
        return m_gap->ranges.back().block.end;
    }

    /**
     * Bytes came in order.
     *
     * @param bytes how many
     * @param memory memory of their buffer, bytes
     * @param segments segments in that buffer
     * @param room room in it behind them, bytes
     */
    void Append(uint32_t bytes, uint32_t memory, uint32_t segments = 1, uint32_t room = 0);

    /// The next segment does not begin where the last one ends: it is not copied behind it.
    void CloseRoom()
    {
        m_room = 0;
    }

    /// The FIN was reached.
    void CountFin()
    {
        ++m_next;
    }

    /**
     * Bytes came beyond a gap.
     *
     * @param block where they lie
     * @param memory memory of their buffer, bytes
     * @param sack whether both ends do SACK
     * @param dsack whether duplicates are told
     * @param room room in it behind them, bytes
     */
    void Insert(const TcpSackBlock& block,
                uint32_t memory,
                bool sack,
                bool dsack,
                uint32_t room = 0);

    /// Move ranges that are in order now behind what is in order.
    /// @param dsack whether duplicates are told
    /// @return whether any range was moved
    bool JoinRanges(bool dsack);

    /**
     * Read.
     *
     * @param bytes how many at most
     * @return how many
     */
    uint32_t Read(uint32_t bytes);

    /// Drop what lies beyond a gap.
    void DropRanges();

    /// Drop everything.
    void Clear();

    /**
     * Join small buffers to large ones when memory is short (tcp_collapse): pages of 4096 bytes
     * with 576 of overhead.
     */
    void Collapse();

    /**
     * A duplicate came in.
     *
     * @param block what came twice
     */
    void SetDuplicate(const TcpSackBlock& block)
    {
        m_duplicate = block;
        m_hasDuplicate = true;
    }

    /// The duplicate is not told.
    void DropDuplicate()
    {
        m_hasDuplicate = false;
    }

    /// @return number of SACK blocks, the duplicate among them
    uint8_t GetBlocks() const
    {
        return static_cast<uint8_t>((m_gap ? m_gap->sacks.size() : 0) + (m_hasDuplicate ? 1 : 0));
    }

    /**
     * Write the SACK blocks into options; the duplicate is told once.
     *
     * @param options where they go
     * @param most how many at most
     */
    void FillSack(TcpSegmentOptions& options, uint8_t most);

  private:
    static constexpr uint32_t MOST_SEGMENTS = 18; ///< In a buffer: its own, MAX_SKB_FRAGS hung on.
    static constexpr uint32_t OWN_MEMORY = 256;   ///< Of a segment not hung on: sk_buff, bytes.

    /// Buffers in order that are equal.
    struct Chunk
    {
        uint32_t bytes{0};    ///< Bytes of one.
        uint32_t memory{0};   ///< Memory of one, bytes.
        uint32_t count{0};    ///< How many.
        uint32_t segments{1}; ///< Segments in one.

        /// @param other another
        /// @return whether it has buffers of the same kind
        bool IsLike(const Chunk& other) const
        {
            return bytes == other.bytes && memory == other.memory && segments == other.segments;
        }
    };

    /// Bytes beyond a gap.
    struct Range
    {
        TcpSackBlock block;  ///< Where they lie.
        uint32_t memory{0};  ///< Memory of their buffers, bytes.
        uint32_t buffers{1}; ///< How many buffers.
        uint32_t inLast{1};  ///< Segments in the last of them.
        uint32_t room{0};    ///< Room behind them, bytes.
        uint32_t unit{0};    ///< Bytes of the longest of them as it came.
    };

    /**
     * Take a range whose gap was filled, buffer by buffer.
     *
     * @param range the range, of which something is new
     */
    void AppendRange(const Range& range);

    /**
     * Join two ranges that touch.
     *
     * @param range a segment that came, or more; it gets longer
     * @param other what lay there
     */
    void Absorb(Range& range, const Range& other) const;

    /// What lies beyond gaps.
    struct Gap
    {
        std::vector<Range> ranges;       ///< The bytes, by sequence number; never empty.
        std::vector<TcpSackBlock> sacks; ///< SACK blocks, newest first.
    };

    /**
     * @param block a block that is new
     */
    void AddSack(TcpSackBlock block);

    /**
     * @param block what came twice
     */
    void ExtendDuplicate(const TcpSackBlock& block);

    uint32_t m_next{0};          ///< Next sequence number expected.
    uint32_t m_read{0};          ///< Next sequence number to read.
    uint32_t m_readable{0};      ///< Bytes in order that are not read.
    uint32_t m_memory{0};        ///< Memory of all, bytes.
    uint32_t m_offset{0};        ///< Bytes read of the first buffer.
    bool m_hasDuplicate{false};  ///< Whether a duplicate is to be told.
    bool m_hangs{false};         ///< Whether buffers can hang onto others.
    uint16_t m_room{0};          ///< Room in the last buffer in order, bytes.
    TcpSackBlock m_duplicate;    ///< The duplicate.
    std::vector<Chunk> m_chunks; ///< What is in order.
    std::unique_ptr<Gap> m_gap;  ///< What lies beyond gaps, while there are any.
};

} // namespace ns3::net8

#endif // NET8_TCP_RECEIVE_QUEUE_H
