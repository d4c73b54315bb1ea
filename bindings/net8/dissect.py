# SPDX-License-Identifier: GPL-2.0-only
"""Oracle Net sessions of a packet capture: packets, negotiated values, calls, errors and timings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from net8.capture import Connection, Endpoint, connections, segments
from net8.dissect_calls import Call, calls, data_of, is_end_of_file, names
from net8.dissect_packets import Conversation, TnsPacket, looks_like_connect, read
from net8.dissect_ttc import MARKERS, printable, refusal
from net8.errors import CaptureError

__all__ = ["LISTENER_PORTS", "Dissection", "Session", "dissect"]

LISTENER_PORTS: Final = frozenset((1521, 1522))
"""Ports whose connections are read as TNS even when the CONNECT was not captured."""

# Segments at the start of a connection in which a CONNECT is looked for: it may be repeated, or out of order.
_OPENING: Final = 4

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
    calls: list[Call]  #: requests and replies
    names: Mapping[int, str]  #: what the DATA packets start, by place

    @property
    def packets(self) -> list[TnsPacket]:
        """Give the packets in the order in which they were whole."""
        return self.conversation.packets

    @property
    def outcome(self) -> str:
        """Say what became of the CONNECT."""
        for packet in reversed(self.packets):
            if packet.type == "ACCEPT":
                return "accepted"
            if packet.type in ("REFUSE", "REDIRECT"):
                return self.answer(packet)
        return "no answer" if self.asked else "opening not captured"

    @property
    def end(self) -> str:
        """Say how the session ended."""
        if any(is_end_of_file(packet) for packet in self.packets):
            return "end of file"
        return "reset" if self.connection.reset else "closed" if self.connection.finished else "open"

    def answer(self, packet: TnsPacket) -> str:
        """Say what a listener answered.

        @param packet: a REFUSE or REDIRECT
        @return: with the error or the address, which may come in the next DATA packet
        """
        key = "text" if packet.type == "REFUSE" else "address"
        text = packet.fields.get(key, b"")
        if packet.fields.get("data_follows"):
            text = next((data_of(p) for p in self.packets if p.announced == packet.type), b"")
        content = text if isinstance(text, bytes) else b""
        if packet.type == "REDIRECT":
            return f"redirected to {printable(content.partition(bytes(1))[0])}"
        error = refusal(content)
        return f"refused with {error[1]}" if error else "refused"

    def errors(self) -> list[str]:
        """List what went wrong, in order: broken packets, bytes that are none, errors of the server."""
        found = [f"frame {p.frame}: {p.error}" for p in self.packets if p.error]
        found += [
            f"frame {p.frame}: {self.answer(p)}"
            for p in self.packets
            if p.type == "REFUSE" and not p.error
        ]  # fmt: skip
        found += [f"frame {call.replies[-1].frame}: {call.error[1]}" for call in self.calls if call.error]
        conversation = self.conversation
        for count, text in (
            (conversation.skipped_bytes, "bytes that belong to no packet"),
            (conversation.unfinished_bytes, "bytes of packets whose end was not captured"),
            (conversation.missing_bytes, "bytes that the capture lacks"),
        ):
            if count:
                found.append(f"{count} {text}")
        return found

    def seconds(self, time_ns: int) -> float:
        """Give a time relative to the first TCP segment of the capture.

        @param time_ns: time since the epoch
        @return: seconds
        """
        return round((time_ns - self.zero_ns) / 1e9, 9)

    def counts(self) -> dict[str, int]:
        """Count the packets by type."""
        return dict(Counter(packet.type for packet in self.packets))

    def detail(self, place: int) -> str:
        """Say what one packet is about.

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
            return self.answer(packet)
        if packet.type in ("MARKER", "ATTENTION"):
            return MARKERS.get(int(str(fields["data"])), f"marker {fields['data']}")
        return self.names.get(place, "")


@dataclass(frozen=True)
class Dissection:
    """What is in a capture."""

    path: Path  #: the file
    zero_ns: int  #: time of the first TCP segment since the epoch
    sessions: list[Session]  #: in the order in which they were opened


def dissect(path: str | Path, *, ports: Collection[int] = LISTENER_PORTS) -> Dissection:
    """Read the Oracle Net sessions of a capture.

    A TCP connection is one if its port is a listener's or if it starts with a CONNECT.

    @param path: a pcap or pcapng file
    @param ports: TCP ports of listeners
    @return: the sessions
    @raises CaptureError: when the file is no capture, is cut short, or has no TNS packet
    """
    file = Path(path)
    found = connections(segments(file))
    sessions: list[Session] = []
    for connection in found:
        if _orient(connection, ports):
            conversation = read(connection)
            if conversation.packets:
                sessions.append(_session(len(sessions) + 1, found[0].first_ns, connection, conversation))
    if not sessions:
        listed = ", ".join(str(port) for port in sorted(ports))
        raise CaptureError(
            f"{file} has no TNS packets: none of its {len(found)} TCP connections starts with a CONNECT or has "
            f"TNS packets on port {listed}; name the listener's port with --port"
        )
    return Dissection(file, found[0].first_ns, sessions)


def _orient(connection: Connection, ports: Collection[int]) -> bool:
    """Find out which end is the server; tell whether this may be Oracle Net at all."""
    ends: list[Endpoint] = [connection.client, connection.server]
    listeners = [end for end in ends if end[1] in ports]
    openers = [end for end in ends if _opens(connection, end)]
    client_is_listener = listeners == [connection.client]
    server_opens = len(listeners) != 1 and openers == [connection.server]
    if client_is_listener or server_opens:
        connection.swap()
    return bool(listeners or openers)


def _opens(connection: Connection, end: Endpoint) -> bool:
    """Tell whether one of the first segments of an end is a CONNECT."""
    return any(looks_like_connect(segment.payload) for segment in connection.sent.get(end, [])[:_OPENING])


def _session(number: int, zero_ns: int, connection: Connection, conversation: Conversation) -> Session:
    """Put together what is known of a session."""
    packets = conversation.packets
    asked = next((_asked(p, packets) for p in reversed(packets) if p.type == "CONNECT" and not p.error), {})
    agreed = next((_agreed(p) for p in reversed(packets) if p.type == "ACCEPT" and not p.error), {})
    return Session(number, zero_ns, connection, conversation, asked, agreed, calls(packets), names(packets))


def _sizes(packet: TnsPacket) -> dict[str, Any]:
    """Give what CONNECT and ACCEPT have in common."""
    fields = packet.fields
    return {
        "version": fields["version"],
        "sdu_bytes": fields["sdu"],
        "tdu_bytes": fields["tdu"],
        "service_options": fields["service_options"],
        "connect_flags": list(fields["connect_flags"]) if isinstance(fields["connect_flags"], tuple) else [],
    }


def _asked(packet: TnsPacket, packets: list[TnsPacket]) -> dict[str, Any]:
    """Read what a CONNECT asks for."""
    found = _sizes(packet) | {"lowest_version": packet.fields["lowest_version"]}
    text = packet.fields["connect_data"]
    if packet.fields["data_follows"]:
        text = next((data_of(p) for p in packets if p.announced == "CONNECT"), b"")
    for name, pattern in _NAMES_IN_CONNECT.items():
        match = pattern.search(text) if isinstance(text, bytes) else None
        found[name] = printable(match[1]) if match else ""
    return found


def _agreed(packet: TnsPacket) -> dict[str, Any]:
    """Read what an ACCEPT grants."""
    found = _sizes(packet)
    flags = packet.fields.get("accept_flags2")
    return found | {"accept_flags2": flags if isinstance(flags, int) else 0}
