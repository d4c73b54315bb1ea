# SPDX-License-Identifier: GPL-2.0-only
"""Random small campaigns from a seed, and what befalls each of their commands."""

from __future__ import annotations

import random
from typing import Any, Final

from children import INTERVALS_S
from disk import MODES

__all__ = ["COMMANDS", "Document", "campaign"]

Document = dict[str, Any]
"""A campaign: "plan", "runs" and "workers", and "steps" with "faults" each."""

COMMANDS: Final[dict[str, list[tuple[str, list[str]]]]] = {
    "run": [("runs", ["run", "plan.toml"])],
    "more": [("runs", ["run", "plan.toml", "--runs", "3"])],
    "pcap": [("runs", ["run", "plan.toml", "--pcap"])],
    "report": [("runs", ["report", "now"])],
    "repair": [("runs", ["repair", "runs"])],
    "parts": [
        (f"part-{part}", ["run", "plan.toml", "--part", f"{part}/2", "--out", f"part-{part}"]) for part in (1, 2)
    ],
    "merge": [("all", ["merge", "part-1", "part-2", "--out", "all"])],
    "join": [("runs", ["merge", "part-1", "--out", "runs"])],
}  # fmt: skip
"""Commands of each step, with the output folder of each."""

_ORDERS: Final = (
    ("run",), ("run", "pcap"), ("run", "report", "more"), ("run", "repair", "more"),
    ("run", "pcap", "repair", "report"),
    ("parts", "merge"), ("parts", "join", "run"), ("parts", "merge", "run", "report"), ("pcap", "repair", "more"),
)  # fmt: skip


def campaign(seed: int) -> Document:
    """Make the campaign of a seed.

    @param seed: any number
    @return: the campaign
    """
    rng = random.Random(f"campaign {seed}")
    document: Document = {
        "plan": {
            "path": {"kind": rng.choice(["lan", "segment", "wan"]), "ip": rng.choice(["v4", "v6", "dual"])},
            "client": {"count": rng.randint(1, 3)},
            "query": {"rows": rng.choice([0, 5, 300])},
            "sweep": {"client.sdu": rng.choice([[512], [512, 2048], [512, 2048, 8192]])},
        },
        "runs": rng.randint(1, 2),
        "workers": rng.randint(0, 2),
        "interval_s": rng.choice(INTERVALS_S),
    }
    document["steps"] = [
        {"do": name, "faults": [_fault(rng) for _number in range(rng.choice([0, 1, 1, 2, 3]))]}
        for name in rng.choice(_ORDERS)
    ]
    return document


def _fault(rng: random.Random) -> Document:
    """Draw what befalls a command."""
    kind = rng.choice(["write", "write", "kill", "kill", "room", "rival", "damage", "none"])
    fault: Document = {"kind": kind}
    if kind == "write":
        fault |= {"mode": rng.choice(sorted(MODES)), "at": rng.randint(1, 60)}
    if kind in ("kill", "rival"):
        fault["part"] = round(rng.random(), 3)
    if kind == "room":
        fault["kib"] = rng.choice([0, 4, 16, 32, 64, 100, 150, 300])
    if kind == "rival":
        fault["rival"] = rng.choice(["same", "same", "report", "repair", "merge"])
    if kind == "damage":
        fault |= {"place": round(rng.random(), 4), "bytes": rng.choice([1, 16, 4096])}
    if rng.random() < 0.3 or kind == "none":
        fault["slow_ms"] = rng.choice([1, 5, 20])
    if rng.random() < 0.3 or kind == "none":
        fault |= {"hours": rng.choice([-48, -1, 1, 48, 24 * 400]), "jump_at": rng.randint(1, 40)}
    return fault
