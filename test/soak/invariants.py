# SPDX-License-Identifier: GPL-2.0-only
"""What holds of every run, whatever its plan."""

from __future__ import annotations

import itertools
from typing import Any

import net8
import numpy as np
from script import check_script, planned
from worlds import Document

__all__ = ["check"]


def check(document: Document, run: net8.Run) -> list[str]:
    """Look for what cannot be.

    @param document: the plan
    @param run: what came out
    @return: a sentence for each finding
    """
    asked = check_script(document, run) if document.get("statement") else _rows(document, run)
    return [*_times(run), *_books(run), *asked]


def _forward(columns: Any, names: tuple[str, ...], what: str) -> list[str]:
    """Tell where a time lies before one that it follows; -1 stands for a time that never came."""
    found = []
    for early, late in itertools.pairwise(names):
        both = (columns[early] >= 0) & (columns[late] >= 0)
        if (columns[early][both] > columns[late][both]).any():
            found.append(f"{late} of {what} lies before {early}")
    return found


def _times(run: net8.Run) -> list[str]:
    # A session that fails over was ready before its last connection, which may not be accepted yet when the run stops.
    sessions, attempts = run.session_columns, run.attempt_columns
    ready = sessions["ready_ns"][attempts["session"]]
    again = np.unique(attempts["session"][(ready >= 0) & (attempts["start_ns"] > ready)])
    once = {name: np.delete(sessions[name], again) for name in ("connected_ns", "accepted_ns", "ready_ns")}
    found = _forward(sessions, ("start_ns", "end_ns"), "a session")
    found += _forward(once, tuple(once), "a session")
    found += _forward(sessions, ("start_ns", "connected_ns", "end_ns"), "a session")
    found += _forward(run.call_columns, ("start_ns", "first_byte_ns", "end_ns"), "a call")
    found += _forward(run.attempt_columns, ("start_ns", "tcp_connected_ns", "accepted_ns"), "an attempt")
    for name, value in run.metrics.items():
        if value is not None and (not np.isfinite(value) or value < 0):
            found.append(f"{name} is {value}")
    return found


def _books(run: net8.Run) -> list[str]:
    found = []
    sessions, attempts = run.session_columns, run.attempt_columns
    if len(run.outcome) != sessions["session"].size:
        found.append("sessions and outcomes differ in number")
    made = np.bincount(attempts["session"], minlength=sessions["session"].size)
    if not np.array_equal(made, sessions["attempts"]):
        found.append("attempts of sessions do not add up")
    if ((attempts["ora_code"] == 0) != (attempts["accepted_ns"] >= 0)).any():
        found.append("an attempt without an error was not accepted, or the other way round")
    metrics = run.metrics
    parts = ("admitted", "refused", "reset", "timed_out", "unfinished_attempts")
    if metrics["attempts"] != sum(metrics[part] or 0 for part in parts):
        found.append("outcomes of attempts do not add up to attempts")
    rows = np.bincount(
        run.call_columns["session"], run.call_columns["rows"], minlength=sessions["session"].size
    )
    if not np.array_equal(rows.astype(np.int64), sessions["rows"]):
        found.append("rows of calls do not add up to rows of sessions")
    found += [f"the counter {name} is {count}" for name, count in run.counters.items() if count < 0]
    return found


def _rows(document: Document, run: net8.Run) -> list[str]:
    """Tell when a session that ended well and had no failed call has not all rows that were asked for."""
    if document.get("query", {}).get("fail_every"):
        return []
    asked = int(document.get("query", {}).get("rows", 10000))
    queries = [_of_group(document, int(group), "queries", 1) for group in run.session_columns["group"]]
    wrong = [
        session
        for session, outcome in enumerate(run.outcome[: planned(document)])
        if outcome == "closed"
        and not run.session_columns["failed_calls"][session]
        and run.session_columns["rows"][session] != asked * queries[session]
    ]
    return [f"session {wrong[0]} closed well without the rows that it asked for"] if wrong else []


def _of_group(document: Document, group: int, key: str, default: int) -> int:
    """Look a key up in a group, then in [client]."""
    groups = document.get("group", [])
    own = groups[group].get(key) if groups else None
    return int(own if own is not None else document.get("client", {}).get(key, default))
