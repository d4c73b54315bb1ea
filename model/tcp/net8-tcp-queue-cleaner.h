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
 * Takes what an ACK acknowledges off the send queue, and round-trip times from it
 * (tcp_clean_rtx_queue).
 */
class TcpQueueCleaner
{
  public:
    /**
     * @param state the sender
     * @param queue its queue
     * @param rack its RACK
     * @param ack the ACK
     * @param timestampMs our timestamp of now, ms
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

    /// Take off what is acknowledged.
    void Clean();

    /**
     * Take round-trip times (tcp_ack_update_rtt).
     *
     * @param seqUs of the oldest segment acknowledged, us; -1: none
     * @param sackUs of the oldest one SACKed, us; -1: none
     * @param ackUs of the newest one, us; -1: none
     * @return whether there was one
     */
    bool SampleRtt(int64_t seqUs, int64_t sackUs, int64_t ackUs);

  private:
    /**
     * A run, or the front of one, is acknowledged.
     *
     * @param run the run
     * @param packets segments that are acknowledged
     * @return @p packets
     */
    uint32_t TakeAcked(TcpSendRun& run, uint32_t packets);

    /// Take acknowledged segments off the front of a burst (tcp_tso_acked).
    /// @return segments taken off
    uint32_t TrimPartlyAcked();

    /**
     * Without SACK: take back what duplicate ACKs stood for (tcp_remove_reno_sacks).
     *
     * @param acked segments acknowledged
     */
    void RemoveDuplicates(uint32_t acked);

    /**
     * Look whether the original arrived and the copy was needless (Eifel).
     *
     * @param run the run
     * @return whether it was
     */
    bool IsSpurious(const TcpSendRun& run) const;

    TcpSendState& m_state;  ///< The sender.
    TcpSendQueue& m_queue;  ///< Its queue.
    TcpRack& m_rack;        ///< Its RACK.
    TcpAck& m_ack;          ///< The ACK.
    uint32_t m_timestampMs; ///< Our timestamp of now, ms.
    int64_t m_firstUs{-1};  ///< When the first segment never repeated had left, us.
    int64_t m_lastUs{-1};   ///< When the last one had left, us.
};

} // namespace ns3::net8

#endif // NET8_TCP_QUEUE_CLEANER_H
