# SPDX-License-Identifier: GPL-2.0-only
"""The division of a message into TNS packets, writes and TCP segments."""

from __future__ import annotations

from typing import Final

import numpy as np

from net8.analytic.arrays import Counts, Numbers, as_counts, floats

__all__ = [
    "DATA_HEADER_BYTES",
    "more_data_waits",
    "packet_sizes",
    "row_packets",
    "rows_per_packet",
    "segment_sizes",
    "tns_packets",
    "write_sizes",
]

DATA_HEADER_BYTES: Final = 10
"""TNS header of 8 bytes and data flags of 2 (Sun BluePrints, October 2002, the 2651-byte example)."""


def _room(sdu_bytes: Numbers, header_bytes: int) -> Counts:
    """Return the bytes of a message that one packet holds."""
    room = np.asarray(sdu_bytes, dtype=np.int64) - header_bytes
    if np.any(room < 1):
        raise ValueError(f"an SDU must be above {header_bytes} bytes, which are those of the header")
    return room


def tns_packets(message_bytes: Numbers, sdu_bytes: Numbers, header_bytes: int = DATA_HEADER_BYTES) -> Counts:
    """Count the TNS packets of one message: each carries the SDU less its header.

    Range: any; a message is flushed at its end, so each message is packed by itself. Source: Sun BluePrints, October
    2002.

    @param message_bytes: bytes of the message; none at all still take one packet
    @param sdu_bytes: negotiated SDU, the smaller of SDU and TDU where the TDU cuts
    @param header_bytes: header of each packet
    @return: packets
    """
    message, room = np.asarray(message_bytes, dtype=np.int64), _room(sdu_bytes, header_bytes)
    return as_counts(np.maximum(1, -(-message // room)))


def packet_sizes(message_bytes: int, sdu_bytes: int, header_bytes: int = DATA_HEADER_BYTES) -> Counts:
    """Return the sizes of the packets of one message, headers included: full ones, then what is left.

    Range and source as for tns_packets.

    @param message_bytes: bytes of the message
    @param sdu_bytes: negotiated SDU
    @param header_bytes: header of each packet
    @return: bytes of each packet, in order
    """
    number = int(tns_packets(message_bytes, sdu_bytes, header_bytes))
    last = message_bytes - (number - 1) * (sdu_bytes - header_bytes) + header_bytes
    return np.array([sdu_bytes] * (number - 1) + [last], dtype=np.int64)


def more_data_waits(
    message_bytes: Numbers, sdu_bytes: Numbers, header_bytes: int = DATA_HEADER_BYTES
) -> Counts:
    """Count the waits "SQL*Net more data to client" of one reply: full buffers sent before the final flush.

    Range: replies of rows packed at byte boundaries. Source: fit of the trace of Ameen (38,967 waits; 38,970 here).

    @param message_bytes: bytes of the reply
    @param sdu_bytes: negotiated SDU
    @param header_bytes: header of each packet
    @return: waits
    """
    return as_counts(np.asarray(message_bytes, dtype=np.int64) // _room(sdu_bytes, header_bytes))


def rows_per_packet(
    row_bytes: Numbers, sdu_bytes: Numbers, *, before_rows_bytes: Numbers = 0, reserve_bytes: Numbers = 0
) -> tuple[Counts, Counts]:
    """Count the whole rows of a packet where packets end at a row: in the first packet, and in later ones.

    Range: rows of one length that fit a packet. Source: one reading of a packet of 8155 bytes in Hooper 2010.

    @param row_bytes: bytes of a row
    @param sdu_bytes: negotiated SDU
    @param before_rows_bytes: bytes of the reply in front of its first row
    @param reserve_bytes: bytes left free in each packet
    @return: rows in the first packet, rows in each later one
    """
    row = np.asarray(row_bytes, dtype=np.int64)
    room = _room(sdu_bytes, DATA_HEADER_BYTES) - np.asarray(reserve_bytes, dtype=np.int64)
    first = np.maximum(room - np.asarray(before_rows_bytes, dtype=np.int64), 0) // row
    return as_counts(first), as_counts(room // row)


def row_packets(
    rows: Numbers,
    row_bytes: Numbers,
    sdu_bytes: Numbers,
    *,
    before_rows_bytes: Numbers = 0,
    reserve_bytes: Numbers = 0,
) -> Counts:
    """Count the packets that hold the rows of a reply where packets end at a row.

    Range and source as for rows_per_packet.

    @param rows: rows of the reply
    @param row_bytes: bytes of a row
    @param sdu_bytes: negotiated SDU
    @param before_rows_bytes: bytes of the reply in front of its first row
    @param reserve_bytes: bytes left free in each packet
    @return: packets
    """
    first, later = rows_per_packet(
        row_bytes, sdu_bytes, before_rows_bytes=before_rows_bytes, reserve_bytes=reserve_bytes
    )
    if np.any(np.asarray(later) < 1):
        raise ValueError("a row does not fit a packet; with such rows packets are cut at bytes")
    rest = np.maximum(np.asarray(rows, dtype=np.int64) - first, 0)
    return as_counts(1 + -(-rest // later))


def write_sizes(packets_bytes: Numbers, tdu_bytes: int) -> Counts:
    """Cut each packet again at the transport data unit: what is handed to TCP in one piece.

    Range: Net8 up to 10.2 as Sun BluePrints (October 2002) reads it; current releases ignore the TDU.

    @param packets_bytes: bytes of each packet, in order
    @param tdu_bytes: transport data unit
    @return: bytes of each write, in order
    """
    return _cut(packets_bytes, tdu_bytes)


def segment_sizes(writes_bytes: Numbers, mss_bytes: int, *, merged: bool = False) -> Counts:
    """Cut writes into TCP segments.

    Range: no retransmission. Source: RFC 9293.

    @param writes_bytes: bytes of each write, in order
    @param mss_bytes: largest segment
    @param merged: whether TCP joins writes into full segments (a busy connection), else each starts a segment
    @return: payload of each segment, in order
    """
    writes = np.atleast_1d(floats(writes_bytes))
    return _cut([writes.sum()] if merged else writes, mss_bytes)


def _cut(pieces_bytes: Numbers, most_bytes: int) -> Counts:
    """Cut pieces into ones of at most so many bytes."""
    found: list[int] = []
    for piece in np.atleast_1d(np.asarray(pieces_bytes, dtype=np.int64)).tolist():
        full, rest = divmod(piece, most_bytes)
        found += [most_bytes] * full + ([rest] if rest else [])
    return np.array(found, dtype=np.int64)
