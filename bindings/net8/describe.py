# SPDX-License-Identifier: GPL-2.0-only
"""What a plan means before it is run: all defaults, the path's numbers, and what will limit it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from net8 import analytic, units
from net8.complete import complete
from net8.facts import asking, negotiated, round_trip_s, row_bytes, whole
from net8.lists import FIELDS, element
from net8.plan import Plan
from net8.ranks import lacking_mpi
from net8.resolve import resolve
from net8.schema import KEYS, keys_of
from net8.values import show

__all__ = ["Description", "describe"]


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
    facts, warnings = _facts({path: value for path, (value, _o) in values.items()}, row_bytes(task))
    warnings += tuple(f"{name} is read but changes nothing in the model" for name in task.unmodelled)
    warnings += (lacking_mpi(),) if task.partition and lacking_mpi() else ()
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


def _shown(path: str, value: object) -> str:
    """Write a value with its unit."""
    if value is None:
        return "-"
    key = KEYS[path]
    bare = key.unit and key.kind in ("int", "size") and isinstance(value, int)
    return f"{value:,} {key.unit}" if bare else show(value).strip('"')


def _facts(
    values: Mapping[str, object], row_bytes: tuple[float, float]
) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """Work the numbers of a plan out."""
    wan = values["path.kind"] == "wan"
    lan_rate = units.parse_rate(values["path.lan_rate"])
    rate = min(units.parse_rate(values["path.rate"]), lan_rate) if wan else lan_rate
    radio_rates = values["path.radio_rates"]
    if values["path.last_hop"] == "radio" and isinstance(radio_rates, tuple):
        rate = min(rate, *map(units.parse_rate, radio_rates))
    rtt = round_trip_s(values)
    product = float(analytic.bandwidth_delay_bytes(rate, rtt))
    send = whole(values, "server.tcp.send_buffer", 0)
    receive = whole(values, "client.tcp.receive_buffer", 0)
    window = min(send, receive)
    if values.get("client.tcp.window_scaling") is False or values.get("server.tcp.window_scaling") is False:
        window = min(window, 65535)
    cap = float(analytic.window_cap_bit_s(window, rtt))
    agreed = negotiated(values)
    sdu, tdu = agreed["sdu"], agreed["tdu"]
    unit = min(sdu, tdu) if values.get("client.tdu_rule") == "min" else sdu
    asked = asking(values)
    array = asked.further
    calls = sum(batch.calls for batch in analytic.call_batches(whole(values, "query.rows", 0), asked))
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
