# SPDX-License-Identifier: GPL-2.0-only
"""The walls of doc/architecture.md: who may include or import whom."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
# Rooms without ns-3, and what each may include beside itself; those over them may include all of these.
FREE = {
    "model/wire": set(),
    "model/text": set(),
    "model/ttc": {"model/wire"},
    "model/profile": {"model/wire", "model/text", "model/ttc"},
    "model/engine": {"model/wire", "model/text", "model/ttc", "model/profile"},
    "model/queue": {"model/text"},
    "model/tcp": set(),
}
_OVER: dict[str, set[str]] = {
    "model/transport": set(),
    "model/session": set(),
    "model/host": {"model/session"},
    "model/handler": {"model/session", "model/host"},
    "model/instance": {"model/session", "model/host", "model/handler", "model/transport"},
    "model/listener": {"model/session", "model/host", "model/handler", "model/instance", "model/transport"},
    "model/client": {"model/session"},
}
ROOMS = {room: {room} | others for room, others in FREE.items()}
ROOMS |= {room: {room} | others | set(FREE) for room, others in _OVER.items()}
ROOMS |= {"helper": {"helper"} | set(ROOMS)}
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


@pytest.mark.parametrize("room", FREE)
def test_a_room_without_ns3_knows_nothing_of_it(room: str) -> None:
    """It includes headers of its own, of the rooms below it, and of libraries without ns-3."""
    for path in (TOP / room).glob("net8-*"):
        text = path.read_text(encoding="utf-8")
        quoted = re.findall(r'^#include "([^"]+)"', text, re.MULTILINE)
        assert [name for name in quoted if name.removeprefix("ns3/") not in HOME] == [], path.name
        assert re.findall(r"^#include <ns3/[^>]+>", text, re.MULTILINE) == [], path.name


def test_no_headers_include_each_other_in_a_circle() -> None:
    paths = {path.name: path for room in ROOMS for path in (TOP / room).glob("net8-*.h")}
    left = {name: {other for other in _includes(path) if other in paths} for name, path in paths.items()}
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    assert left == {}


@pytest.mark.parametrize("path", ROOMS)
def test_headers_of_the_own_room_are_included_as_such(path: str) -> None:
    """ns-3 puts all headers into one folder: what is not beside a file is included as ns-3's are."""
    for file in (TOP / path).glob("net8-*"):
        for prefix, name in re.findall(
            r'^#include "(ns3/)?(net8-[^"]+)"', file.read_text("utf-8"), re.MULTILINE
        ):
            assert (prefix == "") == (HOME[name] == path), f"{file.name} includes {prefix}{name}"


def test_the_tcp_machine_includes_nothing_but_cpp() -> None:
    """It includes its own headers and those of C++."""
    for path in sorted((TOP / "model/tcp").iterdir()):
        text = path.read_text(encoding="utf-8")
        assert re.findall(r"^#include <[^>]*[./][^>]*>", text, re.MULTILINE) == [], path.name


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
