# SPDX-License-Identifier: GPL-2.0-only
"""Checks of the background traffic of a plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from net8.base import units
from net8.base.errors import PlanError
from net8.plan.network import least_mtu
from net8.plan.outside import is_outside
from net8.plan.plan import Plan
from net8.schema.table import keys_of
from net8.schema.values import show

__all__ = ["check_traffic", "has_demands", "with_written_demands", "without_demands"]

_HEADERS: Final = {"v6": 48}
"""Bytes of the UDP and IP headers by path.ip; all others prefer IPv4."""
_IPV4_HEADERS: Final = 28
_DEMANDS: Final = "demands."


def has_demands(plan: Plan) -> bool:
    """Return whether a plan, or its sweep, has a traffic matrix.

    @param plan: the plan, before it is resolved
    @return: whether a key of [demands] is set
    """
    swept = (path for axis in plan.axes for step in axis.steps for path in step.values)
    return any(path.startswith(_DEMANDS) for path in (*plan.values, *swept))


def without_demands(plan: Plan) -> Plan:
    """Return a plan without its traffic matrix.

    @param plan: a plan that does not sweep it
    @return: the same without [demands]
    """
    kept = {path: value for path, value in plan.values.items() if not path.startswith(_DEMANDS)}
    return replace(plan, values=MappingProxyType(kept))


def with_written_demands(plan: Plan, written: Plan) -> Plan:
    """Return a resolved plan with its traffic matrix as it is written, for whoever shows its keys.

    @param plan: the resolved plan
    @param written: the plan before
    @return: the plan with [demands] in place of the flows that these become
    """
    if not has_demands(written):
        return plan
    own = {path: value for path, value in written.values.items() if path.startswith(_DEMANDS)}
    whole = replace(plan, values=MappingProxyType({**plan.values, **own}))
    return whole.with_tables("cross_traffic", written.cross_traffic)


def check_traffic(plan: Plan) -> None:
    """Refuse impossible background traffic.

    @param plan: a plan, its network checked
    """
    for number, table in enumerate(plan.cross_traffic, 1):
        whole = {key.name: table.get(key.name, key.default) for key in keys_of("cross_traffic")}
        for name, wrong in _wrong(plan, whole):
            path = f"cross_traffic.{number}.{name}"
            raise PlanError(f"{path} = {show(whole[name])} {wrong}", where=plan.where(path))


def _wrong(plan: Plan, traffic: Mapping[str, object]) -> list[tuple[str, str]]:
    """Return the wrong keys, each with its problem."""
    found = []
    start, stop = (units.parse_time(traffic[name] or "0s") for name in ("start", "stop"))
    if 0 < stop <= start:
        found.append(("stop", f"is not after its start, {show(traffic['start'])}"))
    if traffic["kind"] == "pareto" and float(str(traffic["shape"])) <= 1:
        found.append(("shape", "leaves Pareto times without a mean; use a number above 1"))
    # The MTU of a network from a library is known only in a run.
    if traffic["kind"] != "bulk" and not is_outside(plan):
        mtu_of, mtu = least_mtu(plan)
        most = mtu - _HEADERS.get(str(plan["path.ip"]), _IPV4_HEADERS)
        if int(str(traffic["packet_size"])) > most:
            found.append(("packet_size", f"does not fit {mtu_of} = {mtu}; use at most {most} bytes"))
    return found
