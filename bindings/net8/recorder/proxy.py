# SPDX-License-Identifier: GPL-2.0-only
"""A proxy that passes bytes between clients and servers as they come, and records when.

One thread, the sockets of the system, and no more than one piece of 64 KiB for each direction that is not yet written:
who sends faster than the other end reads is not read. Each piece is passed on before it is recorded.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import resource
import select
import socket
import struct
import termios
import time
from collections.abc import Callable
from typing import Final

from net8.base.errors import PlanError
from net8.capture.streams import Endpoint
from net8.recorder.ports import Place
from net8.recorder.recording import LONGEST_BYTES, Recording, Talk

__all__ = ["Proxy"]

_BACKLOG: Final = 4096
_EVENTS: Final = 256
_RESET: Final = struct.pack("ii", 1, 0)
_NO_ROOM: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_LONGEST_CONNECT_S: Final = 10.0
_STEP_S: Final = 0.02
_IN: Final = select.EPOLLIN | select.EPOLLPRI
_OUT: Final = select.EPOLLOUT


class Proxy:
    """Passes bytes until it is stopped."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        """Start without ports.

        @param tell: is told what goes wrong, once for each reason
        """
        self.recording = Recording()  #: what passed
        self.passed_bytes = 0  #: bytes that were passed on
        self.connections = 0  #: connections that a server took
        self.refused = 0  #: connections that no server took
        self.pairs: set[_Pair] = set()  #: connections that are open
        self.poll = select.epoll()  #: what is waited for
        self.on: dict[int, Callable[[int], None]] = {}  #: what is done about it
        self._tell, self._told = tell, set[str]()
        self._doors: list[tuple[socket.socket, Place]] = []
        self._opening: dict[_Pair, float] = {}
        self._rest_until = 0.0
        self._over = False
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    def listen(self, place: Place, backend: Place) -> Place:
        """Listen at a port.

        @param place: address and port; port 0 for any
        @param backend: where its connections go
        @return: address and port
        @raises PlanError: when the port cannot be had
        """
        door = socket.socket(place.family, socket.SOCK_STREAM)
        try:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            door.bind(place.address)
            door.listen(_BACKLOG)
        except OSError as error:
            door.close()
            raise PlanError(f"net8 cannot listen at {place}: {_why(error)}") from None
        door.setblocking(False)
        self._doors.append((door, backend))
        self.watch(door.fileno(), lambda _events: self._accept(door, backend))
        return Place(place.host, door.getsockname()[1], place.family, door.getsockname())

    def watch(self, descriptor: int, act: Callable[[int], None], events: int = select.EPOLLIN) -> None:
        """Call a function when something happens to a file.

        @param descriptor: the file
        @param act: is given the events
        @param events: what may happen
        """
        self.on[descriptor] = act
        self.poll.register(descriptor, events)

    def forget(self, descriptor: int) -> None:
        """Look at a file no more.

        @param descriptor: the file
        """
        if self.on.pop(descriptor, None) is not None:
            self.poll.unregister(descriptor)

    def stop(self) -> None:
        """Let run() return."""
        self._over = True

    def run(self, until: float | None = None) -> None:
        """Pass bytes until stop() is called.

        @param until: time of the monotonic clock at which it returns at the latest, None for never
        """
        poll, on = self.poll.poll, self.on
        while not self._over:
            wait = None
            if until is not None or self._opening or self._rest_until:
                wait = self._wait_s(until)
                if wait is None:
                    return
            for descriptor, events in poll(wait, _EVENTS):
                act = on.get(descriptor)
                if act is not None:
                    act(events)

    def drain(self, longest_s: float) -> None:
        """Take no further connections, and pass bytes until all connections have ended.

        @param longest_s: how long that may take
        """
        self._over = False
        self._close_doors()
        until = time.monotonic() + longest_s
        while self.pairs and time.monotonic() < until:
            self.run(min(time.monotonic() + _STEP_S, until))

    def finish(self, longest_s: float) -> None:
        """Take no further connections and no further bytes, deliver what was read, and end all connections.

        @param longest_s: how long clients and servers may take to read what was read for them
        """
        self._over = False
        self._close_doors()
        ends = [end for pair in self.pairs for end in pair.ends]
        for end in ends:
            end.silence()
        until = time.monotonic() + longest_s
        while any(end.waiting for end in ends) and time.monotonic() < until:
            self.run(min(time.monotonic() + _STEP_S, until))
        for pair in list(self.pairs):
            pair.close()
        self.recording.close()

    def tell(self, sentence: str) -> None:
        """Tell a sentence, if it was not told before.

        @param sentence: what went wrong
        """
        if sentence not in self._told:
            self._told.add(sentence)
            self._tell(sentence)

    def opened(self, pair: _Pair) -> None:
        """Take note that a server took a connection.

        @param pair: the connection
        """
        self._opening.pop(pair, None)
        self.connections += 1
        assert pair.talk is not None
        self.recording.opened(pair.talk, time.time_ns())

    def gone(self, pair: _Pair) -> None:
        """Take note that a connection has ended.

        @param pair: the connection
        """
        self.pairs.discard(pair)
        self._opening.pop(pair, None)

    def refuse(self, pair: _Pair, why: str) -> None:
        """Reset a client whose server does not answer, and say so.

        @param pair: the connection
        @param why: in a few words
        """
        self.refused += 1
        self.tell(f"{pair.backend} takes no connection: {why}; clients were reset")
        pair.reset()

    def _wait_s(self, until: float | None) -> float | None:
        """Return how long to wait for events, None if the time is over."""
        now = time.monotonic()
        if until is not None and now >= until:
            return None
        for pair, late in list(self._opening.items()):
            if now >= late:
                self.refuse(pair, f"no answer within {_LONGEST_CONNECT_S:.0f} s")
        if self._rest_until and now >= self._rest_until:
            self._rest_until = 0.0
            for door, _backend in self._doors:
                self.poll.modify(door.fileno(), select.EPOLLIN)
        limits = [*self._opening.values(), *([until] if until is not None else [])]
        limits += [self._rest_until] if self._rest_until else []
        return max(min(limits) - now, 0.0) if limits else 0.0

    def _close_doors(self) -> None:
        """Stop listening."""
        for door, _backend in self._doors:
            self.forget(door.fileno())
            door.close()
        self._doors.clear()

    def _accept(self, door: socket.socket, backend: Place) -> None:
        """Take a connection, and connect to the server."""
        try:
            client, _address = door.accept()
            server = socket.socket(backend.family, socket.SOCK_STREAM)
        except OSError as error:
            if error.errno in _NO_ROOM:
                # Those that wait are taken when others have ended.
                self.tell(f"no further connections can be taken for now: {_why(error)}")
                self._rest_until = time.monotonic() + _STEP_S
                for one, _backend in self._doors:
                    self.poll.modify(one.fileno(), 0)
            return
        pair = _Pair(self, client, server, backend)
        self.pairs.add(pair)
        self._opening[pair] = time.monotonic() + _LONGEST_CONNECT_S
        pair.connect()


class _Pair:
    """One connection: a client, and the server that the proxy connected to for it."""

    __slots__ = ("backend", "ends", "proxy", "talk")

    def __init__(self, proxy: Proxy, client: socket.socket, server: socket.socket, backend: Place) -> None:
        """Keep both sockets."""
        self.proxy, self.backend = proxy, backend
        self.talk: Talk | None = None
        ends = _End(self, client, is_client=True), _End(self, server, is_client=False)
        ends[0].other, ends[1].other = ends[1], ends[0]
        self.ends = ends

    def connect(self) -> None:
        """Begin to connect to the server; the client is not read before."""
        server = self.ends[1]
        for end in self.ends:
            end.socket.setblocking(False)
            end.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        code = server.socket.connect_ex(self.backend.address)
        if code in (0, errno.EINPROGRESS):
            self.proxy.watch(server.socket.fileno(), self._connected, _OUT)
        else:
            self.proxy.refuse(self, os.strerror(code).lower())

    def _connected(self, _events: int) -> None:
        """Take note of the server's answer."""
        client, server = self.ends
        self.proxy.forget(server.socket.fileno())
        code = server.socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        if code:
            self.proxy.refuse(self, os.strerror(code).lower())
            return
        try:
            self.talk = Talk(_endpoint(client.socket.getpeername()), _endpoint(server.socket.getpeername()))
        except OSError:
            self.reset()
            return
        self.proxy.opened(self)
        for end in self.ends:
            end.update()

    def reset(self, broken: _End | None = None) -> None:
        """End it as TCP does when something is wrong: both ends are reset.

        @param broken: the end that was reset, None for neither
        """
        if self.talk is not None and broken is not None:
            self.proxy.recording.ended(self.talk, broken.is_client, time.time_ns(), reset=True)
        for end in self.ends:
            with contextlib.suppress(OSError):
                end.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        self.close()

    def close(self) -> None:
        """Close both sockets."""
        for end in self.ends:
            self.proxy.forget(end.socket.fileno())
            end.socket.close()
            end.waiting = b""
        self.proxy.gone(self)


class _End:
    """One end of a connection: the socket to a client, or to a server."""

    __slots__ = ("finished", "is_client", "other", "pair", "proxy", "socket", "told", "waiting", "watched")

    def __init__(self, pair: _Pair, sock: socket.socket, *, is_client: bool) -> None:
        """Keep the socket."""
        self.pair, self.proxy, self.socket, self.is_client = pair, pair.proxy, sock, is_client
        self.other = self  #: the other end
        self.waiting = b""  #: what is still to be written to it
        self.finished = False  #: whether nothing more is read from it
        self.told = False  #: whether it was told that nothing more comes
        self.watched = 0  #: what of it is waited for

    def update(self) -> None:
        """Wait for what can go on: reading where the other end has taken all, writing where something waits."""
        wanted = 0 if self.finished or self.other.waiting else _IN
        if self.waiting:
            wanted |= _OUT
        if wanted == self.watched:
            return
        descriptor = self.socket.fileno()
        if not wanted:
            # Errors and hang-ups would be told all the time.
            self.proxy.forget(descriptor)
        elif not self.watched:
            self.proxy.watch(descriptor, self.act, wanted)
        else:
            self.proxy.poll.modify(descriptor, wanted)
        self.watched = wanted

    def silence(self) -> None:
        """Read it no more."""
        self.finished = True
        if self.socket.fileno() >= 0:
            self.update()

    def act(self, events: int) -> None:
        """Do what can be done.

        @param events: what the system tells
        """
        if events & select.EPOLLPRI:
            self._read_urgent()
        elif events & (select.EPOLLIN | select.EPOLLHUP | select.EPOLLERR) and self.watched & _IN:
            self._read()
        elif events & select.EPOLLERR:
            self.pair.reset(self)
        if events & _OUT and self.waiting:
            self._write()

    def _read(self) -> None:
        """Pass on what has come, then record it."""
        try:
            data = self.socket.recv(LONGEST_BYTES)
        except BlockingIOError:
            return
        except OSError:
            self.pair.reset(self)
            return
        if data:
            self._pass(data)
        else:
            self._end()

    def _pass(self, data: bytes) -> None:
        """Write bytes to the other end; what it does not take waits, and this end with it."""
        now = time.time_ns()
        proxy, talk, other = self.proxy, self.pair.talk, self.other
        try:
            sent = other.socket.send(data)
        except BlockingIOError:
            sent = 0
        except OSError:
            self.pair.reset(other)
            return
        proxy.passed_bytes += sent
        assert talk is not None
        if not self.is_client:
            proxy.recording.passed(talk, False, now, data)
        elif sent:
            # The server's time begins when it has the request.
            proxy.recording.passed(talk, True, time.time_ns(), data[:sent])
        if sent < len(data):
            other.waiting = data[sent:]
            other.update()
            self.update()

    def _write(self) -> None:
        """Write what waits."""
        try:
            sent = self.socket.send(self.waiting)
        except BlockingIOError:
            return
        except OSError:
            self.pair.reset(self)
            return
        self.proxy.passed_bytes += sent
        if not self.is_client:
            assert self.pair.talk is not None
            self.proxy.recording.passed(self.pair.talk, True, time.time_ns(), self.waiting[:sent])
        self.waiting = self.waiting[sent:]
        if not self.waiting:
            if self.other.finished:
                self._tell_end()
            if self.socket.fileno() >= 0:
                self.update()
                self.other.update()

    def _end(self) -> None:
        """Take note that this end sends no more, and tell the other one as soon as that has all."""
        assert self.pair.talk is not None
        self.proxy.recording.ended(self.pair.talk, self.is_client, time.time_ns())
        self.finished = True
        if not self.other.waiting:
            self.other._tell_end()
        if self.socket.fileno() >= 0:
            self.update()

    def _tell_end(self) -> None:
        """Tell this end that nothing more comes; if both know, the connection is over."""
        self.told = True
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_WR)
        if self.other.told:
            self.pair.close()

    def _read_urgent(self) -> None:
        """Pass on an urgent byte behind what came before it, as breaks of Oracle Net are sent."""
        while not self.other.waiting and not self.finished and not self._at_mark():
            before = self.proxy.passed_bytes
            self._read()
            if self.socket.fileno() < 0 or self.proxy.passed_bytes == before:
                break
        try:
            data = self.socket.recv(1, socket.MSG_OOB)
            self.other.socket.send(data, socket.MSG_OOB)
        except OSError:
            # It was read before, or a socket has just been closed; the stream itself tells of that.
            return
        assert self.pair.talk is not None
        self.proxy.passed_bytes += 1
        self.proxy.recording.passed(self.pair.talk, self.is_client, time.time_ns(), data, 1)

    def _at_mark(self) -> bool:
        """Return whether the next byte is the urgent one."""
        answer = fcntl.ioctl(self.socket.fileno(), getattr(termios, "SIOCATMARK", 0x8905), bytes(4))
        return bool(struct.unpack("i", answer)[0])


def _endpoint(address: tuple[object, ...]) -> Endpoint:
    """Return address and port of a socket as captures have them."""
    host, port = str(address[0]).partition("%")[0], int(str(address[1]))
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    packed = socket.inet_pton(family, host)
    mapped = packed.startswith(bytes(10) + b"\xff\xff")
    return (packed[12:] if mapped else packed), port


def _why(error: OSError) -> str:
    """Return why something failed, in a few words."""
    if error.errno == errno.EADDRINUSE:
        return "another program listens there; choose another port, or end that program"
    if error.errno == errno.EADDRNOTAVAIL:
        return "this host does not have that address"
    if error.errno == errno.EACCES:
        return "ports below 1024 are only for root"
    return (error.strerror or str(error)).lower()
