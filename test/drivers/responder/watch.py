# SPDX-License-Identifier: GPL-2.0-only
"""A subscription to changes: the answer to its call, and the notifications on its second connection.

The layout is what python-oracledb 26.1 reads (SubscrMessage, NotifyMessage). No capture of a real server has them:
names and lengths of what the driver skips are made up.
"""

from __future__ import annotations

from typing import Final

from net8._core import TtcStatus

__all__ = ["CLIENT_ID", "NOTIFICATIONS", "REGISTRATION", "notification", "subscribed"]

CLIENT_ID: Final = b"x" * 29
"""What the server calls the client, and the client itself on the second connection."""
REGISTRATION: Final = 700
"""Number of the subscription."""
NOTIFICATIONS: Final = 3
"""Notifications that come before the client ends its subscription."""

_PARAMETERS: Final = 8
_DESCRIPTION: Final = 13
_CHANGE: Final = 2
_QUERY_CHANGE: Final = 7
_UPDATE: Final = 4
_ROWID: Final = b"AAAR3sAAEAAAACXAAA"
_TABLE: Final = b"SCOTT.JOURNAL"


def subscribed() -> bytes:
    """Answer the call that subscribes, or that ends a subscription.

    @return: the reply
    """
    numbers = _integer(1) + _integer(0) + _integer(REGISTRATION)
    named = _integer(1) + _integer(REGISTRATION) + _text(b"")
    places = (
        _integer(1) + _text(b"ORCL") + _integer(1) + _text(b"(ADDRESS=(PROTOCOL=tcp)(HOST=h)(PORT=1521))")
    )
    return bytes([_PARAMETERS]) + numbers + named + places + _text(CLIENT_ID) + TtcStatus().encode()


def notification(place: int) -> bytes:
    """Tell that one row of a query has changed.

    @param place: how many came before it: the first one begins the reply
    @return: the part of the reply
    """
    head = _integer(_CHANGE) + _integer(0) + _integer(REGISTRATION) + _text(b"") * 2
    properties = _text(bytes(16)) + _integer(0) + _text(b"")
    payload = _integer(23) + _integer(0) * 2 + _text(_payload()) + _text(b"")
    return (bytes([_DESCRIPTION]) if place == 0 else b"") + head + properties + payload


def _payload() -> bytes:
    """Write what changed: a query, a table, a row."""
    head = (
        _fixed(2, 1) + _fixed(4, REGISTRATION) + _fixed(4, _QUERY_CHANGE) + _fixed(2, 4) + b"ORCL" + bytes(14)
    )
    query = _fixed(2, 1) + _fixed(4, 3) + _fixed(4, 0) + _fixed(4, _QUERY_CHANGE)
    table = _fixed(2, 1) + _fixed(4, _UPDATE) + _fixed(2, len(_TABLE)) + _TABLE + _fixed(4, 77)
    return head + query + table + _fixed(2, 1) + _fixed(4, _UPDATE) + _fixed(2, len(_ROWID)) + _ROWID


def _fixed(size: int, value: int) -> bytes:
    """Write a number of fixed size."""
    return value.to_bytes(size, "big")


def _integer(value: int) -> bytes:
    """Write a universal integer."""
    digits = value.to_bytes((value.bit_length() + 7) // 8, "big")
    return bytes([len(digits)]) + digits


def _text(value: bytes) -> bytes:
    """Write bytes behind their length, twice; nothing but a zero if there are none."""
    return _integer(len(value)) + bytes([len(value)]) + value if value else b"\0"
