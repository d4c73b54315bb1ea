# SPDX-License-Identifier: GPL-2.0-only
"""Random losses of a run less their expected number: controls with a mean of 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["loss_excesses"]

_KINDS: Final = ("of_ends_to_client", "of_ends_to_server", "of_others_to_client", "of_others_to_server")
"""TCP segments at the end of a message, where only a timer detects a loss, and all other packets; each way."""


def loss_excesses(counters: Mapping[str, int], loss_rate: float) -> tuple[float, ...]:
    """Return the packets lost by path.loss_rate less their expected number.

    Losses are independent of what came before, so the mean is 0 however much TCP repeats after losses
    and however many packets that makes; a sum of such differences is a martingale.

    @param counters: those of a run
    @param loss_rate: the probability that a packet is lost
    @return: a number for each kind of packet and way, none of a run without random losses
    """
    return tuple(
        counters.get(f"losses_{kind}", 0) - loss_rate * counters[f"loss_draws_{kind}"]
        for kind in _KINDS
        if f"loss_draws_{kind}" in counters
    )
