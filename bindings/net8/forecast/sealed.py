# SPDX-License-Identifier: GPL-2.0-only
"""Whether packets are encrypted or have checksums, and what that takes, where a plan is described."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from net8.analytic.security import Sealing, sealing
from net8.plan.clients import DEFAULT_GROUP
from net8.plan.complete import complete_group
from net8.plan.plan import Plan

__all__ = ["sealed"]

_CHECKSUM_BYTES = {"": 0, "md5": 16, "sha1": 20, "sha512": 64, "sha256": 32, "sha384": 48}


def sealed(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe native encryption and checksums of each kind of client.

    @param plans: the points of a plan, resolved
    @return: a fact for each way in which packets are sealed or a session is refused; nothing where none is
    """
    found: dict[str, None] = {}
    for plan in plans:
        for table in plan.groups or ({"name": DEFAULT_GROUP},):
            values = {path: value for path, (value, _origin) in complete_group(plan, table).items()}
            if text := _told(sealing(values), values):
                found[text] = None
    return tuple(("native encryption", text) for text in found)


def _told(outcome: Sealing, values: Mapping[str, object]) -> str:
    """Say what is on and what it takes, or why there is no session."""
    if outcome.error:
        return (
            f"no session: both ends do not agree (ORA-{outcome.error}); client {_wanted(values, 'client')}, "
            f"server {_wanted(values, 'server')}"
        )
    if not outcome.on:
        return ""
    names = " and ".join(name for name in (outcome.encryption, outcome.checksum) if name)
    return (
        f"{names}: the payload p of a DATA packet becomes {_formula(outcome)} bytes, 796 + 16 and 291 more in the "
        f"logon for keys of 2,048 bits (a first vector of 16 bytes is assumed; renewing keys is not modelled); "
        f"{values['client.cipher_rate']} a core of clients and {values['server.cipher_rate']} of servers; what OCI "
        "and servers leave free in full packets is not known, here nothing"
    )


def _wanted(values: Mapping[str, object], section: str) -> str:
    """Return the levels of one end."""
    return f"{values[f'{section}.encryption']} and {values[f'{section}.crypto_checksum']}"


def _formula(outcome: Sealing) -> str:
    """Return what becomes of a payload."""
    checksum = _CHECKSUM_BYTES[outcome.checksum]
    total = f"p + {checksum}" if checksum else "p"
    if not outcome.encryption:
        return f"{total} + 1"
    if outcome.encryption.startswith("rc4"):
        return f"{total} + 2"
    block = 16 if outcome.encryption.startswith("aes") else 8
    return f"{block} ceil(({total}) / {block}) + 2"
