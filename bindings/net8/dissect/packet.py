# SPDX-License-Identifier: GPL-2.0-only
"""One packet of a capture, of TNS or of TDS."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["CLIENT", "SERVER", "TnsPacket"]

CLIENT, SERVER = "client", "server"


@dataclass(frozen=True, slots=True)
class TnsPacket:
    """One packet of a capture; of TDS, ``flags`` is its status, and ``fields`` has number and process."""

    sender: str  #: CLIENT or SERVER
    type: str  #: name of its type
    length: int  #: bytes, header included
    flags: int  #: header flags
    first_frame: int  #: frame that brought its first byte
    frame: int  #: frame that made it whole
    first_ns: int  #: time of its first byte
    time_ns: int  #: time when it was whole
    start: int  #: place of its first byte in its direction
    end: int  #: place behind its last byte
    had: int  #: place in the other direction behind what its sender had received when it sent the first byte
    announced: str  #: type of the packet whose text this DATA packet brings, empty if none
    fields: Mapping[str, object]  #: what the codec read
    error: str  #: what is wrong with its bytes, empty if nothing
