# SPDX-License-Identifier: GPL-2.0-only
"""What each driver does in each case, as the README of the captures of drivers tells.

A connection is written as port, TNS packets of the client, and who ended it: "A: CONNECT 260, DATA 29 (server)". The
lengths are those of the captures; settle() brings lengths seen here to the same names, ports and process numbers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from responder.recording import Packet, Recording

__all__ = ["CONNECT_FIELDS", "EXPECTED", "SDU_FIELDS", "Expected", "documented", "settle", "summary"]


@dataclass(frozen=True)
class Expected:
    """What is seen of a driver in one case."""

    error: str  #: regular expression of the error that it raises
    connections: tuple[str, ...]  #: connections


_PORT: Final = re.compile(rb"\(PORT=(\d+)\)")
_HOST: Final = re.compile(rb"\(PROGRAM=app\)\(HOST=([^()]*)\)")
_PROCESS: Final = re.compile(rb"AUTH_PID\x01.(.)", re.DOTALL)
# In the captures: four digits of a port, five of a process number; JDBC names the machine, which was called vm.
_CAPTURED: Final = {"host": 2, "port": 4, "process": 5}


def settle(driver: str, packet: Packet) -> int:
    """Return the length that a packet would have had in the captures.

    @param driver: name of the driver
    @param packet: one of its packets
    @return: bytes
    """
    text = packet.payload + packet.connect_data
    extra = sum(len(port[1]) - _CAPTURED["port"] for port in _PORT.finditer(text))
    if driver == "jdbc":
        # Its process number is always 1234.
        extra += sum(len(host[1]) - _CAPTURED["host"] for host in _HOST.finditer(text) if host[1] != b"x")
    else:
        extra += sum(found[1][0] - _CAPTURED["process"] for found in _PROCESS.finditer(text))
    return packet.length - extra


def summary(driver: str, recording: Recording) -> str:
    """Write a connection as the tables here do.

    @param driver: name of the driver
    @param recording: the connection
    @return: text
    """
    packets = ", ".join(f"{packet.type} {settle(driver, packet)}" for packet in recording.sent)
    # A socket that is closed before all was read resets the connection.
    end = "client" if recording.end == "reset" else recording.end
    return f"{recording.port}: {packets} ({end})"


def _logon(port: str, connect: str, *packets: int) -> str:
    """Write a connection that goes as far as the first authentication message."""
    return f"{port}: {connect}, " + ", ".join(f"DATA {size}" for size in packets) + " (server)"


_REFUSED: Final = ("A: CONNECT 260 (client)",)
_SILENT: Final = ("A: CONNECT 260 (silence)",)
_LOST: Final = "DPY-4011"
_PYTHON: Final = {
    "a1": Expected("DPY-6001.*Similar to ORA-12514", _REFUSED),
    "a2": Expected(_LOST, ("A: CONNECT 260, CONNECT 260 (silence)",)),
    "b1": Expected(_LOST, _SILENT),
    "b2": Expected(_LOST, _SILENT),
    "b3": Expected("DPY-4019: invalid redirect data", _REFUSED),
    "b4": Expected(_LOST, (*_REFUSED, _logon("B", "CONNECT 260", 29, 2664, 142))),
    "c1": Expected(_LOST, (_logon("A", "CONNECT 260", 29, 1024, 1024, 636, 142),)),
    "c2": Expected("DPY-3010", _REFUSED),
    "c3": Expected(_LOST, (_logon("A", "CONNECT 260", 29, 1024, 1024, 636, 142),)),
    "c4": Expected(_LOST, (_logon("A", "CONNECT 260", 29, 2664, 142),)),
    "c5": Expected(_LOST, (_logon("A", "CONNECT 260, MARKER 11", 2825),)),
    "c6": Expected(_LOST, (_logon("A", "CONNECT 260", 29, 1024, 1024, 636, 142),)),
    "c7": Expected(_LOST, (_logon("A", "CONNECT 260", 29, 1024, 1024, 636, 142),)),
    "c8": Expected(_LOST, (_logon("A", "CONNECT 260", 29, 2048, 626, 142),)),
    # 2654 bytes in ten times 246 and 194.
    "c9": Expected(_LOST, (_logon("A", "CONNECT 260", 29, *[256] * 10, 204, 142),)),
    "c10": Expected(_LOST, (_logon("A", "CONNECT 260", 29, 2664, 142),)),
    "d": Expected("DPY-6001.*Similar to ORA-12514", ("A: CONNECT 260, CONNECT 260 (client)",)),
    "e": Expected("DPY-6001.*Similar to ORA-12514", ("A: CONNECT 74, DATA 431 (client)",)),
    "f": Expected(_LOST, _SILENT),
    "h1": Expected("DPY-6001", ("A: CONNECT 271 (client)",)),
    "h2": Expected("DPY-6001", ("A: CONNECT 273 (client)",)),
}

_BROKEN: Final = "NJS-500.*NJS-521"
_NODE_OWN: Final = (*_REFUSED, _logon("B", "CONNECT 260", 27, 2667, 143))
_NODE_GIVEN: Final = (*_REFUSED, _logon("B", "CONNECT 180", 27, 2667, 143))
_NODE: Final = {
    "a1": Expected("NJS-518", _REFUSED),
    "a2": Expected("NJS-518", _REFUSED),
    "b1": Expected(_BROKEN, _NODE_OWN),
    "b2": Expected(_BROKEN, _NODE_GIVEN),
    "b3": Expected(_BROKEN, _NODE_OWN),
    "b4": Expected(_BROKEN, _NODE_GIVEN),
    "c1": Expected(_BROKEN, (_logon("A", "CONNECT 260", 27, 1023, 1024, 640, 143),)),
    "c2": Expected("NJS-138", ("A: CONNECT 260, DATA 10 (client)",)),
    "c3": Expected(_BROKEN, (_logon("A", "CONNECT 260", 156, 27, 1023, 1024, 640, 143),)),
    "c4": Expected(_BROKEN, (_logon("A", "CONNECT 260", 27, 2667, 143),)),
    "c5": Expected(_BROKEN, (_logon("A", "CONNECT 260", 2827),)),
    "c6": Expected(_BROKEN, (_logon("A", "CONNECT 260", 27, 1023, 1024, 640, 143),)),
    "c7": Expected(_BROKEN, (_logon("A", "CONNECT 260", 27, 1023, 1024, 640, 143),)),
    "c8": Expected(_BROKEN, (_logon("A", "CONNECT 260", 156, 27, 2047, 630, 143),)),
    "c9": Expected("NJS-509.*512 to 2097152", _REFUSED),
    "c10": Expected(_BROKEN, (_logon("A", "CONNECT 260", 27, 2667, 143),)),
    "d": Expected("NJS-518", ("A: CONNECT 260, CONNECT 260 (client)",)),
    "e": Expected("NJS-518", ("A: CONNECT 74, DATA 431 (client)",)),
    "f": Expected(_BROKEN, _SILENT),
    "h1": Expected("NJS-518", ("A: CONNECT 271 (client)",)),
    "h2": Expected("NJS-518", ("A: CONNECT 273 (client)",)),
}

_CLOSED: Final = "ORA-03113|ORA-17800"
_JDBC_REFUSED: Final = ("A: CONNECT 256 (client)",)
_JDBC_OWN: Final = (*_JDBC_REFUSED, _logon("B", "CONNECT 256", 33, 2723, 140))
_JDBC_GIVEN: Final = (*_JDBC_REFUSED, _logon("B", "CONNECT 220", 33, 2723, 140))
_JDBC: Final = {
    "a1": Expected("ORA-12514", _JDBC_REFUSED),
    "a2": Expected("ORA-12514", _JDBC_REFUSED),
    "b1": Expected(_CLOSED, _JDBC_OWN),
    "b2": Expected(_CLOSED, _JDBC_GIVEN),
    "b3": Expected(_CLOSED, _JDBC_OWN),
    "b4": Expected(_CLOSED, _JDBC_GIVEN),
    "c1": Expected(_CLOSED, (_logon("A", "CONNECT 256", 33, 1023, 1022, 698, 140),)),
    "c2": Expected(_CLOSED, (_logon("A", "CONNECT 256", 33, 1023, 1022, 698, 140),)),
    "c3": Expected(_CLOSED, (_logon("A", "CONNECT 256", 150, 33, 1023, 1022, 698, 140),)),
    "c4": Expected(_CLOSED, (_logon("A", "CONNECT 256", 33, 2723, 140),)),
    "c5": Expected(_CLOSED, (_logon("A", "CONNECT 256, MARKER 11", 3007),)),
    "c6": Expected(_CLOSED, (_logon("A", "CONNECT 256", 33, 1023, 1022, 698, 140),)),
    # It leaves the connection open.
    "c7": Expected("BufferUnderflowException", ("A: CONNECT 256 (silence)",)),
    "c8": Expected(_CLOSED, (_logon("A", "CONNECT 256", 150, 33, 2047, 686, 140),)),
    "c9": Expected(_CLOSED, (_logon("A", "CONNECT 256", 33, 511, 510, 510, 510, 510, 222, 140),)),
    "c10": Expected(_CLOSED, (_logon("A", "CONNECT 256", 33, 2723, 140),)),
    "d": Expected("ORA-12514", ("A: CONNECT 256, CONNECT 256 (client)",)),
    "e": Expected("ORA-12514", ("A: CONNECT 74, DATA 427 (client)",)),
    "f": Expected(_CLOSED, ("A: CONNECT 256 (silence)",)),
    "h1": Expected("ORA-12514", _JDBC_REFUSED),
    "h2": Expected("ORA-12514", _JDBC_REFUSED),
}

EXPECTED: Final[Mapping[str, Mapping[str, Expected]]] = {"python": _PYTHON, "node": _NODE, "jdbc": _JDBC}
"""By driver and case."""


def documented(case: str) -> str:
    """Write the row of a case as cases.rst has it.

    @param case: name of the case
    @return: a line of a csv-table
    """
    return ", ".join([f"   {case}", *(f'"{_told(EXPECTED[driver][case])}"' for driver in EXPECTED)])


def _told(expected: Expected) -> str:
    """Write what is expected for a reader."""
    shorter = [text.removeprefix("A: ").replace(" (server)", "") for text in expected.connections]
    packets = "; ".join(text.replace(", DATA ", ", ") for text in shorter)
    errors = re.findall(r"[A-Z]{3}-\d+|\w+Exception", expected.error)
    between = " or " if "|" in expected.error else ", "
    return f"{packets}: {between.join(errors)}"


_COMMON: Final = {"version": 319, "lowest_version": 300, "flags": 0}
CONNECT_FIELDS: Final[Mapping[str, Mapping[str, object]]] = {
    "python": _COMMON
    | {
        "service_options": 0x0401,
        "sdu_short": 8192,
        "tdu_short": 8192,
        "sdu": 8192,
        "tdu": 8192,
        "nt_characteristics": 0x4F98,
        "connect_flags": (0x84, 0x84),
        "connect_flags2": 1,
    },
    "node": _COMMON
    | {
        "service_options": 0x0001,
        "sdu_short": 8192,
        "tdu_short": 65535,
        "sdu": 8192,
        "tdu": 2097152,
        "nt_characteristics": 0x130E,
        "connect_flags": (0x08, 0x08),
        "connect_flags2": 0,
    },
    "jdbc": _COMMON
    | {
        "service_options": 0x0C41,
        "sdu_short": 8192,
        "tdu_short": 65535,
        "sdu": 8192,
        "tdu": 2097152,
        "nt_characteristics": 0x4F98,
        "connect_flags": (0x82, 0x82),
        "connect_flags2": 1,
    },
}
"""Row "CONNECT sent" of the README."""

SDU_FIELDS: Final[Mapping[tuple[str, str], tuple[int, int, int, int]]] = {
    ("python", "h1"): (32767, 32767, 32767, 32767),
    ("node", "h1"): (32767, 65535, 32767, 2097152),
    ("jdbc", "h1"): (32767, 65535, 32767, 2097152),
    ("python", "h2"): (0, 0, 2097152, 2097152),
    ("node", "h2"): (65535, 65535, 2097152, 2097152),
    ("jdbc", "h2"): (65535, 65535, 2097152, 2097152),
}
"""SDU and TDU of 16 bits, SDU and TDU of 32 bits in cases h1 and h2."""
