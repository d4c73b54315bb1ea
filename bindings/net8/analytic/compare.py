# SPDX-License-Identifier: GPL-2.0-only
"""Comparison of models with the simulator: predictions for a plan, results of its runs, and verdicts."""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING

from net8.analytic.predict import predict
from net8.analytic.prediction import Model, Prediction, plain
from net8.base.errors import PlanError
from net8.base.html import table_html
from net8.plan.plan import Plan
from net8.results.quantities import UNITS, quantities
from net8.schema.values import meant
from net8.simulation.one_run import run
from net8.statistics.intervals import Interval, interval

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Comparison", "Verdict", "ask", "compare", "judge", "load_model", "name_of_model"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """One prediction compared with simulated values."""

    model: str  #: name of the model
    quantity: str  #: name of the quantity
    prediction: Prediction  #: value and band
    simulated: Interval  #: mean over the runs and its interval

    @property
    def holds(self) -> bool:
        """Whether band and interval have a value in common."""
        return self.prediction.meets(self.simulated.low, self.simulated.high)

    @property
    def titled(self) -> str:
        """The quantity with its unit."""
        return f"{self.quantity} ({self.prediction.unit})" if self.prediction.unit else self.quantity

    @property
    def band(self) -> str:
        """The band of the prediction."""
        if self.prediction.low == self.prediction.high:
            return "exact"
        return f"{self.prediction.low:,.6g} to {self.prediction.high:,.6g}"

    @property
    def seen(self) -> str:
        """The interval of the runs, or their number if there is only one."""
        if self.simulated.half_width is None:
            return "one run"
        return f"{self.simulated.low:,.6g} to {self.simulated.high:,.6g}"

    @property
    def deviation(self) -> float:
        """The deviation of the prediction, as a fraction of the simulated value."""
        off = self.prediction.value - self.simulated.mean
        return off / abs(self.simulated.mean) if self.simulated.mean else (0.0 if off == 0 else float("inf"))


@dataclass(frozen=True, slots=True, repr=False)
class Comparison:
    """All predictions of all models compared with simulated values."""

    verdicts: tuple[Verdict, ...]  #: model by model
    left_out: tuple[str, ...] = ()  #: name of the quantity ``predict`` says nothing of, and why

    def failures(self, model: str) -> list[str]:
        """List the quantities for which a model does not hold.

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
        head = f"{'predicted':>14} {'band':>25} {'simulated':>14} {'95 % interval':>25} {'off':>8}"
        lines = [f"{'model':<20} {'quantity':<32} {head}  verdict"]
        for each in self.verdicts:
            numbers = f"{each.prediction.value:>14,.6g} {each.band:>25} {each.simulated.mean:>14,.6g} {each.seen:>25}"
            verdict = "holds" if each.holds else "WRONG"
            lines.append(f"{each.model:<20} {each.titled:<32} {numbers} {each.deviation:>8.2%}  {verdict}")
        lines += [f"predict leaves out {reason}" for reason in self.left_out]
        return "\n".join(lines)

    def __repr__(self) -> str:
        """Return the number of predictions, and of wrong ones."""
        wrong = sum(not each.holds for each in self.verdicts)
        return f"<Comparison: {len(self.verdicts)} predictions, {wrong} wrong>"

    def _repr_html_(self) -> str:
        """Show the table of all models in a notebook."""
        head = ("model", "quantity", "predicted", "band", "simulated", "95 % interval", "off", "verdict")
        rows = (
            (
                each.model, each.titled, f"{each.prediction.value:,.6g}", each.band, f"{each.simulated.mean:,.6g}",
                each.seen, f"{each.deviation:.2%}", "holds" if each.holds else "WRONG",
            )
            for each in self.verdicts
        )  # fmt: skip
        note = "; ".join(f"predict leaves out {reason}" for reason in self.left_out)
        return table_html(repr(self)[1:-1], head, rows, note)


def judge(
    model: str, predicted: Mapping[str, Prediction], measured: Sequence[Mapping[str, float]]
) -> list[Verdict]:
    """Compare the predictions of one model with measured values.

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
    """Simulate a plan and judge the models of net8 and your own models.

    Your own model is a function from a plan to predictions by name, or to plain numbers: seconds, bytes, bits per
    second or counts. Names are those of ``predict`` and of the metrics; a model predicts what it can.

    @param plan: the plan; its sweep is ignored
    @param models: functions in addition to ``predict``
    @param runs: runs, each with random streams of its own
    @return: the predictions of each compared with the simulation
    """
    measured = [quantities(run(plan, run=number)) for number in range(1, runs + 1)]
    own = predict(plan)
    verdicts = judge(name_of_model(predict), own, measured)
    for model in models:
        verdicts += judge(name_of_model(model), ask(model, plan), measured)
    return Comparison(tuple(verdicts), own.left_out)


def name_of_model(model: Model) -> str:
    """Return the name of a model.

    @param model: a function, or an object that can be called
    @return: its name
    """
    return str(getattr(model, "__name__", type(model).__name__))


def ask(model: Model, plan: Plan) -> Mapping[str, Prediction]:
    """Call a model; raise PlanError if it returns something else.

    @param model: the function
    @param plan: the plan
    @return: its predictions by name; plain numbers are converted
    """
    found: object = model(plan)
    if not isinstance(found, Mapping):
        raise PlanError(
            f"the model {name_of_model(model)} returns no predictions by name; return something like "
            '{"fetch_calls": 201} or {"response_time": net8.analytic.Prediction(...)}'
        )
    return {
        str(name): _read_prediction(name_of_model(model), str(name), each) for name, each in found.items()
    }


def _read_prediction(model: str, name: str, value: object) -> Prediction:
    """Read the prediction of a model for one quantity."""
    if isinstance(value, Prediction):
        return value
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        raise PlanError(
            f"the model {model} returns {name} = {value!r}; return a number, in s, bytes, bit/s or counts, or a "
            "net8.analytic.Prediction"
        )
    if name not in UNITS:
        raise PlanError(
            f"the model {model} predicts {name}, which is not a quantity of a run{meant(name, UNITS)}; "
            "names are those of metrics and of net8.analytic.predict"
        )
    return plain(float(value), UNITS[name], model)


def load_model(text: str) -> Model:
    """Load your own model from a Python file.

    @param text: file and function, such as "mine.py:my_model"
    @return: the function
    """
    file, colon, name = text.rpartition(":")
    path = Path(file)
    if not colon or not name.isidentifier():
        raise PlanError(
            f'"{text}" is not the name of a model; write file and function, such as mine.py:my_model'
        )
    if not path.is_file():
        raise PlanError(f"there is no file {file} with a model; write the path of a Python file")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise PlanError(f"{file} is not a Python file; its name must end with .py")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise PlanError(f"{file} cannot be loaded: {type(error).__name__}: {error}") from None
    function: object = getattr(module, name, None)
    if not callable(function):
        known = ", ".join(key for key, each in vars(module).items() if callable(each) and key[0] != "_")
        raise PlanError(
            f"{file} has no function {name}{f'; its functions are {known}' if known else ', nor any other'}"
        )
    model: Model = function
    return model
