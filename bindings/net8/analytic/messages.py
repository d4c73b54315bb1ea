# SPDX-License-Identifier: GPL-2.0-only
"""Sizes of the messages of a statement, TTC bytes, as doc/message-sizes.rst has them.

Range: no LOB columns; statements and rows whose lengths take the integers of the captures. Source: captures of 9.2 to
26ai and runs of current drivers, named there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = [
    "ReplyForm",
    "close_cursors_bytes",
    "execute_request_bytes",
    "fetch_request_bytes",
    "logoff_request_bytes",
    "reply_form",
]

V10, V11, V12, V18, V23AI = 313, 314, 315, 318, 319
"""TNS versions of 10.2, 11.1, 12.1, 18c and 23ai."""

MESSAGE_BYTES: Final = 12
"""No message of the model is shorter."""


@dataclass(frozen=True, slots=True)
class ReplyForm:
    """The parts of a reply with rows."""

    description: int  #: description of the columns, beside the columns
    column: int  #: each column of it, beside its name
    row_header: int  #: in front of the first row
    indicator: int  #: of a column of a row
    parameters: int  #: return parameters of an execute
    settings: int  #: settings of the session, in its first execute
    end: int  #: end of call
    no_data: int  #: what ORA-01403 adds to it


_FORMS: Final = {
    "oci 9.2": ReplyForm(6, 46, 18, 2, 11, 0, 64, 26),
    "oci 10.2 same": ReplyForm(66, 46, 34, 0, 35, 381, 96, 26),
    "oci 10.2 other": ReplyForm(66, 46, 18, 0, 35, 381, 64, 26),
    "oci 11 same": ReplyForm(69, 58, 50, 0, 35, 22, 136, 26),
    "oci 11 other": ReplyForm(69, 46, 22, 0, 35, 22, 66, 26),
    "oci 19c same": ReplyForm(69, 62, 49, 0, 35, 22, 173, 26),
    "thin 12.1": ReplyForm(29, 24, 10, 0, 16, 0, 36, 30),
    "thin 23ai": ReplyForm(48, 32, 10, 0, 17, 0, 41, 35),
}


def reply_form(*, thin: bool, version: int, same_platform: bool) -> ReplyForm:
    """Give the form of replies between two ends.

    @param thin: a thin driver is the client
    @param version: agreed TNS version
    @param same_platform: both ends run on the same platform
    @return: sizes of the parts, bytes
    """
    if thin:
        return _FORMS["thin 23ai" if version >= V23AI else "thin 12.1"]
    if version < V10:
        return _FORMS["oci 9.2"]
    if not same_platform:
        return _FORMS["oci 11 other" if version >= V11 else "oci 10.2 other"]
    known = {V18: "19c", V11: "11", V10: "10.2"}
    release = next(name for lowest, name in known.items() if version >= lowest)
    return _FORMS[f"oci {release} same"]


def _growth_bytes(rows: int) -> int:
    """Give the bytes that a row count above 255 adds to a request of a thin driver."""
    return max((rows.bit_length() - 1) // 8, 0)


def execute_request_bytes(driver: str, version: int, agreed: int, statement: int, rows: int) -> int:
    """Give the execute request.

    Range: OCI from 10.2 on; older OCI programs parse in a call of its own.

    @param driver: name of the driver
    @param version: TNS version of the driver itself
    @param agreed: agreed TNS version
    @param statement: characters of the statement
    @param rows: rows asked for
    @return: TTC bytes
    """
    if not driver.endswith("-thin"):
        # From 18c on the text has no zero byte at its end.
        modern = version >= V18
        text, chunk = statement + (not modern), 255 if version == V10 or modern else 64
        lengths = 1 if text <= chunk else 2 + -(-text // chunk)
        fixed = 271 if agreed >= V12 else 227 if agreed >= V11 else 199
        return (147 if version <= V10 else fixed if modern else 227) + text + lengths
    newer = (8 if agreed >= V23AI else 0) + _growth_bytes(rows)
    if driver == "jdbc-thin":
        return 64 + newer + statement + (statement > 255)
    lengths = 1 if statement <= 252 else 2 + 3 * -(-statement // 32767)
    return 60 + newer + statement + lengths + (statement > 255)


def close_cursors_bytes(driver: str, version: int, *, same_platform: bool) -> int:
    """Give what the second execute of a session and later ones have more, to close the cursor of the one before.

    @param driver: name of the driver
    @param version: TNS version of the driver itself
    @param same_platform: both ends run on the same platform
    @return: TTC bytes
    """
    if driver.endswith("-thin"):
        return 0
    return 15 if version <= V10 else 23 if same_platform else 19


def fetch_request_bytes(driver: str, agreed: int, rows: int) -> int:
    """Give a fetch request.

    @param driver: name of the driver
    @param agreed: agreed TNS version
    @param rows: rows asked for
    @return: TTC bytes
    """
    if not driver.endswith("-thin"):
        return 20 if agreed >= V18 else 11
    return 7 + (1 if agreed >= V23AI else 0) + _growth_bytes(rows)


def logoff_request_bytes(driver: str, agreed: int) -> int:
    """Give a logoff request; JDBC closes its cursor in front of it.

    @param driver: name of the driver
    @param agreed: agreed TNS version
    @return: TTC bytes
    """
    newer = driver.endswith("-thin") and agreed >= V23AI
    if driver == "jdbc-thin":
        return 30 if newer else 11
    return 4 if newer else 3
