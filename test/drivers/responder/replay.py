# SPDX-License-Identifier: GPL-2.0-only
"""Replies of a real 12.1 server that the responder gives unchanged, read from a capture when tests run."""

from __future__ import annotations

import functools
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from net8.dissect import dissect
from net8.dissect_calls import data_of

__all__ = ["Replies", "captures", "replies"]

_CAPTURE: Final = "ndpi_oracle12.pcapng"
_LOGON_TYPES: Final = bytes((0x06, 0x01, 0x01, 0x01, 0x2F))
_OLDER_TYPES: Final = bytes((0x06, 0x01, 0x01, 0x01, 0x0F))


@dataclass(frozen=True)
class Replies:
    """What a 12.1 server answers before the logon."""

    native: bytes  #: to the negotiation of native services
    protocol: bytes  #: to the protocol message

    @property
    def protocol_11g(self) -> bytes:
        """Give the protocol reply without the logon types of 12c, so that JDBC makes its key the 11g way."""
        return self.protocol.replace(_LOGON_TYPES, _OLDER_TYPES)


def captures() -> Path:
    """Give the folder of captures: NET8_SHARED, by default beside the project."""
    top = Path(__file__).resolve().parents[3]
    return (top / os.environ.get("NET8_SHARED", "../shared")).resolve() / "captures"


@functools.cache
def replies() -> Replies:
    """Read the replies.

    @return: the replies; FileNotFoundError without the capture
    """
    path = captures() / _CAPTURE
    if not path.exists():
        raise FileNotFoundError(
            f"{_CAPTURE} is not in {captures()}: set NET8_SHARED to the folder that has it"
        )
    found: dict[str, bytes] = {}
    for session in dissect(path).sessions:
        for call in session.calls:
            if call.replies:
                found.setdefault(str(call.message), data_of(call.replies[0]))
    return Replies(found["native services"], found["protocol"])
