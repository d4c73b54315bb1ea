# SPDX-License-Identifier: GPL-2.0-only
"""Replies of a real 12.1 server that the responder gives unchanged, read from a capture when tests run."""

from __future__ import annotations

import functools
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from net8._core import TtcProtocolReply
from net8.dissect import dissect
from net8.dissect.calls import data_of

__all__ = ["Replies", "captures", "replies"]

_CAPTURE: Final = "ndpi_oracle12.pcapng"
_CAPTURE_26AI: Final = "ojdbc-log_jdbc_26ai_session_rebuilt.pcap"


@dataclass(frozen=True)
class Replies:
    """What a 12.1 server answers before the logon."""

    native: bytes  #: to the negotiation of native services
    protocol: bytes  #: to the protocol message
    protocol_26ai: bytes  #: to the same, by a server of 26ai


def captures() -> Path:
    """Return the folder of captures: NET8_SHARED, by default beside the project."""
    top = Path(__file__).resolve().parents[3]
    return (top / os.environ.get("NET8_SHARED", "../shared")).resolve() / "captures"


@functools.cache
def replies() -> Replies:
    """Read the replies.

    @return: the replies; FileNotFoundError without the captures
    """
    old, new = _first_replies(_CAPTURE), _first_replies(_CAPTURE_26AI)
    return Replies(
        old["native services"], old["protocol"], TtcProtocolReply.decode(new["fast authentication"]).encode()
    )


def _first_replies(name: str) -> dict[str, bytes]:
    """Return the first packet of the reply to each message of a capture."""
    path = captures() / name
    if not path.exists():
        raise FileNotFoundError(f"{name} is not in {captures()}: set NET8_SHARED to the folder that has it")
    found: dict[str, bytes] = {}
    for session in dissect(path).sessions:
        for call in session.calls:
            if call.replies:
                found.setdefault(str(call.message), data_of(call.replies[0]))
    return found
