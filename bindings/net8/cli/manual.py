# SPDX-License-Identifier: GPL-2.0-only
"""The manual page, from the same words as --help."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from typer.core import TyperGroup
from typer.main import get_command

from net8.base.extension import __version__
from net8.cli.app import VERBS, app
from net8.cli.tree_verbs import TREE_VERBS

if TYPE_CHECKING:
    from typer._click import Parameter

__all__ = ["manual", "print_manual"]


@app.command("man")
def print_manual() -> None:
    """Print the manual page: net8 man > net8.1; man ./net8.1 shows it."""
    sys.stdout.write(manual())


def manual() -> str:
    """Write the manual page of net8, with each verb and each option.

    @return: text for man, in the macros of man(7)
    """
    command = cast(TyperGroup, get_command(app))
    context = command.make_context("net8", [], resilient_parsing=True)
    lines = [
        f'.TH NET8 1 "" "ns3-net8 {__version__}" "User Commands"',
        ".SH NAME",
        r"net8 \- packet-level simulation of Oracle Net over Ethernet and WAN paths",
        ".SH SYNOPSIS",
        r".B net8",
        r".I VERB",
        "[OPTIONS] [ARGUMENTS]",
        ".SH VERBS",
    ]
    for name in sorted(set(VERBS) - set(TREE_VERBS)):
        verb = command.get_command(context, name)
        assert verb is not None
        lines += [f'.SS "net8 {name}"', _text(" ".join(str(verb.help or "").split()))]
        for parameter in verb.params:
            lines += _parameter(parameter)
    lines += [
        ".SH EXIT STATUS",
        "0: all is well. 1: a run failed, or what was checked does not hold. 2: what was asked for is wrong.",
        "130: stopped by Ctrl-C.",
        ".SH FILES",
        r"Results go to the folder \fIruns\fR, or to that of \-\-out.",
    ]
    return "\n".join(lines) + "\n"


def _parameter(parameter: Parameter) -> Iterator[str]:
    """Yield the lines of an argument or an option."""
    told = str(getattr(parameter, "help", None) or "")
    if not told and not parameter.opts:
        return
    what = str(parameter.metavar or "")
    if parameter.param_type_name == "option":
        names = ", ".join(parameter.opts)
        flag = bool(getattr(parameter, "is_flag", False))
        value = "" if flag else what or str(parameter.name).upper()
        head = rf"\fB{_text(names)}\fR" + (rf" \fI{_text(value)}\fR" if value else "")
    else:
        head = rf"\fI{_text(what or str(parameter.name).upper())}\fR"
    yield from (".TP", head, _text(" ".join(told.split())) or "See net8 VERB \\-\\-help.")


def _text(text: str) -> str:
    """Write a text so that man takes nothing in it for a command."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{text}" if text.startswith((".", "'")) else text
