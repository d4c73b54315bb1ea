// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SEGMENT_CHECK_H
#define NET8_TCP_SEGMENT_CHECK_H

#include "net8-tcp-connection-core.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Checks whether a segment may be processed: its position in the window, PAWS, and possible RST and
 * SYN attacks (RFC 9293, section 3.10.7.4; RFC 5961; RFC 7323, section 5).
 */
class TcpSegmentCheck
{
  public:
    /// @param core state shared by the parts of the connection
    explicit TcpSegmentCheck(TcpConnectionCore& core)
        : m_core(core)
    {
    }

    /**
     * Check whether a segment may be processed, and answer it if not (tcp_validate_incoming).
     *
     * @param segment the received segment
     * @return whether it may be processed
     */
    bool Validate(const TcpSegment& segment);

    /**
     * Check for header prediction.
     *
     * @param segment a segment
     * @return whether Linux handles it by header prediction (tcp_rcv_established), where data is
     * processed before the acknowledgment in the same segment
     */
    bool IsPredicted(const TcpSegment& segment) const;

    /**
     * Update the timestamp to echo (RFC 7323, section 4.3).
     *
     * @param segment the received segment
     */
    void UpdateRecentTimestamp(const TcpSegment& segment);

  private:
    /**
     * Apply PAWS (RFC 7323, section 5; tcp_disordered_ack).
     *
     * @param segment the received segment
     * @return whether the segment is rejected
     */
    bool IsOldByTimestamp(const TcpSegment& segment) const;

    /**
     * Check for an ACK without data.
     *
     * @param segment a segment
     * @return whether it is one
     */
    static bool IsPureAck(const TcpSegment& segment);

    /**
     * Check for a RST with the number of the FIN, which a killed peer may send (tcp_reset_check).
     *
     * @param segment a RST
     * @return whether it has that number
     */
    bool IsResetBehindFin(const TcpSegment& segment) const;

    /**
     * Check the sequence numbers (tcp_sequence).
     *
     * @param segment the received segment
     * @return whether the segment lies in the window
     */
    bool IsAcceptable(const TcpSegment& segment) const;

    /**
     * Process a RST (RFC 5961, section 3.2).
     *
     * @param segment the received segment
     */
    void TakeReset(const TcpSegment& segment);

    /// End the connection after a RST.
    void EndByReset();

    TcpConnectionCore& m_core; ///< State shared by the parts of the connection.
};

} // namespace ns3::net8

#endif // NET8_TCP_SEGMENT_CHECK_H
