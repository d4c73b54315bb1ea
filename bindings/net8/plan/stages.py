# SPDX-License-Identifier: GPL-2.0-only
"""Whether the hops of a network can be computed instead of simulated node by node."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from net8.plan.network import CONDITIONS, has_sites, links
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
    why = _of_sites(plan) if has_sites(plan) else _of_path(plan)
    if not why and plan["run.partition"]:
        return "run.partition cuts the network for several processes"
    return why


def _of_path(plan: Plan) -> str:
    """Explain why the hops of a path cannot be computed; empty if they can."""
    if plan["path.kind"] == "segment":
        return "hosts of a shared segment wait for each other"
    if plan["path.last_hop"] == "radio":
        return "hosts on a radio wait for each other"
    if plan["path.queue_disc"] != "none":
        return f'path.queue_disc = "{plan["path.queue_disc"]}" decides while packets wait'
    if plan["path.kind"] != "wan":
        return ""
    if plan["path.transport"] != "tcp":
        return f'path.transport = "{plan["path.transport"]}" has routers of its own'
    return _of_line("the WAN of [path]", {name: plan[f"path.{name}"] for name in CONDITIONS})


def _of_sites(plan: Plan) -> str:
    """Explain why the hops of a network of sites cannot be computed; empty if they can."""
    if plan["path.transport"] != "tcp":
        return f'path.transport = "{plan["path.transport"]}" has routers of its own'
    for site in plan.tables("site"):
        if (kind := site.get("kind", "switched")) not in ("switched", "routed"):
            return f"site {site.get('name')} is a {kind}, whose hosts wait for each other"
    for link in links(plan):
        if link["queue_disc"] != "none":
            return f'link {link["name"]} has queue_disc = "{link["queue_disc"]}", which decides while packets wait'
        if why := _of_line(f"link {link['name']}", link):
            return why
    return ""


def _of_line(name: str, line: Mapping[str, object]) -> str:
    """Explain why a line without a queue discipline cannot be computed; empty if it can.

    @param name: what it is
    @param line: values by key name
    """
    if line["duplicate"]:
        return f"{name} has duplicate = {line['duplicate']}, which sends packets of its own"
    if line["urgent_data"] == "clear":
        return f'{name} has urgent_data = "clear", which changes packets'
    if line["tunnel_mtu"]:
        return f"{name} has tunnel_mtu = {line['tunnel_mtu']}, whose router sends packets of its own"
    if does := _IDLE_ACTIONS.get(str(line["idle_action"])):
        return f'{name} has idle_action = "{line["idle_action"]}", which {does}'
    return ""
