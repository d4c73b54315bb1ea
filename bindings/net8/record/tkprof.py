# SPDX-License-Identifier: GPL-2.0-only
"""Read the output of tkprof into a record: sums of each statement, of the statements not listed, and waits.

tkprof adds up all calls of a statement by their kind, so that the record has one call for each sum, which stands for as
many, and no order. A statement's figures are without those of its recursive statements, which have their own (SQL
Tuning Guide, "Performing Application Tracing"), so that all of them add up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from net8.base.errors import CaptureError
from net8.base.words import many
from net8.record.record import Mark, Record, Session, not_told
from net8.record.sums import MOST, Sums, SumsWriter, nanoseconds
from net8.record.wait_classes import FROM_CLIENT
from net8.record.whole import read_whole

__all__ = ["TKPROF", "is_tkprof", "read_tkprof"]

TKPROF: Final = "output of tkprof"
"""Kind of these files."""
_HEAD: Final = re.compile(rb"^TKPROF: Release|^call +count\s+cpu +elapsed", re.MULTILINE)
_RULE: Final = re.compile(r"^\*{20,}[ \t]*\r?$", re.MULTILINE)
_CALLS: Final = re.compile(
    r"^(Parse|Execute|Fetch)[ \t]+(\d{1,15})[ \t]+(\d{1,12}\.\d{1,6})[ \t]+(\d{1,12}\.\d{1,6})"
    r"[ \t]+(\d{1,15})[ \t]+(\d{1,15})[ \t]+(\d{1,15})[ \t]+(\d{1,15})[ \t]*\r?$",
    re.MULTILINE,
)
_TABLE: Final = re.compile(r"^call[ \t]+count[ \t]+cpu[ \t]+elapsed", re.MULTILINE)
_MISSES: Final = re.compile(
    r"^Misses in library cache during (parse|execute): (\d{1,15})[ \t]*\r?$", re.MULTILINE
)
_WAITS: Final = "Elapsed times include waiting on following events"
_WAIT: Final = re.compile(
    r"^[ \t]+(\S[^\r\n]*?)[ \t]+(\d{1,15})[ \t]+(\d{1,12}\.\d{1,6})[ \t]+(\d{1,12}\.\d{1,6})[ \t]*\r?$",
    re.MULTILINE,
)
_NAMED: Final = re.compile(r"^SQL ID ?: ?(\w{1,20})\b[^\r\n]*\r?\n", re.MULTILINE)
_OVERALL: Final = "OVERALL TOTALS FOR ALL"
_RECURSIVE: Final = "OVERALL TOTALS FOR ALL RECURSIVE"
_DEPTH: Final = re.compile(r"\(recursive depth: ([1-9]\d{0,8})\)")
_KINDS: Final = {"Parse": "parse", "Execute": "execute", "Fetch": "fetch"}
_LEFT: Final = b"statements not listed", b"recursive statements not listed"
_DEEPEST: Final = 127


def is_tkprof(head: bytes) -> bool:
    """Return whether a file is output of tkprof.

    @param head: how it begins
    @return: whether it looks like it
    """
    return _HEAD.search(head) is not None


def read_tkprof(path: Path) -> Record:
    """Read output of tkprof.

    @param path: the file
    @return: what it tells
    @raises CaptureError: when it has no table of calls
    """
    text = read_whole(path).decode("utf-8", "replace")
    record = Record(str(path), TKPROF, {}, sessions=[Session("all sessions of the trace", 0)])
    writer, recursive, found = SumsWriter(record, counted=True), 0, False
    # Of clients, and recursive: sums of all less those of the statements that are listed are of the others.
    listed, overall = (Sums(), Sums()), (Sums(), Sums())
    for block in _RULE.split(text):
        for part in _parts(block):
            sums = _sums(part)
            if part.lstrip().startswith(_OVERALL):
                overall[part.lstrip().startswith(_RECURSIVE)].add(sums)
                found = True
            elif sums.calls:
                deep = _DEPTH.search(part)
                depth = min(int(deep[1]), _DEEPEST) if deep else 0
                recursive += depth > 0
                listed[depth > 0].add(sums)
                writer.add(*_name(part), sums, depth)
    for depth, (name, all_, theirs) in enumerate(zip(_LEFT, overall, listed, strict=True) if found else ()):
        all_.add(theirs, -1)
        writer.add(name, b"", _positive(all_), depth)
    writer.finish()
    if not record.calls.session:
        raise CaptureError(
            f"{path} has no table of calls with a count; run tkprof on a whole trace, or give the trace itself"
        )
    _tell(record, found=found, recursive=recursive, waits=writer.waits)
    return record


def _parts(block: str) -> Iterator[str]:
    """Yield what stands between two rulers; the last of a file has the sums of all, in two parts."""
    starts = [match.start() for match in re.finditer(_OVERALL, block)]
    for start, end in zip([0, *starts], [*starts, len(block)], strict=True):
        if block[start:end].strip():
            yield block[start:end]


def _sums(part: str) -> Sums:
    """Read the tables of a statement."""
    found = Sums()
    head, waits, tail = part.partition(_WAITS)
    for word, count, cpu, elapsed, *counted in _CALLS.findall(head):
        if int(count):
            *blocks, rows = (min(int(each), MOST) for each in counted)
            found.calls[_KINDS[word]] = [
                min(int(count), MOST),
                nanoseconds(cpu),
                nanoseconds(elapsed),
                rows,
                *blocks,
            ]
    for word, count in _MISSES.findall(head):
        found.misses[word] = min(int(count), MOST)
    if waits:
        for name, count, _longest, total in _WAIT.findall(tail):
            found.waits[name] = [min(int(count), MOST), nanoseconds(total)]
    return found


def _name(part: str) -> tuple[bytes, bytes]:
    """Return name and text of a statement; without SQL_ID, as up to 10.2, its text is its name."""
    head = part[: found.start()] if (found := _TABLE.search(part)) else part
    named = _NAMED.search(head)
    text = (head[named.end() :] if named else head).strip()
    return (named[1] if named else " ".join(text.split())[:60] or "statement").encode(), text.encode()


def _positive(sums: Sums) -> Sums:
    """Return what is left of all sums; hundredths of a second that were rounded are not."""
    left = Sums()
    left.calls |= {
        name: [max(each, 0) for each in values] for name, values in sums.calls.items() if values[0] > 0
    }
    left.waits |= {
        name: [max(each, 0) for each in values] for name, values in sums.waits.items() if values[0] > 0
    }
    left.misses |= {name: max(count, 0) for name, count in sums.misses.items()}
    return left


def _tell(record: Record, *, found: bool, recursive: int, waits: int) -> None:
    """Say where the fields come from, and what is missing."""
    record.told = {"statements": len(record.statements.all) - 1, "waits": waits}
    no_waits = Mark("absent", "no table of waits")
    sums = "sum over all calls of a kind, in hundredths of a second"
    record.marks |= {
        "session": Mark("absent", "tkprof adds up all sessions"),
        "statement": Mark("seen", "SQL ID, or the text"),
        "kind": Mark("seen", "Parse, Execute, Fetch"),
        "start_ns": Mark("absent", "tkprof tells no order; sums stand one after the other"),
        "end_ns": Mark("seen", f"elapsed: {sums}"),
        "cpu_ns": Mark("seen", f"cpu: {sums}"),
        "rows": Mark("seen", "rows: sum over all calls of a kind"),
        "trip": Mark("derived", f"as many as waits for {FROM_CLIENT}") if waits else no_waits,
        "waits": Mark("seen", "Total Waited, of a statement, not of its calls") if waits else no_waits,
        "depth": Mark("seen", "recursive depth of a statement"),
        "disk_blocks": Mark("seen", "disk: sum over all calls of a kind"),
        "query_blocks": Mark("seen", "query: blocks in consistent mode"),
        "current_blocks": Mark("seen", "current: blocks in current mode"),
        "misses": Mark("seen", "Misses in library cache"),
        **{name: not_told("tkprof") for name in ("parent", "request_bytes", "reply_bytes")},
        "rtt_ns": Mark("absent", "tkprof does not tell network and client apart; --rtt does"),
    }  # fmt: skip
    record.notes.append(
        "tkprof's output has sums: single calls, their order, sessions and times of day are absent, and what is "
        "shorter than 5 ms in sum counts as 0; the trace itself has them"
    )
    if not waits:
        record.notes.append(
            "it has no table of waits, so waits, network and client cannot be told apart; trace with level 8 or 12"
        )
    if not found:
        record.notes.append(
            "it ends before the sums of all statements, so those not listed are not in the answer"
        )
    if recursive:
        record.notes.append(
            f"{many(recursive, 'recursive statement')}: their time is beside that of the statements that caused them"
        )
