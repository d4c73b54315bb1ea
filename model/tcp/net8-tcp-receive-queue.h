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

    /// @return bytes of the first buffer that were not read; of all, where buffers are joined in
    /// the device
    uint32_t GetFirstBytes() const
    {
        return m_hangs ? m_readable : m_chunks.empty() ? 0 : m_chunks.front().bytes - m_offset;
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

    /// The next segment begins before the last one ends: it stays in a buffer of its own.
    void CloseRoom()
    {
        CloseLast(m_chunks);
    }

    /// The FIN was reached.
    void CountFin()
    {
        ++m_next;
    }

    /**
     * Bytes came beyond a gap.
     *
     * @param block where they lie, a FIN behind them included
     * @param memory memory of their buffer, bytes
     * @param dsack whether duplicates are told
     * @param room room in it behind them, bytes
     * @return whether any of them is new
     */
    bool Insert(const TcpSackBlock& block, uint32_t memory, bool dsack, uint32_t room = 0);

    /**
     * @param block what came beyond a gap
     * @return whether its SACK block is not one of the first two, or would push them back
     */
    bool IsSackFarBack(const TcpSackBlock& block) const;

    /**
     * Tell what came beyond a gap, first of all (tcp_sack_new_ofo_skb).
     *
     * @param block what came
     */
    void AddSack(TcpSackBlock block);

    /**
     * A FIN came beyond a gap, with what was inserted last.
     *
     * @param seq its sequence number
     */
    void InsertFin(uint32_t seq);

    /**
     * Move ranges that are in order now behind what is in order, up to the FIN if one is reached:
     * what lies beyond gaps stays then, to be dropped with it.
     *
     * @param dsack whether duplicates are told
     * @return whether any range was moved
     */
    bool JoinRanges(bool dsack);

    /// @return whether a FIN that came beyond a gap is the next that is expected
    bool IsFinNext() const
    {
        return m_gap != nullptr && m_gap->hasFin && m_gap->finSeq == m_next;
    }

    /**
     * Read.
     *
     * @param bytes how many at most
     * @return how many
     */
    uint32_t Read(uint32_t bytes);

    /// Drop what lies beyond a gap.
    void DropRanges();

    /// Drop what waits for the reader.
    void DropReadable();

    /**
     * Copy what is held in buffers with little payload into full pages when memory is short
     * (tcp_collapse, tcp_collapse_ofo_queue).
     *
     * @param ratio payload of 256 bytes of memory, as it was learned: what has less is copied, and
     *        all behind it
     */
    void Collapse(uint32_t ratio);

    /**
     * Drop what lies highest beyond gaps, and all SACK blocks, until there is room
     * (tcp_prune_ofo_queue).
     *
     * @param seq sequence number of a segment that came in: nothing below it is dropped
     * @param buffer size of the receive buffer, bytes of memory
     */
    void Prune(uint32_t seq, uint32_t buffer);

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

    /// @return whether a duplicate is to be told
    bool HasDuplicate() const
    {
        return m_hasDuplicate;
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
    static constexpr uint16_t MOST_SEGMENTS = 18; ///< In a buffer: its own, MAX_SKB_FRAGS hung on.
    static constexpr uint32_t OWN_MEMORY = 256;   ///< Of a segment not hung on: sk_buff, bytes.
    static constexpr uint32_t SHARED = 320; ///< skb_shared_info, at the end of each head, bytes.
    static constexpr uint32_t PAGE_PAYLOAD = 3776; ///< What a page holds that data are copied to.

    /// Buffers that are equal and follow one another.
    struct Chunk
    {
        uint32_t bytes{0};    ///< Bytes of one.
        uint32_t memory{0};   ///< Memory of one, bytes.
        uint32_t count{1};    ///< How many.
        uint16_t segments{1}; ///< Segments in one.
        uint16_t room{0};     ///< Room in one behind its bytes, bytes.

        /// @param other another
        /// @return whether it has buffers of the same kind
        bool IsLike(const Chunk& other) const
        {
            return bytes == other.bytes && memory == other.memory && segments == other.segments &&
                   room == other.room;
        }
    };

    using Chunks = std::vector<Chunk>; ///< Buffers that follow one another.

    /// Bytes beyond a gap.
    struct Range
    {
        TcpSackBlock block; ///< Where they lie.
        Chunks buffers;     ///< Their buffers; what two hold counts to the first.
    };

    /**
     * @param bytes payload
     * @return memory of the pages that it is copied into, bytes
     */
    static uint32_t GetCopiedMemory(uint32_t bytes);

    /**
     * Add a buffer that follows: it is copied into the room of the last one, hangs onto it, or
     * stays one of its own.
     *
     * @param buffers the buffers before it
     * @param buffer it
     * @return what that takes, bytes of memory
     */
    uint32_t Add(Chunks& buffers, const Chunk& buffer) const;

    /**
     * The next buffer does not begin where the last one ends: it stays one of its own.
     *
     * @param buffers buffers
     */
    static void CloseLast(Chunks& buffers);

    /**
     * Copy buffers with little payload into full pages, and all behind the first of them.
     *
     * @param buffers buffers
     * @param read bytes that were read of the first one
     * @param ratio payload of 256 bytes of memory
     * @return memory that this frees, bytes; 0: nothing was copied
     */
    static uint32_t CopyTogether(Chunks& buffers, uint32_t read, uint32_t ratio);

    /**
     * Drop the last buffer of the highest range beyond a gap.
     *
     * @param seq a sequence number: a buffer that begins below it stays
     * @return memory of the buffer, bytes; 0: none was dropped
     */
    uint32_t DropHighest(uint32_t seq);

    /**
     * Take a range whose gap was filled, buffer by buffer.
     *
     * @param range the range
     * @param end where its bytes end: a FIN is none
     */
    void AppendRange(const Range& range, uint32_t end);

    /**
     * Put a segment before, between or over what lies beyond a gap. Buffers that it covers go.
     *
     * @param block where it lies
     * @param buffer its buffer
     * @param first the first range that it touches
     * @param last behind the last one
     */
    void Merge(const TcpSackBlock& block,
               Chunk buffer,
               std::vector<Range>::iterator first,
               std::vector<Range>::iterator last);

    /// What lies beyond gaps.
    struct Gap
    {
        std::vector<Range> ranges;       ///< The bytes, by sequence number; never empty.
        std::vector<TcpSackBlock> sacks; ///< SACK blocks, newest first.
        bool hasFin{false};              ///< Whether a FIN lies there; it counts as a byte.
        uint32_t finSeq{0};              ///< Sequence number of the FIN.
    };

    /**
     * @param block what came twice
     */
    void ExtendDuplicate(const TcpSackBlock& block);

    uint32_t m_next{0};         ///< Next sequence number expected.
    uint32_t m_read{0};         ///< Next sequence number to read.
    uint32_t m_readable{0};     ///< Bytes in order that are not read.
    uint32_t m_memory{0};       ///< Memory of all, bytes.
    uint32_t m_offset{0};       ///< Bytes read of the first buffer.
    bool m_hasDuplicate{false}; ///< Whether a duplicate is to be told.
    bool m_hangs{false};        ///< Whether buffers can hang onto others.
    TcpSackBlock m_duplicate;   ///< The duplicate.
    Chunks m_chunks;            ///< What is in order.
    std::unique_ptr<Gap> m_gap; ///< What lies beyond gaps, while there are any.
};

} // namespace ns3::net8

#endif // NET8_TCP_RECEIVE_QUEUE_H
