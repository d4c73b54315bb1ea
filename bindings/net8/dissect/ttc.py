# SPDX-License-Identifier: GPL-2.0-only
"""What the first bytes of a TTC message tell: its type, its function, the rows it asks for, its error."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

__all__ = [
    "MARKERS", "Message", "error_text", "is_whole_native", "message", "printable", "refusal", "rows_asked",
    "simulated_reply",
]  # fmt: skip

# Message types and functions: section 10 of the fact sheet on TNS (python-oracledb, Wireshark, captures).
_MESSAGES: Final = {
    1: "protocol", 2: "data types", 3: "function", 4: "end of call", 6: "row header", 7: "row data",
    8: "return parameters", 9: "status", 11: "I/O vector", 13: "access description", 14: "LOB data",
    15: "warning", 16: "describe", 17: "piggyback", 19: "flush out binds", 21: "bit vector",
    23: "server-side piggyback", 26: "one-way function", 27: "implicit results", 28: "renegotiate",
    29: "end of response", 33: "token", 34: "fast authentication",
}  # fmt: skip
_FUNCTIONS: Final = {
    0x02: "open cursor", 0x04: "re-execute", 0x05: "fetch", 0x08: "close cursor", 0x09: "logoff",
    0x0E: "commit", 0x0F: "rollback", 0x3B: "version", 0x3E: "OALL", 0x47: "OALL7",
    0x4E: "re-execute and fetch", 0x54: "open session detail", 0x5E: "execute", 0x60: "LOB operation",
    0x69: "close cursors", 0x6B: "session switch", 0x73: "OAUTH", 0x76: "OSESSKEY", 0x93: "ping",
}  # fmt: skip
_FUNCTION, _PIGGYBACK, _ONE_WAY = 3, 17, 26
_NATIVE_MAGIC: Final = b"\xde\xad\xbe\xef"
# How far behind a piggyback its function call is looked for, and how many piggybacks may come before it.
_PIGGYBACK_REACH: Final = 512
_PIGGYBACKS: Final = 3
MARKERS: Final = {1: "break", 2: "reset", 3: "interrupt"}
"""Names of what a marker says."""

# TTC bytes of a fetch of OCI: up to 12.1, and from 18c on, whose further bytes nobody has published.
_OCI_FETCHES: Final = (11, 20)
_PREFIX: Final = 12
_ORA: Final = re.compile(rb"ORA-(\d{5})[^\x00-\x1f]{0,200}")
_REFUSAL: Final = re.compile(rb"\((?:ERR|CODE)=(\d{1,6})\)")
_TEXT_REACH: Final = 4096
_CONTROLS: Final = bytes(range(32))
# Error texts have lines.
_CONTROL_RUN: Final = re.compile(rb"[\x00-\x09\x0b-\x1f]+")


@dataclass(frozen=True, slots=True)
class Message:
    """What a TTC message is."""

    name: str  #: its type
    function: str = ""  #: function that it calls, empty if none

    def __str__(self) -> str:
        """Give what a reader wants to know first."""
        return self.function or self.name


def message(payload: bytes) -> Message:
    """Name a message by its first bytes.

    @param payload: content of the DATA packet that starts it
    @return: its name
    """
    if payload.startswith(_NATIVE_MAGIC):
        return Message("native services")
    if not payload:
        return Message("empty")
    name = _MESSAGES.get(payload[0], f"type {payload[0]}")
    if payload[0] not in (_FUNCTION, _PIGGYBACK, _ONE_WAY) or len(payload) < 2:
        return Message(name)
    function = _function(payload[1])
    if payload[0] == _PIGGYBACK and (called := _behind_piggyback(payload)):
        function = f"{function} + {called}"
    return Message(name, function)


def _function(code: int) -> str:
    """Name a function."""
    return _FUNCTIONS.get(code, f"function 0x{code:02x}")


def _behind_piggyback(payload: bytes) -> str:
    """Name the call that a piggyback came with: its sequence number is the next one, or follows other piggybacks."""
    for at in range(3, min(len(payload) - 2, _PIGGYBACK_REACH)):
        ahead = (payload[at + 2] - payload[2]) % 256
        if payload[at] == _FUNCTION and payload[at + 1] in _FUNCTIONS and 0 < ahead <= _PIGGYBACKS:
            return _FUNCTIONS[payload[at + 1]]
    return ""


def is_whole_native(payload: bytes) -> bool:
    """Tell whether a packet holds a whole message of the native services.

    @param payload: content of a DATA packet
    @return: whether it starts as one and has the length that it says
    """
    return payload.startswith(_NATIVE_MAGIC) and int.from_bytes(payload[4:6], "big") == len(payload)


def rows_asked(payload: bytes) -> int | None:
    """Give the rows that a fetch asks for.

    Behind type, function and sequence number stand the cursor and the number of rows: two universal integers
    (a length byte each; from 23.1 on behind a token integer) in thin drivers, two 4-byte little-endian ones in OCI.

    @param payload: a message
    @return: rows, none if it is no fetch
    """
    if payload[:2] != b"\x03\x05":
        return None
    if len(payload) in _OCI_FETCHES:
        return int.from_bytes(payload[7:11], "little")
    numbers: list[int] = []
    position = 3
    while position < len(payload) and len(numbers) < 3:
        size = payload[position]
        if size > 8 or position + 1 + size > len(payload):
            return None
        numbers.append(int.from_bytes(payload[position + 1 : position + 1 + size], "big"))
        position += 1 + size
    return numbers[-1] if len(numbers) >= 2 else None


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
