# SPDX-License-Identifier: GPL-2.0-only
"""Messages of real OCI programs and of the servers that answered them, read and written again."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest
from net8.dissect import dissect
from net8.dissect.calls import Call, data_of
from net8_testing import OciLayout, oci_reply, oci_request

PROJECT = Path(__file__).resolve().parents[3]
CAPTURES = Path(os.environ.get("NET8_SHARED", PROJECT.parent / "shared")) / "captures"

pytestmark = pytest.mark.skipif(
    not CAPTURES.is_dir(),
    reason=f"no captures in {CAPTURES}; NET8_SHARED names the folder above them",
)

WIKI = "oracle-wiki-2016/wireshark-wiki_{}_2016.pcapng"
# OCI 11.2 of 32 bits before a server of 64: pointers of one byte.
NARROW = "oracle-wiki-2016/wireshark-wiki_TNS_Oracle5.pcap"
V9, V10, V11, V12 = 312, 313, 314, 315
SAME, OTHER = True, False

# Version of the client's release, where it is not the agreed one: CLIENTS.
# Capture and session, agreed TNS version, platforms, chunk of long texts; how many requests and replies of how many
# must read. Not read are native services, protocol and data types, parse and execute calls of 9.2 with their replies to
# a parse, replies that bring values of bind variables back, and that to the second authentication of 12.1.
SESSIONS = [
    ("trex_cap2_Oracle.pcap", 1, V9, OTHER, 64, (42, 86)),
    ("wireshark-wiki_TNS_Oracle1.pcap", 2, V10, SAME, 255, (4, 4)),
    ("john-samples_Oracle-good.pcap", 1, V11, OTHER, 64, (13, 12)),
    ("john-samples_Oracle-WinWin-1.pcap", 1, V11, SAME, 64, (12, 11)),
    (NARROW, 1, V11, OTHER, 64, (10, 10)),
    (WIKI.format("9_oracle12"), 1, V12, SAME, 255, (17, 16)),
    (WIKI.format("8_oracle11"), 1, V11, SAME, 255, (20, 20)),
    (WIKI.format("8_oracle11"), 2, V11, SAME, 255, (24, 23)),
    (WIKI.format("7_oracle10"), 1, V10, SAME, 255, (14, 14)),
    (WIKI.format("7_oracle10"), 2, V10, SAME, 255, (18, 17)),
]
# OCI 11.2 is told flags of columns by a server of 11.2, as OCI 12.1 is, and none by one of 11.1, of the same version.
CLIENTS = {WIKI.format(name): V12 for name in ("9_oracle12", "8_oracle11", "7_oracle10")} | {NARROW: V12}
AUTHENTICATIONS = {"OSESSKEY": 0x76, "OAUTH": 0x73, "version": 0x3B}


def messages(call: Call) -> tuple[bytes, bytes]:
    """Return the request and the reply of a call."""
    request = b"".join(data_of(packet) for packet in call.requests)
    return request, b"".join(data_of(packet) for packet in call.replies)


@pytest.mark.parametrize(
    ("capture", "session", "version", "same", "chunk", "least"),
    SESSIONS,
    ids=[f"{row[0]}-{row[1]}" for row in SESSIONS],
)
def test_messages_of_oci_are_read_and_written_again(
    capture: str, session: int, version: int, same: bool, chunk: int, least: tuple[int, int]
) -> None:
    layout = OciLayout(version, same, chunk, client=CLIENTS.get(capture, version), narrow=capture == NARROW)
    read: Counter[str] = Counter()
    columns = 1
    for call in dissect(CAPTURES / capture).sessions[session - 1].calls:
        request, reply = messages(call)
        again = oci_request(request, layout) if request else None
        if again is not None:
            read["requests"] += 1
            # Gaps of structures and pointers of 4 bytes hold whatever was there.
            assert len(again) == len(request)
            assert same or version < V11 or capture == NARROW or again == request
        function = AUTHENTICATIONS.get(str(call.message.function).split(" + ")[-1], 0)
        told = oci_reply(function, reply, layout, columns) if reply else None
        if told is not None:
            columns = told[0] or columns
            read["replies"] += 1
            assert len(told[3]) == len(reply)
            assert same or told[3] == reply
            assert told[2] == (call.error or (0, ""))[0]
    assert (read["requests"], read["replies"]) == least
