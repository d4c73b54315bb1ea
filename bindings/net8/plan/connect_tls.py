# SPDX-License-Identifier: GPL-2.0-only
"""TLS settings of connect files and descriptors as values of a plan: PROTOCOL = TCPS, parameters with SSL_."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from net8.base.errors import PlanError
from net8.base.extension import need_core
from net8.plan.plan import Plan

__all__ = ["protocols", "tls_settings", "with_protocols"]

_VERSIONS: Final = ("1.2", "1.3")
_OLD: Final = ("3.0", "2.0", "1.0", "1.1", "sslv3")
_ANY: Final = ("0", "undetermined", "tls", "auto")
_CIPHERS: Final = (
    (r"AES_128_GCM_SHA256", "aes128_gcm"),
    (r"AES_256_GCM_SHA384", "aes256_gcm"),
    (r"CHACHA20_POLY1305_SHA256", "chacha20"),
    (r"AES_(128|256)_CBC_SHA", "aes_cbc_sha1"),
    (r"AES_(128|256)_CBC_SHA256", "aes_cbc_sha256"),
    (r"AES_(128|256)_CBC_SHA384", "aes_cbc_sha384"),
)
_CLIENT_CERTIFICATES: Final = "949, 1115"
"""Bytes of a test chain of a client (fact sheet on security layers, section 2.2)."""


def tls_settings(
    sqlnet: Mapping[str, object], listener: Mapping[str, object]
) -> dict[str, tuple[object, ...]]:
    """Return the TLS settings of both ends; sqlnet.ora is for both, listener.ora takes precedence on the listener.

    @param sqlnet: what sqlnet.ora says
    @param listener: what listener.ora says of the listener
    @return: candidates by dotted key, in order of precedence; PlanError for impossible settings
    """
    of_all, of_listener = _end(sqlnet.get("tls"), "sqlnet.ora"), _end(listener.get("tls"), "listener.ora")
    found = {
        f"{end}.{name}": tuple(files.get(name) for files in sources)
        for end, sources in (("client", (of_all,)), ("listener", (of_listener, of_all)))
        for name in ("tls_version", "tls_min_version", "tls_cipher")
    }
    asks = [files.get("client_authentication") for files in (of_listener, of_all)]
    shows = next((value for value in asks if value is not None), None)
    return found | {
        "listener.tls_client_authentication": (shows,),
        "client.tls_certificates": (_CLIENT_CERTIFICATES if shows else None,),
        "client.use_sni": (of_all.get("use_sni"),),
    }


def _end(table: object, file: str) -> dict[str, object]:
    """Return the settings of one file, by the last part of a key."""
    if not isinstance(table, Mapping):
        return {}
    versions = _versions(list(table.get("versions") or ()), file)
    names, of_suites = _suites(list(table.get("cipher_suites") or ()), file)
    both = [version for version in versions or _VERSIONS if version in of_suites]
    if not both:
        raise PlanError(
            f"{file} has SSL_VERSION = {' or '.join(versions)}, but SSL_CIPHER_SUITES has no suite for it; "
            f"add a suite of {versions[0]}"
        )
    said: dict[str, object] = {
        "client_authentication": table.get("client_authentication"),
        "use_sni": table.get("use_sni"),
    }
    if versions or names:
        said |= {"tls_version": both[-1], "tls_min_version": both[0]}
    return said | ({"tls_cipher": ", ".join(names)} if names else {})


def _versions(words: Sequence[object], file: str) -> list[str]:
    """Return the modelled versions in SSL_VERSION, oldest first; empty: it is not set."""
    texts = [re.sub(r"^tlsv", "", str(word).lower()) for word in words if str(word).lower() != "or"]
    if not texts or any(text in _ANY for text in texts):
        return []
    least = [text.rstrip("+") for text in texts if text.endswith("+")]
    found = {text for text in texts if text in _VERSIONS}
    found |= {version for version in _VERSIONS if any(version >= text for text in least)}
    wrong = [text for text in texts if text.rstrip("+") not in (*_VERSIONS, *_OLD)]
    if wrong or not found:
        raise PlanError(
            f"{file} has SSL_VERSION = {' '.join(map(str, words))}, which is not modelled; write 1.2, 1.3 or both "
            "separated by a comma"
        )
    return sorted(found)


def _suites(words: Sequence[object], file: str) -> tuple[list[str], set[str]]:
    """Return the ciphers of SSL_CIPHER_SUITES, best first, and the versions that have one of them."""
    names: dict[str, None] = {}
    versions: set[str] = set()
    for word in words:
        text = re.sub(r"^(SSL|TLS)_", "", str(word).upper())
        bulk = text.rpartition("WITH_")[2]
        name = next((name for form, name in _CIPHERS if re.fullmatch(form, bulk)), None)
        if name is None:
            raise PlanError(
                f"{file} has {word} in SSL_CIPHER_SUITES, which is not modelled; use a suite of TLS 1.2 or 1.3 with "
                "AES in GCM or CBC, or with CHACHA20"
            )
        names[name] = None
        versions.add("1.2" if "WITH_" in text else "1.3")
    return list(names), versions or set(_VERSIONS)


def with_protocols(plan: Plan) -> Plan:
    """Set TLS for end points and clients where descriptors use protocol TCPS.

    @param plan: a plan, connect files read
    @return: the plan with TLS at end points that all descriptors reach by TCPS, and USE_SNI of
        descriptors; values that the plan sets are kept
    """
    texts: list[tuple[str, object]] = [("client", plan["client.descriptor"])]
    texts += [(f"group.{table.get('name')}", table.get("descriptor")) for table in plan.groups]
    secured: dict[object, set[bool]] = {}
    values: dict[str, object] = {}
    for section, text in texts:
        if not text:
            continue
        need_core()
        from net8 import _core

        found = _core.parse_connect_string(str(text))
        for port, tls in _addresses(found):
            secured.setdefault(port, set()).add(tls)
        if section == "client" and found.get("use_sni") and not plan.is_set("client.use_sni"):
            values["client.use_sni"] = True
    ports = {port for port, kinds in secured.items() if kinds == {True}}
    if plan["listener.port"] in ports and not plan.is_set("listener.tls"):
        values["listener.tls"] = True
    tables = [
        table if "tls" in table or table.get("port") not in ports else {**table, "tls": True}
        for table in plan.end_points
    ]
    if tables != list(plan.end_points):
        plan = plan.with_tables("end_point", tuple(tables))
    return plan.with_values(values, where=plan.where("client.descriptor")) if values else plan


def protocols(text: object) -> set[bool]:
    """Return whether the addresses of a descriptor use TLS.

    @param text: the descriptor, as a plan has it
    @return: true, false or both, for the kinds of addresses that it has
    """
    if not text:
        return set()
    need_core()
    from net8 import _core

    return {tls for _port, tls in _addresses(_core.parse_connect_string(str(text)))}


def _addresses(found: Mapping[str, object]) -> Iterator[tuple[object, bool]]:
    """Walk the TCP addresses of a descriptor: port, and whether it uses TLS."""
    for description in _tables(found.get("descriptions")):
        for addresses in _tables(description.get("address_lists")):
            for address in _tables(addresses.get("addresses")):
                if address.get("protocol") in ("tcp", "tcps"):
                    yield address.get("port"), address.get("protocol") == "tcps"


def _tables(value: object) -> Iterator[Mapping[str, object]]:
    """Walk the tables of a list."""
    yield from (each for each in value if isinstance(each, Mapping)) if isinstance(value, list) else ()
