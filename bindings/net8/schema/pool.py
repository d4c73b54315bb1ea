# SPDX-License-Identifier: GPL-2.0-only
"""Keys of the pool of connections that an application keeps, and of the users in front of it."""

from __future__ import annotations

from typing import Final

from net8.schema.key import Key

__all__ = ["POOL_KEYS"]

_SOURCE: Final = "PoolParams of python-oracledb 26.1"
_MOST: Final = 100_000

POOL_KEYS: Final = (
    Key("client", "pool_max", "int", 0, "Most connections in the pool of each host, which its clients then share as "
        "users of an application; 0: no pool, each client has sessions of its own.", low=0, high=_MOST,
        source=_SOURCE),
    Key("client", "pool_min", "int", 1, "Connections of a pool from the start of the run on.", low=0, high=_MOST,
        source=_SOURCE),
    Key("client", "pool_increment", "int", 1, "Connections by which a pool grows.", low=1, high=_MOST,
        source=_SOURCE),
    Key("client", "pool_getmode", "choice", "wait", "What becomes of a request that finds pool_max connections in use: "
        "it waits, fails with ORA-24496 (nowait), or waits for pool_wait_timeout and fails with ORA-24457 (timedwait); "
        "thin drivers call both DPY-4005.", choices=("wait", "nowait", "timedwait"), source=_SOURCE),
    Key("client", "pool_wait_timeout", "time", "0s", "Longest wait of a request for a connection (timedwait).", "s",
        source=_SOURCE),
    Key("client", "pool_timeout", "time", "0s", "Idle time after which a connection is closed while there are more "
        "than pool_min; 0s: none is.", "s", source=_SOURCE),
    Key("client", "pool_ping_interval", "time", "60s",
        "Idle time after which a connection is pinged before a request gets it.", "s", source=_SOURCE),
    Key("client", "user_delay", "random", "0s", "Time that a request takes from its user to the application with the "
        "pool, and its answer back, beside what user_rate makes it wait.", "s"),
    Key("client", "user_rate", "rate", None, "Rate of either direction of the line between users and the application "
        "of a host, on which requests and answers wait for each other.", "bit/s", low=1, unset="any"),
    Key("client", "user_request_length", "size", 1000, "Bytes of a user's request on that line.", "bytes", low=0,
        high=10**9, source="an assumption: a request of HTTP with cookies"),
    Key("client", "user_reply_length", "size", 50000, "Bytes of the answer to a user on that line.", "bytes", low=0,
        high=10**9, source="an assumption: a page"),
    Key("client", "request_cpu_time", "random", None, "CPU of each user's request in the application, before it asks "
        "for a connection: of the host's cores ([client.cpu]), else time alone.", "s", unset="none"),
)  # fmt: skip
"""Keys of [client] and [[group]]."""
