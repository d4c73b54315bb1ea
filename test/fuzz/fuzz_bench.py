# SPDX-License-Identifier: GPL-2.0-only
"""The bench on which inputs are tried: a folder with a plan and its results, and what must hold of each command."""

from __future__ import annotations

import gc
import importlib
import os
import pkgutil
import re
import shutil
import stat
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import net8
from fuzz_call import Said, call
from fuzz_kind import Command, Kind, Parts
from net8.task import worker

__all__ = ["Bench", "Outcome"]

_PLAN: Final = """
title = "Two clients over a LAN"
[path]
kind = "lan"
[query]
rows = 3
[[group]]
name = "a"
[[group]]
name = "b"
[sweep]
"client.sdu" = [512, 2048]
[[figure]]
name = "bars"
[[figure]]
kind = "series"
name = "course"
quantities = ["cpu_load", "asked_per_s"]
[[figure]]
kind = "distribution"
name = "connect"
[run]
sample_interval = "10ms"
pcap = true
"""
_CODES: Final = (0, 1, 2)
_UNPLANNED: Final = (
    "Traceback",
    "there is not enough memory",
    "ended unexpectedly",
    "was ended by SIG",
    "terminate called",
)
_PROGRESS: Final = re.compile(r"\d+ of \d+ runs?( \(\d+ failed\))? done; ")
"""How a command that prints a table or JSON tells how far it is: that is no error."""
_CPU_S: Final = 10
_MEMORY_MIB: Final = 400
"""What a command on a small input may take beside what is loaded."""
Outcome = list[tuple[list[str], int, str]]
"""Words, exit code and errors of each command."""
_Tree = dict[str, tuple[int, int, int]]


class Bench:
    """A folder in which one input after the other is laid out and read."""

    def __init__(self, top: Path) -> None:
        """Run the plan.

        @param top: an empty folder
        """
        _load_everything()
        self._base, self._work, self._notes = (top / name for name in ("base", "work", "notes"))
        self._base.mkdir()
        self._notes.mkdir()
        (top / "tmp").mkdir()
        tempfile.tempdir = str(top / "tmp")
        (self._base / "base.toml").write_text(_PLAN, encoding="utf-8")
        made = call(["run", "base.toml"], self._base, self._notes)
        if made.code or made.error:
            raise RuntimeError(f"the plan ended with {made.code}: {made.error}")
        self._runs = sorted(path.name for path in (self._base / "runs" / "data").iterdir())
        shutil.copy(
            self._base / "runs" / "data" / self._runs[0] / "capture-client.pcap", self._base / "real.pcap"
        )

    def try_out(
        self, kind: Kind, parts: Parts, commands: Sequence[Command] | None = None
    ) -> tuple[list[str], Outcome]:
        """Lay an input out and do what reads it.

        @param kind: its kind
        @param parts: the input
        @param commands: what to do; by default all that the kind names
        @return: a sentence for all that must not be, and how each command ended
        """
        _clear(self._work)
        shutil.copytree(self._base, self._work, symlinks=True)
        kind.lay(parts, self._work)
        found: list[str] = []
        outcome: Outcome = []
        for command in kind.commands(parts) if commands is None else commands:
            words = [self._named(word) for word in command.words]
            before = _tree(self._work)
            (self._notes / "doing").write_text(f"net8 {' '.join(words)}", encoding="utf-8")
            said = call(words, self._work, self._notes)
            wrong = _judge(command, said) + _written(command, before, _tree(self._work)) + self._left()
            found += [f"net8 {' '.join(command.words)}: {sentence}" for sentence in wrong]
            outcome.append((list(command.words), said.code, said.error))
        return found, outcome

    @property
    def doing(self) -> str:
        """Name the command that was begun last."""
        return (self._notes / "doing").read_text(encoding="utf-8")

    @property
    def last_words(self) -> str:
        """The end of what it said."""
        return (self._notes / "error").read_text(encoding="utf-8", errors="replace").strip()[-400:]

    def _left(self) -> list[str]:
        """Tell of temporary files that are still there."""
        left = sorted(path.name for path in Path(tempfile.gettempdir()).iterdir())
        for name in left:
            _clear(Path(tempfile.gettempdir()) / name)
        return [f"it left {', '.join(left)}"] if left else []

    def _named(self, word: str) -> str:
        """Put the names of the run folders, which every build has others of, into a word."""
        return word.replace("FIRST", self._runs[0]).replace("SECOND", self._runs[1])


def _load_everything() -> None:
    """Load what no command then has to."""
    for module in pkgutil.walk_packages(net8.__path__, "net8."):
        if not module.name.endswith(("__main__", "dask_pool")):
            importlib.import_module(module.name)
    worker._warm_up()
    # A warning of Python or NumPy is text that no user can act on.
    warnings.simplefilter("always")
    gc.collect()
    gc.freeze()


def _clear(folder: Path) -> None:
    """Remove a folder, be there what may."""
    if folder.is_dir():
        shutil.rmtree(folder)
    else:
        folder.unlink(missing_ok=True)


def _tree(folder: Path) -> _Tree:
    """Return kind, size and time of change of all that is in a folder; of folders the kind alone."""
    found: _Tree = {}
    for above, folders, names in os.walk(folder):
        for name in [*folders, *names]:
            path = Path(above) / name
            told = path.lstat()
            whole = stat.S_ISREG(told.st_mode)
            found[str(path.relative_to(folder))] = (
                stat.S_IFMT(told.st_mode), told.st_size if whole else 0, told.st_mtime_ns if whole else 0,
            )  # fmt: skip
    return found


def _written(command: Command, before: _Tree, after: _Tree) -> list[str]:
    """Tell of what a command has written where it may not."""
    changed = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    bad = [name for name in changed if not name.startswith(command.writes or ("\0",))]
    return [f"it wrote {', '.join(bad[:5])}"] if bad else []


def _judge(command: Command, said: Said) -> list[str]:
    """Tell of what must not be."""
    found = []
    if said.code not in _CODES:
        found.append(f"its exit code was {said.code}: {said.error.strip()[-400:]}")
    found += [
        f"it said {text!r}: {said.error.strip()[-700:]}"
        for text in _UNPLANNED
        if text in said.out + said.error
    ]
    if not found:
        found += _form(command, said)
    if said.cpu_s > _CPU_S:
        found.append(f"it took {said.cpu_s:.0f} s of processor time")
    if said.grown_mib > _MEMORY_MIB:
        found.append(f"it took {said.grown_mib:.0f} MiB of memory")
    return found


def _form(command: Command, said: Said) -> list[str]:
    """Tell of errors that are no sentence."""
    found = []
    lines = [line for line in said.error.splitlines() if not _PROGRESS.match(line)]
    if said.code == 0 and lines:
        found.append(f"it was well, and said {said.error.strip()[-400:]!r}")
    if (
        (said.code == 2 and len(lines) != 1)
        or len(lines) > 1
        or not all(line.startswith("net8: ") for line in lines)
    ):
        found.append(f"its error is no sentence: {said.error[-400:]!r}")
    if said.code == 1 and not (lines or said.out):
        found.append("it failed without a word")
    if said.code == 2 and command.names not in said.error:
        found.append(f"its error does not name {command.names}: {said.error[-400:]!r}")
    if control := re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", said.out + said.error):
        found.append(f"it printed the control character {control[0]!r}")
    return found
