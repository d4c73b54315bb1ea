// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-system.h"

namespace ns3::net8
{

/*
 * Sources of the values below.
 *
 * [illumos]    illumos-gate, usr/src/uts/common/inet/tcp, public descendant of the TCP of Solaris
 * [solaris]    J. Voeckler, Solaris - Tuning Your TCP/IP Stack and More (ndd defaults by release)
 * [paxson]     V. Paxson, Automated Packet Trace Analysis of TCP Implementations, SIGCOMM 1997
 * [nt-tcpip]   D. MacDonald, Microsoft Windows NT 3.5/3.51/4.0: TCP/IP Implementation Details
 * [bsd]        G. Wright, W. Stevens, TCP/IP Illustrated, volume 2
 *
 * (k) is general knowledge of that stack.
 */

TcpSettings
TcpSystem::MakeOldStack()
{
    TcpSettings settings;
    settings.rules.acks = TcpRules::Acks::COUNTED;       // [paxson], [nt-tcpip]
    settings.rules.buffers = TcpRules::Buffers::PAYLOAD; // [solaris] tcp_recv_hiwat, [nt-tcpip]
    settings.rules.countsSegments = false;               // RFC 3465 is of 2003
    settings.rules.growsWhenUsed = false;                // RFC 2861 is of 2000
    settings.sack = false;                               // RFC 2018 is of October 1996
    settings.dsack = false;                              // RFC 2883 is of 2000
    settings.timestamps = false;                         // RFC 1323: in neither
    settings.windowScaling = false;
    settings.frto = false;               // RFC 5682 is of 2009
    settings.tailLossProbe = false;      // RFC 8985 is of 2021
    settings.slowStartAfterIdle = false; // not known of either; Solaris spares its own subnet later
    settings.synLinearTimeouts = 0;      // each timeout doubles
    settings.initialWindow = 1;          // RFC 2001
    settings.timeWaitMs = 240000;        // [solaris] tcp_close_wait_interval, [nt-tcpip] 240 s
    settings.tick = 1000000;             // timers are exact: their clocks are not modelled
    settings.timerWheel = false;
    return settings;
}

TcpSettings
TcpSystem::MakeSolaris25()
{
    TcpSettings settings = MakeOldStack();
    settings.rules.nagle = TcpRules::Nagle::SOLARIS;     // [illumos] tcp_output.c
    settings.rules.timeout = TcpRules::Timeout::SOLARIS; // [illumos] tcp_timers.c
    settings.rules.givingUp = TcpRules::GivingUp::TIMED; // [illumos] tcp_timers.c
    settings.abortMs = 480000;                           // [solaris] tcp_ip_abort_interval
    settings.rtoMaxMs = 60000;                           // [illumos] tcp_rexmit_interval_max
    settings.finTimeoutMs = 675000;                      // [solaris] tcp_fin_wait_2_flush_interval
    settings.delayedAckUs = 50000; // [paxson] timer of 50 ms, ACK for every second segment
    return settings;
}

TcpSettings
TcpSystem::MakeWindowsNt4()
{
    TcpSettings settings = MakeOldStack();
    settings.rules.nagle = TcpRules::Nagle::RFC_896;       // [nt-tcpip] Nagle Algorithm
    settings.rules.timeout = TcpRules::Timeout::JACOBSON;  // [nt-tcpip] (k)
    settings.rules.givingUp = TcpRules::GivingUp::COUNTED; // [nt-tcpip]
    settings.retries2 = settings.orphanRetries = 5;        // [nt-tcpip] TcpMaxDataRetransmissions
    settings.delayedAckUs = 200000;                        // [nt-tcpip] delayed acknowledgments
    return settings;
}

} // namespace ns3::net8
