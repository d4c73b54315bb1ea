// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SEND_STATE_H
#define NET8_TCP_SEND_STATE_H

#include "net8-tcp-ecn.h"
#include "net8-tcp-rtt-estimator.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-send-queue.h"
#include "net8-tcp-settings.h"
#include "net8-tcp-state.h"

#include <algorithm>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * What a sender knows of the MTU of its path: from its first link and from routers (RFC 1191, RFC
 * 8201), and from a search without them (RFC 4821). Sizes are those of the largest segment with its
 * options: the MTU less the headers of IP and TCP.
 */
struct TcpPathMtu
{
    TcpTime learnedUntil{0}; ///< How long learned is believed, ns.
    uint32_t learned{0};     ///< Largest segment that a router told, bytes.
    uint32_t device{0};      ///< Largest segment of the first link when one was last sent, bytes.
    uint32_t known{0};       ///< Largest segment that segments are cut for, bytes.
    uint32_t high{0};        ///< Largest one that the search expects, bytes.
    uint32_t low{0};         ///< Largest one that the search has seen pass, bytes.
    uint32_t probe{0};       ///< Size of the probe that is out, bytes; 0: none is.
    uint32_t start{0};       ///< First sequence number of the probe.
    uint32_t end{0};         ///< Sequence number after the probe.
    uint32_t stampTick{0};   ///< Time of the beginning of the search, ticks.
    bool searching{false};   ///< The search is on.

    /**
     * @param una oldest unacknowledged sequence number, which is lost
     * @return whether that is the probe
     */
    bool FailsAt(uint32_t una) const
    {
        return probe > 0 && una == start;
    }
};

/**
 * @ingroup net8
 * Variables of the sender shared by its rules: the sequence numbers of RFC 9293, the counters of
 * Linux's scoreboard (packets_out, sacked_out, lost_out, retrans_out) and the congestion window,
 * all in segments unless otherwise noted.
 */
struct TcpSendState
{
    /// Slow start threshold if not set (TCP_INFINITE_SSTHRESH).
    static constexpr uint32_t INFINITE = 0x7fffffff;

    const TcpSettings* settings{nullptr}; ///< Settings of the host.
    TcpTime now{0};                       ///< Time of the current event, ns.
    uint32_t tick{0};                     ///< Time of the current event, ticks.

    uint32_t una{0};          ///< Oldest unacknowledged sequence number.
    uint32_t nxt{0};          ///< Next sequence number to send.
    uint32_t writeSeq{0};     ///< Sequence number of the next byte to be written.
    uint32_t window{0};       ///< Window of the peer, bytes.
    uint32_t maxWindow{0};    ///< Largest window advertised by the peer, bytes.
    uint32_t smallEnd{0};     ///< End of the last short segment sent (Minshall).
    uint32_t lastSent{0};     ///< Payload of the last new segment sent, bytes.
    uint32_t mss{536};        ///< Payload of a full segment, bytes.
    uint32_t mssClamp{536};   ///< Maximum segment size negotiated, bytes.
    uint32_t optionBytes{0};  ///< Options of each segment, bytes.
    uint32_t wl1{0};          ///< Sequence number of the last window update.
    uint32_t pushedSeq{0};    ///< End of the data marked with PSH.
    uint32_t urgentEnd{0};    ///< End of the urgent data (snd_up); una if there are none.
    uint32_t sendBuffer{0};   ///< Size of the send buffer, bytes.
    uint32_t dataSegments{0}; ///< Number of data segments sent.

    uint32_t packetsOut{0};      ///< Segments sent and not acknowledged.
    uint32_t sackedOut{0};       ///< Those that are SACKed; without SACK: duplicate ACKs.
    uint32_t lostOut{0};         ///< Those considered lost.
    uint32_t retransOut{0};      ///< Retransmissions in flight.
    uint32_t highestSack{0};     ///< End of the highest SACKed data.
    uint32_t delivered{0};       ///< Total delivered.
    uint32_t deliveredMarked{0}; ///< Total delivered by ACKs that told of a mark.
    uint32_t lost{0};            ///< Total marked lost.
    uint32_t totalRetrans{0};    ///< Total retransmitted.

    uint32_t cwnd{10};           ///< Congestion window.
    uint32_t cwndCredit{0};      ///< Segments acknowledged towards the next increase.
    uint32_t ssthresh{INFINITE}; ///< Slow start threshold.
    uint32_t priorCwnd{0};       ///< Window before the reduction.
    uint32_t priorSsthresh{0};   ///< Threshold before the reduction; 0: nothing can be undone.
    uint32_t highSeq{0};         ///< Next sequence number when the state was entered.
    uint32_t reordering{3};      ///< Observed reordering.
    uint32_t reorderingSeen{0};  ///< Number of times reordering was observed.
    uint32_t prrDelivered{0};    ///< Delivered since the reduction started (RFC 6937).
    uint32_t prrOut{0};          ///< Sent since the reduction started (RFC 6937).
    uint32_t undoMarker{0};      ///< Oldest unacknowledged sequence number at the reduction.
    int32_t undoRetrans{0};      ///< Retransmissions without a D-SACK so far; -1: there were none.
    uint32_t retransStampMs{0};  ///< Timestamp of the first retransmission in this recovery, ms.
    uint32_t probeEnd{0};        ///< End of the data sent with the tail loss probe.
    uint32_t dsackDups{0};       ///< Duplicates reported by the peer.
    uint32_t maxPacketsOut{0};   ///< Maximum outstanding in this round trip.
    uint32_t cwndUsed{0};        ///< Maximum outstanding while the window was not fully used.
    uint32_t cwndUsageSeq{0};    ///< End of the round trip in which window use is recorded.
    uint32_t cwndStampTick{0};   ///< Last time the window was used or changed.
    uint32_t lastSentTick{0};    ///< Last time data was sent.

    uint32_t probesTick{0}; ///< Start of window probing.

    uint32_t appLimitedUntil{
        0}; ///< Application limited until this many are delivered; 0: not limited.

    TcpPathMtu path; ///< MTU of the path.

    // Small members together: many connections are idle at the same time.
    TcpEcn ecn;                           ///< ECN.
    bool sack{false};                     ///< Both ends support SACK.
    bool dsackSeen{false};                ///< The peer sends D-SACK.
    bool established{false};              ///< The connection was established.
    TcpCaState caState{TcpCaState::OPEN}; ///< Congestion state.
    bool undoable{false};                 ///< A reduction may still turn out to be unnecessary.
    bool frto{false};                     ///< F-RTO is checking whether the timeout was spurious.
    bool reneging{false};                 ///< The peer dropped data that it had SACKed.
    bool hasRetransStamp{false};          ///< Whether retransStampMs is set.
    bool probeOut{false};                 ///< A tail loss probe is outstanding.
    bool probeCopied{false};              ///< The probe was a retransmission, not new data.
    bool cwndLimited{false};              ///< The window was full in this round trip.
    bool paces{false};                    ///< Segments are sent at the pacing rate.
    bool probing{false};                  ///< Window probing is in progress.
    bool bufferLocked{false};             ///< The send buffer size is not adapted automatically.
    bool writerWaits{false};              ///< A write found no space.
    bool pushAll{false};                  ///< NAGLE_PUSH is set until the next buffer is started.
    uint8_t probes{0};                    ///< Unanswered window probes.
    uint8_t backoff{0};                   ///< Number of times the timeout was doubled.
    uint8_t timeouts{0};                  ///< Consecutive timeouts.
    uint8_t totalTimeouts{0};             ///< Timeouts of the SYN.

    TcpTime departure{0};       ///< Earliest send time of the next segment, if paced, ns.
    uint64_t bytesAcked{0};     ///< Bytes acknowledged.
    int64_t deliveredUs{0};     ///< Time of the last change of delivered, us.
    int64_t firstSentUs{0};     ///< Send time of the newest delivered segment, us.
    uint64_t pacingRate{~0ULL}; ///< Pacing rate, bytes/s.

    TcpRttEstimator rtt; ///< Round-trip time.

    /// @return time of the current event, us
    int64_t NowUs() const
    {
        return now / 1000;
    }

    /// @return number of segments neither lost nor SACKed, plus retransmissions in flight (RFC
    /// 6675: pipe)
    uint32_t InFlight() const
    {
        return packetsOut - (sackedOut + lostOut) + retransOut;
    }

    /// @return whether loss recovery is Reno's (TcpRules::Recovery)
    bool IsReno() const
    {
        return settings->rules.recovery == TcpRules::Recovery::RENO;
    }

    /// @return number of segments that count against the window when new ones are to be sent
    uint32_t Occupied() const
    {
        // Limited transmit (RFC 3042) is newer than Reno: the first duplicate ACKs do not cause
        // transmissions.
        const bool waits = caState < TcpCaState::RECOVERY && IsReno();
        return InFlight() + (waits ? sackedOut : 0);
    }

    /// @return right edge of the peer's window
    uint32_t WindowEnd() const
    {
        return una + window;
    }

    /**
     * Check whether a segment updates the window (RFC 9293, section 3.10.7.4); a window that
     * shrinks to zero counts immediately (tcp_may_update_window).
     *
     * @param segment a segment
     * @param offered advertised window, bytes
     * @return whether it is newer than the known one
     */
    bool TakesWindow(const TcpSegment& segment, uint32_t offered) const
    {
        return SeqAfter(segment.ack, una) || SeqAfter(segment.seq, wl1) ||
               (segment.seq == wl1 && (offered > window || offered == 0));
    }

    /**
     * Limit a length so that the largest window of the peer holds two segments
     * (tcp_bound_to_half_wnd).
     *
     * @param bytes a length, bytes
     * @param optionBytes options of each segment, bytes
     * @return the limited length, bytes
     */
    uint32_t BoundToHalfWindow(uint32_t bytes, uint32_t optionBytes) const
    {
        constexpr uint32_t DEFAULT_MSS = 536;
        const uint32_t limit = maxWindow > DEFAULT_MSS ? maxWindow >> 1 : maxWindow;
        if (limit > 0 && bytes > limit)
        {
            // 68 bytes is the minimum packet size that every network supports.
            return std::max(limit, 68 - TcpSegment::HEADER_BYTES - optionBytes);
        }
        return bytes;
    }

    /// @return whether the window grows with each ACK
    bool InSlowStart() const
    {
        return cwnd < ssthresh;
    }

    /// @return whether proportional rate reduction sets the window
    bool InReduction() const
    {
        return caState == TcpCaState::CWR || caState == TcpCaState::RECOVERY;
    }

    /// @return whether the window is the only limit on sending (tcp_is_cwnd_limited)
    bool IsCwndLimited() const
    {
        // Slow start continues up to twice the outstanding segments: five of ten never, six of ten
        // to 12.
        return cwndLimited || (InSlowStart() && cwnd < 2 * maxPacketsOut);
    }

    /// @return threshold kept by a restart: at least 3/4 of the window (RFC 2861,
    /// tcp_current_ssthresh)
    uint32_t CurrentSsthresh() const
    {
        return InReduction() ? ssthresh : std::max(ssthresh, (cwnd >> 1) + (cwnd >> 2));
    }

    /// @return minimum round-trip time, us; UINT32_MAX before the first sample
    uint32_t MinRttUs() const
    {
        return rtt.GetMinUs();
    }
};

/// @ingroup net8
/// @name The marks of a run, and with them the counters of the sender
/// @{

/**
 * @ingroup net8
 * Clear the mark of a retransmission in flight.
 *
 * @param state state of the sender
 * @param run the run
 */
inline void
UnmarkRunRepeated(TcpSendState& state, TcpSendRun& run)
{
    if (run.Is(TcpSendRun::REPEATED))
    {
        run.marks &= static_cast<uint8_t>(~TcpSendRun::REPEATED);
        state.retransOut -= run.GetPackets();
    }
}

/**
 * @ingroup net8
 * Mark a run as lost; a retransmission in flight is lost, too (tcp_mark_skb_lost).
 *
 * @param state state of the sender
 * @param run the run
 */
inline void
MarkRunLost(TcpSendState& state, TcpSendRun& run)
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
        UnmarkRunRepeated(state, run);
        state.lost += run.GetPackets();
    }
}

/**
 * @ingroup net8
 * Clear the lost mark of a run.
 *
 * @param state state of the sender
 * @param run the run
 */
inline void
UnmarkRunLost(TcpSendState& state, TcpSendRun& run)
{
    if (run.Is(TcpSendRun::LOST))
    {
        run.marks &= static_cast<uint8_t>(~TcpSendRun::LOST);
        state.lostOut -= run.GetPackets();
    }
}

/**
 * @ingroup net8
 * Mark a run as retransmitted.
 *
 * @param state state of the sender
 * @param run the run
 */
inline void
MarkRunRepeated(TcpSendState& state, TcpSendRun& run)
{
    run.marks |= TcpSendRun::REPEATED;
    state.retransOut += run.GetPackets();
}

/**
 * @ingroup net8
 * Subtract segments of a run from all counters, before their number changes or the run leaves
 * the queue.
 *
 * @param state state of the sender
 * @param run the run
 * @param packets number of its segments
 */
inline void
UncountRun(TcpSendState& state, const TcpSendRun& run, uint32_t packets)
{
    state.packetsOut -= packets;
    state.sackedOut -= run.Is(TcpSendRun::SACKED) ? packets : 0;
    state.lostOut -= run.Is(TcpSendRun::LOST) ? packets : 0;
    state.retransOut -= run.Is(TcpSendRun::REPEATED) ? packets : 0;
}

/**
 * @ingroup net8
 * Add segments of a run to all counters.
 *
 * @param state state of the sender
 * @param run the run
 * @param packets number of its segments
 */
inline void
CountRun(TcpSendState& state, const TcpSendRun& run, uint32_t packets)
{
    state.packetsOut += packets;
    state.sackedOut += run.Is(TcpSendRun::SACKED) ? packets : 0;
    state.lostOut += run.Is(TcpSendRun::LOST) ? packets : 0;
    state.retransOut += run.Is(TcpSendRun::REPEATED) ? packets : 0;
}

/// @}

} // namespace ns3::net8

#endif // NET8_TCP_SEND_STATE_H
