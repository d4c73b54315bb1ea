# SPDX-License-Identifier: GPL-2.0-only
"""Keys of Connection Managers: hosts between clients and listeners."""

from __future__ import annotations

from typing import Final

from net8.schema.key import Key

__all__ = ["CMAN_KEYS"]

_REFERENCE: Final = "Oracle Connection Manager Parameters, Net Services Reference"
CMAN_KEYS: Final = (
    Key("cman", "name", "text", None, "Name of its host, as connect descriptors have it.",
        unset="none; it is required"),
    Key("cman", "site", "text", None, "Site of its host.", unset="the only one"),
    Key("cman", "port", "int", 1521, "TCP port.", low=1, high=65535, source=f"examples of {_REFERENCE}"),
    Key("cman", "rule_list", "text", "", "RULE_LIST: who may pass, as in cman.ora, such as "
        "(RULE=(SRC=*)(DST=*)(SRV=*)(ACT=accept)); the first rule that matches decides, and what none matches is "
        "refused.", source=_REFERENCE),
    Key("cman", "max_connections", "int", 256, "MAX_CONNECTIONS: most sessions of a gateway process.", low=1, high=1024,
        source=_REFERENCE),
    Key("cman", "min_gateway_processes", "int", 2, "MIN_GATEWAY_PROCESSES: gateway processes from the start.", low=1,
        high=64, source=_REFERENCE),
    Key("cman", "max_gateway_processes", "int", 16, "MAX_GATEWAY_PROCESSES: most gateway processes; one starts when "
        "all others are full.", low=1, high=64, source=_REFERENCE),
    Key("cman", "inbound_connect_timeout", "time", "60s", "INBOUND_CONNECT_TIMEOUT: longest time until the CONNECT; 0: "
        "no limit.", "s", source=_REFERENCE),
    Key("cman", "outbound_connect_timeout", "time", "0s", "OUTBOUND_CONNECT_TIMEOUT: longest time until the next hop "
        "accepts; 0: no limit.", "s", source=_REFERENCE),
    Key("cman", "idle_timeout", "time", "0s", "IDLE_TIMEOUT: longest time without a byte of a session; 0: no limit.",
        "s", source=_REFERENCE),
    Key("cman", "session_timeout", "time", "0s", "SESSION_TIMEOUT: longest session; 0: no limit.", "s",
        source=_REFERENCE),
    Key("cman", "sdu", "size", 8192, "SDU: largest that it lets client and server agree on.", "bytes", low=512,
        high=2097152, source=_REFERENCE),
    Key("cman", "relay_buffer", "size", 8192, "Most bytes of a session that a gateway process holds, in each "
        "direction: those of one read.", "bytes", low=512, high=2**30, source="assumed"),
    Key("cman", "multiplex", "bool", False, "MULTIPLEX of DISPATCHERS: whether sessions of shared servers share "
        "connections from the manager to their dispatcher (session multiplexing); the framing is assumed, as no source "
        "tells it.", source="Database Reference, DISPATCHERS"),
    Key("cman", "cores", "int", 1, "CPU cores of its host.", low=1, high=4096),
    Key("cman", "connect_cpu_time", "random", "0s", "CPU time of its listener for a request; no source tells it.", "s"),
    Key("cman", "read_cpu_time", "random", "0s", "CPU time of a gateway process for a read of at most relay_buffer, "
        "passed on; no source tells it.", "s"),
)  # fmt: skip
"""Keys of [[cman]]."""
