// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_RECEIVE_QUEUE_H
#define NET8_TCP_RECEIVE_QUEUE_H

#include "net8-tcp-owned.h"
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
 * Received data: bytes in order waiting for the reader, ranges beyond a gap, and the SACK blocks
 * that report them.
 *
 * Each received segment counts with the memory of the device's buffer, which is freed when its last
 * byte is read. If buffers are page fragments, a segment that follows another one is attached to
 * its buffer, up to 17 of them, and needs no separate sk_buff (tcp_try_coalesce, skb_try_coalesce);
 * all are then freed with the last byte. If a buffer is longer than its segment, a following one
 * that fits into the remaining space is copied there and costs nothing.
 */
class TcpReceiveQueue
{
  public:
    /**
     * Initialize the queue.
     *
     * @param seq first expected sequence number
     * @param hangs whether buffers are page fragments that can be attached to others
     */
    void Open(uint32_t seq, bool hangs = false)
    {
        m_next = m_read = seq;
        m_hangs = hangs;
    }

    /// @return next expected sequence number
    uint32_t GetNext() const
    {
        return m_next;
    }

    /// @return sequence number of the next byte to read
    uint32_t GetReadSeq() const
    {
        return m_read;
    }

    /// @return number of bytes waiting for the reader
    uint32_t GetReadable() const
    {
        return m_readable;
    }

    /// @return number of unread bytes in the first buffer; all bytes if buffers are joined in the
    /// device
    uint32_t GetFirstBytes() const
    {
        return m_hangs ? m_readable : m_chunks.empty() ? 0 : m_chunks.front().bytes - m_offset;
    }

    /// @return memory of all queued data, bytes
    uint32_t GetMemory() const
    {
        return m_memory;
    }

    /// @return whether nothing waits for the reader or for a gap to be filled
    bool IsEmpty() const
    {
        return m_chunks.empty() && !m_gap;
    }

    /**
     * @param archive called with all variables of an empty queue
     */
    template <typename ARCHIVE>
    void Pass(ARCHIVE& archive)
    {
        archive(m_next,
                m_read,
                m_readable,
                m_memory,
                m_offset,
                m_hasDuplicate,
                m_hangs,
                m_duplicate);
    }

    /// @return whether there is any data beyond a gap
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
     * Append bytes received in order.
     *
     * @param bytes number of bytes
     * @param memory memory of their buffer, bytes
     * @param segments number of segments in that buffer
     * @param room free space in the buffer after them, bytes
     */
    void Append(uint32_t bytes, uint32_t memory, uint32_t segments = 1, uint32_t room = 0);

    /// The next segment starts before the end of the last one: keep it in a separate buffer.
    void CloseRoom()
    {
        CloseLast(m_chunks);
    }

    /// Count the FIN as received.
    void CountFin()
    {
        ++m_next;
    }

    /**
     * Insert bytes received beyond a gap.
     *
     * @param block their sequence numbers, including a FIN after them
     * @param memory memory of their buffer, bytes
     * @param dsack whether to report duplicates
     * @param room free space in the buffer after them, bytes
     * @return whether any of them are new
     */
    bool Insert(const TcpSackBlock& block, uint32_t memory, bool dsack, uint32_t room = 0);

    /**
     * Check the position of a SACK block.
     *
     * @param block data received beyond a gap
     * @return whether its SACK block is not one of the first two, or would displace them
     */
    bool IsSackFarBack(const TcpSackBlock& block) const;

    /**
     * Report data beyond a gap in the first SACK block (tcp_sack_new_ofo_skb).
     *
     * @param block the received data
     */
    void AddSack(TcpSackBlock block);

    /**
     * Note a FIN beyond a gap, received with the data inserted last.
     *
     * @param seq its sequence number
     */
    void InsertFin(uint32_t seq);

    /**
     * Append the ranges that are now in order to the data in order, up to the FIN if one is
     * reached: data beyond gaps is kept in that case, to be dropped with it.
     *
     * @param dsack whether to report duplicates
     * @return whether any range was moved
     */
    bool JoinRanges(bool dsack);

    /// @return whether a FIN received beyond a gap is expected next
    bool IsFinNext() const
    {
        return m_gap != nullptr && m_gap->hasFin && m_gap->finSeq == m_next;
    }

    /**
     * Read data.
     *
     * @param bytes maximum number of bytes
     * @return number of bytes read
     */
    uint32_t Read(uint32_t bytes);

    /// Drop the data beyond gaps.
    void DropRanges();

    /// Drop the data waiting for the reader.
    void DropReadable();

    /**
     * Copy the data of buffers with little payload into full pages if memory is short
     * (tcp_collapse, tcp_collapse_ofo_queue).
     *
     * @param ratio measured payload in 256 bytes of memory: buffers with less are copied, and all
     * after them
     */
    void Collapse(uint32_t ratio);

    /**
     * Drop the highest data beyond gaps, and all SACK blocks, until there is enough space
     * (tcp_prune_ofo_queue).
     *
     * @param seq sequence number of the received segment: nothing below it is dropped
     * @param buffer size of the receive buffer, bytes of memory
     */
    void Prune(uint32_t seq, uint32_t buffer);

    /**
     * Note a duplicate.
     *
     * @param block the data received twice
     */
    void SetDuplicate(const TcpSackBlock& block)
    {
        m_duplicate = block;
        m_hasDuplicate = true;
    }

    /// Forget the duplicate without reporting it.
    void DropDuplicate()
    {
        m_hasDuplicate = false;
    }

    /// @return number of SACK blocks, including the duplicate
    uint8_t GetBlocks() const
    {
        return static_cast<uint8_t>((m_gap ? m_gap->sacks.size() : 0) + (m_hasDuplicate ? 1 : 0));
    }

    /**
     * Write the SACK blocks into the options; the duplicate is reported once.
     *
     * @param options receives the blocks
     * @param most maximum number of blocks
     */
    void FillSack(TcpSegmentOptions& options, uint8_t most);

  private:
    static constexpr uint16_t MOST_SEGMENTS = 18; ///< In a buffer: its own and MAX_SKB_FRAGS.
    static constexpr uint32_t OWN_MEMORY = 256;   ///< sk_buff of a segment not attached, bytes.
    static constexpr uint32_t SHARED = 320; ///< skb_shared_info, at the end of each head, bytes.
    static constexpr uint32_t PAGE_PAYLOAD = 3776; ///< Capacity of a page for copied data, bytes.

    /// Consecutive equal buffers.
    struct Chunk
    {
        uint32_t bytes{0};    ///< Bytes in one buffer.
        uint32_t memory{0};   ///< Memory of one buffer, bytes.
        uint32_t count{1};    ///< Number of buffers.
        uint16_t segments{1}; ///< Segments in one buffer.
        uint16_t room{0};     ///< Free space in one buffer after its bytes, bytes.

        /// @param other another chunk
        /// @return whether it has buffers of the same kind
        bool IsLike(const Chunk& other) const
        {
            return bytes == other.bytes && memory == other.memory && segments == other.segments &&
                   room == other.room;
        }
    };

    using Chunks = std::vector<Chunk>; ///< Consecutive buffers.

    /// Data beyond a gap.
    struct Range
    {
        TcpSackBlock block; ///< Its sequence numbers.
        Chunks buffers;     ///< Its buffers; overlapping bytes count to the first one.
    };

    /**
     * Compute the memory of copied payload.
     *
     * @param bytes payload
     * @return memory of the pages it is copied into, bytes
     */
    static uint32_t GetCopiedMemory(uint32_t bytes);

    /**
     * Add the next buffer: it is copied into the free space of the last one, attached to it, or
     * kept separate.
     *
     * @param buffers the previous buffers
     * @param buffer the buffer to add
     * @return additional memory, bytes
     */
    uint32_t Add(Chunks& buffers, const Chunk& buffer) const;

    /**
     * Mark the end of the last buffer: the next one does not follow it directly, and is kept
     * separate.
     *
     * @param buffers the buffers
     */
    static void CloseLast(Chunks& buffers);

    /**
     * Copy the data of buffers with little payload, and all after the first of them, into full
     * pages.
     *
     * @param buffers the buffers
     * @param read bytes already read from the first one
     * @param ratio payload in 256 bytes of memory
     * @return memory freed, bytes; 0: nothing was copied
     */
    static uint32_t CopyTogether(Chunks& buffers, uint32_t read, uint32_t ratio);

    /**
     * Drop the last buffer of the highest range beyond a gap.
     *
     * @param seq a sequence number: a buffer that starts below it is kept
     * @return memory of the buffer, bytes; 0: none was dropped
     */
    uint32_t DropHighest(uint32_t seq);

    /**
     * Append a range whose gap was filled, buffer by buffer.
     *
     * @param range the range
     * @param end end of its bytes, without a FIN
     */
    void AppendRange(const Range& range, uint32_t end);

    /**
     * Merge a segment into the data beyond gaps. Buffers that it covers are dropped.
     *
     * @param block its sequence numbers
     * @param buffer its buffer
     * @param first first range that it touches
     * @param last end of the ranges that it touches
     */
    void Merge(const TcpSackBlock& block,
               Chunk buffer,
               std::vector<Range>::iterator first,
               std::vector<Range>::iterator last);

    /// Data beyond gaps.
    struct Gap
    {
        std::vector<Range> ranges;       ///< The data, by sequence number; never empty.
        std::vector<TcpSackBlock> sacks; ///< SACK blocks, newest first.
        bool hasFin{false};              ///< Whether it includes a FIN, which counts as a byte.
        uint32_t finSeq{0};              ///< Sequence number of the FIN.
    };

    /**
     * Extend the reported duplicate.
     *
     * @param block the data received twice
     */
    void ExtendDuplicate(const TcpSackBlock& block);

    uint32_t m_next{0};         ///< Next expected sequence number.
    uint32_t m_read{0};         ///< Next sequence number to read.
    uint32_t m_readable{0};     ///< Unread bytes in order.
    uint32_t m_memory{0};       ///< Memory of all data, bytes.
    uint32_t m_offset{0};       ///< Bytes already read from the first buffer.
    bool m_hasDuplicate{false}; ///< Whether there is a duplicate to report.
    bool m_hangs{false};        ///< Whether buffers can be attached to others.
    TcpSackBlock m_duplicate;   ///< The duplicate.
    Chunks m_chunks;            ///< Data in order.
    TcpOwned<Gap> m_gap;        ///< Data beyond gaps, if there is any.
};

} // namespace ns3::net8

#endif // NET8_TCP_RECEIVE_QUEUE_H
