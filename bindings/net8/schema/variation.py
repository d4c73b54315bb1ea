# SPDX-License-Identifier: GPL-2.0-only
"""Keys of what differs between real runs of one experiment although nobody changed anything."""

from __future__ import annotations

from typing import Final

from net8.schema.key import Key

__all__ = ["VARIATION_KEYS"]

_S: Final = "variation"
VARIATION_KEYS: Final = (
    Key(_S, "when", "choice", "competing", "When what differs between real runs is drawn for each run: where several "
        "sessions or bulk flows compete, always, or never.", choices=("competing", "always", "never")),
    Key(_S, "timer_phase", "bool", True, "Whether the phase of the tick of each host's TCP timers is drawn."),
    Key(_S, "start_spread", "time", "1ms", "Longest time by which a session or a flow starts late.", "s",
        source="assumed: the scheduler of a host"),
    Key(_S, "frame_time", "time", "4us", "Longest time that a host takes for an arriving segment with data, if its "
        "segment_time is 0; each is drawn between 0 and this.", "s",
        source="captures of the kernel: bursts leave it at 1.9 to 2.5 us a frame"),
)  # fmt: skip
