# SPDX-License-Identifier: GPL-2.0-only
"""The verb that changes a network while it serves."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from net8.base.errors import PlanError
from net8.base.sheet import Column, Sheet
from net8.base.terminal import console, plain
from net8.cli.app import app
from net8.recorder.ports import place_of
from net8.serving.control import ACTIONS, Remote, act

__all__ = ["control"]


@app.command()
def control(
    api: Annotated[str, typer.Argument(metavar="HOST:PORT", help="Where net8 serve --api listens.")],
    action: Annotated[
        str,
        typer.Argument(
            metavar="ACTION",
            help="connections: list what is open; freeze, thaw or kill connections; add or remove a toxic; report: "
            "what was served, and how late.",
        ),
    ] = "connections",
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="WORDS",
            help="Numbers of connections, or names of proxies for all of theirs; to add: proxy, type and attributes; "
            "to remove: proxy and toxic.",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print connections as JSON.")] = False,
) -> None:
    """List, freeze or kill connections of net8 serve while it runs, and add or remove toxics."""
    if action not in ACTIONS:
        raise PlanError(f'"{action}" is no action; use one of {", ".join(ACTIONS)}')
    remote = Remote(place_of("HOST:PORT", api.removeprefix("http://").rstrip("/")))
    if action not in ("connections", "report"):
        print(plain(act(remote, action, words or [])))
        return
    if words:
        raise PlanError(f"{action} takes no more words")
    if action == "report":
        print(json.dumps(remote.ask("GET", "/net8")))
    elif as_json:
        print(json.dumps(remote.connections()))
    else:
        table = Sheet(
            Column("number", "number"), Column("proxy"), Column("program"), Column("frozen"),
            Column("sent (bytes)", "number"), Column("received (bytes)", "number"), title="open connections",
        )  # fmt: skip
        for each in remote.connections():
            table.add(
                str(each["number"]), each["proxy"], each["program"], "yes" if each["frozen"] else "",
                f"{each['sent_bytes']:,}", f"{each['received_bytes']:,}",
            )  # fmt: skip
        console().print(table)
