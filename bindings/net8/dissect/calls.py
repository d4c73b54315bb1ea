# SPDX-License-Identifier: GPL-2.0-only
"""Calls of a session: what the client asked in DATA packets, and what came back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from net8.dissect.order import Gap
from net8.dissect.packet import CLIENT, SERVER, TnsPacket
from net8.dissect.packets import Conversation
from net8.dissect.ttc import (
    MARKERS,
    Message,
    error_text,
    is_whole_native,
    message,
    request,
    rows_asked,
    simulated_reply,
)

__all__ = ["Call", "calls", "data_of", "first_data", "is_end_of_file", "names"]

_END_OF_FILE: Final = 0x0040
_DATA_HEADER: Final = 10
_NO_DATA_FOUND: Final = 1403
_WITH_ROWS: Final = ("describe", "row header")


@dataclass
class Call:
    """A request of the client and the reply to it."""

    message: Message  #: what the request starts with
    requests: list[TnsPacket] = field(default_factory=list)  #: DATA packets of the client
    replies: list[TnsPacket] = field(default_factory=list)  #: DATA packets of the server
    markers: dict[str, int] = field(default_factory=dict)  #: markers of both sides by name
    reply: Message | None = None  #: what the reply starts with
    rows_asked: int | None = None  #: rows that a fetch asks for
    rows_returned: int | None = None  #: rows of a simulated reply; a real one does not tell
    error: tuple[int, str] | None = None  #: number and text of the error that ended it
    touches_gap: bool = False  #: whether bytes that are missing may belong to it

    @property
    def request_bytes(self) -> int:
        """The bytes of the request's TNS packets."""
        return sum(packet.length for packet in self.requests)

    @property
    def reply_bytes(self) -> int:
        """The bytes of the reply's TNS packets."""
        return sum(packet.length for packet in self.replies)

    @property
    def times_contradict(self) -> bool:
        """Whether the reply was captured before the end of the request, by clocks that do not agree."""
        return bool(self.requests and self.replies and self.replies[0].first_ns < self.requests[-1].time_ns)

    @property
    def first_byte_ns(self) -> int | None:
        """The time from the last byte of the request to the first of the reply."""
        if not self.requests or not self.replies or self.times_contradict:
            return None
        return self.replies[0].first_ns - self.requests[-1].time_ns

    @property
    def last_byte_ns(self) -> int | None:
        """The time from the last byte of the request to the last of the reply."""
        if not self.requests or not self.replies or self.times_contradict:
            return None
        return self.replies[-1].time_ns - self.requests[-1].time_ns


def data_of(packet: TnsPacket) -> bytes:
    """Return what a DATA packet carries.

    @param packet: a packet
    @return: its content, empty for other packets
    """
    payload = packet.fields.get("payload", b"")
    return payload if isinstance(payload, bytes) else b""


def is_end_of_file(packet: TnsPacket) -> bool:
    """Return whether a packet ends a session.

    @param packet: a packet
    @return: whether it is DATA with nothing but the flag for the end of file
    """
    flags = packet.fields.get("data_flags")
    return isinstance(flags, int) and bool(flags & _END_OF_FILE) and not data_of(packet)


def calls(conversation: Conversation) -> list[Call]:
    """Pair requests and replies: a call ends where the direction of DATA packets changes back to the client.

    @param conversation: packets of a session
    @return: calls in order
    """
    found: list[Call] = []
    under_way: list[int] = []
    last: TnsPacket | None = None
    for place, packet in enumerate(conversation.packets):
        last = _take(found, packet, None if place in conversation.answers else last)
        under_way.append(len(found) - 1)
    for call in found:
        _finish(call)
    for gap in conversation.gaps:
        _touch(found, conversation.packets, under_way, gap)
    return found


def _take(found: list[Call], packet: TnsPacket, last: TnsPacket | None) -> TnsPacket | None:
    """Add a packet to the calls; return the DATA packet that the next one may continue."""
    if packet.type in ("MARKER", "ATTENTION"):
        if found:
            name = MARKERS.get(int(str(packet.fields.get("data", 0))), "other")
            found[-1].markers[name] = found[-1].markers.get(name, 0) + 1
        return last
    if packet.type != "DATA" or packet.announced or packet.error or is_end_of_file(packet):
        return last
    if packet.sender == CLIENT:
        if last is None or not _continues(last, packet):
            found.append(_request(packet))
        found[-1].requests.append(packet)
    else:
        if not found or last is None:
            found.append(Call(Message("")))
        found[-1].replies.append(packet)
    return packet


def _touch(found: list[Call], packets: Sequence[TnsPacket], under_way: list[int], gap: Gap) -> None:
    """Mark the calls to which bytes of a gap may belong.

    A client's bytes go on with its packet before them or belong to what follows; a server's belong to the call that is
    under way, or to the reply that follows.
    """
    touched: set[int] = set()
    for place in range(gap.first, gap.last + 1):
        if place > 0 and (gap.sender != CLIENT or packets[place - 1].sender == CLIENT):
            touched.add(under_way[place - 1])
        if place < len(packets) and (gap.sender == CLIENT or packets[place].sender == SERVER):
            touched.add(under_way[place])
    for number in touched:
        if number >= 0:
            found[number].touches_gap = True


def _continues(last: TnsPacket, packet: TnsPacket) -> bool:
    """Return whether a DATA packet goes on with the message of the one before.

    No mark tells it, and senders cut messages below the SDU, too. Two messages of one side in a row were seen only
    where the last of the native services is not answered; those tell their length.
    """
    return last.sender == packet.sender and not is_whole_native(data_of(last))


def first_data(conversation: Conversation) -> bytes:
    """Return what the first DATA packet carries that is neither a text of the opening nor an end of file.

    @param conversation: packets of a session
    @return: its content, empty without one
    """
    for packet in conversation.packets:
        if packet.type == "DATA" and not (packet.announced or packet.error or is_end_of_file(packet)):
            return data_of(packet)
    return b""


def names(conversation: Conversation, speaks: str = "") -> dict[int, str]:
    """Name the messages that DATA packets start.

    @param conversation: packets of a session
    @param speaks: what the session speaks, empty for TTC
    @return: name by place of the packet
    """
    found: dict[int, str] = {}
    last: TnsPacket | None = None
    for place, packet in enumerate(conversation.packets):
        if place in conversation.answers:
            last = None
        if packet.type != "DATA" or packet.error:
            continue
        if packet.announced:
            found[place] = f"text of {packet.announced}"
        elif is_end_of_file(packet):
            found[place] = "end of file"
        elif speaks:
            found[place] = speaks
        else:
            more = last is not None and _continues(last, packet)
            named = request if packet.sender == CLIENT else message
            found[place] = "continued" if more else str(named(data_of(packet)))
            last = packet
    return found


def _request(packet: TnsPacket) -> Call:
    """Start a call."""
    payload = data_of(packet)
    return Call(request(payload), rows_asked=rows_asked(payload))


def _finish(call: Call) -> None:
    """Look at the reply of a call."""
    if not call.replies:
        return
    first = data_of(call.replies[0])
    call.reply = message(first)
    call.error = error_text(data_of(call.replies[-1]))
    simulated = simulated_reply(first, sum(packet.length - _DATA_HEADER for packet in call.replies))
    if simulated is not None and call.reply.name in _WITH_ROWS:
        call.rows_returned, last = simulated
        if last:
            call.error = (_NO_DATA_FOUND, "ORA-01403: no data found")
