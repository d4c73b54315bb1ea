# SPDX-License-Identifier: GPL-2.0-only
"""Oracle Net over simulated paths: make or load a plan, run it, sweep it, look at what came out."""

from net8.base.errors import BusyError, Net8Error, PlanError, RunError, StoreError, ToolError
from net8.base.extension import __version__
from net8.base.progress import Progress
from net8.comparison.inputs import compare
from net8.comparison.rows import Comparison
from net8.plan.connect_file import Address, Alias, aliases, resolve_alias
from net8.plan.plan import Plan, load
from net8.results.over_budget import BudgetError
from net8.results.run import Run
from net8.simulation.one_run import run
from net8.statistics.intervals import Interval, interval
from net8.statistics.trials import Difference, compare_paired, compare_welch, replicate, warm_up
from net8.store.merge import Merged, merge
from net8.store.repair import Repaired, repair
from net8.sweep.sweep import Sweep
from net8.task.scheduler import Scheduler

__all__ = [
    "Address",
    "Alias",
    "BudgetError",
    "BusyError",
    "Comparison",
    "Difference",
    "Interval",
    "Merged",
    "Net8Error",
    "Plan",
    "PlanError",
    "Progress",
    "Repaired",
    "Run",
    "RunError",
    "Scheduler",
    "StoreError",
    "Sweep",
    "ToolError",
    "__version__",
    "aliases",
    "compare",
    "compare_paired",
    "compare_welch",
    "interval",
    "load",
    "merge",
    "repair",
    "replicate",
    "resolve_alias",
    "run",
    "warm_up",
]
