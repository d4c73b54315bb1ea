# SPDX-License-Identifier: GPL-2.0-only
"""Messages that no driver sends are refused by the simulated server in a sentence."""

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
