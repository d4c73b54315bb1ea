# SPDX-License-Identifier: GPL-2.0-only
"""The responder by itself: what it writes, and what garbage does to it."""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import random
import re
import socket
import time

import net8_testing
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from net8 import _core
from net8._core import (
    TtcAuthReply,
    TtcAuthRequest,
    TtcDataTypesReply,
    TtcDataTypesRequest,
    TtcError,
    TtcExecute,
    TtcFastAuth,
    TtcLayout,
    TtcRowHeader,
    ttc_call,
    ttc_number,
)
from net8.serving.columns import Column, stored, time_of
from net8.serving.logon import Logon
from net8.serving.replies import describe, statement_parameters, version
from net8_testing import TtcFetch
from responder.cases import CASES, FULL_CASES, Accept, Case
from responder.dialogue import REFUSAL, name_of
from responder.listener import Listener
from responder.recording import Recording
from responder.replies import STATEMENT_CURSOR, end_of_call
from responder.statements import Statements
from responder.table import COLUMNS, COLUMNS_OF_PLAN, values


# Packets of section 13 of the fact sheet on TNS; the REFUSE is that of jdbc-a1.
def test_packets_are_those_of_the_fact_sheet() -> None:
    assert net8_testing.encode_resend().hex() == "000800000b000000"
    assert net8_testing.encode_marker(1, 1).hex() == "000b00000c000000010001"
    assert net8_testing.encode_data(b"", 0x0040).hex() == "000a0000060000000040"
    assert net8_testing.encode_data(b"", 0x0040, long_form=True).hex() == "0000000a060000000040"
    assert net8_testing.encode_redirect("x" * 0x33, text_follows=True).hex() == "000a0000050000000033"
    assert net8_testing.encode_refuse(0x22, 0, REFUSAL)[:12].hex() == "00670000040000002200005b"
    accept = Accept(
        version=318, sdu=8192, tdu=8192, connect_flags=(0xC1, 1), accept_flags2=1, service_options=0xC01
    )
    head = "002d000002000000013e0c010000000001000000002dc1010000000000000000"
    assert accept.encode().hex() == head + "00002000000020000000000001"


@pytest.mark.parametrize(("size", "wrong"), [(40, "24, 32, 41, 45 or 61"), (25, "24, 32, 41, 45 or 61")])
def test_an_accept_has_a_known_layout(size: int, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        Accept(fixed_size=size).encode()


def test_a_packet_must_fit_its_length_form() -> None:
    with pytest.raises(ValueError, match="70010 bytes does not fit"):
        net8_testing.encode_data(bytes(70000))
    assert len(net8_testing.encode_data(bytes(70000), long_form=True)) == 70010


# 1 and 123: c102, c20218 (capture of TOAD and Oracle's documentation of NUMBER); -5 is 3e 60 66.
@pytest.mark.parametrize(
    ("value", "text"), [(0, "80"), (1, "c102"), (100, "c202"), (123, "c20218"), (50, "c133"), (-5, "3e6066")]
)
def test_numbers_are_those_of_oracle(value: int, text: str) -> None:
    assert ttc_number(str(value)).hex() == text


def test_times_are_those_of_oracle() -> None:
    # 2024 is century 20, year 24: 120, 124; one more for each of hours, minutes, seconds.
    point = datetime.datetime(2024, 11, 20, 0, 0, 0)
    assert time_of(point).date.hex() == "787c0b14010101"
    assert time_of(point).timestamp == time_of(point).date
    assert time_of(point.replace(microsecond=1)).timestamp.hex() == "787c0b14010101000003e8"
    zoned = stored(Column("X", "timestamp with time zone"), point.replace(microsecond=1))
    assert zoned.hex() == "787c0b14010101000003e8143c"


def test_the_rows_of_the_table_have_the_size_that_the_plan_says() -> None:
    # NUMBER of 4 pairs and exponent 1 + 5, text 1 + 100, DATE 1 + 7, TIMESTAMP 1 + 11, RAW 1 + 16, null 1.
    assert _core.column_bytes(COLUMNS_OF_PLAN)[0] == 6 + 101 + 8 + 12 + 17 + 1


def test_messages_have_the_bytes_of_the_captures_of_drivers() -> None:
    # The describe of python-full-250rows-default from its column count on, and the messages around its rows.
    columns = (Column("ID", "number"), Column("TXT", "varchar2", 100))
    told = (
        "0280000001160000000000000001020102024944000000"
        "000180000001640000000002036901016401030103035458540000010100"
        "010707787c0b1401010100021fe8010a010a00"
    )
    assert describe(columns).encode().hex().endswith(told)
    assert TtcRowHeader(iterations=2).encode().hex() == "06220101000102000000"
    assert statement_parameters(STATEMENT_CURSOR).hex() == "08010603123456000103000000000000"
    assert (
        end_of_call(rows=2).hex()
        == "040101010101020000000103000300000000000000000000000003000000000000000102"
    )


def test_data_types_are_answered_with_the_client_s_own() -> None:
    types = bytes((0, 1, 0, 1, 0, 1, 0, 0, 0, 2, 0, 2, 0, 10, 0, 0, 0, 0))
    request = bytes((2, 0x69, 3, 0x69, 3, 3, 2, 6, 1, 1, 7)) + types
    told = TtcDataTypesReply(types=TtcDataTypesRequest.decode(request).types)
    assert told.encode() == b"\2" + types


def test_the_logon_agrees_with_a_client_of_its_own() -> None:
    logon = Logon("tiger", salt=bytes(16), half=bytes(range(48)))
    assert logon.verifier == hashlib.sha1(b"tiger" + bytes(10)).digest() + bytes(4)
    assert logon.challenge()[0] == 8
    pairs = TtcAuthReply.decode(logon.challenge()).pairs
    assert len(pairs) == 3
    assert (pairs[0].key, len(pairs[0].value)) == (b"AUTH_SESSKEY", 96)


def send(sock: socket.socket, content: bytes, drip_s: float) -> None:
    """Send bytes, all at once or one by one, until the other end closes."""
    parts = [content[at : at + 1] for at in range(len(content))] if drip_s else [content]
    with contextlib.suppress(ConnectionError):
        for part in parts:
            sock.sendall(part)
            time.sleep(drip_s)
        sock.settimeout(20)
        while sock.recv(1 << 16):
            pass


def serve(content: bytes, *, patience_s: float = 5.0, drip_s: float = 0.0) -> Recording:
    """Send bytes to the responder and give what it recorded."""
    with (
        Listener(Case("any", "accept", rows=1, patience_s=patience_s)) as listener,
        socket.create_connection(("127.0.0.1", listener.port("A"))) as sock,
    ):
        send(sock, content, drip_s)
    (recording,) = listener.recordings
    return recording


def test_a_silent_client_is_left() -> None:
    recording = serve(b"", patience_s=0.5)
    assert recording.end == "silence"
    assert 0.5 <= recording.silence_s < 5


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (bytes(8), "a packet of 0 bytes"),
        (b"\x00\x04" + bytes(6), "a packet of 4 bytes"),
        (b"GET / HTTP/1.1\r\n" + bytes(20000), "unknown|type"),
        (net8_testing.encode_data(b"abc"), "DATA where a CONNECT belongs"),
    ],
)
def test_garbage_is_named_and_the_connection_closed(content: bytes, fault: str) -> None:
    recording = serve(content)
    assert recording.end == "server"
    assert re.search(fault, recording.fault)


def test_random_bytes_neither_hang_nor_kill_the_responder() -> None:
    draw = random.Random(8)
    for _ in range(25):
        recording = serve(draw.randbytes(draw.randrange(1, 3000)), patience_s=0.2)
        assert recording.end in ("server", "silence", "client", "reset")
        assert not recording.fault.startswith(("TypeError", "IndexError", "KeyError", "AttributeError"))


def test_one_byte_at_a_time_is_still_a_packet() -> None:
    assert serve(net8_testing.encode_data(b"abc"), drip_s=0.005).fault == "DATA where a CONNECT belongs"


def test_the_layout_of_23_4_has_a_token_and_more_fields() -> None:
    new = TtcLayout(field_version=24)
    # Type and checksum of the statement are 3 bytes; a column has its number and six empty fields.
    assert len(end_of_call(new)) == len(end_of_call()) + 3
    assert describe(COLUMNS).size(new) == describe(COLUMNS).size() + 7 * len(COLUMNS)
    # The execute of python-full-250rows-default, and the same with a token and the seven fields of 12.2.
    call = bytes.fromhex("035e030280610001011501010d0000000102047fffffff" + "00" * 11 + "01" + "00" * 8)
    tail = bytes((21,)) + b"select id, txt from t" + bytes.fromhex("0101000000000000010100028000000000")
    assert TtcExecute.decode(call + tail).rows == 2
    assert TtcExecute.decode(call + tail).statement == b"select id, txt from t"
    assert TtcExecute.decode(call[:3] + b"\0" + call[3:] + bytes(7) + tail, new).statement == tail[1:22]


def test_a_verifier_of_12c_is_announced_with_its_rounds() -> None:
    layout = TtcLayout(field_version=24, verifier_12c=True)
    names = [
        pair.key.decode() for pair in TtcAuthReply.decode(Logon("tiger", layout).challenge(), layout).pairs
    ]
    assert names[2:5] == ["AUTH_PBKDF2_CSK_SALT", "AUTH_PBKDF2_VGEN_COUNT", "AUTH_PBKDF2_SDER_COUNT"]


# Type, two character sets, flags; two strings of capabilities; VARCHAR2, a signed byte, an end of call, the end. They
# are those of python-oracledb 26.1 and JDBC 12.2.0.1 (runs), cut where nothing is read any more.
def negotiation(flags: int, compile_time: str, *types: tuple[int, int, int]) -> bytes:
    capabilities = bytes.fromhex(compile_time)
    entries = b"".join(number.to_bytes(2) for entry in ((1, 1, 1), *types) for number in (*entry, 0))
    head = bytes((2, 0x69, 3, 0x69, 3, flags, len(capabilities)))
    return head + capabilities + bytes((1, 2)) + entries + bytes(2)


_PYTHON = negotiation(3, "06000000ea180018" + "00" * 32 + "64", (27, 27, 10), (652, 652, 1), (663, 663, 1))
_JDBC = negotiation(1, "060100006a010108" + "00" * 32 + "02", (27, 27, 1))


def test_what_a_client_can_do_stands_in_its_data_types() -> None:
    python = TtcLayout.agree(24, TtcDataTypesRequest.decode(_PYTHON), True)
    assert python == TtcLayout(field_version=24, end_of_response=True, verifier_12c=True)
    jdbc = TtcLayout.agree(24, TtcDataTypesRequest.decode(_JDBC), True)
    assert (jdbc.field_version, jdbc.wide_bytes, jdbc.end_of_response) == (8, True, False)
    assert (jdbc.verifier_12c, jdbc.text_lengths, jdbc.statement_type) == (True, False, False)
    old = TtcDataTypesRequest.decode(negotiation(3, "060000004a180007"))
    assert not TtcLayout.agree(7, old, True).verifier_12c


def test_an_accept_is_never_newer_than_its_connect() -> None:
    offered = Accept(version=319, accept_flags2=0x12000001)
    assert offered.agreed(320) == offered.agreed(319) == offered
    assert (offered.agreed(318).version, offered.agreed(318).accept_flags2) == (318, 1)
    assert (offered.agreed(316).version, offered.agreed(316).accept_flags2) == (316, 0)


# Captures of SQL Developer with 12.1: 08 01a1, the text as it is, 04 and the number, then a status.
def test_the_version_is_told_as_by_a_real_server() -> None:
    reply = version("Oracle", 0x0C100200, TtcLayout(text_lengths=False))
    assert reply == bytes.fromhex("080106") + b"Oracle" + bytes.fromhex("040c100200") + b"\x09\x01\x01\x00"
    assert version("Oracle", 1, TtcLayout())[3:10] == b"\x06Oracle"


def execute(statement: str, *, rows: int = 1, binds: int = 0) -> TtcExecute:
    return TtcExecute(statement=statement.encode(), rows=rows, binds=binds)


def test_a_block_gives_all_its_variables_back_as_null() -> None:
    # I/O vector of go-ora's block with 13 variables: flags, 13, five zeros, 13 directions OUT; then the row.
    reply = Statements(1, TtcLayout()).execute(execute("\nBEGIN null; END;", binds=13), 3)
    assert reply.startswith(bytes((11, 0, 1, 13, 0, 0, 0, 0, 0, *[16] * 13, 7, *[0] * 26, 8)))
    assert Statements(1, TtcLayout()).execute(execute("begin null; end;"), 3)[0] == 8


def test_any_other_query_gives_one_row_and_a_cursor_of_its_own() -> None:
    statements = Statements(1, TtcLayout())
    first = statements.execute(execute("select 'abc', 7 from dual", rows=2), 3)
    assert bytes((7, 3)) + b"abc" + bytes((2, 0xC1, 8)) in first
    assert b"ORA-01403" in first
    statements.execute(execute("select sysdate from dual", rows=0), 4)
    # Cursors are numbered from 3 on.
    assert b"\x07\x07\x78\x7c" in statements.fetch(TtcFetch(cursor=4, rows=10), 5)
    with pytest.raises(TtcError, match="cursor 5, which is not open"):
        statements.fetch(TtcFetch(cursor=5, rows=10), 6)


def test_the_check_byte_in_the_stream_belongs_to_no_packet() -> None:
    connect = bytes.fromhex(
        "004a000001000000013f012c0c412000ffff4f98000000010000004a000000008181"
        + "00" * 24
        + "00002000002000000000000000000001"
    )
    marker = net8_testing.encode_marker(2, 3, long_form=True)
    native = b"\xde\xad\xbe\xef" + bytes((0, 13)) + bytes(7)
    recording = serve(
        connect + b"!" + marker + net8_testing.encode_data(native, 0, long_form=True), patience_s=0.5
    )
    assert [str(packet) for packet in recording.sent] == ["CONNECT 74", "MARKER 11", "DATA 23"]
    assert recording.stream_bytes == 1
    assert str(recording.replied[-1]) == "DATA 127"


def test_a_call_is_found_behind_what_comes_in_front_of_it() -> None:
    fetch = bytes((3, 5, 7, 1, 3, 1, 100))
    close = bytes((17, 0x69, 6, 1, 1, 1, 1, 4))
    assert name_of(close + fetch) == "fetch"
    start, number = ttc_call(close + fetch)
    asked = TtcFetch.decode((close + fetch)[start:])
    assert (number, asked.cursor, asked.rows) == (7, 3, 100)
    assert name_of(close) == "close cursors"


@given(st.binary(max_size=300))
@settings(max_examples=200, deadline=None)
def test_messages_of_any_bytes_are_malformed_at_worst(content: bytes) -> None:
    for message in (TtcAuthRequest, TtcDataTypesRequest, TtcExecute, TtcFastAuth, TtcFetch):
        with contextlib.suppress(TtcError):
            message.decode(content)
    with contextlib.suppress(TtcError):
        Logon("tiger").accept(content)


def test_each_case_has_a_name_of_its_own_and_the_table_fits_its_columns() -> None:
    names = [case.name for case in CASES + FULL_CASES]
    assert len(set(names)) == len(names)
    assert len(values(0)) == len(COLUMNS)
