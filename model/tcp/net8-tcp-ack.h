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
 * What is learnt from one ACK while it is worked on (FLAG_* and struct tcp_sacktag_state of
 * net/ipv4/tcp_input.c).
 */
struct TcpAck
{
    static constexpr uint32_t DATA = 0x1;          ///< The segment has data.
    static constexpr uint32_t WINDOW_UPDATE = 0x2; ///< It changed the window.
    static constexpr uint32_t DATA_ACKED = 0x4;    ///< It acknowledged data.
    static constexpr uint32_t COPY_ACKED = 0x8;    ///< Some of that had been repeated.
    static constexpr uint32_t SYN_ACKED = 0x10;    ///< It acknowledged the SYN.
    static constexpr uint32_t DATA_SACKED = 0x20;  ///< It SACKed something new.
    static constexpr uint32_t LOST_COPY = 0x80;    ///< A copy was found lost.
    static constexpr uint32_t ORIGINAL_ACKED =
        0x200; ///< Something never repeated, sent before the recovery, arrived.
    static constexpr uint32_t ADVANCED = 0x400;   ///< It moved the left edge.
    static constexpr uint32_t DSACKED = 0x800;    ///< It reports a duplicate.
    static constexpr uint32_t SET_TIMER = 0x1000; ///< The timer of the queue starts anew.
    static constexpr uint32_t RENEGED = 0x2000; ///< The left edge stands where SACKed data begins.
    static constexpr uint32_t DSACK_PROBE = 0x8000;    ///< The duplicate is the tail loss probe.
    static constexpr uint32_t MAYBE_DELAYED = 0x10000; ///< It may be a delayed ACK.
    static constexpr uint32_t ACKED = DATA_ACKED | SYN_ACKED; ///< Something was acknowledged.
    static constexpr uint32_t PROGRESS = ACKED | DATA_SACKED; ///< Something arrived.
    static constexpr uint32_t NOT_DUPLICATE =
        DATA | WINDOW_UPDATE | ACKED;                        ///< Not a duplicate ACK.
    static constexpr uint32_t ALERT = DATA_SACKED | DSACKED; ///< Something is dubious.

    /// What is to be sent when the window is set.
    enum class Resend : uint8_t
    {
        NOTHING, ///< New data at most.
        LOST,    ///< What is lost.
        NEW      ///< New data first: F-RTO, step 2b.
    };

    const TcpSegment* segment{nullptr}; ///< The segment.
    uint32_t flags{0};                  ///< What it did.
    uint32_t priorUna{0};               ///< Left edge before it.
    uint32_t priorHighest{0};           ///< Highest SACKed end before it.
    uint32_t lowestReordered{0};        ///< Lowest sequence number that arrived late.
    uint32_t duplicates{0};             ///< Duplicate ACKs that it counts as.
    int64_t firstSackUs{-1};            ///< When the first segment newly SACKed had left, us.
    int64_t lastSackUs{-1};             ///< When the last one had left, us.
    uint64_t reorderUs{0};          ///< How long the reordering timer is to run, us; 0: not at all.
    bool isReneged{false};          ///< Nothing is decided before a short timer has run.
    Resend resend{Resend::NOTHING}; ///< What is to be sent.
    TcpRateSample rate;             ///< What it tells of the rate.

    /**
     * @param flag some flags
     * @return whether one of them is set
     */
    bool Is(uint32_t flag) const
    {
        return (flags & flag) != 0;
    }

    /**
     * @param stampMs a timestamp of ours, ms
     * @return whether it echoes an earlier one (Eifel, RFC 3522)
     */
    bool EchoesBefore(uint32_t stampMs) const
    {
        return segment->options.hasTimestamps && segment->options.timestampEcho != 0 &&
               static_cast<int32_t>(segment->options.timestampEcho - stampMs) < 0;
    }
};

} // namespace ns3::net8

#endif // NET8_TCP_ACK_H
