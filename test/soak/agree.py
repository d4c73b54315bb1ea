# SPDX-License-Identifier: GPL-2.0-only
"""Makes values that were drawn one by one go together, so that the plan is one that net8 takes.

Where two values contradict each other, chance says which one gives way, so no value is only seen without the other.
"""

from __future__ import annotations

import random
from typing import Any, Final

from net8 import _core
from net8.base.units import parse_time
from net8.plan.tcp import OF_LINUX, runs_linux, runs_machine
from net8.schema.columns import column_count
from net8.schema.failover import FAILOVER_KEYS
from net8.schema.network import LINE_NAMES
from net8.schema.table import KEYS

__all__ = [
    "ONE_LINE",
    "agree",
    "settle_conditions",
    "settle_failover",
    "settle_lobs",
    "settle_results",
    "settle_subscriptions",
    "settle_threshold",
]

Document = dict[str, Any]

_RADIO_MTU: Final = 2296
_IPV6_MTU: Final = 1280
_UDP_HEADERS: Final = 48
_BULK_BUFFER: Final = 2**25
_TCP_HEADERS: Final = 60


ONE_LINE: Final = (
    "jitter", "burst_rate", "loss_p13", "loss_p14", "duplicate", "reorder", "slot_min", "slot_max", "idle_time",
    "black_hole_mtu", "tunnel_mtu", "urgent_data",
)  # fmt: skip
"""Keys by which one line of a WAN does more to packets than rate, delay and random losses."""
_THIN: Final = ("jdbc-thin", "node-thin", "python-thin", "sqlcl")
"""Drivers that read LOBs one by one."""
_ADDRESS: Final = "(ADDRESS=(PROTOCOL=tcp)(HOST=db)(PORT=1521))"


def agree(rng: random.Random, document: Document) -> None:
    """Change what would be refused because it does not go with something else.

    @param rng: what chance says
    @param document: the plan
    """
    _path(rng, document.get("path", {}))
    _sizes(document)
    for end in ("client", "server"):
        _tcp(rng, document.get(end, {}).get("tcp", {}))
    _stock(document)
    _urgent_data(document)
    _tunnels(document)
    _cross_traffic(rng, document.get("cross_traffic", []))
    _query(rng, document.get("query", {}))
    _clients(rng, document)
    _handlers(rng, document.get("server", {}), document.get("instance", []))
    _pools(rng, document.get("server", {}))
    _end_points(rng, document)
    _distances(document)
    _faults(rng, document)
    _security(rng, document)


def settle_failover(document: Document) -> None:
    """Leave failover to sessions that can be restored, its keys to clients with a type; preconnect needs two addresses.

    @param document: the plan, with all its transactions, and its protocol
    """
    client = document.get("client", {})
    tables = [client, *document.get("group", [])]
    lost = client.get("protocol") == "tds" or any(
        each.get("pipeline") for each in document.get("transaction", [])
    )
    if lost or any(each.get("behaviour", "normal") != "normal" or each.get("subscribes") for each in tables):
        for table in tables:
            for key in FAILOVER_KEYS:
                table.pop(key.name, None)
        return
    for table in tables:
        known: Document = (
            {"failover_type": "none", "failover_method": "basic", "descriptor": ""} | client | table
        )
        if known["failover_type"] == "none":
            if client.get("failover_type", "none") != "none":
                del table["failover_type"]
                continue
            for key in FAILOVER_KEYS[1:]:
                table.pop(key.name, None)
        elif known["failover_method"] == "preconnect" and str(known["descriptor"]).count("(ADDRESS=") < 2:
            if document.get("path", {}).get("transport", "tcp") == "tcp":
                table["descriptor"] = f"(DESCRIPTION={2 * _ADDRESS}(CONNECT_DATA=(SERVICE_NAME=orcl)))"
            else:
                table["failover_method"] = "basic"


def settle_lobs(document: Document) -> None:
    """Leave LOB data with the rows to drivers that ask for it, and arrays of LOBs to those of OCI.

    @param document: the plan, with all its statements
    """
    clients = [document.get("client", {}), *document.get("group", [])]
    if any(str(client.get("driver", "sqlplus")) in _THIN for client in clients):
        for client in clients:
            client.pop("lob_array_read", None)
    if any(client.get("driver") in ("python-thin", "node-thin") for client in clients):
        for table in (document.get("query", {}), *document.get("statement", [])):
            table.pop("lob_prefetch", None)


def settle_results(rng: random.Random, document: Document) -> None:
    """Leave results that are kept to queries without LOBs, and to clients of OCI from 11.1 on.

    @param rng: what chance says
    @param document: the plan, with all its statements
    """
    statements, clients = (
        document.get("statement", []),
        [document.get("client", {}), *document.get("group", [])],
    )
    for statement in statements:
        columns = {**document.get("query", {}), **statement}.get("columns", "")
        if statement.get("kind", "query") != "query" or "lob" in columns or "long" in columns:
            statement.pop("result_cache", None)
        if not statement.get("result_cache"):
            statement.pop("bind_values", None)
    kept = [statement["name"] for statement in statements if statement.get("result_cache")]
    for statement in statements:
        if statement.get("kind", "query") not in ("dml", "plsql") or "outer" not in kept:
            statement.pop("changes", None)
    oci = all(client.get("driver", "sqlplus") in ("sqlplus", "oci") for client in clients)
    if not kept or not oci or any("release" in client for client in clients):
        for client in clients:
            client.pop("result_cache_size", None)
    elif rng.random() < 0.5:
        # Few worlds come here.
        rng.choice(clients)["result_cache_size"] = rng.choice([1000, 2**20])


def settle_subscriptions(rng: random.Random, document: Document) -> None:
    """Leave subscriptions to clients of python-oracledb that have servers of their own.

    @param rng: what chance says
    @param document: the plan
    """
    client, server = document.get("client", {}), document.get("server", {})
    own = all(
        {"dedicated", "prespawned"}
        & set(str(each.get("handlers", server.get("handlers", "dedicated"))).split(", "))
        for each in [server, *document.get("instance", [])]
    )
    tables = document.get("group", []) or [client]
    could = own
    for table in tables:
        said = {**client, **table}
        fits = (
            said.get("driver") == "python-thin" and said.get("server") != "pooled" and "release" not in said
        )
        could = could and fits and said.get("behaviour", "normal") == "normal"
    for table in [client, *document.get("group", [])]:
        if not could:
            table.pop("subscribes", None)
    if could and rng.random() < 0.5:
        # Few worlds come here.
        rng.choice(tables)["subscribes"] = True


def _security(rng: random.Random, document: Document) -> None:
    """Settle whether TLS or native encryption protects a world, as Oracle has one of them at a time."""
    ends = [document.get(section, {}) for section in ("client", "server", "listener")]
    ends += [*document.get("group", []), *document.get("instance", [])]
    dropped = rng.choice([("tls",), ("encryption", "crypto_checksum")])
    if any(end.get("tls") for end in ends):
        for end in ends:
            for name in dropped:
                end.pop(name, None)
    for end in ends:
        if end.get("tls_min_version") == "1.3":
            end["tls_version"] = "1.3"
    _compression(rng, document)


def _compression(rng: random.Random, document: Document) -> None:
    """Give ends that compress a ratio."""
    clients = [document.get("client", {}), *document.get("group", [])]
    for end in (*clients, document.get("server", {}), *document.get("instance", [])):
        end.pop("compression_ratio", None)
        if end.get("compression"):
            end["compression_ratio"] = rng.choice([1.0, 3.0, 1000.0])


def _path(rng: random.Random, path: Document) -> None:
    """Settle IP versions, the radio and what is lost."""
    if path.get("ip") != "dual" and ("client_ip" in path or "server_ip" in path):
        if rng.random() < 0.5:
            path["ip"] = "dual"
        else:
            path.pop("client_ip", None)
            path.pop("server_ip", None)
    if path.get("last_hop") == "radio" and path.get("kind") == "segment":
        _give_way(rng, path, "last_hop", "kind")
    if path.get("last_hop") == "radio" and path.get("mtu", 0) > _RADIO_MTU:
        _give_way(rng, path, "last_hop", "mtu")
    if path.get("ip", "v4") != "v4" and path.get("mtu", _IPV6_MTU) < _IPV6_MTU:
        path["mtu"] = _IPV6_MTU
    if path.get("loss_list") and path.get("loss_rate"):
        _give_way(rng, path, "loss_list", "loss_rate")
    settle_conditions(rng, path)
    if any(path.get(name) not in (None, 0, "0s", "unused", "pass") for name in ONE_LINE):
        path.pop("hops", None)
    if path.get("kind", "wan") != "wan":
        for name in LINE_NAMES:
            path.pop(name, None)
    if any(name in path for name in LINE_NAMES):
        path.pop("hops", None)
    # A queue in bytes takes one frame, and fq_codel counts packets.
    queue = str(path.get("queue_size", ""))
    if queue.endswith("B") and (
        path.get("queue_disc") == "fq_codel" or int(queue[:-1]) < path.get("mtu", 0) + 100
    ):
        path["queue_size"] = "70p"
    settle_threshold(path)


def settle_threshold(table: Document) -> None:
    """Count a queue and the threshold from which it marks alike.

    @param table: a path or a link
    """
    if "queue_threshold" not in table:
        return
    table["queue_disc"] = "threshold"
    unit = table["queue_threshold"][-1]
    for name in {"queue_size", *(table.keys() & {"queue_size_up"})}:
        if not str(table.get(name, "100p")).endswith(unit):
            table[name] = "70000B" if unit == "B" else "70p"


def settle_conditions(rng: random.Random, table: Document) -> None:
    """Settle what a path or a link does to packets.

    @param rng: what chance says
    @param table: its keys
    """
    if table.get("burst_rate") and (table.get("loss_p13") or table.get("loss_p14")):
        for name in rng.choice([("burst_rate",), ("loss_p13", "loss_p14")]):
            table.pop(name, None)
    for one, other, rest in (("loss_p13", "loss_p14", 0.0), ("loss_p31", "loss_p32", 1.0)):
        if table.get(one, rest) + table.get(other, 0.0) > 1:
            table[one], table[other] = 0.5, 0.5
    if 0 < parse_time(table.get("slot_max", "0s")) < parse_time(table.get("slot_min", "0s")):
        del table["slot_max"]


def _tcp(rng: random.Random, tcp: Document) -> None:
    """Settle what Linux has no knob for, and what is a sysctl of Linux: another TCP, or nothing of it."""
    kind = tcp.get("profile", "linux"), tcp.get("congestion_control")
    without_knob = tcp.keys() & {"delayed_ack_time", "delayed_ack_count", "initial_rto"}
    of_linux = tcp.keys() & OF_LINUX.keys()
    if not runs_linux(*kind) and of_linux and rng.random() < 0.5:
        for name in ("profile", "congestion_control"):
            tcp.pop(name, None)
    elif runs_linux(*kind) and without_knob and rng.random() < 0.5:
        tcp["profile"] = "ns3"
    kind = tcp.get("profile", "linux"), tcp.get("congestion_control")
    for name in without_knob if runs_linux(*kind) else of_linux:
        del tcp[name]


def _is_stock(document: Document, end: str) -> bool:
    """Return whether an end runs ns-3's own TCP."""
    tcp = document.get(end, {}).get("tcp", {})
    return not runs_machine(tcp.get("profile", "linux"), tcp.get("congestion_control"))


def _stock(document: Document) -> None:
    """Leave out what ns-3's own TCP does not have."""
    kinds = {"client": "group", "server": "instance"}
    for end, kind in kinds.items():
        if not _is_stock(document, end):
            continue
        for key in ("segment_time", "keep_alive_time", "keep_alive_interval", "keep_alive_count"):
            document[end]["tcp"].pop(key, None)
        tables = (document[end], *document.get(kind, []))
        # Packets of Oracle Net still probe.
        packets = end == "server" and all(table.get("ns_probes", True) for table in tables)
        for table in tables:
            table.pop("keep_alive", None)
            if not (packets and document[end].get("ns_probes")):
                table.pop("expire_time", None)
    flows = [table.get("congestion_control") for table in document.get("cross_traffic", [])]
    if any(_is_stock(document, end) for end in kinds) or not all(
        runs_machine("linux", each) for each in flows
    ):
        for end in kinds:
            document.get(end, {}).get("tcp", {}).pop("dsack", None)
    if _is_stock(document, "server"):
        for table in (document.get("listener", {}), *document.get("end_point", [])):
            if table.get("overflow") == "reset":
                del table["overflow"]


def _tunnels(document: Document) -> None:
    """Leave tunnels out where an end would not hear of them."""
    path = document.get("path", {})
    deaf = any(_is_stock(document, end) for end in ("client", "server"))
    if deaf or path.get("tcp_demux") == "stock":
        for table in (path, *document.get("link", [])):
            table.pop("tunnel_mtu", None)


def _give_way(rng: random.Random, table: Document, *names: str) -> None:
    """Leave out one of some keys."""
    del table[rng.choice(names)]


def _sizes(document: Document) -> None:
    """Fit segments and background packets into the largest packet."""
    mtu = document.get("path", {}).get("mtu", KEYS["path.mtu"].default)
    hops = [*document.get("site", []), *document.get("link", [])]
    if hops:
        mtu = min(table.get("mtu", KEYS["link.mtu"].default) for table in hops)
    for end in ("client", "server"):
        tcp = document.get(end, {}).get("tcp", {})
        if "segment_size" in tcp:
            tcp["segment_size"] = min(tcp["segment_size"], mtu - _TCP_HEADERS)
    for table in document.get("cross_traffic", []):
        tcp = document.get("server", {}).get("tcp", {})
        if table.get("kind") == "bulk" and "send_buffer" in tcp:
            # On a LAN it sends from the server, whose buffer it fills at once in pieces of 512 bytes.
            tcp["send_buffer"] = min(tcp["send_buffer"], _BULK_BUFFER)
        size = table.get("packet_size", KEYS["cross_traffic.packet_size"].default)
        if table.get("kind") != "bulk" and size > mtu - _UDP_HEADERS:
            table["packet_size"] = mtu - _UDP_HEADERS


def _urgent_data(document: Document) -> None:
    """Leave urgent data to the TCP that has them."""
    if any(_is_stock(document, end) for end in ("client", "server")):
        for table in (document.get("path", {}), *document.get("link", [])):
            table.pop("urgent_data", None)


def _cross_traffic(rng: random.Random, tables: list[Document]) -> None:
    """Let background traffic begin before it ends."""
    for table in tables:
        if "start" in table and parse_time(table["start"]) >= parse_time(table["stop"]):
            table["start"] = rng.choice(["1ns", "999ms"])


def _query(rng: random.Random, query: Document) -> None:
    """Settle what a row consists of."""
    if "columns" not in query and ("repetition" in query or query.get("repeated_columns")):
        if rng.random() < 0.5:
            query["columns"] = "number:10, varchar2:30"
        else:
            query.pop("repetition", None)
            query.pop("repeated_columns", None)
    if "columns" in query and "row_length" in query:
        _give_way(rng, query, "columns", "row_length")
        if "columns" not in query:
            query.pop("repetition", None)
            query.pop("repeated_columns", None)
    if query.get("repeated_columns") and "repetition" in query:
        _give_way(rng, query, "repeated_columns", "repetition")
    columns = column_count(query.get("columns", ""))
    if "repeated_columns" in query:
        query["repeated_columns"] = min(query["repeated_columns"], columns)
    if isinstance(query.get("repetition"), list):
        query["repetition"] = [query["repetition"][number % 2] for number in range(columns)]


def _clients(rng: random.Random, document: Document) -> None:
    """Settle drivers and their versions, prefetched memory, and when clients start."""
    client, groups = document.get("client", {}), document.get("group", [])
    for table in [client, *groups]:
        driver = table.get("driver", client.get("driver", KEYS["client.driver"].default))
        versions = _core.driver_releases(driver)
        if table.get("release", client.get("release", versions[0])) not in versions:
            table["release"] = rng.choice(versions)
        _name_servers(table, client, "client")
    _name_servers(document.get("listener", {}), {}, "listener")
    query = document.get("query", {})
    drawn = isinstance(query.get("row_length"), dict)
    if drawn and any(table.get("prefetch_memory") for table in [client, *groups]):
        query.setdefault("defined_length", rng.choice([1, 200, 4000]))


def _name_servers(table: Document, client: Document, section: str) -> None:
    """Let no more name servers be silent than there are."""
    servers, silent = (
        int(str(table.get(name, client.get(name, KEYS[f"{section}.{name}"].default))))
        for name in ("name_servers", "silent_name_servers")
    )
    if silent > servers:
        table["silent_name_servers"] = servers


def _handlers(rng: random.Random, server: Document, instances: list[Document]) -> None:
    """Take apart handlers that replace each other; give a static instance a dedicated server, a PATH its shares."""
    for table in [server, *instances]:
        kinds = str(table.get("handlers", server.get("handlers", "dedicated"))).split(", ")
        if {"dedicated", "prespawned"} <= set(kinds):
            kinds.remove(rng.choice(["dedicated", "prespawned"]))
            table["handlers"] = ", ".join(kinds)
        static = table.get("registration", server.get("registration")) == "static"
        if static and not {"dedicated", "prespawned"} & set(kinds):
            if rng.random() < 0.5:
                table["registration"] = "dynamic"
            else:
                table["handlers"] = ", ".join([*kinds, rng.choice(["dedicated", "prespawned"])])
        known: Document = {"path_shares": 0, "path_entries": 0} | server | table
        if known["path_shares"] > known["path_entries"]:
            name, other = rng.sample(["path_shares", "path_entries"], 2)
            table[name] = known[other]


def _pools(rng: random.Random, server: Document) -> None:
    """Put the lower limit of a pool below the upper one, and leave a server for sessions."""
    for section, low, high in (("pool", "min_size", "max_size"), ("prespawn", "pool_size", "prespawn_max")):
        table = server.get(section, {})
        least, most = (table.get(name, KEYS[f"server.{section}.{name}"].default) for name in (low, high))
        if least > most:
            name, value = rng.choice([(low, most), (high, least)])
            table[name] = value
    pool = server.get("pool", {})
    most = pool.get("max_size", KEYS["server.pool.max_size"].default)
    if pool.get("authentication_share", 0.05) * most > most - 1:
        pool["authentication_share"] = 0.0


def _end_points(rng: random.Random, document: Document) -> None:
    """Choose for each end point a port of its own."""
    usual = KEYS["listener.port"].default
    taken = {document.get("listener", {}).get("port", usual)}
    for table in document.get("end_point", []):
        port = table.get("port", usual)
        while port in taken:
            port = table["port"] = rng.randint(1, 65535)
        taken.add(port)


def _distances(document: Document) -> None:
    """Put the first instance on the server of the path, each host at one distance, and those of a segment at none."""
    path = document.get("path", {})
    segment = path.get("kind") == "segment" or any(name in path for name in LINE_NAMES)
    delays: dict[str, str] = {}
    for number, table in enumerate(document.get("instance", [])):
        delay = table.pop("delay", "0s")
        near = segment or number == 0
        delay = delays.setdefault(str(table.get("host", table["name"])).lower(), "0s" if near else delay)
        if delay != "0s":
            table["delay"] = delay


def _faults(rng: random.Random, document: Document) -> None:
    """Let faults meet what is there."""
    instances, listener = document.get("instance", []), document.get("listener", {})
    hosts = {str(table.get("host", table["name"])).lower() for table in instances} or {"server"}
    scan = listener.get("scan_name", KEYS["listener.scan_name"].default)
    servers = [*sorted(hosts), *(f"{scan}-{number + 1}" for number in range(listener.get("scan", 0)))]
    groups = [table["name"] for table in document.get("group", [])] or ["clients"]
    named = [table["name"] for table in instances] or [
        document.get("server", {}).get("instance_name", "orcl")
    ]
    for table in document.get("fault", []):
        what, _, _ = table["kind"].partition("_")
        clients = [*groups, *(f"{name}-1" for name in groups)]
        names = {"instance": named, "listener": servers}.get(what, [*servers, *clients])
        if what == "link" and document.get("link"):
            table["target"] = rng.choice([*(link["name"] for link in document["link"]), names[0]])
        elif what == "link" and document.get("site"):
            table["target"] = names[0]
        elif "target" in table:
            table["target"] = rng.choice(["", *names])
