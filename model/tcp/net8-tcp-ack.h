// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_ACK_H
#define NET8_TCP_ACK_H

#include "net8-tcp-segment.h"
#include "net8-tcp-send-queue.h"
#include "net8-tcp-send-state.h"

#include <algorithm>
#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Delivery rate sample of one ACK (draft-cheng-iccrg-delivery-rate-estimation,
 * net/ipv4/tcp_rate.c).
 */
struct TcpRateSample
{
    uint32_t priorDelivered{0}; ///< Delivered count when the newest acknowledged segment was sent.
    int64_t priorUs{-1};        ///< Time of that count, us; -1: no sample.
    int64_t intervalUs{-1};     ///< Duration of the delivery, us; -1: no sample.
    int64_t rttUs{-1};          ///< Round-trip time of this ACK, us; -1: none.
    int32_t delivered{-1};      ///< Segments delivered in the interval; -1: no sample.
    uint32_t lastEnd{0};        ///< End of the newest acknowledged segment.
    uint32_t priorInFlight{0};  ///< Segments in flight before the ACK.
    uint32_t ackedSacked{0};    ///< Newly acknowledged or SACKed segments.
    uint32_t losses{0};         ///< Segments newly marked lost.
    bool appLimited{false};     ///< The writer had no more data.
    bool repeated{false};       ///< The newest acknowledged segment was a retransmission.
    bool ackDelayed{false};     ///< The ACK may have been delayed.

    /**
     * Take the data of a run that is being delivered.
     *
     * @param state state of the sender
     * @param run the run
     */
    void TakeRun(TcpSendState& state, TcpSendRun& run)
    {
        if (run.rateTaken)
        {
            return;
        }
        const uint32_t end = run.GetEnd();
        if (priorUs < 0 || run.sentUs > state.firstSentUs ||
            (run.sentUs == state.firstSentUs && SeqAfter(end, lastEnd)))
        {
            priorDelivered = run.delivered;
            priorUs = run.deliveredUs;
            appLimited = run.appLimited;
            repeated = run.Is(TcpSendRun::REPEATED | TcpSendRun::EVER_REPEATED);
            lastEnd = end;
            state.firstSentUs = run.sentUs;
            intervalUs = run.sentUs - run.firstSentUs;
        }
        // A SACKed run gives no second sample when it is acknowledged.
        run.rateTaken = run.Is(TcpSendRun::SACKED);
    }

    /**
     * Compute the rate after the whole ACK has been processed.
     *
     * @param state state of the sender
     * @param newlyDelivered number of segments delivered by the ACK
     * @param newlyLost number of segments marked lost with it
     */
    void Finish(TcpSendState& state, uint32_t newlyDelivered, uint32_t newlyLost)
    {
        if (state.appLimitedUntil != 0 && SeqAfter(state.delivered, state.appLimitedUntil))
        {
            state.appLimitedUntil = 0;
        }
        if (newlyDelivered > 0)
        {
            state.deliveredUs = state.NowUs();
        }
        ackedSacked = newlyDelivered;
        losses = newlyLost;
        if (priorUs < 0)
        {
            intervalUs = -1;
            return;
        }
        delivered = static_cast<int32_t>(state.delivered - priorDelivered);
        intervalUs = std::max(intervalUs, state.NowUs() - priorUs);
        if (intervalUs < static_cast<int64_t>(state.MinRttUs()))
        {
            intervalUs = -1;
        }
    }
};

/**
 * @ingroup net8
 * Information gathered from one ACK while it is processed (FLAG_* and struct tcp_sacktag_state of
 * net/ipv4/tcp_input.c).
 */
struct TcpAck
{
    static constexpr uint32_t DATA = 0x1;          ///< The segment has data.
    static constexpr uint32_t WINDOW_UPDATE = 0x2; ///< It updated the window.
    static constexpr uint32_t DATA_ACKED = 0x4;    ///< It acknowledged data.
    static constexpr uint32_t COPY_ACKED = 0x8;    ///< Some of that data had been retransmitted.
    static constexpr uint32_t SYN_ACKED = 0x10;    ///< It acknowledged the SYN.
    static constexpr uint32_t DATA_SACKED = 0x20;  ///< It SACKed new data.
    static constexpr uint32_t ECHO = 0x40;         ///< It tells of a mark (FLAG_ECE).
    static constexpr uint32_t LOST_COPY = 0x80;    ///< A retransmission was found lost.
    static constexpr uint32_t ORIGINAL_ACKED =
        0x200; ///< A segment sent before the recovery and never retransmitted arrived.
    static constexpr uint32_t ADVANCED = 0x400;   ///< It advanced the left edge.
    static constexpr uint32_t DSACKED = 0x800;    ///< It reports a duplicate.
    static constexpr uint32_t SET_TIMER = 0x1000; ///< The retransmission timer must be restarted.
    static constexpr uint32_t RENEGED = 0x2000;   ///< The left edge is at the start of SACKed data.
    static constexpr uint32_t DSACK_PROBE = 0x8000;    ///< The duplicate is the tail loss probe.
    static constexpr uint32_t MAYBE_DELAYED = 0x10000; ///< It may be a delayed ACK.
    static constexpr uint32_t ACKED = DATA_ACKED | SYN_ACKED; ///< Something was acknowledged.
    static constexpr uint32_t PROGRESS = ACKED | DATA_SACKED; ///< Something was delivered.
    static constexpr uint32_t NOT_DUPLICATE =
        DATA | WINDOW_UPDATE | ACKED;                               ///< Not a duplicate ACK.
    static constexpr uint32_t ALERT = DATA_SACKED | ECHO | DSACKED; ///< Something may be wrong.

    /// What to send once the window is set.
    enum class Resend : uint8_t
    {
        NOTHING, ///< At most new data.
        LOST,    ///< The lost segments.
        NEW      ///< New data first: F-RTO, step 2b.
    };

    const TcpSegment* segment{nullptr}; ///< The segment.
    uint32_t flags{0};                  ///< FLAG_* values of this ACK.
    uint32_t priorUna{0};               ///< Left edge before the ACK.
    uint32_t priorHighest{0};           ///< Highest SACKed end before the ACK.
    uint32_t lowestReordered{0};        ///< Lowest sequence number that arrived late.
    uint32_t duplicates{0};             ///< Number of duplicate ACKs it counts as.
    int64_t firstUs{
        -1}; ///< Send time of the first acknowledged segment that was never retransmitted, us.
    int64_t lastUs{-1};             ///< Send time of the last one, us.
    int64_t firstSackUs{-1};        ///< Send time of the first newly SACKed segment, us.
    int64_t lastSackUs{-1};         ///< Send time of the last newly SACKed segment, us.
    uint64_t reorderUs{0};          ///< Duration of the reordering timer, us; 0: not started.
    bool isReneged{false};          ///< No decision is made until a short timer has expired.
    Resend resend{Resend::NOTHING}; ///< What to send.
    TcpRateSample rate;             ///< Its delivery rate sample.

    /**
     * @param flag flags to test
     * @return whether any of them is set
     */
    bool Is(uint32_t flag) const
    {
        return (flags & flag) != 0;
    }

    /**
     * Check the echoed timestamp.
     *
     * @param stampMs one of our timestamps, ms
     * @return whether the ACK echoes an earlier one (Eifel, RFC 3522)
     */
    bool EchoesBefore(uint32_t stampMs) const
    {
        return segment->options.hasTimestamps && segment->options.timestampEcho != 0 &&
               static_cast<int32_t>(segment->options.timestampEcho - stampMs) < 0;
    }
};

} // namespace ns3::net8

#endif // NET8_TCP_ACK_H
