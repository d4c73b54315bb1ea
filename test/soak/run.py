# SPDX-License-Identifier: GPL-2.0-only
"""Seeded worlds, held against what always holds: random plans, run twice, and random campaigns with all that can be.

Each 50th seed is that of a campaign, as those take longer. A world that breaks something is printed with its seed and
the commit, and shrunk to the least plan or campaign that still does.
"""

from __future__ import annotations

import argparse
import collections
import itertools
import json
import os
import select
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from campaigns import campaign
from shrink import shrink
from worlds import Document, drawn_keys, world

_HERE = Path(__file__).resolve().parent
_WORLD_S: Final = {"plans": 300.0, "campaigns": 900.0}
_WORLDS_OF_A_PROCESS = 400
_CAMPAIGN_EVERY: Final = 50
_SHRINK_S: Final = 300.0
"""How long findings are made smaller, all of them together."""


def kind_of(seed: int) -> str:
    """Return whether a seed is that of a plan or of a campaign."""
    return "plans" if seed % _CAMPAIGN_EVERY else "campaigns"


def document_of(seed: int) -> Document:
    """Make the world of a seed."""
    return world(seed) if seed % _CAMPAIGN_EVERY else campaign(seed)


class Server:
    """A process that runs worlds of one kind; one that dies or hangs is told, and replaced."""

    def __init__(self, kind: str) -> None:
        """Start with none.

        @param kind: plans or campaigns
        """
        self._kind = kind
        self._process: subprocess.Popen[str] | None = None
        self._served = 0

    def judge(self, task: Document) -> dict[str, Any]:
        """Run a world.

        @param task: the plan or campaign
        @return: what serve.py says of it
        """
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(task) + "\n")
        process.stdin.flush()
        if not select.select([process.stdout], [], [], _WORLD_S[self._kind])[0]:
            self.close()
            return {"verdict": "finding", "text": f"nothing came for {_WORLD_S[self._kind]:.0f} s"}
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

    def _started(self) -> subprocess.Popen[str]:
        """Return a process that serves."""
        if self._process is None or self._served >= _WORLDS_OF_A_PROCESS:
            self.close()
            command = [sys.executable, str(_HERE / "serve.py")]
            if self._kind == "campaigns":
                command = [*own_mounts(), *command, "campaigns"]
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
            self._served = 0
        self._served += 1
        return self._process

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def own_mounts() -> list[str]:
    """Return what runs a command with mounts of its own, which end with it; nothing where that is not allowed."""
    if shutil.which("unshare"):
        for command in (["unshare", "--mount"], ["unshare", "--user", "--map-root-user", "--mount"]):
            if subprocess.run([*command, "true"], capture_output=True, check=False).returncode == 0:
                return command
    return []


def seeds(first: int, worlds: int | None, until: float, kind: str) -> Iterator[int]:
    """Yield seeds until enough, or until the time is over.

    @param first: the first seed
    @param worlds: how many; None: as many as there is time for
    @param until: when to stop, by time.monotonic
    @param kind: plans, campaigns or both
    """
    wanted = (seed for seed in itertools.count(first) if kind in ("both", kind_of(seed)))
    for seed in itertools.islice(wanted, worlds):
        if time.monotonic() >= until:
            return
        yield seed


def commit() -> str:
    """Name the commit that is tested."""
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=_HERE, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "unknown"


def tell(seed: int, answer: dict[str, Any], until: float) -> None:
    """Print a finding, and the least plan or campaign that shows it, made smaller until a time."""
    print(f"seed {seed}, commit {commit()}: {answer['text']}", flush=True)
    kind = kind_of(seed)
    server = Server(kind)
    # What depends on the moment of a kill does not show itself each time.
    tries = 1 if kind == "plans" else 3

    def fails(candidate: Document) -> bool:
        return any(server.judge(candidate)["verdict"] == "finding" for _try in range(tries))

    try:
        least = shrink(document_of(seed), fails, until=until)
    finally:
        server.close()
    print(f"  least {kind.removesuffix('s')}: {json.dumps(least)}", flush=True)
    print(f"  again: ./net8 test soak --seed {seed} --worlds 1", flush=True)


def coverage(keys: collections.Counter[str]) -> str:
    """Name which keys worlds have set.

    @param keys: how many worlds that ran had another value than the default, by key
    @return: a sentence
    """
    drawn = drawn_keys()
    told = f"{len(keys)} of {len(drawn)} keys had another value than their default in plans that ran"
    if never := sorted(drawn - keys.keys()):
        return f"{told}; never: {', '.join(never[:20])}{' and others' * (len(never) > 20)}"
    key, count = min(keys.items(), key=lambda item: item[1])
    return f"{told}; the rarest, {key}, in {count}"


class Soak:
    """Worlds run by several processes, and what came out."""

    def __init__(self, source: Iterator[int]) -> None:
        """Prepare.

        @param source: seeds of the worlds
        """
        self.tally: dict[str, collections.Counter[str]] = {kind: collections.Counter() for kind in _WORLD_S}
        self.keys: collections.Counter[str] = collections.Counter()  #: worlds that set a key, by key
        self.tried: collections.Counter[str] = collections.Counter()  #: faults of campaigns, and how many hit
        self.findings: list[tuple[int, dict[str, Any]]] = []  #: seeds that broke something
        self._source, self._lock = source, threading.Lock()

    def run(self, jobs: int) -> None:
        """Run all.

        @param jobs: worlds at once
        """
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(self._work, range(jobs)))

    def _next(self) -> int | None:
        """Return the next seed, as a generator serves one thread at a time."""
        with self._lock:
            return next(self._source, None)

    def _work(self, _worker: int) -> None:
        """Take one seed after the other."""
        servers = {kind: Server(kind) for kind in self.tally}
        try:
            while (seed := self._next()) is not None:
                answer = servers[kind_of(seed)].judge(document_of(seed))
                self.tally[kind_of(seed)][answer["verdict"]] += 1
                self.keys.update(answer.get("keys", ()))
                self.tried.update(answer.get("tried", {}))
                if answer["verdict"] == "finding":
                    self.findings.append((seed, answer))
        finally:
            for server in servers.values():
                server.close()


def main() -> int:
    """Run worlds and print how many did what, as the last line what passed and failed."""
    parser = argparse.ArgumentParser(prog="./net8 test soak", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--worlds", type=int, help="how many; by default as many as there is time for")
    parser.add_argument("--minutes", type=float, default=10, help="for how long at most")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="worlds at once")
    parser.add_argument("--kind", choices=["plans", "campaigns", "both"], default="both", help="which worlds")
    asked = parser.parse_args()
    begun = time.monotonic()
    soak = Soak(seeds(asked.seed, asked.worlds, begun + asked.minutes * 60, asked.kind))
    soak.run(asked.jobs)
    until = time.monotonic() + _SHRINK_S
    for seed, answer in sorted(soak.findings, key=lambda finding: finding[0])[:10]:
        tell(seed, answer, until)
    minutes = (time.monotonic() - begun) / 60
    for kind, tally in soak.tally.items():
        counts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(tally.items())) or "none"
        print(f"{kind}: {tally.total()} in {minutes:.1f} min from seed {asked.seed}: {counts}")
    if soak.keys:
        print(coverage(soak.keys))
    if soak.tried:
        kinds = sorted(kind for kind in soak.tried if not kind.endswith(" hit"))
        print("faults that made a command fail, of those tried: " + ", ".join(
            f"{kind} {soak.tried[f'{kind} hit']} of {soak.tried[kind]}" for kind in kinds))  # fmt: skip
    total = sum(tally.total() for tally in soak.tally.values())
    print(f"{total - len(soak.findings)} passed, {len(soak.findings)} failed")
    return 1 if soak.findings or not total else 0


if __name__ == "__main__":
    sys.exit(main())
