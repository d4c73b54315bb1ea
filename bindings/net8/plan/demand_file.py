# SPDX-License-Identifier: GPL-2.0-only
"""Demands between the nodes of a network from files: CSV, SNDlib's native format and XML, REPETITA."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from net8.base import units
from net8.base.errors import PlanError
from net8.base.reading import TABLE_LIMIT, read_text
from net8.base.units import QuantityError
from net8.plan.graph_formats import SNDLIB_NATIVE
from net8.schema.table import KEYS
from net8.schema.values import show

__all__ = ["DEMAND_UNITS", "Demand", "read_demands"]

DEMAND_UNITS: Final = KEYS["demands.unit"].choices
"""Units of demands that are plain numbers."""
_NATIVE: Final = re.compile(r"\S+\s*\(\s*(\S+)\s+(\S+?)\s*\)\s*(\S+)\s+(\S+).*")
_REPETITA: Final = re.compile(r"DEMANDS\s+\d+")
_COLUMN: Final = re.compile(r"(\w+)\s*(?:\((\w+)\))?")
_ENDS: Final = {
    "source": "source", "from": "source", "src": "source", "target": "target", "to": "target", "dst": "target",
    "dest": "target", "destination": "target", "demand": "demand", "rate": "demand", "bw": "demand",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Demand:
    """What is to be carried from one node to another."""

    source: str  #: name of a node, or its number in the file of the network
    target: str  #: likewise
    bit_s: float  #: bits per second
    place: str  #: file and line
    numbered: bool = False  #: whether nodes are numbers


def read_demands(path: Path, unit: str | None = None) -> list[Demand]:
    """Read the demands of a file.

    @param path: a CSV, a file of SNDlib, or demands of REPETITA
    @param unit: of plain numbers, one of DEMAND_UNITS; by default Mbps in SNDlib, kbps in REPETITA
    @return: the demands
    """
    if unit is not None and unit not in DEMAND_UNITS:
        raise PlanError(f"{show(unit)} is not a unit of demands; choose one of {', '.join(DEMAND_UNITS)}")
    try:
        text = read_text(path, TABLE_LIMIT)
    except FileNotFoundError:
        raise PlanError(f"there is no file {path} with demands") from None
    except UnicodeDecodeError:
        raise PlanError(
            "is not UTF-8 text; demands are a CSV, or of SNDlib or REPETITA", where=str(path)
        ) from None
    except OSError as error:
        raise PlanError(f"{path} cannot be read: {error.strerror}") from None
    begun = text.lstrip()
    read: Callable[[Path, str, str | None], Iterator[Demand]]
    if begun.startswith(SNDLIB_NATIVE):
        read = _native
    elif begun.startswith("<"):
        read = _xml
    else:
        read = _repetita if _REPETITA.match(begun) else _table
    found = list(read(path, text, unit))
    if not found:
        raise PlanError("holds no demands", where=str(path))
    return found


def _rate(word: str, unit: str | None, place: str) -> float:
    """Read a rate; a plain number has the unit."""
    try:
        return float(word) * units.parse_rate(f"1{unit}") if unit else _plain(word)
    except ValueError as error:
        if unit and not isinstance(error, QuantityError):
            return _rate(word, None, place)
        raise PlanError(f"the demand {show(word)} {error}", where=place) from None


def _plain(word: str) -> float:
    """Read a rate with its unit."""
    if re.fullmatch(r"[-+.\deE]+", word):
        raise QuantityError("has no unit; write one such as 12Mbps, or say --unit Mbps")
    return float(units.parse_rate(word))


def _made(source: str, target: str, bit_s: float, place: str, *, numbered: bool = False) -> Demand:
    """Make a demand; refuse one below zero."""
    if not 0 <= bit_s < float("inf"):
        raise PlanError("a demand is below zero, or no number; write one of 0 or more", where=place)
    return Demand(source, target, bit_s, place, numbered)


def _native(path: Path, text: str, unit: str | None) -> Iterator[Demand]:
    """Read the section DEMANDS: a name, (source target), routing unit and value."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        words, place = line.strip(), f"{path}:{number}"
        if words.startswith("DEMANDS"):
            inside = True
        elif inside and words == ")":
            return
        elif inside and words and not words.startswith("#"):
            match = _NATIVE.fullmatch(words)
            if match is None:
                raise PlanError(
                    f"{show(words)} is not a demand; write its name, (source target), routing unit and value",
                    where=place,
                )
            scale = _rate(match[3], unit or "Mbps", place)
            yield _made(match[1], match[2], scale * _number(match[4], place), place)


def _number(word: str, place: str) -> float:
    """Read a plain number."""
    try:
        return float(word)
    except ValueError:
        raise PlanError(f"{show(word)} is not a number", where=place) from None


def _xml(path: Path, text: str, unit: str | None) -> Iterator[Demand]:
    """Read the elements demand."""
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise PlanError(
            f"this cannot be read as XML of SNDlib: {str(error).partition(':')[0]}",
            where=f"{path}:{error.position[0]}",
        ) from None
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    lines, line, last = [], 1, 0
    for found in re.finditer(r"<(?:\w+:)?demand\b", text):
        line, last = line + text.count("\n", last, found.start()), found.start()
        lines.append(line)
    for at, demand in zip(lines, root.iter("demand"), strict=False):
        place = f"{path}:{at}"
        source, target, value = (
            (demand.findtext(name) or "").strip() for name in ("source", "target", "demandValue")
        )
        if not (source and target and value):
            raise PlanError("a demand has no source, target or demandValue; it needs all three", where=place)
        scale = _number(demand.findtext("routingUnit") or "1", place)
        yield _made(source, target, scale * _rate(value, unit or "Mbps", place), place)


def _repetita(path: Path, text: str, unit: str | None) -> Iterator[Demand]:
    """Read lines of label, source, target and kbit/s; nodes are numbers."""
    for number, line in enumerate(text.splitlines(), 1):
        words, place = line.split(), f"{path}:{number}"
        if not words or words[0] == "DEMANDS" or words[:2] == ["label", "src"]:
            continue
        if len(words) != 4 or not (words[1].isdigit() and words[2].isdigit()):
            raise PlanError(f"{show(line.strip())} is not a demand (label src dest bw)", where=place)
        yield _made(words[1], words[2], _rate(words[3], unit or "kbps", place), place, numbered=True)


def _table(path: Path, text: str, unit: str | None) -> Iterator[Demand]:
    """Read a CSV: source, target and demand, in columns that a first line may name."""
    order: Mapping[str, int] = {"source": 0, "target": 1, "demand": 2}
    units_of = unit
    first = True
    for number, cells in enumerate(csv.reader(text.splitlines(), skipinitialspace=True), 1):
        place = f"{path}:{number}"
        words = [cell.strip() for cell in cells]
        if not any(words) or words[0].startswith("#"):
            continue
        if first and (named := _head(words)):
            order, told = named
            units_of = unit or told
            first = False
            continue
        first = False
        if len(words) <= max(order.values()):
            raise PlanError(
                f"{show(','.join(cells))} is not a demand; write source,target,demand such as A,B,12Mbps",
                where=place,
            )
        source, target, demand = (words[order[name]] for name in ("source", "target", "demand"))
        yield _made(source, target, _rate(demand, units_of, place), place)


def _head(words: Sequence[str]) -> tuple[Mapping[str, int], str | None] | None:
    """Read a first line that names columns, with the unit of the demand; None if it is a demand."""
    found: dict[str, int] = {}
    unit = None
    for index, word in enumerate(words):
        match = _COLUMN.fullmatch(word.lower())
        if match and match[1] in _ENDS:
            found[_ENDS[match[1]]] = index
            if _ENDS[match[1]] == "demand" and match[2]:
                unit = next((each for each in DEMAND_UNITS if each.lower() == match[2]), None)
    return (found, unit) if found.keys() == {"source", "target", "demand"} else None
