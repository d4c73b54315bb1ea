# SPDX-License-Identifier: GPL-2.0-only
"""Open text files, and read those whole that are looked at more than once.

Editors and shells of Windows write UTF-16, or UTF-8 with a mark in front: both are read as UTF-8 without it.
"""

from __future__ import annotations

import codecs
from pathlib import Path
from typing import BinaryIO, Final

from net8.base.errors import CaptureError
from net8.base.files import cause
from net8.base.reading import read_bytes

__all__ = ["as_utf8", "open_text", "read_whole"]

_LIMIT_BYTES: Final = 1 << 30
_UTF_16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def as_utf8(content: bytes) -> bytes:
    """Return a text, or its beginning, as UTF-8 without a mark in front.

    @param content: its bytes
    @return: themselves, if they have no such mark
    """
    if content.startswith(_UTF_16):
        return content.decode("utf-16", "replace").encode()
    return content.removeprefix(codecs.BOM_UTF8)


def open_text(path: Path) -> BinaryIO:
    """Open a text file, whose bytes come as UTF-8 without a mark in front.

    @param path: the file
    @return: the open file
    @raises OSError: when it cannot be opened
    """
    file = path.open("rb")
    mark = file.read(len(codecs.BOM_UTF8))
    file.seek(len(mark) if mark == codecs.BOM_UTF8 else 0)
    return codecs.EncodedFile(file, "utf-8", "utf-16", "replace") if mark.startswith(_UTF_16) else file


def read_whole(path: Path) -> bytes:
    """Read a whole text file.

    @param path: the file
    @return: its bytes, as UTF-8 without a mark in front where it has one
    @raises CaptureError: when it cannot be read, or is larger than 1 GiB
    """
    try:
        return as_utf8(read_bytes(path, _LIMIT_BYTES))
    except OSError as error:
        raise CaptureError(f"{path} cannot be read: {cause(error, path)}") from None
