# SPDX-License-Identifier: GPL-2.0-only
"""``net8 compare``: alignment, sums and partings by hand, and every public capture against itself and others.

The captures live outside the project, in the folder ``captures`` of ``NET8_SHARED`` (default: ``../shared`` beside
the project).
"""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import net8
import pytest
from made_capture import ACCEPT, END_OF_FILE, FETCH, Sent, connect, data, write
from net8.cli import main
from net8.comparison.align import align, collapse
from net8.comparison.rows import Comparison, Item, Row, Side
from net8.comparison.views import as_object, show_comparison
from net8.dissect import dissect
from rich.console import Console

PROJECT = Path(__file__).resolve().parents[3]
CAPTURES = Path(os.environ.get("NET8_SHARED", PROJECT.parent / "shared")) / "captures"
FILES = sorted(CAPTURES.glob("**/*.pcap*"))

needs_captures = pytest.mark.skipif(
    not CAPTURES.is_dir(), reason=f"no captures in {CAPTURES}; NET8_SHARED names the folder above them"
)


def items(text: str) -> tuple[Item, ...]:
    """Make DATA packets of words such as "fetch" or "fetch:17", sent in turn, 10 ms apart."""
    found = []
    for place, word in enumerate(text.split()):
        name, _, size = word.partition(":")
        found.append(Item(
            place + 1, place + 1, ("client", "server")[place % 2], "DATA", name, int(size or 20), 0, 0,
            place * 10_000_000, 10_000_000 if place else None,
        ))  # fmt: skip
    return tuple(found)


def comparison(real: str, simulated: str, tolerance_percent: float = 2) -> Comparison:
    """Compare two made sessions."""
    theirs, ours = Side("made", 1, 1, items(real)), Side("made", 1, 1, items(simulated))
    return Comparison(theirs, ours, tuple(align(theirs.items, ours.items)), tolerance_percent)


def paired(rows: tuple[Row, ...]) -> list[tuple[int | None, int | None]]:
    """Return the numbers of both sides."""
    return [
        (row.real.number if row.real else None, row.simulated.number if row.simulated else None)
        for row in rows
    ]


@pytest.mark.parametrize(
    ("real", "simulated", "pairs"),
    [
        ("a b c d", "a b c d", [(1, 1), (2, 2), (3, 3), (4, 4)]),
        ("a b c d", "a b", [(1, 1), (2, 2), (3, None), (4, None)]),
        ("a b", "a b c d", [(1, 1), (2, 2), (None, 3), (None, 4)]),
        ("a b e f c d", "a b c d", [(1, 1), (2, 2), (3, None), (4, None), (5, 3), (6, 4)]),
        ("a b c d", "a x c d", [(1, 1), (2, None), (None, 2), (3, 3), (4, 4)]),
        ("a b", "x y", [(1, None), (2, None), (None, 1), (None, 2)]),
    ],
)
def test_packets_are_paired_in_order(
    real: str, simulated: str, pairs: list[tuple[int | None, int | None]]
) -> None:
    assert paired(comparison(real, simulated).rows) == pairs


def test_a_call_that_rides_along_does_not_part_two_sessions() -> None:
    session = [Item(1, 1, "client", "DATA", name, 20, 0, 0, 0, None) for name in ("x + version", "version")]
    assert session[0].key == session[1].key
    assert paired(tuple(align(session[:1], session[1:]))) == [(1, 1)]


def test_sums_tolerance_and_scale_by_hand() -> None:
    found = comparison("a:100 b:1000 a:100", "a:101 b:981 a:103")
    client, server = found.totals
    assert (client.real_bytes, client.simulated_bytes, client.difference_percent) == (200, 204, 2.0)
    assert (server.real_bytes, server.simulated_bytes, server.difference_percent) == (1000, 981, -1.9)
    assert found.agrees
    assert not comparison("a:100 b:1000", "a:103 b:1000").agrees
    assert comparison("a:100 b:1000", "a:103 b:1000", tolerance_percent=3).agrees
    assert found.time_scale == 1.0
    shown = found._repr_html_()
    assert "<td>server</td><td>1</td><td>1</td><td>1000</td><td>981</td><td>-1.90 %</td>" in shown
    assert [row.scale for row in found.rows] == [None, 1.0, 1.0]


def test_bytes_where_the_real_session_has_none_are_not_within_any_tolerance() -> None:
    found = comparison("a:100", "a:100 b:5", tolerance_percent=1000)
    assert found.totals[1].difference_percent == float("inf")
    assert not found.within_tolerance
    assert as_object(found)["sums"][1]["difference_percent"] is None


def test_parting_names_the_packet_what_was_expected_and_what_came() -> None:
    assert str(comparison("a b fetch:17 d", "a b logoff:13 d").parting) == (
        "they differ at packet 3: expected DATA fetch of the client, 17 bytes; "
        "found DATA logoff of the client, 13 bytes"
    )
    assert str(comparison("a b", "a").parting).endswith(
        "expected DATA b of the server, 20 bytes; found the end"
    )
    assert comparison("a b", "a:9 b").parting is None


def test_repeats_are_joined_and_large_differences_among_them_are_not() -> None:
    rows = comparison(
        "x:1 y:2 " + "f:17 r:100 " * 26, "x:1 y:2 " + "f:17 r:104 " * 20 + "f:17 r:109 " * 6
    ).rows
    runs = collapse(rows)
    assert [(run.unit, run.count) for run in runs] == [(1, 1), (1, 1), (2, 20), (2, 6)]
    assert [row.difference_bytes for row in runs[2].nth(1)] == [4] * 20
    assert sum(len(run.rows) for run in runs) == len(rows)


def test_sessions_that_have_nothing_in_common_are_compared_in_reasonable_time() -> None:
    many = 30_000
    one, other = ([Item(i, i, "client", "DATA", n, 9, 0, 0, i, 0) for i in range(many)] for n in ("a", "b"))
    assert sum(1 for _ in align(one, other)) == 2 * many
    mixed = [Item(i, i, "client", "DATA", "ab"[i % 2], 9, 0, 0, i, 0) for i in range(900)]
    assert sum(row.real is not None for row in align(mixed, mixed[7:])) == len(mixed)


@pytest.mark.slow
@needs_captures
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_capture_agrees_with_itself(path: Path) -> None:
    for session in dissect(path).sessions:
        found = net8.compare(path, path, real_stream=session.number, simulated_stream=session.number)
        assert found.agrees
        assert found.parting is None
        assert not found.differences()
        assert not any(row.flags_differ for row in found.rows)
        frame = found.frame()
        assert len(frame) == len(session.packets)
        assert frame["difference_bytes"].sum() == 0
        assert frame["real_bytes"].sum() == sum(packet.length for packet in session.packets)
        assert not frame["scale"].dropna().ne(1).any()


@pytest.mark.slow
@needs_captures
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_any_two_captures_can_be_compared(path: Path) -> None:
    # Against its neighbour in the list and against the longest.
    others = [FILES[FILES.index(path) - 1], max(FILES, key=lambda file: file.stat().st_size)]
    for other in others:
        found = net8.compare(path, other)
        assert sorted(r.real.number for r in found.rows if r.real) == [i.number for i in found.real.items]
        assert sorted(r.simulated.number for r in found.rows if r.simulated) == [
            item.number for item in found.simulated.items
        ]
        assert (found.parting is None) == all(row.real and row.simulated for row in found.rows)
        out = io.StringIO()
        show_comparison(Console(file=out, width=100), found)
        assert "sums of bytes are" in out.getvalue()
        json.dumps(as_object(found), allow_nan=False)


def capture(path: Path, packets: list[tuple[bool, bytes]], step_ns: int) -> Path:
    """Write packets of a client (true) and a server, one every step."""
    places = {True: 1, False: 1}
    segments = []
    for number, (from_client, packet) in enumerate(packets):
        segments.append(Sent(number * step_ns, from_client, places[from_client], packet))
        places[from_client] += len(packet)
    return write(path, segments)


@pytest.fixture
def made(tmp_path: Path) -> tuple[Path, Path, Path]:
    """Provide a capture of a fetch, one with other times and 40 bytes more, and one that ends with the request."""
    sent = [(True, connect()), (False, ACCEPT), (True, FETCH), (False, data(b"\x06" + bytes(990)))]
    more = [*sent[:3], (False, data(b"\x06" + bytes(1030)))]
    return (
        capture(tmp_path / "one.pcap", [*sent, (True, END_OF_FILE)], 20_000_000),
        capture(tmp_path / "more.pcap", [*more, (True, END_OF_FILE)], 10_000_000),
        capture(tmp_path / "short.pcap", sent[:3], 10_000_000),
    )


def command(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    """Run net8 compare and give its exit code."""
    monkeypatch.setattr(sys, "argv", ["net8", "compare", *map(str, arguments)])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(str(ended.value.code or 0))


def test_the_command_ends_with_0_where_sessions_agree_and_with_1_where_they_part(
    made: tuple[Path, Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one, more, short = made
    assert command(monkeypatch, one, one) == 0
    shown = capsys.readouterr().out
    assert "packet types and order are the same" in shown
    # 40 of 1033 bytes (32 of the ACCEPT, 1001 of the reply) are 3.87 per cent.
    assert command(monkeypatch, one, more) == 1
    shown = capsys.readouterr().out
    assert "+3.87" in shown
    assert "lengths by more than 8 bytes in 1 packet\nsums of bytes are not within 2 %" in shown
    assert "time over all packets: real 0.080000 s, simulated 0.040000 s, simulated / real 0.5" in shown
    assert command(monkeypatch, one, more, "--tolerance", "4") == 0
    assert command(monkeypatch, one, short) == 1
    assert "found the end" in capsys.readouterr().out
    assert command(monkeypatch, one, short, "--real-packets", "1-3") == 0


def test_json_is_one_object_with_the_sums(
    made: tuple[Path, Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(monkeypatch, made[0], made[1], "--json") == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["agrees"], found["parts_at"], found["time_scale"]) == (False, None, 0.5)
    assert [row["difference_bytes"] for row in found["packets"]] == [0, 0, 0, 40, 0]
    assert found["sums"][1] == {
        "sender": "server", "real_packets": 2, "simulated_packets": 2, "real_bytes": 1033,
        "simulated_bytes": 1073, "difference_bytes": 40, "difference_percent": pytest.approx(3.8722168),
    }  # fmt: skip
    assert found["packets"][4]["real"]["data_flags"] == 0x40
    assert found["packets"][1]["real"]["gap_s"] == 0.02


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--real-stream", "2"], "session 2 is not in {one}, which has only number 1"),
        (["--simulated-stream", "0"], "session 0 is not in {more}, which has only number 1"),
        (
            ["--real-packets", "1-x"],
            'real packets "1-x" is not a list of packets; write ranges such as 1-20,35-37',
        ),
        (["--real-packets", "4-9"], 'real packets "4-9" does not fit: the session has packets 1 to 5'),
        (
            ["--simulated-packets", "3-2"],
            'simulated packets "3-2" does not fit: the session has packets 1 to 5',
        ),
        (["--tolerance", "-1"], "a tolerance of -1 per cent is out of range; write 0 or more"),
        (["--tolerance", "nan"], "a tolerance of nan per cent is out of range; write 0 or more"),
        (["--set", "client.sdu=512"], "--set client.sdu=512 needs a plan, and {more} is not a plan"),
    ],
)
def test_what_a_user_gets_wrong_is_one_sentence_and_exit_code_2(
    arguments: list[str],
    sentence: str,
    made: tuple[Path, Path, Path],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    one, more, _short = made
    assert command(monkeypatch, one, more, *arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"net8: {sentence.format(one=one, more=more)}\n"


def test_files_that_are_no_captures_are_one_sentence_too(
    made: tuple[Path, Path, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert command(monkeypatch, tmp_path / "absent.pcap", made[0]) == 2
    assert command(monkeypatch, made[0], tmp_path) == 2
    assert "has no capture-client.pcap; net8 run --pcap writes it" in capsys.readouterr().err
    assert command(monkeypatch, made[0], tmp_path / "absent.pcap") == 2
    assert "there is no plan" in capsys.readouterr().err


def test_a_plan_a_run_and_its_folder_can_stand_for_the_simulated_capture(
    tmp_path: Path, lan: net8.Plan
) -> None:
    run = net8.run(lan, folder=tmp_path, pcap=True)
    capture = tmp_path / "capture-client.pcap"
    for simulated in (lan, run, tmp_path, str(capture)):
        found = net8.compare(capture, simulated)
        assert found.agrees
        assert found.time_scale == 1.0
        assert not found.differences()
    with pytest.raises(net8.PlanError, match="the run wrote no captures"):
        net8.compare(capture, net8.run(lan))


def test_one_screen_shows_a_long_session(tmp_path: Path) -> None:
    plan = net8.Plan.of(
        {"path": {"kind": "lan"}, "client": {"array_size": 10}, "query": {"rows": 20000}}, name="long"
    )
    net8.run(plan, folder=tmp_path, pcap=True)
    out = io.StringIO()
    show_comparison(Console(file=out, width=100), net8.compare(tmp_path / "capture-client.pcap", tmp_path))
    lines = out.getvalue().splitlines()
    assert len(lines) < 50
    assert max(len(line) for line in lines[2:]) <= 100
    # 20,000 rows: 1 with the execute, 1999 arrays of 10, 9 in the last: 2000 fetches.
    assert any("2000 times:" in line for line in lines)


def test_the_python_of_the_documentation_runs(tmp_path: Path, lan: net8.Plan) -> None:
    page = (PROJECT / "doc" / "compare.rst").read_text(encoding="utf-8")
    (block,) = re.findall(r"^\.\. code-block:: python\n\n((?:   .*\n|\n)+)", page, re.MULTILINE)
    net8.run(lan, folder=tmp_path, pcap=True)
    (tmp_path / "plan.toml").rename(tmp_path / "my-plan.toml")
    (tmp_path / "capture-client.pcap").rename(tmp_path / "real.pcap")
    code = textwrap.dedent(block).replace("1-20,35-37", "1-20")
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("False they differ at packet 21: expected the end; found DATA")
    assert "rows x 17 columns" in done.stdout
