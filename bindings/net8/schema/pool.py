# SPDX-License-Identifier: GPL-2.0-only
"""Keys of the pool of connections that an application keeps, and of the users in front of it."""

from __future__ import annotations

from typing import Final

from net8.schema.key import Key

__all__ = ["POOL_KEYS"]

_SOURCE: Final = "PoolParams of python-oracledb 26.1"
_MOST: Final = 100_000

POOL_KEYS: Final = (
    Key("client", "pool_max", "int", 0, "Largest size of the connection pool of each host, which its clients share as "
        "users of one application; 0: no pool, each client has its own sessions.", low=0, high=_MOST,
        source=_SOURCE),
    Key("client", "pool_min", "int", 1, "Connections of a pool at the start of the run.", low=0, high=_MOST,
        source=_SOURCE),
    Key("client", "pool_increment", "int", 1, "Connections by which a pool grows.", low=1, high=_MOST,
        source=_SOURCE),
    Key("client", "pool_getmode", "choice", "wait", "What happens to a request when all pool_max connections are in "
        "use: it waits (wait), fails with ORA-24496 (nowait), or fails with ORA-24457 after pool_wait_timeout "
        "(timedwait). Thin drivers report both errors as DPY-4005.",
        choices=("wait", "nowait", "timedwait"), source=_SOURCE),
    Key("client", "pool_wait_timeout", "time", "0s", "Longest wait of a request for a connection (timedwait).", "s",
        source=_SOURCE),
    Key("client", "pool_timeout", "time", "0s", "Idle time after which a connection is closed while there are more "
        "than pool_min; 0s: never.", "s", source=_SOURCE),
    Key("client", "pool_ping_interval", "time", "60s",
        "Idle time after which a connection is pinged before a request gets it.", "s", source=_SOURCE),
    Key("client", "pool_ping_timeout", "time", "5s",
        "Time without an answer to that ping after which the connection is given up; 0s: as long as TCP takes. "
        "python-oracledb sends a break and waits for it once more.", "s",
        source="ping_timeout of python-oracledb, poolPingTimeout of node-oracledb, DPI_DEFAULT_PING_TIMEOUT of ODPI-C, "
        "validationTimeout of HikariCP"),
    Key("client", "ons", "choice", "off", "Whether the pool subscribes to events of FAN when it starts and acts on "
        "them: not at all (off), with ONS on the database hosts (reachable), or with ONS that does not answer "
        "(unreachable).", choices=("off", "reachable", "unreachable")),
    Key("client", "ons_timeout", "time", "15s", "Longest time that an application waits for a connection to ONS before "
        "its pool opens connections.", "s", source="reports of pools of JDBC: 15 s, and 1 s with FAN off"),
    Key("client", "user_delay", "random", "0s", "One-way time of a request from its user to the application, and of "
        "the answer back, in addition to the transmission at user_rate.", "s"),
    Key("client", "user_rate", "rate", None, "Rate in each direction of the line between the users and the application "
        "of a host, on which requests and answers queue.", "bit/s", low=1, unset="any"),
    Key("client", "user_request_length", "size", 1000, "Bytes of a user's request on that line.", "bytes", low=0,
        high=10**9, source="an assumption: a request of HTTP with cookies"),
    Key("client", "user_reply_length", "size", 50000, "Bytes of the answer to a user on that line.", "bytes", low=0,
        high=10**9, source="an assumption: a page"),
    Key("client", "request_cpu_time", "random", None, "CPU time of each user's request in the application before it "
        "asks for a connection; on the cores of [client.cpu] if there are any, otherwise only a delay.",
        "s", unset="none"),
)  # fmt: skip
"""Keys of [client] and [[group]]."""
