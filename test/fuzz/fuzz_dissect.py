# SPDX-License-Identifier: GPL-2.0-only
"""Atheris (libFuzzer) entry for net8 dissect: any file is answered, in memory and time that its size bounds.

The input is that of dissect_case.capture_of(): a file as it is, or TCP segments.
"""

from __future__ import annotations

import binascii
import gc
import sys
import tempfile
import time
from pathlib import Path
from types import FunctionType

import atheris

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
import dissect_case

# Tables take ten times as long as the rest, the watch over memory twice as long; which input has which is a matter
# of its bytes, so that a finding stays one.
TABLES_EVERY, WATCHED_EVERY = 16, 4
FILE = Path(tempfile.mkdtemp()) / "hostile"


def examine(data: bytes) -> None:
    """Examine one input.

    @param data: bytes made by the fuzzer
    """
    chosen = binascii.crc32(data)
    FILE.write_bytes(dissect_case.capture_of(data))
    act = dissect_case.examine if chosen % WATCHED_EVERY else dissect_case.examine_within_bounds
    started = time.process_time()
    act(FILE, tables=chosen % TABLES_EVERY == 0)
    # libFuzzer's own limit is one of wall time, which a busy machine passes.
    assert time.process_time() - started < dissect_case.CPU_S


def instrument() -> None:
    """Have the fuzzer see which branches it takes.

    Atheris' own hook of the import leaves out what an editable installation loads.
    """
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and (thing.__module__ or "").startswith(("net8.", "dpkt.")):
            atheris.instrument_func(thing)


if __name__ == "__main__":
    instrument()
    atheris.Setup(sys.argv, examine)
    atheris.Fuzz()
