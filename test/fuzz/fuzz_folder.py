# SPDX-License-Identifier: GPL-2.0-only
"""Run folders: cells, values, bytes and kinds of their files, with and without the checksums of what they now hold."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, Final

from fuzz_kind import Command, Kind, Parts
from fuzz_place import PLACES, put_in_place
from net8.store.run_folder import RECORD
from net8.store.seal import file_checksum, seal

__all__ = ["FOLDER"]

_TABLES: Final = ("calls.csv", "sessions.csv", "waits.csv", "attempts.csv", "series.csv")
_FILES: Final = (*_TABLES, "run.json", "row.json", "summary.json", "plan.toml", "capture-client.pcap")
_CELLS: Final = ("", "x", "-1", "0", "1", "7", "99", "1e3", "1.5", "nan", "9223372036854775807", "-9223372036854775808",
                 "9223372036854775808", "9" * 5000, "=1+1", '"', "\x1b[31m", "\x00", " 1", "1,2", "1\n2",
                 "é")  # fmt: skip
_VALUES: Final[tuple[Any, ...]] = (
    None, True, 0, -1, 1, 99, 2**63, 10**400, 0.5, 1e308, float("nan"), float("inf"), "", "x", "\x1b[31m",
    "a\nb", "../../evil",
    "9" * 5000, [], [[]], [1], ["a"], ["a", "b", "c"], [["i"]], [["i", "h", "x"]], [None], {}, {"a": 1}, {"a": None},
    {"a": [1]}, {"calls.csv": [1]}, {"../../../base.toml": [1, "x"]}, {"a\x00": [1, ""]}, "closed", ["closed"] * 50,
)  # fmt: skip
_KEYS: Final = (
    "seed", "run", "digest", "events", "end_time_ns", "wall_s", "outcome", "counters", "addresses", "groups",
    "handlers",
    "rank_events", "events_left", "key", "point", "model", "status", "error", "pcap", "metrics", "files", "more", "",
)  # fmt: skip
_CAMPAIGN: Final = ("name", "plan", "folder", "model", "seed", "runs", "points", "more")
_TEXTS: Final = (
    "", "{}", "[]", "null", "[" * 3000, '{"a":' * 3000, "\ufeff{}", '{"checksum": 1, "record": 2}', "9" * 5000,
    '{"checksum": "x", "record": {}}', "session\n", "session,query\n1\n", "session\n1,2\n", "\x00", "é",
)  # fmt: skip


def _draw(rng: random.Random) -> Parts:
    """Draw changes."""
    changes = [_change(rng) for _change_number in range(rng.choice([1, 1, 2, 3, 6]))]
    return [*changes, *rng.choice([[], [["unseal"]], [["seal"]], [["seal"]]])]


def _change(rng: random.Random) -> list[Any]:
    """Draw a change of the files of a run, or of what is said of the plan."""
    which = rng.randrange(2)
    match rng.randrange(10):
        case 0 | 1 | 2:
            return [
                "cell",
                which,
                rng.choice(_TABLES),
                rng.randrange(4),
                rng.randrange(16),
                rng.choice(_CELLS),
            ]
        case 3 | 4:
            return [
                "value",
                which,
                rng.choice(["run.json", "row.json", "summary.json"]),
                rng.choice(_KEYS),
                rng.choice(_VALUES),
            ]
        case 5:
            return ["campaign", rng.choice(_CAMPAIGN), rng.choice(_VALUES)]
        case 6:
            return ["text", which, rng.choice(_FILES), rng.choice(_TEXTS)]
        case 7:
            name = rng.choice([*_FILES, "..", "more.csv", ".hidden"])
            return ["place", which, name if name != ".." else "", rng.choice(PLACES)]
        case 8:
            return ["cut", which, rng.choice(_FILES), round(rng.random(), 4)]
        case _:
            return [
                "bytes",
                which,
                rng.choice(_FILES),
                round(rng.random(), 4),
                rng.randbytes(rng.randint(1, 4)).hex(),
            ]


def _lay(parts: Parts, folder: Path) -> None:
    """Change the run folders of a folder."""
    runs = sorted((folder / "runs" / "data").iterdir())
    for how, *told in parts:
        if how == "campaign":
            _change_record(folder / "runs" / "base" / "campaign.json", *told)
        elif how in ("seal", "unseal"):
            for record in (run / RECORD for run in runs if (run / RECORD).is_file()):
                _seal_again(record) if how == "seal" else record.unlink()
        elif how == "place":
            put_in_place(runs[told[0]] / told[1], told[2])
        elif (path := runs[told[0]] / told[1]).is_file() and not path.is_symlink():
            _change_file(path, how, told[2:])


def _change_file(path: Path, how: str, told: list[Any]) -> None:
    """Change one file of a run."""
    content = bytearray(path.read_bytes())
    if how == "cell":
        content = bytearray(_with_cell(content.decode("utf-8", "replace"), *told).encode("utf-8", "replace"))
    elif how == "value":
        _change_record(path, *told)
        return
    elif how == "text":
        content = bytearray(told[0].encode())
    elif how == "cut":
        del content[int(told[0] * len(content)) :]
    else:
        at, new = int(told[0] * len(content)), bytes.fromhex(told[1])
        content[at : at + len(new)] = new
    path.write_bytes(content)


def _with_cell(text: str, row: int, column: int, cell: str) -> str:
    """Put another text into a cell; a column beyond the last is a further one."""
    lines = text.splitlines() or [""]
    cells = lines[row % len(lines)].split(",")
    at = column % (len(cells) + 1)
    cells[at : at + 1] = [cell]
    lines[row % len(lines)] = ",".join(cells)
    return "\n".join(lines) + "\n"


def _change_record(path: Path, key: str, value: Any) -> None:
    """Change a value of a JSON object, which is sealed again if it was."""
    try:
        found = json.loads(path.read_bytes())
        inner = found.get("record", found)
        inner[key] = value
    except (ValueError, TypeError, AttributeError, OSError, RecursionError):
        return
    path.write_bytes(seal(inner) if "checksum" in found else json.dumps(found).encode())


def _seal_again(path: Path) -> None:
    """Write checksums and sizes of what a folder now holds, so that more than the checksum is tried."""
    try:
        record = json.loads(path.read_bytes())["record"]
        there = [file for file in sorted(path.parent.iterdir()) if file.is_file() and not file.is_symlink()]
        record["files"] = {file.name: file_checksum(file)[:2] for file in there if file != path}
        path.write_bytes(seal(record))
    except (ValueError, TypeError, KeyError, RecursionError):
        pass


def _commands(parts: Parts) -> list[Command]:
    """Return the commands that read run folders."""
    again = len(repr(parts)) % 8 == 0
    runs = ("FIRST", "SECOND")
    return [
        *(Command(("report", f"runs/data/{run}")) for run in runs),
        Command(("compare", "real.pcap", "runs/data/FIRST")),
        Command(("timeline", "runs/data/FIRST", "--out", "new"), writes=("new",)),
        Command(("report", "base")),
        Command(("merge", "runs", "--out", "all"), writes=("all",)),
        *([Command(("describe", "runs/data/FIRST"))] if again else []),
        *([Command(("run", "base.toml", "--jobs", "1"), writes=("runs",))] if again else []),
        Command(("repair", "runs"), writes=("runs/campaign.sqlite", "runs/.lock")),
        Command(("report", "base")),
    ]


FOLDER: Final = Kind("folder", _draw, _lay, _commands)
