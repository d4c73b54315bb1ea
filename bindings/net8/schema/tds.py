# SPDX-License-Identifier: GPL-2.0-only
"""The keys of TDS, and what of a plan has a meaning with it."""

from __future__ import annotations

from typing import Final

from net8.schema.key import TDS_DRIVERS, Key

__all__ = ["PIPE_PORT", "TDS_KEYS", "TDS_MEANS", "TDS_PORT"]

TDS_PORT: Final = 1433
"""Port on which a SQL Server listens unless a plan says otherwise (IANA, ms-sql-s)."""

PIPE_PORT: Final = 139
"""Port of the NetBIOS session that carries a named pipe over TCP (RFC 1002)."""

TDS_KEYS: Final = (
    Key("tds", "driver", "choice", "python-tds", "Driver of the clients; its file has the values of its LOGIN7.",
        choices=TDS_DRIVERS),
    Key("tds", "packet_size", "size", None, "Packet size that clients request, and that the server grants.",
        "bytes", low=512, high=32767,
        unset="the driver's own, 4096", source="MS-TDS 2.2.6.4"),
    Key("tds", "request", "choice", None, "How clients send statements: as a batch of text, or as a call of "
        "sp_executesql.", choices=("batch", "rpc"), unset="the driver's own"),
    Key("tds", "named_pipe", "bool", False, "Whether packets go through the named pipe sql\\query of SMB, over TCP or "
        "NetBIOS frames, instead of a socket."),
    Key("tds", "pipe_read", "choice", "peek", "How a client reads from a named pipe: it sends a PeekNmPipe before each "
        "read (peek), or reads at once (read). What DB-Library did is not public.", choices=("peek", "read")),
    Key("tds", "pipe_read_limit", "size", None, "Most bytes of one read from a named pipe.", "bytes", low=1,
        high=65280, unset="a packet"),
    Key("tds", "pipe_peek_interval", "time", "10ms", "Time between two PeekNmPipe requests while the pipe is empty "
        "(assumed).", "s", low=1),
)  # fmt: skip
"""Keys of [tds]."""

TDS_MEANS: Final = {
    "": {"title", "question", "fitted"},
    "client": {
        "protocol", "count", "hosts", "site", "arrivals", "start", "start_spacing", "arrival_rate", "arrival_file",
        "cycles", "pause", "queries", "think_time", "call_time", "row_time", "call_timeout", "connect_timeout",
        "user_name", "program", "machine", "wrong_password",
    },
    "listener": {"port"},
    "server": {"call_time", "row_time", "call_cpu_time", "logon_cpu_time", "site"},
    "query": {"rows", "row_length", "columns", "column_names", "statement_length"},
    "run": {
        "seed", "runs", "stop_time", "max_wall_time", "max_memory", "pcap", "sample_interval", "series",
        "series_sessions", "fast_forward",
    },
}  # fmt: skip
"""Keys that have a meaning with TDS, of sections of which not all have one; of others all, or none where empty."""
