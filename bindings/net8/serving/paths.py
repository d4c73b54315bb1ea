# SPDX-License-Identifier: GPL-2.0-only
"""Plans of one path that is written in a few words, such as 80ms,100Mbps,0.5%."""

from __future__ import annotations

import re
from typing import Final

from net8.base.units import format_rate, format_time
from net8.plan.plan import Plan
from net8.replaying.path import path_of

__all__ = ["is_path", "plan_of"]

_PATH: Final = re.compile(r"[\d.]+(?:[num]?s|[kMG]?bps|%)(?:,.*)?")


def is_path(text: str) -> bool:
    """Say whether a text begins as a path does.

    @param text: such as 80ms,100Mbps
    @return: whether it does
    """
    return _PATH.fullmatch(text) is not None


def plan_of(text: str, option: str) -> Plan:
    """Make a plan of a path: two hosts, each on a LAN that takes no time, and Nagle's algorithm at neither end.

    @param text: round trip, rate, loss and queue
    @param option: the option that it is of
    @return: the plan
    @raises PlanError: when it is none
    """
    network = path_of(text, option)
    return Plan.of(
        {
            "path": {
                "kind": "wan", "rate": format_rate(network.rate_bit_s), "delay": format_time(network.delay_ns),
                "lan_rate": "10Gbps", "lan_delay": "0s", "queue_size": network.queue,
                **({"loss_rate": network.loss} if network.loss else {}),
            },
            "client": {"tcp": {"no_delay": True}},
            "server": {"tcp": {"no_delay": True}},
        },
        name=text,
    )  # fmt: skip
