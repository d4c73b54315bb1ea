// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-settings.h"

namespace ns3::net8
{

/*
 * Sources of the values below.
 *
 * [illumos]    illumos-gate, usr/src/uts/common/inet/tcp, public descendant of the TCP of Solaris
 * [solaris]    J. Voeckler, Solaris - Tuning Your TCP/IP Stack and More (ndd defaults by release)
 * [paxson]     V. Paxson, Automated Packet Trace Analysis of TCP Implementations, SIGCOMM 1997
 * [Q140552]    Microsoft Knowledge Base, optimizing Windows NT over slow WAN links with TCP/IP
 * [Q199947]    Microsoft Knowledge Base, Windows NT 4.0 does not support the TCP scale option
 * [nt-tcpip]   D. MacDonald, Microsoft Windows NT 3.5/3.51/4.0: TCP/IP Implementation Details
 * [rfc2001]    RFC 2001, slow start from one segment, fast retransmit and fast recovery (Reno)
 * [Q162179]    Microsoft Knowledge Base, TCP fast retransmit and recovery added in WinNT 4.0 SP2
 *
 * A value marked (k) is general knowledge of that stack; the source cited for it could not be read
 * again.
 */

TcpSettings
TcpSystem::MakeOldStack()
{
    TcpSettings settings;
    settings.rules.acks = TcpRules::Acks::COUNTED;       // [paxson], [nt-tcpip]
    settings.rules.buffers = TcpRules::Buffers::PAYLOAD; // [solaris] tcp_recv_hiwat, [nt-tcpip]
    settings.rules.countsSegments = false;               // RFC 3465 dates from 2003
    settings.rules.growsWhenUsed = false;                // RFC 2861 dates from 2000
    settings.rules.recovery = TcpRules::Recovery::RENO;  // [Q162179]; RFC 2582 is of 1999, 3042 of
                                                         // 2001; of Solaris 2.5 (k)
    settings.receiveMemory[1] = 8192; // [solaris] tcp_recv_hiwat; [nt-tcpip] TcpWindowSize
    settings.wholeSegments = true;    // [solaris] tcp_recv_hiwat_minmss = 4, 8760 bytes in Ethernet
                                      // traces; [nt-tcpip] likewise
    settings.sack = false;            // RFC 2018 dates from October 1996
    settings.dsack = false;           // RFC 2883 dates from 2000
    settings.timestamps = false;      // RFC 1323: in neither; [Q199947]
    settings.windowScaling = false;   // likewise
    settings.frto = false;            // RFC 5682 dates from 2009
    settings.tailLossProbe = false;   // RFC 8985 dates from 2021
    settings.slowStartAfterIdle =
        false; // unknown for both; later versions of Solaris exempt the local subnet
    settings.congestion = TcpCongestion::RENO;
    settings.initialWindow = 1;         // [solaris] tcp_slow_start_initial; [rfc2001] (k)
    settings.synLinearTimeouts = 0;     // each timeout doubles
    settings.delayedAckSegments = 2;    // [paxson] ACK every second segment; [nt-tcpip] (k)
    settings.timeWaitMs = 240000;       // [solaris] tcp_close_wait_interval; [nt-tcpip] 240 s
    settings.keepaliveTimeMs = 7200000; // [solaris] tcp_keepalive_interval; [nt-tcpip] (k)
    settings.tick = 1000000;            // timers are exact: their clocks are not modelled
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
    settings.sendMemory[1] = 8192;                       // [solaris] tcp_xmit_hiwat
    settings.delayedAckUs = 50000;                       // [solaris] tcp_deferred_ack_interval (k),
                                                         // [paxson] 50 ms timer
    settings.rtoMinUs = 200000;                          // [solaris] tcp_rexmit_interval_min (k)
    settings.initialRtoUs = 500000; // [solaris] tcp_rexmit_interval_initial (k)
    settings.rtoMaxMs = 60000;      // [illumos] tcp_rexmit_interval_max
    settings.reordering = 3;        // [illumos] tcp_dupack_fast_retransmit
    settings.synRetries = 8;        // [solaris] tcp_ip_abort_cinterval 180 s (k): 0.5 s doubled
                                    // 8 times ends at 127.5 s
    settings.abortMs = 480000;      // [solaris] tcp_ip_abort_interval
    settings.finTimeoutMs = 675000; // [solaris] tcp_fin_wait_2_flush_interval
    settings.keepaliveIntervalMs = 60000; // [solaris] tcp_ip_abort_interval, 480 s in all;
    settings.keepaliveProbes = 8;         // even spacing of the probes is a guess
    return settings;
}

TcpSettings
TcpSystem::MakeWindowsNt4()
{
    TcpSettings settings = MakeOldStack();
    settings.rules.nagle = TcpRules::Nagle::RFC_896;       // [nt-tcpip] Nagle Algorithm
    settings.rules.timeout = TcpRules::Timeout::JACOBSON;  // [nt-tcpip] (k)
    settings.rules.givingUp = TcpRules::GivingUp::COUNTED; // [nt-tcpip]
    settings.sendMemory[1] = 8192;                         // SO_SNDBUF of Winsock in NT 4 (k)
    settings.delayedAckUs = 200000;                        // [nt-tcpip] delayed acknowledgments (k)
    settings.rtoMinUs = 300000;                     // [nt-tcpip] minimum timeout of the stack (k)
    settings.initialRtoUs = 3000000;                // [Q140552] initial timeout
    settings.reordering = 2;                        // [Q162179] TcpMaxDupAcks
    settings.synRetries = 3;                        // [Q140552] TcpMaxConnectRetransmissions
    settings.retries2 = settings.orphanRetries = 5; // [nt-tcpip] TcpMaxDataRetransmissions
    settings.keepaliveIntervalMs = 1000;            // [nt-tcpip] KeepAliveInterval (k)
    settings.keepaliveProbes = 5;                   // [nt-tcpip] TcpMaxDataRetransmissions (k)
    return settings;
}

} // namespace ns3::net8
