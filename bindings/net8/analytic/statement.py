# SPDX-License-Identifier: GPL-2.0-only
"""A query as it goes over the wire: calls, packets, bytes, waits for more data.

Range: no LOB columns, no calls that fail; rows of distributions count with their mean, and so do those of lists that
are too long to add up. Source: the modules
of calls, messages and packing.
"""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from net8.analytic.calls import Asking, Batch, call_batches
from net8.analytic.facts import request_form
from net8.analytic.messages import (
    MESSAGE_BYTES,
    ReplyForm,
    close_cursors_bytes,
    execute_request_bytes,
    fetch_request_bytes,
)
from net8.analytic.packing import DATA_HEADER_BYTES, more_data_waits, rows_per_packet, tns_packets
from net8.analytic.repetition import FIRST, Repetition

__all__ = ["Ends", "Exchange", "Sizes", "Statement", "make_statement"]


@dataclass(frozen=True, slots=True)
class Sizes:
    """Bytes of which the messages of a statement are made."""

    form: ReplyForm  #: parts of a reply
    columns: int  #: columns of a row
    names: int  #: bytes of their names
    first_row: float  #: first row of a reply, without overhead
    further_row: float  #: each further one
    row_overhead: float  #: bytes of each row beside its values
    repetition: Repetition | None  #: rows whose columns repeat in a share of them; else nothing
    sums: tuple[int, ...]  #: bytes before each row and of all, where they are listed; else nothing
    values: Mapping[str, object]  #: complete values of the plan

    def given(self, name: str, otherwise: float) -> float:
        """Return an overhead that the plan sets, or what the form says.

        @param name: key of the section query
        @param otherwise: what holds without it
        @return: bytes
        """
        value = self.values[f"query.{name}"]
        return float(value) if isinstance(value, int) else otherwise

    def rows(self, count: int, position: int, vectors: str) -> tuple[float, float, float]:
        """Return the bytes of some rows: of all together, of the first one, of each further one.

        @param count: rows
        @param position: number of the first one in the result
        @param vectors: what the server does with bit vectors
        @return: bytes; where lengths are listed the rows have none of their own (see ends)
        """
        if not count:
            return 0.0, 0.0, 0.0
        if not self.sums:
            each = self.first_row, self.further_row
            each = self.repetition.row_bytes(vectors) if self.repetition else each
            first, further = (bytes_ + self.row_overhead for bytes_ in each)
            return first + (count - 1) * further, first, further
        total = self._up_to(position + count) - self._up_to(position) + count * self.row_overhead
        return total, 0.0, 0.0

    def ends(self, position: int) -> Callable[[int], float] | None:
        """Return where rows of listed lengths end in a reply.

        @param position: number of its first row in the result
        @return: bytes of so many of its rows from the first one on; nothing where all rows but the first are alike
        """
        if not self.sums:
            return None
        before = self._up_to(position)
        return lambda rows: self._up_to(position + rows) - before + rows * self.row_overhead

    def _up_to(self, row: int) -> int:
        """Return the bytes of all rows before one, where lengths are listed."""
        cycles, rest = divmod(row, len(self.sums) - 1)
        return cycles * self.sums[-1] + self.sums[rest]

    def reply(self, batch: Batch, position: int, vectors: str, *, execute: bool, first: bool) -> Reply:
        """Return a reply.

        @param batch: the call
        @param position: number of its first row in the result
        @param vectors: what the server does with bit vectors
        @param execute: whether it answers the execute
        @param first: whether that is the first of its session
        @return: its parts
        """
        form = self.form
        describe = (
            form.description + self.columns * form.column + self.names + form.parameters + form.execute_end
        )
        fetch = self.given("fetch_overhead", form.row_header + form.end)
        head = min(self.given("row_header", form.row_header), fetch)
        more = self.given("execute_overhead", describe) if execute else 0.0
        if execute and first and self.values["query.execute_overhead"] is None:
            more += form.settings
        ends = self.given("end_overhead", form.no_data) if batch.last else 0.0
        if not batch.rows and self.values["query.fetch_overhead"] is None:
            fetch -= head
        rows, first_row, further_row = self.rows(batch.rows, position, vectors)
        total = max(fetch + more + ends + rows, MESSAGE_BYTES)
        return Reply(round(total), batch.rows, head + more, first_row, further_row, self.ends(position))


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply as a message."""

    message: int  #: bytes
    rows: int  #: rows in it
    head: float  #: bytes before the first row
    first_row: float  #: bytes of the first row
    further_row: float  #: bytes of each further one
    ends: Callable[[int], float] | None  #: bytes of so many rows, where their lengths are listed


@dataclass(frozen=True, slots=True)
class Ends:
    """What both ends of a connection do with messages."""

    client_unit: int  #: bytes of a full packet of the client
    unit: int  #: bytes of a full packet of the server
    reserve: int  #: bytes that the server leaves free in each
    by_row: bool  #: packets end with a row

    def packets(self, reply: Reply) -> tuple[int, int]:
        """Count the packets of a reply, and the waits for more data while it is written.

        @param reply: the reply
        @return: packets, waits
        """
        sdu = self.unit - self.reserve
        room = sdu - DATA_HEADER_BYTES
        rows = self.by_row and reply.rows and reply.message > room
        pieces = (_own_pieces if reply.ends else _even_pieces)(reply, sdu) if rows else None
        if pieces is None:
            return int(tns_packets(reply.message, sdu)), int(more_data_waits(reply.message, sdu))
        before, ending, tail = pieces
        last = (
            [ending + tail] if ending + tail <= room else [ending, *[room] * int(tail // room), tail % room]
        )
        last = [piece for piece in last if piece > 0]
        packets = before + len(last)
        return packets, packets - (not last or last[-1] != room)

    def stream(self, message: int, packets: int) -> int:
        """Return the bytes of a message on the connection, TNS headers included.

        @param message: its bytes
        @param packets: packets that it takes
        @return: bytes
        """
        return message + packets * DATA_HEADER_BYTES


def _even_pieces(reply: Reply, sdu: int) -> tuple[int, float, float] | None:
    """Cut a reply whose rows are alike, all but the first, behind rows.

    @param reply: a reply that does not fit a packet
    @param sdu: bytes of a packet
    @return: packets before that of the last rows, bytes of the last rows, bytes behind them; nothing if rows do not fit
    """
    room = sdu - DATA_HEADER_BYTES
    if reply.head + reply.first_row > room or not 0 < reply.further_row <= room:
        return None
    first, later = rows_per_packet(
        reply.further_row, sdu, before_rows_bytes=reply.head + reply.first_row - reply.further_row
    )
    left = max(reply.rows - int(first), 0)
    tail = reply.message - reply.head - reply.first_row - (reply.rows - 1) * reply.further_row
    if not left:
        return 0, reply.message - tail, tail
    full = (left - 1) // int(later)
    return 1 + full, (left - full * int(later)) * reply.further_row, tail


def _own_pieces(reply: Reply, sdu: int) -> tuple[int, float, float] | None:
    """Cut a reply whose rows have lengths of their own behind rows.

    @param reply: a reply that does not fit a packet
    @param sdu: bytes of a packet
    @return: as for _even_pieces
    """
    assert reply.ends is not None
    room = sdu - DATA_HEADER_BYTES
    packets, row, before, done = 0, 0, reply.head, 0.0
    while before <= room:
        fitting = range(row, reply.rows + 1)
        end = row + bisect_right(fitting, done + room - before, key=reply.ends) - 1
        if end == row:
            return None
        bytes_ = before + reply.ends(end) - done
        if end == reply.rows:
            return packets, bytes_, reply.message - reply.head - reply.ends(end)
        packets, row, before, done = packets + 1, end, 0.0, reply.ends(end)
    return None


@dataclass(frozen=True, slots=True)
class Exchange:
    """Calls that are alike, request and reply."""

    calls: int  #: number of calls
    rows: int  #: rows of each reply
    packets: int  #: packets of each reply
    more_data: int  #: waits for more data of each reply
    reply: int  #: bytes of each reply, TNS headers included
    request: int  #: bytes of each request, likewise
    request_packets: int  #: packets of each request


@dataclass(frozen=True, slots=True)
class Statement:
    """One query of a session, as it goes over the wire."""

    exchanges: tuple[Exchange, ...]  #: execute first

    @property
    def calls(self) -> int:
        """Return the calls, the execute included."""
        return sum(exchange.calls for exchange in self.exchanges)

    def total(self, name: str) -> int:
        """Add a quantity up over all calls.

        @param name: a field of Exchange
        @return: the sum
        """
        return sum(exchange.calls * int(getattr(exchange, name)) for exchange in self.exchanges)


def make_statement(
    sizes: Sizes, ends: Ends, asking: Asking, versions: tuple[int, int], *, first: bool
) -> Statement:
    """Write a query out, call by call.

    @param sizes: bytes of its messages
    @param ends: what both ends do with messages
    @param asking: rows that the calls ask for
    @param versions: TNS version of the driver, and the agreed one
    @param first: whether it is the first of its session
    @return: the query
    """
    values = sizes.values
    requests, rows = request_form(values), int(str(values["query.rows"]))
    same = values["client.platform"] == values["server.platform"]
    found, position, vectors = [], 0, FIRST
    for index, batch in enumerate(_split_batches(call_batches(rows, asking), sizes)):
        reply = sizes.reply(batch, position, vectors, execute=index == 0, first=first)
        vectors = sizes.repetition.following(vectors, batch.rows) if sizes.repetition else vectors
        position += batch.calls * batch.rows
        packets, waits = ends.packets(reply)
        if index:
            request = fetch_request_bytes(requests, batch.asked)
        else:
            text = int(str(values["query.statement_length"]))
            request = execute_request_bytes(requests, text, batch.asked)
            given = values["query.request_length"]
            request = given if isinstance(given, int) else request
            request += 0 if first else close_cursors_bytes(requests, same_platform=same)
        asking_packets = int(tns_packets(request, ends.client_unit))
        asked, sent = ends.stream(request, asking_packets), ends.stream(reply.message, packets)
        found.append(Exchange(batch.calls, batch.rows, packets, waits, sent, asked, asking_packets))
    return Statement(tuple(found))


def _split_batches(batches: tuple[Batch, ...], sizes: Sizes) -> Iterator[Batch]:
    """Take calls one by one where the rows of each have lengths of their own, and apart where bit vectors begin."""
    for batch in batches:
        if sizes.sums:
            yield from itertools.repeat(replace(batch, calls=1), batch.calls)
        elif sizes.repetition and batch.calls > 1:
            yield replace(batch, calls=1)
            yield replace(batch, calls=batch.calls - 1)
        else:
            yield batch
