# SPDX-License-Identifier: GPL-2.0-only
"""Odd inputs from seeds: each is read by every command that reads its kind, in processes with limits.

An input that breaks something is printed with its seed, and made smaller for as long as it still does.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

os.environ["OPENBLAS_NUM_THREADS"] = "1"
_TEST: Final = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(_TEST / "python"), str(_TEST / "soak")]

from fuzz_bench import Bench, Outcome  # noqa: E402
from fuzz_folder import FOLDER  # noqa: E402
from fuzz_kind import Kind, Parts  # noqa: E402
from fuzz_net_trace import NET_TRACE  # noqa: E402
from fuzz_pcapng import PCAPNG  # noqa: E402
from fuzz_plan import PLAN  # noqa: E402
from fuzz_report import REPORT  # noqa: E402
from fuzz_server import Server  # noqa: E402
from fuzz_set import SET  # noqa: E402
from fuzz_store import STORE  # noqa: E402
from fuzz_tkprof import TKPROF  # noqa: E402
from fuzz_trace import TRACE  # noqa: E402

KINDS: Final = {
    kind.name: kind for kind in (PLAN, SET, STORE, FOLDER, PCAPNG, TRACE, NET_TRACE, TKPROF, REPORT)
}
CORPUS: Final = Path(__file__).resolve().parent / "corpus"
_TOLD: Final = 10
"""Findings that are made smaller and printed."""
_MOST_TRIES: Final = 150


def least(parts: Parts, fails: Callable[[Parts], bool]) -> Parts:
    """Leave out parts, half of them, a quarter ... one by one, for as long as an input still fails.

    @param parts: an input that fails
    @param fails: whether another one still does
    @return: one of which nothing more can be left out, or the smallest that was found
    """
    tries, size = 0, max(len(parts) // 2, 1)
    while parts and tries < _MOST_TRIES:
        for start in range(0, len(parts), size):
            tries += 1
            if fails(fewer := parts[:start] + parts[start + size :]):
                parts = fewer
                break
        else:
            if size == 1:
                break
            size //= 2
        size = max(min(size, len(parts) // 2), 1)
    return parts


def inputs(asked: argparse.Namespace) -> Iterator[tuple[Kind, int]]:
    """Yield kind and number of one input after the other, until enough or until the time is over."""
    until = time.monotonic() + asked.minutes * 60
    number = 0
    while (asked.inputs is None or number < asked.inputs) and time.monotonic() < until:
        for kind in KINDS.values():
            if asked.kind in (None, kind.name):
                yield kind, asked.first + number
        number += 1


def drawn(kind: Kind, seed: int, number: int) -> Parts:
    """Draw an input.

    @param kind: its kind
    @param seed: the seed of the run
    @param number: its number
    @return: the input
    """
    return kind.draw(random.Random(f"{seed} {kind.name} {number}"))


def tell(server: Server, kind: Kind, seed: int, number: int, found: list[str]) -> None:
    """Print a finding, and the least input that shows it."""
    print(f"kind {kind.name}, seed {seed}, number {number}, commit {_commit()}: {found[0]}", flush=True)
    parts = drawn(kind, seed, number)
    commands = kind.commands(parts)

    def fails(fewer: Parts) -> bool:
        again, _outcome = server.try_out(kind, fewer, commands)
        return any(_gist(sentence) == _gist(found[0]) for sentence in again)

    print(f"  least input: {json.dumps(least(parts, fails))}", flush=True)


def replay(server: Server) -> tuple[int, list[str]]:
    """Try out what the corpora keep; each of their inputs once broke something, and says how its commands are to end.

    @param server: who tries them out
    @return: how many there are, and a sentence for each that is not as it should be
    """
    files = sorted(path for name in KINDS for path in (CORPUS / name).glob("*.json"))
    wrong = []
    for path in files:
        kept = json.loads(path.read_text(encoding="utf-8"))
        found, outcome = server.try_out(KINDS[path.parent.name], kept["parts"])
        there = [(" ".join(words), code, error) for words, code, error in outcome]
        for words, code, part in kept["ends"]:
            if not any((words, code) == end[:2] and part in end[2] for end in there):
                found.append(f"net8 {words} did not end with {code} and {part!r} but so: {there}")
        wrong += [f"{path.parent.name}/{path.name}: {sentence}" for sentence in found]
    return len(files), wrong


def _gist(sentence: str) -> str:
    """Return what two findings have in common, whatever numbers and names are in them."""
    return re.sub(r"'.*|\d+", "", sentence)[:80]


def _commit() -> str:
    """Name the commit that is tested."""
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=_TEST, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "unknown"


def codes(outcome: Outcome) -> collections.Counter[str]:
    """Count the exit codes of the commands of an input."""
    return collections.Counter(f"exit code {code}" for _words, code, _error in outcome)


def main() -> int:
    """Try inputs out and print how many of each kind, as the last line what passed and failed."""
    parser = argparse.ArgumentParser(prog="./net8 test fuzz", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the seed")
    parser.add_argument("--first", type=int, default=0, help="number of the first input")
    parser.add_argument(
        "--inputs", type=int, help="how many of each kind; by default as many as there is time for"
    )
    parser.add_argument("--minutes", type=float, default=10, help="for how long at most")
    parser.add_argument("--kind", choices=KINDS, help="inputs of this kind alone")
    parser.add_argument("--replay", action="store_true", help="nothing but what the corpora keep")
    asked = parser.parse_args()
    if asked.replay:
        with tempfile.TemporaryDirectory(prefix="net8-fuzz-") as top:
            server = Server(Bench(Path(top)), KINDS)
            count, wrong = replay(server)
            server.close()
        print("\n".join([*wrong, f"{count - len(wrong)} passed, {len(wrong)} failed"]))
        return 1 if wrong or not count else 0
    begun = time.monotonic()
    tried: collections.Counter[str] = collections.Counter()
    ended: collections.Counter[str] = collections.Counter()
    findings: dict[str, tuple[Kind, int, list[str]]] = {}
    bad = 0
    with tempfile.TemporaryDirectory(prefix="net8-fuzz-") as top:
        server = Server(Bench(Path(top)), KINDS)
        for kind, number in inputs(asked):
            found, outcome = server.try_out(kind, drawn(kind, asked.seed, number))
            tried[kind.name] += 1
            ended += codes(outcome)
            bad += bool(found)
            if found:
                findings.setdefault(f"{kind.name} {_gist(found[0])}", (kind, number, found))
        for kind, number, found in [*findings.values()][:_TOLD]:
            tell(server, kind, asked.seed, number, found)
        server.close()
    minutes = (time.monotonic() - begun) / 60
    counts = ", ".join(f"{count} of {name}" for name, count in tried.items())
    told = ", ".join(f"{count} {name}" for name, count in sorted(ended.items()))
    print(f"{counts} in {minutes:.1f} min with seed {asked.seed}: {told}")
    print(f"{tried.total() - bad} passed, {bad} failed")
    return 1 if bad or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
