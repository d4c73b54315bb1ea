# SPDX-License-Identifier: GPL-2.0-only
"""The verb that lets real programs use a simulated network."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from net8.base.terminal import plain
from net8.cli.app import app
from net8.cli.plans import SetOption, complete_plan, load_plan, read_settings
from net8.plan.plan import Plan
from net8.serving.doors import doors_of
from net8.serving.paths import is_path, plan_of
from net8.serving.serve import api_of, serve, time_of

__all__ = ["serve_ports"]


@app.command("serve")
def serve_ports(
    plan: Annotated[
        str,
        typer.Argument(
            metavar="PLAN",
            help="A scenario folder, a plan file, or a path: round trip, rate, loss and queue, such as "
            "80ms,100Mbps,0.5%,1000p.",
            autocompletion=complete_plan,
        ),
    ],
    settings: SetOption = None,
    listen: Annotated[
        list[str] | None,
        typer.Option(
            "--listen",
            metavar="[SITE=]HOST:PORT",
            help="Where programs connect instead, and the site of the clients that they stand for; repeatable.",
            show_default="127.0.0.1:1521",
        ),
    ] = None,
    backend: Annotated[
        list[str] | None,
        typer.Option(
            "--backend",
            metavar="[INSTANCE=]HOST:PORT",
            help="The real server behind the network, and the instance that it stands for: one for all, or one for "
            "each --listen. Without it the listener and the instance of the plan answer, in real Oracle Net.",
            show_default=False,
        ),
    ] = None,
    anywhere: Annotated[
        bool, typer.Option("--anywhere", help="Let other hosts connect, if --listen names such an address.")
    ] = False,
    late: Annotated[
        str | None,
        typer.Option(
            "--late",
            metavar="TIME",
            help="Exit with 3 if more than 1 % of the times at which bytes left, or calls ended, were later than this, "
            "such as 1ms.",
            show_default=False,
        ),
    ] = None,
    spin: Annotated[
        str,
        typer.Option(
            "--spin",
            metavar="TIME",
            help="Sleep up to this long before something is due, such as 200us, and look at the clock from then on: "
            "bytes are less late, and it takes more of a processor.",
        ),
    ] = "0s",
    api: Annotated[
        str | None,
        typer.Option(
            "--api",
            metavar="HOST:PORT",
            help="Listen for clients of toxiproxy, which make ports, and change connections and links while it runs; "
            "toxiproxy's own port is 8474.",
            show_default=False,
        ),
    ] = None,
    watch: Annotated[
        bool,
        typer.Option(
            "--watch", help="Show round-trip time, congestion window, rate and losses of connections."
        ),
    ] = False,
    pcap: Annotated[
        Path | None,
        typer.Option(
            "--pcap",
            metavar="PREFIX",
            help="Capture the simulated wire to PREFIX-client.pcap and PREFIX-server.pcap.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Pass connections of real programs over the network of a plan, in real time, until an interrupt."""
    places = listen or ([] if api and not backend else ["127.0.0.1:1521"])
    doors = doors_of(places, backend or [], anywhere=anywhere) if places or backend else []
    code = serve(
        _plan(plan, settings),
        doors,
        late_ns=None if late is None else time_of("--late", late),
        pcap=pcap,
        watch=watch,
        spin_ns=time_of("--spin", spin),
        api=None if api is None else api_of(api, anywhere=anywhere),
        tell=lambda sentence: print(f"net8: {plain(sentence)}", file=sys.stderr, flush=True),
    )
    raise typer.Exit(code)


def _plan(name: str, settings: list[str] | None) -> Plan:
    """Read a plan, or make one of a path."""
    if Path(name).exists() or not is_path(name):
        return load_plan(name, settings)
    plan = plan_of(name, "PLAN")
    for key, value in read_settings(settings):
        plan = plan.with_values({key: value}, where="--set")
    return plan
