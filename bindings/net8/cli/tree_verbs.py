# SPDX-License-Identifier: GPL-2.0-only
"""The verbs of ./net8 in a clone, which the installed one has not: shown by ./net8 --help, and told where they are."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final

from net8.base.errors import PlanError
from net8.cli.app import app

__all__ = ["TREE_VERBS"]

TREE_VERBS: Final = {
    "test": "Every test; --quick, --coverage, or drivers, packetdrill, kernel, soak, graphs, fuzz alone.",
    "lint": "Formatting, types, licences and documentation of the code; --fix, --tidy.",
    "doc": "Build the site, in build/site.",
    "bench": "Benchmarks, all or one by NAME.",
    "figures": "Draw the figures of the documentation anew, all or by NAME.",
    "wheelhouse": "Build wheels and all that they need for an installation without network.",
}
"""Verbs of the script ./net8 itself, which never reach Python; a test holds them against the script."""


def _refuse(verb: str) -> Callable[[], None]:
    """Make what an installed net8 says to a verb that it has not."""

    def told() -> None:
        raise PlanError(f"{verb} is a verb of the source tree; in a clone, call ./net8 {verb}")

    return told


for _verb, _meaning in TREE_VERBS.items():
    app.command(
        _verb,
        help=_meaning,
        # The script says by this variable what it was called as.
        hidden="NET8_COMMAND" not in os.environ,
        rich_help_panel="Commands of the source tree",
        add_help_option=False,
        context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    )(_refuse(_verb))
