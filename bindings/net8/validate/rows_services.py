# SPDX-License-Identifier: GPL-2.0-only
"""E27 to E34 and E38 to E40: what the slides on Oracle Net services say (Patel, Mensah, Ravishankhar)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from net8 import analytic
from net8.base.extension import need_core
from net8.validate.case import Case
from net8.validate.found import Found
from net8.validate.row import Row, exact, inside, within

__all__ = ["SERVICE_ROWS", "STORM", "storm_case"]


def _negotiated(client: int | None, server: int | None, release: str) -> Case:
    """Return a case that shows what SDU is agreed on."""
    ends: dict[str, dict[str, Any]] = {"client": {"driver": "sqlplus"}, "server": {"release": release}}
    for end, size in (("client", client), ("server", server)):
        ends[end] |= {} if size is None else {"sdu": size}
    ends["client"]["release"] = release
    return Case(f"E28 {client} {server} {release}", {"path": {"kind": "lan"}, "query": {"rows": 1}} | ends)


_SDUS: Final = {
    (None, None, "10.2"): 2048, (None, None, "11.1"): 8192, (65_535, 65_535, "11.2"): 65_535,
    (8192, 4096, "11.2"): 4096, (4096, 8192, "11.2"): 4096,
}  # fmt: skip
_SDU_CASES: Final = tuple(_negotiated(*how) for how in _SDUS)

_SCAN: Final = "(ADDRESS=(PROTOCOL=tcp)(HOST={0})(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=sales))"
_RAC: Final = (
    "(DESCRIPTION_LIST=(LOAD_BALANCE=off)(FAILOVER=on)"
    f"(DESCRIPTION=(LOAD_BALANCE=on){_SCAN.format('scan1')})(DESCRIPTION=(LOAD_BALANCE=on){_SCAN.format('scan2')}))"
)
_NOWHERE: Final = ["nowhere"] * 3
_WALK: Final = Case(
    "E30 RAC and Data Guard",
    {
        "path": {"kind": "lan", "host_names": {"scan1": _NOWHERE, "scan2": _NOWHERE}},
        "client": {"driver": "oci", "descriptor": _RAC, "transport_connect_timeout": "1s"},
        "query": {"rows": 1},
    },
    runs=20,
    quick_runs=5,
)
_LOST: Final = Case(
    "E29 address that does not answer",
    {
        "path": {"kind": "lan", "host_names": {"db": "nowhere"}},
        "client": {"driver": "oci", "descriptor": f"(DESCRIPTION={_SCAN.format('db')})"},
        "query": {"rows": 1},
    },
)
_EASY: Final = {
    "sales-server/sales": "sales-server port 1521 SERVICE_NAME sales",
    "[2001:fe8::12]:1522/sales.us.example.com:dedicated/inst1": "2001:fe8::12 port 1522 "
    "SERVICE_NAME sales.us.example.com INSTANCE_NAME inst1 SERVER dedicated",
}
_DIES_S: Final = 5
_WATCHED_S: Final = 600


def _dead_peer(recv_timeout: str) -> Case:
    """Return a case whose server host goes down while the client thinks."""
    return Case(
        f"E31 dead server, timeout {recv_timeout}",
        {
            "path": {"kind": "lan"},
            "client": {"driver": "oci", "queries": 2, "think_time": "10s", "recv_timeout": recv_timeout},
            "query": {"rows": 1},
            "fault": [{"kind": "host_hang", "at": f"{_DIES_S}s"}],
            "run": {"stop_time": f"{_DIES_S + _WATCHED_S}s"},
        },
    )


_DEAD: Final = {timeout: _dead_peer(timeout) for timeout in ("0s", "30s")}


def _hang(found: Found, timeout: str) -> float:
    """Return the seconds from the death of the server to the end of the session; all watched time if there is none."""
    end = float(found.one(_DEAD[timeout]).run.sessions["end_s"].iloc[0])
    return (_WATCHED_S if math.isnan(end) else end - _DIES_S) * 1.0


def storm_case(limit: str) -> Case:
    """Return the storm of 150 clients, with the work of scenarios/logon-storm and a foreground.

    @param limit: RATE_LIMIT
    @return: the case
    """
    return Case(
        f"E32 storm, RATE_LIMIT {limit}",
        {
            "path": {"kind": "lan", "queue_size": "1000p"},
            "group": [
                {"name": "storm", "driver": "oci", "count": 150, "hosts": 10, "arrivals": "batch", "start": "10s"},
                {
                    "name": "foreground", "driver": "python-thin", "count": 10, "hosts": 1, "start_spacing": "50ms",
                    "queries": 120, "think_time": {"distribution": "exponential", "mean": "500ms"},
                },
            ],
            "query": {"rows": 1},
            "listener": {"rate_limit": limit, "queue_size": 200},
            "server": {"exec_cpu_time": "200ms", "logon_cpu_time": "200ms", "call_cpu_time": "20ms"},
            "host": {"cpu": {"cores": 2}},
            "run": {"sample_interval": "1s"},
        },
    )  # fmt: skip


STORM: Final = {limit: storm_case(limit) for limit in ("no", "3")}
_IDLE_STORM: Final = Case(
    "E32 without work",
    {
        "path": {"kind": "lan", "queue_size": "10000p"},
        "client": {
            "driver": "oci",
            "queries": 0,
            "hosts": 10,
            "arrivals": "batch",
            "start": "10s",
            "count": 150,
        },
        "listener": {"queue_size": 1000, "rate_limit": "3"},
        "server": {"handover_time": "0s"},
        "query": {"rows": 0},
    },
)
_SPACED_STORM: Final = Case(
    "E32 without work, spaced",
    {**_IDLE_STORM.document, "listener": {"queue_size": 1000, "rate_limit": "3", "rate_release": "spaced"}},
)
_TWO_PORTS: Final = Case(
    "E32 two end points",
    {
        "path": {"kind": "lan", "queue_size": "10000p"},
        "client": {
            "driver": "oci",
            "queries": 0,
            "hosts": 10,
            "arrivals": "batch",
            "start": "10s",
            "count": 30,
        },
        "group": [
            {"name": port, "descriptor": f"(DESCRIPTION={_SCAN.format('db').replace('1521', port)})"}
            for port in ("1521", "1522")
        ],
        "listener": {"queue_size": 1000, "rate_limit": "3"},
        "end_point": [{"port": 1522, "rate_limit": "no", "queue_size": 1000}],
        "server": {"handover_time": "0s"},
        "query": {"rows": 0},
    },
)


def _by_second(times_s: Iterable[float]) -> tuple[float, ...]:
    """Count the entries of each whole second that has any."""
    return tuple(float(n) for _second, n in sorted(Counter(int(time) for time in times_s).items()))


def _windows(found: Found) -> tuple[float, ...]:
    """Count the connections accepted in each second."""
    return _by_second(found.one(_IDLE_STORM).run.attempts["accepted_s"])


def _mean_wait(found: Found, case: Case) -> float:
    """Return the mean time from the TCP connect to the accept."""
    attempts = found.one(case).run.attempts
    return float((attempts["accepted_s"] - attempts["tcp_connected_s"]).mean())


def _drained(found: Found) -> tuple[float, ...]:
    """Count the one-second windows in which each of the two end points took its 30 connections."""
    attempts = found.one(_TWO_PORTS).run.attempts
    seconds = (
        attempts.assign(second=attempts["accepted_s"].astype(int)).groupby("address")["second"].nunique()
    )
    return tuple(float(n) for n in seconds.sort_index())


def _load(found: Found, limit: str) -> float:
    """Return the mean CPU load while the storm lasts, in per cent."""
    run = found.one(STORM[limit])
    series = run.run.series
    during = series[(series["time_s"] > 11) & (series["time_s"] <= 10 + run["drain_time"])]
    return 100 * float(during["cpu_load"].mean())


def _slowdown(found: Found, limit: str) -> float:
    """Return how much longer the foreground waits during the storm than before."""
    run = found.one(STORM[limit])
    return run["foreground_response_time"] / run["foreground_before"]


def _asked(logons_per_s: int) -> float:
    """Return the CPU that storm and foreground ask for, in per cent: ten that think 0.5 s and work 20 ms; 2 cores."""
    return 100 * float(analytic.storm_cpu_load(logons_per_s, 0.4, 10 * 0.02 / 0.52)) / 2


def _limits() -> tuple[Row, ...]:
    """Make the rows of the storm."""
    lost = "no CPU plot is in the text; 0.4 s of CPU a logon and 2 cores are chosen"
    return (
        Row(id="E32", kind="EXACT", source="S2", unit="connections", quantity="150 at RATE_LIMIT = 3: by window",
            published=(3.0,) * 50, model="floor(i / R)", cases=(_IDLE_STORM,), measure=_windows, band=exact(),
            analytic=lambda: _by_second(analytic.limiter_releases_s(150, 3))),
        Row(id="E32", kind="EXACT", source="S2", unit="s", quantity="the same: mean wait", published=24.5,
            analytic=lambda: float(analytic.limiter_mean_delay_s(150, 3)), model="(N / R - 1) / 2",
            cases=(_IDLE_STORM,), measure=lambda found: _mean_wait(found, _IDLE_STORM), band=inside(0.005, "s"),
            note="a connect takes a millisecond of the window in which it comes"),
        Row(id="E32", kind="EXACT", source="S2", unit="s", quantity="the same if smoothed: mean wait",
            published=24.83, analytic=lambda: float(analytic.limiter_mean_delay_s(150, 3, spaced=True)),
            model="(N - 1) / (2 R)", cases=(_SPACED_STORM,),
            measure=lambda found: _mean_wait(found, _SPACED_STORM), band=inside(0.005, "s"),
            note="listener.rate_release = spaced; published with two decimals"),
        Row(id="E32", kind="EXACT", source="S2", unit="windows", quantity="limit at one end point, none at the other",
            published=(10.0, 1.0), analytic=lambda: (float(analytic.limiter_drain_windows(30, 3)), 1.0),
            model="ceil(N / R)", cases=(_TWO_PORTS,), measure=_drained, band=exact(),
            note="30 clients at each; RATE_LIMIT is the end point's own"),
        Row(id="E32", kind="SHAPE", source="S2", unit="%", quantity="CPU load in the storm, no limit",
            published="saturated", analytic=lambda: min(100.0, _asked(150)), model="(R w + A0) / c, at most 1",
            cases=(STORM["no"],), measure=lambda found: _load(found, "no"),
            band=within(99, 100, "%"), note=lost),
        Row(id="E32", kind="SHAPE", source="S2", unit="%", quantity="CPU load in the storm, limit 3",
            published="not saturated", analytic=lambda: _asked(3), model="(R w + A0) / c",
            cases=(STORM["3"],), measure=lambda found: _load(found, "3"),
            band=within(0, 98, "%"), note=lost),
        Row(id="E32", kind="SHAPE", source="S2", quantity="foreground in the storm over before, no limit",
            published="starves", model="(n0 + n) / c, all at work",
            analytic=lambda: float(analytic.slowed_response_factor(150, 10, 2)), cases=(STORM["no"],),
            measure=lambda found: _slowdown(found, "no"),
            band=within(10, 1000), note=lost),
        Row(id="E32", kind="SHAPE", source="S2", quantity="foreground in the storm over before, limit 3",
            published="lives", cases=(STORM["3"],), measure=lambda found: _slowdown(found, "3"),
            band=within(0.9, 3), note=lost),
        Row(id="E32", kind="OPEN", source="S2", quantity="CPU over time", note="the plots are not in the text"),
    )  # fmt: skip


def _visits(found: Found) -> list[float]:
    """Return for each replication the visits of the first site that came before any of the second."""
    orders = [list(run.run.attempts["address"].str.partition(":")[0]) for run in found[_WALK]]
    return [float(order.index("scan2")) for order in orders]


def _easy(text: str) -> Row:
    """Make the row of an Easy Connect text."""
    return Row(
        id="E30", kind="EXACT", source="S2", quantity=f"Easy Connect {text}", published=_EASY[text], band=exact(),
        measure=lambda _found: _expanded(text),
    )  # fmt: skip


def _expanded(text: str) -> str:
    """Ask the extension what an Easy Connect text means."""
    need_core()
    from net8 import _core

    found = _core.parse_connect_string(text)
    named = ("service_name", "instance_name", "server")
    parts = [f"{name.upper()} {found[name]}" for name in named if found[name]]
    return " ".join([f"{found['host']} port {found['port']}", *parts])


_HOSTS: Final = {"v4": "IPv4-only", "dual": "dual-stack", "v6": "IPv6-only"}
_REACHED: Final = {"v4": "v4, v4, no", "dual": "v4, v4 or v6, v6", "v6": "no, v6, v6"}
"""Over what a client reaches a server of IPv4, of both, and of IPv6."""


def _family_case(client: str, server: str) -> Case:
    """Return the case of a client and a server with some versions of the Internet Protocol."""
    return Case(
        f"E38 {client} to {server}",
        {
            "path": {"kind": "lan", "ip": "dual", "client_ip": client, "server_ip": server},
            "client": {
                "driver": "oci",
                "release": "11.2",
                "descriptor": f"(DESCRIPTION={_SCAN.format('db')})",
            },
            "server": {"release": "11.2"},
            "query": {"rows": 1},
        },
    )


def _reached(found: Found, client: str, server: str) -> str:
    """Say over what a session came about; hosts with both may take either."""
    run = found.one(_family_case(client, server))
    over = [version for version in ("v4", "v6") if run[f"admitted_ip{version}"]]
    return "v4 or v6" if over and client == server == "dual" else "".join(over) or "no"


def _families(client: str) -> Row:
    """Make the row of a client host."""
    return Row(
        id="E38", kind="EXACT", source="S2", published=_REACHED[client], band=exact(),
        quantity=f"{_HOSTS[client]} client to servers of IPv4, both, IPv6",
        cases=tuple(_family_case(client, server) for server in _HOSTS),
        measure=lambda found: ", ".join(_reached(found, client, server) for server in _HOSTS),
    )  # fmt: skip


def _data(id_: str, quantity: str, note: str) -> Row:
    """Make a row with nothing to reproduce."""
    return Row(id=id_, kind="DATA", source="S2", quantity=quantity, note=note)


SERVICE_ROWS: Final = (
    Row(id="E27", kind="EXACT", source="S2", unit="bytes", quantity="BDP of 40 Mbit/s and 25 ms, and twice that",
        published=(125_000.0, 250_000.0), model="rate x RTT / 8", band=exact(),
        analytic=lambda: (
            float(analytic.bandwidth_delay_bytes(40e6, 0.025)), 2 * float(analytic.bandwidth_delay_bytes(40e6, 0.025)),
        ),
        note="the text says about 128 KB (I7); A5 simulates what a window below it costs"),
    Row(id="E28", kind="EXACT", source="S2", unit="bytes",
        quantity="SDU: default of 10.2, of 11.1, largest of 11.2, smaller of both, twice",
        published=tuple(map(float, _SDUS.values())), cases=_SDU_CASES, band=exact(),
        measure=lambda found: tuple(
            float(found.one(case).run.sessions["sdu_bytes"].iloc[0]) for case in _SDU_CASES
        )),
    Row(id="E29", kind="EXACT", source="S2", unit="s", quantity="TCP.CONNECT_TIMEOUT by default, from 11.2 on",
        published=60.0, cases=(_LOST,), band=exact(),
        measure=lambda found: float((a := found.one(_LOST).run.attempts)["end_s"].iloc[0] - a["start_s"].iloc[0])),
    _data("E29", "further connect timeouts", "OUTBOUND_CONNECT_TIMEOUT 10.2, INBOUND_CONNECT_TIMEOUT 60 s from 10.2"),
    Row(id="E30", kind="EXACT", source="S2", unit="attempts",
        quantity="RAC and Data Guard: first site before the second",
        published=3.0, cases=(_WALK,), measure=_visits, band=exact()),
    *map(_easy, _EASY),
    Row(id="E31", kind="SHAPE", source="S2", unit="s", quantity="dead server: how long a session hangs",
        published="minutes", cases=(_DEAD["0s"],), measure=lambda found: _hang(found, "0s"),
        band=within(120, _WATCHED_S, "s"), note=f"watched for {_WATCHED_S} s"),
    Row(id="E31", kind="SHAPE", source="S2", unit="s", quantity="the same with a receive timeout of 30 s",
        published="not so", analytic=lambda: 10.0 + 30 - _DIES_S, model="think + timeout",
        cases=(_DEAD["30s"],), measure=lambda found: _hang(found, "30s"),
        band=within(30, 45, "s"), note="the client asks 10 s after its first query"),
    *_limits(),
    _data("E33", "advice for listeners", "QUEUESIZE = expected rate; short PATH; dynamic registration"),
    _data("E34", "server architectures",
          "20-30 shared servers per 500 sessions; over 20,000 pooled connections in 2 GB"),
    *map(_families, _HOSTS),
    _data("E39", "features by release", "11.2.0.1: every address of a host name; 11.2.0.2: large SDU; 11g: DRCP"),
    _data("E40", "configuration samples", "texts for parsers; the tests of the connect files read them"),
)  # fmt: skip
"""Rows of the slides, without Intel's case."""
