# SPDX-License-Identifier: GPL-2.0-only
"""Raw traces of event 10046: what is read from them, and what must not mislead.

The traps are those that readers of traces fell into: lines inside statements and binds, cursor numbers used again,
waits outside of cursors, recursive calls, other units, several sessions, files that end anywhere. Real traces live
outside the project, in the folder ``traces`` of ``NET8_SHARED`` (default: ``../shared`` beside the project).
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made_trace import FROM, HEAD, SIMPLE, TO, bind, call, parsing, wait, write
from net8.accounting.account import account_of
from net8.base.errors import CaptureError
from net8.record import trace
from net8.record.record import NONE, REST, Record
from net8.record.trace import read_trace
from net8.record.wait_classes import wait_event

pytestmark = pytest.mark.plain

TRACES = Path(os.environ.get("NET8_SHARED", Path(__file__).resolve().parents[4] / "shared")) / "traces"
needs_traces = pytest.mark.skipif(
    not TRACES.is_dir(), reason=f"no traces in {TRACES}; NET8_SHARED names the folder above them"
)


def made(folder: Path, text: str | bytes) -> Record:
    """Read a made trace."""
    return read_trace(write(folder, text))


def kinds(record: Record) -> list[str]:
    """Name the kinds of the calls, in order."""
    return [record.kinds[kind] for kind in record.calls.kind]


def names(record: Record) -> list[str]:
    """Name the statements of the calls, in order."""
    return [record.statements.all[number].name for number in record.calls.statement]


def spans(record: Record) -> list[tuple[int, str, int, int, int]]:
    """Return call, event, place, microseconds and count of all spans."""
    found = record.spans
    return [
        (call_number, record.events.all[event].name, place, time // 1000, count)
        for call_number, event, place, time, count in zip(
            found.call, found.event, found.place, found.time_ns, found.count, strict=True
        )
    ]


def test_calls_have_their_waits(tmp_path: Path) -> None:
    record = made(tmp_path, SIMPLE)
    assert kinds(record) == ["parse", "execute", "fetch", "fetch", REST]
    assert names(record)[:4] == ["a1"] * 4
    assert record.statements.all[1].text == "select x from t"
    # The disk read ended 300 us after the start of the first FETCH, 1,000,300; the messages to the client before each.
    assert spans(record) == [
        (2, "db file sequential read", 0, 300, 1), (2, TO, 1, 2, 1), (3, FROM, 1, 20_000, 1), (3, TO, 1, 1, 1),
        (4, FROM, 1, 30_000, 1),
    ]  # fmt: skip
    assert list(record.calls.trip)[:4] == [0, 0, 0, 1]
    assert list(record.calls.rows)[:4] == [0, 0, 10, 5]
    assert record.sessions[0].name == "7.11"
    assert record.sessions[0].end_ns - record.sessions[0].start_ns == 50_950_000  # type: ignore[operator]
    assert record.client_before_ns().tolist() == [0, 0, 0, 20_000_000, 30_000_000]
    assert record.notes == []


@pytest.mark.parametrize("part", [1, 7, 64, 1000])
def test_it_does_not_matter_where_the_file_is_cut_into_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    text = SIMPLE + bind(1, "a\nEXEC #1:c=1,e=1,p=0,cr=0,cu=0,mis=0,r=0,dep=0,og=1,plh=1,tim=2000000\nb")
    text += call("EXEC", 1, 1, 1, 1_060_000)
    whole = made(tmp_path, text)
    monkeypatch.setattr(trace, "_PART_BYTES", part)
    parts = made(tmp_path, text)
    assert (parts.calls, parts.spans, parts.told) == (whole.calls, whole.spans, whole.told)


def test_lines_inside_a_statement_are_not_records(tmp_path: Path) -> None:
    text = (
        "begin\nEXEC #1:c=9,e=9,p=0,cr=0,cu=0,mis=0,r=9,dep=0,og=1,plh=1,tim=999\n"
        f"WAIT #1: nam='{FROM}' ela= 7 tim=999\nEND OF STMT\nPARSING IN CURSOR #2 len=3 dep=0\nend;"
    )
    record = made(tmp_path, HEAD + parsing(1, text, 1000) + call("EXEC", 1, 5, 10, 2000))
    assert record.told["EXEC"] == 1
    assert record.told["PARSING IN CURSOR"] == 1
    assert record.told["WAIT"] == 0
    assert record.calls.end_ns.tolist() == [2_000_000]


def test_lines_inside_a_bind_are_not_records(tmp_path: Path) -> None:
    value = 'a"\nFETCH #1:c=9,e=9,p=0,cr=0,cu=0,mis=0,r=9,dep=0,og=1,plh=1,tim=999\n"'
    record = made(
        tmp_path, HEAD + parsing(1, "select 1", 1000) + bind(1, value) + call("EXEC", 1, 5, 10, 2000)
    )
    assert kinds(record) == ["execute"]


def test_a_bind_that_was_cut_ends_at_its_quote(tmp_path: Path) -> None:
    """The server writes the beginning of a long value, and tells the whole length."""
    text = bind(1, "abc").replace("avl=3", "avl=30000")
    record = made(tmp_path, HEAD + parsing(1, "select 1", 1000) + text + call("EXEC", 1, 5, 10, 2000))
    assert kinds(record) == ["execute"]


def test_a_cursor_number_is_used_again(tmp_path: Path) -> None:
    record = made(
        tmp_path,
        HEAD + parsing(3, "select 1", 1000, sqlid="one") + call("EXEC", 3, 1, 1, 1100)
        + parsing(3, "select 2", 1200, sqlid="two") + call("EXEC", 3, 1, 1, 1300)
        + parsing(4, "select 1", 1400, sqlid="one") + call("EXEC", 4, 1, 1, 1500),
    )  # fmt: skip
    assert names(record) == ["one", "two", "one"]


def test_a_cursor_from_before_the_trace_is_told(tmp_path: Path) -> None:
    record = made(tmp_path, HEAD + call("EXEC", 5, 1, 1, 1000) + wait(0, FROM, 50, 1100))
    assert names(record)[0] == "cursor #5"
    assert record.notes == ["the trace began after 1 cursor had been parsed, so the texts are not known"]


def test_recursive_calls_belong_to_their_caller(tmp_path: Path) -> None:
    """EXEC of depth 0 from 1,000 to 2,000 holds a call of depth 1 that holds one of depth 2."""
    record = made(
        tmp_path,
        HEAD + wait(9, "db file sequential read", 20, 1_250)
        + call("FETCH", 9, 10, 100, 1_300, depth=2)
        + wait(8, "direct path read", 50, 1_500)
        + call("EXEC", 8, 100, 500, 1_600, depth=1)
        + wait(7, "log file sync", 30, 1_900)
        + call("EXEC", 7, 300, 1_000, 2_000),
    )  # fmt: skip
    assert record.calls.parent.tolist() == [1, 2, NONE]
    assert [(number, name) for number, name, *_rest in spans(record)] == [
        (0, "db file sequential read"), (1, "direct path read"), (2, "log file sync"),
    ]  # fmt: skip
    found = account_of([record])
    times = {part.name: part.time_ns // 1000 for part in found.parts}
    # 1,000 us: 300 of processor, 20 + 50 + 30 of waits, 600 left.
    assert times == {
        "server CPU": 300, "server waits, User I/O": 70, "server waits, Commit": 30, "unknown": 600,
    }  # fmt: skip
    own = {row.name: row.time_ns // 1000 for row in found.split["statement"]}
    assert own == {"cursor #7": 500, "cursor #8": 400, "cursor #9": 100}


def test_a_recursive_call_whose_caller_has_no_line_counts_alone(tmp_path: Path) -> None:
    record = made(
        tmp_path,
        HEAD + call("EXEC", 8, 100, 500, 1_600, depth=1) + wait(0, FROM, 1_000, 2_700)
        + call("EXEC", 7, 10, 100, 3_000),
    )  # fmt: skip
    assert record.calls.parent.tolist() == [NONE, NONE]
    assert account_of([record]).time_ns == 1_900_000


def test_sessions_of_one_file_are_told_apart(tmp_path: Path) -> None:
    """Both use cursor 1, as two sessions on one shared server do."""
    second = "*** SESSION ID:(9.9) 2026-01-02T03:04:06.000000+00:00\n"
    first = "*** SESSION ID:(7.11) 2026-01-02T03:04:06.000000+00:00\n"
    record = made(
        tmp_path,
        HEAD + parsing(1, "select 1", 1000, sqlid="one") + call("EXEC", 1, 1, 10, 2000)
        + second + parsing(1, "select 2", 900, sqlid="two") + call("EXEC", 1, 1, 10, 1500)
        + first + call("FETCH", 1, 1, 10, 3000),
    )  # fmt: skip
    assert [session.name for session in record.sessions] == ["7.11", "9.9"]
    assert list(record.calls.session) == [0, 1, 0]
    assert names(record) == ["one", "two", "one"]


def test_processes_of_trcsess_are_told_apart(tmp_path: Path) -> None:
    record = made(
        tmp_path,
        "*** [ Unix process pid: 17 ]\n" + call("EXEC", 1, 1, 10, 2000) + "*** [ Windows thread id: 18 ]\n"
        + call("EXEC", 1, 1, 10, 1500) + "*** [ Unix process pid: 17 ]\n" + call("FETCH", 1, 1, 10, 3000),
    )  # fmt: skip
    assert [session.name for session in record.sessions] == ["Unix process pid: 17", "Windows thread id: 18"]
    assert list(record.calls.session) == [0, 1, 0]


def test_8i_tells_hundredths_of_a_second(tmp_path: Path) -> None:
    head = "Oracle8i Enterprise Edition Release 8.1.7.0.0 - Production\n*** SESSION ID:(7.11) 2000-01-02 03:04:05.000\n"
    record = made(
        tmp_path, head + call("EXEC", 1, 2, 5, 1000) + wait(1, FROM, 30, None) + call("FETCH", 1, 0, 1, 1036)
    )
    # From 995 to 1036 hundredths: 0.41 s, of which 0.30 with the client and 0.02 of processor.
    found = account_of([record])
    assert found.time_ns == 410_000_000
    assert {part.name: part.time_ns // 10**7 for part in found.parts} == {
        "server CPU": 2, "between calls: network and client": 30, "unknown": 9,
    }  # fmt: skip
    assert any("hundredths" in note for note in record.notes)


def test_9i_tells_no_times_of_waits(tmp_path: Path) -> None:
    head = "Oracle9i Enterprise Edition Release 9.2.0.8.0 - Production\n"
    record = made(
        tmp_path,
        head + call("EXEC", 1, 0, 50, 1_000_050) + wait(1, TO, 1, None)
        + wait(1, "db file sequential read", 100, None) + call("FETCH", 1, 0, 400, 1_000_500)
        + wait(1, FROM, 2_000, None) + call("FETCH", 1, 0, 10, 1_002_600),
    )  # fmt: skip
    assert [(number, name, place) for number, name, place, *_rest in spans(record)] == [
        (1, "db file sequential read", 0), (1, TO, 0), (2, FROM, 1),
    ]  # fmt: skip
    assert record.notes == ["the trace began after 1 cursor had been parsed, so the texts are not known"]


def test_a_clock_that_runs_backwards_goes_on(tmp_path: Path) -> None:
    times = (90_000_000, 5_000_000, 5_000_500)
    record = made(tmp_path, HEAD + "".join(call("EXEC", 1, 1, 10, time) for time in times))
    # 10 us, 10 us without a time between, and 500 us after it.
    assert account_of([record]).time_ns == 520_000
    assert any("run backwards once, first at line 7;" in note for note in record.notes)


def test_a_clock_that_jumps_is_told(tmp_path: Path) -> None:
    record = made(tmp_path, HEAD + call("EXEC", 1, 1, 10, 1_000) + call("EXEC", 1, 1, 10, 7_200_001_000))
    assert any(note.startswith("7,200 s before line 7 have neither") for note in record.notes)


def test_lobs_and_ends_of_transactions(tmp_path: Path) -> None:
    record = made(
        tmp_path,
        HEAD + "LOBREAD: c=100,e=557,p=0,cr=0,cu=0,tim=2000\n"
        + "LOBPGSIZE:c=0,e=9,p=0,cr=0,cu=0,tim=2100\n"
        + "LOBREAD: type=PERSISTENT LOB,bytes=5556,c=999,e=1875,p=2,cr=4,cu=0,tim=4000\n"
        + "XCTEND rlbk=0, rd_only=1, tim=5000\nXCTEND rlbk=1, rd_only=0, tim=6000\nXCTEND rlbk=0, rd_only=1\n",
    )  # fmt: skip
    assert kinds(record) == ["lob", "lob", "lob", "commit", "rollback"]
    assert [cpu // 1000 for cpu in record.calls.cpu_ns] == [100, 0, 999, 0, 0]


FORMS = (
    HEAD + call("EXEC", 1, 1, 10, 1_000) + wait(0, FROM, 700, 2_000)
    + call("EXEC", 5, 30, 40, 2_200, depth=1) + wait(5, "log file sync", 200, 2_400)
    + "RPC CALL:PROCEDURE APPS.BOOK(ITEM IN NUMBER, NAME IN VARCHAR2);\nRPC BINDS:\n"
    + ' bind 0: dty=2 bfp=1 flg=08 avl=2 mxl=22 val=7\n bind 1: dty=1 bfp=2 flg=08 avl=3 mxl=9 val="x"\n'
    + "RPC EXEC:c=300,e=600\n" + wait(0, TO, 5, 2_705) + wait(0, FROM, 900, 3_700)
)  # fmt: skip
"""A call of a procedure by its name, from 2,100 (2,700 less 600) to 2,700; its statement runs from 2,160 to 2,200."""


@pytest.mark.parametrize("part", [1, 64, 1 << 20])
def test_a_call_of_a_procedure_ends_where_the_next_line_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: int
) -> None:
    """Its line has no time. The wait behind it ended at 2,705 and took 5, so the call is 2,100 to 2,700."""
    monkeypatch.setattr(trace, "_PART_BYTES", part)
    record = made(tmp_path, FORMS)
    assert kinds(record) == ["execute", "execute", "remote call", "after the last call"]
    at = kinds(record).index("remote call")
    assert (record.calls.start_ns[at], record.calls.end_ns[at]) == (2_100_000, 2_700_000)
    assert record.calls.trip[at] == 1
    assert record.calls.parent.tolist() == [NONE, 2, NONE, NONE]
    assert names(record)[at] == "RPC PROCEDURE APPS.BOOK"
    # 3,700 - 990 us in all; 301 of processor (that of the statement within the call's), a wait of 200 in it, one of 5.
    found = account_of([record])
    assert found.time_ns == 2_710_000
    assert {part.name: part.time_ns // 1000 for part in found.parts} == {
        "server CPU": 301, "server waits, Commit": 200, "server waits, Network": 5,
        "between calls: network and client": 1_600, "unknown": 2_710 - 301 - 200 - 5 - 1_600,
    }  # fmt: skip
    assert any("1 remote call (RPC EXEC) without tim=" in note for note in record.notes)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        # Behind the last time.
        (call("EXEC", 1, 1, 10, 1_000) + "RPC EXEC:c=3,e=60\n", 1_000, 1_060),
        # With the last of its own calls.
        (call("EXEC", 1, 1, 10, 1_000, depth=1) + "RPC EXEC:c=3,e=60\n", 940, 1_000),
        # The line behind it is another session's.
        (
            call("EXEC", 1, 1, 10, 1_000) + "RPC EXEC:c=3,e=60\n*** SESSION ID:(8.8) x\n"
            + call("EXEC", 1, 1, 10, 5_000), 1_000, 1_060,
        ),
        # The file begins with it.
        ("RPC EXEC:c=3,e=60\n" + wait(0, TO, 5, 2_705), 2_640, 2_700),
        # A clock that was set tells nothing.
        (call("EXEC", 1, 1, 10, 9_000) + "RPC EXEC:c=3,e=60\n" + wait(0, TO, 5, 2_705), 9_000, 9_060),
    ],
)  # fmt: skip
def test_a_call_of_a_procedure_without_a_time_near_it(
    tmp_path: Path, text: str, start: int, end: int
) -> None:
    record = made(tmp_path, HEAD + text)
    at = kinds(record).index("remote call")
    assert (record.calls.start_ns[at], record.calls.end_ns[at]) == (start * 1000, end * 1000)


def test_errors_are_counted_and_their_statements_skipped(tmp_path: Path) -> None:
    bad = f"selec\nEXEC #1:c=9,e=9,p=0,cr=0,cu=0,mis=0,r=9,dep=0,og=1,plh=1,tim=999{'x' * 5}"
    record = made(
        tmp_path,
        HEAD + f"PARSE ERROR #1:len={len(bad)} dep=0 uid=0 oct=3 lid=0 tim=1000 err=900\n{bad}\n"
        + call("EXEC", 2, 1, 10, 2000) + "ERROR #2:err=1 tim=2001\n",
    )  # fmt: skip
    assert kinds(record) == ["execute"]
    assert "2 errors of statements" in record.notes


def test_windows_ends_lines_with_two_characters(tmp_path: Path) -> None:
    record = made(tmp_path, SIMPLE.replace("\n", "\r\n"))
    other = made(tmp_path, SIMPLE)
    assert record.calls == other.calls
    assert record.spans == other.spans


def test_a_file_may_end_in_a_line(tmp_path: Path) -> None:
    """A number that lost its last digits would be another time."""
    record = made(tmp_path, SIMPLE[: SIMPLE.rindex("950\n")])
    assert record.notes == [
        "it ends in the middle of a line, which is left out; what came after is not in the answer"
    ]
    assert kinds(record) == ["parse", "execute", "fetch", "fetch"]


def test_a_file_may_end_in_a_statement(tmp_path: Path) -> None:
    text = parsing(2, "select y\nfrom u\nwhere z = 1", 1_060_000)
    record = made(tmp_path, SIMPLE + text[: text.index("where")])
    assert record.told["PARSING IN CURSOR"] == 2
    assert any("text of a statement" in note for note in record.notes)


def test_the_server_may_stop_writing(tmp_path: Path) -> None:
    record = made(tmp_path, SIMPLE + "*** DUMP FILE SIZE IS LIMITED TO 10485760 BYTES ***\n")
    assert any("MAX_DUMP_FILE_SIZE" in note for note in record.notes)


def test_a_trace_without_waits_says_so(tmp_path: Path) -> None:
    record = made(tmp_path, HEAD + call("EXEC", 1, 1, 10, 1_000) + call("EXEC", 1, 1, 10, 2_000))
    assert record.marks["waits"].origin == "absent"
    assert record.marks["trip"].origin == "assumed"
    assert "no WAIT lines" in record.notes[0]


def test_each_field_says_where_it_comes_from(tmp_path: Path) -> None:
    marks = made(tmp_path, SIMPLE).marks
    assert marks["cpu_ns"].origin == "seen"
    assert marks["start_ns"].origin == "derived"
    assert marks["request_bytes"].origin == "absent"


@pytest.mark.parametrize("text", ["", "\n", "EXEC", "hello\nworld\n", HEAD, "\x00" * 50])
def test_what_is_no_trace_is_one_sentence(tmp_path: Path, text: str) -> None:
    with pytest.raises(CaptureError, match="made.trc has no line of event 10046"):
        made(tmp_path, text)


@pytest.mark.parametrize(
    ("name", "wait_class"),
    [
        ("db file sequential read", "User I/O"), ("db file parallel write", "System I/O"), ("log file sync", "Commit"),
        ("enq: TX - row lock contention", "Application"), ("enq: TX - index contention", "Concurrency"),
        ("enq: HW - contention", "Configuration"), ("latch: shared pool", "Concurrency"), ("latch free", "Other"),
        ("gc cr grant 2-way", "Cluster"), ("PL/SQL lock timer", "Idle"), ("SQL*Net message to dblink", "Network"),
        ("resmgr:cpu quantum", "Scheduler"), ("no such event", "class unknown"),
    ],
)  # fmt: skip
def test_waits_have_the_class_of_their_event(name: str, wait_class: str) -> None:
    """As V$EVENT_NAME of 19c has them."""
    assert wait_event(name).wait_class == wait_class


@needs_traces
@pytest.mark.parametrize(
    ("name", "cursors", "executes", "fetches", "lobs", "from_client"),
    [
        ("session-9850.trc", 31, 269, 374, 0, 2), ("session-9854.trc", 9, 27, 31, 0, 2),
        ("two-sessions-trcsess.trc", 40, 296, 405, 0, 4), ("thick-25733.trc", 7, 7, 7, 87, 95),
        ("thick-26239.trc", 5, 5, 5, 87, 92),
    ],
)  # fmt: skip
def test_real_traces_have_the_totals_counted_from_their_lines(
    name: str, cursors: int, executes: int, fetches: int, lobs: int, from_client: int
) -> None:
    record = read_trace(TRACES / name)
    told = record.told
    assert (told["PARSING IN CURSOR"], told["EXEC"], told["FETCH"], told["LOB"]) == (
        cursors, executes, fetches, lobs,
    )  # fmt: skip
    assert sum(session.trips for session in record.sessions) == from_client
    counts = [count for _call, event, _place, _time, count in spans(record) if event == FROM]
    assert sum(counts) == from_client


@needs_traces
def test_real_traces_wait_for_the_client_as_long_as_counted() -> None:
    """1,445 us, 2,433 us, and their sum in the file that trcsess made of both."""
    waited = {
        name: sum(
            time for _call, event, _place, time, _count in spans(read_trace(TRACES / name)) if event == FROM
        )
        for name in ("session-9850.trc", "session-9854.trc", "two-sessions-trcsess.trc")
    }
    assert list(waited.values()) == [1_445, 2_433, 3_878]


@needs_traces
def test_what_trcsess_merged_is_what_it_was_merged_from() -> None:
    whole = account_of([read_trace(TRACES / "two-sessions-trcsess.trc")])
    parts = account_of([read_trace(TRACES / name) for name in ("session-9850.trc", "session-9854.trc")])
    assert [(part.name, part.time_ns, part.count) for part in whole.parts] == [
        (part.name, part.time_ns, part.count) for part in parts.parts
    ]


WHOLE = (
    SIMPLE + bind(1, "a\nb") + "XCTEND rlbk=0, rd_only=1, tim=1060000\n*** SESSION ID:(8.8) x\n"
    + "LOBREAD: c=0,e=557,p=0,cr=0,cu=0,tim=2000\n" + call("EXEC", 9, 1, 10, 3_000, depth=1)
    + "PARSE ERROR #1:len=3 dep=0 uid=0 oct=3 lid=0 tim=1000 err=900\nabc\n*** [ Unix process pid: 3 ]\n"
    + wait(2, TO, 5, None) + FORMS
).encode()  # fmt: skip
PIECES = st.sampled_from(
    [b"\n", b"#", b"-", b"9" * 30, b"0", b"'", b'"', b"tim=", b"dep=300", b"len=99999999", b"e=", b"\x00\xff",
     b"avl=", *WHOLE.splitlines(keepends=True)]
)  # fmt: skip


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 40), PIECES), max_size=8), st.integers(100, 2000))
def test_whatever_the_bytes_are_there_is_an_account_or_one_sentence(
    tmp_path: Path, changes: list[tuple[float, int, bytes]], part: int
) -> None:
    content = bytearray(WHOLE)
    for place, removed, new in changes:
        at = int(place * len(content))
        content[at : at + removed] = new
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trace, "_PART_BYTES", part)
        path = write(tmp_path, bytes(content))
        try:
            record = read_trace(path)
        except CaptureError:
            return
    found = account_of([record])
    assert all(part.time_ns >= 0 for part in found.parts)
    if found.time_ns:
        assert sum(round(part.share_percent * 10) for part in found.parts) == 1000
    assert np.all(record.calls.column("parent") < len(record.calls))
