# SPDX-License-Identifier: GPL-2.0-only
"""net8 record: what passes the proxy, what it writes, and what goes wrong."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import select
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

import net8
import pytest
from fake_servers import SSL_REQUEST, STARTUP, oracle, postgres, query, serving
from made_capture import FETCH, connect, data
from net8.base.errors import PlanError
from net8.capture.streams import connections, read_segments
from net8.record.sources import read
from net8.recorder import recording as recordings
from net8.recorder.proxy import Proxy
from net8.recorder.record import ports_of

NET8 = [sys.executable, "-m", "net8"]
READY_TEXT = "recorded in"


def place_of(text: str) -> tuple[str, int]:
    """Return host and port."""
    host, _colon, port = text.rpartition(":")
    return host.strip("[]"), int(port)


class Recorder:
    """net8 record in a process of its own."""

    def __init__(self, backend: str, out: Path, *options: str, host: str = "127.0.0.1") -> None:
        """Start it, and wait until it listens."""
        self.out = out
        command = [
            *NET8,
            "record",
            "--listen",
            f"{host}:0",
            "--backend",
            backend,
            "--out",
            str(out),
            *options,
        ]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        self.said = [self.process.stderr.readline()]
        assert READY_TEXT in self.said[0], self.said
        self.address = self.said[0].split()[1]

    def connect(self) -> socket.socket:
        """Return a connection to it."""
        return socket.create_connection(place_of(self.address), timeout=20)

    def end(self, how: signal.Signals = signal.SIGINT) -> int:
        """Send it a signal, and return its exit code."""
        self.process.send_signal(how)
        assert self.process.stderr is not None
        self.said += self.process.stderr.read().splitlines()
        return self.process.wait(20)

    @property
    def memory_kb(self) -> int:
        """The most memory that it has had."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.findall(r"VmHWM:\s*(\d+) kB", status)[0])


@pytest.fixture
def recorder(tmp_path: Path) -> Iterator[Callable[..., Recorder]]:
    """Provide what starts net8 record; what still runs at the end is ended."""
    found: list[Recorder] = []

    def start(backend: str, *options: str, host: str = "127.0.0.1") -> Recorder:
        found.append(Recorder(backend, tmp_path / "record.pcapng", *options, host=host))
        return found[-1]

    yield start
    for each in found:
        if each.process.poll() is None:
            each.process.kill()
        each.process.wait(20)
        if each.process.stderr:
            each.process.stderr.close()


def receive(sock: socket.socket, size: int) -> bytes:
    """Return so many bytes, fewer at the end."""
    found = b""
    while len(found) < size and (more := sock.recv(size - len(found))):
        found += more
    return found


def echo(sock: socket.socket) -> None:
    """Send back what comes, and close when the other end has."""
    while piece := sock.recv(65536):
        sock.sendall(piece)


def test_a_conversation_passes_and_tells_calls_bytes_and_times(recorder: Callable[..., Recorder]) -> None:
    """CONNECT and ACCEPT, an execute and two fetches: 4 round trips; the server works 20 ms for each call."""
    text = b"\x03\x5e\x01" + bytes(20) + b"SELECT name FROM orders WHERE id = 17\0"
    with serving(lambda sock: oracle(sock, work_s=0.02)) as backend:
        run = recorder(backend)
        with run.connect() as client:
            client.sendall(connect())
            receive(client, 32)
            for request in (data(text), FETCH, FETCH):
                client.sendall(request)
                assert len(receive(client, 300)) == 300
        assert run.end() == 0
    record = read(run.out, ports=(place_of(backend)[1],))
    assert record.what == "recording"
    assert [session.trips for session in record.sessions] == [4]
    assert list(record.calls.request_bytes) == [len(connect()), len(data(text)), len(FETCH), len(FETCH)]
    assert list(record.calls.reply_bytes) == [32, 300, 300, 300]
    names = [record.statements.all[number].name for number in record.calls.statement]
    assert names == ["no statement", *["SELECT name FROM orders WHERE id = ?"] * 3]
    assert record.kinds[record.calls.kind[0]] == "connect"
    parts = {part.name: part.time_ns for part in net8.account(run.out).parts}
    assert 60e6 <= parts["server, CPU and waits together"] < 90e6


@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
def test_tshark_finds_nothing_wrong_in_a_recording(recorder: Callable[..., Recorder]) -> None:
    with serving(postgres) as backend:
        run = recorder(backend)
        with run.connect() as client:
            client.sendall(SSL_REQUEST)
            receive(client, 1)
            client.sendall(STARTUP)
            receive(client, 15)
            client.sendall(query("SELECT 1"))
            receive(client, 51)
        run.end()
    checks = ["-o", "tcp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE"]
    port = place_of(backend)[1]
    command = ["tshark", "-r", str(run.out), *checks, "-d", f"tcp.port=={port},pgsql"]
    wrong = subprocess.run(
        [*command, "-Y", "_ws.expert.severity >= 0x600000"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert wrong.stdout == ""
    found = subprocess.run(
        [*command, "-Y", "pgsql.query", "-T", "fields", "-e", "pgsql.query"],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert found.stdout.strip() == "SELECT 1"


def test_both_directions_close_by_themselves(recorder: Callable[..., Recorder]) -> None:
    """A client that has closed its half still gets all of the reply."""

    def late(sock: socket.socket) -> None:
        asked = b""
        while piece := sock.recv(65536):
            asked += piece
        sock.sendall(asked[::-1])

    with serving(late) as backend:
        run = recorder(backend)
        with run.connect() as client:
            client.sendall(bytes(range(256)) * 4000)
            client.shutdown(socket.SHUT_WR)
            assert receive(client, 2 << 20) == (bytes(range(256)) * 4000)[::-1]
        assert run.end() == 0


def test_a_reset_of_one_end_resets_the_other(recorder: Callable[..., Recorder]) -> None:
    seen: list[type[BaseException] | None] = []
    ended = threading.Event()

    def wait(sock: socket.socket) -> None:
        try:
            sock.sendall(b"hello")
            while sock.recv(10):
                pass
            seen.append(None)
        except OSError as error:
            seen.append(type(error))
        ended.set()

    with serving(wait) as backend:
        run = recorder(backend)
        client = run.connect()
        receive(client, 5)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.close()
        assert ended.wait(10)
        assert seen == [ConnectionResetError]
        assert run.end() == 0
    assert [connection.reset for connection in connections(read_segments(run.out).segments)] == [True]


def test_an_urgent_byte_stays_where_it_was(recorder: Callable[..., Recorder]) -> None:
    """Breaks of Oracle Net are such bytes: the stream goes on around them."""
    found: list[bytes] = []
    ended = threading.Event()

    def look(sock: socket.socket) -> None:
        stream = urgent = b""
        while True:
            # Who reads past the mark before it has read the urgent byte loses that.
            _read, _write, exceptional = select.select([sock], [], [sock])
            if exceptional:
                urgent = sock.recv(1, socket.MSG_OOB)
                continue
            piece = sock.recv(100)
            if not piece:
                break
            stream += piece
        found.extend([stream, urgent])
        ended.set()

    with serving(look) as backend:
        run = recorder(backend)
        with run.connect() as client:
            client.sendall(b"before")
            client.send(b"!", socket.MSG_OOB)
            client.sendall(b"after")
        assert ended.wait(10)
        assert found == [b"beforeafter", b"!"]
        assert run.end() == 0
    (connection,) = connections(read_segments(run.out).segments)
    assert connection.urgent_bytes == 1


@pytest.mark.slow
def test_who_does_not_read_stops_who_writes(recorder: Callable[..., Recorder]) -> None:
    """220 MB for a client that begins to read late: memory stays, all bytes arrive, and the file keeps their number."""
    size = 220 << 20
    piece = os.urandom(1 << 20)
    want = hashlib.sha256()
    for _time in range(size // len(piece)):
        want.update(piece)
    sent = [0]

    def pour(sock: socket.socket) -> None:
        for _time in range(size // len(piece)):
            sock.sendall(piece)
            sent[0] += len(piece)

    with serving(pour) as backend:
        run = recorder(backend)
        before = run.memory_kb
        with run.connect() as client:
            time.sleep(0.5)
            # No more than the buffers of four sockets, 6 MB each at most, and a piece of the proxy.
            assert sent[0] < 32 << 20
            got, left = hashlib.sha256(), size
            while left:
                data_ = client.recv(1 << 20)
                assert data_
                got.update(data_)
                left -= len(data_)
        assert got.digest() == want.digest()
        assert run.memory_kb - before < 16 << 10
        assert run.end() == 0
    assert run.out.stat().st_size < 230 << 20
    segments = read_segments(run.out).segments
    assert sum(len(each.payload) + each.lost for each in segments) == size


def test_packets_that_are_cut_keep_their_number_of_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recordings, "_WHOLE_BYTES", 0)
    proxy = Proxy(pytest.fail)
    out = tmp_path / "cut.pcapng"
    proxy.recording.open(out)
    with serving(lambda sock: postgres(sock, rows=1000)) as backend:
        (pair,) = ports_of(["127.0.0.1:0"], [backend], anywhere=False)
        listening = proxy.listen(*pair)
        # A Query of 27 bytes is kept whole; a row has 31, so that the reply has 31,000 and 14 + 6 behind them.
        with socket.create_connection(listening.address) as client:
            runner = threading.Thread(target=proxy.run, args=(time.monotonic() + 2,))
            runner.start()
            client.sendall(STARTUP)
            receive(client, 15)
            client.sendall(query("SELECT * FROM orders"))
            receive(client, 31 * 1000 + 14 + 6)
        runner.join()
        proxy.finish(1)
    record = read(out)
    assert list(record.calls.request_bytes) == [22, 26]
    assert list(record.calls.reply_bytes) == [15, 31_020]


def test_an_absent_server_is_one_sentence_and_a_reset(recorder: Callable[..., Recorder]) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        backend = f"127.0.0.1:{unused.getsockname()[1]}"
        run = recorder(backend)
        for _time in range(3):
            with pytest.raises(ConnectionResetError), run.connect() as client:
                receive(client, 1)
        assert run.end() == 0
    assert [line for line in run.said if "takes no connection" in line] == [
        f"net8: {backend} takes no connection: connection refused; clients were reset"
    ]


def test_an_interrupt_delivers_what_was_read_and_leaves_a_whole_file(
    recorder: Callable[..., Recorder],
) -> None:
    with serving(echo) as backend:
        run = recorder(backend)
        ends = [run.connect() for _ in range(5)]
        stop = threading.Event()

        def talk(sock: socket.socket) -> None:
            with contextlib.suppress(OSError):
                while not stop.is_set():
                    sock.sendall(bytes(100_000))
                    receive(sock, 100_000)

        threads = [threading.Thread(target=talk, args=(end,)) for end in ends]
        for thread in threads:
            thread.start()
        time.sleep(0.3)
        assert run.end() == 0
        stop.set()
        for end, thread in zip(ends, threads, strict=True):
            thread.join(10)
            end.close()
    assert len(connections(read_segments(run.out).segments)) == 5


def test_an_interrupt_is_taken_as_soon_as_it_is_told_where_it_listens(
    recorder: Callable[..., Recorder],
) -> None:
    with serving(echo) as backend:
        run = recorder(backend)
        assert run.end() == 0, run.said
    assert "is the program told that address?" in run.said[-1]


def test_a_program_gets_the_address_and_gives_its_exit_code(tmp_path: Path) -> None:
    program = (
        "import os, socket, sys; host, port = os.environ['NET8_LISTEN'].rsplit(':', 1); "
        "s = socket.create_connection((host, int(port))); s.sendall(b'ping'); assert s.recv(4) == b'ping'; sys.exit(7)"
    )
    with serving(echo) as backend:
        done = subprocess.run(
            [*NET8, "record", "--listen", "127.0.0.1:0", "--backend", backend, "--out", str(tmp_path / "r.pcapng"),
             "--", sys.executable, "-c", program],
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert done.returncode == 7, done.stderr
    assert "1 connection, 8 bytes" in done.stderr


def test_several_ports_lead_to_several_servers(tmp_path: Path) -> None:
    program = (
        "import os, socket\n"
        "for place in os.environ['NET8_LISTEN'].split():\n"
        "    host, port = place.rsplit(':', 1)\n"
        "    s = socket.create_connection((host.strip('[]'), int(port)))\n"
        "    s.sendall(b'ping'); print(s.recv(4).decode())\n"
    )

    def upper(sock: socket.socket) -> None:
        sock.sendall(sock.recv(4).upper())

    with serving(echo) as one, serving(upper, "::1") as other:
        command = [
            *NET8,
            "record",
            "--listen",
            "127.0.0.1:0",
            "--backend",
            one,
            "--listen",
            "[::1]:0",
            "--backend",
        ]
        done = subprocess.run(
            [*command, other, "--out", str(tmp_path / "r.pcapng"), "--", sys.executable, "-c", program],
            capture_output=True, text=True, timeout=60, check=True,
        )  # fmt: skip
    assert done.stdout.split() == ["ping", "PING"]
    record = read(tmp_path / "r.pcapng")
    assert [session.trips for session in record.sessions] == [1, 1]


@pytest.mark.slow
def test_thousands_of_connections_pass_at_the_same_time(recorder: Callable[..., Recorder]) -> None:
    with serving(echo) as backend:
        run = recorder(backend)
        ends = [run.connect() for _ in range(400)]
        for number, end in enumerate(ends):
            end.sendall(number.to_bytes(2, "big"))
        assert [int.from_bytes(receive(end, 2), "big") for end in ends] == list(range(400))
        for end in ends:
            end.close()
        assert run.end() == 0
    assert len(connections(read_segments(run.out).segments)) == 400


WRONG = [
    (
        ["--backend", "127.0.0.1"],
        '--backend "127.0.0.1" is not a host and a port; write it such as 127.0.0.1:1521',
    ),
    (["--backend", "127.0.0.1:70000"], "with a port from 1 to 65535"),
    (["--listen", "0.0.0.0:0", "--backend", "127.0.0.1:5"], "0.0.0.0:0 can be reached from other hosts"),
    ([], "1 --listen and 0 --backends are given; each --listen needs its --backend"),
    (["--listen", "127.0.0.1:77", "--backend", "127.0.0.1:77"], "the proxy would connect to itself"),
    (
        ["--listen", "127.0.0.1:0", "--backend", "no-such-host.invalid:5"],
        "the host no-such-host.invalid is not known",
    ),
    (
        ["--listen", "127.0.0.1:0", "--backend", "127.0.0.1:5", "--out", "/nowhere/r"],
        "/nowhere/r cannot be written",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("options", "sentence"), WRONG)
def test_what_is_wrong_is_one_sentence(options: list[str], sentence: str) -> None:
    done = subprocess.run(
        [*NET8, "record", *options], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_port_that_is_taken_is_one_sentence() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        (pair,) = ports_of([f"127.0.0.1:{other.getsockname()[1]}"], ["127.0.0.1:5"], anywhere=False)
        with pytest.raises(PlanError, match="another program listens there; choose another port"):
            Proxy(pytest.fail).listen(*pair)
