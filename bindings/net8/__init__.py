# SPDX-License-Identifier: GPL-2.0-only
"""Oracle Net over simulated paths: make or load a plan, run it, sweep it, look at what came out."""

from net8.compare_input import compare
from net8.compare_rows import Comparison
from net8.connect_file import Address, Alias, aliases, resolve_alias
from net8.core import __version__
from net8.errors import BudgetError, BusyError, Net8Error, PlanError, RunError, StoreError, ToolError
from net8.plan import Plan, load
from net8.progress import Progress
from net8.results import Run
from net8.scheduler import Scheduler
from net8.simulation import run
from net8.stats import Interval, interval
from net8.store_merge import Merged, merge
from net8.store_repair import Repaired, repair
from net8.sweep import Sweep
from net8.trials import Difference, compare_paired, compare_welch, replicate, warm_up

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
