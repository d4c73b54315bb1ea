// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_DATA_INTAKE_H
#define NET8_TCP_DATA_INTAKE_H

#include "net8-tcp-connection-core.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Receives the data of segments: in order, beyond a gap, duplicate, or without space for it.
 */
class TcpDataIntake
{
  public:
    /**
     * Create an object for one segment.
     *
     * @param core state shared by the parts of the connection
     * @param rtoTicks retransmission timeout before the acknowledgment of the same segment, ticks,
     * if header prediction handles the segment; 0 otherwise
     */
    TcpDataIntake(TcpConnectionCore& core, uint32_t rtoTicks)
        : m_core(core),
          m_rtoTicks(rtoTicks)
    {
    }

    /**
     * Process data as the state allows.
     *
     * @param segment the received segment
     * @return whether the connection continues
     */
    bool Take(const TcpSegment& segment);

  private:
    /**
     * Note urgent data that were not announced before (tcp_check_urg).
     *
     * @param segment a segment
     */
    void CheckUrgent(const TcpSegment& segment);

    /**
     * Queue data (tcp_data_queue).
     *
     * @param segment the received segment
     */
    void QueueData(const TcpSegment& segment);

    /**
     * Queue data that starts at or before the next expected byte.
     *
     * @param segment the received segment
     */
    void QueueInOrder(const TcpSegment& segment);

    /**
     * Queue data beyond a gap (tcp_data_queue_ofo).
     *
     * @param segment the received segment
     */
    void QueueBeyondGap(const TcpSegment& segment);

    /**
     * Make space in the receive buffer (tcp_try_rmem_schedule, tcp_prune_queue). The data already
     * held must not exceed the buffer; the segment itself may.
     *
     * @param seq sequence number of the received segment
     * @return whether there is space
     */
    bool HasMemoryFor(uint32_t seq);

    /**
     * Measure the segment size of the peer (tcp_measure_rcv_mss).
     *
     * @param segment the received segment
     * @param bytes number of new bytes
     * @param memory memory of the segment's buffer, bytes
     */
    void MeasureSegment(const TcpSegment& segment, uint32_t bytes, uint32_t memory);

    /**
     * Note that data was received in order (tcp_event_data_recv).
     *
     * @param segment the received segment
     * @param bytes number of new bytes
     * @param memory memory of the segment's buffer, bytes
     */
    void NoteDataReceived(const TcpSegment& segment, uint32_t bytes, uint32_t memory);

    /// Answer data outside the window immediately.
    void RefuseOutOfWindow();

    /**
     * Look at the ECN codepoint of data (tcp_data_ecn_check).
     *
     * @param segment the received segment
     */
    void CheckMark(const TcpSegment& segment);

    /**
     * Echo marks as DCTCP does: every change is acknowledged at once, after what was held back
     * (dctcp_ece_ack_update).
     *
     * @param marked whether the data were marked
     */
    void TellMark(bool marked);

    TcpConnectionCore& m_core; ///< State shared by the parts of the connection.
    uint32_t m_rtoTicks;       ///< Timeout before the ACK, if predicted, ticks; 0 otherwise.
};

} // namespace ns3::net8

#endif // NET8_TCP_DATA_INTAKE_H
