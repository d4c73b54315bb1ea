# SPDX-License-Identifier: GPL-2.0-only
"""Plans: reading, changing, writing, and what counts as the same experiment."""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Callable
from pathlib import Path

import net8
import pytest
from hypothesis import given
from hypothesis import strategies as st
from net8.analytic import compare, predict
from net8.campaign.cells import table_cells
from net8.forecast.describe import describe
from net8.plan.locate import line_of
from net8.plan.resolve import resolve
from net8.schema.table import KEYS, LISTS, Key
from net8.schema.values import show
from net8.task.text import read_task, write_task

SWEEP = """
[path]
delay = "40ms"
[sweep]
"client.sdu" = [512, "8KiB"]
path = [{name = "LAN", kind = "lan"}, {name = "WAN", rate = "2Mbps"}]
stall = [{name = "Nagle", "server.tcp.no_delay" = false}, {name = "none", server.tcp.no_delay = true}]
[figure]
x = "client.sdu"
panels = "path"
"""


def values_of(key: Key) -> st.SearchStrategy[object]:
    """Return values that a key takes."""
    low, high = int(key.low), int(min(key.high, key.low + 10**6))
    by_kind: dict[str, st.SearchStrategy[object]] = {
        "text": st.text(max_size=20),
        "connect": st.sampled_from(["sales", "h:1521/s", "scott/tiger@h/s", "jdbc:oracle:thin:a/b@h:1:x"]),
        "int": st.integers(low, high),
        "number": st.floats(max(low, 1), min(high, 1000)),
        "size": st.integers(low, high),
        "rows": st.one_of(st.integers(low, high), st.lists(st.integers(1, 9000), min_size=1, max_size=4)),
        "fraction": st.floats(0, 0.99),
        "bool": st.booleans(),
        "time": st.integers(max(low, 1), high).map(lambda n: f"{n}ns"),
        "random": st.one_of(
            st.integers(0, 10**6).map(lambda n: f"{n}us"),
            st.integers(1, 10**6).map(lambda n: {"distribution": "exponential", "mean": f"{n}us"}),
        ),
        "frequency": st.integers(1, 10**4).map(lambda n: f"{n}/min"),
        "hosts": st.dictionaries(st.sampled_from(["db1", "scan"]), st.sampled_from(["server", ["nowhere"]])),
        "rate": st.integers(1, 10**6).map(lambda n: f"{n}kbps"),
        "queue": st.integers(1, 1000).map(lambda n: f"{n}p"),
        "columns": st.sampled_from(["", "date", "8 * VARCHAR2:9, number:-1.5", "4096*null"]),
        "indices": st.lists(st.integers(0, 99), max_size=4),
        "mix": st.sampled_from(["orders", {"orders": 70, "reports": 30}]),
        "shares": st.one_of(st.floats(0, 1), st.lists(st.floats(0, 1), min_size=1, max_size=4)),
    }
    return st.sampled_from(key.choices) if key.choices else by_kind[key.kind]


@st.composite
def settings(draw: st.DrawFn) -> dict[str, object]:
    """Return some keys with values they take; tables have tests of their own."""
    sections = (*LISTS, "table", "network")
    keys = [key for key in KEYS.values() if key.section not in sections and key.kind != "table"]
    chosen = draw(st.lists(st.sampled_from(keys), unique_by=lambda key: key.path, max_size=8))
    return {key.path: draw(values_of(key)) for key in chosen}


@given(settings())
def test_a_written_plan_reads_back_equal(values: dict[str, object]) -> None:
    plan = net8.Plan.of({}).with_values(values)
    assert net8.Plan.of(tomllib.loads(plan.to_toml())) == plan


def test_a_sweep_is_every_combination_with_the_last_axis_fastest() -> None:
    plan = net8.Plan.of(tomllib.loads(SWEEP))
    points = list(plan.points())
    assert [tuple(point.labels.values()) for point in points[:3]] == [
        (512, "LAN", "Nagle"), (512, "LAN", "none"), (512, "WAN", "Nagle"),
    ]  # fmt: skip
    assert len(points) == 8
    assert points[2].plan["path.rate"] == "2Mbps"
    assert points[2].plan["path.delay"] == "40ms"
    assert points[1].plan["server.tcp.no_delay"] is True
    assert not points[0].plan.axes


def test_a_written_sweep_reads_back_equal() -> None:
    plan = net8.Plan.of(tomllib.loads(SWEEP))
    assert net8.Plan.of(tomllib.loads(plan.to_toml())) == plan


def test_setting_a_swept_key_ends_its_sweep_and_its_figure_axis() -> None:
    plan = net8.Plan.of(tomllib.loads(SWEEP)).with_values({"client.sdu": 4096, "path": "WAN"})
    assert [axis.name for axis in plan.axes] == ["path", "stall"]
    assert {point.labels["path"] for point in plan.points()} == {"WAN"}
    assert all(point.plan["client.sdu"] == 4096 for point in plan.points())
    assert "x" not in plan.figures[0]
    assert plan.figures[0]["panels"] == "path"


def test_two_notations_are_one_experiment() -> None:
    one = net8.Plan.of({"path": {"delay": "40ms", "rate": "10Mbps"}, "client": {"sdu": 8192}})
    two = net8.Plan.of({"path": {"delay": "0.04 s", "rate": "10000 kbit/s"}, "client": {"sdu": "8KiB"}})
    assert resolve(one).digest() == resolve(two).digest()
    assert resolve(one).digest() != resolve(one.with_values({"client.sdu": 8191})).digest()


MANY: dict[str, object] = {
    "path": {"kind": "lan"},
    "run": {"stop_time": "30s", "sample_interval": "1s"},
    "instance": [{"name": "rac1"}, {"name": "rac2"}],
    "end_point": [{"port": 1600}],
    "group": [{"name": "app", "count": 2}],
    "fault": [{"kind": "listener_down", "at": "1s", "until": "3s"}],
}


@pytest.mark.parametrize(
    "other",
    [
        {"run": {"stop_time": "31s", "sample_interval": "1s"}},
        {"run": {"stop_time": "30s", "sample_interval": "2s"}},
        {"instance": [{"name": "rac1"}, {"name": "rac2", "delay": "1ms"}]},
        {"end_point": [{"port": 1601}]},
        {"group": [{"name": "app", "count": 3}]},
        {"fault": [{"kind": "listener_down", "at": "1s", "until": "4s"}]},
        {"fault": []},
    ],
    ids=str,
)
def test_each_part_of_an_experiment_counts(other: dict[str, object]) -> None:
    assert resolve(net8.Plan.of(MANY | other)).digest() != resolve(net8.Plan.of(MANY)).digest()


def test_a_task_reads_back_as_it_was_written() -> None:
    task = resolve(net8.Plan.of(MANY))
    assert len(task.lists["fault"]) == 1
    again = read_task(write_task(task))
    assert {field.name: getattr(again, field.name) for field in dataclasses.fields(task)} == {
        field.name: getattr(task, field.name) for field in dataclasses.fields(task)
    }


def test_scenarios_are_known_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert net8.load("wan-fetch").name == "wan-fetch"
    with pytest.raises(net8.PlanError, match=r"there is no plan wan-fetsh \(did you mean wan-fetch\?\)"):
        net8.load("wan-fetsh")


def test_a_title_changes_no_result() -> None:
    plain, titled = net8.Plan.of({}), net8.Plan.of({"title": "T", "run": {"seed": 1}})
    assert resolve(plain).digest() == resolve(titled).digest()


def test_a_list_of_row_lengths_sets_the_number_of_rows() -> None:
    task = resolve(net8.Plan.of({"query": {"row_length": [1511, 410, 730, 300, 200, 500]}}))
    assert task.row_lengths == [1511, 410, 730, 300, 200, 500]
    assert task.sections["query"]["Rows"] == "6"
    assert "RowLength" not in task.sections["query"]


def test_a_csv_column_gives_row_lengths(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("id,length\n1,20\n2,100\n", encoding="utf-8")
    plan = net8.Plan.of({"query": {"row_length": {"csv": "rows.csv", "column": "length"}}}, folder=tmp_path)
    assert resolve(plan).row_lengths == [20, 100]


def test_ns3_gets_its_own_notation() -> None:
    plan = net8.Plan.of({
        "path": {"delay": "40ms", "loss_list": [17, 3, 17], "mtu": "1500B"},
        "client": {"think_time": {"distribution": "uniform", "min": "1ms", "max": "3ms"}},
        "server": {"call_time": "2ms", "tcp": {"sack": False}},
        "query": {"row_length": {"distribution": "normal", "mean": 100, "deviation": 10}},
    })  # fmt: skip
    sections = resolve(plan).sections
    assert sections["path"]["Delay"] == "40ms"
    assert sections["path"]["LossList"] == "3,17"
    assert sections["path"]["Mtu"] == "1500"
    assert sections["client"]["ThinkTime"] == "ns3::UniformRandomVariable[Min=0.001|Max=0.003]"
    assert sections["server"]["CallTime"] == "ns3::ConstantRandomVariable[Constant=0.002]"
    assert sections["server.tcp"]["Sack"] == "false"
    assert sections["query"]["RowLength"] == "ns3::NormalRandomVariable[Mean=100.0|Variance=100.0]"
    assert "Sdu" not in sections["client"]


def test_lognormal_keeps_the_mean() -> None:
    # Mean m and deviation d of a log-normal variable: sigma^2 = ln(1 + d^2/m^2), mu = ln m - sigma^2/2;
    # m = d = 1 gives sigma^2 = ln 2 = 0.693147, mu = -0.346574.
    plan = net8.Plan.of(
        {"server": {"call_time": {"distribution": "lognormal", "mean": "1s", "deviation": "1s"}}}
    )
    text = resolve(plan).sections["server"]["CallTime"]
    mu, sigma = (float(part.split("=")[1]) for part in text[:-1].split("[")[1].split("|"))
    assert mu == pytest.approx(-0.346574, abs=1e-6)
    assert sigma**2 == pytest.approx(0.693147, abs=1e-6)


@pytest.mark.parametrize(
    ("path", "index", "line"),
    [("title", 0, 1), ("client.sdu", 0, 4), ("client.tcp.sack", 0, 6), ("query.row_length", 0, 8),
     ("query.rows", 0, 12), ("cross_traffic.rate", 1, 16), ("client.missing", 0, 3)],
)  # fmt: skip
def test_lines_are_found(path: str, index: int, line: int) -> None:
    text = """title = "a = b"
# client.sdu = 1
[client]
sdu = 512 # [query]
[client.tcp]
sack = true
[query]
row_length = [
  100,
  200,
]
"rows" = 6
[[cross_traffic]]
rate = "1Mbps"
[[cross_traffic]]
rate = "2Mbps"
"""
    assert line_of(text, path, index) == line


def test_a_plan_is_frozen(lan: net8.Plan) -> None:
    with pytest.raises(TypeError):
        lan.values["client.sdu"] = 1  # type: ignore[index]
    assert "query.rows=31" in repr(lan)


# KEYS OF LISTS

LISTED = """
[[group]]
name = "app"
count = 4
[[group]]
name = "batch"
[[fault]]
at = "5s"
until = "9s"
[[cross_traffic]]
[sweep]
group.app.count = [1, 40]
"fault.1.until" = ["20s", "60s"]
load = [{name = "none"}, {name = "much", cross_traffic.1.rate = "5Mbps", group.batch.think_time = DRAWN}]
""".replace("DRAWN", '{distribution = "exponential", mean = "1s"}')


def test_keys_of_lists_are_swept() -> None:
    plan = net8.Plan.of(tomllib.loads(LISTED))
    points = [(point.labels, point.plan) for point in plan.points()]
    assert len(points) == 8
    assert dict(points[0][0]) == {"group.app.count": 1, "fault.1.until": "20s", "load": "none"}
    last = points[-1][1]
    assert [dict(table) for table in last.groups] == [
        {"name": "app", "count": 40},
        {"name": "batch", "think_time": {"distribution": "exponential", "mean": "1s"}},
    ]
    assert [dict(table) for table in last.faults] == [{"at": "5s", "until": "60s"}]
    assert [dict(table) for table in last.cross_traffic] == [{"rate": "5Mbps"}]
    # What is swept is simulated: each point is an experiment of its own.
    assert len({resolve(each).digest() for _labels, each in points}) == 8
    assert net8.Plan.of(tomllib.loads(plan.to_toml())) == plan


def test_keys_of_lists_are_set_and_asked_for() -> None:
    plan = net8.Plan.of(tomllib.loads(LISTED))
    assert (plan["group.app.count"], plan["group.batch.count"], plan["fault.1.kind"]) == (
        4,
        None,
        "host_down",
    )
    changed = plan.with_values({"group.app.count": 7, "fault.1.at": "1s"})
    assert (changed["group.app.count"], changed["fault.1.at"]) == (7, "1s")
    assert [axis.name for axis in changed.axes] == ["fault.1.until", "load"]
    assert plan.sweep({"group.batch.sdu": [512]}).axes[0].unit == "bytes"
    for values, sentence in (
        (
            {"group.ap.count": 7},
            r"group.ap.count refers to a \[\[group\]\] that the plan does not have \(did you mean app\?\)",
        ),
        (
            {"fault.2.at": "1s"},
            r"fault.2.at refers to a \[\[fault\]\] that the plan does not have; it has 1$",
        ),
        (
            {"instance.rac1.processes": 1},
            r"refers to a \[\[instance\]\] that the plan does not have; it has none$",
        ),
        ({"group.app.name": "x"}, "group.app.name is not a key that can be set"),
        ({"cross_traffic.1.rate": "1Mbps"}, "cross_traffic.1.rate is swept as part of load"),
    ):
        with pytest.raises(net8.PlanError, match=sentence):
            plan.with_values(values)


def test_values_of_lists_have_a_line(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(LISTED, encoding="utf-8")
    plan = net8.load(path)
    assert plan.where("group.app.count") == f"{path}:4"
    assert plan.where("fault.1.until") == f"{path}:9"


def test_a_description_shows_lists() -> None:
    plan = net8.Plan.of(tomllib.loads(LISTED) | {"instance": [{"name": "rac1", "host": "node1", "processes": 20}],
                                                 "end_point": [{"port": 1522}]})  # fmt: skip
    shown = {path: (value, origin) for path, value, origin, _help in describe(plan).settings}
    assert shown["group.app.count"] == ("1, 40", "sweep")
    assert "group.app.sdu" not in shown  # as [client]
    assert shown["instance.rac1.processes"] == ("20", "plan")
    assert shown["instance.rac1.delay"] == ("0s", "default")
    assert shown["end_point.1.port"] == ("1522", "plan")
    assert shown["end_point.1.queue_size"] == ("128 connections", "default")
    assert shown["fault.1.at"] == ("5s", "plan")
    assert shown["fault.1.until"] == ("20s, 60s", "sweep")
    assert shown["cross_traffic.1.packet_size"] == ("1,000 bytes", "default")
    assert shown["cross_traffic.1.rate"] == ("1Mbps, 5Mbps", "sweep")


def test_values_read_back_as_they_were_written() -> None:
    for text in ('a "quote"', "a \\ backslash\\n", "a\nline", "a\ttab", "\x01\x1f\x7f"):
        table = {"name": text, text: [1, True]}
        assert tomllib.loads(f"value = {show(table)}")["value"] == table


@pytest.mark.parametrize("call", [net8.run, net8.Sweep, predict, compare, describe])
def test_what_is_not_a_plan_is_refused_in_a_sentence(call: Callable[[object], object]) -> None:
    with pytest.raises(
        net8.PlanError, match=r'"wan-fetch" is the name of a plan, not a plan; pass net8.load\("wan-'
    ):
        call("wan-fetch")
    with pytest.raises(net8.PlanError, match=r"a dict is not a plan; pass net8.Plan.of\(...\) with it"):
        call({"client": {"sdu": 8192}})
    with pytest.raises(net8.PlanError, match="a NoneType is not a plan"):
        call(None)
    with pytest.raises(
        net8.PlanError, match=r"\[1\] is not a plan; pass a dict such as {'client': {'sdu': 8192}}"
    ):
        net8.Plan.of([1])  # type: ignore[arg-type]


FIGURES = {
    "query": {"rows": 5},
    "path": {"kind": "lan"},
    "sweep": {"client.sdu": [512, 2048, 8192], "client.array_size": [5, 10]},
    "run": {"points": "figures"},
}
OF_ONE_SDU = {"x": "client.array_size", "select": {"client.sdu": 2048}}
OF_ONE_ARRAY = {"x": "client.sdu", "select": {"client.array_size": 5}}


def labelled(plan: net8.Plan) -> list[tuple[object, ...]]:
    """Return SDU and array size of each point."""
    return [tuple(point.labels.values()) for point in plan.points()]


def test_points_are_those_that_figures_show() -> None:
    one = net8.Plan.of(FIGURES | {"figure": [OF_ONE_SDU]})
    assert labelled(one) == [(2048, 5), (2048, 10)]
    both = net8.Plan.of(FIGURES | {"figure": [OF_ONE_SDU, OF_ONE_ARRAY]})
    assert labelled(both) == [(512, 5), (2048, 5), (2048, 10), (8192, 5)]
    assert both.combinations() == 6
    every = both.with_values({"run.points": "all"})
    assert len(labelled(every)) == 6
    # What is run of both is the same, and found again in a store.
    assert {resolve(point.plan).digest() for point in both.points()} < {
        resolve(point.plan).digest() for point in every.points()
    }


@pytest.mark.parametrize(
    "figures", [[], [{"x": "client.sdu"}], [{"x": "client.array_size", "select": {"client.sdu": 7}}]]
)
def test_without_a_figure_of_some_points_all_are_run(figures: list[dict[str, object]]) -> None:
    assert len(labelled(net8.Plan.of(FIGURES | {"figure": figures}))) == 6


def test_a_table_says_how_many_combinations_were_run(tmp_path: Path) -> None:
    sweep = net8.Sweep(net8.Plan.of(FIGURES | {"figure": [OF_ONE_SDU, OF_ONE_ARRAY]}), out=tmp_path)
    sweep.run_missing()
    cells = table_cells(sweep.results)
    assert len(cells.rows) == 4
    assert '4 of 6 combinations, those that figures show (run.points = "figures")' in cells.note
