# SPDX-License-Identifier: GPL-2.0-only
"""How often intervals of net8 fit hold the truth, and whether it names what data cannot tell apart.

A plan is drawn at random, simulated, its times are measured with an error of NOISE, and the drawn values are fitted by
simulation from the plan with other values. Every second file tells the deviation of its errors. Then plans whose free
keys act together: each fit has to say so.

Ends with exit code 1 when fewer than 90 or more than 99 % of the intervals at 95 % hold the truth, or a pair that
cannot be told apart is not named.
"""

from __future__ import annotations

import json
import math
import random
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import net8
import typer
from net8.base.units import parse_time
from rich.console import Console

NOISE: Final = 0.03
LEAST: Final = 0.90
MOST: Final = 0.99
ARRAYS: Final = (1, 4, 12, 40)
ROWS: Final = 40
FETCH: Final[Mapping[str, Any]] = {
    "path": {"rate": "100Mbps", "delay": "20ms"}, "client": {"driver": "sqlplus"},
    "query": {"rows": ROWS, "row_length": 100}, "run": {"fast_forward": True},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Range:
    """Where the truth of a key may be."""

    low_s: float  #: least time
    high_s: float  #: most

    def draw(self, draw: random.Random) -> float:
        """Draw a value by its logarithm."""
        return math.exp(draw.uniform(math.log(self.low_s), math.log(self.high_s)))


# Each moves some of the times by more than their errors.
DELAY: Final = Range(0.005, 0.050)
PER_CALL: Final = Range(0.005, 0.050)
PER_ROW: Final = Range(0.001, 0.010)

TOLD: Final[tuple[Mapping[str, Range], ...]] = (
    {"path.delay": DELAY, "server.row_time": PER_ROW},
    {"path.delay": DELAY, "client.row_time": PER_ROW},
    {"server.call_time": PER_CALL, "server.row_time": PER_ROW},
    {"path.delay": DELAY},
)
"""Keys that the times of a fetch by array size tell: what each call takes, and what each row does."""

ALIKE: Final[tuple[tuple[Mapping[str, Range], tuple[str, ...]], ...]] = (
    ({"client.row_time": PER_ROW, "server.row_time": PER_ROW}, ("client.row_time", "server.row_time")),
    ({"path.delay": DELAY, "server.call_time": PER_CALL}, ("path.delay", "server.call_time")),
    ({"client.call_time": PER_CALL, "server.call_time": PER_CALL}, ("client.call_time", "server.call_time")),
    (
        {"path.delay": DELAY, "client.row_time": PER_ROW, "server.row_time": PER_ROW},
        ("client.row_time", "server.row_time"),
    ),
    ({"path.delay": DELAY, "client.retry_delay": PER_CALL}, ("client.retry_delay",)),
)
"""Keys of which some act together, or not at all, and which these are."""


def measured(plan: net8.Plan, draw: random.Random, *, deviations: bool) -> str:
    """Measure a plan with errors.

    @param plan: the truth
    @param draw: random numbers
    @param deviations: whether the file tells that of the errors
    @return: a CSV
    """
    lines = ["client.array_size,response_time (s)" + (",sd" if deviations else ",weight")]
    for array in ARRAYS:
        exact = net8.run(plan.with_values({"client.array_size": array}))["response_time"]
        if exact is None:
            raise SystemExit("fit: a run of the truth has no response_time")
        known = NOISE * exact if deviations else 1 / exact**2
        lines.append(f"{array},{exact * (1 + draw.gauss(0, NOISE)):.9g},{known:.9g}")
    return "\n".join(lines) + "\n"


def fitted(
    free: Mapping[str, Range], number: int, seed: int, folder: Path
) -> tuple[net8.Fit, dict[str, float]]:
    """Draw a truth, measure it, and fit it.

    @param free: the keys
    @param number: of the truth
    @param seed: of all
    @param folder: for files
    @return: what was found, and the truth
    """
    draw = random.Random(f"{seed}/{number}")
    truth = {key: each.draw(draw) for key, each in free.items()}
    plan = net8.Plan.of(FETCH)
    told = plan.with_values({key: f"{value * 1e9:.0f}ns" for key, value in truth.items()})
    data = folder / "measured.csv"
    data.write_text(measured(told, draw, deviations=number % 2 == 0), encoding="utf-8")
    ends = {key: (f"{each.low_s * 1e8:.0f}ns", f"{each.high_s * 1e10:.0f}ns") for key, each in free.items()}
    return net8.fit(plan, data, ends, jobs=1, out=folder / "runs"), truth


def main(
    truths: Annotated[int, typer.Option(help="Plans whose keys can be told.", min=1)] = 100,
    alike: Annotated[int, typer.Option(help="Plans with keys that cannot.", min=0)] = 20,
    seed: Annotated[int, typer.Option(help="Seed of the truths.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Fit made truths and count the intervals that hold them."""
    begun, named, runs = time.monotonic(), 0, 0
    rows: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as name:
        for number in range(truths):
            free = TOLD[number % len(TOLD)]
            found, truth = fitted(free, number, seed, Path(name))
            runs += found.runs
            for each in found.parameters:
                ends = [parse_time(str(end)) / 1e9 for end in (each.low, each.high) if end is not None]
                held = len(ends) == 2 and ends[0] <= truth[each.key] <= ends[1]
                rows.append(
                    {
                        "number": number,
                        "key": each.key,
                        "truth_s": truth[each.key],
                        "ends_s": ends,
                        "held": held,
                    }
                )
        missed = []
        for number in range(alike):
            free, apart = ALIKE[number % len(ALIKE)]
            found, truth = fitted(free, truths + number, seed, Path(name))
            runs += found.runs
            lost = {each.key for each in found.parameters if not each.told}
            says = any(all(key in said for key in apart) for said in found.findings)
            named += (ok := says and lost >= set(apart))
            missed += [] if ok else [{"number": number, "keys": list(free), "said": list(found.findings)}]
    share = sum(row["held"] for row in rows) / len(rows)
    whole = sum(all(row["held"] for row in rows if row["number"] == number) for number in range(truths))
    by_key = {
        key: [row["held"] for row in rows if row["key"] == key]
        for key in dict.fromkeys(row["key"] for row in rows)
    }
    told = {
        "truths": truths, "intervals": len(rows), "held": share, "truths_wholly_held": whole,
        "held_by_key": {key: f"{sum(each)} of {len(each)}" for key, each in by_key.items()},
        "alike": alike, "named": named, "not_named": missed, "runs": runs, "wall_s": time.monotonic() - begun,
        "processor_s": time.process_time(), "wrong": [row for row in rows if not row["held"]],
    }  # fmt: skip
    if as_json:
        print(json.dumps(told, indent=1))
    else:
        _show(told)
    if not LEAST <= share <= MOST or named < alike:
        raise SystemExit(1)


def _show(told: Mapping[str, Any]) -> None:
    """Print what was found."""
    console = Console(soft_wrap=True, highlight=False)
    console.print(f"{told['held']:.1%} of {told['intervals']} intervals of {told['truths']} truths hold them")
    for key, held in told["held_by_key"].items():
        console.print(f"  {key}: {held}")
    console.print(f"{told['named']} of {told['alike']} plans whose keys cannot be told apart are named")
    for each in told["not_named"]:
        console.print(f"  {each}")
    console.print(f"{told['runs']} runs, {told['wall_s']:.0f} s")


if __name__ == "__main__":
    typer.run(main)
