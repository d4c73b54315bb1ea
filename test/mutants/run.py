# SPDX-License-Identifier: GPL-2.0-only
"""Change one thing at a time and see whether the tests that are about it fail.

The lists beside this file say what is changed and which tests are to notice. All is done in a copy of the working tree;
C++ is compiled anew in it, not optimized, as much of it as a test needs. A test that fails with a change is run without
it too, and must be good then, or its failure would say nothing. The last line counts; exit code 1 if a change survives
whose entry gives no reason.

  python test/mutants/run.py                       all of them, which takes hours
  python test/mutants/run.py --room plans          one list
  python test/mutants/run.py --python --match seed those of Python whose sentence or file has this word
  python test/mutants/run.py --tree /tmp/t --log l goes on where it was stopped: nothing that did not change is
                                                   compiled again, and no mutant tried that l says was killed
"""

from __future__ import annotations

import argparse
import filecmp
import hashlib
import json
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
    #: the likeliest first: FILE or FILE::TEST of pytest, suite:NAME of ns-3's tests, ROOM:FILTER of GoogleTest
    tests: tuple[str, ...]
    survives: str = ""  #: why no test can notice it, or nothing

    @property
    def compiled(self) -> bool:
        """Whether C++ changes."""
        return not self.file.endswith(".py")

    @property
    def key(self) -> str:
        """Name the change in a log."""
        return hashlib.sha256("\0".join((self.what, self.old, self.new)).encode()).hexdigest()[:16]


def google_tests(room: str) -> str:
    """Name the program with the GoogleTests of a room; nothing if it is no room that has some."""
    return f"net8-{room}-tests" if (TOP / "model" / room).is_dir() and (TOP / "test" / room).is_dir() else ""


def read_mutants(folder: Path = LISTS) -> list[Mutant]:
    """Read all lists of a folder."""
    return [
        Mutant(path.stem, **{**entry, "tests": tuple(entry["tests"])})
        for path in sorted(folder.glob("*.toml"))
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
    ]


class Log:
    """What was found before, a line of JSON for each mutant."""

    def __init__(self, path: Path | None) -> None:
        """Read what there is."""
        self._path = path
        self._killers: dict[str, str] = {}
        if path and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                entry = json.loads(line)
                self._killers.pop(entry["key"], None)
                if entry["killer"]:
                    self._killers[entry["key"]] = entry["killer"]

    def killer(self, mutant: Mutant) -> str | None:
        """Return the test that killed a mutant, if it was."""
        return self._killers.get(mutant.key)

    def add(self, mutant: Mutant, killer: str | None, seconds: float, said: str) -> None:
        """Keep what a mutant came to, and the last that the test said."""
        if self._path:
            entry = {"key": mutant.key, "room": mutant.room, "what": mutant.what, "compiled": mutant.compiled}
            with self._path.open("a", encoding="utf-8") as file:
                file.write(
                    json.dumps(entry | {"killer": killer, "seconds": round(seconds, 1), "said": said}) + "\n"
                )


class Tree:
    """A copy of the working tree in which things are changed."""

    def __init__(self, folder: Path, longest_s: float) -> None:
        """Copy what git knows of, or what of it changed since."""
        self.folder = folder
        self._longest_s = longest_s
        self._build = folder / "build" / "release"
        self._good: set[tuple[str, bool]] = set()
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=TOP, capture_output=True, check=True
        ).stdout.decode()
        names = [name for name in listed.split("\0") if name and (TOP / name).is_file()]
        self._remove_all_but(names)
        for name in names:
            self._copy(name)
        site = folder / "build" / "site"
        site.mkdir(parents=True, exist_ok=True)
        (site / "sitecustomize.py").write_text(_SITE, encoding="utf-8")

    def _remove_all_but(self, names: Iterable[str]) -> None:
        """Remove what the working tree no longer has."""
        wanted = {self.folder / name for name in names}
        for entry in self.folder.glob("*"):
            if entry.name != "build":
                for path in [entry, *entry.rglob("*")]:
                    if not path.is_dir() and path not in wanted:
                        path.unlink()

    def _copy(self, name: str) -> None:
        """Copy a file unless it is there as it is; the time tells ninja whether it changed."""
        path = self.folder / name
        if not (path.exists() and filecmp.cmp(TOP / name, path, shallow=False)):
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(TOP / name, path)
            shutil.copymode(TOP / name, path)

    def change(self, mutant: Mutant) -> None:
        """Make a change."""
        path = self.folder / mutant.file
        text = path.read_text(encoding="utf-8")
        if text.count(mutant.old) != 1:
            raise SystemExit(
                f"{mutant.file} has the text of '{mutant.what}' {text.count(mutant.old)} times, not once"
            )
        path.write_text(text.replace(mutant.old, mutant.new), encoding="utf-8")
        self._forget(path)

    def restore(self, mutant: Mutant) -> None:
        """Take a change back."""
        self._copy(mutant.file)
        self._forget(self.folder / mutant.file)

    @staticmethod
    def _forget(path: Path) -> None:
        """Remove the bytecode of a file: the time in seconds and the size by which Python knows it may be the same."""
        for old in path.parent.glob(f"__pycache__/{path.stem}.*"):
            old.unlink()

    def compile(self, test: str) -> bool:
        """Compile what a test needs of C++."""
        if not (self._build / "build.ninja").exists():
            configure = [
                "cmake", "-S", str(self.folder), "-B", str(self._build), "-G", "Ninja",
                "-DNET8_BUILD_TESTS=ON", "-DNET8_BUILD_PYTHON=ON", "-DNET8_WERROR=OFF",
                "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
                f"-DPython_EXECUTABLE={sys.executable}", f"-DNS3_ROOT={os.environ.get('NS3_ROOT', '')}",
            ]  # fmt: skip
            if not self._run(configure, limited=False):
                return False
        kind = test.partition(":")[0]
        google = google_tests(kind)
        targets = ["net8-suites"] if kind == "suite" else [google] if google else ["_core", "net8_testing"]
        return self._run(["cmake", "--build", str(self._build), "--target", *targets], limited=False)

    def good(self, test: str, *, compiled: bool) -> bool:
        """Run a test; those that are slow come last."""
        if compiled and not self.compile(test):
            raise SystemExit(f"what {test} needs does not compile:\n{self.words()}")
        kind, _, name = test.partition(":")
        if kind == "suite":
            return self._run([str(self._build / "net8-suites"), f"--suite={name}", "--fullness=EXTENSIVE"])
        if program := google_tests(kind):
            return self._run([str(self._build / program), f"--gtest_filter={name}"])
        core = str(next(self._build.glob("**/_core*.so"), "")) if compiled else ""
        command = [sys.executable, "-m", "pytest", "-xq", "-p", "no:cacheprovider", test]
        if "::" in test or "mark.slow" not in (TOP / test).read_text(encoding="utf-8"):
            return self._run(command, core)
        return all(self._run([*command, "-m", marked], core) for marked in ("not slow", "slow"))

    def check_good(self, test: str, *, compiled: bool) -> None:
        """See once that a test is good without any change."""
        if (test, compiled) not in self._good and not self.good(test, compiled=compiled):
            raise SystemExit(f"{test} fails without any change:\n{self.words()}")
        self._good.add((test, compiled))

    def _run(self, command: Sequence[str], core: str = "", *, limited: bool = True) -> bool:
        """Run a command with all that it starts; a test that hangs is ended."""
        names = {"OLD": str(TOP), "NEW": str(self.folder), "CORE": core}
        environment = os.environ | {f"NET8_MUTANT_{name}": value for name, value in names.items()}
        environment.setdefault("NET8_SHARED", str(TOP.parent / "shared"))
        environment |= {"PYTHONPATH": str(self.folder / "build" / "site")}
        with (self.folder / "build" / "log.txt").open("w", encoding="utf-8") as log:
            process = subprocess.Popen(
                command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True,
            )  # fmt: skip
            try:
                code = process.wait(self._longest_s if limited else None)
            except subprocess.TimeoutExpired:
                code = -1
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
        return code == 0 or (code == _NO_TESTS and "pytest" in command)

    def words(self) -> str:
        """Return the end of what the last command said."""
        return (self.folder / "build" / "log.txt").read_text(encoding="utf-8", errors="replace")[-2000:]


def noticed_by(tree: Tree, mutant: Mutant) -> tuple[str | None, str]:
    """Return the test that fails with a change and is good without, if one does, and the last that it said."""
    tree.change(mutant)
    try:
        killer = next((test for test in mutant.tests if not tree.good(test, compiled=mutant.compiled)), None)
        said = tree.words()
    finally:
        tree.restore(mutant)
    if killer:
        tree.check_good(killer, compiled=mutant.compiled)
    return killer, said[-400:]


def chosen(arguments: argparse.Namespace) -> list[Mutant]:
    """Return the mutants that are asked for."""
    word = arguments.match.lower()
    return [
        mutant
        for mutant in read_mutants(arguments.lists)
        if (not arguments.room or mutant.room in arguments.room)
        and not (arguments.python and mutant.compiled)
        and not (arguments.compiled and not mutant.compiled)
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
    parser.add_argument("--compiled", action="store_true", help="only those of C++")
    parser.add_argument("--tree", type=Path, help="folder for the copy, which stays; otherwise it goes")
    parser.add_argument(
        "--log", type=Path, help="file of what was found; those killed in it are not tried again"
    )
    parser.add_argument(
        "--longest", type=float, default=1200, help="seconds after which a test has failed (1200)"
    )
    parser.add_argument("--lists", type=Path, default=LISTS, help="folder of the lists")
    arguments = parser.parse_args(words)
    mutants, survivors, log = chosen(arguments), [], Log(arguments.log)
    # Whoever ends this ends what it started, and the copy goes.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    if not mutants:
        parser.error("no mutant is called so")
    with tempfile.TemporaryDirectory(prefix="net8-mutants-", ignore_cleanup_errors=True) as folder:
        tree = Tree(arguments.tree or Path(folder), arguments.longest)
        for mutant in mutants:
            started = time.monotonic()
            killer = log.killer(mutant)
            if not killer:
                killer, said = noticed_by(tree, mutant)
                log.add(mutant, killer, time.monotonic() - started, said)
            seconds = time.monotonic() - started
            survivors += [] if killer else [mutant]
            fate = f"killed by {killer}" if killer else "SURVIVES"
            print(f"{mutant.room}: {mutant.what}: {fate} ({seconds:.0f} s)", flush=True)
    for mutant in survivors:
        print(f"survivor: {mutant.what} ({mutant.file}): {mutant.survives or 'no reason is given'}")
    killed = len(mutants) - len(survivors)
    print(f"{killed} of {len(mutants)} mutants killed ({100 * killed / len(mutants):.1f} %)")
    return int(any(not mutant.survives for mutant in survivors))


if __name__ == "__main__":
    sys.exit(main())
