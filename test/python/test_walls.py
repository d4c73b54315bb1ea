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
    "model/tcp": {"model/tcp"},
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


def test_the_tcp_machine_knows_nothing_of_ns3() -> None:
    """It includes its own headers and those of C++, and names nothing of ns-3's."""
    files = sorted((TOP / "model/tcp").iterdir())
    texts = {path.name: path.read_text(encoding="utf-8") for path in files}
    assert len(texts) > 20
    for name, text in texts.items():
        own = re.findall(r'^#include "([^"]+)"', text, re.MULTILINE)
        assert [header for header in own if header not in texts] == [], name
        assert re.findall(r"^#include <[^>]*[./][^>]*>", text, re.MULTILINE) == [], name


PYTHON = {
    "net8._core",
    *(
        ".".join(path.relative_to(TOP / "bindings").with_suffix("").parts)
        for path in (TOP / "bindings").rglob("*.py")
    ),
}
MODELS = sorted((TOP / "bindings/net8/analytic").glob("*.py"))
# What puts the models together reads plans, and asks facts.py what both ends agree on; comparing them takes runs.
PLAN_READERS = {
    "prediction": {"plan.plan"},
    "predict": {"plan.plan"},
    "predict_storm": {"base.units", "plan.clients"},
    "situation": {
        "base.units", "plan.clients", "plan.complete", "plan.plan", "plan.resolve", "results.storm",
        "schema.columns", "schema.distributions",
    },
    "facts": {
        "_core", "base.units", "plan.plan", "plan.resolve", "schema.distributions", "schema.table", "schema.values",
    },
    "compare": {"base.errors", "plan.plan", "results.quantities", "simulation.one_run", "statistics.intervals"},
}  # fmt: skip


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_the_closed_forms_know_nothing_of_the_simulator(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    modules = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    modules |= {
        f"{node.module}.{alias.name}" if f"{node.module}.{alias.name}" in PYTHON else str(node.module)
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    allowed = {f"net8.{name}" for name in PLAN_READERS.get(path.stem, set())}
    found = {name for name in modules if name.startswith("net8") and not name.startswith("net8.analytic")}
    assert found - allowed == set()


def test_the_simulator_knows_nothing_of_the_closed_forms() -> None:
    for name in ("simulation", "task", "results"):
        for path in (TOP / "bindings/net8" / name).glob("*.py"):
            assert "analytic" not in path.read_text(encoding="utf-8")
