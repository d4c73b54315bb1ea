# SPDX-License-Identifier: GPL-2.0-only
"""Keys of what clients do beyond one query: statements and transactions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from net8.schema.key import Key

__all__ = ["KINDS", "REPLIES", "RESULT_CACHE_KEYS", "SHORT_KINDS", "TRANSACTION_KEYS", "statement_keys"]

SHORT_KINDS: Final = ("commit", "rollback", "ping")
"""Kinds of statements that are one call without a text."""

KINDS: Final = ("query", "dml", "plsql", "ddl", *SHORT_KINDS, "call")
"""Kinds of statements."""

REPLIES: Final = (
    "return parameters", "status", "end of call", "describe", "row header", "I/O vector", "LOB data",
)  # fmt: skip
"""What replies to calls start with, as net8 dissect names it."""

_OWN: Final = (
    Key("statement", "name", "name", "", "Name by which transactions and results call it."),
    Key("statement", "kind", "choice", "query", "What it is: a query returns rows, dml sends rows of binds and returns "
        "none, a plsql block sends one row of them, ddl has neither; commit, rollback and ping are calls without a "
        "text, a call is any other, of which only function and lengths are known.", choices=KINDS),
    Key("statement", "function", "int", 0, "TTC function that a call calls, such as 0x67.", low=0, high=255),
    Key("statement", "reply", "choice", "return parameters", "What the reply to a call starts with, also with an "
        "error.", choices=REPLIES),
    Key("statement", "reply_length", "size", 12, "Bytes of the reply to a call, as request_length of the call.",
        "bytes", low=3, high=2**20),
    Key("statement", "binds", "columns", "", "Bind variables of one row, written as columns with the values that they "
        "hold, such as number:8, varchar2:20; LOBs of dml and plsql are written to temporary ones before."),
    Key("statement", "out_binds", "columns", "", "Bind variables whose values come back, written likewise: OUT "
        "variables of a plsql block, or what RETURNING names of each row of dml; no LOBs."),
    Key("statement", "in_out_binds", "columns", "", "Bind variables of a plsql block whose values go in and come back, "
        "written likewise; no LOBs."),
    Key("statement", "cursors", "words", (), "Queries, by name, that a plsql block opens and that come back as REF "
        "CURSORs in bind variables; they are fetched to their ends in this order."),
    Key("statement", "implicit_results", "words", (), "Queries, by name, that a plsql block returns as implicit "
        "results (DBMS_SQL.RETURN_RESULT); fetched behind its cursors."),
    Key("statement", "bind_rows", "int", 1, "Rows of binds that one execution of it sends.", "rows", low=1,
        high=10**9),
    Key("statement", "array_size", "int", None, "Rows of a fetch of a query, or rows of binds of an execute of dml or "
        "of a block.", "rows", low=1, high=2**24 - 1,
        unset="as [client] for a query, all rows of binds at once for others"),
    Key("statement", "prefetch_rows", "int", None, "Rows that a query asks for with its execute.", "rows", low=0,
        high=2**24 - 1, unset="as [client]"),
    Key("statement", "batch_errors", "int", None, "Rows of each array of dml that fail, with error_text, while "
        "the others go on.", "rows", low=0, high=65535, unset="no batch errors mode: an error is one of the execute"),
    Key("statement", "result_cache", "bool", False, "Clients may keep the result of a query (hint RESULT_CACHE), as "
        "far as client.result_cache_size gives them room."),
    Key("statement", "bind_values", "int", 1, "Different values of the binds of a query whose result is kept, each as "
        "likely as the others and with a result of its own.", low=1, high=10**9),
    Key("statement", "changes", "words", (), "Queries, by name, whose kept results a statement makes stale when it is "
        "done; a client learns of it with its next reply."),
    Key("statement", "call_time", "random", None, "Server's work for each of its calls.", "s", unset="as [server]"),
    Key("statement", "call_cpu_time", "random", None, "CPU of each of its calls.", "s", unset="as [server]"),
    Key("statement", "row_cpu_time", "random", "0s",
        "CPU for each row that a call of it returns, or brings as binds, beside that.", "s"),
)  # fmt: skip

RESULT_CACHE_KEYS: Final = (
    Key("client", "result_cache_size", "size", 0, "Bytes of results of queries that each host keeps for all its "
        "sessions (CLIENT_RESULT_CACHE_SIZE); 0: none.", "bytes", low=0, high=2**62),
    Key("client", "result_cache_lag", "time", "3s", "Longest time behind the last reply that a kept result is taken "
        "for fresh.", "s", source="CLIENT_RESULT_CACHE_LAG, Database Reference"),
)  # fmt: skip
"""Keys of a client that keeps results."""

TRANSACTION_KEYS: Final = (
    Key("transaction", "name", "name", "", "Name by which clients and results call it."),
    Key("transaction", "steps", "steps", (), "Its statements in their order: a name, 40*name, 2*(name, name), or for "
        "each row of name: name."),
    Key("transaction", "mix", "mix", "", "Statements of which it is one, with weights, in place of steps."),
    Key("transaction", "module", "text", "", "Module that a session is told in front of its first call, as V$SESSION "
        "has it; empty: none."),
    Key("transaction", "action", "text", "", "Action, likewise."),
    Key("transaction", "client_identifier", "text", "", "Client identifier, likewise."),
    Key("transaction", "client_info", "text", "", "Client info, likewise."),
    Key("transaction", "schema", "text", "", "Current schema that is set in front of its first call; empty: none."),
    Key("transaction", "think_time", "random", "0s", "Pause of the user between two of its statements.", "s"),
    Key("transaction", "on_error", "choice", "end", "What becomes of it when a statement fails: it ends there, or goes "
        "on with its next one.", choices=("end", "continue")),
    Key("transaction", "pipeline", "bool", False, "Its statements are sent one behind the other without waiting for "
        "replies, as python-oracledb does with 23ai; their replies come in that order."),
)  # fmt: skip
"""Keys of a transaction."""


def statement_keys(query: Iterable[Key]) -> tuple[Key, ...]:
    """Return the keys of a statement: its own, and those of [query], which stands for what it does not say.

    @param query: keys of the section query
    @return: the keys
    """
    return (*_OWN, *(replace(key, section="statement", default=None, unset="as [query]") for key in query))
