# SPDX-License-Identifier: GPL-2.0-only
"""Sessions that do not speak TTC: control of a listener, registration of services."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_capture import ACCEPT, END_OF_FILE, FETCH, Sent, connect, data, write
from net8.dissect import dissect
from net8.dissect.as_json import as_object

CONTROL = (
    b"(DESCRIPTION=(CONNECT_DATA=(CID=(HOST=h)(USER=u))(COMMAND=status)(ARGUMENTS=64)(SERVICE=LISTENER)))"
)
REGISTER = b"(DESCRIPTION=(CONNECT_DATA=(COMMAND=service_register_NSGR)))"


def capture(path: Path, sent: list[tuple[bool, bytes]]) -> Path:
    """Write a connection; each entry is one segment of the client (True) or the server."""
    places = {True: 1000, False: 5000}
    segments = []
    for number, (from_client, payload) in enumerate(sent):
        segments.append(Sent(number * 10**6, from_client, places[from_client], payload))
        places[from_client] += len(payload)
    return write(path, segments)


def test_a_listener_is_asked_for_its_status(tmp_path: Path) -> None:
    status = data(b"(DESCRIPTION=(ENDPOINT=(HANDLER=(HANDLER_MAXLOAD=0))))")
    path = capture(
        tmp_path / "c.pcap",
        [
            (True, connect(CONTROL)),
            (False, ACCEPT),
            (False, status),
            (True, data(b"(END=)")),
            (False, END_OF_FILE),
        ],
    )
    session = dissect(path).sessions[0]
    assert session.errors() == []
    assert (session.outcome, session.end) == ("accepted", "end of file")
    assert session.detail(2) == session.detail(3) == session.speaks == "listener control (status)"
    assert session.calls == []
    assert as_object(dissect(path))["sessions"][0]["speaks"] == "listener control (status)"


@pytest.mark.parametrize(
    ("text", "payload", "speaks"),
    [
        (REGISTER, bytes.fromhex("44000102"), "service registration (service_register_NSGR)"),
        (None, bytes.fromhex("20000102"), "service registration or external procedures"),
        (None, b"(DESCRIPTION=(TMP=)(ERR=0))", "listener control"),
        (None, FETCH[10:], ""),
        (b"(DESCRIPTION=(CONNECT_DATA=(SERVICE_NAME=command)))", FETCH[10:], ""),
    ],
)
def test_what_is_not_ttc_is_named(tmp_path: Path, text: bytes | None, payload: bytes, speaks: str) -> None:
    opening = [] if text is None else [(True, connect(text)), (False, ACCEPT)]
    path = capture(tmp_path / "c.pcap", [*opening, (True, data(payload)), (False, data(payload))])
    session = dissect(path).sessions[0]
    assert session.speaks == speaks
    assert bool(session.calls) == (not speaks)
