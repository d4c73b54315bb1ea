# SPDX-License-Identifier: GPL-2.0-only
"""Keys of the lists that make a cluster: end points, instances and what goes down."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from net8.schema.key import Key
from net8.schema.server import SERVER_KEYS

__all__ = ["CLUSTER_KEYS", "LATER"]

_END_POINT: Final = (
    *(
        replace(key, section="end_point")
        for key in SERVER_KEYS
        if key.section == "listener" and key.name in ("port", "queue_size", "overflow", "rate_limit", "ip", "tls")
    ),
    Key("end_point", "presentation", "choice", "ttc", "What its clients speak: Oracle Net with TTC, or HTTP or FTP, "
        "which the listener answers with a page.", choices=("ttc", "http", "ftp")),
    Key("end_point", "page_size", "size", 1000, "Page that the listener sends, without status line, headers and codes "
        "(http, ftp).", "bytes", low=3, high=2**30, source="assumed"),
    Key("end_point", "requests", "int", 0, "Connections for pages from the first client's host to the first host "
        "(http, ftp).", low=0, high=10**6),
    Key("end_point", "request_start", "time", "0s", "When the first of them starts.", "s"),
    Key("end_point", "request_interval", "time", "0s", "Time from the start of one to that of the next; 0: all start "
        "at once.", "s"),
)  # fmt: skip
_INSTANCE: Final = (
    Key("instance", "name", "text", None, "Name of the instance, its SID.", core=False),
    Key("instance", "host", "text", None, "Name of its host; instances of one host share a listener.", core=False),
    Key("instance", "delay", "time", "0s", "Additional one-way delay to this host, relative to the first one.", "s",
        core=False),
    *(
        replace(key, section="instance", default=None, unset="as [server]")
        for key in SERVER_KEYS
        if key.section == "server" and key.name != "instance_name"
    ),
)  # fmt: skip
_FAULT: Final = (
    Key("fault", "kind", "choice", "host_down", "What goes down or hangs.",
        choices=("host_down", "host_hang", "link_down", "listener_down", "listener_hang", "instance_down",
                 "instance_hang")),
    Key("fault", "at", "time", "0s", "When it does.", "s"),
    Key("fault", "until", "time", "0s", "When it ends; 0: never.", "s"),
    Key("fault", "target", "text", "",
        "Name of the host or instance; for a listener, of its host; a group of clients, app, or one host of it, app-2; "
        "a link of that name, such as wan, or wan2 of a [path] of several hops; empty: the first host or instance, or "
        "all links of the WAN."),
)  # fmt: skip
_LIMIT_CHANGE: Final = (
    Key("limit_change", "at", "time", "0s", "When it changes.", "s"),
    Key("limit_change", "instance", "text", "", "Name of the instance; empty: the first."),
    Key("limit_change", "max_shared_servers", "int", None,
        "MAX_SHARED_SERVERS from then on; 0: as many as the host allows. Servers beyond it stay until they are idle.",
        high=10**6, unset="as it is", source="ALTER SYSTEM, Database Reference 19c"),
    Key("limit_change", "pool_max_size", "int", None,
        "MAXSIZE of the resident pool from then on. Servers beyond it stay until inactivity_timeout.", low=1,
        high=10**6, unset="as it is", source="ALTER_PARAM of DBMS_CONNECTION_POOL"),
)  # fmt: skip
_FORK: Final = (
    Key("fork", "name", "text", None, "Name of the variant, in tables and figures.", core=False),
    Key("fork", "at", "time", None,
        "Time up to which all variants are one run, which is simulated once; what is its own begins no earlier.", "s",
        core=False),
    Key("fork", "fault", "any", None,
        "Faults that this variant has in addition, with the keys of [[fault]]; at is the fork's unless given.",
        core=False),
    Key("fork", "link_change", "any", None,
        "Changes of links that this variant has in addition, with the keys of [[link_change]]; at is the fork's unless "
        "given.", core=False),
    Key("fork", "limit_change", "any", None,
        "Changes of limits that this variant has in addition, with the keys of [[limit_change]]; at is the fork's "
        "unless given.", core=False),
)  # fmt: skip

CLUSTER_KEYS: Final = (*_END_POINT, *_INSTANCE, *_FAULT, *_LIMIT_CHANGE, *_FORK)
"""All keys of these lists."""

LATER: Final[tuple[str, ...]] = ("fault", "link_change", "limit_change")
"""Lists of what happens while a run goes on: runs that differ in nothing else have one beginning."""
