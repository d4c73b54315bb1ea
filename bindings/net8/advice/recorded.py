# SPDX-License-Identifier: GPL-2.0-only
"""A recorded session to advise on: a plan whose calls are cut anew for each array size, and its closed form."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from net8.advice.choices import ARRAYS, buffers, sdus
from net8.advice.objective import Objective
from net8.base.errors import PlanError
from net8.base.units import parse_rate, parse_time
from net8.base.words import many
from net8.plan.plan import Plan
from net8.replaying.closed_form import closed_form_s
from net8.replaying.exchange import FETCH
from net8.replaying.folding import fold
from net8.replaying.recut import recut
from net8.replaying.result import Replay
from net8.replaying.script import Network, Script, plan_of, write_driver

__all__ = ["Recorded"]

_ARRAY: Final = "client.array_size"
_STAYS: Final = ("client.prefetch_rows", "client.driver", "client.release", "server.release")
"""Keys that change nothing of recorded calls."""
_CUT: Final = ("statement", "transaction")


class Recorded:
    """The session with the most calls of what was recorded."""

    def __init__(self, found: Replay, folder: Path) -> None:
        """Make its plan.

        @param found: what was played
        @param folder: where the file of its driver goes
        """
        self._found, self._folder = found, folder
        self._script = max(found.scripts, key=lambda each: len(each.talk.exchanges))
        self._driver = str(write_driver(folder, "advice-driver.toml"))
        asked = found.asked
        self.plan = self._written(self._script).with_values(asked.settings, where="--set")

    @property
    def _rows(self) -> int:
        """Most rows of a result as far as they are told, 0 if none are."""
        fetches = [each for each in self._script.talk.exchanges if each.kind == FETCH]
        if self._found.was_array:
            return self._found.was_array * len(fetches)
        return sum(max(each.rows, 0) for each in fetches)

    def _written(self, script: Script) -> Plan:
        """Return the plan of a script."""
        asked = self._found.asked
        return plan_of(
            script, asked.network(script.network), driver=self._driver, folder=self._folder, onto=asked.onto,
            count=asked.merge,
        )  # fmt: skip

    @functools.cache  # noqa: B019  # lives as long as a search
    def _cut(self, rows: int | None) -> Script:
        """Return the session with another array size."""
        if rows is None:
            return self._script
        talk, _note = recut(self._script.talk, rows, self._found.was_array)
        return replace(self._script, talk=talk, folded=fold(talk.exchanges))

    @functools.cache  # noqa: B019  # lives as long as a search
    def _tables(self, rows: int) -> Plan:
        """Return a plan with the statements and the transaction of an array size."""
        return self._written(self._cut(rows))

    def shaped(self, plan: Plan) -> Plan:
        """Return a plan with the calls that its array size makes.

        @param plan: this plan, with some values changed
        @return: the plan
        """
        rows = _array(plan)
        if rows is None:
            return plan
        cut = self._tables(rows)
        for section in _CUT:
            plan = plan.with_tables(section, cut.tables(section))
        return plan

    def form(self, plan: Plan, goal: Objective) -> float | None:
        """Predict the time of the session by arithmetic.

        @param plan: this plan, with some values changed
        @param goal: what shall be good
        @return: seconds; None where it has none: of other metrics, and on networks of sites
        """
        if goal.metric.name != "transaction_time" or self._found.asked.onto is not None:
            return None
        delay, rate = parse_time(plan["path.delay"]), parse_rate(plan["path.rate"])
        small = Network(0, rate, 0.0)
        loss = float(plan["path.loss_rate"]) if "path.loss_rate" in plan.values else 0.0
        network = replace(small, rtt_ns=2 * (delay + small.syn_ns), loss=loss)
        found = self._form_s(_array(plan), network)
        return found if 0 < found < math.inf else None

    @functools.cache  # noqa: B019  # lives as long as a search
    def _form_s(self, rows: int | None, network: Network) -> float:
        """Return the closed form of an array size on a path; SDU and buffers are not in it."""
        return closed_form_s(self._cut(rows), network)

    def axes(self) -> dict[str, list[object]]:
        """Return the values that are tried where nobody names any.

        @return: values by key
        """
        axes: dict[str, list[object]] = {"sdu": sdus(), "buffers": buffers()}
        if rows := self._rows:
            enough = next((array for array in ARRAYS if array >= rows), ARRAYS[-1])
            axes[_ARRAY] = [array for array in ARRAYS if array <= enough]
        return axes

    def check(self, over: Mapping[str, Sequence[object]]) -> None:
        """Refuse keys that change nothing of recorded calls.

        @param over: values by key
        """
        for key in over:
            if key in _STAYS:
                raise PlanError(
                    f"{key} changes nothing: recorded calls keep their bytes; leave it out of --over"
                )
        if _ARRAY in over and not self._rows:
            raise PlanError(
                f"{self._found.sources[0][0]} tells no rows of fetches, so that they cannot be cut for another "
                f"{_ARRAY}; --was-array tells the rows of a full fetch"
            )

    def notes(self) -> list[str]:
        """Say what the advice is for, and how far it is to be trusted.

        @return: sentences
        """
        found, talk = self._found, self._script.talk
        calls = len(talk.exchanges)
        whose = talk.name or found.sources[0][0]
        others = f", the one with the most calls of {found.sessions}" if found.sessions > 1 else ""
        told = [
            f"for session {whose}{others}: {many(calls, 'call')}; its own network is predicted "
            f"{found.residual_percent:+.2f} % off, trust the rest that far",
            "the server's work stays as recorded, shared out by rows where calls are cut anew",
        ]
        if not self._rows:
            told.append(
                "the file tells no rows, so that no other array size is tried; --was-array tells those of a full fetch"
            )
        return [*found.notes, *told]

    def settings(self, changed: Mapping[str, object]) -> dict[str, object]:
        """Return what net8 replay is to be told: not the calls that an array size makes.

        @param changed: keys that the advised plan has other values of
        @return: those to set
        """
        return {key: value for key, value in changed.items() if key.partition(".")[0] not in _CUT}


def _array(plan: Plan) -> int | None:
    """Return the array size that a plan sets."""
    found = plan.values.get(_ARRAY)
    return found if isinstance(found, int) else None
