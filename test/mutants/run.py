# SPDX-License-Identifier: GPL-2.0-only
"""Change one thing at a time and see whether the tests that are about it fail.

The lists beside this file say what is changed and which tests are to notice. All is done in a copy of the working tree;
C++ is compiled anew in it, with ccache where there is one. Of each test the run without any change must be good, or a
failure would say nothing. The last line counts; exit code 1 if a change survives whose entry gives no reason.

  python test/mutants/run.py                       all of them, which takes hours
  python test/mutants/run.py --room plans          one list
  python test/mutants/run.py --python --match seed those of Python whose sentence or file has this word
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

TOP: Final = Path(__file__).resolve().parents[2]
LISTS: Final = Path(__file__).resolve().parent
LONGEST_S: Final = 1200.0
"""Time after which a test that hangs counts as failed."""
_NO_TESTS: Final = 5
"""pytest found no test to run."""

# The installed finder of the package names files of the tree that it was installed from.
_SITE: Final = """
import os, sys
old, new, core = (os.environ[f"NET8_MUTANT_{name}"] for name in ("OLD", "NEW", "CORE"))
sys.path[:] = [new + entry[len(old):] if entry.startswith(old + "/bindings") else entry for entry in sys.path]
for finder in sys.meta_path:
    if known := getattr(finder, "known_source_files", None):
        known.update({name: file.replace(old, new, 1) for name, file in known.items()})
    if core and "net8._core" in getattr(finder, "known_wheel_files", {}):
        finder.known_wheel_files["net8._core"] = core
    for places in getattr(finder, "submodule_search_locations", {}).values():
        places[:] = [place.replace(old + "/bindings", new + "/bindings", 1) for place in places]
"""


@dataclass(frozen=True)
class Mutant:
    """One change, and the tests that are to notice it."""

    room: str  #: name of its list
    what: str  #: what is changed, in words
    file: str  #: where
    old: str  #: text that stands once in the file
    new: str  #: what takes its place
    tests: tuple[str, ...]  #: a file of pytest, suite:NAME of ns-3's tests, or wire:FILTER of GoogleTest
    survives: str = ""  #: why no test can notice it, or nothing

    @property
    def compiled(self) -> bool:
        """Tell whether C++ changes."""
        return not self.file.endswith(".py")


def read_mutants(folder: Path = LISTS) -> list[Mutant]:
    """Read all lists of a folder."""
    return [
        Mutant(path.stem, **{**entry, "tests": tuple(entry["tests"])})
        for path in sorted(folder.glob("*.toml"))
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
    ]


class Tree:
    """A copy of the working tree in which things are changed."""

    def __init__(self, folder: Path) -> None:
        """Copy what git knows of."""
        self.folder = folder
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=TOP, capture_output=True, check=True
        ).stdout.decode()
        for name in filter(None, listed.split("\0")):
            if (TOP / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(TOP / name, folder / name)
        site = folder / "build" / "site"
        site.mkdir(parents=True)
        (site / "sitecustomize.py").write_text(_SITE, encoding="utf-8")
        self._build = folder / "build" / "release"

    def change(self, mutant: Mutant) -> None:
        """Make a change."""
        path = self.folder / mutant.file
        text = path.read_text(encoding="utf-8")
        if text.count(mutant.old) != 1:
            raise SystemExit(
                f"{mutant.file} has the text of '{mutant.what}' {text.count(mutant.old)} times, not once"
            )
        path.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")

    def restore(self, mutant: Mutant) -> None:
        """Take a change back."""
        shutil.copyfile(TOP / mutant.file, self.folder / mutant.file)

    def compile(self, tests: Iterable[str]) -> bool:
        """Compile what tests need of C++."""
        if not (self._build / "build.ninja").exists():
            configure = [
                "cmake", "-S", str(self.folder), "-B", str(self._build), "-G", "Ninja", "-DNET8_BUILD_TESTS=ON",
                f"-DPython_EXECUTABLE={sys.executable}", f"-DNS3_ROOT={os.environ.get('NS3_ROOT', '')}",
            ]  # fmt: skip
            if not self._run(configure):
                return False
        kinds = {test.partition(":")[0] for test in tests}
        targets = [{"suite": "net8-suites", "wire": "net8-wire-tests"}.get(kind, "_core") for kind in kinds]
        return self._run(["cmake", "--build", str(self._build), "--target", *dict.fromkeys(targets)])

    def good(self, test: str, *, compiled: bool) -> bool:
        """Run a test; those that are slow come last."""
        kind, _, name = test.partition(":")
        if kind == "suite":
            return self._run([str(self._build / "net8-suites"), f"--suite={name}", "--fullness=EXTENSIVE"])
        if kind == "wire":
            return self._run([str(self._build / "net8-wire-tests"), f"--gtest_filter={name}"])
        core = str(next(self._build.glob("_core*.so"), "")) if compiled else ""
        return all(
            self._run(
                [sys.executable, "-m", "pytest", "-xq", "-p", "no:cacheprovider", "-m", marked, test], core
            )
            for marked in ("not slow", "slow")
        )

    def _run(self, command: Sequence[str], core: str = "") -> bool:
        """Run a command with all that it starts; one that hangs is ended."""
        names = {"OLD": str(TOP), "NEW": str(self.folder), "CORE": core}
        environment = os.environ | {f"NET8_MUTANT_{name}": value for name, value in names.items()}
        environment |= {"PYTHONPATH": str(self.folder / "build" / "site"), "PYTHONDONTWRITEBYTECODE": "1"}
        with (self.folder / "build" / "log.txt").open("w", encoding="utf-8") as log:
            process = subprocess.Popen(
                command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip
            try:
                code = process.wait(LONGEST_S)
            except subprocess.TimeoutExpired:
                code = -1
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
        return code == 0 or (code == _NO_TESTS and "pytest" in command)

    def words(self) -> str:
        """Give the end of what the last command said."""
        return (self.folder / "build" / "log.txt").read_text(encoding="utf-8", errors="replace")[-2000:]


def noticed_by(tree: Tree, mutant: Mutant) -> str | None:
    """Give the test that fails with a change; nothing if none does."""
    tree.change(mutant)
    try:
        if mutant.compiled and not tree.compile(mutant.tests):
            raise SystemExit(f"{mutant.file} does not compile with '{mutant.what}':\n{tree.words()}")
        return next((test for test in mutant.tests if not tree.good(test, compiled=mutant.compiled)), None)
    finally:
        tree.restore(mutant)


def check_unchanged(tree: Tree, mutants: Sequence[Mutant]) -> None:
    """See that all tests are good before anything is changed."""
    wanted = dict.fromkeys((test, mutant.compiled) for mutant in mutants for test in mutant.tests)
    native = [test for test, compiled in wanted if compiled]
    if native and not tree.compile(native):
        raise SystemExit(f"the tree does not compile:\n{tree.words()}")
    for test, compiled in wanted:
        if not tree.good(test, compiled=compiled):
            raise SystemExit(f"{test} fails without any change:\n{tree.words()}")


def chosen(arguments: argparse.Namespace) -> list[Mutant]:
    """Give the mutants that are asked for."""
    word = arguments.match.lower()
    return [
        mutant
        for mutant in read_mutants(arguments.lists)
        if (not arguments.room or mutant.room in arguments.room)
        and not (arguments.python and mutant.compiled)
        and word in f"{mutant.what} {mutant.file}".lower()
    ]


def main(words: Sequence[str] | None = None) -> int:
    """Try the mutants that are asked for; give the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--room", action="append", help="name of a list; repeatable")
    parser.add_argument("--match", default="", help="a word of the sentence or of the file's name")
    parser.add_argument("--python", action="store_true", help="only those of Python")
    parser.add_argument("--unchecked", action="store_true", help="take all tests to be good without a change")
    parser.add_argument("--lists", type=Path, default=LISTS, help="folder of the lists")
    arguments = parser.parse_args(words)
    mutants, survivors = chosen(arguments), []
    # Whoever ends this ends what it started, and the copy goes.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    if not mutants:
        parser.error("no mutant is called so")
    with tempfile.TemporaryDirectory(prefix="net8-mutants-", ignore_cleanup_errors=True) as folder:
        tree = Tree(Path(folder))
        if not arguments.unchecked:
            check_unchanged(tree, mutants)
        for mutant in mutants:
            started = time.monotonic()
            test = noticed_by(tree, mutant)
            survivors += [] if test else [mutant]
            fate = f"killed by {test}" if test else "SURVIVES"
            print(f"{mutant.room}: {mutant.what}: {fate} ({time.monotonic() - started:.0f} s)", flush=True)
    for mutant in survivors:
        print(f"survivor: {mutant.what} ({mutant.file}): {mutant.survives or 'no reason is given'}")
    killed = len(mutants) - len(survivors)
    print(f"{killed} of {len(mutants)} mutants killed ({100 * killed / len(mutants):.1f} %)")
    return int(any(not mutant.survives for mutant in survivors))


if __name__ == "__main__":
    sys.exit(main())
