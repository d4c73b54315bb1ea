# SPDX-License-Identifier: GPL-2.0-only
"""Keys of what clients do beyond one query: statements and transactions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from net8.schema.key import Key

__all__ = [
    "KINDS", "REPLIES", "RESULT_CACHE_KEYS", "SHORT_KINDS", "SWITCH_KINDS", "TRANSACTION_KEYS", "statement_keys",
]  # fmt: skip

SHORT_KINDS: Final = ("commit", "rollback", "ping")
"""Kinds of statements that are one call without a text."""

SWITCH_KINDS: Final = ("begin", "resume", "suspend")
"""Kinds of statements that are one call of a sessionless transaction."""

KINDS: Final = ("query", "dml", "plsql", "ddl", "direct path", *SHORT_KINDS, *SWITCH_KINDS, "call")
"""Kinds of statements."""

REPLIES: Final = (
    "return parameters", "status", "end of call", "describe", "row header", "I/O vector", "LOB data",
)  # fmt: skip
"""What replies to calls start with, as net8 dissect names it."""

_OWN: Final = (
    Key("statement", "name", "name", "", "Name of the statement in transactions and results."),
    Key("statement", "kind", "choice", "query", "Kind of statement: a query returns rows; dml sends rows of binds and "
        "returns none; a plsql block sends one row of binds; ddl has neither; a direct path load sends "
        "bind_rows rows of binds in batches of array_size. commit, rollback and ping are calls without text; begin, "
        "resume and suspend are those of a sessionless transaction; a call is any other call, given by its function "
        "and lengths.", choices=KINDS),
    Key("statement", "function", "int", 0, "TTC function of a call, such as 0x67.", low=0, high=255),
    Key("statement", "request_packet_size", "size", None, "Most bytes of a TNS packet of a call, of a program that "
        "writes its request in pieces: each packet is a write of its own.", "bytes", low=26, high=2**21,
        unset="the SDU"),
    Key("statement", "request_packet_time", "time", "0s", "Time of the client before each packet of "
        "request_packet_size but the first.", "s"),
    Key("statement", "reply", "choice", "return parameters", "TTC message with which the reply to a call starts, even "
        "with an error.", choices=REPLIES),
    Key("statement", "reply_length", "size", 12, "Bytes of the reply to a call, counted as request_length is for the "
        "call.",
        "bytes", low=3, high=2**30),
    Key("statement", "binds", "columns", "", "Bind variables of one row, written as columns with their values, such as "
        "number:8, varchar2:20. LOBs of dml and plsql are first written to temporary LOBs."),
    Key("statement", "out_binds", "columns", "", "Bind variables that return values, written in the same way: OUT "
        "variables of a plsql block, or the RETURNING columns of each row of dml; no LOBs."),
    Key("statement", "in_out_binds", "columns", "", "IN OUT bind variables of a plsql block, written in the same way; "
        "no LOBs."),
    Key("statement", "cursors", "words", (), "Names of queries that a plsql block opens and returns as REF CURSORs in "
        "bind variables; they are fetched to the end in this order."),
    Key("statement", "implicit_results", "words", (), "Names of queries that a plsql block returns as implicit results "
        "(DBMS_SQL.RETURN_RESULT); they are fetched after its cursors."),
    Key("statement", "table", "text", "SCOTT.JOURNAL", "Schema and name of the table of a direct path load, with a "
        "point between. Its columns are binds, their names column_names."),
    Key("statement", "bind_rows", "int", 1, "Rows of binds that one execution sends.", "rows", low=1,
        high=10**9),
    Key("statement", "array_size", "int", None, "Rows of a fetch of a query, rows of binds in one execute of dml or a "
        "block, or rows of a batch of a direct path load.", "rows", low=1, high=2**24 - 1,
        unset="as [client] for a query; all rows of binds in one call for others"),
    Key("statement", "prefetch_rows", "int", None, "Rows that a query prefetches with its execute.", "rows", low=0,
        high=2**24 - 1, unset="as [client]"),
    Key("statement", "batch_errors", "int", None, "Rows of each array of dml that fail with error_text, while the "
        "others succeed (batch errors).",
        "rows", low=0, high=65535, unset="no batch errors mode: an error fails the execute"),
    Key("statement", "result_cache", "bool", False, "Whether clients may cache the result of a query (hint "
        "RESULT_CACHE), within client.result_cache_size."),
    Key("statement", "bind_values", "int", 1, "Number of distinct bind values of a query whose result is cached, all "
        "equally likely, each with its own result.", low=1, high=10**9),
    Key("statement", "changes", "words", (), "Names of queries whose cached results a statement invalidates when it "
        "ends; a client learns of it in its next reply."),
    Key("statement", "think_time", "random", None, "Pause of the user, or work of the client, between the statement "
        "before it in a transaction and each of its executions.", "s", unset="as [[transaction]]"),
    Key("statement", "call_time", "random", None, "Server time for each of its calls.", "s", unset="as [server]"),
    Key("statement", "call_cpu_time", "random", None, "CPU time of each of its calls.", "s", unset="as [server]"),
    Key("statement", "row_cpu_time", "random", "0s",
        "Additional CPU time for each row that a call returns or sends as binds.", "s"),
    Key("statement", "packet_time", "random", None, "Server time for each TNS packet of its replies, which passes "
        "while the packets before it leave.", "s", unset="as [server]"),
)  # fmt: skip

RESULT_CACHE_KEYS: Final = (
    Key("client", "result_cache_size", "size", 0, "Size of the client result cache of each host, shared by its "
        "sessions (CLIENT_RESULT_CACHE_SIZE); 0: no cache.", "bytes", low=0, high=2**62),
    Key("client", "result_cache_lag", "time", "3s", "Longest time after the last reply for which a cached result is "
        "considered current (CLIENT_RESULT_CACHE_LAG).", "s", source="CLIENT_RESULT_CACHE_LAG, Database Reference"),
)  # fmt: skip
"""Keys of a client that keeps results."""

TRANSACTION_KEYS: Final = (
    Key("transaction", "name", "name", "", "Name of the transaction in clients and results."),
    Key("transaction", "steps", "steps", (), "Its statements in order: a name, 40*name, 2*(name, name), or for each "
        "row of name: name."),
    Key("transaction", "mix", "mix", "", "Weights of statements, of which each transaction runs one, instead of "
        "steps."),
    Key("transaction", "module", "text", "", "Module (V$SESSION) that is set with the first call; empty: none."),
    Key("transaction", "action", "text", "", "Action (V$SESSION) that is set with the first call; empty: none."),
    Key("transaction", "client_identifier", "text", "", "Client identifier (V$SESSION) that is set with the first "
        "call; empty: none."),
    Key("transaction", "client_info", "text", "", "Client info (V$SESSION) that is set with the first call; empty: "
        "none."),
    Key("transaction", "schema", "text", "", "Current schema that is set with the first call; empty: none."),
    Key("transaction", "sessionless", "choice", "no", "Whether its first call also begins or resumes a sessionless "
        "transaction, in the same round trip (defer_round_trip of python-oracledb, deferRoundTrip of node-oracledb).",
        choices=("no", "begin", "resume")),
    Key("transaction", "think_time", "random", "0s", "Pause of the user between two of its statements.", "s"),
    Key("transaction", "on_error", "choice", "end", "What happens when a statement fails: the transaction ends, or "
        "continues with the next statement.", choices=("end", "continue")),
    Key("transaction", "pipeline", "bool", False, "Whether its statements are sent without waiting for replies "
        "(pipelining), as python-oracledb and node-oracledb do with 23ai; replies come in the same order."),
)  # fmt: skip
"""Keys of a transaction."""


def statement_keys(query: Iterable[Key]) -> tuple[Key, ...]:
    """Return the keys of a statement: its own, and those of [query], which stands for what it does not say.

    @param query: keys of the section query
    @return: the keys
    """
    return (*_OWN, *(replace(key, section="statement", default=None, unset="as [query]") for key in query))
