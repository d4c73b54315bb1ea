# SPDX-License-Identifier: GPL-2.0-only
"""What a plan means before it is run: all defaults, the path's numbers, and what will limit it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from net8 import analytic, units
from net8.complete import complete
from net8.distributions import mean
from net8.lists import FIELDS, element
from net8.plan import Plan
from net8.resolve import Task, resolve
from net8.schema import KEYS, keys_of
from net8.values import show

__all__ = ["Description", "describe", "round_trip_s"]


@dataclass(frozen=True, slots=True)
class Description:
    """A plan spelled out."""

    settings: tuple[tuple[str, str, str, str], ...]  #: key, value, who set it, what it is
    facts: tuple[tuple[str, str], ...]  #: name and value with unit
    warnings: tuple[str, ...]  #: what will limit the experiment


def describe(plan: Plan) -> Description:
    """Spell a plan out; what it sweeps is shown at its unswept values.

    @param plan: the plan
    @return: settings, facts and warnings
    """
    task = resolve(plan)
    values = complete(task.plan)
    settings = tuple(
        (path, _shown(path, value), origin, KEYS[path].help)
        for path, (value, origin) in values.items()
        if path not in ("title", "question")
    )
    settings += tuple(_list_settings(task.plan))
    facts, warnings = _facts({path: value for path, (value, _o) in values.items()}, _row_bytes(task))
    warnings += tuple(f"{name} is read but changes nothing in the model" for name in task.unmodelled)
    return Description(settings, facts, warnings)


def _list_settings(plan: Plan) -> Iterator[tuple[str, str, str, str]]:
    """Give the keys of the lists: what is set, and defaults where no other section stands for them."""
    for section, field in FIELDS.items():
        for index, table in enumerate(getattr(plan, field)):
            name = element(section, index, table)
            for key in keys_of(section):
                value = table.get(key.name, key.default)
                if value is not None:
                    origin = "plan" if key.name in table else "default"
                    yield f"{section}.{name}.{key.name}", _shown(key.path, value), origin, key.help


def _row_bytes(task: Task) -> tuple[float, float]:
    """Give the mean bytes of the first row of a reply and of each further one, without overhead."""
    plan = task.plan
    if plan["query.columns"]:
        from net8 import _core

        repeated = plan["query.repeated_columns"] if plan["query.elimination"] else 0
        return _core.column_bytes(str(plan["query.columns"]), int(str(repeated)))
    lengths = task.row_lengths
    rows = sum(lengths) / len(lengths) if lengths else mean(plan["query.row_length"])
    return rows, rows


def _shown(path: str, value: object) -> str:
    """Write a value with its unit."""
    if value is None:
        return "-"
    key = KEYS[path]
    bare = key.unit and key.kind in ("int", "size") and isinstance(value, int)
    return f"{value:,} {key.unit}" if bare else show(value).strip('"')


def round_trip_s(values: Mapping[str, object]) -> float:
    """Give the propagation part of the round trip; sending and queueing come on top.

    @param values: values of the path section by dotted key
    @return: seconds
    """
    lan = units.seconds(values["path.lan_delay"])
    wan = units.seconds(values["path.delay"])
    one_way = {"lan": 2 * lan, "segment": lan, "wan": wan + 2 * lan}[str(values["path.kind"])]
    return 2 * one_way


def _number(values: Mapping[str, object], path: str, fallback: int) -> int:
    """Give a whole number, or a fallback where nobody decides before the run."""
    value = values.get(path)
    return value if isinstance(value, int) else fallback


def _negotiated(values: Mapping[str, object]) -> Mapping[str, int]:
    """Ask the model what both ends agree on."""
    from net8 import _core

    client = _core.driver_defaults(str(values["client.driver"]), str(values["client.release"] or ""))
    server = _core.server_defaults(str(values["server.release"]))
    client_sdu = _number(values, "client.sdu", int(client["Sdu"]))
    return _core.negotiate(
        client_version=int(client["Version"]),
        client_sdu=client_sdu,
        # Some drivers have no TDU of their own but ask for as much as their SDU.
        client_tdu=_number(values, "client.tdu", int(client.get("Tdu", client_sdu))),
        server_version=int(server["Version"]),
        server_sdu=_number(values, "server.sdu", int(server["Sdu"])),
        server_tdu=_number(values, "server.tdu", int(server["Tdu"])),
    )


_HABITS: Final = {"oci": "rounded", "node-thin": "short_second", "jdbc-thin": "growing"}
"""Fetch habits of the drivers that do not ask for one array a call."""


def _fetches(values: Mapping[str, object]) -> tuple[int, int]:
    """Give the rows of a full fetch and the calls of a query, in the driver's habit."""
    rows, driver = _number(values, "query.rows", 0), values["client.driver"]
    habit = values["client.fetch_habit"] or _HABITS.get(str(driver), "array")
    if driver == "jdbc-thin" and values["client.array_size"] is None and habit == "growing":
        return analytic.JDBC_GROWN_ROWS, int(analytic.fetch_calls_growing(rows))
    array = _number(values, "client.array_size", 1)
    prefetch = _number(values, "client.prefetch_rows", array)
    look_ahead = values["client.look_ahead"]
    look_ahead = driver in ("sqlplus", "dblink") if look_ahead is None else bool(look_ahead)
    if habit == "rounded" and prefetch > array:
        # Each fetch of OCI then brings as many rows as were prefetched beside the rest of an array.
        array += prefetch - prefetch % array
        habit = "array"
    rounded = habit in ("rounded", "short_second")
    return array, int(analytic.fetch_calls(rows, array, prefetch, look_ahead=look_ahead, rounded=rounded))


def _facts(
    values: Mapping[str, object], row_bytes: tuple[float, float]
) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """Work the numbers of a plan out."""
    wan = values["path.kind"] == "wan"
    lan_rate = units.parse_rate(values["path.lan_rate"])
    rate = min(units.parse_rate(values["path.rate"]), lan_rate) if wan else lan_rate
    rtt = round_trip_s(values)
    product = float(analytic.bandwidth_delay_bytes(rate, rtt))
    send = _number(values, "server.tcp.send_buffer", 0)
    receive = _number(values, "client.tcp.receive_buffer", 0)
    window = min(send, receive)
    if values.get("client.tcp.window_scaling") is False or values.get("server.tcp.window_scaling") is False:
        window = min(window, 65535)
    cap = float(analytic.window_cap_bit_s(window, rtt))
    agreed = _negotiated(values)
    sdu, tdu = agreed["sdu"], agreed["tdu"]
    unit = min(sdu, tdu) if values.get("client.tdu_rule") == "min" else sdu
    array, calls = _fetches(values)
    batch = round(row_bytes[0] + (array - 1) * row_bytes[1])
    facts = (
        ("bottleneck rate", f"{rate / 1e6:g} Mbit/s"),
        ("round-trip time", f"{rtt * 1e3:g} ms (propagation)"),
        ("bandwidth-delay product", f"{product:,.0f} bytes"),
        ("window", f"{window:,} bytes (smaller of server send and client receive buffer)"),
        ("window cap", f"{cap / 1e6:,.3g} Mbit/s"),
        ("negotiated", f"SDU {sdu:,} bytes, TDU {tdu:,} bytes, TNS version {agreed['version']}"),
        ("fetch calls", f"{calls:,} per query"),
        (
            "rows of a full fetch",
            f"{batch:,} bytes, {analytic.tns_packets(batch, unit):,} TNS packet(s)",
        ),
        ("round trips alone", f"{calls * rtt:,.6g} s per query"),
    )
    return facts, _warnings(window, product, rate, cap)


def _warnings(window: int, product: float, rate: float, cap: float) -> tuple[str, ...]:
    """Say when the window limits, as the plan's first reader should know."""
    if window >= product:
        return ()
    return (
        f"the window limits: {window:,} bytes are below the bandwidth-delay product of {product:,.0f} bytes, "
        f"so a long transfer gets {cap / 1e6:.3g} of {rate / 1e6:g} Mbit/s; raise server.tcp.send_buffer and "
        "client.tcp.receive_buffer (and window_scaling above 65535 bytes)",
    )
