# SPDX-License-Identifier: GPL-2.0-only
"""Rows whose columns hold what they held in the row before, in a share of them, and the bit vectors that tell it.

Range: shares of 0 and 1 exactly, others by their mean. Source: captures of SQL*Plus and JDBC with 10.2, 11.2 and 12.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["FIRST", "OFF", "ON", "Repetition"]

FIRST: Final = "first"
"""No reply had two rows yet: each row but the first has a vector in front of it."""
ON: Final = "on"
"""Something repeated: a vector for each row, that of the first one in the row header."""
OFF: Final = "off"
"""Nothing did: no vectors."""


@dataclass(frozen=True, slots=True)
class Repetition:
    """What rows weigh, bytes."""

    whole: int  #: values of a whole row
    values: float  #: mean of the values of a row without what it repeats
    vector: int  #: bit vector in front of a row
    header: int  #: what the row header has more for that of the first row
    repeats: bool  #: whether any column ever repeats

    def row_bytes(self, vectors: str) -> tuple[float, float]:
        """Return the bytes of the first row of a reply, with what the header has for it, and of each further one.

        @param vectors: FIRST, ON or OFF
        @return: bytes
        """
        first = self.header + self.values if vectors == ON else float(self.whole)
        return first, float(self.whole) if vectors == OFF else self.vector + self.values

    def following(self, vectors: str, rows: int) -> str:
        """Return what the server does in the next reply.

        @param vectors: what it did in the last one
        @param rows: rows of that
        @return: FIRST, ON or OFF; with shares between 0 and 1 something is taken to repeat
        """
        if vectors != FIRST or rows < 2:
            return vectors
        return ON if self.repeats else OFF
