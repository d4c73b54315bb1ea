# SPDX-License-Identifier: GPL-2.0-only
"""A recorded session as a plan: its calls as statements, its order as a transaction, its network as a path."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from net8.base.units import format_rate, format_time
from net8.base.words import many
from net8.plan.plan import Plan
from net8.plan.tcp import runs_linux
from net8.plan.text import write_tables, write_values
from net8.replaying.exchange import PACKET_BYTES, Conversation, Exchange
from net8.replaying.folding import Folded, Piece, fold
from net8.replaying.onto_server import server_of, times_of
from net8.replaying.own_network import FRAME_BYTES, OwnNetwork

__all__ = [
    "DEFAULT_QUEUE",
    "DRIVER_TEXT",
    "NO_OVERFLOW",
    "Network",
    "Script",
    "ack_ns",
    "at_once",
    "plan_of",
    "plan_text",
    "script_of",
    "wire_ns",
    "write_driver",
]

DRIVER_TEXT: Final = """\
# SPDX-License-Identifier: GPL-2.0-only
# A client that sends nothing of its own but CONNECT and the logoff: logon and calls are statements of the plan.
name = "replay"
about = "a recorded session, played by net8 replay"
like = "python-thin"
logon = []
fast_logon = []
"""
_TRANSACTION: Final = "session"
_STREAMED: Final = "copy data"
"""Kind of requests that a server takes in while they come."""
_SYN_BYTES: Final = 62
"""SYN and SYN-ACK on a line: IP and TCP with options, and a frame of PPP."""
_FLIGHT_BYTES: Final = 14_600
"""Bytes that go out without an acknowledgement: ten segments (RFC 6928)."""
_FUNCTION: Final = 0x67
_LEAST_REQUEST: Final = 6
_LEAST_REPLY: Final = 3
_LEAST_PACKET: Final = 26
_WRITES: Final = 1.5
"""Mean number of writes from which on a request counts as several."""
_MOST: Final = 1 << 30
"""Largest message of a call."""
_AS_LONG: Final = 1.25
_CONNECT_BYTES: Final = 300
"""What CONNECT, or its answer, has in the simulation at least; the rest goes with the next call."""
DEFAULT_QUEUE: Final = "1000p"
"""Room before the line of a path that tells none: limit of netem (tc-netem(8)), and what Linux gives an interface."""
NO_OVERFLOW: Final = "10000p"
"""Room before a line of which no packet was seen to be dropped."""
_OF_NETWORK: Final = ("path", "network", "demands", "client.tcp", "server.tcp")
_LISTS_OF_NETWORK: Final = ("site", "router", "link", "route", "link_change", "cross_traffic")


@dataclass(frozen=True, slots=True)
class Network:
    """A path between client and server."""

    rtt_ns: int  #: round trip of a small packet
    rate_bit_s: int  #: rate of its slowest line
    loss: float  #: probability that a packet is lost
    queue: str = DEFAULT_QUEUE  #: room before its slowest line

    @property
    def syn_ns(self) -> int:
        """Time of a small packet on the slowest line."""
        return 8 * 10**9 * _SYN_BYTES // self.rate_bit_s

    @property
    def delay_ns(self) -> int:
        """One-way delay: half of what small packets take, less their time on the line."""
        return max(self.rtt_ns // 2 - self.syn_ns, 0)


@dataclass(frozen=True, slots=True)
class Script:
    """A session that can be played."""

    recorded: Conversation  #: what was recorded
    talk: Conversation  #: the same without the time of messages on the slowest line
    folded: Folded  #: its calls as statements and steps
    own: OwnNetwork  #: what the file tells of its network
    network: Network  #: the path that it was recorded on

    def with_exchanges(self, exchanges: list[Exchange]) -> Script:
        """Return a copy with other exchanges.

        @param exchanges: they
        @return: the script, folded anew
        """
        return replace(self, talk=replace(self.talk, exchanges=exchanges), folded=fold(exchanges))

    def on(self, network: Network) -> Script:
        """Return the script as it is played on a network.

        Where none was between, who writes a message was seen to take its time for it. A line takes its own at the same
        time, so that only what is longer than that stays with the end. What a client writes in pieces is played so.

        @param network: a network
        @return: the script, itself where messages take no time of an end
        """
        if not self.own.none:
            return self

        def longer(time_ns: int, size: int) -> int:
            return max(time_ns - wire_ns(size, self.own.segment_bytes, network.rate_bit_s), 0)

        def played(each: Exchange) -> Exchange:
            in_pieces = (
                _request_packet(each.request_bytes, each.request_writes, self.own) < self.own.sdu_bytes
            )
            asking = 0 if in_pieces else longer(each.asking_ns, each.request_bytes)
            answering = longer(each.answering_ns, each.reply_bytes)
            work = each.server_ns - each.answering_ns
            if each.kind == _STREAMED:
                # The server works on it as it comes.
                work = longer(work, each.request_bytes)
            return replace(
                each, client_ns=each.client_ns - each.asking_ns + asking, asking_ns=asking,
                server_ns=work + answering, answering_ns=answering,
                write_ns=each.asking_ns // (each.request_writes - 1) if in_pieces else 0,
            )  # fmt: skip

        talk = replace(self.talk, opening=[played(each) for each in self.talk.opening])
        return replace(self, talk=talk).with_exchanges([played(each) for each in self.talk.exchanges])

    def think_ns(self, piece: Piece) -> int:
        """Return the mean time of the client before the calls of a statement, but for the first call of the session.

        @param piece: the statement
        @return: nanoseconds; 0 if it has no other call
        """
        spent, calls = sum(each.client_ns for each in piece.exchanges), len(piece.exchanges)
        if piece.exchanges[0] is self.talk.exchanges[0]:
            # What is not played before it comes with its later calls.
            spent, calls = spent - self.talk.first_ns, calls - 1
        return round(spent / calls) if calls else 0

    @property
    def opening_ns(self) -> int:
        """Time of both ends before the session is accepted."""
        talk = self.talk
        return sum(each.server_ns + each.client_ns for each in talk.opening) + talk.first_ns


def script_of(talk: Conversation, own: OwnNetwork, network: Network) -> Script:
    """Make a script of a session.

    @param talk: what was recorded
    @param own: what the file tells of its network
    @param network: the path that it was recorded on
    @return: the script
    """
    far = _carried(_without_early(talk) if own.none else talk) if talk.sizes_told else talk
    if talk.sizes_told and not own.none and not own.both:
        far = _without_wire(far, own, network.rate_bit_s)
    return Script(talk, far, fold(far.exchanges), own, network)


def wire_ns(size: int, segment_bytes: int, rate_bit_s: int) -> int:
    """Return the time that a message takes on a line.

    @param size: its bytes
    @param segment_bytes: bytes of a full segment
    @param rate_bit_s: rate of the line
    @return: nanoseconds
    """
    return 8 * 10**9 * (size + -(-size // segment_bytes) * FRAME_BYTES) // rate_bit_s


def ack_ns(size: int, segment_bytes: int, rate_bit_s: int) -> int:
    """Return the time on a line of the acknowledgement that goes ahead of the request after a reply.

    Each second full segment is acknowledged at once (RFC 5681, 4.2); where the last one is odd, the request does it.

    @param size: bytes of the reply
    @param segment_bytes: bytes of a full segment
    @param rate_bit_s: rate of the line
    @return: nanoseconds
    """
    segments = -(-size // segment_bytes)
    return 8 * 10**9 * FRAME_BYTES // rate_bit_s if segments and segments % 2 == 0 else 0


def at_once(client_ns: int, ahead_ns: int) -> int:
    """Return the time of a client, which is not that of an acknowledgement in front of its request.

    @param client_ns: what it seems to take
    @param ahead_ns: time of the acknowledgement on the line
    @return: nothing if it is as long as that, else what it seems to take
    """
    return 0 if client_ns <= _AS_LONG * ahead_ns else max(client_ns, 0)


def _without_early(talk: Conversation) -> Conversation:
    """Leave out what a server answered while the rest of a request came: on a network that passes beside the rest."""
    exchanges = [replace(each, reply_bytes=each.reply_bytes - each.early_bytes) for each in talk.exchanges]
    return replace(talk, exchanges=exchanges)


def _carried(talk: Conversation) -> Conversation:
    """Give the bytes of the opening beyond those of a CONNECT to the next call."""
    if not talk.opening or not talk.exchanges:
        return talk
    more = [sum(max(getattr(each, name) - _CONNECT_BYTES, 0) for each in talk.opening)
            for name in ("request_bytes", "reply_bytes")]  # fmt: skip
    first = talk.exchanges[0]
    first = replace(
        first, request_bytes=first.request_bytes + more[0], reply_bytes=first.reply_bytes + more[1]
    )
    return replace(talk, exchanges=[first, *talk.exchanges[1:]])


def _without_wire(talk: Conversation, own: OwnNetwork, rate_bit_s: int) -> Conversation:
    """Take the time that messages need on the slowest line from the work of the end that is far from the capture.

    The round trip is that of small packets. A request of several segments waits at the slowest line, and the first
    segment of the reply takes its time there, too.
    """

    def flight_ns(size: int) -> int:
        return wire_ns(min(size, _FLIGHT_BYTES), own.segment_bytes, rate_bit_s)

    def first_ns(size: int) -> int:
        return wire_ns(min(size, own.segment_bytes), own.segment_bytes, rate_bit_s)

    small = 2 * 8 * 10**9 * _SYN_BYTES // rate_bit_s
    exchanges: list[Exchange] = []

    def passing_ns(each: Exchange) -> int:
        # What the capture saw of a reply's pace has passed on the line, too.
        return max(flight_ns(each.reply_bytes) - each.paced_ns, first_ns(each.reply_bytes))

    # An assumed rate says nothing of the only request that follows an opening.
    left = passing_ns(talk.opening[-1]) if talk.opening and own.rate_told != "assumed" else 0
    ahead = 0
    for each in talk.exchanges:
        if own.at_client:
            late = max(flight_ns(each.request_bytes) + first_ns(each.reply_bytes) - small, 0)
            exchanges.append(replace(each, server_ns=max(each.server_ns - late, 0)))
        else:
            late = max(left + first_ns(each.request_bytes) - small, 0) * bool(left)
            exchanges.append(replace(each, client_ns=at_once(each.client_ns - late, ahead)))
            ahead = ack_ns(each.reply_bytes, own.segment_bytes, rate_bit_s)
            left = passing_ns(each)
    return replace(talk, exchanges=exchanges)


def _message(size: float, packet: int, least: int, most: int) -> int:
    """Return the length of a message whose packets, of that size at most, have so many bytes together."""
    whole = round(size)
    return min(max(whole - PACKET_BYTES * max(-(-whole // packet), 1), least), most)


def _request_packet(request_bytes: float, writes: float, own: OwnNetwork) -> int:
    """Return the size of the packets of a request: each is a write, of as many as the client made of it."""
    if not own.none or writes < _WRITES:
        return own.sdu_bytes
    return min(max(round(request_bytes / writes), _LEAST_PACKET), own.sdu_bytes)


def _server_times(piece: Piece, sdu: int) -> tuple[int, int]:
    """Return the server's time before a reply, and that for each of its packets, the first one included."""
    server_ns, writing_ns = (piece.mean(name) for name in ("server_ns", "writing_ns"))
    packets = max(-(-round(piece.mean("reply_bytes")) // sdu), 1)
    each_ns = min(writing_ns / (packets - 1), server_ns / packets) if packets > 1 else 0.0
    return round(server_ns - packets * each_ns), round(each_ns)


def _statement(script: Script, piece: Piece, onto: Plan | None) -> dict[str, object]:
    """Return the table of a statement, with the times of a plan's server if that is another one."""
    sdu, think_ns = script.own.sdu_bytes, script.think_ns(piece)
    call_ns, packet_ns = _server_times(piece, sdu)
    packet = _request_packet(piece.mean("request_bytes"), piece.mean("request_writes"), script.own)
    return {
        "name": piece.name, "kind": "call", "function": _FUNCTION,
        "request_length": _message(piece.mean("request_bytes"), packet, _LEAST_REQUEST, _MOST),
        **({"request_packet_size": packet, "request_packet_time": format_time(round(piece.mean("write_ns")))}
           if packet < sdu else {}),
        "reply_length": _message(piece.mean("reply_bytes"), sdu, _LEAST_REPLY, _MOST),
        "call_time": format_time(call_ns),
        **({"packet_time": format_time(packet_ns)} if packet_ns else {}),
        **({"think_time": format_time(think_ns)} if think_ns else {}),
        **(times_of(piece, onto) if onto else {}),
    }  # fmt: skip


def plan_of(
    script: Script, network: Network, *, driver: str, folder: Path | None = None, onto: Plan | None = None,
    count: int = 1,
) -> Plan:  # fmt: skip
    """Make the plan of a script.

    @param script: the session
    @param network: the path to play it on
    @param driver: name of the file of the driver, seen from the folder
    @param folder: where relative names of files start
    @param onto: a plan whose network, and what it sets of its server, are used in place of the recorded ones, or None
    @param count: sessions at the same time
    @return: the plan
    """
    own = script.own
    document: dict[str, object] = {
        "client": {
            "driver": f"file:{driver}", "count": count, "queries": 1, "sdu": own.sdu_bytes,
            "transactions": _TRANSACTION, "transport_connect_timeout": "10h",
        },
        "listener": {"inbound_connect_timeout": "0s"},
        "server": {
            "release": "19c", "resend": len(script.talk.opening) > 1, "handover_time": format_time(script.opening_ns),
            "sdu": own.sdu_bytes, "inbound_connect_timeout": "0s",
        },
        "run": {"stop_time": "10000h"},
        "statement": [_statement(script, piece, onto) for piece in script.folded.pieces],
        "transaction": [{"name": _TRANSACTION, "steps": list(script.folded.steps)}],
    }  # fmt: skip
    if script.talk.polls and (onto is None or _is_linux(onto)):
        _nested(document, "server.tcp.polls", value=True)
    _add_network(document, network, own, onto)
    return Plan.of(document, name="replay", folder=folder or (onto.folder if onto else None))


def _add_network(
    document: dict[str, object], network: Network, own: OwnNetwork, onto: Plan | None
) -> None:  # fmt: skip
    """Add the network of a plan, or a path."""
    if onto is None:
        document["path"] = {
            "kind": "wan", "rate": format_rate(network.rate_bit_s), "delay": format_time(network.delay_ns),
            "lan_rate": "10Gbps", "lan_delay": "0s", "mtu": own.segment_bytes + 40,
            "queue_size": network.queue,
            **({"loss_rate": network.loss} if network.loss else {}),
        }  # fmt: skip
        for end, scaled in zip(("client", "server"), own.scaled, strict=True):
            if not scaled:
                _nested(document, f"{end}.tcp.window_scaling", value=False)
        return
    for path, value in onto.values.items():
        section = path.rpartition(".")[0]
        if section in _OF_NETWORK or path in ("client.site", "server.site"):
            _nested(document, path, value=value)
    for path, value in server_of(onto).items():
        _nested(document, path, value=value)
    for name in _LISTS_OF_NETWORK:
        if onto.tables(name):
            document[name] = [dict(table) for table in onto.tables(name)]


def _is_linux(onto: Plan) -> bool:
    """Return whether servers of a plan run the TCP of Linux."""
    return runs_linux(onto["server.tcp.profile"], onto["server.tcp.congestion_control"])


def _nested(document: dict[str, object], path: str, *, value: object) -> None:
    """Set a dotted key in nested tables."""
    *sections, name = path.split(".")
    place = document
    for section in sections:
        inner = place.setdefault(section, {})
        if not isinstance(inner, dict):
            raise TypeError(f"{section} is not a table")
        place = inner
    place[name] = value


def write_driver(folder: Path, name: str) -> Path:
    """Write the file of the driver.

    @param folder: where to
    @param name: its name
    @return: its path
    """
    path = folder / name
    path.write_text(DRIVER_TEXT, encoding="utf-8")
    return path


def plan_text(plan: Plan, script: Script, source: str) -> str:
    """Write a plan for a person: what each statement stands for is said above it.

    @param plan: the plan
    @param script: the session
    @param source: the file that it was made from
    @return: TOML text
    """
    talk, folded = script.talk, script.folded
    head = [
        f"{talk.name} of {source}: {many(len(talk.exchanges), 'call')} as {many(len(folded.pieces), 'statement')}.",
        "client.count, client.arrivals, [[group]], pools, faults and sites apply to it as to any plan.",
        "Its logon is part of the transaction: each arrival of a session runs all of it.",
    ]
    if folded.tolerance:
        head.append(f"Calls whose bytes differ by up to {100 * folded.tolerance:.0f} % are one statement.")
    if not folded.in_order:
        head.append("The calls follow no short pattern: the steps keep their numbers, not their order.")
    lines = [*(f"# {line}" for line in head), "", write_values(plan.values).rstrip("\n")]
    notes = {piece.name: _about(piece) for piece in folded.pieces}
    for section, tables in plan.lists.items():
        for table in tables:
            first, *rest = write_tables(section, [table])
            note = notes.get(str(table.get("name"))) if section == "statement" else None
            lines += ["", *([f"# {note}"] if note else []), first.lstrip("\n"), *rest]
    return "\n".join(lines) + "\n"


def _about(piece: Piece) -> str:
    """Say what a statement stands for."""
    of = f" of {piece.statement}" if piece.statement else ""
    text = f"{piece.kind}{of}, {many(len(piece.exchanges), 'call')}"
    for end in ("server", "client"):
        times = [getattr(each, f"{end}_ns") for each in piece.exchanges]
        if min(times) != max(times):
            text += f"; {end} time {format_time(min(times))} to {format_time(max(times))}, here their mean"
    return text
