# SPDX-License-Identifier: GPL-2.0-only
"""What net8 record costs: a call through its proxy beside a call without, and bytes per second of both.

Client, proxy and server are three processes on this machine. Calls of both kinds alternate in blocks, so that what else
runs here meets both. Ends with exit code 1 when the limit is passed.
"""

from __future__ import annotations

import json
import multiprocessing
import socket
import tempfile
import time
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer
from net8.base.sheet import Column, Sheet
from net8.base.terminal import console
from net8.testing.proxy_process import ProxyProcess

MOST_P99_US: Final = 100.0
"""By how much the 99th percentile of a call through the proxy may be above that of one without."""
_REQUEST, _REPLY = 100, 300
_BLOCK: Final = 1000
_POUR: Final = b"pour"
_PIECE: Final = bytes(1 << 18)


def _serve(door: socket.socket) -> None:
    """Answer each request of a client, or pour out as many bytes as it asks for."""
    while True:
        sock, _address = door.accept()
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with sock:
            while asked := sock.recv(_REQUEST):
                if asked.startswith(_POUR):
                    for _piece in range(int(asked[len(_POUR) :])):
                        sock.sendall(_PIECE)
                else:
                    sock.sendall(bytes(_REPLY))


def _connect(address: tuple[str, int]) -> socket.socket:
    """Return a connection."""
    sock = socket.create_connection(address)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return sock


def _calls(address: tuple[str, int], count: int) -> list[int]:
    """Return the times of calls of one connection, nanoseconds."""
    found, request = [], bytes(_REQUEST)
    with _connect(address) as sock:
        for _call in range(count):
            start = time.perf_counter_ns()
            sock.sendall(request)
            left = _REPLY
            while left:
                left -= len(sock.recv(left))
            found.append(time.perf_counter_ns() - start)
    return found


def _pour(address: tuple[str, int], pieces: int) -> float:
    """Return MB per second of a long reply."""
    with _connect(address) as sock:
        start = time.perf_counter()
        sock.sendall(_POUR + str(pieces).encode())
        left = pieces * len(_PIECE)
        while left:
            left -= len(sock.recv(min(left, len(_PIECE))))
    return pieces * len(_PIECE) / 1e6 / (time.perf_counter() - start)


def _measure(direct: tuple[str, int], proxied: tuple[str, int], calls: int, pieces: int) -> dict[str, Any]:
    """Measure both ways in turns."""
    times: dict[str, list[int]] = {"direct": [], "recorded": []}
    rates: dict[str, list[float]] = {"direct": [], "recorded": []}
    ways: list[tuple[str, tuple[str, int]]] = [("direct", direct), ("recorded", proxied)]
    for _block in range(-(-calls // _BLOCK)):
        for name, address in ways:
            times[name] += _calls(address, _BLOCK)
    for _time in range(3):
        for name, address in ways:
            rates[name].append(_pour(address, pieces))

    def quantile_us(name: str, share: float) -> float:
        """Return a quantile of the times of one way."""
        return float(np.quantile(times[name], share)) / 1000

    return {
        name: {
            "calls": len(times[name]), "p50_us": quantile_us(name, 0.5), "p99_us": quantile_us(name, 0.99),
            "mb_per_s": float(np.median(rates[name])),
        }
        for name, _address in ways
    }  # fmt: skip


def main(
    calls: Annotated[int, typer.Option(help="Calls each way.", min=_BLOCK)] = 20_000,
    megabytes: Annotated[int, typer.Option(help="Length of a long reply, MB.", min=1)] = 256,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compare calls through the proxy of net8 record with calls without it."""
    with socket.create_server(("127.0.0.1", 0)) as door, tempfile.TemporaryDirectory() as folder:
        server = multiprocessing.get_context("fork").Process(target=_serve, args=(door,), daemon=True)
        server.start()
        host, port = door.getsockname()
        proxy = ProxyProcess("127.0.0.1:0", f"{host}:{port}")
        try:
            proxy.record(Path(folder) / "bench.pcapng")
            found = _measure((host, port), (proxy.host, proxy.port), calls, megabytes * 4)
        finally:
            proxy.close()
            server.terminate()
    more = {name: found["recorded"][name] - found["direct"][name] for name in ("p50_us", "p99_us")}
    within = more["p99_us"] <= MOST_P99_US
    if as_json:
        print(json.dumps({**found, "more": more, "limit_us": MOST_P99_US, "within": within}))
    else:
        table = Sheet(
            Column("way"), Column("p50 (us)", "number"), Column("p99 (us)", "number"), Column("MB/s", "number"),
            title=f"{calls:,} calls of {_REQUEST} and {_REPLY} bytes, and replies of {megabytes} MB",
        )  # fmt: skip
        for name, row in found.items():
            table.add(name, f"{row['p50_us']:.1f}", f"{row['p99_us']:.1f}", f"{row['mb_per_s']:.0f}")
        table.add("more", f"{more['p50_us']:.1f}", f"{more['p99_us']:.1f}", "")
        console().print(table)
        print(f"limit: {MOST_P99_US:.0f} us more at p99: {'kept' if within else 'passed'}")
    raise typer.Exit(0 if within else 1)


if __name__ == "__main__":
    typer.run(main)
