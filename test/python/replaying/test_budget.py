# SPDX-License-Identifier: GPL-2.0-only
"""Budgets of recordings: arithmetic by hand, pinned times, sessions side by side, and what is wrong."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import net8
import net8.replaying.budget
import net8.replaying.script
import pytest
from fake_servers import EXECUTE, SSL_REQUEST, STARTUP, SYNC, bind, parse, query
from net8.base.errors import CaptureError, PlanError
from net8.recorder.recording import Recording, Talk
from net8.replaying.budget_views import budget_text, junit_of
from net8.replaying.exchange import Conversation, Exchange
from net8.replaying.own_network import NO_NETWORK
from net8.replaying.path import path_of
from net8.replaying.playing import Played
from net8.replaying.script import Network, plan_of, script_of, wire_ns
from net8.replaying.wall import together_s
from test_cli import net8 as command

MS = 10**6
BEGIN = 1_700_000_000 * 10**9
CLIENT, SERVER = (bytes([127, 0, 0, 1]), 50000), (bytes([127, 0, 0, 1]), 5432)
SELECT = "SELECT v FROM t WHERE id = 7"
READY = b"R" + (8).to_bytes(4, "big") + bytes(4) + b"Z" + (5).to_bytes(4, "big") + b"I"
FOUND = b"C" + (13).to_bytes(4, "big") + b"SELECT 1\0" + b"Z" + (5).to_bytes(4, "big") + b"I"

Said = tuple[int, bool, bytes]


def recording(path: Path, said: Sequence[Said], opened_ns: int | None = 0, port: int = 5432) -> Path:
    """Write a recording of one connection: time in nanoseconds, who, what."""
    file = Recording()
    file.open(path)
    talk = Talk(CLIENT, (SERVER[0], port))
    if opened_ns is not None:
        file.opened(talk, BEGIN + opened_ns)
    for time_ns, from_client, data in said:
        file.passed(talk, from_client, BEGIN + time_ns, data)
    file.close()
    return path


def lookups(count: int, work_ns: int = MS, think_ns: int = MS // 2) -> list[Said]:
    """Return a session of PostgreSQL: SSLRequest, startup, and so many queries."""
    found: list[Said] = []
    now = MS
    for request, reply in [(SSL_REQUEST, b"N"), (STARTUP, READY), *[(query(SELECT), FOUND)] * count]:
        found.append((now, True, request))
        now += work_ns
        found.append((now, False, reply))
        now += think_ns
    return found


def test_round_trips_and_times_are_those_of_arithmetic(tmp_path: Path) -> None:
    """TCP, SSLRequest, startup and 9 queries are 12 round trips: 960 ms at 80 ms.

    11 ms are the server's, 1 + 10 x 0.5 ms the client's, and some microseconds those of 36 small packets on a line of
    100 Mbit/s.
    """
    file = recording(tmp_path / "r.pcapng", lookups(9))
    found = net8.budget(file, ["80ms,100Mbps"], round_trips=6, time="600ms")
    assert (found.trips, found.sessions) == (12, 1)
    assert {each.name: each.trips for each in found.by} == {
        "SELECT v FROM t WHERE id = ?": 9, "startup": 2, "TCP handshake": 1,
    }  # fmt: skip
    assert found.request_bytes == 8 + 22 + 9 * len(query(SELECT))
    assert found.reply_bytes == 1 + len(READY) + 9 * len(FOUND)
    assert found.recorded_s == pytest.approx(0.001 + 11 * 0.001 + 10 * 0.0005)
    (path,) = found.paths
    assert path.time.mean_s == pytest.approx(0.960 + 0.011 + 0.006, abs=0.001)
    assert path.over
    assert not found.passed
    trips, late = found.complaints()
    assert trips.startswith(
        "12 round trips where 6 may be: 9 of them `SELECT v FROM t WHERE id = ?`, 2 of them `startup`"
    )
    assert late.startswith(
        "977 ms at 80ms,100Mbps where 600 ms may be: 12 round trips (960 ms of latency), 9 of them"
    )


def test_ten_paths_come_from_one_recording(tmp_path: Path) -> None:
    file = recording(tmp_path / "r.pcapng", lookups(3))
    paths = [f"{rtt}ms" for rtt in (0, 1, 2, 5, 10, 20, 40, 80, 160, 300)]
    found = net8.budget(file, paths)
    # 6 round trips; 5 ms of the server, 1 + 4 x 0.5 ms of the client.
    for path, rtt in zip(found.paths, (0, 1, 2, 5, 10, 20, 40, 80, 160, 300), strict=True):
        assert path.time.mean_s == pytest.approx(6 * rtt / 1000 + 0.008, abs=0.0005)
    assert found.passed


def test_what_a_writer_takes_and_what_the_line_takes_pass_at_the_same_time(tmp_path: Path) -> None:
    """A reply of 1,000,000 bytes in 40 pieces is written over 78 ms.

    A line of 10 Mbit/s needs 0.83 s, in which that is hidden; one of 10 Gbit/s needs 1 ms, and 78 ms remain.
    """
    reply = b"D" + (999_979).to_bytes(4, "big") + bytes(999_975) + FOUND
    pieces = [reply[place : place + 25_000] for place in range(0, len(reply), 25_000)]
    said = [*lookups(0), (10 * MS, True, query(SELECT))]
    said += [((12 + 2 * place) * MS, False, piece) for place, piece in enumerate(pieces)]
    file = recording(tmp_path / "r.pcapng", said)
    slow, fast = net8.budget(file, ["0ms,10Mbps", "0ms,10Gbps"]).paths
    line = wire_ns(len(reply), 1460, 10**7) / 1e9
    before = (12 * MS) / 1e9
    assert slow.time.mean_s == pytest.approx(before + line, rel=0.02)
    assert fast.time.mean_s == pytest.approx(before + 2 * (len(pieces) - 1) / 1000, rel=0.02)


@pytest.mark.parametrize(
    ("size", "rtt_ms", "kernel_ms"),
    [(5_827_886, 20, 551.5), (933_826, 80, 483.7), (1_920_273, 80, 569.1), (5_827_886, 80, 896.0)],
)
def test_long_replies_take_what_they_take_over_tcp_of_the_kernel(
    tmp_path: Path, size: int, rtt_ms: int, kernel_ms: float
) -> None:
    """From the first byte of a reply of PostgreSQL 15 to its last, on a line of 100 Mbit/s with room for 1,000 packets.

    Measured with TCP of Linux 6.18 (CUBIC) between two namespaces, captured at the client; medians of three.
    """
    reply = b"D" + (size - len(FOUND) - 1).to_bytes(4, "big") + bytes(size - len(FOUND) - 5) + FOUND
    pieces = [reply[place : place + 65_000] for place in range(0, size, 65_000)]
    said = [*lookups(1), *[(10 * MS, True, query(SELECT))], *[(11 * MS, False, piece) for piece in pieces]]
    path = f"{rtt_ms}ms,100Mbps"
    long = net8.budget(recording(tmp_path / "long.pcapng", said), [path, f"{path},100p"])
    said = [*lookups(1), (10 * MS, True, query(SELECT)), (11 * MS, False, FOUND)]
    short = net8.budget(recording(tmp_path / "short.pcapng", said), [path])
    took_s = long.paths[0].time.mean_s - short.paths[0].time.mean_s
    assert took_s == pytest.approx(kernel_ms / 1000, rel=0.03)
    if rtt_ms == 80:
        assert long.paths[1].time.mean_s > 1.05 * long.paths[0].time.mean_s, "a short queue overflows"


def test_a_cursor_of_long_fetches_takes_as_long_as_in_the_kernel(tmp_path: Path) -> None:
    """3,000 rows, 1,000 in a reply of 128,096 bytes, ten round trips: 1.084 s in a kernel, at 80 ms and 100 Mb/s.

    A server that waits in read has a send buffer in which the last reply does not fit, and takes a round trip more.
    """
    row = b"D" + (127).to_bytes(4, "big") + bytes(123)
    rows = row * 1000 + b"C" + (89).to_bytes(4, "big") + b"FETCH 1000".ljust(85, b"\0") + READY[-6:]
    assert len(rows) == 128_096
    asked = ["BEGIN", "DECLARE c CURSOR FOR SELECT * FROM t", *["FETCH 1000 FROM c"] * 3, "CLOSE c", "COMMIT"]
    said = [*lookups(0, MS // 10, MS // 10)]
    for text in asked:
        begun = said[-1][0] + MS // 10
        reply = rows if text.startswith("FETCH") else FOUND
        said.append((begun, True, query(text)))
        said += [(begun + MS // 10, False, reply[at : at + 32_768]) for at in range(0, len(reply), 32_768)]
    found = net8.budget(recording(tmp_path / "r.pcapng", said), ["80ms,100Mbps"])
    assert found.trips == 10
    assert found.paths[0].time.mean_s == pytest.approx(1.084, rel=0.03)


def test_data_of_copy_are_taken_in_while_they_come(tmp_path: Path) -> None:
    """500,000 bytes need 0.42 s on 10 Mbit/s; 0.3 s of the server are hidden in that for COPY, but not for a Query."""
    load = b"d" + (499_999).to_bytes(4, "big") + bytes(499_995) + b"c" + (4).to_bytes(4, "big")
    begun = b"G" + (7).to_bytes(4, "big") + bytes(3)
    said = [*lookups(0), (10 * MS, True, query("COPY t FROM STDIN")), (11 * MS, False, begun)]
    said += [((12 + place) * MS, True, load[place * 50_000 : (place + 1) * 50_000]) for place in range(11)]
    copied = net8.budget(recording(tmp_path / "c.pcapng", [*said, (322 * MS, False, FOUND)]), ["0ms,10Mbps"])
    text = query("x" * 499_994)
    asked = [*lookups(0)] + [(10 * MS + place, True, text[place * 50_000 :][:50_000]) for place in range(10)]
    asked.append((310 * MS, False, FOUND))
    whole = net8.budget(recording(tmp_path / "q.pcapng", asked), ["0ms,10Mbps"])
    line = wire_ns(len(load), 1460, 10**7) / 1e9
    assert copied.paths[0].time.mean_s == pytest.approx(0.012 + line, rel=0.02)
    assert whole.paths[0].time.mean_s == pytest.approx(0.010 + line + 0.3, rel=0.02)


def test_a_request_in_many_writes_takes_as_many_packets(tmp_path: Path) -> None:
    """Ten packets go out without an acknowledgement (RFC 6928), so that 40 writes take a round trip more than one."""
    load = query(SELECT) * 40
    size = len(query(SELECT))

    def time_s(writes: int, server: str | None = None, client: str | None = None) -> float:
        step = 40 * size // writes
        said = [*lookups(0)]
        said += [(10 * MS + place, True, load[place * step :][:step]) for place in range(writes)]
        said.append((11 * MS, False, FOUND * 40))
        file = recording(tmp_path / "r.pcapng", said)
        found = net8.budget(file, ["100ms"], pin_server_time=server, pin_client_time=client)
        return found.paths[0].time.mean_s

    # TCP handshake, SSLRequest, startup, pipeline.
    assert time_s(1) == pytest.approx(0.411, abs=0.003)
    assert time_s(40) == pytest.approx(0.511, abs=0.003)
    assert time_s(40, "1ms", "0ms") == time_s(1, "1ms", "0ms")


@pytest.mark.parametrize(("each_ms", "time_s"), [(1, 0.2), (10, 0.39 + 0.1)])
def test_a_request_leaves_while_it_is_written(tmp_path: Path, each_ms: int, time_s: float) -> None:
    """40 writes over 39 ms wait for an acknowledgement, which takes 100; over 390 ms each leaves at once."""
    said = [*lookups(0)]
    said += [((10 + each_ms * place) * MS, True, query(SELECT)) for place in range(40)]
    said.append((said[-1][0] + MS, False, FOUND * 40))
    found = net8.budget(recording(tmp_path / "r.pcapng", said), ["100ms"])
    # TCP handshake, SSLRequest and startup take 0.3 s, the client 10 ms, the server 1 ms.
    assert found.paths[0].time.mean_s == pytest.approx(0.311 + time_s, abs=0.003)


@pytest.mark.parametrize(("pieces", "time_s"), [([40], 0.4), ([1, 1, 38], 0.5), ([2, 38], 0.4)])
def test_a_client_that_writes_statement_by_statement_does_so_where_the_recorder_was_late(
    tmp_path: Path, pieces: list[int], time_s: float
) -> None:
    """Two pieces with one Execute each tell that all 40 were writes of their own; one long piece tells nothing."""
    one = parse(SELECT) + bind() + EXECUTE
    said, now = [*lookups(0)], 10 * MS
    for number in pieces:
        said.append((now, True, one * number + (SYNC if number == 38 or len(pieces) == 1 else b"")))
        now += 1000
    answers = b"1" + (4).to_bytes(4, "big") + b"2" + (4).to_bytes(4, "big")
    said.append((11 * MS, False, (answers + FOUND[:14]) * 40 + FOUND[14:]))
    found = net8.budget(recording(tmp_path / "r.pcapng", said), ["100ms"])
    assert found.trips == 4
    assert found.paths[0].time.mean_s == pytest.approx(time_s + 0.011, abs=0.003)


def test_what_a_server_answers_while_a_request_comes_passes_beside_it(tmp_path: Path) -> None:
    """A reply of 40,000 bytes takes a round trip more than one of 8,000: 14,600 bytes go out, then 29,200."""

    def found(early: int) -> net8.replaying.budget.Budget:
        answer = b"N" + (39_999).to_bytes(4, "big") + bytes(39_995)
        said = [*lookups(0), (10 * MS, True, query(SELECT))]
        said += [(10 * MS + 1, False, answer[:early])] if early else []
        said += [(10 * MS + 2, True, query(SELECT)), (11 * MS, False, answer[early:] + FOUND * 2)]
        return net8.budget(recording(tmp_path / "r.pcapng", said), ["100ms"])

    late, soon = found(0), found(32_000)
    assert (late.trips, late.reply_bytes) == (soon.trips, soon.reply_bytes)
    assert late.paths[0].time.mean_s - soon.paths[0].time.mean_s == pytest.approx(0.1, abs=0.003)


def test_pinned_times_give_the_same_verdict_each_time(tmp_path: Path) -> None:
    """1,000 recordings whose times differ are one plan on each path; two of them are played."""
    random_ = random.Random(7)
    network = path_of("80ms,100Mbps,0.5%")

    def plan(number: int) -> str:
        exchanges = [
            Exchange(
                "query",
                "q",
                34,
                20,
                1,
                random_.randrange(9 * MS),
                random_.randrange(9 * MS),
                0,
                start_ns=number,
            )
            for _ in range(5)
        ]
        talk = Conversation("s", 0, "", False, exchanges=exchanges)
        script = net8.replaying.budget._pinned(
            script_of(talk, NO_NETWORK, Network(0, 10**10, 0.0)), 2 * MS, 0
        )
        return plan_of(script.on(network), network, driver="d.toml", folder=tmp_path).to_toml()

    (tmp_path / "d.toml").write_text(net8.replaying.script.DRIVER_TEXT)
    assert len({plan(number) for number in range(1000)}) == 1
    told = [
        net8.budget(
            recording(tmp_path / f"{number}.pcapng", lookups(4, work, think)), ["20ms,10Mbps,1%"],
            pin_server_time="2ms", pin_client_time="0ms", runs=5,
        ).paths
        for number, (work, think) in enumerate([(MS, MS), (3 * MS, MS // 7)])
    ]  # fmt: skip
    assert told[0] == told[1]
    # 2 ms for each of SSLRequest, startup and 4 queries; 7 round trips.
    assert told[0][0].time.low_s >= 0.140 + 0.012


def test_a_connection_with_one_request_counts_two_round_trips(tmp_path: Path) -> None:
    said = [(MS, True, b"GET / HTTP/1.0\r\n\r\n"), (3 * MS, False, b"HTTP/1.0 200 OK\r\n\r\nhello")]
    found = net8.budget(recording(tmp_path / "r.pcapng", said, port=80), ["100ms"])
    assert found.trips == 2
    assert found.paths[0].time.mean_s == pytest.approx(0.203, abs=0.0005)


def test_a_server_that_speaks_first_is_waited_for(tmp_path: Path) -> None:
    """Its greeting comes a round trip after the handshake: the last ACK there, and the greeting back."""
    said = [(MS, False, b"220 ready\r\n"), (2 * MS, True, b"QUIT\r\n"), (3 * MS, False, b"221 bye\r\n")]
    found = net8.budget(recording(tmp_path / "r.pcapng", said, port=25), ["100ms"])
    assert found.trips == 3
    assert found.paths[0].time.mean_s == pytest.approx(0.303, abs=0.0005)


def test_a_connection_that_was_open_before_has_no_handshake(tmp_path: Path) -> None:
    said = [(place * MS, place % 2 == 0, query(SELECT) if place % 2 == 0 else FOUND) for place in range(6)]
    found = net8.budget(recording(tmp_path / "r.pcapng", said, opened_ns=None), ["100ms"])
    assert [(each.name, each.trips) for each in found.by] == [("SELECT v FROM t WHERE id = ?", 3)]
    assert found.paths[0].time.mean_s == pytest.approx(0.305, abs=0.0005)


def test_a_request_above_a_megabyte_is_played_whole(tmp_path: Path) -> None:
    """3,000,000 bytes on 10 Mbit/s: 2.49 s with 54 bytes of headers for each of 2,055 segments, and slow start."""
    load = b"x" * 3_000_000
    said = [((1 + place) * MS, True, load[place * 60_000 : (place + 1) * 60_000]) for place in range(50)]
    said += [(60 * MS, False, b"done"), (61 * MS, True, b"and"), (62 * MS, False, b"done")]
    found = net8.budget(recording(tmp_path / "r.pcapng", said, port=9), ["10ms,10Mbps"])
    assert found.paths[0].time.mean_s == pytest.approx(2.49 + 0.04, rel=0.02)


Call = tuple[float, float, bool]


def walked(*sessions: Sequence[tuple[float, float] | Call], each_s: float = 0.1) -> float:
    """Return the time of sessions together, in seconds, where each call takes the same.

    @param sessions: of each call its start and end in ms, and whether the session is in no transaction then
    @param each_s: time of a call on the network
    """
    scripts, plays = [], []
    for calls in sessions:
        exchanges = [
            Exchange(
                "q", "SELECT", 10, 10, -1, 0, 0, 0, start_ns=round(start * MS), end_ns=round(end * MS),
                free=bool(free and free[0]),
            )
            for start, end, *free in calls
        ]  # fmt: skip
        talk = Conversation("s", 0, "", False, exchanges=exchanges)
        scripts.append(script_of(talk, NO_NETWORK, Network(0, 10**10, 0.0)))
        (name,) = {piece.name for piece in scripts[-1].folded.pieces}
        plays.append(Played((1.0,), {name: (each_s * len(calls),)}, 0.0, None, 0, ((each_s,) * len(calls),)))
    (found,) = together_s(scripts, plays, Network(100 * MS, 10**9, 0.0))
    return found


def pooled(
    rng: random.Random, threads: int, connections: int, jobs: int, calls: int, call_ms: float
) -> tuple[list[list[Call]], float]:
    """Let threads take connections of a pool, the one that has rested longest, for jobs of some calls.

    @param rng: says what threads and the server take
    @param threads: how many there are
    @param connections: how many the pool has
    @param jobs: how many are done in all
    @param calls: how many each has
    @param call_ms: what the network takes of each call
    @return: calls of each connection, and when the last one ended, ms
    """
    resting = [(0.0, number) for number in range(connections)]
    free = [0.01 * number for number in range(threads)]
    found: list[list[Call]] = [[] for _connection in range(connections)]
    for _job in range(jobs):
        thread = min(range(threads), key=lambda each: free[each])
        rested = min(resting)
        resting.remove(rested)
        now = max(free[thread], rested[0])
        for call in range(calls):
            now += rng.uniform(0.01, 0.1)
            end = now + call_ms + rng.uniform(0.05, 0.2)
            found[rested[1]].append((now, end, call == calls - 1))
            now = end
        free[thread] = now
        resting.append((now, rested[1]))
    return found, max(free)


def test_a_program_that_takes_turns_on_two_connections_waits_for_both() -> None:
    """Calls of 1 ms on connections a, b, a, b with 1 ms between them: 4 x 100 ms and 3 ms."""
    assert walked([(0, 1), (4, 5)], [(2, 3), (6, 7)]) == pytest.approx(0.403)


def test_programs_side_by_side_do_not_wait_for_each_other() -> None:
    """Two clients that never rest: 10 calls each of 2 ms, the second 1 ms later: 10 x 100 ms and 1 ms."""
    one = [(2 * n, 2 * n + 2) for n in range(10)]
    other = [(2 * n + 1, 2 * n + 3) for n in range(10)]
    assert walked(one, other) == pytest.approx(1.001)


@pytest.mark.parametrize(
    ("threads", "connections", "calls", "more"),
    [(1, 3, 1, 1), (1, 4, 3, 1), (3, 3, 3, 1), (4, 4, 1, 1), (3, 8, 3, 1), (3, 6, 3, 0), (4, 4, 3, 0)],
)
@pytest.mark.parametrize("seed", range(5))
def test_a_pool_takes_as_long_as_its_threads(
    threads: int, connections: int, calls: int, more: int, seed: int
) -> None:
    """Jobs of a pool over 100 ms: as its threads do them there, whichever connections they had when recorded.

    One thread has one call at a time. Several are done when the last one is, which may have a job more or less.
    """
    jobs = 48 * threads + more
    recorded, _end = pooled(random.Random(seed), threads, connections, jobs, calls, 0.0)
    _calls, truth_ms = pooled(random.Random(seed), threads, connections, jobs, calls, 100.0)
    assert walked(*recorded) == pytest.approx(truth_ms / 1000, rel=0.01 if threads == 1 else 0.03)


def test_connections_that_do_other_things_are_no_pool() -> None:
    """One connection has 20 calls and another 10 longer ones with pauses: 2 s, and not the mean of both."""
    one = [(2 * n, 2 * n + 1, True) for n in range(20)]
    other = [(4 * n + 0.5, 4 * n + 3.5, False) for n in range(10)]
    assert walked(one, other) == pytest.approx(2.019, abs=0.002)


def test_a_connection_that_is_opened_later_follows_what_was_before() -> None:
    assert walked([(0, 1), (2, 3)], [(5, 6)]) == pytest.approx(0.1 + 0.001 + 0.1 + 0.002 + 0.1)
    # Two that are opened at once, 0.3 and 0.4 ms after it: the second one has another call 0.4 ms after its first.
    both = walked([(0, 1), (1.2, 2.2)], [(2.5, 3.5)], [(2.6, 3.6), (4, 5)])
    assert both == pytest.approx(0.1 + 0.0002 + 0.1 + 0.0004 + 0.1 + 0.0004 + 0.1)


def test_connections_at_work_at_the_same_time_are_told(tmp_path: Path) -> None:
    file = Recording()
    file.open(tmp_path / "r.pcapng")
    talks = [Talk((CLIENT[0], 50000 + number), (SERVER[0], 80)) for number in range(3)]
    for number, talk in enumerate(talks):
        start = (0, 2, 9)[number] * MS
        file.opened(talk, BEGIN + start)
        file.passed(talk, True, BEGIN + start + MS, b"GET / HTTP/1.0\r\n\r\n")
    for number, talk in enumerate(talks):
        file.passed(talk, False, BEGIN + (5, 6, 11)[number] * MS, b"HTTP/1.0 200 OK\r\n\r\nhello")
    file.close()
    found = net8.budget(tmp_path / "r.pcapng", ["10ms"])
    assert [note[:43] for note in found.notes if "guess" in note] == [
        "2 connections at work at the same time: whi"
    ]


@pytest.mark.parametrize(
    ("text", "network"),
    [
        ("80ms", Network(80 * MS, 10**9, 0.0, "1000p")),
        ("80ms,100Mbps,0.5%", Network(80 * MS, 10**8, 0.005, "1000p")),
        (" 1% , 35p,2.5ms,10kbps", Network(2_500_000, 10_000, 0.01, "35p")),
    ],
)
def test_paths_are_read_in_any_order(text: str, network: Network) -> None:
    assert path_of(text) == network


WRONG_PATHS = [
    ("", "is not"),
    ("100Mbps", "has no round trip; write round trip, rate, loss and queue, such as 80ms,100Mbps,0.5%,1000p"),
    ("80ms,90ms", "has two values that are a round trip"), ("80ms,100%", '"100%" is not a loss from 0%'),
    ("80ms,x%", '"x%" is not a loss'), ("80ms,fastMbps", '"fastMbps"'), ("80 apples", '"80 apples"'),
    ("80ms,10p,20p", "has two values that are a queue"), ("80ms,0p", '"0p"'),
    ("80ms,1bps", "is below 1kbps"), ("-5ms", '"-5ms"'), ("20min", "is not within 0s and 10min"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sentence"), WRONG_PATHS)
def test_paths_that_are_none_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(PlanError) as refusal:
        path_of(text)
    assert sentence in str(refusal.value)
    assert "--paths" in str(refusal.value)


def test_the_verb_tells_and_its_exit_code_says_it(tmp_path: Path) -> None:
    file = recording(tmp_path / "r.pcapng", lookups(2))
    report = tmp_path / "report.xml"
    kept = command("budget", str(file), "--paths", "10ms", "--round-trips", "5", cwd=tmp_path)
    assert kept.returncode == 0, kept.stderr
    assert "not modelled: what the program does differently" in kept.stdout
    over = command(
        "budget",
        str(file),
        "--paths",
        "10ms",
        "--paths",
        "99ms",
        "--time",
        "200ms",
        "--junit",
        str(report),
        "--json",
        cwd=tmp_path,
    )
    assert over.returncode == 1
    told = json.loads(over.stdout)
    assert [path["over"] for path in told["paths"]] == [False, True]
    assert not told["passed"]
    suite = ElementTree.parse(report).getroot()[0]
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    cases = {case.get("name"): [each.tag for each in case] for case in suite.iter("testcase")}
    assert cases == {"10ms": [], "99ms": ["failure"]}
    names = [each.get("name") for each in suite.iter("property")]
    assert names[0] == "net8 round trips"


def test_what_is_wrong_with_a_budget_is_one_sentence(tmp_path: Path) -> None:
    file = recording(tmp_path / "r.pcapng", lookups(1))
    silent = recording(tmp_path / "s.pcapng", [(MS, True, b"hello")])
    with pytest.raises(PlanError, match="--time needs --paths"):
        net8.budget(file, [], time="1s")
    with pytest.raises(PlanError, match="--pin-server-time"):
        net8.budget(file, ["1ms"], pin_server_time="soon")
    with pytest.raises(CaptureError, match=r"s\.pcapng"):
        net8.budget(silent, ["1ms"])


def test_the_text_of_a_failure_has_all_that_it_needs(tmp_path: Path) -> None:
    found = net8.budget(recording(tmp_path / "r.pcapng", lookups(2)), ["10ms"], round_trips=1)
    text = budget_text(found)
    assert text.startswith("over the budget: 5 round trips where 1 may be: 2 of them")
    assert "s at 10ms" in text
    assert b'failures="1"' in junit_of(found)
