# SPDX-License-Identifier: GPL-2.0-only
"""python-oracledb logs on, queries, pings, commits and logs off: a line with the milliseconds of each call.

A row that took a while was fetched; what is told of it is the time of a fetch. All is done twice, and told of the
second time, when what the driver loads and compiles is there. Arguments: port, rows a fetch, least milliseconds of a
fetch, and how many queries there are in a row (1).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TypeVar

import oracledb

Result = TypeVar("Result")


class Times:
    """Times of calls, which are told or not."""

    def __init__(self, told: bool) -> None:
        self._told = told

    def say(self, *words: object) -> None:
        """Print words, with tabs between them."""
        if self._told:
            print(*words, sep="\t", flush=True)

    def timed(self, name: str, call: Callable[[], Result], least_ms: float = 0) -> Result:
        """Call something, and say how long it took."""
        begun = time.perf_counter_ns()
        found = call()
        took_ms = (time.perf_counter_ns() - begun) / 1e6
        if took_ms >= least_ms:
            self.say(name, took_ms)
        return found


def go(port: int, array: int, least_ms: float, queries: int, times: Times) -> None:
    """Go through the calls."""
    params = oracledb.ConnectParams(
        host="127.0.0.1", port=port, service_name="orcl", user="scott", password="tiger"
    )
    connection = times.timed("logon", lambda: oracledb.connect(params=params))
    cursor = connection.cursor()
    cursor.arraysize = array
    for _query in range(queries):
        times.timed("execute", lambda: cursor.execute("select * from journal"))
        first, rows = None, 0
        while row := times.timed("fetch", cursor.fetchone, least_ms):
            first = first or row
            rows += 1
        times.say("rows", rows, *map(repr, first or ()))
    times.timed("ping", connection.ping)
    times.timed("commit", connection.commit)
    cursor.execute("insert into journal values (1)")
    times.say("inserted", cursor.rowcount)
    times.timed("logoff", connection.close)


def main() -> None:
    """Go through the calls twice."""
    port, array, least_ms = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    queries = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    for told in (False, True):
        go(port, array, least_ms, queries if told else 1, Times(told))


if __name__ == "__main__":
    main()
