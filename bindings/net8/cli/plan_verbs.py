# SPDX-License-Identifier: GPL-2.0-only
"""The verbs that write, explain and describe plans."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from net8.base.errors import (
    PlanError,
)
from net8.base.sheet import Column, Sheet
from net8.cli.app import app, wide_console
from net8.cli.description import show_description
from net8.cli.key_views import show_key, show_keys
from net8.cli.new_plan import write_first_plan
from net8.cli.plans import (
    KeyArgument,
    PlanArgument,
    SetOption,
    load_plan,
)
from net8.plan.plan import load
from net8.plan.scenario import scenario_folders

__all__ = ["describe", "explain", "list_keys", "list_scenarios", "new_plan"]


@app.command("keys")
def list_keys(
    word: Annotated[
        str, typer.Argument(metavar="WORD", help="Such as loss, or rtt.", show_default="all")
    ] = "",
) -> None:
    """List the keys of plans that match a word: name, default and meaning."""
    show_keys(wide_console(), word)


@app.command()
def explain(key: KeyArgument) -> None:
    """Explain a key of plans: meaning, how to write its value, range, default and the source of the default."""
    show_key(wide_console(), key)


@app.command("new")
def new_plan(
    folder: Annotated[Path, typer.Argument(metavar="NAME", help="Folder to make for it.")],
) -> None:
    """Write a commented first plan into a new folder."""
    path = write_first_plan(folder)
    command = os.environ.get("NET8_COMMAND", "net8")
    wide_console().print(
        f"{path}\nnext:\n  {command} run {folder}", highlight=False, markup=False, soft_wrap=True
    )


@app.command("list")
def list_scenarios() -> None:
    """List the scenarios and their questions."""
    table = Sheet(Column("scenario", "name"), Column("question"))
    for folder in scenario_folders():
        plan = load(folder)
        table.add(folder, plan["question"] or plan["title"])
    if not len(table):
        raise PlanError("there is no scenarios folder here; write net8 run and the path of a plan")
    wide_console().print(table)


@app.command()
def describe(
    plan: PlanArgument,
    settings: SetOption = None,
    everything: Annotated[bool, typer.Option("--all", help="Also show the keys that are not set.")] = False,
) -> None:
    """Show the settings of a plan, its bandwidth-delay product, what limits it, and its estimated cost."""
    show_description(wide_console(), load_plan(plan, settings), everything=everything)
