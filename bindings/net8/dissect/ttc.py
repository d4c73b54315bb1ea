# SPDX-License-Identifier: GPL-2.0-only
"""What the first bytes of a TTC message tell: its type, its function, the rows it asks for, its error."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from net8._core import ttc_is_whole_native, ttc_message, ttc_rows_asked

__all__ = [
    "MARKERS", "Message", "error_text", "foreign", "is_whole_native", "message", "printable", "refusal", "request",
    "rows_asked", "simulated_reply",
]  # fmt: skip

MARKERS: Final = {1: "break", 2: "reset", 3: "interrupt"}
"""Names of what a marker says."""

_PREFIX: Final = 12
_ORA: Final = re.compile(rb"ORA-(\d{5})[^\x00-\x1f]{0,200}")
_REFUSAL: Final = re.compile(rb"\((?:ERR|CODE)=(\d{1,6})\)")
# A protocol request (versions, name of the client, a zero behind each) with something behind it.
_PROTOCOL: Final = re.compile(rb"(?s)\x01[\x01-\x1f]+\x00[\x20-\x7e]+\x00.")
_TEXT_REACH: Final = 4096
_CONTROLS: Final = bytes(range(32))
# Error texts have lines.
_CONTROL_RUN: Final = re.compile(rb"[\x00-\x09\x0b-\x1f]+")


_COMMAND: Final = re.compile(rb"\(\s*COMMAND\s*=\s*([^()\s]+)\s*\)", re.IGNORECASE)
_MULTIPLEX: Final = re.compile(rb"\(\s*MULTIPLEX\s*=\s*ON\s*\)", re.IGNORECASE)
_REGISTERING: Final = re.compile(rb"service_|register", re.IGNORECASE)
_DESCRIPTOR: Final = re.compile(rb"\(\s*[A-Za-z_]{2,30}\s*=\s*[^\s]")
# First bytes of messages of external procedures and of the registration of services.
_OF_REGISTRATION: Final = (0x20, 0x44)


@dataclass(frozen=True, slots=True)
class Message:
    """What a TTC message is."""

    name: str  #: its type
    function: str = ""  #: function that it calls, empty if none

    def __str__(self) -> str:
        """Return what a reader wants to know first."""
        return self.function or self.name


def message(payload: bytes) -> Message:
    """Name a message by its first bytes.

    @param payload: content of the DATA packet that starts it
    @return: its name
    """
    return Message(*ttc_message(payload)) if payload else Message("empty")


def request(payload: bytes) -> Message:
    """Name a message of a client by its first bytes.

    Later connections of JDBC to 23ai send what a fast authentication holds without its envelope: the protocol request,
    which otherwise ends with the client's name, goes on.

    @param payload: content of the DATA packet that starts it
    @return: its name
    """
    found = message(payload)
    bundle = found.name == "protocol" and _PROTOCOL.match(payload)
    return Message("fast authentication") if bundle else found


def foreign(connect_data: bytes, payload: bytes) -> str:
    """Name what a session speaks where that is not TTC.

    Those who control a listener, and instances that register with it, name a COMMAND when they connect; what they send
    are descriptors, or messages of their own. A Connection Manager asks for MULTIPLEX; to which session a DATA packet
    then belongs has no public source.

    @param connect_data: what the CONNECT asked for, empty where it was not captured
    @param payload: content of the first DATA packet after the opening
    @return: such as listener control (status); empty: TTC
    """
    command = _COMMAND.search(connect_data)
    if command:
        kind = "service registration" if _REGISTERING.search(command[1]) else "listener control"
        return f"{kind} ({printable(command[1])})"
    if _MULTIPLEX.search(connect_data):
        return "session multiplexing (its sessions are not told apart)"
    if _DESCRIPTOR.match(payload):
        return "listener control"
    return (
        "service registration or external procedures"
        if payload[:1] and payload[0] in _OF_REGISTRATION
        else ""
    )


def is_whole_native(payload: bytes) -> bool:
    """Return whether a packet holds a whole message of the native services.

    @param payload: content of a DATA packet
    @return: whether it starts as one and has the length that it says
    """
    return ttc_is_whole_native(payload)


def rows_asked(payload: bytes) -> int | None:
    """Return the rows that a fetch asks for.

    @param payload: a message
    @return: rows, none if it is not a fetch
    """
    return ttc_rows_asked(payload)


def error_text(payload: bytes) -> tuple[int, str] | None:
    """Find the error that ends a reply: an end-of-call message has its text at its end.

    @param payload: content of the last packet of a reply
    @return: number and text, none without
    """
    tail = payload[-_TEXT_REACH:].rstrip(_CONTROLS)
    found = _ORA.search(_CONTROL_RUN.split(tail)[-1])
    return (int(found[1]), printable(found[0])) if found else None


def refusal(text: bytes) -> tuple[int, str] | None:
    """Find the error in the text of a REFUSE.

    @param text: a descriptor
    @return: number and name, none without
    """
    found = _REFUSAL.search(text)
    return (int(found[1]), f"ORA-{int(found[1]):05d}") if found else None


def simulated_reply(payload: bytes, total: int) -> tuple[int, bool] | None:
    """Read what a simulated reply tells where a real one has columns.

    Its first 12 bytes are type, 0, sequence number, flags (bit 0: end of data), rows and length, the rest zeros.

    @param payload: content of the first packet of the reply
    @param total: bytes of the reply without packet headers
    @return: rows and whether they are the last, none if the reply is not of a simulation
    """
    if len(payload) < _PREFIX or payload[1] or int.from_bytes(payload[8:12], "big") != total:
        return None
    if payload[_PREFIX:].strip(b"\0"):
        return None
    return int.from_bytes(payload[4:8], "big"), bool(payload[3] & 1)


def printable(text: bytes) -> str:
    """Make text of bytes that anyone may have sent.

    @param text: bytes
    @return: the printable ASCII in them, a dot for each other byte
    """
    return "".join(chr(byte) if 32 <= byte < 127 else "." for byte in text)
