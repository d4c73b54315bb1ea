# SPDX-License-Identifier: GPL-2.0-only
"""A1 to A8: closed forms and the simulator hold each other, with the tolerances that the models' authors leave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from net8 import analytic
from net8.validate.case import Case
from net8.validate.found import Found, Replication
from net8.validate.row import Row, Value, exact, inside, near, overlap
from net8.validate.rows_frames import BARE_ROWS

__all__ = [
    "LONG_LOSSES",
    "MODEL_ROWS",
    "SLOW_START",
    "long_loss_case",
    "long_loss_model",
    "long_loss_rates",
    "mathis_model",
    "slow_start_case",
    "slow_start_rtts",
]

_RTT_S: Final = 0.1
_T0_S: Final = 0.4
_MSS: Final = 1460
_TEXTBOOK: Final = {"profile": "ns3", "timestamps": False}
"""TCP as RFCs have it, which the models are of; Linux counts windows in packets and adapts its delayed ACKs."""


def _path(rtt_s: float = _RTT_S, **more: Any) -> dict[str, Any]:
    """Return a path whose rate does not matter."""
    return {
        "kind": "wan", "rate": "1Gbps", "lan_rate": "1Gbps", "lan_delay": "0s", "delay": f"{1e3 * rtt_s / 2:g}ms",
        "queue_size": "100000p",
    } | more  # fmt: skip


def _one_reply(
    name: str,
    segments: int,
    *,
    path: dict[str, Any],
    client: dict[str, Any],
    server: dict[str, Any],
    queries: int = 1,
    **more: Any,
) -> Case:
    """Return a case of long replies of full segments, one a query.

    The logon opens the window a little before; replies to that of OCI 12.1 and later would open it by one more round.
    """
    document = {
        "path": path,
        "client": {
            "driver": "sqlplus", "release": "11.2", "sdu": 65_535, "prefetch_rows": segments, "queries": queries,
            "tcp": _TEXTBOOK | client,
        },
        "server": {"release": "11.2", "sdu": 65_535, "tcp": _TEXTBOOK | server},
        "query": BARE_ROWS | {"rows": segments, "row_length": _MSS},
        "run": {"stop_time": "48h"},
    }  # fmt: skip
    return Case(name, document, **more)


def _reply_s(run: Replication, query: int = 0) -> float:
    """Return the time of an execute call."""
    call = run.queries.iloc[query]
    return float(call["end_s"] - call["start_s"])


def _each(case: Case, read: Callable[[Replication], float]) -> Callable[[Found], Value | list[float]]:
    """Read each replication of a case; a single one counts as the value itself."""

    def measure(found: Found) -> Value | list[float]:
        values = [read(run) for run in found[case]]
        return values if len(values) > 1 else values[0]

    return measure


# A1: loss-free fetches.

_WIDE: Final = {"initial_window": 1000, "send_buffer": 2**24, "receive_buffer": 2**24}
_REPLY: Final = 40


def _fetch_case(name: str, path: dict[str, Any], sdu: int, array: int, rows: int, server_s: float) -> Case:
    """Return a case of a query without loss in which only the path takes time."""
    return Case(
        name,
        {
            "path": {"queue_size": "100000p"} | path,
            "client": {"driver": "sqlplus", "sdu": sdu, "array_size": array, "tcp": _WIDE},
            "server": {"sdu": 65_535, "call_time": f"{1e3 * server_s:g}ms", "tcp": _WIDE},
            "query": BARE_ROWS
            | {"rows": rows, "row_length": 100, "request_length": 250, "fetch_overhead": _REPLY},
        },
    )


def _fetch_rows(
    where: str, path: dict[str, Any], rtt_s: float, rate_bit_s: float, sdu: int, array: int, rows: int,
    server_s: float = 0.0,
) -> tuple[Row, ...]:  # fmt: skip
    """Make the rows of one loss-free query: calls, packets, time."""
    case = _fetch_case(f"A1 {where} SDU {sdu} array {array}", path, sdu, array, rows, server_s)
    what = f"{where}, SDU {sdu}, arrays of {array}"

    def batches() -> list[int]:
        full, rest = divmod(rows - 1, array)
        return [1] + [array] * full + ([rest] if rest else [])

    def packets() -> float:
        return float(sum(analytic.tns_packets([100 * n + _REPLY for n in batches()], sdu)))

    def time_s() -> float:
        messages = [100 * n + _REPLY for n in batches()]
        # Linux sends each write by itself, and each packet is one.
        sizes = [analytic.segment_sizes(analytic.packet_sizes(m, sdu), 1448) for m in messages]
        wire = analytic.wire_bytes if path["kind"] == "lan" else analytic.ppp_bytes
        occupied = sum(float(wire(s, timestamps=True).sum()) for s in sizes)
        return float(
            analytic.fetch_time_s(
                len(messages), rtt_s, server_call_s=server_s, wire_bytes=occupied, rate_bit_s=rate_bit_s
            )
        )

    common: dict[str, Any] = {"id": "A1", "source": "AN", "cases": (case,)}
    return (
        Row(**common, kind="MODEL", quantity=f"{what}: calls", unit="calls", band=exact("analytic"),
            analytic=lambda: float(analytic.fetch_calls(rows, array, 1, look_ahead=True)),
            model="1 + ceil((rows - 1) / array)", measure=lambda found: found.one(case)["fetch_calls"]),
        Row(**common, kind="MODEL", quantity=f"{what}: TNS packets of the replies", unit="packets",
            band=exact("analytic"), analytic=packets, model="ceil(bytes / (SDU - 10)) a call",
            measure=lambda found: found.one(case)["reply_packets"]),
        Row(**common, kind="MODEL", quantity=f"{what}: time", unit="s", band=near(0.01, of="analytic"),
            analytic=time_s, model="calls x RTT + wire bytes / rate",
            measure=lambda found: found.one(case)["response_time"],
            note="the round trip counts store-and-forward of the request and of the last segment at each link"),
    )  # fmt: skip


# A2: slow start.


SLOW_START: Final = ((69, 685), (1, 2, 3, 4, 10))
"""Segments of a reply, and initial windows."""


def slow_start_case(segments: int, window: int) -> Case:
    """Return the case of a reply on a long path that slow start alone limits.

    @param segments: of the reply
    @param window: initial window in segments
    @return: the case
    """
    return _one_reply(
        f"A2 {segments} segments, window {window}",
        segments,
        path=_path(),
        client={"delayed_ack_count": 1, "receive_buffer": 2**24},
        server={"initial_window": window, "congestion_control": "TcpNewReno", "send_buffer": 2**24},
    )


def slow_start_rtts(found: Found, case: Case) -> float:
    """Return the time of the reply in round trips.

    @param found: with the run
    @param case: of slow start
    @return: round trips
    """
    return _reply_s(found.one(case)) / _RTT_S


def _slow_start(segments: int, window: int) -> Row:
    """Make the row of a reply that slow start alone limits."""
    case = slow_start_case(segments, window)
    return Row(
        id="A2", kind="MODEL", source="AN", unit="RTT", quantity=f"{segments} segments, initial window {window}",
        analytic=lambda: float(analytic.slow_start_rounds(segments, window)), cases=(case,), band=inside(1, "RTT"),
        model="slow-start rounds, Dukkipati et al. 2010", measure=lambda found: slow_start_rtts(found, case),
        note="the replies of the logon have opened the window a little",
    )  # fmt: skip


# A3 and A4: random loss.

LONG_LOSSES: Final = {
    1e-4: (60_000, 256),
    1e-3: (20_000, 128),
    1e-2: (5_000, 64),
    0.05: (5_000, 64),
    0.1: (10_000, 64),
}
"""Segments of a long transfer and the largest window, by loss rate. A transfer before it, not counted, is the warm-up;
the window is a few times the mean one of PFTK, so that its slow start does not last."""
_SHORT_LOSSES: Final = ((16, 0.05), (69, 0.01), (69, 0.05), (685, 0.001))
"""Segments of a short transfer, and loss rate."""

_RENO: Final = {
    "congestion_control": "TcpNewReno", "sack": False, "initial_window": 1, "min_rto": "400ms",
    "initial_rto": "400ms", "send_buffer": 2**26,
}  # fmt: skip


def _lossy(
    name: str, segments: int, loss: float, window: int, *, runs: int, quick_runs: int, queries: int = 1
) -> Case:
    """Return a case of long replies with independent losses towards the client, Reno without SACK."""
    return _one_reply(
        name, segments, path=_path(loss_rate=loss, loss_direction="to_client"),
        client={
            "delayed_ack_count": 2, "delayed_ack_time": "100ms", "sack": False, "receive_buffer": window * _MSS,
        },
        server=_RENO, queries=queries, runs=runs, quick_runs=quick_runs,
    )  # fmt: skip


def long_loss_case(loss: float) -> Case:
    """Return the case of a long transfer.

    @param loss: of LONG_LOSSES
    @return: the case
    """
    segments, window = LONG_LOSSES[loss]
    return _lossy(f"A3 loss {loss}", segments, loss, window, runs=20, quick_runs=6, queries=2)


def long_loss_model(loss: float, window: int) -> float:
    """Return PFTK's throughput.

    @param loss: probability of loss
    @param window: largest window in segments
    @return: segments per second
    """
    return float(analytic.pftk_packets_s(loss, _RTT_S, _T0_S, window_segments=window))


def mathis_model(loss: float) -> float:
    """Return the throughput of the inverse square root law.

    @param loss: probability of loss
    @return: segments per second
    """
    constant = analytic.MATHIS_CONSTANTS["random", 2]
    return float(analytic.mathis_bytes_s(loss, _RTT_S, 1, constant=constant))


def long_loss_rates(found: Found, loss: float) -> list[float]:
    """Return the throughput of each replication.

    @param found: with the runs
    @param loss: of LONG_LOSSES
    @return: segments per second
    """
    return [LONG_LOSSES[loss][0] / _reply_s(run, query=1) for run in found[long_loss_case(loss)]]


def _long_loss(loss: float) -> Row:
    """Make the row of a long transfer against PFTK."""
    return Row(
        id="A3", kind="MODEL", source="AN", unit="segments/s", quantity=f"long transfer, loss {loss:g}: throughput",
        analytic=lambda: long_loss_model(loss, LONG_LOSSES[loss][1]), model="PFTK, Padhye et al. 1998",
        cases=(long_loss_case(loss),),
        measure=lambda found: long_loss_rates(found, loss),
        band=near(0.15 if loss <= 0.01 else 0.3, of="analytic"), quick=loss >= 0.01,
        note="PFTK takes losses within a round as correlated; independent ones give more",
    )  # fmt: skip


_TIMEOUTS: Final = "the end of the law's range: timeouts, which it leaves out, cost 16 % there by PFTK"


def _mathis(loss: float) -> Row:
    """Make the row of a long transfer against the inverse square root law."""
    return Row(
        id="A3", kind="MODEL", source="AN", unit="segments/s",
        quantity=f"long transfer, loss {loss:g}: throughput by the square root law",
        analytic=lambda: mathis_model(loss),
        model="0.93 / (RTT sqrt(p)), Mathis et al. 1997",
        cases=(long_loss_case(loss),), quick=False,
        measure=lambda found: long_loss_rates(found, loss), band=near(0.15, of="analytic"),
        fails=_TIMEOUTS if loss == 0.01 else "",
    )  # fmt: skip


def _short_loss(segments: int, loss: float) -> Row:
    """Make the row of a short transfer against Cardwell's model."""
    # The mean of 20 such times strays by a tenth, which takes one that is a tenth off out of its band by chance.
    case = _lossy(f"A4 {segments} segments, loss {loss}", segments, loss, 2**12, runs=200, quick_runs=200)
    return Row(
        id="A4", kind="MODEL", source="AN", unit="s", quantity=f"{segments} segments, loss {loss:g}: mean time",
        analytic=lambda: float(
            analytic.transfer_latency(segments, loss, _RTT_S, _T0_S, initial_window=1, delayed_ack_s=0).total_s
        ),
        model="Cardwell, Savage, Anderson 2000", cases=(case,), measure=_each(case, _reply_s),
        band=near(0.2, of="analytic"),
        note="no delayed ACK of the first segment: the logon has opened the window to two",
    )  # fmt: skip


# A5: window.


def _window(rtt_s: float) -> Row:
    """Make the row of a window of 65,535 bytes."""
    case = _one_reply(
        f"A5 RTT {rtt_s}", 6000, path=_path(rtt_s), client={"receive_buffer": 65_535},
        server={"initial_window": 1000, "send_buffer": 2**24, "receive_buffer": 2**24},
    )  # fmt: skip

    def rate(found: Found) -> float:
        # The first window comes at once, half a round trip after the request; what follows is clocked by it.
        call = found.one(case).queries.iloc[0]
        return float(call["reply_bytes"] * 8 / (call["end_s"] - call["first_byte_s"]) / 1e6)

    return Row(
        id="A5", kind="MODEL", source="AN", unit="Mbit/s", quantity=f"window of 65,535 bytes, RTT {1e3 * rtt_s:g} ms",
        analytic=lambda: float(analytic.window_cap_bit_s(65_535, rtt_s)) / 1e6, model="W / RTT, RFC 7323",
        cases=(case,), measure=rate, band=near(0.02, of="analytic"),
    )  # fmt: skip


# A6: Nagle's algorithm and delayed ACKs.

_CALLS: Final = 40
_ACK_S: Final = 0.2


def _stalls(name: str, writes: Sequence[int], *, no_delay: bool = False) -> Row:
    """Make the row of replies of some writes: how many of them wait for a delayed ACK."""
    sdu = max(writes[0], 512) if len(writes) > 1 else 8192
    message = sum(writes) - 10 * len(writes)
    case = Case(
        f"A6 {name}",
        {
            "path": {"kind": "lan"},
            "client": {
                "driver": "sqlplus", "array_size": 1, "prefetch_rows": 1, "fetch_habit": "array", "sdu": sdu,
                "tcp": _TEXTBOOK | {"delayed_ack_time": f"{1e3 * _ACK_S:g}ms", "delayed_ack_count": 2},
            },
            "server": {"tcp": _TEXTBOOK | {"no_delay": no_delay}},
            "query": BARE_ROWS | {"rows": _CALLS, "row_length": message},
        },
    )  # fmt: skip

    def count(found: Found) -> float:
        calls = found.one(case).queries
        return float(((calls["end_s"] - calls["start_s"]) > _ACK_S / 2).sum())

    return Row(
        id="A6", kind="MODEL", source="AN", unit="stalls", quantity=f"{_CALLS} replies of {name}",
        analytic=lambda: 0.0 if no_delay else float(_CALLS * analytic.nagle_stalls(writes, _MSS)), cases=(case,),
        model="a small segment waits for all ACKs, RFC 896", measure=count, band=exact("analytic"),
    )  # fmt: skip


def _stall_length() -> Row:
    """Make the row of the length of a stall."""
    case = _stalls("1460 + 50", [1510]).cases[0]
    return Row(
        id="A6", kind="MODEL", source="AN", unit="calls/s", quantity="most calls per second that stall",
        analytic=lambda: float(analytic.stalled_calls_per_s(_ACK_S)), model="1 / delayed ACK, Heidemann 1997",
        cases=(case,), measure=lambda found: _CALLS / found.one(case)["response_time"],
        band=near(0.01, of="analytic"),
    )  # fmt: skip


# A7: the listener as a queue, and the CPU as one that all logons share. By Little's law the mean of those that wait or
# are being served is the arrival rate times the time of both.

_SERVICE_S: Final = 0.01


def _queue_case(name: str, client: dict[str, Any], cores: int = 1, **more: dict[str, Any]) -> Case:
    """Return a case of 1600 clients of which only what is told takes time."""
    document = {
        "path": {"kind": "lan", "queue_size": "10000p"},
        "client": {"driver": "oci", "queries": 0, "hosts": 20, "start": "1s", "count": 1600} | client,
        "listener": {"queue_size": 1000} | more.get("listener", {}),
        "server": {"handover_time": "0s"} | more.get("server", {}),
        "query": {"rows": 0},
        "host": {"cpu": {"cores": cores}},
        "run": {"sample_interval": "7.3ms"},
    }
    return Case(f"A7 {name}", document, runs=30, quick_runs=30)


def _mean_jobs(case: Case, column: str, rate_per_s: float) -> Callable[[Found], Value | list[float]]:
    """Return the function that reads the mean of a sampled quantity while arrivals 400 to 1400 are expected.

    The times are fixed: from one arrival to another, busy runs would be short and count as much as the others.
    """
    start_s = 1.0

    def mean(run: Replication) -> float:
        time_s = run.run.series["time_s"] - start_s
        steady = run.run.series[(time_s > 400 / rate_per_s) & (time_s < 1400 / rate_per_s)]
        return float(steady[column].mean())

    return _each(case, mean)


def _queue(
    name: str,
    client: dict[str, Any],
    accept: object,
    analytic_jobs: Callable[[], float],
    model: str,
    rate_per_s: float = 50,
) -> Row:
    """Make the row of a mean backlog."""
    case = _queue_case(name, client | {"behaviour": "garbage"}, listener={"accept_cpu_time": accept})
    return Row(
        id="A7", kind="MODEL", source="AN", unit="connections", quantity=f"{name}: mean backlog",
        analytic=analytic_jobs, model=model, cases=(case,), measure=_mean_jobs(case, "backlog", rate_per_s),
        band=overlap(),
    )  # fmt: skip


def _shared_cpu(name: str, cores: int, work: object, analytic_jobs: Callable[[], float], model: str) -> Row:
    """Make the row of the mean number of logons at work, each 20 ms in the mean, on cores that are half busy."""
    arrivals = {"arrivals": "poisson", "arrival_rate": f"{25 * cores}/s"}
    case = _queue_case(name, arrivals, cores, server={"exec_cpu_time": work})
    return Row(
        id="A7", kind="MODEL", source="AN", unit="logons", quantity=f"{name}: mean run queue",
        analytic=analytic_jobs, model=model, cases=(case,),
        measure=_mean_jobs(case, "run_queue", 25 * cores), band=overlap(), quick=False,
    )  # fmt: skip


def _mg1_jobs(rho: float, scv: float) -> float:
    """Return the mean jobs of M/G/1: load and what waits for it."""
    wait = float(analytic.mg1_wait_s(rho / _SERVICE_S, _SERVICE_S, scv))
    return float(analytic.little_jobs(rho / _SERVICE_S, wait + _SERVICE_S))


_EXPONENTIAL: Final = {"distribution": "exponential", "mean": "10ms"}

# A8: storms.


def _storm(name: str, client: dict[str, Any], listener: dict[str, Any] | None = None, **more: Any) -> Case:
    """Return a case of clients that come at once; nothing but what is told takes time."""
    document: dict[str, Any] = {
        "path": {"kind": "lan", "queue_size": "10000p"},
        "client": {"driver": "oci", "queries": 0, "hosts": 10, "arrivals": "batch", "start": "10s"} | client,
        "listener": {"queue_size": 1000} | (listener or {}),
        "server": {"handover_time": "0s"} | more.pop("server", {}),
        "query": {"rows": 0},
    }
    return Case(f"A8 {name}", document | more)


_WORK: Final = {"exec_cpu_time": "200ms", "logon_cpu_time": "200ms"}
_UNEVEN: Final = _storm("22 clients, 5 a second", {"count": 22}, {"rate_limit": "5"})
_FREE: Final = _storm(
    "150 logons of 0.4 s on 2 cores", {"count": 150}, server=_WORK, host={"cpu": {"cores": 2}}
)
_LIMITED: Final = _storm(
    "3 logons of 0.4 s a second", {"count": 150}, {"rate_limit": "3"}, server=_WORK, host={"cpu": {"cores": 2}},
    run={"sample_interval": "1s"},
)  # fmt: skip
_FULL: Final = _storm(
    "backlog of 10",
    {"count": 60, "hosts": 60, "arrivals": "spaced", "start_spacing": "1ms", "tcp": _TEXTBOOK | {"initial_rto": "1s"}},
    {"queue_size": 10, "accept_cpu_time": "99ms"}, server={"handover_time": "0s", "tcp": _TEXTBOOK},
)  # fmt: skip
_STALE: Final = Case(
    "A8 stale registration",
    {
        "path": {"kind": "lan"},
        "client": {"driver": "oci", "count": 600, "hosts": 10, "start": "500ms", "start_spacing": "1s"},
        "query": {"rows": 1},
        "server": {"processes": 20, "registration_interval": "60s"},
    },
)


def _by_window(found: Found) -> tuple[float, ...]:
    """Count what the limiter takes in each second."""
    seconds = found.one(_UNEVEN).run.attempts["accepted_s"].astype(int)
    return tuple(float(n) for n in seconds.value_counts().sort_index())


def _at_retries(found: Found) -> tuple[float, ...]:
    """Count the clients that got in at each SYN."""
    attempts = found.one(_FULL).run.attempts
    waits = (attempts["tcp_connected_s"] - attempts["start_s"]).round(1)
    return tuple(float(n) for n in waits.value_counts().sort_index())


def _limited_load(found: Found) -> float:
    """Return the cores in use from the second second of the storm to its last window."""
    series = found.one(_LIMITED).run.series
    return 2 * float(series[(series["time_s"] >= 12) & (series["time_s"] <= 59)]["cpu_load"].mean())


_STORM_ROWS: Final = (
    Row(id="A8", kind="MODEL", source="AN", unit="connections", quantity="22 at 5 a second: by window",
        analytic=lambda: (5.0,) * 4 + (2.0,), model="floor(i / R)", cases=(_UNEVEN,), measure=_by_window,
        band=exact("analytic")),
    Row(id="A8", kind="MODEL", source="AN", unit="s", quantity="150 logons of 0.4 s on 2 cores: drain time",
        analytic=lambda: float(analytic.storm_duration_s(150, 0.4, 2)), model="N w / c", cases=(_FREE,),
        measure=lambda found: found.one(_FREE)["drain_time"], band=inside(1, "s")),
    Row(id="A8", kind="MODEL", source="AN", unit="cores", quantity="3 a second, 0.4 s each: cores in use",
        analytic=lambda: float(analytic.storm_cpu_load(3, 0.4)), model="R w", cases=(_LIMITED,),
        measure=_limited_load, band=near(0.01, of="analytic")),
    Row(id="A8", kind="MODEL", source="AN", unit="s", quantity="the same: drain time",
        analytic=lambda: float(analytic.storm_duration_s(150, 0.4, 2, limit_per_s=3)), model="N / R",
        cases=(_LIMITED,), measure=lambda found: found.one(_LIMITED)["drain_time"], band=inside(1, "s")),
    Row(id="A8", kind="MODEL", source="AN", unit="connections", quantity="backlog of 10, 60 come: let in at each SYN",
        analytic=lambda: tuple(
            float(n) for n in analytic.backlog_admissions(60, 10, served_per_s=10) if n
        ),
        model="SYN at 0, 1, 3, 7, 15, 31 s", cases=(_FULL,), measure=_at_retries, band=exact("analytic")),
    Row(id="A8", kind="MODEL", source="AN", unit="sessions",
        quantity="stale registration, 20 processes, 60 s: let in of 600 in 600 s",
        analytic=lambda: 600 * float(analytic.stale_registration_rate_per_s(20, 0, 60)), model="(L - n) / interval",
        cases=(_STALE,), measure=lambda found: found.one(_STALE)["admitted"], band=exact("analytic")),
)  # fmt: skip

_LAN: Final = {"kind": "lan", "lan_rate": "100Mbps", "lan_delay": "5us"}
_WAN: Final = {"kind": "wan", "rate": "10Mbps", "delay": "40ms", "lan_rate": "100Mbps", "lan_delay": "5us"}


def _path_rtt_s(kind: str) -> float:
    """Return the round trip of a call beside the wire time of the reply on the slowest link.

    LAN: two links of 5 us; the request of 31 bytes crosses both, the reply's last segment one more than the slowest.
    WAN: the point-to-point link of 40 ms, an Ethernet link at one end and two at the other.

    @param kind: "lan" or "wan"
    @return: seconds
    """
    fetch = 21
    on_lan = 8 * float(analytic.wire_bytes(fetch, timestamps=True)) / 100e6
    full = 8 * float(analytic.wire_bytes(1448, timestamps=True)) / 100e6
    if kind == "lan":
        return 4 * 5e-6 + 2 * on_lan + full
    on_wan = 8 * float(analytic.ppp_bytes(fetch, timestamps=True)) / 10e6
    return 2 * 0.04 + 6 * 5e-6 + 3 * on_lan + on_wan + 3 * full


MODEL_ROWS: Final = (
    *_fetch_rows("LAN 100 Mbit/s", _LAN, _path_rtt_s("lan"), 100e6, 8192, 1000, 10_001, 0.001),
    *_fetch_rows("LAN 100 Mbit/s", _LAN, _path_rtt_s("lan"), 100e6, 2048, 100, 10_001),
    *_fetch_rows("WAN 10 Mbit/s, 80 ms", _WAN, _path_rtt_s("wan"), 10e6, 8192, 500, 10_001, 0.002),
    *_fetch_rows("WAN 10 Mbit/s, 80 ms", _WAN, _path_rtt_s("wan"), 10e6, 65_535, 5000, 20_001),
    *(_slow_start(segments, window) for segments in SLOW_START[0] for window in SLOW_START[1]),
    *map(_long_loss, LONG_LOSSES),
    *(_mathis(loss) for loss in LONG_LOSSES if loss <= 0.01),
    *(_short_loss(segments, loss) for segments, loss in _SHORT_LOSSES),
    _window(0.1), _window(0.56),
    _stalls("1460 + 50", [1510]), _stalls("1024 + 496", [1024, 496]), _stalls("310", [310]),
    _stalls("1460 + 50, no delay", [1510], no_delay=True), _stall_length(),
    _queue("M/D/1 at load 0.5", {"arrivals": "poisson", "arrival_rate": "50/s"}, "10ms",
           lambda: _mg1_jobs(0.5, 0), "Pollaczek and Khinchine"),
    _queue("M/M/1 at load 0.5", {"arrivals": "poisson", "arrival_rate": "50/s"}, _EXPONENTIAL,
           lambda: _mg1_jobs(0.5, 1), "Erlang"),
    _queue("D/M/1 at load 0.8", {"arrivals": "spaced", "start_spacing": "12.5ms"}, _EXPONENTIAL,
           lambda: 0.8 / (1 - float(analytic.dm1_sigma(0.8))), "rho / (1 - sigma), Kleinrock", 80),
    _shared_cpu("M/D/1-PS at load 0.5", 1, "20ms",
                lambda: 25 * float(analytic.processor_sharing_s(0.02, 25, 0.02)[0]), "x / (1 - rho), Kleinrock II"),
    _shared_cpu("M/M/2 at load 0.5", 2, {"distribution": "exponential", "mean": "20ms"},
                lambda: 50 * float(analytic.mmc(50, 0.02, 2).response_s), "Erlang C"),
    *_STORM_ROWS,
)  # fmt: skip
"""Comparisons of closed forms with the simulator."""
