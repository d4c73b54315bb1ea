# SPDX-License-Identifier: GPL-2.0-only
"""Round trips of a logon, driver by driver."""

from __future__ import annotations

from typing import Final

from net8.analytic.messages import V23AI

__all__ = ["LOGON_BYTES", "logon_round_trips"]

LOGON_BYTES: Final = (3_000, 7_000, 11_000)
"""Least, middling and most TNS bytes of a logon in both directions (doc/message-sizes.rst: 10.2 between equal
platforms; thin drivers; JDBC with 23ai)."""


def logon_round_trips(
    driver: str,
    version: int,
    *,
    resend: bool,
    native_services: bool = True,
    windows_authentication: bool = False,
) -> int:
    """Count the round trips from the CONNECT to the end of the logon, that of TCP not among them.

    OCI: CONNECT, native services, protocol, data types, two authentications, version. Thin drivers leave the version
    out, python-oracledb native services as well; from 23ai on one message stands for three.

    Range: no REDIRECT, no failure, descriptors of any length. Source: doc/drivers.rst; captures of 9.2 to 26ai.

    @param driver: name of the driver
    @param version: agreed TNS version
    @param resend: whether the server asks for the CONNECT again
    @param native_services: whether the server offers native service negotiation
    @param windows_authentication: whether Windows authenticates the user of an OCI client
    @return: round trips
    """
    if not driver.endswith("-thin"):
        return 7 + resend + windows_authentication
    native = native_services and driver != "python-thin"
    return (3 if version >= V23AI else 5) + resend + native
