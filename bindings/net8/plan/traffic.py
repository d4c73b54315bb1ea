# SPDX-License-Identifier: GPL-2.0-only
"""Checks of the background traffic of a plan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from net8.base import units
from net8.base.errors import PlanError
from net8.plan.network import least_mtu
from net8.plan.outside import is_outside
from net8.plan.plan import Plan
from net8.schema.table import keys_of
from net8.schema.values import show

__all__ = ["check_traffic"]

_HEADERS: Final = {"v6": 48}
"""Bytes of the UDP and IP headers by path.ip; all others prefer IPv4."""
_IPV4_HEADERS: Final = 28


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
