# SPDX-License-Identifier: GPL-2.0-only
"""How a tree is measured: floors, circles, imports in functions, of a tree whose numbers are known."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.plain

SCRIPT = Path(__file__).resolve().parents[2] / "structure.py"
FILES = {
    # a imports b, b and c import each other, c imports d: three floors, as the circle counts as one.
    "bindings/net8/__init__.py": "",
    "bindings/net8/base/__init__.py": "",
    "bindings/net8/base/a.py": "from net8.base.b import x\n",
    "bindings/net8/base/b.py": "import net8.base.c\n",
    "bindings/net8/base/c.py": "from net8.base import d\ndef f():\n    import net8.base.b\n    import os\n",
    "bindings/net8/base/d.py": "x = 1\n",
    # The headers include nothing; each source includes the header of the other.
    "model/wire/net8-one.h": "",
    "model/wire/net8-one.cc": '#include "net8-one.h"\n#include "ns3/net8-two.h"\n.AddAttribute(\n.AddAttribute(\n',
    "model/wire/net8-two.h": "",
    "model/wire/net8-two.cc": '#include "net8-two.h"\n#include "net8-one.h"\n',
}


def test_a_tree_that_is_known(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    said = subprocess.run(
        [sys.executable, str(SCRIPT), str(tmp_path)], check=True, capture_output=True, text=True
    ).stdout
    found = {line[:40].strip(): line[40:].strip() for line in said.splitlines()}
    assert found == {
        "Python modules": "6",
        "Python packages": "2",
        "most modules in one folder": "5",
        "floors of imports": "3",
        "circles of imports": "1",
        "imports in functions": "2",
        "largest Python file, lines": "4 (c.py)",
        "C++ headers": "2",
        "circles of headers": "0",
        "circles of headers with their sources": "1",
        "largest C++ file, lines": "4 (net8-one.cc)",
        "most attributes of a class": "2 (net8-one.cc)",
    }


def test_files_that_the_page_on_architecture_names_are_there() -> None:
    """A stranger who follows its table finds what it says."""
    top = SCRIPT.parents[1]
    text = (top / "doc/architecture.md").read_text(encoding="utf-8")
    named = {Path(name).name for name in re.findall(r"`([\w./-]+\.(?:cc|h|py|pyi|csv|cmake))`", text)}
    there = {
        path.name for folder in ("model", "helper", "bindings", "test", "doc", "cmake")
        for path in (top / folder).rglob("*")
    }  # fmt: skip
    assert len(named) > 40
    assert named - there == set()
