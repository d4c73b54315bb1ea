# SPDX-License-Identifier: GPL-2.0-only
"""Measured round-trip times as the delay of a link: half each way, from the time of their line on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import net8
import pytest
from net8.base.errors import PlanError
from net8.forecast.describe import describe
from net8.plan.resolve import resolve

BASE: Mapping[str, object] = {
    "site": [{"name": "here"}, {"name": "there"}],
    "client": {"site": "here", "queries": 3, "think_time": "10s", "driver": "python-thin"},
    "server": {"site": "there"},
    "query": {"rows": 1, "row_length": 10},
}


def plan(folder: Path, link: Mapping[str, object], **more: object) -> net8.Plan:
    """Return a plan in a folder, with one link."""
    document = {
        **BASE,
        **more,
        "link": [{"name": "wan", "between": ["here", "there"], "rate": "1Gbps", **link}],
    }
    path = folder / "plan.toml"
    path.write_text(net8.Plan.of(document).to_toml(), encoding="utf-8")
    return net8.load(path)


def times(found: net8.Plan) -> list[float]:
    """Return the times of the executes, in seconds."""
    calls = net8.run(found).calls
    return [float(time) for time in calls[calls["kind"] == "execute"]["response_time_s"]]


def test_each_call_takes_the_round_trip_of_its_time(tmp_path: Path) -> None:
    # The first call is within the first seconds, the others 10 and 20 s later. Times count from the first line.
    (tmp_path / "rtt.csv").write_text(
        "time_s,rtt_ms\n100,40\n108,80 # at night\n\n118;20\n", encoding="utf-8"
    )
    first, second, third = times(plan(tmp_path, {"rtt_series": "rtt.csv"}))
    lan = times(plan(tmp_path, {"delay": "0s"}))[0]
    assert first - lan == pytest.approx(0.040, abs=1e-5)
    assert second - lan == pytest.approx(0.080, abs=1e-5)
    assert third - lan == pytest.approx(0.020, abs=1e-5)


def test_it_is_told_and_part_of_what_is_simulated(tmp_path: Path) -> None:
    (tmp_path / "rtt.txt").write_text("0 40\n1 60\n2 50\n", encoding="utf-8")
    found = plan(tmp_path, {"rtt_series": "rtt.txt"})
    told = dict(describe(found).facts)["link wan"]
    assert "3 of them" in told
    assert "a median of 50 ms" in told
    before = resolve(found).digest()
    (tmp_path / "rtt.txt").write_text("0 40\n1 60\n2 51.25\n", encoding="utf-8")
    assert resolve(found).digest() != before


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "has no round-trip times"), ("1 2\nx 3\n", "is not a time in seconds"), ("1 2 3\n", "is not a time in"),
        ("1 2\n1 3\n", "is not after that of the line before"), ("1 -2\n", "is below 0"), ("1 nan\n", "is not a time"),
    ],
)  # fmt: skip
def test_wrong_files_are_told_with_their_line(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "rtt.txt").write_text(text, encoding="utf-8")
    with pytest.raises(PlanError, match=told) as error:
        net8.run(plan(tmp_path, {"rtt_series": "rtt.txt"}))
    assert "rtt.txt" in str(error.value)


def test_a_missing_file_and_a_second_delay_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PlanError, match='no file "none.txt"'):
        net8.run(plan(tmp_path, {"rtt_series": "none.txt"}))
    (tmp_path / "rtt.txt").write_text("0 40\n", encoding="utf-8")
    with pytest.raises(PlanError, match="delay = .* has no effect with rtt_series"):
        net8.run(plan(tmp_path, {"rtt_series": "rtt.txt", "delay": "1ms"}))
