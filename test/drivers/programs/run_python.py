# SPDX-License-Identifier: GPL-2.0-only
"""python-oracledb goes through the cases of a list.

Lines of the list: case, port, service, SDU, rows, rows to prefetch, rows a fetch, statement; 0 stands for the driver's
own. Lines printed: version and number; for each case row and values, or error and text; then done.
"""

from __future__ import annotations

import asyncio
import datetime
import inspect
import queue
import sys
from pathlib import Path

import oracledb
from pipelines import PIPES, pipe_of_pool, say

# Before 2.1 the driver takes them from the system.
_NAMES = {"program": "app", "machine": "client", "osuser": "user", "terminal": "term"}


def shown(value: object) -> str:
    """Write a value as all programs write it."""
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S.%f")
    return str(value)


def params_of(port: int, service: str, sdu: int) -> oracledb.ConnectParams:
    """Return how to log on."""
    known = inspect.signature(oracledb.ConnectParams).parameters
    params = oracledb.ConnectParams(
        host="127.0.0.1",
        port=port,
        service_name=service,
        user="scott",
        password="tiger",
        **{name: value for name, value in _NAMES.items() if name in known},
    )
    if sdu:
        params.set(sdu=sdu)
    return params


def connect(port: int, service: str, sdu: int) -> oracledb.Connection:
    """Log on."""
    return oracledb.connect(params=params_of(port, service, sdu))


def params_of_pool(port: int, service: str, sdu: int, resident: bool) -> oracledb.PoolParams:
    """Return how a pool of one connection logs on."""
    params = oracledb.PoolParams(
        host="127.0.0.1", port=port, service_name=service, user="scott", password="tiger", min=1, max=1,
        increment=1, ping_interval=0, **_NAMES,
    )  # fmt: skip
    if resident:
        params.set(server_type="pooled", cclass="APP", purity=oracledb.PURITY_SELF)
    if sdu:
        params.set(sdu=sdu)
    return params


def use_pool(params: oracledb.PoolParams, case: str, query: str, insert: str) -> None:
    """Query, insert and commit with a connection that is borrowed for it, three times."""
    pool = oracledb.create_pool(params=params)
    for _time in range(3):
        with pool.acquire() as connection, connection.cursor() as cursor:
            say(case, "row", str(len(cursor.execute(query).fetchall())))
            cursor.execute(insert, [7, "x" * 20, "y" * 8])
            connection.commit()
    pool.close()


def read_lobs(connection: oracledb.Connection, case: str, statement: str) -> None:
    """Read the CLOB of each row: as much as it has, which came with its row."""
    with connection.cursor() as cursor:
        for name, lob in cursor.execute(statement):
            say(case, "row", name, str(len(lob.read(1, lob.size()))))


def query(connection: oracledb.Connection, case: str, prefetch: int, array: int, statement: str) -> None:
    """Print the rows of the statement."""
    with connection.cursor() as cursor:
        if prefetch:
            cursor.prefetchrows = prefetch
        if array:
            cursor.arraysize = array
        for row in cursor.execute(statement):
            say(case, "row", *(shown(value) for value in row))


def insert(connection: oracledb.Connection, rows: int, array: int, statement: str) -> None:
    """Insert rows in arrays; then commit, ping, roll back."""
    with connection.cursor() as cursor:
        for first in range(0, rows, array):
            places = range(first, min(first + array, rows))
            cursor.executemany(statement, [(place % 10 + 1, "x" * 20, "y" * 8) for place in places])
        connection.commit()
        connection.ping()
        connection.rollback()


def call_blocks(connection: oracledb.Connection, case: str, block: str, returning: str, plain: str) -> None:
    """Execute a block and DML with RETURNING twice each, with values that come back, and a block without any."""
    with connection.cursor() as cursor:
        for statement in (block, returning):
            for _time in range(2):
                out = cursor.var(oracledb.DB_TYPE_NUMBER), cursor.var(oracledb.DB_TYPE_VARCHAR, 40)
                cursor.execute(statement, [7, "x" * 20, *out])
                say(case, "row", *(shown(each.getvalue()) for each in out))
        cursor.execute(plain)


def read_cursors(connection: oracledb.Connection, case: str, *blocks: str) -> None:
    """Tell the session what is done, read and close what blocks open, and call blocks for each row of an array."""
    opens, returns, each, adds = blocks
    connection.module, connection.action = "orders", "list"
    connection.client_identifier, connection.clientinfo = "user 7", "x" * 60
    with connection.cursor() as cursor:
        for _time in range(2):
            out = cursor.var(oracledb.DB_TYPE_CURSOR)
            cursor.execute(opens, [7, out])
            with out.getvalue() as child:
                say(case, "row", str(len(child.fetchall())))
        for _time in range(2):
            cursor.execute(returns)
            for child in cursor.getimplicitresults():
                with child:
                    say(case, "row", str(len(child.fetchall())))
        cursor.executemany(each, [(place % 10 + 1, "x" * 20) for place in range(25)])
        cursor.executemany(adds, [(7, 8)] * 3)


def write_lobs(connection: oracledb.Connection, statement: str) -> None:
    """Insert CLOBs, each written in two pieces."""
    with connection.cursor() as cursor:
        for _time in range(3):
            lob = connection.createlob(oracledb.DB_TYPE_CLOB)
            for offset in (1, 20_001):
                lob.write("x" * 20_000, offset)
            cursor.execute(statement, [7, lob])
            del lob


def insert_some(connection: oracledb.Connection, case: str, rows: int, array: int, statement: str) -> None:
    """Insert rows in arrays in batch errors mode, and print the errors of each."""
    with connection.cursor() as cursor:
        for first in range(0, rows, array):
            places = range(first, min(first + array, rows))
            given = [(place % 10 + 1, "x" * 20, "y" * 8) for place in places]
            cursor.executemany(statement, given, batcherrors=True)
            errors = cursor.getbatcherrors()
            say(case, "row", *(f"{error.offset} {error.message}" for error in errors))


def load(connection: oracledb.Connection, rows: int, array: int, schema: str, table: str, book: str) -> None:
    """Load rows by direct path in batches, and texts that take several pieces."""
    day = datetime.datetime(2026, 11, 27, 8, 30)
    given = [(place % 10 + 1, "x" * 20, day, None) for place in range(rows)]
    connection.direct_path_load(schema, table, ["ID", "TXT", "DAY", "NOTE"], given, batch_size=array)
    connection.direct_path_load(schema, book, ["NAME", "CHAPTER"], [("name", "c" * 70_000)] * 2)


def go_sessionless(connection: oracledb.Connection, statement: str, deferred: bool) -> None:
    """Begin a sessionless transaction, insert, suspend it if it was begun by a call of its own, and commit."""
    with connection.cursor() as cursor:
        connection.begin_sessionless_transaction(defer_round_trip=deferred)
        cursor.execute(statement, [7, "x" * 20, "y" * 8])
        if not deferred:
            connection.suspend_sessionless_transaction()
    connection.commit()


def watch(connection: oracledb.Connection, case: str, statement: str) -> None:
    """Subscribe to the changes of a query, and print three notifications."""
    came: queue.SimpleQueue[oracledb.Message] = queue.SimpleQueue()
    subscription = connection.subscribe(
        callback=came.put,
        namespace=oracledb.SUBSCR_NAMESPACE_DBCHANGE,
        qos=oracledb.SUBSCR_QOS_QUERY,
        client_initiated=True,
    )
    subscription.registerquery(statement)
    for _time in range(3):
        told = came.get(timeout=20)
        say(case, "row", told.dbname, *(table.name for query in told.queries for table in query.tables))
    connection.unsubscribe(subscription)


def create(connection: oracledb.Connection, statement: str) -> None:
    """Execute DDL twice."""
    for _time in range(2):
        with connection.cursor() as cursor:
            cursor.execute(statement)


def main() -> None:
    """Go through the list."""
    say("version", "python-oracledb", oracledb.__version__)
    for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        case, *numbers, statement = line.split("\t")
        port, service, sdu, rows, prefetch, array = numbers
        try:
            kind, *statements = statement.split(" | ")
            if kind in PIPES:
                asyncio.run(PIPES[kind](params_of(int(port), service, int(sdu)), case, *statements))
                say(case, "done")
                continue
            if kind == "pipe pool":
                params_of_all = params_of_pool(int(port), service, int(sdu), resident=False)
                asyncio.run(pipe_of_pool(params_of_all, case, *statements))
                say(case, "done")
                continue
            if kind in ("pool", "drcp"):
                use_pool(params_of_pool(int(port), service, int(sdu), kind == "drcp"), case, *statements)
                say(case, "done")
                continue
            with connect(int(port), service, int(sdu)) as connection:
                if statement.startswith("insert into l"):
                    write_lobs(connection, statement)
                elif kind == "direct":
                    load(connection, int(rows), int(array), *statements)
                elif kind in ("sessionless", "deferred"):
                    go_sessionless(connection, *statements, kind == "deferred")
                elif kind == "watch":
                    watch(connection, case, *statements)
                elif kind == "ddl":
                    create(connection, *statements)
                elif statement.startswith("insert into b"):
                    insert_some(connection, case, int(rows), int(array), statement)
                elif statement.startswith("insert"):
                    insert(connection, int(rows), int(array), statement)
                elif statement.startswith("begin q"):
                    read_cursors(connection, case, *statement.split(" | "))
                elif statement.startswith("begin"):
                    call_blocks(connection, case, *statement.split(" | "))
                elif "letter" in statement:
                    read_lobs(connection, case, statement)
                elif int(rows):
                    query(connection, case, int(prefetch), int(array), statement)
        except Exception as error:
            say(case, "error", str(error))
        say(case, "done")


if __name__ == "__main__":
    main()
