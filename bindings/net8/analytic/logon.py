# SPDX-License-Identifier: GPL-2.0-only
"""Round trips of a logon, driver by driver."""

from __future__ import annotations

from typing import Final

from net8.analytic.messages import V23AI

__all__ = ["LOGON_BYTES", "logon_round_trips"]

LOGON_BYTES: Final = (3_000, 7_000, 11_000)
"""Least, middling and most TNS bytes of a logon in both directions (doc/message-sizes.rst: 10.2 between equal
platforms; thin drivers; JDBC with 23ai)."""

# Versions of thin drivers: without native services, without fast authentication; JDBC that asks for no version.
_WITHOUT_NATIVE: Final = ("6.0", "6.5")
_WITHOUT_FAST: Final = ("1.4", "2.0", "6.0", "23.3")
_JDBC_23: Final = ("23.3", "23ai", "26ai")


def logon_round_trips(
    driver: str,
    version: int,
    *,
    resend: bool,
    native_services: bool = True,
    windows_authentication: bool = False,
    release: str = "23ai",
) -> int:
    """Count the round trips from the CONNECT to the end of the logon, that of TCP not among them.

    OCI: CONNECT, native services, protocol, data types, two authentications, version. Of the thin drivers only JDBC
    before 23 asks for the version; python-oracledb and node-oracledb before 26 leave native services out as well; from
    23ai on one message stands for three, in drivers that know it.

    Range: no REDIRECT, no failure, descriptors of any length. Source: doc/drivers.rst; captures of 9.2 to 26ai.

    @param driver: name of the driver
    @param version: agreed TNS version
    @param resend: whether the server asks for the CONNECT again
    @param native_services: whether the server offers native service negotiation
    @param windows_authentication: whether Windows authenticates the user of an OCI client
    @param release: release of a thin driver, as client.release has it
    @return: round trips
    """
    if not driver.endswith("-thin"):
        return 7 + resend + windows_authentication
    native = native_services and driver != "python-thin" and release not in _WITHOUT_NATIVE
    fast = version >= V23AI and release not in _WITHOUT_FAST
    asks_version = driver == "jdbc-thin" and release not in _JDBC_23
    return (3 if fast else 5) + resend + native + asks_version
