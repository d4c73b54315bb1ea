# SPDX-License-Identifier: GPL-2.0-only
"""Simulated times against closed forms, written out as arithmetic on frames.

The path, as ``Net8Path`` describes it: a LAN is two Ethernet links with a switch between them, a WAN is an
Ethernet link at the server, ``hops`` point-to-point links, and two Ethernet links with a switch on the client's
side. Every node stores a frame before it sends it on.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import net8
import pytest

IP_TCP_BYTES = 20 + 20 + 12  # IPv4, TCP, timestamps with their padding
SEGMENT_BYTES = 1500 - IP_TCP_BYTES
TNS_BYTES = 10  # header and data flags of a DATA packet
OCI_FETCH_BYTES = 21  # request for the next array: 10 + 3 + cursor 4 + count 4
REQUEST_BYTES = 250  # length of the execute message, set in the plan
REPLY_BYTES = 40  # each reply beside its rows, set in the plan
ROW_BYTES = 100
# Nothing but the path may limit a reply.
WIDE_OPEN: dict[str, object] = {"initial_window": 1000, "send_buffer": 2**24, "receive_buffer": 2**24}
# TCP as RFCs have it.
TEXTBOOK: dict[str, object] = {"profile": "ns3"}


@dataclass(frozen=True)
class Link:
    """One link of the path."""

    bit_per_s: float  #: rate
    ethernet: bool  #: Ethernet frames rather than PPP ones
    delay_s: float  #: propagation

    def time_s(self, payload_bytes: int) -> float:
        """Return the time that a segment occupies the link until its last bit is sent."""
        ip = payload_bytes + IP_TCP_BYTES
        # Ethernet: header 14, FCS 4, preamble 8, at least 46 bytes inside; PPP: protocol 2.
        frame = max(ip, 46) + 14 + 4 + 8 if self.ethernet else ip + 2
        return frame * 8 / self.bit_per_s

    def spacing_s(self, payload_bytes: int) -> float:
        """Return the time from one segment's first bit to the next one's: with Ethernet's gap of 12 bytes."""
        return self.time_s(payload_bytes) + (12 * 8 / self.bit_per_s if self.ethernet else 0)


@dataclass(frozen=True)
class Case:
    """One plan and what its closed form needs to know."""

    sdu: int
    array_size: int
    rows: int
    path: dict[str, object]  #: [path] of the plan
    links: tuple[Link, ...]  #: from the server to the client
    server_s: float = 0  #: time that a call takes in the server
    client_s: float = 0  #: time that the client takes before each further call
    profile: str = "linux"

    @property
    def tcp(self) -> dict[str, object]:
        """Return the TCP of both ends."""
        return WIDE_OPEN | {"profile": self.profile}

    def plan(self) -> net8.Plan:
        """Return the plan."""
        return net8.Plan.of(
            {
                "path": {"queue_size": "100000p"} | self.path,
                "client": {
                    "driver": "sqlplus", "sdu": self.sdu, "array_size": self.array_size,
                    "call_time": f"{self.client_s}s", "tcp": self.tcp,
                },
                "server": {"sdu": 65535, "call_time": f"{self.server_s}s", "tcp": self.tcp},
                "query": {
                    "rows": self.rows, "row_length": ROW_BYTES, "request_length": REQUEST_BYTES,
                    "row_overhead": 0, "fetch_overhead": REPLY_BYTES, "execute_overhead": 0, "end_overhead": 0,
                },
            }
        )  # fmt: skip

    def batches(self) -> list[int]:
        """Return the rows of each call: one with the execute, then whole arrays, then the rest."""
        arrays, rest = divmod(self.rows - 1, self.array_size)
        return [1] + [self.array_size] * arrays + ([rest] if rest else [])

    def fetch_s(self) -> float:
        """Return the time from the execute to the last row: calls x (round trip + work) + transfers."""
        calls = self.batches()
        requests = [REQUEST_BYTES + TNS_BYTES] + [OCI_FETCH_BYTES] * (len(calls) - 1)
        total = (len(calls) * self.server_s) + (len(calls) - 1) * self.client_s
        for number, (rows, request) in enumerate(zip(calls, requests, strict=True)):
            total += self.request_s(request) + self.reply_s(rows)
            # Where the last segment is acknowledged at once, the ACK leaves just before the next request, which waits
            # for it at the slowest link, unless the client has work in between.
            if number + 1 < len(calls) and self.acknowledged_at_once(rows) and not self.client_s:
                total += max(link.spacing_s(0) for link in self.links)
        return total

    def acknowledged_at_once(self, rows: int) -> bool:
        """Return whether the ACK of a reply is not delayed."""
        sent = self.reply_segments(rows)
        if self.profile != "linux":
            return len(sent) % 2 == 0
        # More than a full segment (__tcp_ack_snd_check), or a second short one that is read (tcp_cleanup_rbuf).
        pending = short = 0
        at_once = False
        for payload in sent:
            pending, short = (payload, 0) if at_once else (pending + payload, short)
            short += payload < SEGMENT_BYTES
            at_once = pending > SEGMENT_BYTES or short == 2
        return at_once

    def request_s(self, request_bytes: int) -> float:
        """Return the time of one small segment through all links."""
        return sum(link.delay_s + link.time_s(request_bytes) for link in self.links)

    def reply_segments(self, rows: int) -> list[int]:
        """Return the TCP payloads of a reply: packets of at most the SDU, which Linux cuts one by one."""
        message = rows * ROW_BYTES + REPLY_BYTES
        packets = math.ceil(message / (self.sdu - TNS_BYTES))
        stream = message + TNS_BYTES * packets
        linux = self.profile == "linux"
        writes = [self.sdu] * (packets - 1) + [stream - self.sdu * (packets - 1)] if linux else [stream]
        sent = []
        for write in writes:
            full, tail = divmod(write, SEGMENT_BYTES)
            sent += [SEGMENT_BYTES] * full + ([tail] if tail else [])
        return sent

    def reply_s(self, rows: int) -> float:
        """Return the time of a reply: the first segment up to the bottleneck, all through it, the last one on.

        The bottleneck is the last of the slowest links: behind a link as fast as itself segments queue up. Behind
        it, a short last segment may catch up with the full one in front and then follows it on the last link.
        """
        sent = self.reply_segments(rows)
        slowest = min(link.bit_per_s for link in self.links)
        at = max(i for i, link in enumerate(self.links) if link.bit_per_s == slowest)
        before, bottleneck, behind = self.links[:at], self.links[at], self.links[at + 1 :]
        start = sum(link.delay_s for link in self.links) + sum(link.time_s(sent[0]) for link in before)
        alone = sum(bottleneck.spacing_s(segment) for segment in sent[:-1])
        alone += sum(link.time_s(sent[-1]) for link in (bottleneck, *behind))
        if len(sent) == 1 or not behind:
            return start + alone
        caught_up = sum(bottleneck.spacing_s(segment) for segment in sent[:-2])
        caught_up += sum(link.time_s(sent[-2]) for link in (bottleneck, *behind[:-1]))
        caught_up += behind[-1].spacing_s(sent[-2]) + behind[-1].time_s(sent[-1])
        return start + max(alone, caught_up)


def lan(sdu: int, array_size: int, rows: int, *, server_s: float = 0, client_s: float = 0) -> Case:
    """Return a case over switched Ethernet of 100 Mbit/s with 5 us a link."""
    link = Link(100e6, ethernet=True, delay_s=5e-6)
    path: dict[str, object] = {"kind": "lan", "lan_rate": "100Mbps", "lan_delay": "5us"}
    return Case(sdu, array_size, rows, path, (link, link), server_s, client_s)


def wan(
    sdu: int,
    array_size: int,
    rows: int,
    mbit_per_s: int,
    delay_ms: int,
    *,
    hops: int = 1,
    server_s: float = 0,
) -> Case:
    """Return a case over a WAN between two LANs of 100 Mbit/s."""
    edge = Link(100e6, ethernet=True, delay_s=5e-6)
    core = Link(mbit_per_s * 1e6, ethernet=False, delay_s=delay_ms / 1e3 / hops)
    path: dict[str, object] = {
        "kind": "wan", "rate": f"{mbit_per_s}Mbps", "delay": f"{delay_ms}ms", "hops": hops,
        "lan_rate": "100Mbps", "lan_delay": "5us",
    }  # fmt: skip
    return Case(sdu, array_size, rows, path, (edge, *[core] * hops, edge, edge), server_s)


LOSS_FREE = [
    lan(512, 15, 4096),
    lan(2048, 100, 10001),
    lan(8192, 15, 4096),
    lan(8192, 1000, 10001, server_s=0.001),
    lan(32767, 500, 10001, server_s=0.0005, client_s=0.002),
    lan(65535, 5000, 20000),
    wan(512, 15, 1501, 10, 40),
    wan(2048, 100, 10001, 10, 40),
    wan(8192, 500, 10001, 10, 40, server_s=0.002),
    wan(8192, 5000, 20000, 100, 5),
    wan(32767, 1000, 10001, 2, 100, hops=4),
    wan(65535, 5000, 20000, 10, 40),
]


def name(case: Case) -> str:
    """Return a short name of a case."""
    kind, rate = case.path["kind"], case.path.get("rate", "100Mbps")
    return f"{case.profile}-{kind}-{rate}-sdu{case.sdu}-array{case.array_size}"


@pytest.mark.parametrize(
    "case", [*LOSS_FREE, *(replace(case, profile="ns3") for case in LOSS_FREE)], ids=name
)
def test_loss_free_fetch_takes_the_time_of_the_closed_form(case: Case) -> None:
    result = net8.run(case.plan())
    assert result.outcome == ("closed",)
    calls = result.calls.query("kind == 'execute' or kind == 'fetch'")
    assert calls["rows"].tolist() == case.batches()
    simulated = calls["end_s"].iloc[-1] - calls["start_s"].iloc[0]
    # One per cent is asked for; the form counts each frame on each link and comes closer by two orders.
    assert simulated == pytest.approx(case.fetch_s(), rel=1e-4)


def long_reply(
    rtt_ms: int, client_tcp: dict[str, object], server_tcp: dict[str, object], rows: int
) -> net8.Plan:
    """Return a plan with one long reply over a path whose rate does not matter; a row fills a segment."""
    return net8.Plan.of(
        {
            "path": {
                "kind": "wan", "rate": "1Gbps", "lan_rate": "1Gbps", "lan_delay": "0s",
                "delay": f"{rtt_ms / 2}ms", "queue_size": "100000p",
            },
            "client": {"driver": "sqlplus", "release": "11.2", "sdu": 65535, "prefetch_rows": rows, "tcp": client_tcp},
            "server": {"release": "11.2", "sdu": 65535, "tcp": server_tcp},
            "query": {
                "rows": rows, "row_length": SEGMENT_BYTES, "row_overhead": 0, "fetch_overhead": 0,
                "execute_overhead": 0, "end_overhead": 0,
            },
        }
    )  # fmt: skip


@pytest.mark.parametrize(("rtt_ms", "mbit_per_s"), [(100, 5.243), (560, 0.936)])
def test_window_of_65535_bytes_limits_the_throughput(rtt_ms: int, mbit_per_s: float) -> None:
    # W / RTT: 65535 x 8 / 0.1 s = 5.2428 Mbit/s; 65535 x 8 / 0.56 s = 0.9362 Mbit/s.
    client_tcp = TEXTBOOK | {"receive_buffer": 65535, "delayed_ack_count": 1}
    plan = long_reply(rtt_ms, client_tcp, TEXTBOOK | WIDE_OPEN, rows=6000)
    call = net8.run(plan).calls.query("kind == 'execute'").iloc[0]
    # The first window comes at once, half a round trip after the request; what follows is clocked by it.
    measured = call["reply_bytes"] * 8 / (call["end_s"] - call["first_byte_s"]) / 1e6
    assert measured == pytest.approx(mbit_per_s, rel=0.02)


@pytest.mark.parametrize("segments_sent", [69, 685])
@pytest.mark.parametrize("initial_window", [1, 2, 3, 4, 10])
def test_slow_start_takes_its_rounds(initial_window: int, segments_sent: int) -> None:
    client_tcp: dict[str, object] = TEXTBOOK | {"delayed_ack_count": 1, "receive_buffer": 2**24}
    server_tcp: dict[str, object] = TEXTBOOK | {
        "initial_window": initial_window, "congestion_control": "TcpNewReno", "send_buffer": 2**24,
    }  # fmt: skip
    plan = long_reply(100, client_tcp, server_tcp, rows=segments_sent)
    call = net8.run(plan).calls.query("kind == 'execute'").iloc[0]
    # Doubling each round, D segments take ceil(log2(D / w1 + 1)) rounds: for 69 segments and windows of 1, 2, 3,
    # 4, 10 segments 7, 6, 5, 5, 3. The replies of the logon have opened the window a little, so that one round
    # less may do; the TNS headers add less than a segment in a hundred.
    rounds = math.ceil(math.log2(segments_sent / initial_window + 1))
    assert (call["end_s"] - call["start_s"]) / 0.1 == pytest.approx(rounds, abs=1)
