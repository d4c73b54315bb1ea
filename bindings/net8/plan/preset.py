# SPDX-License-Identifier: GPL-2.0-only
"""The sites, routers and links that a [path] stands for: those that Net8Path writes in C++, by the same names."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from net8.base import units
from net8.plan.plan import Plan
from net8.schema.network import LINE_NAMES, condition_keys, radio_keys
from net8.schema.table import keys_of

__all__ = ["CONDITIONS", "Tables", "is_given", "line_key", "link_tables", "preset_key", "preset_of"]

CONDITIONS: Final = tuple(key.name for key in condition_keys("path"))
"""Keys of a line besides rate, delay, queue and losses."""
_RADIO: Final = tuple(key.name for key in radio_keys("site"))
_QUEUES: Final = ("queue_size", "queue_disc", "queue_ecn", "queue_threshold")
_OF_LINE: Final = ("rate", "mtu", *_QUEUES, *LINE_NAMES, *CONDITIONS)
_OF_PATH: Final = tuple(key.name for key in keys_of("path"))
_WAYS: Final = {"both": "both", "to_server": "up", "to_client": "down"}

Table = dict[str, object]
Tables = tuple[Table, ...]


def preset_of(plan: Plan) -> dict[str, Tables]:
    """Return the lists that the [path] of a plan stands for: the same objects for the same path.

    What a site cannot say is left out: losses and a queue discipline of a LAN.

    @param plan: the plan
    @return: lists by name
    """
    return _tables(tuple(_hashable(plan[f"path.{name}"]) for name in _OF_PATH))


def preset_key(section: str, name: str) -> str:
    """Return the key of [path] that says something of a site or link of it.

    @param section: site or link
    @param name: key of the site or link, such as rate
    @return: dotted key, such as path.lan_rate
    """
    return f"path.lan_{name}" if section == "site" and name in ("rate", "delay") else f"path.{name}"


def line_key(plan: Plan, section: str, table: Mapping[str, object], name: str) -> str:
    """Return the key by which a plan says something of one of its sites or links.

    @param plan: the plan
    @param section: site or link
    @param table: the site or link
    @param name: what it says, such as rate
    @return: dotted key, such as link.wan.rate or path.rate
    """
    return f"{section}.{table['name']}.{name}" if plan.tables("site") else preset_key(section, name)


def is_given(plan: Plan, link: Mapping[str, object], name: str) -> bool:
    """Return whether a plan says something of a link itself, and leaves it not to a default.

    @param plan: the plan
    @param link: a link of it, or of its [path]
    @param name: name of the key
    @return: whether it does
    """
    return name in link if plan.tables("site") else plan.is_set(preset_key("link", name))


def link_tables(plan: Plan) -> Sequence[Mapping[str, object]]:
    """Return the links of a plan, or those that its [path] stands for.

    @param plan: a plan
    @return: their tables
    """
    return plan.tables("link") if plan.tables("site") else preset_of(plan)["link"]


def _hashable(value: object) -> object:
    """Return a value, or what stands for one that no link or site has."""
    return None if isinstance(value, dict | MappingProxyType) else value


@functools.lru_cache(maxsize=64)
def _tables(values: tuple[object, ...]) -> dict[str, Tables]:
    """Return the lists of a path, given its values in the order of its keys."""
    path = dict(zip(_OF_PATH, values, strict=True))
    radio = path["last_hop"] == "radio"
    kind = "segment" if path["kind"] == "segment" else "radio" if radio else "switched"
    if path["kind"] != "wan":
        lan = _site(path, "lan", kind)
        lan |= {} if kind == "segment" else {"queue_size": path["queue_size"]}
        return {"site": (lan,), "router": (), "link": ()}
    hops = int(str(path["hops"]))
    names = ["client", *(f"router{number}" for number in range(1, hops)), "server"]
    return {
        "site": (_site(path, names[0], kind), _site(path, names[-1], "routed")),
        "router": tuple({"name": name} for name in names[1:-1]),
        "link": tuple(_links(path, names)),
    }


def _site(path: Table, name: str, kind: str) -> Table:
    """Return a site of a path."""
    own = {name: path[name] for name in _RADIO if kind == "radio"}
    return {
        "name": name,
        "kind": kind,
        "rate": path["lan_rate"],
        "delay": path["lan_delay"],
        "mtu": path["mtu"],
        **own,
    }


def _links(path: Table, names: list[str]) -> Iterator[Table]:
    """Yield the links of a WAN, between sites and routers of these names."""
    last = len(names) - 2
    # The remainder of the division goes to the first links, so that the sum is exact.
    share, rest = divmod(units.parse_time(path["delay"]), last + 1)
    for hop in range(last + 1):
        link: Table = {
            "name": f"wan{hop + 1}" if last else "wan",
            "between": (names[hop], names[hop + 1]),
            "delay": f"{share + (hop < rest)}ns" if last else path["delay"],
            **{name: path[name] for name in _OF_LINE if path[name] is not None},
        }
        # Packets are lost where they leave the WAN: up on the last link, down on the first.
        lossy = [
            way
            for way, at in (("up", last), ("down", 0))
            if hop == at and _WAYS[str(path["loss_direction"])] in ("both", way)
        ]
        # What a file says in place of them is not said twice.
        if path["delivery_trace"] and (path["delivery_trace_up"] or path["rate_up"]):
            del link["rate"]
        if path["rtt_series"]:
            del link["delay"]
        if path["loss_rate"] and lossy:
            link |= {
                "loss_rate": path["loss_rate"],
                "loss_direction": lossy[0] if len(lossy) == 1 else "both",
            }
        if path["loss_list"] and hop == 0:
            link["loss_list"] = path["loss_list"]
        yield link
