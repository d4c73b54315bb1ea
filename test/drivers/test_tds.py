# SPDX-License-Identifier: GPL-2.0-only
"""python-tds against the engine of the simulator: what it sends is what the model sends, packet by packet."""

from __future__ import annotations

import socket

import pytds
import pytest
from net8_testing import TdsClientSettings, tds_dialogue
from responder.tds import PASSWORD, USER, TdsListener, packets

INTN, VARCHAR = 0x26, 0xA7
COLUMNS = [("ID", INTN, 4), ("TXT", VARCHAR, 100)]
ROWS = 500
SHORT = "select ID, TXT from T"
LONG = f"{SHORT} where TXT <> '{'y' * 400}'"


def wire(number: int) -> list[bytes | None]:
    """Write a row: an int, and a text, or a null in every tenth row."""
    return [number.to_bytes(4, "little"), None if number % 10 == 9 else b"x" * 100]


def connect(port: int, size: int, password: str = PASSWORD) -> pytds.Connection:
    """Log python-tds on."""
    return pytds.connect(
        "127.0.0.1", user=USER, password=password, database="", port=port, blocksize=size, timeout=10,
        login_timeout=10, disable_connect_retry=True,
    )  # fmt: skip


@pytest.mark.parametrize("size", [512, 4096, 32767])
def test_packets_and_rows_are_those_of_the_model(size: int) -> None:
    rows = [wire(number) for number in range(ROWS)]
    with (
        TdsListener(COLUMNS, rows) as listener,
        connect(listener.port, size) as connection,
        connection.cursor() as cursor,
    ):
        for statement in (SHORT, LONG):
            cursor.execute(statement)
            assert cursor.fetchall() == [
                (number, None if number % 10 == 9 else "x" * 100) for number in range(ROWS)
            ]
    assert listener.server.asked == [SHORT, LONG]
    assert listener.server.error == ""
    settings = TdsClientSettings()
    settings.packet_size = size
    settings.host, settings.server = socket.gethostname(), "127.0.0.1"
    settings.user, settings.password = USER, PASSWORD
    of_client, of_server = tds_dialogue(settings, [SHORT, LONG], COLUMNS, rows)
    assert packets(listener.received) == of_client
    assert packets(listener.sent) == of_server
    # By hand: headers 22 and two bytes a character; at 512 a statement of 438 characters takes two packets.
    batch = 22 + 2 * len(LONG)
    lengths = [length for kind, _, length in of_client if kind == 1][1:]
    assert lengths == ([512, batch - 504 + 8] if size == 512 else [batch + 8])
    # Columns 3 + 10 + 4 + 16 + 6; rows 1 + 5 + 2 + 100, a null 1 + 5 + 2; DONE 13.
    result = 3 + (6 + 2 + 1 + 4) + (6 + 8 + 1 + 6) + ROWS * 108 - ROWS // 10 * 100 + 13
    count = -(-result // (size - 8))
    assert of_server[-1][2] == result - (count - 1) * (size - 8) + 8
    assert [length for _, _, length in of_server[-count:-1]] == [size] * (count - 1)


def test_a_wrong_password_is_refused() -> None:
    with TdsListener(COLUMNS, []) as listener, pytest.raises(pytds.OperationalError, match="Login failed"):
        connect(listener.port, 4096, "lion")
    assert listener.server.error == "logon_denied"
