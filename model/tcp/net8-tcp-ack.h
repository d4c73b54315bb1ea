// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_ACK_H
#define NET8_TCP_ACK_H

#include "net8-tcp-rate-sample.h"
#include "net8-tcp-segment.h"

#include <cstdint>

namespace ns3::net8
{

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
    int64_t firstSackUs{-1};            ///< Send time of the first newly SACKed segment, us.
    int64_t lastSackUs{-1};             ///< Send time of the last newly SACKed segment, us.
    uint64_t reorderUs{0};              ///< Duration of the reordering timer, us; 0: not started.
    bool isReneged{false};              ///< No decision is made until a short timer has expired.
    Resend resend{Resend::NOTHING};     ///< What to send.
    TcpRateSample rate;                 ///< Its delivery rate sample.

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
