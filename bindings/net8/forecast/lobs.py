# SPDX-License-Identifier: GPL-2.0-only
"""What the drivers of a plan do with the LOBs of its queries, and what that costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from net8.analytic.facts import driver_facts
from net8.analytic.lobs import LobRule, lob_rule
from net8.plan.clients import kinds
from net8.plan.complete import complete_group
from net8.plan.plan import Plan
from net8.plan.tds import uses_tds

__all__ = ["lob_facts"]

_ROWS: Final[Mapping[str, str]] = {
    "as_others": "rows come as without LOBs",
    "fetched": "no rows come with the execute, then arrays",
    "defined": "no rows come with the execute, then arrays, the first with the call that defines the columns",
    "defined_apart": "no rows come with the execute, nor with a further call that defines the columns, then arrays",
    "one": "no rows come with the execute, then one a call, whatever client.array_size says",
}


def lob_facts(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Tell how rows with LOBs travel and what of a LOB takes a call.

    @param plans: the points of a plan, resolved
    @return: a fact, or none for plans without LOBs
    """
    found = dict.fromkeys(text for plan in plans if not uses_tds(plan) for text in _of_plan(plan))
    return (("LOBs", "; ".join(found)),) if found else ()


def _of_plan(plan: Plan) -> Iterator[str]:
    """Yield a sentence for each group and each query with LOBs."""
    for table in kinds(plan):
        values = {path: value for path, (value, _origin) in complete_group(plan, table).items()}
        for own in plan.tables("statement") or ({},):
            if own.get("kind", "query") == "query":
                told = {**values, **{f"query.{name}": value for name, value in own.items()}}
                rule = lob_rule(told)
                if rule is not None:
                    yield _rule(told, rule)


def _rule(values: Mapping[str, object], rule: LobRule) -> str:
    """Write the rule of a driver."""
    driver = f"{values['client.driver']} {values['client.release']}"
    return f"{driver}: {_ROWS[rule.rows]} (client.lob_rows); {_values(values, rule)}"


def _values(values: Mapping[str, object], rule: LobRule) -> str:
    """Write what comes with a row, and what the rest takes."""
    if rule.inline:
        return "values are strings within their rows (client.fetch_lobs = false)"
    if rule.prefetch > 0:
        ahead = f"{rule.prefetch:,} bytes of a BLOB or characters of a CLOB come with it"
    else:
        ahead = "its size comes with it, and no data" if rule.prefetch == 0 else "its locator comes alone"
    ahead = f"{ahead} (query.lob_prefetch = {rule.prefetch})"
    if not rule.reads:
        return f"{ahead}; LOBs are not read (client.read_lobs = false)"
    each = f"{ahead}; a LOB of which something is left takes {_cost(rule)}"
    return f"{each}{_advice(values, rule)}"


def _cost(rule: LobRule) -> str:
    """Write the round trips of a LOB."""
    length = "a round trip for its length and " if rule.length_call and not rule.sized else ""
    reads = f"one for each {rule.amount:,} bytes" if rule.amount else "one for its data"
    limit = f" up to {rule.limit:,} bytes (client.lob_limit)" if rule.limit else ""
    several = f", {rule.array_read} LOBs at once (client.lob_array_read)" if rule.array_read > 1 else ""
    return f"{length}{reads}{limit}{several}"


def _advice(values: Mapping[str, object], rule: LobRule) -> str:
    """Write how LOBs take no round trip."""
    if all(lob.ahead >= lob.size for lob in rule.lobs):
        return "; here all of them come whole"
    if driver_facts(values)["lob_prefetch_fixed"]:
        return "; with client.fetch_lobs = false none"
    return "; with a query.lob_prefetch of their size none"
