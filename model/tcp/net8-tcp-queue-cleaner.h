// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_QUEUE_CLEANER_H
#define NET8_TCP_QUEUE_CLEANER_H

#include "net8-tcp-ack.h"
#include "net8-tcp-rack.h"
#include "net8-tcp-send-queue.h"
#include "net8-tcp-send-state.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Removes acknowledged segments from the send queue, and takes round-trip time samples from them
 * (tcp_clean_rtx_queue).
 */
class TcpQueueCleaner
{
  public:
    /**
     * Create an object for one ACK.
     *
     * @param state state of the sender
     * @param queue its queue
     * @param rack its RACK
     * @param ack the ACK
     * @param timestampMs our current timestamp, ms
     */
    TcpQueueCleaner(TcpSendState& state,
                    TcpSendQueue& queue,
                    TcpRack& rack,
                    TcpAck& ack,
                    uint32_t timestampMs)
        : m_state(state),
          m_queue(queue),
          m_rack(rack),
          m_ack(ack),
          m_timestampMs(timestampMs)
    {
    }

    /// Remove the acknowledged segments.
    void Clean();

    /**
     * Take round-trip time samples (tcp_ack_update_rtt).
     *
     * @param seqUs sample of the oldest acknowledged segment, us; -1: none
     * @param sackUs sample of the oldest SACKed segment, us; -1: none
     * @param ackUs sample of the newest acknowledged segment, us; -1: none
     * @return whether a sample was taken
     */
    bool SampleRtt(int64_t seqUs, int64_t sackUs, int64_t ackUs);

  private:
    /**
     * Process an acknowledged run, or the acknowledged front of one.
     *
     * @param run the run
     * @param packets number of acknowledged segments
     * @return @p packets
     */
    uint32_t TakeAcked(TcpSendRun& run, uint32_t packets);

    /// Remove acknowledged segments from the front of a burst (tcp_tso_acked).
    /// @return number of removed segments
    uint32_t TrimPartlyAcked();

    /**
     * Without SACK: remove the effect of duplicate ACKs (tcp_remove_reno_sacks).
     *
     * @param acked number of acknowledged segments
     */
    void RemoveDuplicates(uint32_t acked);

    /**
     * Check whether the original arrived, so that the retransmission was spurious (Eifel).
     *
     * @param run the run
     * @return whether it was spurious
     */
    bool IsSpurious(const TcpSendRun& run) const;

    TcpSendState& m_state;  ///< The sender.
    TcpSendQueue& m_queue;  ///< Its queue.
    TcpRack& m_rack;        ///< Its RACK.
    TcpAck& m_ack;          ///< The ACK.
    uint32_t m_timestampMs; ///< Our current timestamp, ms.
    int64_t m_firstUs{-1};  ///< Send time of the first segment never retransmitted, us.
    int64_t m_lastUs{-1};   ///< Send time of the last segment never retransmitted, us.
};

} // namespace ns3::net8

#endif // NET8_TCP_QUEUE_CLEANER_H
