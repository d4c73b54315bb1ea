# SPDX-License-Identifier: GPL-2.0-only
"""Hostile captures: whatever the bytes are, there is an answer or one sentence, soon, in little memory."""

from __future__ import annotations

import os
import time
import tracemalloc
from pathlib import Path

import pytest
from dissect_case import (
    CPU_S,
    MEMORY_BASE,
    MEMORY_PER_BYTE,
    MS,
    capture_of,
    examine,
    examine_within_bounds,
    read,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from made_capture import ACCEPT, END_OF_FILE, FETCH, Sent, connect, data, ethernet, pcap, pcapng
from net8.dissect.as_json import as_object

PROJECT = Path(__file__).resolve().parents[3]
CAPTURES = Path(os.environ.get("NET8_SHARED", PROJECT.parent / "shared")) / "captures"
LARGEST_SEED = 30_000
CORPUS = PROJECT / "test" / "fuzz" / "corpus" / "dissect"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a file that each example writes anew."""
    return tmp_path_factory.mktemp("fuzz") / "hostile"


def seeds() -> list[bytes]:
    """Return captures to start from: made ones, and small real ones where they are."""
    opening = connect()
    at = len(opening)
    sent = [
        Sent(0, True, 0, opening), Sent(1 * MS, False, 0, ACCEPT), Sent(2 * MS, True, at, FETCH),
        Sent(3 * MS, False, 32, data(b"\x06" + bytes(90) + b"ORA-01403: no data found\n")),
        Sent(4 * MS, True, at + 21, END_OF_FILE),
    ]  # fmt: skip
    frames = [(s.time_ns, ethernet(s.packet())) for s in sent]
    made = [
        pcap(frames),
        pcap(frames, order=">", nanoseconds=True),
        pcapng(frames),
        pcapng(frames, order=">"),
    ]
    real = [path.read_bytes() for path in sorted(CAPTURES.glob("**/*.pcap*"))]
    return made + [content for content in real if len(content) < LARGEST_SEED]


SEEDS = seeds()
PLACE = st.floats(0, 1, exclude_max=True)
CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["set", "insert", "remove", "repeat", "number"]), PLACE, st.binary(min_size=1, max_size=8)
    ),
    max_size=12,
)  # fmt: skip
NUMBERS = (0, 1, 7, 8, 0x7F, 0x80, 0xFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF)


def change(content: bytearray, kind: str, place: float, new: bytes) -> None:
    """Make one change to a file."""
    at = int(place * len(content))
    if kind == "set":
        content[at : at + len(new)] = new
    elif kind == "insert":
        content[at:at] = new
    elif kind == "remove":
        del content[at : at + new[0]]
    elif kind == "repeat":
        content[at:at] = content[at : at + 4 * new[0]]
    else:
        content[at : at + 4] = NUMBERS[new[0] % len(NUMBERS)].to_bytes(4, "big" if len(new) % 2 else "little")


@pytest.mark.slow
@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.sampled_from(SEEDS), changes=CHANGES)
def test_changed_captures_are_answered(
    hostile: Path, seed: bytes, changes: list[tuple[str, float, bytes]]
) -> None:
    content = bytearray(seed)
    for kind, place, new in changes:
        change(content, kind, place, new)
    hostile.write_bytes(content)
    started = time.process_time()
    examine(hostile)
    assert time.process_time() - started < CPU_S


@settings(max_examples=200, deadline=None)
@given(payloads=st.lists(st.binary(max_size=200), max_size=12), start=st.binary(max_size=12))
def test_any_bytes_at_the_port_are_answered(hostile: Path, payloads: list[bytes], start: bytes) -> None:
    """Nothing but the TCP layer is right: bytes of both directions at a listener's port are anything."""
    places = {True: 0, False: 0}
    frames = []
    for number, payload in enumerate(payloads):
        from_client = number % 2 == 0
        sent = Sent(number * MS, from_client, places[from_client], start + payload)
        places[from_client] += len(sent.payload)
        frames.append((sent.time_ns, ethernet(sent.packet())))
    hostile.write_bytes(pcap(frames))
    examine(hostile)


COUNT = 8000
NULL = bytes.fromhex("0008000007000000")


def stress() -> dict[str, bytes]:
    """Return files of a few hundred kB on which a careless reader takes time or memory squared."""
    one = [Sent(n, True, n, b"\x00") for n in range(COUNT)]
    small = [Sent(n, True, 400 * n, NULL * 50) for n in range(COUNT // 50)]
    refuse = bytes.fromhex("000c0000040000002200005b")
    cases = {
        "texts that never come": [Sent(n, False, 12 * n, refuse) for n in range(COUNT)],
        "packets of 8 bytes": small,
        "segments of 1 byte": one,
        "backwards": one[::-1],
        "a hole behind every byte": [Sent(n, True, 3 * n, b"\x06") for n in range(COUNT)],
        "an out-of-band hole behind every byte": [Sent(n, True, 2 * n, b"\x06") for n in range(COUNT)],
        "everything again": [Sent(n, True, n % 7, bytes(60)) for n in range(COUNT)],
        "a connection for each segment": [Sent(n, True, 16 * n, NULL, 2) for n in range(COUNT // 8)],
        "a start of a packet in each segment": [Sent(n, True, 9 * n, b"\xff" + NULL) for n in range(COUNT)],
    }
    files = {name: pcap([(s.time_ns, ethernet(s.packet())) for s in sent]) for name, sent in cases.items()}
    option = (2).to_bytes(2, "little") + bytes(2)
    block = (32 + 4 * 60000).to_bytes(4, "little")
    section = pcapng([])[:28]
    files["options of 0 bytes"] = section + b"\x01\0\0\0" + block + bytes(20) + option * 60000 + block
    return files


@pytest.mark.slow
@pytest.mark.parametrize("name", stress())
def test_work_grows_with_the_file_only(tmp_path: Path, name: str) -> None:
    """Squared, 8000 segments would be 64 million steps or copies."""
    path = tmp_path / "hostile"
    path.write_bytes(stress()[name])
    started = time.process_time()
    found = read(path)
    assert isinstance(found, str) or as_object(found)["sessions"]
    assert time.process_time() - started < CPU_S


@pytest.mark.slow
@pytest.mark.parametrize("name", ["packets of 8 bytes", "backwards", "a hole behind every byte"])
def test_memory_grows_with_the_file_only(tmp_path: Path, name: str) -> None:
    path = tmp_path / "hostile"
    path.write_bytes(stress()[name])
    tracemalloc.start()
    found = read(path)
    if not isinstance(found, str):
        as_object(found)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < MEMORY_BASE + MEMORY_PER_BYTE * path.stat().st_size


@pytest.mark.slow
def test_what_the_fuzzer_kept_is_answered(hostile: Path) -> None:
    """The seeds with names hold 111 packets, counted by hand; what the fuzzer added to them has some more."""
    packets = 0
    for kept in sorted(CORPUS.iterdir()):
        hostile.write_bytes(capture_of(kept.read_bytes()))
        packets += examine_within_bounds(hostile)
    assert packets >= 111
