# SPDX-License-Identifier: GPL-2.0-only
"""Keys of a TCP section that are sysctls of Linux, by their names there without ``tcp_``."""

from __future__ import annotations

from typing import Final

from net8.schema.key import Key

__all__ = ["SYSCTLS", "sysctl_keys"]

_MEMORY: Final = 2**30
_SECOND: Final = 10**9
_UNSET: Final = "Linux; other profiles have none"

# name, kind, largest value, unit, sentence
_TABLE: Final = (
    ("slow_start_after_idle", "bool", 1, "", "Whether a congestion window that was not used for a retransmission "
     "timeout is reduced (tcp_slow_start_after_idle)."),
    ("ecn", "int", 2, "", "Explicit congestion notification: 0 never, 1 the end asks for it, 2 only if the peer "
     "asks (tcp_ecn)."),
    ("ecn_fallback", "bool", 1, "", "Whether a repeated SYN no longer asks for ECN (tcp_ecn_fallback)."),
    ("wmem_min", "size", _MEMORY, "bytes", "First number of tcp_wmem: smallest send buffer, memory."),
    ("wmem_default", "size", _MEMORY, "bytes", "Second number of tcp_wmem: initial send buffer, memory."),
    ("wmem_max", "size", _MEMORY, "bytes", "Third number of tcp_wmem: largest send buffer that is tuned, memory."),
    ("core_wmem_max", "size", _MEMORY, "bytes", "Largest SO_SNDBUF, which send_buffer sets (net.core.wmem_max)."),
    ("rmem_min", "size", _MEMORY, "bytes", "First number of tcp_rmem: smallest receive buffer, memory."),
    ("rmem_default", "size", _MEMORY, "bytes", "Second number of tcp_rmem: initial receive buffer, memory."),
    ("rmem_max", "size", _MEMORY, "bytes", "Third number of tcp_rmem: largest receive buffer that is tuned, memory."),
    ("core_rmem_max", "size", _MEMORY, "bytes", "Largest SO_RCVBUF, which receive_buffer sets (net.core.rmem_max)."),
    ("moderate_rcvbuf", "bool", 1, "", "Whether a receive buffer that is not set grows (tcp_moderate_rcvbuf)."),
    ("notsent_lowat", "size", 2**32 - 1, "bytes", "Written bytes that wait to be sent at most (tcp_notsent_lowat)."),
    ("dsack", "bool", 1, "", "Whether duplicate segments are reported (tcp_dsack)."),
    ("frto", "int", 2, "", "F-RTO after a timeout; 0: off (tcp_frto)."),
    ("early_retrans", "int", 4, "", "Tail loss probes: 3 or 4 on, others off (tcp_early_retrans)."),
    ("recovery", "int", 7, "", "RACK, which is always on here; 2 is added for a reordering window that does not "
     "grow, 4 for no shortcut at three SACKed segments (tcp_recovery)."),
    ("reordering", "int", 1000, "segments", "Reordering that is assumed at first (tcp_reordering)."),
    ("max_reordering", "int", 65535, "segments", "Largest reordering that is learned (tcp_max_reordering)."),
    ("retrans_collapse", "bool", 1, "", "Whether short segments are joined when they are retransmitted "
     "(tcp_retrans_collapse)."),
    ("synack_retries", "int", 255, "", "Number of SYN-ACK retransmissions (tcp_synack_retries)."),
    ("syn_linear_timeouts", "int", 127, "", "Number of SYN retransmissions before the timeout doubles "
     "(tcp_syn_linear_timeouts)."),
    ("retries1", "int", 255, "", "Number of retransmissions before the path is suspected to drop large packets, if "
     "mtu_probing is on (tcp_retries1)."),
    ("mtu_probing", "int", 2, "", "Search of the largest segment that passes where no router tells it: 0 never, 1 "
     "after a black hole was suspected, 2 from the start (tcp_mtu_probing, RFC 4821)."),
    ("base_mss", "size", 65535, "bytes", "Segment size where that search begins (tcp_base_mss)."),
    ("mtu_probe_floor", "size", 65535, "bytes", "Segment size where halving it ends, if base_mss does not pass either "
     "(tcp_mtu_probe_floor)."),
    ("probe_threshold", "size", 65535, "bytes", "The search ends when it is known to within this "
     "(tcp_probe_threshold)."),
    ("probe_interval", "time", 86400 * _SECOND, "s", "Time until the next search (tcp_probe_interval)."),
    ("retries2", "int", 255, "", "Number of retransmissions before a connection is given up (tcp_retries2)."),
    ("orphan_retries", "int", 255, "", "The same for a connection that was closed; 0: 8 (tcp_orphan_retries)."),
    ("fin_timeout", "time", 3600 * _SECOND, "s", "Time in FIN-WAIT-2 of a connection that was closed "
     "(tcp_fin_timeout)."),
    ("max_rto", "time", 120 * _SECOND, "s", "Longest retransmission timeout (tcp_rto_max_ms)."),
    ("min_rtt_wlen", "int", 86400, "s", "How long the smallest round-trip time holds (tcp_min_rtt_wlen)."),
    ("pingpong_thresh", "int", 255, "", "Quick replies until ACKs wait for a reply (tcp_pingpong_thresh)."),
    ("invalid_ratelimit", "time", 3600 * _SECOND, "s", "Time between two answers to segments outside of the window "
     "(tcp_invalid_ratelimit)."),
    ("comp_sack_delay", "time", _SECOND, "s", "Longest delay of a SACK (tcp_comp_sack_delay_ns)."),
    ("comp_sack_slack", "time", _SECOND, "s", "Slack of the timer of SACKs (tcp_comp_sack_slack_ns)."),
    ("comp_sack_rtt_percent", "int", 1000, "percent", "Longest delay of a SACK as a part of the round-trip time "
     "(tcp_comp_sack_rtt_percent)."),
    ("comp_sack_nr", "int", 255, "", "Number of SACKs that are held back; 0: none (tcp_comp_sack_nr)."),
    ("pacing_ss_ratio", "int", 1000, "percent", "Pacing rate in slow start (tcp_pacing_ss_ratio)."),
    ("pacing_ca_ratio", "int", 1000, "percent", "Pacing rate after slow start (tcp_pacing_ca_ratio)."),
    ("min_tso_segs", "int", 255, "segments", "Smallest burst (tcp_min_tso_segs)."),
    ("tso_rtt_log", "int", 31, "", "Bursts grow on paths of less than two to this power microseconds "
     "(tcp_tso_rtt_log)."),
    ("tso_win_divisor", "int", 255, "", "A burst waits for less than this part of the window (tcp_tso_win_divisor)."),
)  # fmt: skip
_LEAST: Final = {
    "notsent_lowat": 1, "reordering": 1, "max_reordering": 1, "pingpong_thresh": 1, "min_tso_segs": 1,
    "comp_sack_rtt_percent": 1, "wmem_min": 1, "wmem_default": 1, "wmem_max": 1, "core_wmem_max": 1, "rmem_min": 1,
    "rmem_default": 1, "rmem_max": 1, "core_rmem_max": 1, "max_rto": _SECOND, "base_mss": 48, "mtu_probe_floor": 48,
}  # fmt: skip

SYSCTLS: Final = frozenset(name for name, *_rest in _TABLE)
"""Names of the keys."""


def sysctl_keys(section: str) -> tuple[Key, ...]:
    """Return the keys of one end.

    @param section: ``client.tcp`` or ``server.tcp``
    @return: its sysctls, all unset
    """
    return tuple(
        Key(section, name, kind, None, sentence, unit, low=_LEAST.get(name, 0), high=high, unset=_UNSET)
        for name, kind, high, unit, sentence in _TABLE
    )
