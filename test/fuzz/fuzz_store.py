# SPDX-License-Identifier: GPL-2.0-only
"""Store files: rows changed with and without their checksums, tables that are others, bytes and pages of the file."""

from __future__ import annotations

import random
import sqlite3
import struct
from pathlib import Path
from typing import Any, Final

from fuzz_kind import Command, Kind, Parts
from fuzz_place import PLACES, put_in_place
from fuzz_values import EDGES
from net8.store.campaign_record import Campaign, campaign_checksum
from net8.store.seal import checksum

__all__ = ["STORE"]

_FILE: Final = "runs/campaign.sqlite"
_SCALARS: Final = (
    "", "x", "\x1b[31m", "../..", "../../evil", "/dev", "é\U0001f600", "a\nb", "a\x00b", "[/x]", "ok", "error",
    "{}", "[]",
    "null", "nan", "-1", '{"a": 1}', '{"a": [1]}', '{"response_time_s": "x"}', '{"response_time_s": 1e999}',
    '{"response_time_s": NaN}', '{"response_time_s": -1e300}', '{"response_time_s": 1e-320, "failed_sessions": 1e30}',
    '{"failed_sessions": null, "sessions": []}', '{"sessions": 1e400}', "[" * 3000, '{"a":' * 3000, "9" * 5000,
    '{"../../base.toml": [1, "x", 0]}', '{"calls.csv": [1, 2]}', '{"calls.csv": 7}', '{"row.json": [1, "a", "b", "c"]}',
    '{"x/y": [0, "", 0]}', '{"": [0, "", 0]}', '{"a\\u0000": [1, "", 0]}',
    0, 1, -1, 2, 1000001, 2**31, 2**63 - 1, -(2**63), 0.5, 1e308, float("inf"), -0.0, None,
)  # fmt: skip
_PLANS: Final = (
    "", "[", "a = 1", "[sweep]\na = 1", "x = 1979-05-27", "[path]\nkind = 7", "a = " + "[" * 3000, "\ud800",
    '[sweep]\n"client.sdu" = [512]',
    '[table]\ncolumns = ["x"]', '[[figure]]\nkind = "series"\nname = "../../evil"', '[figure]\nx = "query.rows"',
)  # fmt: skip
_LABELS: Final = ("{}", "[]", "1", "null", '{"client.sdu": null}', '{"client.sdu": [1]}',
    '{"client.sdu": {"a": 1}}', '{"x": 1}',
                  '{"client.sdu": "\\u001b[31m"}', '{"client.sdu": 1e999}', "[" * 3000, "x",
                  '{"client.sdu": NaN}')  # fmt: skip
_COLUMNS: Final = {
    "runs": ("key", "point", "seed", "run", "model", "status", "error", "digest", "events", "pcap", "wall_s", "metrics",
             "made", "folder", "files", "checksum"),
    "campaigns": ("name", "plan", "folder", "model", "seed", "runs", "checksum"),
    "points": ("campaign", "position", "point", "labels"),
}  # fmt: skip
_STATEMENTS: Final = (
    "DELETE FROM runs", "DELETE FROM campaigns", "DELETE FROM points", "DROP TABLE runs", "DROP TABLE campaigns",
    "DROP TABLE points", "DELETE FROM runs WHERE rowid = 1", "DELETE FROM points WHERE position = 0",
    "ALTER TABLE runs ADD COLUMN more TEXT", "ALTER TABLE runs RENAME COLUMN key TO k", "PRAGMA user_version = 0",
    "PRAGMA user_version = 2", "PRAGMA user_version = -1", "UPDATE points SET position = position + 5",
    "INSERT INTO campaigns SELECT '../evil', plan, folder, model, seed, runs, checksum FROM campaigns",
    "INSERT INTO points SELECT 'other', position, point, labels FROM points",
    "CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM campaigns; END",
    "CREATE TRIGGER t BEFORE INSERT ON runs BEGIN SELECT RAISE(ABORT, 'no'); END",
    "CREATE TABLE other (a)", "CREATE INDEX i ON runs (digest)", "PRAGMA journal_mode = WAL", "PRAGMA encoding",
    "ALTER TABLE runs RENAME TO r; CREATE VIEW runs AS SELECT * FROM r",
    "ALTER TABLE campaigns RENAME TO c; CREATE VIEW campaigns AS SELECT * FROM c UNION ALL SELECT * FROM c",
    "ALTER TABLE points RENAME TO p; CREATE VIEW points AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1"
    " FROM n) SELECT campaign, i AS position, point, labels FROM p, n",
)  # fmt: skip
_SHARED: Final = ("runs/campaign.sqlite-shm", "runs/campaign.sqlite-wal")
"""Who reads a store with a write-ahead log shares memory with those who write it (sqlite.org/wal.html)."""
_HEADER: Final = (0, 16, 18, 19, 20, 21, 22, 23, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 92, 96)
"""Where the header of an SQLite file has its numbers (sqlite.org, Database File Format, 1.3)."""


def _draw(rng: random.Random) -> Parts:
    """Draw changes."""
    rows = [_row_change(rng) for _change in range(rng.choice([0, 0, 1, 1, 2, 4]))]
    if rows and rng.random() < 0.7:
        rows.append(["seal"])
    if rows and rng.random() < 0.7:
        return rows
    return [*rows, *(_file_change(rng) for _change in range(rng.choice([1, 1, 2, 5])))]


def _row_change(rng: random.Random) -> list[Any]:
    """Draw a change of a table."""
    if rng.random() < 0.15:
        return ["do", rng.choice(_STATEMENTS)]
    table = rng.choice(["runs", "runs", "campaigns", "points"])
    column = rng.choice(_COLUMNS[table])
    fitting = {"plan": _PLANS, "labels": _LABELS}.get(column, _SCALARS)
    entry = rng.choice(fitting if rng.random() < 0.8 else _SCALARS)
    return ["update", table, column, rng.randint(1, 4) if table == "runs" else 1, entry]


def _file_change(rng: random.Random) -> list[Any]:
    """Draw a change of the file."""
    drawn = rng.randrange(8)
    if drawn < 2:
        return ["bytes", round(rng.random(), 4), rng.randbytes(rng.randint(1, 8)).hex()]
    if drawn == 2:
        size = rng.choice([1, 2, 4])
        number = struct.pack(">I", rng.choice(EDGES))[-size:]
        return ["header", rng.choice(_HEADER), number.hex()]
    if drawn < 5:
        return ["page", rng.randrange(8), rng.randrange(24), rng.randbytes(rng.randint(1, 4)).hex()]
    if drawn == 5:
        return ["cut", round(rng.random(), 4)]
    if drawn == 6:
        return [
            "beside",
            rng.choice(["-wal", "-journal", "-shm"]),
            rng.randbytes(rng.choice([0, 1, 32, 600])).hex(),
        ]
    return ["place", rng.choice(PLACES)]


def _lay(parts: Parts, folder: Path) -> None:
    """Change the store of a folder."""
    path = folder / _FILE
    for how, *told in parts:
        if how == "place":
            put_in_place(path, told[0])
        elif how == "beside":
            path.with_name(path.name + told[0]).write_bytes(bytes.fromhex(told[1]))
        elif path.is_file() and not path.is_symlink():
            _change_rows(path, how, told) if how in ("do", "update", "seal") else _change_bytes(
                path, how, told
            )


def _change_rows(path: Path, how: str, told: list[Any]) -> None:
    """Change tables; what SQLite refuses is left out."""
    db = sqlite3.connect(path, isolation_level=None)
    try:
        if how == "do":
            db.executescript(told[0])
        elif how == "seal":
            _seal(db)
        else:
            table, column, row, entry = told
            db.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (entry, row))
    except (sqlite3.Error, ValueError, TypeError, RecursionError):
        pass
    finally:
        db.close()


def _seal(db: sqlite3.Connection) -> None:
    """Seal all rows with the checksums of what they now say, so that more than the checksum is tried."""
    import json

    if ("view",) in db.execute("SELECT type FROM sqlite_master").fetchall():
        return
    for number, *values, _known in db.execute("SELECT rowid, * FROM runs").fetchall():
        db.execute(
            "UPDATE runs SET checksum = ? WHERE rowid = ?", (checksum(json.dumps(values).encode()), number)
        )
    for name, plan, folder, model, seed, runs, _known in db.execute("SELECT * FROM campaigns").fetchall():
        lines = db.execute("SELECT point, labels FROM points WHERE campaign = ? LIMIT 100", (name,))
        points = tuple((point, json.loads(labels)) for point, labels in lines)
        told = campaign_checksum(Campaign(name, plan, folder, model, seed, runs, points))
        db.execute("UPDATE campaigns SET checksum = ? WHERE name = ?", (told, name))


def _change_bytes(path: Path, how: str, told: list[Any]) -> None:
    """Change bytes."""
    content = bytearray(path.read_bytes())
    if how == "cut":
        del content[int(told[0] * len(content)) :]
    else:
        new = bytes.fromhex(told[-1])
        page = int.from_bytes(content[16:18], "big") or 4096
        at = (
            int(told[0] * len(content)) if how == "bytes"
            else told[0] if how == "header"
            else told[0] * page + told[1]
        )  # fmt: skip
        content[at : at + len(new)] = new
    path.write_bytes(content)


def _commands(parts: Parts) -> list[Command]:
    """Return the commands that read a store."""
    again = len(repr(parts)) % 8 == 0
    return [
        Command(("report", "base"), _SHARED),
        Command(("report", "runs"), _SHARED),
        Command(("merge", "runs", "--out", "all"), writes=("all", *_SHARED)),
        *([Command(("run", "base.toml", "--jobs", "1"), writes=("runs",))] if again else []),
        Command(("repair", "runs"), writes=("runs/campaign.sqlite", "runs/.lock")),
        Command(("report", "base"), _SHARED),
    ]


STORE: Final = Kind("store", _draw, _lay, _commands)
