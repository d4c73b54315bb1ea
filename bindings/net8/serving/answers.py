# SPDX-License-Identifier: GPL-2.0-only
"""What a driver asks the simulated database, and what its answer is in real bytes.

A message of a driver becomes one of the simulation, which has its length and in its first bytes what the server reads;
the answer of the simulation says how many rows it has, whether they are the last, and what has failed.
"""

from __future__ import annotations

import datetime
import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from net8._core import (
    TtcDataTypesReply,
    TtcDataTypesRequest,
    TtcError,
    TtcExecute,
    TtcFastAuth,
    TtcLayout,
    TtcProtocolReply,
    TtcStatus,
    ttc_call,
    ttc_message,
)
from net8.base.errors import PlanError
from net8.dissect.ttc import error_text
from net8.plan.plan import Plan
from net8.plan.tds import uses_tds
from net8.serving.blocks import is_block, nulls
from net8.serving.columns import Column, Value
from net8.serving.dual import is_dual, one_row
from net8.serving.logon import Logon
from net8.serving.replies import (
    NO_DATA_FOUND,
    NO_DATA_TEXT,
    describe,
    ended,
    row,
    rows_of,
    statement_parameters,
    version,
)

__all__ = ["PASSWORD", "Answers", "Database", "database_of"]

PASSWORD: Final = "tiger"
"""Password of all users."""

_PREFIX: Final = 12
_FUNCTION: Final = 3
_LOGON: Final = (1, 2, 34)
_NAMED: Final = {0x04: "re-execute", 0x4E: "re-execute and fetch", 0x05: "fetch", 0x5E: "execute"}
_PING: Final = 0x93
_PIPELINE: Final = b"\x11\xc7"
_LAST, _WRONG_PASSWORD, _FAILED = 0x01, 0x04, 0x08
_CURSOR: Final = 1
"""Number of the cursor of the query; the statements that are none follow."""
_CURSORS: Final = 300
_FIELD_VERSION: Final = 7
_UNIMPLEMENTED: Final = 3001
_QUERY: Final = re.compile(rb"(?is)\s*(?:(?:/\*.*?\*/|--[^\n]*\n|\()\s*)*(?:select|with)\b")
_COOKIE: Final = 30
"""What python-oracledb 1.3 to 2.0 send in one message with all that they ask for, where they know a server of 23ai."""
_RENEGOTIATE: Final = b"\x1c"
"""Asks for the messages one by one."""
_WITHOUT_RESULT: Final = ("logoff", "close cursors", "close cursor", "commit", "rollback", "ping")
_TEXT_MOST: Final = 4000
_COLUMN: Final = re.compile(r"(?:(?P<count>\d+)\*)?(?P<type>[a-z0-9_]+)(?::(?P<argument>\S+))?")
_TIME: Final = datetime.datetime(2024, 2, 29, 23, 59, 58, 1000)
_BANNERS: Final = {
    "12.1": (0x0C100200, _FIELD_VERSION, "Oracle Database 12c Enterprise Edition Release 12.1.0.2.0"),
    "12.2": (0x0C200100, _FIELD_VERSION, "Oracle Database 12c Enterprise Edition Release 12.2.0.1.0"),
    "18c": (0x12000000, _FIELD_VERSION, "Oracle Database 18c Enterprise Edition Release 18.0.0.0.0"),
    "19c": (0x13000000, _FIELD_VERSION, "Oracle Database 19c Enterprise Edition Release 19.0.0.0.0"),
    "21c": (0x15000000, _FIELD_VERSION, "Oracle Database 21c Express Edition Release 21.0.0.0.0"),
    "23ai": (0x171A0000, 24, "Oracle AI Database 26ai Free Release 23.26.0.0.0"),
}
"""Version number, field version and banner by release. Below 23ai the messages are those of field version 12.1, in
which the sizes of the model were measured."""
_PLATFORM: Final = b"x86_64/Linux 2.4.xx"
# Of a server of 12.1 (ndpi_oracle12.pcapng): JDBC writes its data types, and others read theirs, as these tell.
_CAPABILITIES: Final = bytes.fromhex(
    "060101012f010107010101010101017fff030b03030101ff01ffff010a0101ff01060960017f0400"
)
_RUN_TIME: Final = bytes.fromhex("02010001180003")
# Of the formats a driver reads the national character set, AL16UTF16, behind two lists that are empty.
_FORMATS: Final = bytes(9) + (2000).to_bytes(2, "big")
_AT_FIELD_VERSION: Final = 7


@dataclass(frozen=True, slots=True)
class Database:
    """The database of a plan."""

    columns: tuple[Column, ...]  #: columns of its query
    row: bytes  #: each of its rows
    number: int  #: version number
    field_version: int  #: newest layout of its messages
    banner: str  #: first line of its banner

    @property
    def protocol(self) -> bytes:
        """Its protocol message."""
        told = bytearray(_CAPABILITIES)
        told[_AT_FIELD_VERSION] = self.field_version
        return TtcProtocolReply(
            platform=_PLATFORM, formats=_FORMATS, compile_time=bytes(told), run_time=_RUN_TIME
        ).encode()


def database_of(plan: Plan) -> Database:
    """Take the database from a plan.

    @param plan: the plan
    @return: the database
    @raises PlanError: when real drivers cannot talk to it
    """
    for refused, why in (
        (uses_tds(plan), 'client.protocol = "tds" has no simulated server for real programs'),
        (
            plan["client.tls"],
            "client.tls has no meaning for a real program, whose bytes are not encrypted twice",
        ),
        (plan["server.encryption"] in ("requested", "required"), "native encryption is not served"),
        (plan["server.crypto_checksum"] in ("requested", "required"), "native checksums are not served"),
    ):
        if refused:
            raise PlanError(f"{why}; name a real server with --backend, or leave it out")
    release = str(plan["server.release"])
    if release not in _BANNERS:
        raise PlanError(
            f'server.release = "{release}" is no server that real programs can talk to without --backend; use one of '
            f"{', '.join(_BANNERS)}"
        )
    columns, values = _columns(plan)
    return Database(columns, row(columns, values), *_BANNERS[release])


def _columns(plan: Plan) -> tuple[tuple[Column, ...], list[Value]]:
    """Return the columns of the query and the values of each row."""
    text = str(plan["query.columns"]) or _text_columns(str(plan["query.row_length"]))
    names = [name.strip() for name in str(plan["query.column_names"]).split(",") if name.strip()]
    found: list[tuple[str, str | None]] = []
    for entry in text.replace(" ", "").lower().split(","):
        match = _COLUMN.fullmatch(entry)
        assert match is not None, entry  # the plan was checked
        found += [(match["type"], match["argument"])] * int(match["count"] or 1)
    columns: list[Column] = []
    values: list[Value] = []
    for place, (kind, argument) in enumerate(found):
        name = names[place] if place < len(names) else f"C{place + 1}"
        column, value = _column(name, kind, argument)
        columns.append(column)
        values.append(value)
    return tuple(columns), values


def _text_columns(row_length: str) -> str:
    """Write a row of so many bytes as columns of text, each with a byte for its length."""
    if not row_length.isdecimal() or int(row_length) < 1:
        raise PlanError(
            f'query.row_length = "{row_length}" says nothing of the columns that a driver reads; set query.columns, '
            "such as number:5, varchar2:90"
        )
    whole, rest = divmod(int(row_length), 251)
    return ",".join(
        [*(f"{whole}*varchar2:250",) * (whole > 0), *(f"varchar2:{max(rest - 1, 1)}",) * (rest > 0)]
    )


def _column(name: str, kind: str, argument: str | None) -> tuple[Column, Value]:
    """Make a column of an entry, and its value."""
    size = int(argument) if argument and argument.isdecimal() else 0
    if kind == "number" and argument:
        return Column(name, "number"), float(argument) if "." in argument or "e" in argument else int(
            argument
        )
    if kind in ("varchar2", "char") and size <= _TEXT_MOST:
        return Column(name, "varchar2", size or 1), "x" * size
    if kind == "raw" and size <= _TEXT_MOST:
        return Column(name, "raw", size or 1), bytes(size)
    if kind == "null":
        return Column(name, "varchar2", 40), None
    if kind in ("date", "timestamp") and not argument:
        return Column(name, kind), _TIME
    raise PlanError(
        f"query.columns has {kind}{f':{argument}' if argument else ''}, which is not served without --backend; use "
        f"number, varchar2, char and raw of up to {_TEXT_MOST} bytes, date, timestamp and null"
    )


@dataclass(frozen=True, slots=True)
class _Asked:
    """A message of the driver that was not answered yet."""

    name: str  #: what it is
    call: int  #: number of its call
    rows: int = 0  #: rows that it asks for
    reply: bytes = b""  #: what the answer is, whatever the simulation says


class Answers:
    """One session of a driver."""

    def __init__(self, database: Database, tell: Callable[[str], None]) -> None:
        """Start before the logon.

        @param database: the database
        @param tell: called with what is answered, but not done
        """
        self._database = database
        self._tell = tell
        # By cursor: statements that are no queries, with what comes back of binds; queries of DUAL, with their row.
        self._others: dict[int, bytes] = {}
        self._duals: dict[int, bytes] = {}
        self._opened = 0
        self._asked: deque[_Asked] = deque()
        self._rows = 0
        self.tells_end = False  #: whether the ACCEPT said that messages tell their end
        self._agree(TtcLayout())

    def _agree(self, layout: TtcLayout) -> None:
        """Start the logon in a layout."""
        self.layout = layout  #: layout of the messages
        self._logon = Logon(PASSWORD, layout, self._database.number)

    def ask(self, content: bytes) -> bytes:
        """Take a message of the driver.

        @param content: all of it
        @return: what the simulated server gets, of the same length or a few bytes longer
        @raises TtcError: when it cannot be served
        """
        try:
            return self._ask(content)
        except (IndexError, OverflowError):
            raise TtcError(
                f"a message of {len(content)} bytes that is cut short or has too large a number"
            ) from None

    def _ask(self, content: bytes) -> bytes:
        """Take a message of the driver, which may be cut short."""
        if content.startswith(_PIPELINE):
            raise TtcError("a pipeline, which is not served")
        if content[0] in _LOGON:
            self._asked.append(self._negotiate(content))
            return _simulated(content[0], 0, 0, len(content))
        start, call = ttc_call(content)
        function = content[start + 1]
        name = _NAMED.get(function, "") or ttc_message(content)[1].split(" + ")[-1]
        asked, flags = _Asked(name, call), 0
        if name == "OSESSKEY":
            asked = _Asked(name, call, reply=self._logon.challenge())
        elif name == "OAUTH":
            asked = _Asked(name, call, reply=self._logon.accept(content[start:]))
            flags = 0 if self._logon.proven else _WRONG_PASSWORD
        elif name in ("execute", "re-execute"):
            asked = self._execute(name, content[start:], call)
            function = _PING if asked.reply else function
        elif name in ("re-execute and fetch", "fetch"):
            cursor, rows = _integers(content[start:], self.layout)
            reply = self._of_dual(cursor, name, call) if cursor in self._duals else b""
            asked = _Asked(name, call, rows, reply)
            function = _PING if reply else function
        elif name == "version":
            told = version(self._database.banner, self._database.number, self.layout)
            asked = _Asked(name, call, reply=told)
        elif name in _WITHOUT_RESULT:
            asked = _Asked(name, call, reply=TtcStatus().encode())
        elif content[start] != _FUNCTION:
            raise TtcError(f"{name or 'a message'}, which is not served")
        else:
            function = _PING
            asked = _Asked(name, call, reply=self._refusal(call, f"it does not serve {name or 'this call'}"))
        self._asked.append(asked)
        if name == "fetch" and not asked.reply:
            return _fetch(call, asked.rows, self.layout, len(content))
        return _simulated(_FUNCTION, function, call, len(content), flags, asked.rows)

    def _execute(self, name: str, content: bytes, call: int) -> _Asked:
        """Take an execute: of the query, or of a statement that is none, which does nothing."""
        told = TtcExecute.decode(content, self.layout) if name == "execute" else None
        cursor = told.cursor if told else _integers(content, self.layout)[0]
        statement = told.statement if told else b""
        text = statement.decode("latin-1")
        described = b""
        if _QUERY.match(statement) and is_dual(text):
            cursor = self._open()
            columns, values = one_row(text)
            self._duals[cursor] = row(columns, values)
            described = describe(columns).encode(self.layout)
        if told and cursor in self._duals and (described or not statement):
            # With no rows asked for, the row comes with a fetch.
            kind = "re-execute and fetch" if told.rows else name
            return _Asked(name, call, reply=described + self._of_dual(cursor, kind, call))
        if _QUERY.match(statement) or (told and not statement and cursor not in self._others):
            return _Asked(name, call, told.rows if told else 0)
        if told and statement:
            cursor = self._open()
            self._others[cursor] = nulls(text, told.binds) if is_block(text) else b""
            self._tell(
                "statements that are no queries change nothing: they have no rows, and what they set is null"
            )
        if cursor not in self._others:
            return _Asked(
                name, call, reply=self._refusal(call, f"it has no statement with the cursor {cursor}")
            )
        return _Asked(name, call, reply=self._others[cursor] + self._done(cursor, call))

    def _open(self) -> int:
        """Return the number of a new cursor, in place of an old one where there are as many as a server allows."""
        cursor = _CURSOR + 1 + self._opened % (_CURSORS - 1)
        self._opened += 1
        self._others.pop(cursor, None)
        self._duals.pop(cursor, None)
        return cursor

    def _of_dual(self, cursor: int, name: str, call: int) -> bytes:
        """Answer a call of a query of DUAL: with its row, but to an execute alone."""
        if name == "execute":
            return self._done(cursor, call)
        executed = name != "fetch"
        end = ended(
            call=call, rows=1, error=NO_DATA_FOUND, text=NO_DATA_TEXT, cursor=cursor, executed=executed
        )
        told = statement_parameters(cursor) if executed else b""
        return rows_of(1, self._duals[cursor]) + told + end.encode(self.layout)

    def _done(self, cursor: int, call: int) -> bytes:
        """Say that a statement has been executed."""
        end = ended(call=call, cursor=cursor, executed=True)
        return statement_parameters(cursor) + end.encode(self.layout)

    def _refusal(self, call: int, why: str) -> bytes:
        """Say that something is not served."""
        text = f"ORA-{_UNIMPLEMENTED:05d}: unimplemented feature: the simulated server: {why}\n"
        return ended(call=call, error=_UNIMPLEMENTED, text=text, cursor=_CURSOR).encode(self.layout)

    def _negotiate(self, content: bytes) -> _Asked:
        """Answer a message before the logon."""
        protocol = self._database.protocol
        if content[0] == _LOGON[0]:
            return _Asked("protocol", 0, reply=protocol + (_RENEGOTIATE if _has_cookie(content) else b""))
        if content[0] == _LOGON[1]:
            return _Asked("data types", 0, reply=self._settle(TtcDataTypesRequest.decode(content)))
        types = self._settle(TtcFastAuth.decode(content).data_types)
        return _Asked("fast authentication", 0, reply=protocol + types + self._logon.challenge())

    def _settle(self, client: TtcDataTypesRequest) -> bytes:
        """Agree on a layout, and answer with the client's own types."""
        self._agree(TtcLayout.agree(self._database.field_version, client, self.tells_end))
        return TtcDataTypesReply(types=client.types).encode()

    def answer(self, first: bytes, tail: bytes) -> bytes:
        """Answer in real bytes.

        @param first: payload of the first packet of a simulated reply
        @param tail: that of its last one
        @return: the reply
        @raises TtcError: when there was no request
        """
        asked = self._asked.popleft() if self._asked else None
        flags, count = (first[3], int.from_bytes(first[4:8], "big")) if len(first) >= _PREFIX else (0, 0)
        if flags & _FAILED:
            number, text = error_text(tail) or (count, f"ORA-{count:05d}")
            told = ended(call=asked.call if asked else 0, error=number, text=f"{text}\n", cursor=_CURSOR)
            return told.encode(self.layout)
        if asked is None:
            raise TtcError("an answer without a question")
        return asked.reply or self._fetched(asked, count, last=bool(flags & _LAST))

    def _fetched(self, asked: _Asked, count: int, *, last: bool) -> bytes:
        """Answer with rows."""
        executed = asked.name != "fetch"
        self._rows = count if executed else self._rows + count
        described = describe(self._database.columns).encode(self.layout) if asked.name == "execute" else b""
        rows = rows_of(asked.rows, self._database.row * count) if executed or count else b""
        cursor = statement_parameters(_CURSOR) if executed else b""
        error, text = (NO_DATA_FOUND, NO_DATA_TEXT) if last else (0, "")
        end = ended(
            call=asked.call, rows=self._rows, error=error, text=text, cursor=_CURSOR, executed=executed
        )
        return described + rows + cursor + end.encode(self.layout)


def _simulated(type: int, function: int, call: int, length: int, flags: int = 0, rows: int = 0) -> bytes:
    """Write a simulated message (Net8TtcPrefix)."""
    if function in (0x04, 0x4E):
        length = max(length, _PREFIX + 4)  # Shorter ones have fields of their own.
    head = bytes([type, function, call & 0xFF, flags]) + rows.to_bytes(4, "big") + length.to_bytes(4, "big")
    return head[: max(length, 3)].ljust(length, b"\0")


def _fetch(call: int, rows: int, layout: TtcLayout, length: int) -> bytes:
    """Write a fetch, which is real in the simulation."""
    token = b"\0" if layout.end_of_response else b""
    size = (rows.bit_length() + 7) // 8
    told = (
        bytes([_FUNCTION, 0x05, call & 0xFF]) + token + bytes([1, _CURSOR, size]) + rows.to_bytes(size, "big")
    )
    # Of 11 and of 20 bytes are those of OCI.
    return told.ljust(length + (length in (11, 20)), b"\0")


def _has_cookie(protocol: bytes) -> bool:
    """Say whether what a driver remembers of a server is behind its protocol message, which ends in a text."""
    end = protocol.index(0, 3) if 0 in protocol[3:] else len(protocol)
    return protocol[end + 1 : end + 2] == bytes([_COOKIE])


def _integers(call: bytes, layout: TtcLayout) -> tuple[int, int]:
    """Read cursor and rows behind the head of a call."""
    at, found = 3, []
    for _each in range(3 if layout.has_token else 2):
        size = call[at]
        found.append(int.from_bytes(call[at + 1 : at + 1 + size], "big"))
        at += 1 + size
    return found[-2], found[-1]
