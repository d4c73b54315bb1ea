# SPDX-License-Identifier: GPL-2.0-only
"""Break and reset: failed statements, failed logons and cancelled calls, read from simulated captures.

The orders of the markers, the sizes of the error messages and the bytes of the markers are those of captures with
real servers (``captures`` of the folder that ``NET8_SHARED`` names): wireshark-wiki (10.2 with 10.2), trex (9.2 with
10.2), john-samples (OCI 11 with 11.2) and ojdbc-log (JDBC with 26ai).
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import net8
import pytest
from wire_capture import DATA, MARKER, TnsPacket, packets

PROJECT = Path(__file__).resolve().parents[3]
CAPTURES = Path(os.environ.get("NET8_SHARED", PROJECT.parent / "shared")) / "captures"
ROUND_TRIP_S = 0.08
WAN: dict[str, object] = {"kind": "wan", "rate": "10Mbps", "delay": "40ms"}


def simulate(folder: Path, **sections: dict[str, object]) -> net8.Run:
    """Run a plan over a LAN, if it names no path, and keep its captures."""
    lan: dict[str, dict[str, object]] = {"path": {"kind": "lan"}}
    return net8.run(net8.Plan.of(lan | sections), folder=folder, pcap=True)


def story(found: list[TnsPacket]) -> list[str]:
    """Return what happens around markers: who sends which marker, and the error."""
    names = {1: "break", 2: "reset", 3: "interrupt"}
    markers = [i for i, packet in enumerate(found) if packet.kind == MARKER]
    lines = []
    for packet in found[markers[0] : markers[-1] + 2]:
        side = "server" if packet.to_client else "client"
        lines.append(f"{side} {names[packet.content[10]] if packet.kind == MARKER else packet.length}")
    return lines


def waits(run: net8.Run, event: str) -> tuple[int, float, float]:
    """Return number, total and longest time of the statement's waits for an event."""
    frame = run.waits
    rows = frame[(frame["scope"] == "statement") & (frame["event"] == event)]
    return int(rows["waits"].sum()), float(rows["total_s"].sum()), float(rows["longest_s"].max())


@pytest.mark.parametrize(
    ("driver", "release", "platform", "text", "size"),
    [
        # trex: 10 + end of call 64 + 1 + "ORA-00942: table or view does not exist" 39 + line feed
        ("oci", ("9.2", "10.2"), "linux", "ORA-00942: table or view does not exist", 115),
        # john-samples try-1, a server on Windows: 10 + 66 + 1 + 34 + 1
        ("sqlplus", ("11.2", "11.2"), "windows", "ORA-01031: insufficient privileges", 112),
        # ojdbc-log with 26ai: 107 = 10 + 50 + 1 + 45 + 1, of the 50 6 for the ROWID of an INSERT before it and 1 for
        # the place in the text; the model has neither, but a row and an iteration, 2.
        (
            "jdbc-thin",
            ("23ai", "26ai"),
            "linux",
            'ORA-00904: "WRONG_COLUMN": invalid identifier',
            107 - 7 + 2,
        ),
    ],
)
def test_error_messages_are_as_long_as_captured(
    driver: str, release: tuple[str, str], platform: str, text: str, size: int, tmp_path: Path
) -> None:
    run = simulate(
        tmp_path,
        client={"driver": driver, "release": release[0]},
        server={"release": release[1], "platform": platform},
        query={"rows": 5, "fail_every": 1, "error_text": text},
    )
    assert run.outcome == ("closed",)
    found = packets(tmp_path / "capture-client.pcap")
    (error,) = [packet for packet in found if packet.kind == DATA and b"ORA-" in packet.content]
    assert error.length == size
    assert error.content.endswith(text.encode() + b"\n")
    assert run.calls.query("error > 0")["error"].tolist() == [int(text[4:9])]


@pytest.mark.parametrize(
    ("release", "platform", "size", "capture"),
    [
        ("10.2", "linux", 158, "wireshark-wiki_TNS_Oracle1.pcap"),
        ("11.2", "windows", 128, "john-samples_11gR2-root-no-Nmap.pcap"),
    ],
)
def test_failed_logon_is_that_of_the_capture(
    release: str, platform: str, size: int, capture: str, tmp_path: Path
) -> None:
    run = simulate(
        tmp_path,
        client={"driver": "sqlplus", "release": release, "wrong_password": True},
        server={"release": release, "platform": platform},
    )
    assert "ORA-01017" in run.outcome[0]
    assert run.counters["client_logon_denied"] == 1
    # At the server: the client, which takes no time, answers each marker as it comes.
    found = packets(tmp_path / "capture-server.pcap")
    expected = ["server break", "server reset", "client reset", f"server {size}"]
    assert story(found) == expected
    # The client says good-bye with an empty packet.
    assert (found[-1].to_client, found[-1].content[-2:]) == (False, b"\x00\x40")
    if CAPTURES.is_dir():
        real = packets(CAPTURES / capture)
        session = [packet for packet in real if packet.session == real[0].session]
        assert story(session) == expected
    else:
        print(f"no captures in {CAPTURES}; NET8_SHARED names the folder above them")


@pytest.mark.parametrize(
    ("driver", "ends"), [("python-thin", False), ("node-thin", True), ("jdbc-thin", True)]
)
def test_after_a_failed_logon_only_python_says_nothing(driver: str, ends: bool, tmp_path: Path) -> None:
    # Runs of real drivers (test/drivers): python-oracledb closes the connection at once.
    run = simulate(tmp_path, client={"driver": driver, "wrong_password": True}, server={"release": "21c"})
    last = [packet for packet in packets(tmp_path / "capture-client.pcap") if not packet.to_client][-1]
    assert (last.kind, last.length) == ((DATA, 10) if ends else (MARKER, 11))
    assert run.counters["client_logon_denied"] == 1
    assert {name: n for name, n in run.counters.items() if n and name.startswith("server_")} == {}


# Runs of real drivers: logoff of 13 bytes, of 21 with a cursor to close in front (17, 0x69, sequence, pointer 1, 0101,
# one cursor); JDBC closes one anyway. From 23ai on each of the two functions has a token.
@pytest.mark.parametrize(
    ("driver", "server", "commits", "sizes"),
    [
        ("python-thin", "21c", 0, [21, 10]),
        ("node-thin", "21c", 0, [21, 10]),
        ("jdbc-thin", "21c", 0, [21, 10]),
        ("python-thin", "23ai", 0, [13 + 8 + 2, 10]),
        ("python-thin", "23ai", 1, [13 + 8 + 2, 14, 10]),
        ("node-thin", "21c", 1, [21, 13, 10]),
    ],
)
def test_cursor_of_a_failed_statement_is_closed_with_the_next_call(
    driver: str, server: str, commits: int, sizes: list[int], tmp_path: Path
) -> None:
    run = simulate(
        tmp_path,
        client={"driver": driver, "commits": commits},
        server={"release": server},
        query={"rows": 5, "fail_every": 1},
    )
    assert run.outcome == ("closed",)
    sent = [packet for packet in packets(tmp_path / "capture-client.pcap") if not packet.to_client]
    after = max(place for place, packet in enumerate(sent) if packet.kind == MARKER)
    assert [packet.length for packet in sent[after + 1 :]] == sizes


def test_an_execute_closes_the_cursor_of_the_failed_one_before(tmp_path: Path) -> None:
    run = simulate(
        tmp_path,
        client={"driver": "python-thin", "queries": 5},
        server={"release": "21c"},
        query={"rows": 1, "statement_length": 21, "fail_every": 2},
    )
    executes = run.calls.query("kind == 'execute'")
    assert executes["error"].tolist() == [0, 942, 0, 942, 0]
    # 92 as in the runs, and 8 for the cursor.
    assert executes["request_bytes"].tolist() == [92, 92, 100, 92, 100]


# Frames 20 to 23 and 26 to 30 of john-samples try-1; the server writes its second marker 0.1 to 0.3 ms after the first.
BOTH_AT_ONCE = ["server break", "server reset", "client reset", "server 117"]
ONE_BY_ONE = ["server break", "client reset", "server reset", "server 117"]


@pytest.mark.parametrize(
    ("path", "packet_time", "no_delay", "expected"),
    [
        (WAN, "0s", True, BOTH_AT_ONCE),
        # Nagle's algorithm waits for an acknowledgement.
        (WAN, "300us", False, ONE_BY_ONE),
        # A round trip shorter than the time between the two writes.
        ({"kind": "lan"}, "300us", True, ONE_BY_ONE),
    ],
)
def test_both_orders_of_the_markers_occur(
    path: dict[str, object], packet_time: str, no_delay: bool, expected: list[str], tmp_path: Path
) -> None:
    """With Nagle's algorithm the server's reset waits for the ACK of its break, which rides on the client's reset."""
    simulate(
        tmp_path,
        path=path,
        client={"driver": "sqlplus", "release": "11.2"},
        server={
            "release": "11.2",
            "platform": "windows",
            "packet_time": packet_time,
            "tcp": {"no_delay": no_delay},
        },
        query={"rows": 5, "fail_every": 1},
    )
    found = packets(tmp_path / "capture-server.pcap")
    # 10 + 67 + 39 + 1
    assert story(found) == expected
    assert {packet.content.hex() for packet in found if packet.kind == MARKER} == {
        "000b00000c000000010001",
        "000b00000c000000010002",
    }


def test_markers_of_new_versions_have_long_lengths_and_a_flag(tmp_path: Path) -> None:
    simulate(
        tmp_path,
        client={"driver": "jdbc-thin"},
        server={"release": "26ai"},
        query={"rows": 5, "fail_every": 1},
    )
    found = [
        packet.content.hex() for packet in packets(tmp_path / "capture-client.pcap") if packet.kind == MARKER
    ]
    # The check for out-of-band breaks, then break, reset, reset; ojdbc-log, frames 6, 34 and 35.
    assert found == [
        "0000000b0c200000020003",
        "0000000b0c200000010001",
        "0000000b0c200000010002",
        "0000000b0c200000010002",
    ]


def test_every_third_execute_fails_and_the_session_goes_on(tmp_path: Path) -> None:
    run = simulate(tmp_path, path=WAN, client={"queries": 7}, query={"rows": 5, "fail_every": 3})
    assert run.outcome == ("closed",)
    executes = run.calls.query("kind == 'execute'")
    assert executes["error"].tolist() == [0, 0, 942, 0, 0, 942, 0]
    assert run.counters["client_call_failed"] == 2
    assert run["rows"] == 5 * 5
    # A trace has two waits for each error: break?=1, a few microseconds, and break?=0, a round trip.
    count, total, longest = waits(run, "SQL*Net break/reset to client")
    assert count == 2 * 2
    assert ROUND_TRIP_S < longest < 1.01 * ROUND_TRIP_S
    assert total == pytest.approx(2 * longest, rel=0.01)
    assert waits(run, "SQL*Net break/reset to dblink")[0] == 0
    # One round trip for the markers, one for request and error.
    failed = executes[executes["error"] > 0]
    assert (failed["end_s"] - failed["start_s"]).tolist() == pytest.approx([2 * ROUND_TRIP_S] * 2, rel=0.02)


@pytest.mark.parametrize(
    ("driver", "first"), [("dblink", "break"), ("python-thin", "interrupt"), ("jdbc-thin", "break")]
)
def test_a_cancelled_call_ends_with_ora_01013(driver: str, first: str, tmp_path: Path) -> None:
    """The server writes a packet every 10 ms and stops when the marker arrives."""
    run = simulate(
        tmp_path,
        path=WAN,
        client={"driver": driver, "queries": 2, "call_timeout": "300ms", "prefetch_rows": 20000, "sdu": 8192},
        server={"release": "21c", "packet_time": "10ms"},
        query={"rows": 20000},
    )
    assert run.outcome == ("closed",)
    assert run.counters["client_call_cancelled"] == 2
    assert run.calls.query("kind == 'execute'")["error"].tolist() == [1013, 1013]
    assert run["rows"] == 0
    found = packets(tmp_path / "capture-client.pcap")
    cancel = next(
        i
        for i, packet in enumerate(found)
        if packet.kind == MARKER
        and not packet.to_client
        and packet.content[8:11] != b"\x02\x00\x03"
        and found[i - 1].time_s > found[0].time_s + 0.5
    )
    markers = [packet for packet in found[cancel:] if packet.kind == MARKER][:4]
    sides = [("server" if p.to_client else "client", p.content[10]) for p in markers]
    assert sides == [
        ("client", {"break": 1, "interrupt": 3}[first]),
        ("server", 1),
        ("client", 2),
        ("server", 2),
    ] or (
        sides
        == [("client", {"break": 1, "interrupt": 3}[first]), ("server", 1), ("server", 2), ("client", 2)]
    )
    # 2,000,000 bytes of rows would be 245 packets; about 30 are on their way when the marker comes.
    sent = [packet for packet in found[:cancel] if packet.to_client]
    assert len(sent) < 60
    count, total, _ = waits(run, "SQL*Net break/reset to dblink")
    if driver == "dblink":
        # Two cancelled calls, two waits each; the second of each lasts a round trip.
        assert count == 2 * 2
        assert total > 2 * ROUND_TRIP_S
    else:
        assert count == 0


def test_a_reply_that_is_already_complete_is_void_once_the_call_is_cancelled(tmp_path: Path) -> None:
    run = simulate(
        tmp_path,
        path=WAN,
        client={"driver": "sqlplus", "call_timeout": "60ms"},
        query={"rows": 1},
    )
    # The reply takes a round trip of 80 ms; it arrives, and the error after it.
    assert run.outcome == ("closed",)
    assert run.counters["client_call_cancelled"] == 1
    assert run["rows"] == 0


def test_a_call_within_its_time_is_not_cancelled(tmp_path: Path) -> None:
    run = simulate(tmp_path, path=WAN, client={"call_timeout": "200ms"}, query={"rows": 31})
    assert run.counters.get("client_call_cancelled", 0) == 0
    assert run["rows"] == 31


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
@pytest.mark.parametrize("driver", ["sqlplus", "dblink", "jdbc-thin", "python-thin", "node-thin"])
def test_dissector_finds_nothing_wrong_with_markers(driver: str, tmp_path: Path) -> None:
    simulate(
        tmp_path,
        path=WAN,
        client={"driver": driver, "queries": 3, "call_timeout": "300ms", "prefetch_rows": 20000},
        server={"packet_time": "10ms"},
        query={"rows": 20000, "fail_every": 2},
    )
    wrong = "_ws.malformed or _ws.expert.severity >= 0x600000"
    for side in ("client", "server"):
        command = ["tshark", "-n", "-r", str(tmp_path / f"capture-{side}.pcap"), "-Y"]
        assert subprocess.run([*command, wrong], capture_output=True, text=True, check=True).stdout == ""
        shown = subprocess.run(
            [*command, "tns.type == 12"], capture_output=True, text=True, check=True
        ).stdout
        assert shown.count("Marker") >= 4


def test_same_digest_on_repeat(tmp_path: Path) -> None:
    plan = net8.Plan.of(
        {
            "path": WAN,
            "client": {"queries": 4, "call_timeout": "170ms"},
            "query": {"rows": 300, "fail_every": 3},
        }
    )
    assert net8.run(plan).digest == net8.run(plan).digest
