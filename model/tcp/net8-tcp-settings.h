// SPDX-License-Identifier: GPL-2.0-only
#ifndef NET8_TCP_SETTINGS_H
#define NET8_TCP_SETTINGS_H

#include <array>
#include <compare>
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

/// @ingroup net8
/// Time of the TCP machine: nanoseconds since an origin chosen by its user; never negative.
using TcpTime = int64_t;

/**
 * @ingroup net8
 * Congestion control of a connection.
 */
enum class TcpCongestion : uint8_t
{
    RENO,  ///< RFC 5681, in packets, with appropriate byte counting.
    CUBIC, ///< RFC 9438 as in Linux, with HyStart.
    BBR,   ///< BBR, version 1 (draft-cardwell-iccrg-bbr-congestion-control-00).
    DCTCP  ///< DCTCP (RFC 8257) as in Linux, for paths that mark; Reno where ECN is not agreed.
};

/**
 * @ingroup net8
 * Memory by which the device's buffer for a received segment counts against the receive buffer.
 */
enum class TcpReceiveMemory : uint8_t
{
    ALIGNED, ///< Head built around the frame: rounded up to a cache line (drivers with build_skb).
    ALLOCATED, ///< Head of the next size of the kernel's allocator (tun devices).
};

/**
 * @ingroup net8
 * Settings of a host for all its connections: the sysctls of Linux
 * (Documentation/networking/ip-sysctl.rst), named without the prefix tcp_, and the properties of
 * its network device. Defaults are those of Linux 6.18.
 *
 * Every connection keeps a reference; a change affects what happens later.
 */
struct TcpSettings
{
    /// TCP_INIT_CWND: where Linux has this constant, whatever the route's initcwnd, segments.
    static constexpr uint32_t INITIAL_WINDOW = 10;
    static constexpr uint8_t ECN_OFF = 0;          ///< Value of ecn: never.
    static constexpr uint8_t ECN_ASKS = 1;         ///< Value of ecn: SYNs ask for it.
    static constexpr uint8_t ECN_ACCEPTS = 2;      ///< Value of ecn: only if the peer asks.
    static constexpr uint8_t MTU_NOT_PROBED = 0;   ///< Value of mtuProbing: never.
    static constexpr uint8_t MTU_PROBED_LATER = 1; ///< Value of mtuProbing: after a black hole.
    static constexpr uint8_t MTU_PROBED = 2;       ///< Value of mtuProbing: from the start.

    TcpRules rules; ///< Rules of the operating system.
    /// tcp_wmem: minimum, initial and maximum send buffer, bytes of memory.
    std::array<uint32_t, 3> sendMemory{4096, 16384, 4194304};
    /// tcp_rmem: minimum, initial and maximum receive buffer, bytes of memory.
    std::array<uint32_t, 3> receiveMemory{4096, 131072, 33554432};
    /// A receive buffer that is not set is rounded up to whole segments and holds at least four.
    bool wholeSegments{false};
    uint32_t maxSendBuffer{4194304};      ///< wmem_max: maximum SO_SNDBUF, bytes, then doubled.
    uint32_t maxReceiveBuffer{4194304};   ///< rmem_max: maximum SO_RCVBUF, bytes, then doubled.
    bool moderateReceiveBuffer{true};     ///< tcp_moderate_rcvbuf: automatic receive buffer size.
    uint32_t notSentLowWater{0xffffffff}; ///< tcp_notsent_lowat, bytes.
    bool timestamps{true};                ///< tcp_timestamps.
    bool sack{true};                      ///< tcp_sack.
    bool dsack{true};                     ///< tcp_dsack.
    bool windowScaling{true};             ///< tcp_window_scaling.
    uint8_t ecn{ECN_ACCEPTS};             ///< tcp_ecn.
    bool ecnFallback{true};               ///< tcp_ecn_fallback: a repeated SYN does not ask.
    bool frto{true};                      ///< tcp_frto: F-RTO after a timeout (RFC 5682).
    bool tailLossProbe{true};             ///< tcp_early_retrans 3 or 4: tail loss probe (RFC 8985).
    bool rackNoDupThreshold{
        false};                    ///< Bit 4 of tcp_recovery: no shortcut at three SACKed segments.
    bool rackStaticWindow{false};  ///< Bit 2 of tcp_recovery: the reordering window is fixed.
    uint32_t reordering{3};        ///< tcp_reordering: segments.
    uint32_t maxReordering{300};   ///< tcp_max_reordering: segments.
    bool slowStartAfterIdle{true}; ///< tcp_slow_start_after_idle.
    bool retransmitCollapse{true}; ///< tcp_retrans_collapse: join short segments to retransmit.
    uint8_t synRetries{6};         ///< tcp_syn_retries.
    uint8_t synAckRetries{5};      ///< tcp_synack_retries.
    uint8_t synLinearTimeouts{4};  ///< tcp_syn_linear_timeouts: SYN retransmissions before backoff.
    uint8_t retries1{3};           ///< tcp_retries1: retransmissions before the path is suspected.
    uint8_t retries2{15};          ///< tcp_retries2: retransmissions before giving up.
    uint8_t mtuProbing{MTU_NOT_PROBED}; ///< tcp_mtu_probing.
    uint32_t baseMss{1024};             ///< tcp_base_mss: where a search of the MTU begins, bytes.
    uint32_t leastProbedMss{48};        ///< tcp_mtu_probe_floor, bytes.
    uint32_t leastMss{48};              ///< tcp_min_snd_mss, options included, bytes.
    uint32_t mtuProbeThreshold{8};      ///< tcp_probe_threshold: width that ends a search, bytes.
    uint32_t mtuProbeIntervalS{600};    ///< tcp_probe_interval: until it begins anew, s.
    uint32_t abortMs{480000}; ///< Time without an ACK before giving up, if the rules use it, ms.
    uint8_t orphanRetries{8}; ///< tcp_orphan_retries (0 there: 8): the same without a user.
    uint32_t finTimeoutMs{60000};        ///< tcp_fin_timeout: FIN-WAIT-2 without a user, ms.
    uint32_t timeWaitMs{60000};          ///< TCP_TIMEWAIT_LEN, ms.
    uint32_t keepaliveTimeMs{7200000};   ///< tcp_keepalive_time, ms.
    uint32_t keepaliveIntervalMs{75000}; ///< tcp_keepalive_intvl, ms.
    uint8_t keepaliveProbes{9};          ///< tcp_keepalive_probes.
    uint8_t interactiveThreshold{
        1}; ///< tcp_pingpong_thresh: quick replies until a session is interactive.
    uint32_t invalidRateLimitMs{500};     ///< tcp_invalid_ratelimit, ms.
    uint32_t compressedSackDelayUs{1000}; ///< tcp_comp_sack_delay_ns, us.
    uint32_t compressedSackSlackUs{100};  ///< tcp_comp_sack_slack_ns, us: additional delay.
    uint32_t compressedSackPercent{5};    ///< Maximum delay, percent of the round-trip time.
    uint32_t compressedSacks{44};         ///< tcp_comp_sack_nr: maximum number of SACKs held back.
    uint32_t minRttWindowS{300};          ///< tcp_min_rtt_wlen, s.
    uint32_t initialRtoUs{1000000}; ///< TCP_TIMEOUT_INIT: timeout before the first sample, us.
    uint32_t delayedAckUs{200000};  ///< Maximum delay of a counted ACK, us.
    uint32_t delayedAckSegments{2}; ///< Segments after which a counted ACK is due.
    uint32_t rtoMinUs{200000};      ///< tcp_rto_min_us, us.
    uint32_t rtoMaxMs{120000};      ///< tcp_rto_max_ms, ms.
    uint32_t pacingSlowStartPercent{200};           ///< tcp_pacing_ss_ratio.
    uint32_t pacingAvoidancePercent{120};           ///< tcp_pacing_ca_ratio.
    TcpCongestion congestion{TcpCongestion::CUBIC}; ///< tcp_congestion_control.
    uint32_t initialWindow{10};  ///< initcwnd of the route (TCP_INIT_CWND), segments (RFC 6928).
    uint32_t backlogLimit{4096}; ///< somaxconn.

    /// Path MTU less IP and TCP headers without options, bytes: the MSS the host offers.
    uint32_t mss{1460};
    /// MSS assumed if the peer's SYN has no MSS option, bytes (RFC 9293, section 3.7.1).
    uint32_t assumedMss{536};
    /// gso_max_segs: segments the device accepts as one buffer; 1 without segmentation offload.
    uint32_t maxBurstSegments{1};
    uint32_t maxBurstBytes{65279};  ///< gso_max_size less headers, bytes.
    uint32_t minBurstSegments{2};   ///< tcp_min_tso_segs.
    uint32_t burstRttLog{9};        ///< tcp_tso_rtt_log.
    uint32_t burstWindowDivisor{3}; ///< tcp_tso_win_divisor.
    TcpReceiveMemory receiveTruesize{TcpReceiveMemory::ALIGNED}; ///< Memory of a received segment.

    uint32_t timestampOffsetMs{1000}; ///< Timestamp option at time 0, ms.
    TcpTime tick{4000000};            ///< 1 / HZ: unit of timers, ns.
    TcpTime uptime{0};                ///< Uptime of the host at time 0, ns.
    bool timerWheel{
        true}; ///< Timers fire as late as in the kernel's timer wheel; otherwise exactly.
};

/**
 * @ingroup net8
 * Options set by setsockopt for one connection (tcp(7), socket(7)). A value of 0 means not set
 * unless otherwise noted.
 */
struct TcpSocketOptions
{
    uint64_t maxPacingRate{~0ULL}; ///< SO_MAX_PACING_RATE, bytes/s; all ones: no limit.
    uint32_t sendBuffer{0};    ///< SO_SNDBUF as given, bytes; Linux doubles it and counts overhead.
    uint32_t receiveBuffer{0}; ///< SO_RCVBUF as given, bytes; Linux doubles it and counts overhead.
    uint32_t maxSegment{0};    ///< TCP_MAXSEG, bytes.
    uint32_t notSentLowWater{0}; ///< TCP_NOTSENT_LOWAT, bytes.
    uint32_t userTimeoutMs{0};   ///< TCP_USER_TIMEOUT, ms.
    uint32_t keepIdleMs{0};      ///< TCP_KEEPIDLE, ms.
    uint32_t keepIntervalMs{0};  ///< TCP_KEEPINTVL, ms.
    uint8_t keepCount{0};        ///< TCP_KEEPCNT.
    uint8_t synCount{0};         ///< TCP_SYNCNT.
    bool noDelay : 1 {false};    ///< TCP_NODELAY.
    bool cork : 1 {false};       ///< TCP_CORK.
    bool keepAlive : 1 {false};  ///< SO_KEEPALIVE.
    bool lingerZero : 1 {false}; ///< SO_LINGER with time 0: close sends RST.

    /**
     * @param other other options
     * @return their order
     */
    auto operator<=>(const TcpSocketOptions& other) const = default;
};

/**
 * @ingroup net8
 * Hosts with older operating systems: their rules and settings. A Linux host is TcpSettings
 * unchanged.
 */
class TcpSystem
{
  public:
    /// @return settings of a host with Solaris 2.5
    static TcpSettings MakeSolaris25();

    /// @return settings of a host with Windows NT 4.0
    static TcpSettings MakeWindowsNt4();

  private:
    /// @return the settings that both have in common
    static TcpSettings MakeOldStack();
};

} // namespace ns3::net8

#endif // NET8_TCP_SETTINGS_H
