# SPDX-License-Identifier: GPL-2.0-only
"""Models beside the simulator: what each predicts of a plan, what runs of it gave, and who is right."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from net8.analytic.predict import predict
from net8.analytic.prediction import Model, Prediction
from net8.base.errors import PlanError
from net8.plan.plan import Plan
from net8.results.quantities import quantities
from net8.simulation.one_run import run
from net8.statistics.intervals import Interval, interval

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Comparison", "Verdict", "ask", "compare", "judge", "load_model"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """One prediction beside what was simulated."""

    model: str  #: who predicts
    quantity: str  #: what
    prediction: Prediction  #: value and band
    simulated: Interval  #: mean over the runs and its interval

    @property
    def holds(self) -> bool:
        """Whether band and interval have a value in common."""
        return self.prediction.meets(self.simulated.low, self.simulated.high)

    @property
    def deviation(self) -> float:
        """How far the prediction is off, as a part of what was simulated."""
        off = self.prediction.value - self.simulated.mean
        return off / abs(self.simulated.mean) if self.simulated.mean else (0.0 if off == 0 else float("inf"))


@dataclass(frozen=True, slots=True)
class Comparison:
    """All predictions of all models beside what was simulated."""

    verdicts: tuple[Verdict, ...]  #: model by model
    left_out: tuple[str, ...] = ()  #: what ``predict`` says nothing of, and why

    def failures(self, model: str) -> list[str]:
        """Name the quantities for which a model does not hold.

        @param model: its name
        @return: names
        """
        return [each.quantity for each in self.verdicts if each.model == model and not each.holds]

    def frame(self) -> pd.DataFrame:
        """Return one row per model and quantity.

        @return: model, quantity, unit, predicted, low, high, simulated, half_width, deviation, holds, term, source
        """
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "model": each.model, "quantity": each.quantity, "unit": each.prediction.unit,
                    "predicted": each.prediction.value, "low": each.prediction.low,
                    "high": each.prediction.high, "simulated": each.simulated.mean,
                    "half_width": each.simulated.half_width, "deviation": each.deviation,
                    "holds": each.holds, "term": each.prediction.model, "source": each.prediction.source,
                }
                for each in self.verdicts
            ]
        )  # fmt: skip

    def __str__(self) -> str:
        """Write a table."""
        lines = [f"{'model':<20} {'quantity':<26} {'predicted':>14} {'simulated':>14} {'off':>8}  verdict"]
        for each in self.verdicts:
            numbers = f"{each.prediction.value:>14,.6g} {each.simulated.mean:>14,.6g} {each.deviation:>8.2%}"
            verdict = "holds" if each.holds else "WRONG"
            lines.append(f"{each.model:<20} {each.quantity:<26} {numbers}  {verdict}")
        lines += [f"predict leaves out {reason}" for reason in self.left_out]
        return "\n".join(lines)


def judge(
    model: str, predicted: Mapping[str, Prediction], measured: Sequence[Mapping[str, float]]
) -> list[Verdict]:
    """Lay the predictions of one model beside measured values.

    @param model: its name
    @param predicted: predictions by name
    @param measured: values by name, one table for each run
    @return: a verdict for each quantity that is predicted and measured
    """
    verdicts = []
    for name, prediction in predicted.items():
        values = [table[name] for table in measured if name in table]
        if values:
            verdicts.append(Verdict(model, name, prediction, interval(values)))
    return verdicts


def compare(plan: Plan, models: Iterable[Model] = (), *, runs: int = 1) -> Comparison:
    """Simulate a plan and judge the models of net8 and those of one's own.

    A model of one's own is a function from a plan to predictions by name. Names and units are those of ``predict``; a
    model predicts what it can.

    @param plan: the plan; what it sweeps is left aside
    @param models: functions beside ``predict``
    @param runs: runs, each with random streams of its own
    @return: what each predicts beside what was simulated
    """
    measured = [quantities(run(plan, run=number)) for number in range(1, runs + 1)]
    own = predict(plan)
    verdicts = judge(_name(predict), own, measured)
    for model in models:
        verdicts += judge(_name(model), ask(model, plan), measured)
    return Comparison(tuple(verdicts), own.left_out)


def _name(model: Model) -> str:
    """Return the name of a function."""
    return str(getattr(model, "__name__", type(model).__name__))


def ask(model: Model, plan: Plan) -> Mapping[str, Prediction]:
    """Ask a model, and say what is wrong if it answers with something else.

    @param model: the function
    @param plan: the plan
    @return: its predictions by name
    """
    found: object = model(plan)
    if not isinstance(found, Mapping) or not all(isinstance(each, Prediction) for each in found.values()):
        raise PlanError(
            f"the model {_name(model)} returns no predictions by name; return something like "
            '{"fetch_calls": net8.analytic.Prediction(...)}'
        )
    return found


def load_model(text: str) -> Model:
    """Load a model of one's own from a Python file.

    @param text: file and function, such as "mine.py:my_model"
    @return: the function
    """
    file, colon, name = text.rpartition(":")
    path = Path(file)
    if not colon or not name.isidentifier():
        raise PlanError(f'"{text}" names no model; write file and function, such as mine.py:my_model')
    if not path.is_file():
        raise PlanError(f"there is no file {file} with a model; name a Python file that is there")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise PlanError(f"{file} is no Python file; its name must end with .py")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise PlanError(f"{file} cannot be loaded: {type(error).__name__}: {error}") from None
    function: object = getattr(module, name, None)
    if not callable(function):
        known = ", ".join(key for key, each in vars(module).items() if callable(each) and key[0] != "_")
        raise PlanError(f"{file} has no function {name}; it has {known or 'none'}")
    model: Model = function
    return model
