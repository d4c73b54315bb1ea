# SPDX-License-Identifier: GPL-2.0-only
"""python-oracledb logs on, queries, pings, commits and logs off: a line with the milliseconds of each call.

Arguments: port, rows a fetch.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TypeVar

import oracledb

Result = TypeVar("Result")


def timed(name: str, call: Callable[[], Result]) -> Result:
    """Call something, and print how long it took."""
    begun = time.perf_counter_ns()
    found = call()
    print(name, (time.perf_counter_ns() - begun) / 1e6, flush=True)
    return found


def main() -> None:
    """Go through the calls."""
    port, array = map(int, sys.argv[1:])
    params = oracledb.ConnectParams(
        host="127.0.0.1", port=port, service_name="orcl", user="scott", password="tiger"
    )
    connection = timed("logon", lambda: oracledb.connect(params=params))
    cursor = connection.cursor()
    cursor.arraysize = array
    timed("execute", lambda: cursor.execute("select * from journal"))
    first, rows = None, 0
    # The driver asks for more before it has given out all that it has.
    while found := timed("fetch", lambda: cursor.fetchmany(array)):
        first = first or found[0]
        rows += len(found)
    print("rows", rows, *map(repr, first or ()), sep="\t")
    timed("ping", connection.ping)
    timed("commit", connection.commit)
    cursor.execute("insert into journal values (1)")
    print("inserted", cursor.rowcount)
    timed("logoff", connection.close)


if __name__ == "__main__":
    main()
