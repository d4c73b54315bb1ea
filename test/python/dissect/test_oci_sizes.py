# SPDX-License-Identifier: GPL-2.0-only
"""Sizes of OCI from 18c on: what was published of SQL*Plus 19c, and captures of SQL*Plus 12.1 of 2016.

19c: "Performance, Fetch Array Size, and oraaccess.xml" has autotrace of SELECT * FROM DBA_OBJECTS (26 columns, 73,995
rows) in arrays of 1, which SQL*Plus makes 2, and of 100; the page of calc-snmfc-savings.pl, by the same author, a trace
of rows of 100 bytes. Autotrace counts without TNS headers.
"""

from __future__ import annotations

from pathlib import Path

import net8
import pytest
from net8 import analytic
from net8.dissect.ttc import rows_asked
from net8.forecast.describe import describe
from wire_capture import data_exchanges

ROUND_TRIPS = 36_999 - 741
SENT = 18_401_648 - 10_461_196
RECEIVED = 741_008 - 15_406


def made(client: str, server: str, query: dict[str, object], **more: object) -> net8.Plan:
    """Return a plan of SQL*Plus."""
    return net8.Plan.of(
        {
            "path": {"kind": "lan"},
            "client": {"release": client, "sdu": 8192} | more,
            "server": {"release": server, "sdu": 8192, "pack": "row"},
            "query": query,
        }
    )


def test_a_fetch_of_19c_is_published_with_20_bytes_and_219_for_its_reply() -> None:
    # The constants of both runs, such as the statement, are less than a byte a round trip.
    assert pytest.approx(20, abs=0.02) == RECEIVED / ROUND_TRIPS
    assert pytest.approx(219, abs=0.02) == SENT / ROUND_TRIPS
    query = {"rows": 4001, "columns": "26*varchar2:3", "repetition": 0.5}
    sent, received, calls = [], [], []
    for array in (2, 100):
        found = net8.run(made("19c", "19c", query, array_size=array)).calls
        own = found[found["kind"].isin(["execute", "fetch"])]
        calls.append(len(own))
        # Replies of 100 rows fit one packet, so each call has one header both ways.
        sent.append(int(own["reply_bytes"].sum()) - 10 * len(own))
        received.append(int(own["request_bytes"].sum()) - 10 * len(own))
    assert calls == [2001, 41]
    assert (received[0] - received[1]) / (2001 - 41) == 20
    # The first fetch has a whole first row and no vector in its header, the same rows in both runs.
    assert (sent[0] - sent[1]) / (2001 - 41) == 219


def test_the_first_packet_of_19c_with_rows_of_101_bytes_is_8129(tmp_path: Path) -> None:
    # 8129 = 49 + 80 x 101; 100 rows a fetch: 20 x 101 and the end of call follow.
    plan = made("19c", "19c", {"rows": 201, "row_length": 99, "row_overhead": 2}, array_size=100)
    net8.run(plan, folder=tmp_path, pcap=True)
    exchanges = data_exchanges(tmp_path / "capture-client.pcap")
    packets = [[packet.length - 10 for packet in exchange.replies] for exchange in exchanges]
    assert packets[1] == [8129, 20 * 101 + 173]


def test_an_execute_of_19c_is_that_of_the_captures_of_12_but_for_its_end() -> None:
    query = {
        "rows": 2, "columns": "varchar2:3, varchar2:16", "column_names": "NAME, PASSWORD", "statement_length": 36,
    }  # fmt: skip
    found = net8.run(made("19c", "19c", query, queries=2)).calls
    # The second execute of a session closes the cursor of the first, and has none of the settings of a session.
    second = found[found["kind"] == "execute"].iloc[1]
    # Frames 30 and 31 of wireshark-wiki_9_oracle12_2016: 341 = 10 + 23 to close a cursor + 271 + 1 + 36, and 466 = 10 +
    # 69 + 2 x 62 + 4 + 8 + 50 + 1 + 4 + 17 + 35 + 144, of which 50 + 144 are 222 with 19c.
    assert second["request_bytes"] == 341
    assert second["reply_bytes"] == 466 - 50 - 144 + 222


@pytest.mark.parametrize(
    ("server", "characters", "call"),
    [
        # Calls of SQL*Plus 12.1, cursors to close left out. With 12.1: frames 26, 30 and 22.
        ("12.1", 22, 294), ("12.1", 36, 308), ("12.1", 45, 317),
        # With 11.2: frames 24, 26, 70 and 78; the last two count a zero as part of their texts.
        ("11.2", 22, 250), ("11.2", 36, 264), ("11.2", 89, 317), ("11.2", 177, 405),
        # With 10.2: frames 23, 25 and 56.
        ("10.2", 22, 222), ("10.2", 36, 236), ("10.2", 89, 289),
    ],
)  # fmt: skip
def test_executes_of_19c_are_those_of_captures_of_12(server: str, characters: int, call: int) -> None:
    found = net8.run(made("19c", server, {"rows": 1, "statement_length": characters})).calls
    assert found[found["kind"] == "execute"]["request_bytes"].item() == 10 + call


def test_fetches_of_18c_and_later_are_read_from_captures(tmp_path: Path) -> None:
    net8.run(made("19c", "19c", {"rows": 31}), folder=tmp_path, pcap=True)
    exchange = data_exchanges(tmp_path / "capture-client.pcap")[1]
    assert [packet.length for packet in exchange.requests] == [30]
    assert rows_asked(bytes.fromhex("03050d060000000f000000") + bytes(9)) == 15
    assert rows_asked(bytes.fromhex("03050d060000000f000000")) == 15


@pytest.mark.parametrize(
    ("client", "server", "platform", "said"),
    [
        ("19c", "19c", "linux", "from 18c on are partly guessed: 20 bytes of a fetch"),
        ("23ai", "26ai", "linux", "from 18c on are partly guessed: 23ai and later count as 19c"),
        ("19c", "21c", "windows", "between different platforms are guessed"),
        ("19c", "19c", "linux", "8182 bytes fill a packet of 8192"),
        ("12.1", "19c", "linux", ""),
        ("12.1", "19c", "windows", "of OCI 12.1 and 12.2 between different platforms are guessed"),
        ("11.2", "19c", "linux", ""),
    ],
)
def test_describe_says_which_sizes_are_guessed(client: str, server: str, platform: str, said: str) -> None:
    plan = made(client, server, {"rows": 100}, platform=platform)
    found = [warning for warning in describe(plan).warnings if "guessed" in warning]
    assert bool(found) == bool(said)
    assert said in "".join(found)


@pytest.mark.parametrize(
    ("client", "server", "open_"), [("10.2", "11.2", True), ("11.2", "19c", True), ("12.1", "19c", False)]
)
def test_describe_says_what_is_open_of_old_replies(client: str, server: str, open_: bool) -> None:
    plan = made(client, server, {"rows": 100, "columns": "2*number:12"})
    assert any("before 12c are open" in warning for warning in describe(plan).warnings) == open_


@pytest.mark.parametrize(
    ("client", "server"), [("19c", "10.2"), ("19c", "11.2"), ("18c", "12.1"), ("19c", "23ai")]
)
def test_predictions_have_the_same_sizes(client: str, server: str) -> None:
    plan = made(client, server, {"rows": 100, "statement_length": 70}, queries=2)
    found = net8.run(plan).calls
    own = found[found["kind"].isin(["execute", "fetch"])]
    predicted = analytic.predict(plan)
    for name in ("request_bytes", "reply_bytes"):
        assert predicted[name].value == own[name].sum() / 2
