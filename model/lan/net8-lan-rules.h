// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_RULES_H
#define NET8_LAN_RULES_H

#include "net8-lan-unit.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * In what the transports of LANs differ: a row of numbers for each, which LanTransport runs.
 *
 * Sources, as the makers name them: LXX is net/ipx/af_spx.c of Linux 2.4, after Novell's SPX
 * specification of 1993; NOV are Novell's SPXS FAQ and NET.CFG reference; LXD is net/decnet of
 * Linux; PYD is pydecnet, after DNA NSP 4.0.1; IBM is the LAN Technical Reference SC30-3587-01.
 */
struct LanRules
{
    /// What lets a sender send beside its window.
    enum class Flow : uint8_t
    {
        NONE,       ///< Nothing.
        ALLOCATION, ///< The receiver names the highest number that it has a buffer for (SPX).
        SEGMENTS,   ///< The receiver grants segments (NSP).
        MESSAGES,   ///< The receiver grants messages (NSP).
    };

    /// How a retransmission timeout follows from what was measured.
    enum class Timeout : uint8_t
    {
        FIXED,     ///< The first timeout, always.
        TRIES,     ///< The first timeout times the number of transmissions.
        DEVIATION, ///< Round trip and two mean deviations.
        FACTOR,    ///< The estimate of the round trip times a factor.
    };

    static constexpr LanTime MS = 1000000;       ///< A millisecond, ns.
    static constexpr LanTime SECOND = 1000 * MS; ///< A second, ns.

    /**
     * SPX I: one packet and its acknowledgement at a time, 534 bytes (LXX, HPN); timers of LXX,
     * retry count and keepalive of NOV.
     *
     * @return its row
     */
    static LanRules MakeSpx();

    /**
     * SPX II: a negotiated size, a window of what the receiver allocates, acknowledgements where
     * they are asked for. Lost packets are sent again by the timer, with all behind them; NAKs are
     * not modelled.
     *
     * @param pieceSize user bytes of a packet
     * @param window packets without acknowledgement
     * @return its row
     */
    static LanRules MakeSpxTwo(uint32_t pieceSize, uint32_t window);

    /**
     * NSP of DECnet Phase IV: 563 bytes at the default buffer size of 576 (PYD). Without flow
     * control one segment at a time, as LXD; with it the window grows by one for each
     * acknowledgement. Timers: five seconds first, then five times the estimate (NCP's defaults).
     *
     * @param flow NONE, SEGMENTS or MESSAGES
     * @return its row
     */
    static LanRules MakeNsp(Flow flow);

    /**
     * IEEE 802.2 type 2 under NetBIOS: two frames at a time and an acknowledgement of each, T1 of a
     * second, Ti of three, eight retries (IBM). A link between two stations, which all their
     * sessions share: SABME and UA, a poll and its final, then I frames.
     *
     * @return its row
     */
    static LanRules MakeLlc();

    /**
     * A session of NetBIOS Frames over such a link: name query, session initialize, messages cut
     * at 1482 bytes. The link numbers and repeats; what a message has beside that is DATA ACK,
     * alone once it has waited for T2, 100 ms, or with a message of the other direction.
     *
     * @return its row
     */
    static LanRules MakeNbf();

    uint32_t pieceSize{534};     ///< Most user bytes of a packet.
    bool fills{false};           ///< A write fills up a piece that waits; else it is a message.
    uint32_t window{1};          ///< Most packets without acknowledgement.
    uint32_t initialWindow{1};   ///< The same at the start, and after a timeout at least.
    bool halves{false};          ///< A timeout halves the window; else it falls to 1.
    uint32_t modulus{65536};     ///< Numbers on the wire are modulo this.
    int64_t firstNumber{0};      ///< Number of the first packet.
    Flow flow{Flow::ALLOCATION}; ///< What lets a sender send.
    uint32_t buffers{4};         ///< Packets, or messages, that a receiver takes before it is read.
    bool acksEach{true};         ///< Every packet is acknowledged; else where that is asked for.
    LanTime ackDelay{0};         ///< Longest that an acknowledgement waits; 0: it goes at once.
    bool asksDelay{false};       ///< A sender lets acknowledgements wait in half of its window.
    bool rejects{false};         ///< A packet that comes too early is rejected.
    bool polls{false};           ///< A timeout asks what has come before it sends it again.
    Timeout timeout{Timeout::TRIES}; ///< How the timeout is made.
    LanTime firstTimeout{SECOND};    ///< Before anything was measured.
    LanTime leastTimeout{SECOND};    ///< Lower bound.
    LanTime mostTimeout{5 * SECOND}; ///< Upper bound.
    double factor{5.0};              ///< Of the estimate.
    double weight{5.0};              ///< Samples that the estimate remembers.
    uint32_t retries{20};            ///< Retransmissions until the connection is given up.
    LanTime keepAlive{0};    ///< Silence of this end after which it says something; 0: never.
    LanTime listen{0};       ///< Silence of the other end after which it is asked; 0: never.
    LanTime abort{0};        ///< Silence of the other end after which it is given up; 0: never.
    uint32_t setupSteps{0};  ///< Questions before the connection.
    bool acksConnect{false}; ///< A connect is acknowledged, and so is its confirm (NSP).
    bool overLink{false};    ///< A link below numbers its units and repeats them (NetBIOS).
    bool acksMessages{true}; ///< Over a link: whole messages are acknowledged.
    uint32_t ackAfter{1};    ///< Packets after which an acknowledgement waits no longer.
    LanTime setupWait{0};    ///< How long whoever was asked waits for the connect; 0: for ever.
};

} // namespace ns3::net8

#endif // NET8_LAN_RULES_H
