# SPDX-License-Identifier: GPL-2.0-only
"""Plan texts: scenarios, plans of captures and random worlds, of which lines, keys, values and letters are changed."""

from __future__ import annotations

import binascii
import random
import re
import shutil
from pathlib import Path
from typing import Final

import net8
from fuzz_kind import Command, Kind, Parts
from fuzz_values import key, value
from worlds import world

__all__ = ["LIMITS", "PLAN", "simulating"]

_TOP: Final = Path(__file__).resolve().parents[2]
_TEXTS: Final = sorted([*_TOP.glob("scenarios/*/plan.toml"), *_TOP.glob("test/plans/*.toml")])
_FILE: Final = "fuzzed.toml"
LIMITS: Final = ("--set", "run.max_wall_time=1s", "--set", "run.max_memory=300MB")
"""Some plans are long, and none has to be simulated to its end."""
_MOST_POINTS: Final = 4
_RUNS_EVERY, _COMPARES_EVERY = 16, 4
_SIGNS: Final = "=\"[]{}.,#'\n\t\\ \x00\x1b\x7f\udcffé"
_FIGURE: Final = ("name", "title", "x", "y", "series", "panels", "select", "log", "kind", "quantities", "relative_to",
                  "reference", "colour")  # fmt: skip


def _draw(rng: random.Random) -> Parts:
    """Draw the lines of a plan."""
    lines = _base(rng)
    for _change in range(rng.choice([1, 1, 2, 3, 8])):
        _change_lines(rng, lines)
    return [*lines]


def _base(rng: random.Random) -> list[str]:
    """Return the lines of a plan that is right."""
    if rng.random() < 0.5:
        return rng.choice(_TEXTS).read_text(encoding="utf-8").splitlines()
    try:
        return net8.Plan.of(world(rng.randrange(1 << 32))).to_toml().splitlines()
    except net8.PlanError:
        return ["[path]", 'kind = "lan"', "[query]", "rows = 5"]


def _change_lines(rng: random.Random, lines: list[str]) -> None:
    """Make one change."""
    at = rng.randrange(len(lines) + 1)
    here = lines[at] if at < len(lines) else ""
    match rng.randrange(9):
        case 0:
            lines[at : at + 1] = []
        case 1:
            lines[at:at] = [here]
        case 2 if "=" in here:
            lines[at] = f"{here.partition('=')[0]}= {value(rng)}"
        case 3 if "=" in here:
            lines[at] = f"{key(rng).rpartition('.')[2] or 'a'} ={here.partition('=')[2]}"
        case 4:
            section, _dot, name = key(rng).rpartition(".")
            head = f"[[{section}]]" if rng.random() < 0.3 else f"[{section}]"
            lines += [*([head] if section else []), f"{name} = {value(rng)}"]
        case 5:
            lines += ["[sweep]", f'"{key(rng)}" = {_steps(rng)}']
        case 6:
            lines += [
                "[[figure]]",
                *(f"{name} = {value(rng)}" for name in rng.sample(_FIGURE, rng.randint(1, 4))),
            ]
        case 7:
            lines += ["[table]", f"columns = {value(rng)}"]
        case _ if at < len(lines):
            place = rng.randrange(len(here) + 1)
            lines[at] = here[:place] + rng.choice(_SIGNS) + here[place + rng.randrange(2) :]


def _steps(rng: random.Random) -> str:
    """Draw the values of an axis."""
    if rng.random() < 0.5:
        return f"[{', '.join(value(rng) for _step in range(rng.randint(0, 3)))}]"
    steps = (
        f'{{name = "{number}", {key(rng) or "a"} = {value(rng)}}}' for number in range(rng.randint(1, 3))
    )
    return f"[{', '.join(steps)}]"


def _lay(parts: Parts, folder: Path) -> None:
    """Write the plan, beside it what plans name, and once more as a scenario."""
    text = "\n".join(parts).encode("utf-8", "surrogateescape")
    for file in [
        *_TOP.glob("scenarios/*/*.ora"),
        *_TOP.glob("scenarios/*/*.csv"),
        _TOP / "test/plans/rows.csv",
    ]:
        shutil.copy(file, folder)
    (folder / _FILE).write_bytes(text)
    (folder / "scenarios" / "fuzzed").mkdir(parents=True)
    (folder / "scenarios" / "fuzzed" / "plan.toml").write_bytes(text)


def simulating(parts: Parts, plan: str, settings: tuple[str, ...] = ()) -> list[Command]:
    """Return the commands that simulate, for few inputs: they take longer than all others together.

    @param parts: the input
    @param plan: name of the plan
    @param settings: --set of the plan
    @return: the commands
    """
    chosen = binascii.crc32(repr(parts).encode("utf-8", "surrogateescape"))
    found = []
    if chosen % _COMPARES_EVERY == 0:
        found.append(Command(("compare", "real.pcap", plan, *settings, *LIMITS)))
    if chosen % _RUNS_EVERY == 0:
        words = ("run", plan, "--runs", "2", "--jobs", "1", "--out", "new", *settings, *LIMITS)
        found.append(Command(words, writes=("new",)))
    return found


def _commands(parts: Parts) -> list[Command]:
    """Return the commands that read a plan."""
    return [
        Command(("describe", _FILE), names=_FILE),
        Command(("slurm", _FILE), names=_FILE),
        Command(("list",)),
        *(simulating(parts, _FILE) if _points(parts) <= _MOST_POINTS else []),
    ]


def _points(parts: Parts) -> int:
    """Count the points of a plan, by the commas of its sweep at most; a refused plan has few."""
    _before, _head, sweep = "\n".join(parts).partition("[sweep]")
    return 1 + len(re.findall(",", sweep.partition("\n[")[0]))


PLAN: Final = Kind("plan", _draw, _lay, _commands)
