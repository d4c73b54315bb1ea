# SPDX-License-Identifier: GPL-2.0-only
"""Messages of the native services in captures, read and written again, and what they offer beside drivers' files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from net8._core import driver_facts, native_offer
from net8.dissect import dissect
from net8.dissect.calls import data_of
from net8_testing import native_services

PROJECT = Path(__file__).resolve().parents[3]
CAPTURES = Path(os.environ.get("NET8_SHARED", PROJECT.parent / "shared")) / "captures"

pytestmark = pytest.mark.skipif(
    not CAPTURES.is_dir(),
    reason=f"no captures in {CAPTURES}; NET8_SHARED names the folder above them",
)

WIKI = "oracle-wiki-2016/wireshark-wiki_{}.pcap"
# A capture, messages of clients and of servers in it, and a driver of that release with one of the server's.
SEEN = [
    ("trex_cap2_Oracle.pcap", 1, 1, "oci", "9.2", "10.2"),
    (
        "wireshark-wiki_TNS_Oracle1.pcap",
        6,
        4,
        "sqlplus",
        "10.2",
        "10.2",
    ),  # two sessions that Windows authenticates
    (WIKI.format("TNS_Oracle2"), 3, 2, "oci", "9.2", "9.2"),
    ("john-samples_Oracle-good.pcap", 1, 1, "sqlplus", "11.2", "11.1"),
    ("ndpi_oracle12.pcapng", 1, 1, "sqlplus", "12.1", "12.1"),
    (WIKI.format("9_oracle12_2016") + "ng", 1, 1, "sqlplus", "12.1", "12.1"),
    (WIKI.format("12_sqldeveloper12_2016") + "ng", 2, 2, "jdbc-thin", "12.2", "12.1"),
    ("ojdbc-log_jdbc_26ai_session_rebuilt.pcap", 2, 2, "jdbc-thin", "23ai", "26ai"),
]


def messages(capture: str) -> tuple[list[bytes], list[bytes]]:
    """Return the messages of clients and those of servers."""
    found: tuple[list[bytes], list[bytes]] = ([], [])
    for session in dissect(CAPTURES / capture).sessions:
        for call in session.calls:
            for side, packets in enumerate((call.requests, call.replies)):
                content = b"".join(data_of(packet) for packet in packets)
                if content.startswith(b"\xde\xad\xbe\xef"):
                    found[side].append(content)
    return found


@pytest.mark.parametrize(
    ("capture", "requests", "replies", "driver", "release", "server"), SEEN, ids=[row[0] for row in SEEN]
)
def test_messages_are_written_again_as_they_were(
    capture: str, requests: int, replies: int, driver: str, release: str, server: str
) -> None:
    told, answered = messages(capture)
    assert (len(told), len(answered)) == (requests, replies)
    for message in told + answered:
        assert native_services(message) == message
    offer = native_offer(told[0])
    assert offer is not None
    facts = driver_facts(driver, release, server)
    names = ("encryption_types", "checksum_types", "authentication_methods", "encryption_mark")
    windows = ["NTS"] if "NTS" in offer[2] else []
    assert offer[:2] == (facts[names[0]], facts[names[1]])
    methods = facts[names[2]]
    assert isinstance(methods, list)
    assert offer[2] == [*methods, *windows]
    assert offer[3] == facts[names[3]]
    assert facts["native_bytes"] == len(told[0]) - 12 * len(windows)


def test_what_is_cut_is_no_message() -> None:
    whole = messages("john-samples_Oracle-good.pcap")[0][0]
    assert native_services(whole[:-1]) is None
    assert native_services(whole + b"\0") is None
    assert native_offer(b"") is None
