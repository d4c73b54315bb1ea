# SPDX-License-Identifier: GPL-2.0-only
"""Tables in the READMEs of scenarios, written from runs: ./net8 figures NAME, with the figures of the scenario.

tables.toml says what a table shows. In a README it stands behind a line MARK, in the order of tables.toml if there are
several, and ends at the first line that is no row.
"""

from __future__ import annotations

import itertools
import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

import net8
from net8.campaign.results import Results
from net8.results.run import Run
from net8.schema.metrics import find_metric
from net8.statistics.intervals import Interval, interval
from net8.sweep.sweep import Sweep
from readings import READINGS  # type: ignore[import-not-found]

__all__ = ["MARK", "Table", "all_tables", "number", "written"]

TOP: Final = Path(__file__).resolve().parents[1]
MARK: Final = "<!-- ./net8 figures writes this table -->"

_OWN_WORDS: Final = (
    "metric", "most", "times", "unit", "kept", "words", "otherwise", "gain_over", "pick", "published", "off",
    "digits", "read", "call",
)  # fmt: skip
"""What an entry may say beside steps of a sweep."""
_DIGITS: Final = 3
_DIGITS_OF_HALF: Final = 2


@dataclass(frozen=True, slots=True)
class Table:
    """A table of one scenario: a cell for each row and column, which both say what it shows."""

    scenario: str  #: folder under scenarios
    place: int  #: which of the tables of its README, from 1
    corner: str  #: head of the first column
    at: Mapping[str, object]  #: steps that all cells have; no other is simulated
    columns: Sequence[tuple[str, Mapping[str, Any]]]  #: heads, and what the cells below show
    rows: Sequence[tuple[str, Mapping[str, Any]]]  #: likewise of rows

    @property
    def readme(self) -> Path:
        """The file that it stands in."""
        return TOP / "scenarios" / self.scenario / "README.md"

    @property
    def head(self) -> list[str]:
        """The two lines above the rows."""
        names = [self.corner, *(name for name, _what in self.columns)]
        return [_line(names), "|" + "---|" * len(names)]

    def there(self) -> list[str]:
        """Return the lines that the README has now."""
        text = self.readme.read_text(encoding="utf-8")
        parts = text.split(MARK)
        if len(parts) <= self.place:
            raise SystemExit(f"{self.readme} must have the line {MARK} above each of its tables")
        lines = parts[self.place].strip("\n").splitlines()
        return list(takewhile(lambda line: line.startswith("|"), lines))

    def anew(self, out: Path) -> list[str]:
        """Return the lines that runs give.

        @param out: folder with the store; what it lacks is simulated
        @return: head and rows
        """
        plan = net8.load(TOP / "scenarios" / self.scenario).with_values(dict(self.at))
        sweep = Sweep(plan, out=out)
        if failed := sweep.run_missing(progress=True).failed:
            raise SystemExit(
                f"{failed} runs of scenarios/{self.scenario} failed, so its table stays as it is"
            )
        kept = _cells(self.there())
        rows = []
        for name, what in self.rows:
            cells = [
                kept.get((name, head), "")
                if {**what, **shown}.get("kept")
                else _cell(sweep.results, {**what, **shown})
                for head, shown in self.columns
            ]
            rows.append(_line([name, *cells]))
        return [*self.head, *rows]


def all_tables() -> dict[str, Table]:
    """Return the tables by name: that of their scenario, unless they say which."""
    found = tomllib.loads((TOP / "doc" / "tables.toml").read_text(encoding="utf-8"))
    tables = {}
    for name, table in found.items():
        columns, rows = (_entries(table, end) for end in ("columns", "rows"))
        scenario = table.get("scenario", name)
        place = 1 + sum(each.scenario == scenario for each in tables.values())
        tables[name] = Table(scenario, place, table["corner"], table.get("at", {}), columns, rows)
    return tables


def _entries(table: Mapping[str, Any], end: str) -> list[tuple[str, Mapping[str, Any]]]:
    """Read the columns or the rows of a table."""
    # A row may have other values than all.
    axis, common = table.get(f"{end}_of", ""), table.get("all", {}) if end == "rows" else {}
    pairs = [each if isinstance(each, list) else [str(each), {axis: each}] for each in table[end]]
    return [(name, {**common, **what}) for name, what in pairs]


def written(table: Table, out: Path) -> Path:
    """Write a table into its README.

    @param table: the table
    @param out: folder with the store
    @return: the file
    """
    old, new = "\n".join(table.there()), "\n".join(table.anew(out))
    text = table.readme.read_text(encoding="utf-8")
    table.readme.write_text(text.replace(old, new, 1), encoding="utf-8")
    return table.readme


def _line(cells: Sequence[str]) -> str:
    """Write a row."""
    return f"|{'|'.join(f' {cell} ' if cell else ' ' for cell in cells)}|"


def _cells(lines: Sequence[str]) -> dict[tuple[str, str], str]:
    """Read a table: cells by the heads of their row and column."""
    split = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    heads = split[0][1:] if split else []
    return {(row[0], head): cell for row in split[2:] for head, cell in zip(heads, row[1:], strict=False)}


def _cell(results: Results, what: Mapping[str, Any]) -> str:
    """Write what a cell shows."""
    if "pick" in what:
        what = {**what, **what[what["pick"]]}
        what = {
            name: value for name, value in what.items() if not isinstance(value, dict) or name in _OWN_WORDS
        }
    steps = {name: value for name, value in what.items() if name not in _OWN_WORDS}
    points = _points(results, steps)
    if "words" in what:
        told = (
            word for metric, word in what["words"].items() if _mean(results, points[0], {"metric": metric})
        )
        return next(told, str(what["otherwise"]))
    if "gain_over" in what:
        before, after = (
            _mean(results, _points(results, at)[0], what) for at in (steps | what["gain_over"], steps)
        )
        return f"{100 * (1 - after / before):.1f} %"
    if "read" in what:
        rows = (next(row for row in results.runs_of(index) if row.status == "ok") for index in points)
        return READINGS[what["read"]]([Run.load(results.folder_of(row)) for row in rows], what)
    texts = list(dict.fromkeys(_text(results, index, what) for index in points))
    if len(texts) > 1:
        texts = sorted(texts, key=lambda text: float(text.split()[0].replace(",", "")))
        return f"{texts[0]} to {texts[-1]}"
    if what.get("off"):
        off = 100 * (_mean(results, points[0], what) / what["published"] - 1)
        return f"{texts[0]} ({off:+.2g} %)"
    return texts[0]


def _points(results: Results, steps: Mapping[str, Any]) -> list[int]:
    """Return the points of some steps: one, unless a step is a list."""
    wanted = {
        name: [str(each) for each in value] if isinstance(value, list) else [str(value)]
        for name, value in steps.items()
    }
    found = []
    for values in itertools.product(*wanted.values()):
        one = dict(zip(wanted, values, strict=True))
        some = [
            index
            for index, (_point, labels) in enumerate(results.campaign.points)
            if all(str(labels[name]) == value for name, value in one.items() if name in labels)
        ]
        if len(some) != 1:
            raise SystemExit(
                f"{one} names {len(some)} points of {results.plan.name}; doc/tables.toml must name one, or one for "
                "each step of a list"
            )
        found += some
    return found


def _mean(results: Results, index: int, what: Mapping[str, Any]) -> float:
    """Return the mean of a metric of a point, 0 without."""
    value, scale = _value(results, index, what)
    return value.mean * scale if value else 0.0


def _text(results: Results, index: int, what: Mapping[str, Any]) -> str:
    """Write a metric of a point."""
    value, scale = _value(results, index, what)
    if value is None:
        return "none"
    unit = what.get("unit", "")
    half = (value.half_width or 0.0) * scale
    text = number(value.mean * scale, half, int(what.get("digits", _DIGITS)))
    return text + (f" {unit}" if unit else "")


def _value(results: Results, index: int, what: Mapping[str, Any]) -> tuple[Interval | None, float]:
    """Return a metric of a point, or the most that its samples found, and by what it is multiplied."""
    times = float(what.get("times", 1.0))
    if "most" in what:
        runs = (Run.load(results.folder_of(row)) for row in results.runs_of(index) if row.status == "ok")
        return interval([float(run.series[what["most"]].max()) for run in runs]), times
    metric = find_metric(what["metric"])
    return results.interval_of(index, metric.name), metric.scale * times


def number(mean: float, half: float = 0.0, digits: int = _DIGITS) -> str:
    """Write a number with some digits, and half its interval where that is seen beside them.

    @param mean: the number
    @param half: half the interval
    @param digits: how many
    @return: such as "0.35 ± 0.16", whose last place is that of the second digit of the interval, if not of the third
    """
    if mean == 0:
        return "0"
    place = _place(mean, digits)
    if half < 10.0**place / 2:
        return _rounded(mean, min(place, 0))
    place = max(place, _place(half, _DIGITS_OF_HALF))
    return f"{_rounded(mean, place)} ± {_rounded(half, place)}"


def _place(value: float, digits: int) -> int:
    """Return the power of ten of the last of some digits, as it is after they were rounded."""
    return int(f"{abs(value):.{digits - 1}e}".partition("e")[2]) - digits + 1


def _rounded(value: float, place: int) -> str:
    """Round to a place; whole numbers have no point and are written out."""
    if place >= 0:
        return (
            f"{round(value / 10.0**place) * 10**place:,}"
            if value >= 10_000
            else f"{round(value / 10.0**place) * 10**place}"
        )
    # 600 sessions of 600 are counted, not measured.
    text = f"{value:.{-place}f}"
    return f"{value:.0f}" if math.isclose(value, round(value), rel_tol=1e-12) else text
