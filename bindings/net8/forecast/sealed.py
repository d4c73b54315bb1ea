# SPDX-License-Identifier: GPL-2.0-only
"""Encryption of a plan, by Oracle Net or by TLS, with its costs, and compression."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from net8.analytic.facts import negotiated
from net8.analytic.security import LONG_SIZES, Sealing, compression, sealing, tls
from net8.plan.clients import kinds
from net8.plan.complete import complete_group
from net8.plan.connect_tls import protocols
from net8.plan.plan import Plan
from net8.schema.distributions import short

__all__ = ["sealed"]

_CHECKSUM_BYTES = {"": 0, "md5": 16, "sha1": 20, "sha512": 64, "sha256": 32, "sha384": 48}


def sealed(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe native encryption and checksums of each kind of client.

    @param plans: the points of a plan, resolved
    @return: a fact for each way in which packets are encrypted or a session is refused
    """
    found: dict[str, None] = {}
    secured: dict[str, None] = {}
    packed: dict[str, None] = {}
    for plan in plans:
        for table in kinds(plan):
            values = {path: value for path, (value, _origin) in complete_group(plan, table).items()}
            if text := _told(sealing(values), values):
                found[text] = None
            if text := _tls(values, any(point.get("tls") for point in plan.end_points)):
                secured[text] = None
            if text := _compressed(values):
                packed[text] = None
    named = {"native encryption": found, "TLS": secured, "compression": packed}
    return tuple((name, text) for name, texts in named.items() for text in texts)


def _compressed(values: Mapping[str, object]) -> str:
    """Describe how packets are compressed and what of it is assumed, or why they are not."""
    wanted = [end for end in ("client", "server") if values[f"{end}.compression"]]
    if not wanted:
        return ""
    version = int(negotiated(values)["version"])
    level = compression(values, version)
    if not level:
        if version < LONG_SIZES:
            why = f"TNS version {version} has no compression (SQLNET.COMPRESSION needs 315, 12.1)"
        elif len(wanted) == 1:
            why = f"{wanted[0]}.compression is true, that of the other end is not"
        else:
            why = "the ends have no compression level in common"
        return f"off: {why}"
    parts = (
        f"{side} longer than {values[f'{end}.compression_threshold']} bytes by {values[f'{end}.compression_ratio']}"
        for end, side in (("client", "requests"), ("server", "replies"))
    )
    return (
        f"{level}: packets of {', of '.join(parts)}; a packet of s bytes becomes 10 + ceil((s - 10) / ratio) + 6 "
        "bytes, if that is less. The ratios are those of the plan, as no source was found. Assumed: the algorithms of "
        "the levels (low LZO, high zlib), their rates (compression_rate), and that each packet is compressed "
        "independently. LOBs and redo are compressed too, although a real server does not compress them"
    )


def _tls(values: Mapping[str, object], more: bool) -> str:
    """Describe the use of TLS and what of it is not modelled."""
    kinds = protocols(values["client.descriptor"]) or {False}
    client, listener = bool(values["client.tls"]) or True in kinds, bool(values["listener.tls"]) or more
    if client != listener:
        speaks, other = ("client", "listener") if client else ("listener", "client")
        return f"no session: the {speaks} uses TLS, the {other} does not (only {speaks}.tls is true)"
    if not client:
        return ""
    version, cipher, error = tls(values)
    if error:
        return (
            f"no session: the ends have no TLS {'version' if error == _VERSIONS else 'cipher'} in common "
            f"(ORA-{error}); {_offered(values, 'client')}, {_offered(values, 'listener')}"
        )
    sni = bool(values["client.use_sni"])
    ways = {("1.2", False): 7, ("1.3", False): 5, ("1.2", True): 4, ("1.3", True): 3}[version, sni]
    certificates = (
        "certificates of 1232 and 1115 bytes (a test chain, not a wallet)"
        if not values["listener.tls_certificates"]
        else f"certificates of {values['listener.tls_certificates']} bytes"
    )
    mutual = (
        ", 2 and 1.2 times as much with client certificates"
        if values["listener.tls_client_authentication"]
        else ""
    )
    handshakes = (
        "one full handshake, with the server (the hand-over by the listener before it is not modelled)"
        if sni
        else "two full handshakes, with the listener and, after RESEND, with the server"
    )
    return (
        f"{version} with {cipher}, {handshakes}: {ways} round trips up to the ACCEPT, including that of "
        f"TCP{' (at addresses of protocol TCPS)' if len(kinds) > 1 and not values['client.tls'] else ''}; "
        f"{certificates}; lengths as in OpenSSL 3.0.19; sizes and bytes of messages do not include TLS records. A "
        f"handshake takes {short(values['client.tls_handshake_time'])} of CPU at clients and "
        f"{short(values['listener.tls_handshake_time'])} at "
        f"{'the server' if sni else 'the listener and at the server'}{mutual}, records "
        f"{_rate(values, 'client', cipher)} for each core of clients and {_rate(values, 'listener', cipher)} of "
        "servers (measured on other machines: orders of magnitude); sessions are not resumed, close_notify is not "
        "sent; Oracle's preference of ciphers and the lengths of its libraries are not known"
    )


_VERSIONS = 29019
"""Oracle error number of ends without a common TLS version."""
_RATES = {"aes128_gcm": "52Gbps", "aes256_gcm": "49.3Gbps", "chacha20": "24Gbps"}
"""Default rates of a core (TlsRecords::GetRate)."""


def _rate(values: Mapping[str, object], section: str, cipher: str) -> str:
    """Return the encryption rate of a core of an end."""
    return str(values[f"{section}.tls_cipher_rate"] or _RATES.get(cipher, "4Gbps"))


def _offered(values: Mapping[str, object], section: str) -> str:
    """Return the TLS versions and ciphers of an end."""
    oldest, newest = (str(values[f"{section}.{name}"]) for name in ("tls_min_version", "tls_version"))
    span = newest if oldest >= newest else f"{oldest} to {newest}"
    return f"{section} {span} with {values[f'{section}.tls_cipher'] or 'any cipher'}"


def _told(outcome: Sealing, values: Mapping[str, object]) -> str:
    """Describe what is agreed on and its costs, or why there is no session."""
    if outcome.error:
        return (
            f"no session: the ends do not agree (ORA-{outcome.error}); client {_wanted(values, 'client')}, server "
            f"{_wanted(values, 'server')}"
        )
    if not outcome.on:
        required = "required" in (values["client.encryption"], values["client.crypto_checksum"])
        driver = values["client.driver"]
        return (
            f"none, whatever [client] requires: {driver} has no native services, packets are plain"
            if required
            else ""
        )
    names = " and ".join(name for name in (outcome.encryption, outcome.checksum) if name)
    return (
        f"{names}: the payload p of a DATA packet becomes {_formula(outcome)} bytes; the logon has 796 + 16 and 291 "
        "additional bytes for keys of 2,048 bits (an initialization vector of 16 bytes is assumed; key renewal is not "
        f"modelled); {values['client.cipher_rate']} for each core of clients and {values['server.cipher_rate']} of "
        "servers. Whether OCI and servers leave bytes free in full packets is not known; here they do not"
    )


def _wanted(values: Mapping[str, object], section: str) -> str:
    """Return the levels of one end."""
    return f"{values[f'{section}.encryption']} and {values[f'{section}.crypto_checksum']}"


def _formula(outcome: Sealing) -> str:
    """Return the formula for the length of a payload."""
    checksum = _CHECKSUM_BYTES[outcome.checksum]
    total = f"p + {checksum}" if checksum else "p"
    if not outcome.encryption:
        return f"{total} + 1"
    if outcome.encryption.startswith("rc4"):
        return f"{total} + 2"
    block = 16 if outcome.encryption.startswith("aes") else 8
    return f"{block} ceil(({total}) / {block}) + 2"
