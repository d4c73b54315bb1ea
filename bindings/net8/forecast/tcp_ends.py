# SPDX-License-Identifier: GPL-2.0-only
"""Which TCP the ends of a plan run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from net8.plan.complete import complete
from net8.plan.plan import Plan
from net8.plan.tcp import ends_with_ns3, runs_machine

__all__ = ["NS3", "tcp_ends"]

_MACHINE: Final = (
    "the TCP of net8, modelled on Linux 6, with automatic buffer tuning where no size is set and adaptive delayed "
    "ACKs"
)
_OLD: Final = (
    "the TCP of net8, with delayed ACKs, buffers, timers and Nagle's algorithm of {}; fast retransmit at duplicate ACK "
    "{} and fast recovery as in RFC 2001, without SACK{}; window probes are those of Linux; timers are exact"
)
_DUPLICATES: Final = {"solaris-2.5": 3, "windows-nt4": 2}
"""Number of the duplicate ACK that retransmits a segment (model/tcp/net8-tcp-settings.cc, with the sources)."""
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
NS3: Final = "ns-3's own TCP with the values of the profile {}, but not the sending rules of that system"
"""Text of an end that runs ns-3's TCP."""
NS3_FAULTS: Final = (
    "Nagle's algorithm holds back a retransmission too, so a connection stops for good where the one small segment "
    "that is out was lost (no_delay = true avoids it)",
    "a RST without timestamps is ignored where timestamps are on, and so is one in answer to a SYN: a refused "
    "connection looks like a silent host",
    "an ACK on a data segment does not count as sent: where all ACKs ride on data, the timestamp of the handshake is "
    "echoed forever, round trips look as long as the session is old, and a loss waits as long",
    "an accepted connection has a copy of the listener's congestion control, in which some classes leave values unset "
    "(net8 gives it a new one, so that runs repeat)",
    "a listening socket does not answer segments of a connection that it has lost, so the client retransmits until it "
    "gives up; a RST to one that has had no SYN starts probes of a window that nobody closed: the first probe, or with "
    "assertions the next SYN, ends the program (net8 drops it)",
    "it takes a keepalive probe for an ACK and does not answer, and sends none",
    "a process that reads late does not tell its peer of the room, which waits for its next probe, 6 s or more",
    "during loss recovery it sends new data beyond the peer's window, because what is SACKed or lost counts as out of "
    "flight, which ends builds with assertions",
    "it takes the report of a duplicate (D-SACK) for data under way, which ends builds with assertions (dsack is off "
    "at the other end)",
    "a peer that drops what it reported by SACK (RFC 2018, section 8), as Linux does when its buffer is full, ends "
    "builds with assertions",
    "a window that is open, but smaller than the next segment, is not probed: the loss of the ACK that opens it stops "
    "the connection for good",
    "a window that closes behind the last byte is probed with a byte that does not exist, which ends the program (net8 "
    "stops these probes, so that what is written before the window opens waits for the peer)",
)
"""What is known to go wrong in ns-3 3.44 to 3.48. Its wheel is built with assertions."""
NS3_LIMITS: Final = (
    "a full backlog is noticed at the SYN alone, which is dropped",
    "a process that is killed ends its connections with a FIN behind the last byte, not with a RST",
    "a host with both IP versions leaves room for the header of IPv6 in all segments",
    "a packet finds its connection in ns-3's list, which is slow with many connections",
    "a run that ns-3 aborts fails with what ns-3 printed, in a process of its own, and builds of ns-3 with assertions "
    "abort more",
)
"""What ns-3's TCP leaves out here."""


def tcp_ends(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe which TCP each end runs.

    @param plans: the points of a plan, resolved
    @return: facts of the client and of the server, with the TCP of all points, and what is known of these TCPs
    """
    plans = tuple(plans)
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
    if any(map(ends_with_ns3, plans)):
        found += [
            ("what is known to go wrong with ns-3's TCP", "; ".join(NS3_FAULTS)),
            ("limits of ns-3's TCP here", "; ".join(NS3_LIMITS)),
        ]
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
        return NS3.format(profile)
    if profile == "linux":
        return _MACHINE
    name = str(profile)
    return _OLD.format(name, _DUPLICATES[name], _AS_OF[name])
