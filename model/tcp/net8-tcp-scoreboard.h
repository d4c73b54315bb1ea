// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SCOREBOARD_H
#define NET8_TCP_SCOREBOARD_H

#include "net8-tcp-send-run.h"
#include "net8-tcp-send-state.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * The marks of a run and the counters of the sender, changed together.
 */
class TcpScoreboard
{
  public:
    /**
     * A run is lost; a copy of it that was on the way is lost, too (tcp_mark_skb_lost).
     *
     * @param state the sender
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
     * A run is not lost after all.
     *
     * @param state the sender
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
     * No copy of a run is on the way.
     *
     * @param state the sender
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
     * A copy of a run left.
     *
     * @param state the sender
     * @param run the run
     */
    static void Repeat(TcpSendState& state, TcpSendRun& run)
    {
        run.marks |= TcpSendRun::REPEATED;
        state.retransOut += run.GetPackets();
    }

    /**
     * The number of segments of a run is about to change, or it leaves the queue: take them out of
     * all counters.
     *
     * @param state the sender
     * @param run the run
     * @param packets how many of its segments
     */
    static void Uncount(TcpSendState& state, const TcpSendRun& run, uint32_t packets)
    {
        state.packetsOut -= packets;
        state.sackedOut -= run.Is(TcpSendRun::SACKED) ? packets : 0;
        state.lostOut -= run.Is(TcpSendRun::LOST) ? packets : 0;
        state.retransOut -= run.Is(TcpSendRun::REPEATED) ? packets : 0;
    }

    /**
     * Put segments of a run into all counters.
     *
     * @param state the sender
     * @param run the run
     * @param packets how many of its segments
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
