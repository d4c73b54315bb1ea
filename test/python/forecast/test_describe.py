# SPDX-License-Identifier: GPL-2.0-only
"""What net8 describe says of a plan is what net8 run then does."""

from __future__ import annotations

from pathlib import Path

import net8
import pytest
from net8.forecast.chosen import chosen
from net8.forecast.describe import describe
from net8.sweep.sweep import Sweep

WAN = {"kind": "wan", "rate": "10Mbps", "delay": "30ms"}
# Client - switch - router - WAN - router - server: 2 x (30 ms + 3 x 5 us).
WAN_ROUND_TRIP_S = 0.06003


def warnings_of(plan: net8.Plan) -> list[str]:
    """Return what describe warns of, but for sizes that are guessed, which test_oci_sizes.py looks at."""
    return [warning for warning in describe(plan).warnings if "guessed" not in warning]


def fact(plan: net8.Plan, name: str) -> str:
    return dict(describe(plan).facts)[name]


def shown(plan: net8.Plan) -> dict[str, tuple[str, str]]:
    return {path: (value, origin) for path, value, origin, _help in describe(plan).settings}


def group(**values: object) -> net8.Plan:
    return net8.Plan.of({"path": WAN, "query": {"rows": 500}, "group": [{"name": "app", **values}]})


@pytest.mark.parametrize(
    "values",
    [
        {"driver": "python-thin", "array_size": 100, "prefetch_rows": 100},
        {"driver": "jdbc-thin"},
        {"driver": "node-thin", "release": "21c"},
        {"driver": "oci", "platform": "windows"},
        {"array_size": 7},
    ],
    ids=str,
)  # fmt: skip
def test_the_calls_of_a_group_are_those_of_the_run(values: dict[str, object]) -> None:
    plan = group(**values)
    calls = net8.run(plan).calls
    query = calls[calls["kind"].isin(["execute", "fetch"])]
    with_rows = int((query["rows"] > 0).sum())
    assert fact(plan, "calls of a query") == f"{len(query)}, of which {with_rows} bring rows"
    assert fact(plan, "round trips alone") == f"{len(query) * WAN_ROUND_TRIP_S:,.6g} s per query"
    # Nothing but round trips, and the time to send 50,000 bytes of rows: 40 ms, and as much again in slow start.
    response = query["end_s"].max() - query["start_s"].min()
    assert len(query) * WAN_ROUND_TRIP_S < response < (len(query) + 2) * WAN_ROUND_TRIP_S


@pytest.mark.parametrize(("kind", "round_trip_ms"), [("lan", 40), ("segment", 20), ("wan", 120)])
def test_the_round_trip_is_that_of_the_run(kind: str, round_trip_ms: int) -> None:
    """A call of a few bytes takes no more than propagation where links are fast: net8-path.h lists them."""
    plan = net8.Plan.of({
        "path": {"kind": kind, "lan_rate": "10Gbps", "lan_delay": "10ms", "rate": "10Gbps", "delay": "30ms"},
        "client": {"array_size": 1},
        "query": {"rows": 20, "row_length": 10},
    })  # fmt: skip
    assert fact(plan, "round-trip time") == f"{round_trip_ms} ms (propagation)"
    calls = net8.run(plan).calls
    fetches = calls[calls["kind"] == "fetch"]
    assert (fetches["end_s"] - fetches["start_s"]).median() == pytest.approx(round_trip_ms / 1e3, rel=0.001)


@pytest.mark.parametrize(("client", "server", "packets"), [("min", "ignore", 2), ("ignore", "min", 20)])
def test_replies_are_cut_by_the_rule_of_the_server(client: str, server: str, packets: int) -> None:
    # 100 rows of 100 bytes; 8192 - 10 bytes fit a packet of the SDU, 512 - 10 one of the TDU.
    plan = net8.Plan.of({
        "client": {"array_size": 100, "tdu": 512, "tdu_rule": client},
        "server": {"tdu_rule": server},
        "query": {"rows": 1000, "row_length": 100},
    })  # fmt: skip
    assert fact(plan, "rows of a full fetch") == f"10,000 bytes; TNS packets: {packets}"


def test_groups_that_differ_have_a_line_each() -> None:
    plan = net8.Plan.of({
        "path": WAN,
        "query": {"rows": 30},
        "group": [{"name": "app", "array_size": 10, "prefetch_rows": 9}, {"name": "batch", "array_size": 29},
                  {"name": "idle", "queries": 0}],
    })  # fmt: skip
    # SQL*Plus knows the end with the last row: 9, 10, 10 and 1 row, and one row before 29.
    assert fact(plan, "calls of a query (app)") == "4, of which 4 bring rows"
    assert fact(plan, "calls of a query (batch)") == "2, of which 2 bring rows"
    assert fact(plan, "calls of a query (idle)") == "none: client.queries = 0"
    assert fact(plan, "round-trip time") == "60.03 ms (propagation)"


def test_a_swept_path_has_the_numbers_of_its_points() -> None:
    plan = net8.Plan.of({
        "query": {"rows": 30},
        "sweep": {
            "path": [{"name": "LAN", "kind": "lan"}, {"name": "WAN", **WAN}],
            "client.array_size": [1, 29],
        },
    })  # fmt: skip
    facts = dict(describe(plan).facts)
    assert facts["bottleneck rate"] == "10 to 100 Mbit/s"
    assert facts["round-trip time"] == "0.02 to 60.03 ms (propagation)"
    assert facts["calls of a query"] == "2 to 16, of which 2 to 16 bring rows"
    # 2 calls x 20 us; with an array of 1 SQL*Plus brings 1 row and then 2 a call: 16 calls x 60.03 ms.
    assert facts["round trips alone"] == "4e-05 to 0.96048 s per query"
    assert shown(plan)["path.kind"] == ("lan, wan", "sweep")
    assert shown(plan)["client.array_size"] == ("1 rows, 29 rows", "sweep")


def test_a_farther_instance_has_its_own_round_trip_and_release() -> None:
    plan = net8.Plan.of({
        "path": WAN,
        "instance": [{"name": "rac1"}, {"name": "rac2", "delay": "10ms", "release": "10.2"}],
        "server": {"remote_listener": "all"},
    })  # fmt: skip
    assert fact(plan, "round-trip time") == "60.03 to 80.03 ms (propagation)"
    assert (
        fact(plan, "negotiated")
        == "SDU 2,048 to 8,192 bytes, TDU 32,767 to 2,097,152 bytes, TNS version 313 to 315"
    )


def test_the_window_limits_at_one_point() -> None:
    # 100 Mbit/s x 100.03 ms / 8 = 1,250,375 bytes; over the LAN 250 bytes. Linux doubles what is set, and a segment of
    # 1448 bytes counts 2176: headers of 52, 14 and 64 bytes, rounded up to 64, and 576. 2 x 65,535 x 1448 / 2176.
    far = {"name": "far", "kind": "wan", "rate": "100Mbps", "delay": "50ms"}
    plan = net8.Plan.of({
        "client": {"tcp": {"receive_buffer": 65535}},
        "sweep": {"path": [{"name": "near", "kind": "lan"}, far]},
    })  # fmt: skip
    (warning,) = warnings_of(plan)
    assert warning.startswith(
        "the window limits in some cases, most at path = far: 87,219 bytes are below the "
        "bandwidth-delay product of 1,250,375 bytes"
    )


@pytest.mark.parametrize("end", ["client", "server"])
def test_a_window_without_scaling_has_sixteen_bits(end: str) -> None:
    plan = net8.Plan.of({
        "path": WAN, "client": {"tcp": {"receive_buffer": "1MiB"}}, "server": {"tcp": {"send_buffer": "1MiB"}},
    })  # fmt: skip
    # 2 x 1,048,576 x 1448 / 2176, see above.
    assert fact(plan, "window").startswith("1,395,531 bytes ")
    # RFC 7323, 1.1: 16 bits say at most 2^16 - 1 bytes, be it one end alone that does not scale.
    unscaled = plan.with_values({f"{end}.tcp.window_scaling": False})
    assert fact(unscaled, "window").startswith("65,535 bytes ")


def test_a_key_that_every_group_overrides_is_told(tmp_path: Path) -> None:
    plan = group(array_size=100).with_values({"client.array_size": 500, "client.queries": 2})
    sentence = "client.array_size changes nothing, because every group sets its own; set group.app.array_size"
    assert warnings_of(plan) == [sentence]
    assert Sweep(plan, out=tmp_path).remarks == (sentence,)
    assert Sweep(plan.sweep({"client.array_size": [1, 2]}), out=tmp_path).remarks == (sentence,)
    assert Sweep(plan.sweep({"client.queries": [1, 2]}), out=tmp_path).remarks == (sentence,)


def test_work_that_costs_nothing_is_told() -> None:
    client, server = "client times of 0", "server times of 0"
    assert fact(group(), client).startswith(
        "client.call_time, client.row_time, client.packet_time, client.byte_time = 0s: there is no default for drivers"
    )
    assert fact(group(), server).startswith("server.call_time, server.call_cpu_time, server.row_time, ")
    # A time of one group, or at one point of a sweep, is not nothing everywhere.
    rows = group(row_time="2us").sweep({"client.call_time": ["0s", "1ms"]})
    assert fact(rows, client).startswith("client.packet_time, client.byte_time = 0s: ")
    drawn = {"distribution": "exponential", "mean": "1ms"}
    busy = {"call_time": drawn, "row_time": "1us", "packet_time": "1us", "byte_time": "1ns"}
    assert client not in dict(describe(group(**busy)).facts)


def test_what_a_driver_decides_is_shown() -> None:
    jdbc = shown(net8.Plan.of({"client": {"driver": "jdbc-thin"}}))
    # As the runs of JDBC 23.26 have it, not its array size alone.
    assert jdbc["client.array_size"] == ("10, 10, 10, then 250 rows", "jdbc-thin")
    assert jdbc["client.prefetch_rows"] == ("10 rows", "jdbc-thin")
    assert jdbc["client.fetch_habit"] == ("growing", "jdbc-thin")
    assert jdbc["client.look_ahead"] == ("false", "jdbc-thin")
    python = shown(net8.Plan.of({"client": {"driver": "python-thin", "sdu": 4096}}))
    assert python["client.tdu"] == ("4,096 bytes", "python-thin")
    assert python["client.transport_connect_timeout"] == ("20s", "python-thin")
    # Runs of thin drivers: a packet of 92 bytes for a statement of 21 characters, 10 of them TNS header and data flags.
    assert python["query.request_length"] == ("82 bytes", "python-thin")
    oci = shown(net8.Plan.of({"client": {"driver": "oci", "array_size": 40}}))
    assert oci["client.prefetch_rows"] == ("40 rows", "oci")
    assert not [
        path for path, (_value, origin) in (jdbc | python | oci).items() if origin == "the driver's own"
    ]


def brief(plan: net8.Plan) -> dict[str, tuple[str, str]]:
    return {path: (value, origin) for path, value, origin, _help in chosen(plan, describe(plan).settings)}


def test_in_short_only_what_somebody_chose_is_shown() -> None:
    plan = net8.Plan.of({"path": WAN, "client": {"sdu": 4096, "tcp": {"send_buffer": 65536}}})
    rows = brief(plan)
    assert rows["client.sdu"] == ("4,096 bytes", "plan")
    assert rows["client.array_size"] == ("15 rows", "sqlplus")
    assert rows["client.tcp.send_buffer"] == ("65,536 bytes", "plan")
    # Defaults, keys without a value, and what the profile "linux" sets, which nobody chose.
    everything = shown(plan)
    assert everything["client.tcp.sack"] == ("true", "linux")
    for path in ("path.mtu", "client.site", "client.tcp.sack", "server.tcp.initial_window"):
        assert path in everything
        assert path not in rows


def test_in_short_a_profile_that_was_chosen_shows_what_it_sets() -> None:
    rows = brief(net8.Plan.of({"path": WAN, "server": {"tcp": {"profile": "windows-nt4"}}}))
    assert rows["server.tcp.sack"] == ("false", "windows-nt4")
    assert "client.tcp.sack" not in rows


def test_in_short_a_table_of_a_list_is_one_row() -> None:
    plan = net8.Plan.of(
        {
            "site": [{"name": "a"}, {"name": "b.c", "rate": "1Gbps"}],
            "link": [{"name": "line", "between": ["a", "b.c"], "rate": "2Mbps", "delay": "5ms"}],
            "client": {"site": "a"},
            "server": {"site": "b.c"},
        }
    )
    rows = brief(plan)
    assert rows["link.line"] == ('between = ["a", "b.c"], rate = 2Mbps, delay = 5ms', "plan")
    assert rows["site.a"] == ("", "plan")
    assert rows["site.b.c"] == ("rate = 1Gbps", "plan")
    assert not [path for path in rows if path.startswith(("link.line.", "site.b.c."))]


def test_a_group_shows_what_its_own_driver_decides() -> None:
    settings = shown(group(driver="node-thin"))
    assert settings["group.app.array_size"] == ("100 rows", "node-thin")
    assert settings["client.array_size"] == ("-", "every group's own")
    assert settings["query.end_overhead"][1] == "node-thin"


def test_a_kept_plan_of_groups_is_the_same_experiment(tmp_path: Path) -> None:
    document = {
        "path": {"kind": "lan"},
        "query": {"rows": 500},
        "server": {"release": "23ai"},
        "group": [
            {"name": "new", "driver": "python-thin"},
            {"name": "old", "driver": "oci", "release": "9.2"},
        ],
    }
    first = net8.run(net8.Plan.of(document), folder=tmp_path)
    assert net8.run(net8.load(tmp_path / "plan.toml")).digest == first.digest


def test_many_clients_with_rows_that_nobody_asked_for() -> None:
    (warning,) = warnings_of(net8.Plan.of({"client": {"count": 500, "queries": 2}}))
    assert warning == (
        "query.rows is not set, so each of 1,000 queries fetches 10,000 rows; set query.rows, or client.queries = 0 "
        "for sessions that only log on"
    )
    for values in ({"client.queries": 0}, {"query.rows": 10000}, {"query.row_length": [1, 2]}):
        assert not warnings_of(net8.Plan.of({"client": {"count": 500}}).with_values(values))


TWO_HOSTS = [{"name": "i1", "host": "node1"}, {"name": "i2", "host": "node2"}]
ADDRESSES = "".join(f"(ADDRESS=(PROTOCOL=tcp)(HOST={host})(PORT=1521))" for host in ("node1", "node2"))
BOTH = f"(DESCRIPTION=(ADDRESS_LIST=(LOAD_BALANCE=on){ADDRESSES})(CONNECT_DATA=(SERVICE_NAME=orcl)))"
GO_TO_FIRST = (
    "client.descriptor is empty, so all clients go to the host node1 and none to node2; write the hosts in "
    'client.descriptor, or set server.remote_listener = "all"'
)


@pytest.mark.parametrize(
    ("change", "instances", "warning"),
    [
        ({}, ["i1"], GO_TO_FIRST),
        ({"server": {"remote_listener": "all"}}, ["i1", "i2"], ""),
        ({"client": {"count": 20, "start_spacing": "1s", "descriptor": BOTH}}, ["i1", "i2"], ""),
        ({"group": [{"name": "app"}, {"name": "both", "descriptor": BOTH, "queries": 0}]}, ["i1", "i2"],
         GO_TO_FIRST.replace("all clients", "the clients of app")),
        ({"instance": [{"name": "i1", "host": "node1"}, {"name": "i2", "host": "node1"}]}, ["i1", "i2"], ""),
    ],
    ids=["nothing", "remote_listener", "descriptor", "group", "one host"],
)  # fmt: skip
def test_hosts_that_no_client_goes_to_are_told(
    change: dict[str, object], instances: list[str], warning: str, tmp_path: Path
) -> None:
    document: dict[str, object] = {
        "path": {"kind": "lan", "host_names": {"node1": "node1", "node2": "node2"}},
        "client": {"count": 20, "start_spacing": "1s"},
        "query": {"rows": 1},
        "instance": TWO_HOSTS,
    }
    if "group" in change:
        document["client"] = {"count": 10, "start_spacing": "1s"}
    if "instance" in change:
        document["path"] = {"kind": "lan"}
    plan = net8.Plan.of(document | change)
    assert sorted(set(net8.run(plan).sessions["instance"])) == instances
    assert [text for text in describe(plan).warnings if "descriptor" in text] == [warning] * bool(warning)
    assert Sweep(plan, out=tmp_path).remarks == (warning,) * bool(warning)


def test_array_sizes_that_grow_and_releases_that_decide_are_told() -> None:
    query = {"rows": 1000}
    # Runs of JDBC 23.26 with 1,000 rows: 10, 10, 10, then 250: 7 calls; older ones ask for 10 throughout: 101, by hand
    # 1,000 / 10 and one for the end.
    grown, release = warnings_of(net8.Plan.of({"client": {"driver": "jdbc-thin"}, "query": query}))
    assert "grow to 250 rows: 7 calls of a query; client.array_size = 10 keeps 10 rows: 101" in grown
    assert release.startswith(
        "client.release is not set, so jdbc-thin is 23ai, with 7 calls of a query; it would be 101"
    )
    assert "12.2" in release
    assert "19c" in release
    assert "23.3" not in release
    fixed = net8.Plan.of({"client": {"driver": "jdbc-thin", "array_size": 10}, "query": query})
    assert shown(fixed)["client.array_size"] == ("10 rows", "plan")
    assert not warnings_of(fixed)
    set_release = net8.Plan.of({"client": {"driver": "jdbc-thin", "release": "19c"}, "query": query})
    assert not warnings_of(set_release)
    # SQL*Plus of 7.3 prefetches nothing beside its arrays, which only tiny arrays show.
    assert not warnings_of(net8.Plan.of({"client": {"driver": "sqlplus"}, "query": query}))
    (tiny,) = [text for text in warnings_of(net8.Plan.of({"client": {"array_size": 1}, "query": query}))
               if "release" in text and "not set" in text]  # fmt: skip
    assert "7.3" in tiny


def test_a_release_decides_what_lobs_cost() -> None:
    query = {"rows": 100, "columns": "clob:5000"}
    (text,) = warnings_of_release({"driver": "jdbc-thin", "array_size": 100}, query)
    # 32,768 characters bring each LOB with its row: 3 calls. With 4,000 one call for the rest of each, with none two.
    assert "with 3 calls of a query" in text
    assert "103 with" in text
    assert "203 with" in text


def warnings_of_release(client: dict[str, object], query: dict[str, object]) -> list[str]:
    found = warnings_of(net8.Plan.of({"client": client, "query": query}))
    return [text for text in found if text.startswith("client.release is not set")]
