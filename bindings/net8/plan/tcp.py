# SPDX-License-Identifier: GPL-2.0-only
"""Which TCP the ends of a plan run, and which of its keys apply to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import takewhile
from typing import Final

from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.base.units import parse_time
from net8.plan.plan import Plan
from net8.schema.sysctls import SYSCTLS
from net8.schema.table import KEYS

__all__ = ["OF_LINUX", "TUNED", "check_tcp", "ends_with_ns3", "runs_linux", "runs_machine", "spare_ns3"]

OF_LINUX: Final = {
    "wake_up_time": "a time", "polls": "a rule", **dict.fromkeys(sorted(SYSCTLS), "a sysctl"),
}  # fmt: skip
"""Keys of a TCP section that only the TCP of Linux has, and what each is."""
_WITHOUT_KNOB: Final = {
    "delayed_ack_time": "delays ACKs by 40 ms at first and then adapts",
    "delayed_ack_count": "decides by itself which segments are acknowledged at once",
    "initial_rto": "waits 1 s for a response to its first SYN",
}
"""Keys of a TCP section that cannot be set in Linux, and what Linux does instead."""

_PROBES: Final = {"client": ("keep_alive", "expire_time"), "server": ("expire_time", "ns_probes", "release")}
"""Keys of an end that decide whether keepalive probes its peer."""

_FIRST_WITH_KEEPALIVE: Final = 12
"""Release of the first server that probes with keepalive."""

TUNED: Final = frozenset({"SendBuffer", "ReceiveBuffer", "DelayedAckTime", "DelayedAckCount", "InitialRto"})
"""What Linux adjusts by itself: buffers that are not set, and values that cannot be set."""


def runs_machine(profile: object, congestion_control: object) -> bool:
    """Return whether an end runs the TCP machine of net8, not ns-3's TCP.

    @param profile: profile of the end
    @param congestion_control: its congestion control, or nothing for the profile's own
    @return: whether it does
    """
    return _runs_machine(str(profile), str(congestion_control or "TcpCongestionOps"))


def runs_linux(profile: object, congestion_control: object) -> bool:
    """Return whether an end runs the TCP machine of net8 with the rules of Linux.

    @param profile: profile of the end
    @param congestion_control: its congestion control, or nothing for the profile's own
    @return: whether it does
    """
    return profile == "linux" and runs_machine(profile, congestion_control)


def ends_with_ns3(plan: Plan) -> tuple[str, ...]:
    """Return the sections whose TCP is ns-3's own.

    @param plan: a plan
    @return: client.tcp, server.tcp, or a source of background traffic
    """
    found = [
        section
        for section in ("client.tcp", "server.tcp")
        if not runs_machine(plan[f"{section}.profile"], plan[f"{section}.congestion_control"])
    ]
    found += [
        f"cross_traffic {number}"
        for number, table in enumerate(plan.cross_traffic, 1)
        if table.get("kind") == "bulk" and not runs_machine("linux", table.get("congestion_control"))
    ]
    return tuple(found)


@cache
def _runs_machine(profile: str, congestion_control: str) -> bool:
    """Ask the extension, which chooses the socket."""
    need_core()
    from net8 import _core

    return _core.runs_tcp_machine({"Profile": profile, "CongestionControl": f"ns3::{congestion_control}"})


def check_tcp(plan: Plan) -> None:
    """Refuse values that do not apply to the TCP of an end.

    @param plan: a plan
    """
    for section in ("client.tcp", "server.tcp"):
        if not runs_machine(plan[f"{section}.profile"], plan[f"{section}.congestion_control"]):
            _check_ns3(plan, section)
        if not runs_linux(plan[f"{section}.profile"], plan[f"{section}.congestion_control"]):
            _check_sysctls(plan, section)
            continue
        for name, instead in _WITHOUT_KNOB.items():
            path = f"{section}.{name}"
            if plan.is_set(path):
                raise PlanError(
                    f'{path} cannot be combined with {section}.profile = "linux", whose TCP {instead}; leave it out, '
                    f'or set {section}.profile = "ns3"',
                    where=plan.where(path),
                )


def spare_ns3(plan: Plan) -> Plan:
    """Let no end report duplicates (D-SACK) to ns-3's own TCP, which such a report ends.

    @param plan: a plan, checked
    @return: the same, with D-SACK off where the TCP of Linux meets ns-3's
    """
    stock = ends_with_ns3(plan)
    off = {}
    for section in ("client.tcp", "server.tcp") if stock else ():
        if not runs_linux(plan[f"{section}.profile"], plan[f"{section}.congestion_control"]):
            continue
        path = f"{section}.dsack"
        if plan[path]:
            raise PlanError(
                f"{path} = true cannot be combined with ns-3's own TCP, which {' and '.join(stock)} "
                f"{'uses' if len(stock) == 1 else 'use'}: a report of duplicates ends its run; leave it out",
                where=plan.where(path),
            )
        off[path] = False
    return plan.with_values(off) if off else plan


def _check_sysctls(plan: Plan, section: str) -> None:
    """Refuse sysctls of Linux, and what its programs do, where another TCP runs."""
    for name, kind in OF_LINUX.items():
        path = f"{section}.{name}"
        # A plan that was written out has the defaults of the first two, which do nothing there.
        if plan.is_set(path) and plan[path] != KEYS[path].default:
            raise PlanError(
                f"{path} is {kind} of Linux, but {section} runs another TCP; leave it out, or set "
                f'{section}.profile = "linux" with a congestion control of the TCP of net8',
                where=plan.where(path),
            )


def _check_ns3(plan: Plan, section: str) -> None:
    """Refuse what ns-3's own TCP does not have: work for each segment, keepalive, and resets of a full backlog."""
    for path, advice in _lacking(plan, section):
        raise PlanError(
            f"{path} cannot be combined with ns-3's own TCP, which {section} uses; leave it out, {advice}or set "
            f'{section}.profile = "linux" with a congestion control of the TCP of net8',
            where=plan.where(path),
        )


def _lacking(plan: Plan, section: str) -> Iterator[tuple[str, str]]:
    """Yield the keys that ns-3's own TCP at an end cannot do, and what else would do."""
    end = section.partition(".")[0]
    if plan.is_set(f"{section}.segment_time"):
        yield f"{section}.segment_time", ""
    yield from _keepalive(plan, end)
    if end == "server":
        yield from _resets(plan)


def _keepalive(plan: Plan, end: str) -> Iterator[tuple[str, str]]:
    """Yield the keys of an end that need keepalive, and what else would do."""
    for name in ("time", "interval", "count"):
        if plan.is_set(path := f"{end}.tcp.keep_alive_{name}"):
            yield path, ""
    for place, table in _tables(plan, end):
        whole = {name: table.get(name, plan[f"{end}.{name}"]) for name in _PROBES[end]}
        if whole.get("keep_alive"):
            yield f"{place}.keep_alive", ""
        # Up to 11.2 packets of Oracle Net probe.
        own = whole.get("ns_probes")
        packets = end == "server" and (own if own is not None else _is_old(whole["release"]))
        if parse_time(str(whole["expire_time"])) > 0 and not packets:
            yield f"{place}.expire_time", "set ns_probes = true, " if end == "server" else ""


def _tables(plan: Plan, end: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield an end, and its groups or instances, with what they set otherwise."""
    yield end, {}
    kind, tables = ("group", plan.groups) if end == "client" else ("instance", plan.instances)
    yield from ((f"{kind}.{table['name']}", table) for table in tables)


def _is_old(release: object) -> bool:
    """Return whether a server of a release probes with packets of Oracle Net."""
    return int("".join(takewhile(str.isdigit, str(release))) or 0) < _FIRST_WITH_KEEPALIVE


def _resets(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield the keys of end points that reset connections which find their backlog full."""
    if plan["listener.overflow"] == "reset":
        yield "listener.overflow", ""
    for table in plan.end_points:
        if table.get("overflow") == "reset":
            yield f"end_point.{table['name']}.overflow", ""
