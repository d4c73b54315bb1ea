# SPDX-License-Identifier: GPL-2.0-only
"""Keys of Oracle Notification Service, which tells pools of hosts and instances that go down and come up."""

from __future__ import annotations

from typing import Final

from net8.schema.key import Key

__all__ = ["ONS_KEYS"]

ONS_KEYS: Final = (
    Key("ons", "port", "int", 6200, "TCP port of ONS on the database hosts.", low=1, high=65535,
        source="remote port of srvctl config nodeapps"),
    Key("ons", "misscount", "time", "30s", "Time from the loss of a host to its event: the cluster waits so long for a "
        "heartbeat.", "s", source="crsctl get css misscount"),
    Key("ons", "check_interval", "time", "1s", "Time from the end of an instance to its event: the agent of the "
        "cluster looks that often.", "s",
        source="assumed"),
)  # fmt: skip
"""Keys of [ons]."""
