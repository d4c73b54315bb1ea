# SPDX-License-Identifier: GPL-2.0-only
"""The keys of the server's side of a plan: listener, instance and its handlers, host."""

from __future__ import annotations

from typing import Final

from net8.schema.key import GUIDE, PLATFORMS, RELEASES, SDU, TDU, Key
from net8.schema.security import security_keys, tls_keys

__all__ = ["SERVER_KEYS"]

_RELEASE: Final = "the release's own"
_SPAWNED: Final = (
    "fitted to bench/spawn.py: fork and exec on Linux 6.18, Xeon; largest residual 0.037 ms of 1.3 to 2.3 ms"
)
_SERVER: Final = (
    Key("server", "release", "choice", "19c", "Database release, which sets TNS version, limits and defaults; or file: "
        "and the path of a release file, relative to the plan.", choices=RELEASES),
    Key("server", "sdu", "size", None, SDU, "bytes", low=512, high=2097152, unset=_RELEASE, source=GUIDE),
    Key("server", "tdu", "size", None, TDU, "bytes", low=255, high=2097152, unset=_RELEASE),
    Key("server", "tdu_rule", "choice", None, "Whether packets are also cut at the TDU.",
        choices=("min", "ignore"), unset=_RELEASE),
    Key("server", "service_name", "text", None, "Service name that the listener knows.", unset="any"),
    Key("server", "pack", "choice", "byte", "Where replies are cut into packets: at the last byte or the last row that "
        "fits.",
        choices=("byte", "row"), source="Bulumulle 2002"),
    Key("server", "sdu_reserve", "size", 0, "Bytes left free in each packet of a message.", "bytes", low=0,
        high=200),
    Key("server", "platform", "choice", "linux", "Operating system of the server.", choices=PLATFORMS,
        source="platform names of the captures"),
    Key("server", "character_set", "text", "AL32UTF8", "Character set of the database.",
        source="captures of 10.2 on Linux, 11.2 and 12.1"),
    Key("server", "version_text", "text", "", "Text that the version call returns; empty: that of the release."),
    Key("server", "ha_readiness", "bool", False, "Whether the protocol message of the server offers to take what a "
        "client says of its high availability; python-oracledb 26.1 then says it with its first call.",
        source="python-oracledb 26.1 sends it only to such a server; 23.26.0 does not offer it (a real protocol "
        "reply)"),
    Key("server", "verifier11g", "bool", False,
        "Whether users have only 11g password verifiers; up to 11.2 they have."),
    Key("server", "native_services", "bool", True, "Whether the ACCEPT offers native service negotiation.",
        source="connect flags of the captures"),
    Key("server", "disable_oob_auto", "bool", False, "Whether the out-of-band check at connect time is skipped.",
        source="DISABLE_OOB_AUTO, Net Services Reference 19c"),
    Key("server", "resend", "bool", None, "Whether the server asks for the CONNECT again (RESEND).", unset=_RELEASE),
    Key("server", "handover_time", "random", "18ms",
        "Time other than CPU from the hand-over to the server's first answer.",
        "s", source="17 to 20 ms in captures of 9.2 to 12.1"),
    Key("server", "instance_name", "text", None, "Name of the instance, its SID.", unset="orcl"),
    Key("server", "processes", "int", 0,
        "PROCESSES: most processes, and the limit of dedicated sessions that listeners know; 0: no limit.",
        high=10**7),
    Key("server", "sessions", "int", 0,
        "SESSIONS: most sessions of dedicated and shared servers; 0: no limit.", high=10**7),
    Key("server", "handlers", "text", "dedicated",
        "Kinds of servers: dedicated or prespawned, shared, pooled, separated by commas."),
    Key("server", "dispatchers", "int", 1, "DISPATCHERS: dispatchers in front of shared servers.", low=1,
        high=1000, source="Database Reference, where shared servers are set up"),
    Key("server", "brokers", "int", 1, "NUM_CBROK: connection brokers in front of the resident pool.", low=1,
        high=1000, source="general knowledge, default of the package"),
    Key("server", "site", "text", None, "Site of its host, in a plan with [[site]].", unset="the only one"),
    Key("server", "registration", "choice", "dynamic",
        "How listeners know the instance: by its registration (dynamic), or by SID_LIST (static).",
        choices=("dynamic", "static"), source="PMON, from 12.1 LREG"),
    Key("server", "registration_interval", "time", "60s", "Time between two updates of a dynamic registration.",
        "s", low=10**6, source="about a minute when busy, Net Services Administrator's Guide 23ai"),
    Key("server", "state", "choice", "ready", "Whether the instance accepts connections.",
        choices=("ready", "restricted", "blocked")),
    *security_keys("server", "SERVER"),
    Key("server", "inbound_connect_timeout", "time", "60s",
        "Time within which the logon must be complete; 0: none.", "s",
        source="SQLNET.INBOUND_CONNECT_TIMEOUT, Net Services Reference 19c"),
    Key("server", "expire_time", "time", "0s",
        "Idle time after which a client is probed, and interval of further probes; 0s: never.", "s",
        source="SQLNET.EXPIRE_TIME, Net Services Reference 19c"),
    Key("server", "ns_probes", "bool", None,
        "Whether probes are packets of Oracle Net instead of TCP's keepalive.",
        unset="up to 11.2", source="USE_NS_PROBES_FOR_DCD; 12.1 was the first with keepalive"),
    Key("server", "send_timeout", "time", "0s",
        "Longest time in which the socket accepts no byte of a reply; 0s: no limit.", "s",
        source="SQLNET.SEND_TIMEOUT, Net Services Reference 19c"),
    Key("server", "recv_timeout", "time", "0s", "Longest time without a call; 0s: no limit.", "s",
        source="SQLNET.RECV_TIMEOUT, Net Services Reference 19c"),
    Key("server", "exec_cpu_time", "random", "0s", "CPU time to start the server process and attach it.", "s"),
    Key("server", "environment_size", "size", 0, "Environment of the listener, which a dedicated server inherits.",
        "bytes", high=2**27),
    Key("server", "environment_cpu_time", "time", "970ns", "CPU time to start a dedicated server for each 1,000 bytes "
        "of environment_size.", "s", high=10**6, source=_SPAWNED),
    Key("server", "path_entries", "int", 0, "Entries of the listener's PATH that are searched for the program of a "
        "dedicated server.", high=10**6),
    Key("server", "path_entry_cpu_time", "time", "578ns", "CPU time to start a dedicated server for each of "
        "path_entries.", "s", high=10**9, source=_SPAWNED),
    Key("server", "path_shares", "int", 0, "Entries among them that are directories of network shares.",
        high=10**6),
    Key("server", "path_share_time", "random", "500us", "Time other than CPU to search one of path_shares.", "s",
        source="an assumption: a round trip on a LAN and the work of its server"),
    Key("server", "logon_cpu_time", "random", "0s", "CPU time of an authentication.", "s"),
    Key("server", "call_cpu_time", "random", "0s", "CPU time of each call after the logon.", "s"),
    Key("server", "process_memory", "size", 4 * 2**20, "Memory of a server process.", "bytes", high=2**40,
        source="Net Services Administrator's Guide 23ai"),
    Key("server", "session_memory", "size", 400 * 2**10, "Memory of a session.", "bytes", high=2**40,
        source="Net Services Administrator's Guide 23ai"),
    Key("server", "remote_listener", "choice", "none",
        "REMOTE_LISTENER: where the instance registers in addition to its own and the SCAN listeners: nowhere, or at "
        "all listeners.",
        choices=("none", "all")),
    Key("server", "balance_goal", "choice", "long",
        "How listeners choose an instance: by fewest sessions, least goodness, or the least loaded host.",
        choices=("long", "short", "load"), source="CLB_GOAL, RAC Administration and Deployment 12.1"),
    Key("server", "goodness", "number", 0.0, "Goodness of the instance with balance_goal = short; less is better.",
        high=10**9),
    Key("server", "goodness_delta", "number", 0.0, "Goodness that each new session adds until the next update.",
        high=10**9),
    Key("server", "call_time", "random", "0s", "Server time for each call.", "s"),
    Key("server", "row_time", "random", "0s", "Server time for each row.", "s"),
    Key("server", "packet_time", "random", "0s", "Server time for each TNS packet sent.", "s"),
    Key("server", "notification_interval", "random", "5s", "Time from a notification of a subscriber "
        "(client.subscribes) to the next change that it is notified of; 0s: there is none.", "s",
        source="an assumption"),
    Key("server", "notification_length", "size", 132, "TTC bytes of a notification; the first one has one more.",
        "bytes", low=12, high=10**6, source="the layout that python-oracledb 26.1 reads: 115 bytes about a query, a "
        "table and a row, and assumed names of 4 and 13 bytes"),
)  # fmt: skip
_HOST: Final = (
    Key("host.cpu", "cores", "int", 1, "Cores of the server host.", low=1, high=4096),
    Key("host.cpu", "speed", "number", 1.0, "Speed of a core, relative to the core for which CPU times are given.",
        low=1e-6, high=1000),
    Key("host.cpu", "quantum", "time", "3ms", "CPU time after which a job yields its core to the next.", "s", low=1000,
        high=10**9, source="Linux, CFS base slice with 8 cores"),
    Key("host.cpu", "context_switch_cost", "time", "0s", "Time of a context switch with few jobs; 0: none.", "s",
        high=10**9),
    Key("host.cpu", "context_switch_growth", "number", 0.0,
        "Relative increase of the switch time for each waiting job per core.", high=1000),
    Key("host.memory", "limit", "size", 0, "Memory of the server host; 0: no limit.", "bytes", high=2**50),
)  # fmt: skip
_LISTENER: Final = (
    *tls_keys("listener"),
    Key("listener", "port", "int", 1521, "TCP port of the end point.", low=1, high=65535,
        source="registered default of the listener"),
    Key("listener", "queue_size", "int", 128, "QUEUESIZE: connections that may wait to be accepted.", "connections",
        low=1, high=10**6, source="Linux, Net Services Administrator's Guide 23ai"),
    Key("listener", "overflow", "choice", "drop",
        "What happens to further connections: the SYN or the last ACK is dropped, or the connection is reset.",
        choices=("drop", "reset"), source="Linux"),
    Key("listener", "rate_limit", "text", "no",
        "RATE_LIMIT: no, yes (connection_rate), or a number of connections per second.",
        source="Net Services Reference 19c"),
    Key("listener", "ip", "choice", "any", "IP: addresses of its host that it listens on: all, or those of one IP "
        "version.",
        choices=("any", "v4_only", "v6_only"), source="Net Services Reference 19c"),
    Key("listener", "connection_rate", "int", 0,
        "CONNECTION_RATE: connections per second on end points with rate_limit = yes; 0: not set.", "1/s",
        low=0, high=10**6),
    Key("listener", "rate_scope", "choice", "total",
        "Scope of connection_rate: all limited end points together, or each one separately.",
        choices=("total", "each"), source="the first of the two published readings"),
    Key("listener", "rate_release", "choice", "window", "When connections above the limit are accepted: in the next "
        "second of the clock that has room, or one by one at equal intervals.",
        choices=("window", "spaced"), source="white paper on the connection rate limiter, 2007"),
    Key("listener", "valid_node_checking", "bool", False,
        "VALIDNODE_CHECKING: whether connections of clients that are not admitted are closed.",
        source="Net Services Reference 19c"),
    Key("listener", "invited_nodes", "text", None,
        "TCP.INVITED_NODES: names, addresses, wildcards and networks that are admitted.", unset="all"),
    Key("listener", "excluded_nodes", "text", None,
        "TCP.EXCLUDED_NODES: names, addresses, wildcards and networks that are not admitted; used only if "
        "invited_nodes is empty.", unset="none"),
    Key("listener", "default_service", "text", None, "DEFAULT_SERVICE: service for clients that name none.",
        unset="none"),
    Key("listener", "max_all_connections", "int", 4096,
        "MAX_ALL_CONNECTIONS: most concurrent connections with the listener; it accepts no further ones.",
        "connections", low=1, high=10**6, source="Net Services Reference 19c"),
    Key("listener", "hand_off", "choice", "direct", "How the listener hands clients to dedicated servers: it passes "
        "the connection on (direct), or sends a REDIRECT to a port of the server, as on systems that cannot pass "
        "connections on (Windows without USE_SHARED_SOCKET). Connections with TLS are always passed on.",
        choices=("direct", "redirect"), source="Net Services Administrator's Guide; captures TNS_Oracle2 to 4"),
    Key("listener", "inbound_connect_timeout", "time", "60s",
        "Time limit from the accept to the CONNECT; 0: no limit.", "s",
        source="INBOUND_CONNECT_TIMEOUT, Net Services Reference 10.2 and later"),
    Key("listener", "reverse_lookup", "bool", False, "Whether a process that is forked for a client looks up its name "
        "from its address before the connection goes on, during which the listener stands still. Public traces show "
        "look-ups between CONNECT and RESEND at listeners of 11.1.0.6 to 11.2.0.2; that it is the client's name is an "
        "assumption.", source="note 561429.1 of Oracle Support"),
    Key("listener", "name_servers", "int", 1, "Name servers (resolv.conf) of its host that are tried in turn.", low=1,
        high=10),
    Key("listener", "silent_name_servers", "int", 0, "The first of them, which do not answer. One that answers costs "
        "nothing.", low=0, high=10),
    Key("listener", "name_timeout", "time", None, "Wait for an answer of the first server before the next is asked. "
        "For server i of n (from 0) a resolver waits name_timeout x 2^i / n, in whole seconds.", "s", low=10**9,
        high=30 * 10**9, unset="5s", source="timeout in resolv.conf"),
    Key("listener", "name_attempts", "int", 2, "Passes over the name servers.", low=1, high=5,
        source="attempts in resolv.conf"),
    Key("listener", "scan", "int", 0,
        "SCAN listeners, each at its own address, that redirect to the listeners of the instances; 0: none.",
        low=0, high=16),
    Key("listener", "scan_name", "text", "scan", "Host name for all their addresses."),
    Key("listener", "accept_cpu_time", "random", "0s", "CPU time to accept a connection.", "s"),
    Key("listener", "parse_cpu_time", "random", "0s", "CPU time to read a request and look up its service.", "s"),
    Key("listener", "fork_cpu_time", "random", "0s", "CPU to fork a process.", "s"),
)  # fmt: skip
_SPAWN: Final = "CPU time to create a server."
_PACKAGE: Final = "general knowledge, default of the package"
_EXAMPLE: Final = "TNS-01174, the example of listener.ora"
_POLL: Final = (
    "measured by bench/net8-poll.cc: 1,000 connections, Linux 6.18, Xeon; 80 ns with 100, 190 ns with 10,000"
)


def _event_model(section: str, process: str, default: str) -> tuple[Key, Key]:
    """Make the keys of how a process waits for many connections."""
    return (
        Key(section, "use_enhanced_poll", "bool", True, f"USE_ENHANCED_POLL: whether {process} waits by epoll, "
            f"/dev/poll or pollset, at no cost, or by poll, at poll_time for each connection. Oracle's own "
            f"default is {default}.",
            source="ours: no cost that a plan does not ask for"),
        Key(section, "poll_time", "random", "106ns", f"CPU time of a poll of {process} for each connection that it "
            "watches.", "s", source=_POLL),
    )  # fmt: skip


_HANDLERS: Final = (
    Key("server.shared", "shared_servers", "int", 1, "SHARED_SERVERS: servers that always exist.", low=1,
        high=10**6, source="default where DISPATCHERS is set"),
    Key("server.shared", "max_shared_servers", "int", 0,
        "MAX_SHARED_SERVERS: most servers; a value below shared_servers keeps their number constant; 0: as many as the "
        "host allows.",
        high=10**6),
    Key("server.shared", "growth_interval", "time", "3s",
        "Time after which a server is added for waiting calls, or an idle one ends; 0: servers are added at once and "
        "never end.",
        "s", source="general knowledge of PMON"),
    Key("server.shared", "spawn_time", "random", "0s", _SPAWN, "s"),
    Key("server.dispatcher", "connections", "int", 0,
        "CONNECTIONS: most sessions of a dispatcher, as registered with listeners, of those that share a connection "
        "(cman.multiplex) one; 0: no limit.", high=10**7),
    *_event_model("server.dispatcher", "a dispatcher", "off"),
    Key("server.dispatcher", "read_time", "random", "0s", "CPU time of a dispatcher to read a call.", "s"),
    Key("server.dispatcher", "write_time", "random", "0s", "CPU time of a dispatcher to write a reply.",
        "s"),
    Key("server.pool", "min_size", "int", 4, "MINSIZE: servers that always exist.", low=1, high=10**6,
        source=_PACKAGE),
    Key("server.pool", "max_size", "int", 40, "MAXSIZE: most servers, including those for authentication.", low=1,
        high=10**6, source=_PACKAGE),
    Key("server.pool", "incr_size", "int", 2, "INCRSIZE: servers by which the pool grows.", low=1, high=10**6,
        source=_PACKAGE),
    Key("server.pool", "inactivity_timeout", "time", "300s",
        "INACTIVITY_TIMEOUT: time after which an idle server beyond min_size ends; 0: never.", "s",
        source="default of the package"),
    Key("server.pool", "max_think_time", "time", "120s",
        "MAX_THINK_TIME: idle time after which a client loses its server; 0: never.", "s",
        source="default of the package"),
    Key("server.pool", "max_use_session", "int", 500000,
        "MAX_USE_SESSION: number of times that a session is used before it ends; 0: no limit.",
        source="default of the package"),
    Key("server.pool", "max_lifetime_session", "time", "24h",
        "MAX_LIFETIME_SESSION: age after which a session is not used again; 0: no limit.", "s",
        source="default of the package"),
    Key("server.pool", "authentication_share", "fraction", 0.05,
        "Share of max_size reserved for authentication, at least one server; 0: none, and no request waits.",
        source="general knowledge, about 5 %"),
    Key("server.pool", "queue_limit", "int", 2**32 - 1,
        "Most requests that wait for a server; further ones fail with ORA-24459.", high=2**32 - 1),
    Key("server.pool", "spawn_time", "random", "0s", _SPAWN, "s"),
    Key("server.broker", "connections", "int", 40000,
        "MAXCONN_CBROK: most connections of a broker, as registered with listeners; 0: no limit.", high=10**7,
        source=_PACKAGE),
    Key("server.broker", "connection_memory", "size", 35 * 2**10, "Memory of a connection with a broker.",
        "bytes", high=2**40, source="Net Services Administrator's Guide 23ai"),
    *_event_model("server.broker", "a broker", "on from 11g"),
    Key("server.broker", "accept_time", "random", "0s", "CPU time of a broker to take over a connection.",
        "s"),
    Key("server.broker", "lend_time", "random", "0s",
        "CPU time of a broker to assign a server, and again to release it.", "s"),
    Key("server.broker", "session_time", "random", "0s",
        "CPU time of a pooled server to create a session of a connection class.", "s"),
    Key("server.prespawn", "pool_size", "int", 10, "POOL_SIZE: idle servers that are kept ready.", low=1, high=10**6,
        source=_EXAMPLE),
    Key("server.prespawn", "prespawn_max", "int", 15, "PRESPAWN_MAX: most prespawned servers, idle or not.",
        low=1, high=10**6, source=_EXAMPLE),
    Key("server.prespawn", "timeout", "time", "1800s",
        "TIMEOUT: time after which an idle server beyond pool_size ends; 0: never.", "s", source=_EXAMPLE),
    Key("server.prespawn", "spawn_time", "random", "0s", _SPAWN, "s"),
)  # fmt: skip

SERVER_KEYS: Final = (*_LISTENER, *_SERVER, *_HANDLERS, *_HOST)
"""All of them, a section after the other."""
