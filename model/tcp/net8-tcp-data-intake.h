// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_DATA_INTAKE_H
#define NET8_TCP_DATA_INTAKE_H

#include "net8-tcp-connection-core.h"

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Takes the data of segments: in order, beyond a gap, twice, and when there is no room.
 */
class TcpDataIntake
{
  public:
    /**
     * @param core what the parts of the connection share
     * @param rtoTicks retransmission timeout before the acknowledgment that comes with the data,
     *        ticks, where header prediction takes them; 0: elsewhere
     */
    TcpDataIntake(TcpConnectionCore& core, uint32_t rtoTicks)
        : m_core(core),
          m_rtoTicks(rtoTicks)
    {
    }

    /**
     * Take data as the state allows.
     *
     * @param segment the segment
     * @return whether the connection goes on
     */
    bool Take(const TcpSegment& segment);

  private:
    /**
     * Take data (tcp_data_queue).
     *
     * @param segment the segment
     */
    void QueueData(const TcpSegment& segment);

    /**
     * Take data that begin at or before the next byte expected.
     *
     * @param segment the segment
     */
    void QueueInOrder(const TcpSegment& segment);

    /**
     * Take data beyond a gap (tcp_data_queue_ofo).
     *
     * @param segment the segment
     */
    void QueueBeyondGap(const TcpSegment& segment);

    /**
     * Make room in the receive buffer (tcp_try_rmem_schedule, tcp_prune_queue). What is held must
     * not exceed it; the segment itself may.
     *
     * @param seq sequence number of the segment that came in
     * @return whether there is room
     */
    bool HasMemoryFor(uint32_t seq);

    /**
     * A segment tells how long those of the peer are (tcp_measure_rcv_mss).
     *
     * @param segment the segment
     * @param bytes how many were new, bytes
     * @param memory memory of its buffer, bytes
     */
    void MeasureSegment(const TcpSegment& segment, uint32_t bytes, uint32_t memory);

    /**
     * Data were taken in order (tcp_event_data_recv).
     *
     * @param segment the segment
     * @param bytes how many were new, bytes
     * @param memory memory of its buffer, bytes
     */
    void NoteDataReceived(const TcpSegment& segment, uint32_t bytes, uint32_t memory);

    /// Data that find no place are answered at once.
    void RefuseOutOfWindow();

    TcpConnectionCore& m_core; ///< What the parts of the connection share.
    uint32_t m_rtoTicks;       ///< Of before the ACK, if predicted, ticks; 0: not so.
};

} // namespace ns3::net8

#endif // NET8_TCP_DATA_INTAKE_H
