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
    "the TCP machine of net8, as Linux 6 has it; buffers that are not set tune themselves, delayed ACKs adapt"
)
_OLD: Final = (
    "the TCP machine of net8, with delayed ACKs, buffers, timers and Nagle's algorithm of {}; fast retransmit with "
    "duplicate ACK {} and fast recovery as RFC 2001 has them, without SACK{}; what probes a closed window is Linux's; "
    "timers are exact"
)
_DUPLICATES: Final = {"solaris-2.5": 3, "windows-nt4": 2}
"""Which duplicate ACK repeats a segment (model/tcp/net8-tcp-system.cc, with the sources)."""
_AS_OF: Final = {
    "solaris-2.5": " (for 2.5 an assumption)",
    "windows-nt4": " (Service Pack 2 and later; before it only the timer repeated)",
}
_NS3: Final = (
    "ns-3's, with repairs and the values of the profile {}; not how that system decides when to send"
)


def tcp_ends(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Name which TCP each end runs.

    @param plans: the points of a plan, resolved
    @return: a fact of the client and one of the server, with all that the points have
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
    """Name the TCP of one end."""
    if not runs_machine(profile, congestion_control):
        return _NS3.format(profile)
    if profile == "linux":
        return _MACHINE
    name = str(profile)
    return _OLD.format(name, _DUPLICATES[name], _AS_OF[name])
