# SPDX-License-Identifier: GPL-2.0-only
"""When servers put bit vectors in front of rows, read from captures of SQL*Plus 12.1 with 10.2, 11.2 and 12.1.

The rule is that of the model (``ColumnRepetition``); tests of the model are in test_columns.py. Each session runs
``SELECT NAME, PASSWORD FROM SYS.USER$`` or ``SELECT ROLE FROM SYS.DBA_ROLES`` in arrays of 15.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pytest
from net8.dissect import dissect
from net8.dissect.packets import cut

PROJECT = Path(__file__).resolve().parents[3]
CAPTURES = Path(os.environ.get("NET8_SHARED", PROJECT.parent / "shared")) / "captures" / "oracle-wiki-2016"
ROW_HEADER, ROW, VECTOR, END_OF_CALL = 6, 7, 21, 4
HEADER_BYTES = 50
"""Bytes of a row header between equal 64-bit platforms, without a vector."""

pytestmark = pytest.mark.skipif(not CAPTURES.is_dir(), reason=f"no captures in {CAPTURES}")


@dataclass
class Reply:
    """A reply with rows."""

    header: bool  #: whether its row header has a vector
    vectors: list[int]  #: of each row with one in front, the columns that are not sent
    rows: int  #: rows
    end: int  #: bytes of its end-of-call message


def replies(name: str, session: int, columns: int) -> list[Reply]:
    """Read the fetch replies of a session."""
    found = dissect(CAPTURES / name).sessions[session]
    payloads = [
        stream.data[place.start + 10 : place.end]
        for stream in found.connection.streams(found.connection.server)
        for place in cut(stream, found.conversation.long_lengths)
    ]
    return [read(payload, columns) for payload in payloads if payload[:1] == bytes([ROW_HEADER])]


def read(payload: bytes, columns: int) -> Reply:
    """Take the rows of a reply apart: each has a length byte and a value for each column that its vector says."""
    position, full = HEADER_BYTES, (1 << columns) - 1
    reply, bits = Reply(payload[HEADER_BYTES] != ROW, [], 0, 0), full
    if reply.header:
        bits, position = payload[position], position + 1
    while payload[position] != END_OF_CALL:
        if payload[position] == VECTOR:
            # Type, number of columns sent in two bytes, vector.
            bits, position = payload[position + 3], position + 4
            assert payload[position - 3] == bits.bit_count()
            reply.vectors.append(columns - bits.bit_count())
        assert payload[position] == ROW
        position += 1
        for _column in range(bits.bit_count()):
            position += 1 + payload[position]
        bits, reply.rows = full, reply.rows + 1
    reply.end = len(payload) - position
    return reply


SESSIONS = [
    ("wireshark-wiki_7_oracle10_2016.pcapng", 0, 2),
    ("wireshark-wiki_7_oracle10_2016.pcapng", 1, 1),
    ("wireshark-wiki_8_oracle11_2016.pcapng", 0, 2),
    ("wireshark-wiki_8_oracle11_2016.pcapng", 1, 1),
    ("wireshark-wiki_9_oracle12_2016.pcapng", 0, 2),
]


@pytest.mark.parametrize(("name", "session", "columns"), SESSIONS)
def test_vectors_go_on_as_long_as_the_first_reply_repeated_something(
    name: str, session: int, columns: int
) -> None:
    first, *later = replies(name, session, columns)
    # Whether or not a row repeats anything, each but the first one has a vector.
    assert len(first.vectors) == first.rows - 1 == 14
    repeats = any(first.vectors)
    assert repeats == (columns == 2)
    for reply in later:
        assert reply.header == repeats
        assert len(reply.vectors) == (reply.rows - 1 if repeats else 0)
    # A server of 10.2 compares the second reply with the row that came with the execute.
    assert first.header == ("oracle10" in name)


def test_replies_to_fetches_that_were_read() -> None:
    counted = [len(replies(*session)) for session in SESSIONS]
    assert counted == [5, 3, 11, 8, 8]
    assert sum(counted) == 35
