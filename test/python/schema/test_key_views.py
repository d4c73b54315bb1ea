# SPDX-License-Identifier: GPL-2.0-only
"""``net8 keys``, ``net8 explain`` and ``net8 --version``."""

from __future__ import annotations

import net8
import pytest
import typer.testing
from net8.cli.app import app
from net8.cli.plans import read_settings
from net8.schema.table import KEYS


def _told(*arguments: str) -> str:
    """Return what a verb prints."""
    done = typer.testing.CliRunner().invoke(app, list(arguments), env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize(("word", "key"), [
    # What people call it: JDBC, Linux and other simulators.
    ("fetch_size", "client.array_size"), ("rtt", "path.delay"), ("mss", "client.tcp.segment_size"),
    ("mss", "server.tcp.segment_size"), ("backlog", "listener.queue_size"), ("SDU", "client.sdu"),
])  # fmt: skip
def test_keys_are_found_by_what_people_call_them(word: str, key: str) -> None:
    assert any(line.startswith(f"{key} ") for line in _told("keys", word).splitlines())


def test_all_keys_are_listed() -> None:
    told = _told("keys").split()
    assert set(KEYS) <= set(told)


@pytest.mark.parametrize("name", sorted(KEYS))
def test_every_key_is_explained(name: str) -> None:
    """Its sentence and the section it stands in; nobody's Python shows."""
    told = _told("explain", name)
    key = KEYS[name]
    assert " ".join(key.help.split()) in " ".join(told.split())
    assert f"[{key.section}]" in told or (not key.section and "top of the plan" in told)
    assert "object at 0x" not in told
    assert "None" not in told.replace(key.help, "")


def test_a_random_time_says_how_it_is_written() -> None:
    """And what it says is taken by a plan."""
    told = _told("explain", "client.call_time")
    assert '"exponential(2ms)"' in told
    assert net8.Plan.of({"client": {"call_time": "exponential(2ms)"}})["client.call_time"]


def test_unknown_keys_are_one_sentence() -> None:
    with pytest.raises(net8.PlanError, match=r"there is no key sdu \(did you mean client\.sdu\?\)"):
        typer.testing.CliRunner().invoke(app, ["explain", "sdu"], catch_exceptions=False)
    with pytest.raises(net8.PlanError, match="no key matches 'xyzzy'"):
        typer.testing.CliRunner().invoke(app, ["keys", "xyzzy"], catch_exceptions=False)


def test_the_version_names_the_model_and_ns3() -> None:
    told = _told("--version")
    assert told.startswith(f"net8 {net8.__version__}, model {net8.__version__}+")
    assert ", ns-3 3." in told


@pytest.mark.parametrize(("word", "name", "kind"), [
    ("drain", "drain_time", "a metric"), ("drain_time", "drain_time", "a metric"),
    ("elapsed", "response_time", "a metric"),
    ("cwnd", "cwnd", "a quantity over time"), ("run_queue", "run_queue", "a quantity over time"),
])  # fmt: skip
def test_what_is_measured_and_drawn_is_found(word: str, name: str, kind: str) -> None:
    """A word finds metrics and quantities of figures beside keys."""
    lines = [
        line for line in _told("keys", word).splitlines() if line.startswith(f"{name} ") and kind in line
    ]
    assert len(lines) == 1


def test_keys_are_found_by_their_values() -> None:
    """The key of which dns is a value is client.naming, and its values are told."""
    told = " ".join(_told("keys", "indexed").split())
    assert "client.naming" in told
    assert "Its values: " in told


def test_metrics_quantities_and_values_are_explained() -> None:
    """Each with its unit, where it stands, and what it needs."""
    told = " ".join(_told("explain", "drain_time").split())
    assert "unit s" in told
    assert "table.columns" in told
    told = " ".join(_told("explain", "link_drops").split())  # both a metric and a quantity
    assert "a metric: one number" in told
    assert 'run.series = ["links"] and run.sample_interval' in told
    assert "figure.quantities" in told
    told = " ".join(_told("explain", "dns").split())
    assert "A value of 2 keys: client.naming" in told
    assert "a list of texts" in " ".join(_told("explain", "figure.quantities").split())


def test_what_a_metric_needs_is_told_at_once() -> None:
    """Two keys are missing, and one sentence names both."""
    with pytest.raises(
        net8.PlanError, match=r'set run\.series = \["links"\] and run\.sample_interval, such as "1s"'
    ):
        net8.Plan.of({"table": {"columns": ["link_drops"]}})
    figure = {"kind": "series", "quantities": ["link_drops"]}
    with pytest.raises(
        net8.PlanError, match=r'set run\.series = \["links"\] and run\.sample_interval, such as "1s"'
    ):
        net8.Plan.of({"figure": [figure]})


@pytest.mark.parametrize(("written", "digits"), [
    ("5M", "5000000"), ("10k", "10000"), ("1.5K", "1500"), ("1e6", "1000000"), ("10,000", "10000"),
])  # fmt: skip
def test_a_count_that_people_write_is_told_in_digits(written: str, digits: str) -> None:
    """M is a million rows, not 2^20."""
    with pytest.raises(
        net8.PlanError, match=rf"query\.rows = .* is not a whole number; write it in digits, {digits}$"
    ):
        net8.Plan.of({"query": {"rows": written}})


def test_several_values_of_set_are_a_sweep() -> None:
    """Two array sizes in --set: the sentence has the option that takes them."""
    with pytest.raises(net8.PlanError, match="to sweep them write --over client.array_size=10,100"):
        list(read_settings(["client.array_size=10,100"]))
    with pytest.raises(net8.PlanError, match="to sweep them write --over path.delay=5ms, 40ms"):
        list(read_settings(["path.delay=5ms, 40ms"]))
    assert list(read_settings(["query.row_length=uniform(100, 400)"])) == [
        ("query.row_length", "uniform(100, 400)")
    ]


@pytest.mark.parametrize(("framework", "driver"), [
    ("hibernate", "jdbc-thin"), ("Spring", "jdbc-thin"), ("odbc", "oci"), ("cx_Oracle", "oci"),
    ("SQLAlchemy", "python-thin"),
    ("EF Core", "odp-net"), ("sequelize", "node-thin"), ("godror", "oci"), ("Django", "python-thin"), ("php", "oci"),
])  # fmt: skip
def test_a_framework_names_the_driver_under_it(framework: str, driver: str) -> None:
    """What people use sits on a driver, and the refusal names it."""
    with pytest.raises(net8.PlanError, match=rf"\(did you mean {driver}\?\)"):
        net8.Plan.of({"client": {"driver": framework}})
