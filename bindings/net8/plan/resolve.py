# SPDX-License-Identifier: GPL-2.0-only
"""From a plan to the document for C++: sections of attribute texts, row lengths, and their hash."""

from __future__ import annotations

import csv
import dataclasses
import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from net8.base import units
from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.base.reading import TABLE_LIMIT, read_text
from net8.plan.clients import ClientGroup, check_names, check_releases, client_groups, host_names, own_files
from net8.plan.cluster import Instance, check_cluster, instances
from net8.plan.connect import apply_files, check_descriptors
from net8.plan.connect_tls import with_protocols
from net8.plan.delay_table import with_delay_table
from net8.plan.handlers import check_handlers
from net8.plan.ip_versions import check_ip_versions
from net8.plan.network import has_sites, least_mtu
from net8.plan.network_checks import check_network
from net8.plan.outside import is_outside, library_hash, library_path, library_settings
from net8.plan.partition import check_partition
from net8.plan.plan import Plan
from net8.plan.pool import check_pools
from net8.plan.rtt_series import with_rtt_series
from net8.plan.security import check_security
from net8.plan.series import check_series, series_of
from net8.plan.stages import use_stages
from net8.plan.tables import attribute_lists
from net8.plan.tcp import check_tcp
from net8.plan.tds import check_tds, tds_attributes
from net8.plan.traces import with_traces
from net8.plan.traffic import check_traffic
from net8.plan.transport import check_transport
from net8.plan.work import check_work
from net8.schema.columns import column_count
from net8.schema.key import FILE
from net8.schema.table import CORE_SECTIONS, KEYS, PLAIN_LISTS, attribute, keys_of
from net8.schema.values import show, to_ns3

__all__ = ["Task", "resolve"]

_RADIO_MTU: Final = 2296
"""Largest packet in a frame of 802.11: 2304 bytes less 8 of LLC and SNAP."""


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """Everything that one simulation needs, except seed and run number; equal tasks have equal digests."""

    sections: dict[str, dict[str, str]]  #: attributes by C++ object
    lists: dict[
        str, list[dict[str, str]]
    ]  #: attributes of each table, for lists that consist only of attributes
    row_lengths: list[int]  #: bytes of each row, empty when RowLength draws them
    stop_time_ns: int  #: simulated time at which a run is cut off
    plan: Plan  #: the plan with connect files read
    unmodelled: tuple[str, ...] = ()  #: parameters of connect files that change nothing here
    groups: list[ClientGroup] = field(default_factory=list)  #: groups of clients
    hosts: dict[str, list[str]] = field(default_factory=dict)  #: hosts behind each host name
    sample_interval_ns: int = 0  #: time between samples of the server hosts; 0: no samples
    instances: list[Instance] = field(default_factory=list)  #: instances
    partition: list[str] = field(default_factory=list)  #: site of each MPI rank; none: one process
    mpi: str = "distributed"  #: how these ranks synchronize
    stages: bool = False  #: whether hops are computed
    link_series: bool = False  #: whether links are sampled as well
    flow_series: bool = False  #: whether background flows are sampled as well
    session_series: int = 0  #: number of sessions of each group that are sampled as well
    network_library: str = ""  #: shared library that builds the network
    network_settings: dict[str, str] = field(default_factory=dict)  #: its settings

    def document(self) -> dict[str, Any]:
        """Return the document for C++ and for other processes.

        @return: all fields except the plan and the unmodelled parameters
        """
        fields = (each.name for each in dataclasses.fields(self))
        return {name: getattr(self, name) for name in fields if name not in ("plan", "unmodelled")}

    def digest(self) -> str:
        """Hash what is simulated: equal experiments have equal hashes, however their plans are written.

        @return: hexadecimal SHA-256
        """
        told = self.document()
        if self.network_library:
            told["network_library"] = library_hash(self.network_library)
        if not self.partition:
            told["mpi"] = ""
        written = json.dumps(told, sort_keys=True)
        # Where the files of drivers and releases are is nothing that is simulated; what they hold is.
        for path, text in self.own_files().items():
            content = FILE + hashlib.sha256(text.encode()).hexdigest()
            written = written.replace(json.dumps(FILE + path), json.dumps(content))
        return hashlib.sha256(written.encode()).hexdigest()

    def own_files(self) -> dict[str, str]:
        """Return what the files of drivers and releases hold.

        @return: their texts by name
        """
        return own_files(self.sections, self.groups, self.instances)


def resolve(plan: Plan) -> Task:
    """Read the files of a plan and write its attributes.

    @param plan: a plan; its sweep is ignored
    @return: the task
    """
    unmodelled = (*plan.ignored, *check_descriptors(plan))
    if any(plan.is_set(f"files.{name}") for name in ("connect", "tnsnames", "sqlnet", "listener")):
        plan, passed_over = apply_files(plan)
        unmodelled += passed_over
    plan = with_protocols(plan)
    rows = row_lengths(plan)
    if rows and not plan.is_set("query.rows"):
        plan = plan.with_values({"query.rows": len(rows)}, where=plan.where("query.row_length"))
    check_network(plan)
    check_traffic(plan)
    check_series(plan)
    check_tds(plan)
    unmodelled += check_transport(plan)
    check_ip_versions(plan)
    _check_together(plan)
    check_tcp(plan)
    partition = check_partition(plan)
    _check_columns(plan)
    check_work(plan)
    check_names(plan)
    check_pools(plan)
    check_handlers(plan)
    check_security(plan)
    sections = tds_attributes(plan, {section: _attributes(plan, section) for section in CORE_SECTIONS})
    if is_outside(plan):
        sections["path"] = {}
    _check_listener(plan, sections["listener"])
    _check_end_points(plan)
    check_cluster(plan)
    check_releases(plan)
    if rows:
        sections["query"].pop("RowLength")
    lists = {name: attribute_lists(name, plan.tables(name)) for name in PLAIN_LISTS}
    lists["link"] = with_traces(plan, plan.tables("link"), lists["link"])
    lists["link"] = [
        with_delay_table(plan, table, f"link.{table['name']}", own)
        for table, own in zip(plan.tables("link"), lists["link"], strict=True)
    ]
    if sections["path"] and not has_sites(plan):
        own = {"jitter_file": plan["path.jitter_file"]}
        sections["path"] = with_delay_table(plan, own, "path", sections["path"])
    lists["link"], lists["link_change"] = with_rtt_series(plan, lists["link"], lists["link_change"])
    return Task(
        sections, lists, rows, units.parse_time(plan["run.stop_time"]), plan, unmodelled, client_groups(plan),
        host_names(plan),
        units.parse_time(interval) if (interval := plan["run.sample_interval"]) else 0,
        instances(plan), partition, str(plan["run.mpi"]), use_stages(plan), *series_of(plan),
        str(library_path(plan)) if is_outside(plan) else "", library_settings(plan),
    )  # fmt: skip


def _attributes(plan: Plan, section: str) -> dict[str, str]:
    """Write the attributes of one C++ object; unset ones keep their C++ defaults."""
    result = {}
    for key in keys_of(section):
        value = plan[key.path]
        csv_or_list = key.kind == "rows" and (isinstance(value, tuple) or _csv(value) is not None)
        if key.core and value is not None:
            result[attribute(key.name)] = "" if csv_or_list else to_ns3(key, value)
    return result


def _check_together(plan: Plan) -> None:
    """Refuse combinations of values that contradict each other."""
    for end in ("client", "server"):
        segment, (smallest, mtu) = plan[f"{end}.tcp.segment_size"], least_mtu(plan)
        header = 60 if plan["path.ip"] == "v6" else 40
        if isinstance(segment, int) and segment > mtu - header:
            raise PlanError(
                f"{end}.tcp.segment_size = {segment} does not fit {smallest} = {mtu}; "
                f"use at most {mtu - header} bytes, or leave it out",
                where=plan.where(f"{end}.tcp.segment_size"),
            )
    if plan["path.ip"] != "v4" and isinstance(plan["path.mtu"], int) and plan["path.mtu"] < 1280:
        raise PlanError(
            f"path.mtu = {plan['path.mtu']} is below the 1280 bytes that IPv6 needs",
            where=plan.where("path.mtu"),
        )
    if plan["path.last_hop"] == "radio":
        _check_radio(plan)
    packets = plan["path.loss_list"]
    if packets and plan["path.loss_rate"]:
        raise PlanError(
            "path.loss_list and path.loss_rate are both set; choose listed or random loss",
            where=plan.where("path.loss_list"),
        )
    if isinstance(stop := plan["run.stop_time"], str) and units.parse_time(stop) <= units.parse_time(
        plan["client.start"]
    ):
        raise PlanError(
            f"run.stop_time = {show(stop)} is not after client.start = {show(plan['client.start'])}",
            where=plan.where("run.stop_time"),
        )


def _check_radio(plan: Plan) -> None:
    """Refuse keys that cannot be combined with a last hop by radio."""
    if plan["path.kind"] == "segment":
        raise PlanError(
            'path.last_hop = "radio" cannot be combined with path.kind = "segment", whose hosts are on the bus; '
            'use "lan" or "wan"',
            where=plan.where("path.last_hop"),
        )
    if isinstance(plan["path.mtu"], int) and plan["path.mtu"] > _RADIO_MTU:
        raise PlanError(
            f"path.mtu = {plan['path.mtu']} does not fit a frame of 802.11; use at most {_RADIO_MTU} bytes",
            where=plan.where("path.mtu"),
        )


def _file_of(plan: Plan) -> str:
    """Return the file of a plan, for a value that is not on any of its lines."""
    return next(iter(plan.lines.values()), "").rpartition(":")[0]


def _check_end_points(plan: Plan) -> None:
    """Refuse two end points on one port, and limits that the extension cannot read."""
    taken: list[object] = [plan["listener.port"]]
    for number, table in enumerate(plan.end_points, 1):
        port = table.get("port", KEYS["end_point.port"].default)
        if port in taken:
            raise PlanError(
                f"end_point.port = {port} is used by another end point; set a different port for each, "
                "and none equal to listener.port",
                where=plan.where(f"end_point.{number}.port") or _file_of(plan),
            )
        taken.append(port)
        if "rate_limit" in table:
            message = _listener_problem({"RateLimit": str(table["rate_limit"])})[1]
            if message:
                where = plan.where(f"end_point.{number}.rate_limit")
                raise PlanError(f"end_point.rate_limit: {message}", where=where)


def _check_listener(plan: Plan, attributes: dict[str, str]) -> None:
    """Let the extension check what only it can read: limits and lists of nodes."""
    texts = ("listener.rate_limit", "listener.invited_nodes", "listener.excluded_nodes")
    if not any(plan.is_set(path) for path in texts):
        return
    parameter, message = _listener_problem(attributes)
    if message:
        path = f"listener.{parameter.lower()}"
        raise PlanError(f"{path}: {message}", where=plan.where(path))


def _listener_problem(attributes: dict[str, str]) -> tuple[str, str]:
    """Return the parameter of a listener that the extension refuses, and why."""
    need_core()
    from net8 import _core

    return _core.check_listener(attributes)


def _check_columns(plan: Plan) -> None:
    """Refuse columns together with row lengths, and more repeated columns than exist."""
    columns, repeated = str(plan["query.columns"]), plan["query.repeated_columns"]
    if columns and plan["query.row_length"] != KEYS["query.row_length"].default:
        raise PlanError(
            "query.columns and query.row_length are both set; choose one of them",
            where=plan.where("query.columns"),
        )
    if isinstance(repeated, int) and repeated > column_count(columns):
        raise PlanError(
            f"query.repeated_columns = {repeated} is more than the {column_count(columns)} columns "
            "of query.columns",
            where=plan.where("query.repeated_columns"),
        )
    _check_repetition(plan, column_count(columns))
    _check_prefetch(plan)
    _check_lob_prefetch(plan)


def _check_lob_prefetch(plan: Plan) -> None:
    """Refuse LOB data in rows for a driver that does not request it, and arrays of LOBs for one without them."""
    statements = [(f"statement.{table['name']}", table) for table in plan.tables("statement")]
    given = [(f"{path}.lob_prefetch", table.get("lob_prefetch")) for path, table in statements]
    given = [
        each for each in (*given, ("query.lob_prefetch", plan["query.lob_prefetch"])) if each[1] is not None
    ]
    for table in plan.groups or ({},):
        at_once = int(str(table.get("lob_array_read", plan["client.lob_array_read"])))
        if not given and at_once == 1:
            continue
        driver = str(table.get("driver", plan["client.driver"]))
        facts = _facts(plan, driver, str(table.get("release", plan["client.release"]) or ""))
        fixed = facts["lob_prefetch"]
        for path, value in given:
            if facts["lob_prefetch_fixed"] and value != fixed:
                raise PlanError(
                    f"{path} = {value}, but {driver} fetches LOBs without their data; use {fixed}, or "
                    "client.fetch_lobs = false for values within their rows",
                    where=plan.where(path),
                )
        path = (
            f"group.{table['name']}.lob_array_read" if "lob_array_read" in table else "client.lob_array_read"
        )
        if at_once > 1 and facts["thin"]:
            raise PlanError(
                f"{path} = {at_once}, but {driver} reads one LOB a call, as only OCI has OCILobArrayRead; use 1",
                where=plan.where(path),
            )


def _facts(plan: Plan, driver: str, release: str) -> Mapping[str, object]:
    """Return what the file of a driver says; a file that cannot be read is told as such."""
    from net8 import _core

    try:
        return _core.driver_facts(driver, release, str(plan["server.release"]))
    except ValueError as error:
        raise PlanError(str(error), where=plan.where("client.driver")) from None


def _check_prefetch(plan: Plan) -> None:
    """Refuse a memory limit for prefetched rows with an unknown defined size."""
    limits = [plan["client.prefetch_memory"], *(table.get("prefetch_memory", 0) for table in plan.groups)]
    drawn = isinstance(plan["query.row_length"], Mapping) and not _csv(plan["query.row_length"])
    if any(limits) and drawn and plan["query.defined_length"] is None:
        raise PlanError(
            "client.prefetch_memory needs the defined size of the columns, which query.row_length = "
            f"{show(plan['query.row_length'])} does not contain; set query.defined_length",
            where=plan.where("client.prefetch_memory"),
        )


def _check_repetition(plan: Plan, columns: int) -> None:
    """Refuse shares of repetition without columns, for too many columns, or together with repeated columns."""
    shares = plan["query.repetition"]
    if not isinstance(shares, tuple):
        return
    problem = ""
    if not columns:
        problem = "needs query.columns"
    elif len(shares) not in (1, columns):
        problem = (
            f"has {len(shares)} shares for the {columns} columns of query.columns; write one, or one for each"
        )
    elif plan["query.repeated_columns"]:
        problem = "and query.repeated_columns are both set; choose one of them"
    if problem:
        raise PlanError(f"query.repetition {problem}", where=plan.where("query.repetition"))


def _csv(value: object) -> tuple[str, str] | None:
    """Return whether a row length comes from a CSV column."""
    if isinstance(value, Mapping) and "csv" in value:
        return str(value["csv"]), str(value["column"])
    return None


def row_lengths(plan: Plan) -> list[int]:
    """Return the listed row lengths of a plan, from the list itself or its CSV column.

    @param plan: the plan
    @return: bytes of each row, empty if they are constant or random
    """
    value = plan["query.row_length"]
    if isinstance(value, tuple):
        return list(value)
    if (source := _csv(value)) is None:
        return []
    path = (plan.folder or Path()) / source[0]
    where = plan.where("query.row_length")
    try:
        text = read_text(path, TABLE_LIMIT)
        return _column(list(csv.reader(io.StringIO(text, newline=""))), source[1], path)
    except FileNotFoundError:
        raise PlanError(
            f'there is no file "{source[0]}" beside the plan for query.row_length', where=where
        ) from None
    except OSError as error:
        raise PlanError(f'"{source[0]}" cannot be read as CSV: {error.strerror}', where=where) from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise PlanError(f'"{source[0]}" cannot be read as CSV: {error}', where=where) from None


def _column(rows: list[list[str]], column: str, path: Path) -> list[int]:
    """Read one column of whole numbers."""
    names = [name.strip() for name in rows[0]] if rows else []
    if column not in names:
        raise PlanError(
            f'has no column "{column}"; its columns are {", ".join(names) or "none"}', where=f"{path}:1"
        )
    at = names.index(column)
    lengths = []
    for number, row in enumerate(rows[1:], start=2):
        text = row[at].strip() if at < len(row) else ""
        if not text.isascii() or not text.isdigit() or int(text) > KEYS["query.row_length"].high:
            raise PlanError(
                f'{column} is "{text}", which is not a row length; write a whole number of bytes, such as 100',
                where=f"{path}:{number}",
            )
        lengths.append(int(text))
    if not lengths:
        raise PlanError(
            "holds no rows below its first line; write the length of at least one row", where=str(path)
        )
    return lengths
