# SPDX-License-Identifier: GPL-2.0-only
"""Run one simulation from a message and return the result as a message."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from net8.base import files, provenance
from net8.base.errors import Net8Error, PlanError
from net8.base.progress import Report
from net8.results.over_budget import BudgetError
from net8.simulation.branches import Branches
from net8.simulation.one_run import simulate
from net8.task.text import read_task

__all__ = ["disk_failure", "outcome"]


def outcome(
    message: dict[str, Any], look: Callable[[Report], bool] | None, branches: Branches | None = None
) -> dict[str, Any]:
    """Run the simulation of a message.

    @param message: the simulation to run
    @param look: called with the progress now and then
    @param branches: runs that are one at first, of which the message is the first's
    @return: the result, or {"error": ...}
    """
    made = {**provenance.of_machine(), "start": provenance.now()}
    return _outcome(message, look, branches) | {"made": made | {"end": provenance.now()}}


def _outcome(
    message: dict[str, Any], look: Callable[[Report], bool] | None, branches: Branches | None
) -> dict[str, Any]:
    """Run it, without provenance in the result."""
    try:
        run = simulate(
            read_task(message["task"]), seed=message["seed"], run=message["run"], folder=Path(message["folder"]),
            pcap=message["pcap"], trace10046=message["trace10046"], look=look, alone=True,
            branches=branches,
        )  # fmt: skip
    except BudgetError as error:
        return {"error": str(error), "events": error.run.events, "wall_s": error.run.wall_s}
    except PlanError as error:
        return {"error": str(error), "refused": True}
    except Net8Error as error:
        return {"error": str(error)}
    except OSError as error:
        return disk_failure(error, str(branches.own[1]) if branches else message["folder"])
    except Exception as error:
        traceback.print_exc()
        return {"error": f"{type(error).__name__}: {error}"}
    values = {"digest": run.digest, "events": run.events, "wall_s": run.wall_s, "passed": run.passed}
    return values | {"metrics": run.metrics, "failures": run.failures}


def disk_failure(error: OSError, folder: str) -> dict[str, Any]:
    """Return the result of a run whose files cannot be written.

    @param error: why
    @param folder: the folder of the run
    @return: {"error": ..., "disk": True}
    """
    place = os.fsdecode(error.filename) if error.filename else folder
    return {"error": f"{place} cannot be written: {files.cause(error, Path(folder))}", "disk": True}
