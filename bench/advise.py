# SPDX-License-Identifier: GPL-2.0-only
"""How good net8 advise is: random paths and loads, against all combinations simulated.

For each question all combinations are simulated, RUNS times each where a plan has chance in it, once otherwise. The
best of them and the advised one are then compared over further runs, which neither was chosen by, until the difference
is known to CLOSE: the regret is by how much the advised one is worse there. Ends with exit code 1 when a limit is
passed.
"""

from __future__ import annotations

import json
import math
import random
import resource
import tempfile
import time
from collections.abc import Iterator
from statistics import fmean
from typing import Annotated, Any, Final

import typer
from net8.advice.advise import Advice, advise
from net8.advice.choices import Choice, Choices
from net8.advice.objective import Objective, objective
from net8.base.extension import need_core
from net8.campaign.results import loses_at_random
from net8.plan.plan import Plan
from net8.simulation.one_run import simulate
from net8.statistics.intervals import interval
from rich import box
from rich.console import Console
from rich.table import Table

RUNS: Final = 5
"""Runs of each combination where there is chance."""
FRESH: Final = 10
"""Least further runs over which the best combination and the advised one are compared."""
MOST_FRESH: Final = 640
"""Most of them: a rare loss that costs a third of a time, as where a short queue overflows or not, needs hundreds."""
CLOSE: Final = 0.01
"""Half width of the 95 % interval of the difference, as a part of the mean, that is close enough."""
MEAN_REGRET: Final = 0.02
WORST_REGRET: Final = 0.05
MOST_SHARE: Final = 0.05
"""Largest part of the runs of all combinations that advice may take."""
MOST_S: Final = 10.0
"""Longest processor time of a question on two cores."""

_SDUS: Final = (2048, 8192, 32767, 65535)
_BUFFERS: Final = (65536, 262144, 1048576, 4194304)

Document = dict[str, Any]
Axes = dict[str, list[Any]]


def _sdus() -> list[Any]:
    """Return SDUs of both ends."""
    return [{"name": str(sdu), "client.sdu": sdu, "server.sdu": sdu} for sdu in _SDUS]


def _fetch(draw: random.Random) -> tuple[str, Document, Axes]:
    """Draw a fetch: objective, document and what may be chosen."""
    rows = round(10 ** draw.uniform(2.3, 3.5))
    length = round(10 ** draw.uniform(1.3, 2.7))
    document: Document = {
        "path": _path(draw),
        "client": {"driver": draw.choice(["sqlplus", "oci", "python-thin", "jdbc-thin"]),
                   "count": draw.choice([1, 1, 1, 3])},
        "server": {"call_time": draw.choice(["0s", "200us", "2ms"])},
        "query": {"rows": rows, "row_length": length},
    }  # fmt: skip
    axes: Axes = {
        "sdu": _sdus(),
        "client.array_size": [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000],
        "buffers": [{"name": "as they are"}, *(
            {"name": str(size), "client.tcp.receive_buffer": size, "server.tcp.send_buffer": size}
            for size in _BUFFERS
        )],
    }  # fmt: skip
    return draw.choice(["response_time", "response_time", "throughput"]), document, axes


def _storm(draw: random.Random) -> tuple[str, Document, Axes]:
    """Draw a storm of logons: objective, document and what may be chosen."""
    document: Document = {
        "path": _path(draw),
        "client": {"count": draw.choice([20, 40, 60]), "queries": 0, "arrivals": "poisson",
                   "arrival_rate": f"{draw.choice([50, 200, 1000])}/s", "retry_count": 3, "retry_delay": "1s"},
        "listener": {"accept_cpu_time": "1ms", "fork_cpu_time": f"{draw.choice([5, 15])}ms"},
        "server": {"logon_cpu_time": f"{draw.choice([5, 20])}ms", "handover_time": "5ms"},
        "host": {"cpu": {"cores": draw.choice([2, 4])}},
    }  # fmt: skip
    axes: Axes = {
        "sdu": _sdus(),
        "listener.rate_limit": ["no", "10", "20", "50", "100", "200"],
        "listener.queue_size": [4, 8, 16, 32, 64, 128, 512, 2048],
    }
    return draw.choice(["logon_time", "connect_time_p95"]), document, axes


def _path(draw: random.Random) -> Document:
    """Draw a path."""
    rate, delay_ms = 10 ** draw.uniform(0.3, 2.3), 10 ** draw.uniform(0, 2.2)
    window = rate * 1e6 * 2e-3 * delay_ms / 12000
    found: Document = {
        "kind": "wan", "rate": f"{round(rate * 1000)}kbps", "delay": f"{round(delay_ms * 1000)}us",
        "queue_size": f"{max(20, round(draw.choice([0.5, 1, 4]) * window))}p",
    }  # fmt: skip
    if draw.random() < 0.5:
        found["loss_rate"] = float(f"{10 ** draw.uniform(-4, -1.7):.2g}")
    return found


def questions(number: int, seed: int) -> Iterator[tuple[str, Document, Axes]]:
    """Draw questions.

    @param number: how many
    @param seed: of all that is drawn
    @return: objective, document of a plan and values by key, of each
    """
    for at in range(number):
        draw = random.Random(seed * 1000 + at)
        yield (_storm if at % 4 == 3 else _fetch)(draw)


def value(choice: Choice, goal: Objective, run: int) -> float:
    """Simulate a run of a combination.

    @param choice: the combination
    @param goal: the metric
    @param run: its number
    @return: its value; the worst if it has none
    """
    found = goal.value(simulate(choice.task, seed=1, run=run, folder=None, pcap=False).metrics)
    return (math.inf if goal.less else 0.0) if found is None else found


def compared(one: Choice, other: Choice, goal: Objective) -> tuple[float, float]:
    """Compare two combinations over runs with the same random numbers.

    @param one: a combination
    @param other: another one
    @param goal: the metric
    @return: their means
    """
    pairs: list[tuple[float, float]] = []
    while len(pairs) < MOST_FRESH:
        runs = range(101 + len(pairs), 101 + max(2 * len(pairs), FRESH))
        pairs += [(value(one, goal, run), value(other, goal, run)) for run in runs]
        known = all(math.isfinite(each) for pair in pairs for each in pair)
        if not known or (interval(a - b for a, b in pairs).half_width or 0.0) <= CLOSE * fmean(
            b for _a, b in pairs
        ):
            break
    return fmean(a for a, _b in pairs), fmean(b for _a, b in pairs)


def best_of(choices: Choices, goal: Objective, runs: int, quick: bool) -> Choice:
    """Simulate all combinations and return the best.

    @param choices: the combinations
    @param goal: the metric
    @param runs: runs of each
    @param quick: whether what is not among the best after a run, and after two more, gets no further ones
    @return: the best by the mean of its runs
    """
    left, made = list(choices.all), 0
    sums = dict.fromkeys(left, 0.0)
    for upto, kept in ((1, 4), (3, 25), (runs, 1)) if quick else ((runs, 1),):
        upto = min(upto, runs)
        for choice in left:
            sums[choice] += sum(value(choice, goal, run) for run in range(made + 1, upto + 1))
        made = upto
        left.sort(key=lambda choice: sums[choice] if goal.less else -sums[choice])
        left = left[: max(len(choices.all) // kept, 8)] if upto < runs else left
    return left[0]


def judge(found: Advice, choices: Choices, goal: Objective, quick: bool) -> tuple[float, int]:
    """Simulate all combinations and compare the best with the advised one.

    @param found: the advice
    @param choices: the combinations
    @param goal: the metric
    @param quick: whether some get fewer runs
    @return: by how much the advised one is worse, as a part, and how many runs all combinations take
    """
    chance = found.chance or any(loses_at_random(choice.task.plan) for choice in choices.all)
    runs = RUNS if chance else 1
    best = best_of(choices, goal, runs, quick)
    # The plan as it is may be the answer, too.
    advised = next((each for each in (*choices.all, choices.own) if each.labels == found.values), choices.own)
    if chance:
        one, other = compared(advised, best, goal)
    else:
        one, other = value(advised, goal, 1), value(best, goal, 1)
    return goal.loss(one, other), choices.number * runs


def _spent() -> float:
    """Return the processor time of this process and of those that it waited for."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def ask(name: str, document: Document, axes: Axes, quick: bool) -> dict[str, Any]:
    """Ask for advice and judge it.

    @param name: the objective
    @param document: of the plan
    @param axes: what may be chosen
    @param quick: whether some combinations get fewer runs
    @return: figures of the question
    """
    plan, goal = Plan.of(document), objective(name)
    with tempfile.TemporaryDirectory(prefix="net8-advise-") as folder:
        cpu, wall = _spent(), time.perf_counter()
        found = advise(plan, axes, objective=name, out=folder, jobs=2)
        cpu, wall = _spent() - cpu, time.perf_counter() - wall
    regret, grid = judge(found, Choices.of(plan, axes), goal, quick)
    return {
        "for": name, "chance": found.chance, "regret": regret, "runs": found.runs, "grid": grid,
        "share": found.runs / grid, "cpu_s": cpu, "wall_s": wall, "sure": found.sure,
        "values": {key: str(each) for key, each in found.values.items()}, "plan": document,
    }  # fmt: skip


def main(
    number: Annotated[int, typer.Option("--questions", help="Paths and loads.", min=1)] = 200,
    seed: Annotated[int, typer.Option(help="Of all that is drawn.")] = 1,
    first: Annotated[int, typer.Option(help="Questions that are left out at the start.", min=0)] = 0,
    quick: Annotated[
        bool, typer.Option("--quick", help="Give up combinations that are not among the best after a run.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, a line for each question.")] = False,
) -> None:
    """Ask, judge, and print regret, share of the runs, and time."""
    need_core()
    found = []
    for at, question in enumerate(questions(number, seed)):
        if at < first:
            continue
        found.append(ask(*question, quick))
        if as_json:
            print(json.dumps({"question": at, **found[-1]}), flush=True)
    regrets = [max(each["regret"], 0.0) for each in found]
    rows = (
        ("mean regret (%)", 100 * sum(regrets) / len(found), 100 * MEAN_REGRET),
        ("worst regret (%)", 100 * max(regrets), 100 * WORST_REGRET),
        ("share of the runs (%)", 100 * max(each["share"] for each in found), 100 * MOST_SHARE),
        ("processor time of a question, mean (s)", sum(each["cpu_s"] for each in found) / len(found), MOST_S),
        ("processor time of a question, most (s)", max(each["cpu_s"] for each in found), 2 * MOST_S),
        ("wall time of a question, mean (s)", sum(each["wall_s"] for each in found) / len(found), None),
    )
    if as_json:
        for name, measured, limit in rows:
            print(json.dumps({"figure": name, "value": measured, "limit": limit}))
    else:
        table = Table("figure", "value", "limit", title=f"Advice on {len(found)} plans", box=box.SIMPLE_HEAD)
        for name, measured, limit in rows:
            table.add_row(name, f"{measured:.3g}", f"{limit:g}" if limit else "")
        Console().print(table)
    raise SystemExit(0 if all(limit is None or measured <= limit for _name, measured, limit in rows) else 1)


if __name__ == "__main__":
    typer.run(main)
