# SPDX-License-Identifier: GPL-2.0-only
"""What of the network, and of the settings, is to be different from what was recorded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from net8.plan.plan import Plan
from net8.replaying.script import DEFAULT_QUEUE, NO_OVERFLOW, Network

__all__ = ["Change"]


@dataclass(frozen=True, slots=True)
class Change:
    """What the network, and the settings, are to be."""

    rtt_ns: int | None  #: new round trip, None for the recorded one
    rate_bit_s: int | None  #: new rate of the slowest line
    loss: float | None  #: new loss
    onto: Plan | None  #: plan whose network is used instead
    settings: Mapping[str, object]  #: keys of a plan to set
    merge: int  #: copies of each session at the same time

    @property
    def anything(self) -> bool:
        """Whether something is to change."""
        told = (self.rtt_ns, self.rate_bit_s, self.loss, self.onto)
        return any(each is not None for each in told) or bool(self.settings) or self.merge > 1

    def network(self, own: Network) -> Network:
        """Return the new network: what is not told stays, but a line without losses is another one.

        @param own: that of the file
        @return: the network
        """
        other = self.rtt_ns is not None or self.rate_bit_s is not None
        return Network(
            own.rtt_ns if self.rtt_ns is None else self.rtt_ns,
            own.rate_bit_s if self.rate_bit_s is None else self.rate_bit_s,
            own.loss if self.loss is None else self.loss,
            DEFAULT_QUEUE if other and own.queue == NO_OVERFLOW else own.queue,
        )  # fmt: skip
