# SPDX-License-Identifier: GPL-2.0-only
"""Which TCP the ends of a plan run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from net8.plan.complete import complete
from net8.plan.plan import Plan
from net8.plan.tcp import runs_machine

__all__ = ["tcp_ends"]

_MACHINE: Final = (
    "the TCP of net8, modelled on Linux 6, with automatic buffer tuning where no size is set and adaptive delayed "
    "ACKs"
)
_OLD: Final = (
    "the TCP of net8, with delayed ACKs, buffers, timers and Nagle's algorithm of {}; fast retransmit at duplicate ACK "
    "{} and fast recovery as in RFC 2001, without SACK{}; window probes are those of Linux; timers are exact"
)
_DUPLICATES: Final = {"solaris-2.5": 3, "windows-nt4": 2}
"""Number of the duplicate ACK that retransmits a segment (model/tcp/net8-tcp-system.cc, with the sources)."""
_AS_OF: Final = {
    "solaris-2.5": " (for 2.5 an assumption)",
    "windows-nt4": " (Service Pack 2 and later; before, only the timer retransmitted)",
}
_NS3: Final = (
    "ns-3's TCP with fixes and the values of the profile {}, but not the sending rules of that system"
)


def tcp_ends(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe which TCP each end runs.

    @param plans: the points of a plan, resolved
    @return: a fact of the client and one of the server, with the TCP of all points
    """
    values = [{path: value for path, (value, _origin) in complete(plan).items()} for plan in plans]
    found = []
    for end in ("client", "server"):
        texts = dict.fromkeys(
            _text(each[f"{end}.tcp.profile"], each[f"{end}.tcp.congestion_control"]) for each in values
        )
        found.append((f"{end}'s TCP", "; or ".join(texts)))
    return tuple(found)


def _text(profile: object, congestion_control: object) -> str:
    """Describe the TCP of one end."""
    if not runs_machine(profile, congestion_control):
        return _NS3.format(profile)
    if profile == "linux":
        return _MACHINE
    name = str(profile)
    return _OLD.format(name, _DUPLICATES[name], _AS_OF[name])
