// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SEND_STATE_H
#define NET8_TCP_SEND_STATE_H

#include "net8-tcp-rtt-estimator.h"
#include "net8-tcp-segment.h"
#include "net8-tcp-sequence.h"
#include "net8-tcp-settings.h"
#include "net8-tcp-state.h"

#include <algorithm>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * The variables of the sender that its rules share: sequence numbers of RFC 9293, counters of
 * Linux's scoreboard (packets_out, sacked_out, lost_out, retrans_out) and the congestion window,
 * all in segments unless said otherwise.
 */
struct TcpSendState
{
    /// Slow start threshold that is not set (TCP_INFINITE_SSTHRESH).
    static constexpr uint32_t INFINITE = 0x7fffffff;

    const TcpSettings* settings{nullptr}; ///< The host.
    TcpTime now{0};                       ///< Time of the event at hand, ns.
    uint32_t tick{0};                     ///< The same in ticks.

    uint32_t una{0};          ///< Oldest sequence number not acknowledged.
    uint32_t nxt{0};          ///< Next sequence number to send.
    uint32_t writeSeq{0};     ///< Sequence number of the next byte written.
    uint32_t window{0};       ///< Window of the peer, bytes.
    uint32_t maxWindow{0};    ///< Largest window that it offered, bytes.
    uint32_t smallEnd{0};     ///< End of the last short segment sent (Minshall).
    uint32_t lastSent{0};     ///< Payload of the last new segment sent, bytes.
    uint32_t mss{536};        ///< Payload of a full segment, bytes.
    uint32_t mssClamp{536};   ///< Largest segment agreed on, bytes.
    uint32_t optionBytes{0};  ///< Options of each segment, bytes.
    uint32_t wl1{0};          ///< Sequence number of the last window update.
    uint32_t pushedSeq{0};    ///< End of what was marked with PSH.
    uint32_t sendBuffer{0};   ///< Size of the send buffer, bytes.
    uint32_t dataSegments{0}; ///< Segments with data sent.

    uint32_t packetsOut{0};   ///< Sent and not acknowledged.
    uint32_t sackedOut{0};    ///< Of these: SACKed; without SACK: duplicate ACKs.
    uint32_t lostOut{0};      ///< Of these: taken for lost.
    uint32_t retransOut{0};   ///< Repeated, and the copies are on the way.
    uint32_t highestSack{0};  ///< End of what is SACKed highest.
    uint32_t delivered{0};    ///< Delivered in all.
    uint32_t lost{0};         ///< Marked lost in all.
    uint32_t totalRetrans{0}; ///< Repeated in all.

    uint32_t cwnd{10};           ///< Congestion window.
    uint32_t cwndCredit{0};      ///< Segments acknowledged towards the next increase.
    uint32_t ssthresh{INFINITE}; ///< Slow start threshold.
    uint32_t priorCwnd{0};       ///< Window before the cut.
    uint32_t priorSsthresh{0};   ///< Threshold before the cut; 0: nothing can be undone.
    uint32_t highSeq{0};         ///< End of what was sent when the state was entered.
    uint32_t reordering{3};      ///< Reordering seen.
    uint32_t reorderingSeen{0};  ///< How often it was seen.
    uint32_t prrDelivered{0};    ///< Delivered since the reduction began (RFC 6937).
    uint32_t prrOut{0};          ///< Sent since the reduction began (RFC 6937).
    uint32_t undoMarker{0};      ///< Oldest sequence number not acknowledged at that cut.
    int32_t undoRetrans{0};      ///< Copies of which no D-SACK has come yet; -1: no copy was sent.
    uint32_t retransStampMs{0};  ///< Timestamp of the first copy of this recovery, ms.
    uint32_t probeEnd{0};        ///< End of what was sent with the tail loss probe.
    uint32_t dsackDups{0};       ///< Duplicates that the peer reported.
    uint32_t maxPacketsOut{0};   ///< Most that was out in this round trip.
    uint32_t cwndUsed{0};        ///< Most that was out while the window was not used.
    uint32_t cwndUsageSeq{0};    ///< End of the round trip in which the use of the window is noted.
    uint32_t cwndStampTick{0};   ///< When the window was used or changed last.
    uint32_t lastSentTick{0};    ///< When data left last.

    uint32_t probesTick{0}; ///< When window probes began.

    uint32_t appLimitedUntil{
        0}; ///< The writer had no more until this many are delivered; 0: it had.

    // Small ones side by side: many connections are idle at once.
    bool sack{false};                     ///< Both ends do SACK.
    bool dsackSeen{false};                ///< The peer sends D-SACK.
    bool established{false};              ///< The connection was established.
    TcpCaState caState{TcpCaState::OPEN}; ///< State of congestion.
    bool undoable{false};                 ///< A cut may still turn out to have been needless.
    bool frto{false};                     ///< F-RTO looks whether the timeout was needed.
    bool reneging{false};                 ///< The peer dropped what it had SACKed.
    bool hasRetransStamp{false};          ///< Whether retransStampMs is set.
    bool probeOut{false};                 ///< A tail loss probe is out.
    bool probeCopied{false};              ///< The probe was a copy, not new data.
    bool cwndLimited{false};              ///< The window was full in this round trip.
    bool paces{false};                    ///< Segments leave at the pacing rate.
    bool probing{false};                  ///< Window probes go on.
    bool bufferLocked{false};             ///< The send buffer does not tune itself.
    bool writerWaits{false};              ///< A write found no room.
    bool pushAll{false};                  ///< NAGLE_PUSH is set until the next buffer begins.
    uint8_t probes{0};                    ///< Window probes without an answer.
    uint8_t backoff{0};                   ///< Doublings of the timeout.
    uint8_t timeouts{0};                  ///< Timeouts in a row.
    uint8_t totalTimeouts{0};             ///< Timeouts of the SYN.

    TcpTime departure{0};       ///< When the next segment may leave, if paced, ns.
    uint64_t bytesAcked{0};     ///< Bytes acknowledged.
    int64_t deliveredUs{0};     ///< When delivered changed last, us.
    int64_t firstSentUs{0};     ///< When the newest delivered segment had left, us.
    uint64_t pacingRate{~0ULL}; ///< Rate at which a pacing sender sends, bytes/s.

    TcpRttEstimator rtt; ///< Round-trip time.

    /// @return time of the event at hand, us
    int64_t NowUs() const
    {
        return now / 1000;
    }

    /// @return segments that are neither lost nor SACKed, and copies on the way (RFC 6675: pipe)
    uint32_t InFlight() const
    {
        return packetsOut - (sackedOut + lostOut) + retransOut;
    }

    /// @return whether loss is recovered as Reno has it (TcpRules::Recovery)
    bool IsReno() const
    {
        return settings->rules.recovery == TcpRules::Recovery::RENO;
    }

    /// @return segments that count against the window when new ones are to leave
    uint32_t Occupied() const
    {
        // Limited transmit (RFC 3042) is younger than Reno: the first duplicate ACKs let out
        // nothing.
        const bool waits = caState < TcpCaState::RECOVERY && IsReno();
        return InFlight() + (waits ? sackedOut : 0);
    }

    /// @return end of the peer's window
    uint32_t WindowEnd() const
    {
        return una + window;
    }

    /**
     * RFC 9293, section 3.10.7.4; a window that shrinks to nothing counts at once
     * (tcp_may_update_window).
     *
     * @param segment a segment
     * @param offered the window that it offers, bytes
     * @return whether that is newer than the one known
     */
    bool TakesWindow(const TcpSegment& segment, uint32_t offered) const
    {
        return SeqAfter(segment.ack, una) || SeqAfter(segment.seq, wl1) ||
               (segment.seq == wl1 && (offered > window || offered == 0));
    }

    /**
     * Keep two segments in the largest window the peer offered (tcp_bound_to_half_wnd).
     *
     * @param bytes a length, bytes
     * @param optionBytes options of each segment, bytes
     * @return it, or less, bytes
     */
    uint32_t BoundToHalfWindow(uint32_t bytes, uint32_t optionBytes) const
    {
        constexpr uint32_t DEFAULT_MSS = 536;
        const uint32_t limit = maxWindow > DEFAULT_MSS ? maxWindow >> 1 : maxWindow;
        if (limit > 0 && bytes > limit)
        {
            // 68 bytes is the smallest packet that every network carries.
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

    /// @return whether the window, and nothing else, holds the sender back (tcp_is_cwnd_limited)
    bool IsCwndLimited() const
    {
        // Slow start goes on up to twice what was out: five of ten never, six of ten to 12.
        return cwndLimited || (InSlowStart() && cwnd < 2 * maxPacketsOut);
    }

    /// @return threshold that a restart keeps: 3/4 of the window at least (RFC 2861,
    /// tcp_current_ssthresh)
    uint32_t CurrentSsthresh() const
    {
        return InReduction() ? ssthresh : std::max(ssthresh, (cwnd >> 1) + (cwnd >> 2));
    }

    /// @return smallest round-trip time, us; UINT32_MAX before the first sample
    uint32_t MinRttUs() const
    {
        return rtt.GetMinUs();
    }
};

} // namespace ns3::net8

#endif // NET8_TCP_SEND_STATE_H
