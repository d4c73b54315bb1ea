# SPDX-License-Identifier: GPL-2.0-only
"""Take libraries that nothing uses out of what shared libraries (ELF, 64 bits, little-endian) ask for when loaded.

The wheel of ns-3 links its core with the GNU Scientific Library, of which only ns-3's Wi-Fi calls anything. That
library is GPL-3.0-or-later, which nobody may give away together with ns-3's GPL-2.0-only.

Usage: drop_needed.py FOLDER PREFIX...
"""

from __future__ import annotations

import struct
import sys
from collections.abc import Iterator
from pathlib import Path

_PROGRAM_HEADER = struct.Struct("<IIQQQQQQ")
_ENTRY = struct.Struct("<qQ")
_LOAD, _DYNAMIC = 1, 2
_NULL, _NEEDED, _STRINGS = 0, 1, 5


class _Library:
    """The dynamic section of a shared library."""

    def __init__(self, content: bytes) -> None:
        """Find it."""
        if content[:6] != b"\x7fELF\x02\x01":
            raise ValueError("it is no library of 64 bits, little-endian")
        self.content = bytearray(content)
        (headers,) = struct.unpack_from("<Q", content, 0x20)
        size, count = struct.unpack_from("<HH", content, 0x36)
        self._segments = [_PROGRAM_HEADER.unpack_from(content, headers + size * n) for n in range(count)]
        dynamic = next(segment for segment in self._segments if segment[0] == _DYNAMIC)
        self._start, self._count = dynamic[2], dynamic[5] // _ENTRY.size
        self._strings = self._offset(next(value for tag, value in self._entries() if tag == _STRINGS))

    def _offset(self, address: int) -> int:
        """Return the place in the file of an address in memory."""
        for kind, _, offset, start, _, size, *_ in self._segments:
            if kind == _LOAD and start <= address < start + size:
                return int(address - start + offset)
        raise ValueError("its dynamic section points outside of it")

    def _entries(self) -> Iterator[tuple[int, int]]:
        """Yield tag and value of the entries."""
        for number in range(self._count):
            tag, value = _ENTRY.unpack_from(self.content, self._start + number * _ENTRY.size)
            if tag == _NULL:
                return
            yield tag, value

    def _name(self, value: int) -> str:
        """Return the text that an entry points at."""
        start = self._strings + value
        return self.content[start : self.content.index(0, start)].decode()

    def needed(self) -> list[str]:
        """Return the libraries that it asks for."""
        return [self._name(value) for tag, value in self._entries() if tag == _NEEDED]

    def drop(self, prefixes: list[str]) -> None:
        """Ask no more for libraries whose names start so; the entries behind move up."""
        kept = [
            (tag, value)
            for tag, value in self._entries()
            if tag != _NEEDED or not self._name(value).startswith(tuple(prefixes))
        ]
        kept += [(_NULL, 0)] * (self._count - len(kept))
        for number, entry in enumerate(kept):
            _ENTRY.pack_into(self.content, self._start + number * _ENTRY.size, *entry)


def needed(path: Path) -> list[str]:
    """Return the libraries that a shared library asks for.

    @param path: the library
    @return: names
    """
    return _Library(path.read_bytes()).needed()


def drop(path: Path, prefixes: list[str]) -> None:
    """Let a shared library ask no more for some others; written only if it did.

    @param path: the library
    @param prefixes: what their names start with
    """
    library = _Library(path.read_bytes())
    if any(name.startswith(tuple(prefixes)) for name in library.needed()):
        library.drop(prefixes)
        path.write_bytes(library.content)


if __name__ == "__main__":
    for found in sorted(Path(sys.argv[1]).glob("*.so*")):
        drop(found, sys.argv[2:])
