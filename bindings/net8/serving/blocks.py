# SPDX-License-Identifier: GPL-2.0-only
"""Bind variables of PL/SQL blocks, which nothing runs: which of them come back, all of them null."""

from __future__ import annotations

import re
from typing import Final

from net8._core import TtcIoVector, TtcRow

__all__ = ["is_block", "nulls"]

_BLOCK: Final = re.compile(
    r"\s*(?:(?:/\*.*?\*/|--[^\n]*\n|<<\w+>>)\s*)*(?:begin|declare|call)\b", re.I | re.S
)
_NO_BINDS: Final = re.compile(r"'(?:[^']|'')*'|/\*.*?\*/|--[^\n]*", re.S)
_NAMES: Final = re.compile(r":(\w+)")
_RETURNED: Final = re.compile(r"\binto\s+((?::\w+\s*,\s*)*:\w+)|(:\w+)\s*:=", re.I)
_OUT: Final = 16
_IN: Final = 32


def is_block(statement: str) -> bool:
    """Say whether a statement is a PL/SQL block or a call.

    @param statement: its text
    @return: whether its bind variables have directions
    """
    return _BLOCK.match(statement) is not None


def nulls(statement: str, binds: int) -> bytes:
    """Return the bind variables of a block: those behind INTO or before := are null, all others only go in.

    @param statement: its text
    @param binds: how many variables the driver sends; those that the text does not tell apart go in
    @return: their directions, and a row of those that come back; empty without variables
    """
    text = _NO_BINDS.sub(" ", statement)
    names = _NAMES.findall(text)
    if len(names) != binds:
        names = [*dict.fromkeys(names)]  # A name that comes again is one variable.
    returned = {name for lists in _RETURNED.findall(text) for part in lists for name in _NAMES.findall(part)}
    if len(names) != binds:
        names = [""] * binds
    out = [name in returned for name in names]
    vector = TtcIoVector(directions=[_OUT if each else _IN for each in out]).encode() if binds else b""
    return vector + (TtcRow(values=[b""] * sum(out), return_codes=True).encode() if any(out) else b"")
