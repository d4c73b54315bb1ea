# SPDX-License-Identifier: GPL-2.0-only
"""The keys of native encryption and checksums, which clients and instances have alike, and those of TLS."""

from __future__ import annotations

from typing import Final

from net8.schema.key import Key

__all__ = ["CHECKSUM_TYPES", "ENCRYPTION_TYPES", "LEVELS", "TLS_CIPHERS", "security_keys", "tls_keys"]

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
            low=1, source="AES-CBC 4.4 cycles a byte on Haswell (Bogdanov 2014) and SHA-256: 0.3 to 0.6 GB/s, on "
            "hardware of 2013; of newer one no source tells, and it is faster"),
        Key(section, "compression", "bool", False, "Whether packets are compressed, if the other end does it too; from "
            "TNS version 315 on; whether the driver has it is not looked at: python-oracledb and go-ora do not.",
            source="SQLNET.COMPRESSION"),
        Key(section, "compression_levels", "text", "low", "low (LZO), high (zlib) or both with a comma between them; "
            "the first of the server's that the client has is taken, without one packets are left as they are.",
            source="SQLNET.COMPRESSION_LEVELS"),
        Key(section, "compression_threshold", "size", 1024, "Longest packet that is left as it is.", "bytes", low=1,
            high=2097152, source="SQLNET.COMPRESSION_THRESHOLD, Net Services Reference"),
        Key(section, "compression_ratio", "number", None, "Bytes that this end sends over what compression makes of "
            "them.", low=1, high=1000, unset="no source has one: to be given where compression is on"),
        Key(section, "compression_rate", "rate", None, "What a core of this end compresses; it gets four times as much "
            "back.", "bit/s", low=1, unset="4Gbps at level low, 600Mbps at high (zlib 50 to 100 MB/s, LZO 5 to 10 "
            "times that: general knowledge)"),
    )  # fmt: skip


TLS_CIPHERS: Final = (
    "aes128_gcm", "aes256_gcm", "chacha20", "aes_cbc_sha1", "aes_cbc_sha256", "aes_cbc_sha384",
)  # fmt: skip
"""What encrypts records of TLS."""


_ON: Final = {
    "client": "TLS lies over TCP at all its addresses; at those of protocol TCPS in a descriptor it does anyway.",
    "listener": "TLS lies over TCP at this end point; without a word a port to which descriptors go with protocol TCPS "
    "alone has it.",
}


def tls_keys(section: str) -> tuple[Key, ...]:
    """Return the keys of TLS of clients, or of listeners and the servers behind them.

    @param section: client or listener
    @return: its keys
    """
    return (
        Key(section, "tls", "bool", False, _ON[section], source="PROTOCOL = TCPS"),
        Key(section, "tls_version", "choice", "1.3", "Newest version of TLS; the newest that both ends accept holds.",
            choices=("1.2", "1.3"), source="SSL_VERSION"),
        Key(section, "tls_min_version", "choice", "1.2", "Oldest version of TLS; without one that both ends accept "
            "there is no session (ORA-29019).", choices=("1.2", "1.3"), source="SSL_VERSION"),
        Key(section, "tls_cipher", "text", "", "What may encrypt records, best first, with commas between them: "
            f"{', '.join(TLS_CIPHERS)}; the listener's first that the client has holds, CBC with 1.2 alone, and "
            "without one there is no session (ORA-28859); empty: all, aes256_gcm first.",
            source="SSL_CIPHER_SUITES; RDS for Oracle"),
        Key(section, "tls_certificates", "text", "", "Bytes of each certificate of its chain, its own first, with "
            "commas between them; empty: a client has none, a listener 1232 and 1115.",
            source="a test chain with RSA of 2,048 bits; chains of clouds have 2 to 4 KB"),
        Key(section, "tls_key", "choice", "rsa_2048", "Kind of the key of its certificate.",
            choices=("rsa_2048", "rsa_4096", "ecdsa_p256")),
        Key(section, "tls_client_authentication", "bool", False,
            "Of a listener: whether clients show certificates (mutual TLS).", source="SSL_CLIENT_AUTHENTICATION"),
        Key(section, "use_sni", "bool", False, "Of a client: it names the service in its first message of TLS, so "
            "that there is one handshake, not two.", source="USE_SNI, Net Services guide 23ai"),
        Key(section, "tls_handshake_time", "random", "500us", "CPU time of its part of each handshake in which the "
            "server alone shows a certificate; with one of its own a client's is twice that, a server's 1.2 times.",
            "s", source="0.47 ms of a server, 0.39 of a client, RSA 2048: rustls benchmarks of OpenSSL 3.2.0"),
        Key(section, "tls_cipher_rate", "rate", None, "What a core of this end encrypts or decrypts in records.",
            "bit/s", low=1, unset="52Gbps with aes128_gcm, 49.3Gbps with aes256_gcm, 24Gbps with chacha20, 4Gbps with "
            "CBC (rustls benchmarks of OpenSSL 3.2.0 on a server of 2023; CBC: hardware of 2013)"),
    )  # fmt: skip
