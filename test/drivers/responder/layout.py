# SPDX-License-Identifier: GPL-2.0-only
"""What the layout of TTC messages depends on: field version of both ends, and habits of the client."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from responder.abilities import Abilities

__all__ = ["OLD", "Layout"]

_VERSION_12_1: Final = 7
_VERSION_12_2: Final = 8
_VERSION_20_1: Final = 14
_VERSION_23_1: Final = 17
_VERSION_23_1_ANNOTATIONS: Final = 20
_VERSION_23_4: Final = 24


@dataclass(frozen=True)
class Layout:
    """Layout of the messages of a session; field versions are numbered as in python-oracledb's constants."""

    field_version: int = _VERSION_12_1  #: 7 for 12.1, 24 for 23.4: the older one of both ends
    wide_scale: bool = False  #: whether the client reads the scale of columns as a universal integer
    end_of_response: bool = False  #: whether each reply ends with a message that says so
    reads_statement_type: bool = True  #: whether the client knows the end of a call of 20.1
    reads_columns_23: bool = True  #: whether the client knows the described columns of 23
    text_lengths: bool = True  #: whether texts outside of pairs of name and value have a length byte
    verifier_12c: bool = False  #: whether the user's verifier is 12c's, not 11g's

    @classmethod
    def agreed(cls, field_version: int, client: Abilities, *, tells_end: bool) -> Layout:
        """Give the layout that both ends come to.

        @param field_version: newest field version of the server
        @param client: what the client can do
        @param tells_end: whether the ACCEPT offered to tell the ends of replies
        @return: the layout
        """
        return cls(
            min(field_version, client.field_version),
            client.reads_wide_scale,
            tells_end and client.wants_end_of_response,
            client.reads_statement_type,
            client.reads_columns_23,
            client.has_text_lengths,
            client.knows_12c_verifier,
        )

    @property
    def has_column_id(self) -> bool:
        """Tell whether a described column has a number of its own."""
        return self.field_version >= _VERSION_12_2

    @property
    def has_statement_type(self) -> bool:
        """Tell whether the end of a call names type and checksum of the statement."""
        return self.reads_statement_type and self.field_version >= _VERSION_20_1

    @property
    def has_token(self) -> bool:
        """Tell whether a function call has a token."""
        return self.field_version > _VERSION_23_1

    @property
    def extra_column_fields(self) -> int:
        """Give the empty fields at the end of a described column: domain (2), annotations (1), vector (3)."""
        if not self.reads_columns_23:
            return 0
        if self.field_version >= _VERSION_23_4:
            return 6
        if self.field_version >= _VERSION_23_1_ANNOTATIONS:
            return 3
        return 2 if self.field_version >= _VERSION_23_1 else 0


OLD: Final = Layout()
"""Field version 12.1."""
