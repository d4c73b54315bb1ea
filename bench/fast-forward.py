# SPDX-License-Identifier: GPL-2.0-only
"""What queries of a million rows cost with run.fast_forward, beside the same run that simulates all calls.

Four array sizes on a LAN, a WAN and over a satellite, for one session or for some that share the rows and the path.
Processor time of net8.run in this process, the least of ROUNDS each; the digests must be equal.

Ends with exit code 1 when a digest differs, or a run with fast_forward takes more than LIMIT times as long as one
without.
"""

from __future__ import annotations

import json
import math
import time
from typing import Annotated, Any, Final

import net8
import typer
from rich.console import Console

ROUNDS: Final = 3
LIMIT: Final = 1.1
ARRAYS: Final = (10, 100, 1000, 5000)
PATHS: Final[dict[str, dict[str, Any]]] = {
    "LAN": {"kind": "lan"},
    "WAN": {"kind": "wan", "rate": "100Mbps", "delay": "20ms"},
    "satellite": {"kind": "wan", "rate": "10Mbps", "delay": "270ms"},
}


def run_of(
    path: dict[str, Any], array: int, rows: int, sessions: int, *, skips: bool
) -> tuple[net8.Run, float]:
    """Simulate the queries.

    @param path: their network
    @param array: array size, rows
    @param rows: rows of all queries
    @param sessions: number of sessions, with a query each
    @param skips: whether calls that repeat are skipped
    @return: the run, and seconds of processor time
    """
    plan = net8.Plan.of(
        {
            "path": path,
            "client": {"array_size": array, "count": sessions},
            "query": {"rows": rows // sessions},
            "variation": {"when": "never"},
            "run": {"fast_forward": skips, "stop_time": "1000h"},
        }
    )
    begin = time.process_time()
    run = net8.run(plan)
    return run, time.process_time() - begin


def main(
    rows: Annotated[int, typer.Option(help="Rows of all queries.", min=1000)] = 1_000_000,
    sessions: Annotated[int, typer.Option(help="Sessions that share them.", min=1, max=1000)] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Simulate all queries with and without fast_forward."""
    found, wrong = [], False
    run_of(PATHS["LAN"], 10, 1000, 1, skips=True)  # Python imports what a run needs.
    for name, path in PATHS.items():
        for array in ARRAYS:
            plain, fast = [
                min(
                    (run_of(path, array, rows, sessions, skips=skips) for _round in range(ROUNDS)),
                    key=lambda each: each[1],
                )
                for skips in (False, True)
            ]
            wrong = wrong or plain[0].digest != fast[0].digest or fast[1] > LIMIT * plain[1]
            calls = len(fast[0].call_columns["call"])
            found.append(
                {
                    "path": name,
                    "array": array,
                    "calls": calls,
                    "skipped": fast[0].skipped_calls,
                    "all_s": round(plain[1], 3),
                    "fast_forward_s": round(fast[1], 3),
                    "ratio": round(plain[1] / fast[1], 1),
                    "equal_digests": plain[0].digest == fast[0].digest,
                }
            )
    mean = math.exp(sum(math.log(float(str(each["ratio"]))) for each in found) / len(found))
    if as_json:
        print(
            json.dumps({"rows": rows, "sessions": sessions, "runs": found, "geometric_mean": round(mean, 2)})
        )
    else:
        console = Console(highlight=False)
        for each in found:
            console.print("  ".join(f"{name} {value}" for name, value in each.items()))
        console.print(f"geometric mean of the ratios: {mean:.2f}")
    if wrong:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
