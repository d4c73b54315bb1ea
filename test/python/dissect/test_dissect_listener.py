# SPDX-License-Identifier: GPL-2.0-only
"""Sessions that do not speak TTC: control of a listener, registration of services."""

from __future__ import annotations

from pathlib import Path

import pytest
from made_capture import ACCEPT, END_OF_FILE, FETCH, Sent, connect, data, write
from net8.dissect import dissect
from net8.dissect.as_json import as_object

pytestmark = pytest.mark.plain

# An 11.2 listener's answer to a command: the accept data, 487 bytes, come in the DATA packet behind the ACCEPT.
FOLLOWED = bytes.fromhex("0020000002000000013a000020001000010001e700200d0c0000000000000000")
ACCEPT_DATA = b"(DESCRIPTION=(TMP=)(VSNNUM=186647552)(ERR=0)(ALIAS=LISTENER)(SECURITY=OFF)".ljust(487, b" ")
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


def test_accept_data_that_follow_are_text_of_the_accept(tmp_path: Path) -> None:
    assert len(data(ACCEPT_DATA)) == 497
    status = b"(DESCRIPTION=(ENDPOINT=(HANDLER=(HANDLER_MAXLOAD=0))))"
    path = capture(
        tmp_path / "c.pcap",
        [(True, connect(CONTROL)), (False, FOLLOWED), (False, data(ACCEPT_DATA)), (False, data(status)),
         (True, data(b"(END=)")), (False, END_OF_FILE)],
    )  # fmt: skip
    session = dissect(path).sessions[0]
    assert session.errors() == []
    assert (session.outcome, session.end) == ("accepted", "end of file")
    assert session.agreed["sdu_bytes"] == 8192
    assert session.detail(2) == "text of ACCEPT"
    assert session.texts[1] == ACCEPT_DATA
    assert session.detail(3) == session.detail(4) == session.speaks == "listener control (status)"
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
