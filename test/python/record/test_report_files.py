# SPDX-License-Identifier: GPL-2.0-only
"""Accounts of AWR and Statspack reports: sums of an instance, counted by hand."""

from __future__ import annotations

from pathlib import Path

import net8
import pytest
from made_report import events, head, html, html_table, model, statistics
from net8.accounting.account import Account
from net8.base.errors import CaptureError
from net8.record.reports import read_report
from test_account import micros, tenths
from test_cli import net8 as command

pytestmark = pytest.mark.plain

FROM = "SQL*Net message from client"
WAITS = events(
    [
        ("db file sequential read", 35_000, 300), ("log file sync", 4_000, 100),
        ("SQL*Net message to client", 50_000, 0), ("SQL*Net more data to client", 900, 20),
        ("PL/SQL lock timer", 40, 600), (FROM, 50_000, 2_000), ("jobq slave wait", 180, 90),
    ]
)  # fmt: skip
WHOLE = (
    head(10.01)
    + model({"sql execute elapsed time": 550.5, "DB CPU": 150.5, "DB time": 600.4, "background cpu time": 3.1})
    + WAITS
    + events([("log file parallel write", 7_000, 60)], section="Background Wait Events")
    + statistics(
        {
            "SQL*Net roundtrips to/from client": 50_100, "bytes received via SQL*Net from client": 9_000_000,
            "bytes sent via SQL*Net to client": 120_000_000, "user calls": 52_000,
        }
    )
)  # fmt: skip


def told(folder: Path, text: str, rtt: str | None = None) -> Account:
    """Account for a report."""
    (folder / "awr.txt").write_text(text, encoding="utf-8")
    return net8.account(folder / "awr.txt", rtt=rtt)


def test_db_time_is_processor_and_waits_and_what_neither_tells(tmp_path: Path) -> None:
    """600.4 s of DB time: 150.5 on the processor, 300 + 100 + 20 of waits, 29.9 unknown; then 2,000 s for clients.

    The background's writes are no part of it, nor are the idle waits of jobs and of sleeping programs.
    """
    found = told(tmp_path, WHOLE)
    assert micros(found) == {
        "server CPU": 150_500_000, "server waits, User I/O": 300_000_000, "server waits, Commit": 100_000_000,
        "window and buffer stalls": 20_000_000, "between calls: network and client": 2_000_000_000,
        "unknown": 29_900_000,
    }  # fmt: skip
    assert tenths(found) == 1000
    assert (found.calls, found.trips) == (52_000, 50_100)
    assert any("rough answer" in note for note in found.notes)
    assert any("120,000,000 bytes to clients; 9,000,000 bytes from clients" in note for note in found.notes)
    assert any("left out: 2 idle events" in note for note in found.notes)


def test_a_known_round_trip_is_taken_from_the_waits_for_clients(tmp_path: Path) -> None:
    """50,000 waits with a round trip of 10 ms each: 500 s of the 2,000; the rest is the clients' own."""
    found = micros(told(tmp_path, WHOLE, rtt="10ms"))
    assert found["round trips: latency"] == 500_000_000
    assert found["client: work and think time"] == 1_500_000_000


def test_statspack_without_a_time_model_adds_up_processor_and_waits(tmp_path: Path) -> None:
    """9i: "CPU used by this session" in hundredths of a second; its one table of waits has the background's, too."""
    text = (
        head(0, title="STATSPACK report for").replace("DB Time", "Commnts")
        + events([("db file sequential read", 10, 30), (FROM, 7, 50)], section="Wait Events")
        + statistics({"CPU used by this session": 1_250})
    )
    found = told(tmp_path, text)
    assert micros(found) == {
        "server CPU": 12_500_000, "server waits, User I/O": 30_000_000, "between calls: network and client": 50_000_000,
    }  # fmt: skip
    assert found.trips == 7
    assert any("background" in note for note in found.notes)
    assert read_report(tmp_path / "awr.txt").marks["end_ns"].origin == "derived"


HTML_WAITS = html_table(
    "Foreground Wait Events",
    ["Event", "Waits", "%Time -outs", "Total Wait Time (s)", "Avg wait (ms)", "Waits /txn", "% DB time"],
    [("db file sequential read", "35,000", 0, "300", "8.57", "1.00", "49.97"),
     ("SQL*Net more data to client", 900, "&#160;", 20, "22.2", "0.1", "3.33"),
     ("PL/SQL lock timer", 40, 0, 600, 15000, 0, "&#160;"),
     (FROM, "50,000", 0, "2,000", 40, 9, "&#160;")],
)  # fmt: skip
HTML_MODEL = html_table(
    "Time Model Statistics", ["Statistic Name", "Time (s)", "% of DB Time"],
    [("DB CPU", "150.50", "25.07"), ("DB time", "600.40", "&#160;")],
)  # fmt: skip
HTML_STATISTICS = html_table(
    "Instance Activity Stats", ["Statistic", "Total", "per Second", "per Trans"],
    [("SQL*Net roundtrips to/from client", "50,100", "13.9", "9.0"), ("user calls", "52,000", "14.4", "9.4")],
)  # fmt: skip


def test_a_report_in_html_is_read_by_its_headings(tmp_path: Path) -> None:
    """Names are whole there: 600.4 s of DB time are 150.5 on the processor, 300 + 20 of waits, 129.9 unknown."""
    other = html_table(
        "Background Wait Events", ["Event", "Waits", "Total Wait Time (s)"], [("log file", 1, 60)]
    )
    found = told(tmp_path, html(10.01, HTML_MODEL + HTML_WAITS + other + HTML_STATISTICS))
    assert micros(found) == {
        "server CPU": 150_500_000, "server waits, User I/O": 300_000_000, "window and buffer stalls": 20_000_000,
        "between calls: network and client": 2_000_000_000, "unknown": 129_900_000,
    }  # fmt: skip
    assert (found.calls, found.trips) == (52_000, 50_100)
    assert any("left out: 1 idle event" in note for note in found.notes)
    # 1,200.5 minutes without a time model; a page whose tags are broken tells what stands before.
    assert micros(told(tmp_path, html(1200.5, ""))) == {"unknown": 72_030_000_000}
    # Tags that do not end, for which the library's parser needs minutes.
    assert micros(told(tmp_path, html(10.01, "") + "<a " * 300_000)) == {"unknown": 600_600_000}
    broken = html(10.01, HTML_MODEL.replace("</td>", "").replace("</tr>", "") + "<![broken <table <tr><td")
    assert micros(told(tmp_path, broken)) == {"server CPU": 150_500_000, "unknown": 449_900_000}


def test_a_report_that_is_cut_tells_its_db_time(tmp_path: Path) -> None:
    """10.01 minutes are 600.6 s, of which nothing else is known, also where a page ends in its first tag."""
    assert micros(told(tmp_path, head(10.01))) == {"unknown": 600_600_000}
    assert micros(told(tmp_path, head(10.01) + "<h1")) == {"unknown": 600_600_000}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "<html><h1 class='awr'>\nWORKLOAD REPOSITORY report for</h1>",
            "has neither DB time nor a table of wait events",
        ),
        ("WORKLOAD REPOSITORY report for\n\nnothing", "has neither DB time nor a table of wait events"),
    ],
)
def test_what_cannot_be_used_is_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(CaptureError, match=sentence):
        told(tmp_path, text)


def test_a_report_cannot_be_replayed(tmp_path: Path) -> None:
    (tmp_path / "awr.txt").write_text(WHOLE, encoding="utf-8")
    done = command("replay", "awr.txt", "--rtt", "60ms", cwd=tmp_path)
    assert done.returncode == 2
    assert "has sums of calls and not their order" in " ".join(done.stderr.split())
