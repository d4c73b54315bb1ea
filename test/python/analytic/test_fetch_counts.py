# SPDX-License-Identifier: GPL-2.0-only
"""How many calls a query takes and how many rows each asks for, driver by driver.

The published counts are of S1 (Bulumulle 2002), S3 (Ameen) and S5 (Hooper 2010); the habits of the thin drivers
were captured in runs of the real ones (``captures/drivers`` of the folder that ``NET8_SHARED`` names).
"""

from __future__ import annotations

import os
from pathlib import Path

import net8
import pytest
from net8 import analytic
from net8.analytic.calls import Asking
from net8.analytic.facts import asking
from net8.plan.complete import complete
from wire_capture import EXECUTE, FETCH, data_exchanges, fetch_rows

PROJECT = Path(__file__).resolve().parents[3]
DRIVER_CAPTURES = Path(os.environ.get("NET8_SHARED", PROJECT.parent / "shared")) / "captures" / "drivers"
# A reply is its 12 real bytes: the calls are counted without moving the rows.
WEIGHTLESS = {
    "row_length": 0, "row_overhead": 0, "fetch_overhead": 0, "execute_overhead": 0, "end_overhead": 0,
}  # fmt: skip


def count_calls(rows: int, client: dict[str, object]) -> tuple[int, int]:
    """Simulate one query and give its calls and the rows that came."""
    plan = net8.Plan.of(
        {
            "path": {"kind": "lan", "lan_rate": "1Gbps", "lan_delay": "0s"},
            "client": client,
            "query": WEIGHTLESS | {"rows": rows},
        }
    )
    result = net8.run(plan)
    assert result.outcome == ("closed",)
    queries = result.calls[result.calls["kind"].isin(["execute", "fetch"])]
    assert len(queries) == result.sessions["fetch_calls"].item()
    return len(queries), int(queries["rows"].sum())


def asked(plan: net8.Plan) -> Asking:
    """Return the rows that the calls of a plan ask for, by the rule of predictions."""
    return asking({path: value for path, (value, _origin) in complete(plan).items()})


def test_e2_4096_rows_in_arrays_of_15_take_274_calls() -> None:
    # ceil(4096 / 15) = 274, and 1 + ceil(4095 / 15) = 1 + 273 with the one-row first fetch.
    assert count_calls(4096, {"driver": "sqlplus", "array_size": 15}) == (274, 4096)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("array_size", "calls"), [(10, 99901), (50, 19981), (100, 9991), (500, 1999), (1000, 1000), (5000, 201)]
)
def test_e24_e25_999001_rows(array_size: int, calls: int) -> None:
    # 1 + ceil(999000 / A): 1 + 99900, 1 + 19980, 1 + 9990, 1 + 1998, 1 + 999, 1 + 199.8 rounded up.
    assert count_calls(999001, {"driver": "sqlplus", "array_size": array_size}) == (calls, 999001)


@pytest.mark.parametrize("sdu", [2048, 32767])
def test_s3_database_link_takes_353_calls_whatever_the_sdu(sdu: int) -> None:
    # 1 + 351 x 32767 + 2728 = 11503946: one row, 351 arrays, the rest.
    assert count_calls(11503946, {"driver": "dblink", "sdu": sdu}) == (353, 11503946)


def test_s3_array_size_of_the_database_link_is_its_own() -> None:
    # Arrays of 32,775 would be one more than gives 353: 1 + 350.99.. = 1 + ceil(11503945 / 32775) = 352.
    assert count_calls(11503946, {"driver": "dblink", "array_size": 32775})[0] == 352


def test_long_column_takes_a_call_for_each_row() -> None:
    # S1: 410 rows of a LONG column, one a fetch, whatever the array size.
    plan = net8.Plan.of(
        {
            "path": {"kind": "lan"},
            "client": {"driver": "sqlplus", "array_size": 100},
            "query": {"rows": 410, "row_length": 67, "long_column": True},
        }
    )
    rows = net8.run(plan).calls.query("kind == 'execute' or kind == 'fetch'")["rows"]
    assert rows[rows > 0].tolist() == [1] * 410
    # A LONG among the columns does the same.
    columns = {"columns": "number:7, long:100", "rows": 12}
    plan = net8.Plan.of({"path": {"kind": "lan"}, "client": {"driver": "sqlplus"}, "query": columns})
    rows = net8.run(plan).calls.query("kind == 'execute' or kind == 'fetch'")["rows"]
    assert rows[rows > 0].tolist() == [1] * 12
    assert analytic.predict(plan)["fetch_calls"].value == len(rows)


# Rows asked for, from the table of the driver runs; the rows of the table and the options of the run before.
HABITS = [
    ("python-full-250rows-default", "python-thin", 250, {}, [2, 100, 100, 100]),
    (
        "python-full-1000rows-prefetch501-array500", "python-thin", 1000,
        {"prefetch_rows": 501, "array_size": 500}, [501, 500],
    ),
    ("node-full-250rows-default", "node-thin", 250, {}, [2, 98, 100, 100]),
    ("node-full-1000rows-fetcharray500", "node-thin", 1000, {"array_size": 500}, [2, 498, 500, 500]),
    # Its lib/thin/resultSet.js: less what is left of the prefetched rows, whose arrays are handed out first.
    ("", "node-thin", 1000, {"prefetch_rows": 501, "array_size": 500}, [501, 499, 500]),
    ("jdbc-full-250rows-default", "jdbc-thin", 250, {}, [10, 10, 10, 250]),
    ("jdbc-full-1000rows-default", "jdbc-thin", 1000, {}, [10, 10, 10, 250, 250, 250, 250]),
    # 1000 is a multiple of 100: an eleventh call brings the end of data.
    ("jdbc-full-1000rows-fetchsize100", "jdbc-thin", 1000, {"array_size": 100}, [100] * 11),
    # TOAD on OCI 9.2: 25 rows with the execute, 25, then 21 and the end.
    ("", "oci", 71, {}, [25, 25, 25]),
]  # fmt: skip


@pytest.mark.parametrize(("capture", "driver", "rows", "options", "asked"), HABITS)
def test_driver_asks_for_its_rows(
    capture: str, driver: str, rows: int, options: dict[str, object], asked: list[int], tmp_path: Path
) -> None:
    document = {
        "path": {"kind": "lan"},
        "client": {"driver": driver} | options,
        "server": {"release": "21c"},
        "query": {"rows": rows},
    }
    net8.run(net8.Plan.of(document), folder=tmp_path, pcap=True)
    calls = data_exchanges(tmp_path / "capture-client.pcap")
    assert [call.function for call in calls] == [EXECUTE] + [FETCH] * (len(asked) - 1)
    # Bytes 4 to 7 of the simulator's execute hold the number of rows.
    assert int.from_bytes(calls[0].requests[0].data[4:8]) == asked[0]
    assert [fetch_rows(call.requests[0]) for call in calls[1:]] == asked[1:]


@pytest.mark.skipif(
    not DRIVER_CAPTURES.is_dir(),
    reason=f"no captures in {DRIVER_CAPTURES}; NET8_SHARED names the folder two above them",
)
@pytest.mark.parametrize(("capture", "driver", "rows", "options", "asked"), [h for h in HABITS if h[0]])
def test_request_sizes_are_those_of_the_real_driver(
    capture: str, driver: str, rows: int, options: dict[str, object], asked: list[int], tmp_path: Path
) -> None:
    document = {
        "path": {"kind": "lan"},
        "client": {"driver": driver} | options,
        "server": {"release": "21c"},
        "query": {"rows": rows},
    }
    net8.run(net8.Plan.of(document), folder=tmp_path, pcap=True)
    ours = data_exchanges(tmp_path / "capture-client.pcap")
    real = data_exchanges(DRIVER_CAPTURES / f"{capture}.pcap")
    assert [fetch_rows(call.requests[0]) for call in real[1:]] == asked[1:]
    assert [call.sizes[0] for call in ours] == [call.sizes[0] for call in real]


def asked_rows(rows: int, client: dict[str, object], query: dict[str, object], folder: Path) -> list[int]:
    """Simulate a query and give the rows that its fetches ask for."""
    document = {"path": {"kind": "lan"}, "client": client, "query": {"rows": rows} | query}
    run = net8.run(net8.Plan.of(document), folder=folder, pcap=True)
    assert run["rows"] == rows
    return [fetch_rows(call.requests[0]) for call in data_exchanges(folder / "capture-client.pcap")[1:]]


@pytest.mark.parametrize(
    ("prefetch", "array", "asked"),
    [
        # python-oracledb, issue 218, thick mode: 7 rows with the execute, 43, then 50 each
        (7, 50, [43, 50, 50]),
        # odpi, issue 73: 2 rows with the execute, then 1 of the array and 2 more
        (2, 1, [3] * 50),
        # godror, pull request 87, 100 prefetched: 100, 100, the rest
        (100, 100, [100]),
    ],
)
def test_oci_rounds_the_array_size_with_the_prefetch(
    prefetch: int, array: int, asked: list[int], tmp_path: Path
) -> None:
    client = {"driver": "oci", "prefetch_rows": prefetch, "array_size": array}
    found = asked_rows(149, client, {}, tmp_path)
    assert found == asked[: len(found)]
    # 7 + 43 + 50 + 49; 2 + 49 x 3, and a call that finds the end; 100 + 49
    assert len(found) == {7: 3, 2: 50, 100: 1}[prefetch]


@pytest.mark.parametrize(("prefetch", "round_trips"), [(0, 4), (1, 4), (2, 4), (100, 3)])
def test_round_trips_of_oci_are_those_that_were_counted(prefetch: int, round_trips: int) -> None:
    # godror, pull request 87: 214 rows in arrays of 100.
    client = {"driver": "oci", "prefetch_rows": prefetch, "array_size": 100}
    assert count_calls(214, client) == (round_trips, 214)
    plan = net8.Plan.of({"path": {"kind": "lan"}, "client": client, "query": {"rows": 214}})
    assert analytic.predict(plan)["fetch_calls"].value == round_trips


@pytest.mark.parametrize(
    ("memory", "options", "first"),
    [
        # rows of 100 bytes: floor(memory / 100), possibly none
        (1000, {}, 10),
        (1099, {}, 10),
        (50, {}, 0),
        # the smaller of the two limits
        (1000, {"prefetch_rows": 4}, 4),
        (1000, {"prefetch_rows": 40}, 10),
    ],
)
def test_prefetch_by_memory_brings_the_rows_that_fit(
    memory: int, options: dict[str, object], first: int
) -> None:
    document = {
        "path": {"kind": "lan"},
        "client": {"driver": "oci", "prefetch_memory": memory, "queries": 2} | options,
        "query": {"rows": 60},
    }
    plan = net8.Plan.of(document)
    assert asked(plan).first[0] == first
    run = net8.run(plan)
    assert run.outcome == ("closed",)
    executes = run.calls.query("kind == 'execute'")
    assert executes["rows"].tolist() == [first, first]
    assert run["rows"] == 2 * 60


@pytest.mark.parametrize(
    ("query", "first"),
    [
        # Issue 99 of oracle_fdw: a column VARCHAR2(4000) with short values, room of 24,576 bytes: two calls bring 13
        # rows, not 14. They ask for 1 + 6 each, and 6 = floor(24,576 / 4000), whatever the values hold.
        ({"columns": "varchar2:5", "defined_length": 4000}, 6),
        ({"row_length": 5, "defined_length": 4000}, 6),
        ({"row_length": {"distribution": "uniform", "min": 1, "max": 9}, "defined_length": 4000}, 6),
        # A NUMBER is defined with 22 bytes, a DATE with 7, both hold less or as much: floor(24,576 / 29)
        ({"columns": "number:5, date"}, 847),
        # The longest of listed rows: floor(24,576 / 600)
        ({"row_length": [100, 300, 600, 50]}, 40),
        # Wider than the room: no rows at all come with the execute.
        ({"columns": "varchar2:5", "defined_length": 24_577}, 0),
    ],
)
def test_prefetch_by_memory_counts_columns_as_they_are_defined(query: dict[str, object], first: int) -> None:
    document = {
        "path": {"kind": "lan"},
        "client": {"driver": "oci", "prefetch_memory": 24_576, "array_size": 100},
        "query": {"rows": 1000} | query,
    }
    plan = net8.Plan.of(document)
    run = net8.run(plan)
    assert run.calls.query("kind == 'execute'")["rows"].item() == first
    assert run["rows"] == 1000
    assert analytic.predict(plan)["fetch_calls"].value == len(run.calls.query("kind in ('execute', 'fetch')"))


def test_two_calls_with_a_room_for_six_rows_bring_thirteen_rows() -> None:
    """Issue 99 of oracle_fdw again, whose execute fetches a row for the application beside what it prefetches."""
    document = {
        "path": {"kind": "lan"},
        "client": {"driver": "oci", "prefetch_memory": 24_576, "array_size": 1},
        "query": {"rows": 12, "row_length": 5, "defined_length": 4000},
    }
    # The model's execute has no array of its own: 6 rows, then 1 + 6 a call.
    assert net8.run(net8.Plan.of(document)).calls.query("rows > 0")["rows"].tolist() == [6, 6]


def test_rows_that_no_one_knows_the_width_of_are_refused() -> None:
    document = {
        "client": {"driver": "oci", "prefetch_memory": 1000},
        "query": {"row_length": {"distribution": "uniform", "min": 50, "max": 150}},
    }
    with pytest.raises(net8.PlanError, match="set query.defined_length"):
        net8.run(net8.Plan.of(document))


@pytest.mark.parametrize(
    ("look_ahead", "calls"),
    # 30 rows in arrays of 10, 10 with the execute: a full last array is followed by an empty one, or not.
    [(True, 3), (False, 4)],
)
@pytest.mark.parametrize("driver", ["sqlplus", "oci", "python-thin"])
def test_last_call_rule_is_an_attribute(driver: str, look_ahead: bool, calls: int) -> None:
    client = {"driver": driver, "array_size": 10, "prefetch_rows": 10, "look_ahead": look_ahead}
    client |= {"fetch_habit": "array"}  # SQL*Plus adds an array to each fetch otherwise
    assert count_calls(30, client) == (calls, 30)


def test_fetch_habit_is_an_attribute(tmp_path: Path) -> None:
    growing = {"driver": "oci", "array_size": 10, "fetch_habit": "growing", "grown_array_size": 50}
    assert asked_rows(100, growing, {}, tmp_path / "a") == [10, 10, 50, 50]
    short: dict[str, object] = {"driver": "sqlplus", "fetch_habit": "short_second"}
    assert asked_rows(31, short, {}, tmp_path / "b") == [14, 15, 15]


def test_jdbc_before_23_keeps_its_ten_rows(tmp_path: Path) -> None:
    # Growth was seen with 23.26; the default of 10 is that of all releases.
    assert asked_rows(45, {"driver": "jdbc-thin", "release": "19c"}, {}, tmp_path) == [10] * 4


def test_a_fetch_size_that_is_set_does_not_grow() -> None:
    # jdbc-full-1000rows-fetchsize100 has 100 with each call; without a fetch size 10, 10, 10 and 250 follow.
    client: dict[str, object] = {"driver": "jdbc-thin"}
    plans = [net8.Plan.of({"client": client | more}) for more in ({}, {"array_size": 10})]
    assert [(asked(plan).first, asked(plan).further) for plan in plans] == [((10, 10, 10), 250), ((10,), 10)]


@pytest.mark.parametrize("release", ["12.2", "19c", "21c", "23ai"])
def test_the_fetch_size_of_jdbc_counts_from_the_execute_on(release: str, tmp_path: Path) -> None:
    # jdbc-full-1000rows-fetchsize100: 100 with the execute. 45 rows with a fetch size of 20: 20, 20, 5.
    client = {"driver": "jdbc-thin", "release": release, "array_size": 20}
    document = {"path": {"kind": "lan"}, "client": client, "query": {"rows": 45}}
    run = net8.run(net8.Plan.of(document), folder=tmp_path, pcap=True)
    execute, *fetches = data_exchanges(tmp_path / "capture-client.pcap")
    assert int.from_bytes(execute.requests[0].data[4:8]) == 20
    assert [fetch_rows(call.requests[0]) for call in fetches] == [20, 20]
    assert run.calls["rows"].sum() == 45


def test_a_reply_without_rows_has_no_header_of_rows_to_take_away_twice() -> None:
    # A header longer than all overhead of a fetch once made a reply of 4 GiB out of a difference below zero.
    plan = net8.Plan.of({"query": {"rows": 0, "row_header": 739}, "run": {"stop_time": "30s"}})
    run = net8.run(plan)
    assert run.outcome == ("closed",)
    assert run.session_columns["bytes_received"][0] < 10_000


@pytest.mark.parametrize(
    ("client", "rows", "round_trips"),
    [
        # spotonoracle.com, p=303: 100 rows by ARRAYSIZE 1 in 51 round trips, and in 102 with a prefetch of 0 in
        # oraaccess.xml: the execute, 100 rows, and the call that finds the end.
        ({"array_size": 1}, 100, 51),
        ({"array_size": 1, "prefetch_rows": 0}, 100, 102),
        # By hand: 45 rows by arrays of 15: the execute, three full arrays, the end.
        ({"array_size": 15, "prefetch_rows": 0}, 45, 5),
        ({"array_size": 15, "prefetch_rows": 0}, 44, 4),
        # gist xtender/93f3edb0: 10,000 rows by ARRAYSIZE 15 in 668.
        ({"array_size": 15}, 10_000, 668),
    ],
)
def test_round_trips_of_sqlplus_with_and_without_prefetched_rows(
    client: dict[str, object], rows: int, round_trips: int
) -> None:
    document = {"path": {"kind": "lan"}, "client": {"driver": "sqlplus"} | client, "query": {"rows": rows}}
    plan = net8.Plan.of(document)
    assert count_calls(rows, {"driver": "sqlplus"} | client) == (round_trips, rows)
    assert analytic.predict(plan)["fetch_calls"].value == round_trips


@pytest.mark.parametrize(("fetch_size", "calls"), [(10, 100), (250, 4)])
def test_the_fetch_size_of_jdbc_decides_the_calls_that_bring_rows(fetch_size: int, calls: int) -> None:
    # An Oracle blog on traffic control: 1,000 rows by fetch sizes of 10 and 250 in 100 and 4 calls. A full last array
    # is followed by a call that finds the end, which jdbc-full-1000rows-fetchsize100 has.
    document = {"client": {"driver": "jdbc-thin", "array_size": fetch_size}, "query": {"rows": 1000}}
    rows = net8.run(net8.Plan.of(document)).calls.query("kind in ('execute', 'fetch')")["rows"].tolist()
    assert rows == [fetch_size] * calls + [0]
