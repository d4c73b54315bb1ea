# SPDX-License-Identifier: GPL-2.0-only
"""Plans that leave the release of a driver open although it decides how many calls a query takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from net8.analytic.calls import call_batches
from net8.analytic.facts import driver_facts, whole
from net8.analytic.lobs import asking_with_lobs, lob_calls, lob_rule
from net8.plan.clients import kinds
from net8.plan.complete import complete_group
from net8.plan.plan import Plan
from net8.plan.tds import uses_tds
from net8.schema.key import FILE

__all__ = ["growth", "undecided"]


def growth(values: Mapping[str, tuple[object, str]], path: str) -> str:
    """Write the rows of the calls of a driver whose fetches grow, in place of its array size.

    @param values: value and origin by dotted key, with what the driver decides
    @param path: a key
    @return: such as "10, 10, 10, then 250 rows"; empty for other keys, and for other drivers
    """
    size, origin = values.get("client.array_size", (None, ""))
    if path != "client.array_size" or origin == "plan" or values["client.fetch_habit"][0] != "growing":
        return ""
    first = values["client.prefetch_rows"][0]
    return f"{first:,}, {size:,}, {size:,}, then {values['client.grown_array_size'][0]:,} rows"


def undecided(plans: Iterable[Plan]) -> tuple[str, ...]:
    """Tell where a release that a plan does not set decides the number of calls.

    @param plans: the points of a plan, resolved
    @return: a sentence each
    """
    return tuple(dict.fromkeys(text for plan in plans if not uses_tds(plan) for text in _of_plan(plan)))


def _of_plan(plan: Plan) -> Iterator[str]:
    """Yield a sentence for each group of clients without a release."""
    if plan.tables("transaction"):
        return
    for table in kinds(plan):
        driver = str(table.get("driver", plan["client.driver"]))
        values = {path: value for path, (value, _origin) in complete_group(plan, table).items()}
        if not whole(values, "client.queries", 0):
            continue
        yield from filter(None, [_growing(values)])
        chosen = "release" in table or plan.is_set("client.release") or driver.startswith(FILE)
        if not chosen and (text := _sentence(plan, table, driver)):
            yield text


def _growing(values: Mapping[str, object]) -> str:
    """Tell that an array size which is not set grows, and what it would be if set; empty if it does not."""
    facts = driver_facts(values)
    set_by_plan = values["client.array_size"] is not None or values["client.fetch_habit"]
    if facts["fetch_habit"] != "growing" or set_by_plan:
        return ""
    size = whole(facts, "array_size", 0)
    fixed = _calls({**values, "client.array_size": size})
    grown = _calls(values)
    if fixed == grown:
        return ""
    return (
        f"client.array_size is not set, so the fetches of {values['client.driver']} {values['client.release']} grow to "
        f"{values['client.grown_array_size']:,} rows: {grown:,} calls of a query; client.array_size = {size} keeps "
        f"{size} rows: {fixed:,}"
    )


def _sentence(plan: Plan, table: Mapping[str, object], driver: str) -> str:
    """Compare the calls with those of other releases; empty if they are the same."""
    from net8 import _core

    counts: dict[int, list[str]] = {}
    for release in _core.driver_releases(driver):
        values = {
            path: value
            for path, (value, _origin) in complete_group(plan, {**table, "release": release}).items()
        }
        if not driver_facts(values)["parses_apart"]:
            counts.setdefault(_calls(values), []).append(release)
    own = str(complete_group(plan, table)["client.release"][0])
    default = next((number for number, releases in counts.items() if own in releases), None)
    others = [
        f"{number:,} with {', '.join(releases)}" for number, releases in counts.items() if number != default
    ]
    if default is None or not others:
        return ""
    return (
        f"client.release is not set, so {driver} is {own}, with {default:,} calls of a query; it would be "
        f"{'; '.join(others)}"
    )


def _calls(values: Mapping[str, object]) -> int:
    """Count the calls of a query, those for its LOBs included."""
    batches = call_batches(whole(values, "query.rows", 0), asking_with_lobs(values))
    rule = lob_rule(values)
    return sum(batch.calls for batch in batches) + (0 if rule is None else lob_calls(rule, batches))
