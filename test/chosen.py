# SPDX-License-Identifier: GPL-2.0-only
"""Which tests hold a room of C++ or a package of Python, and which a change touches.

A room is a folder of model, helper, or serve, which is in bindings; its tests are its GoogleTests and the suites of
ns-3 that include one of its headers. A package is a folder of bindings/net8; its tests are the files below test/python
that import from it.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

TOP: Final = Path(__file__).resolve().parent.parent
PYTHON_TESTS: Final = TOP / "test" / "python"
SUITES: Final = TOP / "test" / "suite"
_PACKAGES: Final = TOP / "bindings" / "net8"
# They read all sources, whatever was changed.
_OF_ALL: Final = frozenset({"house/test_structure.py", "house/test_walls.py"})


@dataclass(frozen=True)
class Chosen:
    """Tests to run."""

    rooms: frozenset[str]  #: rooms whose GoogleTests run
    suites: frozenset[str]  #: suites of ns-3
    files: frozenset[str]  #: files below test/python

    def __or__(self, other: Chosen) -> Chosen:
        """Join two choices."""
        return Chosen(self.rooms | other.rooms, self.suites | other.suites, self.files | other.files)

    def __bool__(self) -> bool:
        """Tell whether there is anything to run."""
        return bool(self.rooms or self.suites or self.files)

    @property
    def compiles(self) -> bool:
        """Tell whether tests of C++ are among them."""
        return bool(self.rooms or self.suites)

    @property
    def extends(self) -> bool:
        """Tell whether tests are among them that need the extension of the tests."""
        return any("net8_testing" in (PYTHON_TESTS / name).read_text(encoding="utf-8") for name in self.files)


NOTHING: Final = Chosen(frozenset(), frozenset(), frozenset())


def rooms() -> list[str]:
    """Name the rooms of C++."""
    return [*sorted(path.name for path in (TOP / "model").iterdir() if path.is_dir()), "helper", "serve"]


def google_rooms() -> list[str]:
    """Name the rooms that have GoogleTests; one whose tests are not built fails."""
    return [room for room in rooms() if any((TOP / "test" / room).glob("*-test.cc"))]


def suites() -> frozenset[str]:
    """Name the suites of ns-3."""
    return frozenset(_suite_names().values())


def python_tests(pattern: str = "test_*.py") -> frozenset[str]:
    """Name files below test/python.

    @param pattern: which, as in a shell
    @return: paths from there
    """
    return frozenset(path.relative_to(PYTHON_TESTS).as_posix() for path in PYTHON_TESTS.rglob(pattern))


def packages() -> list[str]:
    """Name the packages of Python."""
    return sorted(path.parent.name for path in _PACKAGES.glob("*/__init__.py"))


def named(name: str) -> Chosen:
    """Choose the tests of a room, a package or a file of tests.

    @param name: a room, a package, or the name of a file of test/python with or without its ending
    @return: what holds it
    @raise LookupError: in one sentence, where nothing has that name
    """
    found = NOTHING
    if name in rooms():
        found |= Chosen(frozenset({name} & set(google_rooms())), _suites_of(name), frozenset())
    if name in packages():
        found |= Chosen(frozenset(), frozenset(), _files_of(_PACKAGES / name))
    if name:
        found |= Chosen(frozenset(), frozenset(), python_tests(f"{name}/test_*.py"))
    found |= Chosen(frozenset(), frozenset(), python_tests(f"{Path(name).stem}.py") & python_tests())
    if not found:
        raise LookupError(
            f"No test is named '{name}': the rooms are {', '.join(rooms())}; the packages "
            f"{', '.join(packages())}; and a file of test/python can be named."
        )
    return found


def changed_files() -> list[str]:
    """List what differs from main: what was committed since, what was not, and what git does not know yet."""
    base = _git("merge-base", "HEAD", "main") or ["HEAD"]
    differs = _git("diff", "--name-only", base[0]) + _git("ls-files", "--others", "--exclude-standard")
    return sorted(set(differs))


def touched(files: Iterable[str]) -> Chosen:
    """Choose the tests that changed files touch.

    Any change of C++ may move any simulation: all GoogleTests and all suites run, which take seconds. Of Python, the
    tests run that import a changed module, or that were changed themselves.

    @param files: paths from the top of the tree
    @return: the tests
    """
    found = NOTHING
    for file in map(Path, files):
        where = file.parts[0]
        if file.suffix in {".cc", ".h", ".py"}:
            found |= Chosen(frozenset(), frozenset(), _OF_ALL)
        if file.suffix in {".cc", ".h"} and where in {"model", "helper", "test", "bindings"}:
            found |= Chosen(frozenset(google_rooms()), suites(), frozenset())
        elif where == "bindings" and file.suffix == ".py" and (TOP / file).exists():
            found |= Chosen(frozenset(), frozenset(), _files_of(TOP / file))
        elif (TOP / file).is_relative_to(PYTHON_TESTS) and (TOP / file).exists():
            found |= Chosen(frozenset(), frozenset(), _importers({file.stem}) | _itself(file))
        elif where in {"doc", "scenarios", "examples"}:
            asked = {
                "doc": "test_doc_*.py",
                "scenarios": "test_scenario*.py",
                "examples": "test_*tutorials.py",
            }
            found |= Chosen(frozenset(), frozenset(), python_tests(asked[where]))
    return found


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=TOP, capture_output=True, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def _itself(file: Path) -> frozenset[str]:
    return python_tests(file.name) if file.name.startswith("test_") else frozenset()


def _suite_names() -> dict[Path, str]:
    """Return the name of the suite of each file."""
    found = {}
    for path in sorted(SUITES.glob("*.cc")):
        if told := re.search(r'TestSuite\("([^"]+)"', path.read_text(encoding="utf-8")):
            found[path] = told[1]
    return found


def _suites_of(room: str) -> frozenset[str]:
    folder = TOP / room if room == "helper" else TOP / "model" / room
    headers = {path.name for path in folder.rglob("*.h")}
    return frozenset(
        name
        for path, name in _suite_names().items()
        if headers & set(re.findall(r'#include "ns3/(net8-[^"]+)"', path.read_text(encoding="utf-8")))
    )


def _imports(path: Path) -> set[str]:
    """Return the modules that a file imports, each name of "from x import y" as x and as x.y."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{name.name}" for name in node.names}
    return found


def _importers(modules: set[str]) -> frozenset[str]:
    """Return the tests that import one of the modules, or a helper of the tests that does."""
    imports = {path: _imports(path) for path in PYTHON_TESTS.rglob("*.py")}
    reached = set(modules)
    while True:
        using = {path for path, names in imports.items() if reached & names}
        helpers = {path.stem for path in using if not path.name.startswith("test_")} - reached
        if not helpers:
            return frozenset(
                path.relative_to(PYTHON_TESTS).as_posix() for path in using if path.name.startswith("test_")
            )
        reached |= helpers


def _files_of(where: Path) -> frozenset[str]:
    """Return the tests that import from a package or a module."""
    dotted = ".".join(where.relative_to(_PACKAGES.parent).with_suffix("").parts)
    inside = [where] if where.suffix else sorted(where.rglob("*.py"))
    modules = {".".join(path.relative_to(_PACKAGES.parent).with_suffix("").parts) for path in inside}
    return _importers({dotted} | modules)
