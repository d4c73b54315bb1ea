# SPDX-License-Identifier: GPL-2.0-only
"""The error of a run that exceeded its limits; it holds the results so far."""

from __future__ import annotations

from net8.base.errors import RunError
from net8.results.run import Run

__all__ = ["BudgetError"]


class BudgetError(RunError):
    """A simulation was stopped because it exceeded its limit of time or memory."""

    def __init__(self, message: str, run: Run) -> None:
        """Keep the results of the simulation.

        @param message: which limit, and how far the simulation came
        @param run: its calls and sessions up to then
        """
        super().__init__(message)
        self.run = run
