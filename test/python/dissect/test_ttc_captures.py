# SPDX-License-Identifier: GPL-2.0-only
"""Messages of real thin drivers and of the servers that answered them, read and written again byte for byte."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

import pytest
from net8._core import (
    TtcAuthReply,
    TtcAuthRequest,
    TtcDataTypesReply,
    TtcDataTypesRequest,
    TtcError,
    TtcExecute,
    TtcFastAuth,
    TtcLayout,
    TtcProtocolReply,
    TtcVersionReply,
    ttc_call,
)
from net8.dissect import dissect
from net8.dissect.calls import Call, data_of
from net8_testing import TtcFetch, TtcReplyParts

PROJECT = Path(__file__).resolve().parents[3]
CAPTURES = Path(os.environ.get("NET8_SHARED", PROJECT.parent / "shared")) / "captures"

pytestmark = pytest.mark.skipif(
    not CAPTURES.is_dir(),
    reason=f"no captures in {CAPTURES}; NET8_SHARED names the folder above them",
)

# Captures, the field version that both ends come to, how many messages must read, and replies that need not: one of
# 12.1 has an I/O vector with an integer of one zero byte, which nobody would write again. The second session of 26ai is
# left out: its client sends protocol and data types in one message.
WIKI = "oracle-wiki-2016/wireshark-wiki_{}_2016.pcapng"
SESSIONS = {
    WIKI.format("10_sqldeveloper10"): (4, {"execute": 84, "fetch": 12, "OSESSKEY": 2, "OAUTH": 2}, 0),
    WIKI.format("11_sqldeveloper11"): (6, {"execute": 94, "fetch": 12, "OSESSKEY": 2, "OAUTH": 2}, 0),
    WIKI.format("12_sqldeveloper12"): (7, {"execute": 97, "fetch": 12, "OSESSKEY": 2, "OAUTH": 2}, 1),
    "ojdbc-log_jdbc_26ai_session_rebuilt.pcap": (24, {"execute": 9, "OAUTH": 1}, 0),
    "drivers/python-full-250rows-default.pcap": (7, {"execute": 1, "fetch": 3, "OSESSKEY": 1, "OAUTH": 1}, 0),
    "drivers/node-full-250rows-default.pcap": (7, {"execute": 1, "fetch": 3, "OSESSKEY": 1, "OAUTH": 1}, 0),
    "drivers/jdbc-full-1000rows-default.pcap": (7, {"execute": 1, "fetch": 6, "OSESSKEY": 1, "OAUTH": 1}, 0),
}
"""Field version, requests by name, and replies that are not read."""

Asked = TtcExecute | TtcFetch | TtcAuthRequest
REQUESTS: dict[str, type[Asked]] = {
    "execute": TtcExecute,
    "fetch": TtcFetch,
    "OSESSKEY": TtcAuthRequest,
    "OAUTH": TtcAuthRequest,
}


class Message(Protocol):
    """What all messages can do."""

    def size(self, layout: TtcLayout = ...) -> int:
        """Return the bytes of encode()."""

    def encode(self, layout: TtcLayout = ...) -> bytes:
        """Return the message."""


MessageT = TypeVar("MessageT", bound=Message)


@dataclass
class Reader:
    """Reads a session, call by call, as both of its ends do."""

    layout: TtcLayout = field(default_factory=TtcLayout)
    server: int = 0
    columns: dict[int, int] = field(default_factory=dict)
    read: Counter[str] = field(default_factory=Counter)
    unread: list[str] = field(default_factory=list)

    def take(self, name: str, request: bytes, reply: bytes) -> None:
        """Read a request and its reply."""
        if name == "protocol" and self.layout == TtcLayout():
            self.server = self.same(TtcProtocolReply.decode(reply), reply).field_version
        elif name == "data types":
            client = self.same(TtcDataTypesRequest.decode(request), request)
            self.same(TtcDataTypesReply.decode(reply), reply)
            self.layout = TtcLayout.agree(self.server, client, False)
        elif name == "fast authentication":
            asked = self.same(TtcFastAuth.decode(request), request)
            if reply:
                self.fast(asked, reply)
        elif name.split(" + ")[-1] in REQUESTS:
            self.call(name.split(" + ")[-1], request[ttc_call(request)[0] :], reply)
        elif name == "version":
            self.same(TtcVersionReply.decode(reply, self.layout), reply)

    def fast(self, asked: TtcFastAuth, reply: bytes) -> None:
        """Read the three parts of the reply to a fast authentication."""
        protocol = TtcProtocolReply.decode(reply).encode()
        types = TtcDataTypesReply.decode(reply[len(protocol) :]).encode()
        self.server = TtcProtocolReply.decode(reply).field_version
        self.layout = TtcLayout.agree(self.server, asked.data_types, False)
        rest = reply[len(protocol) + len(types) :]
        assert (
            protocol + types + self.same(TtcAuthReply.decode(rest, self.layout), rest).encode(self.layout)
            == reply
        )

    def call(self, name: str, request: bytes, reply: bytes) -> None:
        """Read a call of a session."""
        asked = self.same(REQUESTS[name].decode(request, self.layout), request)
        self.read[name] += 1
        if isinstance(asked, TtcAuthRequest):
            self.same(TtcAuthReply.decode(reply, self.layout), reply)
            return
        counted = isinstance(asked, TtcExecute) and asked.row_counts > 0
        try:
            parts = TtcReplyParts.decode(reply, self.layout, self.columns.get(asked.cursor, 0), counted)
        except TtcError:
            self.unread.append(reply.hex())
            return
        assert parts.encode(self.layout) == reply
        assert parts.end is not None
        self.columns[parts.end.cursor] = parts.columns

    def same(self, message: MessageT, content: bytes) -> MessageT:
        """Hold what is written against what was read."""
        written = message.encode(self.layout)
        assert content.startswith(written)
        assert message.size(self.layout) == len(written)
        return message


def calls(path: Path) -> Iterator[list[Call]]:
    """Yield the calls of each session of a capture."""
    for session in dissect(path).sessions:
        yield session.calls


@pytest.mark.parametrize("name", SESSIONS)
def test_messages_are_written_as_they_were_read(name: str) -> None:
    version, requests, unread = SESSIONS[name]
    read: Counter[str] = Counter()
    missed: list[str] = []
    for found in calls(CAPTURES / name):
        reader = Reader()
        if str(found[1].message) == "fast authentication" and not data_of(found[1].requests[0]).startswith(
            b'"'
        ):
            continue
        for call in found:
            request, reply = (b"".join(map(data_of, packets)) for packets in (call.requests, call.replies))
            reader.take(str(call.message), request, reply)
        assert reader.layout.field_version == version
        read += reader.read
        missed += reader.unread
    assert read == requests
    assert len(missed) == unread
