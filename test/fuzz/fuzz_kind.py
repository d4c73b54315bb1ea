# SPDX-License-Identifier: GPL-2.0-only
"""What a kind of input is: how one is drawn and laid out, and the commands that read it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["Command", "Kind", "Parts"]

Parts = list[Any]
"""An input as JSON would hold it: lines, settings, changes or blocks, any of which may be left out."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command that reads an input."""

    words: tuple[str, ...]  #: such as ("report", "base")
    writes: tuple[str, ...] = ()  #: starts of the names that it may write
    names: str = ""  #: what a refusal of the input has to name


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of input."""

    name: str  #: as --kind takes it
    draw: Callable[[random.Random], Parts]  #: makes an input
    lay: Callable[[Parts, Path], None]  #: writes it into a folder, which holds a plan and its results
    commands: Callable[[Parts], list[Command]]  #: those that read it, one after the other
