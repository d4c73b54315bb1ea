# SPDX-License-Identifier: GPL-2.0-only
"""LOBs: what each driver does with them by itself, in calls and round trips, against published traces and counts."""

from __future__ import annotations

import os
import re
from pathlib import Path

import net8
import pytest
from net8.analytic.calls import call_batches
from net8.analytic.lobs import asking_with_lobs, lob_calls, lob_rule
from net8.forecast.describe import describe
from net8.plan.complete import complete

TRACES = Path(os.environ.get("NET8_SHARED", Path(__file__).parents[4] / "shared")) / "traces"


def plan_of(client: dict[str, object], query: dict[str, object], **path: object) -> net8.Plan:
    """Write a plan with one query on a LAN, or a path."""
    document = {
        "path": path or {"kind": "lan"},
        "client": client,
        "server": {"release": "19c"},
        "query": query,
    }
    return net8.Plan.of(document)


def calls_of(plan: net8.Plan) -> tuple[list[int], int]:
    """Simulate a plan: the rows of each execute and fetch, and how many LOB calls there are."""
    run = net8.run(plan)
    assert run.outcome == ("closed",)
    rows = run.calls.query("kind == 'execute' or kind == 'fetch'")["rows"].tolist()
    assert sum(rows) == plan["query.rows"]
    return rows, int((run.calls["kind"] == "lob").sum())


@pytest.mark.parametrize(
    ("driver", "release", "prefetch"),
    [
        # CONNECTION_PROPERTY_DEFAULT_LOB_PREFETCH_SIZE_DEFAULT of oracle.jdbc.OracleConnection: 4000 in ojdbc8
        # 12.2.0.1, 18.3, 19.3 and 19.25, 32768 in ojdbc11 21.1, 21.9, 23.3 and 23.26; off by default before 12.1
        # (T. Aregger, "JDBC LOB Prefetching", 2018).
        ("jdbc-thin", "10.2", -1),
        ("jdbc-thin", "11.2", -1),
        ("jdbc-thin", "12.1", 4000),
        ("jdbc-thin", "12.2", 4000),
        ("jdbc-thin", "19c", 4000),
        ("jdbc-thin", "21c", 32768),
        ("jdbc-thin", "23.3", 32768),
        ("jdbc-thin", "26ai", 32768),
        ("sqlcl", "23ai", 32768),
        # Their sources: the definition has TNS_LOB_PREFETCH_FLAG and a prefetch length of 0.
        ("python-thin", "23ai", 0),
        ("node-thin", "23ai", 0),
        # LOBPREFETCH, OCI_ATTR_DEFAULT_LOBPREFETCH_SIZE and InitialLOBFetchSize are 0: nothing beside the locator.
        ("sqlplus", "19c", -1),
        ("oci", "19c", -1),
        ("odp-net", "19c", -1),
        ("dbd-oracle", "19c", -1),
    ],
)
def test_each_driver_asks_for_its_own_share_of_a_lob(driver: str, release: str, prefetch: int) -> None:
    plan = plan_of({"driver": driver, "release": release}, {"columns": "clob:10"})
    assert complete(plan)["query.lob_prefetch"] == (prefetch, driver)


def test_jdbc_asks_for_small_lobs_by_itself() -> None:
    # 500 rows of varchar2:20, clob:100 by arrays of 500 at 20 ms: with the 32,768 that JDBC asks for by itself no LOB
    # takes a call: no rows with the execute, 500 with the definition of the columns, a call that finds the end.
    client = {"driver": "jdbc-thin", "release": "23.3", "array_size": 500}
    plan = plan_of(client, {"rows": 500, "columns": "varchar2:20, clob:100"}, delay="10ms", rate="100Mbps")
    assert calls_of(plan) == ([0, 500, 0], 0)
    run = net8.run(plan)
    # TCP, CONNECT, five of the logon (native services, protocol, data types, two authentications), three, logoff
    assert run["round_trips"] == pytest.approx(11, abs=1)
    # Three round trips, and the slow start of some 180 kB from 10 segments on: 10, 20, 40, 80 in four of them.
    assert 3 * 0.020 < (run["response_time"] or 0) < 7 * 0.020


def test_two_round_trips_a_row_without_prefetch() -> None:
    """T. Aregger: before 11.2, and with -1, two round trips more for each row; with 0 one of them is saved."""
    columns = {"rows": 100, "columns": "number:1, clob:3000"}
    trips = {}
    for prefetch in (-1, 0, 1000, 3000, 4000):
        client = {"driver": "jdbc-thin", "release": "19c", "array_size": 10}
        rows, lobs = calls_of(plan_of(client, {**columns, "lob_prefetch": prefetch}))
        # Of 100 rows by a fetch size of 10 none come with the execute; an eleventh array finds the end.
        assert rows == [0] + [10] * 10 + [0]
        trips[prefetch] = len(rows) + lobs
    assert trips == {-1: 12 + 200, 0: 12 + 100, 1000: 12 + 100, 3000: 12, 4000: 12}
    old = calls_of(plan_of({"driver": "jdbc-thin", "release": "11.2", "array_size": 10}, columns))
    assert old == ([0] + [10] * 10 + [0], 200)


@pytest.mark.parametrize(
    ("rows", "fetch_size", "prefetch", "size", "calls"),
    [
        # The rule of the same page, by hand: one call for the execute, one for each fetch size and, after a full last
        # one, one for the end; and for each BLOB that is larger than the prefetch one, for each without metadata two.
        (1000, 100, 4000, 4000, 1 + 10 + 1),
        (1000, 100, 4000, 4001, 1 + 10 + 1 + 1000),
        (1000, 500, 32768, 32768, 1 + 2 + 1),
        (999, 100, 4000, 4000, 1 + 10),
        (999, 100, 0, 1, 1 + 10 + 999),
        (999, 100, -1, 1, 1 + 10 + 2 * 999),
        (1, 10, 4000, 10_485_760, 1 + 1 + 1),
        (1, 10, -1, 10_485_760, 1 + 1 + 2),
    ],
)
def test_round_trips_of_jdbc_by_prefetch_size(
    rows: int, fetch_size: int, prefetch: int, size: int, calls: int
) -> None:
    client: dict[str, object] = {"driver": "jdbc-thin", "release": "19c", "array_size": fetch_size}
    query: dict[str, object] = {"rows": rows, "columns": f"blob:{size}", "lob_prefetch": prefetch}
    found, lobs = calls_of(plan_of(client, query))
    assert len(found) + lobs == calls


def test_an_oci_client_fetches_a_row_with_a_clob_a_call_and_jdbc_keeps_its_fetch_size() -> None:
    # Issue 323 of mattn/go-oci8: 1,001 fetches of 1,000 rows, in SQL*Plus as well; JDBC (SQLcl) keeps its fetch size.
    query: dict[str, object] = {"rows": 1000, "columns": "varchar2:20, clob:100"}
    clients: list[dict[str, object]] = [{"driver": "sqlplus"}, {"driver": "oci", "lob_rows": "one"}]
    for client in clients:
        run = net8.run(plan_of(client, query))
        assert (run.calls["kind"] == "fetch").sum() == 1001
        assert run.calls.query("kind == 'fetch'")["rows"].max() == 1
    rows, lobs = calls_of(plan_of({"driver": "jdbc-thin", "array_size": 250}, query))
    assert (rows, lobs) == ([0, 250, 250, 250, 250, 0], 0)


def test_five_small_lobs_a_row_are_slow_without_prefetch() -> None:
    # Issue 577 of python-cx_Oracle: 7 s without, 0.230 s with a prefetch of 4,000: a factor of 30. By hand: with rows a
    # array of 100 and a round trip of t, 5 LOBs a row of 100 rows take 500 t, the rows 2 or 3.
    query = {"rows": 100, "columns": "number:1, 5*clob:200"}
    path = {"delay": "5ms", "rate": "100Mbps"}
    slow, fast = (
        float(net8.run(plan_of({"driver": "oci", "array_size": 100}, each, **path))["response_time"] or 0)
        for each in (query, query | {"lob_prefetch": 4000})
    )
    assert slow == pytest.approx(0.010 * (2 + 500), rel=0.05)
    assert slow / fast > 7 / 0.230


def test_the_traces_of_jdbc_over_oci_call_for_call() -> None:
    if not TRACES.is_dir():
        pytest.skip(f"no traces in {TRACES}; NET8_SHARED names the folder above them")
    for name in ("thick-25733.trc", "thick-26239.trc"):
        text = (TRACES / name).read_text(errors="replace")
        # What the server did for the query on its table, in order: rows of fetches, reads of LOBs with their bytes.
        own = text[text.index("select filename, xmltype.getclobval") :]
        own = own[: own.index("PARSING IN CURSOR", own.index("FETCH #", own.index("LOBREAD")))]
        fetched = [int(rows) for rows in re.findall(r"FETCH #\d+:.*?,r=(\d+),dep=0,", own)]
        assert fetched[0] == 76
        assert own.count("\nLOBREAD:") == 87
        received = [int(each) for each in re.findall(r"(\d+) bytes received", own)]
        sent = [int(each) for each in re.findall(r"(\d+) bytes sent", own)]
        # One call with all rows, then one a LOB: 75 characters of each first.
        run = net8.run(
            plan_of(
                {
                    "driver": "oci",
                    "array_size": 100,
                    "platform": "linux-32",
                    "release": "12.1",
                    "lob_limit": 150,
                },
                {"rows": 76, "columns": "varchar2:20, xmltype:5000"},
            ).with_values({"server.release": "11.2"})
        )
        calls = run.calls.query("kind in ('execute', 'fetch', 'lob')")
        assert calls["kind"].tolist() == ["execute"] + ["lob"] * 76
        assert calls["rows"].tolist() == [76] + [0] * 76
        lobs = calls[calls["kind"] == "lob"]
        # TNS header and data flags, 10 bytes, are not in the trace.
        assert set(lobs["request_bytes"] - 10) == {received[0]} == {69}
        assert sent[1] == 227
        # 195 of these are those of the model (1 + 1 + 150 of data, 1 + 40 of the locator, 2 of the amount); the end of
        # call of this client has 32 bytes, that of the captures of 12.1 twice as many.
        assert lobs["reply_bytes"].iloc[0] - 10 == pytest.approx(227, abs=40)


@pytest.mark.parametrize(
    ("client", "rows"),
    [
        ({"driver": "python-thin", "array_size": 50}, [0, 0, 50, 50, 20]),
        ({"driver": "node-thin", "array_size": 50}, [0, 0, 50, 50, 20]),
        ({"driver": "jdbc-thin", "release": "23ai"}, [0, 10, 10, 10, 90]),
        ({"driver": "jdbc-thin", "release": "19c", "array_size": 50}, [0, 50, 50, 20]),
        ({"driver": "oci", "array_size": 50}, [50, 50, 20]),
        ({"driver": "oci", "array_size": 50, "lob_rows": "fetched"}, [0, 50, 50, 20]),
        ({"driver": "odp-net", "array_size": 50}, [0, 50, 50, 20]),
        ({"driver": "dbd-oracle", "array_size": 50}, [0, 50, 50, 20]),
        ({"driver": "python-thin", "array_size": 50, "fetch_lobs": False}, [0, 0, 50, 50, 20]),
        ({"driver": "sqlplus", "array_size": 50, "fetch_lobs": False}, [1, 50, 50, 19]),
    ],
)
def test_rows_with_lobs_travel_as_the_driver_has_them(client: dict[str, object], rows: list[int]) -> None:
    plan = plan_of(client, {"rows": 120, "columns": "number:1, blob:100"})
    found, lobs = calls_of(plan)
    assert found == rows
    # A length call and a read with DBD::Oracle, none where all came with the row.
    inline = not client.get("fetch_lobs", True) or client["driver"] == "jdbc-thin"
    assert lobs == 120 * (0 if inline else 2 if client["driver"] == "dbd-oracle" else 1)


COUNTED = [
    ({"driver": "sqlplus"}, {}),
    ({"driver": "sqlplus", "lob_limit": 0, "lob_amount": 500}, {}),
    ({"driver": "sqlplus", "fetch_lobs": False}, {}),
    ({"driver": "oci", "array_size": 7}, {}),
    ({"driver": "oci", "array_size": 7, "lob_array_read": 5}, {}),
    ({"driver": "oci", "array_size": 7, "lob_array_read": 5, "lob_amount": 300}, {"lob_prefetch": 20}),
    ({"driver": "oci", "lob_rows": "fetched", "prefetch_rows": 2, "array_size": 10}, {"lob_prefetch": 0}),
    ({"driver": "oci", "lob_rows": "defined"}, {"lob_prefetch": 10}),
    ({"driver": "jdbc-thin"}, {}),
    ({"driver": "jdbc-thin", "release": "11.2"}, {}),
    ({"driver": "jdbc-thin", "lob_amount": 700}, {"lob_prefetch": 50}),
    ({"driver": "jdbc-thin", "lob_length_call": False}, {"lob_prefetch": -1}),
    ({"driver": "jdbc-thin", "read_lobs": False}, {"lob_prefetch": -1}),
    ({"driver": "python-thin", "array_size": 10}, {}),
    ({"driver": "python-thin", "fetch_lobs": False}, {}),
    ({"driver": "node-thin"}, {}),
    ({"driver": "odp-net", "array_size": 10}, {}),
    ({"driver": "dbd-oracle", "array_size": 10}, {}),
    ({"driver": "dblink"}, {}),
]


@pytest.mark.parametrize(("client", "query"), COUNTED)
def test_calls_are_known_before_the_run(client: dict[str, object], query: dict[str, object]) -> None:
    plan = plan_of(client, {"rows": 40, "columns": "date, clob:900, blob:0, temporary_clob:30"} | query)
    rows, lobs = calls_of(plan)
    values = {path: value for path, (value, _origin) in complete(plan).items()}
    batches = call_batches(40, asking_with_lobs(values))
    rule = lob_rule(values)
    assert rule is not None
    assert [batch.rows for batch in batches for _ in range(batch.calls)] == rows
    assert lob_calls(rule, batches) == lobs
    facts = dict(describe(plan).facts)
    assert facts["calls of a query"].split(",")[0] == str(len(rows))
    assert facts["calls for its LOBs"] == str(lobs)
    assert f"{client['driver']} " in facts["LOBs"]


def test_a_length_call_is_smaller_than_a_read() -> None:
    run = net8.run(
        plan_of({"driver": "jdbc-thin", "release": "11.2"}, {"rows": 1, "columns": "blob:5000"}).with_values(
            {"server.release": "11.2"}
        )
    )
    length, read = run.calls.query("kind == 'lob'").itertuples()
    # Both name the locator of 114 bytes; the amount of the read takes two bytes more than a zero.
    assert read.request_bytes - length.request_bytes == 2
    # Message type, locator and length, against the data as well: 1 + 1 + 3 + 5000 + 1 of its string, one type.
    assert read.reply_bytes - length.reply_bytes == pytest.approx(5006, abs=60)


def test_strings_leave_out_the_locator(tmp_path: Path) -> None:
    query = {"rows": 10, "columns": "clob:100"}
    as_text = net8.run(plan_of({"driver": "python-thin", "fetch_lobs": False}, query)).calls
    located = net8.run(plan_of({"driver": "python-thin"}, query)).calls
    row = {name: each[each["kind"] == "fetch"]["reply_bytes"].iloc[0] for name, each in
           (("text", as_text), ("locator", located))}  # fmt: skip
    # Of a string of 100 characters 1 + 100 and two of a LONG; of a locator 2 + 2 + 3 + 1 + 114.
    assert row["locator"] - row["text"] == 10 * ((2 + 2 + 3 + 1 + 114) - (1 + 100 + 2))


@pytest.mark.parametrize(
    ("client", "query", "says"),
    [
        (
            {"driver": "node-thin"},
            {"lob_prefetch": -1},
            "node-thin fetches LOBs without their data; use 0, or",
        ),
        ({"driver": "jdbc-thin", "lob_array_read": 4}, {}, "jdbc-thin reads one LOB a call, as only OCI has"),
        ({"driver": "oci", "lob_rows": "two"}, {}, "client.lob_rows"),
        ({"driver": "oci"}, {"lob_prefetch": -2}, "query.lob_prefetch"),
        ({"driver": "oci"}, {"columns": "xmltype"}, "gives no length"),
    ],
)
def test_what_no_driver_does_is_refused(
    client: dict[str, object], query: dict[str, object], says: str
) -> None:
    with pytest.raises(net8.PlanError, match=re.escape(says)):
        net8.run(plan_of(client, {"columns": "clob:10"} | query))


def test_groups_follow_the_rules_of_their_drivers() -> None:
    document = {
        "path": {"kind": "lan"},
        "client": {"driver": "oci", "array_size": 10},
        "query": {"rows": 10, "columns": "clob:100"},
        "group": [{"name": "a"}, {"name": "b", "driver": "sqlplus"}, {"name": "c", "driver": "jdbc-thin"}],
    }
    calls = net8.run(net8.Plan.of(document)).calls
    lobs = [
        (calls[calls["session"] == session]["kind"] == "lob").sum()
        for session in sorted(set(calls["session"]))
    ]
    rows = [calls[(calls["session"] == each) & calls["kind"].isin(["execute", "fetch"])]["rows"].tolist()
            for each in sorted(set(calls["session"]))]  # fmt: skip
    assert rows == [[10, 0], [0] + [1] * 10 + [0], [0, 10, 0]]
    assert lobs == [10, 10, 0]
