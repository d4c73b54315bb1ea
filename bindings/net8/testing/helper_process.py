# SPDX-License-Identifier: GPL-2.0-only
"""A process of net8 between tests and a server: its first line of JSON says where it listens, or what is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from net8.base.errors import PlanError, RunError

__all__ = ["HelperProcess"]

_LONGEST_S = 10.0


class HelperProcess:
    """Ends when its input does."""

    def __init__(self, module: str, arguments: Sequence[str], gone: str) -> None:
        """Start it.

        @param module: what it runs
        @param arguments: its arguments
        @param gone: what is so once it has ended
        @raises PlanError: when an argument is wrong, or the port cannot be had
        """
        self._gone = gone
        command = [sys.executable, "-m", module, *arguments]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        told = self.read()
        if "wrong" in told:
            self.close()
            raise PlanError(told["wrong"])
        self.host: str = told["host"]  #: where it listens
        self.port: int = told["port"]  #: at which port

    @property
    def address(self) -> str:
        """Address and port, as NET8_LISTEN has them."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    def write(self, order: object) -> None:
        """Write a line of JSON.

        @param order: what it says
        @raises RunError: when the process is gone
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(order).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise RunError(self._gone) from None

    def read(self) -> dict[str, Any]:
        """Read a line of JSON.

        @return: what it says
        @raises RunError: when the process is gone
        """
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RunError(self._gone)
        found: dict[str, Any] = json.loads(line)
        return found

    def end(self) -> None:
        """End its input."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    def close(self) -> None:
        """End it."""
        assert self._process.stdout is not None
        self.end()
        try:
            self._process.wait(_LONGEST_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()
