# SPDX-License-Identifier: GPL-2.0-only
"""The keys of native encryption and checksums, which clients and instances have alike."""

from __future__ import annotations

from typing import Final

from net8.schema.key import Key

__all__ = ["CHECKSUM_TYPES", "ENCRYPTION_TYPES", "LEVELS", "security_keys"]

LEVELS: Final = ("accepted", "rejected", "requested", "required")
"""What an end may want."""

ENCRYPTION_TYPES: Final = (
    "aes256", "rc4_256", "aes192", "3des168", "aes128", "rc4_128", "3des112", "rc4_56", "des", "rc4_40", "des40",
)  # fmt: skip
"""Algorithms of native encryption."""

CHECKSUM_TYPES: Final = ("sha1", "md5", "sha512", "sha256", "sha384")
"""Checksums."""

_OWN: Final = {"client": "the driver's", "server": "the release's"}


def security_keys(section: str, end: str) -> tuple[Key, ...]:
    """Return the keys of one end.

    @param section: section of the plan
    @param end: CLIENT or SERVER, as parameters of sqlnet.ora end
    @return: its keys
    """
    return (
        Key(section, "encryption", "choice", "accepted", "Native encryption: if the other end wants it, never, if it "
            "can be, or no session without (ORA-12660).", choices=LEVELS, source=f"SQLNET.ENCRYPTION_{end}"),
        Key(section, "encryption_types", "text", "", "Algorithms of native encryption with commas between them; the "
            f"first of the server's that the client has is taken; empty: {_OWN[section]}.",
            source=f"SQLNET.ENCRYPTION_TYPES_{end}"),
        Key(section, "crypto_checksum", "choice", "accepted", "Checksums of packets: if the other end wants them, "
            "never, if they can be, or no session without (ORA-12660).", choices=LEVELS,
            source=f"SQLNET.CRYPTO_CHECKSUM_{end}"),
        Key(section, "crypto_checksum_types", "text", "", "Checksums with commas between them, chosen likewise; "
            f"empty: {_OWN[section]}.", source=f"SQLNET.CRYPTO_CHECKSUM_TYPES_{end}"),
        Key(section, "cipher_rate", "rate", "4Gbps", "What a core encrypts and checks, where packets are.", "bit/s",
            low=1, source="AES-CBC 4.4 cycles a byte on Haswell (Bogdanov 2014) and SHA-256: 0.3 to 0.6 GB/s"),
    )  # fmt: skip
