# SPDX-License-Identifier: GPL-2.0-only
"""The scenarios and examples run, and what their READMEs say comes out."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import dpkt
import net8
import pytest
from net8.plan.resolve import resolve

TOP = Path(__file__).resolve().parents[3]
SCENARIOS = TOP / "scenarios"
SMALL: dict[str, dict[str, object]] = {
    "wan-fetch": {"query.rows": 31, "client.sdu": 8192, "path.loss_rate": 0.01, "run.runs": 2},
    "sun-sdu": {"query.rows": 31},
    "row-lengths": {},
    "logon-storm": {},
    "storm-architectures": {},
    "dos": {"listener.inbound_connect_timeout": "3s"},
    "stale-registration": {},
    "rac-failover": {},
    "failover": {},
    "address-family": {},
    "intel-sdu": {"query.rows": 4000},
    "radio-fetch": {"query.rows": 501, "run.runs": 1},
    "satellite": {"query.rows": 16, "run.runs": 1},
    "abilene": {"query.rows": 15, "run.runs": 1, "client.array_size": 15},
    "three-offices": {"query.rows": 31, "run.runs": 1},
    "home-office": {"query.rows": 31, "run.runs": 1},
    "idle-firewall": {"client.count": 20, "run.runs": 1},
    "page-of-queries": {"client.queries": 1},
    "fan": {"client.queries": 3, "fault.1.at": "1s"},
    "pool-storm": {"client.count": 20},
    "compression": {"query.rows": 100},
    "packet-size": {"query.rows": 100},
    "tls": {"query.rows": 100},
    "n-plus-one": {"client.queries": 1, "query.rows": 10},
    "bulk-insert": {"statement.load.bind_rows": 500},
    "redo": {"client.queries": 3},
    "connection-manager": {"query.rows": 50},
    "event-models": {"group.idle.pool_min": 2},
    "direct-path": {"statement.load.bind_rows": 500},
}


# Together they have every section, driver, protocol, TCP and kind of figure that any scenario has.
QUICK = {
    "abilene", "connection-manager", "fan", "intel-sdu", "packet-size", "pool-storm", "rac-failover", "redo",
    "row-lengths", "satellite", "storm-architectures", "three-offices", "wan-fetch",
}  # fmt: skip


def _uses(value: object, where: str = "") -> Iterator[str]:
    """Yield the sections of a plan, and which of several kinds of a thing it has."""
    for key, below in value.items() if isinstance(value, dict) else ():
        if key in ("kind", "driver", "protocol", "profile"):
            yield f"{where}.{key} = {below}"
        tables = [below] if isinstance(below, dict) else below if isinstance(below, list) else []
        for table in tables:
            if isinstance(table, dict) and key != "sweep":
                yield f"{where}.{key}"
                yield from _uses(table, f"{where}.{key}")


def settled(name: str, values: dict[str, object]) -> net8.Plan:
    return net8.load(SCENARIOS / name).with_values(values)


def test_all_scenarios_are_covered() -> None:
    assert {path.parent.name for path in SCENARIOS.glob("*/plan.toml")} == set(SMALL)


def test_what_a_scenario_has_is_in_a_quick_one() -> None:
    documents = {
        name: tomllib.loads((SCENARIOS / name / "plan.toml").read_text(encoding="utf-8")) for name in SMALL
    }
    left = {use: name for name, document in documents.items() for use in _uses(document)}
    for name in QUICK:
        for use in _uses(documents[name]):
            left.pop(use, None)
    assert not left


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in SMALL]
)
def test_scenario_runs_reduced(name: str, tmp_path: Path) -> None:
    command = [sys.executable, "-P", "-m", "net8", "run", str(SCENARIOS / name), "--out", str(tmp_path)]
    for key, value in SMALL[name].items():
        command += [f"--set={key}={value}"] if key != "run.runs" else [f"--runs={value}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert " 0 taken from the store" in done.stdout
    figures = {f"{table['name']}.svg" for table in net8.load(SCENARIOS / name).figures}
    # What the command line changes is part of the folder's name.
    (folder,) = (path for path in tmp_path.iterdir() if path.name.partition("+")[0] == name)
    assert {path.name for path in folder.glob("*.svg")} == figures
    assert (folder / "table.csv").stat().st_size > 0


@pytest.mark.parametrize("name", SMALL)
def test_scenario_says_what_it_asks(name: str) -> None:
    plan = net8.load(SCENARIOS / name)
    assert str(plan["question"]).endswith("?")
    assert f"./net8 run scenarios/{name}" in (SCENARIOS / name / "README.md").read_text(encoding="utf-8")


def test_wan_fetch_takes_its_settings_from_the_connect_files() -> None:
    plan = resolve(next(net8.load(SCENARIOS / "wan-fetch").points()).plan).plan
    assert plan["client.service_name"] == "sales.example.com"
    assert plan["server.sdu"] == 65535
    assert plan["client.transport_connect_timeout"] == "60s"
    assert plan["client.connect_timeout"] == "90s"
    for end in ("client", "server"):
        # Twice the 100,000 bytes that 10 Mb/s and 80 ms hold.
        assert plan[f"{end}.tcp.receive_buffer"] == 200_000
        assert plan[f"{end}.tcp.send_buffer"] == 200_000


WAN = "WAN 10 Mb/s, 80 ms"


def test_wan_fetch_array_size_decides() -> None:
    times = {}
    for array in (15, 1000):
        values = {"path": WAN, "path.loss_rate": 0.0, "client.sdu": 8192, "client.array_size": array}
        point = next(settled("wan-fetch", values).points()).plan
        times[array] = net8.run(point)["response_time"] or 0.0
    # 1 row with the execute, then ceil(10000 / 15) = 667 fetches: 668 round trips of 80 ms are 53.44 s, and
    # 1,000,100 bytes of rows at 10 Mb/s 0.80 s. TNS and TCP headers of the 668 replies are below 3 % of that.
    assert 54.24 <= times[15] <= 54.24 * 1.03
    # The title of the figure.
    assert round(times[15] / times[1000]) == 29


def test_wan_fetch_sdu_hardly_matters_without_loss(tmp_path: Path) -> None:
    plan = settled("wan-fetch", {"path.loss_rate": 0.0, "run.runs": 1})
    sweep = net8.Sweep(plan, out=tmp_path)
    assert sweep.run_missing().failed == 0
    frame = sweep.interval("response_time")
    groups = frame.groupby(["path", "client.array_size"])["response_time_s_mean"]
    assert len(groups) == 8
    ratios = {}
    for point, times in groups:
        small, others = times.iloc[0], times.iloc[1:]
        # 2 % at most, but for 512 bytes. 5000 rows of 100 bytes overflow the 250,000 bytes that line and queue of the
        # WAN hold, and of two sizes one may have its losses repaired a round trip of 80 ms later.
        later_s = 0.08 if point == (WAN, 5000) else 0.0
        assert others.max() < 1.025 * others.min() + later_s
        ratios[point] = small / others.iloc[-1]
    assert max(ratios, key=ratios.__getitem__) == (WAN, 1000)
    assert round(100 * ratios[WAN, 1000] - 100) == 44
    assert round(100 - 100 * ratios["LAN 100 Mb/s", 15]) == 18


def server_frames(capture: Path) -> list[tuple[int, bytes]]:
    """Return size and TCP payload of what the server sent; this path loses and reorders nothing."""
    frames = []
    with capture.open("rb") as stream:
        for _time, frame in dpkt.pcap.Reader(stream):
            packet = dpkt.ethernet.Ethernet(frame).data
            segment = packet.data if isinstance(packet, dpkt.ip.IP) else None
            if isinstance(segment, dpkt.tcp.TCP) and segment.sport == 1521:
                frames.append((len(frame), segment.data))
    return frames


def tns_lengths(stream: bytes) -> Iterator[int]:
    """Read the 2-byte length at the start of each TNS packet."""
    while stream:
        length = int.from_bytes(stream[:2], "big")
        assert 8 <= length <= len(stream)
        yield length
        stream = stream[length:]


def test_row_lengths_are_cut_as_published(tmp_path: Path) -> None:
    net8.run(net8.load(SCENARIOS / "row-lengths"), folder=tmp_path, pcap=True)
    frames = server_frames(tmp_path / "capture-client.pcap")
    lengths = list(tns_lengths(b"".join(payload for _size, payload in frames)))
    # Sun 2002: rows 1 to 3 are 2651 bytes, 2038 + 613 in packets of 2048 and 623; rows 4 to 6 are 1000, in 1010.
    at = lengths.index(2048)
    assert [length for length in lengths[at:] if length > 100] == [2048, 623, 1010]
    # 14 + 20 + 20 bytes of headers: 1460 and 588 bytes of the first packet, then 623 and 1010.
    sizes = [size for size, payload in frames if len(payload) > 100]
    assert sizes[sizes.index(1514) :] == [1514, 642, 677, 1064]


@pytest.fixture(scope="module")
def sun(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str, str, int], float]:
    """Provide the response time in seconds by table, hypothesis, TDU and SDU."""
    sweep = net8.Sweep(net8.load(SCENARIOS / "sun-sdu"), out=tmp_path_factory.mktemp("sun"))
    assert sweep.run_missing().failed == 0
    frame = sweep.frame()
    rows = zip(frame["result"], frame["hypothesis"], frame["tdu"], frame["client.sdu"],
               frame["response_time_s"], strict=True)  # fmt: skip
    return {(result, hypothesis, tdu, int(sdu)): float(time) for result, hypothesis, tdu, sdu, time in rows}


NAGLE = "Nagle, delayed ACK"
PACKET_COST = "no Nagle, 150 ms a packet"
SOLARIS = "Solaris, 181 ms a segment"
HYPOTHESES = (NAGLE, "no Nagle, delayed ACK", "Nagle, immediate ACK", SOLARIS, PACKET_COST)
TDUS = ("TDU default", "TDU 1024", "TDU 2048")
SDUS = (1024, 2048, 4096, 8192)
Sun = dict[tuple[str, str, str, int], float]


def spread(times: list[float]) -> float:
    return max(times) / min(times)


@pytest.mark.slow
@pytest.mark.parametrize("hypothesis", HYPOTHESES)
def test_sun_tdu_1024_is_flat(sun: Sun, hypothesis: str) -> None:
    assert spread([sun["stats2", hypothesis, "TDU 1024", sdu] for sdu in SDUS]) < 1.03


@pytest.mark.parametrize("hypothesis", HYPOTHESES)
def test_sun_sdu_above_2_kb_does_nothing(sun: Sun, hypothesis: str) -> None:
    for tdu in TDUS:
        assert spread([sun["stats2", hypothesis, tdu, sdu] for sdu in SDUS[1:]]) < 1.03


@pytest.mark.parametrize("hypothesis", HYPOTHESES)
def test_sun_stats1_is_the_same_everywhere(sun: Sun, hypothesis: str) -> None:
    times = [sun["stats1", hypothesis, tdu, sdu] for tdu in TDUS for sdu in SDUS]
    assert spread(times) < 1.03
    # The mean of the twelve published cells, to which the work of a row was fitted.
    assert sum(times) / 12 == pytest.approx(70.33, rel=0.01)


def test_sun_nagle_and_delayed_ack_stall_each_batch(sun: Sun) -> None:
    # 4096 rows are 273 batches of 15 and one of 1. Each full batch ends in a segment shorter than 1460 bytes, which
    # Nagle holds back until the 200 ms of the delayed ACK are over: 273 x 0.2 s = 54.6 s more than stats1, whose
    # batches are one segment. Published for one packet a batch: 119.0 - 70.3 = 48.7 s to 133.3 - 70.3 = 63.0 s.
    for tdu in ("TDU default", "TDU 2048"):
        extra = sun["stats2", NAGLE, tdu, 2048] - sun["stats1", NAGLE, tdu, 2048]
        assert extra == pytest.approx(54.6, abs=0.6)
    # Either one alone costs nothing: 327,680 bytes more at 10 Mb/s are 0.26 s.
    for hypothesis in ("no Nagle, delayed ACK", "Nagle, immediate ACK"):
        extra = sun["stats2", hypothesis, "TDU 1024", 1024] - sun["stats1", hypothesis, "TDU 1024", 1024]
        assert 0.26 < extra < 0.5


def test_sun_a_cost_per_packet_makes_two_levels(sun: Sun) -> None:
    # The second packet of each of 273 batches costs 0.15 s: 40.95 s. Published 172.2 / 119.1 = 1.45.
    high, low = (sun["stats2", PACKET_COST, "TDU 2048", sdu] for sdu in (1024, 2048))
    assert high - low == pytest.approx(40.95, abs=0.5)
    assert 1.3 <= high / low <= 1.6


LANS = ("SPX", "DECnet", "SPX, 181 ms a packet", "DECnet, 181 ms a packet")


@pytest.mark.parametrize("hypothesis", LANS)
def test_sun_spx_and_decnet_know_neither_sdu_nor_tdu(sun: Sun, hypothesis: str) -> None:
    # Published: flat within 0.7 % (SPX/IPX) and 1.0 % (DECnet) over the twelve cells of stats2.
    assert spread([sun["stats2", hypothesis, tdu, sdu] for tdu in TDUS for sdu in SDUS]) < 1.007
    assert spread([sun["stats1", hypothesis, tdu, sdu] for tdu in TDUS for sdu in SDUS]) < 1.007


@pytest.mark.parametrize(("hypothesis", "published"), [("SPX", 152.20), ("DECnet", 164.45)])
def test_sun_one_cost_of_a_packet_for_three_protocols(sun: Sun, hypothesis: str, published: float) -> None:
    # Each of 273 full batches of 1510 bytes is three packets, of 310 bytes one; the batch of the last row is one:
    # 273 x 2 x 180.6 ms = 98.6 s. Beside it 327,680 bytes more and 546 packets more, of 56 or 48 bytes of headers, 24
    # of the wire and 84 of the acknowledgement: 0.33 s at 10 Mb/s.
    cell = ("TDU default", 8192)
    times = {result: sun[result, f"{hypothesis}, 181 ms a packet", *cell] for result in ("stats1", "stats2")}
    assert times["stats2"] - times["stats1"] == pytest.approx(98.6 + 0.33, abs=0.3)
    # What the README says of it: nothing is fitted to these columns, and SPX/IPX comes out 11 %, DECnet 3 % too high.
    off = times["stats2"] / published - 1
    assert off == pytest.approx({"SPX": 0.11, "DECnet": 0.03}[hypothesis], abs=0.01)
    # Without that cost they are as quick as TCP/IP: the network alone takes less than a second.
    free = sun["stats2", hypothesis, *cell] - sun["stats1", hypothesis, *cell]
    assert 0.26 < free < 1.0


def test_sun_nagle_and_delayed_ack_make_one_level(sun: Sun) -> None:
    # What the README says is not reproduced: two writes stall once, as one write of two segments does.
    high, low = (sun["stats2", NAGLE, "TDU 2048", sdu] for sdu in (1024, 2048))
    assert high / low < 1.01


def test_sun_nagle_of_solaris_stalls_behind_a_short_segment_alone(sun: Sun) -> None:
    # 1460 + 50 bytes go at once, so that a second segment of 273 batches costs 180.6 ms: 49.3 s, and 0.26 s of bytes
    # on the wire. 486 or 496 bytes behind 1024 wait for the delayed ACK of NT: 273 x 0.2 s = 54.6 s. Published: 49.3 s
    # and 52.6 s.
    low = {tdu: sun["stats2", SOLARIS, tdu, 2048] for tdu in ("TDU default", "TDU 2048")}
    for time in low.values():
        assert time - sun["stats1", SOLARIS, "TDU 2048", 2048] == pytest.approx(49.3 + 0.26, abs=0.1)
    for high in (sun["stats2", SOLARIS, "TDU 2048", 1024], sun["stats2", SOLARIS, "TDU 1024", 8192]):
        assert high - low["TDU 2048"] == pytest.approx(54.6, abs=0.1)


def intel_times(reading: str, program: str) -> list[float]:
    plan = settled("intel-sdu", {"reading": reading, "program": program})
    return [net8.run(point.plan)["response_time"] or 0.0 for point in plan.points()]


@pytest.mark.slow
@pytest.mark.parametrize(("program", "published"), [("SQL*Plus", (43.0, 26.0)), ("OCI", (39.0, 24.0))])
def test_intel_gains_by_a_pause_for_each_packet(program: str, published: tuple[float, float]) -> None:
    times = intel_times("pause per packet", program)
    # Fitted to these very times (F6), so no more than that the simulated pause is one for each packet.
    assert times == pytest.approx(published, rel=0.03)
    assert 0.37 < 1 - times[1] / times[0] < 0.40
    # 50 MB in 8.98 s, which is what the pauses come on top of, and 10 bytes of each packet are all that an SDU saves.
    for time in intel_times("no pause", program):
        assert time == pytest.approx(8.98, rel=0.005)


@pytest.mark.slow
def test_intel_line_at_its_word_is_slower_than_published() -> None:
    # 50 MB at 4 Mbit/s with 42 bytes of headers to 1460 of data (PPP: 2) are 102.9 s; 458,715 rows in arrays of 50,000
    # are 10 calls, each of which waits a round trip of 0.624 s and then for the window to open.
    times = intel_times("line at its word", "OCI")
    assert min(times) > 102.9 + 10 * 0.624
    assert max(times) < 1.05 * (102.9 + 10 * 0.624)
    assert times[1] == pytest.approx(times[0], rel=0.001)


def test_radio_fetch_rises_with_the_array_size() -> None:
    plan = settled("radio-fetch", {"link": "802.11g, 10 % of frames lost"})
    runs = [net8.run(point.plan) for point in plan.points()]
    rates = [run["throughput"] or 0.0 for run in runs]
    assert rates == sorted(rates)
    # Hooper: bytes at 50 about 20 % below those at 100; the time of a call is fitted to it.
    assert 0.75 <= rates[1] / rates[2] <= 0.9
    # A lost frame is repeated: seven losses in a row happen to one of ten million frames, and here to none.
    assert [run.counters["loss_drops_to_client"] for run in runs] == [0] * 6


def test_radio_losses_cost_time() -> None:
    times = []
    for link in ("802.11g, none lost", "802.11g, 10 % of frames lost"):
        point = next(settled("radio-fetch", {"link": link, "client.array_size": 5000}).points()).plan
        times.append(net8.run(point)["response_time"] or 0.0)
    # Each frame is sent 1 / 0.9 times; 20,001 rows of 10 us are 0.2 s of client's work that no loss prolongs, and a
    # repeat waits twice as long. The rates drawn are the same.
    assert 1.05 < times[1] / times[0] < 1.25


@pytest.mark.slow
def test_example_in_python(tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", str(TOP / "examples" / "array_size_sweep.py")]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert "10 runs simulated, 0 taken from the store" in done.stdout
    assert done.stdout.rstrip().endswith("runs/array-size/figure.svg\nruns/array-size/figure.png")
    again = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120)
    assert "0 runs simulated, 10 taken from the store" in again.stdout


@pytest.mark.parametrize(
    ("figure", "label"),
    [
        ("dos", "simulated time (s)"), ("abilene", "server site"),
        ("satellite", "client array size (rows)"), ("radio-fetch", "client array size (rows)"),
        ("intel-sdu", "client SDU (bytes)"), ("logon-storm", "simulated time (s)"),
        ("logon-storm-connect-times", "time from start to logon (s)"),
        ("storm-architectures", "simulated time (s)"), ("wan-fetch", "client array size (rows)"),
        ("rac-failover", "client transport connect timeout (s)"),
        ("idle-firewall", "firewall's memory of a silent connection"),
        ("three-offices", "client array size (rows)"), ("home-office", "client array size (rows)"),
        ("rac-failover-connect-times", "time from start to logon (s)"),
        ("stale-registration", "server registration interval (s)"),
    ],
)  # fmt: skip
def test_figures_of_the_documentation_name_their_axis(figure: str, label: str) -> None:
    # gnuplot leaves out of an SVG what it takes to be off the page.
    assert f"<text>{label}</text>" in (TOP / "doc" / "figures" / f"{figure}.svg").read_text(encoding="utf-8")


def test_a_firewall_ends_the_sessions_that_pause_too_long() -> None:
    plan = settled("idle-firewall", {"sessions": "nobody probes", "memory": "30 min"})
    runs = [net8.run(next(plan.points()).plan.with_values({"run.seed": seed})) for seed in (1, 2)]
    failed = sum(int((run.sessions["ora_code"] != 0).sum()) for run in runs)
    # Five exponential pauses with a mean of 20 min: one of them is longer than 30 min in 1 - (1 - exp(-1.5))^5 = 0.717
    # of the sessions; of 400 that is 287, and 9 is the standard deviation of a binomial count.
    assert abs(failed - 287) < 4 * 9
    assert sum(run.counters["connections_forgotten_on_wan"] for run in runs) >= failed


def test_a_satellite_costs_its_delay_in_each_round_trip() -> None:
    times = []
    for way in ("line, 20 ms", "satellite, 540 ms"):
        plan = next(
            settled("satellite", {"way": way, "lan": "LAN idle", "client.array_size": 15}).points()
        ).plan
        run = net8.run(plan)
        times.append(run["response_time"] or 0.0)
        trips = run["fetch_calls"] or 0.0
    # 520 ms more a round trip, one for the execute and one for each fetch.
    assert times[1] - times[0] == pytest.approx(0.52 * trips, abs=0.01)


def test_the_mean_round_trip_decides_in_which_city_the_database_is_near() -> None:
    times = {}
    for city in ("Kansas City", "Seattle"):
        values: dict[str, object] = {"server.site": city, "client.array_size": 100, "query.rows": 100}
        run = net8.run(next(settled("abilene", values).points()).plan)
        times[city] = run["logon_time"] or 0.0
        assert len(run.outcome) == 22
    # Means over eleven cities of the round trip on the shortest way: 15.45 and 27.42 ms at 204 km/ms, summed up by hand
    # from the distances of the 14 lines. Hosts' cables and the logon's own work are the rest, the same in both cities.
    trips = (times["Seattle"] - times["Kansas City"]) / (27.42e-3 - 15.45e-3)
    assert trips == pytest.approx(round(trips), abs=0.1)


def test_all_offices_wait_for_the_trunk() -> None:
    times, calls = {}, {}
    for site in ("berlin", "porto"):
        for trunk in ("trunk idle", "two copies on the trunk"):
            values: dict[str, object] = {
                "trunk": trunk,
                "client.site": site,
                "client.array_size": 30,
                "query.rows": 300,
            }
            plan = next(settled("three-offices", values).points()).plan
            run = net8.run(plan)
            times[site, trunk] = run["response_time"] or 0.0
            calls[site, trunk] = run.calls[run.calls["kind"] == "fetch"]["response_time_s"].median()
    # Round trips of 20 and 80 ms.
    assert 3.7 < times["porto", "trunk idle"] / times["berlin", "trunk idle"] < 4
    for site in ("berlin", "porto"):
        # A call behind 20 to 41 ms of queue (101 packets of 1502 bytes at 30 Mbit/s); of those in which it drops a
        # packet, which costs a retransmission timeout, the median knows nothing.
        more = calls[site, "two copies on the trunk"] - calls[site, "trunk idle"]
        assert 0.02 < more < 0.041
