# SPDX-License-Identifier: GPL-2.0-only
"""A series of measured round-trip times as the delay of a link."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from net8.base import units
from net8.base.errors import PlanError
from net8.base.reading import TABLE_LIMIT, read_text
from net8.plan.plan import Plan
from net8.plan.preset import is_given, line_key, link_tables
from net8.schema.table import KEYS, attribute
from net8.schema.values import show, to_ns3

__all__ = ["RttSeries", "check_rtt_series", "rtt_series_of", "with_rtt_series"]

Table = Mapping[str, object]
Attributes = list[dict[str, str]]


@dataclass(frozen=True, slots=True)
class RttSeries:
    """Measured round-trip times."""

    rows: tuple[
        tuple[int, int], ...
    ]  #: time from the first row on, and half of the round-trip time, both in ns

    @property
    def median_ms(self) -> float:
        """The median of the round-trip times."""
        return median(2 * half for _at, half in self.rows) / 1e6


def rtt_series_of(plan: Plan, link: Table) -> RttSeries | None:
    """Read the series that a link names: lines with a time in seconds and a round-trip time in milliseconds.

    @param plan: a plan
    @param link: one of its links, or of those that its [path] stands for
    @return: the series; None if the link has none
    @raises PlanError: when the file cannot be read, with the line and what would be right
    """
    name = link.get("rtt_series")
    if name is None:
        return None
    path = (plan.folder or Path()) / str(name)
    said_by = line_key(plan, "link", link, "rtt_series")
    where = plan.where(said_by)
    try:
        found = path.stat()
        return _read(path, (found.st_mtime_ns, found.st_size))
    except FileNotFoundError:
        raise PlanError(f'there is no file "{name}" beside the plan for {said_by}', where=where) from None
    except OSError as error:
        raise PlanError(f'"{name}" cannot be read as text: {error.strerror}', where=where) from None


@functools.lru_cache(maxsize=16)
def _read(path: Path, _changed: tuple[int, int]) -> RttSeries:
    """Read a file."""
    rows: list[tuple[int, int]] = []
    begin = last = 0.0
    for number, line in enumerate(read_text(path, TABLE_LIMIT).splitlines(), 1):
        words = line.partition("#")[0].replace(",", " ").replace(";", " ").split()
        if not words or (not rows and not _is_number(words[0])):
            continue  # empty, a comment, or a line of titles
        if len(words) != 2 or not all(map(_is_number, words)):
            raise PlanError(
                f"{line.strip()!r} is not a time in seconds and a round-trip time in milliseconds, such as 0.5 43.2",
                where=f"{path}:{number}",
            )
        at, rtt = map(float, words)
        begin = at if not rows else begin
        if rows and at <= last:
            raise PlanError(
                f"the time {words[0]} s is not after that of the line before", where=f"{path}:{number}"
            )
        if rtt < 0:
            raise PlanError(f"the round-trip time {words[1]} ms is below 0", where=f"{path}:{number}")
        last = at
        rows.append((round((at - begin) * 1e9), round(rtt * 1e6 / 2)))
    if not rows:
        raise PlanError(
            f"{path} has no round-trip times; write a time in seconds and one in milliseconds a line"
        )
    return RttSeries(tuple(rows))


def _is_number(word: str) -> bool:
    """Return whether a word is a finite number."""
    try:
        return math.isfinite(float(word))
    except ValueError:
        return False


def check_rtt_series(plan: Plan) -> None:
    """Refuse invalid series, and keys that cannot be combined with one.

    @param plan: a plan
    """
    for link in link_tables(plan):
        if rtt_series_of(plan, link) is None:
            continue
        for key in ("delay", "delay_up"):
            path = line_key(plan, "link", link, key)
            if is_given(plan, link, key):
                raise PlanError(
                    f"{path} = {show(link.get(key) or plan[path])} has no effect with rtt_series; leave one of "
                    "them out",
                    where=plan.where(path),
                )


def with_rtt_series(plan: Plan, links: Attributes, changes: Attributes) -> tuple[Attributes, Attributes]:
    """Turn the series of links into their delays and changes.

    @param plan: a plan with sites
    @param links: attributes of its links
    @param changes: attributes of the changes of links
    @return: attributes of links and of changes
    """
    found: Attributes = []
    added: Attributes = []
    for link, own in zip(plan.tables("link"), links, strict=True):
        series = rtt_series_of(plan, link)
        halves = [] if series is None else [(at, _delays(half)) for at, half in series.rows]
        found.append({**own, **(halves[0][1] if halves else {})})
        at_key = KEYS["link_change.at"]
        added += [
            {"Link": str(link["name"]), "At": to_ns3(at_key, units.format_time(at)), **delays}
            for at, delays in halves[1:]
        ]
    return found, [*changes, *added]


def _delays(half_ns: int) -> dict[str, str]:
    """Return the attributes of a delay that is the same in both directions."""
    text = to_ns3(KEYS["link.delay"], units.format_time(half_ns))
    return {attribute("delay"): text, attribute("delay_up"): text}
