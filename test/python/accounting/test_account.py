# SPDX-License-Identifier: GPL-2.0-only
"""Where the time of traces, captures and runs went: parts that add up, by rules, with numbers counted by hand."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import net8
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_capture import ACCEPT, END_OF_FILE, FETCH, Sent, acknowledging, connect, data, ethernet, pcapng
from made_capture import write as write_capture
from made_trace import FROM, HEAD, SIMPLE, call, parsing, wait, write
from net8.accounting.account import Account
from net8.accounting.shares import shares
from net8.base.errors import CaptureError, PlanError, StoreError
from test_cli import net8 as command

SHARED = Path(os.environ.get("NET8_SHARED", Path(__file__).resolve().parents[4] / "shared"))
CAPTURES, TRACES = SHARED / "captures", SHARED / "traces"
MS = 10**6
SYN, SYN_ACK, ACK = 0x02, 0x12, 0x10


def micros(found: Account) -> dict[str, int]:
    """Return the parts in whole microseconds."""
    return {part.name: part.time_ns // 1000 for part in found.parts}


def tenths(found: Account) -> int:
    """Add up the shares, in tenths of a per cent."""
    return sum(round(part.share_percent * 10) for part in found.parts)


def test_shares_are_rounded_by_the_largest_remainders() -> None:
    """1, 1 and 1: 33.3 each leaves a tenth; it goes to the first. 2 of 3 are 66.67."""
    assert shares([1, 1, 1]) == [33.4, 33.3, 33.3]
    assert shares([1, 2]) == [33.3, 66.7]
    assert shares([0, 0]) == [0.0, 0.0]


@given(st.lists(st.integers(0, 10**18), min_size=1, max_size=40))
def test_shares_add_up_to_a_hundred(times: list[int]) -> None:
    found = shares(times)
    assert sum(round(share * 10) for share in found) == (1000 if sum(times) else 0)
    assert all(
        abs(share - 100 * time / max(sum(times), 1)) <= 0.1 for share, time in zip(found, times, strict=True)
    )


@pytest.mark.plain
def test_an_account_of_a_trace(tmp_path: Path) -> None:
    """The trace runs from 1,000,000 us, where the PARSE begins, to 1,050,950: 50,950 us.

    Processor: 40 + 20 + 80 + 60. Waits: 300 on the disk, 2 + 1 to hand replies to TCP, 20,000 + 30,000 from the client.
    """
    found = net8.account(write(tmp_path, SIMPLE))
    assert micros(found) == {
        "server CPU": 200, "server waits, Network": 3, "server waits, User I/O": 300,
        "between calls: network and client": 50_000, "unknown": 447,
    }  # fmt: skip
    assert found.time_ns == 50_950_000
    assert tenths(found) == 1000
    assert (found.sessions, found.calls, found.recursive_calls, found.trips, found.rows) == (1, 4, 0, 2, 15)
    assert all(part.rule for part in found.parts)
    assert any("--rtt" in note for note in found.notes)


@pytest.mark.plain
def test_a_known_round_trip_tells_network_and_client_apart(tmp_path: Path) -> None:
    """Of 20 ms and 30 ms between calls, 25 ms are a round trip: 20 and 25 ms of latency, 0 and 5 ms of the client."""
    found = micros(net8.account(write(tmp_path, SIMPLE), rtt="25ms"))
    assert found["round trips: latency"] == 45_000
    assert found["client: work and think time"] == 5_000
    assert "between calls: network and client" not in found


@pytest.mark.plain
def test_an_account_is_split_by_session_statement_and_call(tmp_path: Path) -> None:
    text = (
        HEAD + parsing(1, "select 1", 1_000, sqlid="one") + call("EXEC", 1, 10, 100, 1_100) + wait(1, FROM, 900, 2_000)
        + parsing(2, "select 2", 2_000, sqlid="two") + call("EXEC", 2, 10, 300, 2_300, rows=4)
    )  # fmt: skip
    found = net8.account(write(tmp_path, text))
    # The server tells of which cursor a wait for the client is: that of the call before it.
    assert {row.name: row.time_ns // 1000 for row in found.split["statement"]} == {"one": 1_000, "two": 300}
    assert {row.name: (row.calls, row.trips, row.rows) for row in found.split["statement"]} == {
        "one": (1, 1, 0), "two": (1, 1, 4),
    }  # fmt: skip
    # Between calls belongs to the call that comes next.
    assert {row.name: row.time_ns // 1000 for row in found.split["call"]} == {"execute": 1_300}
    for rows in found.split.values():
        assert sum(row.time_ns for row in rows) == found.time_ns
        assert sum(round(row.share_percent * 10) for row in rows) == 1000
        assert all(sum(row.groups.values()) == row.time_ns for row in rows)


@pytest.mark.plain
def test_a_coarse_clock_of_the_processor_is_made_up_for(tmp_path: Path) -> None:
    """The clock goes on by 10 ms: two calls of 5 ms and 5 ms tell 10 ms and 0."""
    text = (
        HEAD
        + call("EXEC", 1, 10_000, 5_000, 10_000)
        + wait(1, FROM, 1_000, 11_000)
        + call("EXEC", 1, 0, 5_000, 16_000)
    )
    found = micros(net8.account(write(tmp_path, text)))
    assert found == {"server CPU": 10_000, "between calls: network and client": 1_000}


@pytest.mark.plain
def test_more_processor_time_than_there_was_is_cut(tmp_path: Path) -> None:
    text = (
        HEAD
        + call("EXEC", 1, 10_000, 400, 1_000)
        + wait(1, "db file sequential read", 300, 900)
        + wait(1, FROM, 50, 1_050)
    )
    found = net8.account(write(tmp_path, text))
    assert found.time_ns == 450_000
    assert tenths(found) == 1000


@pytest.mark.plain
def test_waits_that_the_network_causes(tmp_path: Path) -> None:
    text = (
        HEAD + wait(1, "SQL*Net more data from client", 70, 1_000) + call("EXEC", 1, 0, 100, 1_050)
        + wait(1, "SQL*Net more data to client", 500, 1_900) + call("FETCH", 1, 0, 950, 2_000)
    )  # fmt: skip
    found = micros(net8.account(write(tmp_path, text)))
    # 70 us, of which the EXEC begins at 950; the FETCH from 1,050 to 2,000 holds 500.
    assert found["window and buffer stalls"] == 500
    assert found["serialisation"] == 70


def session(*, handshake: bool = True) -> list[Sent]:
    """Return a session as seen at the client: round trips of 20 ms, 5 ms of the server for a fetch, 7 ms between."""
    at = len(connect()) + 1
    opening = [
        Sent(0, True, 0, flags=SYN), Sent(20 * MS, False, 0, flags=SYN_ACK), Sent(20 * MS, True, 1, flags=ACK),
    ]  # fmt: skip
    reply = data(b"\x06" + bytes(90))
    return acknowledging([
        *(opening if handshake else []),
        Sent(21 * MS, True, 1, connect()), Sent(41 * MS, False, 1, ACCEPT),
        Sent(42 * MS, True, at, FETCH), Sent(67 * MS, False, 33, reply),
        Sent(74 * MS, True, at + 21, FETCH), Sent(99 * MS, False, 33 + len(reply), reply),
        Sent(100 * MS, True, at + 42, END_OF_FILE),
    ])  # fmt: skip


def test_an_account_of_a_capture(tmp_path: Path) -> None:
    """Of 100 ms: handshake 20; CONNECT 20; fetches 25 each, 20 of them the round trip; the client 1 + 1 + 7 + 1."""
    found = net8.account(write_capture(tmp_path / "made.pcap", session()))
    assert micros(found) == {
        "server, CPU and waits together": 10_000, "round trips: latency": 80_000, "client: work and think time": 10_000,
    }  # fmt: skip
    assert tenths(found) == 1000
    assert {row.name: row.trips for row in found.split["call"]}["fetch"] == 2
    assert found.trips == 3


def test_a_capture_without_its_start_says_so(tmp_path: Path) -> None:
    path = write_capture(tmp_path / "made.pcap", session(handshake=False))
    found = net8.account(path)
    assert micros(found) == {
        "reply awaited: network and server": 70_000,
        "between calls: network and client": 9_000,
    }
    assert any("TCP handshake" in note for note in found.notes)
    told = micros(net8.account(path, rtt="20ms"))
    assert told == {
        "server, CPU and waits together": 10_000, "round trips: latency": 60_000, "client: work and think time": 9_000,
    }  # fmt: skip


def test_a_retransmission_and_a_wait_for_an_acknowledgement(tmp_path: Path) -> None:
    """A reply of four segments: the second 1 ms after the first, the third when acknowledged, the fourth lost once."""
    part = 1000
    reply = data(bytes([6]) + bytes(4 * part - 11))
    at = len(connect()) + 1
    cut = [reply[start : start + part] for start in range(0, 4 * part, part)]
    sent = [
        Sent(0, True, 0, flags=SYN), Sent(20 * MS, False, 0, flags=SYN_ACK), Sent(20 * MS, True, 1, flags=ACK),
        Sent(20 * MS, True, 1, connect()), Sent(40 * MS, False, 1, ACCEPT), Sent(40 * MS, True, at, FETCH),
        Sent(60 * MS, False, 33, cut[0]), Sent(61 * MS, False, 33 + part, cut[1]), Sent(61 * MS, True, at + 21),
        Sent(81 * MS, False, 33 + 2 * part, cut[2]), Sent(82 * MS, False, 33 + 3 * part, cut[3][:500]),
        Sent(282 * MS, False, 33 + 2 * part, cut[2] + cut[3]),
    ]  # fmt: skip
    found = micros(net8.account(write_capture(tmp_path / "made.pcap", acknowledging(sent))))
    assert found == {
        "round trips: latency": 60_000, "serialisation": 2_000, "window and buffer stalls": 20_000,
        "retransmission": 200_000,
    }  # fmt: skip


def test_encrypted_bytes_have_turns_and_sizes(tmp_path: Path) -> None:
    hello = bytes.fromhex("160301") + bytes(50)
    sent = [
        Sent(0, True, 0, flags=SYN), Sent(20 * MS, False, 0, flags=SYN_ACK), Sent(20 * MS, True, 1, flags=ACK),
        Sent(20 * MS, True, 1, hello), Sent(40 * MS, False, 1, bytes.fromhex("160303") + bytes(500)),
        Sent(40 * MS, True, 54, bytes(100)), Sent(63 * MS, False, 504, bytes(300)),
    ]  # fmt: skip
    found = net8.account(write_capture(tmp_path / "made.pcap", acknowledging(sent)))
    assert micros(found) == {"server, CPU and waits together": 3_000, "round trips: latency": 60_000}
    assert any("TLS" in note for note in found.notes)
    assert "TLS" in found.split["session"][0].name


PLAN = """
[path]
delay = "10ms"
rate = "100Mbps"
[client]
think_time = "50ms"
queries = 3
[query]
rows = 100
"""


def test_an_account_of_a_run_agrees_with_its_tables(tmp_path: Path) -> None:
    """Round trips take 20 ms and what the frames of the handshake take; the client thinks twice for 50 ms."""
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    run = net8.run(net8.load(tmp_path / "plan.toml"), folder=tmp_path / "run")
    run.save(tmp_path / "run")
    found = net8.account(tmp_path / "run")
    assert tenths(found) == 1000
    times = micros(found)
    calls = run.call_columns
    assert found.trips == len(calls["call"])
    assert found.time_ns == int(calls["end_ns"].max() - run.session_columns["start_ns"].min())
    assert times["round trips: latency"] >= 20_000 * len(calls["call"])
    assert times["client: work and think time"] == pytest.approx(100_000, rel=0.01)
    assert found.rows == int(calls["rows"].sum())


def test_the_capture_of_a_run_agrees_with_its_tables(tmp_path: Path) -> None:
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    net8.run(net8.load(tmp_path / "plan.toml"), folder=tmp_path, pcap=True).save(tmp_path)
    capture = micros(net8.account(tmp_path / "capture-client.pcap"))
    for end in ("client", "server"):
        (tmp_path / f"capture-{end}.pcap").unlink()
    run = micros(net8.account(tmp_path))
    client = "client: work and think time"
    assert capture[client] == pytest.approx(run[client], rel=0.01)
    assert sum(capture.values()) == pytest.approx(sum(run.values()), rel=0.01)
    # The capture has the time from CONNECT to ACCEPT in its parts, the tables as one.
    assert capture["round trips: latency"] == pytest.approx(run["round trips: latency"] + 40_000, rel=0.01)


def divided(folder: Path, changes: Mapping[str, object]) -> tuple[Account, net8.Run]:
    """Return the account of a run by its tables and captures, and the run."""
    (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
    plan = net8.load(folder / "plan.toml").with_values(
        {"query.rows": 1000, "query.row_length": 200, "client.array_size": 500, **changes}
    )
    run = net8.run(plan, folder=folder / "run", pcap=True)
    run.save(folder / "run")
    return net8.account(folder / "run"), run


@pytest.mark.parametrize(
    "changes", [{"client.driver": "sqlplus"}, {"client.tls": True, "listener.tls": True}]
)
def test_captures_of_a_run_divide_what_its_tables_do_not(
    tmp_path: Path, changes: Mapping[str, object]
) -> None:
    """Each call takes 3 ms of the server more, 100 KB more flights of a window; nobody uses Nagle's."""
    server = "server, CPU and waits together"
    for name in ("quick", "slow"):
        (tmp_path / name).mkdir()
    quick, run = divided(tmp_path / "quick", changes)
    slow, _run = divided(tmp_path / "slow", {**changes, "server.call_time": "3ms"})
    one, other = micros(quick), micros(slow)
    calls, starts = run.call_columns, run.session_columns["start_ns"]
    assert other[server] - one[server] == pytest.approx(3000 * len(calls["call"]), rel=0.01)
    assert quick.time_ns == int(calls["end_ns"].max() - starts.min())
    assert tenths(quick) == 1000
    assert not {"transfer: serialisation, stalls, loss", "Nagle and delayed ACK"} & one.keys()
    # Nothing but the bytes of the replies, with headers of TCP, IP and frames, is on the line: 100 Mbit/s.
    assert one["serialisation"] == pytest.approx(
        int(calls["reply_bytes"].sum()) * (1500 + 14) / 1448 * 0.08, rel=0.1
    )
    assert one["window and buffer stalls"] > 10_000
    # The network and the ends are those of the captures alone.
    alone = micros(
        net8.account(*(tmp_path / "quick" / "run" / f"capture-{end}.pcap" for end in ("client", "server")))
    )
    for name in (server, "round trips: latency", "window and buffer stalls", "serialisation"):
        assert one[name] == pytest.approx(alone[name], rel=0.01), name


def test_files_of_several_kinds_are_one_account(tmp_path: Path) -> None:
    trace, capture = write(tmp_path, SIMPLE), write_capture(tmp_path / "made.pcap", session())
    found = net8.account(trace, capture)
    assert found.sessions == 2
    assert found.time_ns == 50_950_000 + 100_000_000
    assert {row.name.split()[0] for row in found.split["session"]} == {"made.trc", "made.pcap"}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"hello\n", "has no line of event 10046"), (b"\x1f\x8b\x08\x00", "is compressed with gzip"),
        (b"\xd4\xc3\xb2\xa1" + bytes(20), "made"), (None, "made cannot be read: no such file"),
    ],
)  # fmt: skip
def test_nothing_usable_is_one_sentence(tmp_path: Path, content: bytes | None, sentence: str) -> None:
    if content is not None:
        (tmp_path / "made").write_bytes(content)
    with pytest.raises(CaptureError, match=sentence):
        net8.account(tmp_path / "made")


def test_other_bad_input(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="not the folder of a finished run"):
        net8.account(tmp_path)
    with pytest.raises(PlanError, match="at least one file"):
        net8.account()
    with pytest.raises(PlanError, match='--rtt "5" has no unit'):
        net8.account(write(tmp_path, SIMPLE), rtt="5")


def test_the_command_prints_parts_rules_and_what_is_missing(tmp_path: Path) -> None:
    write(tmp_path, SIMPLE + "EXEC #1:c=1")
    done = command("account", "made.trc", "--by", "statement", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("note: made.trc: it ends in the middle of a line")
    assert "1 session, 4 calls, 2 round trips, 15 rows" in lines
    assert any(line.split() == ["all", "0.050950", "100.0"] for line in lines)
    assert "by which rule" in done.stdout


def test_the_command_fits_eighty_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, SIMPLE)
    monkeypatch.setenv("COLUMNS", "80")
    done = command("account", "made.trc", "--by", "statement", cwd=tmp_path)
    table = [line for line in done.stdout.splitlines() if not line.startswith(("note: ", "estimate: "))]
    assert max(map(len, table)) <= 80


def test_the_command_prints_json(tmp_path: Path) -> None:
    write(tmp_path, SIMPLE)
    done = command("account", "--json", "made.trc", "--rtt", "25ms", cwd=tmp_path)
    found = json.loads(done.stdout)
    assert found["time_s"] == 0.05095
    assert sum(round(part["share_percent"] * 10) for part in found["parts"]) == 1000
    assert found["fields"]["made.trc"]["cpu_ns"]["origin"] == "seen"
    assert found["by_statement"][0]["text"] == "select x from t"


@pytest.mark.parametrize("arguments", [["made.trc"], ["made.trc", "--by", "day"], ["no such file"]])
def test_the_command_refuses_with_one_sentence_and_exit_code_2(tmp_path: Path, arguments: list[str]) -> None:
    write(tmp_path, "nothing\n")
    done = command("account", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("net8: ")


@pytest.mark.skipif(
    not CAPTURES.is_dir(), reason=f"no captures in {CAPTURES}; NET8_SHARED names the folder above them"
)
def test_every_real_capture_has_an_account() -> None:
    """It covers each session from its first segment with a turn to its last, and nothing twice."""
    answered = 0
    for path in sorted(CAPTURES.glob("**/*.pcap*")):
        try:
            found = net8.account(path)
        except CaptureError:
            continue
        answered += 1
        assert tenths(found) == (1000 if found.time_ns else 0), path.name
        assert sum(row.time_ns for row in found.split["session"]) == found.time_ns
    assert answered > 50


@pytest.mark.skipif(
    not TRACES.is_dir(), reason=f"no traces in {TRACES}; NET8_SHARED names the folder above them"
)
def test_an_account_of_a_real_trace_has_the_totals_of_its_lines() -> None:
    """Counted from the lines: 92 waits for the client of 11,653,988 us, 87 calls on LOBs, 76 + 4 rows."""
    found = net8.account(TRACES / "thick-26239.trc")
    between = next(part for part in found.parts if part.name.startswith("between"))
    assert (between.count, between.time_ns // 1000) == (92, 11_653_988)
    assert {row.name: row.calls for row in found.split["call"]}["lob"] == 87
    assert found.trips == 92


def test_times_long_before_1970_are_refused(tmp_path: Path) -> None:
    """An offset of -2^63 seconds, as a pcapng may tell, is 292 thousand million years."""
    frames = [(each.time_ns, ethernet(each.packet())) for each in session()]
    path = tmp_path / "early.pcapng"
    path.write_bytes(pcapng(frames, offset_s=-(2**63)))
    with pytest.raises(CaptureError, match="has packets of the year -292,471,"):
        net8.account(path)


@pytest.mark.parametrize(
    ("late_ns", "sentence"),
    [
        # 11 years of 365 days after 1970, and the year 2196.
        (11 * 365 * 86_400 * 10**9, "has packets of the year 1,981, 11 years after others"),
        (2**63 - 2**61, "has packets of the year 2,189, 219 years after others"),
    ],
)
def test_times_that_no_clock_has_are_refused(tmp_path: Path, late_ns: int, sentence: str) -> None:
    opening = connect()
    sent = [
        Sent(0, True, 0, opening),
        Sent(1_000_000, False, 0, ACCEPT),
        Sent(late_ns, True, len(opening), FETCH),
    ]
    path = tmp_path / "late.pcapng"
    path.write_bytes(pcapng([(each.time_ns, ethernet(each.packet())) for each in sent]))
    with pytest.raises(CaptureError, match=sentence):
        net8.account(path)
