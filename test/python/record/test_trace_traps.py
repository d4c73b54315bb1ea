# SPDX-License-Identifier: GPL-2.0-only
"""Raw traces as people hand them over: copied by editors, cut into parts, with dumps and odd times in their midst.

The lines beside those of calls and waits are made after traces of 9i to 19c; times are counted by hand in each case.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from made_trace import FROM, HEAD, SIMPLE, TO, bind, call, parsing, wait, write
from net8.accounting.account import account, account_of
from net8.base.errors import CaptureError
from net8.record.record import Record
from net8.record.sources import read, read_all

pytestmark = pytest.mark.plain

WHOLE = SIMPLE[SIMPLE.index("====") :]
"""SIMPLE without its head."""
SECONDS, CENTISECONDS = 10**6, 10**2
OLD = "Oracle8i Enterprise Edition Release 8.1.7.0.0 - Production\n"
DEADLOCK = """\
*** 2026-01-02 03:04:05.123
DEADLOCK DETECTED ( ORA-00060 )
[Transaction Deadlock]
Deadlock graph:
                       ---------Blocker(s)--------  ---------Waiter(s)---------
Resource Name          process session holds waits  process session holds waits
TX-00010007-00000b5e        26      57     X             31      61           X
Rows waited on:
  Session 57: obj - rowid = 00012E4A - AAAS5KAAEAAAAFbAAA
----- Information for the OTHER waiting sessions -----
Session 61:
  sid: 61 ser: 9 audsid: 180021 user: 84/APP flags: 0x45
  client details:
    O/S info: user: oracle, term: pts/1, ospid: 4711
  current SQL:
  update t set x = 'tim=1
EXEC'
----- Current SQL Statement for this session (sql_id=a1) -----
update t set x = 2
===================================================
PROCESS STATE
-------------
    Dumping Session Wait History:
     0: waited for 'SQL*Net message from client'
        driver id=0x54435000, #bytes=0x1, =0x0
        wait_id=12 seq_num=13 snap_id=1
STAT #1 id=1 cnt=10 pid=0 pos=1 obj=0 op='SORT ORDER BY (cr=3 pr=0 pw=0 time=0 us)'
STAT #1 id=18446744073709551615 cnt=-1 pid=-1 pos=0 obj=-1 op='it's odd'
"""
CONTAINER = (
    "*** 2026-01-02T03:04:05.000000+00:00 (PDB1(3))\n*** SESSION ID:(7.11) 2026-01-02T03:04:05.000000+00:00\n"
    "*** CLIENT ID:() 2026-01-02T03:04:05.000000+00:00\n*** SERVICE NAME:(pdb1) 2026-01-02T03:04:05.000000+00:00\n"
    "*** CONTAINER ID:(3) 2026-01-02T03:04:05.000000+00:00\n"
)


def parts(folder: Path, *texts: str | bytes) -> list[Path]:
    """Write files a.trc, b.trc, ..."""
    return [write(folder, text, f"{name}.trc") for name, text in zip("abc"[: len(texts)], texts, strict=True)]


def same(one: Record, other: Record) -> bool:
    """Return whether two records have the same calls and waits, of the same statements."""
    return (one.calls, one.spans, one.told, one.statements.all) == (
        other.calls, other.spans, other.told, other.statements.all,
    )  # fmt: skip


def middle(between: str) -> str:
    """Put something between the two round trips of SIMPLE."""
    head, fetched, rest = SIMPLE.partition("WAIT #1: nam='SQL*Net message from client' ela= 20000")
    return head + between + fetched + rest


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(SIMPLE.encode("utf-16"), id="UTF-16, as PowerShell writes it"),
        pytest.param(b"\xfe\xff" + SIMPLE.encode("utf-16-be"), id="UTF-16, the other order"),
        pytest.param(SIMPLE.replace("\n", "\r\n").encode("utf-16"), id="UTF-16 with ends of lines of Windows"),
        pytest.param(SIMPLE.encode("utf-8-sig"), id="UTF-8 with a mark in front"),
        pytest.param(("\0" * 5000 + "\n" + SIMPLE).encode(), id="zeros where a log was rotated away"),
        pytest.param(middle(DEADLOCK).encode(), id="a deadlock"),
        pytest.param(middle(CONTAINER).encode(), id="another container and back"),
        pytest.param(middle(HEAD).encode(), id="its head again, as the file was removed"),
        pytest.param(middle(bind(1, "a'\r\n\"b\"\n\n#1:c=1")).encode(), id="a bind over lines"),
        pytest.param(SIMPLE.replace("Oracle Database 19c", "Oracle AI Database 26ai").encode(), id="26ai"),
    ],
)  # fmt: skip
def test_what_is_beside_calls_and_waits_changes_nothing(tmp_path: Path, content: bytes) -> None:
    record = read(write(tmp_path, content))
    assert same(record, read(write(tmp_path, SIMPLE, "simple.trc")))
    assert record.notes == []


@pytest.mark.parametrize(
    ("length", "text"),
    [
        pytest.param(8, "select 1", id="as told"),
        pytest.param(9, "select 1", id="with a zero byte that is not written"),
        pytest.param(9, "select 1\n", id="with an end of line of its own"),
        pytest.param(30, "select '\u00e4\u00f6\u00fc' from t where y = 'a''b'", id="told in characters"),
        pytest.param(8, "select\r\n1", id="with an end of line that counts once"),
    ],
)
def test_a_text_ends_where_it_is_told_or_before_its_end_line(tmp_path: Path, length: int, text: str) -> None:
    lines = parsing(1, text, 1000).replace(f"len={len(text.encode())}", f"len={length}")
    record = read(write(tmp_path, HEAD + lines + call("EXEC", 1, 5, 10, 2000) + call("EXEC", 2, 5, 10, 3000)))
    assert (record.told["PARSING IN CURSOR"], record.told["EXEC"]) == (1, 2)
    assert record.statements.all[1].text == " ".join(text.split())


@pytest.mark.parametrize(
    ("head", "lines", "unit_ns", "parts_of_time", "note"),
    [
        # 2**32 - 5 hundredths, then 6 later than 0: 11 apart, of which 2 are the second call; the first takes 4.
        pytest.param(
            OLD, call("EXEC", 1, 0, 4, 2**32 - 5) + call("FETCH", 1, 0, 2, 6), 10**7, {"unknown": 4 + 11}, "began anew",
            id="a counter of 32 bits",
        ),
        pytest.param(
            HEAD, call("EXEC", 1, 0, 4, 2**32 - 5) + wait(1, FROM, 9, 4) + call("FETCH", 1, 0, 2, 6), 1000,
            {"between calls: network and client": 9, "unknown": 4 + 2}, "began anew", id="the same in microseconds",
        ),
        # A personal edition tells hundredths, too.
        pytest.param(
            "Personal Oracle8i Release 8.1.7.0.0 - Production\n", call("EXEC", 1, 1, 4, 100), 10**7,
            {"server CPU": 1, "unknown": 3}, "hundredths", id="a personal edition",
        ),
        # 100 of a call, and 50 between them with a wait below 0; and the same in 32 and in 64 bits.
        *(
            pytest.param(
                HEAD, call("EXEC", 1, 30, 100, 1100) + wait(1, FROM, 40, 1140) + wait(1, TO, odd, 1145)
                + call("FETCH", 1, odd, 5, 1150), 1000,
                {"server CPU": 30, "between calls: network and client": 40, "unknown": 70 + 10}, "below 0", id=f"{odd}",
            )
            for odd in (-7, 2**32 - 7, 2**64 - 7)
        ),
    ],
)  # fmt: skip
def test_odd_times(
    tmp_path: Path, head: str, lines: str, unit_ns: int, parts_of_time: dict[str, int], note: str
) -> None:
    found = account(write(tmp_path, head + lines))
    assert {part.name: part.time_ns // unit_ns for part in found.parts if part.time_ns} == parts_of_time
    assert any(note in each for each in found.notes)


@pytest.mark.parametrize(
    "line",
    [
        "*** TRACE CONTINUED FROM FILE /u01/diag/rdbms/orcl/orcl/trace/a.trc ***\n",
        "*** TRACE DUMP CONTINUED FROM FILE C:\\oracle\\udump\\a.trc ***\n",
        "*** TRACE SEGMENT CONTINUED FROM FILE a.trc\r\n",
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_a_trace_in_two_files_is_one(tmp_path: Path, line: str, turned: bool) -> None:
    """The second one has neither the statement of its cursor, nor what was before its first wait."""
    head, wait_line, rest = SIMPLE.partition("WAIT #1: nam='SQL*Net message from client' ela= 20000")
    files = parts(tmp_path, head + "*** TRACE CONTINUES IN FILE b.trc ***\n", HEAD + line + wait_line + rest)
    (record,) = read_all(files[::-1] if turned else files)
    assert same(record, read(write(tmp_path, SIMPLE, "simple.trc")))
    assert record.notes == ["it goes on in b.trc, which is read with it"]
    assert account_of([record]).time_ns == 50_950_000
    first, second = read(files[0]), read(files[1])
    assert first.notes == ["b.trc has what came after, which is not in the answer; name both files"]
    assert "a.trc has what came before, which is not in the answer; name both files" in second.notes


def test_parts_of_a_trace_follow_each_other_and_others_stay_alone(tmp_path: Path) -> None:
    def goes_on(name: str) -> str:
        return HEAD + f"*** TRACE CONTINUED FROM FILE {name}.trc ***\n"

    lines = [call("EXEC", 1, 1, 10, time) for time in (1000, 2000, 3000)]
    files = parts(tmp_path, HEAD + lines[0], goes_on("a") + lines[1], goes_on("b") + lines[2] + "EXEC #1:c")
    other = write(tmp_path, HEAD + lines[0], "other.trc")
    # Two that name each other have no first part.
    ring = [write(tmp_path, goes_on(name) + lines[0], f"{of}.trc") for name, of in (("x", "y"), ("y", "x"))]
    found = read_all([files[2], other, files[0], *ring, files[1]])
    assert [Path(record.source).name for record in found] == ["other.trc", "a.trc", "y.trc", "x.trc"]
    ends: Sequence[int] = found[1].calls.end_ns
    assert list(ends) == [1_000_000, 2_000_000, 3_000_000]
    assert found[1].notes[0] == "it goes on in b.trc and c.trc, which is read with it"
    assert any("in the middle of a line of c.trc" in note for note in found[1].notes)


def test_two_traces_in_one_file_are_two_sessions(tmp_path: Path) -> None:
    """As ``cat`` makes it: both processes use cursor 1, and the clock of the second is behind."""
    other = (
        HEAD.replace("(7.11)", "(8.12)")
        + parsing(1, "select 2", 900, sqlid="b2")
        + call("EXEC", 1, 1, 10, 950)
    )
    record = read(write(tmp_path, SIMPLE + other))
    assert [session.name for session in record.sessions] == ["7.11", "8.12"]
    (second,) = np.flatnonzero(record.calls.column("session") == 1)
    assert record.statements.all[record.calls.statement[second]].name == "b2"
    assert not any("backwards" in note for note in record.notes)


def test_a_trace_without_times_is_one_sentence(tmp_path: Path) -> None:
    """With TIMED_STATISTICS = FALSE all of them are 0."""
    lines = call("EXEC", 1, 0, 0, 0) + wait(1, FROM, 0, None) + call("FETCH", 1, 0, 0, 0, rows=3)
    with pytest.raises(
        CaptureError, match=r"made\.trc has calls but no times, as TIMED_STATISTICS was FALSE; set it"
    ):
        read(write(tmp_path, HEAD + lines))


def test_a_statement_that_fails_is_an_error_and_no_call(tmp_path: Path) -> None:
    """ORA-00001 after its EXEC; ORA-00942 of one that could not be parsed, in three lines; the session goes on."""
    bad = "select *\nfrom nowhere\nwhere x = 'EXEC #9:c=1'"
    record = read(write(
        tmp_path,
        HEAD + parsing(1, "insert into t values (1)", 900) + call("EXEC", 1, 5, 10, 1000) + "ERROR #1:err=1 tim=1001\n"
        + wait(1, "SQL*Net break/reset to client", 400, 1410) + wait(1, FROM, 500, 1920)
        + f"PARSE ERROR #140:len={len(bad)} dep=0 uid=84 oct=3 lid=84 tim=2000 err=942\n{bad}\n"
        + "CLOSE #140:c=0,e=3,dep=0,type=0,tim=2010\n" + call("EXEC", 1, 5, 10, 2100),
    ))  # fmt: skip
    assert [record.kinds[kind] for kind in record.calls.kind] == ["execute", "close", "execute"]
    assert any("2 errors of statements" in note for note in record.notes)
