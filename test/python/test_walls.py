# SPDX-License-Identifier: GPL-2.0-only
"""The walls of doc/architecture.md: who may include or import whom."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
ROOMS = {
    "model/wire": {"model/wire"},
    "model/session": {"model/wire", "model/session"},
    "model/server": {"model/wire", "model/session", "model/transport", "model/server"},
    "model/client": {"model/wire", "model/session", "model/client"},
    "model/transport": {"model/transport"},
    "helper": {
        "model/wire",
        "model/session",
        "model/server",
        "model/client",
        "model/transport",
        "helper",
    },
}
HOME = {path.name: room for room in ROOMS for path in (TOP / room).glob("net8-*.h")}


def _includes(path: Path) -> list[str]:
    """Give the file names that a source file includes."""
    return re.findall(r'^#include [<"](?:ns3/)?([^>"]+)[>"]', path.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("room", ROOMS)
def test_includes_go_one_way(room: str) -> None:
    sources = [path for suffix in ("h", "cc") for path in (TOP / room).glob(f"net8-*.{suffix}")]
    assert sources
    wrong = [
        f"{path.name} includes {name} of {HOME[name]}"
        for path in sources
        for name in _includes(path)
        if name in HOME and HOME[name] not in ROOMS[room]
    ]
    assert wrong == []


def test_the_codec_core_knows_nothing_of_ns3() -> None:
    core = [path for path in (TOP / "model/wire").iterdir() if "-ns3-header." not in path.name]
    wrong = [path.name for path in core if '#include "ns3/' in path.read_text(encoding="utf-8")]
    assert wrong == []


MODELS = sorted((TOP / "bindings/net8/analytic").glob("*.py"))


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_the_closed_forms_know_nothing_of_the_simulator(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    modules = {
        alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    } | {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name for name in modules if name.startswith("net8") and "net8.analytic" not in name} == set()


def test_the_simulator_knows_nothing_of_the_closed_forms() -> None:
    for name in ("simulation", "worker", "pool", "results"):
        assert "analytic" not in (TOP / f"bindings/net8/{name}.py").read_text(encoding="utf-8")
