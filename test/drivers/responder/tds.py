# SPDX-License-Identifier: GPL-2.0-only
"""A TDS server on the loopback interface: the engine of the simulator behind a real socket."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import Final

from net8_testing import TdsServer

__all__ = ["PASSWORD", "USER", "TdsListener", "packets"]

USER: Final = "scott"
"""Who logs on."""
PASSWORD: Final = "tiger"
"""With which password."""
_PATIENCE_S: Final = 10.0
_HEADER: Final = 8
_READ: Final = 1 << 16


class TdsListener:
    """A port that takes one connection."""

    def __init__(
        self, columns: Sequence[tuple[str, int, int]], rows: Sequence[Sequence[bytes | None]]
    ) -> None:
        """Open the port.

        @param columns: name, type and most bytes of each column of the result
        @param rows: its values, as they stand on the wire
        """
        self.server = TdsServer(columns, rows, USER, PASSWORD)  #: the engine
        self.received = b""  #: what the client sent
        self.sent = b""  #: what it was sent
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._socket.settimeout(_PATIENCE_S)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        """Its number."""
        return int(self._socket.getsockname()[1])

    def __enter__(self) -> TdsListener:
        """Return the listener."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Wait for the end of the connection and close the port."""
        self._thread.join(_PATIENCE_S)
        self._socket.close()

    def _serve(self) -> None:
        """Feed the engine until the client closes or the engine wants no more."""
        with contextlib.suppress(OSError):
            sock, _ = self._socket.accept()
            with sock:
                sock.settimeout(_PATIENCE_S)
                while not self.server.error and (data := sock.recv(_READ)):
                    self.received += data
                    answer = self.server.feed(data)
                    self.sent += answer
                    sock.sendall(answer)


def packets(data: bytes) -> list[tuple[int, int, int]]:
    """Cut a stream into TDS packets.

    @param data: whole packets
    @return: type, status and length of each
    """
    found = []
    while len(data) >= _HEADER:
        length = int.from_bytes(data[2:4], "big")
        found.append((data[0], data[1], length))
        data = data[max(length, _HEADER) :]
    return found
