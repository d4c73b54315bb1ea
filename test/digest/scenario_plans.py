# SPDX-License-Identifier: GPL-2.0-only
"""Write every scenario as what crosses to C++, for net8-digest: a line for each attribute, fields apart by tabs.

Each step of each axis is in one plan at least, and all sections stay; what only makes a run long is cut short.
The digests that come out in Python are printed. Usage: .venv/bin/python test/digest/scenario_plans.py FILE
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import net8
from net8.plan.plan import Plan
from net8.plan.resolve import Task, resolve

__all__ = ["SCENARIOS", "plans", "shortened", "written"]

SCENARIOS: Final = Path(__file__).resolve().parents[2] / "scenarios"
_AT_MOST: Final = {"query.rows": 300, "client.count": 8, "client.queries": 3}
_OF_TABLES: Final = {
    "group": {"count": 8, "queries": 3, "pool_min": 20, "pool_max": 20},
    "statement": {"bind_rows": 2_000},
}


def plans() -> Iterator[tuple[str, Plan]]:
    """Yield the plans of all scenarios, with names; a new scenario is among them by itself.

    @return: name and plan without a sweep
    """
    for path in sorted(SCENARIOS.glob("*/plan.toml")):
        for number, point in enumerate(_points(net8.load(path))):
            yield f"{path.parent.name} {number}", point


def _points(plan: Plan) -> Iterator[Plan]:
    """Yield the first point, and those that differ from it in one step of one axis."""
    first = {axis.name: axis.steps[0].label for axis in plan.axes}
    for point in plan.with_values({"run.points": "all"}).points():
        if sum(point.labels[name] != label for name, label in first.items()) <= 1:
            yield _shortened(point.plan)


def _shortened(plan: Plan) -> Plan:
    """Return a plan with fewer clients, queries and rows."""
    values = {path: most for path, most in _AT_MOST.items() if _number(plan, path) > most}
    for section, limits in _OF_TABLES.items():
        for table in plan.tables(section):
            paths = {f"{section}.{table['name']}.{name}": most for name, most in limits.items()}
            values |= {path: most for path, most in paths.items() if _number(plan, path) > most}
    return plan.with_values(values)


def shortened(path: str, value: object) -> object:
    """Cut a value short as plans have it.

    @param path: its key
    @param value: of the scenario
    @return: as it is in the plans
    """
    section, name = path.partition(".")[0], path.rpartition(".")[2]
    most = _AT_MOST.get(path, _OF_TABLES.get(section, {}).get(name))
    return min(value, most) if isinstance(value, int) and most is not None else value


def _number(plan: Plan, path: str) -> int:
    value = plan[path]
    return value if isinstance(value, int) else 0


def written(name: str, task: Task) -> str:
    """Write a task.

    @param name: its name
    @param task: the task
    @return: lines
    """
    return "".join("\t".join(map(_field, line)) + "\n" for line in _lines(name, task))


def _field(value: object) -> str:
    return str(value).replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")


def _lines(name: str, task: Task) -> Iterator[tuple[object, ...]]:
    """Yield the lines of a task, as fields; an attribute is one of what was begun last."""
    yield "plan", name, task.plan["run.seed"]
    for host, targets in task.hosts.items():
        yield "host", host, *targets
    yield from (("row", length) for length in task.row_lengths)
    begun: list[tuple[tuple[object, ...], dict[str, str]]] = [
        *((("section", section), attributes) for section, attributes in task.sections.items()),
        *((("list", name), table) for name, tables in task.lists.items() for table in tables),
        *((("instance", own, host, delay), attributes) for own, host, delay, attributes in task.instances),
        *((("group", group, *times), attributes) for group, attributes, times in task.groups),
    ]
    for line, attributes in begun:
        yield line
        yield from (("attribute", key, value) for key, value in attributes.items())


def main() -> None:
    """Write all of them into a file, and print the digests that Python has of them."""
    with Path(sys.argv[1]).open("w", encoding="utf-8") as file:
        for name, plan in plans():
            file.write(written(name, resolve(plan)))
            print(f"{name} {net8.run(plan).digest}")


if __name__ == "__main__":
    main()
