// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SCOREBOARD_H
#define NET8_TCP_SCOREBOARD_H

#include "net8-tcp-send-run.h"
#include "net8-tcp-send-state.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Updates the marks of a run and the counters of the sender together.
 */
class TcpScoreboard
{
  public:
    /**
     * Mark a run as lost; a retransmission in flight is lost, too (tcp_mark_skb_lost).
     *
     * @param state state of the sender
     * @param run the run
     */
    static void MarkLost(TcpSendState& state, TcpSendRun& run)
    {
        if (run.Is(TcpSendRun::SACKED))
        {
            return;
        }
        if (!run.Is(TcpSendRun::LOST))
        {
            run.marks |= TcpSendRun::LOST;
            state.lostOut += run.GetPackets();
            state.lost += run.GetPackets();
        }
        if (run.Is(TcpSendRun::REPEATED))
        {
            Unrepeat(state, run);
            state.lost += run.GetPackets();
        }
    }

    /**
     * Clear the lost mark of a run.
     *
     * @param state state of the sender
     * @param run the run
     */
    static void Unlose(TcpSendState& state, TcpSendRun& run)
    {
        if (run.Is(TcpSendRun::LOST))
        {
            run.marks &= static_cast<uint8_t>(~TcpSendRun::LOST);
            state.lostOut -= run.GetPackets();
        }
    }

    /**
     * Clear the mark of a retransmission in flight.
     *
     * @param state state of the sender
     * @param run the run
     */
    static void Unrepeat(TcpSendState& state, TcpSendRun& run)
    {
        if (run.Is(TcpSendRun::REPEATED))
        {
            run.marks &= static_cast<uint8_t>(~TcpSendRun::REPEATED);
            state.retransOut -= run.GetPackets();
        }
    }

    /**
     * Mark a run as retransmitted.
     *
     * @param state state of the sender
     * @param run the run
     */
    static void Repeat(TcpSendState& state, TcpSendRun& run)
    {
        run.marks |= TcpSendRun::REPEATED;
        state.retransOut += run.GetPackets();
    }

    /**
     * Subtract segments of a run from all counters, before their number changes or the run leaves
     * the queue.
     *
     * @param state state of the sender
     * @param run the run
     * @param packets number of its segments
     */
    static void Uncount(TcpSendState& state, const TcpSendRun& run, uint32_t packets)
    {
        state.packetsOut -= packets;
        state.sackedOut -= run.Is(TcpSendRun::SACKED) ? packets : 0;
        state.lostOut -= run.Is(TcpSendRun::LOST) ? packets : 0;
        state.retransOut -= run.Is(TcpSendRun::REPEATED) ? packets : 0;
    }

    /**
     * Add segments of a run to all counters.
     *
     * @param state state of the sender
     * @param run the run
     * @param packets number of its segments
     */
    static void Count(TcpSendState& state, const TcpSendRun& run, uint32_t packets)
    {
        state.packetsOut += packets;
        state.sackedOut += run.Is(TcpSendRun::SACKED) ? packets : 0;
        state.lostOut += run.Is(TcpSendRun::LOST) ? packets : 0;
        state.retransOut += run.Is(TcpSendRun::REPEATED) ? packets : 0;
    }
};

} // namespace ns3::net8

#endif // NET8_TCP_SCOREBOARD_H
