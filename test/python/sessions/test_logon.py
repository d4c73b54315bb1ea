# SPDX-License-Identifier: GPL-2.0-only
"""Logons read from simulated captures: round trips and message sizes against those of real captures.

Sizes are TNS bytes of the captures of 9.2 to 12.1 and 26ai, and of runs of the current thin drivers against a
listener of our own, which has their names and platforms. The CONNECT is left out: it holds an address of the path.
test_message_sizes.py sets every message beside the captures themselves.
"""

from __future__ import annotations

from pathlib import Path

import net8
import pytest
from net8.dissect.ttc import message
from wire_capture import CONNECT, DATA, MARKER, Exchange, exchanges

PIGGYBACK = 17
AUTH_1, AUTH_2, VERSION, LOGOFF = 0x76, 0x73, 0x3B, 0x09
NAMES = {AUTH_1: "authentication 1", AUTH_2: "authentication 2", VERSION: "version", LOGOFF: "logoff"}
MESSAGES = {1: "protocol", 2: "data types", 34: "fast authentication", 0xDE: "native services"}


def simulate(folder: Path, client: dict[str, object], server: dict[str, object]) -> list[Exchange]:
    """Simulate a session without a query and give what both ends said."""
    plan = net8.Plan.of(
        {"path": {"kind": "lan"}, "client": client | {"queries": 0}, "server": server}, name="logon"
    )
    result = net8.run(plan, folder=folder, pcap=True)
    assert result.outcome == ("closed",)
    said = [e for e in exchanges(folder / "capture-client.pcap") if e.replies]
    # The logoff is a round trip too, but none of the logon.
    assert result.sessions["round_trips"].item() == len(said) - 1
    return said


def step(exchange: Exchange) -> tuple[str, int, int]:
    """Return the name and the sizes of request and reply of one round trip, out-of-band markers left out."""
    requests = [p for p in exchange.requests if p.kind != MARKER]
    request, reply = sum(p.length for p in requests), exchange.sizes[1]
    first = requests[0]
    if first.kind == CONNECT:
        return "connect", 0, reply
    assert first.kind == DATA
    if first.data[0] == PIGGYBACK:
        return message(first.data).function.rpartition(" + ")[2], request, reply
    return MESSAGES.get(first.data[0], NAMES.get(first.data[1], "?")), request, reply


WINDOWS = {"platform": "windows"}
SINGLE_BYTES = {"character_set": "WE8MSWIN1252"}
TOAD = WINDOWS | {
    "user_name": "secure", "program": "TOAD.exe", "machine": r"WEBCOHORT\THOMAS", "terminal": "THOMAS",
    "process_id": "2196:2684",
}  # fmt: skip
SQLPLUS_10 = WINDOWS | {
    "user_name": "onegin", "program": "sqlplus.exe", "machine": r"XX\X", "terminal": "X", "os_user": "Yuri",
    "process_id": "540:536", "authentication_services": "nts",
}  # fmt: skip
# Text of the version call of 10.2: 122 characters.
TEXT_10 = (
    "Oracle Database 10g Enterprise Edition Release 10.2.0.1.0 - Production\n"
    "With the Partitioning, OLAP and Data Mining options"
)
SQLPLUS_11 = {
    "user_name": "openwall", "program": "sqlplus@godbox", "machine": "godbox", "terminal": "pts/3", "os_user": "dsk",
    "process_id": "20401",
}  # fmt: skip
SQLPLUS_WINDOWS = WINDOWS | {
    "user_name": "testuser", "program": "sqlplus.exe", "machine": r"WORKGROUP\WIN-7RSSC38TVCL",
    "terminal": "WIN-7RSSC38TVCL", "os_user": "Administrator", "process_id": "2376:2252",
}  # fmt: skip
SQLPLUS_12 = {
    "user_name": "sys", "program": "sqlplus@kali", "machine": "kali", "terminal": "pts/0", "os_user": "root",
    "process_id": "19030",
}  # fmt: skip
# Client and server, then step, request, reply.
CAPTURED_PAIRS = [
    (
        {"release": "9.2"} | TOAD, {"release": "10.2"},
        [
            ("connect", 0, 8), ("connect", 0, 32), ("native services", 156, 127), ("protocol", 37, 239),
            ("data types", 1029, 957), ("authentication 1", 192, 135), ("authentication 2", 796, 422),
            ("version", 29, 139), ("logoff", 28, 15),
        ],
    ),
    (
        {"release": "10.2"} | SQLPLUS_10,
        {"release": "10.2", "character_set": "CL8ISO8859P5", "version_text": TEXT_10} | WINDOWS,
        # The third message of the Windows authentication is not answered.
        [
            ("connect", 0, 8), ("connect", 0, 32), ("native services", 168, 163), ("native services", 142, 179),
            ("native services", 175 + 37, 179), ("data types", 69, 22), ("authentication 1", 201, 225),
            ("authentication 2", 1081, 981), ("version", 44, 147), ("logoff", 13, 17),
        ],
    ),
    (
        {"release": "11.2"} | SQLPLUS_11, {"release": "11.1"} | WINDOWS | SINGLE_BYTES,
        [
            ("connect", 0, 8), ("connect", 0, 32), ("native services", 161, 127), ("protocol", 38, 187),
            ("data types", 2667, 2488), ("authentication 1", 237, 320), ("authentication 2", 910, 1697),
            ("version", 56, 82), ("logoff", 13, 17),
        ],
    ),
    (  # its second authentication told a time of 4 digits, which has 5 in the model: 941
        {"release": "11.2"} | SQLPLUS_WINDOWS, {"release": "11.1"} | WINDOWS | SINGLE_BYTES,
        [
            ("connect", 0, 8), ("connect", 0, 32), ("native services", 161, 127), ("protocol", 39, 187),
            ("data types", 77, 22), ("authentication 1", 269, 390), ("authentication 2", 942, 1767),
            ("version", 60, 82), ("logoff", 13, 17),
        ],
    ),
    (  # the capture with an 11.2 server ends after the first authentication
        {"release": "11.2"} | SQLPLUS_11, {"release": "11.2"} | WINDOWS,
        [
            ("connect", 0, 8), ("connect", 0, 32), ("native services", 161, 127), ("protocol", 38, 239),
            ("data types", 2667, 2516),
        ],
    ),
    (  # that of 12.1 with the request of the first authentication; the reply is frame 12 of wiki_9_oracle12_2016
        {"release": "12.1"} | SQLPLUS_12, {"release": "12.1"},
        [
            ("connect", 0, 8), ("connect", 0, 41), ("native services", 164, 127), ("protocol", 38, 239),
            ("data types", 82, 26), ("authentication 1", 233, 521),
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("client", "server", "steps"), CAPTURED_PAIRS)
def test_oci_logon_is_that_of_the_capture(
    client: dict[str, object], server: dict[str, object], steps: list[tuple[str, int, int]], tmp_path: Path
) -> None:
    said = simulate(tmp_path, {"driver": "oci"} | client, server)
    assert [step(exchange) for exchange in said][: len(steps)] == steps


# Names in the runs of the thin drivers, and the descriptor without what differs from one to the other; JDBC always
# tells process 1234.
THIN: dict[str, object] = {
    "user_name": "scott", "program": "app", "machine": "client", "terminal": "term", "os_user": "user",
    "process_id": "13426",
}  # fmt: skip
ADDRESS = "(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.1)(PORT=1521))"
PART = "(CID=(PROGRAM=app)(HOST=client)(USER=user))(CONNECTION_ID=nZfXmlTecwG1CddGlYLDJg==)"
CONNECT_DATA = f"(DESCRIPTION={ADDRESS}(CONNECT_DATA=(SERVICE_NAME=FREEPDB1){PART}))"


def thin(driver: str) -> dict[str, object]:
    """Return the client of a run of a thin driver."""
    process = "1234" if driver == "jdbc-thin" else "13426"
    return THIN | {"driver": driver, "process_id": process, "connect_data": CONNECT_DATA}


# Requests in the runs of real drivers against an ACCEPT of version 318; the reply to the protocol message is that of a
# 12.1 server. The second authentication of the captures, 593, 422 and 967, had a verifier of 11g: one of 12c takes 189
# more for the speedy key and 32 less for the session key.
THIN_REQUESTS = [
    ("python-thin", [("protocol", 29), ("data types", 2664), ("authentication 1", 142),
                     ("authentication 2", 593 + 157), ("logoff", 13)]),
    ("node-thin", [("protocol", 27), ("data types", 2667), ("authentication 1", 143),
                   ("authentication 2", 422 + 157), ("logoff", 13)]),
    ("jdbc-thin", [("protocol", 33), ("data types", 2723), ("authentication 1", 140),
                   ("authentication 2", 967 + 157), ("logoff", 21)]),
]  # fmt: skip


@pytest.mark.parametrize(("driver", "requests"), THIN_REQUESTS)
def test_thin_logon_up_to_21c_is_that_of_the_driver(
    driver: str, requests: list[tuple[str, int]], tmp_path: Path
) -> None:
    steps = [step(e) for e in simulate(tmp_path, thin(driver), {"release": "21c", "resend": False})]
    # A 21c ACCEPT of 45 bytes offers native services (flags 0xc1 0x01); only python does not take them.
    native = {
        "python-thin": [],
        "node-thin": [("native services", 156)],
        "jdbc-thin": [("native services", 150)],
    }
    assert steps[0] == ("connect", 0, 45)
    assert [(name, request) for name, request, _ in steps[1:]] == native[driver] + requests
    assert {name: reply for name, _, reply in steps}["protocol"] == 239


@pytest.mark.parametrize("release", ["12.2", "19c", "21c"])
def test_jdbc_before_23_asks_for_the_version(release: str, tmp_path: Path) -> None:
    steps = [
        step(e) for e in simulate(tmp_path, {"driver": "jdbc-thin", "release": release}, {"release": "21c"})
    ]
    # Runs of ojdbc8 12.2.0.1, 19.3, 19.26 and 21.1: 19 bytes. Reply: 10, a type and a length of 3, the 67 characters of
    # "Oracle Database 21c Express Edition Release 21.0.0.0.0 - Production", a number of 5, a status of 4.
    assert [name for name, _, _ in steps][-3:] == ["authentication 2", "version", "logoff"]
    assert steps[-2] == ("version", 19, 10 + 3 + 67 + 5 + 4)


@pytest.mark.parametrize("release", ["23.3", "23ai", "26ai"])
def test_jdbc_of_23_does_not(release: str, tmp_path: Path) -> None:
    steps = [
        step(e) for e in simulate(tmp_path, {"driver": "jdbc-thin", "release": release}, {"release": "21c"})
    ]
    assert "version" not in [name for name, _, _ in steps]


# Data flags of the last packet of a request in the runs.
@pytest.mark.parametrize(
    ("driver", "release", "flags"),
    [
        ("jdbc-thin", "12.2", 0), ("jdbc-thin", "19c", 0), ("jdbc-thin", "21c", 0), ("jdbc-thin", "23.3", 0),
        ("jdbc-thin", "23ai", 0x0800), ("node-thin", "6.0", 0), ("node-thin", "6.5", 0x0800),
    ],
)  # fmt: skip
def test_requests_are_marked_by_newer_drivers(driver: str, release: str, flags: int, tmp_path: Path) -> None:
    said = simulate(tmp_path, {"driver": driver, "release": release}, {"release": "21c"})
    data = [p for e in said for p in e.requests if p.kind == DATA]
    # Native services are not marked by anyone.
    found = {int.from_bytes(p.content[8:10]) for p in data if p.data[0] != 0xDE}
    assert found == {flags}


@pytest.mark.parametrize(("release", "version", "checks"), [("12.2", 316, 0), ("18c", 318, 1)])
def test_the_out_of_band_check_came_with_18c(release: str, version: int, checks: int, tmp_path: Path) -> None:
    said = simulate(tmp_path, {"driver": "jdbc-thin", "release": release}, {"release": "21c"})
    assert said[0].requests[0].content[8:10] == version.to_bytes(2)
    assert sum(p.kind == MARKER for e in said for p in e.requests) == checks
    # Nor does a server of 12.2 offer it.
    said = simulate(tmp_path / "server", {"driver": "jdbc-thin"}, {"release": release})
    assert sum(p.kind == MARKER for e in said for p in e.requests) == checks


def test_a_version_of_a_thin_driver_is_none_of_another_driver() -> None:
    client = {"driver": "oci", "release": 3.4}
    with pytest.raises(
        net8.PlanError, match='client.release = "3.4" is a version of python-thin, not of oci'
    ):
        net8.run(net8.Plan.of({"client": client}))


def test_jdbc_logon_to_26ai_is_that_of_the_capture(tmp_path: Path) -> None:
    steps = [step(e) for e in simulate(tmp_path, thin("jdbc-thin"), {"release": "26ai"})]
    # Requests of the driver runs (a first connection), the second authentication 158 bytes longer for a verifier of
    # 12c: 189 for the speedy key, 32 less for the session key, 1 for the token; replies and logoff of the 26ai capture.
    assert steps == [
        ("connect", 0, 61), ("native services", 150, 127), ("fast authentication", 3007, 3401),
        ("authentication 2", 967 + 158, 2389), ("logoff", 40, 14),
    ]  # fmt: skip


def test_second_authentication_of_jdbc_leaves_the_os_user_out(tmp_path: Path) -> None:
    # Its keys in the captures: terminal, program, machine and process, no AUTH_SID. The first has it, in fast
    # authentication: 3007 with "user".
    client = thin("jdbc-thin") | {"os_user": "youssef"}
    steps = {name: size for name, size, _ in map(step, simulate(tmp_path, client, {"release": "26ai"}))}
    assert (steps["fast authentication"], steps["authentication 2"]) == (3007 + 3, 967 + 158)


@pytest.mark.parametrize(("driver", "request_bytes"), [("python-thin", 2825), ("node-thin", 2827)])
def test_fast_authentication_is_that_of_the_driver(driver: str, request_bytes: int, tmp_path: Path) -> None:
    steps = [step(e) for e in simulate(tmp_path, thin(driver), {"release": "23ai"})]
    assert ("fast authentication", request_bytes) in [(name, request) for name, request, _ in steps]


@pytest.mark.parametrize(
    ("driver", "marker"),
    [("python-thin", "0000000b0c000000010002"), ("jdbc-thin", "0000000b0c200000020003"), ("node-thin", "")],
)
def test_out_of_band_marker_is_that_of_the_driver(driver: str, marker: str, tmp_path: Path) -> None:
    said = simulate(tmp_path, {"driver": driver}, {"release": "21c"})
    markers = [p.content.hex() for e in said for p in e.requests if p.kind == MARKER]
    assert markers == ([marker] if marker else [])


# From CONNECT to ready, RESEND included: of the real sessions and drivers.
ROUND_TRIPS = [
    ("sqlplus", "9.2", "10.2", None, 8),
    ("oci", "10.2", "10.2", None, 8),
    ("oci", "11.1", "11.1", None, 8),
    ("sqlplus", "12.1", "12.1", None, 8),
    ("dblink", "10.2", "10.2", None, 8),
    ("oci", "12.1", "12.1", False, 7),
    ("python-thin", "23ai", "21c", False, 5),
    ("python-thin", "23ai", "21c", None, 6),
    ("python-thin", "23ai", "23ai", None, 3),
    ("python-thin", "23ai", "26ai", None, 3),
    ("node-thin", "23ai", "21c", False, 6),
    ("node-thin", "23ai", "23ai", None, 4),
    ("jdbc-thin", "23ai", "21c", False, 6),
    ("jdbc-thin", "23ai", "26ai", None, 4),
    ("jdbc-thin", "23ai", "26ai", True, 5),
]


@pytest.mark.parametrize(("driver", "release", "server", "resend", "round_trips"), ROUND_TRIPS)
def test_round_trips_of_a_logon(
    driver: str, release: str, server: str, resend: bool | None, round_trips: int, tmp_path: Path
) -> None:
    side: dict[str, object] = {"release": server}
    if resend is not None:
        side["resend"] = resend
    said = simulate(tmp_path, {"driver": driver, "release": release}, side)
    # The last exchange is the logoff.
    assert len(said) - 1 == round_trips
    resends = sum(p.length == 8 for e in said for p in e.replies)
    expected = resend if resend is not None else server not in ("23ai", "26ai")
    assert resends == expected


@pytest.mark.parametrize("release", ["10.2", "21c"])
def test_session_ends_with_a_packet_of_10_bytes_that_nobody_answers(release: str, tmp_path: Path) -> None:
    simulate(tmp_path, {"driver": "oci"}, {"release": release})
    last = exchanges(tmp_path / "capture-client.pcap")[-1]
    # Data flags 0x0040: end of file.
    assert [p.content[8:].hex() for p in last.requests] == ["0040"]
    assert last.sizes == (10, 0)


def test_windows_authenticates_in_two_more_messages_of_which_one_is_answered(tmp_path: Path) -> None:
    client: dict[str, object] = {
        "driver": "oci", "release": "10.2", "authentication_services": "nts",
        "machine": r"XX\X", "os_user": "Yuri",
    }  # fmt: skip
    said = simulate(tmp_path, client, {"release": "10.2"})
    # Fact sheet, 9.3, capture of 10.2: the last is not answered, and the protocol message follows at once.
    native = [e for e in said if e.requests[0].kind == DATA and e.requests[0].data[0] == 0xDE]
    sizes = [([p.length for p in e.requests], e.sizes[1]) for e in native]
    assert sizes[:2] == [([168], 163), ([142], 179)]
    last = native[2].requests
    assert last[0].length == 175
    assert [p.data[0] for p in last] == [0xDE, 1]


@pytest.mark.parametrize("driver", ["node-thin", "jdbc-thin"])
def test_a_server_can_do_without_native_services(driver: str, tmp_path: Path) -> None:
    server: dict[str, object] = {"release": "21c", "native_services": False}
    names = [step(e)[0] for e in simulate(tmp_path, {"driver": driver}, server)]
    assert "protocol" in names
    assert "native services" not in names


@pytest.mark.parametrize("end", ["client", "server"])
def test_either_end_can_do_without_the_check_of_out_of_band_data(end: str, tmp_path: Path) -> None:
    sides: dict[str, dict[str, object]] = {"client": {"driver": "python-thin"}, "server": {"release": "21c"}}
    sides[end]["disable_oob_auto"] = True
    said = simulate(tmp_path, sides["client"], sides["server"])
    assert [p for e in said for p in e.requests if p.kind == MARKER] == []
