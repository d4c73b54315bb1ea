# SPDX-License-Identifier: GPL-2.0-only
"""A network that a shared library builds with ns-3: which keys a plan may set with it, and its settings."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from net8.base.errors import PlanError
from net8.base.reading import read_bytes
from net8.plan.plan import Plan
from net8.schema.table import keys_of
from net8.schema.values import show

__all__ = [
    "BESIDE_LIBRARY", "check_library", "is_outside", "library_hash", "library_path", "library_settings",
]  # fmt: skip

_LIMIT: Final = 1 << 30
"""Longest library, bytes."""
_IP_KEYS: Final = ("ip", "client_ip", "server_ip")
BESIDE_LIBRARY: Final = ("host_names",)
"""Keys of [path] that also apply to such a network."""


def is_outside(plan: Plan) -> bool:
    """Return whether a library builds the network of a plan.

    @param plan: the plan
    @return: whether it does
    """
    return bool(plan["network.library"])


def library_settings(plan: Plan) -> dict[str, str]:
    """Return the settings of the library.

    @param plan: the plan
    @return: text by name
    """
    given = plan["network.settings"]
    return {str(name): _text(value) for name, value in given.items()} if isinstance(given, Mapping) else {}


def _text(value: object) -> str:
    """Write a setting in the notation of C++ and TOML."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def library_path(plan: Plan) -> Path:
    """Return where the library is; the plan names it from its own folder.

    @param plan: a plan with a library
    @return: its full path
    """
    return ((plan.folder or Path()) / str(plan["network.library"])).absolute()


def library_hash(path: str | Path, *, where: str = "") -> str:
    """Hash the library, on which results depend.

    @param path: full path of the library
    @param where: place of its key, for messages
    @return: hexadecimal SHA-256
    """
    try:
        return hashlib.sha256(read_bytes(Path(path), _LIMIT)).hexdigest()
    except OSError as error:
        raise PlanError(
            f"the library {path} of network.library cannot be read: {error.strerror}", where=where
        ) from None


def check_library(plan: Plan) -> None:
    """Refuse keys that cannot be combined with a network from a library.

    @param plan: a plan with a library
    """
    library_hash(library_path(plan), where=plan.where("network.library"))
    for section in ("site", "router", "link", "route", "link_change"):
        if plan.tables(section):
            raise PlanError(
                f"the plan has a [[{section}]], but network.library builds the network; leave one of them out",
                where=plan.where("network.library"),
            )
    for key in keys_of("path"):
        if plan.is_set(key.path) and key.name in _IP_KEYS:
            raise PlanError(
                f"{key.path} = {show(plan[key.path])} has no effect on a network that network.library builds, which "
                "carries only IPv4, because newHost installs IPv4 stacks; leave it out",
                where=plan.where(key.path),
            )
        if plan.is_set(key.path) and key.name not in BESIDE_LIBRARY:
            raise PlanError(
                f"{key.path} = {show(plan[key.path])} has no effect on a network that network.library builds; pass it "
                "to the library in network.settings",
                where=plan.where(key.path),
            )
    if plan["run.partition"]:
        raise PlanError(
            "run.partition divides networks that are built from a plan, but network.library builds this one, with "
            "all nodes in one process; leave it out",
            where=plan.where("run.partition"),
        )
    for name, value in library_settings(plan).items():
        given = plan["network.settings"]
        if isinstance(given, Mapping) and not isinstance(given[name], str | int | float):
            raise PlanError(
                f"network.settings has {name} = {value}; use texts, numbers or truth values",
                where=plan.where("network.settings"),
            )
