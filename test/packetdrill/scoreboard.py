# SPDX-License-Identifier: GPL-2.0-only
"""Runs packetdrill scripts against the TCP machine and prints who passes.

Without ``--scripts`` these are our own (``scripts`` beside this file) and those in ``packetdrill`` of ``NET8_SHARED``
(default: ``../shared`` beside the project). A script of the latter that is in ``exceptions.toml`` may fail, and has to.
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
RUNNER = TOP / "build" / "release" / "net8-packetdrill"
SHARED = Path(os.environ.get("NET8_SHARED", TOP.parent / "shared")) / "packetdrill"
LIMIT_SECONDS = 60


@dataclass
class Score:
    """How one script ended."""

    verdict: str
    line: str = ""
    reason: str = ""
    trace: list[str] = field(default_factory=list)


def run_script(script: Path) -> Score:
    """Run one script; a runner that crashes or hangs is a failure of the script."""
    try:
        done = subprocess.run(
            [str(RUNNER), str(script)],
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


def show(name: str, score: Score, known: str | None) -> None:
    """Print a script that does not pass: where, why, and the segments before it."""
    if score.verdict == "NA":
        print(f"  n/a   {name}:{score.line}: {score.reason}")
    elif known is not None:
        print(f"  known {name}:{score.line}: {known}")
    else:
        print(f"  FAIL  {name}:{score.line}: {score.reason}")
        print("\n".join(f"      {line.strip()}" for line in score.trace))


def run_folder(folder: Path, exceptions: dict[str, str]) -> Counter[str]:
    """Run all scripts of a folder and below; give how many ended how."""
    counts: Counter[str] = Counter()
    groups: dict[str, Counter[str]] = {}
    for script in sorted(folder.rglob("*.pkt")):
        name = script.relative_to(folder).as_posix()
        known = exceptions.get(name)
        score = run_script(script)
        group = groups.setdefault(name.split("/")[0] if "/" in name else ".", Counter())
        group[score.verdict] += 1
        if score.verdict != "PASS":
            show(name, score, known)
        if score.verdict == "PASS" and known is not None:
            print(f"  FAIL  {name} passes: take it off exceptions.toml")
            counts["wrong"] += 1
        elif score.verdict == "FAIL" and known is None:
            counts["wrong"] += 1
        counts[score.verdict] += 1
    for group, tally in groups.items():
        print(f"  {group}: {tally['PASS']} pass, {tally['FAIL']} fail, {tally['NA']} not applicable")
    return counts


def main() -> int:
    """Run the folders; the last line reads ``N passed, N failed``."""
    parser = argparse.ArgumentParser(
        prog="./net8 test packetdrill", description=__doc__.splitlines()[0] if __doc__ else ""
    )
    parser.add_argument("--scripts", type=Path, metavar="DIR", help="run the scripts of this folder alone")
    asked = parser.parse_args()
    if not RUNNER.exists():
        print(f"{RUNNER} was not built")
        print("0 passed, 1 failed")
        return 1
    folders: list[tuple[Path, dict[str, str]]]
    if asked.scripts is not None:
        folders = [(asked.scripts, {})]
    else:
        exceptions = tomllib.loads((HERE / "exceptions.toml").read_text(encoding="utf-8"))
        folders = [(HERE / "scripts", {}), (SHARED, exceptions)]
    total: Counter[str] = Counter()
    for folder, exceptions in folders:
        if not folder.is_dir():
            print(f"no scripts in {folder}; NET8_SHARED names the folder above packetdrill")
            # On the machine that decides, nothing to read is a failure.
            total["wrong"] += 1 if asked.scripts is not None or os.environ.get("CI") else 0
            continue
        print(f"{folder}:")
        total += run_folder(folder, exceptions)
    print(f"{total['PASS']} passed, {total['wrong']} failed")
    return 1 if total["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
