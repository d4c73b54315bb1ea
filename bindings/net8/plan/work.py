# SPDX-License-Identifier: GPL-2.0-only
"""Statements and transactions of a plan: their meaning, and checks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.plan.plan import Plan
from net8.plan.result_cache import check_result_cache
from net8.plan.row_lengths import csv_column
from net8.plan.tables import plan_of_table
from net8.schema.columns import column_count, has_lobs
from net8.schema.distributions import mean
from net8.schema.table import KEYS
from net8.schema.values import show, to_ns3
from net8.schema.work import SHORT_KINDS, SWITCH_KINDS

__all__ = ["LoopStep", "check_work", "executions_of", "mix_of", "pauses_of", "statement_plan", "steps_of"]

PIPELINE_MAX: Final = 65_535
"""Most statements of a pipeline, as in the engine (ClientPipeline)."""

LOAD_MAX: Final = 1_073_728_895
"""Most bytes of the rows of one call of a direct path load (python-oracledb, TNS_DPLS_MAX_MESSAGE_SIZE)."""

_NUMBERED_BYTES: Final = 6
"""Least bytes of a simulated call that carries the number of its statement."""

_OF_SHORT = ("name", "kind", "think_time", "call_time", "call_cpu_time")
_OF_CALL = (
    *_OF_SHORT, "packet_time", "function", "request_length", "request_packet_size", "request_packet_time", "reply",
    "reply_length", "fail_every", "error_text", "error_overhead",
)  # fmt: skip
_ONLY_CALL = ("function", "request_packet_size", "request_packet_time", "reply", "reply_length")
_OF_LOAD = (
    *_OF_SHORT, "table", "binds", "column_names", "bind_rows", "array_size", "row_cpu_time", "packet_time",
    "request_length", "fail_every", "error_text", "error_overhead",
)  # fmt: skip

_OWN_FUNCTIONS: Final = {
    0x09: "the logoff", 0x73: "an authentication",
    0x76: "an authentication", 0xC7: "the start of a pipeline", 0xC8: "the end of a pipeline",
}  # fmt: skip
"""Functions of calls that cannot be statements."""


@dataclass(frozen=True, slots=True)
class LoopStep:
    """A step of a transaction."""

    statements: tuple[int, ...]  #: positions of its statements in the plan, in order
    times: int  #: number of repetitions
    each_of: int | None  #: position of a statement; they are repeated for each of its rows instead


def statement_plan(plan: Plan, table: Mapping[str, object]) -> Plan:
    """Return a plan with the values of one statement as its [query].

    @param plan: the plan
    @param table: the statement
    @return: the plan with what the statement sets itself
    """
    return plan_of_table(plan, "query", table)


def steps_of(plan: Plan, table: Mapping[str, object]) -> list[LoopStep]:
    """Read the steps of a transaction.

    @param plan: the plan
    @param table: the transaction
    @return: its steps; empty for a mix
    """
    text = to_ns3(KEYS["transaction.steps"], table.get("steps", ()))
    if not text:
        return []
    need_core()
    from net8 import _core

    steps, message = _core.read_steps(text, _names(plan, "statement"))
    if message:
        name = f"transaction.{table['name']}.steps"
        bare = next((kind for kind in ("commit", "rollback", "ping") if message.startswith(f"'{kind}' ")), "")
        message += f'; add a [[statement]] with name = "{bare}" and kind = "{bare}"' if bare else ""
        raise PlanError(f"{name}: {message}", where=plan.where(name))
    return [LoopStep(tuple(places), times, None if each < 0 else each) for places, times, each in steps]


def places_of(plan: Plan, table: Mapping[str, object]) -> list[int]:
    """List the statements of a transaction with loops of fixed length.

    @param plan: the plan
    @param table: the transaction
    @return: their positions in the plan, in order of execution
    """
    return [place for step in steps_of(plan, table) for _ in range(step.times) for place in step.statements]


def mix_of(plan: Plan, path: str, value: object, section: str) -> list[tuple[int, float]]:
    """Read a mix.

    @param plan: the plan
    @param path: its key
    @param value: its canonical value
    @param section: statement or transaction
    @return: positions of its names in the list of the plan, and their shares of 1
    """
    names = _names(plan, section)
    weights = value if isinstance(value, Mapping) else {str(value): 1.0}
    total = sum(map(float, weights.values()))
    for name in weights:
        if name not in names:
            there = f"the plan has {', '.join(names)}" if names else "the plan has none"
            raise PlanError(f"{path} = {show(value)} is not the name of a [[{section}]]; {there}",
                            where=plan.where(path))  # fmt: skip
    return [(names.index(name), float(weight) / total) for name, weight in weights.items()]


def executions_of(plan: Plan, table: Mapping[str, object]) -> list[float]:
    """Count how often each statement is executed in a transaction of some clients, on average for mixes.

    @param plan: the plan
    @param table: their group, or nothing
    @return: a number for each statement of the plan
    """
    statements, transactions = plan.tables("statement"), plan.tables("transaction")
    value = table.get("transactions", plan["client.transactions"]) or _names(plan, "transaction")[0]
    found = [0.0] * len(statements)
    for place, share in mix_of(plan, "client.transactions", value, "transaction"):
        transaction = transactions[place]
        if mix := transaction.get("mix"):
            name = f"transaction.{transaction['name']}.mix"
            for statement, part in mix_of(plan, name, mix, "statement"):
                found[statement] += share * part
        for step in steps_of(plan, transaction):
            times = step.times if step.each_of is None else _rows(plan, statements[step.each_of])
            for statement in step.statements:
                found[statement] += share * times
    return found


def pauses_of(plan: Plan, transaction: Mapping[str, object]) -> list[float]:
    """Return the mean time before the executions of each statement, but that which begins a transaction.

    @param plan: the plan
    @param transaction: one of its transactions
    @return: seconds for each statement of the plan
    """
    usual = transaction.get("think_time", KEYS["transaction.think_time"].default)
    return [float(mean(table.get("think_time", usual))) for table in plan.tables("statement")]


def _rows(plan: Plan, statement: Mapping[str, object]) -> int:
    """Return the rows that a statement returns, or those of the cursors that a block opens."""
    if _kind(statement) != "query":
        names = [name for key in ("cursors", "implicit_results") for name in _words(statement, key)]
        found = {str(each["name"]): each for each in plan.tables("statement") if _kind(each) == "query"}
        return sum(_rows(plan, found[name]) for name in names if name in found)
    rows = statement_plan(plan, statement)["query.rows"]
    return rows if isinstance(rows, int) else 0


def _words(table: Mapping[str, object], key: str) -> tuple[str, ...]:
    """Return names that a key lists."""
    value = table.get(key, ())
    return tuple(map(str, value)) if isinstance(value, tuple) else ()


def check_work(plan: Plan) -> None:
    """Refuse impossible statements and transactions.

    @param plan: the plan
    """
    statements, transactions = plan.tables("statement"), plan.tables("transaction")
    for table in statements:
        _check_statement(plan, table)
    _check_once(plan)
    if statements and not transactions:
        raise PlanError(
            f"no transaction runs the statement {statements[0]['name']}; add a [[transaction]] with steps = "
            f'["{statements[0]["name"]}"]',
            where=plan.where(f"statement.{statements[0]['name']}.name"),
        )
    if statements and isinstance(plan["query.row_length"], tuple):
        raise PlanError(
            "query.row_length lists rows, which cannot be combined with [[statement]]; use a size or a "
            "distribution",
            where=plan.where("query.row_length"),
        )
    for table in transactions:
        _check_transaction(plan, table)
    _check_think_times(plan)
    check_result_cache(plan)
    for table in plan.groups or ({},):
        _check_clients(plan, table)


def _check_think_times(plan: Plan) -> None:
    """Refuse pauses before statements that never follow another one in a transaction."""
    follow: set[int] = set()
    for transaction in plan.tables("transaction"):
        steps = steps_of(plan, transaction)
        order = [place for step in steps for place in step.statements]
        again = order[:1] if steps and steps[0].times > 1 else []
        follow.update(order[1:], again)
    for place, table in enumerate(plan.tables("statement")):
        if "think_time" in table and place not in follow:
            _refuse(
                plan,
                table,
                "think_time",
                "changes nothing, because the statement follows no other in the steps of a transaction; set "
                "client.think_time",
            )


def _names(plan: Plan, section: str) -> list[str]:
    """Return the names of the tables of a list."""
    return [str(table["name"]) for table in plan.tables(section)]


def _kind(table: Mapping[str, object]) -> str:
    """Return the kind of a statement."""
    return str(table.get("kind", KEYS["statement.kind"].default))


def _refuse(plan: Plan, table: Mapping[str, object], key: str, problem: str) -> None:
    """Refuse a key of a statement."""
    path = f"statement.{table['name']}.{key}"
    raise PlanError(f"{path} = {show(table[key])} {problem}", where=plan.where(path))


def _check_statement(plan: Plan, table: Mapping[str, object]) -> None:
    """Refuse keys of a statement that cannot be combined with its kind."""
    kind, binds = _kind(table), str(table.get("binds", ""))
    if kind in (*SHORT_KINDS, *SWITCH_KINDS) and (wrong := [name for name in table if name not in _OF_SHORT]):
        _refuse(
            plan,
            table,
            wrong[0],
            f"cannot be combined with kind = {show(kind)}, which is a call without text and rows",
        )
    _check_call(plan, table, kind)
    _check_direct_path(plan, table, kind)
    sends_lobs = kind in ("dml", "plsql", "direct path")
    for key in ("out_binds", "in_out_binds") if sends_lobs else ("binds", "out_binds"):
        if has_lobs(table.get(key, "")):
            _refuse(
                plan,
                table,
                key,
                "has a LOB, which is not modelled for binds; leave it out",
            )
    if kind == "ddl":
        for key in ("binds", "bind_rows", "array_size"):
            if key in table:
                _refuse(
                    plan, table, key, 'cannot be combined with kind = "ddl", which has no binds and no rows'
                )
    _check_block(plan, table, kind)
    if kind not in ("dml", "plsql") and "out_binds" in table:
        _refuse(
            plan, table, "out_binds", f'cannot be combined with kind = {show(kind)}; use "plsql" or "dml"'
        )
    binds = binds or str(table.get("in_out_binds", ""))
    if "bind_rows" in table and not binds:
        _refuse(
            plan,
            table,
            "bind_rows",
            'needs binds; write the columns of a row, such as binds = "number:8, date"',
        )
    if kind == "query" and table.get("bind_rows", 1) != 1:
        _refuse(
            plan,
            table,
            "bind_rows",
            'cannot be combined with a query, which has one row of binds; use kind = "dml"',
        )
    if kind != "query" and "prefetch_rows" in table:
        _refuse(
            plan,
            table,
            "prefetch_rows",
            f"cannot be combined with kind = {show(kind)}; rows of a query come with it",
        )
    if "batch_errors" in table and (kind != "dml" or not binds):
        _refuse(
            plan, table, "batch_errors", 'needs rows of binds, which a statement of kind "dml" with binds has'
        )
    if kind in ("dml", "plsql", "direct path") and "array_size" in table and not binds:
        _refuse(
            plan,
            table,
            "array_size",
            'needs binds; write the columns of a row, such as binds = "number:8, date"',
        )
    if isinstance(table.get("row_length"), tuple) or csv_column(table.get("row_length")):
        _refuse(plan, table, "row_length", "lists rows; in a statement use a size or a distribution")
    own = statement_plan(plan, table)
    if own["query.columns"] and own["query.row_length"] != KEYS["query.row_length"].default:
        raise PlanError(
            f"the statement {table['name']} has both columns and row_length, its own or those of [query]; use only "
            "one of them",
            where=plan.where(f"statement.{table['name']}.name"),
        )
    _check_repetition(plan, table, own)


def _check_call(plan: Plan, table: Mapping[str, object], kind: str) -> None:
    """Refuse keys of calls in other statements, and keys of other statements in calls."""
    if kind != "call":
        for key in _ONLY_CALL:
            if key in table:
                _refuse(plan, table, key, f'cannot be combined with kind = {show(kind)}; use "call"')
        return
    for key in table:
        if key not in _OF_CALL:
            _refuse(
                plan,
                table,
                key,
                'cannot be combined with kind = "call", which has a function and lengths but no rows',
            )
    if "request_packet_time" in table and "request_packet_size" not in table:
        _refuse(plan, table, "request_packet_time", "needs request_packet_size, the size of these packets")
    function = int(str(table.get("function", 0)))
    if function in _OWN_FUNCTIONS or function == 0:
        path = f"statement.{table['name']}.function"
        what = _OWN_FUNCTIONS.get(function, "not a call")
        raise PlanError(
            f"{path} = {function} is {what}; use another function, such as 0x67",
            where=plan.where(path) or plan.where(f"statement.{table['name']}.name"),
        )


def _check_direct_path(plan: Plan, table: Mapping[str, object], kind: str) -> None:
    """Refuse keys of direct path loads in other statements, and loads without columns or of too many bytes."""
    if kind != "direct path":
        if "table" in table:
            _refuse(plan, table, "table", f'cannot be combined with kind = {show(kind)}; use "direct path"')
        return
    name = f"statement.{table['name']}"
    for key in table:
        if key not in _OF_LOAD:
            _refuse(plan, table, key, 'cannot be combined with kind = "direct path", whose columns are binds')
    if not table.get("binds"):
        raise PlanError(
            f"{name} is a direct path load without columns; write those of a row, such as "
            'binds = "number:8, varchar2:20"',
            where=plan.where(f"{name}.kind"),
        )
    if "rowid" in str(table["binds"]):
        _refuse(plan, table, "binds", "has a ROWID, which a direct path load cannot write; leave it out")
    if "table" in table and not re.fullmatch(r"[^.]{1,128}\.[^.]{1,128}", str(table["table"])):
        _refuse(plan, table, "table", 'is not a schema and a table, such as "SCOTT.JOURNAL"')
    columns, names = column_count(str(table["binds"])), str(table.get("column_names", ""))
    if names and len(names.split(",")) != columns:
        _refuse(
            plan,
            table,
            "column_names",
            f"has {len(names.split(','))} names for the {columns} columns of binds",
        )
    need_core()
    from net8 import _core

    rows = int(str(table.get("bind_rows", 1)))
    batch = min(int(str(table.get("array_size") or rows)), rows)
    row = _core.direct_path_row_bytes(str(table["binds"]))
    if batch * row > LOAD_MAX:
        key = "array_size" if "array_size" in table else "bind_rows"
        raise PlanError(
            f"{name} sends {batch:,} rows of {row:,} bytes in one call, and a driver at most {LOAD_MAX:,} bytes; set "
            f"array_size to at most {max(LOAD_MAX // row, 1):,}",
            where=plan.where(f"{name}.{key}") or plan.where(f"{name}.kind"),
        )


def _check_block(plan: Plan, table: Mapping[str, object], kind: str) -> None:
    """Refuse keys of blocks in other statements, and cursors that are not queries or cannot be fetched."""
    for key in ("in_out_binds", "cursors", "implicit_results"):
        if kind != "plsql" and table.get(key):
            _refuse(plan, table, key, f'cannot be combined with kind = {show(kind)}; use "plsql"')
    queries = {str(each["name"]): each for each in plan.tables("statement") if _kind(each) == "query"}
    for key in ("cursors", "implicit_results"):
        names = _words(table, key)
        if names and int(str(table.get("bind_rows", 1))) > 1:
            _refuse(
                plan, table, key, "cannot be combined with bind_rows above 1: one execution opens them once"
            )
        for name in names:
            if name not in queries:
                known = f"the plan has {', '.join(queries)}" if queries else "the plan has none"
                _refuse(plan, table, key, f"names {name}, which is not a query among the statements; {known}")
            columns = str(statement_plan(plan, queries[name])["query.columns"])
            if has_lobs(columns) or "long" in columns:
                _refuse(plan, table, key, f"names {name}, which has a LOB or LONG; in cursors such columns are not "
                        "modelled, leave them out")  # fmt: skip


def _check_repetition(plan: Plan, table: Mapping[str, object], own: Plan) -> None:
    """Refuse more repeated columns than the statement has."""
    columns = column_count(str(own["query.columns"]))
    repeated, shares = own["query.repeated_columns"], own["query.repetition"]
    if isinstance(repeated, int) and repeated > columns and "repeated_columns" in table:
        _refuse(plan, table, "repeated_columns", f"is more than the {columns} columns of the statement")
    if isinstance(shares, tuple) and "repetition" in table and len(shares) not in (1, columns):
        _refuse(
            plan, table, "repetition", f"has {len(shares)} shares for the {columns} columns of the statement"
        )


def _check_once(plan: Plan) -> None:
    """Refuse two statements that a server cannot tell apart."""
    seen: dict[str, str] = {}
    for table in plan.tables("statement"):
        kind, name = _kind(table), str(table["name"])
        if kind in SHORT_KINDS and kind in seen:
            raise PlanError(
                f"the statements {seen[kind]} and {name} are both of kind {kind}, which a server cannot tell "
                "apart; keep one",
                where=plan.where(f"statement.{name}.kind"),
            )
        seen[kind] = name
    _check_calls(plan)


def _check_calls(plan: Plan) -> None:
    """Refuse two short calls with the same function and length, which a server cannot tell apart."""
    seen: dict[tuple[object, object], str] = {}
    for table in plan.tables("statement"):
        length = int(str(table.get("request_length", 3)))
        if _kind(table) != "call" or length >= _NUMBERED_BYTES:
            continue
        name, what = str(table["name"]), (table.get("function", 0), length)
        if what in seen:
            raise PlanError(
                f"the calls {seen[what]} and {name} have the same function and the same length below "
                f"{_NUMBERED_BYTES} bytes, so "
                "a server cannot tell them apart; keep one, or change the request_length of one",
                where=plan.where(f"statement.{name}.name"),
            )
        seen[what] = name


def _check_transaction(plan: Plan, table: Mapping[str, object]) -> None:
    """Refuse impossible steps or an impossible mix."""
    name = f"transaction.{table['name']}"
    if bool(table.get("steps")) == bool(table.get("mix")):
        wrong = "both steps and a mix" if table.get("steps") else "neither steps nor a mix"
        raise PlanError(
            f'{name} has {wrong}; use one of them, such as steps = ["a", "2*b"] or mix = {{a = 70, b = 30}}',
            where=plan.where(f"{name}.steps") or plan.where(f"{name}.name"),
        )
    if table.get("mix"):
        mix_of(plan, f"{name}.mix", table["mix"], "statement")
    steps = steps_of(plan, table)
    for step in steps:
        if step.each_of is not None:
            _check_loop(plan, f"{name}.steps", plan.tables("statement")[step.each_of])
    if table.get("pipeline"):
        _check_pipeline(plan, table, steps)


def _check_pipeline(plan: Plan, table: Mapping[str, object], steps: list[LoopStep]) -> None:
    """Refuse statements in a pipeline that depend on earlier replies, or that no driver pipelines."""
    path = f"transaction.{table['name']}.pipeline"
    statements = plan.tables("statement")
    if table.get("mix"):
        raise PlanError(
            f"{path} cannot be combined with a mix, which runs one statement; use steps",
            where=plan.where(path),
        )
    if any(step.each_of is not None for step in steps):
        raise PlanError(
            f"{path} cannot be combined with a step for each row, because its rows arrive only after all statements "
            "are sent; use a count, such as 40*name",
            where=plan.where(path),
        )
    if "think_time" in table:
        raise PlanError(
            f"{path} cannot be combined with think_time between its statements, which are sent at once; leave one out",
            where=plan.where(path),
        )
    for statement in dict.fromkeys(place for step in steps for place in step.statements):
        if "think_time" in statements[statement]:
            _refuse(
                plan,
                statements[statement],
                "think_time",
                f"cannot be combined with {path}, whose statements are sent at once; leave one out",
            )
    count = sum(step.times * len(step.statements) for step in steps)
    if count > PIPELINE_MAX:
        raise PlanError(
            f"{path} has {count:,} statements; a pipeline takes at most {PIPELINE_MAX:,}",
            where=plan.where(path),
        )
    if _kind(statements[steps[0].statements[0]]) == "commit":
        raise PlanError(f"{path} begins with a commit; begin with a statement", where=plan.where(path))
    for statement in dict.fromkeys(place for step in steps for place in step.statements):
        if why := _pipeline_problem(plan, statements[statement]):
            raise PlanError(
                f"{path}: the statement {statements[statement]['name']} {why}", where=plan.where(path)
            )


def _pipeline_problem(plan: Plan, table: Mapping[str, object]) -> str:
    """Explain why a statement cannot be in a pipeline; empty if it can."""
    kind, columns = _kind(table), str(statement_plan(plan, table)["query.columns"])
    rows = int(str(table.get("bind_rows", 1)))
    if kind in ("rollback", "ping", "call", "direct path", *SWITCH_KINDS):
        return f"is a {kind}, which no driver puts in a pipeline; use queries, dml, plsql, ddl and commits"
    if has_lobs(table.get("binds", "")) or (kind == "query" and has_lobs(columns)):
        return "has a LOB, which takes round trips of its own; leave it out"
    if _words(table, "cursors") or _words(table, "implicit_results"):
        return "opens cursors, which are fetched in round trips of their own; leave pipeline out"
    if kind == "plsql" and rows > 1:
        return f"has bind_rows = {rows}, which a block processes one by one; use bind_rows = 1 and a count in the steps"
    if kind == "dml" and int(str(table.get("array_size", rows))) < rows:
        return f"has array_size below bind_rows = {rows}, so more than one execute; use a count in the steps"
    return ""


def _check_loop(plan: Plan, path: str, statement: Mapping[str, object]) -> None:
    """Refuse a loop over a statement without rows."""
    kind = _kind(statement)
    why = f'is of kind "{kind}"' if kind != "query" else "has rows = 0"
    if not _rows(plan, statement):
        raise PlanError(
            f"{path} has a loop for each row of {statement['name']}, which {why} and so returns none",
            where=plan.where(path),
        )


def _check_driver(plan: Plan, table: Mapping[str, object]) -> None:
    """Refuse pipelines with a driver that does not support them."""
    piped = [str(each["name"]) for each in plan.tables("transaction") if each.get("pipeline")]
    driver = str(table.get("driver", plan["client.driver"]))
    release = table.get("release", plan["client.release"])
    value = table.get("transactions", plan["client.transactions"])
    run = (
        set(piped) if not value else set(value if isinstance(value, Mapping) else (str(value),)) & set(piped)
    )
    if not run:
        return
    need_core()
    from net8 import _core

    if not _core.driver_facts(driver, str(release or ""))["pipelines"]:
        name = min(run)
        raise PlanError(
            f"transaction.{name}.pipeline = true, and {driver}{f' {release}' if release else ''} has no pipelines that "
            'are modelled; use driver = "python-thin" (2.4 or newer) or "node-thin" (26), or leave pipeline out',
            where=plan.where(f"transaction.{name}.pipeline"),
        )


def _check_newer(plan: Plan, table: Mapping[str, object]) -> None:
    """Refuse direct path loads and sessionless transactions of drivers without them, or with an older server."""
    driver = str(table.get("driver", plan["client.driver"]))
    release = table.get("release", plan["client.release"])
    named = f"{driver}{f' {release}' if release else ''}"
    loads = [each for each in plan.tables("statement") if _kind(each) == "direct path"]
    switches = [each for each in plan.tables("statement") if _kind(each) in SWITCH_KINDS]
    begins = [each for each in plan.tables("transaction") if each.get("sessionless", "no") != "no"]
    if not loads and not switches and not begins:
        return
    need_core()
    from net8 import _core

    facts = _core.driver_facts(driver, str(release or ""), str(plan["server.release"]))
    if loads and not facts["direct_path_values"]:
        path = f"statement.{loads[0]['name']}.kind"
        raise PlanError(
            f'{path} = "direct path", and {named} has no direct path load that is modelled; use driver = '
            '"python-thin" (3.4 or newer) or "node-thin" (26), or kind = "dml"',
            where=plan.where(path),
        )
    path = f"statement.{switches[0]['name']}.kind" if switches else ""
    path = path or (f"transaction.{begins[0]['name']}.sessionless" if begins else "")
    value = _kind(switches[0]) if switches else begins[0]["sessionless"] if begins else ""
    if path and not (facts["sessionless"] and facts["token"]):
        raise PlanError(
            f"{path} = {show(value)} needs a driver and a server with sessionless transactions; use driver = "
            '"python-thin" (3.3 or newer) or "node-thin" (26) and server.release = "23ai"',
            where=plan.where(path),
        )


def _check_clients(plan: Plan, table: Mapping[str, object]) -> None:
    """Refuse clients that do not choose between several transactions, or choose one that they cannot run."""
    _check_driver(plan, table)
    _check_newer(plan, table)
    known = _names(plan, "transaction")
    value = table.get("transactions", plan["client.transactions"])
    path = f"group.{table['name']}.transactions" if "transactions" in table else "client.transactions"
    if value:
        mix_of(plan, path, value, "transaction")
    elif len(known) > 1:
        path = f"group.{table['name']}.transactions" if table else path
        raise PlanError(
            f"{path} does not say which of {', '.join(known)} to run; use a name, or weights such as "
            f"{{{known[0]} = 70, {known[1]} = 30}}",
            where=plan.where(f"transaction.{known[0]}.name"),
        )
