# SPDX-License-Identifier: GPL-2.0-only
"""Redo transport, by hand arithmetic: what a commit waits for, how many share a write, what ASYNC brings over a line.

The line between primary and standby takes 10 ms each way at 1 Gbit/s. A commit of 4,096 bytes is a DATA packet of 4,106
bytes in three segments; six hops of at most 12.3 us for a full frame, two frames behind the first and the small ones of
the confirmation are less than 0.2 ms.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import net8
import pytest
from net8.forecast.describe import describe
from wire_capture import ACCEPT, CONNECT, DATA, packets

Document = dict[str, Any]
RTT_S = 0.020
LINE_S = 0.0002  #: most that hops add to a commit


def shipping(
    link: Document | None = None, log: Document | None = None, line: Document | None = None, **more: object
) -> Document:
    """Return a plan of a session that commits 20 times, of a primary with a standby elsewhere."""
    base: Document = {
        "site": [{"name": "primary", "rate": "1Gbps"}, {"name": "standby", "rate": "1Gbps"}],
        "link": [
            {"name": "line", "between": ["primary", "standby"], "rate": "1Gbps", "delay": "10ms"}
            | (line or {})
        ],
        "client": {"driver": "python-thin", "site": "primary", "start": "1s", "commits": 20},
        "server": {"site": "primary", "redo": log or {}},
        "query": {"rows": 1},
        "redo": [{"site": "standby"} | (link or {})],
    }
    for name, table in more.items():
        assert isinstance(table, dict | list)
        base[name] = base.get(name, {}) | table if isinstance(table, dict) else table
    return base


def run(document: Document) -> net8.Run:
    """Run a plan; its sessions end well."""
    found = net8.run(net8.Plan.of(document))
    assert set(found.outcome) == {"closed"}
    return found


@pytest.mark.parametrize(
    ("link", "log", "wait_s"),
    [
        ({}, {}, RTT_S),
        ({"standby_write_time": "2ms"}, {"write_time": "1ms"}, RTT_S + 0.002),
        # The log file is written at the same time: the longer of the two counts.
        ({"standby_write_time": "2ms"}, {"write_time": "30ms"}, 0.030),
        # 4,096 bytes at 8 Mbit/s take 4.096 ms.
        ({"standby_write_rate": "8Mbps"}, {}, RTT_S + 0.004096),
        ({}, {"write_rate": "1Mbps"}, 0.032768),
        # NOAFFIRM: on receipt.
        ({"standby_write_time": "2ms", "affirm": False}, {}, RTT_S),
        ({"transport": "async"}, {"write_time": "1ms"}, 0.001),
        ({"state": "defer"}, {"write_time": "1ms"}, 0.001),
    ],
)
def test_a_commit_waits_for_the_log_file_and_the_standby(
    link: Document, log: Document, wait_s: float
) -> None:
    found = run(shipping(link, log))
    wait = found.metrics["commit_wait_s"]
    assert wait is not None
    assert wait_s <= wait < wait_s + LINE_S
    assert found.metrics["commits_per_write"] == 1
    # What the client sees is that, the status call's own round trip on its LAN, and nothing else.
    calls = found.call_columns
    commits = [n for n, kind in enumerate(calls["kind"]) if kind == 6]
    seen_s = sum(int(calls["end_ns"][n]) - int(calls["start_ns"][n]) for n in commits) / 1e9 / 20
    assert wait < seen_s < wait + LINE_S


def test_pooled_servers_wait_as_dedicated_ones() -> None:
    found = run(shipping(server={"site": "primary", "handlers": "pooled"}, client={"server": "pooled"}))
    assert RTT_S <= float(found.metrics["commit_wait_s"] or 0) < RTT_S + LINE_S


def test_ten_sessions_share_writes() -> None:
    # Sessions that commit at once again while a write is under way are of two halves: a half is written while the
    # other waits. So ten commits take two writes, whoever is in which half, and each commit waits for both of them
    # less the time c in which its session is not waiting: a round trip of its LAN, and the write began without it.
    found = run(shipping(log={"commit_size": 400}, client={"count": 10, "commits": 50}))
    assert found.counters["redo_commits"] == 500
    assert found.metrics["commits_per_write"] == pytest.approx(5, rel=0.02)
    write_s = RTT_S + LINE_S
    assert 2 * RTT_S * 0.98 < float(found.metrics["commit_wait_s"] or 0) < 2 * write_s


def shipped_bit_s(link: Document, log: Document, line: Document | None = None, **more: object) -> float:
    """Return the rate at which a standby confirms redo: between 3 s and 6 s, when TCP has opened its window."""
    small = {"transport": "async", "max_message": 65525} | link
    bytes_ = [
        run(shipping(small, log, line, client={"start": start, "commits": 1}, **more)).counters[
            "redo_1_bytes"
        ]
        for start in ("3s", "6s")
    ]
    return 8 * (bytes_[1] - bytes_[0]) / 3


def test_async_is_bounded_by_the_window() -> None:
    # Without window scaling (RFC 7323) 65,535 bytes are under way at most: 26.2 Mbit/s over a round trip of 20 ms.
    tcp = {
        "server": {
            "site": "primary",
            "redo": {"background_rate": "100Mbps"},
            "tcp": {"window_scaling": False},
        }
    }
    bound = 65535 * 8 / RTT_S
    assert bound * 0.95 < shipped_bit_s({}, {}, **tcp) < bound


def test_async_is_bounded_by_the_rate() -> None:
    # A full segment is 1,448 bytes of 1,502 on a line with PPP, and a packet is 65,525 bytes of redo of 65,535.
    bound = 100e6 * 1448 / 1502 * 65525 / 65535
    rate = shipped_bit_s({}, {"background_rate": "150Mbps"}, {"rate": "100Mbps"})
    assert rate == pytest.approx(bound, rel=0.01)


def test_async_brings_what_there_is_while_there_is_room() -> None:
    assert shipped_bit_s({}, {"background_rate": "50Mbps"}) == pytest.approx(50e6, rel=0.01)


CUT: Document = {"kind": "link_down", "target": "line", "at": "1500ms"}


def test_a_standby_that_does_not_answer_is_given_up() -> None:
    # One commit is under way when the line is cut, and waits for NET_TIMEOUT; those before it take a round trip, those
    # after it the log file alone.
    times = {"net_timeout": "2s", "reopen": "0s"}
    found = run(shipping(times, {"write_time": "1ms"}, client={"commits": 200}, fault=[CUT]))
    counters = found.counters
    confirmed = counters["redo_1_messages"]
    assert 20 < confirmed < 25  # 0.5 s of 20.1 ms, less the logon
    assert counters["redo_1_failures"] == 1
    assert counters["redo_1_gap_bytes"] == (200 - confirmed) * 4096
    # The commit under way began up to a round trip before the cut.
    rest_s = counters["redo_commit_wait_ns"] / 1e9 - 2 - (199 - confirmed) * 0.001
    assert confirmed * RTT_S <= rest_s < confirmed * (RTT_S + LINE_S)


def test_a_standby_is_tried_again() -> None:
    # Given up at 1.5 s + 0.5 s, tried again 1.5 s later, when the line is back; the last commits wait again.
    times = {"net_timeout": "500ms", "reopen": "1500ms"}
    found = run(
        shipping(times, {"write_time": "10ms"}, client={"commits": 250}, fault=[CUT | {"until": "3s"}])
    )
    assert found.counters["redo_1_failures"] == 1
    # 25 commits before the cut and 150 of the log file alone leave 74 for the standby.
    assert 85 < found.counters["redo_1_messages"] < 105


@pytest.mark.slow
@pytest.mark.parametrize(("sdu", "largest"), [(65535, 65535), (8192, 8192), (131072, 131072)])
def test_packets_have_the_agreed_sdu(tmp_path: Path, sdu: int, largest: int) -> None:
    # Between a CONNECT and an ACCEPT of 32-bit sizes and what follows, 1 MB a message is cut at the SDU.
    log = {"background_rate": "400Mbps", "background_size": 2**20}
    document = shipping({"sdu": sdu, "transport": "async"}, log, client={"start": "200ms", "commits": 1})
    net8.run(net8.Plan.of(document), folder=tmp_path, pcap=True)
    found = packets(tmp_path / "capture-server.pcap")
    assert {CONNECT, ACCEPT, DATA} <= {packet.kind for packet in found}
    assert max(packet.length for packet in found if packet.kind == DATA) == largest


def test_describe_says_what_is_waited_for_and_what_is_not_modelled() -> None:
    facts = dict(describe(net8.Plan.of(shipping({"net_timeout": "5s"}))).facts)
    assert "SYNC: a commit waits until the standby has confirmed what it has written" in facts["redo 1"]
    assert "given up after 5s" in facts["redo 1"]
    assert "gaps" in facts["redo, not modelled"]
    idle = describe(net8.Plan.of(shipping({"transport": "async", "net_timeout": "5s"}))).warnings
    assert any("redo.1.net_timeout changes nothing" in sentence for sentence in idle)
