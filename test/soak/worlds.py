# SPDX-License-Identifier: GPL-2.0-only
"""Random plans from a seed: any key of the schema, at values from one end of its range to the other.

The table of plan keys is what the generator walks through, so a new key is drawn from its first day. What would make a
run long without showing anything new is bounded in _AT_MOST and _VALUES, with its reason.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from agree import agree, settle_failover, settle_lobs, settle_results, settle_subscriptions
from graphs import GRAPH_LISTS, add_changes, settle_sites
from net8.base.units import parse_time
from net8.plan.plan import Plan
from net8.schema.key import Key
from net8.schema.pool import POOL_KEYS
from net8.schema.table import KEYS
from protocols import PROTOCOL_KEYS, PROTOCOL_VALUES, settle_protocol
from work import WORK_LISTS, WORK_VALUES, add_work

__all__ = ["Document", "drawn_keys", "set_keys", "world"]

Document = dict[str, Any]
"""A plan as a TOML file would hold it."""

_SECTIONS: Final = (
    "path", "client", "client.tcp", "server.tcp", "listener", "server", "server.shared", "server.dispatcher",
    "server.pool", "server.broker", "server.prespawn", "host.cpu", "host.memory", "query",
)  # fmt: skip
_LISTS: Final = {"cross_traffic": 2, "group": 3, "end_point": 1, "instance": 3, "fault": 3}
"""Lists of tables, and how many tables they have at most."""

_AT_MOST: Final = {
    # Each of these multiplies packets or hosts, which a soak of many small worlds need not repeat.
    "rows": 2000, "count": 8, "hosts": 8, "cycles": 2, "queries": 2, "hops": 8, "flows": 2, "scan": 3, "commits": 3,
    "dispatchers": 8, "brokers": 8, "shared_servers": 20, "max_shared_servers": 40, "min_size": 20, "max_size": 40,
    "incr_size": 20, "pool_size": 20, "prespawn_max": 30, "retry_count": 3, "cores": 64, "request_length": 100_000,
    "statement_length": 100_000, "lob_amount": 2**20, "lob_limit": 2**20, "error_overhead": 10_000,
    "row_overhead": 2_000,
    "fetch_overhead": 10_000, "row_header": 1_000, "execute_overhead": 10_000, "end_overhead": 10_000,
    "keep_alive_count": 20, "syn_retries": 8, "naming_entries": 10**6, "process_memory": 2**30, "session_memory": 2**30,
    "connection_memory": 2**20, "name_servers": 3, "path_shares": 1000,
}  # fmt: skip
_AT_LEAST: Final = {
    # Below these, a timer of its own fires millions of times while nothing else happens.
    "expire_time": 10**8, "keep_alive_time": 10**8, "keep_alive_interval": 10**8, "registration_interval": 10**9,
    "growth_interval": 10**6, "radio_dwell_time": 10**6, "quantum": 10**4, "min_rto": 10**6, "initial_rto": 10**6,
    "mean_on": 10**6, "mean_off": 10**6, "delayed_ack_time": 10**6,
    "inactivity_timeout": 10**7, "max_think_time": 10**7,
    "timeout": 10**8, "recv_timeout": 10**6, "pipe_peek_interval": 10**7,
    "retry_delay": 10**6, "transport_connect_timeout": 10**6, "connect_timeout": 10**6,
}  # fmt: skip
_TIMES_NS: Final = (0, 1, 1_000, 1_000_000, 20_000_000, 300_000_000, 2 * 10**9, 60 * 10**9, 3600 * 10**9)
_WORDS: Final = ("", "a", "APP", "naïve user", "x" * 60, "[bold]", "=1+1", "Zoë-ΩΩ")
_CIPHERS: Final = {
    "encryption_types": ("aes256", "aes128", "3des168", "rc4_40"),
    "crypto_checksum_types": ("md5", "sha1", "sha256", "sha512"),
}
_NAMES: Final = ("orcl", "sales", "hr.example.com")

_TLS_CIPHERS: Final = ("", "aes256_gcm", "chacha20, aes128_gcm", "aes_cbc_sha384", "aes_cbc_sha1, aes256_gcm")
_ADDRESS: Final = "(ADDRESS=(PROTOCOL=tcp)(HOST={})(PORT=1521))"
_DESCRIPTORS: Final = tuple(
    f"(DESCRIPTION={addresses}(CONNECT_DATA=(SERVICE_NAME={name})))"
    for addresses, name in (
        (_ADDRESS.format("db"), "orcl"),
        ("(FAILOVER=on)(LOAD_BALANCE=on)" + _ADDRESS.format("far") + _ADDRESS.format("db"), "sales"),
    )
)
_NODES: Final = ("*", "10.*", "10.0.0.0/8, 192.0.2.1", "fd00::/8, 2001:db8::1", "192.0.2.1")

_VALUES: Final[dict[str, Callable[[random.Random], object]]] = {
    "path.rate": lambda r: r.choice(["64kbps", "2Mbps", "45Mbps", "1Gbps"]),
    "path.lan_rate": lambda r: r.choice(["4Mbps", "100Mbps", "10Gbps"]),
    "path.queue_size": lambda r: r.choice(["1p", "20p", "100000p", "70000B"]),
    **{
        f"{section}.queue_threshold": lambda r: r.choice(["1p", "20p", "30000B"])
        for section in ("path", "link")
    },
    # Leaving a burst in two ways, and losing in two: no two of one line are more than 1 together.
    "link.loss_p13": lambda r: r.choice([0.0, 0.001, 0.05]),
    "link.loss_p14": lambda r: r.choice([0.0, 0.01, 0.95]),
    "link.loss_p31": lambda r: r.choice([0.01, 0.4, 0.9]),
    "link.loss_p32": lambda r: r.choice([0.0, 0.1]),
    "path.loss_rate": lambda r: r.choice([0.0, 0.001, 0.05, 0.4, 0.99]),
    **{
        f"{section}.compression_levels": lambda r: r.choice(["low", "high", "low,high", "high, low"])
        for section in ("client", "group", "server", "instance")
    },
    "path.loss_list": lambda r: sorted(r.sample(range(60), r.randint(1, 8))),
    "path.radio_rates": lambda r: r.sample(["6Mbps", "24Mbps", "54Mbps"], r.randint(1, 3)),
    # A text without a number is an error 0 in results, which a judge cannot tell from none.
    "query.error_text": lambda r: r.choice(
        ["ORA-00001: ", "ORA-01555: snapshot too old: Zoë", "ORA-00600: " + "x" * 60]
    ),
    "statement.error_text": lambda r: r.choice(
        ["ORA-00001: ", "ORA-30006: resource busy", "ORA-00060: naïve"]
    ),
    "site.rate": lambda r: r.choice(["4Mbps", "100Mbps", "10Gbps"]),
    "site.queue_size": lambda r: r.choice(["1p", "20p", "100000p", "70000B"]),
    "site.radio_rates": lambda r: r.sample(["6Mbps", "24Mbps", "54Mbps"], r.randint(1, 3)),
    "site.radio_frame_loss": lambda r: r.choice([0.0, 0.1, 0.9]),
    **{
        f"{section}.{name}": lambda r: r.choice(["64kbps", "2Mbps", "45Mbps", "1Gbps"])
        for section in ("link", "link_change")
        for name in ("rate", "rate_up")
    },
    "path.rate_up": lambda r: r.choice(["64kbps", "2Mbps", "45Mbps", "1Gbps"]),
    "path.queue_size_up": lambda r: r.choice(["1p", "20p", "100000p", "70000B"]),
    "link.queue_size": lambda r: r.choice(["1p", "20p", "100000p", "70000B"]),
    "link.queue_size_up": lambda r: r.choice(["1p", "20p", "100000p", "70000B"]),
    "link.loss_rate": lambda r: r.choice([0.0, 0.001, 0.05, 0.4, 0.99]),
    "link.loss_list": lambda r: sorted(r.sample(range(60), r.randint(1, 8))),
    "link.burst_rate": lambda r: r.choice([0.0, 0.001, 0.05, 0.4]),
    "link.burst_length": lambda r: r.choice([1.0, 3.5, 100.0]),
    "link.burst_loss": lambda r: r.choice([0.1, 0.9, 1.0]),
    "path.host_names": lambda r: r.choice(
        [{"db": "server", "far": "nowhere"}, {"db": ["nowhere", "server"]}]
    ),
    "client.arrivals": lambda r: r.choice(["spaced", "batch", "poisson"]),
    "group.arrivals": lambda r: r.choice(["spaced", "batch", "poisson"]),
    "client.descriptor": lambda r: r.choice(_DESCRIPTORS),
    "group.descriptor": lambda r: r.choice(_DESCRIPTORS),
    "cross_traffic.shape": lambda r: r.choice([1.001, 1.5, 3.7]),
    "cross_traffic.mean_on": lambda r: r.choice(["1ms", "2s"]),
    "cross_traffic.mean_off": lambda r: r.choice(["1ms", "2s"]),
    "host.cpu.speed": lambda r: r.choice([0.001, 0.5, 3.7, 1000.0]),
    "listener.port": lambda r: r.choice([1, 1521, 65535]),
    "listener.invited_nodes": lambda r: r.choice(_NODES),
    "listener.excluded_nodes": lambda r: r.choice(_NODES),
    "listener.default_service": lambda r: r.choice(_NAMES),
    "cross_traffic.rate": lambda r: r.choice(["8kbps", "1Mbps", "6Mbps"]),
    "cross_traffic.packet_size": lambda r: r.choice([100, 1000, 1473, 20_000]),
    "cross_traffic.stop": lambda r: r.choice(["1s", "4s"]),
    "query.row_length": lambda r: r.choice(
        [1, 100, 5000, [10, 300, 4000], {"distribution": "exponential", "mean": 200}]
    ),
    "query.columns": lambda r: r.choice(
        [
            "number:10, varchar2:30",
            "date, date, date, date, date",
            "clob:500",
            "long:900",
            "raw:2000, number:4",
            "timestamp",
        ]
    ),
    **{
        f"{section}.notification_interval": lambda r: r.choice(
            ["0s", "40ms", "3s", {"distribution": "exponential", "mean": "500ms"}]
        )
        for section in ("server", "instance")
    },
    "client.result_cache_size": lambda r: r.choice([0, 1000, 2**20]),
    "group.result_cache_size": lambda r: r.choice([0, 1000, 2**20]),
    "query.lob_prefetch": lambda r: r.choice([0, 1, 400, 2**30 - 1]),
    "statement.lob_prefetch": lambda r: r.choice([0, 1, 400]),
    "listener.rate_limit": lambda r: r.choice(["no", "yes", "1", "7"]),
    "end_point.rate_limit": lambda r: r.choice(["no", "yes", "3"]),
    "end_point.port": lambda r: r.choice([1522, 65535]),
    **dict.fromkeys(("path.tunnel_mtu", "link.tunnel_mtu"), lambda r: r.choice([0, 1280, 1400, 1500])),
    "path.radio_frame_loss": lambda r: r.choice([0.0, 0.1, 0.9]),
    "server.handlers": lambda r: ", ".join(
        r.sample(["dedicated", "prespawned", "shared", "pooled"], r.randint(1, 3))
    ),
    "instance.handlers": lambda r: r.choice(["dedicated", "shared", "pooled, dedicated"]),
    "host.memory.limit": lambda r: r.choice([0, 10 * 2**20, 100 * 2**20]),
    "instance.host": lambda r: r.choice(["node1", "node2"]),
    "server.service_name": lambda r: r.choice(_NAMES),
    "client.service_name": lambda r: r.choice(_NAMES),
    "server.character_set": lambda r: r.choice(["AL32UTF8", "WE8ISO8859P1"]),
    "listener.tls_certificates": lambda r: r.choice(["1232, 1115", "900", "4000, 2000, 1000"]),
    "client.tls_certificates": lambda r: r.choice(["1232", "800, 700"]),
    "group.tls_certificates": lambda r: r.choice(["1232", "800, 700"]),
    "client.tls_cipher": lambda r: r.choice(_TLS_CIPHERS),
    "group.tls_cipher": lambda r: r.choice(_TLS_CIPHERS),
    "listener.tls_cipher": lambda r: r.choice(_TLS_CIPHERS),
    **WORK_VALUES,
    **PROTOCOL_VALUES,
    "fault.at": lambda r: f"{r.randrange(4000)}ms",
    "fault.until": lambda r: r.choice(["0s", f"{r.randrange(4001, 9000)}ms"]),
    "fault.target": lambda r: r.choice(["", "", "node1", "g0", "g0-1", "i0"]),
}
"""Keys whose values have a form of their own, or for which a few say all there is."""

_NEVER: Final = frozenset(
    {
        # Names of tables of a list are given by the list; files are read by tests of their own.
        "client.arrival_file", "group.arrival_file", "group.name", "instance.name", "site.name", "router.name",
        "link.name", "link.delivery_trace", "link.delivery_trace_up", "link.rtt_series",
        "path.delivery_trace", "path.delivery_trace_up", "path.rtt_series",
        "link.jitter_file", "path.jitter_file",
        "statement.name", "transaction.name",
        # The judge knows how many sessions clients have; users of pools have none of their own.
        *(f"{section}.{key.name}" for section in ("client", "group") for key in POOL_KEYS),
    }
)  # fmt: skip

_CONTRADICTORY: Final = 0.03
"""Part of the worlds whose values are left as they were drawn, mostly to be refused in one sentence."""


def world(seed: int) -> Document:
    """Make the plan of a seed.

    @param seed: any number
    @return: the plan, which may still be refused where values do not go together
    """
    rng = random.Random(seed)
    density = rng.choice([0.03, 0.1, 0.3])
    document: Document = {}
    for section in _SECTIONS:
        table = _table(rng, section, density)
        if table:
            _place(document, section, table)
    for section, most in _LISTS.items():
        tables = [_entry(rng, section, number, density) for number in range(rng.choice([0, 0, 1, most]))]
        if tables:
            document[section] = tables
    if rng.random() >= _CONTRADICTORY:
        settle_sites(rng, document, lambda section: _table(rng, section, density))
        agree(rng, document)
    document.setdefault("query", {}).setdefault("rows", rng.choice([0, 1, 50, 500]))
    add_work(rng, document, lambda section: _table(rng, section, density))
    settle_lobs(document)
    settle_results(rng, document)
    settle_subscriptions(rng, document)
    document["run"] = {"stop_time": _stop_time(rng, document), "max_wall_time": "10s"}
    if rng.random() < 0.3:
        document["run"]["sample_interval"] = "250ms"
    if rng.random() < 0.2:
        document["run"]["network"] = "nodes"
    settle_protocol(rng, document, lambda path: _value(rng, KEYS[path]))
    settle_failover(document)
    add_changes(rng, document)
    return document


def _stop_time(rng: random.Random, document: Document) -> str:
    """Draw the end of a world, which lies behind the start of its clients."""
    after = rng.choice([500, 30_000, 200_000])
    start = parse_time(document.get("client", {}).get("start", "0s")) // 10**6
    return f"{after if start < after else start + after}ms"


def _entry(rng: random.Random, section: str, number: int, density: float) -> Document:
    """Draw one table of a list; what it must have is always there."""
    table = _table(rng, section, density)
    if section in ("group", "instance"):
        table["name"] = f"{section[0]}{number}"
    if section == "fault":
        table["kind"] = rng.choice(KEYS["fault.kind"].choices)
        table["at"] = _VALUES["fault.at"](rng)
    if section == "cross_traffic":
        table["stop"] = _VALUES["cross_traffic.stop"](rng)
    return table


def _table(rng: random.Random, section: str, density: float) -> Document:
    """Draw some keys of a section."""
    keys = [key for key in KEYS.values() if key.section == section and key.path not in _NEVER | PROTOCOL_KEYS]
    return {key.name: _value(rng, key) for key in keys if rng.random() < density}


def _place(document: Document, section: str, table: Document) -> None:
    """Put a table where its dotted name says."""
    inner = document
    *above, last = section.split(".")
    for name in above:
        inner = inner.setdefault(name, {})
    inner.setdefault(last, {}).update(table)


def _value(rng: random.Random, key: Key) -> object:
    """Draw a value of a key, from one end of its range to the other."""
    if key.path in _VALUES:
        return _VALUES[key.path](rng)
    match key.kind:
        case "choice" | "class":
            return rng.choice(key.choices)
        case "bool":
            return rng.random() < 0.5
        case "int" | "size":
            return _integer(rng, key)
        case "number":
            return max(float(key.low), min(float(key.high), rng.choice([0.0, 0.5, 1.0, 3.7, 100.0])))
        case "time":
            return _time(rng, key)
        case "random":
            return _random_time(rng, key)
        case "fraction":
            return rng.choice([0.0, 0.01, 0.5, 0.95])
        case "frequency":
            return rng.choice(["1/s", "50/s", "3/min"])
        case "rate":
            return rng.choice(["64kbps", "10Mbps", "4Gbps"])
        case "shares":
            return rng.choice([0.5, [0.1, 0.9]])
    if key.name in _CIPHERS:
        return ", ".join(rng.sample(_CIPHERS[key.name], 2))
    return rng.choice(_WORDS)


def _integer(rng: random.Random, key: Key) -> int:
    """Draw a number: an end of the range, a usual one, or any between."""
    low = int(key.low)
    high = int(min(key.high, _AT_MOST.get(key.name, key.high)))
    usual = key.default if isinstance(key.default, int) else min(high, 1000)
    return max(low, min(high, rng.choice([low, low + 1, high, usual, rng.randint(low, high)])))


def _time(rng: random.Random, key: Key) -> str:
    """Draw a time, which may be a nanosecond."""
    low = max(int(key.low), _AT_LEAST.get(key.name, 0))
    chosen = rng.choice(_TIMES_NS)
    if chosen < low and not (chosen == 0 and key.low == 0):
        chosen = low
    return f"{min(chosen, int(key.high))}ns"


def _random_time(rng: random.Random, key: Key) -> object:
    """Draw a constant time or a distribution."""
    if rng.random() < 0.6:
        return _time(rng, key)
    mean = f"{rng.choice([1, 1000, 20000])}us"
    return rng.choice([
        {"distribution": "exponential", "mean": mean},
        {"distribution": "uniform", "min": "0s", "max": mean},
        {"distribution": "pareto", "scale": mean, "shape": 2.5},
    ])  # fmt: skip


def drawn_keys() -> frozenset[str]:
    """Return the keys that a world may set.

    @return: their dotted names
    """
    sections = {*_SECTIONS, "tds", *_LISTS, *GRAPH_LISTS, *WORK_LISTS}
    return frozenset(key.path for key in KEYS.values() if key.section in sections) - _NEVER


def set_keys(document: Document) -> set[str]:
    """Return the keys that a world sets to something else than their default.

    @param document: the plan
    @return: their dotted names
    """
    plan = Plan.of(document)
    tables = [(section, table) for section, listed in plan.lists.items() for table in listed]
    found = {path for path, value in plan.values.items() if value != KEYS[path].default}
    for section, table in tables:
        found |= {
            path
            for name, value in table.items()
            if (path := f"{section}.{name}") in KEYS and value != KEYS[path].default
        }
    return found & drawn_keys()
