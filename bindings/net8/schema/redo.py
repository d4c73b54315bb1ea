# SPDX-License-Identifier: GPL-2.0-only
"""Keys of redo transport: the log writer of an instance, and the standbys that it ships redo to."""

from __future__ import annotations

from typing import Final

from net8.schema.key import Key

__all__ = ["REDO_KEYS"]

_GUIDE: Final = "LOG_ARCHIVE_DEST_n, Data Guard Concepts and Administration"
_ADVICE: Final = "advice for redo transport, Net Services Administrator's Guide 23ai"
REDO_KEYS: Final = (
    Key("server.redo", "commit_size", "size", 4096, "Redo of a commit, that of its changes included (redo size / user "
        "commits of AWR).", "bytes", low=1, high=2**30, source="assumed"),
    Key("server.redo", "write_time", "random", "0s", "Time of a write to the log file (log file parallel write).", "s"),
    Key("server.redo", "write_rate", "rate", None, "Rate of the log file, in addition to write_time.", "bit/s", low=1,
        unset="no limit"),
    Key("server.redo", "background_rate", "rate", None, "Redo of sessions that are not simulated, for which nobody "
        "waits.", "bit/s", low=1, unset="none"),
    Key("server.redo", "background_size", "size", 65536, "Piece of such redo.", "bytes", low=1, high=2**30,
        source="assumed"),
    Key("redo", "instance", "text", "", "Instance whose redo is shipped; empty: the first."),
    Key("redo", "site", "text", "", "Site of the standby."),
    Key("redo", "transport", "choice", "sync", "Whether a commit waits for the standby (SYNC) or not (ASYNC).",
        choices=("sync", "async")),
    Key("redo", "state", "choice", "enable", "Whether redo is shipped (LOG_ARCHIVE_DEST_STATE_n).",
        choices=("enable", "defer")),
    Key("redo", "affirm", "bool", True, "Whether the standby confirms redo that it has written (AFFIRM), or that it "
        "has received (NOAFFIRM).", source=_GUIDE),
    Key("redo", "net_timeout", "time", "30s", "NET_TIMEOUT: longest wait for a confirmation (sync), after which the "
        "standby is given up; 0: no limit.", "s", source=_GUIDE),
    Key("redo", "reopen", "time", "300s", "REOPEN: time from a failure to the next try; 0: never.", "s",
        source=_GUIDE),
    Key("redo", "sdu", "size", 65535, "SDU of both ends.", "bytes", low=512, high=2097152, source=_ADVICE),
    Key("redo", "send_buffer", "size", None, "SEND_BUF_SIZE of the primary; three times bandwidth x RTT is advised.",
        "bytes", low=1024, high=2**30, unset="that of [server.tcp]"),
    Key("redo", "receive_buffer", "size", None, "RECV_BUF_SIZE of the standby.", "bytes", low=1024, high=2**30,
        unset="that of [server.tcp]"),
    Key("redo", "max_message", "size", 2**20, "Most redo of a message.", "bytes", low=1024, high=2**30,
        source="assumed"),
    Key("redo", "standby_write_time", "random", "0s", "Time of a write to the standby's log file.", "s"),
    Key("redo", "standby_write_rate", "rate", None, "Rate of the standby's log file, in addition to that.",
        "bit/s", low=1, unset="no limit"),
)  # fmt: skip
"""Keys of [server.redo] and [[redo]]."""
