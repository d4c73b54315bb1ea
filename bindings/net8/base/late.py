# SPDX-License-Identifier: GPL-2.0-only
"""Packages whose public names load their modules on first use."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Collection, Mapping
from types import ModuleType

__all__ = ["load_late"]

_HOMES: dict[str, dict[str, str]] = {}
"""Module of each public name, by package."""
_PACKAGES: dict[str, Collection[str]] = {}
"""Packages inside of packages, which have names of their own."""


class _Package(ModuleType):
    """A package that finds a public name in its module when it is first asked for."""

    def __getattr__(self, name: str) -> object:
        """Load what is not there yet.

        @param name: a public name, or a package with names of its own
        @return: what it stands for
        """
        if name in _PACKAGES[self.__name__]:
            return importlib.import_module(f"{self.__name__}.{name}")
        home = _HOMES[self.__name__].get(name)
        if home is None:
            raise AttributeError(f"{self.__name__} has no {name}")
        found = getattr(importlib.import_module(home), name)
        self.__dict__[name] = found
        return found

    def __setattr__(self, name: str, value: object) -> None:
        """Set a name, except that a loaded module does not take the place of the function that is called like it.

        @param name: the name
        @param value: what it stands for
        """
        if not (isinstance(value, ModuleType) and name in _HOMES[self.__name__]):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        """Return the public names, loaded or not."""
        return sorted({*self.__dict__, *_HOMES[self.__name__], *_PACKAGES[self.__name__]})


def load_late(package: str, homes: Mapping[str, str], packages: Collection[str] = ()) -> None:
    """Let the public names of a package load their modules when they are first asked for.

    @param package: its name
    @param homes: names by module, separated by spaces
    @param packages: packages in it with names of their own
    """
    _HOMES[package] = {name: module for module, names in homes.items() for name in names.split()}
    _PACKAGES[package] = packages
    sys.modules[package].__class__ = _Package
