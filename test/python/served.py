# SPDX-License-Identifier: GPL-2.0-only
"""net8 serve in a process of its own."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

PATIENCE_S = 60
"""How long a busy machine may take for anything."""


class Served:
    """A network between this process and a server."""

    def __init__(self, plan: str, folder: Path, *options: str, listens: int = 1) -> None:
        """Start it with the text of a plan or with a path, and wait until it listens."""
        if "\n" in plan:
            (folder / "plan.toml").write_text(plan, encoding="utf-8")
            plan = str(folder / "plan.toml")
        command = [sys.executable, "-m", "net8", "serve", plan, *options]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        self.said = [self.process.stderr.readline() for _each in range(listens)]
        self.ports = [int(re.findall(r"127\.0\.0\.1:(\d+) leads to", line)[0]) for line in self.said]

    @property
    def api(self) -> str:
        """Where the interface of toxiproxy is, which is said after the ports."""
        assert self.process.stderr is not None
        self.said.append(self.process.stderr.readline())
        return str(re.findall(r"interface is at (http://\S+)", self.said[-1])[0])

    def connect(self, number: int = 0) -> socket.socket:
        """Return a connection to a port of it."""
        return socket.create_connection(("127.0.0.1", self.ports[number]), timeout=PATIENCE_S)

    def end(self, how: signal.Signals = signal.SIGINT) -> int:
        """Send it a signal, and return its exit code."""
        self.process.send_signal(how)
        assert self.process.stderr is not None
        self.said += self.process.stderr.read().splitlines()
        return self.process.wait(PATIENCE_S)

    @property
    def memory_kb(self) -> int:
        """The most memory that it has had."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(re.findall(r"VmHWM:\s*(\d+) kB", status)[0])

    @property
    def processor_s(self) -> float:
        """Processor time that it has taken."""
        words = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def served(plan: str, folder: Path, *options: str, listens: int = 1) -> Iterator[Served]:
    """Yield a network; what still runs at the end is ended."""
    found = Served(plan, folder, *options, listens=listens)
    try:
        yield found
    finally:
        if found.process.poll() is None:
            found.process.kill()
        found.process.wait(PATIENCE_S)
        assert found.process.stderr is not None
        found.process.stderr.close()
