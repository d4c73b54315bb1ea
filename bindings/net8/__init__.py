# SPDX-License-Identifier: GPL-2.0-only
"""Oracle Net over simulated paths: make or load a plan, run it, sweep it, look at what came out."""

from typing import TYPE_CHECKING, Final

from net8.base.extension import __version__
from net8.base.late import load_late

if TYPE_CHECKING:
    from net8.accounting.account import Account, account
    from net8.advice.advise import Advice, advise
    from net8.base.errors import BusyError, Net8Error, PlanError, RunError, StoreError, ToolError
    from net8.base.progress import Progress
    from net8.campaign.work import WorkIntervals, work_intervals
    from net8.comparison.inputs import compare
    from net8.comparison.rows import Comparison
    from net8.finding.agreement import Agreement, agreement
    from net8.finding.fit import Fit, fit
    from net8.finding.rank import Ranking, rank
    from net8.finding.threshold import Threshold, crossover, threshold
    from net8.plan.connect_file import Address, Alias, aliases, resolve_alias
    from net8.plan.demands import traffic_matrix
    from net8.plan.plan import Plan, load
    from net8.replaying.budget import Budget, budget
    from net8.replaying.replay import Replay, replay
    from net8.results.over_budget import BudgetError
    from net8.results.run import Run
    from net8.simulation.one_run import run
    from net8.statistics.control import control_variate, control_variates
    from net8.statistics.intervals import Interval, interval
    from net8.statistics.trials import Difference, compare_paired, compare_welch, replicate, warm_up
    from net8.store.merge import Merged, merge
    from net8.store.repair import Repaired, repair
    from net8.sweep.sweep import Sweep
    from net8.task.scheduler import Scheduler

__all__ = [
    "Account",
    "Address",
    "Advice",
    "Agreement",
    "Alias",
    "Budget",
    "BudgetError",
    "BusyError",
    "Comparison",
    "Difference",
    "Fit",
    "Interval",
    "Merged",
    "Net8Error",
    "Plan",
    "PlanError",
    "Progress",
    "Ranking",
    "Repaired",
    "Replay",
    "Run",
    "RunError",
    "Scheduler",
    "StoreError",
    "Sweep",
    "Threshold",
    "ToolError",
    "WorkIntervals",
    "__version__",
    "account",
    "advise",
    "agreement",
    "aliases",
    "budget",
    "compare",
    "compare_paired",
    "compare_welch",
    "control_variate",
    "control_variates",
    "crossover",
    "fit",
    "interval",
    "load",
    "merge",
    "rank",
    "repair",
    "replay",
    "replicate",
    "resolve_alias",
    "run",
    "threshold",
    "traffic_matrix",
    "warm_up",
    "work_intervals",
]

_HOMES: Final = {
    "net8.accounting.account": "Account account",
    "net8.advice.advise": "Advice advise",
    "net8.base.errors": "BusyError Net8Error PlanError RunError StoreError ToolError",
    "net8.base.progress": "Progress",
    "net8.campaign.work": "WorkIntervals work_intervals",
    "net8.comparison.inputs": "compare",
    "net8.comparison.rows": "Comparison",
    "net8.finding.agreement": "Agreement agreement",
    "net8.finding.fit": "Fit fit",
    "net8.finding.rank": "Ranking rank",
    "net8.finding.threshold": "Threshold crossover threshold",
    "net8.plan.connect_file": "Address Alias aliases resolve_alias",
    "net8.plan.demands": "traffic_matrix",
    "net8.plan.plan": "Plan load",
    "net8.replaying.budget": "Budget budget",
    "net8.replaying.replay": "Replay replay",
    "net8.results.over_budget": "BudgetError",
    "net8.results.run": "Run",
    "net8.simulation.one_run": "run",
    "net8.statistics.control": "control_variate control_variates",
    "net8.statistics.intervals": "Interval interval",
    "net8.statistics.trials": "Difference compare_paired compare_welch replicate warm_up",
    "net8.store.merge": "Merged merge",
    "net8.store.repair": "Repaired repair",
    "net8.sweep.sweep": "Sweep",
    "net8.task.scheduler": "Scheduler",
}
"""Where the names above are; a module is loaded when one of its names is first asked for, numpy with most of them."""
_PACKAGES: Final = ("analytic", "dissect", "validate")
"""Packages with names of their own."""

load_late(__name__, _HOMES, _PACKAGES)
