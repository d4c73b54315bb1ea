# SPDX-License-Identifier: GPL-2.0-only
"""Session multiplexing of a Connection Manager, by hand arithmetic.

Clients and manager are in the office, dispatchers in the centre, 40 ms away each way at 1 Gbit/s, so that a round trip
takes 80 ms. One gateway process has all sessions, so that one connection carries them.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import net8
import pytest
from net8.dissect import dissect
from net8.forecast.describe import describe
from wire_capture import ACCEPT, CONNECT, DATA, TnsPacket, packets, segments

Document = dict[str, Any]
RTT_S = 0.080
SYN, ACK = 0x02, 0x10
NUMBER = slice(6, 8)  #: of the session, in the header of DATA


def across(manager: Document | None = None, **more: object) -> net8.Plan:
    """Return a plan of clients in the office and shared servers in the centre."""
    base: Document = {
        "site": [{"name": name, "rate": "1Gbps"} for name in ("office", "centre")],
        "link": [{"name": "line", "between": ["office", "centre"], "rate": "1Gbps", "delay": "40ms",
                  "queue_size": "100000p"}],
        "client": {"driver": "sqlplus", "site": "office", "array_size": 5000, "start_spacing": "5s",
                   "descriptor": "(DESCRIPTION=(SOURCE_ROUTE=yes)(ADDRESS=(PROTOCOL=tcp)(HOST=cman)(PORT=1521))"
                                 "(ADDRESS=(PROTOCOL=tcp)(HOST=db)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=orcl)))"},
        "server": {"site": "centre", "handlers": "shared", "shared": {"shared_servers": 50}},
        "query": {"rows": 1},
        "cman": [{"name": "cman", "site": "office", "rule_list": "(RULE=(SRC=*)(DST=*)(SRV=*)(ACT=accept))",
                  "min_gateway_processes": 1, "multiplex": True} | (manager or {})],
    }  # fmt: skip
    for name, table in more.items():
        assert isinstance(table, dict | list)
        base[name] = base.get(name, {}) | table if isinstance(table, dict) else table
    return net8.Plan.of(base)


def run(plan: net8.Plan, **options: Any) -> net8.Run:
    """Run a plan; its sessions end well."""
    found = net8.run(plan, **options)
    assert set(found.outcome) == {"closed"}
    return found


def accept_times_s(found: net8.Run) -> list[float]:
    """Return the times from the start of each session to its ACCEPT."""
    columns = found.session_columns
    return [
        (int(accepted) - int(start)) / 1e9
        for start, accepted in zip(columns["start_ns"], columns["accepted_ns"], strict=True)
    ]


@pytest.mark.parametrize(
    ("multiplex", "trips"),
    [
        # TCP, CONNECT to RESEND, CONNECT to ACCEPT.
        (False, [3, 3, 3]),
        # The first one opens the connection: TCP, CONNECT to ACCEPT of its own; then, as all others, the last two.
        (True, [4, 2, 2]),
    ],
)
def test_later_sessions_connect_in_fewer_round_trips(multiplex: bool, trips: list[int]) -> None:
    found = run(across({"multiplex": multiplex}, client={"count": 3}))
    assert accept_times_s(found) == pytest.approx([trip * RTT_S for trip in trips], abs=0.003)
    counters = found.counters
    assert counters["cman_cman_relayed"] == 3
    assert (counters["cman_cman_transports"], counters["cman_cman_multiplexed"]) == (
        (1, 3) if multiplex else (0, 0)
    )


def of_session(found: list[TnsPacket], number: int, *, to_client: bool) -> bytes:
    """Return the bytes of a session that DATA packets of the connection carry."""
    return b"".join(
        packet.data
        for packet in found
        if packet.kind == DATA
        and packet.to_client == to_client
        and int.from_bytes(packet.content[NUMBER]) == number
    )


def test_one_connection_carries_the_packets_of_all_sessions(tmp_path: Path) -> None:
    run(across(client={"count": 2, "hosts": 1}, query={"rows": 100}), folder=tmp_path, pcap=True)
    near, far = (packets(tmp_path / f"capture-{end}.pcap") for end in ("client", "server"))
    opened = [
        segment
        for segment in segments(tmp_path / "capture-server.pcap")
        if segment.flags & (SYN | ACK) == SYN
    ]
    assert len(opened) == 1
    assert [packet.kind for packet in far[:2]] == [CONNECT, ACCEPT]
    assert b"(SERVICE_NAME=orcl)(SERVER=shared)(MULTIPLEX=on)" in far[0].content
    assert {packet.kind for packet in far[2:]} == {DATA}
    # From the ACCEPT on each session's bytes are those of its client, in order.
    clients = list(dict.fromkeys(packet.session for packet in near))
    numbers = list(dict.fromkeys(int.from_bytes(packet.content[NUMBER]) for packet in far[2:]))
    assert len(clients) == len(numbers) == 2
    for client, number in zip(clients, numbers, strict=True):
        own = [packet for packet in near if packet.session == client]
        answer = b"".join(packet.content for packet in own if packet.to_client)
        # Before it there is the RESEND, which the manager answers.
        assert of_session(far, number, to_client=True).endswith(answer)
        asked = [packet.content for packet in own if not packet.to_client]
        last_connect = max(n for n, packet in enumerate(asked) if b"CONNECT_DATA" in packet)
        assert of_session(far, number, to_client=False).endswith(b"".join(asked[last_connect + 1 :]))


@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
def test_tshark_finds_nothing_wrong(tmp_path: Path) -> None:
    run(across(client={"count": 2}, query={"rows": 100}), folder=tmp_path, pcap=True)
    told = subprocess.run(
        ["tshark", "-n", "-r", str(tmp_path / "capture-server.pcap"), "-o", "tcp.check_checksum:TRUE",
         "-d", "tcp.port==1521,tns", "-T", "fields", "-e", "tns.type", "-e", "tcp.checksum.status",
         "-e", "_ws.malformed"],
        capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    lines = [line.split("\t") for line in told if line]
    assert {kind for line in lines for kind in line[0].split(",") if kind} == {"1", "2", "6"}
    assert {line[1] for line in lines} <= {"1", ""}
    assert {line[2] for line in lines} <= {""}


def test_sessions_share_the_window() -> None:
    # Without window scaling (RFC 7323) 65,535 bytes a round trip: two fetches at once share them over one connection,
    # and have one window each over two.
    plain = {"tcp": {"window_scaling": False}}
    size = 2_000_000
    took_s = {}
    for multiplex in (False, True):
        plan = across(
            {"multiplex": multiplex},
            client=plain | {"count": 2, "start_spacing": "0s"},
            server=plain,
            query={"rows": 2001, "row_length": 1000},
        )
        found = run(plan)["response_time"]
        assert found is not None
        took_s[multiplex] = found
    by_window_s = size / 65535 * RTT_S
    # Besides, the execute, the request of the fetch, and at most four round trips of slow start; 10 bytes a packet.
    assert by_window_s < took_s[False] < by_window_s + 6 * RTT_S
    assert 2 * by_window_s < took_s[True] < 2 * by_window_s * 1.01 + 6 * RTT_S


def test_a_client_that_reads_slowly_holds_back_the_others() -> None:
    # A client that takes 50 ms for each packet of 8,192 bytes needs 12 s for 2,001,000 bytes. Of those it does not
    # read, at most 16 KiB, 8 KiB and 64 KiB are in its socket, in the gateway and in front of it: the rest waits in the
    # connection, and with it, for seconds, what is meant for another client.
    slow = {
        "name": "slow",
        "packet_time": "50ms",
        "read_ahead": False,
        "transactions": "large",
    }
    quick = {"name": "quick", "start": "3s", "transactions": "small"}
    for multiplex in (False, True):
        plan = across(
            {"multiplex": multiplex},
            client={"tcp": {"receive_buffer": 16384}},
            group=[slow, quick],
            statement=[
                {"name": "large", "kind": "query", "rows": 2001, "row_length": 1000},
                {"name": "small", "kind": "query", "rows": 1},
            ],
            transaction=[{"name": "large", "steps": ["large"]}, {"name": "small", "steps": ["small"]}],
        )
        # Its ACCEPT is what waits.
        assert (accept_times_s(run(plan))[1] > 1) == multiplex


def test_dissect_says_that_it_does_not_tell_the_sessions_apart(tmp_path: Path) -> None:
    run(across(client={"count": 2}), folder=tmp_path, pcap=True)
    (shared,) = dissect(tmp_path / "capture-server.pcap").sessions
    assert shared.speaks == "session multiplexing (its sessions are not told apart)"
    assert shared.calls == []
    own = dissect(tmp_path / "capture-client.pcap").sessions
    assert [(each.speaks, bool(each.calls)) for each in own] == [("", True)] * 2


def test_a_dispatcher_polls_one_connection() -> None:
    # A call passes the dispatcher twice, and each time it polls all connections: 21, or one that carries them.
    for multiplex, connections in ((False, 21), (True, 1)):
        took_s = []
        for enhanced in (False, True):
            plan = across({"multiplex": multiplex}, client={"queries": 2, "think_time": "100s", "count": 21,
                                                             "start_spacing": "1s"},
                          server={"dispatcher": {"use_enhanced_poll": enhanced, "poll_time": "1ms"}})  # fmt: skip
            found = run(plan)
            calls = found.call_columns
            last = [
                (int(end) - int(start)) / 1e9
                for session, kind, start, end in zip(
                    calls["session"], calls["kind"], calls["start_ns"], calls["end_ns"], strict=True
                )
                if session == 20 and kind == 0
            ]
            took_s.append(last[0])
        assert took_s[0] - took_s[1] == pytest.approx(2 * connections * 0.001, abs=1e-5)


def test_a_shared_connection_counts_once_for_a_dispatcher() -> None:
    # CONNECTIONS = 1: with a connection each, the listener refuses the second session while the first is there, once
    # the instance has told it. Over one connection all get in.
    stay = {"count": 3, "start_spacing": "10s", "queries": 2, "think_time": "60s"}
    for multiplex in (False, True):
        plan = across({"multiplex": multiplex}, client=stay, server={"dispatcher": {"connections": 1}})
        codes = list(net8.run(plan).session_columns["ora_code"])
        assert codes[0] == 0
        assert (set(codes[1:]) == {0}) == multiplex


def test_a_session_that_asks_for_a_dedicated_server_has_its_own_connection() -> None:
    plan = across(
        client={"count": 2, "server": "dedicated"},
        server={"handlers": "dedicated, shared"},
    )
    assert run(plan).counters["cman_cman_multiplexed"] == 0


def test_sessions_have_their_own_connections_where_none_can_be_shared() -> None:
    # The second gateway asks for a connection when the dispatcher has its only one: the listener refuses, and the
    # session, on a connection of its own, gets a dedicated server.
    found = run(
        across(
            {"min_gateway_processes": 2},
            client={"count": 2, "start_spacing": "10s", "queries": 2, "think_time": "60s"},
            server={"handlers": "dedicated, shared", "dispatcher": {"connections": 1}},
        )
    )
    counters = found.counters
    assert (counters["cman_cman_relayed"], counters["cman_cman_multiplexed"]) == (2, 1)


def test_describe_tells_what_is_assumed() -> None:
    facts = dict(describe(across()).facts)
    assert "sessions of dispatchers share connections" in facts["cman cman"]
    assert "10 bytes more for each packet (assumed)" in facts["cman cman"]
    assert "the framing of session multiplexing" in facts["cman, not modelled"]
    assert "share connections" not in dict(describe(across({"multiplex": False})).facts)["cman cman"]
