# SPDX-License-Identifier: GPL-2.0-only
"""Captures of one connection at the client and at the server: network and server apart, whatever the clocks say."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import net8
import pytest
from made_capture import ACCEPT, END_OF_FILE, FETCH, Sent, acknowledging, connect, data
from made_capture import write as write_capture
from test_account import ACK, MS, SYN, SYN_ACK, micros, tenths

AHEAD = 3_600_000 * MS
"""How far the clock of the server is ahead: an hour."""
AT = len(connect()) + 1
REPLY = data(b"\x06" + bytes(90))


def seen(server: bool, times_ms: tuple[int, ...], *, handshake: bool = True) -> list[Sent]:
    """Return a session as one end has it: handshake of three, CONNECT, ACCEPT, twice a fetch and its reply, the end."""
    times = [time * MS + AHEAD * server for time in times_ms]
    sent = [
        Sent(times[0], True, 0, flags=SYN), Sent(times[1], False, 0, flags=SYN_ACK), Sent(times[2], True, 1, flags=ACK),
        Sent(times[3], True, 1, connect()), Sent(times[4], False, 1, ACCEPT), Sent(times[5], True, AT, FETCH),
        Sent(times[6], False, 33, REPLY), Sent(times[7], True, AT + 21, FETCH),
        Sent(times[8], False, 33 + len(REPLY), REPLY), Sent(times[9], True, AT + 42, END_OF_FILE),
    ]  # fmt: skip
    return acknowledging(sent if handshake else sent[3:])


CLIENT = (0, 20, 20, 21, 41, 42, 67, 74, 139, 140)
SERVER = (10, 10, 30, 31, 31, 52, 57, 84, 89, 150)
"""The server takes 0 ms to accept and twice 5 ms; the network thrice 20 ms and then 60, 65 of a wait less 5: 40 more
than the least that it takes, so they are queueing."""


def written(folder: Path, *, handshake: bool = True) -> tuple[Path, Path]:
    """Write both captures."""
    return (
        write_capture(folder / "client.pcap", seen(server=False, times_ms=CLIENT, handshake=handshake)),
        write_capture(folder / "server.pcap", seen(server=True, times_ms=SERVER, handshake=handshake)),
    )


@pytest.mark.parametrize("order", [1, -1])
def test_the_network_is_what_the_client_waits_longer(tmp_path: Path, order: int) -> None:
    """Alone, the client's capture takes 45 ms of the 65 for the server, as the handshake took 20."""
    both = written(tmp_path)
    alone = micros(net8.account(both[0]))
    assert alone["server, CPU and waits together"] == 50_000
    found = net8.account(*both[::order])
    assert micros(found) == {
        "server, CPU and waits together": 10_000, "round trips: latency": 80_000, "queueing": 40_000,
        "client: work and think time": 10_000,
    }  # fmt: skip
    assert tenths(found) == 1000
    assert (found.sessions, found.trips) == (1, 3)
    assert any("server.pcap is of the same connections" in note for note in found.notes)
    # ((10 + 10) / 2 in the CONNECT less ...): asked 10 ms later and answered 10 ms earlier, by a clock an hour ahead.
    assert any("+3,600,000.000 ms" in note for note in found.notes)


def test_no_handshake_is_needed(tmp_path: Path) -> None:
    found = micros(net8.account(*written(tmp_path, handshake=False)))
    assert found["server, CPU and waits together"] == 10_000
    assert (found["round trips: latency"], found["queueing"]) == (60_000, 40_000)
    assert "reply awaited: network and server" not in found


def test_turns_that_differ_are_told(tmp_path: Path) -> None:
    """The capture at the server lacks the last reply: with other turns, those of the client's capture count alone."""
    client, server = written(tmp_path)
    cut = seen(server=True, times_ms=SERVER)
    cut[8] = dataclasses.replace(cut[8], payload=cut[8].payload[:50])
    write_capture(server, cut)
    found = net8.account(client, server)
    assert micros(found)["server, CPU and waits together"] == 5_000 + 45_000
    assert any(note.endswith("3 turns differ between the two captures: there the round trip of the handshake counts")
               for note in found.notes)  # fmt: skip


def test_captures_of_other_connections_are_records_of_their_own(tmp_path: Path) -> None:
    client, _server = written(tmp_path)
    others = [dataclasses.replace(each, server=(bytes([192, 0, 2, 99]), 1521)) for each in seen(True, SERVER)]
    found = net8.account(client, write_capture(tmp_path / "other.pcap", others))
    assert found.sessions == 2


def test_both_captures_of_a_run_know_the_server_exactly(tmp_path: Path) -> None:
    """Each call takes the server 5 ms."""
    plan = net8.Plan.of({
        "path": {"delay": "10ms", "rate": "100Mbps"}, "server": {"call_time": "5ms"},
        "client": {"queries": 3, "think_time": "50ms"}, "query": {"rows": 100},
    })  # fmt: skip
    run = net8.run(plan, folder=tmp_path, pcap=True)
    found = net8.account(tmp_path / "capture-client.pcap", tmp_path / "capture-server.pcap")
    fetches = next(row for row in found.split["call"] if row.name == "fetch")
    assert fetches.calls == int((run.call_columns["kind"] == 1).sum())
    assert fetches.groups["server"] == pytest.approx(fetches.calls * 5 * MS, rel=0.01)
    assert sum(part.time_ns for part in found.parts) == found.time_ns
