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
import struct
import subprocess
import sys
import time
import urllib.request
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
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
_OTHER_FILES: Final = 50
"""Pairs of files beside those of idle connections."""
_PIECE: Final = bytes(1 << 18)
MOST_GROWTH: Final = 1.05
"""Memory after many connections over that after a sixth of them."""
_MOST_FILES: Final = 100
"""Files more than after a sixth of them: toxics may hold some of the connections that are open at a time."""
_CHURN_PER_S: Final = 50
"""In half an hour as many as in a day at one a second."""
_RESET_SHARE: Final = 0.3
_EARLY_SHARE: Final = 1 / 6
_TOXICS: Final[tuple[dict[str, Any], ...]] = (
    {"type": "latency", "attributes": {"latency": 30, "jitter": 10}},
    {"type": "latency", "stream": "upstream", "attributes": {"latency": 30}},
    {"type": "bandwidth", "attributes": {"rate": 100}},
    {"type": "loss", "stream": "upstream", "attributes": {"probability": 0.1}},
    {"type": "outage", "attributes": {}},
    {"type": "timeout", "stream": "upstream", "attributes": {"timeout": 200}},
    {"type": "slicer", "attributes": {"average_size": 50, "size_variation": 10, "delay": 100}},
    {"type": "slow_close", "attributes": {"delay": 100}},
    {"type": "limit_data", "attributes": {"bytes": 200}},
    {"type": "reset_peer", "stream": "upstream", "attributes": {"timeout": 100}},
)
_LATE = re.compile(r"by ([\d.]+) ms \(median\), ([\d.]+) ms \(99th percentile\), ([\d.]+) ms \(worst\)")


def _reply(sock: socket.socket) -> bool:
    """Answer a request, and say whether there was one."""
    try:
        asked = sock.recv(len(_CALL))
        if asked:
            sock.sendall(_REPLY)
    except ConnectionError:
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


@dataclass(frozen=True, slots=True)
class _Served:
    """A network that is served."""

    port: int  #: port of this machine that leads over it
    pid: int  #: its process
    api: str  #: address of its HTTP interface, empty without one


def _over(
    path: str, server: Callable[[socket.socket], None], use: Callable[[_Served], Any], *, api: bool = False
) -> tuple[Any, list[float]]:
    """Serve a path before a server, use its port, and return what came of it and how late bytes were, ms."""
    with socket.create_server(("127.0.0.1", 0), backlog=4096) as door:
        process = multiprocessing.get_context("fork").Process(target=server, args=(door,), daemon=True)
        process.start()
        place = f"127.0.0.1:{door.getsockname()[1]}"
        command = [
            *(sys.executable, "-m", "net8", "serve", path, "--listen", "127.0.0.1:0", "--backend", place),
            *(("--api", "127.0.0.1:0") if api else ()),
        ]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as served:
            assert served.stderr is not None
            port = int(served.stderr.readline().split()[1].rpartition(":")[2])
            try:
                found = use(_Served(port, served.pid, served.stderr.readline().split()[-1] if api else ""))
            finally:
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


def _ask(served: _Served, what: str, toxic: dict[str, Any] | None = None) -> None:
    """Add a toxic, or remove the one that is named."""
    text = None if toxic is None else json.dumps(toxic).encode()
    request = urllib.request.Request(
        f"{served.api}/proxies/net8/toxics{what}", text, method="POST" if text else "DELETE"
    )
    with urllib.request.urlopen(request) as answer:
        answer.read()


@dataclass(frozen=True, slots=True)
class _Held:
    """What a process has at a moment."""

    memory_kib: int  #: resident memory
    threads: int  #: threads
    files: int  #: open files

    @classmethod
    def of(cls, pid: int) -> _Held:
        """Look at a process."""
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
        memory, threads = (int(status.partition(f"\n{name}:")[2].split()[0]) for name in ("VmRSS", "Threads"))
        return cls(memory, threads, len([*Path(f"/proc/{pid}/fd").iterdir()]))

    def __str__(self) -> str:
        """Say it."""
        return f"{self.memory_kib / 1024:.1f} MiB, {self.threads} threads and {self.files} files"


def _churn(served: _Served, seconds: int) -> tuple[int, _Held, _Held]:
    """Open and end connections while toxics come and go; return their number, and what it took early and late."""
    random_, there = random.Random(1), set[int]()
    open_: deque[socket.socket] = deque()
    begun = time.perf_counter()
    early, connections = None, 0
    while connections < seconds * _CHURN_PER_S:
        time.sleep(max(begun + connections / _CHURN_PER_S - time.perf_counter(), 0))
        sock = socket.create_connection(("127.0.0.1", served.port))
        with contextlib.suppress(ConnectionError):
            sock.sendall(_CALL)
        sock.setblocking(False)
        open_.append(sock)
        connections += 1
        if len(open_) > _CHURN_PER_S // 2:
            old = open_.popleft()
            with contextlib.suppress(OSError):
                old.recv(len(_REPLY))
            if random_.random() < _RESET_SHARE:
                old.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            old.close()
        if connections % (_CHURN_PER_S // 4) == 0:
            which = random_.randrange(len(_TOXICS))
            if which in there:
                _ask(served, f"/{which}")
            else:
                _ask(served, "", {"name": str(which), "toxicity": 0.5, **_TOXICS[which]})
            there ^= {which}
        if early is None and connections >= seconds * _CHURN_PER_S * _EARLY_SHARE:
            early = _Held.of(served.pid)
    end = _Held.of(served.pid)
    for sock in open_:
        sock.close()
    return connections, early or end, end


def _judge_churn(seconds: int) -> bool:
    """Let connections and toxics come and go, and return whether what it takes is within its limits."""
    (connections, early, end), _late = _over(_FAR, _answer, lambda served: _churn(served, seconds), api=True)
    growth = float(end.memory_kib / early.memory_kib)
    print(
        f"{connections:,} connections in {seconds:,} s, a toxic added or removed every {_CHURN_PER_S // 4} of them: "
        f"{early} after a sixth of the time, {end} at the end; memory grew by {growth:.3f} (limit {MOST_GROWTH})"
    )
    return (
        growth <= MOST_GROWTH
        and end.files <= early.files + _MOST_FILES
        and end.threads <= early.threads + len(_TOXICS)
    )


def main(
    idle: Annotated[int, typer.Option(help="Idle connections; each takes two files of net8.", min=0)] = 5000,
    seconds: Annotated[int, typer.Option(help="Time of calls.", min=1)] = 20,
    megabytes: Annotated[int, typer.Option(help="Length of a long reply, MB.", min=1)] = 256,
    lossy_megabytes: Annotated[
        int,
        typer.Option(help="Only hold a reply of this length over a loss of 1 % against its hash, MB.", min=0),
    ] = 0,
    churn: Annotated[
        int,
        typer.Option(
            help="Only let connections and toxics come and go for this time, and watch memory, s.", min=0
        ),
    ] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure rate and lateness of net8 serve."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if 2 * (idle + _OTHER_FILES) > most:
        raise typer.BadParameter(
            f"{idle:,} need {2 * (idle + _OTHER_FILES):,} files of net8, and a process may have {most:,} here; "
            "raise ulimit -n, or take fewer",
            param_hint="--idle",
        )
    if churn:
        raise typer.Exit(0 if _judge_churn(churn) else 1)
    if lossy_megabytes:
        begun = time.perf_counter()
        whole, _late = _over(_LOSSY, _pour_drawn, lambda served: _is_whole(served.port, lossy_megabytes))
        print(
            f"{lossy_megabytes} MB over {_LOSSY}: hash {'equal' if whole else 'differs'}, "
            f"{time.perf_counter() - begun:.0f} s"
        )
        raise typer.Exit(0 if whole else 1)
    rate, _late = _over(_FAST, _pour, lambda served: _rate_gbit_s(served.port, megabytes))
    calls, late = _over(_FAR, _answer, lambda served: _call(served.port, idle, seconds))
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
