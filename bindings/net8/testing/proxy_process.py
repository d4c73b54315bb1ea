# SPDX-License-Identifier: GPL-2.0-only
"""The proxy of net8 record in a process of its own, told what to record."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from net8.base.errors import PlanError, RunError

__all__ = ["ProxyProcess"]

_LONGEST_S = 10.0


class ProxyProcess:
    """A proxy between this host's programs and one server."""

    def __init__(self, listen: str, backend: str) -> None:
        """Start it.

        @param listen: address and port, port 0 for any
        @param backend: where connections go
        @raises PlanError: when an address is wrong, or the port cannot be had
        """
        command = [sys.executable, "-m", "net8.recorder.helper", listen, backend]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        told = self._read()
        if "wrong" in told:
            self.close()
            raise PlanError(told["wrong"])
        self.host: str = told["host"]  #: where it listens
        self.port: int = told["port"]  #: at which port
        self.backend = backend  #: where its connections go

    @property
    def address(self) -> str:
        """Address and port, as NET8_LISTEN has them."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    def record(self, file: Path | None) -> int:
        """End the recording, and begin another one.

        @param file: the new one, None for none
        @return: packets of the one that ended
        @raises RunError: when one cannot be written, or the proxy is gone
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({"file": str(file) if file else None}).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise RunError("the proxy of net8 has ended, so that nothing more is recorded") from None
        told = self._read()
        if told["wrong"]:
            raise RunError(told["wrong"])
        return int(told["packets"])

    def close(self) -> None:
        """End it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(_LONGEST_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def _read(self) -> dict[str, Any]:
        """Read a line."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RunError("the proxy of net8 has ended, so that nothing more is recorded")
        found: dict[str, Any] = json.loads(line)
        return found
