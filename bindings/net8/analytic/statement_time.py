# SPDX-License-Identifier: GPL-2.0-only
"""How long a query takes: one call after the other, each a request, work and a reply.

Range: a client by itself, constant times or their means; without loss, queues that hold a reply. Source: the modules of
path, slow_start, timers and loss_latency.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from net8.analytic.loss_latency import transfer_latency
from net8.analytic.path import Path
from net8.analytic.slow_start import sender_idle_s
from net8.analytic.statement import Exchange, Statement
from net8.analytic.throughput import pftk_backoff, pftk_timeout_share, pftk_unchecked, pftk_window
from net8.analytic.timers import minshall_stalls, nagle_holds, nagle_stalls, solaris_stalls

__all__ = ["Loss", "Sender", "Times", "Work", "behind_ack_s", "lost_s", "without_loss"]


@dataclass(frozen=True, slots=True)
class Sender:
    """The TCP of the server as it sends replies."""

    path: Path  #: where to
    first_window: float  #: congestion window at the start of the first query, segments
    largest_window: float  #: smaller of both buffers, segments
    growth: float  #: factor by which the window grows in slow start
    delayed_ack_s: float  #: longest delay of an ACK
    segments_per_ack: int  #: segments behind which an ACK is not delayed
    nagle: bool  #: whether the server's TCP holds small segments back
    form: str = "rfc896"  #: how: as in RFC 896, as Linux does (minshall), or as solaris does

    def idle_s(self, stream: int, window: float) -> float:
        """Return the time that a reply waits for acknowledgements.

        @param stream: bytes of the reply
        @param window: congestion window as it begins, segments
        @return: seconds
        """
        path = self.path
        number, _tail = path.segments(stream)
        if number <= window:
            return 0.0
        # The first window goes as it is written, the rest melts.
        first = max(min(window, self.largest_window), 1.0)
        melted = min(number, math.ceil(first + (stream - first * stream / number) / path.mss_bytes))
        segment = path.spacing_s(path.bottleneck, math.ceil(stream / melted))
        return sender_idle_s(
            melted, max(window, 1.0), growth=self.growth, largest_window_segments=max(self.largest_window, 1.0),
            segment_s=segment, acknowledged_s=path.round_trip_s(path.mss_bytes),
        )  # fmt: skip

    def held_s(self, stream: int) -> float:
        """Return the time that Nagle's algorithm holds the end of a reply back.

        @param stream: bytes of the reply
        @return: seconds
        """
        if not self.nagle:
            return 0.0
        path, every = self.path, self.segments_per_ack
        writes = [stream]
        if path.write_bytes:
            number, rest = divmod(stream, path.write_bytes)
            writes = [path.write_bytes] * number + [rest] * bool(rest)
        stall: int | None
        if self.form == "minshall":
            stall = minshall_stalls(writes, path.mss_bytes)
        elif self.form == "solaris":
            stall = solaris_stalls(writes, path.mss_bytes, segments_per_ack=every)
        else:
            held = nagle_holds(writes, path.mss_bytes)
            stall = nagle_stalls(writes, path.mss_bytes, segments_per_ack=every) if held else None
        return 0.0 if stall is None else path.round_trip_s() + stall * self.delayed_ack_s

    def grown(self, window: float, stream: int) -> float:
        """Return the window after a reply.

        @param window: window before it, segments
        @param stream: bytes of the reply
        @return: segments
        """
        number, _tail = self.path.segments(stream)
        return min(self.largest_window, window + number * (self.growth - 1))


@dataclass(frozen=True, slots=True)
class Work:
    """What both ends do beside sending, seconds."""

    server_call: float  #: of each call
    server_row: float  #: of each row
    server_packet: float  #: of each packet of a reply
    client_call: float  #: after each reply
    client_row: float  #: of each row
    client_packet: float  #: of each packet of a request or a reply
    client_byte: float  #: of each byte of them

    def server_s(self, exchange: Exchange) -> float:
        """Return the server's work of one call."""
        rows, packets = exchange.rows * self.server_row, exchange.packets * self.server_packet
        return self.server_call + rows + packets

    def client_s(self, exchange: Exchange) -> float:
        """Return the client's work after one reply."""
        rows, packets = exchange.rows * self.client_row, exchange.packets * self.client_packet
        return self.client_call + rows + packets + exchange.reply * self.client_byte

    def asking_s(self, exchange: Exchange) -> float:
        """Return the client's work before one request."""
        return exchange.request_packets * self.client_packet + exchange.request * self.client_byte


@dataclass(frozen=True, slots=True)
class Times:
    """How long a query takes, seconds."""

    response: float  #: from the execute request until the client is done with the last reply
    execute: float  #: of that, until the first fetch request
    idle: float  #: of that, for acknowledgements
    server: float  #: of that, the server's work
    window: float  #: congestion window at the end, segments


def behind_ack_s(exchange: Exchange, sender: Sender, work: Work) -> float:
    """Return the time that the next request waits for the ACK of a reply.

    An ACK that is not delayed leaves just before the request, which waits for it at the slowest link, unless the
    client has work in between.

    @param exchange: the call of the reply
    @param sender: the server's TCP
    @param work: what both ends do beside sending
    @return: seconds
    """
    segments, _tail = sender.path.segments(exchange.reply)
    if segments % sender.segments_per_ack or work.client_s(exchange) or work.asking_s(exchange):
        return 0.0
    return max(sender.path.spacing_s(link, 0) for link in sender.path.links)


def without_loss(statement: Statement, sender: Sender, work: Work) -> Times:
    """Add the calls of a query up: request, work, reply, and what windows and Nagle's algorithm hold back.

    @param statement: the query
    @param sender: the server's TCP
    @param work: what both ends do beside sending
    @return: times
    """
    path, window = sender.path, sender.first_window
    response = execute = idle = server = 0.0
    for index, exchange in enumerate(statement.exchanges):
        own = work.server_s(exchange)
        one = path.request_s(exchange.request) + own + path.burst_s(exchange.reply)
        one += sender.held_s(exchange.reply) + work.client_s(exchange)
        between = behind_ack_s(exchange, sender, work)
        left = exchange.calls
        while left and (waited := sender.idle_s(exchange.reply, window)) > 0:
            grown = sender.grown(window, exchange.reply)
            # Once the window grows no more, all further calls wait alike.
            alike = left if grown <= window else 1
            idle, left, window = idle + alike * waited, left - alike, grown
        response += exchange.calls * (one + between)
        server += exchange.calls * own
        if index == 0:
            execute = one + idle
            continue
        asking = work.asking_s(exchange)
        response += exchange.calls * asking
        execute += asking if index == 1 else 0.0
    last = behind_ack_s(statement.exchanges[-1], sender, work)
    return Times(response + idle - last, execute, idle, server, window)


@dataclass(frozen=True, slots=True)
class Loss:
    """Random loss on a path."""

    to_client: float  #: probability for a segment of a reply
    to_server: float  #: probability for a request
    timeout_s: float  #: retransmission timeout in the steady state
    logon_segments: int  #: segments of the logon towards the client


def lost_s(statement: Statement, sender: Sender, loss: Loss) -> float:
    """Return the time that loss adds to a query, on average.

    A request, or a reply of one segment, is alone on its way, so that only the timeout repeats it: T0 p / (1 - 2 p). A
    reply that fits the window is repeated a round trip later, or a timeout more with the probability Q of PFTK. The
    window that a loss leaves makes the next replies take more round trips. A longer reply takes what Cardwell's model
    gives with loss more than without.

    @param statement: the query
    @param sender: the server's TCP
    @param loss: what is lost
    @return: seconds
    """
    total = statement.calls * loss.timeout_s * loss.to_server / (1 - 2 * loss.to_server)
    p = loss.to_client
    if not p:
        return total
    most = min(sender.largest_window, float(pftk_window(p, sender.segments_per_ack)))
    total += _after_the_logon_s(statement, sender, loss)
    for exchange in statement.exchanges:
        number, _tail = sender.path.segments(exchange.reply)
        first = min(max(sender.first_window, min(number, most)), sender.largest_window)
        if number == 1:
            one = loss.timeout_s * p / (1 - 2 * p)
        elif number <= first:
            one = _lost_at_once_s(number, (statement.calls - 1) // 2, sender, loss)
        else:
            one = _lost_on_the_way_s(number, first, sender, loss, alone=statement.calls == 1)
        total += exchange.calls * one
    return total


def _after_the_logon_s(statement: Statement, sender: Sender, loss: Loss) -> float:
    """Return what a loss in the logon adds to the first replies: it leaves a window of two segments."""
    lost = 1 - (1 - loss.to_client) ** loss.logon_segments
    number, _tail = sender.path.segments(max(exchange.reply for exchange in statement.exchanges))
    more, calls = _regrowth(number, 2.0, 2.0, sender.segments_per_ack, statement.calls)
    trip = sender.path.round_trip_s(sender.path.mss_bytes)
    # Later losses have their own part of the replies.
    later = 1 - (1 - loss.to_client) ** number
    return lost * more * trip / (1 + later * calls) if number <= sender.first_window else 0.0


def _lost_on_the_way_s(number: int, first: float, sender: Sender, loss: Loss, *, alone: bool) -> float:
    """Return what loss adds to a reply of many windows.

    One reply alone takes its slow start, a recovery and congestion avoidance. Of many each goes on with the window that
    the one before left: at PFTK's rate, the last round trip half full; without loss it would find the window open.
    """
    p, every, most = loss.to_client, sender.segments_per_ack, sender.largest_window
    trip = sender.path.round_trip_s(sender.path.mss_bytes)
    if not alone:
        rate = float(pftk_unchecked(p, trip, loss.timeout_s, every, most))
        return max(number / rate - trip / 2, 0.0)
    with_loss, without = (
        transfer_latency(
            number, each, trip, loss.timeout_s, segments_per_ack=every, initial_window=first,
            window_segments=most, delayed_ack_s=0,
        ).total_s
        for each in (p, 0.0)
    )  # fmt: skip
    return max(float(with_loss - without), 0.0)


def _lost_at_once_s(number: int, following: int, sender: Sender, loss: Loss) -> float:
    """Return what loss adds to a reply that fits the window, and to those that follow."""
    p, every = loss.to_client, sender.segments_per_ack
    trip = sender.path.round_trip_s(sender.path.mss_bytes)
    lost, timeout = 1 - (1 - p) ** number, float(pftk_timeout_share(p, number))
    waits = trip + timeout * loss.timeout_s * float(pftk_backoff(p)) / (1 - p)
    half = max(number / 2, 2.0)
    fast, fast_calls = _regrowth(number, half, half, every, following)
    slow, slow_calls = _regrowth(number, 1.0, half, every, following)
    more = ((1 - timeout) * fast + timeout * slow) * trip
    calls = (1 - timeout) * fast_calls + timeout * slow_calls
    # A loss that comes before the window is whole again starts it anew.
    return lost * waits + lost * more / (1 + lost * calls)


def _regrowth(number: int, window: float, threshold: float, every: int, following: int) -> tuple[int, int]:
    """Count the additional round trips of the replies behind a loss, and these replies.

    Slow start up to the threshold, then congestion avoidance (RFC 5681), until a window holds a reply.
    """
    more = calls = 0
    while window < number and calls < following:
        left, rounds = number, 0
        while left > 0:
            sent = min(int(window), left)
            acks = -(-sent // every)
            window += acks if window < threshold else acks / window
            left, rounds = left - sent, rounds + 1
        more, calls = more + rounds - 1, calls + 1
    return more, calls
