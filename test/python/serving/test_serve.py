# SPDX-License-Identifier: GPL-2.0-only
"""net8 serve: bytes of real sockets over a simulated network, and what goes wrong.

Lower bounds of times are arithmetic of the path; upper bounds leave room for a busy machine.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fake_servers import serving
from net8.cli.app import app
from net8.serving.watch import Rates, table_of
from rich.console import Console
from served import PATIENCE_S, Served, served
from typer.testing import CliRunner

ONE_WAY_S = 0.020
WAN = '[path]\nkind = "wan"\nrate = "1Gbps"\ndelay = "20ms"\n'
NEAR = '[path]\nkind = "wan"\nrate = "1Gbps"\ndelay = "1ms"\n'
LISTEN = ("--listen", "127.0.0.1:0")
SPARE_S = 2.0
"""How much later than due a busy machine may be."""


@contextlib.contextmanager
def network(
    plan: str, folder: Path, server: Callable[[socket.socket], None], *options: str
) -> Iterator[Served]:
    """Yield a network before a server."""
    with serving(server) as backend, served(plan, folder, *LISTEN, "--backend", backend, *options) as found:
        yield found


def echo(sock: socket.socket) -> None:
    """Send back what comes, and close when the other end has."""
    while piece := sock.recv(65536):
        sock.sendall(piece)


def read_all(sock: socket.socket) -> bytes:
    """Return all up to the end of a stream."""
    return b"".join(iter(lambda: sock.recv(65536), b""))


def send_all(sock: socket.socket, data: bytes) -> None:
    """Write a stream and end it."""
    sock.sendall(data)
    sock.shutdown(socket.SHUT_WR)


def reset(sock: socket.socket) -> None:
    """End a connection by a reset."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    sock.close()


def wait_for(event: threading.Event) -> None:
    """Read nothing until something has happened."""
    event.wait(PATIENCE_S)


def is_reset(sock: socket.socket) -> bool:
    """Read until the end, and say whether it was a reset."""
    try:
        read_all(sock)
    except ConnectionResetError:
        return True
    return False


def test_a_reply_takes_the_handshake_and_a_round_trip(tmp_path: Path) -> None:
    """SYN, SYN/ACK, ACK with the request, reply: 4 x 20 ms; on the open connection request and reply: 2 x 20 ms."""
    with network(WAN, tmp_path, echo) as run:
        begun = time.monotonic()
        with run.connect() as client:
            for trips in (2, 1):
                client.sendall(b"SELECT 1")
                assert client.recv(100) == b"SELECT 1"
                now = time.monotonic()
                assert 2 * ONE_WAY_S * trips <= now - begun < 2 * ONE_WAY_S * trips + SPARE_S
                begun = now
        assert run.end() == 0
    assert "1 connection, 32 bytes" in run.said[-3]
    assert "bytes left later than in the simulation by" in run.said[-2]
    assert "2 calls ended later than in the simulation by" in run.said[-1]


@contextlib.contextmanager
def stopped(run: Served) -> Iterator[None]:
    """Let the network stand, as a machine with other work would; its simulated time goes on."""
    run.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        run.process.send_signal(signal.SIGCONT)


def test_no_byte_crosses_sooner_than_its_path_allows(tmp_path: Path) -> None:
    """It comes when the simulated handshake has long been over, which the network, as it stood, sees only then."""
    with network("200ms", tmp_path, echo) as run:
        with run.connect() as sock:
            time.sleep(0.050)
            with stopped(run):
                time.sleep(0.300)
                begun = time.monotonic()
                sock.sendall(b"x")
            assert sock.recv(1) == b"x"
            assert time.monotonic() - begun >= 0.200
        assert run.end() == 0


def test_bytes_enter_when_they_came_and_not_when_they_are_read(tmp_path: Path) -> None:
    """The 0.8 s in which nothing is read lie within the round trip of 1 s."""
    with network("1s", tmp_path, echo) as run:
        with run.connect() as sock:
            sock.sendall(b"x")
            assert sock.recv(1) == b"x"
            with stopped(run):
                begun = time.monotonic()
                sock.sendall(b"y")
                time.sleep(0.8)
            assert sock.recv(1) == b"y"
            assert 1.0 <= time.monotonic() - begun < 1.8
        assert run.end() == 0


def test_an_end_right_behind_the_first_bytes_crosses(tmp_path: Path) -> None:
    """Both are at the simulated server while the real one is being connected to."""
    with network(NEAR, tmp_path, echo) as run:
        for _each in range(20):
            with run.connect() as client:
                send_all(client, b"first and last")
                assert read_all(client) == b"first and last"
        assert run.end() == 0


@pytest.mark.slow
def test_bytes_are_whole_where_packets_are_lost(tmp_path: Path) -> None:
    """10 MB each way; with a loss of 1 % some 7,000 segments each way lose 70."""
    sent = random.Random(1).randbytes(10_000_000)
    with network(NEAR + "loss_rate = 0.01\n", tmp_path, echo) as run, run.connect() as client:
        writer = threading.Thread(target=send_all, args=(client, sent))
        writer.start()
        got = read_all(client)
        writer.join()
        assert hashlib.sha256(got).digest() == hashlib.sha256(sent).digest()
        assert run.end() == 0


def test_connections_share_the_bottleneck(tmp_path: Path) -> None:
    """Two transfers of 500 kB over 8 Mbit/s take 1 s together, where each alone would take 0.5 s."""
    plan = '[path]\nkind = "wan"\nrate = "8Mbps"\ndelay = "1ms"\n'
    with network(plan, tmp_path, lambda sock: sock.sendall(bytes(500_000))) as run:
        begun = time.monotonic()
        clients = [run.connect(), run.connect()]
        readers = [threading.Thread(target=read_all, args=(each,)) for each in clients]
        for each in readers:
            each.start()
        for each in readers:
            each.join(PATIENCE_S)
        assert time.monotonic() - begun >= 2 * 500_000 * 8 / 8e6
        for client in clients:
            client.close()
        assert run.end() == 0


def test_ports_lead_from_sites_to_instances(tmp_path: Path) -> None:
    """From near and far to the centre 2 and 60 ms, from near to the instance beyond 42 ms; each handshake and reply."""
    plan = """
[[site]]
name = "near"
[[site]]
name = "far"
[[site]]
name = "centre"
[[site]]
name = "beyond"
[[link]]
between = ["near", "centre"]
name = "short"
rate = "1Gbps"
delay = "1ms"
[[link]]
between = ["far", "centre"]
name = "long"
rate = "1Gbps"
delay = "30ms"
[[link]]
between = ["centre", "beyond"]
name = "on"
rate = "1Gbps"
delay = "20ms"
[[group]]
name = "a"
site = "near"
[[group]]
name = "b"
site = "far"
[[instance]]
name = "one"
site = "centre"
[[instance]]
name = "two"
host = "other"
site = "beyond"
"""
    ways = (("near", "one", 0.002), ("far", "one", 0.060), ("near", "two", 0.042))
    with serving(echo) as backend:
        options = [
            option
            for site, instance, _trip in ways
            for option in ("--listen", f"{site}=127.0.0.1:0", "--backend", f"{instance}={backend}")
        ]
        with served(plan, tmp_path, *options, listens=3) as run:
            for number, (site, instance, trip_s) in enumerate(ways):
                assert run.said[number].endswith(f" from {site} in place of {instance}\n")
                begun = time.monotonic()
                with run.connect(number) as client:
                    client.sendall(b"x")
                    assert client.recv(1) == b"x"
                    assert 2 * trip_s <= time.monotonic() - begun < 2 * trip_s + SPARE_S
            assert run.end() == 0


@pytest.mark.slow
def test_background_traffic_takes_its_share(tmp_path: Path) -> None:
    """500 kB over 8 Mbit/s take 0.5 s alone, and more beside 6 Mbit/s that do not give way.

    Even if the queue served both alike, in turns of what they offer, TCP would have no more than half: 1 s.
    """
    plan = (
        '[path]\nkind = "wan"\nrate = "8Mbps"\ndelay = "1ms"\n'
        '[[cross_traffic]]\nkind = "constant"\nrate = "6Mbps"\n'
    )
    with network(plan, tmp_path, lambda sock: sock.sendall(bytes(500_000))) as run:
        begun = time.monotonic()
        with run.connect() as client:
            assert len(read_all(client)) == 500_000
        assert time.monotonic() - begun >= 0.75
        assert run.end() == 0


@pytest.mark.slow
def test_a_change_of_the_plan_meets_open_connections(tmp_path: Path) -> None:
    """Times count from the start: the link has 30 ms from 1 s on."""
    plan = """
[[site]]
name = "near"
[[site]]
name = "far"
[[link]]
between = ["near", "far"]
name = "line"
rate = "1Gbps"
delay = "1ms"
[[link_change]]
link = "line"
at = "1s"
delay = "30ms"
[client]
site = "near"
[server]
site = "far"
"""
    with network(plan, tmp_path, echo) as run, run.connect() as client:
        client.sendall(b"x")
        assert client.recv(1) == b"x"
        time.sleep(1.5)
        begun = time.monotonic()
        client.sendall(b"x")
        assert client.recv(1) == b"x"
        assert 0.060 <= time.monotonic() - begun < 0.060 + SPARE_S
        client.close()
        assert run.end() == 0


def test_a_path_stands_for_a_plan(tmp_path: Path) -> None:
    """A round trip of 30 ms: 60 ms with its handshake."""
    with serving(echo) as backend, served("30ms,100Mbps", tmp_path, *LISTEN, "--backend", backend) as run:
        begun = time.monotonic()
        with run.connect() as client:
            client.sendall(b"x")
            assert client.recv(1) == b"x"
            assert 0.060 <= time.monotonic() - begun < 0.060 + SPARE_S
        assert run.end() == 0


def test_half_a_close_passes(tmp_path: Path) -> None:
    """The server answers when the client has ended its stream, and no sooner."""

    def count(sock: socket.socket) -> None:
        sock.sendall(str(len(read_all(sock))).encode())

    with network(NEAR, tmp_path, count) as run, run.connect() as client:
        client.sendall(bytes(100_000))
        client.shutdown(socket.SHUT_WR)
        assert read_all(client) == b"100000"
        assert run.end() == 0


def test_an_end_of_the_server_reaches_a_client_that_reads_late(tmp_path: Path) -> None:
    """The client has ended its own stream before; 3 MB wait in the buffers of the path."""
    with network(NEAR, tmp_path, lambda sock: sock.sendall(bytes(3_000_000))) as run, run.connect() as client:
        client.shutdown(socket.SHUT_WR)
        time.sleep(0.5)
        assert len(read_all(client)) == 3_000_000
        assert run.end() == 0


def test_a_reset_passes_in_both_directions(tmp_path: Path) -> None:
    seen: list[bool] = []

    def server(sock: socket.socket) -> None:
        if sock.recv(1) == b"s":
            reset(sock)
        else:
            sock.sendall(b"r")
            seen.append(is_reset(sock))

    with network(NEAR, tmp_path, server) as run:
        with run.connect() as client:
            client.sendall(b"s")
            assert is_reset(client)
        client = run.connect()
        client.sendall(b"c")
        assert client.recv(1) == b"r"
        reset(client)
        deadline = time.monotonic() + PATIENCE_S
        while not seen and time.monotonic() < deadline:
            time.sleep(0.01)
        assert seen == [True]
        assert run.end() == 0


def test_a_server_that_takes_no_connection_is_told_and_its_client_reset(tmp_path: Path) -> None:
    """SYN, SYN/ACK, ACK, and the reset that answers it: 4 x 20 ms."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with served(WAN, tmp_path, *LISTEN, "--backend", f"127.0.0.1:{port}") as run:
        begun = time.monotonic()
        for _each in range(2):
            with run.connect() as client:
                assert is_reset(client)
        assert time.monotonic() - begun >= 2 * 4 * ONE_WAY_S
        assert run.end() == 0
    told = [line for line in run.said if "takes no connection" in line]
    assert told == [f"net8: the server 127.0.0.1:{port} takes no connection: Connection refused"]
    assert "2 connections (2 refused by the server), 0 bytes" in run.said[-1]


def test_a_client_that_writes_without_a_reader_is_stopped(tmp_path: Path) -> None:
    """What it can write is what all buffers hold.

    Its own 128 KiB, 64 KiB twice doubled in the plan, a piece of 64 KiB, and four buffers of the kernel at either port,
    of at most 512 KiB each: 2.6 MB of the 200 MB.
    """
    plan = NEAR + '[client.tcp]\nsend_buffer = "64KiB"\n[server.tcp]\nreceive_buffer = "64KiB"\n'
    over = threading.Event()
    with network(plan, tmp_path, lambda _sock: wait_for(over)) as run:
        client = run.connect()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65536)
        client.settimeout(1.0)
        before, sent = run.memory_kb, 0
        with contextlib.suppress(TimeoutError):
            while sent < 200_000_000:
                sent += client.send(bytes(65536))
        assert sent < 8_000_000
        assert run.memory_kb - before < 16_384
        reset(client)
        over.set()
        assert run.end() == 0


def test_an_interrupt_amid_a_transfer_resets_what_is_open(tmp_path: Path) -> None:
    def pour(sock: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                sock.sendall(bytes(65536))

    with network(NEAR, tmp_path, pour) as run, run.connect() as client:
        assert client.recv(65536)
        ended: list[bool] = []
        reader = threading.Thread(target=lambda: ended.append(is_reset(client)))
        reader.start()
        assert run.end() == 0
        reader.join(PATIENCE_S)
        assert ended == [True]


def test_it_looks_at_the_clock_only_where_asked(tmp_path: Path) -> None:
    """Ten replies of 40 ms are waited for asleep, or awake, which takes more than twice as much of a processor."""
    taken_s = []
    for options in ((), ("--spin", "50ms")):
        with network(WAN, tmp_path, echo, *options) as run, run.connect() as client:
            before = run.processor_s
            for _each in range(10):
                client.sendall(b"x")
                assert client.recv(1) == b"x"
            taken_s.append(run.processor_s - before)
    asleep_s, awake_s = taken_s
    assert awake_s > 2 * asleep_s


@pytest.mark.slow
def test_idle_connections_take_no_processor(tmp_path: Path) -> None:
    """Two seconds with twenty open connections take less than a tenth of one; a loop that polls takes all.

    Simulated time has gone on all the same: a reply takes its 40 ms.
    """
    with network(WAN, tmp_path, echo) as run:
        clients = [run.connect() for _each in range(20)]
        for client in clients:
            client.sendall(b"x")
            assert client.recv(1) == b"x"
        before = run.processor_s
        time.sleep(2)
        assert run.processor_s - before < 0.2
        for client in clients:
            begun = time.monotonic()
            client.sendall(b"x")
            assert client.recv(1) == b"x"
            assert time.monotonic() - begun >= 2 * ONE_WAY_S
        for client in clients:
            client.close()
        assert run.end() == 0


def test_a_run_that_is_later_than_it_may_be_says_so_and_exits_with_3(tmp_path: Path) -> None:
    """No machine writes a byte within a nanosecond of its time."""
    with network(NEAR, tmp_path, echo, "--late", "1ns") as run, run.connect() as client:
        client.sendall(b"x")
        assert client.recv(1) == b"x"
        client.close()
        assert run.end() == 3
    assert "net8: this run is untrue: its 99th percentile of" in run.said[-1]
    assert run.said[-1].endswith("is over the 1e-06 ms of --late")


def test_calls_are_counted_by_turns_and_their_lateness_told(tmp_path: Path) -> None:
    """Three requests of two pieces each, and one without a reply, are three calls; none is early."""

    def answer(sock: socket.socket) -> None:
        for _each in range(3):
            got = b""
            while len(got) < 2:
                got += sock.recv(2)
            sock.sendall(b"ab")
        sock.recv(1)

    with network(NEAR, tmp_path, answer) as run, run.connect() as client:
        for _each in range(3):
            client.sendall(b"x")
            client.sendall(b"y")
            assert client.recv(2, socket.MSG_WAITALL) == b"ab"
        client.sendall(b"z")
        assert client.recv(1) == b""
        client.close()
        assert run.end() == 0
    told = re.fullmatch(r"net8: 3 calls ended later than in the simulation by (.*)", run.said[-1])
    assert told
    median, late, worst = (float(each) for each in re.findall(r"([\d.]+) ms", told[1]))
    assert 0 < median <= late <= worst


@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
def test_a_capture_of_the_simulated_wire_is_clean(tmp_path: Path) -> None:
    """Its round trip is that of the path, and tshark finds nothing wrong in it."""
    with (
        network(WAN, tmp_path, echo, "--pcap", str(tmp_path / "wire")) as run,
        run.connect() as client,
    ):
        client.sendall(b"SELECT 1")
        assert client.recv(100) == b"SELECT 1"
        client.close()
        time.sleep(0.3)
        assert run.end() == 0
    command = ["tshark", "-r", str(tmp_path / "wire-client.pcap"), "-o", "tcp.check_checksum:TRUE"]
    fields = [
        "-T",
        "fields",
        "-e",
        "tcp.analysis.initial_rtt",
        "-e",
        "_ws.malformed",
        "-e",
        "tcp.checksum.status",
    ]
    rows = [
        line.split("\t")
        for line in subprocess.run(
            [*command, "-Y", "tcp", *fields], check=True, capture_output=True, text=True, timeout=PATIENCE_S
        ).stdout.splitlines()
    ]
    assert len(rows) >= 8
    trips = {float(row[0]) for row in rows if row[0]}
    assert len(trips) == 1
    assert 2 * ONE_WAY_S <= trips.pop() < 2 * ONE_WAY_S + 0.001
    assert {row[1] for row in rows} == {""}
    assert {row[2] for row in rows} == {"1"}


def test_the_ends_of_connections_are_a_table() -> None:
    """1,000,000 bytes in 2 s are 4 Mbit/s; the fastest of all comes first."""
    times = iter([0.0, 1.0, 3.0])
    rates = Rates(lambda: next(times))
    slow, fast = (1, 0, 80_000, 10, 0, 0, 0, 0, 5), (2, 40_000, 80_250, 24, 3, 2048, 1, 0, 1024)
    assert rates.of([slow, fast]) == [0, 0]
    later = [slow, (*fast[:7], 1_000_000, 1024)]
    found = rates.of(later)
    assert found == [0, 4e6]
    console = Console(width=120, file=io.StringIO())
    console.print(table_of(later, found, {40_000: 1521}))
    lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert "2 ends of connections" in lines[0]
    words = lines[4].replace("│", " ").split()
    assert words == ["1521", "80.2", "24", "3", "2.0", "4.00", "1", "976.6", "1.0"]
    assert lines[5].replace("│", " ").split()[0] == "server"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            ("--listen", "0.0.0.0:0", "--backend", "127.0.0.1:5432"),
            "--listen 0.0.0.0:0 can be reached from other hosts; use 127.0.0.1 or [::1], or allow it with --anywhere",
        ),
        (
            ("--listen", "127.0.0.1:0", "--backend", "127.0.0.1:5432", "--late", "soon"),
            '--late soon is not a time; write a number with its unit, such as "80ms"',
        ),
        (
            ("--listen", "127.0.0.1:0", "--backend", "127.0.0.1:5432", "--spin", "200"),
            '--spin 200 has no unit; write a time such as "80ms"',
        ),
        (
            ("--listen", "127.0.0.1:0", "--backend", "127.0.0.1:5432", "--set", "client.tcp.profile=ns3"),
            "Real connections need the TCP machine; leave the profile ns3, congestion controls that only ns-3 has, and "
            "other transports than tcp out of the plan.",
        ),
        (
            ("--listen", "127.0.0.1:0", "--backend", "127.0.0.1:5432", "--api", "0.0.0.0:0"),
            "--api 0.0.0.0:0 can be reached from other hosts; use 127.0.0.1 or [::1], or allow it with --anywhere and "
            "a token in NET8_TOKEN",
        ),
        (
            ("--listen", "berlin=127.0.0.1:0", "--backend", "127.0.0.1:5432"),
            "No clients are at the site 'berlin'; no client has a site.",
        ),
        (
            ("--listen", "127.0.0.1:0", "--backend", "rac1=127.0.0.1:5432"),
            "There is no instance 'rac1'; use one of orcl.",
        ),
    ],
)
def test_what_cannot_be_served_is_one_sentence(
    options: tuple[str, ...], sentence: str, tmp_path: Path
) -> None:
    assert refused(tmp_path, *options) == f"net8: {sentence}\n"


def test_a_simulated_server_without_its_package_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(NEAR, encoding="utf-8")
    monkeypatch.setattr("net8.serving.serve.find_spec", lambda _name: None)
    ended = CliRunner().invoke(app, ["serve", str(plan), "--listen", "127.0.0.1:0"])
    assert str(ended.exception) == (
        "the simulated server needs the package cryptography for the passwords of real drivers: pip install "
        "cryptography; or name a real server with --backend"
    )


def test_a_port_that_is_taken_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused(tmp_path, "--listen", f"127.0.0.1:{port}", "--backend", "127.0.0.1:5432")
    assert said == f"net8: net8 cannot listen at 127.0.0.1:{port}: Address already in use\n"


def refused(folder: Path, *options: str) -> str:
    """Return what is said by a command that ends with exit code 2."""
    plan = folder / "plan.toml"
    plan.write_text(NEAR, encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "-m", "net8", "serve", str(plan), *options],
        capture_output=True, text=True, timeout=PATIENCE_S, check=False,
    )  # fmt: skip
    assert ended.returncode == 2
    return ended.stderr
