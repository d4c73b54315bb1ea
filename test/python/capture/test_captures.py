# SPDX-License-Identifier: GPL-2.0-only
"""Every TNS packet of every public capture decodes and encodes back byte for byte.

The captures live outside the project, in the folder ``captures`` of ``NET8_SHARED`` (default:
``../shared`` beside the project). Their README.md says how many packets of each type they hold,
and which files are odd.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

import net8_testing
import pytest
from net8.dissect import dissect
from net8.dissect.packets import cut

PROJECT = Path(__file__).resolve().parents[3]
CAPTURES = Path(os.environ.get("NET8_SHARED", PROJECT.parent / "shared")) / "captures"
LETTERS = {
    "C": "CONNECT",
    "A": "ACCEPT",
    "R": "REFUSE",
    "Rd": "REDIRECT",
    "D": "DATA",
    "Rs": "RESEND",
    "M": "MARKER",
}
# README: the first CONNECT segment of these carries one byte more than the TNS length says.
SURPLUS_BYTE = {"trex_cap2_Oracle.pcap", "trex_tun_oracle_mss440.pcap"}

pytestmark = pytest.mark.skipif(
    not CAPTURES.is_dir(),
    reason=f"no captures in {CAPTURES}; NET8_SHARED names the folder above them",
)


def capture_files() -> list[Path]:
    """All captures, those of the driver runs included."""
    return sorted(CAPTURES.glob("**/*.pcap*"))


def check(path: Path) -> Counter[str]:
    """Decode and encode all packets of a capture; count them by type."""
    counts: Counter[str] = Counter()
    outside = 0
    for session in dissect(path).sessions:
        for sender in (session.connection.client, session.connection.server):
            for stream in session.connection.streams(sender):
                size = len(stream.data)
                for place in cut(stream, session.conversation.long_lengths):
                    packet = stream.data[place.start : place.end]
                    assert place.error == ""
                    assert net8_testing.roundtrip_packet(packet, place.long_form) == packet
                    counts[str(place.fields["type"])] += 1
                    size -= len(packet)
                outside += size
    # Every byte that was sent belongs to a packet.
    assert outside == (1 if path.name in SURPLUS_BYTE else 0)
    return counts


def published_counts() -> dict[str, dict[str, int]]:
    """Read the counts by type that README.md gives, by file name."""
    found: dict[str, dict[str, int]] = {}
    last: dict[str, int] = {}
    for row in (CAPTURES / "README.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in row.split("|")]
        if len(cells) < 6 or not cells[1].startswith("`"):
            continue
        names = re.findall(r"`([^`]+)`", cells[1])
        pairs = re.findall(r"\b(Rs|Rd|[CARDM])(\d+)\b", cells[4])
        last = {LETTERS[letter]: int(number) for letter, number in pairs} or last
        for name in names:
            full = name if "." in name else names[0].replace("-1.", f"{name}.")
            found[full] = last
    return found


@pytest.mark.parametrize("path", capture_files(), ids=lambda path: path.stem)
def test_every_packet_encodes_back(path: Path) -> None:
    """100 % of the packets come back byte for byte, in the numbers that README.md gives."""
    counts = check(path)
    print(f"{path.name}: {sum(counts.values())} packets, {dict(counts)}")
    assert sum(counts.values()) > 0
    expected = published_counts().get(path.name)
    if expected is not None:
        assert dict(counts) == expected


def test_readme_gives_counts_of_every_real_capture() -> None:
    """The comparison above leaves out none of the captures of real servers."""
    assert set(published_counts()) == {path.name for path in CAPTURES.glob("*.pcap*")}
