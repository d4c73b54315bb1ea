# SPDX-License-Identifier: GPL-2.0-only
"""The way to the compiled extension: found late, so that tables and reports work without it."""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from net8.base.errors import PlanError, ToolError

__all__ = ["Build", "__version__", "build", "model_version", "need_core"]

__version__ = "0.1.0"
"""Version of net8."""


_RESULTS: Final = Path(__file__).parents[1] / "results"
"""The package that makes metrics of what a run gave."""

_BEHIND_THE_PLAN = ("NS_ATTRIBUTE_DEFAULT", "NS_GLOBAL_VALUE")
"""Environment variables by which ns-3 takes other defaults than those of its code."""


def need_core() -> None:
    """Import the compiled extension, or say in one sentence why it cannot be used."""
    for name in _BEHIND_THE_PLAN:
        if os.environ.get(name):
            raise PlanError(
                f"the environment variable {name} ({os.environ[name]!r}) changes what ns-3 does, which neither the "
                "plan nor the store shows; unset it, and set keys of the plan instead"
            )
    if os.environ.get("NS_LOG"):
        _check_log(os.environ["NS_LOG"])
    try:
        importlib.import_module("net8._core")
    except ImportError as error:
        raise ToolError(f"the compiled part of net8 cannot be loaded ({error}); run ./net8 doctor") from None


_CHECKED = "NET8_CHECKED_NS_LOG"
"""Tells processes that this one starts which value of NS_LOG was tried."""


def _check_log(value: str) -> None:
    """Let ns-3 read NS_LOG in another process: it ends the one that reads a wrong value, or prints a list and leaves.

    @param value: of NS_LOG
    """
    if os.environ.get(_CHECKED) == value:
        return
    code = "import net8; net8.run(net8.Plan.of({'path': {'kind': 'lan'}, 'query': {'rows': 1}})); print('it ran')"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env=os.environ | {_CHECKED: value}, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0 or not done.stdout.endswith("it ran\n"):
        raise PlanError(
            f"ns-3 does not run with the environment variable NS_LOG = {value!r}; it takes names of log "
            "components, such as Net8Client=level_all"
        )
    os.environ[_CHECKED] = value


@dataclass(frozen=True, slots=True)
class Build:
    """What the extension is made of."""

    sources: str = ""  #: hash of all that was compiled
    ns3: str = ""  #: release of ns-3
    compiler: str = ""  #: such as "GNU 12.2.0"
    build_type: str = ""  #: such as "Release"
    commit: str = ""  #: of the source tree when it was compiled; "" outside of git


@functools.cache
def build() -> Build:
    """Return what the extension was built from, as written next to it when it was compiled.

    Reading the file is enough; loading ns-3 for it would cost a second start most of its time.

    @return: what it is made of; nothing where it is not compiled
    """
    loaded = sys.modules.get("net8._core")
    origin = getattr(loaded, "__file__", None)
    if origin is None:
        spec = importlib.util.find_spec("net8._core")
        origin = spec.origin if spec is not None else None
    told = Path(origin or "").with_name("build.json") if origin else None
    if told is None or not told.is_file():
        return Build()
    return Build(**json.loads(told.read_bytes()))


@functools.cache
def model_version() -> str:
    """Name the model that computes results: the version, and a hash of its sources, C++ and what makes metrics of runs.

    Where and by which compiler it was built does not matter: results are the same, so a wheel and a source tree of one
    commit share a store. What another model computed is not reused.

    @return: such as "0.1.0+5d41402abc4b"
    """
    made = build()
    if not made.sources:
        return __version__
    digest = hashlib.sha256(f"{made.sources} ns-3.{made.ns3}\n".encode())
    for path in sorted(_RESULTS.glob("*.py")):
        digest.update(path.read_bytes())
    return f"{__version__}+{digest.hexdigest()[:12]}"
