# SPDX-License-Identifier: GPL-2.0-only
"""Seeded worlds: random plans, each run twice in processes of their own, held against what always holds.

A world that breaks something is printed with its seed, and shrunk to the least plan that still does.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from shrink import shrink
from worlds import Document, drawn_keys, world

_HERE = Path(__file__).resolve().parent
_WORLD_S = 120.0
_WORLDS_OF_A_PROCESS = 400


class Server:
    """A process that runs worlds; one that dies or hangs is told, and replaced."""

    def __init__(self) -> None:
        """Start with none."""
        self._process: subprocess.Popen[str] | None = None
        self._served = 0

    def judge(self, task: int | Document) -> dict[str, Any]:
        """Run a world.

        @param task: its seed, or the plan itself
        @return: what serve.py says of it
        """
        if self._process is None or self._served >= _WORLDS_OF_A_PROCESS:
            self.close()
            self._process = subprocess.Popen(
                [sys.executable, str(_HERE / "serve.py")],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            )  # fmt: skip
            self._served = 0
        self._served += 1
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(task) + "\n")
        process.stdin.flush()
        if not select.select([process.stdout], [], [], _WORLD_S)[0]:
            self.close()
            return {"verdict": "finding", "text": f"nothing came for {_WORLD_S:.0f} s"}
        line = process.stdout.readline()
        if line:
            answer: dict[str, Any] = json.loads(line)
            return answer
        _out, said = process.communicate()
        self._process = None
        return {
            "verdict": "finding",
            "text": f"the process ended with {process.returncode}: {said.strip()[-300:]}",
        }

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def seeds(first: int, worlds: int | None, until: float) -> Iterator[int]:
    """Give seeds until enough, or until the time is over.

    @param first: the first seed
    @param worlds: how many; None: as many as there is time for
    @param until: when to stop, by time.monotonic
    """
    number = 0
    while (worlds is None or number < worlds) and time.monotonic() < until:
        yield first + number
        number += 1


def commit() -> str:
    """Name the commit that is tested."""
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=_HERE, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "unknown"


def tell(seed: int, answer: dict[str, Any]) -> None:
    """Print a finding, and the least plan that shows it."""
    print(f"seed {seed}, commit {commit()}: {answer['text']}", flush=True)
    server = Server()
    try:
        least = shrink(world(seed), lambda plan: server.judge(plan)["verdict"] == "finding")
    finally:
        server.close()
    print(f"  least plan: {json.dumps(least)}", flush=True)


def coverage(keys: collections.Counter[str]) -> str:
    """Say which keys worlds have set.

    @param keys: how many worlds that ran had another value than the default, by key
    @return: a sentence
    """
    drawn = drawn_keys()
    told = f"{len(keys)} of {len(drawn)} keys had another value than their default in worlds that ran"
    if never := sorted(drawn - keys.keys()):
        return f"{told}; never: {', '.join(never)}"
    key, count = min(keys.items(), key=lambda item: item[1])
    return f"{told}; the rarest, {key}, in {count}"


def main() -> int:
    """Run worlds and print how many did what, as the last line what passed and failed."""
    parser = argparse.ArgumentParser(prog="./net8 test soak", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--worlds", type=int, help="how many; by default as many as there is time for")
    parser.add_argument("--minutes", type=float, default=10, help="for how long at most")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="worlds at once")
    asked = parser.parse_args()
    begun = time.monotonic()
    tally: collections.Counter[str] = collections.Counter()
    keys: collections.Counter[str] = collections.Counter()
    findings: list[tuple[int, dict[str, Any]]] = []
    source = seeds(asked.seed, asked.worlds, begun + asked.minutes * 60)

    def work(_worker: int) -> None:
        server = Server()
        while (seed := next(source, None)) is not None:
            answer = server.judge(seed)
            tally[answer["verdict"]] += 1
            keys.update(answer.get("keys", ()))
            if answer["verdict"] == "finding":
                findings.append((seed, answer))
        server.close()

    with ThreadPoolExecutor(asked.jobs) as pool:
        list(pool.map(work, range(asked.jobs)))
    for seed, answer in sorted(findings)[:10]:
        tell(seed, answer)
    minutes = (time.monotonic() - begun) / 60
    print(f"{sum(tally.values())} worlds in {minutes:.1f} min from seed {asked.seed}: " + ", ".join(
        f"{count} {verdict}" for verdict, count in sorted(tally.items())))  # fmt: skip
    print(coverage(keys))
    print(f"{sum(tally.values()) - len(findings)} passed, {len(findings)} failed")
    return 1 if findings or not tally else 0


if __name__ == "__main__":
    sys.exit(main())
