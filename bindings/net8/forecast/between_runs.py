# SPDX-License-Identifier: GPL-2.0-only
"""What differs between real runs of a plan: drawn for each run, or the same in all."""

from __future__ import annotations

from collections.abc import Iterable

from net8.plan.plan import Plan

__all__ = ["between_runs"]


def between_runs(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe what is drawn anew for each run although no key of the plan is random.

    @param plans: the points of a plan, resolved
    @return: a fact
    """
    return (("between runs", " | or ".join(dict.fromkeys(map(_told, plans)))),)


def _told(plan: Plan) -> str:
    """Describe one point."""
    when = plan["variation.when"]
    if when == "never":
        return (
            "only what this plan draws at random differs; the phase of TCP's timers, the instant of each start and the "
            'time of hosts for a frame are the same in all runs (variation.when = "competing" draws them)'
            f"{_phase_decides(plan)}"
        )
    phase = ["the phase of TCP's timers"] if plan["variation.timer_phase"] else []
    drawn = [
        *phase,
        f"a late start of up to {plan['variation.start_spread']}",
        f"up to {plan['variation.frame_time']} of a host for each segment with data",
    ]
    where = " where several sessions or bulk flows compete" if when == "competing" else ""
    return f"{', '.join(drawn[:-1])} and {drawn[-1]} are drawn{where}"


def _phase_decides(plan: Plan) -> str:
    """Say what follows where sessions or flows compete; empty for one session by itself."""
    if plan.count_clients() < 2 and not plan.cross_traffic:
        return ""
    return (
        "; sessions and flows compete here, so that these trifles decide which of them lose packets or wait: without a "
        "random key all runs are one run, which is one of many that are as likely"
    )
