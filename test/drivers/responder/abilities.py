# SPDX-License-Identifier: GPL-2.0-only
"""What a client says that it can do, in its negotiation of data types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from responder.universal import MalformedError

__all__ = ["Abilities", "TypeList"]

# Places in the string of compile-time capabilities, and bits there (python-oracledb, constants).
_LOGON_TYPES, _FIELD_VERSION, _TTC4 = 4, 7, 40
_VERIFIER_12C: Final = 0x20
_END_OF_RESPONSE: Final = 0x20
# Data types (node-oracledb, constants): a signed byte, the end of a call as of 20.1; and the universal representation.
_SIGNED_BYTE, _END_OF_CALL_20_1 = 27, 652
# Described columns of 23: node-oracledb's UDS, which python-oracledb lists as well, and the one that only JDBC from 23
# on lists.
_COLUMNS_23: Final = frozenset((656, 663))
_UNIVERSAL: Final = 1
# Flag: texts that are converted have a length of their own (python-oracledb, constants); JDBC alone does not set it.
_FLAGS, _CONVERTED_LENGTH = 5, 0x02
# Type, two character sets, flags; then two strings of capabilities, a block on time zones from some, and the list.
_HEAD: Final = 6
# The list starts with VARCHAR2 as itself in universal form; each entry but those that are not converted has 8 bytes.
_FIRST: Final = bytes((0, 1, 0, 1, 0, 1, 0, 0))
_ENTRY, _UNCONVERTED_ENTRY = 8, 4


@dataclass(frozen=True)
class TypeList:
    """The list of data types of a negotiation."""

    start: int  #: where the capabilities end
    end: int  #: where the list ends
    representations: Mapping[
        int, int
    ]  #: representation by number of the type, -1 for one that is not converted

    @classmethod
    def read(cls, message: bytes) -> TypeList:
        """Find the list in a message.

        @param message: negotiation of data types
        @return: the list
        """
        start = _HEAD
        for _ in range(2):
            if start >= len(message):
                raise MalformedError("a data type negotiation without capabilities")
            start += 1 + message[start]
        at = message.find(_FIRST, start)
        if at < 0:
            raise MalformedError("a data type negotiation without types")
        found = {}
        while message[at : at + 2] not in (b"\0\0", b""):
            number, sent_as, representation = (
                int.from_bytes(message[at + place : at + place + 2], "big") for place in (0, 2, 4)
            )
            found[number] = representation if sent_as else -1
            at += _ENTRY if sent_as else _UNCONVERTED_ENTRY
        return cls(start, at + 2, found)


@dataclass(frozen=True)
class Abilities:
    """Capabilities of a client."""

    flags: int = 0  #: how texts are encoded
    compile_time: bytes = b""  #: compile-time capabilities
    types: Mapping[int, int] = field(default_factory=dict)  #: representation of each data type

    @classmethod
    def read(cls, message: bytes) -> Abilities:
        """Read a negotiation of data types.

        @param message: the message
        @return: the capabilities
        """
        types = TypeList.read(message)
        return cls(message[_FLAGS], message[_HEAD + 1 : _HEAD + 1 + message[_HEAD]], types.representations)

    @property
    def has_text_lengths(self) -> bool:
        """Tell whether texts outside of pairs of name and value have a length byte."""
        return bool(self.flags & _CONVERTED_LENGTH)

    @property
    def field_version(self) -> int:
        """Give the newest field version that it knows."""
        return self._at(_FIELD_VERSION)

    @property
    def knows_12c_verifier(self) -> bool:
        """Tell whether it can log on with a verifier of 12c."""
        return bool(self._at(_LOGON_TYPES) & _VERIFIER_12C)

    @property
    def wants_end_of_response(self) -> bool:
        """Tell whether the ends of replies are to be told."""
        return bool(self._at(_TTC4) & _END_OF_RESPONSE)

    @property
    def reads_wide_scale(self) -> bool:
        """Tell whether it reads the scale of columns, a signed byte, as a universal integer."""
        return self.types.get(_SIGNED_BYTE) == _UNIVERSAL

    @property
    def reads_statement_type(self) -> bool:
        """Tell whether it reads type and checksum of the statement at the end of a call."""
        return _END_OF_CALL_20_1 in self.types

    @property
    def reads_columns_23(self) -> bool:
        """Tell whether it reads what a described column has more from 23 on."""
        return not _COLUMNS_23.isdisjoint(self.types)

    def _at(self, place: int) -> int:
        """Give a capability, 0 where the string ends before it."""
        return self.compile_time[place] if place < len(self.compile_time) else 0
