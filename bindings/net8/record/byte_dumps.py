# SPDX-License-Identifier: GPL-2.0-only
"""Read the messages of a server trace with event 10079: each byte that the server sent and received.

Behind IFCDSEND and before the wait for the client stand the parts of a reply, behind that wait those of a request. The
bytes are those of TTC, without the header of a TNS packet, which is put before them here.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from net8.base.errors import CaptureError
from net8.capture.talk import Said
from net8.record.wait_classes import FROM_CLIENT
from net8.record.whole import read_whole

__all__ = ["read_byte_dumps"]

_LARGEST_DUMP: Final = 1 << 24
_DATA_HEADER: Final = 10
_SDU: Final = 8192
_DATA: Final = 6
_SAMPLE: Final = 10_000
"""Lines by which the order of bytes is found out."""
_LINE: Final = re.compile(
    rb"^(?:(?P<send>IFCDSEND): "
    rb"|WAIT #-?\d+: nam='(?P<name>[^'\n]*)' ela= *(?P<elapsed>\d{1,15})[^\n]* tim=(?P<tim>\d{1,18})"
    rb"| *(?P<size>\d{1,9}) bytes (?P<way>sent|received) via"
    rb"|Dump of memory from 0x(?P<start>[0-9A-Fa-f]{1,16}) to 0x(?P<end>[0-9A-Fa-f]{1,16})\r?$"
    rb"|(?P<address>[0-9A-F]{4,16}) (?P<words>[0-9A-F ]{35})[^\n]*?\[(?P<text>[^\n]*)\]"
    rb"|  +Repeat (?P<repeat>\d{1,9}) times)",
    re.MULTILINE,
)


@dataclass(slots=True)
class _Dump:
    """A dump of memory."""

    start: int
    end: int
    data: bytearray = field(default_factory=bytearray)
    last: bytes = b""

    def add(self, address: int, line: bytes) -> None:
        """Add a line of 16 bytes."""
        self.last = line
        self._put(address, line)

    def repeat(self, times: int) -> None:
        """Repeat the last line."""
        for _time in range(min(times, (self.end - self.start) // 16 + 1)):
            self._put(self.start - self.start % 16 + len(self.data), self.last)

    def _put(self, address: int, line: bytes) -> None:
        """Put a line where it belongs, if it follows what is there."""
        if address == self.start - self.start % 16 + len(self.data):
            self.data += line

    def bytes(self) -> bytes:
        """Return the bytes of the dump."""
        first = self.start % 16
        return bytes(self.data[first : first + self.end - self.start])


def _line_bytes(words: bytes, *, little: bool) -> bytes:
    """Return the bytes of a line of up to four words of four bytes, each a number of the server."""
    line = bytearray(16)
    for place in range(4):
        word = words[9 * place : 9 * place + 8]
        # Of a line that is damaged, a part may have a space inside.
        if len(word) == 8 and b" " not in word:
            found = bytes.fromhex(word.decode("ascii"))
            line[4 * place : 4 * place + 4] = found[::-1] if little else found
    return bytes(line)


def _is_little(content: bytes) -> bool:
    """Return whether the server's numbers begin with their last byte: as the texts beside the words have it."""
    votes = 0
    for line in itertools.islice(_LINE.finditer(content), _SAMPLE):
        if line["address"]:
            votes += _alike(_line_bytes(line["words"], little=True), line["text"])
            votes -= _alike(_line_bytes(line["words"], little=False), line["text"])
    return votes >= 0


def _alike(line: bytes, text: bytes) -> int:
    """Count the bytes that are as the text beside them shows them."""
    return sum(one == other for one, other in zip(line, text, strict=False) if other != ord("."))


@dataclass(slots=True)
class _Reader:
    """Follows the lines of a trace."""

    little: bool
    said: list[Said] = field(default_factory=list)
    first: bytes = b""  #: what IFCDSEND showed of the reply, not yet followed by the rest
    dump: _Dump | None = None
    what: str = ""  #: what the next dump is: the first of a reply, sent, or received
    sent: list[bytes] = field(default_factory=list)  #: parts of the reply, until the time is known
    left: int = 0  #: bytes of the request that are still to come
    now: int = 0

    def take(self, line: re.Match[bytes]) -> None:
        """Take a line."""
        if line["address"] and self.dump:
            self.dump.add(int(line["address"], 16), _line_bytes(line["words"], little=self.little))
            return
        if line["repeat"] and self.dump:
            self.dump.repeat(int(line["repeat"]))
            return
        self.close()
        if line["send"]:
            self.what = "first"
        elif line["size"]:
            self.what = line["way"].decode("ascii")
            self.left = int(line["size"])
        elif line["start"]:
            start, end = int(line["start"], 16), int(line["end"], 16)
            if self.what and 0 < end - start <= _LARGEST_DUMP:
                self.dump = _Dump(start, end)
        elif line["name"] is not None:
            self._wait(line["name"], int(line["elapsed"]) * 1000, int(line["tim"]) * 1000)

    def close(self) -> None:
        """End a dump."""
        if self.dump is None:
            return
        data, self.dump = self.dump.bytes(), None
        if self.what == "first":
            self.first, self.what = data, ""
        elif self.what == "sent":
            self.sent.append(self.first + data)
            self.first, self.what = b"", ""
        else:
            self.sent.append(data)
            self.left -= len(data)
            if self.left <= 0:
                self.flush(self.now, from_client=True)
                self.what = ""

    def _wait(self, name: bytes, elapsed_ns: int, time_ns: int) -> None:
        """Take a wait: the one for the client begins when a reply is on its way, and ends with the next request."""
        if name == FROM_CLIENT.encode():
            self.flush(max(time_ns - elapsed_ns, self.now), from_client=False)
            self.what = ""
        self.now = max(self.now, time_ns)

    def flush(self, time_ns: int, *, from_client: bool) -> None:
        """End a message."""
        message = b"".join(self.sent)
        self.sent.clear()
        for start in range(0, len(message), _SDU - _DATA_HEADER):
            part = message[start : start + _SDU - _DATA_HEADER]
            head = (len(part) + _DATA_HEADER).to_bytes(2, "big") + bytes([0, 0, _DATA, 0, 0, 0, 0, 0])
            self.said.append(Said(time_ns, 0, from_client, head + part))


def read_byte_dumps(path: Path) -> list[Said]:
    """Read the messages of a trace with event 10079.

    @param path: the file
    @return: its messages as TNS packets, by the clock of the trace
    @raises CaptureError: when it has none
    """
    content = read_whole(path)
    reader = _Reader(_is_little(content))
    for line in _LINE.finditer(content):
        reader.take(line)
    reader.close()
    reader.flush(reader.now, from_client=reader.what == "received")
    if not reader.said:
        raise CaptureError(
            f"{path} has no bytes of messages; set event 10079 at level 2 beside 10046, or name a trace of Oracle Net "
            "at level 16"
        )
    return reader.said
