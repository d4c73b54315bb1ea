# SPDX-License-Identifier: GPL-2.0-only
"""What the tables of plan keys are made of: one key, and words that several tables share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

__all__ = [
    "CLIENT_RELEASES", "GUIDE", "PLATFORMS", "RELEASES", "SDU", "TDU", "THIN_RELEASES", "Key",
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
    choices: tuple[str, ...] = ()  #: allowed words of a choice
    low: int = 0  #: smallest value of an int, number or size
    high: int = 2**62  #: largest value of an int, number or size
    source: str = ""  #: where the default comes from
    unset: str = ""  #: who decides when the key is unset
    core: bool = True  #: whether it is an attribute of the section's C++ class
    path: str = field(init=False)  #: dotted name, such as ``client.sdu``

    def __post_init__(self) -> None:
        """Put the dotted name together."""
        path = f"{self.section}.{self.name}" if self.section else self.name
        object.__setattr__(self, "path", path)


RELEASES: Final = (
    "7.3", "8.1", "9.2", "10.2", "11.1", "11.2", "12.1", "12.2", "18c", "19c", "21c", "23ai", "26ai",
)  # fmt: skip
THIN_RELEASES: Final = {
    "python-thin": ("1.4", "2.0", "3.4"),
    "node-thin": ("6.0", "6.5"),
    "jdbc-thin": ("23.3",),
}
"""Versions of thin drivers that are no release of Oracle's."""
CLIENT_RELEASES: Final = RELEASES + sum(THIN_RELEASES.values(), ())
PLATFORMS: Final = ("linux", "windows")
GUIDE: Final = "Net Services Reference 19c"
SDU: Final = "Session data unit offered: the largest TNS packet."
TDU: Final = "Transport data unit offered."
