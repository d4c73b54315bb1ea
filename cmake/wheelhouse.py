# SPDX-License-Identifier: GPL-2.0-only
"""Build wheels of net8 for manylinux, with all that they need beside them, and install them without network.

./net8 wheelhouse [--python PYTHON ...] [--out DIR]. For each Python: pip builds the wheel, auditwheel gives it the tag
of the oldest manylinux that has what it uses, pip fetches the pinned packages that it needs by their hashes. Then each
wheel is installed from the folder alone into an environment of its own, where net8 run wan-fetch must work from an
empty home.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Sequence
from importlib.metadata import requires
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement

__all__ = ["PYTHONS", "main", "needed_pins"]

TOP: Final = Path(__file__).resolve().parents[1]
PINS: Final = (TOP / "requirements.txt", TOP / "test" / "requirements.txt")
"""What runs net8, and what is optional or tests it."""
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
"""Those that the pins have hashes for, by test/pin.py. ns-3 is that of the environment of ./net8 for all."""


class _StepError(Exception):
    """A step that did not work, told in one sentence."""


def _name(project: str) -> str:
    """Write the name of a project as an index compares it."""
    return re.sub(r"[-_.]+", "-", project).lower()


def needed_pins(project: str = "ns3-net8", extra: str = "") -> list[str]:
    """Return the pins of all that an installed net8 imports, found by what each package asks for.

    @param project: whose needs
    @param extra: one of its extras
    @return: pins with their hashes, in the order of the lists
    """
    lines = [line for path in PINS for line in path.read_text(encoding="utf-8").splitlines()]
    pins = {_name(line.partition("==")[0]): line for line in lines if "==" in line and line[0] != "#"}
    seen: set[str] = set()
    todo = [(project, extra)]
    while todo:
        name, wanted = todo.pop()
        for text in requires(name) or ():
            asked = Requirement(text)
            known = _name(asked.name)
            if (asked.marker and not asked.marker.evaluate({"extra": wanted})) or known in seen:
                continue
            if known not in pins:
                raise _StepError(f"{name} asks for {asked.name}, and no list has a pin of it")
            seen.add(known)
            todo += [(asked.name, each) for each in ("", *asked.extras)]
    return [line for name, line in pins.items() if name in seen]


def _version(python: str) -> str:
    """Return the version of an interpreter, such as 3.12."""
    asked = [python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    try:
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        raise _StepError(
            f"{python} is no Python; give the path of an interpreter such as python3.12"
        ) from None


def _interpreters(given: Sequence[str]) -> dict[str, str]:
    """Return version and path of the interpreters: those given, else those on the PATH."""
    names = given or [name for minor in PYTHONS if (name := shutil.which(f"python{minor}"))]
    found = {_version(name): name for name in names}
    for version in found:
        if version not in PYTHONS:
            raise _StepError(f"there are no pins for Python {version}, only for {', '.join(PYTHONS)}")
    return found


def _call(what: str, *command: object, env: dict[str, str] | None = None, cwd: Path = TOP) -> str:
    """Run a program; what it said is shown if it fails."""
    done = subprocess.run(
        [*map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, env=env,
        cwd=cwd,
    )  # fmt: skip
    if done.returncode != 0:
        print(done.stdout[-4000:], file=sys.stderr)
        raise _StepError(f"{what} failed")
    return done.stdout


def _build(python: str, version: str, out: Path) -> Path:
    """Build the wheel for one Python, tag it and put it into the wheelhouse."""
    tag = f"cp{version.replace('.', '')}"
    folder_of_build = TOP / "build" / f"wheel-{tag}"
    # With ccache only the extension is compiled for each Python: the rest differs only in the build folder.
    shared = {"CCACHE_BASEDIR": str(folder_of_build), "CCACHE_NOHASHDIR": "true"}
    with tempfile.TemporaryDirectory() as folder:
        _call(
            f"the build for Python {version}", python, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", folder, TOP,
            f"--config-settings=build-dir={folder_of_build}",
            f"--config-settings=cmake.define.NET8_NS3_UNPACKED={Path(sysconfig.get_path('platlib')) / 'ns3'}",
            env=os.environ | shared,
        )  # fmt: skip
        (raw,) = Path(folder).glob("ns3_net8-*.whl")
        tools = str(Path(sys.executable).parent)
        path = os.pathsep.join([tools, os.environ.get("PATH", "")])
        for old in out.glob(f"ns3_net8-*-{tag}-*.whl"):
            old.unlink()
        _call(
            f"auditwheel for Python {version}", Path(tools) / "auditwheel", "repair", "--wheel-dir", out, raw,
            env=os.environ | {"PATH": path},
        )  # fmt: skip
    (wheel,) = out.glob(f"ns3_net8-*-{tag}-*manylinux*.whl")
    return wheel


def _fetch(python: str, version: str, out: Path) -> None:
    """Fetch what the wheel needs for one Python, each package by its hash."""
    with tempfile.TemporaryDirectory() as folder:
        pins = Path(folder) / "pins.txt"
        # The tutorial notebooks draw with matplotlib.
        pins.write_text("\n".join(needed_pins(extra="matplotlib")) + "\n", encoding="utf-8")
        _call(
            f"fetching what net8 needs for Python {version}", python, "-m", "pip", "download", "--no-deps",
            "--require-hashes", "--only-binary", ":all:", "--dest", out, "-r", pins,
        )  # fmt: skip


def _try(python: str, version: str, out: Path) -> str:
    """Install from the wheelhouse alone into an empty home, and run a scenario there; say how long it took."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        # Nothing from the caller's environment: no index, no pip settings, no modules of another Python.
        env = {
            "HOME": folder,
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "PIP_CONFIG_FILE": os.devnull,
        }
        began = time.monotonic()
        _call("making an environment", python, "-m", "venv", home / "venv", env=env)
        commands = home / "venv" / "bin"
        _call(
            f"the installation for Python {version}", commands / "pip", "install", "--no-index", "--find-links", out,
            "ns3-net8", env=env, cwd=home,
        )  # fmt: skip
        installed = time.monotonic()
        said = _call(
            f"net8 run wan-fetch under Python {version}",
            commands / "net8",
            "run",
            "wan-fetch",
            env=env,
            cwd=home,
        )
        if "response time" not in said or not (home / "runs" / "wan-fetch").is_dir():
            raise _StepError(f"net8 run wan-fetch under Python {version} gave no table")
        ended = time.monotonic()
        return f"installed in {installed - began:.0f} s, net8 run wan-fetch in {ended - installed:.0f} s"


def main(arguments: Sequence[str] | None = None) -> int:
    """Make a wheelhouse.

    @param arguments: of the command line
    @return: exit code
    """
    parser = argparse.ArgumentParser(
        prog="./net8 wheelhouse",
        description="Build wheels, and collect what they need to be installed offline.",
    )
    parser.add_argument(
        "--python", action="append", metavar="PYTHON", default=[],
        help=f"Interpreter to build for, with its headers; repeatable. Else those of {', '.join(PYTHONS)} on the PATH.",
    )  # fmt: skip
    parser.add_argument(
        "--out", type=Path, default=TOP / "build" / "wheelhouse", help="Folder for the wheels."
    )
    options = parser.parse_args(arguments)
    out: Path = options.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    try:
        found = _interpreters(options.python)
        for version, python in found.items():
            wheel = _build(python, version, out)
            print(f"{wheel.name}: {wheel.stat().st_size / 2**20:.1f} MiB", flush=True)
            _fetch(python, version, out)
            print(f"  Python {version}: {_try(python, version, out)}", flush=True)
    except _StepError as failure:
        print(f"net8: {failure}", file=sys.stderr)
        return 1
    left = [version for version in PYTHONS if version not in found]
    if left:
        print(f"not built, because not found here: Python {', '.join(left)}")
    print(f"to install without network:\n  pip install --no-index --find-links {out} ns3-net8")
    print("ns3-net8[matplotlib] instead of ns3-net8 brings what the tutorial notebooks draw with")
    return 0


if __name__ == "__main__":
    sys.exit(main())
