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
 * What an acknowledgment does to the sending half (tcp_ack): the peer's window, what it takes off
 * the send queue, losses that it shows, the congestion window, and what is sent because of it.
 */
class TcpAckProcess : private TcpSendPart
{
  public:
    /// @param core what the parts of the sending half share
    explicit TcpAckProcess(TcpSendCore& core)
        : TcpSendPart(core)
    {
    }

    /**
     * An acknowledgment came in.
     *
     * @param segment the segment
     * @param windowScale shift count of the peer's window
     * @return false when it acknowledges what was never sent, or is too old to be ours
     */
    bool Take(const TcpSegment& segment, uint8_t windowScale);

    /// Work out the rate of a pacing sender.
    void UpdatePacingRate();

  private:
    /**
     * Take the peer's window (tcp_ack_update_window).
     *
     * @param ack the ACK
     * @param windowScale shift count
     * @return flags of TcpAck
     */
    uint32_t UpdateWindow(TcpAck& ack, uint8_t windowScale);

    /**
     * Let congestion control act (tcp_cong_control).
     *
     * @param ack the ACK
     * @param delivered segments newly delivered
     */
    void SetWindowOrRate(TcpAck& ack, uint32_t delivered);

    /**
     * Repeat what an ACK showed to be lost (tcp_xmit_recovery).
     *
     * @param ack the ACK
     */
    void Resend(TcpAck& ack);

    /**
     * An ACK below the left edge came in.
     *
     * @param ack the ACK
     */
    void OnOldAck(TcpAck& ack);

    /**
     * The queue is cleaned: timers, window, repetitions.
     *
     * @param ack the ACK
     * @param delivered segments delivered before it
     * @param lost segments marked lost before it
     */
    void Finish(TcpAck& ack, uint32_t delivered, uint32_t lost);
};

} // namespace ns3::net8

#endif // NET8_TCP_ACK_PROCESS_H
