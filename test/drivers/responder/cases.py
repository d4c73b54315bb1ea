# SPDX-License-Identifier: GPL-2.0-only
"""What the listener does in each case, by the names of the captures of drivers."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from net8_testing import encode_accept

__all__ = [
    "ALONE_CASES",
    "BATCH_CASES",
    "BLOCK_CASES",
    "CASES",
    "CURSOR_CASES",
    "DDL_CASES",
    "DIRECT_CASES",
    "DRCP_CASES",
    "FULL_CASES",
    "LOB_CASES",
    "LONG_SERVICE",
    "PATIENCE_S",
    "PIPELINE_CASES",
    "POOL_CASES",
    "READY_CASES",
    "READ_CASES",
    "SERVICE",
    "SESSIONLESS_CASES",
    "SHORT_PATIENCE_S",
    "SILENCE_S",
    "WATCH_CASES",
    "WORK_CASES",
    "Accept",
    "Case",
]

SERVICE: Final = "FREEPDB1"
"""Service that a driver asks for."""
LONG_SERVICE: Final = "S" * 243
"""A name that drives the connect data out of the CONNECT packet."""
PATIENCE_S: Final = 20.0
"""How long the responder waits for a client that has something to say; machines may be busy."""
SHORT_PATIENCE_S: Final = 2.0
"""How long it waits for one that is known to wait, too."""
SILENCE_S: Final = 6.0
"""How long case f is silent."""

_NO_NATIVE: Final = (0x04, 0x04)
_NATIVE: Final = (0x41, 0x41)
_OPTIONS: Final = 0x0C41
_CONNECTION_ID: Final = bytes(range(16))
_FLAGS_23AI: Final = 0x12000001
_XE21: Final = 0x00000001
_FAST: Final = 0x10000000
_VERSION_318: Final = 318
# Of the flags of 319 those that 318 has: the out-of-band check.
_FLAGS_318: Final = 0x00000001


@dataclass(frozen=True)
class Accept:
    """The ACCEPT of a case."""

    version: int = 318  #: version of the server
    sdu: int = 8192  #: bytes
    tdu: int = 65535  #: bytes
    connect_flags: tuple[int, int] = _NO_NATIVE  #: both bytes
    accept_flags2: int = 0  #: from version 318 on
    fixed_size: int = 0  #: bytes of the packet, 0 for those of the version
    service_options: int = _OPTIONS  #: service options

    @property
    def is_23ai(self) -> bool:
        """Whether it is one of a server of 23ai: it offers fast authentication."""
        return bool(self.accept_flags2 & _FAST)

    def agreed(self, client: int) -> Accept:
        """Return the ACCEPT for a client that may be older than the server.

        @param client: version of its CONNECT
        @return: the ACCEPT of the older version, without what came later
        """
        if client >= self.version:
            return self
        flags = self.accept_flags2 & _FLAGS_318 if client >= _VERSION_318 else 0
        return replace(self, version=client, accept_flags2=flags, fixed_size=0)

    def encode(self) -> bytes:
        """Return the packet."""
        return encode_accept(
            version=self.version,
            service_options=self.service_options,
            sdu=self.sdu,
            tdu=self.tdu,
            connect_flags=self.connect_flags,
            accept_flags2=self.accept_flags2,
            connection_id=_CONNECTION_ID,
            fixed_size=self.fixed_size,
        )


@dataclass(frozen=True)
class Case:
    """One case."""

    name: str  #: as in the names of the captures
    answer: str  #: refuse, redirect, accept, resend or silent
    text_follows: bool = False  #: whether the text of REFUSE or REDIRECT comes in the DATA packet after it
    with_data: bool = False  #: whether the REDIRECT brings connect data
    accept: Accept = field(default_factory=Accept)  #: the ACCEPT of port A, or of B after a redirect
    service: str = SERVICE  #: service that the driver is told
    sdu: int = 0  #: SDU that the driver is told, 0 for its own
    rows: int = 0  #: rows of the table; 0: the first authentication message ends the case
    prefetch: int = 0  #: rows that the driver is told to prefetch, 0 for its own
    array: int = 0  #: rows a fetch that the driver is told, 0 for its own
    #: insert (and commit, ping, roll back), batch, blocks, cursors, ddl, lobs, reads, pipe, pipes, aborts, goes on,
    #: alone, pipe pool, pool, drcp, direct, sessionless, deferred, watch; empty: a query
    work: str = ""
    ready: bool = (
        False  #: whether the protocol message offers to take what a client says of its high availability
    )
    fails: str = ""  #: name of the message that is answered with an error: OAUTH or execute
    patience_s: float = PATIENCE_S  #: how long the responder waits for a silent client


CASES: Final = (
    Case("a1", "refuse"),
    Case("a2", "refuse", text_follows=True),
    Case("b1", "redirect"),
    Case("b2", "redirect", with_data=True),
    Case("b3", "redirect", text_follows=True),
    Case("b4", "redirect", text_follows=True, with_data=True),
    Case("c1", "accept", accept=Accept(sdu=1024)),
    Case("c2", "accept", accept=Accept(version=314, sdu=1024, tdu=32767)),
    Case("c3", "accept", accept=Accept(sdu=1024, connect_flags=_NATIVE)),
    Case("c4", "accept", accept=Accept(sdu=65535)),
    Case("c5", "accept", accept=Accept(version=319, accept_flags2=_FLAGS_23AI)),
    Case("c6", "accept", accept=Accept(version=319, sdu=1024)),
    Case("c7", "accept", accept=Accept(version=319, sdu=1024, fixed_size=45)),
    Case("c8", "accept", accept=Accept(version=315, sdu=2048, tdu=2048, connect_flags=_NATIVE)),
    Case("c9", "accept", accept=Accept(sdu=256)),
    Case("c10", "accept", accept=Accept(sdu=4096, tdu=2048)),
    Case("d", "resend"),
    Case("e", "refuse", service=LONG_SERVICE),
    Case("f", "silent", patience_s=SILENCE_S),
    Case("h1", "refuse", sdu=32767),
    Case("h2", "refuse", sdu=2097152),
)
"""The cases before a logon."""

_XE21C: Final = Accept(tdu=2097152, connect_flags=(0xC1, 0x01), accept_flags2=_XE21, service_options=0x0C01)

_AI23: Final = Accept(version=319, tdu=2097152, connect_flags=(0xC1, 0x01), accept_flags2=_FLAGS_23AI)

FULL_CASES: Final = (
    Case("full-250-default", "accept", accept=_XE21C, rows=250),
    Case("full-1000-default", "accept", accept=_XE21C, rows=1000),
    Case("full-1000-array", "accept", accept=_XE21C, rows=1000, array=500),
    Case("full-1000-prefetch", "accept", accept=_XE21C, rows=1000, prefetch=501, array=500),
    Case("full-wrong-password", "accept", accept=_XE21C, rows=1, fails="OAUTH"),
    Case("full-no-table", "accept", accept=_XE21C, rows=1, fails="execute"),
    Case("full-23ai", "accept", accept=_AI23, rows=250),
    Case("full-1000-array-100", "accept", accept=_XE21C, rows=1000, array=100),
)
"""The cases with a logon and a query: a server of release 21c, as the model has it."""

WORK_CASES: Final = (
    Case("work-25", "accept", accept=_XE21C, rows=25, array=10, work="insert"),
    Case("work-23ai", "accept", accept=_AI23, rows=25, array=10, work="insert"),
)
"""The cases with a logon and an insert in arrays."""

BLOCK_CASES: Final = (
    Case("blocks-21c", "accept", accept=_XE21C, rows=1, work="blocks"),
    Case("blocks-23ai", "accept", accept=_AI23, rows=1, work="blocks"),
)
"""The cases with a logon, PL/SQL blocks and DML with RETURNING."""

BATCH_CASES: Final = (
    Case("batch-21c", "accept", accept=_XE21C, rows=25, array=10, work="batch"),
    Case("batch-23ai", "accept", accept=_AI23, rows=25, array=10, work="batch"),
)
"""The cases with a logon and an insert of arrays, of each of which two rows fail."""

PIPELINE_CASES: Final = (
    Case("pipe-23ai", "accept", accept=_AI23, rows=25, work="pipe"),
    Case("pipes-23ai", "accept", accept=_AI23, rows=25, work="pipes"),
    Case("aborts-23ai", "accept", accept=_AI23, rows=25, work="aborts"),
    Case("goes-on-23ai", "accept", accept=_AI23, rows=25, work="goes on"),
    Case("pipe-pool-23ai", "accept", accept=_AI23, rows=25, work="pipe pool"),
)
"""The cases with a logon and pipelines."""

ALONE_CASES: Final = (Case("alone-21c", "accept", accept=_XE21C, rows=25, work="alone"),)
"""The case with a logon and a pipeline where the server has no pipelines: each call waits for its reply."""

DDL_CASES: Final = (
    Case("ddl-21c", "accept", accept=_XE21C, rows=1, work="ddl"),
    Case("ddl-23ai", "accept", accept=_AI23, rows=1, work="ddl"),
)
"""The cases with a logon and DDL."""

CURSOR_CASES: Final = (
    Case("cursors-21c", "accept", accept=_XE21C, rows=250, work="cursors"),
    Case("cursors-23ai", "accept", accept=_AI23, rows=250, work="cursors"),
)
"""The cases with a logon, blocks that open cursors, and arrays of blocks."""

READ_CASES: Final = (
    Case("reads-21c", "accept", accept=_XE21C, rows=3, work="reads"),
    Case("reads-23ai", "accept", accept=_AI23, rows=3, work="reads"),
)
"""The cases with a logon and a query whose CLOBs are read."""

POOL_CASES: Final = (
    Case("pool-21c", "accept", accept=_XE21C, rows=25, work="pool"),
    Case("pool-23ai", "accept", accept=_AI23, rows=25, work="pool"),
)
"""The cases with a pool of one connection, which is pinged for each of three requests."""

DIRECT_CASES: Final = (
    Case("direct-21c", "accept", accept=_XE21C, rows=25, array=10, work="direct"),
    Case("direct-23ai", "accept", accept=_AI23, rows=25, array=10, work="direct"),
)
"""The cases with a logon and direct path loads."""

SESSIONLESS_CASES: Final = (
    Case("sessionless-23ai", "accept", accept=_AI23, rows=1, work="sessionless"),
    Case("deferred-23ai", "accept", accept=_AI23, rows=1, work="deferred"),
)
"""The cases with a logon and a sessionless transaction."""

WATCH_CASES: Final = (
    Case("watch-21c", "accept", accept=_XE21C, rows=1, work="watch"),
    Case("watch-23ai", "accept", accept=_AI23, rows=1, work="watch"),
)
"""The cases with a logon and a subscription to changes, whose notifications have a connection of their own."""

READY_CASES: Final = (
    Case("ready-23ai", "accept", accept=_AI23, rows=25, array=10, work="insert", ready=True),
    Case("ready-pool-23ai", "accept", accept=_AI23, rows=25, work="pool", ready=True),
)
"""The cases with a server that takes what a client says of its high availability."""

DRCP_CASES: Final = (
    Case("drcp-21c", "accept", accept=_XE21C, rows=25, work="drcp"),
    Case("drcp-23ai", "accept", accept=_AI23, rows=25, work="drcp"),
)
"""The same over a resident pool of the server, whose servers are given back with each request."""

LOB_CASES: Final = (
    Case("lobs-21c", "accept", accept=_XE21C, rows=1, work="lobs"),
    Case("lobs-23ai", "accept", accept=_AI23, rows=1, work="lobs"),
)
"""The cases with a logon and DML with temporary LOBs."""
