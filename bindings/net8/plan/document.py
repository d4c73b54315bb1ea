# SPDX-License-Identifier: GPL-2.0-only
"""Parts of a plan document, each checked by itself: values, lists of tables, axes."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Final, cast

from net8.base.errors import PlanError
from net8.base.units import QuantityError, parse_time
from net8.schema.axes import Axis, Step, read_axis
from net8.schema.cluster import LATER
from net8.schema.key import FILE
from net8.schema.lists import element, find_key, split
from net8.schema.meanings import by_meaning
from net8.schema.network import NETWORK_LISTS
from net8.schema.table import KEYS, LISTS, SECTIONS, keys_of
from net8.schema.values import canonical, complaint, meant, show

__all__ = [
    "Tables", "Where", "check_value", "choose_variant", "describe_unknown", "lines_of", "no_place", "parse",
    "place_files", "prune_figure", "read_axes", "read_list", "read_tables", "refuse_depth", "refuse_hidden",
    "refuse_odd_name", "settable",
]  # fmt: skip

Tables = tuple[Mapping[str, object], ...]
Where = Callable[[str, int], str]

_DEEPEST: Final = 20
_TOML_HINTS: Final = {
    "Invalid value": 'invalid value; write texts and quantities with a unit in quotes, such as "lan" or "80ms"',
    "Cannot overwrite a value": "a key is set twice; remove one of its lines",
    "Expected newline or end of document after a statement": (
        'something follows a value; write quantities with a unit in quotes, such as "80ms"'
    ),
}
"""What to say in place of the messages of tomllib that most mistakes lead to."""


def parse(text: str, path: Path) -> dict[str, object]:
    """Read TOML; errors name file and line.

    @param text: the file
    @param path: its name, for messages
    @return: its tables
    """
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise PlanError(
            "this is not a plan: its lists or tables are nested too deeply", where=str(path)
        ) from None
    except ValueError as error:
        message = str(error)
        if not isinstance(error, tomllib.TOMLDecodeError):
            message = "it holds a number with thousands of digits; whole numbers in TOML have 64 bits"
        match = re.search(r"\s*\(at (?:line (\d+), column \d+|end of document)\)", message)
        line = match[1] if match and match[1] else len(text.splitlines()) or 1
        reason = _toml_reason(message[: match.start()] if match else message)
        raise PlanError(f"this is not TOML: {reason}", where=f"{path}:{line}") from None


def _toml_reason(message: str) -> str:
    """Translate a message of tomllib into the words of plans, with a remedy for common mistakes."""
    if twice := re.fullmatch(r"Cannot declare \((.*?),?\) twice", message):
        name = twice[1].replace("'", "").replace(", ", ".")
        return f"[{name}] appears twice; write all of its keys under one [{name}]"
    return _TOML_HINTS.get(message, message[:1].lower() + message[1:])


def refuse_odd_name(path: Path) -> None:
    """Refuse a file with a name that stores, tables and JSON cannot hold.

    @param path: the file
    """
    try:
        os.path.realpath(path).encode()
    except UnicodeEncodeError:
        raise PlanError(
            f"the plan {str(path)!a} has a name, or is in a folder with a name, that is not UTF-8; rename it"
        ) from None


def no_place(_path: str, _index: int) -> str:
    """Return the place of a value that is not from a file.

    @return: nothing
    """
    return ""


def refuse_depth(document: Mapping[str, object], where: Where) -> None:
    """Refuse tables nested so deeply that Python could not walk them.

    @param document: nested tables
    @param where: returns the place of a key and index
    """
    level: list[object] = [document]
    for _depth in range(_DEEPEST):
        inner = [each.values() if isinstance(each, Mapping) else each for each in level]
        level = [
            value
            for values in inner
            for value in cast("Iterable[object]", values)
            if isinstance(value, Mapping | list | tuple)
        ]
        if not level:
            return
    raise PlanError(
        f"its lists and tables are nested more than {_DEEPEST} levels deep; a plan needs at most 4",
        where=where("", 0),
    )


def place_files(document: Mapping[str, object], folder: Path | None) -> dict[str, object]:
    """Resolve the paths of driver and release files relative to the folder of the plan.

    @param document: nested tables
    @param folder: that of the plan, if it has one
    @return: the same with full paths
    """

    def placed(key: str, value: object) -> object:
        """Resolve the path in a value, or those in a list or table."""
        if isinstance(value, Mapping):
            return {name: placed(str(name), inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [placed(key, inner) for inner in value]
        named = key.rpartition(".")[2] in ("driver", "release")
        if named and isinstance(value, str) and value.startswith(FILE) and folder is not None:
            return FILE + str(folder / value.removeprefix(FILE))
        return value

    return {key: placed(key, value) for key, value in document.items()}


def read_list(section: str, given: object, where: Where) -> Tables:
    """Read a list of tables; if they have names, refuse a missing name and one used twice.

    @param section: the list, such as fault
    @param given: what the document has there
    @param where: returns the place of a key and index
    @return: canonical values by key name, of each table
    """
    tables = read_tables(section, given, where)
    if f"{section}.name" not in KEYS:
        return tables
    names: set[object] = set()
    for index, table in enumerate(tables):
        name = table.get("name")
        # Oracle accepts names of instances in any case.
        known = name.lower() if section == "instance" and isinstance(name, str) else name
        if not name or known in names:
            article = "an" if section[0] in "aeiou" else "a"
            wrong = (
                f"{section}.name = {show(name)} appears twice" if name else f"{article} {section} has no name"
            )
            raise PlanError(f"{wrong}; every [[{section}]] needs its own name", where=where(section, index))
        names.add(known)
    return tables


def read_tables(section: str, tables: object, where: Where) -> Tables:
    """Read an array of tables: background traffic or figures.

    @param section: the list
    @param tables: what the document has there
    @param where: returns the place of a key and index
    @return: canonical values by key name, of each table
    """
    if not isinstance(tables, list | tuple):
        raise PlanError(f"{section} is a list of tables; write [[{section}]]", where=where(section, 0))
    result = []
    for index, table in enumerate(tables):
        if not isinstance(table, Mapping):
            raise PlanError(f"{section} is a list of tables; write [[{section}]]", where=where(section, 0))
        entry = {}
        for name, value in table.items():
            path = f"{section}.{name}"
            if path not in KEYS:
                raise PlanError(describe_unknown(path), where=where(path, index))
            entry[name] = check_value(path, value, where(path, index))
        result.append(MappingProxyType(entry))
    return tuple(result)


def lines_of(lists: Mapping[str, Tables], where: Where) -> Iterator[tuple[str, str]]:
    """Return where the keys of lists are set, by their dotted keys.

    @param lists: tables by the name of their list
    @param where: returns the place of a key and index
    @return: dotted keys and their places
    """
    for section, tables in lists.items():
        for index, table in enumerate(tables):
            name = element(section, index, table)
            for key in table:
                yield f"{section}.{name}.{key}", where(f"{section}.{key}", index)


def read_axes(over: Mapping[str, object], where: Where) -> tuple[Axis, ...]:
    """Read the axes of a sweep.

    @param over: swept key to its values
    @param where: returns the place of a key and index
    @return: the axes
    """
    found = []
    for name, steps in axis_lists(over):
        try:
            found.append(_read_axis(name, steps, where))
        except QuantityError as error:
            raise PlanError(str(error), where=where(f"sweep.{name}", 0)) from None
    return tuple(found)


def _read_axis(name: str, steps: object, where: Where) -> Axis:
    """Read an axis; its variants may have lists of a network of their own."""
    if not isinstance(steps, list | tuple):
        return read_axis(name, steps)
    lists = [_lists_of(step) for step in steps]
    keys = [
        {key: value for key, value in step.items() if key not in own} if isinstance(step, Mapping) else step
        for step, own in zip(steps, lists, strict=True)
    ]
    axis = read_axis(name, keys)
    at: Where = lambda _key, _index: where(f"sweep.{name}", 0)  # noqa: E731
    found = []
    for step, own in zip(axis.steps, lists, strict=True):
        later = {section: read_list(section, own.pop(section), at) for section in _ADDED if section in own}
        network = {section: read_list(section, tables, at) for section, tables in own.items()}
        found.append(replace(step, lists=network, later=later))
    return Axis(axis.name, tuple(found))


def read_forks(given: object, where: Where) -> tuple[Axis, ...]:
    """Read [[fork]]: variants of a run that begin while it goes on, as an axis.

    @param given: what the document has there
    @param where: returns the place of a key and index
    @return: the axis, or none
    """
    _refuse_fixed(given, where)
    tables = read_list("fork", given, where)
    steps = []
    for index, table in enumerate(tables):
        if "at" not in table:
            raise PlanError(
                f"fork.at is missing from [[fork]] {show(table['name'])}; write the time up to which the run is "
                'shared, such as at = "30s"',
                where=where("fork", index),
            )
        found = {section: _later(table, section, index, where) for section in LATER if section in table}
        later = {section: own for section, own in found.items() if own}
        lines = {
            f"{section}.{key}": where(f"fork.{section}.{key}", index)
            for section, own in later.items()
            for one in own
            for key in one
        }
        steps.append(Step(table["name"], {}, lines=lines, later=later, at=str(table["at"])))
    return (Axis("fork", tuple(steps)),) if steps else ()


def _refuse_fixed(given: object, where: Where) -> None:
    """Refuse forks with sections that are the same for a whole run."""
    for index, table in enumerate(given if isinstance(given, list | tuple) else ()):
        for section in table if isinstance(table, Mapping) else ():
            if section in SECTIONS and section not in LATER and section:
                own = ", ".join(f"[[fork.{name}]]" for name in LATER)
                raise PlanError(
                    f"fork.{section} is refused, as [{section}] cannot change while a run goes on; a fork may have "
                    f"{own}",
                    where=where(f"fork.{section}", index),
                )


def _later(fork: Mapping[str, object], section: str, index: int, where: Where) -> Tables:
    """Return the tables of a list that a fork has of its own; none begins before it does."""
    at, given = str(fork["at"]), fork[section]
    place = where(f"fork.{section}", index)
    if not isinstance(given, list | tuple) or not all(isinstance(table, Mapping) for table in given):
        raise PlanError(
            f"fork.{section} is {show(given)}; write each as a table, [[fork.{section}]]", where=place
        )
    own = read_list(
        section, [{"at": at, **table} for table in given], lambda key, _index: where(f"fork.{key}", index)
    )
    for table in own:
        if parse_time(str(table["at"])) < parse_time(at):
            raise PlanError(
                f"{section}.at = {show(table['at'])} is before fork.at = {show(at)} of {show(fork['name'])}, which "
                "has only what begins later; use a later time, or an earlier fork",
                where=where(f"fork.{section}.at", index),
            )
    return own


_ADDED: Final = tuple(section for section in LATER if section not in NETWORK_LISTS)
"""Lists of a variant of an axis that are in addition to those of the plan; those of a network take their place."""


def _lists_of(step: object) -> dict[str, object]:
    """Return the lists that a variant has: of a network, and of what happens later."""
    if not isinstance(step, Mapping):
        return {}
    return {
        section: step[section]
        for section in (*NETWORK_LISTS, *_ADDED)
        if isinstance(step.get(section), list | tuple)
        and all(isinstance(table, Mapping) for table in step[section])
    }


def axis_lists(over: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    """Accept both ``"client.sdu" = [...]`` and ``client.sdu = [...]``.

    @param over: swept key to its values
    @param prefix: dotted prefix
    @return: dotted keys and their values
    """
    for name, steps in over.items():
        path = f"{prefix}.{name}" if prefix else name
        if isinstance(steps, Mapping):
            yield from axis_lists(steps, path)
        else:
            yield path, steps


def prune_figure(table: Mapping[str, object], is_kept: Callable[[str], bool]) -> dict[str, object]:
    """Remove keys that are not swept from a figure.

    @param table: the figure
    @param is_kept: whether to keep a key
    @return: the figure without the others
    """
    result = dict(table)
    for name in ("x", "panels"):
        if not is_kept(str(result.get(name) or "")):
            result.pop(name, None)
    series, select = result.get("series"), result.get("select")
    if isinstance(series, tuple):
        result["series"] = tuple(name for name in series if is_kept(name))
    if isinstance(select, Mapping):
        result["select"] = {name: value for name, value in select.items() if is_kept(name)}
    return result


def check_value(path: str, value: object, where: str) -> object:
    """Return the canonical value of a key, or raise PlanError with a sentence.

    @param path: dotted key
    @param value: its value as written
    @param where: file and line for messages
    @return: the canonical value
    """
    try:
        return canonical(find_key(path) or KEYS[path], value)
    except QuantityError as error:
        raise PlanError(complaint(path, value, error), where=where) from None


def choose_variant(axes: tuple[Axis, ...], name: str, label: object, where: str) -> tuple[Axis, ...]:
    """Keep one variant of an axis of named variants.

    @param axes: all axes
    @param name: that of the variants
    @param label: the variant
    @param where: file and line for messages
    @return: all axes, that one with one step
    """
    axis = next(axis for axis in axes if axis.name == name)
    steps = tuple(step for step in axis.steps if str(step.label) == str(label))
    if not steps:
        known = ", ".join(str(step.label) for step in axis.steps)
        raise PlanError(f"{name} = {show(label)} is not one of the plan's variants {known}", where=where)
    return tuple(Axis(name, steps) if entry is axis else entry for entry in axes)


def refuse_hidden(axes: tuple[Axis, ...], path: str, where: str) -> None:
    """Refuse a value that the variants of an axis would override.

    @param axes: all axes
    @param path: dotted key
    @param where: file and line for messages
    """
    for axis in axes:
        if axis.name != path and any(path in step.values for step in axis.steps):
            raise PlanError(
                f"{path} is swept as part of {axis.name}; choose a variant of {axis.name}", where=where
            )


def settable(path: str) -> list[str]:
    """Return the keys that a misspelt one may mean: for a key of a list those of its element.

    @param path: the unknown key
    @return: dotted keys
    """
    if parts := split(path):
        section, name, _key = parts
        return [f"{section}.{name}.{key.name}" for key in keys_of(section) if key.name != "name"]
    return [name for name, key in KEYS.items() if key.section not in LISTS]


def describe_unknown(path: str) -> str:
    """State that a name is unknown, with the nearest known one.

    @param path: the unknown key
    @return: the sentence
    """
    section, _, key = path.rpartition(".")
    if section and section not in SECTIONS:
        top = section.partition(".")[0]
        known = [name for name in SECTIONS if name]
        return f"[{section}] is not a section of a plan{meant(section, known) or meant(top, known)}"
    names = [entry.name for entry in keys_of(section)] + [name for name in SECTIONS if name and not section]
    every = [name for name, known in KEYS.items() if known.section not in LISTS]
    hint = by_meaning(key, names) or by_meaning(path, every) or meant(key, names) or meant(key, every)
    return f"{path} is not a key of a plan{hint or '; net8 keys lists them'}"
