# SPDX-License-Identifier: GPL-2.0-only
"""What several tests share."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import net8
import pytest
from hypothesis import HealthCheck, settings
from net8 import _core
from small_plan import SMALL

# A busy machine takes longer for the same examples, which is no fault of what is tested. A commit is judged by the same
# examples each time; "--hypothesis-profile=search" looks for new ones.
settings.register_profile("search", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("net8", settings.get_profile("search"), derandomize=True)
settings.load_profile("net8")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the files with most slow tests first.

    At the end they would keep one processor busy alone, and their forks would copy all that was imported by then.
    """
    slow = Counter(item.path for item in items if item.get_closest_marker("slow"))
    items.sort(key=lambda item: -slow[item.path])


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say so where tests of MPI ranks could only see that ns-3 lacks MPI."""
    passed = terminalreporter.stats.get("passed", [])
    if not _core.mpi_built and any("test_partition.py" in report.nodeid for report in passed):
        terminalreporter.write_line(
            f"test_partition.py: the ns-3 {_core.ns3_version} in use has no MPI, so its plans were refused, not run"
        )


@pytest.fixture(autouse=True)
def _no_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the width of tables to net8, whatever terminal the tests are run on."""
    monkeypatch.delenv("COLUMNS", raising=False)


@pytest.fixture(autouse=True)
def hold_plain(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a test that is said to be plain not simulate."""
    if request.node.get_closest_marker("plain"):

        def refuse(*_: object, **__: object) -> None:
            pytest.fail("a test that is marked as plain simulates")

        monkeypatch.setattr(_core, "run", refuse)


@pytest.fixture
def small_plan(tmp_path: Path) -> Path:
    """Provide a plan file of two points that take milliseconds each."""
    path = tmp_path / "small.toml"
    path.write_text(SMALL, encoding="utf-8")
    return path


@pytest.fixture
def lan() -> net8.Plan:
    """Provide a plan without a sweep."""
    return net8.Plan.of({"path": {"kind": "lan"}, "query": {"rows": 31}}, name="lan")
