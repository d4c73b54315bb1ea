# SPDX-License-Identifier: GPL-2.0-only
"""Redo transport against this kernel's TCP: what ``bench/redo.py`` measured (``bench/redo.csv``).

Linux 6.18, CUBIC, Intel Xeon of two processors, 28 November 2026: medians of seven quiet repetitions of 4 s each; SYNC,
the median time of a message; ASYNC, what was confirmed from 2 s to 4 s. Times of the hosts are in the measured, up to
0.15 ms a message, and in no simulation.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import net8
import pytest

pytestmark = pytest.mark.slow

CASES = list(csv.DictReader((Path(__file__).parents[3] / "bench" / "redo.csv").read_text().splitlines()))
ETHERNET = 1514 / 1502
"""Bytes of a full frame there, with the header of Ethernet, over those of PPP on a link here."""


def run(case: dict[str, str], commits: int, start: str) -> dict[str, int]:
    """Return the counters of a session that commits."""
    bit_s = int(case["mbit_s"]) * 1_000_000
    sync = case["transport"] == "sync"
    backlog = {"background_rate": f"{2 * bit_s}bps", "background_size": int(case["message_bytes"])}
    buffers = {name: int(case[name]) for name in ("send_buffer", "receive_buffer") if case[name] != "0"}
    document: dict[str, Any] = {
        "site": [{"name": name, "rate": "1000Gbps", "delay": "0s"} for name in ("primary", "standby")],
        "link": [{"name": "line", "between": ["primary", "standby"], "rate": f"{round(bit_s / ETHERNET)}bps",
                  "delay": f"{500 * int(case['rtt_ms'])}us", "queue_size": "1000p"}],
        "client": {"driver": "python-thin", "site": "primary", "start": start, "commits": commits},
        "server": {"site": "primary", "redo": {"commit_size": int(case["message_bytes"])} if sync else backlog},
        "query": {"rows": 1},
        "redo": [{"site": "standby", "transport": case["transport"], "max_message": int(case["message_bytes"]),
                  "standby_write_time": f"{case['write_us']}us"} | buffers],
    }  # fmt: skip
    return dict(net8.run(net8.Plan.of(document)).counters)


@pytest.mark.parametrize("case", [case for case in CASES if case["us"]])
def test_a_message_takes_the_time_of_the_kernel(case: dict[str, str]) -> None:
    # Ten more messages, once the first have opened the window.
    fewer, more = (run(case, commits, "1s")["redo_commit_wait_ns"] for commits in (15, 25))
    assert (more - fewer) / 10 / 1000 == pytest.approx(float(case["us"]), rel=0.03)


@pytest.mark.parametrize("case", [case for case in CASES if case["bit_s"]])
def test_a_stream_has_the_rate_of_the_kernel(case: dict[str, str]) -> None:
    fewer, more = (run(case, 1, start)["redo_1_bytes"] for start in ("2s", "4s"))
    assert 8 * (more - fewer) / 2 == pytest.approx(float(case["bit_s"]), rel=0.03)
