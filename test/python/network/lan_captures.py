# SPDX-License-Identifier: GPL-2.0-only
"""Frames of every transport without IP through tshark, as many as are asked for; none may be malformed.

Run by hand from the project's folder: .venv/bin/python test/python/lan_captures.py 10000
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import net8
from test_transports import frames, plan

_LOOK_UPS: Final = {"path__spx_lookup": "sap", "client__start_spacing": "100ms", "client__hosts": 10}
CASES: Final[dict[str, tuple[str, str, dict[str, object]]]] = {
    "SPX I": ("spx", "spx", {}),
    "SPX I, 802.3": ("spx", "spx", {"path__spx_frame": "802.3", "path__loss_rate": 0.01}),
    "SPX II": ("spx", "spx", {"path__spx_version": 2, "path__spx_packet": 1500, "path__spx_window": 8}),
    "IPX, SAP": ("spx", "ipxsap", _LOOK_UPS),
    "IPX, RIP": ("spx", "ipxrip", {"path__transport_background": True}),
    "DECnet": ("decnet", "dec_dna", {"path__transport_background": True}),
    "DECnet, segments": ("decnet", "dec_dna", {"path__decnet_flow": "segment", "path__loss_rate": 0.01}),
    "NetBIOS Frames": ("netbios", "netbios", {}),
    "802.2 type 2": ("netbios", "llc.control.ftype != 3", {"path__loss_rate": 0.01}),
}
"""Transport, filter of tshark, and values of the plan, by what is looked at."""


def shape(transport: str, filter_: str, count: int, values: dict[str, object]) -> net8.Plan:
    """Return a plan whose capture has so many frames of a kind."""
    grown: dict[str, object] = {"query__rows": 15 * count}
    if filter_ == "ipxsap":  # a query and an answer for each client
        grown = {"client__count": count // 2 + 1, "query__rows": 15}
    elif filter_ == "ipxrip":  # one each minute
        grown = {"client__queries": 2, "client__think_time": f"{60 * count + 1}s", "query__rows": 15}
    return plan(transport, **{"path__kind": "lan", "run__stop_time": "1e7s", **grown, **values})


def told(capture: Path, filter_: str) -> int:
    """Count the frames that tshark shows with a filter."""
    command = ["tshark", "-o", "tcp.reassemble_out_of_order:TRUE", "-r", str(capture), "-Y", filter_]
    return len(subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines())


def main() -> int:
    """Print for each case how many frames there are and how many tshark finds wrong."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    wrong = 0
    for name, (transport, filter_, values) in CASES.items():
        with tempfile.TemporaryDirectory(prefix="net8-captures-") as folder:
            net8.run(shape(transport, filter_, count, values), folder=Path(folder), pcap=True)
            capture = Path(folder) / "capture-server.pcap"
            bad = told(capture, "_ws.malformed || _ws.expert.severity >= 0x600000")
            found = told(capture, filter_)
            print(f"{name}: {found} of {len(frames(capture))} frames, {bad} malformed", flush=True)
            wrong += bad + (found < count)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
