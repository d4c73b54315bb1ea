# SPDX-License-Identifier: GPL-2.0-only
"""The format of the files of a run, so that changed files are refused."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from net8.base import files
from net8.results.waits import EVENTS

if TYPE_CHECKING:
    import numpy.typing as npt

    Tables = Mapping[str, Mapping[str, npt.NDArray[Any]]]

__all__ = [
    "ASKED_FOR",
    "COLUMNS",
    "KINDS",
    "SKIPPED",
    "check_record",
    "check_tables",
    "names_of",
    "write_json",
]

_LINES: Final = json.JSONEncoder(separators=(",\n ", ": "))
"""Writes an entry per line; with an indent, Python would not use its compiled encoder."""

KINDS: Final = {
    0: "execute", 1: "fetch", 2: "logon", 3: "logoff", 4: "parse", 5: "close", 6: "commit", 7: "lob",
    8: "rollback", 9: "ping", 10: "pipeline", 11: "call", 12: "kept", 13: "prepare", 14: "load",
    15: "finish", 16: "switch", 17: "notification",
}  # fmt: skip
"""Kinds of calls, by their number in the extension."""

COLUMNS: Final = {
    "calls": (
        "session", "query", "statement", "transaction", "execution", "call", "kind", "start_ns", "first_byte_ns",
        "end_ns", "work_ns", "request_bytes", "reply_bytes", "request_packets", "reply_packets", "rows", "failed_rows",
        "error",
    ),
    "sessions": (
        "session", "group", "start_ns", "resolved_ns", "connected_ns", "accepted_ns", "ready_ns", "end_ns",
        "waiting_since_ns", "retransmitted_ns", "round_trips", "attempts", "ora_code", "version", "sdu", "tdu",
        "bytes_sent", "bytes_received", "fetch_calls", "rows", "failed_calls", "handler",
    ),
    "waits": ("session", "statement", "event", "waits", "total_ns", "longest_ns"),
    "attempts": (
        "session", "attempt", "pass", "address", "ip_version", "start_ns", "tcp_connected_ns", "accepted_ns", "end_ns",
        "redirects", "ora_code",
    ),
    "series": (
        "time_ns", "host", "cores", "busy_ns", "run_queue", "memory_bytes", "sessions", "greetings", "backlog",
        "accepted", "refused", "overflows",
    ),
    "links": (
        "time_ns", "link", "up", "queue_packets", "queue_bytes", "busy_ns", "sent_bytes", "dropped_packets",
        "lost_packets",
    ),
    "requests": (
        "group", "user", "request", "start_ns", "asked_ns", "got_ns", "done_ns", "end_ns", "session", "transaction",
        "execution", "error",
    ),
    "failovers": (
        "session", "failover", "lost_ns", "logged_on_ns", "end_ns", "attempts", "preconnected", "calls_again",
        "rows_again", "cause", "ora_code",
    ),
    "goodput": ("time_ns", "link", "up", "group", "goodput_bytes"),
    "connections": ("time_ns", "session", "server", "cwnd_bytes", "rtt_ns", "in_flight_bytes"),
    "flows": ("time_ns", "traffic", "flow", "received_bytes"),
}  # fmt: skip
"""Columns of each CSV file, named as in the extension."""

ASKED_FOR: Final = ("links", "goodput", "connections", "requests", "flows", "failovers")
"""Tables that exist only if the plan asks for them."""

_LARGEST: Final = 1 << 62
"""Largest value in a table: sums of a few such numbers still fit into 64 bits; times end at 2^63 ns."""


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 1 << 64


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_list(each: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(each, value))


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_is_text, value))


def _is_drawn(value: object) -> bool:
    """Return whether it is a stream, a probability and a number of draws."""
    return (
        isinstance(value, list | tuple)
        and len(value) == 3
        and _is_count(value[0])
        and isinstance(value[1], int | float)
        and 0 <= value[1] <= 1
        and _is_count(value[2])
    )


SKIPPED: Final = ("skipped_calls", "skipped_events", "skipped_time_ns", "why_not_skipped")
"""What a record says of calls that repeat, if any were skipped or were to be."""

_RECORD: Final[Mapping[str, Callable[[object], bool]]] = {
    "seed": _is_count,
    "run": _is_count,
    "digest": _is_text,
    "events": _is_count,
    "end_time_ns": lambda value: _is_count(value) and int(str(value)) < 1 << 63,
    "wall_s": lambda value: isinstance(value, int | float) and 0 <= value < math.inf,
    "outcome": _is_list(_is_text),
    "counters": lambda value: isinstance(value, dict) and all(map(_is_count, value.values())),
    "addresses": _is_list(_is_text),
    "groups": _is_list(_is_text),
    "statements": _is_list(_is_text),
    "transactions": _is_list(_is_text),
    "sites": _is_list(_is_text),
    "handlers": _is_list(_is_pair),
    "rank_events": _is_list(_is_count),
    "events_left": _is_count,
    "links": _is_list(_is_text),
    "passed": lambda value: value is None or (isinstance(value, list) and all(map(_is_drawn, value))),
    "skipped_calls": _is_count,
    "skipped_events": _is_count,
    "skipped_time_ns": _is_count,
    "why_not_skipped": _is_text,
}


def write_json(path: Path, record: Mapping[str, Any]) -> None:
    """Write one entry per line.

    @param path: the file
    @param record: its contents
    """
    files.current.write(path, _LINES.encode(record).encode() + b"\n")


def check_record(record: object) -> dict[str, Any]:
    """Refuse a wrong record of run.json, and return a correct one.

    @param record: the contents of run.json
    @return: the same
    @raises ValueError: with the reason
    """
    if not isinstance(record, dict):
        raise ValueError("run.json is not a JSON object")
    # Folders of older versions lack the last ones.
    lacking: dict[str, object] = {
        "rank_events": [],
        "events_left": 0,
        "links": [],
        "statements": [],
        "transactions": [],
        "sites": [],
        "passed": None,
        **dict.fromkeys(SKIPPED, 0),
        "why_not_skipped": "",
    }
    filled = {**lacking, **record}
    wrong = [name for name, fits in _RECORD.items() if not fits(filled.get(name))]
    if wrong:
        raise ValueError(f"{wrong[0]} in run.json is missing or not written by net8")
    if filled["sites"] and len(filled["sites"]) != len(filled["groups"]):
        raise ValueError("run.json does not have one site for each group")
    return filled


def check_tables(tables: Tables, record: Mapping[str, Any]) -> None:
    """Refuse tables that do not fit each other.

    @param tables: columns of each CSV file, by its name
    @param record: the contents of run.json
    @raises ValueError: with the reason
    """
    tables = {name: columns for name, columns in tables.items() if columns or name not in ASKED_FOR}
    for name, columns in tables.items():
        if missing := [column for column in COLUMNS[name] if column not in columns]:
            raise ValueError(f"{name}.csv has no column {missing[0]}")
        for column, values in columns.items():
            _within(f"{name}.csv", column, values, -_LARGEST, _LARGEST)
    sessions = len(record["outcome"])
    if tables["sessions"]["session"].tolist() != list(range(sessions)):
        raise ValueError(f"sessions.csv does not hold the {sessions} sessions of run.json")
    for name, column, number, least in (
        ("calls", "session", sessions, 0), ("calls", "kind", len(KINDS), 0),
        ("calls", "statement", len(record["statements"]), -1),
        ("calls", "transaction", len(record["transactions"]), -1), ("waits", "session", sessions, 0),
        ("waits", "event", len(EVENTS), 0), ("attempts", "session", sessions, 0),
        ("attempts", "address", len(record["addresses"]), 0), ("sessions", "group", len(record["groups"]), 0),
        ("sessions", "handler", len(record["handlers"]), -1), ("series", "host", _LARGEST, 0),
        ("links", "link", len(record["links"]), 0), ("goodput", "link", len(record["links"]), 0),
        ("goodput", "group", len(record["groups"]) + 1, 0), ("connections", "session", sessions, 0),
        ("requests", "group", len(record["groups"]), 0), ("requests", "session", sessions, -1),
        ("requests", "transaction", len(record["transactions"]), -1), ("failovers", "session", sessions, 0),
        ("flows", "traffic", _LARGEST, 0), ("flows", "flow", _LARGEST, 0),
    ):  # fmt: skip
        if name in tables:
            _within(f"{name}.csv", column, tables[name][column], least, number - 1)


def _within(file: str, column: str, values: npt.NDArray[Any], low: int, high: int) -> None:
    """Refuse a column with a number out of range."""
    if values.size and not low <= int(values.min()) <= int(values.max()) <= high:
        raise ValueError(f"{file} has an impossible number in {column}")


def names_of(rows: Sequence[Sequence[str]]) -> Sequence[str]:
    """Return the column names of a table, which must differ.

    @param rows: rows of text; the first one has the names
    @return: the names
    @raises ValueError: when there are none, or one occurs twice
    """
    if not rows or len(set(rows[0])) != len(rows[0]):
        raise ValueError("a table has no column names, or one of them twice")
    return rows[0]
