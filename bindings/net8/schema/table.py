# SPDX-License-Identifier: GPL-2.0-only
"""The one table of plan keys: what a plan may say, its unit, default, range and source.

The TOML file, ``Plan``, ``--set`` and the C++ attributes use these names; ``row_length`` here is
``RowLength`` there. A key whose default is None is unset unless a plan sets it, and ``unset`` says
who decides then.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from net8.schema.cluster import CLUSTER_KEYS
from net8.schema.cman import CMAN_KEYS
from net8.schema.failover import FAILOVER_KEYS
from net8.schema.key import CLIENT_RELEASES, DRIVERS, GUIDE, PLATFORMS, SDU, TDU, Key, Section
from net8.schema.network import (
    DEMAND_KEYS,
    MAP_NAMES,
    NETWORK_KEYS,
    SERIES_NAMES,
    condition_keys,
    line_keys,
    radio_keys,
)
from net8.schema.ons import ONS_KEYS
from net8.schema.output import OUTPUT_KEYS
from net8.schema.pool import POOL_KEYS
from net8.schema.redo import REDO_KEYS
from net8.schema.run import RUN_KEYS
from net8.schema.security import security_keys, tls_keys
from net8.schema.server import SERVER_KEYS
from net8.schema.sysctls import sysctl_keys
from net8.schema.tds import TDS_KEYS
from net8.schema.variation import VARIATION_KEYS
from net8.schema.work import RESULT_CACHE_KEYS, TRANSACTION_KEYS, statement_keys

__all__ = [
    "CORE_LISTS", "CORE_SECTIONS", "KEYS", "LISTS", "PLAIN_LISTS", "SECTIONS", "TABLE", "Key", "attribute",
    "keys_of", "snake",
]  # fmt: skip

PROFILES: Final = ("linux", "solaris-2.5", "windows-nt4", "ns3")
CONGESTION: Final = (
    "TcpNewReno", "TcpLinuxReno", "TcpCubic", "TcpBbr", "TcpBic", "TcpDctcp", "TcpHighSpeed", "TcpHtcp",
    "TcpHybla", "TcpIllinois", "TcpLedbat", "TcpLp", "TcpScalable", "TcpVegas", "TcpVeno", "TcpWestwoodPlus",
    "TcpYeah",
)  # fmt: skip
_MINUTE: Final = 60 * 10**9
_MOST_ROWS: Final = 2**24 - 1
"""Rows that the prefix of a simulated message can tell, in 24 bits."""
_DRIVER: Final = "the driver's own"
_PROFILE: Final = "the profile's own"
_PYTHON_CPU: Final = (
    "python-oracledb 26.1, 10,000 rows of six columns in fetches of 10 to 1,000, measured: 12 us a fetch, 0.86 us a "
    "row of 146 bytes; the division into rows and bytes is a guess, and the same is assumed for other drivers"
)

_TOP: Final = (
    Key("", "title", "text", "", "Title of the experiment.", core=False),
    Key("", "question", "text", "", "Question that the experiment answers.", core=False),
    Key(
        "",
        "fitted",
        "table",
        None,
        "Keys whose values net8 fit has found, each with its interval and the data.",
        core=False,
    ),
)
_PATH: Final = (
    Key("path", "kind", "choice", "wan", "Switched Ethernet, one shared segment, or a WAN between two LANs.",
        choices=("lan", "segment", "wan")),
    Key("path", "rate", "rate", "10Mbps", "Rate of the WAN link in each direction.", "bit/s", low=1),
    Key("path", "delay", "time", "40ms", "One-way propagation delay of the whole WAN.", "s"),
    Key("path", "hops", "int", 1, "Point-to-point links in series that make up the WAN.", low=1, high=64),
    Key("path", "lan_rate", "rate", "100Mbps", "Rate of each Ethernet link.", "bit/s", low=1,
        source="IEEE 802.3u"),
    Key("path", "lan_delay", "time", "5us", "One-way delay of each Ethernet link.", "s",
        source="100 m of cable and a switch"),
    Key("path", "mtu", "size", 1500, "Largest IP packet.", "bytes", low=576, high=65535, source="RFC 894"),
    Key("path", "ip", "choice", "v4", "IP versions of the network, and of hosts without a setting of their own.",
        choices=("v4", "v6", "dual")),
    Key("path", "client_ip", "choice", None, "IP versions of the client hosts.", choices=("v4", "v6", "dual"),
        unset="those of path.ip"),
    Key("path", "server_ip", "choice", None, "IP versions of the server hosts.", choices=("v4", "v6", "dual"),
        unset="those of path.ip"),
    Key("path", "loss_rate", "fraction", 0.0, "Probability that a packet is lost on the long link."),
    Key("path", "loss_direction", "choice", "both", "Direction in which packets are lost at random.",
        choices=("both", "to_client", "to_server")),
    Key("path", "loss_list", "indices", (), "Numbers of the packets to the client that are lost, counted from 0."),
    *condition_keys("path"),
    *line_keys(),
    Key("path", "host_names", "hosts", {}, "Target of each host name in connect descriptors: server or nowhere, or a "
        "list for several addresses. Other names are unknown; without any entry every name is the server.",
        core=False),
    Key("path", "last_hop", "choice", "ethernet", "Link of the client hosts: Ethernet, or one shared channel of "
        "802.11g.", choices=("ethernet", "radio")),
    *radio_keys("path"),
    Key("path", "queue_size", "queue", "100p", "Size of the queue at the bottleneck: each WAN link, or each switch "
        "port of a LAN. Hosts do not drop what their own TCP sends, so on a segment it applies only with a queue_disc.",
        "packets or bytes"),
    Key("path", "queue_disc", "choice", "none", "Queue discipline at the bottleneck: the WAN links, or without a WAN "
        "the hosts, which then drop packets of their own.",
        choices=("none", "pfifo", "red", "codel", "fq_codel", "threshold")),
    Key("path", "queue_ecn", "bool", False, "Whether red, codel and fq_codel mark ECN-capable packets instead of "
        "dropping them; both ends have to agree on ECN (client.tcp.ecn).", source="tc-red(8), tc-codel(8)"),
    Key("path", "queue_threshold", "queue", "20p", "Packets or bytes in a queue of the discipline threshold from "
        "which on ECN-capable packets are marked.", "packets or bytes", source="Alizadeh et al. 2010, for 1 Gbit/s"),
    Key("path", "tcp_demux", "choice", "hashed", "How a host finds the connection of a TCP packet: in a hash table, or "
        "in ns-3's list, which is slow with many connections. Results do not depend on it.",
        choices=("hashed", "stock")),
    Key("path", "transport", "choice", "tcp", "Transport under Oracle Net: TCP, or on Ethernet without IP: SPX, DECnet "
        "NSP, or NetBIOS on one LAN. Routers of a WAN forward IPX or DECnet.",
        choices=("tcp", "spx", "decnet", "netbios")),
    Key("path", "transport_messages", "choice", "packet", "For transports other than TCP: each Oracle Net packet is "
        "one message of the transport (packet), or packets follow each other as a byte stream (stream). What Oracle "
        "did is not public.",
        choices=("packet", "stream"), source="assumed"),
    Key("path", "spx_packet", "size", 576, "Largest IPX packet of SPX, including 42 bytes of headers.", "bytes",
        low=64, high=1500, source="HP 528022-001"),
    Key("path", "spx_version", "int", 1, "Version of SPX. SPX II has 44 bytes of headers, offers spx_packet as its "
        "packet size, and asks for an acknowledgement only where a message or the window ends.", low=1, high=2),
    Key("path", "spx_window", "int", 1, "SPX packets in flight without an acknowledgement.",
        "packets", low=1, high=1000,
        source="Linux 2.4 af_spx.c"),
    Key("path", "spx_frame", "choice", "ethernet_ii", "Ethernet framing of IPX.",
        choices=("ethernet_ii", "802.3", "802.2", "snap")),
    Key("path", "spx_lookup", "choice", "known", "How an SPX client finds a service: it knows the address, as from a "
        "bindery, or it broadcasts a SAP query before each connection.", choices=("known", "sap")),
    Key("path", "transport_background", "bool", False, "Whether stations send periodic announcements: RIP and SAP of "
        "IPX servers and routers every 60 s; DECnet hellos every 15 s on Ethernet and every 60 s on lines, and routing "
        "messages every 600 s on lines. NetBIOS has none."),
    Key("path", "decnet_buffer", "size", 576, "DECnet executor BUFFER SIZE; a segment is 13 bytes smaller.",
        "bytes", low=246,
        high=1498, source="pydecnet"),
    Key("path", "decnet_flow", "choice", "none", "Flow control that DECnet receivers request; with none, one segment "
        "is in flight.", choices=("none", "segment", "message"), source="Linux af_decnet.c"),
    Key("path", "netbios_max_out", "int", 2, "MAXOUT of 802.2 under NetBIOS: frames in flight without an "
        "acknowledgement.", "frames", low=1, high=127, source="IBM SC30-3587-01"),
    Key("path", "netbios_max_in", "int", 1, "MAXIN of 802.2 under NetBIOS: frames that a station receives before it "
        "acknowledges them, at the latest after T2, 100 ms.", "frames", low=1, high=127, source="IBM SC30-3587-01"),
    Key("path", "netbios_send", "choice", "ack", "How NetBIOS messages are acknowledged: by DATA ACK (SEND), or only "
        "by the link (SEND.NO.ACK). It is assumed that senders do not wait for a DATA ACK.", choices=("ack", "no_ack"),
        source="assumed"),
)  # fmt: skip
_PROFILE_OF_LINUX: Final = "that of the profile linux"
_CROSS: Final = (
    Key("cross_traffic", "kind", "choice", "constant", "Kind of traffic: constant rate, on-off with Pareto times, or "
        "TCP.",
        choices=("constant", "pareto", "bulk")),
    Key("cross_traffic", "rate", "rate", "1Mbps", "Sending rate while on.", "bit/s", low=1),
    Key("cross_traffic", "packet_size", "size", 1000, "Payload of each packet.", "bytes", low=1, high=65000),
    Key("cross_traffic", "direction", "choice", "to_client", "Direction of the traffic.",
        choices=("to_client", "to_server")),
    Key("cross_traffic", "client_site", "text", None, "Site of its hosts on the clients' side.", unset="the only one"),
    Key("cross_traffic", "server_site", "text", None, "Site of its hosts on the server's side.", unset="the only one"),
    Key("cross_traffic", "start", "time", "0s", "When it starts.", "s"),
    Key("cross_traffic", "stop", "time", None, "When it stops.", "s", unset="the end of the run"),
    Key("cross_traffic", "mean_on", "time", "500ms", "Mean time on (pareto).", "s", low=1,
        source="ns-3 OnOffApplication practice"),
    Key("cross_traffic", "mean_off", "time", "500ms", "Mean time off (pareto).", "s", low=1),
    Key("cross_traffic", "shape", "number", 1.5, "Shape of the Pareto times (pareto).", low=1, high=100,
        source="Willinger et al. 1997"),
    Key("cross_traffic", "congestion_control", "class", None, "ns-3's congestion control class of bulk flows.",
        choices=CONGESTION, unset=_PROFILE_OF_LINUX),
    Key("cross_traffic", "send_buffer", "size", None, "Socket send buffer of bulk flows.", "bytes", low=1024,
        high=2**30, unset=_PROFILE_OF_LINUX),
    Key("cross_traffic", "receive_buffer", "size", None, "Socket receive buffer of bulk flows.", "bytes", low=1024,
        high=2**30, unset=_PROFILE_OF_LINUX),
    Key("cross_traffic", "flows", "int", 1, "Parallel flows; each has the whole rate.", low=1, high=10000),
)  # fmt: skip


def _tcp(section: str) -> tuple[Key, ...]:
    """Return the keys of one end's TCP, all but the profile unset."""
    s, p = section, _PROFILE
    return (
        Key(s, "profile", "choice", "linux", "Operating system whose TCP is modelled.", choices=PROFILES),
        Key(s, "segment_size", "size", None, "Largest TCP payload.", "bytes", low=64, high=65495,
            unset="fitted to the MTU"),
        Key(s, "initial_window", "int", None, "Initial congestion window.", "segments", low=1, high=1000,
            unset=p),
        Key(s, "send_buffer", "size", None, "Socket send buffer.", "bytes", low=1024, high=2**30, unset=p),
        Key(s, "receive_buffer", "size", None, "Socket receive buffer, the largest window offered.", "bytes",
            low=1024, high=2**30, unset=p),
        Key(s, "congestion_control", "class", None, "ns-3's congestion control class.",
            choices=CONGESTION, unset=p),
        Key(s, "sack", "bool", None, "Selective acknowledgements.", unset=p),
        Key(s, "timestamps", "bool", None, "TCP timestamps, 12 bytes in each segment.", unset=p),
        Key(s, "window_scaling", "bool", None, "Window scaling, for windows above 65535 bytes.", unset=p),
        Key(s, "no_delay", "bool", None, "TCP_NODELAY: true switches Nagle's algorithm off.",
            unset="the Oracle release"),
        Key(s, "delayed_ack_time", "time", None, "Longest delay of an acknowledgement.", "s", low=1,
            high=_MINUTE, unset=p),
        Key(s, "delayed_ack_count", "int", None, "Segments per acknowledgement.", "segments", low=1, high=64,
            unset=p),
        Key(s, "min_rto", "time", None, "Shortest retransmission timeout.", "s", low=1, high=_MINUTE,
            unset=p),
        Key(s, "initial_rto", "time", None, "First retransmission timeout.", "s", low=1, high=_MINUTE,
            unset=p),
        Key(s, "segment_time", "random", "0s",
            "Processing time of each received data segment, or SPX or DECnet packet, before TCP sees it; one segment "
            "at a time.", "s"),
        Key(s, "wake_up_time", "time", "5us",
            "Time that a process takes from a read until it can read again: what arrives meanwhile is read, and where "
            "Linux leaves it to the read acknowledged, together. Profile linux.", "s", high=_MINUTE, source="assumed"),
        Key(s, "polls", "bool", False,
            "Whether programs wait for the next message with poll or epoll, not in read, as PostgreSQL does: a send "
            "buffer of which less than a third is free then grows with the window (tcp_poll). Profile linux.",
            source="assumed"),
        Key(s, "syn_retries", "int", None, "Number of SYN retransmissions.", low=0, high=20, unset=p),
        Key(s, "keep_alive_time", "time", None, "Idle time before the first keepalive probe, if keepalive is on.",
            "s", low=1, unset=p),
        Key(s, "keep_alive_interval", "time", None, "Time between two keepalive probes.", "s", low=1, unset=p),
        Key(s, "keep_alive_count", "int", None,
            "Unanswered keepalive probes before the connection is dropped.", low=1, high=1000, unset=p),
        *sysctl_keys(s),
    )  # fmt: skip


_CLIENT: Final = (
    Key("client", "protocol", "choice", "net8", "Protocol of clients and server: Oracle Net with an Oracle server, or "
        "TDS with SQL Server.", choices=("net8", "tds"), core=False),
    Key("client", "driver", "choice", "sqlplus", "Client program whose logon and fetch behaviour is modelled, or file: "
        "and the path of a driver file, relative to the plan.", choices=DRIVERS),
    Key("client", "release", "choice", None,
        "Oracle release of the driver, or version of a thin driver: 1.4, 2.0 or 3.4 of python-oracledb, 6.0 or 6.5 "
        "of node-oracledb, 23.3 of JDBC.", choices=CLIENT_RELEASES,
        unset="12.1 for OCI, 23ai for thin drivers, 10.2 for database links"),
    Key("client", "sdu", "size", None, SDU, "bytes", low=512, high=2097152, unset=_DRIVER, source=GUIDE),
    Key("client", "tdu", "size", None, TDU, "bytes", low=255, high=2097152, unset=_DRIVER),
    Key("client", "tdu_rule", "choice", None, "Whether packets are also cut at the TDU.",
        choices=("min", "ignore"), unset=_DRIVER),
    Key("client", "array_size", "int", None, "Rows per fetch call.", "rows", low=1, high=_MOST_ROWS,
        unset=_DRIVER),
    Key("client", "prefetch_rows", "int", None, "Rows that come with the execute call.", "rows", low=0,
        high=_MOST_ROWS, unset=_DRIVER),
    Key("client", "prefetch_memory", "size", 0,
        "Memory for rows that come with the execute, counted by the defined size of a row; 0: only prefetch_rows "
        "counts.",
        "bytes", low=0, high=2**31 - 1, source="OCI_ATTR_PREFETCH_MEMORY"),
    Key("client", "statement_cache", "int", None, "Statements of a plan with [[statement]] whose cursors a thin driver "
        "keeps open, so that it sends their text once.", low=0, high=65535, unset=_DRIVER),
    Key("client", "fetch_habit", "choice", None, "Rule for the number of rows that each fetch asks for.",
        choices=("array", "short_second", "growing", "rounded"), unset=_DRIVER),
    Key("client", "grown_array_size", "int", 250, "Rows of the third and later fetches, if the number grows.",
        "rows", low=1, high=_MOST_ROWS, source="runs of JDBC 23.26"),
    Key("client", "look_ahead", "bool", None, "Whether the end of the data comes with the last row; of a driver's own "
        "accord never where the execute prefetches no rows.",
        unset=_DRIVER),
    Key("client", "queries", "int", 1, "Queries of each session, one after the other; or transactions, if the plan has "
        "any.", low=0, high=10**6),
    Key("client", "transactions", "mix", "", "Transactions that the sessions run instead of the query: a name, or "
        "names with weights; empty: the only one."),
    Key("client", "think_time", "random", "0s", "Pause of the user between two queries, or two transactions.", "s"),
    Key("client", "call_time", "random", "0s", "Client time after each reply, the last one included: to an execute, a "
        "fetch, a LOB read, or another statement.", "s"),
    Key("client", "row_time", "random", "0s", "Client time for each row.", "s"),
    Key("client", "count", "int", 1, "Clients.", low=1, high=10**6),
    Key("client", "hosts", "int", None, "Client hosts; clients are assigned to them in turn.", low=1, high=32000,
        unset="one for each client"),
    Key("client", "site", "text", None, "Site of the hosts, in a plan with [[site]].", unset="the only one"),
    Key("client", "arrivals", "choice", "spaced", "When clients start: evenly spaced, all at once, at random, or at "
        "the times in a file.", choices=("spaced", "batch", "poisson", "file")),
    Key("client", "start", "time", "0s", "Earliest start of the first client.", "s"),
    Key("client", "start_spacing", "time", "0s", "Time between the starts of two clients (spaced).", "s"),
    Key("client", "arrival_rate", "frequency", "1/s", "Mean rate at which clients start (poisson).", "1/s",
        low=1e-6, high=1e9),
    Key("client", "arrival_file", "text", None, "File beside the plan with a time after start in each line.",
        core=False, unset="none"),
    Key("client", "cycles", "int", 1, "Sessions of each client, one after the other.", low=1, high=10**6),
    Key("client", "pause", "random", "0s", "Pause of a client between two sessions.", "s"),
    Key("client", "behaviour", "choice", "normal", "What a client does after the TCP connect. All but normal are "
        "attacks: silent sends nothing, garbage sends bytes that are not TNS, drip sends its CONNECT at one byte a "
        "second.",
        choices=("normal", "silent", "garbage", "drip")),
    Key("client", "descriptor", "connect", "",
        "Connect descriptor whose addresses are tried; empty: the first server host."),
    Key("client", "prefer_ip", "choice", "v6", "IP version whose addresses of a host are tried first.",
        choices=("v6", "v4"), source="RFC 6724"),
    Key("client", "transport_connect_timeout", "time", None, "Time limit of the TCP connect to one address.", "s",
        low=1, unset="20s in python-oracledb, else 60s", source="TCP.CONNECT_TIMEOUT, 11.2 and later"),
    Key("client", "connect_timeout", "time", None, "Time limit of the attempt at one address, up to the ACCEPT.",
        "s", low=1,
        unset="no limit", source="SQLNET.OUTBOUND_CONNECT_TIMEOUT"),
    Key("client", "retry_count", "int", 0, "Further passes over all addresses of the descriptor.", low=0,
        high=10**6, source="RETRY_COUNT"),
    Key("client", "retry_delay", "time", None, "Pause between two passes.", "s",
        unset="1s in thin drivers and from 12.2 on, else 0s", source="RETRY_DELAY"),
    *FAILOVER_KEYS,
    Key("client", "recv_timeout", "time", "0s", "Longest wait for a byte of a reply; 0s: no limit.", "s",
        source="SQLNET.RECV_TIMEOUT"),
    Key("client", "send_timeout", "time", "0s",
        "Longest time in which the socket accepts no byte of a request; 0s: no limit.", "s",
        source="SQLNET.SEND_TIMEOUT"),
    Key("client", "keep_alive", "bool", False,
        "Whether TCP keepalive probes the server, with the times of client.tcp.", source="ENABLE=BROKEN"),
    Key("client", "expire_time", "time", "0s",
        "Idle time of the server after which TCP keepalive probes it; 0s: never.", "s",
        source="EXPIRE_TIME, Net Services Reference 19c"),
    Key("client", "naming", "choice", "none", "How an alias is resolved: at no cost, by reading all of tnsnames.ora, "
        "by an index, by a round trip to a name server, or by LDAP from a directory server.",
        choices=("none", "tnsnames", "indexed", "dns", "directory")),
    Key("client", "naming_entries", "int", 1, "Entries of tnsnames.ora.", low=1, high=10**8),
    Key("client", "entry_time", "random", "0s",
        "Time to read one entry of tnsnames.ora. A random time is drawn once for each look-up.", "s"),
    Key("client", "lookup_time", "random", "0s", "Time of a name or directory server for a look-up.", "s"),
    Key("client", "name_site", "text", None, "Site of the name or directory server.", unset="the first server's host"),
    Key("client", "name_servers", "int", 1, "Name servers (resolv.conf) or directory servers (ldap.ora) that are tried "
        "in turn.", low=1, high=10),
    Key("client", "silent_name_servers", "int", 0, "The first of them, which do not answer.", low=0, high=10),
    Key("client", "name_timeout", "time", None, "Wait for an answer of the first server before the next is asked. For "
        "server i of n (from 0) a resolver waits name_timeout x 2^i / n, in whole seconds.", "s", low=10**9,
        high=30 * 10**9, unset="5s; 15s of a directory server",
        source="timeout in resolv.conf, NAMES.LDAP_CONN_TIMEOUT"),
    Key("client", "name_attempts", "int", 2, "Passes over the name servers.", low=1, high=5,
        source="attempts in resolv.conf"),
    Key("client", "search_domains", "int", 0, "Domains of the search list with which a name without dots is tried "
        "before it is found.", low=0, high=100, source="search in resolv.conf"),
    Key("client", "second_query", "choice", "answered", "What becomes of the query for the IPv6 address that goes with "
        "the one for the IPv4 address: answered, lost if both are sent at a time, or never answered.",
        choices=("answered", "second_lost", "unanswered"), source="res_send.c of glibc"),
    Key("client", "name_failure_proceeds", "bool", False, "Whether a client goes on when no name server answers, as "
        "after a look-up of its own host's name, or with an address from the hosts file."),
    Key("client", "ldap_bind", "choice", "anonymous", "How it binds to a directory server before it searches: not at "
        "all (none), without name and password (anonymous), or with both in clear text (simple).",
        choices=("none", "anonymous", "simple"), source="RFC 4513, 5.1; NAMES.LDAP_AUTHENTICATE_BIND"),
    Key("client", "packet_time", "random", "0s",
        "Client time for each TNS packet that it sends or receives, such as for tracing.", "s"),
    Key("client", "byte_time", "random", "0s", "Client time for each byte that it sends or receives, such as for "
        "encryption. A random time is drawn once for each request or reply.", "s"),
    Key("client", "read_ahead", "bool", True, "Whether a reply is read as it arrives. Otherwise packet_time and "
        "byte_time pass between the reads of its packets, and the receive buffer fills."),
    Key("client", "call_timeout", "time", "0s", "Time after which a call is cancelled; 0s: never. What "
        "follows is up to the driver (call_timeout_rule).", "s",
        source="call_timeout of python-oracledb, callTimeout of node-oracledb, OCI_ATTR_CALL_TIMEOUT, "
        "oracle.jdbc.ReadTimeout"),
    Key("client", "call_timeout_rule", "choice", "driver", "What follows call_timeout: the driver's own rule "
        "(driver); a break whose answer is waited for as long as TCP does (break: node-oracledb, setQueryTimeout of "
        "JDBC alone); a break, and the connection is closed if not a byte comes for call_timeout once more "
        "(break_and_close: python-oracledb, OCI); or it is closed at once if not a byte has come (close: "
        "oracle.jdbc.ReadTimeout).",
        choices=("driver", "break", "break_and_close", "close"), source="the driver's file"),
    Key("client", "read_lobs", "bool", True, "Whether LOBs are read, each by its own calls."),
    Key("client", "fetch_lobs", "bool", True, "Whether LOBs come as locators; if not, as strings within their rows.",
        source="oracledb.defaults.fetch_lobs; fetchAsString of node-oracledb"),
    Key("client", "lob_rows", "choice", None, "How rows with LOBs come: as_others: as rows without; fetched: none with "
        "the execute; defined: none with the execute, an array with the call that defines the columns; defined_apart: "
        "an array with the call after that; one: a row a call.",
        choices=("as_others", "fetched", "defined", "defined_apart", "one"), unset=_DRIVER),
    Key("client", "lob_length_call", "bool", None, "Whether a LOB whose size did not come with its row is asked for "
        "its length by a call before it is read.", unset=_DRIVER),
    Key("client", "lob_amount", "size", None, "Bytes of a LOB requested in one call; 0: the whole value.", "bytes",
        low=0, high=2**31 - 1, unset=_DRIVER, source="LOB.read() of python-oracledb; LONGCHUNKSIZE of SQL*Plus"),
    Key("client", "lob_limit", "size", None, "Bytes of a LOB that are read at most; 0: the whole value.", "bytes",
        low=0, high=2**31 - 1, unset=_DRIVER, source="LONG of SQL*Plus"),
    Key("client", "lob_array_read", "int", 1, "LOBs that one call of an OCI client reads.", low=1, high=65535,
        source="OCILobArrayRead"),
    Key("client", "wrong_password", "bool", False, "Whether the logon ends with ORA-01017."),
    Key("client", "not_in_password_file", "bool", False, "Whether users connect AS SYSDBA and are not in the server's "
        "password file: ORA-01017 after the first authentication. OCI 11 and later then tries operating system "
        "authentication (ORA-01031), and repeats both.", source="capture of OCI 11 with 11.2"),
    Key("client", "service_name", "text", None, "SERVICE_NAME in the connect data.", unset="orcl"),
    Key("client", "server", "choice", "any", "SERVER in the connect data; any: not sent, the listener chooses.",
        choices=("any", "dedicated", "shared", "pooled")),
    Key("client", "pool_connection_class", "text", "",
        "POOL_CONNECTION_CLASS in the connect data: class of pooled sessions that the client can use; empty: none."),
    Key("client", "pool_purity", "choice", "any",
        "POOL_PURITY in the connect data: a used session (self) or a new one (new); any: not sent, same as self.",
        choices=("any", "self", "new")),
    Key("client", "platform", "choice", "linux",
        "Operating system of an OCI client; linux-32 is a 32-bit client of a 64-bit server.",
        choices=(*PLATFORMS, "linux-32"), source="platform names of the captures"),
    Key("client", "user_name", "text", "", "Database user; empty: scott."),
    Key("client", "program", "text", "", "Program, on Windows with its path; empty: the driver's name."),
    Key("client", "machine", "text", "", "Client host, with its domain on Windows; empty: client."),
    Key("client", "terminal", "text", "", "Terminal; empty: pts/0 for OCI, unknown for thin drivers."),
    Key("client", "os_user", "text", "", "User of the client's operating system; empty: user."),
    Key("client", "process_id", "text", "", "Process of the client; empty: 12345, and 1234 for JDBC."),
    Key("client", "connect_data", "connect", "", "Connect descriptor that is sent; empty: made from the names."),
    Key("client", "commits", "int", 0, "Commit calls between the last query and the logoff.", low=0, high=10**6),
    Key("client", "subscribes", "bool", False, "Whether each session subscribes to changes before its work, and a "
        "second connection of its own gets the notifications (client_initiated of python-oracledb)."),
    *RESULT_CACHE_KEYS,
    *POOL_KEYS,
    Key("client", "authentication_services", "choice", "none", "Who authenticates: the database or Windows.",
        choices=("none", "nts"), source="SQLNET.AUTHENTICATION_SERVICES; capture of 10.2"),
    *security_keys("client", "CLIENT"),
    *tls_keys("client"),
    Key("client", "disable_oob_auto", "bool", False, "Whether the out-of-band check at connect time is skipped.",
        source="DISABLE_OOB_AUTO, Net Services Reference 19c"),
    Key("client", "disable_oob", "bool", False, "Whether the client does without TCP urgent data: it skips the "
        "out-of-band check, and cancels calls by markers in the stream, as all clients do where no line has "
        "urgent_data.", source="DISABLE_OOB, Net Services Reference 19c; disable_oob of python-oracledb"),
)  # fmt: skip
_CLIENT_CPU: Final = (
    Key("client.cpu", "cores", "int", 0, "Cores of each client host, shared by its sessions; 0: client CPU time is not "
        "modelled.", low=0, high=4096),
    Key("client.cpu", "speed", "number", 1.0, "Speed of a core, relative to the core for which CPU times are given.",
        low=1e-6, high=1000),
    Key("client.cpu", "quantum", "time", "3ms", "CPU time after which a job yields its core to the next.", "s",
        low=1000, high=10**9, source="Linux, CFS base slice with 8 cores"),
    Key("client.cpu", "context_switch_cost", "time", "0s", "Time of a context switch with few jobs; 0: none.", "s",
        high=10**9),
    Key("client.cpu", "context_switch_growth", "number", 0.0,
        "Relative increase of the switch time for each waiting job per core.", high=1000),
    Key("client.cpu", "call_cpu_time", "random", "12us", "CPU time of each call, logon calls included.", "s",
        source=_PYTHON_CPU),
    Key("client.cpu", "row_cpu_time", "random", "700ns", "CPU time of each complete row.", "s", source=_PYTHON_CPU),
    Key("client.cpu", "byte_cpu_time", "random", "1ns", "CPU time of each byte of a request or a reply. A random time "
        "is drawn once for each call.", "s",
        source=_PYTHON_CPU),
)  # fmt: skip
_GROUP: Final = (
    Key("group", "name", "text", None, "Name of the group in results.", core=False),
    *(
        replace(key, section="group", default=None, unset="as [client]")
        for key in _CLIENT
        if key.name != "protocol"  # there is one server
    ),
)
_QUERY: Final = (
    Key("query", "rows", "int", 10000, "Rows in the result.", "rows", low=0, high=10**10),
    Key("query", "row_length", "rows", 100, "Bytes of a row: a size, a list, a distribution or a CSV column.",
        "bytes", low=0, high=2**31 - 1),
    Key("query", "columns", "columns", "", "Columns of a row instead of its length, such as 8*varchar2:9, date."),
    Key("query", "column_names", "text", "",
        "Names of the columns, separated by commas; empty: six characters each.",
        source="mean of 15 columns in the captures"),
    Key("query", "defined_length", "size", None,
        "Defined size of a row, which prefetch_memory counts.", "bytes", low=1, high=2**31 - 1,
        unset="from its columns or rows: 22 for a NUMBER, the longest of listed rows",
        source="issue 99 of oracle_fdw"),
    Key("query", "repeated_columns", "int", 0, "Last columns of the list that repeat the row before.", "columns",
        low=0, high=4096),
    Key("query", "repetition", "shares", None,
        "Probability that a value equals that of the row before: a number from 0 to 1, or one for each column.",
        source="captures of 10.2 to 12.1", unset="from repeated_columns; no bit vectors if nothing repeats, although "
        "servers send them in the first reply"),
    Key("query", "elimination", "bool", True, "Whether a repeated value is sent only once in a reply.",
        source="python-oracledb, bit vector"),
    Key("query", "request_length", "size", None, "Bytes of the execute message.", "bytes", low=1, high=2**30,
        unset=_DRIVER),
    Key("query", "statement_length", "size", 21, "Characters of the statement text.", "bytes", low=0,
        high=2**20, source="the statement of the driver captures"),
    Key("query", "long_column", "bool", False, "Whether a column is LONG, so that each call returns one row.",
        source="Bulumulle 2002"),
    Key("query", "lob_locator", "size", 114, "Bytes of the locator of a LOB.", "bytes", low=1, high=4000,
        source="packet dump in rust-oracle issue 43"),
    Key("query", "lob_prefetch", "size", None, "Bytes of a BLOB, characters of a CLOB, that come with its row; 0: its "
        "size alone; -1: its locator alone.", "bytes", low=-1, high=2**30 - 1, unset=_DRIVER,
        source="defaultLobPrefetchSize of JDBC"),
    Key("query", "fail_every", "int", 0, "Which executes of a session fail: 3 means every third; 0: none.",
        low=0, high=2**62),
    Key("query", "error_text", "text", "ORA-00942: table or view does not exist",
        "Error text of executes that fail. Results show the number after ORA-, or 0 without one."),
    Key("query", "error_overhead", "size", None, "Bytes of an error message in addition to its text.", "bytes", low=0,
        high=2**20, unset=_DRIVER),
    Key("query", "row_overhead", "size", None, "Bytes of each row in addition to its column values.", "bytes", low=0,
        high=2**20, unset=_DRIVER),
    Key("query", "fetch_overhead", "size", None, "Bytes of each reply in addition to its rows.", "bytes", low=0,
        high=2**20, unset=_DRIVER),
    Key("query", "row_header", "size", None, "Bytes of fetch_overhead before the first row.", "bytes", low=0,
        high=2**20, unset=_DRIVER),
    Key("query", "execute_overhead", "size", None, "Additional bytes of an execute reply.", "bytes",
        low=0, high=2**20, unset=_DRIVER),
    Key("query", "end_overhead", "size", None, "Additional bytes of the last reply (ORA-01403).", "bytes",
        low=0, high=2**20, unset=_DRIVER),
)  # fmt: skip
_FILES: Final = (
    Key(
        "files",
        "connect",
        "connect",
        None,
        "Alias, connect descriptor, Easy Connect text, JDBC URL or Data Source; "
        "user and password are dropped when the plan is read.",
        core=False,
    ),
    Key("files", "tnsnames", "text", None, "A tnsnames.ora file, relative to the plan.", core=False),
    Key("files", "sqlnet", "text", None, "A sqlnet.ora file, relative to the plan.", core=False),
    Key("files", "listener", "text", None, "A listener.ora file, relative to the plan.", core=False),
    Key("files", "listener_name", "text", "LISTENER", "Name of the listener in listener.ora.", core=False),
)


def _named(section: str, keys: Iterable[Key]) -> tuple[Key, ...]:
    """Pick the keys of one section."""
    return tuple(key for key in keys if key.section == section)


def _section(name: str, keys: Iterable[Key], *classes: str, several: bool = False) -> Section:
    """Make a row of the table; classes are named without the prefix that all have."""
    return Section(name, _named(name, keys), tuple(f"ns3::net8::Net8{each}" for each in classes), several)


_NETWORK: Final = (
    "Path",
    "PathQueues",
    "PathLosses",
    "LinkConditions",
    "PathStacks",
    "LastHop",
    "PathTransport",
)
_LISTENER: Final = (
    "Listener",
    "EndPoint",
    "ValidNodes",
    "ListenerNames",
    "ListenerLimits",
    "ListenerRegistry",
    "Tls",
)
_CLIENT_PARTS: Final = (
    "Client", "DriverChoice", "ClientNames", "ConnectPolicy",
    "NamingPolicy", "ClientWork", "ClientTimeouts", "NativeSecurity", "Tls", "PoolPolicy", "Arrivals",
)  # fmt: skip
_INSTANCE: Final = (
    "Instance",
    "ServerRelease",
    "ServerWork",
    "ServerTimeouts",
    "NativeSecurity",
    "Registrar",
)
TABLE: Final = (
    _section("", _TOP),
    _section("path", _PATH, *_NETWORK),
    _section("network", NETWORK_KEYS),
    _section("site", NETWORK_KEYS, "NetworkSite", "LastHop", several=True),
    _section("router", NETWORK_KEYS, "NetworkRouter", several=True),
    _section("link", NETWORK_KEYS, "NetworkLink", "LinkConditions", several=True),
    _section("route", NETWORK_KEYS, "NetworkRoute", several=True),
    _section("link_change", NETWORK_KEYS, "NetworkChange", several=True),
    _section("cross_traffic", _CROSS, "CrossTraffic", several=True),
    _section("demands", DEMAND_KEYS),
    _section("client", _CLIENT, *_CLIENT_PARTS),
    _section("client.tcp", _tcp("client.tcp"), "TcpProfile"),
    _section("client.cpu", _CLIENT_CPU, "ClientCpu"),
    _section("tds", TDS_KEYS, "TdsPolicy"),
    _section("group", _GROUP, *_CLIENT_PARTS, several=True),
    _section("listener", SERVER_KEYS, *_LISTENER),
    _section("end_point", CLUSTER_KEYS, "EndPoint", "Pages", several=True),
    _section("server", SERVER_KEYS, *_INSTANCE),
    _section("server.tcp", _tcp("server.tcp"), "TcpProfile"),
    _section("server.shared", SERVER_KEYS, "SharedServers"),
    _section("server.dispatcher", SERVER_KEYS, "Dispatcher"),
    _section("server.pool", SERVER_KEYS, "ServerPool"),
    _section("server.broker", SERVER_KEYS, "PooledHandler"),
    _section("server.prespawn", SERVER_KEYS, "PrespawnPool"),
    _section("server.redo", REDO_KEYS, "LogWriter"),
    _section("instance", CLUSTER_KEYS, *_INSTANCE, several=True),
    _section("host.cpu", SERVER_KEYS, "HostCpu"),
    _section("host.memory", SERVER_KEYS, "HostMemory"),
    _section("redo", REDO_KEYS, "RedoTransport", several=True),
    _section("cman", CMAN_KEYS, "ConnectionManager", several=True),
    _section("ons", ONS_KEYS, "Fan"),
    _section("fault", CLUSTER_KEYS, "Fault", several=True),
    _section("limit_change", CLUSTER_KEYS, "LimitChange", several=True),
    _section("fork", CLUSTER_KEYS, several=True),
    _section("query", _QUERY, "ResultSet"),
    _section("statement", statement_keys(_QUERY), "Statement", "ResultSet", several=True),
    _section("transaction", TRANSACTION_KEYS, "Transaction", several=True),
    _section("variation", VARIATION_KEYS, "Variation"),
    _section("files", _FILES),
    _section("run", RUN_KEYS, "RunSettings"),
    _section("sweep", ()),
    _section("figure", OUTPUT_KEYS, several=True),
    _section("table", OUTPUT_KEYS),
)
"""All sections and lists in the order in which a plan is written, with their keys and C++ classes."""

KEYS: Final[Mapping[str, Key]] = {key.path: key for section in TABLE for key in section.keys}
"""All keys by dotted name."""

SECTIONS: Final = tuple(section.name for section in TABLE)
"""Names of all sections and lists."""

LISTS: Final = tuple(section.name for section in TABLE if section.several)
"""Those that a plan may have several times, as lists of tables."""

CORE_SECTIONS: Final = tuple(section.name for section in TABLE if section.owners and not section.several)
"""Those that are one C++ object each."""

CORE_LISTS: Final = tuple(section.name for section in TABLE if section.owners and section.several)
"""Lists of C++ objects, whose keys can be set one by one."""

PLAIN_LISTS: Final = tuple(
    name
    for name in CORE_LISTS
    if all(
        key.core or key.name in (*MAP_NAMES, *SERIES_NAMES) for key in KEYS.values() if key.section == name
    )
)
"""Those whose tables are attributes and, at most, a place on a map or a file of values; C++ finds them by name."""


@functools.cache
def keys_of(section: str) -> tuple[Key, ...]:
    """Return the keys of one section in table order.

    @param section: dotted section name
    @return: its keys
    """
    return next((entry.keys for entry in TABLE if entry.name == section), ())


@functools.cache
def attribute(name: str) -> str:
    """Return the C++ attribute of a key: ``row_length`` is ``RowLength``.

    @param name: snake_case name
    @return: CamelCase name
    """
    return "".join(part.capitalize() for part in name.split("_"))


@functools.cache
def snake(name: str) -> str:
    """Return the key of a C++ attribute: ``RowLength`` is ``row_length``.

    @param name: CamelCase name
    @return: snake_case name
    """
    return "".join(f"_{c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(name))
