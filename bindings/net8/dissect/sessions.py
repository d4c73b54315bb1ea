# SPDX-License-Identifier: GPL-2.0-only
"""Sessions of a packet capture, of Oracle Net and of TDS: packets, negotiated values, calls, errors and timings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from net8.base.errors import CaptureError
from net8.capture.streams import Connection, Endpoint, Reading, Segment, connections, read_segments
from net8.dissect.calls import Call, calls, data_of, first_data, is_end_of_file, names
from net8.dissect.packet import CLIENT, TnsPacket
from net8.dissect.packets import Conversation, looks_like_connect, read
from net8.dissect.tds import TdsSession, is_tds, tds_session
from net8.dissect.ttc import MARKERS, foreign, printable, refusal

__all__ = ["LISTENER_PORTS", "Dissection", "Session", "dissect", "dissect_segments"]

LISTENER_PORTS: Final = frozenset((1521, 1522))
"""Ports whose connections are read as TNS even when the CONNECT was not captured."""

_TEXT_FIELDS: Final = {
    "CONNECT": "connect_data", "ACCEPT": "accept_data", "REFUSE": "text", "REDIRECT": "address",
}  # fmt: skip
# Segments at the start of a connection in which a CONNECT is looked for: it may be repeated, or out of order.
_OPENING: Final = 4
_TLS_HANDSHAKE: Final = b"\x16\x03"
_REASONS_SHOWN: Final = 3
CONTRADICTION: Final = "captured before the end of its request, by clocks that do not agree"
"""What is said of a reply whose time is impossible."""

_NAMES_IN_CONNECT: Final = {
    "service_name": re.compile(rb"\(\s*SERVICE_NAME\s*=\s*([^()]*)\)", re.IGNORECASE),
    "sid": re.compile(rb"\(\s*SID\s*=\s*([^()]*)\)", re.IGNORECASE),
    "program": re.compile(rb"\(\s*PROGRAM\s*=\s*([^()]*)\)", re.IGNORECASE),
}


@dataclass(frozen=True)
class Session:
    """One TCP connection with TNS packets."""

    number: int  #: from 1 on
    zero_ns: int  #: time of the first TCP segment of the capture since the epoch
    connection: Connection  #: the TCP connection
    conversation: Conversation  #: its packets
    asked: Mapping[str, Any]  #: what the last CONNECT asked for, empty without one
    agreed: Mapping[str, Any]  #: what the ACCEPT says, empty without one
    calls: list[Call]  #: requests and replies; none in a session that does not speak TTC
    names: Mapping[int, str]  #: what the DATA packets start, by place
    texts: Mapping[int, bytes]  #: texts of CONNECT, ACCEPT, REFUSE and REDIRECT, by place
    speaks: str = ""  #: what the DATA packets hold where that is not TTC, such as listener control (status)

    @property
    def packets(self) -> list[TnsPacket]:
        """The packets in the order in which they were whole."""
        return self.conversation.packets

    @property
    def outcome(self) -> str:
        """Describe what became of the CONNECT."""
        for place in range(len(self.packets) - 1, -1, -1):
            packet = self.packets[place]
            if packet.type == "ACCEPT":
                return "accepted"
            if packet.type in ("REFUSE", "REDIRECT"):
                return self.answer(place)
        return "no answer" if self.asked else "opening not captured"

    @property
    def end(self) -> str:
        """Describe how the session ended."""
        if any(is_end_of_file(packet) for packet in self.packets):
            return "end of file"
        return "reset" if self.connection.reset else "closed" if self.connection.finished else "open"

    def answer(self, place: int) -> str:
        """Describe what a listener answered.

        @param place: place of a REFUSE or REDIRECT
        @return: with the error or the address
        """
        text = self.texts.get(place, b"")
        if self.packets[place].type == "REDIRECT":
            return f"redirected to {printable(text.partition(bytes(1))[0])}"
        error = refusal(text)
        return f"refused with {error[1]}" if error else "refused"

    def errors(self) -> list[str]:
        """List what went wrong, in order: broken packets, bytes that are none, errors of the server."""
        packets = self.packets
        found = [f"frame {packet.frame}: {packet.error}" for packet in packets if packet.error]
        found += [
            f"frame {packet.frame}: {self.answer(place)}"
            for place, packet in enumerate(packets)
            if packet.type == "REFUSE" and not packet.error
        ]
        found += [f"frame {call.replies[-1].frame}: {call.error[1]}" for call in self.calls if call.error]
        found += [
            f"frame {packet.frame}: a RESEND of the client; only servers send it"
            for packet in packets
            if packet.type == "RESEND" and packet.sender == CLIENT
        ]
        found += [
            f"frame {call.replies[0].frame}: {CONTRADICTION}" for call in self.calls if call.times_contradict
        ]
        conversation = self.conversation
        for count, text in (
            (conversation.urgent_bytes, "out-of-band bytes in the stream, their URG flag cleared on the way"),
            (conversation.skipped_bytes, "bytes that belong to no packet"),
            (conversation.unfinished_bytes, "bytes of packets whose end was not captured"),
            (conversation.missing_bytes, "bytes that the capture lacks"),
        ):
            if count:
                found.append(f"{count} {text}")
        touched = sum(call.touches_gap for call in self.calls)
        if touched:
            calls_touch = "1 call touches" if touched == 1 else f"{touched} calls touch"
            found.append(f"{calls_touch} a gap: bytes, packets and times may be wrong there")
        return found

    def seconds(self, time_ns: int) -> float:
        """Return a time relative to the first TCP segment of the capture.

        @param time_ns: time since the epoch
        @return: seconds
        """
        return round((time_ns - self.zero_ns) / 1e9, 9)

    def counts(self) -> dict[str, int]:
        """Count the packets by type."""
        return dict(Counter(packet.type for packet in self.packets))

    def detail(self, place: int) -> str:
        """Describe what one packet is about.

        @param place: its place
        @return: text
        """
        packet = self.packets[place]
        fields = packet.fields
        if packet.error:
            return packet.error
        if packet.type in ("CONNECT", "ACCEPT"):
            return f"version {fields['version']}, SDU {fields['sdu']}, TDU {fields['tdu']}"
        if packet.type in ("REFUSE", "REDIRECT"):
            return self.answer(place)
        if packet.type in ("MARKER", "ATTENTION"):
            return MARKERS.get(int(str(fields["data"])), f"marker {fields['data']}")
        return self.names.get(place, "")


@dataclass(frozen=True)
class Dissection:
    """What is in a capture."""

    path: Path  #: the file
    zero_ns: int  #: time of the first TCP segment since the epoch
    sessions: list[Session]  #: in the order in which they were opened
    reading: Reading  #: the segments, and what else the file holds
    tds_sessions: list[TdsSession] = field(default_factory=list)  #: likewise, of SQL Server's protocol


def dissect(path: str | Path, *, ports: Collection[int] = LISTENER_PORTS, tds: bool = True) -> Dissection:
    """Read the Oracle Net sessions of a capture, and those of TDS.

    A TCP connection is one of Oracle Net if its port is a listener's or if it starts with a CONNECT, and one of TDS if
    its port is 1433 or if it starts with a PRELOGIN or a LOGIN7.

    @param path: a pcap or pcapng file
    @param ports: TCP ports of listeners
    @param tds: whether TDS is read, too
    @return: the sessions
    @raises CaptureError: when the file is not a capture, is cut short, or has no packet of either
    """
    file = Path(path)
    return dissect_segments(file, read_segments(file), ports=ports, tds=tds)


def dissect_segments(file: Path, reading: Reading, *, ports: Collection[int], tds: bool) -> Dissection:
    """Read the sessions of TCP segments.

    @param file: the file that they come from
    @param reading: the segments
    @param ports: TCP ports of listeners
    @param tds: whether TDS is read, too
    @return: the sessions
    @raises CaptureError: when there is no packet of either
    """
    found = connections(reading.segments)
    sessions: list[Session] = []
    others: list[TdsSession] = []
    for connection in found:
        if _orient(connection, ports):
            conversation = read(connection)
            if conversation.packets:
                sessions.append(_session(len(sessions) + 1, found[0].first_ns, connection, conversation))
        elif tds and is_tds(connection):
            session = tds_session(len(others) + 1, found[0].first_ns, connection)
            if session.packets:
                others.append(session)
    if not sessions and not others:
        raise CaptureError(f"{file} has no TNS packets: {_why_none(reading, found, ports)}")
    return Dissection(file, found[0].first_ns, sessions, reading, others)


def _why_none(reading: Reading, found: list[Connection], ports: Collection[int]) -> str:
    """Explain why a capture has no TNS packet, as exactly as can be told."""
    reasons = []
    if reading.unread:
        listed = ", ".join(f"{count} {what}" for what, count in reading.unread.most_common(_REASONS_SHOWN))
        reasons.append(f"of its {reading.frames} frames, net8 cannot read {listed}")
    encrypted = sum(any(_is_tls(sent) for sent in connection.sent.values()) for connection in found)
    if encrypted:
        reasons.append(
            f"{encrypted} of its {len(found)} TCP connections speak TLS, which hides what is inside"
        )
    if len(found) > encrypted:
        listed = ", ".join(str(port) for port in sorted(ports))
        reasons.append(
            f"none of its {len(found)} TCP connections starts with a CONNECT or has TNS packets on port {listed}; "
            "set the port of the listener with --port"
        )
    if not reasons:
        reasons.append(f"none of its {reading.frames} frames holds TCP")
    return "; ".join(reasons)


def _is_tls(sent: list[Segment]) -> bool:
    """Return whether an end starts with a handshake of TLS."""
    return bool(sent) and sent[0].payload.startswith(_TLS_HANDSHAKE)


def _orient(connection: Connection, ports: Collection[int]) -> bool:
    """Find out which end is the server; tell whether this may be Oracle Net at all."""
    ends: list[Endpoint] = [connection.client, connection.server]
    listeners = [end for end in ends if end[1] in ports]
    openers = [end for end in ends if _opens(connection, end)]
    client_is_listener = listeners == [connection.client]
    server_opens = len(listeners) != 1 and openers == [connection.server]
    if client_is_listener or server_opens:
        connection.swap_ends()
    return bool(listeners or openers)


def _opens(connection: Connection, end: Endpoint) -> bool:
    """Return whether one of the first segments of an end is a CONNECT."""
    return any(looks_like_connect(segment.payload) for segment in connection.sent.get(end, [])[:_OPENING])


def _session(number: int, zero_ns: int, connection: Connection, conversation: Conversation) -> Session:
    """Put together what is known of a session."""
    packets = conversation.packets
    texts = _texts(packets)
    asked: Mapping[str, Any] = {}
    agreed: Mapping[str, Any] = {}
    for place, packet in enumerate(packets):
        if packet.error:
            continue
        if packet.type == "CONNECT":
            asked = _asked(packet, texts.get(place, b""))
        elif packet.type == "ACCEPT":
            agreed = _agreed(packet)
    connects = [place for place, packet in enumerate(packets) if packet.type == "CONNECT" and place in texts]
    speaks = foreign(texts[connects[0]] if connects else b"", first_data(conversation))
    return Session(
        number,
        zero_ns,
        connection,
        conversation,
        asked,
        agreed,
        [] if speaks else calls(conversation),
        names(conversation, speaks),
        texts,
        speaks,
    )


def _texts(packets: list[TnsPacket]) -> dict[int, bytes]:
    """Return the texts of the opening by place, from inside a packet or from the DATA packet that follows it."""
    texts: dict[int, bytes] = {}
    waiting: dict[str, int] = {}
    for place, packet in enumerate(packets):
        if packet.announced in waiting:
            texts[waiting.pop(packet.announced)] = data_of(packet)
        elif packet.type in _TEXT_FIELDS and not packet.error:
            text = packet.fields[_TEXT_FIELDS[packet.type]]
            texts[place] = text if isinstance(text, bytes) else b""
            if packet.fields.get("data_follows"):
                waiting[packet.type] = place
    return texts


def _sizes(packet: TnsPacket) -> dict[str, Any]:
    """Return what CONNECT and ACCEPT have in common."""
    fields = packet.fields
    return {
        "version": fields["version"],
        "sdu_bytes": fields["sdu"],
        "tdu_bytes": fields["tdu"],
        "service_options": fields["service_options"],
        "connect_flags": list(fields["connect_flags"]) if isinstance(fields["connect_flags"], tuple) else [],
    }


def _asked(packet: TnsPacket, text: bytes) -> dict[str, Any]:
    """Read what a CONNECT asks for."""
    found = _sizes(packet) | {"lowest_version": packet.fields["lowest_version"]}
    for name, pattern in _NAMES_IN_CONNECT.items():
        match = pattern.search(text)
        found[name] = printable(match[1]) if match else ""
    return found


def _agreed(packet: TnsPacket) -> dict[str, Any]:
    """Read what an ACCEPT grants."""
    found = _sizes(packet)
    flags = packet.fields.get("accept_flags2")
    return found | {"accept_flags2": flags if isinstance(flags, int) else 0}
