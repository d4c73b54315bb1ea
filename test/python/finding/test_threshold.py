# SPDX-License-Identifier: GPL-2.0-only
"""Thresholds of simulated plans that arithmetic tells, their figures, and wrong questions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import net8
import pytest
from command_line import command
from net8.base.units import parse_time
from net8.figure.gnuplot import script
from net8.finding.condition import read_condition
from net8.schema.scale import scale_of

FAR = {"rate": "1Gbps", "delay": "50ms", "lan_rate": "1Gbps"}
FETCH = {"path": FAR, "query": {"rows": 400, "row_length": 10}}


def ask(document: Any, key: str, ends: tuple[object, object], until: str, tmp_path: Path) -> net8.Threshold:
    return net8.threshold(net8.Plan.of(document), {key: ends}, until, jobs=1, out=tmp_path / "runs")


def test_a_fetch_passes_its_limit_where_round_trips_say(tmp_path: Path) -> None:
    """SQL*Plus fetches 400 rows with 28 calls (1 row, then 27 arrays of 15): 2.8 s are 28 round trips of 100 ms."""
    found = ask(FETCH, "path.delay", ("1ms", "200ms"), "response_time < 2.8 s", tmp_path)
    low, high = (parse_time(str(value)) / 1e6 for value in (found.low, found.high))
    assert low < high <= low * 1.01
    # The rows themselves take some time, too.
    assert high == pytest.approx(50, rel=0.005)
    assert found.holds_below
    assert not found.chance
    assert found.runs <= 0.1 * found.grid_runs
    assert found.sentence.startswith(f"response_time < 2.8 s holds up to path.delay = {found.low}")


@pytest.mark.slow
def test_a_storm_drains_in_time_from_a_rate_limit_on(tmp_path: Path) -> None:
    """100 clients at once, R a second: the last are admitted in the second ceil(100 / R), which begins one earlier.

    At 19 that is the sixth, from 5 s on; at 20 the fifth, from 4 s on, and a logon on a LAN takes less than 1 s.
    """
    document = {"path": {"kind": "lan"}, "client": {"count": 100}, "query": {"rows": 1}}
    found = ask(document, "listener.rate_limit", ("1", "100"), "drain_time < 5 s", tmp_path)
    assert (found.low, found.high) == ("19", "20")
    assert found.holds_below is False
    assert "holds from listener.rate_limit = 20 on" in found.sentence


def test_the_better_one_of_two_designs_changes_where_round_trips_outweigh_work(tmp_path: Path) -> None:
    """Arrays of 15 take 28 calls; one of 500 takes 2, here of 1.3 s each: 26 round trips of 100 ms are the 2.6 s."""
    designs: dict[str, list[object]] = {
        "way": [
            {"name": "many calls", "client.array_size": 15},
            {"name": "long calls", "client.array_size": 500, "server.call_time": "1.3s"},
        ]
    }
    ends = {"path.delay": ("1ms", "200ms")}
    found = net8.crossover(net8.Plan.of(FETCH), ends, designs, "response_time", jobs=1, out=tmp_path)
    low, high = (parse_time(str(value)) / 1e6 for value in (found.low, found.high))
    assert low < high
    assert [low, high] == pytest.approx([50, 50], rel=0.01)
    assert found.sentence.startswith("response_time is less with way = many calls up to")
    assert list(found.frame()["side"]) == sorted(found.frame()["side"])


def test_the_interval_is_shaded_in_the_figure(tmp_path: Path) -> None:
    found = ask(FETCH, "path.delay", ("1ms", "200ms"), "response_time < 2.8 s", tmp_path)
    chart = found.chart()
    (panel,) = chart.panels
    assert panel.shaded is not None
    assert panel.shaded[0] == pytest.approx(parse_time(str(found.low)) / 1e6)
    assert [curve.name for curve in panel.curves] == ["response time", "limit"]
    assert [point.y for point in panel.curves[1].points] == [2.8, 2.8]
    assert chart.x.label == "path delay (ms)"
    low, high = panel.shaded
    assert f"set object 1 rectangle from first {low:.10g}, graph 0 to first {high:.10g}, graph 1" in script(
        chart
    )
    assert {file.suffix for file in found.plot(tmp_path)} == {".svg", ".png"}


@pytest.mark.plain
def test_limits_are_read_with_their_units() -> None:
    assert read_condition("connect_time_p95<30 s").limit == 30
    assert read_condition("connect_time_p95 >= 500ms").limit == 0.5
    assert read_condition("throughput > 10 Mbps").limit == 1e7
    assert read_condition("bytes <= 64KiB").limit == 65536
    assert read_condition("link_load < 80%").limit == pytest.approx(0.8)
    assert read_condition("transactions_per_s > 100 1/s").limit == 100
    assert read_condition("failed_sessions <= 0").limit == 0


@pytest.mark.plain
def test_values_of_keys_are_numbers_and_numbers_values() -> None:
    for key, value, number, other in (
        ("path.delay", "2ms", 2e6, "2500us"), ("path.rate", "10Mbps", 1e7, "12500kbps"),
        ("client.sdu", 8192, 8192, 2048), ("listener.rate_limit", "20", 20, "30"),
        ("path.queue_size", "100p", 100, "50p"), ("path.loss_rate", 0.01, 0.01, 0.02),
    ):  # fmt: skip
        scale = scale_of(key, (value, other), "net8 threshold")
        assert scale.number(value) == number
        assert str(scale.value(number)) == str(value)


def test_the_command_says_it_and_draws(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = tmp_path / "p.toml"
    plan.write_text(net8.Plan.of(FETCH).to_toml(), encoding="utf-8")
    words = ["threshold", str(plan), "--over", "path.delay=1ms..200ms", "--until", "response_time < 2.8 s"]
    words += ["--out", str(tmp_path / "runs"), "--jobs", "1"]
    assert command(words, monkeypatch) == 0
    said = capsys.readouterr().out
    assert "response_time < 2.8 s holds up to path.delay = " in said
    assert "threshold-response_time-path.delay.svg" in said
    assert command([*words, "--json"], monkeypatch) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["holds_below"] is True
    assert told["key"] == "path.delay"
    designs = (
        "way=[{name = 'many calls', client.array_size = 15}, "
        "{name = 'long calls', client.array_size = 500, server.call_time = '1.3s'}]"
    )
    at = words.index("--until")
    words[at : at + 2] = ["--between", designs]
    assert command(words, monkeypatch) == 0
    assert "response_time is less with way = many calls up to path.delay = " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        # Nobody retries, so that the delay before it changes nothing.
        (
            "--between client.retry_delay=1s,2s",
            "response_time is the same with client.retry_delay = 1s and client.retry_delay = 2s at the end path",
        ),
        (
            "--between client.array_size=15,500",
            "response_time is less with client.array_size = 500 at both ends, path.delay = 10ms",
        ),
        ("--between client.sdu=2048", "two designs are compared; name one key and two values"),
        (
            "--between path.delay=1ms,2ms",
            "path.delay is the key of the designs as well; look along another one",
        ),
        ("--between client.sdu=2048,8192 --by loss", "loss is not a metric; the metrics are response_time"),
    ],
)
def test_designs_that_never_change_places_are_said_in_a_sentence(
    words: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = tmp_path / "p.toml"
    plan.write_text(net8.Plan.of(FETCH).to_toml(), encoding="utf-8")
    asked = ["threshold", str(plan), "--over", "path.delay=10ms..20ms", *words.split()]
    assert command([*asked, "--out", str(tmp_path / "runs"), "--jobs", "1"], monkeypatch) == 2
    told = capsys.readouterr().err.strip()
    assert said in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize(
    ("over", "until", "said"),
    [
        ("path.delay=1ms..2ms", "response_time < 2.8 s", "holds at both ends, path.delay = 1ms"),
        (
            "path.delay=100ms..200ms",
            "response_time < 2.8 s",
            "does not hold at both ends, path.delay = 100ms",
        ),
        ("path.delay=1ms..200ms", "transaction_time < 2.8 s", "has no transaction_time; choose a metric"),
    ],
)
def test_what_never_flips_is_said_in_a_sentence(
    over: str, until: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    plan = tmp_path / "p.toml"
    plan.write_text(net8.Plan.of(FETCH).to_toml(), encoding="utf-8")
    words = ["threshold", str(plan), "--over", over, "--until", until, "--out", str(tmp_path / "runs")]
    assert command(words, monkeypatch) == 2
    told = capsys.readouterr().err.strip()
    assert said in told
    assert len(told.splitlines()) == 1
