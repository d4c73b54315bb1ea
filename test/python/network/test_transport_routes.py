# SPDX-License-Identifier: GPL-2.0-only
"""IPX and DECnet through routers: rows of them and graphs of sites, and what they announce."""

from __future__ import annotations

import itertools
import shutil
import subprocess
from pathlib import Path

import net8
import pytest
from net8.plan.network import as_sites
from net8.plan.resolve import resolve
from test_transports import BATCHES, frames, plan, times_us


@pytest.mark.parametrize(("transport", "hops"), [("spx", 1), ("spx", 14), ("decnet", 1), ("decnet", 29)])
def test_routers_count_themselves(transport: str, hops: int, tmp_path: Path) -> None:
    """Each router adds one: byte 4 of IPX, byte 18 of DECnet's long header, whose bit 0x20 says that it stays."""
    shape = plan(transport, path__kind="wan", path__hops=hops)
    run = net8.run(shape, folder=tmp_path, pcap=True)
    assert (run.metrics["failed_sessions"], run.metrics["rows"]) == (0, 15 * BATCHES)
    counted = {"client": set(), "server": set()}  # type: dict[str, set[tuple[bool, int]]]
    for end, found in counted.items():
        seen = frames(tmp_path / f"capture-{end}.pcap")
        for frame in seen:
            comes = frame[:6] == seen[0][6 if end == "client" else 0 :][:6]
            found.add((comes, frame[18] if transport == "spx" else frame[34]))
            assert transport == "spx" or frame[16] == 0x06
            # Networks 10.1.0.0 and 10.2.0.0, those of the subnets.
            assert transport == "decnet" or {frame[20:24], frame[32:36]} == {b"\x0a\1\0\0", b"\x0a\2\0\0"}
    assert counted == {end: {(True, hops + 1), (False, 0)} for end in counted}


def test_a_packet_of_spx_crosses_a_line_as_arithmetic_has_it(tmp_path: Path) -> None:
    """One packet at a time over three Ethernets of 10 Mbit/s and a line of 2 Mbit/s and 20 ms.

    Ethernet: 602 bytes, acknowledgement 72, of 0.8 us, three times; line: 576 + 2 and 42 + 2 bytes of 4 us; delays
    2 x (3 x 5 us + 20 ms): 3 x 674 x 0.8 + 622 x 4 + 40,030 = 44,135.6 us.
    """
    shape = plan(
        "spx", path__kind="wan", path__rate="2Mbps", path__delay="20ms", query__rows=15, query__row_length=3552,
        client__sdu=32767, server__sdu=32767,
    )  # fmt: skip
    assert net8.run(shape, folder=tmp_path, pcap=True).metrics["failed_sessions"] == 0
    times = times_us(tmp_path / "capture-server.pcap", 534)
    gaps = sorted(later - earlier for earlier, later in itertools.pairwise(times))
    assert len(gaps) > 90
    assert gaps[len(gaps) // 2] == pytest.approx(44135.6, rel=0.001)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
@pytest.mark.parametrize(
    ("transport", "told"),
    [
        # Of the clients' router: networks at 0, 60 and 120 s, and at once the two lines behind its own and the network
        # in the server; the service at once, and at 60 and 120 s. At the server its own alone: split horizon.
        ("spx", {"ipxrip": (3 + 3, None), "ipxsap": (1 + 2, 3)}),
        # Hellos each 15 s for 123 s: of the end node, and of the router to end nodes and to routers.
        ("decnet", {"dec_dna.flags == 0x0d": (9, 9), "dec_dna.flags == 0x0b": (18, 18)}),
    ],
)
def test_routers_tell_what_they_know(
    transport: str, told: dict[str, tuple[int, int | None]], tmp_path: Path
) -> None:
    """Three lines: what the server's router hears and says at once comes to the clients' network over two others."""
    shape = plan(
        transport,
        path__kind="wan",
        path__hops=3,
        path__transport_background=True,
        client__think_time="123s",
        query__rows=15,
        client__queries=2,
    )
    run = net8.run(shape, folder=tmp_path, pcap=True)
    assert (run.metrics["failed_sessions"], run.counters.get("server_transport_strays", 0)) == (0, 0)
    for side, end in enumerate(("client", "server")):
        for filter_, counts in {**told, "_ws.expert.severity >= 0x600000": (0, 0)}.items():
            found = subprocess.run(
                ["tshark", "-r", str(tmp_path / f"capture-{end}.pcap"), "-Y", filter_],
                capture_output=True, text=True, check=True,
            ).stdout.splitlines()  # fmt: skip
            if (count := counts[side]) is not None:
                assert len(found) == count, (end, filter_)


def test_a_client_learns_of_a_service_behind_routers(tmp_path: Path) -> None:
    """The query before the service was told here is lost; the one a second later is answered by the router."""
    values: dict[str, object] = {"path__kind": "wan", "path__transport_background": True}
    looked = net8.run(plan("spx", path__spx_lookup="sap", **values), folder=tmp_path, pcap=True)
    known = net8.run(plan("spx", **values))
    assert looked.metrics["failed_sessions"] == 0
    times = [float(str(run.metrics["logon_time_s"])) for run in (looked, known)]
    # 60 bytes at least and 110, 12 and 8 of them preamble and FCS, over two links of 10 Mbit/s, and 4 x 5 us.
    assert times[0] - times[1] == pytest.approx(1 + 1e-6 * (2 * (72 + 122) * 0.8 + 4 * 5), abs=2e-4)
    sap = [frame for frame in frames(tmp_path / "capture-client.pcap") if frame[30:32] == b"\x04\x52"]
    assert [frame[19] for frame in sap[:2]] == [4, 4]


SITES = """
[path]
transport = "{transport}"
[[site]]
name = "near"
rate = "10Mbps"
delay = "5us"
[[site]]
name = "far"
rate = "10Mbps"
delay = "5us"
[[router]]
name = "between"
[[link]]
name = "first"
between = ["near", "between"]
rate = "2Mbps"
delay = "10ms"
{more}
[[link]]
name = "second"
between = ["between", "far"]
rate = "2Mbps"
delay = "10ms"
[client]
site = "near"
{driver}
[server]
site = "far"
release = "7.3"
sdu = 32767
tdu_rule = "min"
[query]
rows = 15
row_length = 3552
row_overhead = 0
fetch_overhead = 0
execute_overhead = 0
end_overhead = 0
"""


def sites(folder: Path, transport: str, more: str = "") -> net8.Plan:
    """Return a plan of two sites with a router between."""
    driver = 'driver = "sqlplus"\nrelease = "7.3"\narray_size = 15\nprefetch_rows = 0\nsdu = 32767\ntdu_rule = "min"'
    path = folder / "sites.toml"
    path.write_text(SITES.format(transport=transport, more=more, driver=driver), encoding="utf-8")
    return net8.load(path)


def test_a_packet_of_spx_crosses_a_graph_as_arithmetic_has_it(tmp_path: Path) -> None:
    """One packet at a time over four Ethernets of 10 Mbit/s and two lines of 2 Mbit/s and 10 ms.

    Ethernet: 602 bytes, acknowledgement 72, of 0.8 us, four times; lines: 576 + 2 and 42 + 2 bytes of 4 us, twice;
    delays 2 x (4 x 5 us + 20 ms): 4 x 674 x 0.8 + 2 x 622 x 4 + 40,040 = 47,172.8 us.
    """
    run = net8.run(sites(tmp_path, "spx"), folder=tmp_path / "run", pcap=True)
    assert run.metrics["failed_sessions"] == 0
    times = times_us(tmp_path / "run" / "capture-server.pcap", 534)
    gaps = sorted(later - earlier for earlier, later in itertools.pairwise(times))
    assert len(gaps) > 90
    assert gaps[len(gaps) // 2] == pytest.approx(47172.8, rel=0.001)


@pytest.mark.parametrize("transport", ["spx", "decnet"])
@pytest.mark.parametrize("more", ["loss_rate = 0.02", 'jitter = "2ms"\nburst_rate = 0.01\nburst_length = 2'])
def test_what_links_lose_is_sent_again(transport: str, more: str, tmp_path: Path) -> None:
    first, again = (net8.run(sites(tmp_path, transport, more), seed=3) for _ in range(2))
    assert (first.metrics["failed_sessions"], first.metrics["rows"]) == (0, 15)
    assert first.counters["loss_drops_to_client"] > 0
    assert first.digest == again.digest


@pytest.mark.parametrize(
    ("transport", "more", "sentence"),
    [
        ("spx", 'queue_disc = "red"', 'link.first.queue_disc = "red" handles only IP packets'),
        ("netbios", "", "needs clients and servers at one site"),
    ],
)
def test_what_sites_do_not_carry_is_refused(transport: str, more: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(net8.PlanError, match=sentence):
        net8.run(sites(tmp_path, transport, more))


@pytest.mark.parametrize(("transport", "links"), [("spx", 15), ("decnet", 30)])
@pytest.mark.parametrize("graph", [False, True])
def test_more_routers_than_a_packet_passes_are_refused(transport: str, links: int, graph: bool) -> None:
    plan = net8.Plan.of({"path": {"transport": transport, "hops": links}})
    with pytest.raises(net8.PlanError, match=f"{links} links from client to server join {links + 1} routers"):
        resolve(as_sites(plan) if graph else plan)


def test_a_segment_of_sites_hears_frames_with_a_length(tmp_path: Path) -> None:
    text = SITES.replace('name = "far"', 'name = "far"\nkind = "segment"').replace(
        '"{transport}"', '"{transport}"\nspx_frame = "802.2"'
    )
    path = tmp_path / "sites.toml"
    path.write_text(text.format(transport="spx", more="", driver=""), encoding="utf-8")
    assert net8.run(net8.load(path)).metrics["failed_sessions"] == 0
