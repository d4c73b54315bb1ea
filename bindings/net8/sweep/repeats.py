# SPDX-License-Identifier: GPL-2.0-only
"""Runs that cannot differ from another one: what chance decided in that one, it decides in them as well.

A run says what it drew, if nothing but losses of single packets was drawn and no packet was lost (``Run.passed``). A
run with another number goes the same way as long as its draws lose none of these packets either, which takes no
simulation to find out: then it is the same run.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from net8.base import files, provenance
from net8.base.extension import need_core
from net8.base.reading import TABLE_LIMIT, read_bytes, read_text
from net8.results.form import check_record, write_json
from net8.results.server_trace import TRACE_FILE
from net8.store.row import Row
from net8.store.run_folder import RECORD

__all__ = ["SAME_AS", "Repeats"]

SAME_AS: Final = "same_as"
"""Which run a run repeats, in the provenance of its row."""
_RUN: Final = "run.json"
_SMALL: Final = 1 << 20
"""Longest file that is kept for the next repetition, bytes."""
_LOOKED_AT: Final = 3
"""Most stored runs of a point that are looked at."""

Passed = Sequence[tuple[int, float, int]]


@dataclass(frozen=True, slots=True)
class _Original:
    """A run that others may repeat."""

    row: Row  #: its row
    passed: Passed  #: stream, probability of a loss and number of draws: all that it drew


class Repeats:
    """The runs of a sweep that others may repeat."""

    def __init__(self, seed: int, stored: Iterable[Row], folder_of: Callable[[Row], Path]) -> None:
        """Begin with the runs of a store.

        @param seed: seed of the random streams
        @param stored: its rows, finished or not
        @param folder_of: finds the folder of a run
        """
        self._seed, self._folder_of = seed, folder_of
        self._originals: dict[str, _Original] = {}
        self._read_of, self._contents = "", dict[str, bytes]()
        self._stored: dict[str, list[Row]] = {}
        for row in stored:
            if _is_plain(row):
                self._stored.setdefault(row.point, []).append(row)

    def add(self, row: Row, passed: Passed | None) -> None:
        """Remember a run that has just ended.

        @param row: its row
        @param passed: what it drew, None if its number decided something
        """
        if passed is not None and _is_plain(row):
            self._originals.setdefault(row.point, _Original(row, passed))

    def find(self, point: str, run: int) -> Row | None:
        """Return a run that another one cannot differ from.

        @param point: hash of what is simulated
        @param run: number of the other run
        @return: a finished run, or None
        """
        original = self._originals.get(point) or self._read(point)
        if original is None:
            return None
        need_core()
        from net8 import _core

        return original.row if _core.is_same(self._seed, run, original.passed) else None

    def _read(self, point: str) -> _Original | None:
        """Look for such a run among some stored ones of a point, once."""
        for row in self._stored.pop(point, [])[:_LOOKED_AT]:
            record = check_record(json.loads(read_text(self._folder_of(row) / _RUN, TABLE_LIMIT)))
            self.add(row, record["passed"])
        return self._originals.get(point)

    def _content(self, original: Row, name: str) -> bytes:
        """Read a file of a run that others repeat, once for many of them."""
        if original.key != self._read_of:
            self._read_of = original.key
            self._contents.clear()
        if name not in self._contents:
            self._contents[name] = read_bytes(self._folder_of(original) / name, TABLE_LIMIT)
        return self._contents[name]

    def write(self, original: Row, run: int, key: str, folder: Path) -> Row:
        """Write the folder of a run that repeats another.

        @param original: the other run
        @param run: its number
        @param key: its name
        @param folder: its folder, which does not exist
        @return: its row
        """
        source = self._folder_of(original)
        files.current.make_folder(folder)
        for name in sorted(original.files.keys() - {RECORD, _RUN}):
            if original.files[name][0] <= _SMALL:
                files.current.write(folder / name, self._content(original, name))
            else:
                files.current.copy(source / name, folder / name)
        said = json.loads(self._content(original, _RUN)) | {"run": run, "wall_s": 0.0}
        write_json(folder / _RUN, said)
        now = provenance.now()
        made = {
            **original.made,
            **provenance.of_command(),
            "start": now,
            "end": now,
            SAME_AS: f"run {original.run}",
        }
        return replace(original, key=key, run=run, wall_s=0.0, made=made, folder="", files={})


def _is_plain(row: Row) -> bool:
    """Return whether a run is finished, was simulated, and has no files that others do not have."""
    return row.status == "ok" and not row.pcap and TRACE_FILE not in row.files and SAME_AS not in row.made
