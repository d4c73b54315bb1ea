# SPDX-License-Identifier: GPL-2.0-only
"""Check that captures are complete: ns-3 itself does not notice a full disk."""

from __future__ import annotations

import errno
import mmap
import os
import struct
from pathlib import Path
from typing import Final

__all__ = ["refuse_cut_captures"]

_FILE_HEADER: Final = 24
_RECORD_HEADER: Final = 16
_CAPTURED: Final = struct.Struct("=I")
_CAPTURED_AT: Final = 8


def refuse_cut_captures(folder: Path) -> None:
    """Refuse captures that end inside a frame.

    @param folder: the folder of the run that wrote them
    @raises OSError: when the disk was full
    """
    for path in sorted(folder.glob("capture*.pcap")):
        if not _is_whole(path):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def _is_whole(path: Path) -> bool:
    """Return whether a capture ends with a complete frame."""
    size = path.stat().st_size
    if size < _FILE_HEADER:
        return False
    with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as content:
        position = _FILE_HEADER
        while position + _RECORD_HEADER <= size:
            position += _RECORD_HEADER + _CAPTURED.unpack_from(content, position + _CAPTURED_AT)[0]
        return position == size
