# SPDX-License-Identifier: GPL-2.0-only
"""What the bytes of a PostgreSQL connection say: statements, rows, and whether the client still waits for an answer.

Protocol 3.0 ("Frontend/Backend Protocol" in the documentation of PostgreSQL): but for the first packet, each message is
a letter, a length of four bytes that counts itself, and what it carries. A client that has sent Query, Sync or Flush
waits; ReadyForQuery, or the answers to all messages before the Flush, end that. What it sends before belongs to the
same turn, also where the server, whose buffer was full, has answered a part of it in between.
"""

from __future__ import annotations

import re
from collections import deque
from typing import Final

__all__ = ["PostgresDialogue", "opens_postgres"]

_LENGTH: Final = 4
_VERSIONS: Final = range(0x0003_0000, 0x0004_0000)
_CANCEL: Final = 80_877_102
_ENCRYPTION: Final = (80_877_103, 80_877_104)
"""SSLRequest and GSSENCRequest, which one byte answers."""
_LONGEST_OPENING: Final = 10_000
_KEPT: Final = 1 << 16
"""Beginning of a message that is looked at."""
_OF_CLIENT: Final = frozenset(b"QPBECDSFfHXdcp")
_ANSWERS: Final = {
    ord("P"): b"1", ord("B"): b"2", ord("C"): b"3", ord("D"): b"Tn", ord("E"): b"CIs", ord("Q"): b"Z", ord("S"): b"Z",
    ord("F"): b"Z",
}  # fmt: skip
"""Message of the server that ends each of the client's."""
_SYNC: Final = b"QSF"
_FETCH: Final = re.compile(rb"\s*(?:FETCH|MOVE)\b", re.IGNORECASE)
_COPY: Final = re.compile(rb"\s*COPY\b", re.IGNORECASE)
_NO_WORK: Final = re.compile(rb"\s*(?:BEGIN|START\s+TRANSACTION)\b[^;]{0,80};?\s*", re.IGNORECASE)


def opens_postgres(data: bytes) -> bool:
    """Return whether a client's first bytes are those of PostgreSQL.

    @param data: the first piece that it sent
    @return: whether it is a startup packet, or asks for encryption or a cancellation
    """
    if len(data) < 8:
        return False
    size, code = int.from_bytes(data[:4], "big"), int.from_bytes(data[4:8], "big")
    known = code in _VERSIONS or code in (*_ENCRYPTION, _CANCEL)
    return known and size == len(data) <= _LONGEST_OPENING


def _continues_postgres(data: bytes) -> bool:
    """Return whether bytes are whole messages of a client whose startup was not captured."""
    place = 0
    while place + 5 <= len(data) and data[place] in _OF_CLIENT:
        size = int.from_bytes(data[place + 1 : place + 5], "big")
        if size < _LENGTH:
            return False
        place += 1 + size
    return place == len(data) > 0


class PostgresDialogue:
    """Follows both ends of a connection, piece by piece in the order in which they passed."""

    def __init__(self, first: bytes) -> None:
        """Begin.

        @param first: the first piece of the client
        """
        self.known = opens_postgres(first) or _continues_postgres(first)  #: whether it is PostgreSQL
        self.encrypted = False  #: whether nothing more can be read
        self.waits = False  #: whether the client still waits for an answer
        self.free = False  #: whether the server has said last that the session is in no transaction
        self.rows = 0  #: rows of the server since take_rows()
        self.executes = 0  #: messages of the client that execute something
        self._opening = opens_postgres(first)
        self._asked_encryption = False
        self._texts: dict[bytes, bytes] = {}
        self._portals: dict[bytes, bytes] = {}
        self._expected: deque[int] = deque()
        self._flushed = 0
        self._goes_on = False
        self._copying = False
        self._kinds: list[str] = []
        self._said: list[bytes] = []
        self._left = {True: b"", False: b""}
        self._skip = {True: 0, False: 0}

    def take_request(self) -> tuple[str, list[bytes]]:
        """Return what the client has asked since the last call of this.

        @return: kind of the request, and texts of its statements
        """
        kinds, texts = self._kinds, self._said
        self._kinds, self._said = [], []
        for kind in ("startup", "password", "copy data", "copy", "fetch", "query", "execute", "parse"):
            if kind in kinds:
                return kind, texts
        return (kinds[0] if kinds else ""), texts

    def take_rows(self) -> int:
        """Return the rows since the last call of this."""
        rows, self.rows = self.rows, 0
        return rows

    def lost(self) -> None:
        """Take note that bytes are missing: messages begin anew with the next turn."""
        self._left = {True: b"", False: b""}
        self._skip = {True: 0, False: 0}
        self._expected.clear()
        self._flushed = 0
        self.waits = self._copying = self._goes_on = False

    def take(self, data: bytes, *, from_client: bool) -> None:
        """Read a piece.

        @param data: bytes
        @param from_client: who sent them
        """
        if self.encrypted:
            self.waits = False
            return
        if self._asked_encryption and not from_client:
            self._asked_encryption = self.waits = False
            self.encrypted = data[:1] in (b"S", b"G")
            self._opening = True
            return
        skipped = min(self._skip[from_client], len(data))
        self._skip[from_client] -= skipped
        self._read(self._left[from_client] + data[skipped:], from_client)
        self.waits = self._still_waits()

    def _still_waits(self) -> bool:
        """Return whether the client waits for an answer."""
        if self._opening:
            return self.waits
        if self._copying:
            return False
        return self._goes_on or self._flushed > 0 or any(each in _SYNC for each in self._expected)

    def _read(self, data: bytes, from_client: bool) -> None:
        """Read the messages of an end; what is not whole is kept, or passed over where only its length matters."""
        place = 0
        while place < len(data):
            if self._opening and from_client and data[place] == 0:
                end = place + int.from_bytes(data[place : place + 4], "big")
                if end > len(data) or end < place + 8:
                    break
                self._open(int.from_bytes(data[place + 4 : place + 8], "big"))
                place = end
                continue
            if place + 5 > len(data):
                break
            kind, size = data[place], int.from_bytes(data[place + 1 : place + 5], "big")
            end = place + 1 + max(size, _LENGTH)
            if end > len(data) and end - place < _KEPT:
                break
            body = data[place + 5 : min(end, place + _KEPT, len(data))]
            (self._client if from_client else self._server)(kind, body)
            if end > len(data):
                self._skip[from_client] = end - len(data)
            place = end
        self._left[from_client] = data[place:]

    def _open(self, code: int) -> None:
        """Read the first packet."""
        self._kinds.append("startup")
        self._asked_encryption = code in _ENCRYPTION
        self.waits = True

    def _client(self, kind: int, body: bytes) -> None:
        """Read a message of the client."""
        letter = chr(kind)
        if letter == "p":
            self._kinds.append("password")
            self.waits = True
        elif letter == "Q":
            self._say(body.partition(b"\0")[0])
            text = self._said[-1] if self._said else b""
            self._kinds.append("fetch" if _FETCH.match(text) else "copy" if _COPY.match(text) else "query")
        elif letter == "P":
            name, _zero, rest = body.partition(b"\0")
            self._texts[name] = rest.partition(b"\0")[0]
            self._kinds.append("parse")
        elif letter == "B":
            portal, _zero, rest = body.partition(b"\0")
            self._portals[portal] = rest.partition(b"\0")[0]
            self._kinds.append("bind")
        elif letter == "E":
            self._execute(body.partition(b"\0")[0])
        elif letter in "dcf":
            self._kinds.append("copy data")
            self._copying = self._copying and letter == "d"
        elif letter == "H":
            self._flushed = len(self._expected)
        else:
            self._kinds.append(
                {"S": "sync", "X": "terminate", "F": "function", "D": "describe"}.get(letter, "close")
            )
        if kind in _ANSWERS:
            self._expected.append(kind)
            # Without Sync or Flush behind it a message has no sure answer, so that one of these follows.
            self._goes_on = kind not in _SYNC
        elif letter == "H":
            self._goes_on = False

    def _execute(self, portal: bytes) -> None:
        """Read an Execute; without a Bind before it, it asks for more rows of a portal."""
        self.executes += 1
        name = self._portals.get(portal)
        again = "bind" not in self._kinds
        text = b"" if name is None else self._texts.get(name, b"prepared statement " + name if name else b"")
        if text:
            self._say(text)
        self._kinds.append("fetch" if again else "copy" if _COPY.match(text) else "execute")
        if not again and "parse" not in self._kinds and not text:
            self._say(b"prepared statement")

    def _say(self, text: bytes) -> None:
        """Keep the text of a statement, but not of one that only begins a transaction with others behind it."""
        if self._said and _NO_WORK.fullmatch(self._said[-1]):
            self._said.pop()
        self._said.append(text)

    def _server(self, kind: int, body: bytes) -> None:
        """Read a message of the server."""
        letter = chr(kind)
        if letter == "D":
            self.rows += 1
            return
        if letter == "Z":
            self.free = body[:1] == b"I"
        if self._opening:
            asks = letter == "R" and int.from_bytes(body[:4], "big") not in (0, 12)
            if asks or letter in "EZ":
                self.waits = False
            self._opening = letter not in "EZ"
            return
        if letter in "GW":
            self._copying = True
        elif letter == "E":
            self._fail()
        elif self._expected and kind in _ANSWERS[self._expected[0]]:
            self._answered()

    def _fail(self) -> None:
        """Take an error: the server passes over all up to a Sync."""
        self._copying = False
        while self._expected and self._expected[0] not in _SYNC:
            self._answered()
        self._flushed = 0

    def _answered(self) -> None:
        """Take note that a message of the client was answered."""
        self._expected.popleft()
        self._flushed = max(self._flushed - 1, 0)
