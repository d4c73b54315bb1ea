# SPDX-License-Identifier: GPL-2.0-only
"""The search for the best combination: closed forms and a surrogate propose, simulation decides.

Runs of one number have common random numbers, so that combinations are compared run by run. Where a plan has no chance
in it, one run of a combination is all there is to know. First the combinations with the best predictions are
simulated, then those of which the surrogate expects an improvement, then cheaper ones and neighbours of the best; at
last those that are not beaten get further runs until intervals of their differences tell them apart, or tell that they
differ by less than what counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np

from net8.advice.choices import Choice, Choices
from net8.advice.forms import Forms
from net8.advice.objective import Objective
from net8.advice.surrogate import Surrogate
from net8.campaign.results import loses_at_random
from net8.plan.network import has_sites
from net8.statistics.trials import LEAST_RUNS, Difference, compare_paired
from net8.sweep.trials import Trials

__all__ = ["Search"]

_SHARE: Final = 0.05
"""Most runs, as a part of those of all combinations."""
_FEWEST: Final = {False: 10, True: 30}
"""What is allowed at least, without and with chance."""
_MOST: Final = 400
_EXPLORING: Final = 0.4
"""Part of the runs before replications begin, where there is chance."""
_ROUNDS: Final = 4
"""Most times that replications are made and what is left is looked for."""
_KEPT: Final = 8
"""Runs that are kept to look at other paths, a fifth of all at most."""
_CONTENDERS: Final = 4
_TOLD: Final = 3
"""Runs of a combination that tell its mean from that of a lucky run."""
_CHEAPER: Final = 0.9
"""What is cheaper takes less than this part of the memory."""


class Search:
    """Finds the best combination, run by run."""

    def __init__(
        self, choices: Choices, goal: Objective, trials: Trials, forms: Forms, confidence: float, margin: float
    ) -> None:  # fmt: skip
        """Prepare.

        @param choices: the combinations
        @param goal: what shall be good
        @param trials: makes the runs
        @param forms: predictions
        @param confidence: level at which the winner is told from others
        @param margin: what makes no difference, as a part of the value
        """
        self.choices, self.goal, self.trials, self.forms = choices, goal, trials, forms
        self.confidence, self.margin = confidence, margin
        self.chance = any(loses_at_random(choice.task.plan) for choice in (*choices.all, choices.own))
        self.surrogate = Surrogate(choices.places, forms.logs)
        self.leader = choices.all[0]  #: the best combination, be the plan as it is better or not
        self.open: tuple[Choice, ...] = ()  #: what is not told from the winner, nor known to be as good

    def run(self, runs: int | None) -> Choice:
        """Search.

        @param runs: most runs, or None for a part of those of all combinations
        @return: the best combination: of those as good as it, the one that takes least memory
        """
        own = self.choices.own
        self.trials.run([(own, 1), (own, 2), *((choice, 1) for choice in self._first())])
        digests = {row.digest for row in self.trials.of(own).values()}
        self.chance = self.chance or len(digests) > 1
        if runs is None:
            least = math.floor(_SHARE * self.grid_runs)
            self.trials.most = min(max(least, _FEWEST[self.chance]), _MOST)
        kept = min(_KEPT, self.trials.most // 5) if self.turns else 0
        self.trials.most -= kept
        most = self.trials.most
        if self.forms.logs is not None and not self.forms.values:
            self._scan(
                math.ceil(_EXPLORING * most) if self.chance else self.trials.made + self.trials.left // 2
            )
        self._explore(math.ceil(_EXPLORING * most) if self.chance else most - 2)
        self._look_around()
        self._climb()
        for _again in range(_ROUNDS if self.chance else 0):
            self._replicate()
            # What runs are left look elsewhere, until nothing better is expected.
            made = self.trials.made
            self._explore(made + self.trials.left // 3)
            if self.trials.made == made and len(self.trials.of(self.seen()[0])) >= LEAST_RUNS:
                break
        self.trials.most += kept
        self._learn()
        return self._choose()

    @property
    def turns(self) -> bool:
        """Whether it can be said where on the path advice turns: on one with a WAN, by closed forms."""
        plan = self.choices.own.task.plan
        return not has_sites(plan) and plan["path.kind"] == "wan" and self.forms.logs is not None

    @property
    def grid_runs(self) -> int:
        """Runs of all combinations, those that simulate the same included."""
        return self.choices.number * (LEAST_RUNS if self.chance else 1)

    def values(self, choice: Choice) -> dict[int, float]:
        """Return the values of the runs of a combination; those of runs without one are the worst.

        @param choice: the combination
        @return: value by run number
        """
        worst = math.inf if self.goal.less else 0.0
        found = {run: self.goal.value(row.metrics) for run, row in self.trials.of(choice).items()}
        return {run: worst if value is None else value for run, value in found.items()}

    def mean(self, choice: Choice, runs: Iterable[int] | None = None) -> float:
        """Return the mean of some runs of a combination.

        @param choice: the combination
        @param runs: their numbers; by default all
        @return: the mean
        """
        values = self.values(choice)
        chosen = list(values.values()) if runs is None else [values[run] for run in runs]
        return math.fsum(chosen) / len(chosen)

    def expected(self, choice: Choice) -> float:
        """Return what is known of a combination: the mean of its runs, or what the surrogate expects.

        @param choice: one of the combinations
        @return: its value
        """
        if self.trials.of(choice) and 0 < (found := self._level(choice)) < math.inf:
            return found
        return math.exp(self.surrogate.mean[choice.number] * (1 if self.goal.less else -1))

    def _level(self, choice: Choice) -> float:
        """Return the mean of a combination, as far as its runs tell that of the runs of the one with most.

        A combination with one run is compared with that run of others: its runs may have been lucky ones, as far as
        runs of one number are so for all.
        """
        if not self.chance:
            return self.mean(choice)
        counts = [
            (len(self.trials.of(each)), -each.number, each)
            for each in self.choices.all
            if self.trials.of(each)
        ]
        usable = [each for _count, _number, each in sorted(counts, reverse=True, key=lambda entry: entry[:2])]
        for most in usable:
            both = self.trials.of(most).keys() & self.trials.of(choice).keys()
            whole = self.mean(most)
            if both and 0 < whole < math.inf:
                share = self._shared_luck(most) if len(both) < len(self.trials.of(most)) else 1.0
                return float(self.mean(choice, both) * (whole / self.mean(most, both)) ** share)
        return self.mean(choice)

    def _shared_luck(self, most: Choice) -> float:
        """Return which part of the luck of a run of one combination others have in the run of that number.

        That is the slope of least squares through the logarithms of those that have enough runs, each less its mean,
        without the first, as those that were lucky in that have got more.

        @param most: the combination
        @return: from 0, nothing, to 1, all of it; all of it where nothing tells
        """
        cross = square = 0.0
        mine = self.values(most)
        for choice in (*self.choices.all, self.choices.own):
            if choice is most or len(self.trials.of(choice)) < _TOLD:
                continue
            theirs = self.values(choice)
            both = [run for run in theirs if run > 1 and run in mine and min(mine[run], theirs[run]) > 0]
            logs = (
                np.log([[mine[run], theirs[run]] for run in both]) if len(both) >= _TOLD - 1 else np.empty(0)
            )
            if logs.size and np.isfinite(logs).all():
                one, other = (logs - logs.mean(axis=0)).T
                cross, square = cross + float(one @ other), square + float(one @ one)
        return min(max(cross / square, 0.0), 1.0) if square else 1.0

    def seen(self) -> list[Choice]:
        """Return the combinations that were simulated, the best first; the plan as it is may be one."""
        every = [choice for choice in self.choices.all if self.trials.of(choice)]
        if self.choices.own.number < 0:
            every.append(self.choices.own)
        return sorted(every, key=self._rank)

    def _rank(self, choice: Choice) -> float:
        """Return the mean over comparable runs, less is better."""
        level = self._level(choice)
        return level if self.goal.less else -level

    def difference(self, choice: Choice, other: Choice, confidence: float) -> Difference | None:
        """Compare two combinations by the runs that both have.

        @param choice: the first
        @param other: the second
        @param confidence: level of the interval
        @return: the difference, None if they have fewer than two in common, or a run has no value
        """
        one, two = self.values(choice), self.values(other)
        both = sorted(one.keys() & two.keys())
        if not self.chance:
            # Further runs would be equal, too.
            both = both[:1] * 2
        pairs = [(one[run], two[run]) for run in both]
        if len(pairs) < 2 or not all(math.isfinite(each) and each > 0 for pair in pairs for each in pair):
            return None
        return compare_paired([a for a, _b in pairs], [b for _a, b in pairs], confidence=confidence)

    def _first(self) -> list[Choice]:
        """Return what is simulated first: the best predictions, or combinations apart from each other."""
        every, logs = self.choices.all, self.forms.logs
        if logs is not None:
            return [every[number] for number in np.argsort(logs, kind="stable")[:3].tolist()]
        places = self.choices.places
        middle = int(np.argmin(((places - 0.5) ** 2).sum(axis=1)))
        chosen, far = [middle], np.linalg.norm(places - places[middle], axis=1)
        while len(chosen) < min(2 + 2 * places.shape[1], len(every), _FEWEST[False] - 3):
            chosen.append(int(np.argmax(far)))
            far = np.minimum(far, np.linalg.norm(places - places[chosen[-1]], axis=1))
        return [every[number] for number in chosen]

    def _scan(self, limit: int) -> None:
        """Simulate the values of each key beside the best, up to a number of runs: for predictions of a simpler plan.

        Queues that overflow make single values better than all others near them, which no surrogate expects. What lies
        between two values with the same results is taken to have these, too.

        @param limit: of all runs
        """
        any_choice = self.choices.all[0]
        for axis in sorted(
            self.choices.axes, key=lambda axis: -len(self.choices.neighbours(any_choice, axis))
        ):
            best = next(choice for choice in self.seen() if choice.number >= 0)
            line = self.choices.line(best, axis)
            gaps = [(0, len(line) - 1)]
            while gaps:
                new = [line[end] for gap in gaps for end in gap if not self.trials.of(line[end])]
                self.trials.run(
                    (choice, 1) for choice in list(dict.fromkeys(new))[: max(limit - self.trials.made, 0)]
                )
                gaps = [
                    half
                    for low, high in gaps
                    if high - low > 1 and self._differ(line[low], line[high])
                    for half in ((low, (low + high) // 2), ((low + high) // 2, high))
                ]

    def _differ(self, choice: Choice, other: Choice) -> bool:
        """Return whether the first runs of two combinations are known to differ."""
        one, two = (self.trials.of(each) for each in (choice, other))
        return bool(one and two and one[1].digest != two[1].digest)

    def _learn(self, believed: Mapping[int, float] | None = None) -> float:
        """Let the surrogate learn what is known, and what is believed; return the logarithm of the best value."""
        means = {choice.number: self._level(choice) for choice in self.choices.all if self.trials.of(choice)}
        good = {number: mean for number, mean in means.items() if 0 < mean < math.inf}
        sign = 1 if self.goal.less else -1
        logs = {number: sign * math.log(mean) for number, mean in good.items()}
        if logs:
            # What has no value is as bad as the worst that has one, and worse.
            logs |= dict.fromkeys(means.keys() - good.keys(), max(logs.values()) + 1.0)
        self.surrogate.learn(logs | dict(believed or {}))
        return min(logs.values(), default=math.inf)

    def _explore(self, limit: int) -> None:
        """Simulate what the surrogate expects to be better, until it expects nothing, or to a number of runs."""
        while (room := min(self.trials.jobs, limit - self.trials.made)) > 0:
            chosen = self._promising(room)
            if not chosen:
                return
            self.trials.run((choice, 1) for choice in chosen)

    def _promising(self, number: int) -> list[Choice]:
        """Return some that are expected to be better, each as if those before it gave what is expected of them."""
        chosen: list[Choice] = []
        believed: dict[int, float] = {}
        while len(chosen) < number:
            best = self._learn(believed)
            left = [
                choice for choice in self.choices.all if not self.trials.of(choice) and choice not in chosen
            ]
            known = math.isfinite(best)
            expected = self.surrogate.improvement(best) if known else self.surrogate.deviation
            choice = max(left, key=lambda choice: float(expected[choice.number]), default=None)
            if choice is None or (known and expected[choice.number] < self.margin / 10):
                break
            chosen.append(choice)
            believed[choice.number] = float(self.surrogate.mean[choice.number])
        return chosen

    def _look_around(self) -> None:
        """Simulate the cheapest that may be as good as the best, and neighbours of which too little is known."""
        best_log = self._learn()
        best = self.seen()[0]
        self.trials.run((choice, 1) for choice in self._cheaper(best, best_log)[:2])
        best_log = self._learn()
        best = next(choice for choice in self.seen() if choice.number >= 0)
        near = [choice for axis in self.choices.axes for choice in self.choices.neighbours(best, axis)]
        expected = (
            self.surrogate.improvement(best_log) if math.isfinite(best_log) else self.surrogate.deviation
        )
        unsure = [
            choice
            for choice in dict.fromkeys(near)
            if not self.trials.of(choice)
            and self.surrogate.deviation[choice.number]
            > max(self.margin, abs(self.surrogate.mean[choice.number] - best_log) / 2)
        ]
        unsure.sort(key=lambda choice: -expected[choice.number])
        room = self.trials.left if not self.chance else self.trials.left // 4
        self.trials.run((choice, 1) for choice in unsure[:room])

    def _climb(self) -> None:
        """Simulate what is next to the best in each key, until nothing better is there or runs are over.

        Closed forms may be wrong by as much as the next value is better, and a surrogate that trusts them as well.
        """
        while (room := self.trials.left // 4 if self.chance else self.trials.left) > 0:
            best = next(choice for choice in self.seen() if choice.number >= 0)
            near = [choice for axis in self.choices.axes for choice in self.choices.beside(best, axis)]
            new = [choice for choice in near if not self.trials.of(choice)]
            if not new:
                return
            self.trials.run((choice, 1) for choice in new[:room])
            found = next(choice for choice in self.seen() if choice.number >= 0)
            if self.goal.loss(self._level(best), self._level(found)) <= self.margin:
                return

    def _cheaper(self, best: Choice, best_log: float) -> list[Choice]:
        """Return combinations that take less memory and are expected to be as good, the cheapest first."""
        found = [
            choice
            for choice in self.choices.all
            if not self.trials.of(choice)
            and choice.memory_bytes < _CHEAPER * best.memory_bytes
            and self.surrogate.mean[choice.number] < best_log + 0.8 * self.margin
        ]
        return sorted(found, key=lambda choice: choice.memory_bytes)

    def _replicate(self) -> None:
        """Give those that are not beaten further runs until they are told apart."""
        seen, own = self.seen(), self.choices.own
        best = self._level(seen[0])
        near = [choice for choice in seen if self.goal.loss(self._level(choice), best) <= 2 * self.margin]
        cheap = sorted(near, key=lambda choice: choice.memory_bytes)
        # As many as get enough runs, beside the plan as it is.
        most = min(max(self.trials.left // LEAST_RUNS - 1, 2), _CONTENDERS + 2)
        some = max(most * 2 // 3, 1)
        live = list(dict.fromkeys([*seen[:some], *cheap[: most - some], *seen]))[:most]
        runs = 1
        while self.trials.left > 0:
            runs += 2
            self.trials.run((choice, run) for run in range(1, runs + 1) for choice in (own, *live))
            whole = [choice for choice in live if len(self.trials.of(choice)) >= runs]
            if len(whole) < len(live):
                return
            live, settled = self._told_apart(live)
            if self.seen()[0] not in (own, *live):
                # What was taken for the best had been lucky.
                return
            if settled and runs >= LEAST_RUNS:
                return

    def _told_apart(self, live: Sequence[Choice]) -> tuple[list[Choice], bool]:
        """Return what the best does not beat, and whether all of that is known to be as good."""
        best = min(live, key=self._rank)
        level = 1 - (1 - self.confidence) / max(len(live) - 1, 1)
        left, settled = [best], True
        for choice in live:
            found = None if choice is best else self.difference(choice, best, level)
            if choice is best or (found is not None and found.beats(less_is_better=self.goal.less) is False):
                continue
            if found is None:
                continue
            left.append(choice)
            settled = settled and self._alike(choice, best, found)
        return left, settled

    def _alike(self, choice: Choice, best: Choice, found: Difference) -> bool:
        """Return whether a combination is as good as the best, as far as it counts."""
        mean = self.mean(best)
        worse = found.high if self.goal.less else -found.low
        return worse <= self.margin * mean

    def _choose(self) -> Choice:
        """Return the best, or the cheapest of those that are as good; the plan as it is, if that is no dearer."""
        seen, own = self.seen(), self.choices.own
        most = max(len(self.trials.of(choice)) for choice in seen if choice.number >= 0)
        told, whole = (
            [choice for choice in seen if len(self.trials.of(choice)) >= least or not self.chance]
            for least in (min(most, _TOLD), most)
        )
        if self.goal.loss(self._level(whole[0]), self._level(told[0])) > self.margin:
            # It was found late, and has fewer runs.
            whole = told
        self.leader = next(choice for choice in whole if choice.number >= 0)
        best, alike, undecided = whole[0], [whole[0]], []
        for choice in dict.fromkeys([*seen, own]):
            found = None if choice is best else self.difference(choice, best, self.confidence)
            if found is None:
                continue
            if self._alike(choice, best, found):
                alike.append(choice)
            elif found.beats(less_is_better=self.goal.less) is None and choice is not own:
                undecided.append(choice)
        self.open = tuple(undecided)
        cheap = min(alike, key=lambda choice: choice.memory_bytes)
        if own in alike and _CHEAPER * own.memory_bytes <= cheap.memory_bytes:
            return own
        return cheap if cheap.memory_bytes < _CHEAPER * best.memory_bytes else best
