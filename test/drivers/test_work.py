# SPDX-License-Identifier: GPL-2.0-only
"""Real drivers insert in arrays, call blocks, commit, ping and roll back: they send what the model of them sends."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from drivers import DRIVERS, Driver, outcomes
from modelled import modelled_work, recorded
from net8.dissect.ttc import message
from net8_testing import TtcDirectPathLoad
from responder.cases import (
    ALONE_CASES,
    BATCH_CASES,
    BLOCK_CASES,
    CURSOR_CASES,
    DDL_CASES,
    DIRECT_CASES,
    DRCP_CASES,
    LOB_CASES,
    PIPELINE_CASES,
    POOL_CASES,
    READ_CASES,
    READY_CASES,
    SESSIONLESS_CASES,
    WATCH_CASES,
    WORK_CASES,
    Case,
)
from responder.loads import rows_of
from responder.recording import CLIENT, Packet, Recording
from responder.replies import DUPLICATE
from responder.table import CHAPTER, LETTER_CHARACTERS
from responder.watch import NOTIFICATIONS


def _each(cases: Sequence[Case]) -> pytest.MarkDecorator:
    """Go through cases with the drivers that have them."""
    return pytest.mark.parametrize(
        ("driver", "case"),
        [pytest.param(driver, case.name, id=f"{driver.name}-{case.name}")
         for driver in DRIVERS for case in driver.work_cases if case in cases],
    )  # fmt: skip


_EACH = _each(WORK_CASES)
_END_OF_REQUEST = 0x0800
_BATCHES = 4
_BEGIN_PIPELINE = 0x1000


@_EACH
def test_a_driver_comes_to_the_end(driver: Driver, case: str) -> None:
    seen = recorded(driver, case)
    assert seen.fault == ""
    assert [len(seen.named(name)) for name in ("execute", "re-execute", "commit", "ping", "rollback")] == [
        1,
        2,
        1,
        1,
        1,
    ]


@_each(BLOCK_CASES)
def test_values_come_back(driver: Driver, case: str) -> None:
    seen = recorded(driver, case)
    assert seen.fault == ""
    text = "z" * 40
    # A variable of RETURNING has a list of values, one for each row.
    assert outcomes()[driver.name].outcomes[case].rows == [["8", text]] * 2 + [["[8]", f"['{text}']"]] * 2
    assert [len(seen.named(name)) for name in ("execute", "re-execute")] == [3, 2]


@_each(CURSOR_CASES)
def test_cursors_of_blocks_are_read(driver: Driver, case: str) -> None:
    seen = recorded(driver, case)
    assert seen.fault == ""
    assert outcomes()[driver.name].outcomes[case].rows == [["250"]] * 6
    # A block with implicit results and an array of 25 rows, whose first goes alone; three rows of one whose values come
    # back. A block with a REF CURSOR is never executed anew. Each of six cursors of 250 rows takes three executes.
    assert seen.ending("re-execute") == 1 + 1 + 2
    assert seen.ending("execute") == 2 + 1 + 1 + 1 + 6 * 3


@_each(LOB_CASES)
def test_lobs_are_written(driver: Driver, case: str) -> None:
    seen = recorded(driver, case)
    assert seen.fault == ""
    # Made thrice, written in two pieces each; the LOB before is freed in front of the next execute, or of the logoff.
    names = ("LOB operation", "execute", "LOB operation + re-execute", "LOB operation + logoff")
    assert [len(seen.named(name)) for name in names] == [9, 1, 2, 1]


@_each(BATCH_CASES)
def test_rows_fail_by_themselves(driver: Driver, case: str) -> None:
    seen = recorded(driver, case)
    assert seen.fault == ""
    told = [f"{place} {DUPLICATE.strip()}" for place in range(2)]
    # The driver says behind the text where help is.
    rows = outcomes()[driver.name].outcomes[case].rows
    assert [[text.partition(" Help: ")[0] for text in row] for row in rows] == [told] * 3
    assert len(seen.named("execute")) == 3


_FAILED = "ORA-00942: table or view does not exist"
_OUT = ["8", "z" * 40]
# Rows that came, or the error; without the help that a newer driver adds.
_CAME = {
    "pipe": [["25"]],
    "alone": [["25"]],
    "pipes": [["25", "25"], _OUT] * 2,
    "aborts": [["25"], [_FAILED]] * 2,
    "goes on": [["25", _FAILED, _FAILED]] * 4,
    "pipe pool": [["25"]] * 3,
}


@_each([*PIPELINE_CASES, *ALONE_CASES])
def test_what_came_of_a_pipeline(driver: Driver, case: str) -> None:
    seen, outcome = recorded(driver, case), outcomes()[driver.name].outcomes[case]
    assert seen.fault == ""
    rows = [[text.partition(" Help: ")[0] for text in row] for row in outcome.rows]
    assert rows == _CAME[outcome.case.work]
    assert seen.ending("pipeline end") == (0 if outcome.case in ALONE_CASES else len(pipelines_of(seen)))


def pipelines_of(seen: Recording) -> list[list[Packet]]:
    """Return what the client sent from each begin of a pipeline to its end."""
    found: list[list[Packet]] = []
    for packet in seen.sent:
        if packet.data_flags & _BEGIN_PIPELINE:
            found.append([])
        if found and not (found[-1] and ends_pipeline(found[-1][-1])):
            found[-1].append(packet)
    return found


def ends_pipeline(packet: Packet) -> bool:
    """Tell whether a packet ends a pipeline."""
    return str(message(packet.payload)) == "pipeline end"


@_each(PIPELINE_CASES)
def test_a_pipeline_is_marked(driver: Driver, case: str) -> None:
    for pipeline in pipelines_of(recorded(driver, case)):
        # Python marks the calls alone, node all that it sends.
        *calls, end = (packet.data_flags & _END_OF_REQUEST for packet in pipeline)
        assert len(calls) > 2
        assert all(calls)
        assert bool(end) == (driver.maker == "node")
        assert ends_pipeline(pipeline[-1])


@_each(DDL_CASES)
def test_ddl_is_closed(driver: Driver, case: str) -> None:
    seen = recorded(driver, case)
    assert seen.fault == ""
    # The cursor of the first one in front of the second, that one in front of the logoff.
    names = ("execute", "close cursors + execute", "close cursors + logoff")
    assert [len(seen.named(name)) for name in names] == [1, 1, 1]


@_each(READ_CASES)
def test_lobs_are_read(driver: Driver, case: str) -> None:
    seen = recorded(driver, case)
    assert seen.fault == ""
    rows = [[f"letter {place}", str(LETTER_CHARACTERS)] for place in range(3)]
    assert outcomes()[driver.name].outcomes[case].rows == rows
    # The query, and what defines its columns; three LOBs, each read whole.
    assert [len(seen.named(name)) for name in ("execute", "fetch", "LOB operation")] == [2, 1, 3]


@_each([*POOL_CASES, *DRCP_CASES])
def test_requests_share_a_connection(driver: Driver, case: str) -> None:
    seen = recorded(driver, case)
    assert seen.fault == ""
    assert outcomes()[driver.name].outcomes[case].rows == [["25"]] * 3
    # The first request gets a connection that is new, which is not pinged.
    assert [seen.ending(name) for name in ("ping", "commit")] == [2, 3]


_ALL = (
    *WORK_CASES,
    *BLOCK_CASES,
    *CURSOR_CASES,
    *LOB_CASES,
    *READ_CASES,
    *BATCH_CASES,
    *PIPELINE_CASES,
    *ALONE_CASES,
    *DDL_CASES,
    *POOL_CASES,
    *DRCP_CASES,
    *DIRECT_CASES,
    *SESSIONLESS_CASES,
    *READY_CASES,
    *WATCH_CASES,
)


@_each(DIRECT_CASES)
def test_rows_are_loaded_by_direct_path(driver: Driver, case: str) -> None:
    seen = recorded(driver, case)
    assert seen.fault == ""
    calls = [name for name in _names(seen) if name.startswith("direct path")]
    prepare, load, end = "direct path prepare", "direct path load", "direct path operation"
    # Of python-oracledb three batches are one load, node-oracledb has no batches.
    batches = [prepare, load, load, load, end] if driver.maker == "python" else [prepare, load, end] * 3
    assert calls == [*batches, prepare, load, end]
    loaded = _loads(seen)
    assert [len(rows) for rows in loaded] == [10, 10, 5, 2]
    day = bytes([120, 126, 11, 27, 9, 31, 1])
    assert loaded[0][2] == [bytes([0xC1, 4]), b"x" * 20, day, None]
    assert loaded[3][1] == [b"name", ("c" * CHAPTER).encode("utf-16-be")]


def _names(seen: Recording) -> list[str]:
    """Return the last call of each message of the client."""
    return [str(message(packet.payload)).split(" + ")[-1] for packet in seen.sent if packet.payload]


def _loads(seen: Recording) -> list[list[list[bytes | None]]]:
    """Return the rows of each batch of direct path loads."""
    found: list[bytes] = []
    for packet in seen.sent:
        name = str(message(packet.payload)) if packet.payload else ""
        if name == "direct path load":
            found.append(packet.payload)
        elif found and packet.payload and not name.startswith("direct path") and len(found) == _BATCHES:
            found[-1] += packet.payload
    return [rows_of(TtcDirectPathLoad.decode(each, seen.layout).pieces) for each in found]


@_each(SESSIONLESS_CASES)
def test_transactions_are_sessionless(driver: Driver, case: str) -> None:
    seen = recorded(driver, case)
    assert seen.fault == ""
    deferred = case.startswith("deferred")
    # A call that begins it and one that suspends it, or a piggyback of the insert.
    assert seen.ending("transaction switch") == (0 if deferred else 2)
    assert len(seen.named("transaction switch + execute")) == deferred


@_each(READY_CASES)
def test_a_server_is_told_of_readiness_once(driver: Driver, case: str) -> None:
    seen = recorded(driver, case)
    assert seen.fault == ""
    told = [packet.payload for packet in seen.sent if b"ORA$HA" in packet.payload]
    assert len(told) == 1
    assert (b"CONNECTION_POOL_ID" in told[0]) == (case == "ready-pool-23ai")


@_each(WATCH_CASES)
def test_notifications_have_a_connection_of_their_own(driver: Driver, case: str) -> None:
    outcome = outcomes()[driver.name].outcomes[case]
    assert outcome.error == ""
    assert outcome.rows == [["ORCL", "SCOTT.JOURNAL"]] * NOTIFICATIONS
    first, second = outcome.recordings
    assert (first.fault, second.fault) == ("", "")
    # From 23ai on a call has a token of one byte. Subscribing: type, function and number, operation, how (2), user (1
    # + 2), no client (1 + 1), a registration (1 + 2 + 2 + 2), what comes back (4 + 5 + 2 + 1), scott (6), namespace
    # (2), 3 fields that are none, secure (2), 3 that are none, by query (2), 8 that are none. Ending it names the
    # client, one byte for its length and 30 for itself, and the registration, two bytes.
    token = int(outcome.case.accept.is_23ai)
    calls = [len(each.payload) for each in first.sent if str(message(each.payload)) == "subscribe"]
    assert calls == [3 + 1 + 2 + 3 + 2 + 7 + 12 + 6 + 2 + 3 + 2 + 3 + 2 + 8 + token, 89 + token]
    # The second one asks for a server of its own kind. Its only call has no reply but the notifications, and tells its
    # end whatever was agreed upon; it ends without a logoff.
    assert b"(SERVER=emon)" in second.connect_texts()[0]
    assert b"(SERVER=" not in first.connect_texts()[0]
    last = second.sent[-1]
    assert str(message(last.payload)) == "notify"
    # Type, function and number, length of the client (2) and itself (30), kind of request and one that is none.
    assert len(last.payload) == 3 + 2 + 30 + 2 + token
    assert last.data_flags == _END_OF_REQUEST
    assert second.end == "client"


@_each(_ALL)
def test_the_model_sends_the_packets_of_the_driver(driver: Driver, case: str) -> None:
    # One connection, or the two of a subscription.
    for session, seen in zip(
        modelled_work(driver, case), outcomes()[driver.name].outcomes[case].recordings, strict=True
    ):
        model = [
            (f"{packet.type} {packet.length}", packet.fields.get("data_flags", 0))
            for packet in session.packets
            if packet.sender == CLIENT
        ]
        assert model == [(str(packet), packet.data_flags) for packet in seen.sent]
