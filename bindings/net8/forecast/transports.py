# SPDX-License-Identifier: GPL-2.0-only
"""Assumptions about a transport other than TCP."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from net8.plan.complete import complete
from net8.plan.network import link_names
from net8.plan.plan import Plan
from net8.plan.tds import uses_tds

__all__ = ["transports"]

_DECNET_HEAD = 13
"""Bytes by which a segment is shorter than the buffer set in the plan."""
_SPX_HEADS = {1: 42, 2: 44}
"""Bytes of headers in an SPX packet, by version."""
_MISSING = (
    "not modelled: route changes by routing messages, QUEUESIZE, half-closed connections; of [client.tcp] and "
    "[server.tcp] only segment_time applies"
)
_ROUTED = (
    "routers have complete tables from the start, independent of RIP, SAP or routing messages, and take no time, lines "
    "add the 2 bytes of PPP, an IPX network has the number of its IPv4 subnet"
)


def transports(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe the model of SPX, DECnet and NetBIOS, and what of it is not in public sources.

    @param plans: the points of a plan, resolved
    @return: a fact, if a point has such a transport
    """
    texts = dict.fromkeys(filter(None, (_text(plan) for plan in plans)))
    return (("transport", "; or ".join(texts)),) if texts else ()


def _text(plan: Plan) -> str:
    """Describe the transport of one point."""
    values = {path: value for path, (value, _origin) in complete(plan).items()}
    word = str(values["path.transport"])
    if word == "tcp":
        return ""
    what = "Oracle Net" if not uses_tds(plan) else "SMB" if values["tds.named_pipe"] else "TDS"
    mapping = (
        f"each packet of {what} is a message"
        if values["path.transport_messages"] == "packet"
        else "packets are a byte stream"
    )
    told, assumed = _netbios(values, what) if word == "netbios" else _numbered(word, values)
    if link_names(plan):
        assumed += f"; {_ROUTED}"
    return f"{told}; assumed: {mapping}; {assumed}; {_MISSING}"


def _numbered(word: str, values: Mapping[str, object]) -> tuple[str, str]:
    """Describe SPX or DECnet, and what is assumed of it."""
    assumed = "names are known without a look-up"
    if word == "spx" and values["path.spx_lookup"] == "sap":
        assumed = "SAP type and names of servers, one query before each connection"
    if word == "decnet":
        piece = int(str(values["path.decnet_buffer"])) - _DECNET_HEAD
        flow = f"flow control {values['path.decnet_flow']}"
        return (
            f"DECnet NSP on Ethernet, {piece} bytes a packet, {flow}, every packet acknowledged at once",
            assumed,
        )
    version = int(str(values["path.spx_version"]))
    piece = int(str(values["path.spx_packet"])) - _SPX_HEADS[version]
    window = f"{values['path.spx_window']} in flight"
    if version == 1:
        return (
            f"SPX on Ethernet, {piece} bytes a packet, {window}, every packet acknowledged at once",
            assumed,
        )
    asks = "acknowledged where a message or the window ends"
    return (
        f"SPX II on Ethernet, {piece} bytes a packet, {window}, {asks}",
        f"{assumed}; no NAK of what is missing",
    )


def _netbios(values: Mapping[str, object], what: str) -> tuple[str, str]:
    """Describe NetBIOS Frames, and what is assumed of them."""
    told = (
        f"NetBIOS Frames over 802.2 type 2, 1482 bytes a frame, {values['path.netbios_max_out']} in flight, "
        f"acknowledged after {values['path.netbios_max_in']}, T1 1 s, T2 0.1 s, Ti 3 s"
    )
    acks = (
        "senders do not wait for a DATA ACK, which is sent after 0.1 s or with a message"
        if values["path.netbios_send"] == "ack"
        else "messages are sent by SEND.NO.ACK"
    )
    pipe = "" if what == "SMB" else "; no named pipe"
    return told, f"names of stations are NODE and a number, known without a claim; {acks}{pipe}"
