# SPDX-License-Identifier: GPL-2.0-only
"""What a captured session shows of its driver: how it connects, logs on and fetches the rows of a query."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from net8.base.errors import CaptureError
from net8.dissect.calls import Call, data_of
from net8.dissect.packet import CLIENT, SERVER, TnsPacket
from net8.dissect.sessions import Session

__all__ = ["LOGON_STEPS", "Observed", "before_calls", "cut_of", "error_of", "observe", "payload", "whole"]

LOGON_STEPS: Final = {
    "native services": "native services", "fast authentication": "fast authentication", "protocol": "protocol",
    "data types": "data types", "OSESSKEY": "authentication 1", "OAUTH": "authentication 2", "version": "version",
}  # fmt: skip
"""Messages of a logon, with their names in driver files."""
_ERROR: Final = re.compile(rb"ORA-\d{5}: [\x20-\x7e\r\n\t]*")
_MACHINE: Final = re.compile(rb"(?s)AUTH_MACHINE.{4}([\x01-\xfa])([\x20-\x7e]+)")
_NEARLY_FULL: Final = 8
"""Bytes by which a full packet may be shorter: thin drivers end packets with a complete field."""
_QUERY: Final = ("execute", "fetch")
_END: Final = ("logoff",)
_DATA_HEADER: Final = 10
_BOTH_FIRST: Final = [("MARKER", SERVER), ("MARKER", SERVER), ("MARKER", CLIENT)]
_STATEMENT: Final = re.compile(rb"(?i)\b(?:select|with)\s[\x20-\x7e\r\n\t]{3,}")
_PARTS: Final = {
    "service_name": re.compile(r"(?i)\(SERVICE_NAME=([^()]*)\)"),
    "program": re.compile(r"(?i)\(PROGRAM=([^()]*)\)"),
    "machine": re.compile(r"(?i)\(CID=.*?\(HOST=([^()]*)\)"),
    "os_user": re.compile(r"(?i)\(USER=([^()]*)\)"),
}

_INSTANCE: Final = re.compile(r"(?i)\((?:INSTANCE_NAME|SID)=([^()]*)\)")


@dataclass(frozen=True)
class Observed:
    """Observations of a session."""

    connect: TnsPacket  #: the last CONNECT
    text: str  #: its descriptor
    accept: TnsPacket  #: the ACCEPT
    logon: tuple[Call, ...]  #: calls of the logon
    query: tuple[Call, ...]  #: execute and fetches of the first query with rows
    logoff: tuple[Call, ...]  #: the last call, if it is a logoff
    packets: tuple[int, ...]  #: numbers of the packets of all these, from 1
    resent: bool  #: whether the server asked for the CONNECT again
    checks_urgent: bool  #: whether a marker came before the first message
    left_out: int  #: number of other calls of the session
    rest: tuple[Call, ...]  #: all calls after the logon, without the logoff
    opening: int  #: number of packets before the first call
    says_end: bool  #: whether the client sends an end of file

    @property
    def calls(self) -> tuple[Call, ...]:
        """All observed calls, in order."""
        return (*self.logon, *self.query, *self.logoff)

    @property
    def denied(self) -> str:
        """The error with which the logon ends; empty if it succeeds."""
        return error_of(self.logon[-1]) if self.logon and not self.rest and not self.logoff else ""

    @property
    def unknown(self) -> bool:
        """Whether the first authentication is already refused, as for administrators unknown to the server."""
        return any(str(call.message) == "OSESSKEY" and error_of(call) for call in self.logon)

    @property
    def names(self) -> Mapping[str, str]:
        """Service, program, host and user in the connect data, by key of [client]."""
        found = {key: pattern.search(self.text) for key, pattern in _PARTS.items()}
        told = {key: match[1] for key, match in found.items() if match}
        # Windows authentication sends domain and host to the server, visible only in the first authentication.
        machine = _machine(self.logon)
        return told | (
            {"machine": machine} if machine and machine.endswith("\\" + told.get("machine", "\\")) else {}
        )

    @property
    def challenge_bytes(self) -> int:
        """Length of the server's reply to the first message of Windows authentication; 0: there is none."""
        native = [call for call in self.logon if str(call.message) == "native services"]
        return payload(native[1].replies) if len(native) > 1 else 0

    @property
    def instance(self) -> str:
        """The instance that the connect data name; empty: none."""
        match = _INSTANCE.search(self.text)
        return match[1] if match else ""

    @property
    def rows_asked(self) -> tuple[int, ...]:
        """Rows that each fetch asks for."""
        return tuple(call.rows_asked or 0 for call in self.query[1:])

    @property
    def statement_bytes(self) -> int:
        """Characters of the statement, if its text is in one piece; 0: not found."""
        match = _STATEMENT.search(data_of(self.query[0].requests[0])) if self.query else None
        return len(match[0]) if match else 0


def payload(packets: Sequence[TnsPacket]) -> int:
    """Add up the payload of DATA packets.

    @param packets: DATA packets
    @return: bytes without the headers
    """
    return sum(packet.length - _DATA_HEADER for packet in packets)


def error_of(call: Call) -> str:
    """Read the error of a failed call, between markers.

    @param call: a call
    @return: its text, possibly with several lines; empty: it did not fail
    """
    if not call.markers or not call.error:
        return ""
    found = _ERROR.search(b"".join(data_of(packet) for packet in call.replies))
    return found[0].decode("ascii").rstrip("\n") if found else "ORA-00000: unknown"


def cut_of(packets: Sequence[TnsPacket], agreed: int) -> int:
    """Return the bytes of a message in each packet, if packets are not full.

    @param packets: its packets
    @param agreed: most bytes of a packet by SDU
    @return: the bytes without the header; 0: all but the last are full
    """
    sizes = {packet.length for packet in packets[:-1]}
    return max(sizes) - _DATA_HEADER if len(sizes) == 1 and max(sizes) < agreed - _NEARLY_FULL else 0


def observe(session: Session, source: str) -> Observed:
    """Pick the parts of a session that characterize the driver.

    @param session: the session
    @param source: its origin, for errors
    @return: its logon, its first query and its logoff
    """
    packets = session.packets
    connects = [
        place for place, packet in enumerate(packets) if packet.type == "CONNECT" and not packet.error
    ]
    accept = next((packet for packet in packets if packet.type == "ACCEPT" and not packet.error), None)
    if not connects or accept is None:
        what = "CONNECT" if not connects else "ACCEPT"
        raise CaptureError(
            f"{source} has no {what}; the file of a driver needs a session from its CONNECT on"
        )
    if any(call.touches_gap for call in session.calls):
        raise CaptureError(
            f"{source} has gaps; the file of a driver needs a session that was captured completely"
        )
    logon = tuple(_logon(session.calls))
    query = tuple(_first_query(session.calls))
    last = session.calls[-1:] if session.calls and _last_request(session.calls[-1]) in _END else []
    calls = (*logon, *query, *last)
    first = before_calls(session)
    rest = session.calls[len(logon) : len(session.calls) - len(last)]
    # A capture whose ACCEPT comes before its CONNECT was edited: its start is not an order to follow.
    start = first if packets.index(accept) < connects[0] else 0
    ends = tuple(place for place in range(len(packets)) if last and session.detail(place) == "end of file")
    kept = _packets_of(session, calls, (*range(start, first), *ends))
    if calls and len(calls) == len(session.calls) and error_of(calls[-1]):
        kept = tuple(_in_turn(session, range(start, len(packets))))  # a logon that is refused, to its end
    return Observed(
        packets[connects[-1]], session.texts.get(connects[-1], b"").decode("ascii", "replace"), accept, logon, query,
        tuple(last), kept,
        any(packet.type == "RESEND" for packet in packets[:first]),
        any(packet.type == "MARKER" and packet.sender == CLIENT for packet in packets[:first]),
        len(session.calls) - len(calls), tuple(rest), sum(number <= first for number in kept),
        any(session.detail(place) == "end of file" for place in range(len(packets))),
    )  # fmt: skip


def whole(seen: Observed, session: Session, count: int) -> Observed:
    """Observe all calls instead of the first query.

    @param seen: the observations of the session
    @param session: the session
    @param count: number of calls after the logon to include; the logoff is included if these are all
    @return: the same with other packets, among them the markers of calls that failed
    """
    last = seen.logoff if count == len(seen.rest) else ()
    calls = (*seen.logon, *seen.rest[:count], *last)
    first = before_calls(session)
    own = {id(packet) for call in calls for packet in (*call.requests, *call.replies)}
    until = max((place for place, packet in enumerate(session.packets) if id(packet) in own), default=0)
    start = 0 if 1 in seen.packets else first
    ends = [
        place
        for place in range(until, len(session.packets))
        if last and session.detail(place) == "end of file"
    ]
    kept = _in_turn(session, [*range(start, until + 1), *ends])
    return replace(
        seen, query=(), logoff=tuple(last), packets=tuple(kept), left_out=len(session.calls) - len(calls)
    )


def _in_turn(session: Session, places: Sequence[int]) -> Iterator[int]:
    """Yield numbers of packets, the client's reset directly after the server's break.

    A server writes both its markers at once; whether the client answers between them is a matter of microseconds.
    """
    places = list(places)
    for number in range(2, len(places)):
        three = [session.packets[place] for place in places[number - 2 : number + 1]]
        if [(packet.type, packet.sender) for packet in three] == _BOTH_FIRST:
            places[number - 1], places[number] = places[number], places[number - 1]
    yield from (place + 1 for place in places)


def _packets_of(session: Session, calls: Sequence[Call], more: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers of the packets of calls, and of others by their places."""
    wanted = {id(packet) for call in calls for packet in (*call.requests, *call.replies)}
    return tuple(
        place + 1 for place, packet in enumerate(session.packets) if id(packet) in wanted or place in more
    )


def before_calls(session: Session) -> int:
    """Count the packets before the first call: CONNECT with its text, RESEND, ACCEPT, a marker.

    @param session: a session
    @return: packets
    """
    asked = {id(call.requests[0]) for call in session.calls if call.requests}
    places = (place for place, packet in enumerate(session.packets) if id(packet) in asked)
    return next(places, len(session.packets))


def _machine(logon: Sequence[Call]) -> str:
    """Read the machine name in an authentication of OCI: key, four bytes, a length byte, the name."""
    for call in logon:
        if str(call.message) == "OSESSKEY":
            match = _MACHINE.search(b"".join(data_of(packet) for packet in call.requests))
            if match:
                return match[2][: match[1][0]].decode("ascii", "replace")
    return ""


def _last_request(call: Call) -> str:
    """Return the last request of a call, without piggybacked calls."""
    return str(call.message).rpartition(" + ")[2]


def _logon(calls: Sequence[Call]) -> Iterator[Call]:
    """Yield the calls of a logon."""
    for call in calls:
        # The last message of authenticating native services has no reply.
        if _last_request(call) not in LOGON_STEPS or not (
            call.replies or str(call.message) == "native services"
        ):
            return
        yield call


def _first_query(calls: Sequence[Call]) -> Iterator[Call]:
    """Yield the execute of the first query with rows, and its fetches."""
    for number, call in enumerate(calls):
        if str(call.message) == "execute" and call.replies and call.reply and call.reply.name == "describe":
            yield call
            for other in calls[number + 1 :]:
                if str(other.message) != "fetch":
                    return
                yield other
            return
