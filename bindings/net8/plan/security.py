# SPDX-License-Identifier: GPL-2.0-only
"""Encryption and checksums that a plan cannot have: one sentence, with its line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from net8.base.errors import PlanError
from net8.plan.plan import Plan
from net8.schema.security import CHECKSUM_TYPES, ENCRYPTION_TYPES
from net8.schema.values import show

__all__ = ["check_security"]

_TYPES = {"encryption_types": ENCRYPTION_TYPES, "crypto_checksum_types": CHECKSUM_TYPES}


def check_security(plan: Plan) -> None:
    """Refuse algorithms that are none, and native services that are required and switched off.

    @param plan: the plan
    """
    for path, text, known in _lists(plan):
        _check_list(plan, path, text, known)
    _check_services(plan)


def _lists(plan: Plan) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Yield each list of algorithms: its key, its text, and what may stand in it."""
    for name, known in _TYPES.items():
        for section in ("client", "server"):
            yield f"{section}.{name}", str(plan[f"{section}.{name}"]), known
        for kind, tables in (("group", plan.groups), ("instance", plan.instances)):
            for table in tables:
                if name in table:
                    yield f"{kind}.{table['name']}.{name}", str(table[name]), known


def _check_list(plan: Plan, path: str, text: str, known: Sequence[str]) -> None:
    """Refuse a list that names something else, or something twice."""
    names = [name.strip() for name in text.split(",")] if text.strip() else []
    for name in names:
        if name not in known:
            problem = f'names "{name}", which is not one of {", ".join(known)}'
        elif names.count(name) > 1:
            problem = f"names {name} twice; once is enough"
        else:
            continue
        raise PlanError(f"{path} = {show(text)} {problem}", where=plan.where(path))


def _check_services(plan: Plan) -> None:
    """Refuse levels that need native services which the ACCEPT does not offer."""
    if plan["server.native_services"] is not False:
        return
    for path in _levels(plan, ("required",)):
        raise PlanError(
            f'{path} = "required" needs the negotiation of native services, which server.native_services = false '
            "switches off; true would be right",
            where=plan.where(path) or plan.where("server.native_services"),
        )


def _levels(plan: Plan, words: Sequence[str]) -> Iterator[str]:
    """Yield the keys of levels that have one of these words."""
    sections: dict[str, Mapping[str, object]] = {
        end: {name: plan[f"{end}.{name}"] for name in ("encryption", "crypto_checksum")}
        for end in ("client", "server")
    }
    sections |= {f"group.{table['name']}": table for table in plan.groups}
    sections |= {f"instance.{table['name']}": table for table in plan.instances}
    for section, table in sections.items():
        for name in ("encryption", "crypto_checksum"):
            if table.get(name) in words:
                yield f"{section}.{name}"
