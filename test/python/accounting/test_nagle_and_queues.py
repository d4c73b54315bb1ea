# SPDX-License-Identifier: GPL-2.0-only
"""Nagle's algorithm, delayed ACKs and queues in an account: by hand, and against what a simulation knows."""

from __future__ import annotations

from pathlib import Path

import net8
import pytest
from made_capture import ACCEPT, FETCH, Sent, acknowledging, connect, data, write

MS = 10**6
SYN, SYN_ACK, ACK = 0x02, 0x12, 0x10
MSS_1460 = bytes.fromhex("020405b4")
NAGLE, QUEUEING = "Nagle and delayed ACK", "queueing"
AT = len(connect()) + 1


def parts(*files: Path) -> dict[str, int]:
    """Return the parts of an account in whole microseconds, and see that their shares add up."""
    found = net8.account(*files)
    assert sum(round(part.share_percent * 10) for part in found.parts) == 1000
    assert sum(part.time_ns for part in found.parts) == found.time_ns
    return {part.name: part.time_ns // 1000 for part in found.parts}


def opened(rtt: int = 20 * MS, *, options: bytes = b"") -> list[Sent]:
    """Return the opening of a session as seen at the client: TCP handshake, CONNECT and ACCEPT."""
    return [
        Sent(0, True, 0, flags=SYN), Sent(rtt, False, 0, flags=SYN_ACK, options=options), Sent(rtt, True, 1, flags=ACK),
        Sent(rtt, True, 1, connect()), Sent(2 * rtt, False, 1, ACCEPT),
    ]  # fmt: skip


def test_a_short_segment_waits_for_a_delayed_acknowledgement(tmp_path: Path) -> None:
    """A request of 1,000 bytes in two: the second leaves when the first is acknowledged, a round trip and 200 ms later.

    Then 20 ms of round trip until the reply: 20 of the handshake, 20 of CONNECT, 20; and 220 of Nagle.
    """
    request = data(bytes([3, 0x5E, 7]) + bytes(987))
    sent = [
        *opened(options=MSS_1460), Sent(40 * MS, True, AT, request[:600]), Sent(260 * MS, False, 33),
        Sent(260 * MS, True, AT + 600, request[600:]), Sent(280 * MS, False, 33, data(b"\x06" + bytes(90))),
    ]  # fmt: skip
    path = write(tmp_path / "made.pcap", acknowledging(sent))
    assert parts(path) == {"round trips: latency": 60_000, NAGLE: 220_000}
    rule = next(part.rule for part in net8.account(path).parts if part.name == NAGLE)
    assert "a segment below the largest that left when all sent before it was acknowledged" in rule
    assert "by how much later than a round trip the acknowledgement came" in rule


def test_a_full_segment_does_not_wait_by_nagles_algorithm(tmp_path: Path) -> None:
    """The same with segments as long as the SYN allows: a window was full, and its ACK came 200 ms late."""
    request = data(bytes([3, 0x5E, 7]) + bytes(1187))
    sent = [
        *opened(options=bytes.fromhex("02040258")), Sent(40 * MS, True, AT, request[:600]), Sent(260 * MS, False, 33),
        Sent(260 * MS, True, AT + 600, request[600:]), Sent(280 * MS, False, 33, data(b"\x06" + bytes(90))),
    ]  # fmt: skip
    path = write(tmp_path / "made.pcap", acknowledging(sent))
    assert parts(path) == {
        "round trips: latency": 60_000, "window and buffer stalls": 20_000, NAGLE: 200_000,
    }  # fmt: skip


@pytest.mark.parametrize(("late", "delayed"), [(34, 0), (35, 35), (500, 500), (501, 0)])
def test_how_late_an_acknowledgement_is_that_was_delayed(tmp_path: Path, late: int, delayed: int) -> None:
    """Below 35 ms and above 500 ms no system delays it: as the only one of its kind it shows no queue, either."""
    request = data(bytes([3, 0x5E, 7]) + bytes(1187))
    at = (60 + late) * MS
    sent = [
        *opened(options=bytes.fromhex("02040258")), Sent(40 * MS, True, AT, request[:600]), Sent(at, False, 33),
        Sent(at, True, AT + 600, request[600:]), Sent(at + 20 * MS, False, 33, data(b"\x06" + bytes(90))),
    ]  # fmt: skip
    assert parts(write(tmp_path / "made.pcap", acknowledging(sent))).get(NAGLE, 0) == 1000 * delayed


def test_an_acknowledgement_that_waited_in_a_queue(tmp_path: Path) -> None:
    """Two segments at a time: the second pair is answered after 20 ms, the third after 27: 7 ms of queue."""
    size = 600
    request = data(bytes([3, 0x5E, 7]) + bytes(6 * size - 13))
    piece = [request[start : start + size] for start in range(0, 6 * size, size)]
    sent = [
        *opened(options=bytes.fromhex("02040258")),
        Sent(40 * MS, True, AT, piece[0]), Sent(40 * MS, True, AT + size, piece[1]), Sent(60 * MS, False, 33),
        Sent(60 * MS, True, AT + 2 * size, piece[2]), Sent(60 * MS, True, AT + 3 * size, piece[3]),
        Sent(87 * MS, False, 33),
        Sent(87 * MS, True, AT + 4 * size, piece[4]), Sent(87 * MS, True, AT + 5 * size, piece[5]),
        Sent(107 * MS, False, 33, data(b"\x06" + bytes(90))),
    ]  # fmt: skip
    assert parts(write(tmp_path / "made.pcap", acknowledging(sent))) == {
        "round trips: latency": 60_000, "window and buffer stalls": 40_000, QUEUEING: 7_000,
    }  # fmt: skip


def test_two_captures_tell_queues_from_bytes_on_the_line(tmp_path: Path) -> None:
    """CONNECT and three fetches take 20 ms and 4 us for each byte of request and reply; the second fetch 6 ms more.

    The clock of the server is 1 s ahead of the client's, and the server takes 5 ms for a fetch. Each of the 5 round
    trips has the 20 ms of the handshake.
    """
    short, long = data(b"\x06" + bytes(90)), data(b"\x06" + bytes(990))
    calls = [(connect(), ACCEPT, 0, 0), (FETCH, short, 5, 0), (FETCH, short, 5, 6), (FETCH, long, 5, 0)]
    near, far = opened()[:3], []
    for each in near:
        # Half a round trip to the server, and half from there.
        moved = each.time_ns + (10 if each.from_client else -10) * MS + 1000 * MS
        far.append(Sent(moved, each.from_client, each.sequence, each.payload, each.flags))
    at, reply_at, now = 1, 1, 20 * MS
    for request, reply, work, queue in calls:
        end = now + (20 + work + queue) * MS + 4000 * (len(request) + len(reply))
        near += [Sent(now, True, at, request), Sent(end, False, reply_at, reply)]
        there = now + 1010 * MS
        far += [Sent(there, True, at, request), Sent(there + work * MS, False, reply_at, reply)]
        at, reply_at, now = at + len(request), reply_at + len(reply), end
    files = [
        write(tmp_path / f"{name}.pcap", acknowledging(each)) for name, each in (("c", near), ("s", far))
    ]
    line = 4 * sum(len(request) + len(reply) for request, reply, _work, _queue in calls)
    assert parts(*files) == {
        "server, CPU and waits together": 15_000, "round trips: latency": 100_000, "serialisation": line,
        QUEUEING: 6_000,
    }  # fmt: skip


OLD_TCP = """
[path]
kind = "wan"
delay = "10ms"
rate = "10Mbps"
[client]
driver = "oci"
release = "10.2"
sdu = 512
queries = 5
think_time = "50ms"
tcp.profile = "windows-nt4"
tcp.no_delay = false
[server]
call_time = "1ms"
release = "10.2"
tcp.profile = "windows-nt4"
[query]
rows = 20
statement_length = 1200
"""
BUSY = """
[path]
kind = "wan"
delay = "10ms"
rate = "2Mbps"
[client]
driver = "jdbc-thin"
queries = 150
think_time = "20ms"
[server]
call_time = "1ms"
[query]
rows = 20
[[cross_traffic]]
rate = "1.5Mbps"
packet_size = 1400
"""


def simulated(plan: net8.Plan, folder: Path) -> tuple[int, list[Path]]:
    """Simulate a plan; return its time in nanoseconds and its captures at the client and at the server."""
    run = net8.run(plan, folder=folder, pcap=True)
    time = int(run.call_columns["end_ns"].max() - run.session_columns["start_ns"].min())
    return time, [folder / f"capture-{end}.pcap" for end in ("client", "server")]


@pytest.mark.parametrize("end", [0, 1])
def test_nagle_and_delayed_acknowledgements_of_a_run(tmp_path: Path, end: int) -> None:
    """What the algorithm costs is what the same run takes less without it; NT's ACKs of one segment are 200 ms late."""
    (tmp_path / "plan.toml").write_text(OLD_TCP, encoding="utf-8")
    plan = net8.load(tmp_path / "plan.toml")
    held, captures = simulated(plan, tmp_path / "held")
    free, others = simulated(plan.with_values({"client.tcp.no_delay": True}), tmp_path / "free")
    found = parts(captures[end])
    assert found[NAGLE] == pytest.approx((held - free) / 1000, rel=0.01)
    assert found[NAGLE] > 5 * 200_000
    assert NAGLE not in parts(others[end])


def test_queues_of_a_run(tmp_path: Path) -> None:
    """What queues cost is what the same run takes less without the traffic that makes them."""
    (tmp_path / "plan.toml").write_text(BUSY, encoding="utf-8")
    (tmp_path / "idle.toml").write_text(BUSY.partition("[[cross")[0], encoding="utf-8")
    busy, captures = simulated(net8.load(tmp_path / "plan.toml"), tmp_path / "busy")
    idle, others = simulated(net8.load(tmp_path / "idle.toml"), tmp_path / "idle")
    found = parts(*captures)
    assert found[QUEUEING] == pytest.approx((busy - idle) / 1000, rel=0.01)
    assert found[QUEUEING] > 0.05 * busy / 1000
    assert parts(*others)[QUEUEING] < 0.002 * idle / 1000
