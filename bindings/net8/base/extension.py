# SPDX-License-Identifier: GPL-2.0-only
"""The way to the compiled extension: found late, so that tables and reports work without it."""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

from net8.base.errors import PlanError, ToolError

__all__ = ["__version__", "model_version", "need_core"]

__version__ = "0.1.0"
"""Version of net8."""


_BEHIND_THE_PLAN = ("NS_ATTRIBUTE_DEFAULT", "NS_GLOBAL_VALUE")
"""Environment variables by which ns-3 takes other defaults than those of its code."""


def need_core() -> None:
    """Import the compiled extension, or say in one sentence why it cannot be used."""
    for name in _BEHIND_THE_PLAN:
        if os.environ.get(name):
            raise PlanError(
                f"the environment variable {name} ({os.environ[name]!r}) changes what ns-3 does without a word in the "
                "plan or the store; unset it, and set keys of the plan instead"
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


@functools.cache
def model_version() -> str:
    """Name the model that computes results: the version and the bytes of the extension.

    A rebuilt extension may give other results, so what an older one computed is not reused. Reading
    the file is enough; loading ns-3 for it would cost a second start most of its time.

    @return: such as "0.1.0+5d41402abc4b"
    """
    loaded = sys.modules.get("net8._core")
    origin = getattr(loaded, "__file__", None)
    if origin is None:
        spec = importlib.util.find_spec("net8._core")
        origin = spec.origin if spec is not None else None
    if origin is None or not Path(origin).is_file():
        return __version__
    return f"{__version__}+{hashlib.sha256(Path(origin).read_bytes()).hexdigest()[:12]}"
