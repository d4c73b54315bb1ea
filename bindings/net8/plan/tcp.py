# SPDX-License-Identifier: GPL-2.0-only
"""Which TCP the ends of a plan run, and which of its keys apply to it."""

from __future__ import annotations

from functools import cache
from typing import Final

from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.plan.plan import Plan
from net8.schema.sysctls import SYSCTLS
from net8.schema.table import KEYS

__all__ = ["TUNED", "check_tcp", "runs_linux", "runs_machine"]

_WITHOUT_KNOB: Final = {
    "delayed_ack_time": "delays ACKs by 40 ms at first and then adapts",
    "delayed_ack_count": "decides by itself which segments are acknowledged at once",
    "initial_rto": "waits 1 s for a response to its first SYN",
}
"""Keys of a TCP section that cannot be set in Linux, and what Linux does instead."""

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
        _check_segment_time(plan, section)
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


def _check_sysctls(plan: Plan, section: str) -> None:
    """Refuse sysctls of Linux, and times of its readers, where another TCP runs."""
    for name in ("wake_up_time", *sorted(SYSCTLS)):
        path = f"{section}.{name}"
        # A plan that was written out has the default of wake_up_time, which does nothing there.
        if plan.is_set(path) and plan[path] != KEYS[path].default:
            kind = "a sysctl" if name in SYSCTLS else "a time"
            raise PlanError(
                f"{path} is {kind} of Linux, but {section} runs another TCP; leave it out, or set "
                f'{section}.profile = "linux" with a congestion control of the TCP of net8',
                where=plan.where(path),
            )


def _check_segment_time(plan: Plan, section: str) -> None:
    """Refuse work for each segment with ns-3's TCP, which receives segments from ns-3 directly."""
    path = f"{section}.segment_time"
    if plan.is_set(path) and not runs_machine(
        plan[f"{section}.profile"], plan[f"{section}.congestion_control"]
    ):
        raise PlanError(
            f"{path} cannot be combined with ns-3's own TCP, which {section} uses; leave it out, or set "
            f'{section}.profile = "linux"',
            where=plan.where(path),
        )
