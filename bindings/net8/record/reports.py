# SPDX-License-Identifier: GPL-2.0-only
"""Read AWR and Statspack reports into a record: sums over an instance between two snapshots.

A report tells DB time, DB CPU, waits and SQL*Net statistics of all sessions together. In text its tables have a line of
dashes below their heads, which says where each column is; names that are too long for theirs are cut. In HTML a heading
stands before each table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from net8.base.errors import CaptureError
from net8.base.words import many
from net8.record.html_tables import rows_of_html
from net8.record.record import Mark, Record, Session, not_told
from net8.record.sums import MOST, MOST_NS, Sums, SumsWriter, nanoseconds
from net8.record.wait_classes import FROM_CLIENT, NETWORK_EVENTS, wait_event
from net8.record.whole import read_whole

__all__ = ["REPORT", "is_report", "read_report"]

REPORT: Final = "AWR or Statspack report"
"""Kind of these files."""
_HEAD: Final = re.compile(
    rb"(?:^[ \t]*|<h1[^<>]{0,100}>\s{0,9})(?:WORKLOAD REPOSITORY (?:PDB )?report for|STATSPACK report for)\b",
    re.MULTILINE | re.IGNORECASE,
)
_SECTION: Final = re.compile(r"^(\S.*?) {2,}DB/Inst: ")
_END: Final = re.compile(r"^ +-{20,}\s*$")
_RULER: Final = re.compile(r"^-{5,}(?: +-{2,})+\s*$")
_DB_TIME: Final = re.compile(r"^ *DB time: +([\d,]+\.?\d*) +\(mins\)", re.MULTILINE | re.IGNORECASE)
_NUMBER: Final = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+")
_LEAST_NAME: Final = 15
"""Letters from which on a name may be one that was cut."""
_EVENTS: Final = ("Foreground Wait Events", "Wait Events")
_STATISTICS: Final = (
    "Instance Activity Stats",
    "Key Instance Activity Stats",
    "Other Instance Activity Stats",
)
_TRIPS: Final = "SQL*Net roundtrips to/from client"
_SENT: Final = "bytes sent via SQL*Net to client"
_RECEIVED: Final = "bytes received via SQL*Net from client"
_CALLS: Final = "user calls"
_CPU: Final = "CPU used by this session"


@dataclass(slots=True)
class _Report:
    """What a report tells."""

    events: dict[str, dict[str, tuple[int, int]]] = field(default_factory=dict)  #: by section and event
    model: dict[str, int] = field(default_factory=dict)  #: time model, nanoseconds
    statistics: dict[str, int] = field(default_factory=dict)  #: of the instance


def is_report(head: bytes) -> bool:
    """Return whether a file is a report of AWR or Statspack.

    @param head: how it begins
    @return: whether it looks like it
    """
    return _HEAD.search(head) is not None


def read_report(path: Path) -> Record:
    """Read a report of AWR, in text or HTML, or of Statspack.

    @param path: the file
    @return: what it tells
    @raises CaptureError: when it has neither DB time nor waits
    """
    text = read_whole(path).decode("utf-8", "replace")
    found = _Report()
    rows = rows_of_html(text) if "<h1" in text.lower() else _rows(text.splitlines())
    told = _DB_TIME.search(text)
    for section, columns, cells in rows:
        _keep(found, section, columns, cells)
        told = told or _DB_TIME.match(" ".join(cells))
    if told and "DB time" not in found.model:
        found.model["DB time"] = nanoseconds(told[1], 60)
    return _record(path, found)


def _rows(lines: Iterable[str]) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield the rows of tables: section, heads of the columns, cells."""
    section, spans, heads = "", list[tuple[int, int]](), list[str]()
    above: list[str] = []
    for line in lines:
        if named := _SECTION.match(line):
            section, spans, above = named[1].strip(), [], []
        elif _END.match(line):
            section, spans, above = "", [], []
        elif _RULER.match(line):
            spans = _columns(line)
            heads = [" ".join(head[start:end].strip() for head in above) for start, end in spans]
        elif section and spans and line.strip():
            yield section, heads, [line[start:end].strip() for start, end in spans]
        else:
            # Only what stands directly above the ruler names columns.
            above = [*above, line] if line.strip() else []


def _columns(ruler: str) -> list[tuple[int, int]]:
    """Return where the columns are; numbers may begin in the space before theirs."""
    ends = [match.end() for match in re.finditer(r"-+", ruler)]
    return list(zip([0, *ends], ends, strict=False))


def _keep(found: _Report, section: str, heads: list[str], cells: list[str]) -> None:
    """Keep a row of a table that is needed."""
    name, *values = cells
    if not name or not values:
        return
    if section in _EVENTS:
        time = next((place for place, head in enumerate(heads) if re.search(r"\(s(?:ec)?\)", head)), None)
        if time is None or time >= len(cells) or not (_is_number(values[0]) and _is_number(cells[time])):
            return
        whole = next((each for each in NETWORK_EVENTS if _is_cut(name, each)), name)
        found.events.setdefault(section, {})[whole] = _whole(values[0]), nanoseconds(cells[time])
    elif section.startswith("Time Model") and _is_number(values[0]):
        found.model[name] = nanoseconds(values[0])
    elif section in _STATISTICS and _is_number(values[0]):
        whole = next((each for each in (_TRIPS, _SENT, _RECEIVED) if _is_cut(name, each)), name)
        found.statistics[whole] = _whole(values[0])


def _is_cut(name: str, whole: str) -> bool:
    """Return whether a name is another one, cut or not."""
    return whole.startswith(name) and len(name) >= _LEAST_NAME


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


def _whole(text: str) -> int:
    """Read a count."""
    return min(int(text.replace(",", "").partition(".")[0] or 0), 2**62)


def _record(path: Path, found: _Report) -> Record:
    """Make a record of a report."""
    section = next((each for each in _EVENTS if found.events.get(each)), "")
    waits = found.events.get(section, {})
    idle = {name for name in waits if wait_event(name).wait_class == "Idle"}
    cpu = found.model.get("DB CPU", min(found.statistics.get(_CPU, 0) * 10**7, MOST_NS))
    busy = sum(time for name, (_count, time) in waits.items() if name not in idle and name != FROM_CLIENT)
    elapsed = found.model.get("DB time", min(cpu + busy, MOST_NS))
    if not elapsed and not waits:
        raise CaptureError(
            f"{path} has neither DB time nor a table of wait events; use a whole report of one instance"
        )
    record = Record(str(path), REPORT, {}, sessions=[Session("all sessions of the instance", 0)])
    trips = found.statistics.get(_TRIPS, waits.get(FROM_CLIENT, (0, 0))[0])
    calls = found.statistics.get(_CALLS, 0) or trips or 1
    sums = Sums()
    sums.calls["all calls"] = [calls, cpu, elapsed, *[0] * 4]
    sums.waits |= {name: list(values) for name, values in waits.items() if name not in idle}
    writer = SumsWriter(record)
    writer.add(b"all statements", b"", sums)
    writer.finish()
    record.calls.rows[0] = -1
    record.sessions[0].trips = min(trips, MOST)
    record.told = {
        name: found.statistics[key]
        for name, key in (("bytes to clients", _SENT), ("bytes from clients", _RECEIVED))
        if key in found.statistics
    }
    _tell(record, section, idle, model="DB time" in found.model, trips=_TRIPS in found.statistics)
    return record


def _tell(record: Record, section: str, idle: set[str], *, model: bool, trips: bool) -> None:
    """Say where the fields come from, and what is missing."""
    sums = "sum over all sessions between two snapshots"
    record.marks |= {
        "session": Mark("absent", "a report adds up all sessions"),
        "statement": Mark("absent", "what a report tells of statements is not read"),
        "kind": Mark("absent", "a report adds up all calls"),
        "start_ns": Mark("absent", "a report tells no order"),
        "end_ns": Mark("seen", f"DB time: {sums}") if model else Mark("derived", "processor time and waits"),
        "cpu_ns": Mark("seen", f"DB CPU: {sums}"),
        "trip": Mark("seen", _TRIPS) if trips else Mark("derived", f"as many as waits for {FROM_CLIENT}"),
        "waits": Mark("seen", f"{section}, in whole seconds") if section else Mark("absent", "no table of waits"),
        **{
            name: not_told("a report")
            for name in ("rows", "depth", "parent", "request_bytes", "reply_bytes")
        },
        "rtt_ns": Mark("absent", "a report does not tell network and client apart; --rtt does"),
    }  # fmt: skip
    record.notes.append(
        "a report of an instance gives a rough answer: sums over all sessions, in whole seconds, in which sessions "
        "that only wait between calls are time of clients; a trace of one session tells more"
    )
    if section == "Wait Events":
        record.notes.append("its waits have those of background processes among them")
    if idle:
        record.notes.append(f"left out: {many(len(idle), 'idle event')}, such as {min(idle)}")
    if record.told:
        told = "; ".join(f"{value:,} {name}" for name, value in record.told.items())
        record.notes.append(f"in all sessions together {told}")
