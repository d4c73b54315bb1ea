# SPDX-License-Identifier: GPL-2.0-only
"""Real drivers log on and query: they get the rows that were sent, and ask what the model of them asks."""

from __future__ import annotations

import pytest
from drivers import DRIVERS, Driver, Outcome, outcomes
from modelled import modelled, recorded
from net8._core import TtcExecute, ttc_call, ttc_rows_asked
from responder.recording import CLIENT, Recording
from responder.table import shown, values

_FAILING = ("full-wrong-password", "full-no-table")


def each(*, failing: bool) -> pytest.MarkDecorator:
    pairs = [(driver, case) for driver in DRIVERS for case in driver.full if (case in _FAILING) == failing]
    return pytest.mark.parametrize(
        ("driver", "case"), [pytest.param(*pair, id=f"{pair[0].name}-{pair[1]}") for pair in pairs]
    )


_EACH = each(failing=False)

# Rows asked for, call by call: the README of the captures, "rows asked". Of tables that end within a call, what comes
# after is what is left; of 1000 rows in whole arrays, the last call finds none.
_ASKED = {
    ("python", "full-250-default"): [2, 100, 100, 100],
    ("python", "full-1000-default"): [2, *[100] * 10],
    ("python", "full-1000-prefetch"): [501, 500],
    ("node", "full-250-default"): [2, 98, 100, 100],
    ("node", "full-1000-default"): [2, 98, *[100] * 10],
    ("node", "full-1000-array"): [2, 498, 500, 500],
    ("jdbc", "full-250-default"): [10, 10, 10, 250],
    ("jdbc", "full-1000-default"): [10, 10, 10, *[250] * 4],
    ("jdbc", "full-1000-array-100"): [100] * 11,
    ("python", "full-23ai"): [2, 100, 100, 100],
    ("node", "full-23ai"): [2, 98, 100, 100],
    ("jdbc", "full-23ai"): [10, 10, 10, 250],
}
# JDBC before 23 stays with its fetch size of 10 rows: 25 or 100 full calls, and one that finds the end.
_ASKED_TENS = {"full-250-default": [10] * 26, "full-23ai": [10] * 26, "full-1000-default": [10] * 101}

# Replies to the logon have the responder's own names and numbers. The model's describe takes a column that is always
# null for one without a type, and counters of rows for two bytes each: three of them grow by a byte.
_REPLY_TOLERANCE_BYTES = {"full-23ai": 8}
_USUAL_TOLERANCE_BYTES = 4
# Type and checksum of the statement, which a client of 23ai reads, but not one whose list of data types is older.
_STATEMENT_TYPE_BYTES = 3


def outcome(driver: Driver, case: str) -> Outcome:
    return outcomes()[driver.name].outcomes[case]


def expected(driver: Driver, case: str) -> list[int]:
    stays = driver.maker == "jdbc" and driver.release in ("12.2", "19c", "21c")
    return _ASKED_TENS[case] if stays else _ASKED[driver.maker, case]


def asked(seen: Recording) -> list[int]:
    payloads = [packet.payload for packet in seen.named("execute")]
    executes = [TtcExecute.decode(payload[ttc_call(payload)[0] :], seen.layout).rows for payload in payloads]
    return executes + [ttc_rows_asked(packet.payload) or 0 for packet in seen.named("fetch")]


def of_model(driver: Driver, case: str) -> list[tuple[str, object]]:
    return [
        (f"{packet.type} {packet.length}", packet.fields.get("data_flags", 0))
        for packet in modelled(driver, case).session.packets
        if packet.sender == CLIENT
    ]


@_EACH
def test_a_driver_logs_on_and_comes_to_the_end(driver: Driver, case: str) -> None:
    seen = recorded(driver, case)
    assert outcome(driver, case).error == ""
    assert outcome(driver, case).done
    assert seen.fault == ""
    assert seen.user.lower() == "scott"
    assert seen.proven


@_EACH
def test_a_driver_returns_the_rows_that_were_sent(driver: Driver, case: str) -> None:
    sent = [shown(values(place), driver.fraction_digits) for place in range(outcome(driver, case).case.rows)]
    assert outcome(driver, case).rows == sent


@_EACH
def test_a_driver_asks_for_as_many_rows_as_in_its_capture(driver: Driver, case: str) -> None:
    assert asked(recorded(driver, case)) == expected(driver, case)


@_EACH
def test_the_model_asks_for_as_many_rows(driver: Driver, case: str) -> None:
    model = modelled(driver, case)
    fetches = [call.rows_asked for call in model.session.calls if str(call.message) == "fetch"]
    execute, *rest = expected(driver, case)
    assert fetches == rest
    # Tables are longer than what comes with the execute, which so brings what was asked for.
    assert model.rows[0] == execute


@_EACH
def test_the_model_sends_the_packets_of_the_driver(driver: Driver, case: str) -> None:
    sent = recorded(driver, case).sent
    model = of_model(driver, case)
    assert model == [(str(packet), packet.data_flags) for packet in sent]


@_EACH
def test_the_turns_of_both_sides_are_those_of_the_model(driver: Driver, case: str) -> None:
    real = [(packet.sender, packet.type) for packet in recorded(driver, case).packets]
    assert [(packet.sender, packet.type) for packet in modelled(driver, case).session.packets] == real


@_EACH
def test_replies_with_rows_have_the_size_of_the_model(driver: Driver, case: str) -> None:
    real = [packet for packet in recorded(driver, case).packets if packet.type != "MARKER"]
    model = [packet for packet in modelled(driver, case).session.packets if packet.type != "MARKER"]
    first = next(place for place, packet in enumerate(real) if packet.payload[:2] == b"\x03\x5e")
    # The describe message of 23.4 is the responder's own; what it costs is held against captures elsewhere.
    first += 1 if case == "full-23ai" else 0
    tolerance = _REPLY_TOLERANCE_BYTES.get(case, _USUAL_TOLERANCE_BYTES)
    tolerance += _STATEMENT_TYPE_BYTES if driver.release in ("1.4", "6.0") else 0
    far = [
        (place, a.length, b.length)
        for place, (a, b) in enumerate(zip(real, model, strict=True))
        if place > first and abs(a.length - b.length) > tolerance
    ]
    assert far == []


@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.name)
def test_the_connect_has_the_fields_of_the_model(driver: Driver) -> None:
    real = recorded(driver, "full-250-default").sent[0].fields
    model = modelled(driver, "full-250-default").session.packets[0].fields
    assert {name for name in real if real[name] != model.get(name)} == set()


@each(failing=True)
def test_a_failed_call_is_broken_and_reset_as_in_the_model(driver: Driver, case: str) -> None:
    assert (
        outcome(driver, case).error.find("ORA-01017" if case == "full-wrong-password" else "ORA-00942") >= 0
    )
    real = recorded(driver, case)
    assert real.fault == ""
    place = next(place for place, packet in enumerate(real.packets) if packet.content[8:] == b"\1\0\1")
    # Type and data; node-oracledb 6.5 leaves in the unused byte between them what its buffer held.
    turns = [
        (packet.sender, packet.content[8], packet.content[10]) for packet in real.packets[place : place + 3]
    ]
    assert turns == [("server", 1, 1), ("server", 1, 2), ("client", 1, 2)]
    model = modelled(driver, case).session.packets
    assert [
        (packet.sender, packet.type, packet.fields.get("data")) for packet in model[place : place + 3]
    ] == [
        ("server", "MARKER", 1),
        ("server", "MARKER", 2),
        ("client", "MARKER", 2),
    ]


# What drivers send after the error; data flags of the last packet of a request as ever. A failed statement leaves a
# cursor to close, 8 bytes in front of the logoff; of a failed logon only python says nothing more.
_AFTER_THE_ERROR = {
    ("python", "full-wrong-password"): [],
    ("node", "full-wrong-password"): ["DATA 10"],
    ("jdbc", "full-wrong-password"): ["DATA 10"],
    ("python", "full-no-table"): ["DATA 21", "DATA 10"],
    ("python-1.4.2", "full-no-table"): ["DATA 13", "DATA 10"],
    ("python-2.0.0", "full-no-table"): ["DATA 13", "DATA 10"],
    ("node", "full-no-table"): ["DATA 21", "DATA 10"],
    ("jdbc", "full-no-table"): ["DATA 21", "DATA 10"],
}


@each(failing=True)
def test_what_comes_after_an_error(driver: Driver, case: str) -> None:
    sent = [str(packet) for packet in recorded(driver, case).sent]
    last = len(sent) - 1 - sent[::-1].index("MARKER 11")
    after = _AFTER_THE_ERROR.get((driver.name, case)) or _AFTER_THE_ERROR[driver.maker, case]
    assert sent[last + 1 :] == after
    assert [name for name, _ in of_model(driver, case)] == sent
