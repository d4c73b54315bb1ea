# SPDX-License-Identifier: GPL-2.0-only
"""Random networks of sites, walked by nodes of ns-3 and computed as stages: all results must be the same."""

from __future__ import annotations

import argparse
import collections
import json
import os
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from graph_plans import both, graph
from net8.base.errors import Net8Error


def judge(seed: int, most_sites: int) -> tuple[int, str, dict[str, int]]:
    """Run a network both ways.

    @param seed: of the network
    @param most_sites: most sites of it
    @return: the seed, what is wrong, and what it was made of
    """
    document = graph(seed, most_sites)
    with tempfile.TemporaryDirectory() as folder:
        try:
            nodes, stages, plain = both(document, Path(folder))
        except Net8Error as error:
            return seed, f"it could not be run: {error}", {}
    told = {
        "IPv6": int(document["path"]["ip"] != "v4"),
        "with dropped packets": int(any("queue_drops" in name for name in nodes.counters)),
        "with lost packets": int(any("loss_drops" in name for name in nodes.counters)),
        "with frames lost to outages": int("frames_cut_off" in nodes.counters),
        "with segments stopped by firewalls": int(any("segments_stopped" in name for name in nodes.counters)),
        "walked events": nodes.events,
        "computed events": stages.events,
    }
    if stages.digest != nodes.digest:
        return seed, f"digests differ: {nodes.digest} walked, {stages.digest} computed", told
    if stages.captures != nodes.captures or len(nodes.captures) < 2:
        return seed, "captures differ", told
    if stages.counters != nodes.counters:
        return seed, f"counters differ: {nodes.counters} walked, {stages.counters} computed", told
    if stages.series != nodes.series:
        return seed, "series of links differ", told
    if (plain.digest, plain.counters, plain.series) != (nodes.digest, nodes.counters, nodes.series):
        return seed, "without captures, digests, counters or series of links differ", told
    if stages.events >= nodes.events:
        return seed, "no events are saved", told
    return seed, "", told


def main() -> int:
    """Run networks and print what differs, as the last line what passed and failed."""
    parser = argparse.ArgumentParser(prog="./net8 test graphs", description=__doc__)
    parser.add_argument("--graphs", type=int, default=300, help="how many networks")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first one")
    parser.add_argument("--most-sites", type=int, default=40, help="most sites of a network")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="networks at once")
    asked = parser.parse_args()
    begun = time.monotonic()
    seeds = range(asked.seed, asked.seed + asked.graphs)
    tally: collections.Counter[str] = collections.Counter()
    failed = 0
    with ProcessPoolExecutor(asked.jobs) as pool:
        for seed, wrong, told in pool.map(judge, seeds, [asked.most_sites] * len(seeds)):
            tally.update(told)
            if wrong:
                failed += 1
                print(
                    f"seed {seed}: {wrong}\n  plan: {json.dumps(graph(seed, asked.most_sites))}", flush=True
                )
    minutes = (time.monotonic() - begun) / 60
    counts = ", ".join(f"{count:,} {name}" for name, count in tally.items())
    print(f"{len(seeds)} networks in {minutes:.1f} min from seed {asked.seed}: {counts}")
    print(f"{len(seeds) - failed} passed, {failed} failed")
    return 1 if failed or not seeds else 0


if __name__ == "__main__":
    sys.exit(main())
