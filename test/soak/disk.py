# SPDX-License-Identifier: GPL-2.0-only
"""The disk and the clock of a world: one that fails at the k-th call, is slow, and whose clock jumps."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))

from fault_files import MODES, FaultFiles
from net8.base.files import Files

__all__ = ["MODES", "Disk"]


class Disk(FaultFiles):
    """What net8 writes through, in a world.

    net8 reads no clock that can be set, but files carry its time: they get that of this world, and so does whoever
    asks for it in Python.
    """

    def __init__(self, root: Path, fault: dict[str, Any]) -> None:
        """Prepare.

        @param root: the folder that this disk is
        @param fault: what happens: "mode" at call "at", "slow_ms" at each call, and from call "jump_at" on the clock
            is off by "hours"
        """
        super().__init__(root, fault.get("at", 0), fault.get("mode", ""))
        self._slow_s = fault.get("slow_ms", 0) / 1000
        self._jump_ns, self._jump_at = int(fault.get("hours", 0) * 3600e9), fault.get("jump_at", 1)

    def set_clock(self) -> None:
        """Let this process ask this world for the time."""
        real_ns = time.time_ns
        time.time_ns = lambda: real_ns() + self._off_ns()
        time.time = lambda: time.time_ns() / 1e9

    def _off_ns(self) -> int:
        return self._jump_ns if len(self.calls) >= self._jump_at else 0

    def _call(
        self, name: str, do: Callable[[], None], tear: Callable[[], None], *, frees: bool = False
    ) -> None:
        """Take a while, then do it or what this world is about."""
        time.sleep(self._slow_s)
        super()._call(name, do, tear, frees=frees)

    def write(self, path: Path, content: bytes | Iterable[bytes]) -> None:
        """Write a file at the time of this world."""
        super().write(path, content)
        self._stamp(path)

    def copy(self, source: Path, target: Path) -> None:
        """Copy a file at the time of this world."""
        super().copy(source, target)
        self._stamp(target)

    def rename(self, old: Path, new: Path) -> None:
        """Rename at once, where nobody needs to know what was there before."""
        if self._mode:
            super().rename(old, new)
        else:
            self._call("rename", lambda: Files.rename(self, old, new), lambda: None)

    def remove(self, path: Path) -> None:
        """Remove for good, where nobody needs to know what was there before."""
        if self._mode:
            super().remove(path)
        else:
            self._call("remove", lambda: Files.remove(self, path), lambda: None, frees=True)

    def _stamp(self, path: Path) -> None:
        """Set the time of a file to that of this world."""
        if self._off_ns():
            os.utime(path, ns=(time.time_ns(), time.time_ns()))
