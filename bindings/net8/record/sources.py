# SPDX-License-Identifier: GPL-2.0-only
"""Find out what kind of file is there, and read it into a record."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

from net8.base import files
from net8.base.errors import CaptureError
from net8.base.extension import need_core
from net8.base.files import cause
from net8.capture.talk import pcap_bytes, segments_of
from net8.record.byte_dumps import read_byte_dumps
from net8.record.captures import is_recording, read_capture, read_recording
from net8.record.net_trace import is_net_trace, read_net_trace, record_net_trace
from net8.record.record import Record
from net8.record.reports import is_report, read_report
from net8.record.runs import read_run
from net8.record.tkprof import is_tkprof, read_tkprof
from net8.record.trace import is_trace, parts_of_traces, read_trace
from net8.record.two_points import find_pairs, read_pair
from net8.record.whole import as_utf8

__all__ = ["LISTENER_PORTS", "grouped", "is_recorded", "read", "read_all", "write_capture"]

LISTENER_PORTS: Final = (1521, 1522)
_MAGIC: Final = (
    b"\xa1\xb2\xc3\xd4", b"\xd4\xc3\xb2\xa1", b"\xa1\xb2\x3c\x4d", b"\x4d\x3c\xb2\xa1", b"\x0a\x0d\x0d\x0a",
)  # fmt: skip
"""How pcap and pcapng files begin."""
_HEAD_BYTES: Final = 1 << 16
_COMPRESSED: Final = {b"\x1f\x8b": "gzip", b"PK": "zip", b"BZ": "bzip2", b"\xfd7": "xz", b"(\xb5": "zstd"}


def is_recorded(path: Path) -> bool:
    """Return whether a file, or a folder, is one that read() reads, by how it begins.

    @param path: the file
    @return: whether it is a capture, a trace, a report or the folder of a run
    """
    if path.is_dir():
        return (path / "run.json").is_file()
    if not path.is_file():
        return False
    head = _head(path)
    sums = is_tkprof(head) or is_report(head)
    return head[:4] in _MAGIC or sums or is_net_trace(head) or is_trace(head)


def read(
    path: Path, *others: Path, ports: Collection[int] = LISTENER_PORTS, rtt_ns: int | None = None
) -> Record:
    """Read a file of any kind.

    @param path: a raw trace, output of tkprof, a report of AWR or Statspack, a capture, a trace of Oracle Net, or the
        folder of a run
    @param others: what grouped() puts beside it
    @param ports: TCP ports of listeners, for captures
    @param rtt_ns: round trip of the network where a capture does not tell it, or None
    @return: what it tells
    @raises CaptureError: when it is none of these, or has nothing to use
    """
    if path.is_dir():
        return read_run(path, ports)
    head = _head(path)
    if head[:4] in _MAGIC:
        need_core()
        if others:
            return read_pair(path, others[0], ports, rtt_ns)
        if is_recording(head):
            return read_recording(path, ports)
        return read_capture(path, ports, rtt_ns)
    if head[:2] in _COMPRESSED:
        raise CaptureError(f"{path} is compressed with {_COMPRESSED[head[:2]]}; decompress it first")
    if is_tkprof(head):
        return read_tkprof(path)
    if is_report(head):
        return read_report(path)
    if is_net_trace(head):
        need_core()
        return record_net_trace(path, rtt_ns)
    return read_trace(path, *others)


def read_all(
    paths: Sequence[Path], *, ports: Collection[int] = LISTENER_PORTS, rtt_ns: int | None = None
) -> list[Record]:
    """Read files of any kind; those that belong together are one record.

    @param paths: the files
    @param ports: TCP ports of listeners, for captures
    @param rtt_ns: round trip of the network where a capture does not tell it, or None
    @return: what they tell
    @raises CaptureError: when one is of no known kind, or has nothing to use
    """
    return [read(*group, ports=ports, rtt_ns=rtt_ns) for group in grouped(paths, ports)]


def grouped(paths: Sequence[Path], ports: Collection[int]) -> list[tuple[Path, ...]]:
    """Put files together that are one record.

    @param paths: files of any kind
    @param ports: TCP ports of listeners
    @return: files alone, captures at the client with those of the same connections at the server, and traces with the
        files in which they go on
    """
    heads = {path: _head(path) for path in paths if not path.is_dir()}
    captures = [path for path, head in heads.items() if head[:4] in _MAGIC and not is_recording(head)]
    pairs = find_pairs(captures, ports) if len(captures) > 1 else {}
    beside: dict[Path, tuple[Path, ...]] = {path: (far,) for path, far in pairs.items()}
    beside |= parts_of_traces({path: head for path, head in heads.items() if head[:4] not in _MAGIC})
    others = {other for some in beside.values() for other in some}
    return [(path, *beside.get(path, ())) for path in paths if path not in others]


def _head(path: Path) -> bytes:
    """Return how a file begins."""
    try:
        if path.exists() and not path.is_file():
            raise CaptureError(f"{path} is not a regular file but a device, a pipe or a socket")
        with path.open("rb") as file:
            return as_utf8(file.read(_HEAD_BYTES))
    except (OSError, ValueError) as error:
        why = cause(error, path) if isinstance(error, OSError) else "its name contains a zero byte"
        raise CaptureError(f"{path} cannot be read: {why}") from None


def write_capture(path: Path, target: Path) -> tuple[int, int]:
    """Write the packets of a trace as a capture: of one of Oracle Net, or of a server with event 10079.

    @param path: the trace
    @param target: the capture
    @return: number of packets and of connections
    @raises CaptureError: when it has none
    """
    said = read_net_trace(path).said if is_net_trace(_head(path)) else read_byte_dumps(path)
    files.current.write(target, pcap_bytes(list(segments_of(said))))
    return len(said), len({each.connection for each in said})
