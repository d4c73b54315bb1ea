# SPDX-License-Identifier: GPL-2.0-only
"""Names of what is measured of a run: one number each, with its unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from net8.base.errors import PlanError
from net8.schema.values import meant

__all__ = [
    "COUNTS", "END_METRICS", "FAILOVER_METRICS", "FAN_METRICS", "FLOW_METRICS", "METRICS", "PAGE_METRICS",
    "REDO_METRICS", "REQUEST_METRICS", "SERIES_METRICS", "STATEMENT_METRICS", "STORM_METRICS", "WORK_METRICS", "Metric",
    "find_metric",
]  # fmt: skip


_CAPITALS: Final = {"sdu": "SDU", "tdu": "TDU"}
"""Words of names that people write in capitals."""


_STORED: Final = {"Mbit/s": "bit/s", "kB": "bytes", "%": "1"}
"""Units in which values are stored, by the units in which they are printed."""


@dataclass(frozen=True, slots=True)
class Metric:
    """One measured quantity."""

    name: str  #: as plans name it
    column: str  #: as tables of numbers name it, with the unit
    unit: str  #: unit in print
    scale: float  #: printed value = stored value times this
    help: str  #: what it is
    series: Literal["", "links", "sessions"] = ""  #: word of run.series that it needs

    @property
    def title(self) -> str:
        """Name for people, such as "response time"."""
        return " ".join(_CAPITALS.get(word, word) for word in self.name.split("_"))

    @property
    def stored_unit(self) -> str:
        """Unit of stored values, which are in bits where print has megabits; "1" of a bare number."""
        return _STORED.get(self.unit, self.unit) if self.scale != 1 else self.unit or "1"

    @property
    def label(self) -> str:
        """Name and unit for people, such as "response time (s)"."""
        return f"{self.title} ({self.unit})" if self.unit else self.title


STORM_METRICS: Final = (
    Metric("connect_time_p50", "connect_time_p50_s", "s", 1,
           "Median time from the start of a client until its session is ready, over the clients that log on."),
    Metric("connect_time_p95", "connect_time_p95_s", "s", 1, "95th percentile of these times."),
    Metric("connect_time_p99", "connect_time_p99_s", "s", 1, "99th percentile of these times."),
    Metric("connect_time_max", "connect_time_max_s", "s", 1, "The longest of them."),
    Metric("drain_time", "drain_time_s", "s", 1, "From the first start until the last session is ready."),
    Metric("attempts", "attempts", "", 1, "Attempts to connect to an address."),
    Metric("admitted", "admitted", "", 1, "Attempts that the server accepted."),
    Metric("admitted_ipv4", "admitted_ipv4", "", 1, "Attempts over IPv4 that the server accepted."),
    Metric("admitted_ipv6", "admitted_ipv6", "", 1, "Attempts over IPv6 that the server accepted."),
    Metric("refused", "refused", "", 1, "Attempts that the server answered with an error."),
    Metric("reset", "reset", "", 1,
           "Attempts that ended without an answer: connection reset, closed or cut off, no listener, no route."),
    Metric("timed_out", "timed_out", "", 1, "Attempts that ended by a timer of the client or of its TCP."),
    Metric("unfinished_attempts", "unfinished_attempts", "", 1, "Attempts cut off by the end of the run."),
    Metric("foreground_response_time", "foreground_response_time_s", "s", 1,
           "Of queries that the group foreground starts between the first start and the last logon."),
    Metric("foreground_before", "foreground_before_s", "s", 1,
           "Of queries that the group foreground starts before the first start."),
)  # fmt: skip
"""Metrics of a storm: all groups but "foreground" and "attackers"."""

SERIES_METRICS: Final = (
    Metric("link_load", "link_load", "%", 100, "Share of time in which the busiest direction of a link was sending.",
           "links"),
    Metric("link_queue", "link_queue_packets", "packets", 1, "Most packets in a queue of a link, over all samples.",
           "links"),
    Metric("link_drops", "link_drops", "packets", 1, "Packets that the queues of all links dropped.", "links"),
    Metric("cwnd", "cwnd_bytes", "kB", 1e-3, "Congestion window of servers' TCP, mean over the samples of sessions.",
           "sessions"),
    Metric("rtt", "rtt_s", "s", 1, "Smoothed RTT of servers' TCP, mean over the samples of sessions.", "sessions"),
)  # fmt: skip
"""Metrics of the series of links and sessions, up to the last sample; runs without series have none."""

WORK_METRICS: Final = (
    Metric("transactions", "transactions", "", 1, "Transactions that succeeded."),
    Metric("failed_transactions", "failed_transactions", "", 1,
           "Transactions with a failed statement, or that did not end."),
    Metric("failed_rows", "failed_rows", "", 1,
           "Rows of binds that failed while their executes succeeded (batch errors), of all statements."),
    Metric("transactions_per_s", "transactions_per_s", "1/s", 1,
           "Transactions that succeeded, divided by the time from the first request to the last end."),
    Metric("transaction_time", "transaction_time_s", "s", 1,
           "From the first request of a transaction until the client has processed its last reply; no failed ones."),
    *(Metric(f"transaction_time_p{rank}", f"transaction_time_p{rank}_s", "s", 1,
             f"{rank}th percentile of these times.") for rank in (50, 90, 95, 99)),
    Metric("transaction_time_max", "transaction_time_max_s", "s", 1, "The longest of them."),
)  # fmt: skip
"""Metrics of transactions, where a plan has any."""

REQUEST_METRICS: Final = (
    Metric("requests", "requests", "", 1, "Requests of users of a pool that succeeded."),
    Metric("failed_requests", "failed_requests", "", 1,
           "Requests that got no connection, failed with an error, or did not end."),
    Metric("requests_per_s", "requests_per_s", "1/s", 1,
           "Requests that succeeded, divided by the time from the first start to the last end."),
    Metric("request_time", "request_time_s", "s", 1,
           "From a user's request until its answer, waits for a connection included, without failed ones."),
    *(Metric(f"request_time_p{rank}", f"request_time_p{rank}_s", "s", 1,
             f"{rank}th percentile of these times.") for rank in (50, 90, 95, 99)),
    Metric("request_time_max", "request_time_max_s", "s", 1, "The longest of them."),
    Metric("pool_wait_time", "pool_wait_time_s", "s", 1,
           "Wait of a request for a connection, without requests that get none."),
    Metric("pool_wait_time_p95", "pool_wait_time_p95_s", "s", 1, "95th percentile of these waits."),
    Metric("pool_wait_time_max", "pool_wait_time_max_s", "s", 1, "The longest of them."),
    Metric("pool_size", "pool_size_connections", "connections", 1,
           "Most concurrent connections of the pools of all hosts, including those being opened."),
)  # fmt: skip
"""Metrics of requests to pools, where a plan has any."""

FAILOVER_METRICS: Final = (
    Metric("failovers", "failovers", "", 1, "Lost connections after which the session went on with another one."),
    Metric("failed_failovers", "failed_failovers", "", 1,
           "Lost connections after which no address took the session, or the run ended first."),
    Metric("failover_time", "failover_time_s", "s", 1,
           "From the time at which a client notices the loss until its session goes on with new work, without those "
           "that did not."),
    Metric("failover_time_max", "failover_time_max_s", "s", 1, "The longest of these times."),
    Metric("calls_again", "calls_again", "", 1, "Calls that were made again after a loss."),
    Metric("rows_again", "rows_again", "", 1, "Rows that came again after a loss, and were discarded."),
)  # fmt: skip
"""Metrics of sessions with failover, where one lost its connection."""

END_METRICS: Final = (
    Metric("time_until_failure", "time_until_failure_s", "s", 1,
           "From the start of a session that failed, or was cut off by the end of the run, until its end."),
    Metric("time_in_last_call", "time_in_last_call_s", "s", 1,
           "Of such sessions, from the request whose reply did not come until the end."),
    Metric("rows_received", "rows_received", "", 1,
           "Rows that all sessions had received when they ended, failed ones included."),
    Metric("goodput", "goodput_bit_s", "Mbit/s", 1e-6,
           "Bytes that all sessions had received, failed ones included, over the time from the first start to the last "
           "end."),
)  # fmt: skip
"""Metrics of how sessions ended: those that failed or were cut off count, too."""

FLOW_METRICS: Final = (
    Metric("flow_goodput", "flow_goodput_bit_s", "Mbit/s", 1e-6,
           "Bytes that a flow of background traffic brought, over the time between its start and its stop; the mean of "
           "all flows."),
    Metric("flow_goodput_min", "flow_goodput_min_bit_s", "Mbit/s", 1e-6, "The least of them."),
    Metric("flow_goodput_max", "flow_goodput_max_bit_s", "Mbit/s", 1e-6, "The greatest of them."),
)  # fmt: skip
"""Metrics of background traffic, where a plan has any."""

REDO_METRICS: Final = (
    Metric("commit_wait", "commit_wait_s", "s", 1,
           "Wait of a commit for the log writer (log file sync): its log file, and standbys that are SYNC."),
    Metric("commits_per_write", "commits_per_write", "", 1, "Commits that a write of the log writer serves, the mean."),
    Metric("redo_goodput", "redo_goodput_bit_s", "Mbit/s", 1e-6,
           "Redo that a standby confirmed, over the time of the run; the greatest of all standbys."),
    Metric("redo_lag", "redo_lag_bytes", "kB", 1e-3,
           "Most redo at any time that a standby had not confirmed; the greatest of all standbys."),
)  # fmt: skip
"""Metrics of redo transport, where a plan has any."""

PAGE_METRICS: Final = (
    Metric("pages", "pages", "", 1, "Pages over HTTP and FTP that came whole."),
    Metric("failed_pages", "failed_pages", "", 1,
           "Pages that had not come whole when their connection or the run ended."),
    Metric("page_time", "page_time_s", "s", 1, "Time from the SYN to the end of a whole page, the mean."),
    Metric("page_time_max", "page_time_max_s", "s", 1, "The longest of them."),
)  # fmt: skip
"""Metrics of pages over HTTP and FTP, where a plan asks for any."""

FAN_METRICS: Final = (
    Metric("fan_events", "fan_events", "", 1, "Events of FAN that the cluster raised."),
    Metric("fan_events_received", "fan_events_received", "", 1,
           "Events that pools received, each once for a pool; several hosts may send it."),
    Metric("fan_event_time", "fan_event_time_s", "s", 1,
           "From a fault, or the end of one, until a pool received its event: the mean."),
    Metric("fan_event_time_max", "fan_event_time_max_s", "s", 1, "The longest of these times."),
    Metric("fan_connections_closed", "fan_connections_closed", "connections", 1,
           "Connections of pools that events closed."),
    Metric("fan_connections_opened", "fan_connections_opened", "connections", 1,
           "Connections that pools opened in their place when an event told that the instance is up."),
)  # fmt: skip
"""Metrics of events of FAN, where a pool subscribes to them."""

STATEMENT_METRICS: Final = (
    Metric("statement_round_trips", "statement_round_trips", "", 1,
           "Round trips of the statements of a session alone, as autotrace counts them: executes, fetches, reads of "
           "LOBs."),
    Metric("statement_bytes_to_client", "statement_bytes_to_client", "bytes", 1,
           "Bytes of their replies as a server counts them, without the headers of TNS packets."),
    Metric("statement_bytes_from_client", "statement_bytes_from_client", "bytes", 1,
           "Bytes of their requests, counted likewise."),
)  # fmt: skip
"""Metrics of the statements alone, beside those of the session."""

METRICS: Final[Mapping[str, Metric]] = {
    metric.name: metric
    for metric in (
        Metric("response_time", "response_time_s", "s", 1,
               "From the execute request until the client has processed the query's last reply."),
        Metric("fetch_time", "fetch_time_s", "s", 1,
               "From the first fetch request until the client has processed the query's last reply."),
        Metric("logon_time", "logon_time_s", "s", 1, "From the TCP connect until the session is ready."),
        Metric("throughput", "throughput_bit_s", "Mbit/s", 1e-6, "Reply bytes of a query over its response time."),
        Metric("round_trips", "round_trips", "", 1, "Round trips of a session, CONNECT to logoff."),
        Metric("bytes", "bytes", "bytes", 1, "TNS bytes of a session in both directions."),
        Metric("fetch_calls", "fetch_calls", "", 1,
               "Executes and fetches of a query, including those without a row, as tkprof counts."),
        Metric("reply_packets", "reply_packets", "", 1, "TNS packets in the replies of a query."),
        Metric("rows", "rows", "", 1, "Rows that reached a session."),
        Metric("agreed_sdu", "agreed_sdu_bytes", "bytes", 1, "SDU that client and server negotiated."),
        Metric("agreed_tdu", "agreed_tdu_bytes", "bytes", 1, "TDU that client and server negotiated."),
        Metric("failed_sessions", "failed_sessions", "", 1,
               "Sessions that did not end as planned, without attackers."),
        Metric("sessions", "sessions", "", 1, "All sessions, without attackers."),
        *STORM_METRICS,
        *SERIES_METRICS,
        *WORK_METRICS,
        *REQUEST_METRICS,
        *END_METRICS,
        *FLOW_METRICS,
        *REDO_METRICS,
        *PAGE_METRICS,
        *FAILOVER_METRICS,
        *FAN_METRICS,
        *STATEMENT_METRICS,
    )
}  # fmt: skip
"""All metrics by name; each is the mean over the queries or sessions that ended well."""

COUNTS: Final = (
    "failed_sessions",
    "sessions",
    *(metric.name for metric in (
        *STORM_METRICS, *SERIES_METRICS, *WORK_METRICS, *REQUEST_METRICS, *END_METRICS, *FLOW_METRICS,
        *REDO_METRICS, *PAGE_METRICS, *FAILOVER_METRICS, *FAN_METRICS,
    )),
)  # fmt: skip
"""Metrics that are no such mean."""


def find_metric(name: str) -> Metric:
    """Return a metric by its name.

    @param name: such as "response_time"
    @return: the metric
    """
    if name not in METRICS:
        raise PlanError(f"{name} is not a metric{meant(name, METRICS)}; the metrics are {', '.join(METRICS)}")
    return METRICS[name]
