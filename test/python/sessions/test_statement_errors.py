# SPDX-License-Identifier: GPL-2.0-only
"""How long errors are: as the statement says that failed, else as [query] says, else as the driver."""

from __future__ import annotations

import net8
import pytest

# "ORA-00942: table or view does not exist" and its length byte.
TEXT_BYTES = 39 + 1
# The data flags are part of no message: reply_bytes has the header of one DATA packet, 10 bytes.
PACKET_BYTES = 10


def replies(query: dict[str, object], **overheads: int) -> dict[str, int]:
    """Run two statements that fail and return the bytes of their replies, by name."""
    names = ("a", "b")
    statements = [
        {"name": name, "fail_every": 1} | ({"error_overhead": overheads[name]} if name in overheads else {})
        for name in names
    ]
    done = net8.run(
        net8.Plan.of(
            {
                "path": {"kind": "lan"},
                "client": {"driver": "python-thin"},
                "query": query,
                "statement": statements,
                "transaction": [{"name": "t", "steps": list(names), "on_error": "continue"}],
            }
        )
    )
    failed = done.calls[done.calls["error"] != 0]
    found = dict(zip(failed["statement"], failed["reply_bytes"], strict=True))
    return {name: int(found[place]) for place, name in enumerate(names, start=min(found))}


def test_each_statement_has_the_errors_that_it_gives() -> None:
    found = replies({"error_overhead": 39}, a=200)
    assert found == {"a": 200 + TEXT_BYTES + PACKET_BYTES, "b": 39 + TEXT_BYTES + PACKET_BYTES}


def test_errors_are_the_drivers_where_nobody_says() -> None:
    found = replies({}, a=200)
    assert found["a"] == 200 + TEXT_BYTES + PACKET_BYTES
    assert found["b"] == replies({})["a"]


def test_a_call_may_say_so_too() -> None:
    plan = net8.Plan.of(
        {
            "path": {"kind": "lan"},
            "client": {"driver": "sqlplus"},
            "statement": [
                {
                    "name": "s", "kind": "call", "function": 0x54, "request_length": 41, "fail_every": 1,
                    "error_text": "ORA-00942: table or view does not exist", "error_overhead": 150,
                }
            ],
            "transaction": [{"name": "t", "steps": ["s"], "on_error": "continue"}],
        }
    )  # fmt: skip
    calls = net8.run(plan).calls
    assert list(calls[calls["error"] != 0]["reply_bytes"]) == [150 + TEXT_BYTES + PACKET_BYTES]


def test_a_negative_overhead_is_refused() -> None:
    with pytest.raises(net8.PlanError, match="error_overhead"):
        net8.Plan.of({"statement": [{"name": "a", "error_overhead": -1}]})
