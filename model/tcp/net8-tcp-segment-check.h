// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SEGMENT_CHECK_H
#define NET8_TCP_SEGMENT_CHECK_H

#include "net8-tcp-connection-core.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Whether a segment may be worked on: its place in the window, PAWS, RST and SYN that may be an
 * attack (RFC 9293, section 3.10.7.4; RFC 5961; RFC 7323, section 5).
 */
class TcpSegmentCheck
{
  public:
    /// @param core what the parts of the connection share
    explicit TcpSegmentCheck(TcpConnectionCore& core)
        : m_core(core)
    {
    }

    /**
     * Look whether a segment may be worked on, and answer it if not (tcp_validate_incoming).
     *
     * @param segment the segment
     * @return whether it may
     */
    bool Validate(const TcpSegment& segment);

    /**
     * @param segment a segment
     * @return whether Linux takes it by header prediction (tcp_rcv_established), where data are
     *         looked at before the acknowledgment that they carry
     */
    bool IsPredicted(const TcpSegment& segment) const;

    /**
     * Keep the timestamp to echo (RFC 7323, section 4.3).
     *
     * @param segment the segment
     */
    void UpdateRecentTimestamp(const TcpSegment& segment);

  private:
    /**
     * PAWS (RFC 7323, section 5; tcp_disordered_ack).
     *
     * @param segment the segment
     * @return whether it is refused
     */
    bool IsOldByTimestamp(const TcpSegment& segment) const;

    /**
     * @param segment a segment
     * @return whether it is an ACK without data
     */
    static bool IsPureAck(const TcpSegment& segment);

    /**
     * A peer that was killed may send RST with the number of its FIN (tcp_reset_check).
     *
     * @param segment a RST
     * @return whether it has that number
     */
    bool IsResetBehindFin(const TcpSegment& segment) const;

    /**
     * Look at the sequence numbers (tcp_sequence).
     *
     * @param segment the segment
     * @return whether it lies in the window
     */
    bool IsAcceptable(const TcpSegment& segment) const;

    /**
     * RST came in (RFC 5961, section 3.2).
     *
     * @param segment the segment
     */
    void TakeReset(const TcpSegment& segment);

    /// The connection ends by RST.
    void EndByReset();

    TcpConnectionCore& m_core; ///< What the parts of the connection share.
};

} // namespace ns3::net8

#endif // NET8_TCP_SEGMENT_CHECK_H
