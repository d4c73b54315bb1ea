# SPDX-License-Identifier: GPL-2.0-only
"""The files that ``net8 dissect --profile`` writes, and what it says of them."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from net8.base import files
from net8.base.errors import PlanError
from net8.schema.values import is_file_name

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["write_profile"]


def write_profile(
    console: Console, capture: Path, target: Path, session: int, ports: Collection[int] | None
) -> None:
    """Write a driver's file, its server's and a plan of both, where none of them is yet.

    @param console: where to say what was written
    @param capture: the capture
    @param target: where the driver's file goes; its name without .toml is that of the driver
    @param session: number of the session
    @param ports: TCP ports of listeners, or none for the usual ones
    """
    from net8.comparison.profile import profile_of
    from net8.dissect.sessions import LISTENER_PORTS

    if target.suffix != ".toml" or not is_file_name(target.stem):
        raise PlanError(
            f"--profile {target} is not the name of a driver file; write a name such as my-driver.toml"
        )
    names = [target.stem + ending for ending in (".toml", "-server.toml", "-plan.toml")]
    if there := next((name for name in names if (target.parent / name).exists()), None):
        raise PlanError(f"{target.parent / there} already exists; choose another name or remove it")
    found = profile_of(capture, target.stem, stream=session, ports=ports or LISTENER_PORTS)
    for name, text in found.texts.items():
        files.current.write(target.parent / name, text.encode())
    sums = ", ".join(f"{total.sender} {total.difference_percent:+.2f} %" for total in found.comparison.totals)
    console.print(f"{', '.join(found.texts)}: a run of the plan beside the capture has bytes of {sums}")
    if found.comparison.parting:
        console.print(str(found.comparison.parting))
