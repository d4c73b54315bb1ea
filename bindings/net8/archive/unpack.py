# SPDX-License-Identifier: GPL-2.0-only
"""Unpack an archive that a stranger may have made: piece by piece, within limits that its directory shows at once."""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

from net8.archive.crate import METADATA, read_sums
from net8.base import files
from net8.base.errors import ArchiveError
from net8.base.units import format_size

__all__ = ["Unpacked", "unpack"]

_MOST_FILES: Final = 1_000_000
_MOST_BYTES: Final = 64 << 30
_MOST_RATIO: Final = 200
"""Content of an archive by its own size: captures of virtual bytes come to about 50, a bomb of zeros to 1000."""
_SMALL_BYTES: Final = 16 << 20
"""Content that may be packed as tightly as it likes."""
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Other methods give no bound for what a piece of them unpacks to."""
_METADATA_BYTES: Final = 1 << 20
_METADATA_BYTES_A_FILE: Final = 4096
_PART: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Unpacked:
    """An archive on the disk, whose files are what its metadata says."""

    plan: str  #: name of the plan
    sums: Mapping[str, str]  #: SHA-256 of each file by its name


def unpack(path: Path, folder: Path) -> Unpacked:
    """Unpack an archive.

    @param path: the archive
    @param folder: a new folder for its files
    @return: its plan and files
    @raises ArchiveError: when it is none, is damaged or changed, or is larger than an archive may be
    """
    try:
        with zipfile.ZipFile(path) as archive:
            entries = _checked_entries(path, archive)
            plan, sums = read_sums(archive.read(METADATA).decode())
            for name in sorted(entries.keys() | sums.keys()):
                _check_listed(path, name, entries, sums)
            folder.mkdir()
            for name, known in sorted(sums.items()):
                _extract(archive, name, folder, known, path)
    except FileNotFoundError:
        raise ArchiveError(f"there is no archive {path}; net8 archive makes one") from None
    except (
        OSError,
        ValueError,
        EOFError,
        RuntimeError,
        NotImplementedError,
        zipfile.BadZipFile,
        zlib.error,
    ) as error:
        if isinstance(error, ArchiveError):
            raise
        raise ArchiveError(f"{path} is no archive of net8, or a damaged one ({error})") from None
    if plan not in sums:
        raise ArchiveError(f"{path} does not hold its plan, {plan}")
    return Unpacked(plan, sums)


def _checked_entries(path: Path, archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    """Return the files of an archive by name; refuse names, methods and sizes that net8 archive does not write."""
    listed = [entry for entry in archive.infolist() if not entry.is_dir()]
    entries = {entry.filename: entry for entry in listed}
    if METADATA not in entries:
        raise ArchiveError(f"{path} is no archive of net8: it holds no {METADATA}")
    if len(entries) != len(listed):
        raise ArchiveError(f"{path} holds several files of one name")
    for name, entry in entries.items():
        if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts or "\\" in name:
            raise ArchiveError(f"{path} holds a file {name!r} that would be written outside its folder")
        if str(PurePosixPath(name)) != name:
            raise ArchiveError(f"{path} holds a file {name!r}, whose name is not as net8 archive writes it")
        if entry.compress_type not in _METHODS:
            raise ArchiveError(
                f"{path} holds {name} in another form than net8 archive packs, which is deflate"
            )
    _check_size(path, entries)
    return entries


def _check_size(path: Path, entries: Mapping[str, zipfile.ZipInfo]) -> None:
    """Refuse an archive of too many files or bytes, before any of them is read."""
    if len(entries) > _MOST_FILES:
        raise ArchiveError(f"{path} holds {len(entries):,} files; at most {_MOST_FILES:,} are unpacked")
    size, packed = sum(entry.file_size for entry in entries.values()), path.stat().st_size
    if size > _MOST_BYTES:
        raise ArchiveError(
            f"{path} would unpack to {format_size(size)}; at most {format_size(_MOST_BYTES)} are unpacked"
        )
    if size > max(_SMALL_BYTES, _MOST_RATIO * packed):
        raise ArchiveError(
            f"{path} would unpack to {size / packed:,.0f} times its {packed:,} bytes, {size:,}; no campaign is packed "
            f"more tightly than {_MOST_RATIO} times"
        )
    most = _METADATA_BYTES + _METADATA_BYTES_A_FILE * len(entries)
    if entries[METADATA].file_size > most:
        raise ArchiveError(
            f"{path} has a {METADATA} of {entries[METADATA].file_size:,} bytes; one of its {len(entries)} files takes "
            f"at most {most:,}"
        )


def _check_listed(path: Path, name: str, entries: Mapping[str, object], sums: Mapping[str, str]) -> None:
    """Refuse a file that only one of the contents and their list has."""
    if name not in entries:
        raise ArchiveError(f"{path} lacks {name}, which its {METADATA} names")
    if name not in sums and name != METADATA:
        raise ArchiveError(f"{path} holds {name}, which its {METADATA} does not name")


def _extract(archive: zipfile.ZipFile, name: str, folder: Path, known: str, path: Path) -> None:
    """Write one file piece by piece; refuse it if it is not what was archived."""
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    found = hashlib.sha256()
    with archive.open(name) as stream, target.open("wb") as out:
        while part := stream.read(_PART):
            found.update(part)
            try:
                out.write(part)
            except OSError as error:
                raise ArchiveError(f"{path} cannot be unpacked: {files.cause(error, folder)}") from None
    if found.hexdigest() != known:
        raise ArchiveError(f"{path} was changed: {name} is not what was archived")
