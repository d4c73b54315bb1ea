# SPDX-License-Identifier: GPL-2.0-only
"""Records with a checksum, so that changes by the disk are noticed."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

__all__ = ["checksum", "file_checksum", "seal", "unseal"]

_DIGEST_BYTES: Final = 16
_CHUNK: Final = 1 << 20


def checksum(content: bytes) -> str:
    """Return the checksum of some bytes.

    @param content: the bytes
    @return: hexadecimal BLAKE2b of 128 bits
    """
    return hashlib.blake2b(content, digest_size=_DIGEST_BYTES).hexdigest()


def file_checksum(path: str | Path) -> tuple[int, str, int]:
    """Return size, checksum and time of the last change of a file.

    @param path: the file
    @return: bytes, checksum, nanoseconds since the epoch
    """
    found = hashlib.blake2b(digest_size=_DIGEST_BYTES)
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        status = os.fstat(descriptor)
        # A large buffer does not pay for small files, of which a run has eight; less than asked for is the end.
        most = min(_CHUNK, status.st_size + 1)
        part = os.read(descriptor, most)
        found.update(part)
        size = len(part)
        while len(part) == most:
            part = os.read(descriptor, most)
            found.update(part)
            size += len(part)
    finally:
        os.close(descriptor)
    return size, found.hexdigest(), status.st_mtime_ns


def seal(record: Mapping[str, Any]) -> bytes:
    """Write a record as JSON with its checksum.

    @param record: the record
    @return: a JSON object with the record and its checksum
    """
    text = json.dumps(record)
    return f'{{"checksum": "{checksum(text.encode())}",\n"record": {text}}}\n'.encode()


def unseal(content: bytes) -> dict[str, Any]:
    """Read the output of seal.

    @param content: its bytes
    @return: the record
    @raises ValueError: when it is not what was written
    """
    try:
        found = json.loads(content)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    if not isinstance(found, dict) or set(found) != {"checksum", "record"}:
        raise ValueError("it is not a record with a checksum")
    record = found["record"]
    if not isinstance(record, dict):
        raise ValueError("it has no record")
    if checksum(json.dumps(record).encode()) != found["checksum"]:
        raise ValueError("its checksum is wrong")
    return record
