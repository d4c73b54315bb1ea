// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SEND_RUN_H
#define NET8_TCP_SEND_RUN_H

#include "net8-tcp-segment.h"

#include <cstdint>

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

} // namespace ns3::net8

#endif // NET8_TCP_SEND_RUN_H
