// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_LOSS_MARKING_H
#define NET8_TCP_LOSS_MARKING_H

#include "net8-tcp-ack.h"
#include "net8-tcp-rack.h"
#include "net8-tcp-send-queue.h"
#include "net8-tcp-send-state.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Decides which segments of the send queue are lost: by RACK, by duplicate ACKs without SACK, and
 * at a timeout.
 */
class TcpLossMarking
{
  public:
    /**
     * Create an object for one event.
     *
     * @param state state of the sender
     * @param queue its queue
     * @param rack its RACK
     */
    TcpLossMarking(TcpSendState& state, TcpSendQueue& queue, TcpRack& rack)
        : m_state(state),
          m_queue(queue),
          m_rack(rack)
    {
    }

    /**
     * Mark the segments that an ACK shows to be lost (tcp_identify_packet_loss).
     *
     * @param ack the ACK; receives whether to check again later
     */
    void Identify(TcpAck& ack);

    /// Mark everything outstanding at a timeout as lost; with SACK, segments behind the oldest one
    /// that were sent less than a round trip ago are spared (tcp_timeout_mark_lost).
    void MarkAll();

  private:
    /**
     * Mark the oldest segment as lost, without SACK (RFC 6582, tcp_newreno_mark_lost).
     *
     * @param advanced whether the left edge advanced
     */
    void MarkWithoutSack(bool advanced);

    TcpSendState& m_state; ///< The sender.
    TcpSendQueue& m_queue; ///< Its queue.
    TcpRack& m_rack;       ///< Its RACK.
};

} // namespace ns3::net8

#endif // NET8_TCP_LOSS_MARKING_H
