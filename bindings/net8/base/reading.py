# SPDX-License-Identifier: GPL-2.0-only
"""Read files of users, up to a limit of bytes, and only regular files."""

from __future__ import annotations

import errno
import stat
from pathlib import Path
from typing import Final

from net8.base.units import format_size

__all__ = ["PLAN_LIMIT", "TABLE_LIMIT", "read_bytes", "read_text"]

PLAN_LIMIT: Final = 16 << 20
"""Longest plan, bytes."""
TABLE_LIMIT: Final = 256 << 20
"""Longest table of row lengths, arrivals or published points, bytes."""


_PART: Final = 1 << 20


def read_bytes(path: Path, limit: int) -> bytes:
    """Read a whole file.

    @param path: the file
    @param limit: most bytes that it may have
    @return: its bytes
    @raises OSError: when it cannot be read, is not a regular file, or is larger
    """
    try:
        found = path.stat()
    except ValueError:
        raise OSError(errno.EINVAL, "its name contains a zero byte") from None
    if stat.S_ISDIR(found.st_mode):
        raise OSError(errno.EISDIR, "it is a folder")
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file but a device, a pipe or a socket")
    content = bytearray()
    with path.open("rb") as stream:
        # Python allocates as much as is requested at once.
        while len(content) <= limit and (part := stream.read(_PART)):
            content += part
    if len(content) > limit:
        raise OSError(errno.EFBIG, f"it is larger than {format_size(limit)}, the most that is read")
    return bytes(content)


def read_text(path: Path, limit: int) -> str:
    """Read a whole file of UTF-8 text.

    @param path: the file
    @param limit: most bytes that it may have
    @return: its text
    @raises OSError: when it cannot be read, is not a regular file, or is larger
    @raises UnicodeDecodeError: when it is not UTF-8
    """
    return read_bytes(path, limit).decode("utf-8")
