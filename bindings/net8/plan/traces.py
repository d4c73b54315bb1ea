# SPDX-License-Identifier: GPL-2.0-only
"""Packet-delivery traces of links: mahimahi files that replace a rate."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.base.reading import TABLE_LIMIT, read_text
from net8.plan.plan import Plan
from net8.plan.preset import is_given, line_key, link_tables
from net8.schema.table import attribute
from net8.schema.values import show

__all__ = ["TRACE_KEYS", "DeliveryTrace", "check_traces", "trace_of", "with_mean_rates", "with_traces"]

TRACE_KEYS: Final = {"delivery_trace": "rate", "delivery_trace_up": "rate_up"}
"""Keys that name a trace, and the key that each replaces."""

Table = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class DeliveryTrace:
    """A trace, as far as it is needed before a run."""

    text: str  #: lines with a time each
    rate_bit_s: int  #: mean rate that it can deliver
    length_s: float  #: time after which it repeats


# A sweep reads it at each of its points, and describe several times.
@functools.lru_cache(maxsize=16)
def _read(path: Path, _changed: tuple[int, int]) -> tuple[str, DeliveryTrace]:
    """Read a file; return what is wrong with it, and the trace."""
    need_core()
    from net8 import _core

    text = read_text(path, TABLE_LIMIT)
    problem, rate_bit_s, length_ms = _core.read_delivery_trace(text)
    return problem, DeliveryTrace(text, rate_bit_s, length_ms / 1000)


def trace_of(plan: Plan, link: Table, key: str) -> DeliveryTrace | None:
    """Read the trace that a link names.

    @param plan: a plan
    @param link: one of its links, or of those that its [path] stands for
    @param key: one of TRACE_KEYS
    @return: the trace, or None if the link has none
    @raises PlanError: when the file cannot be read or is not a trace
    """
    name = link.get(key)
    if name is None:
        return None
    said_by = line_key(plan, "link", link, key)
    where = plan.where(said_by)
    path = (plan.folder or Path()) / str(name)
    try:
        found = path.stat()
        problem, trace = _read(path, (found.st_mtime_ns, found.st_size))
    except FileNotFoundError:
        raise PlanError(f'there is no file "{name}" beside the plan for {said_by}', where=where) from None
    except OSError as error:
        raise PlanError(f'"{name}" cannot be read as text: {error.strerror}', where=where) from None
    except ValueError as error:
        raise PlanError(f'"{name}" cannot be read as text: {error}', where=where) from None
    if problem:
        number, _, sentence = problem.removeprefix("line ").partition(": ")
        raise PlanError(sentence.rstrip("."), where=f"{path}:{number}")
    return trace


def with_mean_rates(plan: Plan, link: dict[str, object]) -> dict[str, object]:
    """Return a link with the mean rates of its traces.

    @param plan: a plan
    @param link: a link with all its keys
    @return: the link
    """
    down, up = (trace_of(plan, link, key) for key in TRACE_KEYS)
    rate = link["rate"] if down is None else f"{down.rate_bit_s}bps"
    rate_up = link["rate_up"] or (link["rate"] if down else None)
    return {**link, "rate": rate, "rate_up": rate_up if up is None else f"{up.rate_bit_s}bps"}


def with_traces(
    plan: Plan, links: Sequence[Table], attributes: Sequence[dict[str, str]]
) -> list[dict[str, str]]:
    """Replace the names of trace files by their contents.

    @param plan: a plan with sites
    @param links: its links
    @param attributes: attributes of each
    @return: the attributes
    """
    found = []
    for link, own in zip(links, attributes, strict=True):
        traces = {attribute(key): trace_of(plan, link, key) for key in TRACE_KEYS}
        found.append({**own, **{name: trace.text for name, trace in traces.items() if trace}})
    return found


def check_traces(plan: Plan) -> None:
    """Refuse invalid traces, and keys that cannot be combined with a trace.

    @param plan: a plan
    """
    traced = set()
    for link in link_tables(plan):
        given = {key for key in TRACE_KEYS if trace_of(plan, link, key)}
        if not given:
            continue
        traced.add(link["name"])
        useless = {TRACE_KEYS[key] for key in given}
        if "rate_up" not in useless and not is_given(plan, link, "rate_up"):
            useless.discard("rate")  # It is that of the other way.
        for key in sorted(name for name in useless if is_given(plan, link, name)):
            path = line_key(plan, "link", link, key)
            by = next(name for name, stands in TRACE_KEYS.items() if stands == key)
            raise PlanError(
                f"{path} = {show(link.get(key) or plan[path])} has no effect with {by}; leave one of them out",
                where=plan.where(path),
            )
        path = line_key(plan, "link", link, "queue_disc")
        if link.get("queue_disc", "none") != "none":
            raise PlanError(
                f"{path} = {show(link['queue_disc'])} cannot be combined with {min(given)}, whose packets "
                "wait in a drop-tail queue; leave one of them out",
                where=plan.where(path),
            )
    _check_changes(plan, traced)


def _check_changes(plan: Plan, traced: set[object]) -> None:
    """Refuse rate changes of a link with a trace."""
    for number, change in enumerate(plan.tables("link_change"), 1):
        link = change.get("link") or link_tables(plan)[0]["name"]
        for key in TRACE_KEYS.values():
            if link in traced and key in change:
                raise PlanError(
                    f"link_change.{key} = {show(change[key])} changes the link {link}, which has a delivery trace; "
                    "change only its delay",
                    where=plan.where(f"link_change.{number}.{key}"),
                )
