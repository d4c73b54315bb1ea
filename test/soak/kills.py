# SPDX-License-Identifier: GPL-2.0-only
"""Kill a sweep, a --pcap rerun and a merge at random moments, each many times, and do the same command again.

After each kill no row of the store may be without its whole folder, and the command must then end in the store that an
undisturbed one leaves: nothing lost, nothing double. A failure is told with the seed that shows it again.

    .venv/bin/python test/soak/kills.py --kills 1000 --seed 1
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import typer

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))

import children
from store_state import state, whole

PLAN: Final = """
[path]
kind = "lan"
loss_rate = 0.001
[query]
rows = 200
[run]
runs = 4
[sweep]
"client.sdu" = [512, 2048]
"""
COMMANDS: Final = {
    "sweep": ["run", "plan.toml", "--jobs", "2"],
    "rerun": ["run", "plan.toml", "--pcap", "--jobs", "2"],
    "merge": ["merge", "part-1", "part-2"],
}
BEFORE: Final = {
    "sweep": [],
    "rerun": [["run", "plan.toml"]],
    "merge": [["run", "plan.toml", "--part", f"{part}/2", "--out", f"part-{part}"] for part in (1, 2)],
}


def start(folder: Path, words: list[str], interval_s: float) -> int:
    """Start net8; give the number of its process."""
    return children.start(folder, words, interval_s=interval_s, said=folder / "said.txt")


def finish(folder: Path, words: list[str]) -> None:
    """Run net8 to its end."""
    code = os.waitstatus_to_exitcode(os.waitpid(start(folder, words, 0.0), 0)[1])
    said = (folder / "said.txt").read_text(encoding="utf-8")
    if code or said:
        raise AssertionError(f"net8 {' '.join(words)} ended with {code}: {said}")


def kill(folder: Path, words: list[str], after_s: float, interval_s: float) -> bool:
    """Start net8 and kill it after a while; tell whether it was still there."""
    child = start(folder, words, interval_s)
    time.sleep(after_s)
    os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL


def copy(source: Path, place: Path) -> Path:
    """Copy a folder, times included, to where all trials are."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(source, place)
    return place


def prepare(top: Path, name: str, place: Path) -> tuple[Path, object, float]:
    """Return a folder before a command, the store after it, and how long it takes."""
    folder = place
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "plan.toml").write_text(PLAN, encoding="utf-8")
    for words in BEFORE[name]:
        finish(folder, words)
    before = copy(folder, top / name)
    seconds = []
    for _time in range(3):
        copy(before, place)
        started = time.monotonic()
        finish(place, COMMANDS[name])
        seconds.append(time.monotonic() - started)
    return before, state(place / "runs"), statistics.median(seconds)


def attempt(
    moments: random.Random, before: Path, expected: object, longest_s: float, place: Path, words: list[str]
) -> bool:
    """Kill once and go on; tell whether the kill hit."""
    copy(before, place)
    hit = kill(place, words, moments.uniform(0, longest_s), moments.choice(children.INTERVALS_S))
    if (place / "runs" / "campaign.sqlite").exists() and not whole(place / "runs"):
        raise AssertionError("a stored run lacks files after the kill")
    finish(place, words)
    if state(place / "runs") != expected:
        raise AssertionError("the store is not that of an undisturbed command")
    return hit


def soak(kills: int, seed: int, top: Path, tell: Callable[[str], None]) -> int:
    """Kill so often.

    @return: kills that hit
    """
    total = 0
    for index, name in enumerate(COMMANDS):
        wanted = kills * (index + 1) // len(COMMANDS) - kills * index // len(COMMANDS)
        place = top / "now"
        before, expected, longest_s = prepare(top, name, place)
        hits, trial, started = 0, 0, time.monotonic()
        while hits < wanted:
            trial += 1
            moments = random.Random(f"{seed} {name} {trial}")
            try:
                hits += attempt(moments, before, expected, longest_s, place, COMMANDS[name])
            except AssertionError as error:
                raise SystemExit(
                    f"{name}, seed {seed}, trial {trial}: {error}; the store is in {place}"
                ) from None
        total += hits
        tell(
            f"{name}: {hits} kills in {trial} trials, {time.monotonic() - started:.0f} s, nothing lost, nothing double"
        )
    return total


def main(
    kills: Annotated[int, typer.Option(help="Kills, a third of each command.", min=3)] = 30,
    seed: Annotated[int, typer.Option(help="Seed of the moments.", min=1)] = 1,
    folder: Annotated[
        Path | None, typer.Option(help="Where the stores go; a temporary folder unless given.")
    ] = None,
) -> None:
    """Kill net8 at random moments."""
    children.load()
    top = Path(tempfile.mkdtemp(prefix="kills-", dir=folder))
    found = soak(kills, seed, top, lambda line: print(line, flush=True))
    shutil.rmtree(top)
    print(f"{found} kills with seed {seed}: nothing lost, nothing double")


if __name__ == "__main__":
    typer.run(main)
