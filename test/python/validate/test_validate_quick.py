# SPDX-License-Identifier: GPL-2.0-only
"""No row of the validation fails, of those that take little time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.slow
def test_no_quick_row_fails(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "net8", "validate", "--quick", "--jobs", "1", "--out", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, [
        line for line in done.stdout.splitlines() if "FAILS" in line or "ERROR" in line
    ]
    assert " pass, " in done.stdout.splitlines()[-1]
