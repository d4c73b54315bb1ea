# SPDX-License-Identifier: GPL-2.0-only
"""Names of plans by what people call the same thing: in drivers' manuals, in sqlnet.ora, in other simulators."""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Mapping
from typing import Final

from net8.schema.key import DRIVERS, also_called

__all__ = ["by_meaning", "words_for"]

_WORDS: Final[Mapping[str, str]] = {
    # CLIENTS. fetch_size is JDBC's word, fetchArraySize node's, arraysize that of Python's DB API and of SQL*Plus.
    "client.array_size": "fetch_size default_row_prefetch fetch_array_size rows_per_fetch batch_size "
    "row_prefetch fetchmany",
    "client.prefetch_rows": "prefetch prefetch_count prefetch_row_count",
    "client.count": "clients users number n concurrency",
    "client.start_spacing": "ramp_up interarrival_time interval stagger",
    "client.release": "version driver_version client_version",
    "client.connect_timeout": "outbound_connect_timeout login_timeout",
    "client.transport_connect_timeout": "tcp_connect_timeout",
    "client.call_timeout": "query_timeout statement_timeout network_timeout oci_attr_call_timeout",
    "client.recv_timeout": "read_timeout socket_timeout jdbc_read_timeout",
    "client.pool_ping_timeout": "ping_timeout validation_timeout connection_validation_timeout",
    "client.service_name": "service sid",
    "client.driver": "library client",
    "client.queries": "statements executions repeat",
    # PATH
    "path.delay": "latency one_way_delay propagation_delay rtt round_trip_time ping",
    "path.rate": "bandwidth speed capacity bitrate data_rate throughput",
    "path.loss_rate": "loss packet_loss plr drop_rate error_rate",
    "path.queue_size": "queue queue_length buffer buffer_size txqueuelen qlen",
    "path.kind": "type topology",
    "path.reorder": "reordering",
    "path.duplicate": "duplication",
    "path.black_hole_mtu": "mtu_black_hole",
    "path.tunnel_mtu": "pmtu path_mtu path_mtu_discovery pmtud icmp vpn_mtu",
    # Both ways of a link: down is what has no word for it.
    "link.rate": "rate_down down_rate downlink downstream download download_rate bandwidth_down",
    "link.rate_up": "up_rate uplink upstream upload upload_rate bandwidth_up",
    "link.delay": "delay_down down_delay latency_down",
    "link.delay_up": "up_delay latency_up",
    "link.queue_size": "queue_size_down queue_down buffer_down",
    "link.queue_size_up": "queue_up buffer_up",
    "link.delivery_trace": "trace delivery_trace_down mahimahi",
    "wan": "internet long_line vpn",
    "lan": "ethernet switched switch local",
    "segment": "hub bus shared",
    # TCP
    "client.tcp.segment_size": "mss",
    "client.tcp.no_delay": "nagle tcp_nodelay",
    "client.tcp.initial_window": "cwnd initcwnd iw",
    "client.tcp.receive_buffer": "recv_buf_size rcvbuf rwnd window window_size",
    "client.tcp.send_buffer": "send_buf_size sndbuf",
    "client.tcp.congestion_control": "congestion congestion_algorithm cc",
    "client.tcp.slow_start_after_idle": "tcp_slow_start_after_idle",
    "client.tcp.ecn": "tcp_ecn explicit_congestion_notification",
    "TcpDctcp": "dctcp datacenter",
    "TcpCubic": "cubic",
    "TcpLinuxReno": "reno",
    "TcpBbr": "bbr",
    # SERVER
    "listener.queue_size": "backlog",
    "server.expire_time": "dcd dead_connection_detection",
    "host.cpu.cores": "cpus cpu_count ncpu",
    "host.memory.limit": "ram memory_size",
    # Marketing names of releases.
    "8.1": "8i",
    "9.2": "9i",
    "10.2": "10g 10gr2",
    "11.2": "11g 11gr2",
    "12.1": "12c 12cr1",
    # STATEMENT, RUN, SECTIONS
    "query.rows": "row_count num_rows result_size",
    "query.row_length": "row_size row_width avg_row_len row_bytes",
    "run.runs": "replications repetitions iterations",
    "run.stop_time": "duration sim_time simulation_time end_time",
    "path": "network link net",
    "server": "database db",
    "query": "statement sql workload",
    "response_time": "elapsed elapsed_time duration",
    "connect_time_p50": "logon_time_p50 logon_time_median",
    "connect_time_p95": "logon_time_p95",
    "connect_time_p99": "logon_time_p99",
    "connect_time_max": "logon_time_max",
}
"""Names of plans, and other words for each."""

_ONE_WAY: Final = ("rtt", "roundtriptime", "ping")


def _bare(word: str) -> str:
    """Leave letters and digits of a word."""
    return re.sub(r"[^a-z0-9]", "", word.lower())


@functools.cache
def _targets() -> Mapping[str, tuple[str, ...]]:
    """Return the names for each word."""
    found: dict[str, tuple[str, ...]] = {}
    for target, words in _WORDS.items():
        for word in words.split():
            found[_bare(word)] = (*found.get(_bare(word), ()), target)
    return found


def words_for(name: str) -> tuple[str, ...]:
    """Return what people also call a key.

    @param name: dotted name of the key
    @return: other words; a key of the server's TCP has those of the client's
    """
    return tuple(_WORDS.get(name, _WORDS.get(name.replace("server.tcp.", "client.tcp."), "")).split())


def _drivers(word: str) -> tuple[str, ...]:
    """Return the drivers that a word is another name of."""
    return tuple(driver for driver in DRIVERS if word in map(_bare, also_called(driver)))


def by_meaning(word: str, known: Collection[str]) -> str:
    """Suggest the known name that means what a word means elsewhere.

    @param word: what was written, with its section if it has one
    @param known: what there is
    @return: such as " (did you mean client.array_size?)", or nothing
    """
    section, _, last = word.rpartition(".")
    # The whole word first: "odp.net" is no key of a section.
    targets = _targets().get(_bare(word)) or _targets().get(_bare(last), ())
    targets = _drivers(_bare(word)) if known is DRIVERS else targets
    for target in targets:
        tail = target.rpartition(".")[2] if target.islower() and not target[0].isdigit() else target
        for name in (f"{section}.{tail}", tail, target):
            if name in known:
                note = ", which is one way" if _bare(last) in _ONE_WAY else ""
                return f" (did you mean {name}{note}?)"
    return ""
