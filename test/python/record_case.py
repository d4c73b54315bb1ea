# SPDX-License-Identifier: GPL-2.0-only
"""What must hold for records, accounts and scripts of any files, and files made of any bytes."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from dissect_case import capture_of
from net8.accounting.account import account_of
from net8.base.errors import CaptureError
from net8.record.record import NONE, Record
from net8.record.sources import LISTENER_PORTS, read_all
from net8.replaying.replay import read_scripts

CPU_S = 5.0
_TWO_POINTS = 2
_LISTENED = (*LISTENER_PORTS, 4000)


def lay(data: bytes, folder: Path) -> list[Path]:
    """Write the files of an input.

    Bit 1 of its first byte asks for two captures of the same connections, each of a half of the rest; all other inputs
    are those of dissect_case.capture_of(): a file as it is, such as a trace, or TCP segments.

    @param data: any bytes
    @param folder: where they are written
    @return: the files
    """
    kind, rest = data[:1], data[1:]
    two = bool(kind) and kind[0] & 1 and kind[0] & _TWO_POINTS
    contents = [rest[: len(rest) // 2], rest[len(rest) // 2 :]] if two else [rest]
    paths = []
    for number, content in enumerate(contents):
        path = folder / f"hostile-{number}"
        path.write_bytes(capture_of(kind + content))
        paths.append(path)
    return paths


def examine(paths: Sequence[Path]) -> int:
    """Read files, account them and make scripts of their sessions.

    @param paths: files with any content
    @return: number of calls in them
    """
    started = time.process_time()
    try:
        records = read_all(paths, ports=_LISTENED)
    except CaptureError as error:
        _check_refusal(error)
        return 0
    for record in records:
        _check_record(record)
    found = account_of(records)
    assert all(part.time_ns >= 0 for part in found.parts)
    if found.time_ns:
        assert sum(round(part.share_percent * 10) for part in found.parts) == 1000
    json.dumps(found.as_object(), allow_nan=False)
    _check_scripts(paths)
    # libFuzzer's own limit is one of wall time, which a busy machine passes.
    assert time.process_time() - started < CPU_S
    return found.calls


def _check_refusal(error: CaptureError) -> None:
    """See that a refusal is one sentence."""
    assert str(error)
    assert "\n" not in str(error)


def _check_record(record: Record) -> None:
    """See that calls, spans and what they point to fit together."""
    calls, spans = record.calls, record.spans
    assert np.all(calls.column("end_ns") >= calls.column("start_ns"))
    for column, most in (
        (calls.column("session"), len(record.sessions)), (calls.column("kind"), len(record.kinds)),
        (calls.column("statement"), len(record.statements.all)), (spans.column("call"), len(calls)),
        (spans.column("event"), len(record.events.all)),
    ):  # fmt: skip
        assert np.all((column >= 0) & (column < most))
    assert np.all((calls.column("parent") == NONE) | (calls.column("parent") > np.arange(len(calls))))
    assert np.all(spans.column("time_ns") >= 0)
    assert all("\n" not in note for note in record.notes)


def _check_scripts(paths: Sequence[Path]) -> None:
    """See that no times or bytes of scripts are below 0."""
    try:
        _records, scripts, _notes = read_scripts(paths, _LISTENED, (None, None, None))
    except CaptureError as error:
        _check_refusal(error)
        return
    for script in scripts:
        for each in script.talk.exchanges:
            assert min(each.client_ns, each.server_ns, each.response_ns) >= 0
            assert min(each.request_bytes, each.reply_bytes) >= 0
