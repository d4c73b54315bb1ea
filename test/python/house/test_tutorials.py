# SPDX-License-Identifier: GPL-2.0-only
"""The tutorial notebooks give what they show, are Jupyter's, and can be had from an installed package."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(TOP / "doc"))
import notebooks  # type: ignore[import-not-found] # noqa: E402

NOTEBOOKS = sorted((TOP / "examples" / "tutorials").glob("*.ipynb"))


def test_there_is_one_for_each_kind_of_user() -> None:
    assert [path.stem for path in NOTEBOOKS] == [
        "demands-on-a-topology",
        "logon-storm",
        "measured-to-plan",
        "model-on-trial",
        "own-network-in-cpp",
        "runs-to-findings",
        "wan-move",
    ]


# The one in C++ is executed by test_own_topology.py, which needs what it builds.
@pytest.mark.slow
@pytest.mark.parametrize(
    "path", [path for path in NOTEBOOKS if "cpp" not in path.stem], ids=lambda path: path.stem
)
def test_a_notebook_gives_what_it_shows(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "agg")
    stored = [cell["outputs"] for cell in notebooks.read(path)["cells"] if cell["cell_type"] == "code"]
    given = notebooks.execute(path, tmp_path)
    assert [notebooks.texts(each) for each in given] == [notebooks.texts(each) for each in stored]
    assert any("image/svg+xml" in each.get("data", {}) for outputs in given for each in outputs)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_of_jupyter_and_becomes_a_page(path: Path) -> None:
    document = notebooks.read(path)
    assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
    names = [cell["id"] for cell in document["cells"]]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[\w-]{1,64}", name) for name in names)
    for cell in document["cells"]:
        assert not any(
            line.lstrip().startswith(("%", "!")) for line in cell["source"] if cell["cell_type"] == "code"
        )
    page = "\n".join(notebooks.page(path))
    title, underline = page.splitlines()[:2]
    assert document["cells"][0]["source"][0].strip() == f"# {title}"
    assert underline == "-" * len(title)
    assert page.count(".. code-block:: python") == sum(
        cell["cell_type"] == "code" for cell in document["cells"]
    )
    # Where it was executed is nobody's business.
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"/(?:tmp|home|root|work)/", text)


def test_a_cell_shows_what_it_prints_and_its_last_value(tmp_path: Path) -> None:
    cells = ["x = 1", "print(x)\nx + 1", "x + 1;", "import os; os.getcwd()"]
    document = {"cells": [{"cell_type": "code", "source": [cell]} for cell in cells]}
    (tmp_path / "made.ipynb").write_text(json.dumps(document), encoding="utf-8")
    given = notebooks.execute(tmp_path / "made.ipynb", tmp_path)
    assert [notebooks.texts(each) for each in given] == [[], ["1\n", "2"], [], [repr(str(tmp_path))]]


def test_the_verb_copies_them(tmp_path: Path) -> None:
    def net8_tutorials() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "net8", "tutorials", "mine"],
            cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip

    assert net8_tutorials().returncode == 0
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == [path.name for path in NOTEBOOKS]
    again = net8_tutorials()
    assert (again.returncode, again.stderr) == (
        2,
        "net8: mine already exists; choose the name of a new folder\n",
    )
    rules = (TOP / "bindings" / "CMakeLists.txt").read_text(encoding="utf-8")
    assert '"${NET8_DIR}/examples/tutorials" DESTINATION . COMPONENT python' in rules
