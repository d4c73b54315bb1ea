# SPDX-License-Identifier: GPL-2.0-only
"""What was measured: a file with times of calls, or a CSV with a column for each key that varies.

Its last column has a metric with its unit, or names of such files.
"""

from __future__ import annotations

import csv
import io
import math
import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from net8.base.errors import PlanError
from net8.base.reading import TABLE_LIMIT, read_text
from net8.base.units import RATE_UNITS, SIZE_UNITS, TIME_UNITS
from net8.finding.recorded import CALL_TIME, Call, read_calls
from net8.record.sources import LISTENER_PORTS, is_recorded
from net8.schema.lists import find_key
from net8.schema.metrics import METRICS, Metric
from net8.schema.values import meant

__all__ = ["Data", "Measurement", "read_data"]

_EXTRA: Final = ("sd", "weight")
_FILE: Final = "file"
"""Column of files with times of calls."""
_NAMED: Final = re.compile(r"(.+?)\s*(?:\(([^()]*)\)|\[([^\[\]]*)\])")
_UNITS: Final[Mapping[str, Mapping[str, float]]] = {
    "s": {unit: float(size) / 1e9 for unit, size in TIME_UNITS.items()},
    "bit/s": {unit: float(size) for unit, size in RATE_UNITS.items()},
    "bytes": {"bytes": 1.0} | {unit: float(size) for unit, size in SIZE_UNITS.items()},
}  # fmt: skip
"""Units of a column, by the unit in which the metric is stored."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """One row."""

    values: Mapping[str, object]  #: value by key
    measured: float  #: in the unit in which the metric is stored
    weight: float  #: how much it counts
    deviation: float | None  #: its standard deviation, if the file tells it
    line: int  #: of the file, 0 of one that is not read by lines
    call: int | None = None  #: number of a call among those of its file, None of a metric
    name: str = ""  #: name of the call


@dataclass(frozen=True)
class Data:
    """All rows of a file."""

    path: Path  #: the file
    metric: Metric  #: what was measured
    keys: tuple[str, ...]  #: that vary
    rows: tuple[Measurement, ...]  #: at least one
    calls: Mapping[int, tuple[str, list[Call]]] = field(
        default_factory=dict
    )  #: name and calls of each file, by line
    notes: tuple[str, ...] = ()  #: what to know about it

    def where(self, row: Measurement) -> str:
        """Return the place of a row.

        @param row: the row
        @return: file and line
        """
        return f"{self.path}:{row.line}" if row.line else str(self.path)


def read_data(path: str | Path, ports: Collection[int] = LISTENER_PORTS) -> Data:
    """Read measured values.

    @param path: a capture, a recording, a trace of event 10046, the folder of a run; or a CSV such as
        "client.array_size,response_time (s)", whose further columns may be sd, in the same unit, and weight, and whose
        lines that begin with # are left out, or "client.array_size,file" with such files
    @param ports: TCP ports of listeners, for captures
    @return: the rows
    """
    file = Path(path)
    if is_recorded(file):
        return _recorded(Data(file, CALL_TIME, (), (Measurement({}, 0.0, 1.0, None, 0),)), {0: file}, ports)
    try:
        text = read_text(file, TABLE_LIMIT)
    except FileNotFoundError:
        raise PlanError(f"there is no file {path}; name a CSV with measured values") from None
    except (OSError, UnicodeDecodeError) as error:
        raise PlanError(f"{path} cannot be read: {error}") from None
    lines = [
        (number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip() and line[0] != "#"
    ]
    if len(lines) < 2:
        raise PlanError(
            "has no rows; write a line of names, then a line for each measured value", where=str(file)
        )
    rows = list(csv.reader(io.StringIO("\n".join(line for _number, line in lines)), skipinitialspace=True))
    columns = _Columns(file, [name.strip() for name in rows[0]], lines[0][0])
    data = columns.data([(number, row) for (number, _line), row in zip(lines[1:], rows[1:], strict=False)])
    return _recorded(data, columns.files, ports) if columns.files else data


def _recorded(data: Data, files: Mapping[int, Path], ports: Collection[int]) -> Data:
    """Return data with a row for each call of files in place of a row for each of these."""
    rows, calls, notes = [], {}, []
    for row in data.rows:
        found, said = read_calls(files[row.line], ports)
        calls[row.line] = files[row.line].name, found
        notes += said
        rows += [
            replace(row, measured=call.time_s, call=number, name=call.name)
            for number, call in enumerate(found)
            if call.time_s is not None
        ]
    return replace(data, rows=tuple(rows), calls=calls, notes=tuple(dict.fromkeys(notes)))


class _Columns:
    """The columns of a file."""

    def __init__(self, file: Path, names: list[str], line: int) -> None:
        """Find the metric, the keys and what else there is."""
        self._file, self._line, self._names = file, line, names
        self._extra = {name: at for at, name in enumerate(names) if name in _EXTRA}
        self._keys: dict[int, tuple[str, str]] = {}
        metrics = []
        for at, name in enumerate(names):
            base, unit = _split(name)
            if name in self._extra:
                continue
            if base in _EXTRA:
                raise self._wrong(f'the column "{name}" has the unit of the metric, or none; call it {base}')
            if find_key(base) is not None:
                self._keys[at] = base, unit
            else:
                metrics.append((at, name))
        self.files: dict[int, Path] = {}  #: with times of calls, by line
        self._files = _FILE in names
        if self._files and metrics == [(names.index(_FILE), _FILE)] and "sd" not in self._extra:
            self._at, self.metric, self._factor = metrics[0][0], CALL_TIME, 1.0
            return
        if len(metrics) != 1:
            raise self._wrong(
                f"has {len(metrics)} columns that are no key of a plan ({', '.join(name for _at, name in metrics)}); "
                'one is that of a metric with its unit, such as "response_time (s)"'
                if metrics
                else 'has no column of a metric; name it with its unit, such as "response_time (s)"'
            )
        self._at, name = metrics[0]
        self.metric, self._factor = self._metric(name)

    def _wrong(self, text: str, line: int = 0) -> PlanError:
        """Return an error with the place."""
        return PlanError(text, where=f"{self._file}:{line or self._line}")

    def _metric(self, name: str) -> tuple[Metric, float]:
        """Return a metric by its column, and what values are multiplied by."""
        by_column = {metric.column: metric for metric in METRICS.values()}
        if name in by_column:
            return by_column[name], 1.0
        base, unit = _split(name)
        if base not in METRICS:
            raise self._wrong(f'"{base}" is neither a key of a plan nor a metric{meant(base, METRICS)}')
        metric = METRICS[base]
        known = _UNITS.get(metric.stored_unit) or {metric.unit: 1 / metric.scale, "": 1.0}
        if unit not in known:
            have = f'has the unit "{unit}", which is not one of it' if unit else "has no unit"
            example = metric.unit or "no unit"
            raise self._wrong(
                f'the column "{name}" {have}; write {base} ({example}), or one of {", ".join(known)}'
            )
        return metric, known[unit]

    def data(self, rows: list[tuple[int, list[str]]]) -> Data:
        """Read all rows."""
        keys = tuple(key for key, _unit in self._keys.values())
        return Data(self._file, self.metric, keys, tuple(self._row(line, row) for line, row in rows))

    def _row(self, line: int, row: list[str]) -> Measurement:
        """Read one row."""
        if len(row) != len(self._names):
            raise self._wrong(f"has {len(row)} values for {len(self._names)} columns", line)
        values = {key: _value(row[at].strip() + unit) for at, (key, unit) in self._keys.items()}
        if self._files:
            self.files[line] = self._file.parent / row[self._at].strip()
            if not is_recorded(self.files[line]):
                raise self._wrong(
                    f"{self.files[line]} is no capture, no trace of event 10046 and no folder of a run", line
                )
        measured = 0.0 if self._files else self._number(row, self._at, line) * self._factor
        if measured < 0:
            raise self._wrong(
                f'"{row[self._at].strip()}" of {self._names[self._at]} is below 0, as no metric is', line
            )
        weight = self._number(row, self._extra["weight"], line) if "weight" in self._extra else 1.0
        deviation = self._number(row, self._extra["sd"], line) * self._factor if "sd" in self._extra else None
        if weight < 0 or (deviation is not None and not deviation > 0):
            raise self._wrong("has a weight below 0, or an sd that is not above 0", line)
        return Measurement(values, measured, weight, deviation, line)

    def _number(self, row: list[str], at: int, line: int) -> float:
        """Read a number."""
        try:
            found = float(row[at])
        except ValueError:
            found = math.nan
        if not math.isfinite(found):
            raise self._wrong(f'"{row[at].strip()}" of {self._names[at]} is not a number', line)
        return found


def _split(name: str) -> tuple[str, str]:
    """Divide the name of a column from its unit."""
    found = _NAMED.fullmatch(name)
    return (found[1], (found[2] or found[3] or "").strip()) if found else (name, "")


def _value(text: str) -> object:
    """Read a value of a key as a plan would: TOML where it is TOML, else the text."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        return text
