# SPDX-License-Identifier: GPL-2.0-only
"""Rows a trip: ODP.NET and DBD::Oracle by the width of a row, SQLcl as JDBC, SQL*Plus by what it prefetched."""

from __future__ import annotations

import net8
import pytest
from net8 import analytic
from net8.forecast.describe import describe

THREE = "number:5, varchar2:30, date"


def plan(driver: str, query: dict[str, object], **client: object) -> net8.Plan:
    """Return a plan of one query of a driver."""
    return net8.Plan.of({"path": {"kind": "lan"}, "client": {"driver": driver, **client}, "query": query})


def calls(shape: net8.Plan) -> list[int]:
    """Return the rows that each call brought."""
    run = net8.run(shape)
    return [int(rows) for rows in run.calls.query("kind in ('execute', 'fetch')")["rows"]]


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        # Guessed 4 + 15 + 8, with 3 x 5 + 8 in all 50 bytes: 14,600 / 50
        ({"columns": THREE, "rows": 500}, [292, 208]),
        # 2 x 500 + 2 x 5 + 8 = 1018: 14 would fit, the least are 60
        ({"columns": "2*varchar2:1000", "rows": 100}, [60, 40]),
        # 20,000 + 13: not even one fits
        ({"columns": "raw:20000", "rows": 50}, [40, 10]),
        # No columns: their six of 100 bytes (names), 100 + 6 x 5 + 8 = 138
        ({"row_length": 100, "rows": 150, "column_names": "a,b,c,d,e,f"}, [105, 45]),
        # Nobody knows the width: the guess of the file
        ({"row_length": "uniform(10, 90)", "rows": 70}, [60, 10]),
    ],
)
def test_dbd_oracle_divides_ten_packets_by_what_it_guesses(query: dict[str, object], rows: list[int]) -> None:
    shape = plan("dbd-oracle", query)
    assert calls(shape) == rows
    if "uniform" not in str(query):
        assert analytic.predict(shape)["fetch_calls"].value == len(rows)


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        # 131,072 / (22 + 30 + 7), none with the execute
        ({"columns": THREE, "rows": 3000}, [0, 2221, 779]),
        ({"row_length": 100, "rows": 2000}, [0, 1310, 690]),
        # As the columns are defined, not as they are filled: 131,072 / 4000
        ({"columns": "varchar2:5", "defined_length": 4000, "rows": 40}, [0, 32, 8]),
        ({"row_length": "uniform(10, 90)", "rows": 120}, [0, 100, 20]),
    ],
)
def test_odp_net_divides_its_fetch_size_by_the_row_size(query: dict[str, object], rows: list[int]) -> None:
    shape = plan("odp-net", query)
    assert calls(shape) == rows
    if "uniform" not in str(query):
        assert analytic.predict(shape)["fetch_calls"].value == len(rows)


@pytest.mark.parametrize("driver", ["dbd-oracle", "odp-net"])
def test_who_says_how_many_rows_gets_them(driver: str) -> None:
    first = 0 if driver == "odp-net" else 25
    shape = plan(driver, {"columns": THREE, "rows": 60}, array_size=25)
    assert calls(shape)[:2] == [first, 25]
    assert calls(plan(driver, {"columns": THREE, "rows": 60}, prefetch_rows=7))[0] == 7


def test_each_statement_has_an_array_of_its_own() -> None:
    statements = [
        {"name": "narrow", "columns": THREE, "rows": 400},
        {"name": "wide", "columns": "2*varchar2:1000", "rows": 100},
        {"name": "told", "columns": THREE, "rows": 40, "array_size": 30},
    ]
    shape = net8.Plan.of(
        {
            "path": {"kind": "lan"},
            "client": {"driver": "dbd-oracle"},
            "statement": statements,
            "transaction": [{"name": "all", "steps": ["narrow", "wide", "told"]}],
        }
    )
    assert calls(shape) == [292, 108, 60, 40, 30, 10]
    assert dict(describe(shape).facts)["transaction all"].startswith("narrow; wide; told: 6 round trips, ")


def test_sqlcl_is_jdbc_with_the_array_of_sqlplus() -> None:
    assert calls(plan("sqlcl", {"rows": 80})) == [15, 15, 15, 15, 15, 5]


# Published traces: SQL*Plus 12.1 shows 14 rows by ARRAYSIZE 1 as 1, 2, 2 ...; SQL*Plus 12.2 with arrays of 5 and
# ROWPREFETCH 5 asks for 5, then 10; floor(prefetched / array) + 1 arrays a fetch (doc/net8.rst).
ADDED = [
    ({}, {"array_size": 1}, 14, [1, 2, 2, 2, 2, 2, 2, 1]),
    ({}, {"array_size": 5, "prefetch_rows": 5}, 23, [5, 10, 8]),
    ({}, {"array_size": 5, "prefetch_rows": 4}, 23, [4, 5, 5, 5, 4]),
    ({}, {"array_size": 5, "prefetch_rows": 11}, 41, [11, 15, 15]),
    # Times of Oracle 7 fit one row a trip: its OCI knows no prefetch.
    ({"release": "7.3"}, {"array_size": 1}, 4, [1, 1, 1, 1]),
    ({"fetch_habit": "array"}, {"array_size": 1}, 4, [1, 1, 1, 1]),
]


@pytest.mark.parametrize(("more", "client", "rows", "expected"), ADDED)
def test_prefetched_rows_add_arrays_to_the_fetches_of_sqlplus(
    more: dict[str, object], client: dict[str, int], rows: int, expected: list[int]
) -> None:
    shape = plan("sqlplus", {"rows": rows}, **more, **client)
    assert calls(shape) == expected
    assert analytic.predict(shape)["fetch_calls"].value == len(expected)
    told = f"brings {expected[1]} rows a fetch, as in traces of SQL*Plus 12.1 and 12.2"
    assert any(told in text for text in describe(shape).warnings) == (expected[1] > client["array_size"])


def test_arraysize_1_takes_the_trips_that_autotrace_counted() -> None:
    # 100 rows in 51 round trips: the row of the execute, and 99 more by two (a published AUTOTRACE).
    assert len(calls(plan("sqlplus", {"rows": 100}, array_size=1))) == 51
    # 5,000 rows in 1,669, counted with two more calls: 3 rows a trip, which two prefetched rows bring: 1 + 4,998 / 3.
    assert len(calls(plan("sqlplus", {"rows": 5000}, array_size=1, prefetch_rows=2))) == 1667


def test_a_statement_adds_arrays_by_its_own_sizes() -> None:
    shape = net8.Plan.of(
        {
            "path": {"kind": "lan"},
            "client": {"driver": "sqlplus"},
            "statement": [{"name": "one", "rows": 7, "array_size": 1}, {"name": "five", "rows": 23, "array_size": 5,
                          "prefetch_rows": 5}],
            "transaction": [{"name": "all", "steps": ["one", "five"]}],
        }
    )  # fmt: skip
    assert calls(shape) == [1, 2, 2, 2, 5, 10, 8]
    assert dict(describe(shape).facts)["transaction all"].startswith("one; five: 7 round trips, ")


@pytest.mark.parametrize(
    ("driver", "said"),
    [
        ("odp-net", "of ODP.NET no capture is there"),
        ("dbd-oracle", "ora_check_sql = 1"),
        ("sqlcl", "SET ARRAYSIZE"),
    ],
)
def test_describe_says_what_no_source_tells(driver: str, said: str) -> None:
    assert any(said in text for text in describe(plan(driver, {"rows": 40})).warnings)
