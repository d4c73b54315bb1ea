# SPDX-License-Identifier: GPL-2.0-only
"""Contents of a connect file: which kind it is, its parameters, the aliases or listeners in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from net8.base.credentials import without_credentials
from net8.base.errors import PlanError
from net8.base.extension import need_core

__all__ = [
    "Address", "Alias", "Parameter", "aliases", "kind_of_file", "parameter_text", "parameters", "resolve_alias",
    "resolve_text",
]  # fmt: skip

_BEGINNINGS: Final = {
    "ldap": ("DIRECTORY_SERVER", "DEFAULT_ADMIN_CONTEXT"),
    "listener": ("SID_LIST_",),
    "sqlnet": ("SQLNET.", "NAMES.", "TCP.", "SSL_", "SEC_", "WALLET_", "TNSPING.", "TRACE_", "LOG_", "DIAG_", "ADR_",
               "DISABLE_OOB", "DEFAULT_SDU_SIZE", "RECV_BUF_SIZE", "SEND_BUF_SIZE", "BEQUEATH_", "USE_NS_", "USE_SNI",
               "USE_DEDICATED_SERVER", "USE_CMAN", "HTTPS_", "OSS.", "DAEMON.", "ENCRYPTION_WALLET_"),
}  # fmt: skip
"""Beginnings of parameters that tell a file's kind."""
_INSIDE: Final = {"cman": ("RULE_LIST", "RULE", "PARAMETER_LIST"), "tnsnames": ("CONNECT_DATA",)}
"""Names inside of parameters that tell a file's kind."""


@dataclass(frozen=True, slots=True)
class Address:
    """The target of one ADDRESS."""

    protocol: str  #: in lower case; tcp unless the ADDRESS says otherwise
    host: str  #: HOST, or KEY where there is none; empty: neither
    port: int | None  #: TCP port; 1521 unless the ADDRESS says otherwise, none off TCP

    def __str__(self) -> str:
        """Write it as host:port, with the protocol where that is not TCP."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        place = host if self.port is None else f"{host}:{self.port}"
        return place if self.protocol == "tcp" else f"{self.protocol} {place}".rstrip()


@dataclass(frozen=True, slots=True)
class Alias:
    """An entry of a connect file, and what it resolves to."""

    names: tuple[str, ...]  #: as written; several if separated by commas
    file: str  #: file that contains it, perhaps included by IFILE; empty: none
    line: int  #: line of the first name, counted from 1; 0: not from a file
    error: str = ""  #: why it cannot be used, in a sentence; empty: it can
    descriptor: str = ""  #: connect descriptor in one line, in one spelling
    addresses: tuple[Address, ...] = ()  #: of all its descriptions, in the order written
    service: str = ""  #: SERVICE_NAME of the first description, else its SID
    sdu_bytes: int | None = None  #: SDU of the first description
    unmodelled: tuple[str, ...] = ()  #: parameters that the model does not use


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a connect file."""

    name: str  #: as written; several names are separated by commas
    file: str  #: file that contains it, perhaps included by IFILE
    line: int  #: line of the name, counted from 1
    value: str  #: what follows "=", in one spelling; *** in place of a secret
    error: str  #: why it cannot be read, in a sentence; empty: it can
    inside: tuple[str, ...] = ()  #: names of the parameters inside its value


def parameters(file: str | Path) -> tuple[Parameter, ...]:
    """List the parameters of any connect file.

    @param file: a file of parameters in the notation of Oracle Net
    @return: the parameters in the order written; PlanError if the file cannot be read at all
    """
    need_core()
    from net8 import _core

    try:
        found = _core.read_parameters(str(_readable(file)))
    except _core.ConnectError as error:
        raise PlanError(str(error)) from None
    return tuple(
        Parameter(
            name=", ".join(map(str, _list(entry["names"]))),
            file=str(entry["file"]),
            line=int(str(entry["line"])),
            value=str(entry["value"]),
            error=str(entry["error"]).rstrip("."),
            inside=tuple(map(str, _list(entry["inside"]))),
        )
        for entry in found
    )


def kind_of_file(file: str | Path) -> str:
    """Tell which kind of connect file this is: by its name if that has "listener" in it, else by what it holds.

    @param file: a connect file
    @return: tnsnames, listener, sqlnet, cman or ldap
    """
    path = _readable(file)
    if "listener" in path.name.lower():
        return "listener"
    found = parameters(path)
    for kind, words in _INSIDE.items():
        if any(name.upper() in words for entry in found for name in entry.inside):
            return kind
    for kind, beginnings in _BEGINNINGS.items():
        if any(entry.name.upper().startswith(beginnings) for entry in found):
            return kind
    named = next((kind for kind in ("sqlnet", "ldap", "cman") if kind in path.name.lower()), "")
    return named or "tnsnames"


def aliases(file: str | Path, *, sqlnet: str | Path | None = None) -> tuple[Alias, ...]:
    """List the entries of a connect file; an entry that is wrong has an error.

    @param file: a tnsnames.ora or a listener.ora; a file with "listener" in its name is read as the latter
    @param sqlnet: a sqlnet.ora with NAMES.DEFAULT_DOMAIN
    @return: the entries in the order written; PlanError if the file cannot be read at all
    """
    need_core()
    from net8 import _core

    path = _readable(file)
    kind = _kind_with_entries(path)
    try:
        if kind == "listener":
            return tuple(map(_alias, _core.read_listeners(str(path))))
        return tuple(map(_alias, _core.read_aliases(str(path), _profile(sqlnet))))
    except _core.ConnectError as error:
        raise PlanError(str(error)) from None


def resolve_alias(file: str | Path, alias: str, *, sqlnet: str | Path | None = None) -> Alias:
    """Resolve what a user types behind "@" with a connect file.

    @param file: a tnsnames.ora or a listener.ora; a file with "listener" in its name is read as the latter
    @param alias: an alias of the file in any case, a descriptor, an Easy Connect text, or a listener's name
    @param sqlnet: a sqlnet.ora with NAMES.DEFAULT_DOMAIN
    @return: the entry with what it resolves to; PlanError if there is none or it cannot be used
    """
    alias = without_credentials(alias.strip())
    wanted = alias.lower()
    for entry in reversed(aliases(file, sqlnet=sqlnet)):
        if wanted in (name.lower() for name in entry.names):
            if entry.error:
                raise PlanError(entry.error)
            return entry
    from net8 import _core

    path = _readable(file)
    try:
        if kind_of_file(path) == "listener":
            # No entry has the name; the reader lists those that exist.
            _core.resolve_connect("host", listener=str(path), listener_name=alias)
        found = _core.resolve_connect(alias, tnsnames=str(path), sqlnet=_profile(sqlnet))
    except _core.ConnectError as error:
        raise PlanError(str(error)) from None
    return _alias({"names": [alias], "descriptor": found, "unmodelled": found["unmodelled"]})


def resolve_text(text: str, *, sqlnet: str | Path | None = None) -> Alias:
    """Resolve a connect string without a tnsnames.ora.

    @param text: a descriptor, an Easy Connect text, a JDBC URL or settings with Data Source
    @param sqlnet: a sqlnet.ora with NAMES.DIRECTORY_PATH
    @return: what it resolves to, without user and password; PlanError if it cannot be used
    """
    need_core()
    from net8 import _core

    clean = without_credentials(text.strip())
    try:
        found = _core.resolve_connect(clean, sqlnet=_profile(sqlnet))
    except _core.ConnectError as error:
        raise PlanError(str(error)) from None
    return _alias({"names": [clean], "descriptor": found, "unmodelled": found["unmodelled"]})


def _readable(file: str | Path) -> Path:
    """Refuse what is not a file."""
    path = Path(file)
    if not path.is_file():
        found = f"{file} is not a file" if path.exists() else f"there is no file {file}"
        raise PlanError(f"{found}; use a tnsnames.ora or a listener.ora")
    return path


def _profile(sqlnet: str | Path | None) -> str | None:
    """Return the path of a sqlnet.ora as text."""
    return None if sqlnet is None else str(_readable(sqlnet))


def _kind_with_entries(path: Path) -> str:
    """Tell a listener.ora from a tnsnames.ora, and refuse what has no entries that lead to a server."""
    kind = kind_of_file(path)
    if kind not in ("tnsnames", "listener"):
        raise PlanError(f"{path} is a {kind}.ora, which has no aliases; use a tnsnames.ora or a listener.ora")
    return kind


def _alias(entry: Mapping[str, object]) -> Alias:
    """Turn what the extension read into an entry."""
    found = _table(entry.get("descriptor"))
    sdu, line = found.get("sdu_bytes"), entry.get("line")
    return Alias(
        names=tuple(map(str, _list(entry.get("names")))),
        file=str(entry.get("file", "")),
        line=line if isinstance(line, int) else 0,
        error=str(entry.get("error", "")).rstrip("."),
        descriptor=str(found.get("text", "")),
        addresses=tuple(_addresses(found)),
        service=str(found.get("service_name") or found.get("sid") or ""),
        sdu_bytes=sdu if isinstance(sdu, int) else None,
        unmodelled=tuple(dict.fromkeys(map(parameter_text, _list(entry.get("unmodelled"))))),
    )


def _addresses(found: Mapping[str, object]) -> Iterator[Address]:
    """Walk the addresses of all descriptions."""
    for description in map(_table, _list(found.get("descriptions"))):
        for addresses in map(_table, _list(description.get("address_lists"))):
            for address in map(_table, _list(addresses.get("addresses"))):
                protocol, port = str(address.get("protocol")), address.get("port")
                host = str(address.get("host") or address.get("key") or address.get("lan_name") or "")
                yield Address(
                    protocol, host, port if isinstance(port, int) and protocol in ("tcp", "tcps") else None
                )


def parameter_text(entry: object) -> str:
    """Write a parameter that changes nothing with its place.

    @param entry: name, file and line
    @return: such as ORACLE_HOME (listener.ora:17)
    """
    name, file, line = entry if isinstance(entry, tuple) and len(entry) == 3 else (entry, "", 0)
    return f"{name} ({file}:{line})" if file else str(name)


def _table(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list | tuple) else []
