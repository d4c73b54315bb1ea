# SPDX-License-Identifier: GPL-2.0-only
"""Instructions per TCP segment of a fetch and of BulkSend on the same path, and per frame of each transport on a LAN.

Counts them with callgrind inside Simulator::Run, so that neither the machine's load nor the start of the program
matters: the same binary gives the same number. A layer is the library that the instruction is in, TCP and IP apart;
what the allocator and the C++ library do for all of them is a layer of its own.
"""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Annotated, Final

import typer
from rich import box
from rich.console import Console
from rich.table import Table

HERE: Final = Path(__file__).resolve().parent
SEGMENT_BYTES: Final = 1448
LIMIT: Final = 1.05
WANTED: Final = 18_000
"""Instructions of a segment that a fetch over computed hops is to come to."""
LAYERS: Final = (
    ("stages", r"Net8Stage|FifoStage|Net8FrameHead|Net8Plain|Net8EventHeap|ArrivalEvent"),
    ("transport without IP", r"net8::(Net8)?(Lan|Netbios|Ipx|Spx|Decnet|Nsp|Nbf|Llc|Sap)[A-Z]"),
    (
        "Oracle Net",
        r"net8::(?!Tcp|Net8(Ethernet|FrameArrival|Tcp|Packet(Ranges|Slice)|Deadline|EndPointTable|Path))",
    ),
    ("Ethernet", r"net8::Net8(Ethernet|FrameArrival)|BridgeNetDevice|libns3[^ ]*-bridge"),
    ("TCP", r"Tcp|Net8(EndPointTable|Packet(Ranges|Slice)|Deadline)"),
    ("WAN link", r"libns3[^ ]*-point-to-point"),
    ("IP, ARP", r"libns3[^ ]*-(internet|traffic-control)"),
    ("packets", r"libns3[^ ]*-network"),
    ("events, objects, logging", r"libns3[^ ]*-core"),
    ("memory", r"malloc|_int_free|operator (new|delete)|free\b|unlink_chunk"),
)
"""Layer and what its functions look like, first match first."""
OTHER: Final = "C and C++ library"
COMPUTED: Final = {"Net8 fetch, hops computed": "v4", "Net8 fetch, hops computed, IPv6": "v6"}
"""Modes whose hops are computed, and their IP version."""
TRANSPORTS: Final = ("tcp", "spx", "decnet", "netbios")
"""What carries the same fetch on one LAN, with the sizes and windows that a plan has without more."""
LAN_LINKS: Final = 2
"""Links that a frame crosses there: host to switch, switch to host."""
LINE: Final = re.compile(r"^\s*([\d,]+) \([^)]*\)\s+(.*)$")


def program() -> Path:
    """Return the program of the bulk-fetch benchmark, built from the sources as they are.

    @return: its path
    """
    spec = importlib.util.spec_from_file_location("bulk_fetch", HERE / "bulk-fetch.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    built: Path = module.compiled()
    return built


def layer(function: str) -> str:
    """Tell the layer of a function.

    @param function: function and library, as callgrind_annotate prints them
    @return: name of the layer
    """
    return next((name for name, pattern in LAYERS if re.search(pattern, function)), OTHER)


def count(built: Path, options: list[str]) -> tuple[Counter[str], int]:
    """Run one mode under callgrind.

    @param built: the benchmark
    @param options: its options
    @return: instructions by layer, and bytes moved
    """
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind.out"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}"]
        command += ["--toggle-collect=ns3::Simulator::Run()", str(built), *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise SystemExit(f"instructions: {' '.join(command)} failed: {done.stderr[-300:]}")
        annotate = ["callgrind_annotate", "--threshold=100", "--auto=no", str(out)]
        lines = subprocess.run(annotate, capture_output=True, text=True, check=True).stdout.splitlines()
    found: Counter[str] = Counter()
    for line in lines:
        if (match := LINE.match(line)) and match[2] != "PROGRAM TOTALS":
            found[layer(match[2])] += int(match[1].replace(",", ""))
    return found, int(json.loads(done.stdout)["bytes"])


def frames(built: Path, options: list[str]) -> int:
    """Count the frames of a fetch on one LAN, acknowledgements and what opens and ends the connection among them.

    @param built: the benchmark
    @param options: its options
    @return: frames that hosts sent
    """
    done = subprocess.run([str(built), *options, "--count=1"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"instructions: {' '.join(options)} failed: {done.stderr[-300:]}")
    return int(json.loads(done.stdout)["transmissions"]) // LAN_LINKS


def per_frame(built: Path, mega_bytes: int) -> tuple[dict[str, Counter[str]], dict[str, int]]:
    """Count the instructions of the fetch over each transport.

    @param built: the benchmark
    @param mega_bytes: size of the fetch
    @return: instructions per frame by layer, and frames per MB of replies, of each transport
    """
    columns: dict[str, Counter[str]] = {}
    densities: dict[str, int] = {}
    for transport in TRANSPORTS:
        options = ["--mode=fetch", f"--bytes={mega_bytes * 1_000_000}", f"--transport={transport}"]
        sent = frames(built, options)
        found, size = count(built, options)
        columns[transport] = Counter({key: value // sent for key, value in found.items()})
        densities[transport] = round(sent * 1e6 / size)
    return columns, densities


def show(columns: dict[str, Counter[str]], title: str) -> None:
    """Print the instructions of each layer.

    @param columns: instructions by layer, of each mode
    @param title: what they are instructions of
    """
    table = Table("layer", *columns, title=title, box=box.SIMPLE_HEAD)
    for name in (*(name for name, _pattern in LAYERS), OTHER):
        table.add_row(name, *(f"{column[name]:,}" for column in columns.values()))
    table.add_section()
    table.add_row("all", *(f"{column.total():,}" for column in columns.values()))
    Console().print(table)


def main(
    mega_bytes: Annotated[int, typer.Option(help="Size of the fetch, MB.", min=1)] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object a line, no table.")] = False,
) -> None:
    """Count the instructions of a fetch, walked and computed, and of BulkSend, 100 Mb/s and 5 ms; of transports."""
    if shutil.which("valgrind") is None:
        print("instructions: valgrind is not installed (Debian: sudo apt install valgrind)", file=sys.stderr)
        raise SystemExit(2)
    built = program()
    fetch, size = count(built, ["--mode=fetch", f"--bytes={mega_bytes * 1_000_000}"])
    segments = -(-size // SEGMENT_BYTES)
    columns = {"Net8 fetch": fetch}
    for name, ip in COMPUTED.items():
        options = ["--mode=fetch", f"--bytes={mega_bytes * 1_000_000}", "--network=stages", f"--ip={ip}"]
        columns[name], _size = count(built, options)
    for name, options in (
        ("BulkSend, writes of an SDU", ["--sendSize=8192"]),
        ("BulkSend, writes of a segment", [f"--sendSize={SEGMENT_BYTES}"]),
        ("BulkSend, ns-3's TCP", [f"--sendSize={SEGMENT_BYTES}", "--stock=1"]),
    ):
        columns[name], _size = count(built, ["--mode=bulk", f"--bytes={size}", *options])
    per = {
        name: Counter({key: value // segments for key, value in found.items()})
        for name, found in columns.items()
    }
    ratio = fetch.total() / columns["BulkSend, writes of a segment"].total()
    over_stock = columns["Net8 fetch, hops computed"].total() / columns["BulkSend, ns-3's TCP"].total()
    on_lan, densities = per_frame(built, mega_bytes)
    if as_json:
        for name, column in on_lan.items():
            line = {"benchmark": "instructions", "transport": name, "frames_per_mb": densities[name]}
            print(json.dumps({**line, "per_frame": column}))
        for name, column in per.items():
            print(json.dumps({"benchmark": "instructions", "mode": name, "per_segment": column}))
        print(json.dumps({"benchmark": "instructions", "ratio": ratio, "limit": LIMIT}))
        print(json.dumps({"benchmark": "instructions", "stock_ratio": over_stock}))
    else:
        show(per, "Instructions per TCP segment")
        show(on_lan, "Instructions per frame, one LAN of 100 Mb/s, acknowledgements counted as frames")
        for name, column in on_lan.items():
            ratio_tcp = column.total() / on_lan["tcp"].total()
            print(f"{name}: {densities[name]:,} frames per MB, a frame {ratio_tcp:.2f} of one of TCP")
        print(f"fetch over BulkSend with writes of a segment: {ratio:.3f} (at most {LIMIT:.2f} is right)")
        print(f"fetch whose hops are computed over BulkSend with ns-3's TCP: {over_stock:.3f}")
        for name in COMPUTED:
            print(f"segment, {name}: {per[name].total():,} instructions (wanted: {WANTED:,})")
    if ratio > LIMIT:
        raise SystemExit(1)


if __name__ == "__main__":
    typer.run(main)
