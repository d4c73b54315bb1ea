# SPDX-License-Identifier: GPL-2.0-only
"""Files of drivers and server releases: read at run time as those that are built in, and asked for by no name."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import net8
import pytest
from net8 import _core
from net8.analytic import facts
from net8.cli import main
from net8.plan.complete import complete
from net8.plan.resolve import resolve

TOP = Path(__file__).resolve().parents[3]
DRIVER = """\
name = "mine"
like = "python-thin"
array_size = 7
prefetch_rows = 5
"""
PLAN = """\
[path]
kind = "lan"
[client]
driver = "file:my-driver.toml"
[query]
rows = 26
"""


def folder(tmp_path: Path, driver: str = DRIVER, plan: str = PLAN) -> Path:
    """Write a plan with a driver's file beside it."""
    (tmp_path / "my-driver.toml").write_text(driver, encoding="utf-8")
    (tmp_path / "plan.toml").write_text(plan, encoding="utf-8")
    return tmp_path / "plan.toml"


def test_one_file_is_a_driver(tmp_path: Path) -> None:
    plan = net8.load(folder(tmp_path))
    run = net8.run(plan)
    # 5 rows with the execute, then 7, 7 and 7 make 26; the last call has none left and says so.
    asked = run.calls.loc[run.calls["kind"].isin(["execute", "fetch"]), "rows"]
    assert list(asked) == [5, 7, 7, 7, 0]
    assert facts.asking({path: value for path, (value, _) in complete(plan).items()}).further == 7


def test_what_the_file_says_is_part_of_what_is_simulated(tmp_path: Path) -> None:
    first = resolve(net8.load(folder(tmp_path))).digest()
    assert resolve(net8.load(folder(tmp_path))).digest() == first
    assert resolve(net8.load(folder(tmp_path, DRIVER + "ends_denied = true\n"))).digest() != first


def test_a_release_has_a_file_too(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text('name = "19x"\nlike = "19c"\nsdu = 4096\n', encoding="utf-8")
    plan = PLAN + '[server]\nrelease = "file:r.toml"\n'
    run = net8.run(net8.load(folder(tmp_path, plan=plan)))
    assert list(run.sessions["sdu_bytes"]) == [4096]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "array_size = 0",
            "line 3, column 14: array_size is 0; use a whole number from 1 to 1000000000.",
        ),
        ("arraysize = 5", "line 3, column 13: there is no key 'arraysize'; use one of about,"),
        ("fetch_habit = 'slow'", "line 3, column 15: fetch_habit is 'slow'; use one of array, short_second,"),
        ("array_size = ", "line 3, column 14: no TOML: "),
    ],
)
def test_a_wrong_file_is_told_in_one_sentence(
    tmp_path: Path, line: str, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = folder(tmp_path, f'name = "mine"\nlike = "oci"\n{line}\n')
    monkeypatch.setattr(sys, "argv", ["net8", "run", str(plan)])
    monkeypatch.setenv("COLUMNS", "1000")
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert f"{tmp_path / 'my-driver.toml'}, {told}" in " ".join(capsys.readouterr().err.split())


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    plan = folder(tmp_path)
    (tmp_path / "my-driver.toml").unlink()
    with pytest.raises(
        net8.PlanError, match=r"my-driver.toml: this file cannot be read; use the path of a TOML file"
    ):
        net8.run(net8.load(plan))


NAMES = "|".join(re.escape(name) for name in _core.driver_names())
QUOTED = re.compile(
    rf"""(?:==|!=|\bin\b|\bcase\b|endswith|startswith|Find)[^\n]{{0,40}}["'](?:{NAMES}|-thin)["']"""
)
CODE = [
    path
    for place, kinds in {"model": ("h", "cc"), "helper": ("h", "cc"), "bindings": ("h", "cc", "py")}.items()
    for kind in kinds
    for path in sorted((TOP / place).rglob(f"*.{kind}"))
    # Reproductions of published numbers name the drivers that were measured.
    if "validate" not in path.parts
]


def test_no_code_asks_for_the_name_of_a_driver() -> None:
    assert len(CODE) > 200
    assert QUOTED.search('if driver == "jdbc-thin":')
    assert QUOTED.search('driver.endswith("-thin")')
    found = [
        f"{path.relative_to(TOP)}: {match[0]}"
        for path in CODE
        for match in QUOTED.finditer(re.sub(r"//.*", "", path.read_text(encoding="utf-8")))
    ]
    assert found == []
    assert not any("DriverKind" in path.read_text(encoding="utf-8") for path in CODE)


def test_releases_and_drivers_of_plans_are_those_of_files() -> None:
    files = {path.stem for path in (TOP / "model/profile/drivers").glob("*.toml")}
    assert set(_core.driver_names()) == files
    assert set(_core.release_names()) == {
        path.stem for path in (TOP / "model/profile/releases").glob("*.toml")
    }
