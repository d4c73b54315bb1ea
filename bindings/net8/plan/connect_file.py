# SPDX-License-Identifier: GPL-2.0-only
"""Contents of a connect file: the aliases of a tnsnames.ora, the listeners of a listener.ora."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from net8.base.errors import PlanError
from net8.base.extension import need_core

__all__ = ["Address", "Alias", "aliases", "parameter_text", "resolve_alias"]


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


def aliases(file: str | Path, *, sqlnet: str | Path | None = None) -> tuple[Alias, ...]:
    """List the entries of a connect file; an entry that is wrong has an error.

    @param file: a tnsnames.ora; a file with "listener" in its name is read as a listener.ora
    @param sqlnet: a sqlnet.ora with NAMES.DEFAULT_DOMAIN
    @return: the entries in the order written; PlanError if the file cannot be read at all
    """
    need_core()
    from net8 import _core

    path = _readable(file)
    try:
        if _is_listener(path):
            return tuple(map(_alias, _core.read_listeners(str(path))))
        return tuple(map(_alias, _core.read_aliases(str(path), _profile(sqlnet))))
    except _core.ConnectError as error:
        raise PlanError(str(error)) from None


def resolve_alias(file: str | Path, alias: str, *, sqlnet: str | Path | None = None) -> Alias:
    """Resolve what a user types behind "@" with a connect file.

    @param file: a tnsnames.ora; a file with "listener" in its name is read as a listener.ora
    @param alias: an alias of the file in any case, a descriptor, an Easy Connect text, or a listener's name
    @param sqlnet: a sqlnet.ora with NAMES.DEFAULT_DOMAIN
    @return: the entry with what it resolves to; PlanError if there is none or it cannot be used
    """
    wanted = alias.strip().lower()
    for entry in reversed(aliases(file, sqlnet=sqlnet)):
        if wanted in (name.lower() for name in entry.names):
            if entry.error:
                raise PlanError(entry.error)
            return entry
    from net8 import _core

    path = _readable(file)
    try:
        if _is_listener(path):
            # No entry has the name; the reader lists those that exist.
            _core.resolve_connect("host", listener=str(path), listener_name=alias.strip())
        found = _core.resolve_connect(alias, tnsnames=str(path), sqlnet=_profile(sqlnet))
    except _core.ConnectError as error:
        raise PlanError(str(error)) from None
    return _alias({"names": [alias.strip()], "descriptor": found, "unmodelled": found["unmodelled"]})


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


def _is_listener(path: Path) -> bool:
    """Tell a listener.ora from a tnsnames.ora."""
    return "listener" in path.name.lower()


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
