# SPDX-License-Identifier: GPL-2.0-only
"""SPX, DECnet and NetBIOS under Oracle Net: packets of a batch, captures, what is told and what is refused.

Counts are arithmetic on the tables of Sun's paper of 2002 (E14, E15): a batch of 15 rows of 100 bytes is 1510 bytes of
Oracle Net, one of 20 bytes 310. SPX takes 534 bytes a packet, NSP 563 a segment.
"""

from __future__ import annotations

import itertools
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Any

import net8
import pytest
from net8.forecast.describe import describe

SDUS = (1024, 2048, 4096, 8192)
TDUS = (32767, 1024, 2048)
BATCHES = 4
IPX, DECNET = 0x8137, 0x6003
NBF = bytes.fromhex("0e00ffef")


def plan(transport: str, **values: object) -> net8.Plan:
    """Return the plan of the paper's test bed, a few batches long."""
    document: dict[str, Any] = {
        "path": {"kind": "segment", "lan_rate": "10Mbps", "transport": transport},
        "client": {
            "driver": "sqlplus", "release": "7.3", "array_size": 15, "prefetch_rows": 0, "tdu_rule": "min",
        },
        "server": {"release": "7.3", "sdu": 8192, "tdu_rule": "min"},
        "query": {
            "rows": 15 * BATCHES, "row_length": 100, "row_overhead": 0, "fetch_overhead": 0, "execute_overhead": 0,
            "end_overhead": 0,
        },
    }  # fmt: skip
    return net8.Plan.of(document).with_values(
        {key.replace("__", "."): value for key, value in values.items()}
    )


def frames(capture: Path) -> list[bytes]:
    """Return the frames of a capture file."""
    data, at, found = capture.read_bytes(), 24, []
    while at < len(data):
        size = struct.unpack_from("<I", data, at + 8)[0]
        found.append(data[at + 16 : at + 16 + size])
        at += 16 + size
    return found


def payload(frame: bytes) -> int:
    """Return the user bytes of a data packet of SPX or NSP; 0 for any other packet."""
    kind = struct.unpack_from(">H", frame, 12)[0]
    if kind == IPX:
        length, control, stream = struct.unpack_from(">H", frame, 16)[0], frame[44], frame[45]
        head = 44 if control & 0x08 else 42
        return length - head if not control & 0x80 and stream < 0xFC else 0
    if kind < 1536:  # a length, 4 bytes of 802.2, 14 of NetBIOS
        return kind - 18 if frame[18:22] == NBF and frame[22] in (0x15, 0x16) else 0
    assert kind == DECNET
    return struct.unpack_from("<H", frame, 14)[0] - 21 - 11 if not frame[37] & ~0x60 else 0


def replies(capture: Path) -> list[list[int]]:
    """Return the sizes of what the server sent between two packets of the client."""
    found: list[list[int]] = [[]]
    client = None
    for frame in frames(capture):
        source, size = frame[6:12], payload(frame)
        client = client or source  # the first frame asks for the connection, or for a name
        if size and source == client:
            found.append([])
        elif size:
            found[-1].append(size)
    return found


def batches(transport: str, folder: Path, **values: object) -> list[list[int]]:
    """Run the plan, and return the packets of its full batches."""
    folder.mkdir(parents=True, exist_ok=True)
    run = net8.run(plan(transport, **values), folder=folder, pcap=True)
    assert run.metrics["failed_sessions"] == 0
    size = 15 * int(str(values.get("query__row_length", 100))) + 10
    # Cut at SDU or TDU, the second packet of Oracle Net has a header of its own.
    return [reply for reply in replies(folder / "capture-server.pcap") if sum(reply) in (size, size + 10)]


@pytest.mark.parametrize("transport", ["spx", "decnet"])
def test_a_batch_is_three_packets_or_one_in_every_cell(transport: str, tmp_path: Path) -> None:
    """1510 bytes: 534 + 534 + 442, or 534 + 490 and 496; 563 + 563 + 384, or 563 + 461 and 496. 310 bytes: one."""
    piece = {"spx": 534, "decnet": 563}[transport]
    for (sdu, tdu), (row, count) in itertools.product(itertools.product(SDUS, TDUS), ((100, 3), (20, 1))):
        folder = tmp_path / f"{sdu}-{tdu}-{row}"
        cell = {"client__sdu": sdu, "client__tdu": tdu, "server__tdu": tdu, "query__row_length": row}
        found = batches(transport, folder, **cell)
        assert len(found) == BATCHES, (sdu, tdu, row)
        assert {len(reply) for reply in found} == {count}, (sdu, tdu, row)
        assert max(max(reply) for reply in found) == (piece if count == 3 else 310)


@pytest.mark.parametrize(
    ("rows", "row", "packets"), [(15, 100, (1482, 28)), (15, 20, (310,)), (10, 400, (1482, 1482, 1046))]
)
def test_a_batch_over_netbios_is_cut_at_1482_bytes(
    rows: int, row: int, packets: tuple[int, ...], tmp_path: Path
) -> None:
    """A frame of 1514 bytes less 14 of Ethernet, 4 of 802.2 and 14 of NetBIOS: 1510, 310 and 4010 bytes."""
    shape = plan(
        "netbios",
        path__kind="lan",
        query__row_length=row,
        query__rows=rows * BATCHES,
        client__array_size=rows,
        client__sdu=8192,
    )
    run = net8.run(shape, folder=tmp_path, pcap=True)
    assert run.metrics["failed_sessions"] == 0
    found = [tuple(reply) for reply in replies(tmp_path / "capture-server.pcap")]
    assert found.count(packets) == BATCHES


def llc(frame: bytes) -> tuple[str, int]:
    """Return what a frame of 802.2 is, and the number of NetBIOS's command if it has one."""
    control, nbf = frame[16], {0: 18, 3: 17}
    word = {0x7F: "SABME", 0x73: "UA", 0x53: "DISC", 0x03: "UI", 0x01: "RR"}.get(control, "I")
    at = nbf[3] if word == "UI" else nbf[0]
    return word, frame[at + 4] if word in ("UI", "I") else 0


def test_a_session_of_netbios_begins_and_ends_as_in_captures(tmp_path: Path) -> None:
    """Frames 23 to 32 of a public capture of two Windows machines, and its end: SESSION END, RR, DISC, UA."""
    net8.run(plan("netbios", path__kind="lan"), folder=tmp_path, pcap=True)
    told = [llc(frame) for frame in frames(tmp_path / "capture-server.pcap")]
    assert told[:10] == [
        ("UI", 0x0A), ("UI", 0x0E), ("SABME", 0), ("UA", 0), ("RR", 0), ("RR", 0), ("I", 0x19), ("RR", 0), ("I", 0x17),
        ("RR", 0),
    ]  # fmt: skip
    assert ("I", 0x18) in told[-8:]
    assert told[-1] == ("UA", 0)
    assert told.count(("DISC", 0)) <= 2


def test_sessions_of_two_hosts_share_one_link(tmp_path: Path) -> None:
    """Three sessions at once: one SABME, and three names that are asked for."""
    run = net8.run(
        plan("netbios", path__kind="lan", client__count=3, client__hosts=1, client__arrivals="batch"),
        folder=tmp_path,
        pcap=True,
    )
    assert run.metrics["failed_sessions"] == 0
    told = [llc(frame) for frame in frames(tmp_path / "capture-server.pcap")]
    assert (told.count(("SABME", 0)), told.count(("UI", 0x0A)), told.count(("I", 0x19))) == (1, 3, 3)


@pytest.mark.parametrize("values", [{"path__transport": "spx", "path__spx_frame": "802.2"}, {}])
def test_a_segment_carries_frames_with_a_length_as_a_switch_does(
    values: dict[str, object], tmp_path: Path
) -> None:
    """The same frames in the same order, each seen by both ends; ns-3's bus would take their heads for SNAP."""
    seen = {}
    for kind in ("lan", "segment"):
        folder = tmp_path / kind
        folder.mkdir()
        run = net8.run(plan("netbios", path__kind=kind, **values), folder=folder, pcap=True)
        assert (run.metrics["failed_sessions"], run.metrics["rows"]) == (0, 15 * BATCHES)
        # The shortest are acknowledgements, which a bus and a switch need not order alike.
        seen[kind] = [
            [len(frame) for frame in frames(folder / f"capture-{end}.pcap") if len(frame) > 60]
            for end in ("client", "server")
        ]
    assert len(seen["lan"][0]) > 20
    assert seen["lan"] == seen["segment"]


def times_us(capture: Path, size: int) -> list[int]:
    """Return when the frames of a capture with so many bytes of payload were seen, in microseconds."""
    data, at, times = capture.read_bytes(), 24, []
    while at < len(data):
        seconds, micros, length = struct.unpack_from("<III", data, at)
        if payload(data[at + 16 : at + 16 + length]) == size:
            times.append(seconds * 10**6 + micros)
        at += 16 + length
    return times


def test_two_frames_of_netbios_go_in_a_round_trip(tmp_path: Path) -> None:
    """MAXOUT 2 over 60 ms: 2 frames every R + 8 (L + a) / C, as the sheet of facts has it.

    A full frame has 1514 bytes and 12 of FCS and preamble, 1526, an RR 72; two links with a switch that stores and
    forwards take each twice: 2 x (1526 + 72) x 0.8 us + 4 x 15 ms = 62.5568 ms.
    """
    shape = plan(
        "netbios", path__kind="lan", path__lan_delay="15ms", query__rows=15, query__row_length=7900,
        client__sdu=32767, server__sdu=32767,
    )  # fmt: skip
    assert net8.run(shape, folder=tmp_path, pcap=True).metrics["failed_sessions"] == 0
    times = times_us(tmp_path / "capture-server.pcap", 1482)
    pairs = [later - earlier for earlier, later in zip(times, times[2:], strict=False)]
    assert len(pairs) > 50
    assert sorted(pairs)[len(pairs) // 2] == pytest.approx(62556.8, rel=0.001)


def test_spx_two_offers_a_size_and_has_a_window(tmp_path: Path) -> None:
    """1456 bytes a packet of 1500, 44 of them headers (LOT; SCO): 1510 bytes are two packets, acknowledged together."""
    values = {"path__spx_version": 2, "path__spx_packet": 1500, "path__spx_window": 4}
    found = batches("spx", tmp_path, **values)
    assert {tuple(reply) for reply in found} == {(1456, 54)}
    data = [frame for frame in frames(tmp_path / "capture-server.pcap") if payload(frame)]
    assert all(frame[44] & 0x08 and struct.unpack_from(">H", frame, 56)[0] == 1500 for frame in data)
    first = next(frame for frame in data if payload(frame) == 1456)
    assert not first[44] & 0x40


def test_bytes_that_fill_packets_know_no_messages(tmp_path: Path) -> None:
    """Of 1024 + 496 bytes, written one behind the other, the second follows the first in its packet: 534 + 534 + 452.

    As messages they are 534 + 490 and 496.
    """
    cell = {"client__sdu": 1024, "path__spx_window": 1}
    packet, stream = (
        batches("spx", tmp_path / word, path__transport_messages=word, **cell)
        for word in ("packet", "stream")
    )
    assert {tuple(reply) for reply in packet} == {(534, 490, 496)}
    assert {tuple(reply) for reply in stream} == {(534, 534, 452)}


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
@pytest.mark.parametrize(
    ("transport", "values"),
    [
        ("spx", {}),
        ("spx", {"path__kind": "lan"}),
        ("spx", {"path__kind": "lan", "path__spx_frame": "802.3", "path__spx_packet": 1497}),
        ("spx", {"path__kind": "lan", "path__spx_frame": "802.2", "path__spx_window": 4}),
        ("spx", {"path__kind": "lan", "path__spx_frame": "snap"}),
        ("decnet", {}),
        ("decnet", {"path__kind": "lan", "path__decnet_flow": "segment", "path__decnet_buffer": 1479}),
        ("decnet", {"path__kind": "lan", "path__decnet_flow": "message", "path__loss_list": [9, 20]}),
        ("spx", {"path__kind": "wan", "path__spx_frame": "802.2", "path__hops": 3}),
        ("spx", {"path__spx_frame": "802.3"}),
        ("spx", {"path__spx_frame": "802.2", "path__loss_list": [9, 20]}),
        ("spx", {"path__spx_frame": "snap"}),
        ("netbios", {}),
        ("decnet", {"path__kind": "wan", "path__hops": 3}),
        ("spx", {"path__spx_version": 2, "path__spx_packet": 1500, "path__spx_window": 8}),
        ("netbios", {"path__kind": "lan"}),
        ("netbios", {"path__kind": "lan", "path__netbios_send": "no_ack", "path__netbios_max_out": 8}),
        ("netbios", {"path__kind": "lan", "path__netbios_max_in": 2, "path__loss_list": [9, 20, 33]}),
    ],
)
def test_tshark_reads_every_frame(transport: str, values: dict[str, object], tmp_path: Path) -> None:
    run = net8.run(plan(transport, query__rows=300, **values), folder=tmp_path, pcap=True)
    assert run.metrics["failed_sessions"] == 0
    wanted = {"spx": "spx", "decnet": "dec_dna.nsp.msg_type", "netbios": "llc.dsap.sap == 0x78"}[transport]
    for name in ("capture-client.pcap", "capture-server.pcap"):
        count = len(frames(tmp_path / name))
        told = {
            filter_: subprocess.run(
                ["tshark", "-r", str(tmp_path / name), "-Y", filter_],
                capture_output=True,
                text=True,
                check=True,
            ).stdout.splitlines()
            for filter_ in (wanted, "_ws.malformed || _ws.expert.severity >= 0x600000")
        }
        assert count > 100
        assert [len(lines) for lines in told.values()] == [count, 0], list(told.values())[1][:3]


@pytest.mark.parametrize(("kind", "microseconds"), [("lan", 1098.4), ("segment", 538.4)])
def test_a_packet_of_spx_takes_its_time_and_that_of_its_acknowledgement(
    kind: str, microseconds: float, tmp_path: Path
) -> None:
    """One packet at a time on Ethernet of 10 Mbit/s: hosts, links and a switch that stores and forwards, or a bus.

    A full packet is 14 + 576 bytes and FCS, preamble 24 with the gap, 614; its acknowledgement the smallest frame, 84.
    Each of two links takes its bytes less the gap of 12, and 5 us: 2 x (602 + 72) x 0.8 us + 4 x 5 us = 1098.4 us.
    ns-3's bus has no preamble, and who finds it busy waits for a slot, 1 us: (594 + 64) x 0.8 us + 2 x (5 + 1) us.
    """
    one = net8.run(
        plan(
            "spx",
            path__kind=kind,
            query__rows=15,
            query__row_length=3552,
            client__sdu=32767,
            server__sdu=32767,
        ),
        folder=tmp_path,
        pcap=True,
    )
    assert one.metrics["failed_sessions"] == 0
    times = times_us(tmp_path / "capture-server.pcap", 534)
    gaps = [later - earlier for earlier, later in itertools.pairwise(times)]
    whole = [gap for gap in gaps if gap < 1.3 * microseconds]
    assert len(whole) > 90
    assert sum(whole) / len(whole) == pytest.approx(microseconds, rel=0.001)


@pytest.mark.parametrize(
    ("transport", "kind"),
    [
        ("spx", "lan"),
        ("decnet", "lan"),
        ("netbios", "lan"),
        ("netbios", "segment"),
        ("spx", "wan"),
        ("decnet", "wan"),
    ],
)
def test_no_frame_comes_astray_at_the_end(transport: str, kind: str) -> None:
    """Both ends close at the same time, and their words cross."""
    run = net8.run(plan(transport, path__kind=kind, client__count=3))
    assert run.sessions["outcome"].tolist() == ["closed"] * 3
    assert run.counters.get("server_transport_strays", 0) == 0


@pytest.mark.parametrize(
    ("transport", "kind"),
    [
        ("spx", "lan"),
        ("spx", "wan"),
        ("decnet", "lan"),
        ("netbios", "lan"),
        ("decnet", "wan"),
    ],
)
def test_lost_packets_come_in_the_end(transport: str, kind: str) -> None:
    lossy = plan(transport, path__kind=kind, query__rows=1500, path__loss_rate=0.02)
    first, again = (net8.run(lossy, seed=2) for _ in range(2))
    assert first.metrics["failed_sessions"] == 0
    assert first.counters["server_transport_repeated"] > 0
    assert first.digest == again.digest


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        (
            {"path.transport": "netbios", "path.kind": "lan", "path.mtu": 1400},
            "frames that carry 1500 bytes, and mtu is 1400",
        ),
        (
            {"path.transport": "netbios", "path.kind": "wan"},
            "no network address that a router could forward them to",
        ),
        (
            {"path.transport": "spx", "path.kind": "wan", "path.hops": 15},
            "a packet passes at most 15; use 14 links",
        ),
        (
            {"path.transport": "spx", "path.kind": "wan", "path.spx_lookup": "sap"},
            "needs path.transport_background = true behind routers",
        ),
        (
            {"path.transport": "decnet", "path.queue_disc": "red"},
            'packets, but the plan has path.transport = "decnet"; leave it out',
        ),
        ({"path.transport": "decnet", "path.ip": "v6"}, 'needs path.ip = "v4"'),
        (
            {"path.transport": "spx", "run.series": ["sessions"], "run.sample_interval": "1s"},
            'run.series = "sessions" samples TCP',
        ),
    ],
)
def test_what_does_not_go_together_is_refused_in_a_sentence(values: dict[str, object], sentence: str) -> None:
    with pytest.raises(net8.PlanError, match=sentence.replace(".", r"\.")):
        net8.run(plan("tcp").with_values(values))


def test_a_client_that_looks_up_asks_all_servers_first(tmp_path: Path) -> None:
    """SAP query of 34 bytes to all, response of 96 (public captures), then the request: one round trip more."""
    shape = plan("spx", path__kind="lan", path__spx_lookup="sap")
    looked = net8.run(shape, folder=tmp_path, pcap=True)
    known = net8.run(plan("spx", path__kind="lan"))
    first = frames(tmp_path / "capture-server.pcap")[:3]
    lengths = [struct.unpack_from(">H", frame, 16)[0] for frame in first]
    sockets = [struct.unpack_from(">H", frame, 30)[0] for frame in first]
    assert (lengths, sockets[0], first[0][:6]) == ([34, 96, 42], 0x452, b"\xff" * 6)
    # 74 and 122 bytes with preamble and FCS, over two links each at 10 Mbit/s, and 4 x 5 us.
    times = [float(str(run.metrics["logon_time_s"])) for run in (looked, known)]
    more = 1000 * (times[0] - times[1])
    assert more == pytest.approx(2 * (72 + 122) * 0.0008 + 4 * 0.005, rel=0.001)


@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
@pytest.mark.parametrize(
    ("transport", "told"),
    [("spx", {"ipxrip": 3, "ipxsap": 3}), ("decnet", {"dec_dna.ctl.timer": 2 * 9})],
)
def test_stations_announce_themselves(transport: str, told: dict[str, int], tmp_path: Path) -> None:
    """RIP and SAP of the server each 60 s, hellos of both nodes each 15 s, from the first milliseconds on."""
    shape = plan(
        transport,
        path__kind="lan",
        path__transport_background=True,
        client__think_time="123s",
        query__rows=15,
        client__queries=2,
    )
    assert net8.run(shape, folder=tmp_path, pcap=True).metrics["failed_sessions"] == 0
    for filter_, count in {**told, "_ws.malformed": 0}.items():
        found = subprocess.run(
            ["tshark", "-r", str(tmp_path / "capture-server.pcap"), "-Y", filter_],
            capture_output=True, text=True, check=True,
        ).stdout.splitlines()  # fmt: skip
        assert len(found) == count, filter_


ADDRESSES = {
    "spx": "(PROTOCOL=SPX)(SERVICE=orasrv)",
    "decnet": "(PROTOCOL=DECNET)(NODE=vax1)(OBJECT=lsnr)",
    "netbios": "(PROTOCOL=NMP)(SERVER=nt1)(PIPE=ORAPIPE)",
}


@pytest.mark.parametrize("transport", ADDRESSES)
def test_an_address_of_the_transport_stands_in_the_connect(transport: str, tmp_path: Path) -> None:
    """PROTOCOL, SERVICE, NODE and OBJECT are those of the Oracle7 Administrator's Reference; TCP's are passed over."""
    other = "(ADDRESS=(PROTOCOL=tcp)(HOST=h)(PORT=1))"
    text = f"(DESCRIPTION=(ADDRESS_LIST={other}(ADDRESS={ADDRESSES[transport]}))(CONNECT_DATA=(SID=orcl)))"
    shape = plan(transport, path__kind="lan", client__descriptor=text, listener__port=1600)
    assert net8.run(shape, folder=tmp_path, pcap=True).metrics["failed_sessions"] == 0
    sent = b"".join(frames(tmp_path / "capture-server.pcap"))
    assert f"(ADDRESS={ADDRESSES[transport]})".encode() in sent
    assert b"PROTOCOL=tcp" not in sent
    with pytest.raises(
        net8.PlanError, match='has addresses of protocol .* alone, and path.transport = "tcp" leads to'
    ):
        net8.run(plan("tcp", client__descriptor=text.replace(other, "")))
    with pytest.raises(net8.PlanError, match="protocol tcp alone"):
        net8.run(plan(transport, path__kind="lan", client__descriptor=f"(DESCRIPTION={other})"))


def test_a_tnsnames_file_leads_over_spx(tmp_path: Path) -> None:
    names = tmp_path / "tnsnames.ora"
    names.write_text(
        "old = (DESCRIPTION=(ADDRESS=(COMMUNITY=nov)(PROTOCOL=SPX)(SERVICE=orasrv))(CONNECT_DATA=(SID=orcl)))\n"
    )
    shape = plan("spx", files__tnsnames=str(names), files__connect="old")
    assert net8.run(shape, folder=tmp_path / "run", pcap=True).metrics["failed_sessions"] == 0
    sent = b"".join(frames(tmp_path / "run" / "capture-server.pcap"))
    assert b"(ADDRESS=(PROTOCOL=SPX)(SERVICE=orasrv))" in sent


def test_frames_that_do_not_fit_are_refused_in_a_sentence() -> None:
    large = plan("decnet", path__decnet_buffer=1498, path__mtu=1000)
    with pytest.raises(
        net8.PlanError, match="decnet_buffer 1498 makes frames that carry 1519 bytes, and mtu is 1000"
    ):
        net8.run(large)


def test_what_is_assumed_is_told() -> None:
    facts = dict(describe(plan("spx")).facts)
    assert "534 bytes a packet, 1 in flight" in facts["transport"]
    assert "assumed: each packet of Oracle Net is a message" in facts["transport"]
    assert (
        "SPX II on Ethernet, 532 bytes" in dict(describe(plan("spx", path__spx_version=2)).facts)["transport"]
    )
    netbios = dict(describe(plan("netbios", path__kind="lan")).facts)["transport"]
    assert "1482 bytes a frame, 2 in flight, acknowledged after 1" in netbios
    assert "names of stations" in netbios
    assert "DATA ACK" in netbios
    assert "563 bytes a packet" in dict(describe(plan("decnet")).facts)["transport"]
    assert "transport" not in dict(describe(plan("tcp")).facts)
    assert net8.analytic.predict(plan("spx")).left_out == ("everything: path.transport = spx",)
