# SPDX-License-Identifier: GPL-2.0-only
"""Checks of redo transport: which instance ships redo, and whether its commits can wait for a standby."""

from __future__ import annotations

from collections.abc import Mapping

from net8.base.errors import PlanError
from net8.plan.plan import Plan
from net8.schema.table import keys_of
from net8.schema.values import meant, show

__all__ = ["check_redo", "redo_links"]


def redo_links(plan: Plan) -> list[Mapping[str, object]]:
    """Return the destinations of a plan, each with all its keys.

    @param plan: a plan
    """
    keys = keys_of("redo")
    return [{key.name: table.get(key.name, key.default) for key in keys} for table in plan.tables("redo")]


def check_redo(plan: Plan) -> None:
    """Refuse redo of unknown instances, and of sessions whose commits cannot wait.

    @param plan: a plan, its network and its handlers checked
    """
    links = redo_links(plan)
    if not links:
        for key in keys_of("server.redo"):
            if plan[key.path] != key.default:
                raise PlanError(
                    f"{key.path} = {show(plan[key.path])} changes nothing without a standby; add a [[redo]], with "
                    'state = "defer" for a log writer alone',
                    where=plan.where(key.path),
                )
        return
    known = {str(table["name"]): table for table in plan.instances}
    for number, link in enumerate(links, 1):
        name = str(link["instance"])
        where = _place(plan, number)
        if name and name not in known:
            hint = meant(name, known) or (
                "; the plan has " + (", ".join(known) or "one, which needs no name")
            )
            raise PlanError(f"redo.{number}.instance = {show(name)} is not an instance{hint}", where=where)
        table = known.get(name) or next(iter(known.values()), {})
        handlers = str(table.get("handlers", plan["server.handlers"]))
        if "shared" in handlers:
            raise PlanError(
                f"redo.{number} ships the redo of an instance with handlers = {show(handlers)}, but that a shared "
                "server waits for the log writer is not modelled; use dedicated, prespawned or pooled servers",
                where=where,
            )


def _place(plan: Plan, number: int) -> str:
    """Return the place of a destination: that of its first key."""
    start = f"redo.{number}."
    return next((plan.where(path) for path in plan.lines if path.startswith(start)), "")
