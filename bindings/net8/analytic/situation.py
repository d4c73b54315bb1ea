# SPDX-License-Identifier: GPL-2.0-only
"""A plan in the form that the models need: numbers instead of keys."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from net8.analytic.calls import call_batches
from net8.analytic.facts import (
    asking,
    defined_length,
    driver_facts,
    driver_version,
    logon_steps,
    negotiated,
    reply_form,
    row_bytes,
    row_repetition,
    whole,
)
from net8.analytic.logon import logon_round_trips
from net8.analytic.path import Link, Path
from net8.analytic.statement import Ends, Sizes, Statement, make_statement
from net8.analytic.statement_time import Loss, Sender, Work
from net8.base import units
from net8.plan.clients import group_plan
from net8.plan.cman import sdu_limit
from net8.plan.complete import complete
from net8.plan.network import (
    client_sites,
    does_more,
    has_sites,
    lan_hops,
    lan_of,
    least_mtu,
    server_sites,
    site_of,
    sites,
    urgent_lines,
)
from net8.plan.plan import Plan
from net8.plan.resolve import Task, resolve
from net8.plan.routes import Hop, routes
from net8.plan.tcp import runs_linux, runs_machine
from net8.results.storm import ATTACKERS, FOREGROUND
from net8.schema.columns import column_count, has_lobs
from net8.schema.distributions import mean

__all__ = ["Situation"]

_COUNT_SEGMENTS = ("TcpCubic", "TcpLinuxReno", "TcpDctcp")
"""Congestion controls of ns-3 that open their window by the segments of an ACK, as Linux does."""

_LARGEST = {"send": 4_194_304, "receive": 33_554_432}
"""What buffers tune themselves to at most, bytes of memory (ip-sysctl, tcp_wmem and tcp_rmem)."""

_LISTED_MOST = 10**7
"""Most lengths that are added up; beyond, all rows count with their mean."""

_NAME_BYTES = 6
"""Bytes of a column's name if the plan has none."""


def _lan(site: Mapping[str, object], *, alone: bool) -> tuple[Link, ...]:
    """Return the links of a host to another, or to the router: the bus, or cables to a switch or router and from it.

    @param site: the site
    @param alone: whether the other host is there, too
    """
    bus = site["kind"] == "segment"
    rate, delay_s = units.parse_rate(site["rate"]), units.seconds(site["delay"])
    return (Link(rate, "csma" if bus else "ethernet", delay_s),) * lan_hops(site, alone=alone)


@dataclass(frozen=True)
class Situation:
    """A plan with all defaults and its connect files, for one group of clients."""

    task: Task  #: the resolved plan
    values: Mapping[str, object]  #: complete values by dotted key
    agreed: Mapping[str, int]  #: version, sdu and tdu

    @classmethod
    def of(cls, plan: Plan) -> Self:
        """Read a plan; of several groups of clients the one that is the storm.

        @param plan: the plan; what it sweeps is left aside
        @return: the situation
        """
        task = resolve(plan)
        groups = [table for table in task.plan.groups if table["name"] not in (FOREGROUND, ATTACKERS)]
        if len(groups) == 1:
            task = resolve(group_plan(task.plan, groups[0]))
        values = {path: value for path, (value, _origin) in complete(task.plan).items()}
        return cls(task, values, negotiated(values))

    def __post_init__(self) -> None:
        """Let a Connection Manager on the way of the clients limit the SDU."""
        limit = sdu_limit(self.task.plan, self.values["client.descriptor"])
        if limit is not None:
            agreed = {**self.agreed, "sdu": min(self.agreed["sdu"], limit)}
            object.__setattr__(self, "agreed", agreed)

    @property
    def groups(self) -> int:
        """Return the number of groups that are a storm."""
        names = [table["name"] for table in self.task.plan.groups]
        return len([name for name in names if name not in (FOREGROUND, ATTACKERS)]) if names else 1

    @property
    def alone(self) -> bool:
        """Return whether there is one client and nothing else on its path."""
        others = len(self.task.plan.groups) > 1 or bool(self.task.plan.cross_traffic)
        return not others and self.number("client.count") == 1

    @property
    def ip(self) -> str:
        """Return the IP version of the sessions; empty if both ends, or the listener, do not have the first choice."""
        values, both = self.values, {"v4", "v6"}
        sides = (str(values[f"path.{side}_ip"] or values["path.ip"]) for side in ("client", "server"))
        shared = set.intersection(*(both if side == "dual" else {side} for side in sides))
        preferred = str(values["client.prefer_ip"])
        chosen = preferred if preferred in shared else min(shared, default="")
        listens = values["listener.ip"]
        return chosen if listens == "any" or listens == chosen else ""

    @property
    def wired(self) -> bool:
        """Whether all links have a rate and a delay alone, as a radio has not, and hosts add no time of their own.

        They do where they take time for segments that come, or have processors that clients share.
        """
        slow = self.slow_ends or self.number("client.cpu.cores")
        return not self.has_radio and not self.line_conditions and not slow

    @property
    def line_conditions(self) -> list[str]:
        """Return the keys by which links on the way do more to packets than rate, delay and random losses."""
        crossed = {hop.link["name"] for hops in self._routes for hop in hops}
        return [path for path, link in does_more(self.task.plan).items() if link in crossed]

    @property
    def urgent_lines(self) -> dict[str, str]:
        """Return what becomes of TCP urgent data on the lines that say so."""
        return urgent_lines(self.task.plan)

    @property
    def has_radio(self) -> bool:
        """Return whether a link of the path is a channel of 802.11."""
        return any(site["kind"] == "radio" for site in sites(self.task.plan))

    @property
    def slow_ends(self) -> tuple[str, ...]:
        """Return the ends whose hosts take time for each segment that arrives."""
        return tuple(end for end in ("client", "server") if self.seconds(f"{end}.tcp.segment_time"))

    @property
    def own_process(self) -> bool:
        """Return whether each session has a server process of its own."""
        kinds = {kind.strip() for kind in str(self.values["server.handlers"]).split(",")}
        return kinds <= {"dedicated", "prespawned"}

    @property
    def reads_ahead(self) -> bool:
        """Return whether the client's work waits for the whole reply."""
        works = self.seconds("client.packet_time") or self.seconds("client.byte_time")
        return bool(self.values["client.read_ahead"]) or not works

    @property
    def plain(self) -> bool:
        """Return whether the server is the one host of a path, and nothing happens to it."""
        task = self.task
        elsewhere = bool(self.values.get("path.host_names")) or bool(task.hosts)
        several = task.instances or task.plan.faults or elsewhere or self.number("listener.scan")
        return bool(self.ip) and not several and not has_sites(task.plan)

    @property
    def by_itself(self) -> bool:
        """Return whether nothing but the plan's one client decides how long its queries take."""
        return self.alone and self.plain and self.own_process and self.reads_ahead

    def number(self, path: str) -> int:
        """Return a whole number, 0 where none is set."""
        return whole(self.values, path, 0)

    def seconds(self, path: str) -> float:
        """Return a time or the mean of a random one, in seconds."""
        return float(mean(self.values[path]))

    def cpu_s(self, path: str) -> float:
        """Return work of the server's host on one of its cores, in seconds."""
        return self.seconds(path) / float(str(self.values["host.cpu.speed"]))

    @property
    def inherited_s(self) -> float:
        """Return core time of a new dedicated server for the environment and the PATH that it inherits."""
        size, entries = self.number("server.environment_size"), self.number("server.path_entries")
        each = self.cpu_s("server.path_entry_cpu_time")
        return size / 1000 * self.cpu_s("server.environment_cpu_time") + entries * each

    @property
    def shares_s(self) -> float:
        """Return the time in which a new dedicated server waits for network shares of its PATH."""
        return self.number("server.path_shares") * self.seconds("server.path_share_time")

    @property
    def thin(self) -> bool:
        """Return whether the driver is a thin one."""
        return bool(driver_facts(self.values)["thin"])

    @property
    def driver_version(self) -> int:
        """Return the TNS version of the driver itself."""
        return driver_version(self.values)

    @property
    def listed(self) -> bool:
        """Return whether rows have listed lengths, and few enough calls to take one by one."""
        calls = sum(batch.calls for batch in call_batches(self.number("query.rows"), asking(self.values)))
        return bool(self.task.row_lengths) and calls * len(self.task.row_lengths) <= _LISTED_MOST

    @property
    def mixed(self) -> bool:
        """Return whether rows of a mean length stand for rows of several lengths."""
        shares = self.values["query.repetition"]
        drawn = isinstance(shares, tuple) and any(0 < share < 1 for share in shares)
        return drawn or (isinstance(self.values["query.row_length"], Mapping | tuple) and not self.listed)

    @property
    def prefetch_unknown(self) -> bool:
        """Return whether only a run knows how many rows the client's memory for prefetched ones holds."""
        return bool(self.number("client.prefetch_memory")) and not defined_length(self.values)

    @property
    def transacts(self) -> bool:
        """Return whether clients run transactions in place of the query."""
        return bool(self.task.plan.tables("transaction"))

    @property
    def counts_query(self) -> bool:
        """Return whether the models know the calls of the query and their sizes."""
        return self.counts_calls and not has_lobs(self.values["query.columns"])

    @property
    def counts_calls(self) -> bool:
        """Return whether the models know how many calls the query takes, those for its LOBs included."""
        values = self.values
        parses_apart = bool(driver_facts(values)["parses_apart"])
        limits = self.prefetch_unknown or self.number("query.fail_every")
        timeouts = any(self.seconds(path) for path in ("client.call_timeout", "client.recv_timeout"))
        asks = self.number("client.queries") > 0 and not self.transacts
        wanted = asks and values["client.behaviour"] == "normal"
        return wanted and bool(self.ip) and self.groups == 1 and not (parses_apart or limits or timeouts)

    # Much is asked of it, and in a network it takes a search.
    @functools.cached_property
    def path(self) -> Path:
        """Return the links from the server to the client."""
        values = self.values
        stamps = all(bool(values[f"{end}.tcp.timestamps"]) for end in ("client", "server"))
        v6 = self.ip == "v6"
        fitted = least_mtu(self.task.plan)[1] - (60 if v6 else 40) - (12 if stamps else 0)
        mss = whole(values, "server.tcp.segment_size", fitted)
        if all(map(self.runs_machine, ("client", "server"))):
            mss = min(mss, whole(values, "client.tcp.segment_size", fitted))  # the MSS option
        writes = self.packet_limit("server") - self.number("server.sdu_reserve")
        return Path(self._links, mss, stamps, v6, writes if self.runs_machine("server") else 0)

    @property
    def _links(self) -> tuple[Link, ...]:
        """Return the links from the server to the client."""
        _there, back = self._routes
        near, far = (
            _lan(lan_of(self.task.plan, self.site(end)), alone=not back) for end in ("client", "server")
        )
        hops = (Link(hop.rate_bit_s, "ppp", hop.delay_s) for hop in back)
        return (*far, *hops, *(near if back else ()))

    def site(self, end: str) -> str:
        """Return the site of the hosts of an end; of several groups or instances the first one's.

        @param end: client or server
        @return: name of the site
        """
        found = {"client": client_sites, "server": server_sites}[end](self.task.plan)
        return site_of(self.task.plan, self.values[f"{end}.site"] or next(iter(found.values())), end)

    @functools.cached_property
    def _routes(self) -> tuple[list[Hop], list[Hop]]:
        """Return the links to the server, and those back."""
        near, far = self.site("client"), self.site("server")
        there, back = routes(self.task.plan, [(near, far), (far, near)])
        return there or [], back or []

    def runs_machine(self, end: str) -> bool:
        """Return whether an end runs the TCP machine, not ns-3's TCP.

        @param end: client or server
        @return: whether it does
        """
        tcp = (self.values[f"{end}.tcp.{name}"] for name in ("profile", "congestion_control"))
        return runs_machine(*tcp)

    def runs_linux(self, end: str) -> bool:
        """Return whether an end runs the TCP machine with the rules of Linux.

        @param end: client or server
        @return: whether it does
        """
        tcp = (self.values[f"{end}.tcp.{name}"] for name in ("profile", "congestion_control"))
        return runs_linux(*tcp)

    @property
    def packets_differ(self) -> bool:
        """Return whether the packets of a reply are not all full but the last one."""
        return self.values["server.pack"] == "row"

    @property
    def propagation_s(self) -> float:
        """Propagation part of the round trip, seconds; sending and queueing come on top."""
        back_s = sum(link.delay_s for link in self.path.links)
        there, back = self._routes
        return 2 * back_s + sum(hop.delay_s for hop in there) - sum(hop.delay_s for hop in back)

    def packet_limit(self, sender: str) -> int:
        """Return the bytes of a full packet of one end, which its own rule cuts at the TDU or not.

        @param sender: client or server
        @return: bytes
        """
        cuts = self.values[f"{sender}.tdu_rule"] == "min"
        return min(self.agreed["sdu"], self.agreed["tdu"]) if cuts else self.agreed["sdu"]

    @property
    def window_bytes(self) -> int:
        """Return the smaller of what both buffers hold, 65,535 at most without window scaling."""
        found = min(self._buffer_bytes("server", "send"), self._buffer_bytes("client", "receive"))
        scaled = all(bool(self.values[f"{end}.tcp.window_scaling"]) for end in ("client", "server"))
        return found if scaled else min(found, 65535)

    def _buffer_bytes(self, end: str, direction: str) -> int:
        """Return the payload that a buffer holds.

        Linux doubles what is set, and of a receive buffer the memory of full segments counts: Ethernet header and 64
        bytes before, rounded up to 64, and 576 behind (SKB_TRUESIZE). A buffer that tunes itself has its largest size.
        """
        size = self.number(f"{end}.tcp.{direction}_buffer")
        if not self.runs_linux(end):
            whole_segments = self.runs_machine(end) and direction == "send"
            # The segment that crosses the limit is filled.
            return -(-size // self.path.mss_bytes) * self.path.mss_bytes if whole_segments else size
        memory = 2 * size if size else _LARGEST[direction]
        if direction == "send":
            return memory
        headers = (60 if self.ip == "v6" else 40) + (12 if self.path.timestamps else 0)
        segment = self.path.mss_bytes
        return memory * segment // (-(-(segment + headers + 14 + 64) // 64) * 64 + 576)

    @property
    def sets_buffers(self) -> bool:
        """Return whether a buffer that limits the server's window is one that is set in Linux."""
        ends = (("server", "send"), ("client", "receive"))
        return any(
            self.runs_linux(end) and self._buffer_bytes(end, direction) == self.window_bytes
            for end, direction in ends
            if self.number(f"{end}.tcp.{direction}_buffer")
        )

    @property
    def write_room_bytes(self) -> int:
        """Return the reply that a server can write without waiting for room in its socket.

        A buffer that tunes itself has twice the congestion window, or twice ten segments (tcp_sndbuf_expand).
        """
        if self.runs_linux("server") and not self.number("server.tcp.send_buffer"):
            return 2 * max(10, self.number("server.tcp.initial_window")) * self.path.mss_bytes
        return self._buffer_bytes("server", "send")

    @property
    def _delayed_ack_s(self) -> float:
        """Return the longest delay of an ACK of the client; in Linux it ends with a tick of 4 ms (CONFIG_HZ_250)."""
        if self.runs_linux("client"):
            return 0.044  # TCP_DELACK_MIN is 40 ms
        return units.seconds(self.values["client.tcp.delayed_ack_time"])

    @property
    def sender(self) -> Sender:
        """Return the server's TCP: a window doubles where TCP counts acknowledged segments (RFC 3465), not ACKs."""
        path, every = self.path, whole(self.values, "client.tcp.delayed_ack_count", 2)
        linux, machine = self.runs_linux("server"), self.runs_machine("server")
        control = self.values["server.tcp.congestion_control"]
        # Reno of an older system counts ACKs.
        counts_segments = linux or (
            control in _COUNT_SEGMENTS and not (machine and control == "TcpLinuxReno")
        )
        solaris = machine and self.values["server.tcp.profile"] == "solaris-2.5"
        return Sender(
            path, self.number("server.tcp.initial_window"), self.window_bytes / path.mss_bytes,
            2.0 if counts_segments else 1 + 1 / every,
            self._delayed_ack_s, every,
            not self.values["server.tcp.no_delay"], "minshall" if linux else "solaris" if solaris else "rfc896",
        )  # fmt: skip

    @property
    def work(self) -> Work:
        """Return what both ends do in a call beside sending."""
        return Work(
            self.seconds("server.call_time") + self.cpu_s("server.call_cpu_time"),
            self.seconds("server.row_time"), self.seconds("server.packet_time"),
            self.seconds("client.call_time"), self.seconds("client.row_time"),
            self.seconds("client.packet_time"), self.seconds("client.byte_time"),
        )  # fmt: skip

    @property
    def loss(self) -> Loss:
        """Return what is lost at random."""
        p, direction = float(str(self.values["path.loss_rate"])), self.values["path.loss_direction"]
        timeout = max(
            units.seconds(self.values["server.tcp.min_rto"]), self.path.round_trip_s(self.path.mss_bytes)
        )
        there, back = (p if direction != side else 0.0 for side in ("to_client", "to_server"))
        return Loss(back, there, timeout, self.logon_round_trips + 1)

    @property
    def redirects(self) -> bool:
        """Return whether the listener sends clients to ports of their servers."""
        kinds = str(self.values["server.handlers"]).split(",")
        sends = self.values["listener.hand_off"] == "redirect" and not self.values["listener.tls"]
        return sends and "dedicated" in {kind.strip() for kind in kinds}

    @property
    def connects(self) -> int:
        """Return how often a client sends its CONNECT: a server that it was redirected to does not ask again."""
        return 1 + (self.redirects or bool(self.values["server.resend"]))

    @property
    def logon_round_trips(self) -> int:
        """Return the round trips of a logon, that of TCP left out."""
        values = self.values
        return logon_round_trips(
            logon_steps(values), self.agreed["version"], resend=self.connects > 1,
            native_services=bool(values["server.native_services"]),
            windows_authentication=values["client.authentication_services"] == "nts" and not self.thin,
        )  # fmt: skip

    @property
    def logs_off(self) -> bool:
        """Return whether a session ends with a logoff: some drivers give the server of a resident pool back instead."""
        return not (self.values["client.server"] == "pooled" and driver_facts(self.values)["leaves_pool"])

    @property
    def reno(self) -> bool:
        """Return whether the server's congestion control is that of the models with loss."""
        return self.values["server.tcp.congestion_control"] in ("TcpNewReno", "TcpLinuxReno")

    def statement(self, *, first: bool) -> Statement:
        """Return a query of the plan, written out.

        @param first: whether it is the first of its session
        @return: the query
        """
        # Several models ask for it.
        if first not in self._statements:
            self._statements[first] = self._write(first=first)
        return self._statements[first]

    @functools.cached_property
    def _statements(self) -> dict[bool, Statement]:
        """Return the queries that are written out already: the first of a session, or a later one."""
        return {}

    def _write(self, *, first: bool) -> Statement:
        """Write a query of the plan out."""
        values = self.values
        names = str(values["query.column_names"])
        columns = column_count(str(values["query.columns"])) or names.count(",") + 1
        length = sum(len(name.strip()) for name in names.split(",")) if names else columns * _NAME_BYTES
        same = values["client.platform"] == values["server.platform"]
        form = reply_form(
            thin=self.thin, client=driver_version(values), version=self.agreed["version"], same_platform=same
        )
        sums = tuple(itertools.accumulate(self.task.row_lengths, initial=0)) if self.listed else ()
        sizes = Sizes(
            form,
            columns,
            length,
            *row_bytes(self.task),
            float(self.number("query.row_overhead")),
            row_repetition(self.task.plan),
            sums,
            values,
        )
        limits = self.packet_limit("client"), self.packet_limit("server")
        ends = Ends(*limits, self.number("server.sdu_reserve"), values["server.pack"] == "row")
        versions = self.driver_version, self.agreed["version"]
        return make_statement(sizes, ends, asking(values), versions, first=first)
