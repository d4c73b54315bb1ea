# SPDX-License-Identifier: GPL-2.0-only
"""The way to the compiled extension: found late, so that tables and reports work without it."""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import sys
from pathlib import Path

from net8.errors import ToolError

__all__ = ["__version__", "model_version", "need_core"]

__version__ = "0.1.0"
"""Version of net8."""


def need_core() -> None:
    """Import the compiled extension, or say in one sentence why it cannot be used."""
    try:
        importlib.import_module("net8._core")
    except ImportError as error:
        raise ToolError(f"the compiled part of net8 cannot be loaded ({error}); run ./net8 doctor") from None


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
