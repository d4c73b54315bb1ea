# SPDX-License-Identifier: GPL-2.0-only
"""What a driver sends that keeps no cursors."""

from __future__ import annotations

import net8


def test_without_a_statement_cache_the_next_call_closes_the_cursor() -> None:
    insert = {
        "name": "insert",
        "kind": "dml",
        "statement_length": 33,
        "binds": "number:7, varchar2:20, varchar2:8",
        "bind_rows": 10,
        "array_size": 10,
    }
    plan = net8.Plan.of(
        {
            "path": {"kind": "lan"},
            "client": {"driver": "python-thin", "statement_cache": 0},
            "server": {"release": "23ai"},
            "statement": [insert, {"name": "commit", "kind": "commit"}],
            "transaction": [{"name": "work", "steps": ["3*insert", "commit"]}],
        }
    )
    calls = net8.run(plan).calls
    # TTC bytes of a run of python-oracledb 26.1 with stmtcachesize = 0 and a cursor for each execute, against the
    # responder of test/drivers with 23ai; 10 of the packet.
    assert list(calls[calls["kind"] == "execute"]["request_bytes"]) == [489 + 10, 498 + 10, 498 + 10]
    assert list(calls[calls["kind"] == "commit"]["request_bytes"]) == [13 + 10]
