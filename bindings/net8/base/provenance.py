# SPDX-License-Identifier: GPL-2.0-only
"""Where a result comes from: which net8, on which machine, by which command, when."""

from __future__ import annotations

import functools
import platform
import shlex
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from net8.base.credentials import clean_word
from net8.base.extension import __version__, build

__all__ = ["commit", "now", "of_command", "of_machine"]

_ROOT: Final = Path(__file__).parents[3]
"""The source tree, where the package lies in one."""


def now() -> str:
    """Return the time of day. It is told and nothing depends on it.

    @return: UTC, such as "2026-11-22T21:14:05.250Z"
    """
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@functools.cache
def commit() -> str:
    """Return the commit of this net8.

    @return: 40 hexadecimal digits, with "-dirty" where the tree was changed since; "" where nobody knows
    """
    if not (_ROOT / ".git").exists():
        return build().commit
    command = [
        "git",
        "--no-optional-locks",
        "-C",
        str(_ROOT),
        "describe",
        "--always",
        "--abbrev=40",
        "--dirty",
        "--exclude=*",
    ]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=10).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return build().commit


@functools.cache
def of_machine() -> dict[str, str]:
    """Return the software that simulates in this process.

    @return: versions, build, platform and host by name
    """
    made = build()
    return {
        "net8": __version__, "ns3": made.ns3, "compiler": made.compiler, "build_type": made.build_type,
        "python": platform.python_version(), "platform": _platform(), "host": platform.node(),
    }  # fmt: skip


def _platform() -> str:
    """Name the platform as platform.platform() does, which starts a process that it has no use for."""
    system = platform.uname()
    return "-".join([system.system, system.release, system.machine, "with", "".join(platform.libc_ver())])


@functools.cache
def of_command() -> dict[str, str]:
    """Return the command that asked for results in this process.

    @return: command and commit by name
    """
    first, *arguments = sys.argv or [""]
    path = Path(first)
    name = path.parent.name if path.name == "__main__.py" else path.name
    return {"command": shlex.join([name or "python", *map(clean_word, arguments)]), "commit": commit()}
