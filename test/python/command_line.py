# SPDX-License-Identifier: GPL-2.0-only
"""A command line in this process."""

from __future__ import annotations

import pytest
from net8.cli import main

__all__ = ["command"]


def command(words: list[str], monkeypatch: pytest.MonkeyPatch) -> int:
    """Run a command line and return its exit code."""
    monkeypatch.setattr("sys.argv", ["net8", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(str(ended.value.code or 0))
