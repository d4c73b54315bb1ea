# SPDX-License-Identifier: GPL-2.0-only
"""Settings of the command line: any key with any value, as TOML has it or without its quotes."""

from __future__ import annotations

import binascii
import random
from pathlib import Path
from typing import Final

from fuzz_kind import Command, Kind, Parts
from fuzz_plan import LIMITS, simulating
from fuzz_values import key, value
from worlds import world

__all__ = ["SET"]

_PLANS: Final = ("base.toml", "groups.toml")
_VALIDATES_EVERY: Final = 8
"""As with what simulates: a row of the validation takes longer than what only reads."""
_GROUPS: Final = """
[[group]]
name = "app"
[[group]]
name = "dos"
behaviour = "silent"
count = 2
[[instance]]
name = "i1"
[[cross_traffic]]
kind = "constant"
rate = "8kbps"
[[fault]]
kind = "link_down"
[query]
rows = 3
[sweep]
"path.kind" = ["lan", "wan"]
speed = [{name = "a", client.sdu = 512}, {name = "b", client.tdu = 512}]
"""
_ODD: Final = ("", "=", "==", "client.sdu", "client.sdu=", "=1", "speed=a", "speed=c", "group.app.count=2",
               "group.none.count=2", "group.app.name=x", "instance.i1.processes=3", "fault.0.at=1s",
               "cross_traffic.1.rate=1",
               "sweep.speed=1", "figure.name=x", "path=lan", "title=[/x]", "run.seed=4294967295", "run.runs=1000001",
               "run.seed=0", "run.partition=[\"client\",\"server\"]", "files.tnsnames=base.toml",
               "files.connect=x")  # fmt: skip


def _draw(rng: random.Random) -> Parts:
    """Draw a plan and settings."""
    settings = []
    for _setting in range(rng.choice([1, 1, 2, 5])):
        text = value(rng)
        settings.append(
            rng.choice(_ODD) if rng.random() < 0.1
            else _of_world(rng) if rng.random() < 0.3
            else f"{key(rng)}={text.strip(chr(34)) if rng.random() < 0.5 else text}"
        )  # fmt: skip
    return [setting.replace("\x00", "") for setting in settings]


def _of_world(rng: random.Random) -> str:
    """Draw a setting that may be right."""
    flat = [(f"{section}.{name}", entry) for section, table in world(rng.randrange(1 << 32)).items()
            if isinstance(table, dict) for name, entry in table.items() if not isinstance(entry, dict)]  # fmt: skip
    name, entry = rng.choice(flat)
    return f"{name}={entry}"


def _lay(parts: Parts, folder: Path) -> None:
    """Write the plan with lists."""
    del parts
    (folder / "groups.toml").write_text(_GROUPS, encoding="utf-8")


def _commands(parts: Parts) -> list[Command]:
    """Return the commands that take settings."""
    settings = tuple(word for setting in parts for word in ("--set", setting))
    plan = _PLANS[len(repr(parts)) % len(_PLANS)]
    return [
        Command(("describe", plan, *settings)),
        Command(("slurm", plan, *settings)),
        *simulating(parts, plan, settings),
        *_validating(parts, settings),
    ]


def _validating(parts: Parts, settings: tuple[str, ...]) -> list[Command]:
    """Return the command that sets them in the plans of a row, for few inputs."""
    if binascii.crc32(repr(parts).encode("utf-8", "surrogateescape")) % _VALIDATES_EVERY != 1:
        return []
    words = ("validate", "--quick", "--only", "E1", "--jobs", "1", "--out", "new", *settings, *LIMITS)
    return [Command(words, writes=("new",))]


SET: Final = Kind("set", _draw, _lay, _commands)
