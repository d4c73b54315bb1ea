# SPDX-License-Identifier: GPL-2.0-only
"""The page that says which program is which driver agrees with the files of drivers."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

pytestmark = pytest.mark.plain

TOP = Path(__file__).parents[3]


def listed() -> dict[str, set[str]]:
    """Return the programs of each driver in the table of the page."""
    page = (TOP / "doc" / "programs.rst").read_text(encoding="utf-8")
    rows = page.partition("     - what its numbers rest on\n")[2].partition("\n\n")[0].split("   * - ")[1:]
    found: dict[str, set[str]] = {}
    for row in rows:
        program, driver, *_ = row.split("\n     - ")
        found.setdefault(driver.strip(" `\n"), set()).update(re.findall(r"``([^`]+)``", program))
    return found


def test_each_driver_is_listed_with_the_names_of_its_file() -> None:
    files = {}
    for path in (TOP / "model" / "profile" / "drivers").glob("*.toml"):
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        files[content["name"]] = set(content.get("also_called", ()))
    table = {driver: programs - {driver} for driver, programs in listed().items()}
    assert table == files
