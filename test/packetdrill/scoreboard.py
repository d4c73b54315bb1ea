# SPDX-License-Identifier: GPL-2.0-only
"""Runs packetdrill scripts and prints who passes: the TCP machine, its ns-3 socket, and stock ns-3 beside them.

Without ``--scripts`` these are our own (``scripts`` beside this file) and those in ``packetdrill`` of ``NET8_SHARED``
(default: ``../shared`` beside the project). A script that is in ``exceptions.toml`` may fail, and has to: a name there
is the end of a path, so that copies elsewhere count as well, and a folder of ``--scripts`` may have such a file of its
own.

The machine is run without ns-3. The socket is that of a node of ns-3 whose peer is the script; it has to pass what the
machine passes, unless a call is asked for that ``ns3::Socket`` does not have. Stock ns-3 is ``ns3::TcpSocketBase`` with
the attributes nearest to Linux; as it sends no MSS option, its options and windows are not compared. What it passes the
machine has to pass.

Times may be off by 20 ms, with which the scripts passed on the live kernel, or by an eighth of what a script waits, as
packetdrill itself has it; without the option the runners take packetdrill's own 4 ms.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parents[1]
BUILD = TOP / "build" / "release"
SHARED = Path(os.environ.get("NET8_SHARED", TOP.parent / "shared")) / "packetdrill"
LIMIT_SECONDS = 60

NS3 = str(BUILD / "net8-packetdrill-ns3")
TOLERANCE = ["--tolerance-us", "20000"]
RUNNERS: dict[str, list[str]] = {
    "machine": [str(BUILD / "net8-packetdrill"), *TOLERANCE],
    "ns-3 socket": [NS3, *TOLERANCE],
    "stock ns-3": [NS3, "--stock", "--ignore-options", *TOLERANCE],
}


@dataclass
class Score:
    """How one script ended."""

    verdict: str
    line: str = ""
    reason: str = ""
    trace: list[str] = field(default_factory=list)


def run_script(runner: list[str], script: Path) -> Score:
    """Run one script; a runner that crashes or hangs is a failure of the script."""
    try:
        done = subprocess.run(
            [*runner, str(script)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LIMIT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Score("FAIL", "0", f"the runner did not end within {LIMIT_SECONDS} s")
    lines = done.stdout.splitlines()
    if done.returncode != 0 or not lines:
        return Score("FAIL", "0", f"the runner ended with code {done.returncode}: {done.stderr[-200:]}")
    parts = lines[0].split("\t")
    return Score(parts[0], *parts[2:4], trace=lines[1:])


def show(kind: str, name: str, score: Score) -> None:
    """Print why a script does not pass: where, why, and the segments before it."""
    print(f"  {kind:5} {name}:{score.line}: {score.reason}")
    if kind == "FAIL":
        print("\n".join(f"      {line.strip()}" for line in score.trace))


def judge(name: str, scores: dict[str, Score], known: str | None) -> bool:
    """Describe what is to be said of one script; give whether it is as it should be."""
    machine, socket, stock = scores.values()
    right = True
    if machine.verdict == "NA":
        show("n/a", name, machine)
    elif machine.verdict == "FAIL" and known is not None:
        show("known", name, Score("FAIL", machine.line, known))
    elif machine.verdict == "FAIL":
        show("FAIL", name, machine)
        right = False
    elif known is not None:
        print(f"  FAIL  {name} passes: take it off exceptions.toml")
        right = False
    if machine.verdict == "PASS" and socket.verdict != "PASS":
        show("n/a" if socket.verdict == "NA" else "FAIL", f"ns-3 socket: {name}", socket)
        right = right and socket.verdict == "NA"
    if stock.verdict == "PASS" and machine.verdict == "FAIL":
        print(f"  FAIL  {name}: stock ns-3 passes it")
        right = False
    return right


def read_exceptions(folder: Path) -> dict[str, str]:
    """Give the scripts that may fail, by the end of their paths: those known here, and those that the folder names."""
    exceptions: dict[str, str] = {}
    for file in (HERE / "exceptions.toml", folder / "exceptions.toml"):
        if file.is_file():
            exceptions |= tomllib.loads(file.read_text(encoding="utf-8"))
    return exceptions


def run_folder(folder: Path) -> Counter[str]:
    """Run all scripts of a folder and below; give how many passed and how many are wrong."""
    exceptions = read_exceptions(folder)
    counts: Counter[str] = Counter()
    groups: dict[str, dict[str, Counter[str]]] = {}
    for script in sorted(folder.rglob("*.pkt")):
        name = script.relative_to(folder).as_posix()
        scores = {who: run_script(runner, script) for who, runner in RUNNERS.items()}
        group = groups.setdefault(name.split("/")[0] if "/" in name else ".", {})
        for who, score in scores.items():
            group.setdefault(who, Counter())[score.verdict] += 1
        path = script.resolve().as_posix()
        known = next((why for end, why in exceptions.items() if path.endswith(f"/{end}")), None)
        counts["wrong"] += not judge(name, scores, known)
        counts[scores["machine"].verdict] += 1
    for name, tallies in groups.items():
        for who, tally in tallies.items():
            told = f"{tally['PASS']} pass, {tally['FAIL']} fail, {tally['NA']} not applicable"
            print(f"  {name}, {who}: {told}")
    return counts


def main() -> int:
    """Run the folders; the last line reads ``N passed, N failed``."""
    parser = argparse.ArgumentParser(
        prog="./net8 test packetdrill", description=__doc__.splitlines()[0] if __doc__ else ""
    )
    parser.add_argument("--scripts", type=Path, metavar="DIR", help="run the scripts of this folder alone")
    asked = parser.parse_args()
    for runner in RUNNERS.values():
        if not Path(runner[0]).exists():
            print(f"{runner[0]} was not built")
            print("0 passed, 1 failed")
            return 1
    folders = [HERE / "scripts", SHARED] if asked.scripts is None else [asked.scripts]
    total: Counter[str] = Counter()
    for folder in folders:
        if not folder.is_dir():
            print(f"no scripts in {folder}; NET8_SHARED names the folder above packetdrill")
            # On the machine that decides, nothing to read is a failure.
            total["wrong"] += 1 if asked.scripts is not None or os.environ.get("CI") else 0
            continue
        print(f"{folder}:")
        total += run_folder(folder)
    print(f"{total['PASS']} passed, {total['wrong']} failed")
    return 1 if total["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
