# SPDX-License-Identifier: GPL-2.0-only
"""Messages that no driver sends are refused by the simulated server in a sentence, calls that it lacks by an error."""

from __future__ import annotations

import net8
import pytest
from net8._core import TtcError
from net8.serving.answers import Answers, database_of

ODD = {
    "empty": b"",
    "only its type": b"\x03",
    "re-execute without cursor": b"\x03\x4e\x01",
    "more rows than 32 bits": b"\x03\x4e\x01\x01\x01\x08" + b"\xff" * 8,
    "other type": b"\xe7",
}


@pytest.mark.parametrize("message", ODD.values(), ids=ODD)
def test_an_odd_message_is_refused(message: bytes) -> None:
    answers = Answers(database_of(net8.Plan.of({"query": {"columns": "number:5"}})))
    with pytest.raises(TtcError, match=f"a message of {len(message)} bytes that is cut short or"):
        answers.ask(message)


@pytest.mark.plain
@pytest.mark.parametrize(("function", "name"), [(0x60, "LOB operation"), (0x81, "direct path load")])
def test_a_call_that_is_not_served_is_answered_with_an_error(function: int, name: str) -> None:
    """What goes to the simulated server is a ping, of the length of the call, and its answer an error."""
    answers = Answers(database_of(net8.Plan.of({"query": {"columns": "number:5"}})))
    call = bytes([3, function, 5]) + bytes(40)
    asked = answers.ask(call)
    assert (asked[:3], len(asked)) == (bytes([3, 0x93, 5]), len(call))
    told = answers.answer(asked[:12], asked[:12])
    assert told.startswith(b"\x04")
    assert (
        f"ORA-03001: unimplemented feature: the simulated server: it does not serve {name}".encode() in told
    )
