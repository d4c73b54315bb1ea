# SPDX-License-Identifier: GPL-2.0-only
"""What `net8 keys` and `net8 explain` print: the table of keys, from a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from net8.base.errors import PlanError
from net8.base.sheet import Column, Sheet
from net8.base.words import many
from net8.cli.key_help import default_of, how_written, range_of
from net8.schema.meanings import words_for
from net8.schema.metrics import METRICS, Metric
from net8.schema.quantities import QUANTITIES, Quantity
from net8.schema.table import KEYS, TABLE, Key, attribute
from net8.schema.values import meant

__all__ = ["show_key", "show_keys"]


def show_keys(console: Console, word: str) -> None:
    """Print the keys whose name, meaning, values or other names have a word in them, and what is measured and drawn.

    @param console: where to
    @param word: the word, or "" for all keys and nothing else
    @raises PlanError: when there is none
    """
    found = [key for key in KEYS.values() if _has(key, word.lower())]
    names = _named(word.lower()) if word else []
    if not found and not names:
        raise PlanError(f"no key matches {word!r}{meant(word, KEYS)}; net8 keys lists all keys")
    table = Sheet(Column("key", "name"), Column("default"), Column("meaning"))
    for key in found:
        values = "" if _is_about(key, word.lower()) else f" Its values: {', '.join(key.choices)}."
        table.add(key.path, default_of(key), key.help + values)
    if found:
        console.print(table)
    if names:
        others = Sheet(Column("name", "name"), Column("is"), Column("meaning"))
        for row in names:
            others.add(*row)
        console.print(others)
    first = found[0].path if found else names[0][0]
    console.print(f"net8 explain {first} tells more of it", highlight=False, markup=False)


def _is_about(key: Key, word: str) -> bool:
    """Return whether name, meaning or other names of a key have a word in them."""
    return word in key.path or word in key.help.lower() or word in words_for(key.path)


def _has(key: Key, word: str) -> bool:
    """Return whether a key has to do with a word: by its name, by its meaning, or by one of its values."""
    return _is_about(key, word) or any(word in choice.lower() for choice in key.choices)


def _named(word: str) -> list[tuple[str, str, str]]:
    """Return what is measured, and what is drawn over time, by names and meanings with a word in them."""
    found = [(metric.name, "a metric", metric.help) for metric in METRICS.values() if word in _text(metric)]
    return found + [
        (name, "a quantity over time", f"{quantity.title}{f' ({quantity.unit})' if quantity.unit else ''}")
        for name, quantity in QUANTITIES.items()
        if word in name or word in quantity.title.lower()
    ]


def _text(metric: Metric) -> str:
    """Return the texts by which a metric is found."""
    return f"{metric.name} {metric.title.lower()} {metric.help.lower()} {' '.join(words_for(metric.name))}"


def show_key(console: Console, name: str) -> None:
    """Print all that is known of a key, a metric, a quantity of figures or a word that keys have as a value.

    @param console: where to
    @param name: dotted name of the key, or another name
    @raises PlanError: when there is none
    """
    key, metric, quantity = KEYS.get(name), METRICS.get(name), QUANTITIES.get(name)
    with_value = [other for other in KEYS.values() if name in other.choices]
    if key:
        _explain(console, key.path, key.help, _details(key))
    if metric:
        _explain(console, metric.name, metric.help, _of_metric(metric))
    if quantity:
        _explain(console, name, f"{quantity.title}, drawn over time.", _of_quantity(quantity))
    if with_value:
        rows = [(other.path, f"{other.help} {how_written(other).capitalize()}.") for other in with_value]
        _explain(console, name, f"A value of {many(len(rows), 'key')}:", rows)
    if not (key or metric or quantity or with_value):
        known = (*KEYS, *METRICS, *QUANTITIES)
        raise PlanError(f"there is no key {name}{meant(name, known)}; net8 keys WORD searches for a word")


def _explain(console: Console, name: str, meaning: str, details: Sequence[tuple[str, str]]) -> None:
    """Print a name, its meaning and what else is known of it."""
    console.print(Text(name, style="bold"))
    console.print(Text(meaning))
    table = Table(box=None, show_header=False)
    for label, text in details:
        table.add_row(label, Text(text))
    console.print(table)


def _of_metric(metric: Metric) -> list[tuple[str, str]]:
    """Return what is to say of a metric, line by line."""
    needs = f'run.series = ["{metric.series}"] and run.sample_interval' if metric.series else ""
    lines = [
        ("is", "a metric: one number of a run"),
        ("unit", metric.unit),
        ("stands in", "table.columns, figure.y and --until of net8 run"),
        ("column", metric.column),
        ("needs", needs),
        ("also called", ", ".join(words_for(metric.name))),
    ]
    return [(label, text) for label, text in lines if text]


def _of_quantity(quantity: Quantity) -> list[tuple[str, str]]:
    """Return what is to say of a quantity of figures, line by line."""
    series = f'run.series = ["{quantity.series}"] and ' if quantity.series else ""
    needs = f"{series}run.sample_interval" if quantity.sampled else ""
    lines = [
        ("is", "a quantity over time"),
        ("unit", quantity.unit),
        ("stands in", 'figure.quantities, with figure.kind = "series"'),
        ("needs", needs),
    ]
    return [(label, text) for label, text in lines if text]


def _details(key: Key) -> list[tuple[str, str]]:
    """Return what is to say of a key, line by line."""
    section = next(entry for entry in TABLE if entry.name == key.section)
    brackets = "[[{}]]" if section.several else "[{}]"
    lines = [
        ("written", how_written(key)),
        ("range", range_of(key)),
        ("unit", key.unit),
        ("default", default_of(key)),
        ("source", key.source),
        ("stands in", brackets.format(key.section) if key.section else "the top of the plan"),
        ("set by", f"--set {key.path}=VALUE" if not section.several else ""),
        ("in C++", _attribute(key, section.owners)),
        ("also called", ", ".join(words_for(key.path))),
    ]  # fmt: skip
    return [(label, text) for label, text in lines if text]


def _attribute(key: Key, owners: tuple[str, ...]) -> str:
    """Name the attribute of a key, where C++ has one."""
    if not (key.core and owners):
        return ""
    return f"{attribute(key.name)} of {owners[0]}{' or of one of its parts' * (len(owners) > 1)}"
