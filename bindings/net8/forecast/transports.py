# SPDX-License-Identifier: GPL-2.0-only
"""What is assumed of a transport other than TCP."""

from __future__ import annotations

from collections.abc import Iterable

from net8.plan.complete import complete
from net8.plan.plan import Plan

__all__ = ["transports"]

_HEADS = {"spx": 42, "decnet": 13}
"""What a piece of user data is shorter than the packet or buffer that the plan gives, bytes."""


def transports(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Say what SPX and DECnet are here, and what of it no public source tells.

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
    spx = word == "spx"
    piece = int(str(values["path.spx_packet" if spx else "path.decnet_buffer"])) - _HEADS[word]
    window = (
        f"{values['path.spx_window']} on its way" if spx else f"flow control {values['path.decnet_flow']}"
    )
    mapping = (
        "each packet of Oracle Net is a message"
        if values["path.transport_messages"] == "packet"
        else "bytes fill packets"
    )
    name = "SPX" if spx else "DECnet NSP"
    return (
        f"{name} on Ethernet, {piece} bytes a packet, {window}, every packet acknowledged at once; assumed: {mapping}; "
        "names are known without a look-up; not modelled: background traffic of routers and servers, QUEUESIZE, "
        "half-closed connections; of [client.tcp] and [server.tcp] segment_time alone holds"
    )
