# SPDX-License-Identifier: GPL-2.0-only
"""Which tests ./net8 test runs for a name and for a change."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from script_file import load

pytestmark = pytest.mark.plain

PROJECT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def chosen() -> Any:
    """Provide test/chosen.py as a module."""
    return load(PROJECT / "test" / "chosen.py")


def test_a_room_without_ns3_has_its_google_tests(chosen: Any) -> None:
    found = chosen.named("text")
    assert found.rooms == {"text"}
    assert not found.files


def test_a_room_with_ns3_has_the_suites_that_include_it(chosen: Any) -> None:
    found = chosen.named("client")
    assert not found.rooms
    assert {"net8-helper", "net8-peer", "net8-address-walk"} <= found.suites
    assert "net8-radio" not in found.suites


def test_what_serves_real_programs_has_its_google_tests(chosen: Any) -> None:
    assert chosen.named("serve").rooms == {"serve"}


def test_a_package_has_the_files_that_import_it(chosen: Any) -> None:
    found = chosen.named("statistics")
    assert "statistics/test_trials.py" in found.files
    assert "house/test_walls.py" not in found.files
    assert not found.compiles


@pytest.mark.parametrize("name", ["test_chosen", "test_chosen.py", "test/python/house/test_chosen.py"])
def test_a_file_of_tests_is_itself(chosen: Any, name: str) -> None:
    assert chosen.named(name).files == {"house/test_chosen.py"}


@pytest.mark.parametrize("name", ["nowhere", "conftest", ""])
def test_another_name_is_refused_with_those_there_are(chosen: Any, name: str) -> None:
    with pytest.raises(LookupError, match=r"the rooms are client, .*; the packages accounting, "):
        chosen.named(name)


def test_a_change_of_cpp_runs_all_tests_of_cpp(chosen: Any) -> None:
    found = chosen.touched(["model/tcp/net8-tcp-segment.cc"])
    assert found.rooms == set(chosen.google_rooms())
    assert found.suites == chosen.suites()
    assert found.files == {"house/test_structure.py", "house/test_walls.py"}


def test_a_change_of_python_runs_what_imports_it(chosen: Any) -> None:
    found = chosen.touched(["bindings/net8/plan/idle.py"])
    assert "schema/test_idle_keys.py" in found.files
    assert "statistics/test_quantiles.py" not in found.files


def test_a_change_of_what_tests_share_runs_those_that_import_it(chosen: Any) -> None:
    # Through another file that tests share as well: archive_case.py imports small_plan.py or what imports it.
    found = chosen.touched(["test/python/small_plan.py"])
    assert "store/test_damage.py" in found.files
    assert "schema/test_idle_keys.py" not in found.files


def test_what_no_test_holds_runs_nothing(chosen: Any) -> None:
    assert not chosen.touched(["LICENSE", "bindings/net8/gone.py"]).compiles


def test_the_command_line_refuses_what_does_not_go_together() -> None:
    for words in (["nowhere"], ["--fast", "--quick"], ["--fast", "text"]):
        done = subprocess.run(
            [sys.executable, str(PROJECT / "test" / "run.py"), *words],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2, words
        assert "Traceback" not in done.stderr
