# SPDX-License-Identifier: GPL-2.0-only
"""Draw the figures of the documentation anew, and write the tables of their scenarios: ./net8 figures [NAME ...].

Each of them comes from a scenario or from the validation report; what the store in runs holds is not simulated again.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import net8
import tables  # type: ignore[import-not-found]
from net8.cli.topology_views import first_network
from net8.figure.drawing import draw
from net8.figure.plot import draw_figures
from net8.figure.topology import draw_topology
from net8.sweep.sweep import Sweep
from net8.validate.catalogue import chosen
from net8.validate.charts import build_charts
from net8.validate.table import find_runs

TOP: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = TOP / "doc" / "figures"

SCENARIOS: Final = {
    "abilene": ("abilene", "abilene"),
    "address-family": ("address-family", "address-family"),
    "bulk-insert": ("bulk-insert", "bulk-insert"),
    "compression": ("compression", "compression"),
    "connection-manager": ("connection-manager", "connection-manager"),
    "direct-path": ("direct-path", "direct-path"),
    "dos": ("dos", "dos"),
    "event-models": ("event-models", "event-models"),
    "failover": ("failover", "failover"),
    "fan": ("fan", "fan"),
    "home-office": ("home-office", "home-office"),
    "idle-firewall": ("idle-firewall", "idle-firewall"),
    "intel-sdu": ("intel-sdu", "intel-sdu"),
    "logon-storm": ("logon-storm", "logon-storm"),
    "logon-storm-connect-times": ("logon-storm", "connect-times"),
    "n-plus-one": ("n-plus-one", "n-plus-one"),
    "packet-size": ("packet-size", "packet-size"),
    "page-of-queries": ("page-of-queries", "page-of-queries"),
    "pool-storm": ("pool-storm", "pool-storm"),
    "rac-failover": ("rac-failover", "rac-failover"),
    "rac-failover-connect-times": ("rac-failover", "connect-times"),
    "radio-fetch": ("radio-fetch", "radio-fetch"),
    "redo": ("redo", "redo"),
    "satellite": ("satellite", "satellite"),
    "stale-registration": ("stale-registration", "stale-registration"),
    "storm-architectures": ("storm-architectures", "storm-architectures"),
    "sun-sdu-protocols": ("sun-sdu", "protocols"),
    "sun-sdu-stats2": ("sun-sdu", "stats2"),
    "three-offices": ("three-offices", "three-offices"),
    "tls-bulk": ("tls", "tls-bulk"),
    "tls-logon": ("tls", "tls-logon"),
    "wan-fetch": ("wan-fetch", "wan-fetch"),
}
"""Name of a figure to its scenario and its name there."""

NETWORKS: Final = {"abilene-topology": "abilene", "three-offices-topology": "three-offices"}
"""Name of a figure to the scenario whose network it shows."""

REPORTED: Final = {"validation-loss": ("A3", "a3-loss"), "validation-waits": ("E21", "e21-waits")}
"""Name of a figure to its row of the validation report and its name there."""


def draw_anew(name: str, out: Path, folder: Path) -> Path:
    """Draw one figure from runs.

    @param name: its name in the documentation
    @param out: folder with the store
    @param folder: where to draw
    @return: the SVG
    """
    if name in REPORTED:
        row, chart_name = REPORTED[name]
        found = find_runs(chosen(row), out=out, charts=True)
        charts = [each.chart for each in build_charts(found, {row}, quick=False)]
        (chart,) = (chart for chart in charts if chart.name == chart_name)
        return draw(chart, folder)[0]
    if name in NETWORKS:
        plan = net8.load(TOP / "scenarios" / NETWORKS[name])
        return draw_topology(first_network(plan), folder)[0]
    scenario, figure = SCENARIOS[name]
    sweep = Sweep(net8.load(TOP / "scenarios" / scenario), out=out)
    if failed := sweep.run_missing(progress=True).failed:
        raise SystemExit(
            f"{failed} runs of scenarios/{scenario} failed, so doc/figures/{name}.svg stays as it is"
        )
    (svg,) = (path for path in draw_figures(sweep.results, folder) if path.name == f"{figure}.svg")
    return svg


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw what is asked for, or everything.

    @param arguments: of the command line
    """
    parser = argparse.ArgumentParser(
        prog="./net8 figures", description="Draw figures of the documentation anew."
    )
    drawn = [*SCENARIOS, *NETWORKS, *REPORTED]
    told = {table.scenario for table in tables.all_tables().values()}
    bare = sorted(told - {scenario for scenario, _figure in SCENARIOS.values()})  # tables without a figure
    known = [*drawn, *bare]
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"One of {', '.join(known)}; all without.")
    parser.add_argument("--out", type=Path, default=Path("runs"), help="Folder with the store.")
    options = parser.parse_args(arguments)
    for name in options.names:
        if name not in known:
            parser.error(f'there is no figure "{name}"; there are {", ".join(known)}')
    for name in options.names or drawn:
        if name in bare:
            continue
        with tempfile.TemporaryDirectory() as folder:
            svg = draw_anew(name, options.out, Path(folder))
            (FOLDER / f"{name}.svg").write_bytes(svg.read_bytes())
        print(f"doc/figures/{name}.svg")
    asked = options.names or known
    scenarios = {SCENARIOS[name][0] for name in asked if name in SCENARIOS} | {
        name for name in asked if name in bare
    }
    for table in tables.all_tables().values():
        if table.scenario in scenarios:
            print(tables.written(table, options.out).relative_to(TOP))


if __name__ == "__main__":
    main()
