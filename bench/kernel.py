# SPDX-License-Identifier: GPL-2.0-only
"""Budgets of programs with PostgreSQL beside the same programs over this kernel's TCP and an emulated line.

Each program (psql, pgbench, psycopg, SQLAlchemy, node-pg) is recorded once by ``net8 record`` beside its server, and
run over the line at each round trip: 100 Mbit/s, 1,000 packets, CUBIC. The time is from the first SYN to the last
reply, as a capture at the client has it; round trips and bytes are counted in that capture. Line and namespaces are
those of the testbed of kernel TCP in NET8_SHARED (by default ../shared beside the project), which needs root, two
processors, tcpdump and ethtool; programs and server need the packages postgresql, nodejs and npm.

With --serve, the programs run over ``net8 serve`` as well, instead of being recorded and budgeted.

Ends with exit code 1 when a count differs, or a time is more than LIMIT off; with loss, when it is more than
LOSSY_LIMIT off and the intervals of both means do not meet.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import net8
import typer
from net8.base.sheet import Column, Sheet
from net8.base.terminal import console
from redo import build_line, load_testbed  # type: ignore[import-not-found]  # beside this file

LIMIT: Final = 0.03
LOSSY_LIMIT: Final = 0.10
RTTS_MS: Final = (5, 20, 80, 200)
PORT: Final = 5432
NET8_PORT: Final = 1521
_HERE: Final = Path(__file__).resolve().parent / "postgres"
_INSTALLED: Final = _HERE.parents[1] / "build" / "bench-postgres"
_AS_OF: Final = ("chrt", "-f", "40", "taskset", "-c", "0")
"""How client and server run: real time, on a processor that the line does not use."""
_BETWEEN: Final = ("chrt", "-f", "50", "taskset", "-c", "1", sys.executable, "-m", "net8")
"""How net8 runs where it stands between them: as the line does."""
_TABLES: Final = """
CREATE TABLE item AS SELECT g AS id, 'item ' || g AS name, repeat(md5(g::text), 3) AS note
    FROM generate_series(1, 50000) g;
ALTER TABLE item ADD PRIMARY KEY (id);
CREATE TABLE orders AS SELECT g AS id, g % 100 AS customer FROM generate_series(1, 400) g;
CREATE INDEX ON orders (customer);
CREATE TABLE line AS SELECT g AS id, 1 + g % 400 AS order_id, 1 + g * 7 % 50000 AS item_id
    FROM generate_series(1, 1200) g;
CREATE INDEX ON line (order_id);
CREATE TABLE document AS SELECT g AS id, repeat(md5(g::text), 3000) AS body FROM generate_series(1, 20) g;
CREATE TABLE sink (id int, name text, note text);
VACUUM ANALYZE;
"""
_SYN: Final = 0x02
_ROWS: Final = "SELECT id, name, note FROM item WHERE id <= "


@dataclass(frozen=True, slots=True)
class Program:
    """A program that is a client of PostgreSQL."""

    name: str  #: what it does
    command: tuple[str, ...]  #: its command line


def _programs(folder: Path) -> list[Program]:
    """Return all programs; what they read lies in a folder."""

    def file(name: str, text: str) -> str:
        (folder / name).write_text(text, encoding="utf-8")
        return str(folder / name)

    def psql(name: str, *more: str) -> Program:
        return Program(f"psql: {name}", ("psql", "-X", "-q", "-A", "-o", "/dev/null", *more))

    def pgbench(name: str, script: str, *more: str) -> Program:
        path = file(f"{hashlib.sha256(script.encode()).hexdigest()[:8]}.sql", script)
        return Program(f"pgbench: {name}", ("pgbench", "-n", "--random-seed=1", "-f", path, *more))

    selects = "".join(f"SELECT note FROM item WHERE id = {each};\n" for each in range(1, 11))
    drawn = "\\set id random(1, 50000)\nSELECT note FROM item WHERE id = :id;\n"
    rows = "".join(f"{each}\titem {each}\t{'x' * 100}\n" for each in range(45_000))
    pipeline = "\\startpipeline\n" + drawn * 40 + "\\endpipeline\n"
    long = "\\startpipeline\n" + f"{_ROWS}800;\n" * 4 + "\\endpipeline\n"
    psycopg = {
        "orm_page": "SQLAlchemy: a page of orders", "cursor": "psycopg: 3,000 rows by a cursor, 200 at a time",
        "copy_out": "psycopg: COPY to the client, 2.3 MB", "copy_in": "psycopg: COPY from the client, 1.5 MB",
        "pipeline": "psycopg: 2 pipelines of 50 selects", "many": "psycopg: 200 inserts by executemany",
        "pool": "psycopg: pool of 3, 24 selects in 3 threads",
    }  # fmt: skip
    node = {
        "page": "node-pg: a page of 12 queries", "cursor": "node-pg: 5,000 rows by a cursor, 500 at a time",
        "transaction": "node-pg: a transaction of 10 inserts", "prepared": "node-pg: a prepared statement, 10 times",
        "long": "node-pg: 8,000 rows in one reply, 1 MB", "pool": "node-pg: pool of 4, 24 queries at once",
    }  # fmt: skip
    return [
        psql("10 selects", "-f", file("selects.sql", selects)),
        psql("3,000 rows by a cursor, 100 at a time", "-v", "FETCH_COUNT=100", "-c", f"{_ROWS}3000"),
        psql("3,000 rows by a cursor, 1,000 at a time", "-v", "FETCH_COUNT=1000", "-c", f"{_ROWS}3000"),
        psql("45,000 rows by SELECT, 5.8 MB", "-c", f"{_ROWS}45000"),
        psql("20 rows of 96,000 bytes", "-c", "SELECT body FROM document"),
        psql("COPY to the client, 5.2 MB", "-c", "\\copy item to /dev/null"),
        psql("COPY from the client, 5.1 MB", "-c", f"\\copy sink from {file('rows.txt', rows)}"),
        psql("a server that works 0.2 s", "-c", "SELECT pg_sleep(0.15)", "-c", "SELECT pg_sleep(0.05)"),
        pgbench("prepared, 2 x 8 selects", drawn * 8, "-M", "prepared", "-t", "2"),
        pgbench("3 pipelines of 40 selects", pipeline, "-M", "extended", "-t", "3"),
        pgbench("2 pipelines with 0.4 MB of replies", long, "-M", "extended", "-t", "2"),
        pgbench("4 clients, 3 x 8 selects each", drawn * 8, "-c", "4", "-j", "4", "-t", "3"),
        pgbench("32 clients, 10 selects each", drawn, "-c", "32", "-j", "2", "-t", "10"),
        *(
            Program(name, (sys.executable, str(_HERE / "programs.py"), which))
            for which, name in psycopg.items()
        ),
        *(Program(name, ("node", str(_HERE / "programs.js"), which)) for which, name in node.items()),
    ]


def _install() -> None:
    """Put psycopg, SQLAlchemy and node-pg into the build folder, unless they are there."""
    pins = [_HERE / name for name in ("requirements.txt", "package.json", "package-lock.json")]
    identity = hashlib.sha256(b"".join(each.read_bytes() for each in pins)).hexdigest()
    stamp = _INSTALLED / "installed"
    if stamp.exists() and stamp.read_text(encoding="utf-8") == identity:
        return
    shutil.rmtree(_INSTALLED, ignore_errors=True)
    _INSTALLED.mkdir(parents=True)
    for each in pins[1:]:
        shutil.copy(each, _INSTALLED)
    for command in (
        (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps",
         "--require-hashes", "--target", str(_INSTALLED), "-r", str(pins[0])),
        ("npm", "ci", "--silent", "--ignore-scripts", "--prefix", str(_INSTALLED)),
    ):  # fmt: skip
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
    stamp.write_text(identity, encoding="utf-8")


def _postgres(name: str) -> str:
    """Return the path of a program of the server."""
    found = shutil.which(name) or max(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")), default="")
    if not found:
        raise SystemExit(f"kernel: there is no {name}; Debian's package postgresql has it")
    return found


@dataclass(frozen=True, slots=True)
class Measured:
    """A run of a program over the line."""

    time_s: float  #: from the first SYN to the last reply
    trips: int  #: round trips, that of each SYN included
    request_bytes: int  #: of clients, up to the last reply of each connection
    reply_bytes: int  #: of the server
    quiet: bool  #: whether the line was in time


@dataclass(frozen=True, slots=True)
class Way:
    """How programs get to the server."""

    namespace: str  #: where they run
    host: str  #: what they connect to
    port: int  #: its port
    interface: str  #: where they are captured
    renew: Callable[[int], object]  #: begins a run, by its number
    quiet: Callable[[float], bool]  #: tells whether the line was in time in a run that took so many seconds


def _measured(packets: list[Any], port: int, quiet: bool) -> Measured:
    """Count in the packets of a run."""
    connections: dict[int, list[Any]] = defaultdict(list)
    for each in packets:
        connections[each[2] if each[1] == port else each[1]].append(each)
    # What an earlier run sends again, as where its FIN was lost, has no SYN here.
    opened = [found for found in connections.values() if any(each[5] & _SYN for each in found)]
    begun = min(found[0][0] for found in opened)
    ended, trips, request_bytes, reply_bytes = begun, 0, 0, 0
    for found in opened:
        replies = [each for each in found if each[1] == port and each[6]]
        if not replies:
            continue
        ended = max(ended, replies[-1][0])
        said = [each for each in found if each[6] and each[0] <= replies[-1][0]]
        trips += 1
        for before, each in zip([replies[0], *said], said, strict=False):
            trips += each[1] != port and before[1] == port
        request_bytes += _length([each for each in said if each[1] != port])
        reply_bytes += _length(replies)
    return Measured((ended - begun) / 1e9, trips, request_bytes, reply_bytes, quiet)


def _length(sent: list[Any]) -> int:
    """Return how many bytes of a stream segments hold together."""
    first = sent[0][4]
    return max(int((each[4] - first) % (1 << 32) + each[6]) for each in sent)


class Testbed:
    """Two namespaces with a line between them, PostgreSQL in one, and the processors kept awake."""

    def __init__(self, folder: Path) -> None:
        """Take a folder for what it writes."""
        self.folder = folder
        self.truth = load_testbed()
        self.line_program = build_line(self.truth, folder)
        self.environment = os.environ | {
            "PGUSER": "bench", "PGDATABASE": "postgres", "PGSSLMODE": "disable", "PGGSSENCMODE": "disable",
            "PYTHONPATH": str(_INSTALLED), "NODE_PATH": str(_INSTALLED / "node_modules"),
        }  # fmt: skip

    def __enter__(self) -> Testbed:
        """Start all."""
        with contextlib.ExitStack() as stack:
            stack.enter_context(_cubic_allowed())
            self.net = stack.enter_context(self.truth.Net())
            for namespace in (self.net.c, self.net.s):
                self.truth.sh(
                    *self.net.run(namespace, "sysctl", "-qw", "net.ipv4.tcp_congestion_control=cubic")
                )
                self.truth.sh("ip", "-n", namespace, "link", "set", "lo", "up")
            spinner = ("chrt", "-i", "0", "taskset", "-c", "0", sys.executable, "-c", "while True: pass")
            stack.enter_context(_ended(subprocess.Popen(spinner)))
            stack.enter_context(_ended(self._server(), signal.SIGINT))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_what: object) -> None:
        """End all."""
        self._stack.close()

    def _server(self) -> subprocess.Popen[bytes]:
        """Start a server with the tables."""
        data = self.folder / "data"
        data.mkdir()
        shutil.chown(data, "postgres", "postgres")
        self.folder.chmod(0o755)
        as_server = ("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups")
        with (self.folder / "server.log").open("wb") as log:
            initdb = (_postgres("initdb"), "-D", str(data), "-U", "bench", "-A", "trust", "-E", "UTF8")
            subprocess.run([*as_server, *initdb], check=True, stdout=log)
            with (data / "pg_hba.conf").open("a", encoding="utf-8") as rules:
                rules.write("host all all all trust\n")
            options = (
                "-clisten_addresses=*",
                "-cunix_socket_directories=",
                "-cfsync=off",
                "-cautovacuum=off",
            )
            command = (
                *_AS_OF,
                *as_server,
                _postgres("postgres"),
                "-D",
                str(data),
                f"-cport={PORT}",
                *options,
            )
            server = subprocess.Popen(self.net.run(self.net.s, *command), stdout=log, stderr=log)
        here = {"PGHOST": "127.0.0.1", "PGPORT": str(PORT)}
        while subprocess.run(
            self.net.run(self.net.s, "pg_isready"),
            env=self.environment | here,
            capture_output=True,
            check=False,
        ).returncode:
            if server.poll() is not None:
                raise SystemExit(
                    f"kernel: PostgreSQL does not start: {(self.folder / 'server.log').read_text()}"
                )
            time.sleep(0.1)
        for statement in filter(str.strip, _TABLES.split(";")):
            self._run(self.net.s, ("psql", "-X", "-q", "-c", statement), here)
        return server

    def record(self, program: Program, file: Path) -> None:
        """Record a program beside its server."""
        # A program that ran before finds what it reads in the memory of the server, as the next runs do.
        listen = ("--listen", f"127.0.0.1:{NET8_PORT}", "--backend", f"127.0.0.1:{PORT}")
        for port, recorder in (
            (PORT, ()),
            (NET8_PORT, (*_BETWEEN, "record", *listen, "--out", str(file), "--")),
        ):
            place = {"PGHOST": "127.0.0.1", "PGPORT": str(port)}
            self._run(self.net.s, (*recorder, *_AS_OF, *program.command), place)

    def _run(self, namespace: str, command: tuple[str, ...], place: dict[str, str]) -> None:
        """Run a command in a namespace."""
        done = subprocess.run(
            self.net.run(namespace, *command),
            env=self.environment | place,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise SystemExit(
                f"kernel: {' '.join(command)} ended with {done.returncode}: {done.stderr[-500:]}"
            )

    @contextlib.contextmanager
    def line(self, rtt_ms: int, loss: float) -> Iterator[Way]:
        """Emulate a line between the namespaces, which carries this kernel's TCP."""
        line = self.truth.Lines(
            self.line_program, "--ns-a", self.net.c, "--tap-a", "wan0", "--ns-b", self.net.s, "--tap-b", "wan0",
            "--rt", "50", "--cpu", "1", "--rate", "100000000", "--delay-us", str(500 * rtt_ms),
            "--queue-pkts", str(self.truth.QUEUE), "--loss", str(loss), stdin=True,
        )  # fmt: skip

        def quiet(took_s: float) -> bool:
            return bool(self.truth.cleanish({"link": line.ask("stats"), "dur_s": took_s}))

        try:
            line.get()
            time.sleep(0.5)
            yield Way(
                self.net.c, self.truth.SRV_IP, PORT, "wan0", lambda run: line.ask(f"reset {run}"), quiet
            )
        finally:
            line.stop()

    @contextlib.contextmanager
    def served(self, rtt_ms: int, loss: float) -> Iterator[Way]:
        """Let ``net8 serve`` stand beside the server."""
        command = (*_BETWEEN, "serve", _path(rtt_ms, loss), "--listen", f"127.0.0.1:{NET8_PORT}",
                   "--backend", f"127.0.0.1:{PORT}", "--spin", "300us")  # fmt: skip
        with _ended(
            subprocess.Popen(self.net.run(self.net.s, *command), stderr=subprocess.PIPE), signal.SIGINT
        ) as serving:
            assert serving.stderr is not None
            while b"leads to" not in serving.stderr.readline():
                if serving.poll() is not None:
                    raise SystemExit("kernel: net8 serve does not start")
            time.sleep(1)  # It looks at first how late this machine wakes it.
            yield Way(self.net.s, "127.0.0.1", NET8_PORT, "lo", lambda _run: None, lambda _took_s: True)

    def measure(
        self, way: Way, programs: list[Program], rtt_ms: int, repetitions: int
    ) -> dict[str, list[Measured]]:
        """Run programs, as many times as asked, and return what a capture at the client has."""
        capture = self.folder / "client.pcap"
        windows: list[tuple[str, int, int, bool]] = []
        dump = self.net.run(
            way.namespace, "tcpdump", "-i", way.interface, "-s", "96", "-B", "16384", "-n", "-Z", "root",
            "--time-stamp-precision=nano", "-w", str(capture), f"tcp port {way.port}",
        )  # fmt: skip
        with subprocess.Popen(dump, stderr=subprocess.PIPE) as dumping:
            assert dumping.stderr is not None
            dumping.stderr.readline()
            for number, program in enumerate(repetitions * programs, 1):
                way.renew(number)
                start = time.time_ns()
                place = {"PGHOST": way.host, "PGPORT": str(way.port)}
                self._run(way.namespace, (*_AS_OF, *program.command), place)
                time.sleep(0.05 + 2 * rtt_ms / 1000)
                quiet = way.quiet((time.time_ns() - start) / 1e9)
                windows.append((program.name, start, time.time_ns(), quiet))
            time.sleep(1.2)
            dumping.send_signal(signal.SIGINT)
        packets = self.truth.read_pcap(capture)
        found: dict[str, list[Measured]] = defaultdict(list)
        for name, start, end, quiet in windows:
            found[name].append(
                _measured([each for each in packets if start <= each[0] < end], way.port, quiet)
            )
        return found


def _path(rtt_ms: int, loss: float) -> str:
    """Return the path that the line is."""
    return f"{rtt_ms}ms,100Mbps,{100 * loss:g}%,1000p"


@contextlib.contextmanager
def _cubic_allowed() -> Iterator[None]:
    """Let namespaces have CUBIC, which the kernel allows them if it is its own or on a list."""
    allowed = Path("/proc/sys/net/ipv4/tcp_allowed_congestion_control")
    before = allowed.read_text(encoding="ascii")
    allowed.write_text(f"{before.strip()} cubic", encoding="ascii")
    try:
        yield
    finally:
        allowed.write_text(before, encoding="ascii")


@contextlib.contextmanager
def _ended(process: subprocess.Popen[bytes], how: int = signal.SIGTERM) -> Iterator[subprocess.Popen[bytes]]:
    """End a process on leaving."""
    try:
        yield process
    finally:
        process.send_signal(how)
        process.wait()


@dataclass(frozen=True, slots=True)
class Took:
    """How long a program took."""

    time_s: float  #: the median; with losses the mean
    half_s: float  #: half of the 95 % interval of that mean; 0 without losses
    quiet: int = 0  #: runs in which the line was in time
    runs: int = 0  #: all runs

    @classmethod
    def of_runs(cls, found: list[Measured], loss: float) -> Took:
        """Summarize runs."""
        quiet = [each for each in found if each.quiet]
        # A run that a late line has lengthened says nothing, unless there is no other.
        times_s = [each.time_s for each in quiet or found]
        if not loss:
            return cls(statistics.median(times_s), 0.0, len(quiet), len(found))
        half_s = 1.96 * statistics.stdev(times_s) / len(times_s) ** 0.5 if len(times_s) > 1 else 0.0
        return cls(statistics.fmean(times_s), half_s, len(quiet), len(found))

    @classmethod
    def of_budget(cls, budget: net8.Budget, path: str) -> Took:
        """Summarize the simulated runs over a path."""
        spread = next(each for each in budget.paths if each.path == path).time
        # The range of one more run is as much wider than that of the mean.
        return cls(spread.mean_s, (spread.high_s - spread.low_s) / 2 / (spread.runs + 1) ** 0.5)


def _compared(name: str, path: str, kernel: Took, ours: Took, loss: float) -> dict[str, Any]:
    """Compare what a program took over the line with what net8 says."""
    off = ours.time_s / kernel.time_s - 1
    meet = abs(ours.time_s - kernel.time_s) <= ours.half_s + kernel.half_s
    return {
        "program": name, "path": path, "kernel_s": kernel.time_s, "kernel_half_s": kernel.half_s,
        "net8_s": ours.time_s, "net8_half_s": ours.half_s, "off": off,
        "within": abs(off) <= (LOSSY_LIMIT if loss else LIMIT) or (loss > 0 and meet),
        "quiet": kernel.quiet, "runs": kernel.runs,
    }  # fmt: skip


def _counts(kernel: list[Measured], ours: net8.Budget | list[Measured]) -> list[tuple[int, int]]:
    """Return round trips and bytes of each direction, as net8 has them and as captured."""

    def count(of: net8.Budget | list[Measured], name: str) -> int:
        if isinstance(of, list):
            return statistics.mode(int(getattr(each, name)) for each in of)
        return int(getattr(of, name))

    return [(count(ours, name), count(kernel, name)) for name in ("trips", "request_bytes", "reply_bytes")]


def _table(
    rows: dict[str, list[dict[str, Any]]],
    counts: dict[str, list[tuple[int, int]]],
    rtts_ms: list[int],
    title: str,
) -> Sheet:
    """Return the table of all programs."""
    per_path = [
        column
        for rtt in rtts_ms
        for column in (Column(f"{rtt} ms (s)", "number"), Column("off (%)", "number"))
    ]
    table = Sheet(
        Column("program", "name"), Column("round trips", "number"), Column("bytes", "number"), *per_path,
        title=title, note="round trips and bytes: one number where the capture has the same",
    )  # fmt: skip
    for name, found in rows.items():
        told = ["", ""]  # Losses change both.
        if counts:
            trips, request, reply = counts[name]
            total = (request[0] + reply[0], request[1] + reply[1])
            told = [f"{a:,}" if a == b else f"{a:,}, not {b:,}" for a, b in (trips, total)]
        cells = [cell for row in found for cell in (f"{row['kernel_s']:.3f}", f"{100 * row['off']:+.2f}")]
        table.add(name, *told, *cells)
    return table


def main(
    rtt_ms: Annotated[list[int], typer.Option(help="Round trips of the line, ms.", min=1)] = RTTS_MS,  # type: ignore[assignment]
    loss: Annotated[float, typer.Option(help="Share of the packets that are lost.", min=0, max=0.1)] = 0.0,
    repetitions: Annotated[int, typer.Option(help="Runs of each program over the line.", min=1)] = 5,
    only: Annotated[str, typer.Option(help="Programs with this in their name.")] = "",
    serve: Annotated[
        bool, typer.Option("--serve", help="Run them over net8 serve instead of budgets.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Record programs, run them over the line, and compare."""
    # Else what it has begun would stay: the server, the spinner, namespaces.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    _install()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        programs = [each for each in _programs(folder) if only in each.name]
        paths = [_path(rtt, loss) for rtt in rtt_ms]
        budgets: dict[str, net8.Budget] = {}
        rows, counts = defaultdict(list), {}
        progress = console(stderr=True)  # All of it takes half an hour.
        with Testbed(folder) as testbed:
            for number, program in enumerate([] if serve else programs):
                file = folder / f"{number}.pcapng"
                testbed.record(program, file)
                budgets[program.name] = net8.budget(file, paths, runs=max(20, repetitions))
                progress.print(f"recorded: {program.name}")
            for rtt, path in zip(rtt_ms, paths, strict=True):
                with testbed.line(rtt, loss) as way:
                    found = testbed.measure(way, programs, rtt, repetitions)
                served: dict[str, list[Measured]] = {}
                if serve:
                    with testbed.served(rtt, loss) as way:
                        served = testbed.measure(way, programs, rtt, repetitions)
                for name, runs in found.items():
                    ours = Took.of_runs(served[name], loss) if serve else Took.of_budget(budgets[name], path)
                    rows[name].append(_compared(name, path, Took.of_runs(runs, loss), ours, loss))
                    if not loss:
                        counts[name] = _counts(runs, served[name] if serve else budgets[name])
                within = sum(found[-1]["within"] for found in rows.values())
                progress.print(f"{rtt} ms: {within} of {len(rows)} programs within the limit")
    if as_json:
        print(json.dumps({"rows": rows, "counts": counts}))
    else:
        whose = "net8 serve" if serve else "the budget"
        console().print(
            _table(rows, counts, rtt_ms, f"Time over this kernel's TCP, and how far {whose} is off")
        )
    kept = all(row["within"] for found in rows.values() for row in found)
    raise typer.Exit(0 if kept and all(a == b for each in counts.values() for a, b in each) else 1)


if __name__ == "__main__":
    typer.run(main)
