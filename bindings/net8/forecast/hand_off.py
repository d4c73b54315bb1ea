# SPDX-License-Identifier: GPL-2.0-only
"""How clients reach servers that the listener starts for them, what starting takes, and what of it is assumed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from net8.base import units
from net8.plan.plan import Plan
from net8.schema.distributions import mean

__all__ = ["hand_off", "inheritance"]

_REDIRECT: Final = (
    "by a REDIRECT to a port of the client's server and a second CONNECT there, without RESEND. Captures exist for 9.2 "
    "only; for other releases this is assumed, as is the host in the REDIRECT. Connections with TLS, and those to "
    "dispatchers, brokers and idle prespawned servers, are passed on without a REDIRECT"
)

_INHERITED: Final = (
    "environment_size", "environment_cpu_time", "path_entries", "path_entry_cpu_time", "path_shares",
    "path_share_time",
)  # fmt: skip


def hand_off(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe that clients are redirected to their servers.

    @param plans: the points of a plan, resolved
    @return: a fact if they are at any point
    """
    redirected = any(plan["listener.hand_off"] == "redirect" for plan in plans)
    return (("clients come to servers", _REDIRECT),) if redirected else ()


def inheritance(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe what the environment and the PATH of a listener cost each dedicated server.

    @param plans: the points of a plan, resolved
    @return: a fact for each cost
    """
    found: dict[str, None] = {}
    for plan in plans:
        for instance in plan.instances or ({},):
            table = {name: instance.get(name, plan[f"server.{name}"]) for name in _INHERITED}
            if text := _inherited(table):
                found[f"{instance['name']}: {text}" if instance else text] = None
    return tuple(("environment of the listener", text) for text in found)


def _inherited(values: Mapping[str, object]) -> str:
    """Say what one dedicated server costs; nothing without an environment or a PATH."""
    size, entries, shares = (
        int(str(values[name])) for name in ("environment_size", "path_entries", "path_shares")
    )
    cpu_s = size / 1000 * units.seconds(values["environment_cpu_time"])
    cpu_s += entries * units.seconds(values["path_entry_cpu_time"])
    wait_s = shares * float(mean(values["path_share_time"]))
    if not cpu_s and not wait_s:
        return ""
    parts = [f"{1e3 * cpu_s:.3g} ms of CPU"]
    parts += [f"{1e3 * wait_s:.3g} ms of waiting for network shares"] if wait_s else []
    return (
        f"{' and '.join(parts)} for each dedicated server, besides server.exec_cpu_time; the CPU times are "
        "fitted to fork and exec of a small program on one machine, and the listener's own process forks as before: "
        "0.03 ms more with 1 MB are not modelled"
    )
