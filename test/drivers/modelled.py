# SPDX-License-Identifier: GPL-2.0-only
"""What the simulator says a driver will do in one of the cases with a query."""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import net8
from drivers import Driver, Outcome, outcomes
from net8.dissect.sessions import Session, dissect
from responder.cases import Case
from responder.dialogue import ERRORS
from responder.recording import Recording
from responder.table import (
    ADDS,
    BATCH,
    BLOCK,
    CHAPTER,
    COLUMNS,
    COLUMNS_OF_PLAN,
    CREATES,
    EACH,
    FAILS,
    INSERT,
    LATE,
    LETTER_CHARACTERS,
    LETTERS,
    LOB,
    NEVER,
    OPENS,
    PIPED,
    PLAIN,
    RETURNING,
    RETURNS,
    STATEMENT,
)

Tables = dict[str, object]
"""Lists of tables of a plan."""

__all__ = ["Modelled", "modelled", "modelled_work", "plan_of", "recorded"]

_VERSION_23AI: Final = 319
# One connection, which is pinged for each of three requests of a user.
_POOL: Final = {"pool_min": 1, "pool_max": 1, "pool_ping_interval": "0s", "queries": 3}
# How many pipelines there are in a case.
_PIPED: Final = {"pipe": 1, "alone": 1, "pipes": 2, "aborts": 4, "goes on": 4, "pipe pool": 3}
_PIPES: Final = ("2*insert", "2*journal", "block", "creates")
_ABORTS: Final = ("journal", "insert", "fails", "insert", "late")
_GOES_ON: Final = ("journal", "insert", "2*fails", "never", "insert", "late")
# Keys of the first authentication message and what a plan calls them.
_NAMES: Final = {
    "AUTH_TERMINAL": "terminal",
    "AUTH_PROGRAM_NM": "program",
    "AUTH_MACHINE": "machine",
    "AUTH_PID": "process_id",
    "AUTH_SID": "os_user",
}


@dataclass(frozen=True)
class Modelled:
    """A simulated session."""

    session: Session  #: its packets, read from a simulated capture
    rows: list[int]  #: rows that each execute and fetch brought


def recorded(driver: Driver, case: str) -> Recording:
    """Return the session of a driver.

    @param driver: the driver
    @param case: the case
    @return: its connection; the first one of a subscription, whose notifications have another one
    """
    found, *others = outcomes()[driver.name].outcomes[case].recordings
    assert len(others) == (1 if case.startswith("watch") else 0)
    return found


@functools.cache
def modelled(driver: Driver, case: str) -> Modelled:
    """Simulate a case, with the names and numbers that the driver sent.

    @param driver: the driver
    @param case: the case
    @return: the simulated session
    """
    plan = net8.Plan.of(
        _document(driver, outcomes()[driver.name].outcomes[case]), name=f"{driver.name}-{case}"
    )
    with tempfile.TemporaryDirectory() as folder:
        run = net8.run(plan, folder=folder, pcap=True)
        # At the server, as the responder's recordings are: a client may answer what has come before the rest arrives.
        (session,) = dissect(next(Path(folder).glob("*server*.pcap"))).sessions
    calls = run.calls[run.calls["kind"].isin(["execute", "fetch"])]
    return Modelled(session, [int(rows) for rows in calls["rows"]])


@functools.cache
def modelled_work(driver: Driver, case: str) -> tuple[Session, ...]:
    """Simulate a case with an insert, or with blocks.

    @param driver: the driver
    @param case: the case
    @return: its connections: one, or two of a subscription
    """
    outcome = outcomes()[driver.name].outcomes[case]
    document: dict[str, Any] = {**_document(driver, outcome)}
    works = {
        "blocks": _blocks,
        "lobs": _lobs,
        "batch": _batch,
        "cursors": _cursors,
        "pipe": lambda: _pipe(["journal", "2*insert"]),
        # There node-oracledb prefetches what it is told for the pipeline, and python-oracledb does not.
        "alone": lambda: _pipe(["journal", "insert"], prefetch=30 if driver.maker == "node" else None),
        "pipes": lambda: _pipe(_PIPES, array=10, rows=25, module="orders", action="list"),
        "aborts": lambda: _pipe(_ABORTS, array=10),
        "goes on": lambda: _pipe(_GOES_ON, array=10, on_error="continue"),
        "pipe pool": lambda: _pipe(["journal", "insert"]),
        "ddl": _ddl,
        "reads": _reads,
        "pool": lambda: _requests(outcome.case),
        "drcp": lambda: _requests(outcome.case),
        "insert": lambda: _insert(outcome.case),
        "direct": lambda: _direct(outcome.case),
        "sessionless": lambda: _sessionless(deferred=False),
        "deferred": lambda: _sessionless(deferred=True),
        "watch": lambda: _watch(outcome.case),
    }
    document |= works[outcome.case.work]()
    document["client"] = {**document["client"], **_told(driver, outcome.case.work)}
    if outcome.case.work == "drcp":
        resident = {"server": "pooled", "pool_connection_class": "APP", "pool_purity": "self"}
        document["client"] = {**document["client"], **resident}
        document["server"] = {**document["server"], "handlers": "dedicated, pooled"}
    document["server"] = {**document["server"], "ha_readiness": outcome.case.ready}
    plan = net8.Plan.of(document, name=f"{driver.name}-{case}")
    with tempfile.TemporaryDirectory() as folder:
        net8.run(plan, folder=folder, pcap=True)
        return tuple(dissect(next(Path(folder).glob("*server*.pcap"))).sessions)


def _told(driver: Driver, work: str) -> dict[str, object]:
    """Return what the client of a case is told beside its names."""
    told: dict[str, object] = {"lob_amount": 40_000} if work == "lobs" else {"subscribes": work == "watch"}
    if work in _PIPED:
        told["queries"] = _PIPED[work]
        if driver.maker == "python":
            # Connections of asyncio, which alone have pipelines, do not check urgent data.
            told["disable_oob_auto"] = True
    return told | (_POOL if work in ("pool", "drcp", "pipe pool") else {})


def _blocks() -> dict[str, object]:
    """Write the statements of a case with blocks."""
    ways = {"binds": "number:7, varchar2:20", "out_binds": "number:8, varchar2:40"}
    statements: list[dict[str, object]] = [
        {"name": "block", "kind": "plsql", "statement_length": len(BLOCK), **ways},
        {"name": "returning", "kind": "dml", "statement_length": len(RETURNING), **ways},
        {"name": "plain", "kind": "plsql", "statement_length": len(PLAIN)},
    ]
    steps = ["2*block", "2*returning", "plain"]
    return {"statement": statements, "transaction": [{"name": "work", "steps": steps}]}


def _cursors() -> dict[str, object]:
    """Write the statements of a case with cursors and arrays of blocks."""
    block = {"kind": "plsql", "binds": "number:7"}
    statements: list[dict[str, object]] = [
        {"name": "journal"},
        {**block, "name": "opens", "statement_length": len(OPENS), "cursors": ["journal"]},
        {"name": "returns", "kind": "plsql", "statement_length": len(RETURNS),
         "implicit_results": ["journal", "journal"]},
        {**block, "name": "each", "statement_length": len(EACH), "binds": "number:7, varchar2:20", "bind_rows": 25},
        {**block, "name": "adds", "statement_length": len(ADDS), "in_out_binds": "number:8", "bind_rows": 3},
    ]  # fmt: skip
    work = {"name": "work", "steps": ["2*opens", "2*returns", "each", "adds"], "module": "orders", "action": "list",
            "client_identifier": "user 7", "client_info": "x" * 60}  # fmt: skip
    return {"statement": statements, "transaction": [work]}


def _pipe(
    steps: Sequence[str], *, array: int = 30, rows: int = 1, prefetch: int | None = None, **more: object
) -> Tables:
    """Write the statements of a case with pipelines."""
    row, text = {"kind": "dml", "binds": "number:7"}, "varchar2:20, varchar2:8"
    statements: list[dict[str, object]] = [
        {"name": "journal", "array_size": array} | ({"prefetch_rows": prefetch} if prefetch else {}),
        {"name": "insert", "kind": "dml", "statement_length": len(PIPED), "binds": f"number:7, {text}",
         "bind_rows": rows},
        {"name": "block", "kind": "plsql", "statement_length": len(BLOCK), "binds": "number:7, varchar2:20",
         "out_binds": "number:8, varchar2:40"},
        {"name": "creates", "kind": "ddl", "statement_length": len(CREATES)},
        {**row, "name": "fails", "statement_length": len(FAILS), "fail_every": 2},
        {**row, "name": "never", "statement_length": len(NEVER), "fail_every": 1},
        {**row, "name": "late", "statement_length": len(LATE)},
        {"name": "commit", "kind": "commit"},
    ]  # fmt: skip
    return {
        "statement": statements,
        "transaction": [{"name": "work", "steps": [*steps, "commit"], "pipeline": True, **more}],
    }


def _ddl() -> Tables:
    """Write the statements of a case with DDL."""
    creates = {"name": "creates", "kind": "ddl", "statement_length": len(CREATES)}
    return {"statement": [creates], "transaction": [{"name": "work", "steps": ["2*creates"]}]}


def _lobs() -> dict[str, object]:
    """Write the statements of a case with LOBs."""
    binds = {"name": "long", "kind": "dml", "statement_length": len(LOB), "binds": "number:7, clob:40000"}
    return {"statement": [binds], "transaction": [{"name": "work", "steps": ["3*long"]}]}


def _reads() -> dict[str, object]:
    """Write the query of a case with LOBs that are read."""
    columns = f"varchar2:8, clob:{LETTER_CHARACTERS}"
    query = {
        "name": "letters",
        "statement_length": len(LETTERS),
        "columns": columns,
        "column_names": "NAME, LETTER",
    }
    return {"statement": [query], "transaction": [{"name": "work", "steps": ["letters"]}]}


def _requests(case: Case) -> dict[str, object]:
    """Write the statements of a case with a pool."""
    insert = {"name": "insert", "kind": "dml", "statement_length": len(INSERT),
              "binds": "number:7, varchar2:20, varchar2:8"}  # fmt: skip
    statements = [{"name": "journal"}, insert, {"name": "commit", "kind": "commit"}]
    return {
        "statement": statements,
        "transaction": [{"name": "work", "steps": ["journal", "insert", "commit"]}],
    }


def _batch() -> dict[str, object]:
    """Write the statements of a case with arrays of which rows fail."""
    binds = "number:7, varchar2:20, varchar2:8"
    insert = {"name": "insert", "kind": "dml", "statement_length": len(BATCH), "binds": binds, "bind_rows": 25,
              "array_size": 10, "batch_errors": 2}  # fmt: skip
    return {"statement": [insert], "transaction": [{"name": "work", "steps": ["insert"]}]}


def _direct(case: Case) -> Tables:
    """Write the statements of a case with direct path loads: texts of one digit to base 100, and of three pieces."""
    journal = {"name": "journal", "kind": "direct path", "table": "SCOTT.JOURNAL",
               "binds": "number:7, varchar2:20, date, null", "column_names": "ID, TXT, DAY, NOTE",
               "bind_rows": case.rows, "array_size": case.array}  # fmt: skip
    book = {"name": "book", "kind": "direct path", "table": "SCOTT.BOOK", "binds": f"varchar2:4, clob:{CHAPTER}",
            "column_names": "NAME, CHAPTER", "bind_rows": 2}  # fmt: skip
    return {"statement": [journal, book], "transaction": [{"name": "work", "steps": ["journal", "book"]}]}


def _sessionless(*, deferred: bool) -> Tables:
    """Write the statements of a case with a sessionless transaction."""
    insert = {"name": "insert", "kind": "dml", "statement_length": len(INSERT),
              "binds": "number:7, varchar2:20, varchar2:8"}  # fmt: skip
    calls = [{"name": kind, "kind": kind} for kind in ("begin", "suspend", "commit")]
    steps = ["insert", "commit"] if deferred else ["begin", "insert", "suspend", "commit"]
    work = {"name": "work", "steps": steps, "sessionless": "begin" if deferred else "no"}
    return {"statement": [insert, *calls], "transaction": [work]}


def _watch(case: Case) -> Tables:
    """Write the work of a case with a subscription, which registers its query and waits for some notifications."""
    # Text and its length; the number of the registration, 700, takes two bytes more than none.
    length = 60 + 8 * int(case.accept.is_23ai) + len(STATEMENT) + 1 + 2
    return {
        "statement": [{"name": "register", "request_length": length}],
        "transaction": [{"name": "work", "steps": ["register"]}],
    }


def _insert(case: Case) -> dict[str, object]:
    """Write the statements of a case with an insert."""
    kinds = ("commit", "ping", "rollback")
    # Values of one digit to base 100.
    binds = "number:7, varchar2:20, varchar2:8"
    statements: list[dict[str, object]] = [
        {"name": "insert", "kind": "dml", "statement_length": len(INSERT), "binds": binds,
         "bind_rows": case.rows, "array_size": case.array},
        *({"name": kind, "kind": kind} for kind in kinds),
    ]  # fmt: skip
    return {"statement": statements, "transaction": [{"name": "work", "steps": ["insert", *kinds]}]}


def _document(driver: Driver, outcome: Outcome) -> dict[str, dict[str, object]]:
    """Write the plan of a case."""
    return plan_of(driver, outcome.case, recorded(driver, outcome.case.name))


def plan_of(driver: Driver, case: Case, seen: Recording) -> dict[str, dict[str, object]]:
    """Write the plan of a session.

    @param driver: the driver
    @param case: the case
    @param seen: the session, for its names
    @return: sections of the plan
    """
    text, *_again = seen.connect_texts()
    client: dict[str, object] = {
        "driver": driver.model,
        "service_name": case.service,
        "user_name": "scott",
        "connect_data": text.decode(),
        "wrong_password": case.fails == "OAUTH",
    }
    client |= _names(seen) | ({"release": driver.release} if driver.release else {})
    # JDBC has one number for both: the fetch size.
    told = {"array_size": case.array} | ({} if driver.maker == "jdbc" else {"prefetch_rows": case.prefetch})
    client |= {name: value for name, value in told.items() if value}
    query = {
        "rows": case.rows,
        "columns": COLUMNS_OF_PLAN,
        "column_names": ", ".join(column.name for column in COLUMNS),
        "statement_length": len(STATEMENT),
        "fail_every": int(case.fails == "execute"),
        "error_text": ERRORS["execute"][1],
    }
    server = {
        "release": "23ai" if case.accept.version >= _VERSION_23AI else "21c",
        "resend": False,
        "sdu": 8192,
    }
    return {"path": {"kind": "lan"}, "client": client, "server": server, "query": query}


def _names(seen: Recording) -> dict[str, str]:
    """Return the names that a driver sent: older ones take them from the system."""
    content = b"".join(packet.payload for packet in seen.sent)
    found = {}
    for key, name in _NAMES.items():
        # Key, a universal integer with the length of the value, the length once more, the value.
        at = content.index(key.encode()) + len(key)
        size = content[at + 1]
        found[name] = content[at + 3 : at + 3 + size].decode()
    return found
