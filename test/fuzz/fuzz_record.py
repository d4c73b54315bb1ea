# SPDX-License-Identifier: GPL-2.0-only
"""Atheris (libFuzzer) entry for the readers of records: any file has an account and scripts, or one sentence.

The input is that of record_case.lay(): one capture or two, a trace or a report.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris
from fuzz_dissect import instrument

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
import record_case

FOLDER = Path(tempfile.mkdtemp())


def examine(data: bytes) -> None:
    """Examine one input.

    @param data: bytes made by the fuzzer
    """
    record_case.examine(record_case.lay(data, FOLDER))


if __name__ == "__main__":
    instrument()
    atheris.Setup(sys.argv, examine)
    atheris.Fuzz()
