# SPDX-License-Identifier: GPL-2.0-only
"""What files let estimate: by hand arithmetic."""

from __future__ import annotations

import json
from pathlib import Path

import net8
import pytest
from made_capture import ACCEPT, FETCH, Sent, acknowledging, connect, data
from made_capture import write as write_capture
from made_trace import FROM, HEAD, TO, call, parsing, wait, write
from net8.record.estimates import estimates_of, shortest_wait
from net8.record.sources import LISTENER_PORTS, read
from net8.record.trace import read_trace
from net8.replaying.exchange import conversations, row_range, with_rows
from net8.replaying.own_network import OwnNetwork
from net8.replaying.script import Network, plan_of, script_of
from net8.schema.distributions import mean
from test_account import session
from test_cli import net8 as command

MORE = "SQL*Net more data to client"


def trace(rows: list[int], *, base: int = 100, row: int = 2, waits: int = 5000) -> str:
    """Return a trace of fetches that take base + row x rows microseconds, each after a wait that is 1 ms longer."""
    now, text = 1_000_000, HEAD + parsing(1, "select x from t", 1_000_000)
    for number, count in enumerate(rows):
        now += waits + 1000 * number
        text += wait(1, FROM, waits + 1000 * number, now)
        now += base + row * count
        text += call("FETCH", 1, 0, base + row * count, now, rows=count)
    return text


def test_costs_of_a_fetch_and_of_a_row_are_told_apart(tmp_path: Path) -> None:
    """Fetches of 10 to 50 rows that take 100 us and 2 us a row; waits of 5 to 9 ms."""
    found = estimates_of(read_trace(write(tmp_path, trace([10, 20, 30, 40, 50]))), None)
    trip, fetch, row = found
    assert (trip.value, trip.low, trip.high) == (5.0, 0.0, 5.0)
    assert "the client needs" in trip.not_apart
    assert (fetch.value, row.value) == pytest.approx((100, 2))
    assert (fetch.high, row.high) == pytest.approx((100, 2))
    assert (fetch.not_apart, row.not_apart) == ("", "")


def test_the_interval_of_a_slope_is_that_of_students_t(tmp_path: Path) -> None:
    """Rows 1, 2, 3, 4 and times 10, 10, 20, 20 us.

    Mean 2.5 and 15, Sxx = 5, Sxy = 1.5 x 5 + 0.5 x 5 + 0.5 x 5 + 1.5 x 5 = 20: slope 4, base 5. Left: 1, -3, 3, -1: 20
    over 2 degrees of freedom = 10. t(0.975; 2) = 4.3027: half of the slope 4.3027 x sqrt(10 / 5) = 6.0849.
    """
    text = HEAD + parsing(1, "select x from t", 1_000_000)
    for number, took in enumerate((10, 10, 20, 20)):
        text += call("FETCH", 1, 0, took, 1_001_000 + 100 * number, rows=number + 1)
    row = estimates_of(read_trace(write(tmp_path, text)), None)[-1]
    assert (row.value, row.low) == pytest.approx((4.0, 4 - 6.0849), abs=1e-4)


def test_fetches_of_equally_many_rows_do_not_tell_costs_apart(tmp_path: Path) -> None:
    found = estimates_of(read_trace(write(tmp_path, trace([15] * 6))), 10**6)
    assert [each.what for each in found] == ["server's time of a fetch"]
    assert found[0].not_apart == "the cost of a row"
    assert found[0].value == pytest.approx(130)


def test_waits_for_more_data_tell_how_long_rows_are(tmp_path: Path) -> None:
    """500 rows in 6 full packets of 8,000 bytes and a part of one: 48,000 <= 70 + 500 row < 56,000; 100 rows in one.

    That is 95.86 to 111.86 bytes, and 79.3 to 159.3: together the first, 103.86 in the middle.
    """
    text, now = HEAD + parsing(1, "select x from t", 1_000_000), 1_000_000
    for rows, packets in ((500, 6), (100, 1)):
        now += 5000
        text += wait(1, FROM, 5000, now) + wait(1, TO, 1, now + 1)
        for number in range(packets):
            text += wait(1, MORE, 10, now + 20 * (number + 1)).replace("#bytes=1", "#bytes=8000")
        now += 1000
        text += call("FETCH", 1, 0, 1000, now, rows=rows)
    record = read_trace(write(tmp_path, text))
    assert record.packet_bytes == 8000
    talk = conversations(record, None)[0][0]
    assert row_range(talk, "a1") == pytest.approx((95.86, 111.86))
    assert [each.reply_bytes for each in with_rows(talk, None).exchanges] == [52_000, 10_456]
    assert [each.reply_bytes for each in with_rows(talk, 200).exchanges] == [100_070, 20_070]


def test_work_between_packets_is_told_from_that_before_the_reply(tmp_path: Path) -> None:
    """A fetch of 1000 us: 200 before the first packet, 20 to write it; 300 of work, of which 100 are a read of a disk.

    A wait of 400 for room ends at 920, and 80 follow: 380 us of work between packets. In a plan of four packets of
    8,192 bytes that is 126.667 us before each, the first one too; what is left of the server's 580 us is 73.333.
    """
    now = 1_000_000
    text = HEAD + parsing(1, "select x from t", now) + wait(1, FROM, 5000, now) + wait(1, TO, 1, now + 1)
    text += wait(1, MORE, 20, now + 220) + wait(1, "db file sequential read", 100, now + 500)
    text += wait(1, MORE, 400, now + 920) + call("FETCH", 1, 0, 1000, now + 1000, rows=100)
    text += wait(1, FROM, 5000, now + 6000) + call("FETCH", 1, 0, 50, now + 6050)
    record = read_trace(write(tmp_path, text))
    assert list(record.calls.writing_ns) == [380_000, 0]
    talk = conversations(record, None)[0][0]
    assert [each.writing_ns for each in talk.exchanges] == [380_000, 0]
    assert talk.exchanges[0].server_ns == pytest.approx(580_000, abs=2_000)
    talk.exchanges[0].reply_bytes = 30_000
    plan = plan_of(
        script_of(talk, OwnNetwork(), Network(10**6, 10**9, 0.0)), Network(10**6, 10**9, 0.0), driver="x"
    )
    first, second = plan.tables("statement")
    assert (float(mean(first["call_time"])), float(mean(first["packet_time"]))) == pytest.approx(
        (73.333e-6, 126.667e-6), abs=2e-6
    )
    assert "packet_time" not in second


def test_handshakes_tell_the_round_trip(tmp_path: Path) -> None:
    record = read(write_capture(tmp_path / "made.pcap", session()), ports=LISTENER_PORTS, rtt_ns=None)
    assert estimates_of(record, None)[0].text() == "round trip 20 ms (20 to 20): TCP handshakes"
    assert shortest_wait(record) == 0


@pytest.mark.slow
def test_estimates_come_first_and_are_in_json(tmp_path: Path) -> None:
    write(tmp_path, trace([10, 20, 30, 40, 50]))
    for verb, options in (("account", []), ("replay", ["--rtt", "60ms"])):
        done = command(verb, "made.trc", *options, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.index("estimate: round trip 5 ms (0 to 5)") < done.stdout.index("Where the time")
        found = json.loads(command(verb, "made.trc", *options, "--json", cwd=tmp_path).stdout)
        assert found["estimates"][0]["not_told_apart_from"] == "the time that the client needs for each call"
        assert [each["what"] for each in found["estimates"]][1:] == [
            "server's cost of a fetch", "server's cost of a row",
        ]  # fmt: skip


def test_a_trace_without_its_round_trip_says_how_much_longer_it_may_take(tmp_path: Path) -> None:
    """Five round trips of at most 5 ms: 25 ms if all of it were the client's."""
    path = write(tmp_path, trace([10, 20, 30, 40, 50]))
    found = net8.replay(path, rtt="60ms", costs=False)
    assert any("up to 0.025 s longer" in note for note in found.notes)
    assert not any(
        "longer" in note for note in net8.replay(path, was_rtt="5ms", rtt="60ms", costs=False).notes
    )


def test_segments_of_a_slow_line_are_no_work_of_the_server(tmp_path: Path) -> None:
    """A round trip of 1 ms, and ten segments that come 1.2 ms after each other: serialisation, not work."""
    ms, at = 10**6, len(connect()) + 1
    reply = data(b"\x06" + bytes(8179))
    sent = [
        Sent(0, True, 0, flags=0x02), Sent(ms, False, 0, flags=0x12), Sent(ms, True, 1, flags=0x10),
        Sent(2 * ms, True, 1, connect()),
        Sent(3 * ms, False, 1, ACCEPT),
        Sent(4 * ms, True, at, FETCH),
        *(
            Sent(6 * ms + 1_200_000 * part, False, 33 + 819 * part, reply[819 * part : 819 * (part + 1)])
            for part in range(10)
        ),
    ]  # fmt: skip
    record = read(
        write_capture(tmp_path / "made.pcap", acknowledging(sent)), ports=LISTENER_PORTS, rtt_ns=None
    )
    spent: dict[str, int] = {}
    for event, time in zip(record.spans.event, record.spans.time_ns, strict=True):
        name = record.events.all[event].part
        spent[name] = spent.get(name, 0) + time
    assert spent["serialisation"] == 9 * 1_200_000
    # From 4 to 6 ms, less a round trip; the ACCEPT came a round trip after the CONNECT.
    assert spent["server"] == ms


def test_a_row_on_a_line_costs_what_its_bytes_take(tmp_path: Path) -> None:
    """The server takes nothing for rows; each has 100 bytes in one segment, 80 us at 10 Mbit/s, headers apart."""
    net8.run(
        net8.Plan.of(
            {
                "path": {"kind": "wan", "rate": "10Mbps", "delay": "10ms"},
                "client": {"array_size": 5},
                "server": {"row_time": "0s"},
                "query": {"rows": 103, "row_length": 100},
            }
        ),
        folder=tmp_path,
        pcap=True,
    )
    capture = next(tmp_path.rglob("capture-client.pcap"))
    row = estimates_of(read(capture, ports=LISTENER_PORTS, rtt_ns=None), None)[-1]
    assert 80 < row.value < 100
    assert row.not_apart == "the rate of the slowest line"
