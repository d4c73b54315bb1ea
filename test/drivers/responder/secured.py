# SPDX-License-Identifier: GPL-2.0-only
"""TLS under a connection of the responder: handshakes on one TCP connection, and the records of each."""

from __future__ import annotations

import select
import socket
import ssl
from dataclasses import dataclass, field
from typing import Final

__all__ = ["Handshake", "SecuredSocket"]

_HEADER: Final = 5
_APPLICATION, _HANDSHAKE = 23, 22
_READ: Final = 1 << 16
_PATIENCE_S: Final = 10.0


@dataclass
class Handshake:
    """One handshake, and what was sent with its keys."""

    version: str = ""  #: version of TLS, as Python names it
    peer: bool = False  #: whether the client showed a certificate
    name: str = ""  #: name that the client asked for
    hello_bytes: int = 0  #: record of the client's first message
    records: list[int] = field(default_factory=list)  #: bytes of each of the client's records of data


class SecuredSocket:
    """What a channel takes for a socket: plain bytes above, records below."""

    def __init__(self, sock: socket.socket, context: ssl.SSLContext) -> None:
        """Take a connected socket over.

        @param sock: the socket
        @param context: the server's certificate, and what it wants of clients
        """
        self.handshakes: list[Handshake] = []  #: in their order
        self._sock = sock
        self._context = context
        self.restart()

    def restart(self) -> None:
        """Forget all keys, as the process does that a listener hands a connection to, and shake hands."""
        current = Handshake()
        self.handshakes.append(current)
        self._in, self._out = ssl.MemoryBIO(), ssl.MemoryBIO()

        def named(_tls: ssl.SSLObject, name: str | None, _context: ssl.SSLContext) -> None:
            current.name = name or ""

        self._context.sni_callback = named
        self._tls = self._context.wrap_bio(self._in, self._out, server_side=True)
        while True:
            try:
                self._tls.do_handshake()
                break
            except ssl.SSLWantReadError:
                self._flush()
                self._pull()
        self._flush()
        current.version = self._tls.version() or ""
        current.peer = bool(self._tls.getpeercert(binary_form=True))

    def settimeout(self, seconds: float) -> None:
        """Set how long the socket waits."""
        self._sock.settimeout(seconds)

    def fileno(self) -> int:
        """Return the number of the socket."""
        return self._sock.fileno()

    def recv(self, _size: int, _flags: int = 0) -> bytes:
        """Wait for plain bytes and give all that there are; none: the client has closed."""
        while True:
            plain = bytearray()
            try:
                while part := self._tls.read(_READ):
                    plain += part
            except ssl.SSLWantReadError:
                pass
            except ssl.SSLError:
                return bytes(plain)
            if plain:
                return bytes(plain)
            if not self._pull():
                return b""

    def sendall(self, content: bytes) -> None:
        """Send plain bytes."""
        self._tls.write(content)
        self._flush()

    def _flush(self) -> None:
        """Send what TLS has to send."""
        if data := self._out.read():
            self._sock.sendall(data)

    def _pull(self) -> bool:
        """Take one record of the socket, so that the next handshake finds its own; false: there is none."""
        record = self._exactly(_HEADER)
        record += self._exactly(int.from_bytes(record[3:5], "big"))
        size = len(record)
        if size <= _HEADER:
            self._in.write_eof()
            return False
        current = self.handshakes[-1]
        if record[0] == _APPLICATION and current.version:
            current.records.append(size)
        if record[0] == _HANDSHAKE and not current.hello_bytes:
            current.hello_bytes = size
        self._in.write(record)
        return True

    def _exactly(self, size: int) -> bytes:
        """Take so many bytes of the socket, so that it still tells of those behind; fewer: the client has closed."""
        found = b""
        while len(found) < size and select.select([self._sock], [], [], _PATIENCE_S)[0]:
            fresh = self._sock.recv(size - len(found))
            if not fresh:
                break
            found += fresh
        return found
