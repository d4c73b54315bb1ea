# SPDX-License-Identifier: GPL-2.0-only
"""Keys of FAILOVER_MODE: what a session does when its connection is lost."""

from __future__ import annotations

from typing import Final

from net8.schema.key import Key

__all__ = ["FAILOVER_KEYS"]

_SOURCE: Final = "FAILOVER_MODE, Net Services Administrator's Guide, About the FAILOVER_MODE Parameters"

FAILOVER_KEYS: Final = (
    Key("client", "failover_type", "choice", "none", "What is restored when a session that is logged on loses its "
        "connection: nothing (none), the session (session), also its open query, which is executed again (select), "
        "or its open transaction and the statement under way (transaction, as Application Continuity does).",
        choices=("none", "session", "select", "transaction"),
        source=f"TYPE of {_SOURCE}; transaction: DBMS_SERVICE"),
    Key("client", "failover_method", "choice", "basic", "When the second connection is opened: when the first is lost "
        "(basic), or at the logon, to another address (preconnect).", choices=("basic", "preconnect"),
        source=f"METHOD of {_SOURCE}"),
    Key("client", "failover_retries", "int", 0, "Passes over all addresses after a loss; 0: 5 with failover_delay, "
        "else 1.", low=0, high=10**6, source=f"RETRIES of {_SOURCE}"),
    Key("client", "failover_delay", "time", None, "Pause between two of these passes.", "s", unset="1s",
        source=f"DELAY of {_SOURCE}"),
)  # fmt: skip
"""Keys of [client] and [[group]]."""
