# SPDX-License-Identifier: GPL-2.0-only
"""The folder of a stored run: its files when it was stored, and whether they are unchanged."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from net8.base import files
from net8.base.reading import TABLE_LIMIT, read_bytes
from net8.store.form import check_contents
from net8.store.seal import checksum, file_checksum, seal, unseal

__all__ = ["RECORD", "Contents", "damage", "measure", "read_record", "write_record"]

Contents = Mapping[str, tuple[int, str, int]]
"""Bytes, checksum, and time of the last change in nanoseconds since the epoch, by name of the file."""

RECORD: Final = "row.json"
"""A copy of the row of the run, so that a store can be rebuilt from its folders."""


def measure(folder: Path) -> dict[str, tuple[int, str, int]]:
    """Return the files of a folder, except the record of its row.

    @param folder: the folder
    @return: the files by name
    """
    paths = {
        entry.name: entry.path for entry in os.scandir(folder) if entry.is_file() and entry.name != RECORD
    }
    return {name: file_checksum(path) for name, path in sorted(paths.items())}


def write_record(folder: Path, row: Mapping[str, Any], contents: Contents) -> Contents:
    """Write a copy of the row of a run into its folder.

    @param folder: the folder
    @param row: the row, without the files
    @param contents: the files
    @return: the files with the new one
    """
    told = {name: entry[:2] for name, entry in contents.items()}
    content = seal({**row, "files": told})
    path = folder / RECORD
    files.current.write(path, content)
    mtime_ns = path.stat().st_mtime_ns
    return {**contents, RECORD: (len(content), checksum(content), mtime_ns)}


def read_record(folder: Path) -> dict[str, Any]:
    """Read the record of a folder.

    @param folder: the folder
    @return: the row with its files
    @raises ValueError: when it is damaged
    @raises OSError: when it cannot be read
    """
    record = unseal(read_bytes(folder / RECORD, TABLE_LIMIT))
    check_contents(record.get("files"))
    return record


def damage(folder: Path, contents: Contents, *, thoroughly: bool = False) -> str:
    """Describe what is wrong with the files of a run.

    A file with its old size and time of change is read only if asked for.

    @param folder: the folder
    @param contents: the files as they were stored
    @param thoroughly: whether to read every file
    @return: such as "calls.csv is missing", or ""
    """
    for name, (size, known, mtime_ns) in contents.items():
        try:
            found = (folder / name).stat()
            if not stat.S_ISREG(found.st_mode):
                return f"{name} is not a file"
            if found.st_size != size:
                return f"{name} has {found.st_size:,} bytes instead of {size:,}"
            touched = found.st_mtime_ns != mtime_ns
            if (touched or thoroughly) and file_checksum(folder / name)[1] != known:
                return f"{name} is not what was stored"
        except FileNotFoundError:
            return f"{name} is missing"
        except OSError as error:
            return f"{name} cannot be read: {files.cause(error, folder)}"
    return ""
