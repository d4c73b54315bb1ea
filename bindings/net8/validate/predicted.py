# SPDX-License-Identifier: GPL-2.0-only
"""Closed forms of rows that read metrics alone: the row's own measure, asked of ``analytic.predict``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, cast

from net8.analytic.predict import predict
from net8.analytic.prediction import Predictions
from net8.base.errors import RunError
from net8.validate.case import Case
from net8.validate.found import Found
from net8.validate.row import Value
from net8.validate.simulate import plan_of

__all__ = ["PREDICT", "predicted"]

PREDICT: Final = "predict(plan)"
"""Name of the closed form."""

_KNOWN: Final[dict[str, Predictions]] = {}


@dataclass(frozen=True)
class _Metrics:
    """What the closed forms say of one case, where a row expects a run."""

    case: Case  #: the case

    def __getitem__(self, metric: str) -> float:
        """Return a metric by its plain name."""
        name = self.case.name
        if name not in _KNOWN:
            _KNOWN[name] = predict(plan_of(self.case, {}))
        if metric not in _KNOWN[name]:
            raise RunError(f"predict leaves out {metric} of {name}: {'; '.join(_KNOWN[name].left_out)}")
        return _KNOWN[name][metric].value


class _Predicted:
    """Stands in for the runs of all cases."""

    def __getitem__(self, case: Case) -> list[_Metrics]:
        """Return the one run of a case."""
        return [self.one(case)]

    def one(self, case: Case) -> _Metrics:
        """Return the run of a case."""
        return _Metrics(case)


def predicted(measure: Callable[[Found], Value]) -> Callable[[], Value]:
    """Return the closed form of a row whose measure reads metrics alone.

    @param measure: how the row reads runs
    @return: the same of what ``analytic.predict`` says of the row's plans
    """
    return lambda: measure(cast(Found, _Predicted()))
