# SPDX-License-Identifier: GPL-2.0-only
"""Servers of a few lines for what net8 record passes: PostgreSQL's protocol, Oracle Net's, and bytes of no protocol.

Messages of PostgreSQL follow "Message Formats" of its documentation: a letter, a length that counts itself, a body.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator

from made_capture import ACCEPT, data

READY = b"Z" + struct.pack(">I", 5) + b"I"
AUTHENTICATED = b"R" + struct.pack(">II", 8, 0)
SSL_REQUEST = struct.pack(">II", 8, 80_877_103)
STARTUP = struct.pack(">II", 22, 196_608) + b"user\0tester\0\0\0"


def message(letter: bytes, body: bytes = b"") -> bytes:
    """Return a message of PostgreSQL."""
    return letter + struct.pack(">I", 4 + len(body)) + body


def query(text: str) -> bytes:
    """Return a Query."""
    return message(b"Q", text.encode() + b"\0")


def parse(text: str, name: str = "") -> bytes:
    """Return a Parse without types."""
    return message(b"P", name.encode() + b"\0" + text.encode() + b"\0\0\0")


def bind(name: str = "") -> bytes:
    """Return a Bind of the unnamed portal without values."""
    return message(b"B", b"\0" + name.encode() + b"\0" + bytes(6))


EXECUTE = message(b"E", b"\0" + bytes(4))
SYNC, FLUSH, END = message(b"S"), message(b"H"), message(b"X")
ROW = message(b"D", struct.pack(">hI", 1, 20) + bytes(20))
DONE = message(b"C", b"SELECT 1\0")
COPY_IN = message(b"G", bytes(3))
COPY_DATA, COPY_DONE = message(b"d", b"17\n"), message(b"c")


class _Reader:
    """Reads a socket byte by byte as a server needs them."""

    def __init__(self, sock: socket.socket) -> None:
        """Keep it."""
        self.sock, self.left = sock, b""

    def take(self, size: int) -> bytes:
        """Return so many bytes, fewer at the end."""
        while len(self.left) < size:
            more = self.sock.recv(65536)
            if not more:
                break
            self.left += more
        found, self.left = self.left[:size], self.left[size:]
        return found


def postgres(sock: socket.socket, work_s: float = 0.0, rows: int = 1) -> None:
    """Answer one client as PostgreSQL does; COPY and what has FAIL in it are known by their texts."""
    reader = _Reader(sock)
    while True:
        size = int.from_bytes(reader.take(4), "big")
        if reader.take(size - 4)[:4] != SSL_REQUEST[4:]:
            break
        sock.sendall(b"N")
    sock.sendall(AUTHENTICATED + READY)
    failed = copies = False
    waiting = b""
    while letter := reader.take(1):
        body = reader.take(int.from_bytes(reader.take(4), "big") - 4)
        text = body.upper()
        if letter == b"X":
            return
        if letter == b"Q":
            time.sleep(work_s)
            copies = text.startswith(b"COPY")
            answer = COPY_IN if copies else message(b"E", b"\0") if b"FAIL" in text else ROW * rows + DONE
            sock.sendall(answer if copies else answer + READY)
        elif letter in b"cf":
            sock.sendall(DONE + READY)
        elif letter == b"S":
            sock.sendall(waiting + READY)
            waiting, failed = b"", False
        elif letter == b"H":
            sock.sendall(waiting)
            waiting = b""
        elif letter in b"PBE" and not failed:
            failed = b"FAIL" in text
            waiting += (
                message(b"E", b"\0")
                if failed
                else {b"P": message(b"1"), b"B": message(b"2")}.get(letter, ROW * rows + DONE)
            )


def oracle(sock: socket.socket, work_s: float = 0.0, reply: int = 300) -> None:
    """Answer one client as a listener and its server do: ACCEPT, then as many bytes for each DATA packet."""
    reader = _Reader(sock)
    while head := reader.take(8):
        reader.take(int.from_bytes(head[:2], "big") - 8)
        if head[4] == 1:
            sock.sendall(ACCEPT)
        else:
            time.sleep(work_s)
            sock.sendall(data(b"\x06" + bytes(reply - 11)))


@contextlib.contextmanager
def serving(serve: Callable[[socket.socket], None], host: str = "127.0.0.1") -> Iterator[str]:
    """Listen at a port of this host, each client with a thread of its own; the text is its address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as door:
        door.bind((host, 0))
        door.listen(64)

        def one(sock: socket.socket) -> None:
            with sock, contextlib.suppress(OSError):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                serve(sock)

        def accept() -> None:
            with contextlib.suppress(OSError):
                while True:
                    sock, _address = door.accept()
                    threading.Thread(target=one, args=(sock,), daemon=True).start()

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        port = door.getsockname()[1]
        yield f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        door.shutdown(socket.SHUT_RDWR)
    thread.join(5)
