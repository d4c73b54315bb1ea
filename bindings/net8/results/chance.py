# SPDX-License-Identifier: GPL-2.0-only
"""What chance did to the packets of a run, beyond what was to be expected of it: controls whose mean is 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["loss_excesses"]

_KINDS: Final = ("of_ends_to_client", "of_ends_to_server", "of_others_to_client", "of_others_to_server")
"""TCP segments that end a message, whose loss nothing tells but a timer, and all other packets; each way."""


def loss_excesses(counters: Mapping[str, int], loss_rate: float) -> tuple[float, ...]:
    """Return the packets that path.loss_rate lost less those to be expected of the packets that met it.

    Whether a packet is lost does not hang on what came before, so the mean is 0 however much TCP repeats after losses
    and how many packets that makes; a sum of such differences is a martingale.

    @param counters: those of a run
    @param loss_rate: the probability that a packet is lost
    @return: a number for each kind of packet and way, none of a run without random losses
    """
    return tuple(
        counters.get(f"losses_{kind}", 0) - loss_rate * counters[f"loss_draws_{kind}"]
        for kind in _KINDS
        if f"loss_draws_{kind}" in counters
    )
