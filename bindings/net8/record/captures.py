# SPDX-License-Identifier: GPL-2.0-only
"""Read a capture into a record: sessions of Oracle Net by their packets, others by their bytes alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from net8.base.errors import CaptureError
from net8.base.words import many
from net8.capture.streams import Connection, Endpoint, Reading, Segment, connections, read_segments
from net8.record.framing import framed_turns, statements_of_calls
from net8.record.record import NONE, Mark, Record, Session, not_told
from net8.record.turns import (
    NO_WAY,
    Piece,
    Rtts,
    Seen,
    Turn,
    handshake,
    record_turns,
    served_of,
    turns_of,
    way_of,
)

if TYPE_CHECKING:
    from net8.dissect.sessions import Session as TnsSession

__all__ = [
    "CAPTURE", "RECORDING", "Key", "is_recording", "key_of", "read_capture", "read_recording", "record_of", "seen_of",
    "talks_of",
]  # fmt: skip

CAPTURE: Final = "capture"
"""Kind of these files."""
RECORDING: Final = "recording"
"""Kind of the files of net8 record: no network is between them and either end."""
_RECORDED_BY: Final = b"net8 record"
_NAME_REACH: Final = 64
_OPENING: Final = "connect"
_TLS: Final = b"\x16\x03"
_NAME_OF_TLS: Final = ", TLS"
_PORTS: Final = frozenset((1433, 2484))
"""Ports of SQL Server, and of Oracle Net over TLS."""
_IN_READ: Final = ("session ", "TDS ", *(f"port {port}, " for port in (1521, 1522, *sorted(_PORTS))))
"""How names of sessions begin whose servers wait in read: Oracle's and SQL Server, assumed. PostgreSQL polls, and
servers of unknown protocols are taken to."""

_Ends = tuple[Endpoint, Endpoint]
Key = tuple[Endpoint, Endpoint, int | None]
"""What is the same of a connection in all captures of it: its ends, and the number of its first SYN."""

_YEAR_NS: Final = 365 * 86_400 * 10**9
_LONGEST_NS: Final = 10 * _YEAR_NS
"""Longest time between packets of a capture."""
_LATEST_NS: Final = 2**62
"""Latest time, in 2116, and how long before 1970 the earliest is: half of what 64 bits hold."""


def read_capture(path: Path, ports: Collection[int], rtt_ns: int | None) -> Record:
    """Read a capture.

    @param path: a pcap or pcapng file
    @param ports: TCP ports of listeners
    @param rtt_ns: round trip of the network for connections whose TCP handshake was not captured, or None
    @return: what it tells
    @raises CaptureError: when it has no connection with a request and a reply
    """
    return record_of(path, CAPTURE, read_segments(path), ports, (rtt_ns, None if rtt_ns is None else 0))


def is_recording(head: bytes) -> bool:
    """Return whether a file is one of net8 record.

    @param head: how it begins
    @return: whether it names who wrote it
    """
    return _RECORDED_BY in head[:_NAME_REACH]


def read_recording(path: Path, ports: Collection[int]) -> Record:
    """Read a file of net8 record.

    @param path: the file
    @param ports: TCP ports of listeners
    @return: what it tells
    @raises CaptureError: when it has no connection with a request and a reply
    """
    return record_of(path, RECORDING, read_segments(path), ports, (0, 0))


@dataclass(frozen=True, slots=True)
class _Told:
    """What is known beside the segments of a capture."""

    rtts: Rtts  #: round trips to the server and to the client, of connections without a TCP handshake
    far: Mapping[Key, Sequence[Turn]]  #: turns of connections as a capture near the server has them


def record_of(
    path: Path, what: str, reading: Reading, ports: Collection[int], told: Rtts,
    far: Mapping[Key, Sequence[Turn]] | None = None,
) -> Record:  # fmt: skip
    """Read TCP segments into a record.

    @param path: the file that they come from
    @param what: its kind
    @param reading: the segments
    @param ports: TCP ports of listeners
    @param told: round trips to the server and to the client for connections without a TCP handshake
    @param far: turns of connections as another capture, nearer to the server, has them
    @return: what they tell
    @raises CaptureError: when there is no connection with a request and a reply
    """
    record = Record(str(path), what, {})
    talks, sessions, why = _talks(path, reading, ports, what)
    _refuse_times(path, reading.segments)
    own = _by_ends(reading.segments)
    for connection, name, turns in talks:
        _add(record, connection, own, name, turns, _Told(told, far or {}))
    if not record.calls.session:
        raise CaptureError(why or f"{path} has no connection with a request and a reply")
    record.told = {"frames": reading.frames, "sessions of Oracle Net": len(sessions)}
    _mark(record)
    if what == RECORDING:
        _mark_recording(record)
    record.notes += _notes(record, reading, sessions)
    return record


def talks_of(
    path: Path, reading: Reading, ports: Collection[int]
) -> dict[Key, tuple[int | None, list[Turn]]]:
    """Return the turns of each connection of a capture, and how long its SYN waited for the answer.

    @param path: the file
    @param reading: its segments
    @param ports: TCP ports of listeners
    @return: time in nanoseconds, None without a handshake, and turns, by connection
    """
    own = _by_ends(reading.segments)
    found = {}
    for connection, _name, turns in _talks(path, reading, ports, CAPTURE)[0]:
        opening = handshake(_segments(own, connection), connection)
        found[key_of(connection)] = (opening[1] if opening else None, turns)
    return found


def seen_of(near: Path, far: Path | None, ports: Collection[int]) -> list[Seen]:
    """Return the connections of a run as its captures have them.

    @param near: capture at the clients
    @param far: capture at the servers, or None
    @param ports: TCP ports of listeners
    @return: those with their TCP handshake, in its order
    """
    others = {} if far is None else talks_of(far, read_segments(far), ports)
    reading = read_segments(near)
    own = _by_ends(reading.segments)
    found = []
    for connection, _name, turns in _talks(near, reading, ports, CAPTURE)[0]:
        segments = _segments(own, connection)
        opening = handshake(segments, connection)
        if opening is None:
            continue
        client = [segment for segment in segments if segment.source == connection.client]
        server = [segment for segment in segments if segment.source == connection.server]
        told = others.get(key_of(connection))
        ways = way_of(client, server), way_of(server, client)
        found.append(Seen(opening, turns, ways, served_of(turns, told[1] if told else None)))
    return sorted(found, key=lambda each: each.opening[0])


def key_of(connection: Connection) -> Key:
    """Return what is the same of a connection in all captures of it.

    @param connection: the connection
    @return: both ends, and the number of the first SYN if it was captured
    """
    one, other = sorted((connection.client, connection.server))
    return one, other, connection.opening


def _talks(
    path: Path, reading: Reading, ports: Collection[int], what: str
) -> tuple[list[tuple[Connection, str, list[Turn]]], list[TnsSession], str]:
    """Return connections with their names and turns, the sessions of Oracle Net, and why there is none of these."""
    from net8.dissect.sessions import dissect_segments

    try:
        sessions, why = dissect_segments(path, reading, ports=ports, tds=False).sessions, ""
    except CaptureError as error:
        sessions, why = [], str(error)
    framed = _framed(reading) if what == RECORDING else {}
    sessions = [each for each in sessions if key_of(each.connection) not in framed]
    texts = what == RECORDING
    found = [(each.connection, f"session {each.number}", _tns_turns(each, texts)) for each in sessions]
    taken = {(each.connection.client, each.connection.first_ns) for each in sessions}
    taken |= {(each.connection.server, each.connection.first_ns) for each in sessions}
    for connection in connections(reading.segments):
        if (connection.client, connection.first_ns) in taken:
            continue
        if key_of(connection) in framed:
            found.append((connection, *framed[key_of(connection)]))
        elif _may_be_one(connection, ports, not sessions or what == RECORDING):
            found.append((connection, *_other(connection)))
    if what == RECORDING:
        found.sort(key=lambda each: each[0].first_ns)
    return found, sessions, why


def _framed(reading: Reading) -> dict[Key, tuple[str, list[Turn]]]:
    """Return names and turns of connections of PostgreSQL and TDS."""
    found = {}
    for connection in connections(reading.segments):
        turns = framed_turns(connection)
        if turns is not None:
            found[key_of(connection)] = turns
    return found


def _segments(own: Mapping[_Ends, Sequence[Segment]], connection: Connection) -> list[Segment]:
    """Return the segments of a connection."""
    ends = min(connection.client, connection.server), max(connection.client, connection.server)
    return [segment for segment in own[ends] if connection.first_ns <= segment.time_ns <= connection.last_ns]


def _refuse_times(path: Path, segments: Sequence[Segment]) -> None:
    """Refuse times that no clock has."""
    times = [segment.time_ns for segment in segments] or [0]
    if max(times) - min(times) > _LONGEST_NS or max(map(abs, times)) > _LATEST_NS:
        years = max(times, key=abs) / _YEAR_NS + 1970, (max(times) - min(times)) / _YEAR_NS
        raise CaptureError(
            f"{path} has packets of the year {years[0]:,.0f}, {years[1]:,.0f} years after others; correct its times, "
            "such as with editcap -t"
        )


def _by_ends(segments: Iterable[Segment]) -> dict[_Ends, list[Segment]]:
    """Sort segments by the ends of their connection."""
    found: dict[_Ends, list[Segment]] = defaultdict(list)
    for segment in segments:
        found[min(segment.source, segment.target), max(segment.source, segment.target)].append(segment)
    return found


def _add(
    record: Record, connection: Connection, own: Mapping[_Ends, Sequence[Segment]], name: str, turns: list[Turn],
    told: _Told,
) -> None:  # fmt: skip
    """Add the turns of a connection as a session."""
    if not turns:
        return
    segments = _segments(own, connection)
    client = [segment for segment in segments if segment.source == connection.client]
    server = [segment for segment in segments if segment.source == connection.server]
    session = Session(name, encrypted=name.endswith(_NAME_OF_TLS), polls=not name.startswith(_IN_READ))
    record.sessions.append(session)
    ways = way_of(client, server), way_of(server, client)
    if record.what == RECORDING:
        ways = NO_WAY, NO_WAY
    served = served_of(turns, told.far.get(key_of(connection)))
    record_turns(record, session, turns, ways, handshake(segments, connection), told.rtts, served)


def _tns_turns(session: TnsSession, texts: bool) -> list[Turn]:
    """Return the turns of a session of Oracle Net; those before its first call open it."""
    statements = statements_of_calls(session.calls) if texts else {}
    starts = {id(call.requests[0]): str(call.message) for call in session.calls if call.requests}
    rows = {
        id(call.replies[-1]): call.rows_returned
        for call in session.calls
        if call.replies and call.rows_returned is not None
    }

    def pieces() -> Iterator[tuple[Piece, str, int]]:
        for packet in session.packets:
            piece = Piece(packet.sender == "client", packet.first_ns, packet.time_ns, packet.length)
            opens = _OPENING if packet.type == "CONNECT" else ""
            yield piece, starts.get(id(packet), opens), rows.get(id(packet), NONE)

    turns = turns_of(pieces())
    for turn in turns:
        turn.statement = statements.get(turn.pieces[0].first_ns, turn.statement)
    return turns


def _may_be_one(connection: Connection, ports: Collection[int], alone: bool) -> bool:
    """Return whether a connection without packets of Oracle Net is a session: by its port, or as there is no other."""
    if len(connection.sent) < 2:
        return False
    known = {*ports, *_PORTS}
    return alone or connection.server[1] in known or connection.client[1] in known


def _other(connection: Connection) -> tuple[str, list[Turn]]:
    """Return name and turns of a connection whose bytes say nothing: who sends after whom is all that is known."""
    if connection.opening is None and connection.client[1] < connection.server[1]:
        connection.swap_ends()
    sent = sorted(
        (each for part in connection.sent.values() for each in part),
        key=lambda each: (each.time_ns, each.frame),
    )
    tls = any(part[0].payload.startswith(_TLS) for part in connection.sent.values())
    pieces = (
        (
            Piece(
                each.source == connection.client,
                each.time_ns,
                each.time_ns,
                len(each.payload) + each.lost,
                each.sequence,
                each.acknowledged or NONE,
            ),
            "",
            NONE,
        )
        for each in sent
    )
    name = f"port {connection.server[1]}, from port {connection.client[1]}{_NAME_OF_TLS if tls else ''}"
    return name, turns_of(pieces)


def _mark(record: Record) -> None:
    """Say where the fields come from."""
    record.marks |= {
        "session": Mark("seen", "TCP connection"),
        "kind": Mark("derived", "first message of the request; of encrypted sessions not known"),
        "start_ns": Mark("seen", "time of the first byte of the request where the capture was taken"),
        "end_ns": Mark("seen", "time of the last byte of the reply where the capture was taken"),
        "request_bytes": Mark("seen", "TNS packets, or TCP payload of other sessions"),
        "reply_bytes": Mark("seen", "TNS packets, or TCP payload of other sessions"),
        "trip": Mark("derived", "one begins where the client sends after the server, unless both crossed on the way"),
        "rtt_ns": Mark("derived", "from the SYN to the SYN and ACK, and from there to the ACK"),
        "waits": Mark("derived", "times between segments"),
        **{name: not_told(record.what) for name in ("statement", "cpu_ns", "depth", "parent")},
        "rows": Mark("absent", "replies of real servers do not tell it without their columns"),
    }  # fmt: skip


def _mark_recording(record: Record) -> None:
    """Say what is known of a recording beyond that."""
    record.marks |= {
        "kind": Mark("derived", "messages of the request: TNS, TDS and PostgreSQL; else not known"),
        "statement": Mark("derived", "text in the messages of PostgreSQL and TDS; in TNS, what begins as SQL does"),
        "start_ns": Mark("seen", "when the server's system had the first byte of the request"),
        "end_ns": Mark("seen", "when the proxy had the last byte of the reply"),
        "rtt_ns": Mark("seen", "nothing: the proxy is at the client, and the server beside it"),
        "waits": Mark("derived", "times between pieces"),
        "rows": Mark("derived", "messages with rows of PostgreSQL; else not known"),
    }  # fmt: skip


def _notes(record: Record, reading: Reading, sessions: Sequence[TnsSession]) -> list[str]:
    """Say what is missing, and what that does to the answer."""
    found = reading.notes()
    blind = sum(session.rtt_ns is None for session in record.sessions)
    if blind and record.what == CAPTURE:
        found.append(
            f"{blind} of {len(record.sessions)} sessions without their TCP handshake: network and server are not told "
            "apart there; --rtt does it"
        )
    touched = sum(call.touches_gap for session in sessions for call in session.calls)
    if touched:
        found.append(
            f"bytes are missing that may belong to {many(touched, 'call')}: times and kinds may be wrong there"
        )
    contradict = sum(call.times_contradict for session in sessions for call in session.calls)
    if contradict:
        found.append(
            f"{many(contradict, 'call')} whose reply was captured before the request: they count as 0"
        )
    others = len(record.sessions) - len(sessions)
    if record.what == RECORDING:
        others = sum(each.name.startswith("port ") or each.encrypted for each in record.sessions)
    if others > 0:
        found.append(
            f"{many(others, 'session')} with bytes that net8 cannot read, such as TLS: turns and sizes count, kinds of "
            "calls are not known"
        )
    return found
