# SPDX-License-Identifier: GPL-2.0-only
"""Random plans with loss in which Linux's TCP talks to ns-3's own: what arrives is what arrives between equals.

Each plan is run three times: Linux on both ends, on the client alone and on the server alone, with ns-3's TCP on the
other end. Loss and its place are random, so times differ; every session has to end in good order, with the same calls,
rows and bytes. ns-3's end has Nagle's algorithm off: with it, a connection stops where a small segment was lost.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any, Final

import net8
from net8.base.errors import Net8Error

Document = dict[str, Any]

ENDS: Final = (("linux", "linux"), ("linux", "ns3"), ("ns3", "linux"))
"""TCP profiles of client and server."""
NEVER_MS: Final = 3_600_000
"""Simulated time after which a run has hung."""


def plan_of(seed: int) -> Document:
    """Draw a plan, without its TCP profiles.

    @param seed: of the plan
    @return: it as nested tables
    """
    rng = random.Random(seed)
    chosen = rng.choice
    tcp: dict[str, Document] = {}
    for end in ("client", "server"):
        tcp[end] = {"no_delay": rng.random() < 0.7, "timestamps": rng.random() < 0.8}
        if rng.random() < 0.3:
            tcp[end] |= {name: chosen([8192, 32768, 262144]) for name in ("send_buffer", "receive_buffer")}
    return {
        "path": {
            "kind": "wan",
            "rate": chosen(["256kbps", "2Mbps", "10Mbps", "45Mbps", "100Mbps"]),
            "delay": chosen(["1ms", "10ms", "40ms", "125ms"]),
            "queue_size": chosen(["8p", "30p", "200p", "1000p"]),
            "loss_rate": chosen([0.001, 0.005, 0.01, 0.02, 0.05]),
            "loss_direction": chosen(["to_client", "to_server", "both", "both"]),
            "ip": chosen(["v4", "v4", "v6"]),
        },
        "client": {
            "count": chosen([1, 1, 1, 4]),
            "sdu": chosen([512, 2048, 8192, 32767]),
            "array_size": chosen([1, 15, 100, 1000]),
            "think_time": chosen(["0s", "0s", "300ms"]),
            "tcp": tcp["client"],
        },
        "server": {"sdu": 32767, "tcp": tcp["server"]},
        "query": {"rows": chosen([1, 40, 400, 2000]), "row_length": chosen([20, 100, 500])},
        "run": {"stop_time": f"{NEVER_MS}ms"},
    }


def with_profiles(document: Document, client: str, server: str) -> Document:
    """Return a plan with the TCP of its ends.

    @param document: the plan
    @param client: profile of the client
    @param server: profile of the server
    @return: the plan with both
    """
    ends = {"client": client, "server": server}
    return document | {
        end: document[end]
        | {
            "tcp": document[end]["tcp"] | {"profile": name} | ({"no_delay": True} if name == "ns3" else {}),
        }
        for end, name in ends.items()
    }


def judge(seed: int) -> tuple[int, str, dict[str, int]]:
    """Run a plan with each pair of ends.

    @param seed: of the plan
    @return: the seed, what is wrong, and what was lost, repeated and carried
    """
    document = plan_of(seed)
    told: collections.Counter[str] = collections.Counter()
    first: tuple[object, ...] = ()
    for ends in ENDS:
        name = " to ".join(ends)
        try:
            run = net8.run(net8.Plan.of(with_profiles(document, *ends)), seed=seed + 1)
        except Net8Error as error:
            return seed, f"{name}: it could not be run: {error}", dict(told)
        outcomes = set(run.outcome)
        if outcomes != {"closed"}:
            return seed, f"{name}: sessions end {sorted(outcomes)}", dict(told)
        calls = run.calls.groupby("kind", observed=True)[["rows", "reply_bytes", "request_bytes"]].sum()
        found = (len(run.calls), str(calls.to_dict()))
        told["calls"] += len(run.calls)
        told["rows"] += int(run["rows"] or 0)
        told["frames lost"] += sum(
            count for counter, count in run.counters.items() if counter.startswith("loss_drops")
        )
        if first and found != first:
            return seed, f"{name}: calls differ: {found}, between equals {first}", dict(told)
        first = found
    return seed, "", dict(told)


def main() -> int:
    """Run plans and print what is wrong; the last line says how many passed and failed."""
    parser = argparse.ArgumentParser(
        prog="./net8 test interop", description=__doc__.splitlines()[0] if __doc__ else ""
    )
    parser.add_argument("--plans", type=int, default=200, help="how many plans")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first one")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="plans at once")
    asked = parser.parse_args()
    begun = time.monotonic()
    seeds = range(asked.seed, asked.seed + asked.plans)
    tally: collections.Counter[str] = collections.Counter()
    failed = 0
    with ProcessPoolExecutor(asked.jobs) as pool:
        for seed, wrong, told in pool.map(judge, seeds):
            tally.update(told)
            if wrong:
                failed += 1
                print(f"seed {seed}: {wrong}\n  plan: {json.dumps(plan_of(seed))}", flush=True)
    minutes = (time.monotonic() - begun) / 60
    counts = ", ".join(f"{count:,} {name}" for name, count in tally.items())
    print(
        f"{len(seeds)} plans, {len(ENDS)} pairs of ends each, in {minutes:.1f} min from seed {asked.seed}: {counts}"
    )
    print(f"{len(seeds) - failed} passed, {failed} failed")
    return 1 if failed or not seeds else 0


if __name__ == "__main__":
    sys.exit(main())
