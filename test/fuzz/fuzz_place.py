# SPDX-License-Identifier: GPL-2.0-only
"""What may stand where a file was."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

__all__ = ["PLACES", "put_in_place"]

PLACES: Final = ("folder", "pipe", "loop", "device", "empty", "gone", "zeros")


def put_in_place(path: Path, what: str) -> None:
    """Put something else in the place of a file, if there is still a place.

    @param path: the file
    @param what: one of PLACES
    """
    if not path.parent.is_dir():
        return  # Its folder is something else by now.
    size = path.stat().st_size if path.is_file() else 0
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    if what == "folder":
        path.mkdir()
    elif what == "pipe":
        os.mkfifo(path)
    elif what == "loop":
        path.symlink_to(path.name)
    elif what == "device":
        path.symlink_to("/dev/zero")
    elif what != "gone":
        path.write_bytes(bytes(size if what == "zeros" else 0))
