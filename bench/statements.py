# SPDX-License-Identifier: GPL-2.0-only
"""What a call costs in a mix of five statements, over a call of one statement.

10,000 clients on 10 hosts log on over a LAN of 1 Gb/s and ask: ``[query]`` ten times each, or ten transactions, each
one of five statements drawn by weight. Replies have as many rows either way, so that calls are alike on the wire. Each
runs in fresh processes, in turn; the cost of a call is processor time of all of ``net8.run``, logons included, over its
calls, and counts with the least of its rounds. Ends with exit code 1 when the mix costs more than LIMIT times as much.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from typing import Annotated, Any, Final

import typer
from rich import box
from rich.console import Console
from rich.table import Table

CLIENTS: Final = 10_000
QUERIES: Final = 10
ROUNDS: Final = 3
LIMIT: Final = 1.3
"""Most cost of a call in the mix over that of one statement."""
WEIGHTS: Final = {"a": 40, "b": 30, "c": 15, "d": 10, "e": 5}

Document = dict[str, Any]


def plan_of(count: int, *, mixed: bool) -> Document:
    """Return the plan of clients that ask.

    @param count: clients
    @param mixed: whether they run a mix of five statements
    @return: the plan as nested tables
    """
    document: Document = {
        "path": {"kind": "lan", "lan_rate": "1Gbps", "queue_size": "10000p"},
        "client": {
            "driver": "oci", "count": count, "hosts": 10, "start_spacing": "1ms", "queries": QUERIES,
            "think_time": "1s",
        },
        "query": {"rows": 1},
    }  # fmt: skip
    if mixed:
        document["statement"] = [{"name": name, "rows": 1} for name in WEIGHTS]
        document["transaction"] = [{"name": "unit", "mix": WEIGHTS}]
    return document


def one(count: int, *, mixed: bool) -> Document:
    """Run one of the plans in this process.

    @param count: clients
    @param mixed: whether they run a mix of five statements
    @return: processor time and calls
    """
    import net8

    plan = net8.Plan.of(plan_of(count, mixed=mixed))
    before = resource.getrusage(resource.RUSAGE_SELF)
    run = net8.run(plan)
    after = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "cpu_s": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        "calls": len(run.call_columns["call"]),
        "failed": sum(text != "closed" for text in run.outcome),
    }


def measured(count: int, *, mixed: bool) -> Document:
    """Run one of the plans in a fresh process.

    @param count: clients
    @param mixed: whether they run a mix of five statements
    @return: what one() gives
    """
    command = [sys.executable, __file__, "--one", "mix" if mixed else "query", "--clients", str(count)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(
            f"statements: {' '.join(command)} ended with {done.returncode}: {done.stderr[-300:]}"
        )
    found: Document = json.loads(done.stdout)
    if found["failed"]:
        raise SystemExit(f"statements: {found['failed']} of {count} sessions failed")
    return found


def main(
    which: Annotated[str, typer.Option("--one", hidden=True)] = "",
    clients: Annotated[int, typer.Option(help="Clients.", min=10)] = CLIENTS,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line, no table.")] = False,
) -> None:
    """Hold the cost of a call in a mix of five statements against that of one statement."""
    if which:
        print(json.dumps(one(clients, mixed=which == "mix")))
        return
    rounds = [{mixed: measured(clients, mixed=mixed) for mixed in (False, True)} for _round in range(ROUNDS)]
    query, mix = (
        min(found[mixed]["cpu_s"] / found[mixed]["calls"] for found in rounds) for mixed in (False, True)
    )
    right = mix <= LIMIT * query
    rows = (
        (f"call of one statement, {clients:,} clients", query * 1e6, "us of processor", None),
        ("call in a mix of five", mix * 1e6, "us of processor", None),
        ("the one over the other", mix / query, "", LIMIT),
    )
    if as_json:
        for name, value, unit, most in rows:
            print(json.dumps({"figure": name, "value": value, "unit": unit, "most": most}))
    else:
        table = Table("figure", "value", "unit", "most", title="Statements", box=box.SIMPLE_HEAD)
        for name, value, unit, most in rows:
            table.add_row(name, f"{value:.4g}", unit, "" if most is None else f"{most}")
        Console().print(table)
    raise SystemExit(0 if right else 1)


if __name__ == "__main__":
    typer.run(main)
