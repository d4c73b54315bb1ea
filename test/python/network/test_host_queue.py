# SPDX-License-Identifier: GPL-2.0-only
"""A host keeps what its own TCP sends; only routers, switches and lossy links drop packets."""

from __future__ import annotations

import net8
import pytest

# Replies of 2.5 MB are more than 1000 frames, which the sender hands over as fast as its window allows.
BURSTS: dict[str, object] = {
    "client": {"driver": "dblink", "release": "12.1", "sdu": 32767, "array_size": 5000},
    "server": {"sdu": 32767, "tcp": {"congestion_control": "TcpLinuxReno"}},
    "query": {"rows": 20000, "row_length": 500},
}


def test_a_burst_is_lost_neither_on_the_server_nor_in_a_queue_that_holds_it() -> None:
    path = {"rate": "45Mbps", "delay": "40ms", "queue_size": "100000p"}
    run = net8.run(net8.Plan.of({"path": path, **BURSTS}))
    assert run.counters["queue_drops_to_client"] == 0


@pytest.mark.parametrize("kind", ["lan", "segment"])
def test_a_host_in_front_of_the_slowest_link_loses_nothing(kind: str) -> None:
    path = {"kind": kind, "lan_rate": "100Mbps", "queue_size": "100p"}
    plan = net8.Plan.of({"path": path, **BURSTS}).with_values({"server.tcp.initial_window": 1000})
    assert net8.run(plan).counters["queue_drops_to_client"] == 0


def test_a_queue_of_the_bottleneck_still_overflows() -> None:
    path = {"rate": "45Mbps", "delay": "40ms", "queue_size": "100p"}
    run = net8.run(net8.Plan.of({"path": path, **BURSTS}))
    assert run.counters["queue_drops_to_client"] > 0


def test_new_data_stays_inside_a_window_below_a_segment_when_segments_are_lost() -> None:
    # A build of ns-3 with assertions ended where a segment went beyond the window.
    plan = net8.Plan.of(
        {
            "path": {"loss_rate": 0.4},
            "client": {"tcp": {"receive_buffer": 1024}, "count": 3},
            "run": {"stop_time": "200s"},
        }
    )
    for seed in (1, 2, 3):
        assert len(net8.run(plan, seed=seed).outcome) == 3
