// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SEND_RUN_H
#define NET8_TCP_SEND_RUN_H

#include "net8-tcp-segment.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * A run of equal buffers of the send queue that lie one behind the other: what Linux keeps as that
 * many sk_buffs.
 *
 * A buffer is what one write or one burst made; the device cuts it into segments of the MSS.
 * Buffers of a run have the same length, marks and time of departure, so that a window of data
 * costs a few runs and not one object a segment.
 */
struct TcpSendRun
{
    static constexpr uint8_t SACKED = 1;        ///< The peer has it (RFC 2018).
    static constexpr uint8_t LOST = 2;          ///< Taken for lost.
    static constexpr uint8_t REPEATED = 4;      ///< Repeated, and the copy is still on the way.
    static constexpr uint8_t EVER_REPEATED = 8; ///< Repeated at least once.
    static constexpr uint8_t UNTIMED = 16;      ///< RACK took it for lost, and looks no more.

    uint32_t seq{0};         ///< First sequence number.
    uint32_t bytes{0};       ///< Payload of one buffer, bytes.
    uint32_t count{1};       ///< Number of buffers.
    uint32_t shared{0};      ///< Of these: SACKed, and joined to the one before in memory.
    uint32_t mss{0};         ///< Payload of one segment on the wire, bytes; 0 before it was cut.
    uint8_t flags{0};        ///< SYN, FIN and PSH of each buffer.
    uint8_t marks{0};        ///< What is known of it since it was sent.
    bool endOfRecord{false}; ///< MSG_EOR: nothing is joined to its end.
    bool appLimited{false};  ///< The writer had no more when it left.
    bool rateTaken{false};   ///< It gave a rate sample already.
    uint32_t delivered{0};   ///< Segments delivered when it left.
    int64_t sentUs{0};       ///< When it left last, us.
    int64_t deliveredUs{0};  ///< When the newest delivery before it was known, us.
    int64_t firstSentUs{0};  ///< Start of the flight that it left in, us.

    /// @return SYN and FIN, which count as one sequence number each
    uint32_t GetControl() const
    {
        return ((flags & TcpSegment::SYN) ? 1 : 0) + ((flags & TcpSegment::FIN) ? 1 : 0);
    }

    /// @return sequence number after the last buffer
    uint32_t GetEnd() const
    {
        return seq + bytes * count + GetControl();
    }

    /// @return segments of one buffer
    uint32_t GetSegments() const
    {
        return bytes <= mss || mss == 0 ? 1 : (bytes + mss - 1) / mss;
    }

    /// @return whether it is SACKed and nothing else is known of it
    bool IsSackedOnly() const
    {
        return (marks & (SACKED | LOST | REPEATED)) == SACKED;
    }

    /// @return payload of its first segment, bytes
    uint32_t GetSegmentBytes() const
    {
        return GetSegments() == 1 ? bytes : mss;
    }

    /// @return segments of the run
    uint32_t GetPackets() const
    {
        return GetSegments() * count;
    }

    /**
     * @param mark marks
     * @return whether any of them is set
     */
    bool Is(uint8_t mark) const
    {
        return (marks & mark) != 0;
    }

    /**
     * @param next the run behind this one
     * @return whether both can be one run
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
