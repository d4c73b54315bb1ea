# SPDX-License-Identifier: GPL-2.0-only
"""What the fuzzers over plans, settings, stores, run folders, pcapng and traces kept, and some inputs of a fixed seed.

They run in a process of their own, which loads all of net8 and bounds what it may take. Requests to net8 serve are sent
by a fuzzer of their own.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FUZZ = Path(__file__).resolve().parents[2] / "fuzz"
KINDS = ("plan", "set", "store", "folder", "pcapng", "trace", "net-trace", "tkprof", "report")
INPUTS = 5  #: of each kind, always the same: they show that the fuzzers work; new ones are those of ./net8 test fuzz


def fuzz(*arguments: str, name: str = "fuzz.py") -> str:
    """Run the fuzzers; return the last line of what they say, all of it where they fail."""
    done = subprocess.run(
        [sys.executable, str(FUZZ / name), *arguments], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout.splitlines()[-1]


@pytest.mark.slow
def test_what_the_fuzzers_kept_ends_as_it_should() -> None:
    kept = [path for path in (FUZZ / "corpus").rglob("*.json") if path.parent.name in KINDS]
    assert len(kept) >= 20
    assert fuzz("--replay") == f"{len(kept)} passed, 0 failed"


@pytest.mark.slow
def test_odd_inputs_are_answered() -> None:
    assert (
        fuzz("--inputs", str(INPUTS), "--seed", "5", "--minutes", "60")
        == f"{INPUTS * len(KINDS)} passed, 0 failed"
    )


@pytest.mark.slow
def test_odd_requests_are_answered() -> None:
    assert fuzz("--inputs", "200", "--seed", "5", name="fuzz_api.py") == "0 wrong"
