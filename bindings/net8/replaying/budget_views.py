# SPDX-License-Identifier: GPL-2.0-only
"""A budget as tables for the terminal, as the text of a test that failed, and as a report of JUnit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

from net8.base.sheet import Column, Sheet
from net8.base.words import many
from net8.replaying.budget import NOT_MODELLED, Budget, OnPath

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["budget_text", "junit_of", "properties_of", "show_budget"]

_MOST_ROWS: Final = 20
_SUITE: Final = "net8 budget"


def show_budget(console: Console, found: Budget, *, everything: bool = False) -> None:
    """Print round trips by statement, times by path, and what is over the budget.

    @param console: where to
    @param found: the budget
    @param everything: whether all statements are shown
    """
    for note in found.notes:
        console.print(f"note: {note}", markup=False, highlight=False, soft_wrap=True)
    console.print(_whole(found), markup=False, highlight=False, soft_wrap=True)
    shown = found.by if everything else found.by[:_MOST_ROWS]
    table = Sheet(
        Column("statement", "name"), Column("round trips", "number"), Column("request (bytes)", "number"),
        Column("reply (bytes)", "number"), title="Round trips",
    )  # fmt: skip
    for each in shown:
        table.add(each.name, f"{each.trips:,}", f"{each.request_bytes:,}", f"{each.reply_bytes:,}")
    table.add("all", f"{found.trips:,}", f"{found.request_bytes:,}", f"{found.reply_bytes:,}", style="bold")
    if len(shown) < len(found.by):
        table.note = f"{len(found.by) - len(shown)} more rows: --all shows them"
    console.print(table)
    if found.paths:
        console.print(_times(found))
    for sentence in found.complaints():
        console.print(f"over the budget: {sentence}", markup=False, highlight=False, soft_wrap=True)
    console.print(f"not modelled: {'; '.join(NOT_MODELLED)}", markup=False, highlight=False, soft_wrap=True)


def _whole(found: Budget) -> str:
    """Say what the budget is of."""
    return (
        f"{many(found.sessions, 'connection')}, {many(found.trips, 'round trip')}, "
        f"{found.request_bytes + found.reply_bytes:,} bytes; recorded in {found.recorded_s:.6f} s"
    )


def _times(found: Budget) -> Sheet:
    """Return the table of paths."""
    table = Sheet(
        Column("path", "name"), Column("time (s)", "number"), Column("95 % of runs (s)", "number"),
        Column("latency (s)", "number"), Column("server (s)", "number"),
        *([Column("allowed (s)", "number"), Column("verdict", "name")] if found.most_s is not None else []),
        title="From the first connection to the last reply",
        note="latency and server: added up over all connections",
    )  # fmt: skip
    for each in found.paths:
        verdict = [f"{found.most_s:.6f}", "over" if each.over else "kept"] if found.most_s is not None else []
        table.add(
            each.path, f"{each.time.mean_s:.6f}", _range(each), f"{each.latency_s:.6f}", f"{each.server_s:.6f}",
            *verdict,
        )  # fmt: skip
    return table


def _range(each: OnPath) -> str:
    """Return the range of a time; one value where nothing is random."""
    spread = each.time
    return "always" if spread.low_s == spread.high_s else f"{spread.low_s:.4f} to {spread.high_s:.4f}"


def budget_text(found: Budget) -> str:
    """Say in lines what is over the budget, for a test that fails.

    @param found: the budget
    @return: text
    """
    lines = [f"over the budget: {sentence}" for sentence in found.complaints()]
    lines += [f"  {each.trips:>6,}  {each.name}" for each in found.by[:_MOST_ROWS]]
    lines += [f"  {each.time.mean_s:.3f} s at {each.path}" for each in found.paths]
    return "\n".join([*lines, f"not modelled: {'; '.join(NOT_MODELLED)}"])


def properties_of(found: Budget) -> list[tuple[str, str]]:
    """Return the numbers as properties of a test.

    @param found: the budget
    @return: names and values
    """
    numbers = [
        ("net8 round trips", str(found.trips)), ("net8 request bytes", str(found.request_bytes)),
        ("net8 reply bytes", str(found.reply_bytes)),
    ]  # fmt: skip
    return numbers + [(f"net8 seconds at {each.path}", f"{each.time.mean_s:.6f}") for each in found.paths]


def junit_of(found: Budget) -> bytes:
    """Write a report as JUnit does: a test for the round trips, and one for each path.

    @param found: the budget
    @return: XML
    """
    cases: list[tuple[str, float, str]] = []
    complaints = found.complaints()
    if found.most_trips is not None:
        over = complaints.pop(0) if found.trips > found.most_trips else ""
        cases.append(("round trips", 0.0, over))
    cases += [(each.path, each.time.mean_s, complaints.pop(0) if each.over else "") for each in found.paths]
    suite = ElementTree.Element(
        "testsuite", name=_SUITE, tests=str(len(cases)), failures=str(sum(bool(why) for _, _, why in cases)),
        errors="0", skipped="0", time=f"{sum(time for _, time, _ in cases):.6f}",
    )  # fmt: skip
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in properties_of(found):
        ElementTree.SubElement(properties, "property", name=name, value=value)
    for name, time, why in cases:
        case = ElementTree.SubElement(
            suite, "testcase", classname=f"{_SUITE}.{found.source}", name=name, time=f"{time:.6f}"
        )
        if why:
            ElementTree.SubElement(case, "failure", message=why).text = budget_text(found)
    suites = ElementTree.Element("testsuites")
    suites.append(suite)
    return bytes(ElementTree.tostring(suites, encoding="utf-8", xml_declaration=True))
