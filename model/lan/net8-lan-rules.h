// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_LAN_RULES_H
#define NET8_LAN_RULES_H

#include "net8-lan-unit.h"

namespace ns3::net8
{

/**
 * @ingroup net8
 * Parameters in which the LAN transports differ, for LanTransport.
 *
 * Sources, by abbreviation: LXX is net/ipx/af_spx.c of Linux 2.4, after Novell's SPX specification
 * of 1993; NOV are Novell's SPXS FAQ and NET.CFG reference; LXD is net/decnet of Linux; PYD is
 * pydecnet, after DNA NSP 4.0.1; IBM is the LAN Technical Reference SC30-3587-01.
 */
struct LanRules
{
    /// What limits a sender in addition to its window.
    enum class Flow : uint8_t
    {
        NONE,       ///< Nothing.
        ALLOCATION, ///< The receiver announces the highest number for which it has a buffer (SPX).
        SEGMENTS,   ///< The receiver grants segments (NSP).
        MESSAGES,   ///< The receiver grants messages (NSP).
    };

    /// How the retransmission timeout is computed.
    enum class Timeout : uint8_t
    {
        FIXED,     ///< Always the first timeout.
        TRIES,     ///< The first timeout times the number of transmissions.
        DEVIATION, ///< Round trip plus two mean deviations.
        FACTOR,    ///< Estimate of the round trip times a factor.
    };

    static constexpr LanTime MS = 1000000;       ///< A millisecond, ns.
    static constexpr LanTime SECOND = 1000 * MS; ///< A second, ns.

    /**
     * Make the rules of SPX I: one packet and its acknowledgement at a time, 534 bytes (LXX, HPN);
     * timers of LXX, retry count and keepalive of NOV.
     *
     * @return the rules
     */
    static LanRules MakeSpx();

    /**
     * Make the rules of SPX II: a negotiated size, a window given by the receiver's allocation,
     * acknowledgements on request. Lost packets are retransmitted by the timer, along with all
     * later ones; NAKs are not modelled.
     *
     * @param pieceSize user bytes per packet
     * @param window maximum unacknowledged packets
     * @return the rules
     */
    static LanRules MakeSpxTwo(uint32_t pieceSize, uint32_t window);

    /**
     * Make the rules of NSP of DECnet Phase IV: 563 bytes at the default buffer size of 576 (PYD).
     * Without flow control, one segment at a time, as in LXD; with flow control the window grows by
     * one per acknowledgement. Timers: five seconds at first, then five times the estimate (NCP's
     * defaults).
     *
     * @param flow NONE, SEGMENTS or MESSAGES
     * @return the rules
     */
    static LanRules MakeNsp(Flow flow);

    /**
     * Make the rules of IEEE 802.2 type 2 below NetBIOS: two frames at a time, each acknowledged,
     * T1 of one second, Ti of three, eight retries (IBM). A link between two stations, shared by
     * all their sessions: SABME and UA, a poll and its final, then I frames.
     *
     * @return the rules
     */
    static LanRules MakeLlc();

    /**
     * Make the rules of a NetBIOS Frames session over such a link: name query, session initialize,
     * messages cut at 1482 bytes. The link numbers and retransmits; in addition, a message has a
     * DATA ACK, sent alone after waiting for T2, 100 ms, or with a message in the other direction.
     *
     * @return the rules
     */
    static LanRules MakeNbf();

    uint32_t pieceSize{534};     ///< Maximum user bytes per packet.
    bool fills{false};           ///< A write is appended to a waiting piece; else it is a message.
    uint32_t window{1};          ///< Maximum unacknowledged packets.
    uint32_t initialWindow{1};   ///< The same at the start, and minimum after a timeout.
    bool halves{false};          ///< A timeout halves the window; else it sets it to 1.
    uint32_t modulus{65536};     ///< Modulus of numbers on the wire.
    int64_t firstNumber{0};      ///< Number of the first packet.
    Flow flow{Flow::ALLOCATION}; ///< What limits a sender.
    uint32_t buffers{4};         ///< Packets, or messages, that a receiver buffers.
    bool acksEach{true};         ///< Every packet is acknowledged; else on request.
    LanTime ackDelay{0};         ///< Maximum delay of an acknowledgement; 0: none.
    bool asksDelay{false};       ///< A sender allows delayed acknowledgements in half of its
                                 ///< window.
    bool rejects{false};         ///< A packet that arrives too early is rejected.
    bool polls{false};           ///< A timeout polls the receiver before retransmitting.
    Timeout timeout{Timeout::TRIES}; ///< How the timeout is computed.
    LanTime firstTimeout{SECOND};    ///< Timeout before the first sample.
    LanTime leastTimeout{SECOND};    ///< Lower bound.
    LanTime mostTimeout{5 * SECOND}; ///< Upper bound.
    double factor{5.0};              ///< Factor for the estimate.
    double weight{5.0};              ///< Number of samples in the estimate.
    uint32_t retries{20};            ///< Retransmissions before the connection is given up.
    LanTime keepAlive{0};            ///< Silence of this end before it sends a probe; 0: never.
    LanTime listen{0};               ///< Silence of the other end before it is probed; 0: never.
    LanTime abort{0};        ///< Silence of the other end before the connection is given up; 0:
                             ///< never.
    uint32_t setupSteps{0};  ///< Exchanges before the connection.
    bool acksConnect{false}; ///< A connect and its confirm are acknowledged (NSP).
    bool overLink{false};    ///< A link below numbers and retransmits its units (NetBIOS).
    bool acksMessages{true}; ///< Over a link: whole messages are acknowledged.
    uint32_t ackAfter{1};    ///< Packets after which an acknowledgement is no longer delayed.
    LanTime setupWait{0};    ///< How long the called end waits for the connect; 0: forever.
};

} // namespace ns3::net8

#endif // NET8_LAN_RULES_H
