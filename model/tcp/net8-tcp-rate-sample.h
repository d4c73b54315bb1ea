// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_RATE_SAMPLE_H
#define NET8_TCP_RATE_SAMPLE_H

#include "net8-tcp-send-run.h"
#include "net8-tcp-send-state.h"
#include "net8-tcp-sequence.h"

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

} // namespace ns3::net8

#endif // NET8_TCP_RATE_SAMPLE_H
