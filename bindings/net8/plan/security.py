# SPDX-License-Identifier: GPL-2.0-only
"""Checks of encryption, checksums, compression and TLS of a plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from net8.base.errors import PlanError
from net8.plan.plan import Plan
from net8.schema.security import CHECKSUM_TYPES, ENCRYPTION_TYPES, TLS_CIPHERS
from net8.schema.values import show

__all__ = ["check_security"]

_TYPES = {"encryption_types": ENCRYPTION_TYPES, "crypto_checksum_types": CHECKSUM_TYPES}


def check_security(plan: Plan) -> None:
    """Refuse unknown algorithms, levels and layers that exclude each other, certificates without a size.

    @param plan: the plan
    """
    for path, text, known in _lists(plan):
        _check_list(plan, path, text, known)
    for path, text in _texts(plan, "tls_cipher"):
        _check_list(plan, path, text, TLS_CIPHERS)
    _check_versions(plan)
    _check_services(plan)
    for path, text in _texts(plan, "tls_certificates"):
        _check_certificates(plan, path, text)
    _check_layers(plan)
    _check_compression(plan)


def _check_compression(plan: Plan) -> None:
    """Refuse unknown levels, and compression without a ratio."""
    ends: list[tuple[str, Mapping[str, object]]] = [("client", {}), ("server", {})]
    ends += [(f"group.{table['name']}", table) for table in plan.groups]
    ends += [(f"instance.{table['name']}", table) for table in plan.instances]
    for section, table in ends:
        base = "server" if section.startswith(("server", "instance")) else "client"
        value = {name: table.get(name, plan[f"{base}.{name}"]) for name in _COMPRESSION}
        path = f"{section}.compression" if table.get("compression") else f"{base}.compression"
        levels = [word.strip() for word in str(value["compression_levels"]).split(",")]
        wrong = [word for word in levels if word not in ("low", "high")]
        if wrong or len(set(levels)) < len(levels):
            where = f"{section if 'compression_levels' in table else base}.compression_levels"
            raise PlanError(
                f"{where} = {show(value['compression_levels'])} must contain low, high or both, once each",
                where=plan.where(where),
            )
        # A section that all groups or instances override has no effect of its own.
        over = plan.groups if section == "client" else plan.instances if section == "server" else ()
        if not value["compression"] or over:
            continue
        if value["compression_ratio"] is None:
            raise PlanError(
                f"{path} = true needs a ratio, for which no source was found; set {path}_ratio, such as 3 for rows "
                "of text",
                where=plan.where(path),
            )


_COMPRESSION = ("compression", "compression_levels", "compression_ratio")


def _lists(plan: Plan) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Yield each list of algorithms: its key, its text, and the allowed names."""
    for name, known in _TYPES.items():
        for section in ("client", "server"):
            yield f"{section}.{name}", str(plan[f"{section}.{name}"]), known
        for kind, tables in (("group", plan.groups), ("instance", plan.instances)):
            for table in tables:
                if name in table:
                    yield f"{kind}.{table['name']}.{name}", str(table[name]), known


def _check_list(plan: Plan, path: str, text: str, known: Sequence[str]) -> None:
    """Refuse a list with an unknown name, or with a name twice."""
    names = [name.strip() for name in text.split(",")] if text.strip() else []
    for name in names:
        if name not in known:
            problem = f'names "{name}", which is not one of {", ".join(known)}'
        elif names.count(name) > 1:
            problem = f"names {name} twice; once is enough"
        else:
            continue
        raise PlanError(f"{path} = {show(text)} {problem}", where=plan.where(path))


def _check_services(plan: Plan) -> None:
    """Refuse levels that need native services if the ACCEPT does not offer them."""
    if plan["server.native_services"] is not False:
        return
    for path in _levels(plan, ("required",)):
        raise PlanError(
            f'{path} = "required" needs the negotiation of native services, which server.native_services = false '
            "switches off; set it to true",
            where=plan.where(path) or plan.where("server.native_services"),
        )


def _levels(plan: Plan, words: Sequence[str]) -> Iterator[str]:
    """Yield the keys of levels with one of these words."""
    sections: dict[str, Mapping[str, object]] = {
        end: {name: plan[f"{end}.{name}"] for name in ("encryption", "crypto_checksum")}
        for end in ("client", "server")
    }
    sections |= {f"group.{table['name']}": table for table in plan.groups}
    sections |= {f"instance.{table['name']}": table for table in plan.instances}
    for section, table in sections.items():
        for name in ("encryption", "crypto_checksum"):
            if table.get(name) in words:
                yield f"{section}.{name}"


def _texts(plan: Plan, name: str) -> Iterator[tuple[str, str]]:
    """Yield a TLS setting of each end: its key and its text."""
    for section in ("client", "listener"):
        yield f"{section}.{name}", str(plan[f"{section}.{name}"])
    for table in plan.groups:
        if name in table:
            yield f"group.{table['name']}.{name}", str(table[name])


def _check_versions(plan: Plan) -> None:
    """Refuse a minimum TLS version above the maximum one."""
    ends: list[tuple[str, str, Mapping[str, object]]] = [(end, end, {}) for end in ("client", "listener")]
    ends += [(f"group.{table['name']}", "client", table) for table in plan.groups]
    for section, base, table in ends:
        oldest, newest = (
            str(table.get(name, plan[f"{base}.{name}"])) for name in ("tls_min_version", "tls_version")
        )
        if oldest > newest:
            own = section if "tls_min_version" in table else base
            raise PlanError(
                f"{own}.tls_min_version = {show(oldest)} is newer than tls_version = {show(newest)}; "
                f"use {show(newest)} or older",
                where=plan.where(f"{own}.tls_min_version"),
            )


def _check_certificates(plan: Plan, path: str, text: str) -> None:
    """Refuse impossible certificate sizes."""
    for word in text.split(",") if text.strip() else ():
        size = word.strip()
        if not size.isdecimal() or not _LEAST <= int(size) <= _MOST:
            raise PlanError(
                f"{path} = {show(text)} has a certificate of {show(size)} bytes; use {_LEAST} to {_MOST} bytes",
                where=plan.where(path),
            )


_LEAST, _MOST = 300, 8000
"""Bytes of a certificate."""


def _check_layers(plan: Plan) -> None:
    """Refuse native encryption inside TLS: databases use one or the other."""
    secured = [path for path in ("listener.tls", "client.tls") if plan[path] is True]
    secured += [f"group.{table['name']}.tls" for table in plan.groups if table.get("tls") is True]
    if not secured:
        return
    for path in _levels(plan, ("required", "requested")):
        raise PlanError(
            f"{path} requires native encryption or checksums inside TLS ({secured[0]} = true), which is not "
            "modelled; use one of the two",
            where=plan.where(path) or plan.where(secured[0]),
        )
