# SPDX-License-Identifier: GPL-2.0-only
"""Worlds without TCP, and worlds of SQL Server: what is drawn of both, and what of a plan does not go with them."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from agree import ONE_LINE
from net8.plan.plan import Plan
from net8.plan.tds import has_meaning
from net8.schema.table import KEYS
from net8.schema.tds import TDS_KEYS, TDS_MEANS

__all__ = ["PROTOCOL_KEYS", "PROTOCOL_VALUES", "settle_protocol"]

Document = dict[str, Any]
"""A plan as a TOML file would hold it."""
Draw = Callable[[str], object]
"""Draws a value of a key."""

_LANS: Final = tuple(
    key.path
    for key in KEYS.values()
    if key.section == "path" and key.name.startswith(("transport_", "spx_", "decnet_", "netbios_"))
)
"""Keys of transports without IP."""
_TDS: Final = tuple(key.path for key in TDS_KEYS)
PROTOCOL_KEYS: Final = frozenset({"path.transport", "client.protocol", *_LANS, *_TDS})
"""Keys that are drawn here, as few others go with them."""

_PART: Final = 0.08
"""Part of the worlds that have a transport without IP, and of those that have TDS."""
_CONTRADICTORY: Final = 0.05
"""Part of these that keep whatever was drawn, mostly to be refused in one sentence."""
_ETHERNET: Final = 1500
_ADDRESSES: Final = {
    "spx": "(ADDRESS=(PROTOCOL=SPX)(SERVICE=db))",
    "decnet": "(ADDRESS=(PROTOCOL=DECNET)(NODE={})(OBJECT=db))",
    "netbios": "(ADDRESS=(PROTOCOL=NMP)(SERVER={})(PIPE=db))",
}

PROTOCOL_VALUES: Final[Mapping[str, Callable[[random.Random], object]]] = {
    "path.spx_packet": lambda r: r.choice([64, 576, 577, 1400, 1480]),
    "path.spx_window": lambda r: r.choice([1, 2, 3, 8, 1000]),
    "path.decnet_buffer": lambda r: r.choice([246, 576, 577, 1400]),
    "tds.packet_size": lambda r: r.choice([512, 513, 4096, 8000, 32767]),
    "tds.pipe_read_limit": lambda r: r.choice([511, 4292, 65280]),
}
"""Keys for which a few values say all there is."""


def settle_protocol(rng: random.Random, document: Document, draw: Draw) -> None:
    """Give some worlds a transport without IP, or SQL Server, and take out what does not go with that.

    @param rng: what chance says
    @param document: the plan
    @param draw: draws a value of a key
    """
    chosen = rng.random()
    if chosen < _PART:
        _leave_tcp(rng, document, draw)
        if chosen < _PART / 4 and not document.get("statement"):
            _speak_tds(rng, document, draw)
    elif chosen > 1 - _PART and not document.get("statement"):
        _speak_tds(rng, document, draw)


def _leave_tcp(rng: random.Random, document: Document, draw: Draw) -> None:
    """Put hosts on a LAN or two, or at sites, with a transport that has no IP."""
    path = document.setdefault("path", {})
    transport = path["transport"] = rng.choice(list(_ADDRESSES))
    path |= {key.removeprefix("path."): draw(key) for key in _LANS if rng.random() < 0.3}
    if rng.random() < _CONTRADICTORY:
        return
    for name in ("ip", "client_ip", "server_ip", "queue_disc", *ONE_LINE):
        path.pop(name, None)
    for link in document.get("link", ()):
        for name in ("duplicate", "tunnel_mtu", "urgent_data"):
            link.pop(name, None)
    document.get("listener", {}).pop("hand_off", None)
    if document.get("site"):
        _settle_sites(document)
    else:
        _settle_path(rng, document)
    if path.get("spx_lookup") == "sap":
        path["transport_background"] = True
    for table in (document.get("client", {}), *document.get("group", [])):
        if table.get("descriptor"):
            addresses = "".join(_ADDRESSES[transport].format(node) for node in rng.sample(["db", "far"], 2))
            table["descriptor"] = f"(DESCRIPTION={addresses}(CONNECT_DATA=(SERVICE_NAME=orcl)))"


def _settle_path(rng: random.Random, document: Document) -> None:
    """Leave what a row of routers, or a bus, takes without IP."""
    path = document["path"]
    kinds = [
        "lan",
        *["wan"] * (path["transport"] != "netbios"),
        *["segment"] * (path.get("last_hop") != "radio"),
    ]
    path["kind"] = rng.choice(kinds)
    path["mtu"] = max(_ETHERNET, path.get("mtu", _ETHERNET))
    if path["kind"] == "wan":
        path["hops"] = min(14, path.get("hops", 1))
    if path["kind"] == "segment":
        for table in document.get("instance", []):
            table.pop("delay", None)


def _settle_sites(document: Document) -> None:
    """Leave what a network of sites takes without IP."""
    for table in (*document.get("site", []), *document.get("link", [])):
        table["mtu"] = max(_ETHERNET, table.get("mtu", _ETHERNET))
        for name in ("queue_disc", "delivery_trace", "delivery_trace_up"):
            table.pop(name, None)


def _speak_tds(rng: random.Random, document: Document, draw: Draw) -> None:
    """Make clients and server those of SQL Server."""
    document.setdefault("client", {})["protocol"] = "tds"
    document["tds"] = {key.removeprefix("tds."): draw(key) for key in _TDS if rng.random() < 0.5}
    document["tds"]["named_pipe"] = rng.random() < 0.5  # other keys say something of a pipe alone
    if rng.random() < _CONTRADICTORY:
        return
    plan = Plan.of({"client": {"protocol": "tds"}})
    for section in {key.section for key in KEYS.values()}:
        *above, last = section.split(".")
        table = document
        for name in above:
            table = table.get(name, {})
        if isinstance(held := table.get(last), dict):
            table[last] = {
                name: value
                for name, value in held.items()
                if f"{section}.{name}" not in KEYS or has_meaning(plan, f"{section}.{name}")
            }
        elif held and not has_meaning(plan, f"{section}.name"):
            del table[last]
    for group in document.get("group", []):
        for name in set(group) - TDS_MEANS["client"] - {"name"}:
            del group[name]
    for fault in document.get("fault", []):
        if not str(fault.get("kind", "host_")).startswith(("host_", "link_")):
            fault["kind"] = "host_hang"
            fault.pop("target", None)
    if document.get("path", {}).get("transport") in ("spx", "decnet"):
        document["tds"].pop("named_pipe", None)
    if not document["tds"].get("named_pipe"):
        for name in [name for name in document["tds"] if name.startswith("pipe_")]:
            del document["tds"][name]
    query = document["query"]
    if "columns" in query:
        query["columns"] = rng.choice(
            ["number:10, varchar2:30", "date, timestamp", "raw:2000, char:4, nvarchar2:9"]
        )
