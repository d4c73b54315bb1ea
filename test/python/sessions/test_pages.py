# SPDX-License-Identifier: GPL-2.0-only
"""End points that speak HTTP and FTP: round trips and limits by hand, and what tshark reads."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import net8
import pytest
from net8.forecast.describe import describe

DELAY_S = 0.04
KINDS = ("http", "ftp")


def plan_of(kind: str, path: dict[str, object] | None = None, **end_point: object) -> net8.Plan:
    """Return a plan with pages from 0 s on, and a session that begins when all of them have come."""
    return net8.Plan.of({
        "path": {"kind": "wan", "delay": "40ms", "rate": "1Gbps"} | (path or {}),
        "client": {"driver": "python-thin", "queries": 0, "start": "60s"},
        "end_point": [{"port": 8080, "presentation": kind, "requests": 1} | end_point],
        "query": {"rows": 0},
    })  # fmt: skip


def longest_s(plan: net8.Plan) -> float:
    """Return the longest time of a page, all of which must have come."""
    run = net8.run(plan)
    assert (run["pages"], run["failed_pages"]) == (plan.end_points[0]["requests"], 0)
    longest = run["page_time_max"]
    assert longest is not None
    return longest


@pytest.mark.parametrize(("kind", "trips"), [("http", 2), ("ftp", 3)])
def test_a_page_takes_its_round_trips(kind: str, trips: int) -> None:
    # SYN and SYN-ACK, request and page; FTP: SYN and SYN-ACK, ACK and greeting, QUIT and 221. Frames take microseconds.
    assert longest_s(plan_of(kind)) == pytest.approx(trips * 2 * DELAY_S, abs=1e-3)


@pytest.mark.parametrize("kind", KINDS)
def test_a_longer_page_takes_its_bytes(kind: str) -> None:
    # 899 bytes more in one segment at 64 kbit/s; 0.1 ms each on two links of 100 Mbit/s.
    sizes_s = [longest_s(plan_of(kind, {"rate": "64kbps"}, page_size=size)) for size in (100, 999)]
    # The greeting of FTP has a line of code 220 before and after the page: the text of both is the same.
    assert sizes_s[1] - sizes_s[0] == pytest.approx(899 * 8 / 64000, abs=3e-4)


@pytest.mark.parametrize("kind", KINDS)
def test_a_large_page_needs_more_windows_than_one(kind: str) -> None:
    # 10 segments of 1448 bytes, then 20, then 40 (RFC 6928 and slow start): 50,000 bytes take two round trips more.
    trips = {"http": 2, "ftp": 3}[kind] + 2
    assert longest_s(plan_of(kind, page_size=50_000)) == pytest.approx(trips * 2 * DELAY_S, abs=3e-3)


@pytest.mark.parametrize("kind", KINDS)
def test_the_limit_of_the_end_point_counts_pages(kind: str) -> None:
    # Ten at once and RATE_LIMIT = 3: the last waits for the third further second.
    run = net8.run(plan_of(kind, requests=10, rate_limit="3"))
    assert run.counters["end_point_1_pages"] == 10
    assert run.counters["rate_limited"] == 7
    trips = {"http": 2, "ftp": 3}[kind]
    # Its second begins 3 s after that of the handshake, which is over after three delays.
    waited_s = run.counters["end_point_1_page_time_max_ns"] / 1e9 - trips * 2 * DELAY_S
    assert 2 < waited_s <= 3


def test_the_listener_holds_no_more_than_its_limit() -> None:
    # With one connection at a time, parsing of 1 s each: five pages take 5 s.
    plan = plan_of("http", requests=5).with_values(
        {"listener.max_all_connections": 1, "listener.parse_cpu_time": "1s"}
    )
    assert longest_s(plan) == pytest.approx(5 + 2 * 2 * DELAY_S, abs=2e-3)


def test_a_full_backlog_resets() -> None:
    # One is accepted in the first second. Linux lets one more than QUEUESIZE wait (sk_acceptq_is_full compares with >),
    # so 4 of the other 9 wait for their second, and 5 are reset.
    run = net8.run(plan_of("http", requests=10, rate_limit="1", queue_size=3, overflow="reset"))
    assert run.counters["end_point_1_pages"] == 1 + 3 + 1
    assert run.counters["end_point_1_pages_failed"] == run.counters["backlog_overflows"] == 5


def test_a_host_without_free_ports_gets_no_page() -> None:
    # 16,384 ephemeral ports of ns-3 (49,152 to 65,535), each with a page that comes after 20 s.
    run = net8.run(
        plan_of("http", {"delay": "10s"}, requests=16_390, queue_size=20_000).with_values(
            {"client.start": "1000s"}
        )
    )
    assert (run.counters["end_point_1_pages"], run.counters["end_point_1_pages_failed"]) == (16_384, 6)


def test_pages_are_no_sessions() -> None:
    run = net8.run(plan_of("http", requests=20, request_interval="1s"))
    assert run.counters["end_point_1_pages"] == 20
    assert run["attempts"] == 1


def test_a_run_ends_with_its_sessions() -> None:
    run = net8.run(plan_of("http", requests=2, request_interval="1000s"))
    assert (run["pages"], run["failed_pages"]) == (1, 1)


def test_metrics_are_of_all_end_points() -> None:
    # Three pages over HTTP in two round trips each, one over FTP in three.
    points = [
        {"port": 8080, "presentation": "http", "requests": 3, "request_interval": "1s"},
        {"port": 2100, "presentation": "ftp", "requests": 1},
    ]
    run = net8.run(plan_of("http").with_tables("end_point", points))
    assert (run["pages"], run["failed_pages"]) == (4, 0)
    assert run["page_time"] == pytest.approx((3 * 2 + 3) / 4 * 2 * DELAY_S, abs=1e-3)
    assert run["page_time_max"] == pytest.approx(3 * 2 * DELAY_S, abs=1e-3)
    assert net8.run(plan_of("http", requests=0))["pages"] is None


def test_a_client_of_oracle_net_gets_no_page() -> None:
    address = "(ADDRESS=(PROTOCOL=tcp)(HOST=server)(PORT=8080))"
    descriptor = f"(DESCRIPTION={address}(CONNECT_DATA=(SERVICE_NAME=orcl)))"
    for kind in KINDS:
        run = net8.run(plan_of(kind).with_values({"client.descriptor": descriptor}))
        assert run.sessions["ora_code"].iloc[0] != 0


def test_a_listener_that_goes_down_resets() -> None:
    # Down from 100 ms on, before the request is there.
    fault = {"kind": "listener_down", "at": "100ms", "until": "1s"}
    run = net8.run(plan_of("ftp").with_tables("fault", [fault]))
    assert run.counters["end_point_1_pages_failed"] == 1


def test_describe_tells_what_is_assumed() -> None:
    facts = dict(describe(plan_of("http", page_size=5000)).facts)
    assert "HTTP at port 8080, a page of 5000 bytes, 1 connection" in facts["end_point 1"]
    assert "the process of the listener answers itself" in facts["pages of end points, assumed"]
    assert "end_point 1" not in dict(describe(plan_of("ttc", requests=0)).facts)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
@pytest.mark.parametrize(
    ("kind", "fields", "expected"),
    [
        ("http", ("request.method", "response.code", "content_length_header"), ["GET||", "|200|999"]),
        ("ftp", ("request.command", "response.code"), ["|220", "QUIT|", "|221"]),
    ],
)
def test_tshark_reads_the_pages(
    tmp_path: Path, kind: str, fields: tuple[str, ...], expected: list[str]
) -> None:
    port = {"http": 80, "ftp": 21}[kind]
    net8.run(plan_of(kind, port=port, page_size=999), folder=tmp_path, pcap=True)
    for side in ("client", "server"):
        command = ["tshark", "-n", "-r", str(tmp_path / f"capture-{side}.pcap")]
        wrong = [*command, "-Y", "_ws.malformed or _ws.expert.severity >= 0x600000"]
        assert subprocess.run(wrong, capture_output=True, text=True, check=True).stdout == ""
        read = [*command, "-Y", kind, "-T", "fields", "-E", "separator=|", "-E", "occurrence=f"]
        read += [word for name in fields for word in ("-e", f"{kind}.{name}")]
        assert (
            subprocess.run(read, capture_output=True, text=True, check=True).stdout.splitlines() == expected
        )
