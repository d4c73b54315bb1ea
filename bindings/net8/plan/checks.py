# SPDX-License-Identifier: GPL-2.0-only
"""What is refused of a plan whose keys are right one by one: all checks, in their order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from net8.base import units
from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.plan.clients import check_names, check_releases
from net8.plan.cluster import check_cluster
from net8.plan.cman import check_managers
from net8.plan.failover import check_failover
from net8.plan.handlers import check_handlers
from net8.plan.ip_versions import check_ip_versions
from net8.plan.network import least_mtu
from net8.plan.network_checks import check_network
from net8.plan.ons import check_ons
from net8.plan.partition import check_partition
from net8.plan.plan import Plan
from net8.plan.pool import check_pools
from net8.plan.redo import check_redo
from net8.plan.row_lengths import csv_column
from net8.plan.security import check_security
from net8.plan.series import check_series
from net8.plan.subscription import check_subscriptions
from net8.plan.tables import section_attributes
from net8.plan.tcp import check_tcp
from net8.plan.tds import check_tds
from net8.plan.traffic import check_traffic
from net8.plan.transport import check_transport, is_tcp
from net8.plan.work import check_work
from net8.schema.columns import column_count
from net8.schema.table import KEYS
from net8.schema.values import show

__all__ = ["run_checks"]


def run_checks(plan: Plan) -> tuple[str, ...]:
    """Refuse a plan with the first check that it does not pass.

    @param plan: a plan with its files read and its protocols settled
    @return: parameters of connect files that change nothing with its transport
    """
    passed_over: tuple[str, ...] = ()
    for check in _CHECKS:
        passed_over += check(plan) or ()
    return passed_over


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
    if isinstance(stop := plan["run.stop_time"], str) and units.parse_time(stop) <= units.parse_time(
        plan["client.start"]
    ):
        raise PlanError(
            f"run.stop_time = {show(stop)} is not after client.start = {show(plan['client.start'])}",
            where=plan.where("run.stop_time"),
        )


def _check_radio(plan: Plan) -> None:
    """Refuse keys that cannot be combined with a last hop by radio."""
    if plan["path.last_hop"] == "radio" and plan["path.kind"] == "segment":
        raise PlanError(
            'path.last_hop = "radio" cannot be combined with path.kind = "segment", whose hosts are on the bus; '
            'use "lan" or "wan"',
            where=plan.where("path.last_hop"),
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
        _check_presentation(plan, number, table)


def _check_presentation(plan: Plan, number: int, table: Mapping[str, object]) -> None:
    """Refuse pages over what has none: TLS, LAN transports, and ranks that simulate a plan together."""
    kind = table.get("presentation", "ttc")
    found = (
        ("tls = true", bool(table.get("tls"))),
        ("run.partition", plan.is_set("run.partition")),
        (f"path.transport = {show(plan['path.transport'])}", not is_tcp(plan)),
    )
    wrong = next((told for told, there in found if there), "")
    if kind != "ttc" and wrong:
        raise PlanError(
            f"end_point.{number}.presentation = {show(kind)} is not modelled with {wrong}; leave one of them out",
            where=plan.where(f"end_point.{number}.presentation") or _file_of(plan),
        )


def _check_listener(plan: Plan) -> None:
    """Let the extension check what only it can read: limits and lists of nodes."""
    texts = ("listener.rate_limit", "listener.invited_nodes", "listener.excluded_nodes")
    if not any(plan.is_set(path) for path in texts):
        return
    parameter, message = _listener_problem(section_attributes(plan, "listener"))
    if message:
        path = f"listener.{parameter.lower()}"
        raise PlanError(f"{path}: {message}", where=plan.where(path))


def _listener_problem(attributes: dict[str, str]) -> tuple[str, str]:
    """Return the parameter of a listener that the extension refuses, and why."""
    need_core()
    from net8 import _core

    return _core.check_listener(attributes)


def _check_columns(plan: Plan) -> None:
    """Refuse columns together with row lengths, and more repeated columns than there are."""
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
    drawn = isinstance(plan["query.row_length"], Mapping) and not csv_column(plan["query.row_length"])
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


_CHECKS: Final[tuple[Callable[[Plan], tuple[str, ...] | None], ...]] = (
    # Sites and links first: all others look hosts up there, and which keys of [path] apply depends on them.
    check_network,
    check_traffic,
    check_series,
    # Then the protocols, as many keys mean nothing under another one; what is refused for that is told as such.
    check_tds,
    check_transport,
    check_ip_versions,
    _check_together,
    _check_radio,
    check_tcp,
    check_partition,
    # Columns before the statements and transactions that have them.
    _check_columns,
    _check_prefetch,
    _check_lob_prefetch,
    check_work,
    # Clients by name, then what their pools, handlers and encryption refer to.
    check_names,
    check_pools,
    check_failover,
    check_handlers,
    check_subscriptions,
    check_security,
    # Limits of listeners are read by the extension, which takes longest; releases are files that it reads.
    _check_listener,
    _check_end_points,
    check_cluster,
    check_ons,
    check_redo,
    check_managers,
    check_releases,
)
