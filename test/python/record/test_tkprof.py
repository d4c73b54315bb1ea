# SPDX-License-Identifier: GPL-2.0-only
"""Accounts of tkprof's output: sums of statements, of what it does not list, and of waits, counted by hand."""

from __future__ import annotations

from pathlib import Path

import net8
import pytest
from made_tkprof import HEAD, RULE, overall, statement
from net8.accounting.account import Account
from net8.base.errors import CaptureError
from net8.record.tkprof import read_tkprof
from test_account import micros, tenths
from test_cli import net8 as command

pytestmark = pytest.mark.plain

FROM, TO, DISK = "SQL*Net message from client", "SQL*Net message to client", "db file sequential read"
FIND = statement(
    "select x from t\nwhere y = :1",
    [("Parse", 1, 0.0, 0.0, 0), ("Execute", 10, 0.1, 0.2, 0), ("Fetch", 100, 1.0, 2.5, 1500)],
    [(DISK, 40, 0.05, 1.2), (TO, 110, 0.0, 0.0), (FROM, 110, 0.4, 4.0)], sql_id="7h35uxf5uhmm1",
)  # fmt: skip
CHANGE = statement("update t set x = 1", [("Execute", 2, 0.02, 0.03, 4)], [(FROM, 2, 0.5, 1.0)], sql_id="b1")
WHOLE = HEAD + FIND + CHANGE + overall(
    [("Parse", 1, 0.0, 0.0, 0), ("Execute", 12, 0.12, 0.23, 4), ("Fetch", 100, 1.0, 2.5, 1500)],
    [(DISK, 40, 0.05, 1.2), (TO, 112, 0.0, 0.0), (FROM, 115, 0.5, 6.0)],
    [("Execute", 7, 0.04, 0.05, 0), ("Fetch", 9, 0.01, 0.02, 9)],
)  # fmt: skip


def told(folder: Path, text: str, rtt: str | None = None) -> Account:
    """Account for an output."""
    (folder / "made.prf").write_text(text, encoding="utf-8")
    return net8.account(folder / "made.prf", rtt=rtt)


def test_sums_of_statements_and_of_what_is_not_listed(tmp_path: Path) -> None:
    """Elapsed 0.2 + 2.5 + 0.03 and 0.07 of recursive ones not listed; for clients 4 + 1, and 1 that no statement has.

    Of the calls' 2.8 s, 1.1 + 0.02 + 0.05 were on the processor and 1.2 waited for the disk.
    """
    found = told(tmp_path, WHOLE)
    assert micros(found) == {
        "server CPU": 1_170_000, "server waits, User I/O": 1_200_000, "between calls: network and client": 6_000_000,
        "unknown": 430_000,
    }  # fmt: skip
    assert tenths(found) == 1000
    # Rows are those of clients.
    assert (found.calls, found.recursive_calls, found.trips, found.rows) == (1 + 12 + 100, 7 + 9, 115, 1504)
    rows = {row.name: row for row in found.split["statement"]}
    assert rows["7h35uxf5uhmm1"].text == "select x from t where y = :1"
    assert (rows["7h35uxf5uhmm1"].calls, rows["7h35uxf5uhmm1"].trips) == (111, 110)
    assert rows["7h35uxf5uhmm1"].time_ns == 6_700_000_000
    assert (rows["b1"].calls, rows["b1"].trips, rows["b1"].rows) == (2, 2, 4)
    assert (rows["statements not listed"].trips, rows["statements not listed"].calls) == (3, 0)
    left = rows["recursive statements not listed"]
    assert (left.calls, left.trips, left.time_ns) == (16, 0, 70_000_000)
    assert {row.name: row.calls for row in found.split["call"]} == {
        "parse": 1, "execute": 19, "fetch": 109, "after the last call": 0,
    }  # fmt: skip


def test_it_says_that_calls_and_order_are_absent(tmp_path: Path) -> None:
    found = told(tmp_path, WHOLE)
    assert any("single calls, their order" in note for note in found.notes)
    marks = read_tkprof(tmp_path / "made.prf").marks
    assert {marks[name].origin for name in ("start_ns", "session", "parent", "reply_bytes")} == {"absent"}
    assert found.sources[0][1] == "output of tkprof"


def test_a_known_round_trip_is_counted_for_each_wait(tmp_path: Path) -> None:
    """110 waits of 4 s, 2 of 1 s and 3 of 1 s; a round trip of 20 ms each: 2.3 s in all."""
    found = micros(told(tmp_path, WHOLE, rtt="20ms"))
    assert found["round trips: latency"] == 115 * 20_000
    assert found["client: work and think time"] == 6_000_000 - 115 * 20_000


def test_older_and_cut_outputs(tmp_path: Path) -> None:
    """Up to 10.2 there is no SQL ID; an output that is cut has no sums of all; without waits it says so."""
    old = HEAD + statement("select 1 from dual", [("Fetch", 5, 0.5, 0.7, 5)], depth=1)
    found = told(tmp_path, old)
    assert [row.name for row in found.split["statement"] if row.calls] == ["select 1 from dual"]
    assert micros(found) == {"server CPU": 500_000, "unknown": 200_000}
    for words in ("sums of all statements", "no table of waits", "1 recursive statement:"):
        assert any(words in note for note in found.notes), words


def test_blocks_misses_and_recursive_statements_are_kept(tmp_path: Path) -> None:
    """Sums of all less those of the statement listed: 9 - 7 blocks from disk, 120 - 100, 12 - 11."""
    find = statement(
        "select x from t", [("Execute", 2, 0.0, 0.0, 0, 0, 40, 11), ("Fetch", 3, 0.1, 0.2, 30, 7, 60, 0)], sql_id="a1",
    )  # fmt: skip
    deep = statement("select y from sys.u", [("Fetch", 4, 0.0, 0.1, 4, 5, 6, 7)], sql_id="r1", depth=2)
    clients = [("Execute", 3, 0.0, 0.0, 0, 1, 55, 12), ("Fetch", 4, 0.1, 0.2, 30, 8, 65, 0)]
    found = told(tmp_path, HEAD + find + deep + overall(clients, [], [("Fetch", 4, 0.0, 0.1, 4, 5, 6, 7)]))
    rows = {row.name: row for row in found.split["statement"]}
    names = ("disk_blocks", "query_blocks", "current_blocks", "misses")
    assert {name: tuple(row.counted[each] for each in names) for name, row in rows.items()} == {
        # Each table of a statement ends with one miss of a parse, which had no calls here.
        "a1": (7, 100, 11, 0), "r1": (5, 6, 7, 0), "statements not listed": (2, 20, 1, 0),
    }  # fmt: skip
    assert (found.calls, found.recursive_calls, found.rows) == (7, 4, 30)
    record = read_tkprof(tmp_path / "made.prf")
    assert set(record.calls.depth) == {0, 2}
    assert {record.marks[name].origin for name in (*names, "depth")} == {"seen"}
    by_statement = found.as_object()["by_statement"]
    assert next(each for each in by_statement if each["statement"] == "a1")["query_blocks"] == 100


def test_an_output_without_calls_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CaptureError, match="has no table of calls with a count"):
        told(tmp_path, HEAD + "\n" + RULE)
    done = command("account", "made.prf", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
