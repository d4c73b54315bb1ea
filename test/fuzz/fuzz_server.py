# SPDX-License-Identifier: GPL-2.0-only
"""A process that tries inputs out, with limits on time and memory; one that dies or hangs is told, and replaced."""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import sys
from pathlib import Path
from typing import Any, Final

from fuzz_bench import Bench, Outcome
from fuzz_kind import Command, Kind, Parts
from net8.task import pool
from net8.task.forked import Forked

__all__ = ["Server"]

_WALL_S: Final = 120.0
"""Wall time is long, as other work may share the machine."""
_ADDRESS_SPACE: Final = 3 << 30
_FILE_BYTES: Final = 256 << 20
_INPUTS_OF_A_PROCESS: Final = 300
Answer = tuple[list[str], Outcome]


class Server:
    """Tries inputs out, each in a process that was forked from this one."""

    def __init__(self, bench: Bench, kinds: dict[str, Kind]) -> None:
        """Start with no process.

        @param bench: where inputs are tried out
        @param kinds: kinds of inputs by name
        """
        self._bench, self._kinds = bench, kinds
        self._child = 0
        self._served = 0
        self._tasks = self._answers = -1

    def try_out(self, kind: Kind, parts: Parts, commands: list[Command] | None = None) -> Answer:
        """Try an input out.

        @param kind: its kind
        @param parts: the input
        @param commands: what to do; by default all that the kind names
        @return: a sentence for all that must not be, and how each command ended
        """
        if self._child and self._served >= _INPUTS_OF_A_PROCESS:
            self.close()
        if not self._child:
            self._start()
        self._served += 1
        words = None if commands is None else [[[*c.words], [*c.writes], c.names] for c in commands]
        os.write(self._tasks, f"{json.dumps([kind.name, parts, words])}\n".encode())
        return self._answer()

    def close(self) -> None:
        """End the process, and those that it has started."""
        if self._child:
            os.killpg(self._child, signal.SIGKILL)
            os.waitpid(self._child, 0)
            os.close(self._tasks)
            os.close(self._answers)
            self._child = 0

    def _answer(self) -> Answer:
        """Wait for what the process says."""
        text = b""
        while not text.endswith(b"\n"):
            if not select.select([self._answers], [], [], _WALL_S)[0]:
                doing = self._bench.doing
                self.close()
                return [f"{doing}: it did not end within {_WALL_S:.0f} s"], []
            part = os.read(self._answers, 1 << 20)
            if not part:
                return self._death(), []
            text += part
        found, outcome = json.loads(text)
        return found, [(words, code, error) for words, code, error in outcome]

    def _death(self) -> list[str]:
        """Describe how the process ended."""
        _pid, status = os.waitpid(self._child, 0)
        os.close(self._tasks)
        os.close(self._answers)
        self._child = 0
        return [
            f"{self._bench.doing}: the process ended with {os.waitstatus_to_exitcode(status)}: {self._bench.last_words}"
        ]

    def _start(self) -> None:
        """Fork a process."""
        theirs_in, self._tasks = os.pipe()
        self._answers, theirs_out = os.pipe()
        self._served = 0
        self._child = os.fork()
        if self._child == 0:
            os.close(self._tasks)
            os.close(self._answers)
            self._serve(theirs_in, theirs_out)
        os.close(theirs_in)
        os.close(theirs_out)

    def _serve(self, tasks: int, answers: int) -> None:
        """Be the process."""
        try:
            os.setsid()
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            limit()
            with os.fdopen(tasks, encoding="utf-8") as lines:
                for line in lines:
                    name, parts, words = json.loads(line)
                    commands = (
                        None if words is None else [Command(tuple(w), tuple(out), n) for w, out, n in words]
                    )
                    answer: Any = self._bench.try_out(self._kinds[name], parts, commands)
                    os.write(answers, f"{json.dumps(answer)}\n".encode())
        except BaseException:
            sys.excepthook(*sys.exc_info())
        finally:
            os._exit(98)


def limit() -> None:
    """Bound what this process may take, and let simulations run in processes forked from it."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    space = pages * resource.getpagesize() + _ADDRESS_SPACE
    resource.setrlimit(resource.RLIMIT_AS, (space, space))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_FILE_BYTES, _FILE_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    pool.spawn = lambda: pool.Worker(Forked())
