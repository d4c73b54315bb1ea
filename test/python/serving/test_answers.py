# SPDX-License-Identifier: GPL-2.0-only
"""Messages that no driver sends are refused by the simulated server in a sentence, calls that it lacks by an error."""

from __future__ import annotations

import datetime

import net8
import pytest
from net8._core import TtcError
from net8.serving.answers import Answers, database_of
from net8.serving.blocks import is_block, nulls
from net8.serving.dual import is_dual, one_row

ODD = {
    "empty": b"",
    "only its type": b"\x03",
    "re-execute without cursor": b"\x03\x4e\x01",
    "more rows than 32 bits": b"\x03\x4e\x01\x01\x01\x08" + b"\xff" * 8,
    "other type": b"\xe7",
}


@pytest.mark.parametrize("message", ODD.values(), ids=ODD)
def test_an_odd_message_is_refused(message: bytes) -> None:
    answers = Answers(database_of(net8.Plan.of({"query": {"columns": "number:5"}})), pytest.fail)
    with pytest.raises(TtcError, match=f"a message of {len(message)} bytes that is cut short or"):
        answers.ask(message)


@pytest.mark.plain
@pytest.mark.parametrize(("function", "name"), [(0x60, "LOB operation"), (0x81, "direct path load")])
def test_a_call_that_is_not_served_is_answered_with_an_error(function: int, name: str) -> None:
    """What goes to the simulated server is a ping, of the length of the call, and its answer an error."""
    answers = Answers(database_of(net8.Plan.of({"query": {"columns": "number:5"}})), pytest.fail)
    call = bytes([3, function, 5]) + bytes(40)
    asked = answers.ask(call)
    assert (asked[:3], len(asked)) == (bytes([3, 0x93, 5]), len(call))
    told = answers.answer(asked[:12], asked[:12])
    assert told.startswith(b"\x04")
    assert (
        f"ORA-03001: unimplemented feature: the simulated server: it does not serve {name}".encode() in told
    )


@pytest.mark.plain
@pytest.mark.parametrize(
    ("text", "binds", "told"),
    [
        # Directions (16 comes back, 32 goes in), then a row with a null and a return code for each that comes back.
        ("begin :3 := :1; :4 := f(:2); end;", 4, "0b 00 0104 00 00 00 00 00 10 20 10 20 07 00 00 00 00"),
        (
            "begin select a, ':x' into :a, :b from t where c = :c; end;",
            3,
            "0b 00 0103 00 00 00 00 00 10 10 20 07 00 00 00 00",
        ),
        ("/* p */ begin p(:a, :a); -- :b\n end;", 1, "0b 00 0101 00 00 00 00 00 20"),
        ("begin null; end;", 0, ""),
    ],
)
def test_what_a_block_sets_is_null(text: str, binds: int, told: str) -> None:
    assert is_block(text)
    assert nulls(text, binds) == bytes.fromhex(told)


@pytest.mark.plain
@pytest.mark.parametrize(
    "text", ["insert into t values (:1)", "alter session set a = 1", "commit", "beginning"]
)
def test_a_statement_is_no_block(text: str) -> None:
    assert not is_block(text)


@pytest.mark.plain
@pytest.mark.parametrize(("cookie", "end"), [(b"\x1e\x01\x06\x69\x03\x01\xd0\x07", b"\x1c"), (b"", b"")])
def test_a_driver_that_remembers_a_server_is_asked_for_all_anew(cookie: bytes, end: bytes) -> None:
    """As the source of python-oracledb 1.4.2 has it: protocol and cookie in one message, then RENEGOTIATE (28)."""
    database = database_of(net8.Plan.of({"query": {"columns": "number:5"}}))
    answers = Answers(database, pytest.fail)
    asked = answers.ask(b"\x01\x06\x00python-oracledb thn : 1.4.2\x00" + cookie)
    assert answers.answer(asked[:12], asked[:12]) == database.protocol + end


@pytest.mark.plain
@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("select 1 from dual", [("1", "number", 1)]),
        ("SELECT 1.5 AS half, 'a, b' \"Hi\", 'it''s' FROM sys.dual", [
            ("HALF", "number", 1.5), ("Hi", "varchar2", "a, b"), ("'IT''S'", "varchar2", "it's"),
        ]),
        ("select to_char(sysdate, 'YYYY') y, :1 as v, user from dual;", [
            ("Y", "varchar2", "X"), ("V", "varchar2", None), ("USER", "varchar2", "X"),
        ]),
        ("select systimestamp from dual", [
            ("SYSTIMESTAMP", "timestamp with time zone", datetime.datetime(2024, 11, 20, 12, 30, 15, 250_000)),
        ]),
    ],
)  # fmt: skip
def test_a_row_of_dual_is_what_the_text_says(text: str, columns: list[tuple[str, str, object]]) -> None:
    assert is_dual(text)
    found, values = one_row(text)
    assert [(each.name, each.type, value) for each, value in zip(found, values, strict=True)] == columns


@pytest.mark.plain
@pytest.mark.parametrize(
    "text", ["select * from journal", "select 1 from dual, journal", "select x from dual_t"]
)
def test_a_table_is_not_dual(text: str) -> None:
    assert not is_dual(text)
