# SPDX-License-Identifier: GPL-2.0-only
"""Whether the hops of a network can be computed instead of simulated node by node."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from net8.plan.network import links, sites
from net8.plan.outside import is_outside
from net8.plan.plan import Plan

__all__ = ["use_stages", "why_nodes"]

_IDLE_ACTIONS: Final = {
    "reset": "sends packets of its own",
    "new_port": "changes packets",
    "reset_both": "sends packets of its own",
}
"""What hops that are computed cannot do, by idle_action."""


def use_stages(plan: Plan) -> bool:
    """Return whether the hops of a plan's network are computed.

    @param plan: a plan
    @return: True unless they cannot be, or the plan asks for nodes
    """
    return not why_nodes(plan)


def why_nodes(plan: Plan) -> str:
    """Explain why the hops of a plan are simulated as nodes.

    @param plan: a plan
    @return: the reason; empty if they are computed
    """
    if is_outside(plan):
        return "network.library builds nodes of its own"
    if plan["run.network"] == "nodes":
        return 'run.network = "nodes"'
    why = _of_network(plan)
    if not why and plan["run.partition"]:
        return "run.partition cuts the network for several processes"
    return why


def _of_network(plan: Plan) -> str:
    """Explain why the hops of a network cannot be computed; empty if they can."""
    for site in sites(plan):
        if site["kind"] not in ("switched", "routed"):
            return f"site {site['name']} is a {site['kind']}, whose hosts wait for each other"
    # On a LAN of [path] the hosts have it.
    if plan["path.queue_disc"] != "none":
        return f'path.queue_disc = "{plan["path.queue_disc"]}" decides while packets wait'
    for link in links(plan):
        if plan["path.transport"] != "tcp":
            return f'path.transport = "{plan["path.transport"]}" has routers of its own'
        if link["queue_disc"] != "none":
            return f'link {link["name"]} has queue_disc = "{link["queue_disc"]}", which decides while packets wait'
        if why := _of_link(f"link {link['name']}", link):
            return why
    return ""


def _of_link(name: str, link: Mapping[str, object]) -> str:
    """Explain why a link without a queue discipline cannot be computed; empty if it can.

    @param name: what it is
    @param link: values by key name
    """
    if link["duplicate"]:
        return f"{name} has duplicate = {link['duplicate']}, which sends packets of its own"
    if link["urgent_data"] == "clear":
        return f'{name} has urgent_data = "clear", which changes packets'
    if link["tunnel_mtu"]:
        return f"{name} has tunnel_mtu = {link['tunnel_mtu']}, whose router sends packets of its own"
    if does := _IDLE_ACTIONS.get(str(link["idle_action"])):
        return f'{name} has idle_action = "{link["idle_action"]}", which {does}'
    return ""
