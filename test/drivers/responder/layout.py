# SPDX-License-Identifier: GPL-2.0-only
"""What the layout of TTC messages depends on: field version of both ends, and habits of the client."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["OLD", "Layout"]

_VERSION_12_1: Final = 7
_VERSION_12_2: Final = 8
_VERSION_20_1: Final = 14
_VERSION_23_1: Final = 17
_VERSION_23_4: Final = 24


@dataclass(frozen=True)
class Layout:
    """Layout of the messages of a session; field versions are numbered as in python-oracledb's constants."""

    field_version: int = _VERSION_12_1  #: 7 for 12.1, 24 for 23.4
    wide_scale: bool = False  #: whether the client reads the scale of columns as a universal integer
    end_of_response: bool = False  #: whether each reply ends with a message that says so

    @property
    def has_column_id(self) -> bool:
        """Tell whether a described column has a number of its own."""
        return self.field_version >= _VERSION_12_2

    @property
    def has_statement_type(self) -> bool:
        """Tell whether the end of a call names type and checksum of the statement."""
        return self.field_version >= _VERSION_20_1

    @property
    def has_token(self) -> bool:
        """Tell whether a function call has a token."""
        return self.field_version > _VERSION_23_1

    @property
    def extra_column_fields(self) -> int:
        """Give the empty fields at the end of a described column: domain, annotations, vector."""
        return 6 if self.field_version >= _VERSION_23_4 else 0


OLD: Final = Layout()
"""Field version 12.1."""
