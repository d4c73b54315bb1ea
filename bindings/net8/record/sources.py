# SPDX-License-Identifier: GPL-2.0-only
"""Find out what kind of file is there, and read it into a record."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Final

from net8.base.errors import CaptureError
from net8.base.extension import need_core
from net8.base.files import cause
from net8.record.captures import read_capture
from net8.record.record import Record
from net8.record.runs import read_run
from net8.record.trace import read_trace

__all__ = ["LISTENER_PORTS", "read"]

LISTENER_PORTS: Final = (1521, 1522)
_MAGIC: Final = (
    b"\xa1\xb2\xc3\xd4", b"\xd4\xc3\xb2\xa1", b"\xa1\xb2\x3c\x4d", b"\x4d\x3c\xb2\xa1", b"\x0a\x0d\x0d\x0a",
)  # fmt: skip
"""How pcap and pcapng files begin."""
_COMPRESSED: Final = {b"\x1f\x8b": "gzip", b"PK": "zip", b"BZ": "bzip2", b"\xfd7": "xz", b"(\xb5": "zstd"}


def read(path: Path, *, ports: Collection[int] = LISTENER_PORTS, rtt_ns: int | None = None) -> Record:
    """Read a file of any kind.

    @param path: a raw trace, a capture, or the folder of a run
    @param ports: TCP ports of listeners, for captures
    @param rtt_ns: round trip of the network where a capture does not tell it, or None
    @return: what it tells
    @raises CaptureError: when it is none of these, or has nothing to use
    """
    if path.is_dir():
        return read_run(path)
    try:
        if path.exists() and not path.is_file():
            raise CaptureError(f"{path} is not a regular file but a device, a pipe or a socket")
        with path.open("rb") as file:
            head = file.read(4)
    except (OSError, ValueError) as error:
        why = cause(error, path) if isinstance(error, OSError) else "its name contains a zero byte"
        raise CaptureError(f"{path} cannot be read: {why}") from None
    if head in _MAGIC:
        need_core()
        return read_capture(path, ports, rtt_ns)
    if head[:2] in _COMPRESSED:
        raise CaptureError(f"{path} is compressed with {_COMPRESSED[head[:2]]}; decompress it first")
    return read_trace(path)
