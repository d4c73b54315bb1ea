# SPDX-License-Identifier: GPL-2.0-only
"""Runs a small campaign twice, undisturbed and through all that befalls it, and holds the second against the first.

Whatever has happened, the same command again ends in the store that an undisturbed one leaves. Until then: no row is
without its whole folder, what is said is one sentence that names the cause, a command that says that all is well is
right, no process and no temporary file stays, and no process takes more memory than it may.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))

import children
import net8
from campaigns import COMMANDS, Document
from disk import Disk
from fault_files import DIED
from invariants import check
from net8.base import files
from net8.store.database import Store
from store_state import state, whole

__all__ = ["FindingError", "RefusedError", "become_reaper", "endure"]

_LONGEST_S: Final = 60.0
_REAP_S: Final = 30.0
_MOST_KIB: Final = 600 * 1024
_ROOM_KIB: Final = 64 * 1024
_CAUSES: Final = ("disk is full", "input/output error", "another net8 run is writing")
_NOTHING_YET: Final = ("has no results", "has no run folders", "there is no results folder")
_PR_SET_CHILD_SUBREAPER: Final = 36


class FindingError(Exception):
    """What must not be."""


class RefusedError(Exception):
    """The campaign does not even end undisturbed, as one that was made smaller may not."""


@dataclass(frozen=True, slots=True)
class _Ended:
    """How a command ended."""

    code: int  #: exit code, negative for a signal
    said: str  #: standard error
    told: str  #: standard output
    seconds: float  #: how long it took


@dataclass
class _World:
    """The folder of a campaign and what is known of it."""

    document: Document
    top: Path
    small: bool = False  #: whether its disk is a small one of its own
    references: dict[str, tuple[object, _Ended]] = field(default_factory=dict)

    @property
    def disk(self) -> Path:
        """The folder on which a small disk is mounted."""
        return self.top / "disk"

    @property
    def place(self) -> Path:
        """The folder in which the campaign runs."""
        return self.disk / "now"

    @property
    def temporary(self) -> Path:
        """The folder for what is temporary."""
        return self.top / "tmp"


def become_reaper() -> None:
    """Inherit the processes that a killed one leaves (prctl(2)), so that each is seen."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def endure(document: Document, top: Path) -> Counter[str]:
    """Run a campaign through all that befalls it.

    @param document: the campaign
    @param top: an empty folder for it
    @return: how often each kind of fault was tried, and as "KIND hit" how often a command did not end well then
    @raises FindingError: when something is wrong
    @raises RefusedError: when the campaign does not even end undisturbed
    """
    world = _World(document, top)
    world.temporary.mkdir()
    world.disk.mkdir()
    _begin(world)
    for number, name, out, words in _commands(document):
        ended = _wait(world, _start(world, words), words)
        if ended.code or ended.said:
            raise RefusedError(f"net8 {' '.join(words)} ended with {ended.code}: {ended.said}")
        world.references[f"{number} {name} {out}"] = state(world.place / out), ended
    shutil.rmtree(world.place)
    tried: Counter[str] = Counter()
    with _disk(world):
        _begin(world)
        for number, name, out, words in _commands(document):
            for fault in document["steps"][number].get("faults", []):
                kind = str(fault.get("kind", "none"))
                tried[kind] += 1
                tried[f"{kind} hit"] += _befall(world, f"{number} {name} {out}", out, words, fault)
            _finish(world, f"{number} {name} {out}", out, words)
        _look_into_runs(world)
    return tried


def _commands(document: Document) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield number and name of a step, output folder and words of each command."""
    for number, step in enumerate(document.get("steps", [])):
        if "do" not in step:
            raise RefusedError("a step says not what is done")
        for out, words in COMMANDS[step["do"]]:
            jobs = ["--jobs", str(document.get("workers") or 1)] if words[0] == "run" else []
            yield number, step["do"], out, [*words, *jobs]


def _begin(world: _World) -> None:
    """Make the folder with the plan."""
    world.place.mkdir()
    plan = {**world.document.get("plan", {}), "run": {"runs": world.document.get("runs", 1)}}
    (world.place / "plan.toml").write_text(net8.Plan.of(plan).to_toml(), encoding="utf-8")


@contextlib.contextmanager
def _disk(world: _World) -> Iterator[None]:
    """Yield the campaign a small disk of its own where it needs one and may have one."""
    faults = [fault for step in world.document.get("steps", []) for fault in step.get("faults", [])]
    if any(fault.get("kind") == "room" for fault in faults):
        world.small = _mount(world.disk, f"size={_ROOM_KIB}k")
    try:
        yield
    finally:
        if world.small:
            subprocess.run(["umount", "--lazy", str(world.disk)], check=False)


def _mount(place: Path, options: str) -> bool:
    """Mount a disk in memory; tell whether that is allowed."""
    command = ["mount", "-t", "tmpfs", "-o", options, "net8-soak", str(place)]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


# One command


def _start(
    world: _World, words: list[str], fault: Document | None = None, name: str = "main"
) -> tuple[int, str, float]:
    """Start net8 with what befalls it; give its process, the name of its outputs and when it began."""
    fault = fault or {}

    def prepare() -> None:
        tempfile.tempdir = str(world.temporary)
        disk = Disk(world.place, fault)
        disk.set_clock()
        files.current = disk

        def in_worker() -> None:
            files.current = Disk(world.place, {**fault, "mode": "", "at": 0})

        children.in_worker = in_worker

    # One that is killed at once opens neither, and must not be taken to say what the one before said.
    for ending in ("err", "out"):
        (world.top / f"{name}.{ending}").write_text("", encoding="utf-8")
    child = children.start(
        world.place, words, interval_s=world.document.get("interval_s", 0.0),
        said=world.top / f"{name}.err", told=world.top / f"{name}.out",
        alone=not world.document.get("workers"), prepare=prepare,
    )  # fmt: skip
    return child, name, time.monotonic()


def _wait(world: _World, started: tuple[int, str, float], words: list[str]) -> _Ended:
    """Wait for the end of a command."""
    child, name, began = started
    while not (found := os.wait4(child, os.WNOHANG))[0]:
        if time.monotonic() - began > _LONGEST_S:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            raise FindingError(f"net8 {' '.join(words)} had not ended after {_LONGEST_S:.0f} s")
        time.sleep(0.002)
    _child, status, usage = found
    if usage.ru_maxrss > _MOST_KIB:
        raise FindingError(f"net8 {' '.join(words)} took {usage.ru_maxrss} KiB of memory")
    said, told = ((world.top / f"{name}.{ending}").read_text(encoding="utf-8") for ending in ("err", "out"))
    return _Ended(os.waitstatus_to_exitcode(status), said, told, time.monotonic() - began)


def _befall(world: _World, key: str, out: str, words: list[str], fault: Document) -> bool:
    """Run a command once while something befalls it; tell whether it did not end well."""
    kind = fault.get("kind", "none")
    expected, reference = world.references[key]
    if kind == "damage":
        if not _damage(world.place / out / "campaign.sqlite", fault):
            return False
    elif kind == "room" and world.small:
        room = os.statvfs(world.disk)
        used = (room.f_blocks - room.f_bfree) * room.f_frsize // 1024
        _mount(world.disk, f"remount,size={used + fault.get('kib', 0)}k")
    started = _start(world, words, fault)
    if kind == "kill":
        time.sleep(fault.get("part", 0.5) * reference.seconds)
        os.kill(started[0], signal.SIGKILL)
    rival = _rival(world, out, words, fault, reference.seconds) if kind == "rival" else None
    ended = _wait(world, started, words)
    if rival is not None and not _came_too_early(other := _wait(world, *rival)):
        _judge(other, rival[1], kind)
    if kind == "room" and world.small:
        _mount(world.disk, f"remount,size={_ROOM_KIB}k")
    _judge(ended, words, kind)
    if kind == "damage":
        _mend(world, out)
    elif not _whole(world.place / out):
        raise FindingError(f"a row lacks its folder after {fault} of net8 {' '.join(words)}")
    if ended.code == 0 and kind != "damage" and state(world.place / out) != expected:
        raise FindingError(f"net8 {' '.join(words)} ended well with {fault}, and the store is another one")
    return ended.code != 0


def _whole(out: Path) -> bool:
    """Return whether every row has its folder; a repair may have left the store under its other name."""
    moved = not (out / "campaign.sqlite").exists() and (out / "campaign.sqlite.before-repair").exists()
    return moved or whole(out)


def _rival(
    world: _World, out: str, words: list[str], fault: Document, seconds: float
) -> tuple[tuple[int, str, float], list[str]]:
    """Start another process on the same store."""
    time.sleep(fault.get("part", 0.5) * seconds)
    others = {
        "same": words,
        "report": ["report", "now", "--out", out],
        "repair": ["repair", out],
        "merge": ["merge", out, "--out", "other"],
    }
    other = others[fault.get("rival", "same")]
    return _start(world, other, name="rival"), other


def _came_too_early(rival: _Ended) -> bool:
    """Return whether another process found nothing yet, which is the user's error and told as one."""
    one = rival.said.startswith("net8: ") and rival.said.count("\n") == 1
    return rival.code == 2 and one and any(nothing in rival.said for nothing in _NOTHING_YET)


def _judge(ended: _Ended, words: list[str], kind: str) -> None:
    """Refuse an end that is neither well, nor a kill, nor one sentence that names its cause."""
    if ended.code in (0, DIED, -signal.SIGKILL):
        if ended.said:
            raise FindingError(f"net8 {' '.join(words)} ended with {ended.code} and said {ended.said!r}")
        return
    sentence = ended.said.startswith("net8: ") and ended.said.count("\n") == 1
    named = kind in ("damage", "rival") or any(cause in ended.said for cause in _CAUSES)
    if ended.code != 1 or not sentence or not named:
        raise FindingError(
            f"net8 {' '.join(words)} ended with {ended.code} for {kind}: {ended.said or ended.told!r}"
        )


def _damage(store: Path, fault: Document) -> bool:
    """Overwrite a part of a store; tell whether there is one."""
    if not store.is_file() or not (size := store.stat().st_size):
        return False
    at = min(int(fault.get("place", 0.5) * size), size - 1)
    with store.open("r+b") as stream:
        stream.seek(at)
        stream.write(b"\xff" * min(fault.get("bytes", 1), size - at))
    return True


def _mend(world: _World, out: str) -> None:
    """Do what net8 says about a damaged store: repair it, or move it away where no run folder is left."""
    words = ["repair", out]
    ended = _wait(world, _start(world, words), words)
    if "has no run folders" in ended.said:
        for path in (world.place / out).glob("campaign.sqlite*"):
            path.unlink()
    elif ended.code or ended.said:
        raise FindingError(f"net8 repair ended with {ended.code}: {ended.said}")


def _finish(world: _World, key: str, out: str, words: list[str]) -> None:
    """Run a command undisturbed, which must end as if nothing had ever been."""
    _reap(words)
    shutil.rmtree(world.temporary)
    world.temporary.mkdir()
    ended = _wait(world, _start(world, words), words)
    expected, reference = world.references[key]
    if ended.code or ended.said:
        raise FindingError(
            f"net8 {' '.join(words)} again ended with {ended.code}: {ended.said or ended.told}"
        )
    if (found := state(world.place / out)) != expected:
        raise FindingError(
            f"net8 {' '.join(words)} again did not end in the undisturbed store: {_difference(found, expected)}"
        )
    if words[0] == "report" and ended.told != reference.told:
        raise FindingError("net8 report tells something else than of the undisturbed store")
    _reap(words)
    if left := sorted(path.name for path in world.temporary.iterdir()):
        raise FindingError(f"net8 {' '.join(words)} left {', '.join(left)}")


def _difference(found: Any, expected: Any) -> str:
    """Name in which part two stores differ."""
    names = ("rows", "campaigns", "files left")
    return ", ".join(name for name, one, other in zip(names, found, expected, strict=True) if one != other)


def _reap(words: list[str]) -> None:
    """Wait until all processes are gone that came from a command."""
    end = time.monotonic() + _REAP_S
    while time.monotonic() < end:
        try:
            if not os.waitpid(-1, os.WNOHANG)[0]:
                time.sleep(0.01)
        except ChildProcessError:
            return
    raise FindingError(f"processes of net8 {' '.join(words)} are there after {_REAP_S:.0f} s")


def _look_into_runs(world: _World) -> None:
    """Hold all stored runs against what holds of every run."""
    query = {"query": world.document.get("plan", {}).get("query", {})}
    for out in sorted({out for _number, _name, out, _words in _commands(world.document)}):
        with Store(world.place / out, writing=False) as store:
            for row in store.all_rows():
                if found := check(query, net8.Run.load(store.folder(row))):
                    raise FindingError("; ".join(found))
