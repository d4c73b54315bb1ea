# SPDX-License-Identifier: GPL-2.0-only
"""Finds the call in a message that may have piggybacks in front, and reads what an execute says."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from net8.dissect.ttc import message

from responder.layout import OLD, Layout
from responder.universal import MalformedError, Reader

__all__ = ["EXECUTE", "FETCH", "Execute", "Fetch", "body", "name_of"]

FETCH: Final = 0x05
"""Function of a fetch."""
EXECUTE: Final = 0x5E
"""Function of an execute."""

_FUNCTION: Final = 3
# How many sequence numbers a call may be behind its first piggyback; some clients number nothing.
_PIGGYBACKS: Final = 4
_WORD: Final = re.compile(
    rb"(?i)(?:select|with|begin|declare|call|alter|insert|update|delete|merge|create|drop|commit)\b"
)
_FIRST_WORD: Final = re.compile(r"[A-Za-z]+")


def name_of(content: bytes) -> str:
    """Name the call that a message makes, without what is in front of it.

    @param content: the message
    @return: such as "fetch"
    """
    return str(message(content)).split(" + ")[-1]


def body(content: bytes, function: int) -> bytes:
    """Give a message from its function call on.

    @param content: the message, perhaps with piggybacks in front
    @param function: the function
    @return: the call
    """
    call = bytes([_FUNCTION, function])
    at = content.find(call)
    while at > 0 and not 0 < (content[at + 2 : at + 3] or b"\0")[0] - content[2] <= _PIGGYBACKS:
        at = content.find(call, at + 1)
    if at < 0:
        raise MalformedError(f"no function 0x{function:02x} in a message of {len(content)} bytes")
    return content[at:]


@dataclass(frozen=True)
class Execute:
    """What an execute asks for."""

    cursor: int  #: cursor of a statement that is open, 0 for a new one
    statement: str  #: text of the statement, empty if the cursor has it
    rows: int  #: rows that are to come with the reply
    binds: int  #: bind variables

    @classmethod
    def read(cls, content: bytes, layout: Layout = OLD) -> Execute:
        """Read an execute.

        Behind type, function and sequence number: options, cursor, pointer, length of the statement, pointer, length of
        a vector, two pointers, bytes to prefetch, rows, longest LONG, pointer, bind variables (python-oracledb, execute
        message).

        @param content: the message from the function call on
        @param layout: layout of the session
        @return: what it says
        """
        reader = Reader(content)
        reader.raw(3)
        if layout.has_token:
            reader.integer()
        reader.integer()
        cursor = reader.integer()
        reader.raw(1)
        length = reader.integer()
        reader.raw(1)
        reader.integer()
        reader.raw(2)
        reader.integer()
        rows = reader.integer()
        reader.integer()
        reader.raw(1)
        binds = reader.integer()
        return cls(cursor, _text(reader.rest(), length) if length else "", rows, binds)

    @property
    def verb(self) -> str:
        """Give the first word of the statement in lower case."""
        found = _FIRST_WORD.search(self.statement)
        return found[0].lower() if found else ""


@dataclass(frozen=True)
class Fetch:
    """What a fetch asks for."""

    cursor: int  #: cursor
    rows: int  #: rows

    @classmethod
    def read(cls, content: bytes, layout: Layout = OLD) -> Fetch:
        """Read a fetch: behind type, function and sequence number cursor and rows.

        @param content: the message from the function call on
        @param layout: layout of the session
        @return: what it says
        """
        reader = Reader(content)
        reader.raw(3)
        if layout.has_token:
            reader.integer()
        return cls(reader.integer(), reader.integer())


def _text(content: bytes, length: int) -> str:
    """Find the text of a statement, whose place depends on fields that nobody here reads."""
    found = _WORD.search(content)
    return content[found.start() : found.start() + length].decode("latin-1") if found else ""
