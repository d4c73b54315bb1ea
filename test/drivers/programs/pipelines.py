# SPDX-License-Identifier: GPL-2.0-only
"""What python-oracledb does with pipelines."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import oracledb

__all__ = ["PIPES", "pipe_of_pool", "say"]

_ROW = [7, "x" * 20, "y" * 8]


def say(*words: str) -> None:
    """Print a line of the answer."""
    print("\t".join(word.replace("\n", " ").replace("\t", " ") for word in words), flush=True)


async def _run(connection: Any, case: str, pipeline: Any, *, goes_on: bool = False) -> None:
    """Run a pipeline, and print how many rows came, or which errors."""
    try:
        results = await connection.run_pipeline(pipeline, continue_on_error=goes_on)
    except oracledb.Error as error:
        say(case, "row", str(error))
        return
    say(
        case,
        "row",
        *(str(result.error or len(result.rows)) for result in results if result.error or result.rows),
    )


async def _pipe(params: Any, case: str, query: str, insert: str, rows: int = 2) -> None:
    """Send a query, rows and a commit in a pipeline."""
    async with await oracledb.connect_async(params=params) as connection:
        await _run(connection, case, _short(query, insert, rows))


async def _alone(params: Any, case: str, query: str, insert: str) -> None:
    """Do the same with one row."""
    await _pipe(params, case, query, insert, 1)


def _short(query: str, insert: str, rows: int) -> Any:
    """Return a pipeline with a query, rows and a commit."""
    pipeline = oracledb.create_pipeline()
    pipeline.add_fetchall(query, arraysize=30)
    for _row in range(rows):
        pipeline.add_execute(insert, _ROW)
    pipeline.add_commit()
    return pipeline


async def _pipes(params: Any, case: str, query: str, insert: str, block: str, creates: str) -> None:
    """Send two pipelines: an array twice, a query twice with more rows than come at once, a block, DDL."""
    async with await oracledb.connect_async(params=params) as connection:
        with connection.cursor() as cursor:
            out = cursor.var(oracledb.DB_TYPE_NUMBER), cursor.var(oracledb.DB_TYPE_VARCHAR, 40)
        for _time in range(2):
            connection.module, connection.action = "orders", "list"
            # A pipeline that is kept keeps the cursors of its arrays.
            await _run(connection, case, _long(query, insert, (block, *out), creates))
            say(case, "row", *(str(each.getvalue()) for each in out))


def _long(query: str, insert: str, block: tuple[Any, ...], creates: str) -> Any:
    """Return a pipeline of all kinds of statements."""
    pipeline = oracledb.create_pipeline()
    for _each in range(2):
        pipeline.add_executemany(insert, [_ROW] * 25)
    for _each in range(2):
        pipeline.add_fetchall(query, arraysize=10)
    text, *out = block
    pipeline.add_execute(text, [*_ROW[:2], *out])
    pipeline.add_execute(creates)
    pipeline.add_commit()
    return pipeline


async def _fail(params: Any, case: str, query: str, rows: list[tuple[str, int]], *, goes_on: bool) -> None:
    """Send four pipelines of a query, rows and a commit, of which some fail."""
    async with await oracledb.connect_async(params=params) as connection:
        for _time in range(4):
            pipeline = oracledb.create_pipeline()
            pipeline.add_fetchall(query, arraysize=10)
            for statement, values in rows:
                pipeline.add_execute(statement, _ROW[:values])
            pipeline.add_commit()
            await _run(connection, case, pipeline, goes_on=goes_on)


async def _aborts(params: Any, case: str, query: str, insert: str, fails: str, late: str) -> None:
    """Let the second pipeline and the fourth end with an error in the middle."""
    rows = [(insert, 3), (fails, 1), (insert, 3), (late, 1)]
    await _fail(params, case, query, rows, goes_on=False)


async def _goes_on(
    params: Any, case: str, query: str, insert: str, fails: str, never: str, late: str
) -> None:
    """Let two statements of each pipeline fail."""
    rows = [(insert, 3), (fails, 1), (fails, 1), (never, 1), (insert, 3), (late, 1)]
    await _fail(params, case, query, rows, goes_on=True)


async def pipe_of_pool(params: Any, case: str, query: str, insert: str) -> None:
    """Run a pipeline with a connection that is borrowed for it, three times."""
    pool = oracledb.create_pool_async(params=params)
    for _time in range(3):
        async with pool.acquire() as connection:
            await _run(connection, case, _short(query, insert, 1))
    await pool.close()


PIPES: dict[str, Callable[..., Awaitable[None]]] = {
    "pipe": _pipe,
    "alone": _alone,
    "pipes": _pipes,
    "aborts": _aborts,
    "goes on": _goes_on,
}
"""What runs a case, by the first word that the program is told."""
