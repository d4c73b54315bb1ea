# SPDX-License-Identifier: GPL-2.0-only
"""A few of the kills at random moments of which test/soak/kills.py has done many."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
def test_kills_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    script = Path(__file__).parents[2] / "soak" / "kills.py"
    done = subprocess.run(
        [sys.executable, script, "--kills", "8", "--seed", "7", "--folder", tmp_path],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("8 kills with seed 7: nothing lost, nothing double\n")
    assert list(tmp_path.iterdir()) == []
