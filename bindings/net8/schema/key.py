# SPDX-License-Identifier: GPL-2.0-only
"""What the tables of plan keys are made of: one key, and words that several tables share."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, overload

from net8.base.extension import need_core

__all__ = [
    "CLIENT_RELEASES", "DRIVERS", "FILE", "GUIDE", "PLATFORMS", "RELEASES", "SDU", "TDS_DRIVERS", "TDU", "Key",
    "Section", "also_called",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a plan."""

    section: str  #: dotted section, "" for the top of the file
    name: str  #: snake_case name
    kind: str  #: text choice class int number fraction bool time rate frequency size queue random rows ...
    default: object  #: canonical value, or None when unset
    help: str  #: one sentence
    unit: str = ""  #: unit of a bare number and of result columns
    choices: Sequence[str] = ()  #: allowed words of a choice
    low: float = (
        0  #: smallest value: of an int, number or size in its unit, of a time in ns, of a rate per second
    )
    high: float = 2**62  #: largest value
    source: str = ""  #: where the default comes from
    unset: str = ""  #: who decides when the key is unset
    core: bool = True  #: whether it is an attribute of the section's C++ class
    path: str = field(init=False)  #: dotted name, such as ``client.sdu``

    def __post_init__(self) -> None:
        """Put the dotted name together."""
        path = f"{self.section}.{self.name}" if self.section else self.name
        object.__setattr__(self, "path", path)


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a plan, or one list of tables."""

    name: str  #: dotted name, "" for the top of the file
    keys: tuple[Key, ...]  #: its keys in the order in which they are written
    owners: tuple[str, ...] = ()  #: C++ classes whose attributes its keys are; of none: Python alone reads it
    several: bool = False  #: whether a plan may have it several times, as a list of tables


class BuiltIn(Sequence[str]):
    """Names that the compiled extension has built in; it is asked when they are first needed."""

    def __init__(self, find: Callable[[], Iterable[str]]) -> None:
        """Note whom to ask.

        @param find: gives the names
        """
        self._find = find

    @functools.cached_property
    def _names(self) -> tuple[str, ...]:
        """Return the names."""
        need_core()
        return tuple(self._find())

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        """Return a name, or some."""
        return self._names[index]

    def __len__(self) -> int:
        """Count the names."""
        return len(self._names)


def _client_releases() -> Iterator[str]:
    """Yield Oracle's releases, then those that drivers have of their own."""
    from net8 import _core

    known = _core.release_names()
    yield from known
    for driver in _core.driver_names():
        for release in _core.driver_releases(driver):
            if release not in known:
                known.append(release)
                yield release


def _of_core(name: str) -> Callable[[], list[str]]:
    """Return what asks the extension for names.

    @param name: function of the extension
    """

    def ask() -> list[str]:
        """Ask it."""
        from net8 import _core

        names: list[str] = getattr(_core, name)()
        return names

    return ask


def also_called(driver: str) -> list[str]:
    """Return other names that people have for a driver.

    @param driver: name of a driver that is built in
    @return: such as ["jdbc", "ojdbc"]
    """
    need_core()
    from net8 import _core

    names = _core.driver_facts(driver)["also_called"]
    return names if isinstance(names, list) else []


DRIVERS: Final = BuiltIn(_of_core("driver_names"))
RELEASES: Final = BuiltIn(_of_core("release_names"))
TDS_DRIVERS: Final = BuiltIn(_of_core("tds_driver_names"))
CLIENT_RELEASES: Final = BuiltIn(_client_releases)
FILE: Final = "file:"
"""What stands in front of the path of a driver's or of a release's own file."""
PLATFORMS: Final = ("linux", "windows")
GUIDE: Final = "Net Services Reference 19c"
SDU: Final = "Session data unit offered: the largest TNS packet."
TDU: Final = "Transport data unit offered."
