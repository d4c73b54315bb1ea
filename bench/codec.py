# SPDX-License-Identifier: GPL-2.0-only
"""Packets per second of the codec, and as a ratio to public decoders on the same packets.

The packets are those with a 16-bit length of all captures of NET8_SHARED (by default ../shared beside the project) or,
without it, of a simulated session; dpkt's TNS class, which reads the header, knows no other length. The file that is
dissected is always a simulated one. Ends with exit code 1 when a ratio is below LEAST.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import dpkt
import net8
import typer
from net8 import _core
from net8.base.errors import CaptureError
from net8.dissect import dissect
from net8.dissect.packets import cut
from rich import box
from rich.console import Console
from rich.table import Table

TOP: Final = Path(__file__).resolve().parent.parent
BUILD: Final = TOP / "build" / "release"
MEASURE_S: Final = 0.2
SETS: Final = 3
DISSECTED_ROWS: Final = 120_000
LEAST: Final = {"decode, C++": 5.0, "decode, Python": 1.0, "encode, C++": 5.0}
"""Smallest ratio that is right, by figure."""

_DECODER: Final = "dpkt.tns, header only"
_TSHARK: Final = "tshark"

Rates = dict[str, float]


@dataclass(frozen=True)
class Figure:
    """One result."""

    figure: str  #: what was measured
    packets: int  #: TNS packets that it was measured with
    packets_per_s: float  #: per second of processor time
    other: str  #: what it is held against
    other_packets_per_s: float  #: the same of that
    ratio: float  #: first over second
    least: float | None  #: smallest ratio that is right, none if any is


@dataclass(frozen=True)
class Packets:
    """TNS packets to be decoded."""

    source: str  #: where they come from
    short: list[bytes]  #: those with a 16-bit length
    long: int  #: number of those with a 32-bit length


def compiled() -> Path:
    """Return the program, built from the sources as they are.

    @return: its path
    """
    for command in (
        ["cmake", "-S", str(TOP), "-B", str(BUILD), "-G", "Ninja", "-DNET8_BUILD_BENCHMARKS=ON"],
        ["cmake", "--build", str(BUILD), "--target", "net8-codec"],
    ):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            print(done.stdout[-3000:], done.stderr[-3000:], file=sys.stderr)
            raise SystemExit("codec: the benchmark could not be compiled; the reason is above")
    return BUILD / "net8-codec"


def simulated(folder: Path) -> Path:
    """Simulate a query with 16-bit lengths and give the capture of its client.

    @param folder: where to keep it
    @return: a pcap file
    """
    sections: dict[str, Any] = {
        "client": {"release": "11.1", "sdu": 2048, "array_size": 50},
        "server": {"release": "11.1", "sdu": 2048},
        "query": {"rows": DISSECTED_ROWS},
    }
    net8.run(net8.Plan.of(sections, name="codec"), folder=folder, pcap=True)
    return max(folder.glob("*client*.pcap"), key=lambda path: path.stat().st_size)


def packets_of(path: Path) -> Iterator[tuple[bytes, bool]]:
    """Yield the TNS packets of a capture and whether their lengths have 32 bits.

    @param path: a capture
    @return: packets that are whole and without fault
    """
    try:
        found = dissect(path)
    except CaptureError:
        return
    for session in found.sessions:
        for end in (session.connection.client, session.connection.server):
            for stream in session.connection.streams(end):
                for place in cut(stream, session.conversation.long_lengths):
                    if not place.error:
                        yield stream.data[place.start : place.end], place.long_form


def packets_to_decode(fallback: Path) -> Packets:
    """Collect the packets of the captures.

    @param fallback: the capture to take where there are none
    @return: packets
    """
    shared = Path(os.environ.get("NET8_SHARED", TOP.parent / "shared")) / "captures"
    files = sorted(shared.glob("**/*.pcap*"))
    found = [packet for path in files or [fallback] for packet in packets_of(path)]
    short = [data for data, is_long in found if not is_long]
    source = f"{len(files)} captures" if files else "a simulated session"
    return Packets(source, short, len(found) - len(short))


def rate(work: Callable[[Any], object], things: Sequence[Any]) -> float:
    """Measure how many things a second of processor time does.

    @param work: what to do with each
    @param things: all of them, done over and over
    @return: things per second
    """
    passes, start = 0, time.process_time()
    while (spent := time.process_time() - start) < MEASURE_S:
        for thing in things:
            work(thing)
        passes += 1
    return passes * len(things) / spent


def core_rates(program: Path, dump: Path) -> Rates:
    """Measure the C++ codec.

    @param program: net8-codec
    @param dump: the packets
    @return: packets per second by figure
    """
    command = [str(program), str(dump), str(round(1000 * MEASURE_S))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"codec: {' '.join(command)} ended with {done.returncode}: {done.stderr[-300:]}")
    found = json.loads(done.stdout)
    return {"decode, C++": found["decode_packets_per_s"], "encode, C++": found["encode_packets_per_s"]}


def codec_round(program: Path, dump: Path, short: Sequence[bytes]) -> Rates:
    """Measure each decoder once, one after the other.

    @param program: net8-codec
    @param dump: the packets as it reads them
    @param short: the same packets
    @return: packets per second by figure; those of dpkt begin with it
    """
    decoded = [dpkt.tns.TNS(data) for data in short]
    return core_rates(program, dump) | {
        "dpkt decode": rate(dpkt.tns.TNS, short),
        "decode, Python": rate(_core.decode_packet, short),
        "dpkt encode": rate(bytes, decoded),
    }


def process_rate(command: list[str], count: int) -> float:
    """Measure a command that reads a file.

    @param command: what to run
    @param count: TNS packets in the file
    @return: packets per second of processor time, the start of the program included
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise SystemExit(f"codec: {' '.join(command)} ended with {done.returncode}: {done.stderr[-300:]}")
    return count / (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def file_round(capture: Path, count: int) -> Rates:
    """Have net8 dissect and tshark read the same file, one after the other.

    @param capture: the file
    @param count: TNS packets in it
    @return: packets per second by figure
    """
    fields = [word for name in ("frame.number", "tns.type", "tns.length") for word in ("-e", name)]
    net8_command = [sys.executable, "-m", "net8", "dissect", "--json", str(capture)]
    return {
        "dissect a file": process_rate(net8_command, count),
        _TSHARK: process_rate([_TSHARK, "-r", str(capture), "-Y", "tns", "-T", "fields", *fields], count),
    }


def best_of_medians(one_round: Callable[[], Rates], rounds: int) -> Rates:
    """Repeat sets of rounds; what disturbs a set only makes it slower.

    @param one_round: measures everything once
    @param rounds: rounds of a set
    @return: of each figure the best median of a set
    """
    medians = []
    for _set in range(SETS):
        found = [one_round() for _round in range(rounds)]
        medians.append({name: statistics.median(each[name] for each in found) for name in found[0]})
    return {name: max(each[name] for each in medians) for name in medians[0]}


def figures(rates: Rates, pairs: dict[str, tuple[str, str]], count: int) -> list[Figure]:
    """Set figures beside what they are held against.

    @param rates: packets per second
    @param pairs: by figure the rate to hold it against, and what that is called
    @param count: packets
    @return: results
    """
    return [
        Figure(name, count, rates[name], called, rates[other], rates[name] / rates[other], LEAST.get(name))
        for name, (other, called) in pairs.items()
    ]


def measure(rounds: int) -> tuple[str, list[Figure]]:
    """Measure everything.

    @param rounds: rounds of a set
    @return: what the packets are, and the results
    """
    with tempfile.TemporaryDirectory() as folder:
        capture, dump = simulated(Path(folder)), Path(folder) / "packets"
        packets = packets_to_decode(capture)
        dump.write_bytes(b"".join(b"\0" + len(data).to_bytes(4, "big") + data for data in packets.short))
        program = compiled()
        rates = best_of_medians(lambda: codec_round(program, dump, packets.short), rounds)
        pairs = {
            "decode, C++": ("dpkt decode", _DECODER),
            "decode, Python": ("dpkt decode", _DECODER),
            "encode, C++": ("dpkt encode", _DECODER),
        }
        found = figures(rates, pairs, len(packets.short))
        if shutil.which(_TSHARK):
            count = sum(1 for _packet in packets_of(capture))
            file_rates = best_of_medians(lambda: file_round(capture, count), rounds)
            found += figures(file_rates, {"dissect a file": (_TSHARK, "tshark, three fields")}, count)
    size = sum(len(data) for data in packets.short) / len(packets.short)
    left_out = f", {packets.long} with 32-bit lengths left out" if packets.long else ""
    return f"{packets.source}: {size:.0f} bytes a packet{left_out}", found


def main(
    rounds: Annotated[int, typer.Option(help=f"Rounds in each of {SETS} sets.", min=1)] = 3,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object for each figure.")] = False,
) -> None:
    """Set decoding and encoding of TNS packets beside dpkt and tshark."""
    source, found = measure(rounds)
    if as_json:
        for figure in found:
            print(json.dumps(asdict(figure)))
    else:
        title = f"{source}; processor time, best median of {SETS} sets of {rounds}"
        table = Table(
            "",
            "packets",
            "packets/s",
            "against",
            "packets/s",
            "ratio",
            "at least",
            title=title,
            box=box.SIMPLE_HEAD,
        )
        for figure in found:
            least = "" if figure.least is None else f"{figure.least:.1f}"
            ours, other = f"{figure.packets_per_s:,.0f}", f"{figure.other_packets_per_s:,.0f}"
            ratio = f"{figure.ratio:.2f}"
            table.add_row(figure.figure, f"{figure.packets:,}", ours, figure.other, other, ratio, least)
        Console().print(table)
    if any(figure.least is not None and figure.ratio < figure.least for figure in found):
        raise SystemExit(1)


if __name__ == "__main__":
    typer.run(main)
