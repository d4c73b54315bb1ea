# SPDX-License-Identifier: GPL-2.0-only
"""The verbs of the command line: which there are, and what they have in common."""

from __future__ import annotations

import functools
import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from typer.core import TyperGroup
from typer.main import get_command_from_info, get_command_name

from net8.base import terminal
from net8.base.extension import __version__, build, model_version

if TYPE_CHECKING:
    from rich.console import Console
    from typer._click import Command, Context
    from typer.models import CommandInfo

__all__ = [
    "LOADED",
    "VERBS",
    "JobsOption",
    "OutOption",
    "PcapOption",
    "PortOption",
    "RunsOption",
    "TraceOption",
    "app",
    "wide_console",
]

VERBS: Final = {
    verb: module
    for module, verbs in (
        ("plan_verbs", "list new describe keys explain"),
        ("run_verbs", "run sweep"),
        ("report_verb", "report"),
        ("account_verb", "account"),
        ("replay_verb", "replay"),
        ("record_verb", "record"),
        ("serve_verb", "serve"),
        ("control_verb", "control"),
        ("budget_verb", "budget"),
        ("advise_verb", "advise"),
        ("threshold_verb", "threshold"),
        ("fit_verb", "fit"),
        ("rank_verb", "rank"),
        ("agree_verb", "agree"),
        ("capture_verbs", "dissect compare timeline"),
        ("connect_verb", "connect"),
        ("topology_verb", "topology"),
        ("demands_verb", "demands"),
        ("netem_verb", "netem"),
        ("validate_verb", "validate"),
        ("store_verbs", "campaigns merge repair gc"),
        ("archive_verbs", "archive export verify"),
        ("slurm_verb", "slurm"),
        ("tutorials", "tutorials"),
        ("schema_verb", "schema"),
        ("manual", "man"),
        ("doctor", "doctor"),
        ("tree_verbs", "test lint doc bench figures wheelhouse"),
    )
    for verb in verbs.split()
}
"""Module of this package for each verb, in the order of ``--help``."""


class _Verbs(TyperGroup):
    """Loads the module of a verb when it is asked for, because loading all takes longer than most verbs."""

    def list_commands(self, ctx: Context) -> list[str]:
        """Name all verbs."""
        return list(VERBS)

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        """Find a verb; one that does not exist loads all, of which the refusal names the nearest."""
        for name in [cmd_name] if cmd_name in VERBS else VERBS:
            self.commands[name] = _load(name)
        return super().get_command(ctx, cmd_name)


def _load(verb: str) -> Command:
    """Load the module of a verb; what stays registered with Typer is built again at each use of the app."""
    importlib.import_module(f"net8.cli.{VERBS[verb]}")
    for info in app.registered_commands:
        LOADED[info.name or get_command_name(info.callback.__name__ if info.callback else "")] = info
    app.registered_commands.clear()
    return _build(verb)


@functools.cache
def _build(verb: str) -> Command:
    """Build a verb whose module is loaded."""
    return get_command_from_info(
        LOADED[verb],
        pretty_exceptions_short=app.pretty_exceptions_short,
        rich_markup_mode=app.rich_markup_mode,
    )


LOADED: Final[dict[str, CommandInfo]] = {}
"""What the modules that are loaded have registered, by verb."""

app = typer.Typer(cls=_Verbs, no_args_is_help=True, pretty_exceptions_enable=False)

JobsOption = Annotated[
    int | None, typer.Option(help="Simulations at once.", min=1, show_default="one per processor")
]
OutOption = Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for results.")]
PcapOption = Annotated[bool, typer.Option("--pcap", help="Write packet captures.")]
TraceOption = Annotated[
    bool, typer.Option("--trace10046", help="Write traces of event 10046, as the servers would.")
]
PortOption = Annotated[
    list[int] | None,
    typer.Option("--port", help="TCP port of a listener; repeatable. 1521 and 1522 unless given."),
]
RunsOption = Annotated[int | None, typer.Option(help="Replications of each point.", min=1, max=1_000_000)]


def _print_version(wanted: bool) -> None:
    """Print versions and end, if that is wanted."""
    if wanted:
        made = build()
        print(f"net8 {__version__}, model {model_version()}, ns-3 {made.ns3 or 'not compiled'}")
        raise typer.Exit


@app.callback()
def options(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show versions and exit."),
    ] = False,
) -> None:
    """Simulate Oracle Net (Net8, TNS) over Ethernet and WAN paths."""


def wide_console(width: int = 150) -> Console:
    """Return a console; a pipe gets lines wide enough for a table.

    @param width: columns of a pipe
    @return: the console
    """
    return terminal.console(width=width)
