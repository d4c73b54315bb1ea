# SPDX-License-Identifier: GPL-2.0-only
"""Figures in axes of matplotlib: what is called of them, written down by axes that draw nothing; and its own axes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import net8
import pytest
from net8.figure.axes import draw_into
from net8.figure.chart import Axis, Chart, Curve, Kind, Panel, make_points
from net8.figure.looks import line, trace


class _Axes:
    """Write down each method that is called, with its arguments."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "flat":
            raise AttributeError(name)
        return lambda *given, **named: self.calls.append((name, given, named))

    def of(self, name: str) -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
        return [(given, named) for called, given, named in self.calls if called == name]


X = (1.0, 10.0, 100.0)
KINDS: tuple[Kind, ...] = ("lines", "points", "linespoints", "steps", "fsteps", "bars", "strokes")


def _chart(*panels: Panel) -> Chart:
    return Chart(
        "made", "A message", Axis("size", "rows", log=True), panels, legend="differ", note="mind this"
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_curve_is_drawn_with_its_name(kind: Kind) -> None:
    ax = _Axes()
    draw_into(
        _chart(Panel(Axis("time", "s"), (Curve("it", kind, trace(3), make_points(X, (1, 2, 3)), 0.5),))), ax
    )
    drawn = [named for name in ("plot", "bar", "vlines", "errorbar") for _given, named in ax.of(name)]
    assert [named["label"] for named in drawn] == ["it"]
    assert ax.of("set_xlabel") == [(("size (rows)",), {})]
    assert ax.of("set_ylabel") == [(("time (s)",), {})]
    assert ax.of("set_xscale") == [(("log",), {})]
    assert ax.of("legend") == [((), {"title": "differ"})]
    assert ax.of("annotate")[0][0][0] == "mind this"


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_matplotlib_draws_what_it_is_asked_for(kind: Kind) -> None:
    """Without a warning, and at the width of a column the legend names the curve."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(3.4, 2.6))
    ax = figure.subplots()
    draw_into(
        _chart(
            Panel(Axis("time", "s", log=True), (Curve("it", kind, trace(3), make_points(X, (1, 2, 3)), 0.5),))
        ),
        ax,
    )
    figure.draw_without_rendering()
    legend = ax.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == ["it"]
    assert (ax.get_xlabel(), ax.get_xscale(), ax.get_yscale()) == ("size (rows)", "log", "log")


def test_whiskers_are_half_intervals_and_dashes_lengths() -> None:
    ax = _Axes()
    whole = Curve("whole", "linespoints", line(0), make_points(X, (1, 2, 3), (0.1, 0.2, 0.3)))
    dashed = replace(
        whole, name="dashed", look=replace(line(1), dash="(8,3,2,3)"), points=make_points(X, (4, 5, 6))
    )
    draw_into(_chart(Panel(Axis("time", "s"), (whole, dashed))), [ax])
    ((given, named),) = ax.of("errorbar")
    assert (given, named["yerr"], named["linestyle"]) == (
        ([1, 10, 100], [1, 2, 3]),
        [0.1, 0.2, 0.3],
        (0, None),
    )
    ((_given, named),) = ax.of("plot")
    assert named["linestyle"] == (0, (8, 3, 2, 3))


def test_axes_are_as_many_as_panels() -> None:
    panel = Panel(Axis("time", "s"), (Curve("it", "lines", line(0), make_points(X, (1, 2, 3))),))
    first, second = _Axes(), _Axes()
    draw_into(_chart(panel, replace(panel, title="other")), [first, second])
    assert first.of("set_title") == [(("A message",), {})]
    assert second.of("set_title") == [(("other",), {})]
    with pytest.raises(
        net8.PlanError, match=r"made has 2 panels, but there are 1 axes; plt.subplots\(1, 2\) creates"
    ):
        draw_into(_chart(panel, panel), first)


def test_a_sweep_is_drawn_into_axes(tmp_path: Path) -> None:
    plan = net8.Plan.of({"path": {"kind": "lan"}, "query": {"rows": 3}})
    sweep = net8.Sweep(plan, over={"client.sdu": [512, 2048]}, out=tmp_path)
    sweep.run_missing()
    ax = _Axes()
    assert sweep.plot(ax=ax) == []
    assert ax.of("set_ylabel") == [(("response time (s)",), {})]
    assert ax.of("plot")[0][0][0] == [512, 2048]
    with pytest.raises(net8.PlanError, match="the plan has no figure other; there is figure"):
        sweep.plot(ax=ax, figure="other")


def test_a_figure_over_time_is_drawn_into_axes(tmp_path: Path) -> None:
    plan = net8.Plan.of(
        {
            "path": {"kind": "lan"},
            "query": {"rows": 5},
            "run": {"sample_interval": "20ms", "stop_time": "2s"},
            "figure": [
                {"kind": "series", "name": "load", "quantities": ["cpu_load", "asked_per_s"]},
                {"kind": "distribution", "name": "in"},
            ],
        }
    )
    sweep = net8.Sweep(plan, out=tmp_path)
    sweep.run_missing()
    axes = [_Axes(), _Axes()]
    assert sweep.plot(ax=axes, figure="load") == []
    assert [ax.of("set_ylabel")[0][0][0] for ax in axes] == [
        "CPU load (% of all cores)",
        "connects asked (1/s)",
    ]
    ax = _Axes()
    sweep.plot(ax=ax, figure="in")
    assert ax.of("plot")[0][1]["drawstyle"] == "steps-post"
