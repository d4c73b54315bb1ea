# SPDX-License-Identifier: GPL-2.0-only
"""A recording: a pcapng file that a proxy writes of what passed it, with headers of IP and TCP around the bytes.

Its times are those of the proxy: of a request when the server's system had it, of a reply when the proxy had it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from net8.base.errors import PlanError
from net8.base.files import cause
from net8.capture import tcp_header
from net8.capture.streams import Endpoint
from net8.capture.talk import Headers

__all__ = ["LONGEST_BYTES", "Recording", "Talk"]

LONGEST_BYTES: Final = 65_480
"""Most payload of a packet: what IP can tell, less its headers."""
_WHOLE_BYTES: Final = 192 << 20
"""From this length of the file on, packets keep the beginning of their payload, and its length."""
_KEPT_BYTES: Final = 64
_BUFFER_BYTES: Final = 1 << 16
_RAW_IP: Final = 101
_BLOCK: Final = struct.Struct("<IIIIIII")
_NAME: Final = b"net8 record"


class Talk:
    """One connection as the file has it."""

    __slots__ = ("numbers", "ways")

    def __init__(self, client: Endpoint, server: Endpoint) -> None:
        """Keep its ends.

        @param client: who connected to the proxy
        @param server: who the proxy connected to
        """
        if len(client[0]) != len(server[0]):
            client, server = _wide(client), _wide(server)
        self.ways = Headers(client, server), Headers(server, client)
        self.numbers = [1, 1]  #: next sequence numbers of client and server


class Recording:
    """A file that is being written; without one nothing is kept."""

    def __init__(self) -> None:
        """Start without a file."""
        self._file: _File | None = None
        self.wrong = ""  #: why the file is not whole, empty if it is
        self.packets = 0  #: packets in the file
        self.connections = 0  #: connections that were opened since it was

    def open(self, path: Path | None) -> None:
        """End the file, and begin another one.

        @param path: its name, None for none
        @raises PlanError: when it cannot be written
        """
        self.close()
        self.wrong, self.packets, self.connections = "", 0, 0
        if path is None:
            return
        try:
            self._file = _File(path)
        except OSError as error:
            raise PlanError(f"{path} cannot be written: {cause(error, path)}") from None

    def close(self) -> None:
        """Write what is left, and end the file."""
        if self._file is None:
            return
        file, self._file = self._file, None
        try:
            file.close()
        except OSError as error:
            self.wrong = f"{file.path} cannot be written: {cause(error, file.path)}"

    def opened(self, talk: Talk, time_ns: int) -> None:
        """Add the handshake of a connection, which takes no time at a port without network.

        @param talk: the connection
        @param time_ns: when it was there
        """
        self.connections += 1
        talk.numbers = [0, 0]
        self._add(talk, True, time_ns, tcp_header.SYN, b"")
        talk.numbers[0] = 1
        self._add(talk, False, time_ns, tcp_header.SYN | tcp_header.ACK, b"")
        talk.numbers[1] = 1
        self._add(talk, True, time_ns, tcp_header.ACK, b"")

    def passed(self, talk: Talk, from_client: bool, time_ns: int, data: bytes, urgent: int = 0) -> None:
        """Add bytes that passed.

        @param talk: the connection
        @param from_client: which end sent them
        @param time_ns: when
        @param data: the bytes
        @param urgent: urgent pointer, 0 without
        """
        flags = tcp_header.ACK | tcp_header.PSH | (tcp_header.URG if urgent else 0)
        self._add(talk, from_client, time_ns, flags, data, urgent)

    def ended(self, talk: Talk, from_client: bool, time_ns: int, *, reset: bool = False) -> None:
        """Add the end of what an end sends.

        @param talk: the connection
        @param from_client: which end
        @param time_ns: when
        @param reset: whether it was reset and not closed
        """
        end = tcp_header.RST if reset else tcp_header.FIN
        self._add(talk, from_client, time_ns, end | tcp_header.ACK, b"")
        talk.numbers[not from_client] += not reset

    def _add(
        self, talk: Talk, from_client: bool, time_ns: int, flags: int, data: bytes, urgent: int = 0
    ) -> None:  # fmt: skip
        """Add a packet, and count its bytes."""
        own, other = not from_client, from_client
        numbers = talk.numbers
        if self._file is not None:
            self.packets += 1
            lost = len(data) - _KEPT_BYTES if self._file.full and len(data) > _KEPT_BYTES else 0
            kept = data[:_KEPT_BYTES] if lost else data
            acknowledged = numbers[other] if flags & tcp_header.ACK else 0
            head = talk.ways[own].before(numbers[own], acknowledged, flags, kept, urgent=urgent, lost=lost)
            try:
                self._file.add(time_ns, head, kept, lost)
            except OSError as error:
                # What passes is of more worth than the record of it.
                self.wrong = f"{self._file.path} cannot be written: {cause(error, self._file.path)}"
                self._file.drop()
                self._file = None
        numbers[own] = (numbers[own] + len(data)) % 2**32


class _File:
    """A pcapng file."""

    def __init__(self, path: Path) -> None:
        """Begin it."""
        self.path = path
        self._stream = path.open("wb", buffering=0)
        self._waiting: list[bytes] = []
        self._size = self._written = 0
        for part in _head():
            self._put(part)
        self._flush()

    @property
    def full(self) -> bool:
        """Whether packets are to be cut."""
        return self._written > _WHOLE_BYTES

    def add(self, time_ns: int, head: bytes, data: bytes, lost: int) -> None:
        """Add a packet."""
        size = len(head) + len(data)
        length = 32 + size + -size % 4
        block = _BLOCK.pack(6, length, 0, time_ns >> 32, time_ns & 0xFFFFFFFF, size, size + lost)
        self._put(b"".join((block, head, data, bytes(-size % 4), length.to_bytes(4, "little"))))
        if self._size > _BUFFER_BYTES:
            self._flush()

    def _put(self, part: bytes) -> None:
        """Keep a part until there are some."""
        self._waiting.append(part)
        self._size += len(part)

    def _flush(self) -> None:
        """Write what is kept."""
        data = memoryview(b"".join(self._waiting))
        self._waiting.clear()
        self._written += self._size
        self._size = 0
        while data:
            data = data[self._stream.write(data) :]

    def close(self) -> None:
        """Write what is left."""
        try:
            self._flush()
        finally:
            self._stream.close()

    def drop(self) -> None:
        """Close it as it is."""
        self._stream.close()


def _head() -> Iterator[bytes]:
    """Yield the blocks that a file begins with: the section with the name of who writes it, and the interface."""
    yield _block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1) + _option(4, _NAME) + bytes(4))
    yield _block(1, struct.pack("<HHI", _RAW_IP, 0, 0) + _option(9, bytes([9])) + bytes(4))


def _block(kind: int, body: bytes) -> bytes:
    """Return a block of pcapng."""
    length = struct.pack("<I", len(body) + 12)
    return struct.pack("<I", kind) + length + body + length


def _option(code: int, value: bytes) -> bytes:
    """Return an option of pcapng."""
    return struct.pack("<HH", code, len(value)) + value + bytes(-len(value) % 4)


def _wide(end: Endpoint) -> Endpoint:
    """Return an end with an address of IPv6, one of IPv4 mapped to it (RFC 4291, 2.5.5.2)."""
    address, port = end
    return (address if len(address) == 16 else bytes(10) + b"\xff\xff" + address), port
