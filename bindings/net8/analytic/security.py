# SPDX-License-Identifier: GPL-2.0-only
"""What client and server agree on about encryption and checksums, before a run.

Range: native encryption of one group of clients. Source: the table of levels in Oracle's Security Guide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

__all__ = ["LONG_SIZES", "Sealing", "compression", "sealing", "tls"]

_NAMES = ("encryption", "encryption_types", "crypto_checksum", "crypto_checksum_types")


@dataclass(frozen=True, slots=True)
class Sealing:
    """The result of the negotiation."""

    encryption: str  #: algorithm of encryption, empty: none
    checksum: str  #: checksum, empty: none
    error: int  #: Oracle error number that ends the session, 0: none

    @property
    def on(self) -> bool:
        """Whether packets are sealed."""
        return bool(self.encryption or self.checksum)


def sealing(values: Mapping[str, object]) -> Sealing:
    """Return what both ends agree on.

    @param values: complete values by dotted key
    @return: algorithms, or the error
    """
    from net8 import _core

    driver, release, server = (
        str(values[key] or "") for key in ("client.driver", "client.release", "server.release")
    )
    return Sealing(
        *_core.native_outcome(driver, release, server, _end(values, "client"), _end(values, "server"))
    )


def compression(values: Mapping[str, object], version: int) -> str:
    """Return the level at which packets are compressed.

    @param values: complete values by dotted key
    @param version: agreed TNS version
    @return: low or high; empty: they are not
    """
    if not (values["client.compression"] and values["server.compression"]) or version < LONG_SIZES:
        return ""
    client, server = (
        [word.strip() for word in str(values[f"{end}.compression_levels"]).split(",")]
        for end in ("client", "server")
    )
    return next((level for level in server if level in client), "")


def tls(values: Mapping[str, object]) -> tuple[str, str, int]:
    """Return the TLS version and cipher that both ends agree on.

    @param values: complete values by dotted key
    @return: version and cipher, or the Oracle error number that ends the session; 0: none
    """
    from net8 import _core

    client, listener = (
        (
            str(values[f"{end}.tls_version"]),
            str(values[f"{end}.tls_min_version"]),
            str(values[f"{end}.tls_cipher"]),
        )
        for end in ("client", "listener")
    )
    return _core.tls_outcome(client, listener)


LONG_SIZES: Final = 315
"""First TNS version whose CONNECT has a place for compression."""


def _end(values: Mapping[str, object], section: str) -> tuple[str, str, str, str]:
    """Return the settings of one end in a plan."""
    level, types, checksum, checksums = (str(values[f"{section}.{name}"]) for name in _NAMES)
    return level, types, checksum, checksums
