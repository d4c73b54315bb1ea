# SPDX-License-Identifier: GPL-2.0-only
"""What SQL*Plus asks by itself (doc/sqlplus-start.toml), beside its capture: calls behind the logon, and their sums."""

from __future__ import annotations

from pathlib import Path

import net8
import pytest
from net8.dissect.sessions import dissect
from plan_captures import CAPTURES

TOP = Path(__file__).parents[3]
CAPTURE = CAPTURES / "john-samples_Oracle-good.pcap"
LOGON = 6
ALIKE = 6


@pytest.mark.skipif(
    not CAPTURE.is_file(), reason=f"no {CAPTURE.name}; NET8_SHARED names the folder above captures"
)
def test_calls_behind_the_logon_are_those_of_the_capture(tmp_path: Path) -> None:
    net8.run(net8.load(TOP / "doc" / "sqlplus-start.toml"), folder=tmp_path, pcap=True)
    (own,) = dissect(next(tmp_path.glob("capture-client*.pcap"))).sessions
    (real,) = dissect(CAPTURE).sessions
    found, seen = (session.calls[LOGON:] for session in (own, real))
    for ours, theirs in list(zip(found, seen, strict=False))[:ALIKE]:
        assert str(ours.message) == str(theirs.message)
        assert abs(ours.request_bytes - theirs.request_bytes) <= 1
        assert ours.reply_bytes == theirs.reply_bytes
    # The last query has its row with the execute there, and a fetch of its own here: a reply of 102 bytes more, of
    # which the row and ORA-01403 are in the other one there, 29. 73 of 1727 bytes are 4.2 %.
    assert len(found) == len(seen) + 1
    for side, part in (("request_bytes", 0.02), ("reply_bytes", 0.043)):
        ours_sum, theirs_sum = (sum(getattr(call, side) for call in calls) for calls in (found, seen))
        assert abs(ours_sum - theirs_sum) <= part * theirs_sum
