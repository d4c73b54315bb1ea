# SPDX-License-Identifier: GPL-2.0-only
"""Ports of the responder on the loopback interface, one pair for each case of each driver."""

from __future__ import annotations

import socket
import threading
from types import TracebackType
from typing import Final

from responder.cases import Case
from responder.channel import Channel, EndedError
from responder.dialogue import Dialogue
from responder.recording import Recording

__all__ = ["Listener"]

_LOOPBACK: Final = "127.0.0.1"
_BACKLOG: Final = 16
_CONNECTIONS_MOST: Final = 64


class Listener:
    """Ports A and B of one case; a connection is served in a thread of its own."""

    def __init__(self, case: Case) -> None:
        """Open the ports.

        @param case: what to do
        """
        self.case = case
        self.recordings: list[Recording] = []  #: connections in order of arrival
        self._sockets = {name: self._open() for name in ("A", "B")}
        self._ports = {name: int(sock.getsockname()[1]) for name, sock in self._sockets.items()}
        self._threads: list[threading.Thread] = []
        for name in self._sockets:
            self._start(threading.Thread(target=self._accept, args=(name,), daemon=True))

    def __enter__(self) -> Listener:
        """Return the listener."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the ports."""
        self.close()

    def port(self, name: str) -> int:
        """Return a port number.

        @param name: A or B
        @return: its number
        """
        return self._ports[name]

    def close(self) -> None:
        """Close the ports and wait for sessions that are under way."""
        for sock in self._sockets.values():
            # Without the shutdown, a thread in accept() would go on waiting.
            sock.shutdown(socket.SHUT_RDWR)
            sock.close()
        for thread in self._threads:
            thread.join()

    def _open(self) -> socket.socket:
        """Listen on a free port."""
        return socket.create_server((_LOOPBACK, 0), backlog=_BACKLOG)

    def _start(self, thread: threading.Thread) -> None:
        """Start a thread that close() waits for."""
        self._threads.append(thread)
        thread.start()

    def _accept(self, name: str) -> None:
        """Take connections of a port until it is closed."""
        for _ in range(_CONNECTIONS_MOST):
            try:
                sock, _ = self._sockets[name].accept()
            except OSError:
                return
            recording = Recording(name)
            self.recordings.append(recording)
            self._start(threading.Thread(target=self._serve, args=(sock, recording), daemon=True))

    def _serve(self, sock: socket.socket, recording: Recording) -> None:
        """Serve one connection."""
        redirect_port = self.port("B") if recording.port == "A" else 0
        with sock:
            channel = Channel(sock, recording, self.case.patience_s)
            try:
                Dialogue(channel, self.case, redirect_port).run()
            except EndedError:
                return
            except Exception as error:
                # A test judges the recording; a thread's exception would only be printed.
                recording.fault = f"{type(error).__name__}: {error}"
                recording.end = "server"
