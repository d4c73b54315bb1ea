# SPDX-License-Identifier: GPL-2.0-only
"""What is done before and after a run grows with the number of sites, not with its square."""

from __future__ import annotations

import cProfile
from typing import TYPE_CHECKING

import net8
import pytest
from net8.forecast.describe import describe
from net8.plan.resolve import resolve

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SITES = 30


def write_star(folder: Path, sites: int) -> Path:
    """Write a plan of sites around one router, with a group of clients at each.

    @param folder: where
    @param sites: how many
    @return: the file
    """
    text = '[server]\nsite = "centre"\n[run]\nstop_time = "1us"\n[[router]]\nname = "hub"\n'
    for name in ("centre", *(f"s{number}" for number in range(sites))):
        text += f'[[site]]\nname = "{name}"\n[[link]]\nname = "l-{name}"\nbetween = ["{name}", "hub"]\ndelay = "5ms"\n'
        text += "" if name == "centre" else f'[[group]]\nname = "{name}"\nsite = "{name}"\n'
    path = folder / f"star{sites}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def count_calls(work: Callable[[Path], object], path: Path) -> int:
    """Count the calls of functions, built-in ones and steps of generators among them.

    @param work: what is done with a plan file
    @param path: the file
    @return: how many
    """
    with cProfile.Profile() as profile:
        work(path)
    return sum(entry.callcount for entry in profile.getstats())


WORK: dict[str, Callable[[Path], object]] = {
    "read": net8.load,
    "check": lambda path: resolve(net8.load(path)),
    "describe": lambda path: describe(net8.load(path)),
    "run": lambda path: net8.run(net8.load(path)),
}


@pytest.mark.slow
@pytest.mark.parametrize("work", WORK)
def test_four_times_the_sites_take_four_times_the_calls(tmp_path: Path, work: str) -> None:
    few, many = (write_star(tmp_path, sites) for sites in (SITES, 4 * SITES))
    WORK[work](write_star(tmp_path, 2))  # What is computed once for all plans.
    small, large = (count_calls(WORK[work], path) for path in (few, many))
    # What is proportional to the number of sites gives 4 at most, what is to its square 16.
    assert large / small < 4.4
