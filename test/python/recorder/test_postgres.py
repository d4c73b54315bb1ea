# SPDX-License-Identifier: GPL-2.0-only
"""Round trips and statements of PostgreSQL, counted by hand from its protocol."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from fake_servers import (
    COPY_DATA,
    COPY_DONE,
    END,
    EXECUTE,
    FLUSH,
    SSL_REQUEST,
    STARTUP,
    SYNC,
    bind,
    message,
    parse,
    postgres,
    query,
    serving,
)
from net8.dissect.postgres import PostgresDialogue, opens_postgres
from net8.record.record import Record
from net8.record.sources import read
from net8.record.sql_text import find_sql, name_of
from net8.recorder.proxy import Proxy
from net8.recorder.record import ports_of

ROW, DONE, READY = 31, 14, 6
"""Bytes of the server's messages: a row, CommandComplete, ReadyForQuery."""


def talk(path: Path, turns: Sequence[tuple[bytes, int]], rows: int = 1) -> Record:
    """Send each request when the reply before it has come, as long as told; return what was recorded."""
    proxy = Proxy(pytest.fail)
    proxy.recording.open(path)
    with serving(lambda sock: postgres(sock, rows=rows)) as backend:
        (pair,) = ports_of(["127.0.0.1:0"], [backend], anywhere=False)
        listening = proxy.listen(*pair)
        runner = threading.Thread(target=proxy.run, args=(time.monotonic() + 20,))
        runner.start()
        with socket.create_connection(listening.address, timeout=10) as client:
            for request, size in turns:
                client.sendall(request)
                while size:
                    size -= len(client.recv(size))
        while proxy.pairs:
            time.sleep(0.005)
        proxy.stop()
        with socket.create_connection(listening.address):
            # The loop looks at what it was told when something happens.
            runner.join()
        proxy.finish(1)
    return read(path)


def calls(record: Record) -> list[tuple[str, str, int, int]]:
    """Return kind, statement and bytes of the calls."""
    columns = record.calls
    return [
        (record.kinds[kind], record.statements.all[statement].name if statement else "", asked, answered)
        for kind, statement, asked, answered in zip(
            columns.kind, columns.statement, columns.request_bytes, columns.reply_bytes, strict=True
        )
    ]


OPENING = [(SSL_REQUEST, 1), (STARTUP, 9 + READY)]


def test_simple_queries_take_a_round_trip_each(tmp_path: Path) -> None:
    """SSLRequest, startup and two queries: four; the request of a query has 5 bytes and its text with a zero."""
    one, other = "SELECT name FROM orders WHERE id = 17", "SELECT name FROM orders WHERE id = 18"
    turns = [*OPENING, (query(one), ROW + DONE + READY), (query(other), ROW + DONE + READY)]
    record = talk(tmp_path / "r.pcapng", [*turns, (END, 0)])
    name = "SELECT name FROM orders WHERE id = ?"
    assert calls(record) == [
        ("startup", "", 8, 1), ("startup", "", 22, 15), ("query", name, 43, 51), ("query", name, 43, 51),
        ("terminate", "", 5, 0),
    ]  # fmt: skip
    assert [session.trips for session in record.sessions] == [4]
    assert list(record.calls.rows)[2:4] == [1, 1]


def test_a_pipeline_is_one_round_trip(tmp_path: Path) -> None:
    """Parse, Bind, Execute three times, each with a Sync, all written before anything is read."""
    part = parse("SELECT 1") + bind() + EXECUTE + SYNC
    record = talk(tmp_path / "r.pcapng", [*OPENING, (part * 3, 3 * (5 + 5 + ROW + DONE + READY))])
    assert calls(record)[2] == ("execute", "SELECT ? and ? more", 3 * len(part), 3 * 61)


def test_a_pipeline_written_in_parts_is_one_round_trip() -> None:
    """The second part comes when the first one was not answered: PostgreSQL reads it as it comes."""
    dialogue = PostgresDialogue(STARTUP)
    dialogue.take(STARTUP, from_client=True)
    assert dialogue.waits
    dialogue.take(message(b"R", bytes(4)) + message(b"Z", b"I"), from_client=False)
    assert not dialogue.waits
    dialogue.take(parse("SELECT 1") + bind() + EXECUTE, from_client=True)
    # Without Sync or Flush the server need not answer: one of them follows, whatever the server says before.
    assert dialogue.waits
    dialogue.take(message(b"1") + message(b"2"), from_client=False)
    assert dialogue.waits
    dialogue.take(SYNC, from_client=True)
    assert dialogue.waits
    answers = message(b"C", b"SELECT 1\0") + message(b"Z", b"I")
    for place in range(len(answers)):
        dialogue.take(answers[place : place + 1], from_client=False)
        assert dialogue.waits == (place < len(answers) - 1)


def test_a_flush_is_waited_for_until_all_before_it_is_answered(tmp_path: Path) -> None:
    """Drivers that describe before they bind send Parse and Flush, and wait: a round trip without Sync."""
    turns = [
        *OPENING,
        (parse("SELECT 1", "s") + FLUSH, 5),
        (bind("s") + EXECUTE + SYNC, 5 + ROW + DONE + READY),
    ]
    record = talk(tmp_path / "r.pcapng", turns)
    assert [(kind, statement) for kind, statement, _asked, _answered in calls(record)[2:]] == [
        ("parse", ""), ("execute", "SELECT ?"),
    ]  # fmt: skip


def test_an_error_in_a_pipeline_skips_to_the_sync(tmp_path: Path) -> None:
    """After an ErrorResponse the server reads messages away up to the Sync, and sends one ReadyForQuery."""
    turns = [
        *OPENING, (parse("FAIL") + bind() + EXECUTE + SYNC, 6 + READY), (query("SELECT 1"), ROW + DONE + READY),
    ]  # fmt: skip
    record = talk(tmp_path / "r.pcapng", turns)
    assert [kind for kind, *_rest in calls(record)] == ["startup", "startup", "execute", "query"]


def test_copy_in_takes_two_round_trips(tmp_path: Path) -> None:
    """COPY waits for CopyInResponse, of 8 bytes; the data, with CopyDone, for CommandComplete and ReadyForQuery."""
    load = COPY_DATA * 5000 + COPY_DONE
    turns = [*OPENING, (query("COPY t FROM STDIN"), 8), (load, DONE + READY)]
    record = talk(tmp_path / "r.pcapng", turns)
    assert calls(record)[2:] == [
        ("copy", "COPY t FROM STDIN", 23, 8), ("copy data", "", 5000 * 8 + 5, 20),
    ]  # fmt: skip


def test_more_rows_of_a_portal_are_fetches(tmp_path: Path) -> None:
    turns = [
        *OPENING, (parse("SELECT v FROM t") + bind() + EXECUTE + SYNC, 10 + 4 * ROW + DONE + READY),
        (EXECUTE + SYNC, 4 * ROW + DONE + READY),
    ]  # fmt: skip
    record = talk(tmp_path / "r.pcapng", turns, rows=4)
    assert [call[:2] for call in calls(record)[2:]] == [
        ("execute", "SELECT v FROM t"), ("fetch", "SELECT v FROM t"),
    ]  # fmt: skip
    assert list(record.calls.rows)[2:] == [4, 4]


def test_what_a_server_says_to_a_client_that_waits_for_nothing_is_no_reply() -> None:
    dialogue = PostgresDialogue(query("LISTEN news"))
    dialogue.take(query("LISTEN news"), from_client=True)
    dialogue.take(message(b"C", b"LISTEN\0") + message(b"Z", b"I"), from_client=False)
    dialogue.take(message(b"A", bytes(10)), from_client=False)
    assert not dialogue.waits
    assert dialogue.take_request() == ("query", [b"LISTEN news"])


def test_encryption_that_is_granted_ends_what_can_be_read() -> None:
    dialogue = PostgresDialogue(SSL_REQUEST)
    dialogue.take(SSL_REQUEST, from_client=True)
    assert dialogue.waits
    dialogue.take(b"S", from_client=False)
    assert dialogue.encrypted
    assert not dialogue.waits


@pytest.mark.parametrize(
    ("data", "known"),
    [(STARTUP, True), (SSL_REQUEST, True), (query("SELECT 1"), True), (b"GET / HTTP/1.1\r\n\r\n", False), (b"", False),
     (bytes.fromhex("00fa00000100000001390139"), False), (query("SELECT 1")[:-1], False),
     (b"\x16\x03\x01\x02\x00", False)],
)  # fmt: skip
def test_postgres_is_known_by_its_first_bytes(data: bytes, known: bool) -> None:
    assert PostgresDialogue(data).known == known
    assert opens_postgres(data) == (data in (STARTUP, SSL_REQUEST))


@pytest.mark.parametrize("seed", range(200))
def test_bytes_that_are_no_protocol_are_survived(seed: int) -> None:
    """Anything may come behind a startup: what is not whole is kept, and nothing is kept twice."""
    data = bytes((seed * 131 + place * place * 17 + (place >> 3)) % 256 for place in range(300))
    dialogue = PostgresDialogue(STARTUP)
    dialogue.take(STARTUP, from_client=True)
    for place in range(0, 300, 7):
        dialogue.take(data[place : place + 7], from_client=bool(seed + place & 1))
    dialogue.lost()
    dialogue.take_request()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("SELECT a\n  FROM t\n WHERE id = 17", "SELECT a FROM t WHERE id = ?"),
        ("SELECT t1.a FROM t1 WHERE b = 'it''s' AND c=$1", "SELECT t1.a FROM t1 WHERE b = ? AND c=$1"),
        ("INSERT INTO t VALUES (1, 2, 3)", "INSERT INTO t VALUES (?)"),
    ],
)
def test_names_of_statements_have_no_literals(text: str, name: str) -> None:
    assert name_of(text.encode()) == name.encode()


def test_long_names_keep_both_ends() -> None:
    text = (
        b"SELECT "
        + b", ".join(b"column_%c" % letter for letter in b"abcdefghij")
        + b" FROM orders WHERE id = 5"
    )
    name = name_of(text).decode()
    assert name.startswith("SELECT column_a, column_b")
    assert name.endswith("FROM orders WHERE id = ?")
    assert len(name) <= 44 + 5 + 32


def test_sql_is_found_in_messages() -> None:
    assert find_sql(bytes(30) + b"select * from dual" + bytes(3) + b"update") == b"select * from dual"
    assert find_sql(b"selection of nothing") == b""
