# SPDX-License-Identifier: GPL-2.0-only
"""Replies of a real 12.1 server that the responder gives unchanged, read from a capture when tests run."""

from __future__ import annotations

import functools
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from net8.dissect import dissect
from net8.dissect.calls import data_of

__all__ = ["Replies", "captures", "field_version", "replies"]

_CAPTURE: Final = "ndpi_oracle12.pcapng"
_CAPTURE_26AI: Final = "ojdbc-log_jdbc_26ai_session_rebuilt.pcap"
# Where the field version stands in the compile-time capabilities.
_FIELD_VERSION: Final = 7


@dataclass(frozen=True)
class Replies:
    """What a 12.1 server answers before the logon."""

    native: bytes  #: to the negotiation of native services
    protocol: bytes  #: to the protocol message
    protocol_26ai: bytes  #: to the same, by a server of 26ai


def field_version(protocol: bytes) -> int:
    """Give the newest field version of a server.

    @param protocol: its protocol message
    @return: the field version
    """
    at = _capabilities(protocol)
    return protocol[at + 1 + _FIELD_VERSION]


def captures() -> Path:
    """Give the folder of captures: NET8_SHARED, by default beside the project."""
    top = Path(__file__).resolve().parents[3]
    return (top / os.environ.get("NET8_SHARED", "../shared")).resolve() / "captures"


@functools.cache
def replies() -> Replies:
    """Read the replies.

    @return: the replies; FileNotFoundError without the captures
    """
    old, new = _first_replies(_CAPTURE), _first_replies(_CAPTURE_26AI)
    return Replies(old["native services"], old["protocol"], _protocol_of(new["fast authentication"]))


def _first_replies(name: str) -> dict[str, bytes]:
    """Give the first packet of the reply to each message of a capture."""
    path = captures() / name
    if not path.exists():
        raise FileNotFoundError(f"{name} is not in {captures()}: set NET8_SHARED to the folder that has it")
    found: dict[str, bytes] = {}
    for session in dissect(path).sessions:
        for call in session.calls:
            if call.replies:
                found.setdefault(str(call.message), data_of(call.replies[0]))
    return found


def _capabilities(reply: bytes) -> int:
    """Find the two strings of capabilities of a protocol message.

    Type, version, zero; name, zero; character set, flags, number of conversions of 5 bytes each (little-endian); length
    and content of a block (big-endian); the strings (python-oracledb, protocol message).
    """
    at = reply.index(b"\0", 3) + 1 + 3
    at += 2 + 5 * int.from_bytes(reply[at : at + 2], "little")
    return at + 2 + int.from_bytes(reply[at : at + 2], "big")


def _protocol_of(reply: bytes) -> bytes:
    """Cut the protocol message out of a reply that has the data types behind it."""
    at = _capabilities(reply)
    for _ in range(2):
        at += 1 + reply[at]
    return reply[:at]
