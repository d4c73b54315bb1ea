# SPDX-License-Identifier: GPL-2.0-only
"""Runs our own packetdrill scripts against the kernel of this machine, each in a network namespace of its own.

What is needed is packetdrill itself (github.com/google/packetdrill; ``NET8_PACKETDRILL`` names it, else it is in
``PATH``), and a machine that lets one make network namespaces and TUN devices in them. What is missing is said in one
line. Times are real, so a script may be late where other programs share the processors: it has three tries.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCRIPTS = HERE / "scripts"
TOLERANCE_US = 36_000  #: a tick of 4 ms, the 32 ms that the timer wheel adds to times of seconds
LIMIT_SECONDS = 120
TRIES = 3
NAMESPACES = (["unshare", "--net"], ["unshare", "--user", "--map-root-user", "--net"])
REFUSED = re.compile(r'setting key "([^"]+)"[^\n]*')


def find_namespace() -> list[str] | None:
    """Return the command that opens a network namespace in which there can be a TUN device; None without one."""
    for command in NAMESPACES:
        try:
            done = subprocess.run(
                [*command, "ip", "tuntap", "add", "mode", "tun", "dev", "net8probe"],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=LIMIT_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            continue
        if done.returncode == 0:
            return command
    return None


def run_once(command: list[str], script: Path) -> tuple[bool, str]:
    """Run a script; give whether it passed, and what packetdrill said."""
    try:
        done = subprocess.run(
            [*command, f"--tolerance_usecs={TOLERANCE_US}", script.name],
            cwd=script.parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=LIMIT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False, f"no end within {LIMIT_SECONDS} s"
    return done.returncode == 0, done.stdout


def run_script(command: list[str], script: Path) -> tuple[str, str]:
    """Run a script until it passes, a few times; give pass, fail or n/a, and why."""
    told = ""
    for _ in range(TRIES):
        passed, told = run_once(command, script)
        if passed:
            return "pass", ""
    refused = REFUSED.search(told)
    if refused:
        return "n/a", f"this machine does not let a namespace set {refused[1]}"
    lines = [line for line in told.splitlines() if line.strip()]
    return "FAIL", "\n      ".join(lines[-6:])


def main() -> int:
    """Run the scripts; the last line reads ``N passed, N failed``, if the kernel can be asked."""
    named = os.environ.get("NET8_PACKETDRILL")
    program = shutil.which(named or "packetdrill")
    if program is None:
        missing = f"NET8_PACKETDRILL={named} is no program" if named else "there is no packetdrill in PATH"
        print(f"kernel: not asked, as {missing}")
        return 0
    namespace = find_namespace()
    if namespace is None:
        print("kernel: not asked, as this machine allows no network namespace with a TUN device")
        return 0
    inside = ["sh", "-c", 'ip link set lo up && exec "$@"', "sh", str(Path(program).resolve())]
    counts = {"pass": 0, "FAIL": 0, "n/a": 0}
    print(f"Linux {os.uname().release}:")
    for script in sorted(SCRIPTS.glob("*.pkt")):
        verdict, reason = run_script([*namespace, *inside], script)
        counts[verdict] += 1
        if verdict != "pass":
            print(f"  {verdict:5} {script.name}: {reason}")
    print(f"  {counts['pass']} pass, {counts['FAIL']} fail, {counts['n/a']} not applicable")
    print(f"{counts['pass']} passed, {counts['FAIL']} failed")
    return 1 if counts["FAIL"] else 0


if __name__ == "__main__":
    sys.exit(main())
