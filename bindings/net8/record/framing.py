# SPDX-License-Identifier: GPL-2.0-only
"""Turns of connections whose messages are known beside those of Oracle Net: PostgreSQL and TDS."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from net8.capture.streams import Connection, Segment
from net8.record.record import NONE
from net8.record.sql_text import find_sql
from net8.record.turns import Piece, Turn, turns_of

if TYPE_CHECKING:
    from net8.dissect.calls import Call
    from net8.dissect.postgres import PostgresDialogue

__all__ = ["framed_turns", "statements_of_calls"]

_SQL_REACH: Final = 1 << 16
_NOTICE: Final = "notice"
_TLS: Final = ", TLS"


def framed_turns(connection: Connection) -> tuple[str, list[Turn]] | None:
    """Read the turns of a connection of PostgreSQL or TDS.

    @param connection: a TCP connection; its ends are swapped if its client is a server of TDS
    @return: its name and its turns, None if it is neither
    """
    return _postgres(connection) or _tds(connection)


def _name(connection: Connection, what: str) -> str:
    """Return the name of a session."""
    return f"{what} from port {connection.client[1]}"


def _in_order(connection: Connection) -> list[tuple[bool, Segment]]:
    """Return the segments of both ends in the order in which they passed."""
    sent = [(end == connection.client, each) for end, part in connection.sent.items() for each in part]
    return sorted(sent, key=lambda each: (each[1].time_ns, each[1].frame))


def _postgres(connection: Connection) -> tuple[str, list[Turn]] | None:
    """Read a connection of PostgreSQL; None if it is none.

    A turn begins where the client sends after the server has, and waits for nothing: what it sends while it waits is a
    pipeline.
    """
    from net8.dissect.postgres import PostgresDialogue

    first = connection.sent.get(connection.client, [])
    dialogue = PostgresDialogue(first[0].payload if first else b"")
    if not dialogue.known:
        return None
    turns: list[Turn] = []
    places: dict[bool, int] = {}
    executes: dict[int, list[int]] = {}
    for from_client, segment in _in_order(connection):
        last = turns[-1].pieces[-1] if turns else None
        waits = dialogue.waits
        begins = last is None or (from_client and not last.from_client and not waits)
        # What a server says to a client that waits for nothing is no part of a reply.
        said = not from_client and last is not None and not last.from_client and not waits
        if begins or (said and not dialogue.encrypted):
            turns.append(Turn("" if from_client else _NOTICE))
        turn, time = turns[-1], segment.time_ns
        turn.pieces.append(Piece(from_client, time, time, len(segment.payload) + segment.lost))
        if places.setdefault(from_client, segment.sequence) != segment.sequence:
            dialogue.lost()
        places[from_client] = (segment.sequence + len(segment.payload) + segment.lost) % 2**32
        before = dialogue.executes
        dialogue.take(segment.payload, from_client=from_client)
        _describe(turn, dialogue, from_client=from_client)
        if from_client:
            executes.setdefault(id(turn), []).append(dialogue.executes - before)
    for turn in turns:
        turn.writes = _writes(executes.get(id(turn), []))
    return _name(connection, "PostgreSQL") + (_TLS if dialogue.encrypted else ""), turns


def _writes(executes: Sequence[int]) -> int:
    """Return how many writes a request had at least, of the numbers of Executes in its pieces.

    Who is slower than a client that writes each statement by itself finds several in one piece.
    """
    return sum(executes) if sum(number == 1 for number in executes) > 1 else 0


def _describe(turn: Turn, dialogue: PostgresDialogue, *, from_client: bool) -> None:
    """Give a turn what its messages say."""
    if not from_client:
        turn.free = dialogue.free
        rows = dialogue.take_rows()
        if rows:
            turn.rows = max(turn.rows, 0) + rows
        return
    kind, texts = dialogue.take_request()
    turn.kind = turn.kind or kind
    if not texts:
        return
    more = len(texts) - 1
    if not turn.statement:
        turn.statement = texts[0] + (b" and %d more" % more if more else b"")


def _tds(connection: Connection) -> tuple[str, list[Turn]] | None:
    """Read a connection of TDS; None if it is none, or encrypted."""
    from net8.dissect.tds import is_tds, tds_session

    if not is_tds(connection, ()):
        return None
    session = tds_session(1, connection.first_ns, connection)
    if session.skipped_bytes or session.unfinished_bytes or session.missing_bytes:
        return None
    starts = {id(each.packets[0]): each for each in session.messages if each.sender == "client"}

    def pieces() -> Iterator[tuple[Piece, str, int]]:
        for packet in session.packets:
            begun = starts.get(id(packet))
            piece = Piece(packet.sender == "client", packet.first_ns, packet.time_ns, packet.length)
            yield piece, begun.type if begun else "", NONE

    turns = turns_of(pieces())
    texts = {each.packets[0].first_ns: find_sql(each.detail.encode()) for each in starts.values()}
    for turn in turns:
        turn.statement = texts.get(turn.pieces[0].first_ns, b"")
    return _name(connection, "TDS"), turns


def statements_of_calls(calls: Sequence[Call]) -> Mapping[int, bytes]:
    """Find the statements of calls of Oracle Net in the bytes of their requests.

    @param calls: calls of a session
    @return: text by the time of the first byte of the request; a call without text has that of the one before it
    """
    from net8.dissect.calls import data_of

    found: dict[int, bytes] = {}
    last = b""
    for call in calls:
        if not call.requests:
            continue
        text = find_sql(b"".join(map(data_of, call.requests))[:_SQL_REACH])
        last = text or (last if str(call.message) == "fetch" else b"")
        if last:
            found[call.requests[0].first_ns] = last
    return found
