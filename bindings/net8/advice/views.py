# SPDX-License-Identifier: GPL-2.0-only
"""Advice as sentences and a table for the terminal."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from net8.advice.advise import Advice, Tried
from net8.base.sheet import Column, Sheet
from net8.schema.metrics import METRICS
from net8.schema.values import show

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["percent", "plain", "sentences", "show_advice", "tried_rows", "value"]

_MOST_ROWS: Final = 12


def show_advice(console: Console, advice: Advice, *, everything: bool = False) -> None:
    """Print the advice, what it gains and costs, where it turns, and what was tried.

    @param console: where to
    @param advice: the advice
    @param everything: whether all combinations that were tried are shown
    """
    for sentence in sentences(advice):
        console.print(sentence, markup=False, highlight=False, soft_wrap=True)
    console.print(_table(advice, everything))
    for note in advice.notes:
        console.print(f"note: {note}", markup=False, highlight=False, soft_wrap=True)


def sentences(advice: Advice) -> Iterator[str]:
    """Yield what to say before the table.

    @param advice: the advice
    @return: the best, what it gains and costs, what changes nothing, where the advice turns, how much was simulated
    """
    if advice.settings:
        told = " ".join(f"--set {path}={plain(value)}" for path, value in advice.settings.items())
        yield f"best for {METRICS[advice.metric].title}: {told}"
    else:
        yield f"best for {METRICS[advice.metric].title}: the plan as it is"
    yield _gain(advice)
    yield _costs(advice)
    if advice.idle:
        yield f"no difference within {percent(advice.margin)}: {', '.join(advice.idle)}"
    for key in dict.fromkeys(effect.key for effect in advice.effects):
        if key not in advice.idle:
            yield _effect(advice, key)
    for flip in advice.flips:
        how = "simulated" if flip.simulated else "by the closed forms"
        yield (
            f"from {flip.key} = {flip.at} on, {_named(flip.values)} is better: at {flip.end} what is advised is worse "
            f"by {percent(flip.loss)} ({how})"
        )
    share = advice.runs / advice.grid_runs
    yield f"{advice.runs} runs of {advice.grid_runs:,} that all combinations would take ({share:.1%})"


def _gain(advice: Advice) -> str:
    """Say what is gained."""
    if not advice.settings:
        return f"nothing that was tried is better by more than {percent(advice.margin)}"
    word = "shorter" if advice.less else "more"
    if advice.gain is None:
        return "what it gains cannot be told: runs of the plan as it is have no value"
    part, low, high = advice.gain
    spread = f" ({percent(low)} to {percent(high)} at {advice.confidence:.0%})" if advice.chance else ""
    return (
        f"gain: {percent(part)} {word}{spread}: {value(advice, advice.own)} to {value(advice, advice.best)}"
    )


def _costs(advice: Advice) -> str:
    """Say what it costs."""
    own, best = advice.own, advice.best
    parts = [f"memory {_size(own.memory_bytes)} kB to {_size(best.memory_bytes)} kB"]
    for name, one, other in (
        ("TNS bytes of a session", own.session_bytes, best.session_bytes),
        ("round trips", own.round_trips, best.round_trips),
    ):
        if one is not None and other is not None:
            parts.append(f"{name} {one:,.0f} to {other:,.0f}")
    if own.server_s is not None and best.server_s is not None and (own.server_s or best.server_s):
        parts.append(f"work of the server for a query {own.server_s:.4g} s to {best.server_s:.4g} s")
    return f"costs: {', '.join(parts)}"


def _effect(advice: Advice, key: str) -> str:
    """Say what other values of a key change."""
    told = []
    for effect in advice.effects:
        if effect.key != key:
            continue
        about = "" if effect.simulated else "about "
        what = "no difference" if abs(effect.loss) <= advice.margin else f"{about}{effect.loss:+.1%}"
        told.append(f"{plain(effect.value)} {what if effect.settled(advice.margin) else 'not known'}")
    chosen = advice.around.get(key)
    return f"{key}: beside {plain(chosen)}, {', '.join(told)}"


def _table(advice: Advice, everything: bool) -> Sheet:
    """Return the table of what was tried."""
    metric = METRICS[advice.metric]
    keys = list(dict.fromkeys(key for tried in advice.tried for key in tried.values))
    rows = advice.tried if everything else advice.tried[:_MOST_ROWS]
    table = Sheet(
        *(Column(key, "number") for key in keys), Column(metric.label, "number"), Column("±", "number"),
        Column("runs", "number"), Column("closed form", "number"), Column("worse by (%)", "number"),
        Column("memory (kB)", "number"), Column("round trips", "number"),
        title="What was tried", leading=len(keys),
    )  # fmt: skip
    for tried, cells in zip(rows, tried_rows(advice, rows), strict=True):
        table.add(*cells, style="bold" if tried == advice.best else "")
    if len(rows) < len(advice.tried):
        table.note = f"{len(advice.tried) - len(rows)} more: --all shows them"
    return table


def tried_rows(advice: Advice, rows: Sequence[Tried]) -> Iterator[list[str]]:
    """Yield combinations as cells: their values, mean, interval, runs, closed form, loss, memory, round trips.

    @param advice: the advice
    @param rows: combinations of it
    @return: a list of cells for each
    """
    metric = METRICS[advice.metric]
    keys = list(dict.fromkeys(key for tried in advice.tried for key in tried.values))
    for tried in rows:
        own = {} if tried.values else dict.fromkeys(keys, "as it is")
        found = tried.measured
        yield [
            *(plain(own.get(key, tried.values.get(key))) for key in keys),
            f"{found.mean * metric.scale:.6g}" if found else "none",
            f"{found.half_width * metric.scale:.2g}" if found and found.half_width else "",
            str(found.n if found else 0), f"{tried.predicted * metric.scale:.6g}" if tried.predicted else "",
            f"{100 * tried.loss:.1f}" if math.isfinite(tried.loss) else "", _size(tried.memory_bytes),
            f"{tried.round_trips:,.0f}" if tried.round_trips is not None else "",
        ]  # fmt: skip


def value(advice: Advice, tried: Tried) -> str:
    """Write the value of a combination with its unit.

    @param advice: the advice
    @param tried: a combination of it
    @return: text
    """
    metric = METRICS[advice.metric]
    if tried.measured is None:
        return "none"
    return f"{tried.measured.mean * metric.scale:.4g} {metric.unit}".rstrip()


def _named(values: Mapping[str, object]) -> str:
    """Name a combination."""
    return ", ".join(f"{key} = {plain(value)}" for key, value in values.items())


def plain(value: object) -> str:
    """Write a value without quotes.

    @param value: a value of a key
    @return: text
    """
    return value if isinstance(value, str) else show(value)


def _size(size_bytes: float) -> str:
    """Write a number of kB."""
    return f"{size_bytes / 1000:,.4g}" if size_bytes < 10**6 else f"{size_bytes / 1000:,.0f}"


def percent(part: float) -> str:
    """Write a part in per cent.

    @param part: a part of 1
    @return: text
    """
    return f"{100 * part:,.0f} %" if abs(part) >= 1 else f"{100 * part:.3g} %"
