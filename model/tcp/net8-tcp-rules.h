// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_RULES_H
#define NET8_TCP_RULES_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Rules in which operating systems differ; the defaults are those of Linux. Settings of a host are
 * in TcpSettings; TcpSystem combines rules and settings that belong together.
 *
 * Everything else is as in Linux with every system: the sender's silly-window avoidance, window
 * probes, and the answers to unacceptable segments.
 *
 * Sources: [illumos] illumos-gate, usr/src/uts/common/inet/tcp, the public descendant of the TCP of
 * Solaris; [bsd] G. Wright, W. Stevens, TCP/IP Illustrated, volume 2, 4.4BSD.
 */
struct TcpRules
{
    /// Which short segment must wait, and for what.
    enum class Nagle : uint8_t
    {
        MINSHALL, ///< Until no other short segment is unacknowledged (Linux, tcp_nagle_check).
        RFC_896,  ///< Until everything is acknowledged.
        SOLARIS,  ///< Until everything is acknowledged, but only after a short segment; short is
                  ///< less than the smaller of a full segment and 4095 bytes ([illumos]
                  ///< tcp_output.c, "Our" Nagle algorithm).
    };

    /// When to send an ACK.
    enum class Acks : uint8_t
    {
        ADAPTIVE, ///< Quick ACKs, interactive mode, adaptive delay (Linux).
        COUNTED   ///< With every nth segment, or after a fixed delay (RFC 1122, 4.2.3.2).
    };

    /// What buffers count.
    enum class Buffers : uint8_t
    {
        MEMORY, ///< Memory of the segments' buffers; SO_SNDBUF and SO_RCVBUF are doubled (Linux).
        PAYLOAD ///< Payload; the buffers have the size that is set ([bsd] chapter 16).
    };

    /// How the timeout is computed from round-trip times.
    enum class Timeout : uint8_t
    {
        LINUX,    ///< The deviation has a lower bound, rises immediately and falls slowly.
        JACOBSON, ///< Mean and four deviations, with a lower bound of the sum ([bsd] chapter 25).
        SOLARIS   ///< The same plus a quarter of the mean ([illumos] tcp_timers.c, tcp_timer).
    };

    /// When to give up a connection.
    enum class GivingUp : uint8_t
    {
        MODELLED, ///< After the time that TcpSettings::retries2 timeouts would take (Linux).
        COUNTED,  ///< After retries2 timeouts.
        TIMED     ///< After TcpSettings::abortMs.
    };

    /// How to react to duplicate ACKs and timeouts without SACK.
    enum class Recovery : uint8_t
    {
        NEWRENO, ///< Limited transmit, a proportional reduction of the window, a retransmission
                 ///< with each partial ACK (Linux; RFC 3042, 6937 and 6582).
        RENO ///< Fast retransmit and fast recovery, which ends with the first ACK of new data; the
             ///< threshold is half of the smaller window, and is set again after each timeout, when
             ///< everything outstanding is sent again (RFC 2001; [bsd] chapters 25 and 29).
    };

    Nagle nagle{Nagle::MINSHALL};          ///< Nagle's algorithm.
    Acks acks{Acks::ADAPTIVE};             ///< Acknowledgments.
    Buffers buffers{Buffers::MEMORY};      ///< Buffers.
    Timeout timeout{Timeout::LINUX};       ///< Retransmission timeout.
    GivingUp givingUp{GivingUp::MODELLED}; ///< When to give up a connection.
    Recovery recovery{Recovery::NEWRENO};  ///< Recovery without SACK.
    /// Reno's window grows by acknowledged segments (RFC 3465); otherwise by ACKs.
    bool countsSegments{true};
    /// The window grows only if it was used (RFC 7661).
    bool growsWhenUsed{true};
};

} // namespace ns3::net8

#endif // NET8_TCP_RULES_H
