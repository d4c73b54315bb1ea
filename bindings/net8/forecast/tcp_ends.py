# SPDX-License-Identifier: GPL-2.0-only
"""Which TCP the ends of a plan run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
_LEFT_OUT: Final = (
    "accurate ECN, fast open, SYN cookies, hosts that do without path MTU discovery (ip_no_pmtu_disc), small queues "
    "and autocorking of the sender, receive offload, metrics of earlier connections"
)
_NO_ECN: Final = {
    "client": "not used: the client does not ask (client.tcp.ecn = 1, or TcpDctcp), so queues drop and do not mark",
    "server": "not used: the server does not accept it (server.tcp.ecn = 1 or 2)",
    "ns3": "not used: the TCP of an end is that of ns-3 or of an older system",
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
    if any(_runs_machine(each, end) for each in values for end in ("client", "server")):
        found.append(("ECN", "; or ".join(dict.fromkeys(_ecn(each) for each in values))))
        found.append(("left out of TCP", _LEFT_OUT))
    return tuple(found)


def _runs_machine(values: Mapping[str, object], end: str) -> bool:
    """Return whether an end runs the TCP of net8."""
    return runs_machine(values[f"{end}.tcp.profile"], values[f"{end}.tcp.congestion_control"])


def _ecn(values: Mapping[str, object]) -> str:
    """Describe whether the two ends agree on ECN, and what marks."""
    linux = all(
        values[f"{end}.tcp.profile"] == "linux" and _runs_machine(values, end) for end in ("client", "server")
    )
    if not linux:
        return _NO_ECN["ns3"]
    needs = {end: values[f"{end}.tcp.congestion_control"] == "TcpDctcp" for end in ("client", "server")}
    if not needs["client"] and values["client.tcp.ecn"] != 1:
        return _NO_ECN["client"]
    # A SYN of DCTCP is ECN-capable itself, which only another DCTCP accepts (tcp_ecn_create_request).
    if not needs["server"] and (values["server.tcp.ecn"] == 0 or needs["client"]):
        return _NO_ECN["server"] + (", or TcpDctcp for a client with TcpDctcp" if needs["client"] else "")
    return "used: an echo reduces the window; queues mark with queue_ecn or the discipline threshold"


def _text(profile: object, congestion_control: object) -> str:
    """Describe the TCP of one end."""
    if not runs_machine(profile, congestion_control):
        return _NS3.format(profile)
    if profile == "linux":
        return _MACHINE
    name = str(profile)
    return _OLD.format(name, _DUPLICATES[name], _AS_OF[name])
