# SPDX-License-Identifier: GPL-2.0-only
"""Statements and transactions of a world: drawn one by one, then made to go together."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, Final

from net8.schema.columns import column_count
from net8.schema.work import REPLIES, SHORT_KINDS, SWITCH_KINDS

__all__ = ["WORK_LISTS", "WORK_VALUES", "add_work"]

Document = dict[str, Any]
"""A plan as a TOML file would hold it."""
Table = Callable[[str], Document]
"""Draws some keys of a section."""

WORK_LISTS: Final = ("statement", "transaction")
"""Lists of tables that a world has all or none of."""

_OF_ALL: Final = ("name", "kind", "think_time", "call_time", "call_cpu_time")
_OF_CALL: Final = ("function", "request_packet_size", "request_packet_time", "reply", "reply_length")
_OF_LOAD: Final = (*_OF_ALL, "table", "bind_rows", "array_size", "row_cpu_time", "request_length")
_LOADED: Final = ({"binds": "number:3"}, {"binds": "varchar2:20, date", "column_names": "NAME, BORN"})
_OF_BINDS: Final = ("binds", "bind_rows", "array_size")
_MIXES: Final = ("unit", "other", {"unit": 70, "other": 30.5})
_PIPES: Final = (["outer", "3*inner", "end"], ["5*(outer, inner)"], ["inner"], ["200*outer"])
_ROWS: Final = (0, 1, 12, 150)

WORK_VALUES: Final[Mapping[str, Callable[[random.Random], object]]] = {
    "client.transactions": lambda r: r.choice(_MIXES),
    "group.transactions": lambda r: r.choice(_MIXES),
    "statement.rows": lambda r: r.choice(_ROWS),
    "statement.kind": lambda r: r.choice(["query", *3 * ["dml"], "plsql", "ddl", *SHORT_KINDS]),
    "statement.function": lambda r: r.choice([0x05, 0x2B, 0x54, 0x67]),
    "statement.binds": lambda r: r.choice(["", "number:3", "varchar2:20, date", "raw:2000", "number:3, clob:500"]),
    "statement.out_binds": lambda r: r.choice(["number:1000101", "varchar2:200, date"]),
    "statement.table": lambda r: r.choice(["HR.EMP", "naïve.t"]),
    "statement.column_names": lambda r: r.choice(["", "ID, NAME"]),
    "statement.batch_errors": lambda r: r.choice([0, 1, 50]),
    "statement.in_out_binds": lambda r: r.choice(["number:8", "varchar2:20, date"]),
    "statement.cursors": lambda r: r.choice([["outer"], ["outer", "outer"]]),
    "statement.implicit_results": lambda _r: ["outer"],
    "statement.changes": lambda _r: ["outer"],
    "statement.bind_values": lambda r: r.choice([1, 3, 1000]),
    "statement.bind_rows": lambda r: r.choice([1, 2, 40, 1000]),
    "statement.array_size": lambda r: r.choice([1, 7, 40, 5000]),
    "statement.prefetch_rows": lambda r: r.choice([0, 1, 2, 300]),
    "statement.row_length": lambda r: r.choice([1, 100, 5000, {"distribution": "exponential", "mean": 200}]),
    "statement.columns": lambda r: r.choice(["number:10, varchar2:30", "date", "clob:500", "long:900"]),
    **{f"transaction.{name}": lambda r: r.choice(["HR", "x" * 64])
       for name in ("module", "action", "client_identifier", "client_info", "schema")},
    "transaction.steps": lambda r: r.choice([
        ["outer", "for each row of outer: inner", "end"], ["3*inner", "end"], ["outer"],
        ["2*(outer, inner)", "for each row of outer: (inner, end)", "inner"],
    ]),
    "transaction.mix": lambda r: r.choice(["inner", {"outer": 1, "inner": 2.5, "end": 1}]),
}  # fmt: skip
"""Keys of statements whose values have a form of their own, or for which a few say all there is."""


def add_work(rng: random.Random, document: Document, table: Table) -> None:
    """Give some worlds statements and transactions; the others ask for none.

    @param rng: what chance says
    @param document: the plan
    @param table: draws keys of a section
    """
    clients = [document.get("client", {}), *document.get("group", [])]
    if rng.random() >= 0.25:
        for each in clients:
            each.pop("transactions", None)
        return
    document["statement"] = [table("statement") | {"name": name} for name in ("outer", "inner")]
    end = _short(table("statement")) | {"kind": rng.choice([*SHORT_KINDS, "call"]), "name": "end"}
    if end["kind"] == "call":
        length = rng.choice([3, 15, 16, 54, 9000])
        end |= {"function": WORK_VALUES["statement.function"](rng), "request_length": length}
        if rng.random() < 0.3:
            end["request_packet_size"] = rng.choice([26, 100, 1500, 70000])
            end["request_packet_time"] = rng.choice(["0s", "20us", "3ms", "50ms"])
        end |= {"reply": rng.choice(REPLIES), "reply_length": rng.choice([3, 12, 182, 20000])}
    document["statement"].append(end)
    document["transaction"] = [table("transaction") | {"name": name} for name in ("unit", "other")]
    outer = document["statement"][0]
    outer["kind"] = "query"
    outer["rows"] = rng.choice(_ROWS[1:])
    outer.pop("think_time", None)  # Where it begins a transaction, that is refused.
    document["statement"][1].setdefault("kind", rng.choice(["query", "dml", "plsql"]))
    if isinstance(document.get("query", {}).get("row_length"), list):
        del document["query"]["row_length"]  # lists rows of the one query
    for statement in document["statement"]:
        _settle_statement(rng, document, statement)
    for transaction in document["transaction"]:
        _settle_transaction(rng, transaction)
    _settle_pipelines(rng, document, clients)
    _settle_newest(rng, document, clients)
    if not any(each.get("transactions") for each in clients):
        document.setdefault("client", {})["transactions"] = rng.choice(_MIXES)
    elif not clients[0].get("transactions"):
        document.setdefault("client", {})["transactions"] = "unit"


def _short(table: Document) -> Document:
    """Leave of a statement what a call without a text has."""
    return {key: value for key, value in table.items() if key in _OF_ALL}


def _settle_statement(rng: random.Random, document: Document, statement: Document) -> None:
    """Take from a statement what does not go with its kind or with [query]."""
    kind = statement.get("kind", "query")
    if kind == "call":
        return
    for key in _OF_CALL:
        statement.pop(key, None)
    if kind in SHORT_KINDS:
        if statement["name"] != "end":
            # The server cannot tell two of one kind apart.
            statement["kind"] = kind = rng.choice(["query", "dml", "dml", "plsql", "ddl"])
        else:
            return
    if kind == "dml" and rng.random() < 0.25:
        statement["kind"] = kind = "plsql"
    if kind == "dml" and rng.random() < 0.5:
        statement |= {"binds": "number:3, varchar2:20", "bind_rows": WORK_VALUES["statement.bind_rows"](rng)}
    if kind == "plsql":
        for key in ("out_binds", "in_out_binds", "cursors", "implicit_results"):
            if rng.random() < 0.6:
                statement[key] = WORK_VALUES[f"statement.{key}"](rng)
    if kind != "dml" or not statement.get("binds"):
        statement.pop("batch_errors", None)
    if kind not in ("dml", "plsql"):
        statement.pop("out_binds", None)
    _settle_block(document, statement, kind)
    if kind == "query" and "clob" in statement.get("binds", ""):
        statement["binds"] = "date"
    if kind == "ddl":
        for key in _OF_BINDS:
            statement.pop(key, None)
    if not statement.get("binds") and not statement.get("in_out_binds"):
        statement.pop("bind_rows", None)
        if kind in ("dml", "plsql"):
            statement.pop("array_size", None)
    if kind == "query":
        statement.pop("bind_rows", None)
    else:
        statement.pop("prefetch_rows", None)
    _settle_rows(rng, document.get("query", {}), statement)


def _settle_block(document: Document, statement: Document, kind: str) -> None:
    """Leave what only a block has to blocks, and cursors to those with one row and a query without LOBs."""
    outer = {**document.get("query", {}), **document["statement"][0]}
    opens = not any(word in outer.get("columns", "") for word in ("lob", "long"))
    for key in ("in_out_binds", "cursors", "implicit_results"):
        if kind != "plsql" or (key != "in_out_binds" and not opens):
            statement.pop(key, None)
    if statement.keys() & {"cursors", "implicit_results"}:
        statement.pop("bind_rows", None)


def _settle_rows(rng: random.Random, query: Document, statement: Document) -> None:
    """Let the rows of a statement have columns or a length, and no more repeated columns than there are."""
    own = {**query, **statement}
    if "columns" in own and "row_length" in own:
        if "columns" in statement or "columns" in query:
            statement.pop("row_length", None)
        if "row_length" in query:
            statement.pop("columns", None)
    own = {**query, **statement}
    if "columns" not in own or (own.get("repeated_columns") and "repetition" in own):
        statement.pop("repetition", None)
        statement.pop("repeated_columns", None)
        own = {**query, **statement}
    columns = column_count(own.get("columns", ""))
    if own.get("repeated_columns", 0) > columns:
        statement["repeated_columns"] = columns
    if isinstance(own.get("repetition"), list) and len(own["repetition"]) not in (1, columns):
        statement["repetition"] = 0.5


def _settle_pipelines(rng: random.Random, document: Document, clients: list[Document]) -> None:
    """Make some transactions pipelines, of a driver that has them and of statements that may be in one."""
    piped = [each for each in document["transaction"] if each.get("pipeline")]
    for transaction in piped:
        for key in ("mix", "think_time"):
            transaction.pop(key, None)
        transaction |= {"pipeline": True, "steps": rng.choice(_PIPES)}
    if not piped:
        return
    document.setdefault("client", {})
    driver = rng.choice(["python-thin", "node-thin"])
    for client in [document["client"], *clients]:
        client |= {"driver": driver}
        client.pop("release", None)
    if rng.random() < 0.75:
        # Others wait for each reply: their servers are older.
        document.setdefault("server", {})["release"] = "23ai"
        for instance in document.get("instance", []):
            instance.pop("release", None)
        document["client"]["transactions"] = rng.choice(piped)["name"]
    for statement in document["statement"][:2]:
        kind = statement.get("kind", "query")
        for key in (
            "cursors",
            "implicit_results",
            "think_time",
            *({"plsql": ["bind_rows"], "dml": ["array_size"]}.get(kind, ())),
        ):
            statement.pop(key, None)
        if "lob" in statement.get("binds", ""):
            statement["binds"] = "date"
        if "lob" in {**document.get("query", {}), **statement}.get("columns", ""):
            statement["columns"] = "number:10, varchar2:30"
    document["statement"][2] = {"name": "end", "kind": "commit"}


def _settle_newest(rng: random.Random, document: Document, clients: list[Document]) -> None:
    """Give some worlds, of drivers and servers that have them, a direct path load and a sessionless transaction."""
    newest = rng.random() < 0.3 and not any(each.get("pipeline") for each in document["transaction"])
    outer, inner, _end = document["statement"]
    outer.pop("table", None)
    if not newest:
        inner.pop("table", None)
        for transaction in document["transaction"]:
            transaction.pop("sessionless", None)
        return
    driver = rng.choice(["python-thin", "node-thin"])
    for client in [document.setdefault("client", {}), *clients]:
        client |= {"driver": driver}
        client.pop("release", None)
    document.setdefault("server", {})["release"] = "23ai"
    for instance in document.get("instance", []):
        instance.pop("release", None)
    if rng.random() < 0.5:
        kept = {key: value for key, value in inner.items() if key in _OF_LOAD}
        document["statement"][1] = kept | rng.choice(_LOADED) | {"kind": "direct path"}
    else:
        inner.pop("table", None)
    if rng.random() < 0.5:
        document["statement"][2] = {"name": "end", "kind": rng.choice(SWITCH_KINDS)}


def _settle_transaction(rng: random.Random, transaction: Document) -> None:
    """Give a transaction steps or a mix."""
    if "steps" in transaction and "mix" in transaction:
        del transaction[rng.choice(["steps", "mix"])]
    if not transaction.keys() & {"steps", "mix"}:
        transaction |= {"steps": WORK_VALUES["transaction.steps"](rng)}
