# SPDX-License-Identifier: GPL-2.0-only
"""The releases that the responder stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from net8._core import TtcProtocolReply
from net8.serving.logon import VERSION_12_1

from responder.cases import Accept
from responder.replay import replies

__all__ = ["Server", "server_of"]

_VERSION_21C: Final = 318
_TTC6: Final = 54
_HA_READINESS: Final = 0x04


@dataclass(frozen=True)
class Server:
    """One release."""

    protocol: bytes  #: its protocol message
    number: int  #: version number that it tells
    banner: str  #: first line of its banner


def server_of(accept: Accept, *, ready: bool = False) -> Server:
    """Return the release that an ACCEPT is one of.

    @param accept: the ACCEPT
    @param ready: whether it takes what a client says of its high availability
    @return: 26ai if it offers fast authentication, 21c from version 318 on, else 12.1
    """
    protocol = replies().protocol_26ai if accept.is_23ai else replies().protocol
    if accept.is_23ai:
        text = "Oracle AI Database 26ai Free Release 23.26.0.0.0 - Develop, Learn, and Run for Free"
        return Server(_readied(protocol) if ready else protocol, 0x171A0000, text)
    if accept.version >= _VERSION_21C:
        text = "Oracle Database 21c Express Edition Release 21.0.0.0.0 - Production"
        return Server(protocol, 0x15000000, text)
    text = "Oracle Database 12c Enterprise Edition Release 12.1.0.2.0 - 64bit Production"
    return Server(protocol, VERSION_12_1, text)


def _readied(protocol: bytes) -> bytes:
    """Add the capability to a protocol message: number 54, which that of 23.26.0 is too short for."""
    told = TtcProtocolReply.decode(protocol)
    old = told.compile_time
    told.compile_time = old.ljust(_TTC6, b"\0") + bytes([_HA_READINESS])
    return told.encode()
