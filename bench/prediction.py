# SPDX-License-Identifier: GPL-2.0-only
"""How well net8 replay predicts: random sessions, simulated on one path, recorded, and predicted for another one.

A seed draws drivers, round trips from 0.2 to 200 ms there and here, rates, array sizes, replies of 100 bytes to 1 MB,
times of the client and of the server, fixed or random, TLS and loss. The capture and the trace of event 10046 of the
simulation on the first path are all that the prediction has, with the round trip of the second path and the rates of
both; traces, which know no network, also have the round trip of the first. Where both paths have the same rate, files
are also read alone, with nothing told of the first path. The simulation of the same work on the second path is what is
to be predicted. Ends with exit code 1 when one is further off than CAPTURE or TRACE, or outside its range with loss.

With --captures FOLDER it instead plays each capture of a folder on its own network, and prints by how much calls are
off beside the time of the hosts that they hold: what a prediction of these calls can at best be trusted to. Ends with
exit code 1 when a call is off by more than that.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Final

import net8
import typer
from net8.base.errors import CaptureError
from net8.plan.plan import Plan
from net8.record.sources import read
from net8.replaying.result import Line as Times
from net8.replaying.result import Replay
from net8.replaying.script import DEFAULT_QUEUE
from rich import box
from rich.console import Console
from rich.table import Table

CAPTURE: Final = 0.01
"""Largest error of a prediction from a capture, without loss."""
TRACE: Final = 0.03
"""Largest error of a prediction from a trace, without loss."""
OUTSIDE: Final = 0.05
"""Share of the predictions with loss that may be outside their range of 95 %."""
WORLDS: Final = 200
CLOCK_S: Final = 20e-6
"""By how much a call may be off beyond its hosts: clocks of captures, and bytes on a line whose rate cannot be seen."""
_DRIVERS: Final = (
    "dbd-oracle", "jdbc-thin", "node-thin", "oci", "odp-net", "python-thin", "sqlcl", "sqlplus", "odbc", "python-tds",
)  # fmt: skip
_TDS: Final = ("odbc", "python-tds")
_RTTS_MS: Final = (0.2, 0.5, 1, 2, 5, 10, 20, 60, 100, 200)
_RATES: Final = ("10Mbps", "50Mbps", "100Mbps", "1Gbps")
_LANS: Final = ("1Gbps", "10Gbps")
_REPLY_BYTES: Final = (100, 1_000, 5_000, 20_000, 100_000, 1_000_000)
_SAME_RATE: Final = 0.5
"""Share of the worlds that only move away: what is not told of their rate does not matter then."""
_MOST_ROWS: Final = 1000
_PORTS: Final = (1521, 1433)


@dataclass(frozen=True, slots=True)
class Line:
    """A path between client and server."""

    rtt_ms: float  #: round trip without the time of packets on the line
    rate: str  #: rate of the line


@dataclass(frozen=True, slots=True)
class World:
    """A workload and two paths."""

    number: int  #: which
    driver: str  #: client
    tls: bool  #: whether it is encrypted
    array: int  #: rows of a fetch
    rows: int  #: rows of a result
    row_bytes: int  #: bytes of a row
    queries: int  #: results
    think: str  #: time of the client between queries
    call: str  #: time of the server for a call
    row: str  #: time of the server for a row
    loss: float  #: share of packets that are lost on the second path
    lan: str  #: rate of the lines at both ends
    near: Line  #: where it is recorded
    far: Line  #: what it is predicted for

    def plan(self, path: Line, loss: float) -> Plan:
        """Make its plan.

        @param path: of this path
        @param loss: share of packets that are lost
        @return: the plan
        """
        client: dict[str, object] = {"queries": self.queries, "think_time": self.think}
        server: dict[str, object] = {"call_time": self.call, "row_time": self.row}
        document: dict[str, object] = {
            "path": {"kind": "wan", "rate": path.rate, "delay": f"{path.rtt_ms * 500}us", "loss_rate": loss,
                     "lan_rate": self.lan, "queue_size": DEFAULT_QUEUE},
            "query": {"rows": self.rows, "row_length": self.row_bytes}, "client": client, "server": server,
        }  # fmt: skip
        if self.driver in _TDS:
            client["protocol"] = "tds"
            document["tds"] = {"driver": self.driver}
        else:
            client |= {"driver": self.driver, "array_size": self.array, "tls": self.tls}
            server["release"] = "19c"
            document["listener"] = {"tls": self.tls}
        return Plan.of(document)


@dataclass(frozen=True, slots=True)
class Judged:
    """How well a world was predicted."""

    world: World  #: which
    kind: str  #: capture or trace
    truth_s: float  #: simulated
    mean_s: float  #: predicted
    low_s: float  #: lower end of its range
    high_s: float  #: upper end
    residual_percent: float  #: of its own network

    @property
    def error(self) -> float:
        """By how much the prediction is off."""
        return self.mean_s / self.truth_s - 1

    @property
    def right(self) -> bool:
        """Whether it is good enough."""
        if self.world.loss:
            return self.low_s <= self.truth_s <= self.high_s
        return abs(self.error) <= (CAPTURE if self.kind.startswith("capture") else TRACE)


def world(seed: int, number: int) -> World:
    """Draw a world.

    @param seed: of all
    @param number: which
    @return: the same for the same numbers
    """
    draw = random.Random(seed * 1_000_003 + number)
    driver = draw.choice(_DRIVERS)
    reply = draw.choice(_REPLY_BYTES)
    array = draw.choice((2, 10, 15, 100, 500))
    row_bytes = max(reply // array, 4)
    row_bytes = min(row_bytes, 4000)
    rows = min(array * draw.randint(1, 12) + draw.randint(0, array - 1), _MOST_ROWS)
    near, far = (Line(draw.choice(_RTTS_MS), draw.choice(_RATES)) for _ in range(2))
    if draw.random() < _SAME_RATE:
        far = Line(far.rtt_ms, near.rate)
    return World(
        number, driver, driver not in _TDS and draw.random() < 0.2, array, rows, row_bytes, draw.randint(2, 6),
        draw.choice(("0s", "1ms", "30ms", "exponential(20ms)")), draw.choice(("0.1ms", "1ms", "exponential(3ms)")),
        draw.choice(("0s", "5us")), draw.choice((0.0, 0.0, 0.0, 0.001, 0.01)), draw.choice(_LANS), near, far,
    )  # fmt: skip


def simulated(drawn: World, path: Line, loss: float, folder: Path, *, trace: bool, pcap: bool) -> net8.Run:
    """Simulate a world on a path.

    @param drawn: the world
    @param path: the path
    @param loss: share of packets that are lost
    @param folder: where the files go
    @param trace: whether a trace is written
    @param pcap: whether captures are
    @return: the run
    """
    return net8.run(drawn.plan(path, loss), folder=folder, pcap=pcap, trace10046=trace)


def judged(drawn: World) -> Iterator[Judged]:
    """Predict a world from what was recorded of it.

    @param drawn: the world
    @return: from the captures at both ends, and from the trace
    """
    oracle = drawn.driver not in _TDS
    with tempfile.TemporaryDirectory(prefix="net8-prediction-") as temporary:
        folder = Path(temporary)
        one = simulated(drawn, drawn.near, 0.0, folder / "near", trace=oracle, pcap=True)
        other = simulated(
            drawn, drawn.far, drawn.loss, folder / "far", trace=oracle and not drawn.loss, pcap=False
        )
        truth = float(other.call_columns["end_ns"].max() - other.session_columns["start_ns"].min()) / 1e9
        was, small = pings(drawn, drawn.near)["client"], pings(drawn, drawn.far)
        moved = drawn.near.rate == drawn.far.rate
        predict = partial(
            net8.replay, rate=None if moved else drawn.far.rate, costs=False, ports=_PORTS,
            loss=str(drawn.loss) if drawn.loss else None,
        )  # fmt: skip
        for end, kind, rate in (
            ("client", "capture at client", drawn.near.rate), ("server", "capture at server", drawn.near.rate),
            ("client", "client's alone", None), ("server", "server's alone", None),
        )[: 4 if moved and not drawn.loss else 2]:  # fmt: skip
            yield _judge(
                drawn,
                kind,
                truth,
                predict(folder / "near" / f"capture-{end}.pcap", rtt=small[end], was_rate=rate),
            )
        if not oracle or drawn.loss:
            return
        trace, later = (folder / name / "server.trc" for name in ("near", "far"))
        size = _row_bytes(one)
        rtt = small["client"]
        known = net8.replay(later, was_rtt=rtt, was_rate=drawn.far.rate, row_bytes=size, costs=False)
        truth = known.total.old_s
        yield _judge(
            drawn,
            "trace",
            truth,
            predict(trace, rtt=rtt, was_rtt=was, was_rate=drawn.near.rate, row_bytes=size),
        )
        if moved:
            yield _judge(drawn, "trace, RTT told", truth, predict(trace, rtt=rtt, was_rtt=was))
            yield _judge(drawn, "trace alone", truth, predict(trace, rtt=rtt))


def _row_bytes(run: net8.Run) -> int:
    """Return how long a row is in replies: in those of fetches, as others have descriptions and more besides."""
    calls = run.calls
    fetches = calls[(calls["kind"] == "fetch") & (calls["rows"] > 0)]
    longest = (fetches if len(fetches) else calls).sort_values("rows").iloc[-1]
    return max(round((int(longest["reply_bytes"]) - 70) / max(int(longest["rows"]), 1)), 1)


def _judge(drawn: World, kind: str, truth: float, found: Replay) -> Judged:
    """Hold a prediction against the truth."""
    new = found.total.new or found.total.own
    return Judged(drawn, kind, truth, new.mean_s, new.low_s, new.high_s, found.residual_percent)


def pings(drawn: World, path: Line) -> dict[str, str]:
    """Return the round trip of a small packet on a path, as seen at each end.

    It is that of the TCP handshake of a session without rows: like that of the capture which it is set beside, it has
    the time that the first packets of this end wait for an address.

    @param drawn: the world
    @param path: the path
    @return: time with its unit, by end
    """
    with tempfile.TemporaryDirectory(prefix="net8-prediction-") as folder:
        idle = drawn.plan(path, 0.0).with_values({"query.rows": 0, "client.queries": 1})
        net8.run(idle, folder=folder, pcap=True)
        found = {}
        for end in ("client", "server"):
            session = read(Path(folder) / f"capture-{end}.pcap", ports=_PORTS, rtt_ns=None).sessions[0]
            found[end] = f"{session.rtt_ns}ns"
        return found


@dataclass(frozen=True, slots=True)
class Own:
    """A capture on its own network."""

    name: str  #: file
    found: Replay  #: played

    @property
    def lines(self) -> list[Times]:
        """Its opening and the calls of each statement."""
        return [*([self.found.opening] if self.found.opening else []), *self.found.split["call"]]

    @property
    def worst(self) -> Times:
        """The calls that are off by most beyond the work of the hosts in them, a call each."""
        return max(self.lines, key=lambda line: (abs(line.residual_s) - line.hosts_s) / max(line.calls, 1))

    @property
    def right(self) -> bool:
        """Whether no call is off by more than the work of the hosts in it."""
        return all(abs(each.residual_s) <= each.hosts_s + CLOCK_S * each.calls for each in self.lines)


def own_of(folder: Path) -> Iterator[Own]:
    """Play the captures of a folder on their own networks.

    @param folder: where they are, and below
    @return: those with a call that was answered, by name
    """
    for path in sorted(folder.glob("**/*.pcap*"), key=lambda path: path.name):
        try:
            yield Own(path.name, net8.replay(path, costs=False, runs=2, ports=_PORTS))
        except CaptureError:
            continue


def _show_own(found: Sequence[Own], console: Console) -> None:
    """Print how far captures are off on their own networks."""
    table = Table(
        "capture", "calls", "recorded (s)", "hosts (s)", "off (ms)", "off (%)", "a call, mean (us)",
        "worst calls", "off (us)", "their hosts (us)", box=box.SIMPLE_HEAD,
    )  # fmt: skip
    for each in found:
        total, worst = each.found.total, each.worst
        mean = sum(abs(line.residual_s) for line in each.lines) / max(
            sum(line.calls for line in each.lines), 1
        )
        table.add_row(
            each.name, str(total.calls), f"{total.old_s:.6f}", f"{total.hosts_s:.6f}", f"{1e3 * total.residual_s:+.3f}",
            f"{each.found.residual_percent:+.3f}", f"{1e6 * mean:.0f}", worst.name,
            *(f"{1e6 * time / max(worst.calls, 1):.0f}" for time in (worst.residual_s, worst.hosts_s)),
            style=None if each.right else "bold",
        )  # fmt: skip
    console.print(table)


def _all_of(drawn: World) -> list[Judged]:
    """Return what becomes of a world, in a process of its own."""
    try:
        return list(judged(drawn))
    except Exception as error:
        raise RuntimeError(f"{drawn}: {error}") from error


def _show(found: Sequence[Judged], console: Console) -> None:
    """Print the worst of each kind, and how they are spread."""
    table = Table(
        "from", "loss", "number", "median |error|", "95 %", "worst", "beyond the limit", box=box.SIMPLE_HEAD
    )
    for kind in dict.fromkeys(each.kind for each in found):
        for loss in (False, True):
            mine = [each for each in found if each.kind == kind and bool(each.world.loss) == loss]
            if not mine:
                continue
            errors = sorted(abs(each.error) for each in mine)
            table.add_row(
                kind, "yes" if loss else "no", str(len(mine)), f"{errors[len(mine) // 2]:.3%}",
                f"{errors[int(0.95 * len(mine))]:.3%}", f"{errors[-1]:.3%}", str(sum(not each.right for each in mine)),
            )  # fmt: skip
    console.print(table)


def _own_networks(folder: Path, *, as_json: bool) -> int:
    """Play captures on their own networks; return the exit code."""
    found = list(own_of(folder))
    if as_json:
        for each in found:
            print(json.dumps({"capture": each.name, "right": each.right, **each.found.as_object()}))
    else:
        _show_own(found, Console(width=None if sys.stdout.isatty() else 200))
    return 0 if found and all(each.right for each in found) else 1


def main(
    worlds: Annotated[int, typer.Option(help="How many are drawn.", min=1)] = WORLDS,
    first: Annotated[int, typer.Option(help="Number of the first.", min=0)] = 0,
    seed: Annotated[int, typer.Option(help="What they are drawn from.")] = 1,
    jobs: Annotated[int, typer.Option(help="Processes.", min=1)] = os.cpu_count() or 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line, no table.")] = False,
    captures: Annotated[
        Path | None, typer.Option(help="Play the captures of this folder on their own networks instead.")
    ] = None,
) -> None:
    """Hold predictions against simulations of what they predict."""
    if captures is not None:
        raise SystemExit(_own_networks(captures, as_json=as_json))
    found: list[Judged] = []
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        for some in pool.map(_all_of, [world(seed, first + number) for number in range(worlds)]):
            found += some
            for each in some:
                if as_json or not each.right:
                    line = {
                        "world": str(each.world), "kind": each.kind, "truth_s": each.truth_s, "mean_s": each.mean_s,
                        "low_s": each.low_s, "high_s": each.high_s, "error": each.error,
                        "residual_percent": each.residual_percent, "right": each.right,
                    }  # fmt: skip
                    print(json.dumps(line), flush=True)
    if not as_json:
        _show(found, Console())
    strict = [each for each in found if each.kind.startswith("capture") or each.kind == "trace"]
    wrong = [each for each in strict if not each.right and not each.world.loss]
    lossy = [each for each in strict if each.world.loss]
    outside = sum(not each.right for each in lossy) > OUTSIDE * len(lossy)
    raise SystemExit(1 if wrong or outside else 0)


if __name__ == "__main__":
    typer.run(main)
