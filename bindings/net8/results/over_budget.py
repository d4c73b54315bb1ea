# SPDX-License-Identifier: GPL-2.0-only
"""The error of a run that took more than its plan grants; it holds what the run had done."""

from __future__ import annotations

from net8.base.errors import RunError
from net8.results.run import Run

__all__ = ["BudgetError"]


class BudgetError(RunError):
    """A simulation was stopped because it took more time or memory than its plan grants."""

    def __init__(self, message: str, run: Run) -> None:
        """Keep what the simulation had done.

        @param message: which budget, and how far it came
        @param run: its calls and sessions up to then
        """
        super().__init__(message)
        self.run = run
