# SPDX-License-Identifier: GPL-2.0-only
"""A first plan for whoever begins: a few keys with values, the usual others with their defaults as comments."""

from __future__ import annotations

import re
import textwrap
from itertools import groupby
from pathlib import Path
from typing import Final

from net8.base.errors import PlanError, ToolError
from net8.base.files import cause
from net8.cli.key_help import default_of, how_written, range_of
from net8.schema.table import KEYS
from net8.schema.values import is_file_name, show

__all__ = ["first_plan", "write_first_plan"]

_SET: Final[dict[str, object]] = {
    "path.kind": "wan",
    "path.rate": "10Mbps",
    "path.delay": "40ms",
    "client.driver": "jdbc-thin",
    "query.rows": 1000,
    "query.row_length": 100,
}
"""What the plan sets: a fetch that takes a second or so to simulate."""
_SHOWN: Final = (
    "path.kind", "path.rate", "path.delay", "path.loss_rate", "path.queue_size",
    "client.driver", "client.count", "client.sdu", "client.array_size", "client.queries", "client.think_time",
    "client.tcp.profile", "client.tcp.receive_buffer",
    "server.release", "server.sdu", "server.handlers", "server.call_time", "server.row_time",
    "query.rows", "query.row_length",
    "run.seed", "run.runs", "run.pcap",
)  # fmt: skip
"""What it shows, by section."""
_WIDTH: Final = 118
_SWEEP: Final = """[sweep]
# Every combination of these is simulated: 2 x 3 points.
"path.delay" = ["5ms", "40ms"]
"client.array_size" = [10, 100, 1000]

[[figure]]
name = "response-time"
x = "client.array_size"
series = ["path.delay"]
log = "xy"
"""


def first_plan(title: str) -> str:
    """Write a plan with comments.

    @param title: its title
    @return: TOML
    """
    escaped = title.replace("\\", "\\\\").replace('"', '\\"')
    lines = [
        "# A plan of net8. A line that begins with # and a key shows its default; take the # away to set it.",
        "# net8 describe tells what follows from a plan, net8 explain KEY what a key means, net8 keys WORD finds keys.",
        "",
        f'title = "{escaped}"',
        "",
    ]
    for section, paths in groupby(_SHOWN, key=lambda path: path.rpartition(".")[0]):
        lines += [f"[{section}]", *(line for path in paths for line in _entry(path)), ""]
    return "\n".join([*lines, _SWEEP])


def _entry(path: str) -> list[str]:
    """Write a key with its meaning."""
    key = KEYS[path]
    # A time or a rate carries its unit in each value.
    unit = key.unit if key.kind in ("int", "number") else ""
    told = ", ".join(filter(None, (how_written(key), range_of(key), unit)))
    text = f"{key.help} Written as {told}."
    comment = textwrap.wrap(text, _WIDTH, initial_indent="# ", subsequent_indent="#   ")
    if path in _SET:
        return [*comment, f"{key.name} = {show(_SET[path])}"]
    default = default_of(key)
    return [*comment, f"# {key.name} = {default}" if key.default is not None else f"# {key.name}: {default}"]


def write_first_plan(folder: Path) -> Path:
    """Write a first plan into a folder of its own, beside nothing else.

    @param folder: the folder, which is made
    @return: the plan
    @raises PlanError: when the folder is there already, or its name is none that a plan can have
    @raises ToolError: when it cannot be written
    """
    if not is_file_name(folder.name) or not re.search(r"\w", folder.name):
        raise PlanError(f"{str(folder)!a} cannot be the name of a folder; use letters, digits, - and _")
    if folder.exists():
        raise PlanError(f"{folder} already exists; choose another name, or edit the plan in it")
    try:
        folder.mkdir(parents=True)
        path = folder / "plan.toml"
        path.write_text(first_plan(folder.name), encoding="utf-8")
    except OSError as error:
        raise ToolError(f"{folder} cannot be written: {cause(error, folder)}") from None
    return path
