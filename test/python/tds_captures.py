# SPDX-License-Identifier: GPL-2.0-only
"""Frames of TDS over every transport, and through named pipes, through tshark; none may be malformed.

Run by hand from the project's folder: .venv/bin/python test/python/tds_captures.py 600
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Final

import net8
from lan_captures import told

CASES: Final[dict[str, tuple[str, dict[str, object]]]] = {
    "TCP, batches": ("tds", {}),
    "TCP, calls, losses": ("tds", {"tds.request": "rpc", "path.loss_rate": 0.005}),
    "SPX": ("spx", {"path.transport": "spx"}),
    "DECnet": ("dec_dna", {"path.transport": "decnet"}),
    "NetBIOS": ("netbios", {"path.transport": "netbios"}),
    "pipe, port 139": ("nbss", {"tds.named_pipe": True}),
    "pipe, port 445, losses": (
        "smb",
        {"tds.named_pipe": True, "listener.port": 445, "path.loss_rate": 0.005},
    ),
    "pipe, NetBIOS": ("smb", {"tds.named_pipe": True, "path.transport": "netbios"}),
    "pipe, NetBIOS, losses, reads of 400 bytes": (
        "smb",
        {
            "tds.named_pipe": True, "path.transport": "netbios", "path.loss_rate": 0.01, "tds.pipe_read_limit": 400,
        },
    ),
}  # fmt: skip
"""Filter of tshark, and values of the plan, by what is looked at."""


def main() -> int:
    """Print for each case how many frames there are and how many tshark finds wrong."""
    queries = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    base = net8.Plan.of(
        {
            "path": {"kind": "lan", "lan_rate": "100Mbps"},
            "client": {"protocol": "tds", "count": 8, "hosts": 4, "queries": queries},
            "tds": {"packet_size": 4096},
            "query": {"rows": 60, "row_length": 100},
            "run": {"stop_time": "1e6s"},
        }
    )
    wrong = 0
    for name, (filter_, values) in CASES.items():
        with tempfile.TemporaryDirectory(prefix="net8-captures-") as folder:
            net8.run(base.with_values(values), folder=Path(folder), pcap=True)
            capture = Path(folder) / "capture-server.pcap"
            bad = told(capture, "_ws.malformed || _ws.expert.severity >= 0x800000")
            print(
                f"{name}: {told(capture, filter_)} of {told(capture, 'frame')} frames, {bad} malformed",
                flush=True,
            )
            wrong += bad
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
