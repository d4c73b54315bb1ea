# SPDX-License-Identifier: GPL-2.0-only
"""What net8 serve can do in real time: bits per second over a link of no delay, and how late bytes of calls leave.

Client, network and server are three processes on this machine. Ends with exit code 1 when a limit is passed.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import multiprocessing
import random
import re
import resource
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Annotated, Any, Final

import typer
from net8.base.sheet import Column, Sheet
from net8.base.terminal import console

LEAST_GBIT_S: Final = 0.5
"""What one connection must carry over a link of no delay."""
MOST_P99_MS: Final = 1.0
"""How late bytes of calls may leave at the 99th percentile."""
_FAST, _FAR, _LOSSY = "0ms,10Gbps", "20ms,1Gbps", "1ms,1Gbps,1%"
_CALL: Final = bytes(100)
_REPLY: Final = bytes(300)
_BUSY: Final = 20
_CALLS_PER_S: Final = 200
_PIECE: Final = bytes(1 << 18)
_LATE = re.compile(r"by ([\d.]+) ms \(median\), ([\d.]+) ms \(99th percentile\), ([\d.]+) ms \(worst\)")


def _reply(sock: socket.socket) -> bool:
    """Answer a request, and say whether there was one."""
    try:
        asked = sock.recv(len(_CALL))
        if asked:
            sock.sendall(_REPLY)
    except ConnectionResetError:
        return False
    return bool(asked)


def _answer(door: socket.socket) -> None:
    """Answer each request, until the clients are gone."""
    with selectors.DefaultSelector() as waits:
        waits.register(door, selectors.EVENT_READ)
        while True:
            for key, _events in waits.select():
                sock = key.fileobj
                assert isinstance(sock, socket.socket)
                if sock is door:
                    taken, _address = door.accept()
                    taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    waits.register(taken, selectors.EVENT_READ)
                elif not _reply(sock):
                    waits.unregister(sock)
                    sock.close()


def _pour(door: socket.socket) -> None:
    """Send a client what it asks for."""
    while True:
        sock, _address = door.accept()
        with sock:
            for _piece in range(int(sock.recv(100))):
                sock.sendall(_PIECE)


def _pour_drawn(door: socket.socket) -> None:
    """Send a client drawn bytes, as many pieces as it asks for, and then their hash."""
    sock, _address = door.accept()
    with sock:
        draws, digest = random.Random(1), hashlib.sha256()
        for _piece in range(int(sock.recv(100))):
            piece = draws.randbytes(len(_PIECE))
            digest.update(piece)
            sock.sendall(piece)
        sock.sendall(digest.digest())
        with contextlib.suppress(ConnectionResetError):
            sock.recv(1)


def _over(
    path: str, server: Callable[[socket.socket], None], use: Callable[[int], Any]
) -> tuple[Any, list[float]]:
    """Serve a path before a server, use its port, and return what came of it and how late bytes were, ms."""
    with socket.create_server(("127.0.0.1", 0), backlog=4096) as door:
        process = multiprocessing.get_context("fork").Process(target=server, args=(door,), daemon=True)
        process.start()
        place = f"127.0.0.1:{door.getsockname()[1]}"
        command = [sys.executable, "-m", "net8", "serve", path, "--listen", "127.0.0.1:0", "--backend", place]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as served:
            assert served.stderr is not None
            found = use(int(served.stderr.readline().split()[1].rpartition(":")[2]))
            served.send_signal(signal.SIGINT)
            said = served.stderr.read()
        process.terminate()
    return found, [float(each) for each in _LATE.findall(said)[0]]


def _rate_gbit_s(port: int, megabytes: int) -> float:
    """Return the rate of a long reply."""
    left = size = megabytes * 4 * len(_PIECE)
    with socket.create_connection(("127.0.0.1", port)) as sock:
        begun = time.perf_counter()
        sock.sendall(str(megabytes * 4).encode())
        while left:
            left -= len(sock.recv(min(left, 1 << 18)))
        return size * 8 / 1e9 / (time.perf_counter() - begun)


def _is_whole(port: int, megabytes: int) -> bool:
    """Return whether drawn bytes arrive with the hash that they were sent with."""
    digest = hashlib.sha256()
    with socket.create_connection(("127.0.0.1", port)) as sock:
        sock.sendall(str(megabytes * 4).encode())
        left = megabytes * 4 * len(_PIECE)
        while left:
            piece = sock.recv(min(left, 1 << 18))
            if not piece:
                return False
            digest.update(piece)
            left -= len(piece)
        return sock.recv(digest.digest_size, socket.MSG_WAITALL) == digest.digest()


def _call(port: int, idle: int, seconds: int) -> int:
    """Make calls at a steady rate beside idle connections, and return how many there were."""
    resting = [socket.create_connection(("127.0.0.1", port)) for _each in range(idle)]
    busy = [socket.create_connection(("127.0.0.1", port)) for _each in range(_BUSY)]
    for sock in busy:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    waiting: set[int] = set()
    begun, calls = time.perf_counter(), seconds * _CALLS_PER_S
    for number in range(calls):
        time.sleep(max(begun + number / _CALLS_PER_S - time.perf_counter(), 0))
        place = number % _BUSY
        left = len(_REPLY) if place in waiting else 0
        while left:
            left -= len(busy[place].recv(left))
        busy[place].sendall(_CALL)
        waiting.add(place)
    for sock in [*resting, *busy]:
        sock.close()
    return calls


def main(
    idle: Annotated[int, typer.Option(help="Idle connections; each takes two files of net8.", min=0)] = 5000,
    seconds: Annotated[int, typer.Option(help="Time of calls.", min=1)] = 20,
    megabytes: Annotated[int, typer.Option(help="Length of a long reply, MB.", min=1)] = 256,
    lossy_megabytes: Annotated[
        int,
        typer.Option(help="Only hold a reply of this length over a loss of 1 % against its hash, MB.", min=0),
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure rate and lateness of net8 serve."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if lossy_megabytes:
        begun = time.perf_counter()
        whole, _late = _over(_LOSSY, _pour_drawn, lambda port: _is_whole(port, lossy_megabytes))
        print(
            f"{lossy_megabytes} MB over {_LOSSY}: hash {'equal' if whole else 'differs'}, "
            f"{time.perf_counter() - begun:.0f} s"
        )
        raise typer.Exit(0 if whole else 1)
    rate, _late = _over(_FAST, _pour, lambda port: _rate_gbit_s(port, megabytes))
    calls, late = _over(_FAR, _answer, lambda port: _call(port, idle, seconds))
    within = rate >= LEAST_GBIT_S and late[1] <= MOST_P99_MS
    if as_json:
        print(
            json.dumps(
                {
                    "rate_gbit_s": rate, "least_gbit_s": LEAST_GBIT_S, "calls": calls, "idle": idle,
                    "late_p50_ms": late[0], "late_p99_ms": late[1], "late_worst_ms": late[2],
                    "most_p99_ms": MOST_P99_MS, "within": within,
                }
            )
        )  # fmt: skip
    else:
        table = Sheet(
            Column("what"), Column("value", "number"), Column("limit", "number"),
            title=f"{_FAST}, and {_CALLS_PER_S} calls/s beside {idle:,} idle connections",
        )  # fmt: skip
        table.add("rate of one connection (Gbit/s)", f"{rate:.2f}", f"{LEAST_GBIT_S}")
        for name, value, limit in zip(
            ("median", "p99", "worst"), late, ("", f"{MOST_P99_MS}", ""), strict=True
        ):
            table.add(f"lateness, {name} (ms)", f"{value:.3f}", limit)
        console().print(table)
        print(f"limits: {'kept' if within else 'passed'}")
    raise typer.Exit(0 if within else 1)


if __name__ == "__main__":
    typer.run(main)
