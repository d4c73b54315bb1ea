# SPDX-License-Identifier: GPL-2.0-only
"""What it costs clients that urgent data of TCP do not arrive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from net8.base import units
from net8.plan.complete import complete_groups
from net8.plan.network import urgent_lines
from net8.plan.plan import Plan

__all__ = ["urgent_data"]

_RULE: Final = (
    "clients send a byte of TCP urgent data ahead of the marker that cancels a call, and drivers of 18c and later "
    "check at connect that it arrives (python-oracledb, JDBC; OCI, by assumption, as python-oracledb); node-oracledb "
    "does without"
)
_IN_BAND: Final = (
    "no client sends any: markers in the stream cancel calls (disable_oob), as where no line has urgent_data"
)


def urgent_data(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe the use of urgent data, where a line says what becomes of them.

    @param plans: the points of a plan, resolved
    @return: a fact for each rule that applies
    """
    found = dict.fromkeys(text for plan in plans if urgent_lines(plan) for text in _of(plan))
    return tuple(("urgent data", text) for text in found)


def _of(plan: Plan) -> Iterator[str]:
    """Yield the facts of a plan."""
    groups = [
        (
            str(table["name"]),
            {path.removeprefix("client."): value for path, (value, _origin) in whole.items()},
        )
        for table, whole in complete_groups(plan)
    ]
    using = [(name, values) for name, values in groups if not values["disable_oob"]]
    yield _RULE if using else _IN_BAND
    words = set(urgent_lines(plan).values())
    if not using or not words & {"clear", "drop"}:
        return
    limit = plan["server.inbound_connect_timeout"]
    after = f"ends the connection after {limit}" if units.parse_time(limit) else "waits for ever"
    names = ", ".join(name for name, values in using if not _skips(values))
    if names and not plan["server.disable_oob_auto"]:
        yield (
            f"{names}: the check does not arrive where both ends make it, and the server then {after} "
            "(server.inbound_connect_timeout); disable_oob, or disable_oob_auto of either end, does without the check"
        )
    if "clear" in words:
        yield (
            "a call that is cancelled (call_timeout) goes on until it is done, as the server reads nothing before; "
            "what is then done depends on call_timeout_rule"
        )
    if "drop" in words:
        yield (
            "after a call is cancelled, nothing of the client arrives any more, until its TCP gives up (retries2)"
        )


def _skips(values: Mapping[str, object]) -> bool:
    """Return whether a client asks for no check."""
    return bool(values["disable_oob_auto"] or values["tls"])
