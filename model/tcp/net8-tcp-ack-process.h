// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_ACK_PROCESS_H
#define NET8_TCP_ACK_PROCESS_H

#include "net8-tcp-ack.h"
#include "net8-tcp-send-part.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Processes an acknowledgment in the sending half (tcp_ack): the peer's window, the segments
 * removed from the send queue, the losses it reveals, the congestion window, and the segments sent
 * in response.
 */
class TcpAckProcess : private TcpSendPart
{
  public:
    /// @param core state shared by the parts of the sending half
    explicit TcpAckProcess(TcpSendCore& core)
        : TcpSendPart(core)
    {
    }

    /**
     * Process an acknowledgment.
     *
     * @param segment the received segment
     * @param windowScale shift count of the peer's window
     * @return false if it acknowledges data that was never sent, or is too old to belong to this
     * connection
     */
    bool Take(const TcpSegment& segment, uint8_t windowScale);

    /// Update the pacing rate.
    void UpdatePacingRate();

  private:
    /**
     * Count what an ACK that tells of a mark delivered, and let the congestion control look at it
     * (tcp_count_delivered, tcp_in_ack_event).
     *
     * @param ack the ACK
     * @param delivered number of segments delivered before it
     */
    void CountMarked(const TcpAck& ack, uint32_t delivered);

    /**
     * Update the peer's window (tcp_ack_update_window).
     *
     * @param ack the ACK
     * @param windowScale shift count
     * @return flags of TcpAck
     */
    uint32_t UpdateWindow(TcpAck& ack, uint8_t windowScale);

    /**
     * Let congestion control set the window or the rate (tcp_cong_control).
     *
     * @param ack the ACK
     * @param delivered segments newly delivered
     */
    void SetWindowOrRate(TcpAck& ack, uint32_t delivered);

    /**
     * Retransmit what the ACK showed to be lost (tcp_xmit_recovery).
     *
     * @param ack the ACK
     */
    void Resend(TcpAck& ack);

    /**
     * Process an ACK below the left edge of the send window.
     *
     * @param ack the ACK
     */
    void OnOldAck(TcpAck& ack);

    /**
     * Finish after the queue has been cleaned: timers, window, retransmissions.
     *
     * @param ack the ACK
     * @param delivered number of segments delivered before this ACK
     * @param lost number of segments marked lost before this ACK
     */
    void Finish(TcpAck& ack, uint32_t delivered, uint32_t lost);
};

} // namespace ns3::net8

#endif // NET8_TCP_ACK_PROCESS_H
