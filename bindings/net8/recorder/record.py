# SPDX-License-Identifier: GPL-2.0-only
"""Record what a program says to its servers while it runs, or until an interrupt."""

from __future__ import annotations

import gc
import os
import signal
import socket
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Final

from net8.base.errors import PlanError, RunError, ToolError
from net8.base.words import many
from net8.recorder.ports import Place, place_of
from net8.recorder.proxy import Proxy

__all__ = ["LISTEN_SETTING", "ports_of", "record"]

LISTEN_SETTING: Final = "NET8_LISTEN"
"""Setting of the environment that tells a program where to connect."""
_LAST_S: Final = 1.0
"""How long connections may take to end after the program did, or to deliver what was read after an interrupt."""
_STOPS: Final = (signal.SIGINT, signal.SIGTERM)


def ports_of(listen: Sequence[str], backend: Sequence[str], *, anywhere: bool) -> list[tuple[Place, Place]]:
    """Read where to listen and where to connect to.

    @param listen: options --listen
    @param backend: options --backend, one for each of them
    @param anywhere: whether others than this host may connect
    @return: pairs of both
    @raises PlanError: when one is wrong, or reaches further than it may
    """
    if not backend or len(listen) != len(backend):
        raise PlanError(
            f"{many(len(listen), '--listen')} and {many(len(backend), '--backend')} are given; each --listen needs its "
            "--backend, such as --listen 127.0.0.1:1521 --backend 127.0.0.1:5432"
        )
    pairs = [
        (place_of("--listen", one, least=0), place_of("--backend", other))
        for one, other in zip(listen, backend, strict=True)
    ]
    for place, server in pairs:
        if not place.loopback and not anywhere:
            raise PlanError(reached(place))
        if place.address[:2] == server.address[:2]:
            raise PlanError(f"--listen and --backend are both {place}; the proxy would connect to itself")
    return pairs


def reached(place: Place) -> str:
    """Say that others reach a port.

    @param place: where it is
    @return: a sentence
    """
    return f"--listen {place} can be reached from other hosts; use 127.0.0.1 or [::1], or allow it with --anywhere"


class _Stops:
    """Takes the signals that end a recording; inside the loop they are bytes on a socket."""

    def __init__(self, proxy: Proxy) -> None:
        """Keep what they stop."""
        self.proxy = proxy
        self.child: subprocess.Popen[bytes] | None = None  #: a program that runs
        self.came: list[int] = []
        self.read, self.written = socket.socketpair()

    def __enter__(self) -> _Stops:
        """Begin to take them."""
        self.read.setblocking(False)
        self.written.setblocking(False)
        self.proxy.watch(self.read.fileno(), self._act)
        signal.set_wakeup_fd(self.written.fileno(), warn_on_full_buffer=False)
        # From here on none is lost: each that is taken is a byte as well.
        self.old = [signal.signal(each, self._take) for each in _STOPS]
        return self

    def __exit__(self, *_error: object) -> None:
        """Leave them as they were."""
        for each, old in zip(_STOPS, self.old, strict=True):
            signal.signal(each, old)
        signal.set_wakeup_fd(-1)
        self.proxy.forget(self.read.fileno())
        self.read.close()
        self.written.close()

    def _take(self, number: int, _frame: FrameType | None) -> None:
        """Take note of a signal."""
        self.came.append(number)

    def _act(self, _events: int) -> None:
        """Stop; a program gets the signal too, as a terminal gives it only the interrupt."""
        self.read.recv(4096)
        if self.child is None:
            self.proxy.stop()
        elif signal.SIGTERM in self.came:
            self.child.terminate()


def record(
    pairs: Sequence[tuple[Place, Place]], out: Path, command: Sequence[str], tell: Callable[[str], None]
) -> int:
    """Pass bytes and record them while a program runs, or until an interrupt.

    @param pairs: where to listen, and where to connect to
    @param out: the recording
    @param command: program and arguments, none to wait for an interrupt
    @param tell: is told where the ports are, and what goes wrong
    @return: exit code of the program, 0 without one
    @raises PlanError: when a port cannot be had, or the recording cannot be begun
    @raises RunError: when the recording could not be written to its end
    """
    proxy = Proxy(tell)
    places = [proxy.listen(place, server) for place, server in pairs]
    proxy.recording.open(out)
    # Nothing that lives long is a circle: a collection would only delay what passes.
    gc.collect()
    gc.disable()
    try:
        with _Stops(proxy) as stops:
            for place, (_listen, server) in zip(places, pairs, strict=True):
                tell(f"{place} leads to {server}, recorded in {out}")
            stops.child = _start(command, places) if command else None
            code = _pass(proxy, stops.child)
    finally:
        gc.enable()
        proxy.finish(_LAST_S)
    if proxy.recording.wrong:
        raise RunError(proxy.recording.wrong)
    tell(_summary(proxy, out, places))
    return code


def _pass(proxy: Proxy, child: subprocess.Popen[bytes] | None) -> int:
    """Pass bytes until the program ends, or an interrupt comes."""
    if child is None:
        proxy.run()
        return 0
    ended = os.pidfd_open(child.pid)
    proxy.watch(ended, lambda _events: proxy.stop())
    try:
        proxy.run()
    finally:
        proxy.forget(ended)
        os.close(ended)
    code = child.wait()
    proxy.drain(_LAST_S)
    return code if code >= 0 else 128 - code


def _start(command: Sequence[str], places: Sequence[Place]) -> subprocess.Popen[bytes]:
    """Start the program."""
    setting = {LISTEN_SETTING: " ".join(map(str, places))}
    try:
        return subprocess.Popen(list(command), env=os.environ | setting)
    except OSError as error:
        raise ToolError(f"{command[0]} cannot be started: {(error.strerror or str(error)).lower()}") from None


def _summary(proxy: Proxy, out: Path, places: Sequence[Place]) -> str:
    """Say what was recorded."""
    if not proxy.connections:
        return f"no connection came to {', '.join(map(str, places))}; is the program told that address?"
    return (
        f"{many(proxy.connections, 'connection')}, {many(proxy.passed_bytes, 'byte')}: {out} is for net8 account, "
        "net8 replay and net8 budget"
    )
