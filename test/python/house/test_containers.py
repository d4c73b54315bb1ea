# SPDX-License-Identifier: GPL-2.0-only
"""Recipes of containers, which CI cannot build: they install what ./net8 asks for, both the same, and call it right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.plain

TOP = Path(__file__).parents[3]
FOLDER = TOP / "containers"
# What ./net8 takes as given, and fonts, without which gnuplot's figures have none.
BESIDE = {"ca-certificates", "fonts-dejavu-core", "git", "python3"}


def _packages(recipe: str) -> list[str]:
    text = (FOLDER / recipe).read_text(encoding="utf-8").replace("\\\n", " ")
    found = re.search(r"apt-get install -y --no-install-recommends([\w\s.+-]+?)\n?\s*(?:&&|\n\s*rm )", text)
    assert found, recipe
    return found[1].split()


@pytest.mark.parametrize("recipe", ["Dockerfile", "net8.def"])
def test_a_recipe_installs_what_net8_needs(recipe: str) -> None:
    """Only of simulating: tests, the site and real drivers have packages of their own, which ./net8 asks for there."""
    script = (TOP / "net8").read_text(encoding="utf-8")
    set_up = script[script.index("set_up_python()") : script.index("need_driver_tools()")]
    needed = set(re.findall(r"^\s*need ([\w+.-]+) ", set_up, re.MULTILINE)) | {"gnuplot-nox"}
    packages = _packages(recipe)
    assert set(packages) == needed | BESIDE
    assert packages == sorted(packages)


def test_both_are_of_one_release_and_begin_with_net8() -> None:
    docker, apptainer = ((FOLDER / name).read_text(encoding="utf-8") for name in ("Dockerfile", "net8.def"))
    (base,) = re.findall(r"^FROM (\S+)$", docker, re.MULTILINE)
    assert f"\nBootstrap: docker\nFrom: {base}\n" in apptainer
    assert 'ENTRYPOINT ["/opt/net8/net8"]' in docker
    assert 'exec /opt/net8/net8 "$@"' in apptainer
    assert "/opt/net8/net8 doctor" in docker
    # Images keep nothing that a run compiles, and each would compile all packages again.
    compile_all = "/opt/net8/.venv/bin/python -m compileall -q /opt/net8/.venv /opt/net8/bindings\n"
    assert compile_all in docker
    assert compile_all in apptainer
    assert re.findall(r"^%(\w+)$", apptainer, re.MULTILINE) == ["files", "post", "runscript", "test"]
