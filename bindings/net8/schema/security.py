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
        Key(section, "encryption", "choice", "accepted", "Native encryption: accepted (if the other end requests it), "
            "rejected (never), requested (if the other end allows it), or required (otherwise the session fails with "
            "ORA-12660).", choices=LEVELS, source=f"SQLNET.ENCRYPTION_{end}"),
        Key(section, "encryption_types", "text", "", "Algorithms of native encryption, separated by commas; the first "
            f"of the server's list that the client also has is used; empty: {_OWN[section]}.",
            source=f"SQLNET.ENCRYPTION_TYPES_{end}"),
        Key(section, "crypto_checksum", "choice", "accepted", "Checksums of packets: accepted (if the other end "
            "requests them), rejected (never), requested (if the other end allows them), or required (otherwise the "
            "session fails with ORA-12660).", choices=LEVELS,
            source=f"SQLNET.CRYPTO_CHECKSUM_{end}"),
        Key(section, "crypto_checksum_types", "text", "", "Checksum algorithms, separated by commas, chosen in the "
            f"same way; empty: {_OWN[section]}.", source=f"SQLNET.CRYPTO_CHECKSUM_TYPES_{end}"),
        Key(section, "cipher_rate", "rate", "4Gbps", "Rate at which a core encrypts and computes checksums, if packets "
            "have them.", "bit/s",
            low=1, source="AES-CBC 4.4 cycles a byte on Haswell (Bogdanov 2014) and SHA-256: 0.3 to 0.6 GB/s, on "
            "hardware of 2013; newer hardware is faster, but no source was found"),
        Key(section, "compression", "bool", False, "Whether packets are compressed, if the other end does so too, from "
            "TNS version 315 on. It is not checked whether the driver can: python-oracledb and go-ora cannot.",
            source="SQLNET.COMPRESSION"),
        Key(section, "compression_levels", "text", "low", "Compression levels: low (LZO), high (zlib) or both, "
            "separated by a comma. The first of the server's list that the client also has is used; without a common "
            "one packets are not compressed.",
            source="SQLNET.COMPRESSION_LEVELS"),
        Key(section, "compression_threshold", "size", 1024, "Longest packet that is not compressed.", "bytes", low=1,
            high=2097152, source="SQLNET.COMPRESSION_THRESHOLD, Net Services Reference"),
        Key(section, "compression_ratio", "number", None, "Compression ratio: bytes that this end sends, divided by "
            "their compressed size.", low=1, high=1000, unset="no source was found; required where compression is on"),
        Key(section, "compression_rate", "rate", None, "Rate at which a core of this end compresses; decompression is "
            "four times as fast.",
            "bit/s", low=1, unset="4Gbps at level low, 600Mbps at high (zlib 50 to 100 MB/s, LZO 5 to 10 "
            "times that: general knowledge)"),
    )  # fmt: skip


TLS_CIPHERS: Final = (
    "aes128_gcm", "aes256_gcm", "chacha20", "aes_cbc_sha1", "aes_cbc_sha256", "aes_cbc_sha384",
)  # fmt: skip
"""What encrypts records of TLS."""


_ON: Final = {
    "client": "Whether TLS is used at all addresses; at addresses with protocol TCPS in a descriptor it always is.",
    "listener": "Whether this end point uses TLS; unset: it does if descriptors name its port with protocol TCPS only.",
}


def tls_keys(section: str) -> tuple[Key, ...]:
    """Return the keys of TLS of clients, or of listeners and the servers behind them.

    @param section: client or listener
    @return: its keys
    """
    return (
        Key(section, "tls", "bool", False, _ON[section], source="PROTOCOL = TCPS"),
        Key(section, "tls_version", "choice", "1.3", "Newest version of TLS; the newest that both ends accept is used.",
            choices=("1.2", "1.3"), source="SSL_VERSION"),
        Key(section, "tls_min_version", "choice", "1.2", "Oldest version of TLS; if no version is common to both ends, "
            "the session fails (ORA-29019).", choices=("1.2", "1.3"), source="SSL_VERSION"),
        Key(section, "tls_cipher", "text", "", "Cipher suites in order of preference, separated by commas: "
            f"{', '.join(TLS_CIPHERS)}; the first of the listener's list that the client also has is used (CBC only "
            "with TLS 1.2); without a common one the session fails (ORA-28859); empty: all, aes256_gcm first.",
            source="SSL_CIPHER_SUITES; RDS for Oracle"),
        Key(section, "tls_certificates", "text", "", "Bytes of each certificate of the chain, its own first, separated "
            "by commas; empty: a client has none, a listener 1232 and 1115.",
            source="a test chain with RSA of 2,048 bits; chains of clouds have 2 to 4 KB"),
        Key(section, "tls_key", "choice", "rsa_2048", "Kind of the key of its certificate.",
            choices=("rsa_2048", "rsa_4096", "ecdsa_p256")),
        Key(section, "tls_client_authentication", "bool", False,
            "At a listener: whether clients present certificates (mutual TLS).", source="SSL_CLIENT_AUTHENTICATION"),
        Key(section, "use_sni", "bool", False, "At a client: whether it sends the service name in the ClientHello "
            "(SNI), so that there is one handshake instead of two.", source="USE_SNI, Net Services guide 23ai"),
        Key(section, "tls_handshake_time", "random", "500us", "CPU time of this end for a handshake in which only the "
            "server presents a certificate; with client certificates a client takes 2 times and a server 1.2 times as "
            "long.",
            "s", source="0.47 ms of a server, 0.39 of a client, RSA 2048: rustls benchmarks of OpenSSL 3.2.0"),
        Key(section, "tls_cipher_rate", "rate", None, "Rate at which a core of this end encrypts or decrypts records.",
            "bit/s", low=1, unset="52Gbps with aes128_gcm, 49.3Gbps with aes256_gcm, 24Gbps with chacha20, 4Gbps with "
            "CBC (rustls benchmarks of OpenSSL 3.2.0 on a server of 2023; CBC: hardware of 2013)"),
    )  # fmt: skip
