# SPDX-License-Identifier: GPL-2.0-only
"""Keys of how a plan is run: seeds, limits, captures, samples, computed hops and MPI ranks."""

from __future__ import annotations

from typing import Final

from net8.schema.key import Key

__all__ = ["MAX_SEED", "RUN_KEYS"]

MAX_SEED: Final = 4294944442
"""Largest seed of ns-3's random numbers: MRG32k3a takes seeds below its smaller modulus."""

RUN_KEYS: Final = (
    Key(
        "run",
        "seed",
        "int",
        1,
        "Seed of all random streams.",
        low=1,
        high=MAX_SEED,
        core=False,
        source="L'Ecuyer's MRG32k3a, whose smaller modulus is 4294944443",
    ),
    Key("run", "runs", "int", 1, "Replications of each point.", low=1, high=10**6, core=False),
    Key(
        "run",
        "points",
        "choice",
        "all",
        "Points of the sweep that are run: all combinations of its values, or those that "
        "some [[figure]] shows.",
        choices=("all", "figures"),
        core=False,
    ),
    Key("run", "stop_time", "time", "24h", "Simulated time at which a run stops.", "s", low=1),
    Key(
        "run",
        "max_wall_time",
        "time",
        None,
        "Wall time after which a run is ended with an error.",
        "s",
        low=1,
        core=False,
        unset="12h; no limit with run.partition",
    ),
    Key(
        "run",
        "max_memory",
        "size",
        None,
        "Resident memory of the process at which a run is ended with an error.",
        "bytes",
        low=1,
        core=False,
        unset="nine tenths of the machine's; no limit with run.partition",
    ),
    Key("run", "pcap", "bool", False, "Whether packet captures are written.", core=False),
    Key(
        "run",
        "sample_interval",
        "time",
        None,
        "Time between samples of CPU, memory and listener.",
        "s",
        low=10**6,
        unset="none are taken",
    ),
    Key(
        "run",
        "series",
        "words",
        (),
        "What is sampled in addition to the server hosts: queue, load, drops and goodput of each link; goodput of "
        "each flow of background traffic; congestion window, RTT and bytes in flight of sessions.",
        choices=("links", "flows", "sessions"),
    ),
    Key(
        "run",
        "series_sessions",
        "int",
        10,
        "Number of sessions of each group that are sampled, starting with the first.",
        low=1,
        high=10**6,
    ),
    Key(
        "run",
        "network",
        "choice",
        "stages",
        "How packets cross switches and routers: by computed hops (stages) wherever they have the result of nodes, or "
        "always through stacks and queues of nodes.",
        choices=("nodes", "stages"),
        core=False,
    ),
    Key(
        "run",
        "fast_forward",
        "bool",
        False,
        "Skip calls that repeat: in a loop of fetches that is all that happens, only TCP is simulated, and records, "
        "counters and the clock go on as they would. All results are those of a run without it but the number of "
        "events.",
        core=False,
    ),
    Key(
        "run",
        "partition",
        "words",
        (),
        "What each MPI rank simulates, rank 0 first: a side of the WAN, or a share of the sites of a network, by "
        "expected load; none: one process.",
        choices=("client", "server", "share"),
    ),
    Key(
        "run",
        "mpi",
        "choice",
        "distributed",
        "How the ranks of a partition synchronize: by time windows common to all, or by null messages between "
        "neighbours.",
        choices=("distributed", "null-message"),
    ),
)
