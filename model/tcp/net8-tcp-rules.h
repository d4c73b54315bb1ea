// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_RULES_H
#define NET8_TCP_RULES_H

#include <cstdint>

namespace ns3::net8
{

/**
 * @ingroup net8
 * Rules in which operating systems differ; the machine asks them, and the defaults are those of
 * Linux. What a host can set is in TcpSettings, and TcpSystem has what belongs together.
 *
 * All else is the machine's, and so Linux's, with every system: the silly-window rule of the
 * sender, window probes, and what answers segments that do not fit.
 *
 * Sources: [illumos] illumos-gate, usr/src/uts/common/inet/tcp, the public descendant of the TCP of
 * Solaris; [bsd] G. Wright, W. Stevens, TCP/IP Illustrated, volume 2, 4.4BSD.
 */
struct TcpRules
{
    /// Which short segment waits, and for what.
    enum class Nagle : uint8_t
    {
        MINSHALL, ///< For another short one that is not acknowledged (Linux, tcp_nagle_check).
        RFC_896,  ///< For all that is not acknowledged.
        SOLARIS,  ///< For all, but only behind a short one; short is below the smaller of a full
                  ///< segment and 4095 bytes ([illumos] tcp_output.c, "Our" Nagle algorithm).
    };

    /// When an ACK leaves.
    enum class Acks : uint8_t
    {
        ADAPTIVE, ///< Quick ACKs, interactive mode, a time that adapts (Linux).
        COUNTED   ///< With every nth segment, or when a fixed time is over (RFC 1122, 4.2.3.2).
    };

    /// What buffers count.
    enum class Buffers : uint8_t
    {
        MEMORY, ///< Memory of the buffers of segments; SO_SNDBUF and SO_RCVBUF double (Linux).
        PAYLOAD ///< Payload; they have the size that is set ([bsd] chapter 16).
    };

    /// How round-trip times make a timeout.
    enum class Timeout : uint8_t
    {
        LINUX,    ///< The deviation has a lower bound, rises at once and falls slowly.
        JACOBSON, ///< Mean and four deviations, bounded below as a whole ([bsd] chapter 25).
        SOLARIS   ///< Likewise, and a quarter of the mean ([illumos] tcp_timers.c, tcp_timer).
    };

    /// When a connection is given up.
    enum class GivingUp : uint8_t
    {
        MODELLED, ///< After the time that TcpSettings::retries2 timeouts would take (Linux).
        COUNTED,  ///< After retries2 of them.
        TIMED     ///< After TcpSettings::abortMs.
    };

    /// What follows from duplicate ACKs and timeouts where there is no SACK.
    enum class Recovery : uint8_t
    {
        NEWRENO, ///< Limited transmit, a window reduced in proportion, a repetition with each
                 ///< partial ACK (Linux; RFC 3042, 6937 and 6582).
        RENO     ///< Fast retransmit and fast recovery, which ends with the first ACK of new data;
                 ///< half of the smaller window is the threshold, after each timeout anew, and
                 ///< all that is out is sent again then (RFC 2001; [bsd] chapters 25 and 29).
    };

    Nagle nagle{Nagle::MINSHALL};          ///< Nagle's algorithm.
    Acks acks{Acks::ADAPTIVE};             ///< Acknowledgments.
    Buffers buffers{Buffers::MEMORY};      ///< Buffers.
    Timeout timeout{Timeout::LINUX};       ///< Retransmission timeout.
    GivingUp givingUp{GivingUp::MODELLED}; ///< End of patience.
    Recovery recovery{Recovery::NEWRENO};  ///< Recovery without SACK.
    /// Reno's window grows by segments acknowledged (RFC 3465); else by ACKs.
    bool countsSegments{true};
    /// Only a window that was used grows (RFC 7661).
    bool growsWhenUsed{true};
};

} // namespace ns3::net8

#endif // NET8_TCP_RULES_H
