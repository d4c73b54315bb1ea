# SPDX-License-Identifier: GPL-2.0-only
"""Read files whole, of the kinds that are looked at more than once."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from net8.base.errors import CaptureError
from net8.base.files import cause
from net8.base.reading import read_bytes

__all__ = ["read_whole"]

_LIMIT_BYTES: Final = 1 << 30


def read_whole(path: Path) -> bytes:
    """Read a whole file.

    @param path: the file
    @return: its bytes
    @raises CaptureError: when it cannot be read, or is larger than 1 GiB
    """
    try:
        return read_bytes(path, _LIMIT_BYTES)
    except OSError as error:
        raise CaptureError(f"{path} cannot be read: {cause(error, path)}") from None
