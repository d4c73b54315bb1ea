// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SEND_QUEUE_H
#define NET8_TCP_SEND_QUEUE_H

#include "net8-tcp-segment.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A run of consecutive equal buffers of the send queue; Linux keeps one sk_buff for each.
 *
 * A buffer is the result of one write or one burst; the device cuts it into segments of the MSS.
 * The buffers of a run have the same length, marks and send time, so that a window of data takes a
 * few runs and not one object per segment.
 */
struct TcpSendRun
{
    static constexpr uint8_t SACKED = 1;   ///< The peer has received it (RFC 2018).
    static constexpr uint8_t LOST = 2;     ///< Considered lost.
    static constexpr uint8_t REPEATED = 4; ///< Retransmitted, and the retransmission is in flight.
    static constexpr uint8_t EVER_REPEATED = 8; ///< Retransmitted at least once.
    static constexpr uint8_t UNTIMED = 16; ///< RACK considered it lost and does not check it again.

    uint32_t seq{0};         ///< First sequence number.
    uint32_t bytes{0};       ///< Payload of one buffer, bytes.
    uint32_t count{1};       ///< Number of buffers.
    uint32_t shared{0};      ///< Buffers that are SACKed and joined to the previous one in memory.
    uint32_t mss{0};         ///< Payload of one segment on the wire, bytes; 0: not cut yet.
    uint8_t flags{0};        ///< SYN, FIN and PSH of each buffer.
    uint8_t marks{0};        ///< State since it was sent.
    bool endOfRecord{false}; ///< MSG_EOR: nothing may be joined to its end.
    bool appLimited{false};  ///< The writer had no more data when it was sent.
    bool rateTaken{false};   ///< It has already given a rate sample.
    uint32_t delivered{0};   ///< Delivered count when it was sent, segments.
    int64_t sentUs{0};       ///< Time it was last sent, us.
    int64_t deliveredUs{0};  ///< Time of the newest delivery known when it was sent, us.
    int64_t firstSentUs{0};  ///< Start of the flight in which it was sent, us.

    /// @return SYN and FIN, counted as one sequence number each
    uint32_t GetControl() const
    {
        return ((flags & TcpSegment::SYN) ? 1 : 0) + ((flags & TcpSegment::FIN) ? 1 : 0);
    }

    /// @return sequence number after the last buffer
    uint32_t GetEnd() const
    {
        return seq + bytes * count + GetControl();
    }

    /// @return number of segments of one buffer
    uint32_t GetSegments() const
    {
        return bytes <= mss || mss == 0 ? 1 : (bytes + mss - 1) / mss;
    }

    /// @return whether it is SACKed and has no other mark
    bool IsSackedOnly() const
    {
        return (marks & (SACKED | LOST | REPEATED)) == SACKED;
    }

    /// @return payload of its first segment, bytes
    uint32_t GetSegmentBytes() const
    {
        return GetSegments() == 1 ? bytes : mss;
    }

    /// @return number of segments of the run
    uint32_t GetPackets() const
    {
        return GetSegments() * count;
    }

    /**
     * @param mark marks to test
     * @return whether any of them is set
     */
    bool Is(uint8_t mark) const
    {
        return (marks & mark) != 0;
    }

    /**
     * Check whether two runs are equal.
     *
     * @param next the next run
     * @return whether both can be joined
     */
    bool Joins(const TcpSendRun& next) const
    {
        return next.seq == GetEnd() && bytes == next.bytes && bytes > 0 && mss == next.mss &&
               flags == next.flags && GetControl() == 0 && marks == next.marks && !endOfRecord &&
               !next.endOfRecord && appLimited == next.appLimited && rateTaken == next.rateTaken &&
               delivered == next.delivered && sentUs == next.sentUs &&
               deliveredUs == next.deliveredUs && firstSentUs == next.firstSentUs;
    }
};

/**
 * @ingroup net8
 * The send queue: runs that were sent and not acknowledged, followed by data not sent yet.
 *
 * Runs are addressed by their place; any change except that of a mark invalidates later places. The
 * queue counts the memory of Linux's buffers: payload, and BUFFER_OVERHEAD for each one that is not
 * joined to the previous one (sk_wmem_queued).
 */
class TcpSendQueue
{
  public:
    /// Part of every buffer: an sk_buff of 256 bytes and a small head of 576.
    static constexpr uint32_t BUFFER_OVERHEAD = 832;

    /// @return number of runs
    size_t GetRuns() const
    {
        return m_runs.size() - m_first;
    }

    /// @return number of runs already sent
    size_t GetSentRuns() const
    {
        return m_sent;
    }

    /**
     * Get a run.
     *
     * @param place place of the run, from the front
     * @return the run; only its marks, times and mss may be changed
     */
    TcpSendRun& At(size_t place)
    {
        return m_runs[m_first + place];
    }

    /**
     * Get a run.
     *
     * @param place place of the run, from the front
     * @return the run
     */
    const TcpSendRun& At(size_t place) const
    {
        return m_runs[m_first + place];
    }

    /// @return whether there is no unsent data
    bool IsAllSent() const
    {
        return m_sent == GetRuns();
    }

    /// @return whether the queue is empty
    bool IsEmpty() const
    {
        return GetRuns() == 0;
    }

    /// @return memory of all buffers, bytes
    uint32_t GetMemory() const
    {
        return m_memory;
    }

    /**
     * Find a run.
     *
     * @param seq a sequence number that was sent
     * @return place of the run that contains it; the number of sent runs if none does
     */
    size_t Find(uint32_t seq) const;

    /// @return the first unsent buffer, split off into its own run; there must be one
    TcpSendRun& SplitUnsentHead();

    /// @return the last unsent buffer, split off into its own run; nullptr if all is sent
    TcpSendRun* SplitUnsentTail();

    /// @return the last unsent run; nullptr if all is sent
    const TcpSendRun* PeekUnsentTail() const
    {
        return IsAllSent() ? nullptr : &m_runs.back();
    }

    /**
     * Let the first unsent buffer take payload from the next one.
     *
     * @param bytes maximum payload to take, bytes
     */
    void GrowUnsentHead(uint32_t bytes);

    /// @return whether the first unsent buffer is also the last one
    bool UnsentHeadIsTail() const;

    /**
     * Start a new buffer at the end.
     *
     * @param seq first sequence number of the buffer
     * @param flags SYN, FIN or none
     * @return the buffer
     */
    TcpSendRun& Append(uint32_t seq, uint8_t flags);

    /**
     * Let the last buffer, which is unsent, grow.
     *
     * @param bytes additional payload, bytes
     */
    void GrowTail(uint32_t bytes);

    /// Close the last buffer, and join it to the previous run if they are equal.
    void CloseTail();

    /**
     * Cut the first unsent buffer; the rest follows it with the marks of its end.
     *
     * @param bytes payload that stays in the first part, bytes
     */
    void CutUnsentHead(uint32_t bytes);

    /// Mark the first unsent buffer as sent; it is joined to the previous run if they are equal.
    void MarkSent();

    /**
     * Split a sent run between two of its buffers.
     *
     * @param place place of the run
     * @param buffers number of buffers that stay in front; the rest gets the next place
     */
    void SplitRun(size_t place, uint32_t buffers);

    /**
     * Cut a sent buffer that is alone in its run.
     *
     * @param place place of the run
     * @param bytes payload that stays in the first part, bytes; the rest gets the next place
     */
    void CutBuffer(size_t place, uint32_t bytes);

    /**
     * Join a sent buffer with the next one, both alone in their runs; from now on they are sent as
     * one.
     *
     * @param place place of the first one
     */
    void JoinBuffers(size_t place);

    /**
     * Remove acknowledged runs from the front.
     *
     * @param place number of runs to remove from the front
     */
    void RemoveFront(size_t place);

    /**
     * Remove payload from the front of the first buffer, which is alone in its run.
     *
     * @param bytes payload to remove, bytes
     */
    void TrimFront(uint32_t bytes);

    /**
     * Join a sent run with the previous one if they have become equal.
     *
     * @param place place of the second one
     * @return whether they were joined
     */
    bool JoinWithPrevious(size_t place);

    /**
     * Join the buffers of a SACKed run to adjacent SACKed ones with segments of the same size, as
     * Linux does, and free the memory that the joined ones use besides payload
     * (tcp_shift_skb_data).
     *
     * @param place place of the run
     */
    void ShareSacked(size_t place);

    /// Drop everything.
    void Clear();

  private:
    /**
     * Insert a copy of a run after it.
     *
     * @param place place of the run
     * @return the copy
     */
    TcpSendRun& Duplicate(size_t place);

    std::vector<TcpSendRun> m_runs; ///< The runs; those before m_first have been removed.
    uint32_t m_first{0};            ///< Index of the first remaining run.
    uint32_t m_sent{0};             ///< Number of runs already sent.
    uint32_t m_memory{0};           ///< Memory of all buffers, bytes.
};

} // namespace ns3::net8

#endif // NET8_TCP_SEND_QUEUE_H
