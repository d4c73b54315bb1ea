# SPDX-License-Identifier: GPL-2.0-only
"""Round trips of a logon, driver by driver."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from net8.analytic.messages import V23AI

__all__ = ["LOGON_BYTES", "Logon", "logon_round_trips"]

LOGON_BYTES: Final = (3_000, 7_000, 11_000)
"""Least, middling and most TNS bytes of a logon in both directions (doc/message-sizes.rst: 10.2 between equal
platforms; thin drivers; JDBC with 23ai)."""


@dataclass(frozen=True, slots=True)
class Logon:
    """The steps of a driver's logon, each a round trip."""

    steps: tuple[str, ...]  #: "native services", "protocol", "data types", "authentication 1" ...
    fast: tuple[str, ...] = ()  #: those where a server of 23ai offers to be faster; none: as ever
    native_unasked: bool = False  #: native services also where the server offers none


def logon_round_trips(
    logon: Logon,
    version: int,
    *,
    resend: bool,
    native_services: bool = True,
    windows_authentication: bool = False,
) -> int:
    """Count the round trips from the CONNECT to the end of the logon, that of TCP not among them.

    Range: no REDIRECT from host to host, no failure, descriptors of any length.
    Source: journal/drivers.rst; captures of 9.2 to 26ai.

    @param logon: steps of the driver
    @param version: agreed TNS version
    @param resend: whether the CONNECT is sent twice: the server asks for it again, or has a port of its own
    @param native_services: whether the server offers native service negotiation
    @param windows_authentication: whether Windows authenticates the user of an OCI client
    @return: round trips
    """
    steps = logon.fast if version >= V23AI and logon.fast else logon.steps
    left_out = "native services" in steps and not (native_services or logon.native_unasked)
    return 1 + len(steps) - left_out + resend + windows_authentication
