# SPDX-License-Identifier: GPL-2.0-only
"""A plan before it runs: all defaults, the numbers of its path, and its limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from net8.forecast.agreed import negotiated_otherwise
from net8.forecast.background import background
from net8.forecast.between_runs import between_runs
from net8.forecast.chosen import UNSET, Row
from net8.forecast.client_cpu import client_cpu
from net8.forecast.cman import connection_managers
from net8.forecast.dialogues import dialogues
from net8.forecast.estimate import estimate, limit_warning, spell_out
from net8.forecast.event_models import event_models
from net8.forecast.failover import failovers
from net8.forecast.groups import cases_of, facts, warnings
from net8.forecast.hand_off import hand_off, inheritance
from net8.forecast.lobs import lob_facts
from net8.forecast.lookups import lookups
from net8.forecast.ons import ons
from net8.forecast.pages import pages
from net8.forecast.pools import pools
from net8.forecast.redo import redo
from net8.forecast.releases import growth, undecided
from net8.forecast.sealed import sealed
from net8.forecast.subscriptions import subscriptions
from net8.forecast.tcp_ends import tcp_ends
from net8.forecast.timeouts import timeouts
from net8.forecast.transports import transports
from net8.forecast.trial import tried
from net8.forecast.urgent import urgent_data
from net8.forecast.ways import hops, repeated_calls, ways
from net8.forecast.work import work_facts, work_guesses
from net8.forecast.zero_costs import zero_costs
from net8.plan.clients import kind_of, overridden
from net8.plan.cluster import unreached
from net8.plan.complete import complete, complete_group, complete_groups, settle
from net8.plan.idle import applies, idle_keys, is_idle
from net8.plan.plan import Plan, require_plan
from net8.plan.resolve import resolve
from net8.plan.traffic import with_written_demands
from net8.schema.lists import element
from net8.schema.table import KEYS, keys_of
from net8.schema.values import show
from net8.simulation.ranks import lacking_mpi

__all__ = ["Description", "describe"]

_VALUES_SHOWN: Final = 6
_NOT_HERE: Final = UNSET, "every group's own"


@dataclass(frozen=True, slots=True)
class Description:
    """The description of a plan."""

    settings: tuple[Row, ...]  #: key, value, origin, meaning
    facts: tuple[tuple[str, str], ...]  #: name and value with unit
    warnings: tuple[str, ...]  #: what will limit the experiment
    costs: tuple[tuple[str, str], ...]  #: its use of the machine, name and value with unit


def describe(plan: Plan) -> Description:
    """Describe a plan, over all points of its sweep.

    @param plan: the plan
    @return: settings, facts and warnings
    """
    require_plan(plan)
    points = [(point, resolve(point.plan)) for point in plan.points()]
    plans = [task.plan for _point, task in points]
    cases = cases_of(points)
    found = warnings(cases, rows_set=any(each.is_set("query.rows") for each in plans))
    tasks = [task for _point, task in points]
    found += work_guesses(plans)
    found += undecided(plans)
    known = list(map(estimate, tasks))
    found += limit_warning(tasks, known)
    found += negotiated_otherwise(plan, cases)
    found += overridden(point.plan for point, _task in points)
    found += idle_keys(point.plan for point, _task in points)
    found += tuple(filter(None, dict.fromkeys(map(unreached, plans))))
    unmodelled = dict.fromkeys(name for _point, task in points for name in task.unmodelled)
    found += tuple(f"{name} is read but changes nothing in the model" for name in unmodelled)
    found += (lacking_mpi(),) if any(task.partition for _p, task in points) and lacking_mpi() else ()
    costs = spell_out(tried(tasks, known), int(str(plan["run.runs"])))
    return Description(
        tuple(_joined(_rows(with_written_demands(task.plan, point.plan)) for point, task in points)),
        facts(cases)
        + lob_facts(plans)
        + work_facts(tasks)
        + ways(plans)
        + hops(plans)
        + repeated_calls(plans)
        + background((point.plan, task.plan) for point, task in points)
        + between_runs(plans)
        + tcp_ends(plans)
        + transports(plans)
        + dialogues(plans)
        + sealed(plans)
        + client_cpu(plans)
        + hand_off(plans)
        + inheritance(plans)
        + event_models(plans)
        + lookups(plans)
        + urgent_data(plans)
        + pages(plans)
        + pools(plans)
        + failovers(plans)
        + subscriptions(plans)
        + redo(plans)
        + ons(plans)
        + connection_managers(plans)
        + timeouts(plans)
        + zero_costs(plans),
        found,
        costs,
    )


def _rows(plan: Plan) -> list[Row]:
    """Return the keys of one point: sections, then lists."""
    base = complete(plan)
    groups = _groups_rows(plan, base) if plan.groups else {}
    # All groups have the statement of the first group's driver.
    first = complete_group(plan, plan.groups[0]) if plan.groups else base
    decided = settle(first)
    shown = base | (settle(base) if first is not base else {})
    shown |= {path: entry for path, entry in decided.items() if path.startswith("query.") or not plan.groups}
    rows = []
    for path, (value, origin) in shown.items():
        idle = bool(groups) and all(path in own for own in groups.values())
        text, by = _NOT_HERE if idle else (growth(shown, path) or _shown(path, value), origin)
        # Set values are shown, and a sentence says that they change nothing.
        hidden = not applies(plan, path) or (origin == "default" and is_idle(plan, path))
        if path not in ("title", "question", "fitted") and not hidden:
            rows.append((path, text, "fitted" if path in plan.fitted else by, KEYS[path].help))
    for name, own in groups.items():
        rows += [(f"group.{name}.{path.removeprefix('client.')}", *row) for path, row in own.items()]
    for key in keys_of("demands"):
        if plan.is_set(key.path):
            by = "fitted" if key.path in plan.fitted else "plan"
            rows.append((key.path, _shown(key.path, plan[key.path]), by, key.help))
    return rows + list(_list_rows(plan))


def _groups_rows(
    plan: Plan, base: Mapping[str, tuple[object, str]]
) -> dict[str, dict[str, tuple[str, str, str]]]:
    """Return the rows of each group."""
    common, settled = {**base, **settle(base)}, dict[str, dict[str, tuple[object, str]]]()
    found = {}
    for table, own in complete_groups(plan):
        if (kind := kind_of(table)) not in settled:
            settled[kind] = settle(own)
        found[str(table["name"])] = dict(_group_rows(table, own | settled[kind], common))
    return found


def _group_rows(
    table: Mapping[str, object],
    own: Mapping[str, tuple[object, str]],
    common: Mapping[str, tuple[object, str]],
) -> Iterator[tuple[str, tuple[str, str, str]]]:
    """Yield the keys of [client] that a group sets, or that its driver sets differently."""
    for key in keys_of("client"):
        value, origin = own[key.path] if key.path in own else (table.get(key.name), "plan")
        if key.name in table:
            yield key.path, (_shown(key.path, value), "plan", key.help)
        elif value != common[key.path][0]:
            yield key.path, (growth(own, key.path) or _shown(key.path, value), origin, key.help)


def _list_rows(plan: Plan) -> Iterator[Row]:
    """Yield the keys of the lists: set values, and defaults of lists that do not override a section."""
    for section, tables in plan.lists.items():
        if section == "group":
            continue
        defaults = [
            (key, None if key.default is None else _shown(key.path, key.default)) for key in keys_of(section)
        ]
        for index, table in enumerate(tables):
            name = element(section, index, table)
            for key, default in defaults:
                if (value := table.get(key.name)) is not None:
                    yield f"{section}.{name}.{key.name}", _shown(key.path, value), "plan", key.help
                elif default is not None:
                    yield f"{section}.{name}.{key.name}", default, "default", key.help


def _joined(points: Iterable[list[Row]]) -> Iterator[Row]:
    """Join the points of a sweep: a key that differs has all of its values in a row."""
    texts: dict[str, dict[str, str]] = {}
    meaning: dict[str, str] = {}
    for rows in points:
        for path, text, origin, sentence in rows:
            texts.setdefault(path, {})[text] = origin
            meaning[path] = sentence
    for path, found in texts.items():
        if len(found) == 1:
            yield path, *next(iter(found.items())), meaning[path]
            continue
        several = list(found)
        more = f" ... ({len(several)} values)" if len(several) > _VALUES_SHOWN else ""
        yield path, ", ".join(several[:_VALUES_SHOWN]) + more, "sweep", meaning[path]


def _shown(path: str, value: object) -> str:
    """Write a value with its unit."""
    if value is None:
        return UNSET
    key = KEYS[path]
    bare = key.unit and key.kind in ("int", "size") and isinstance(value, int)
    return f"{value:,} {key.unit}" if bare else show(value).strip('"')
