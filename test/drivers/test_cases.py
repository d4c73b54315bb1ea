# SPDX-License-Identifier: GPL-2.0-only
"""Real drivers in the cases before a logon: each does what the README of the captures says of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from drivers import CAPTURED, DRIVERS, Driver, Outcome, outcomes
from expected import CONNECT_FIELDS, EXPECTED, SDU_FIELDS, documented, summary
from responder.cases import CASES, SERVICE
from responder.dialogue import REDIRECTED_DATA
from responder.recording import Recording

_EACH_DRIVER = pytest.mark.parametrize("driver", CAPTURED, ids=lambda driver: driver.name)
_END_OF_REQUEST = 0x0800


def outcome(driver: Driver, case: str) -> Outcome:
    return outcomes()[driver.name].outcomes[case]


def recording(driver: Driver, case: str, port: str = "A") -> Recording:
    (found,) = [found for found in outcome(driver, case).recordings if found.port == port]
    return found


@pytest.mark.parametrize("driver", DRIVERS, ids=lambda driver: driver.name)
def test_the_versions_are_those_that_are_pinned(driver: Driver) -> None:
    title, version = outcomes()[driver.name].version.split()
    assert title == driver.title
    # JDBC 12.2 gives a fifth number.
    assert f"{version}.".startswith(f"{driver.version}.")


@_EACH_DRIVER
@pytest.mark.parametrize("case", [case.name for case in CASES])
def test_a_driver_behaves_as_in_its_capture(driver: Driver, case: str) -> None:
    seen = outcome(driver, case)
    expected = EXPECTED[driver.name][case]
    assert seen.done
    assert not [found.fault for found in seen.recordings if found.fault]
    assert [summary(driver.name, found) for found in seen.recordings] == list(expected.connections)
    assert re.search(expected.error, seen.error), seen.error


@pytest.mark.parametrize("case", [case.name for case in CASES])
def test_the_documentation_tells_the_same(case: str) -> None:
    page = Path(__file__).parent / "cases.rst"
    assert documented(case) in page.read_text(encoding="utf-8").splitlines()


@_EACH_DRIVER
def test_the_connect_has_the_fields_of_its_capture(driver: Driver) -> None:
    connect = recording(driver, "a1").sent[0]
    fields = CONNECT_FIELDS[driver.name]
    assert {name: connect.fields[name] for name in fields} == dict(fields)
    assert connect.length - len(connect.connect_data) == 74


@_EACH_DRIVER
@pytest.mark.parametrize("case", ["h1", "h2"])
def test_a_told_sdu_is_in_the_fields_of_the_connect(driver: Driver, case: str) -> None:
    fields = recording(driver, case).sent[0].fields
    seen = tuple(fields[name] for name in ("sdu_short", "tdu_short", "sdu", "tdu"))
    assert seen == SDU_FIELDS[driver.name, case]


@_EACH_DRIVER
@pytest.mark.parametrize("case", ["h1", "h2"])
def test_a_told_sdu_is_in_the_text_of_all_but_jdbc(driver: Driver, case: str) -> None:
    (text,) = recording(driver, case).connect_texts()
    assert (f"(SDU={outcome(driver, case).case.sdu})".encode() in text) == (driver.name != "jdbc")


@_EACH_DRIVER
def test_a_repeated_connect_is_identical(driver: Driver) -> None:
    first, second = recording(driver, "d").sent
    assert first.content == second.content


def test_python_repeats_its_connect_when_the_refusal_has_its_text_behind_it() -> None:
    first, second = recording(CAPTURED[0], "a2").sent
    assert first.content == second.content


@_EACH_DRIVER
def test_long_connect_data_leave_the_connect(driver: Driver) -> None:
    connect, data = recording(driver, "e").sent
    assert connect.fields["data_follows"]
    assert connect.fields["connect_data_length"] == len(data.payload)
    assert outcome(driver, "e").case.service.encode() in data.payload


# Flags of the CONNECT to port B and the text that it has: the driver's own, or that of the redirect.
_REDIRECTED = {
    ("python", "b4"): (0x04, "own"),
    ("node", "b1"): (0x04, "own"),
    ("node", "b2"): (0x04, "given"),
    ("node", "b3"): (0x04, "own"),
    ("node", "b4"): (0x04, "given"),
    ("jdbc", "b1"): (0x00, "own"),
    ("jdbc", "b2"): (0x04, "given"),
    ("jdbc", "b3"): (0x00, "own"),
    ("jdbc", "b4"): (0x04, "given"),
}


@pytest.mark.parametrize(("name", "case"), _REDIRECTED)
def test_a_redirected_connect_has_the_flags_and_the_text_of_its_capture(name: str, case: str) -> None:
    (driver,) = [driver for driver in CAPTURED if driver.name == name]
    flags, whose = _REDIRECTED[name, case]
    redirected = recording(driver, case, "B")
    assert redirected.sent[0].flags == flags
    (text,) = redirected.connect_texts()
    if whose == "own":
        assert f"(SERVICE_NAME={SERVICE})".encode() in text
        assert b"REDIRSVC" not in text
    elif name == "jdbc":
        identified = re.sub(rb"\(CONNECTION_ID=[^()]*\)", b"", text)
        assert identified == REDIRECTED_DATA.encode()
        assert identified != text
    else:
        assert text == REDIRECTED_DATA.encode()


@_EACH_DRIVER
def test_the_out_of_band_check_is_done_by_those_who_asked_for_it(driver: Driver) -> None:
    seen = recording(driver, "c5")
    markers = [packet for packet in seen.sent if packet.type == "MARKER"]
    if driver.name == "node":
        assert seen.urgent_bytes == 0
        assert markers == []
        return
    assert seen.urgent_bytes == 1
    assert seen.urgent_before == 1, "it comes between CONNECT and MARKER"
    assert markers[0].content[8:] == (b"\1\0\2" if driver.name == "python" else b"\2\0\3")


@_EACH_DRIVER
def test_the_last_packet_of_a_request_is_marked_by_all_but_python(driver: Driver) -> None:
    packets = [packet for packet in recording(driver, "c1").sent if packet.type == "DATA"]
    *cut, last = packets[1:4]
    marked = 0 if driver.name == "python" else _END_OF_REQUEST
    assert [packet.data_flags for packet in cut] == [0, 0]
    assert last.data_flags == packets[0].data_flags == marked


@_EACH_DRIVER
def test_no_driver_gives_up_within_six_silent_seconds(driver: Driver) -> None:
    assert recording(driver, "f").silence_s > 5.9


def test_node_says_the_end_of_file_before_it_leaves_a_version_that_it_does_not_know() -> None:
    (node,) = [driver for driver in CAPTURED if driver.name == "node"]
    assert recording(node, "c2").sent[-1].data_flags == 0x0040
