# SPDX-License-Identifier: GPL-2.0-only
"""One value of a plan: check it against its key, write it canonically, hand it to ns-3."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Final

from net8.base import units
from net8.base.credentials import as_descriptor, without_credentials
from net8.base.errors import PlanError
from net8.base.units import QuantityError, SecretError
from net8.schema import distributions
from net8.schema.columns import canonical_columns
from net8.schema.key import CLIENT_RELEASES, DRIVERS, FILE, RELEASES, TDS_DRIVERS
from net8.schema.meanings import by_meaning
from net8.schema.table import Key

__all__ = ["canonical", "complaint", "is_file_name", "meant", "show", "to_ns3"]

_PLAIN: Final = re.compile(r'[^"\\\x00-\x1f\x7f]*')
"""Texts that need no escapes."""
_BITS: Final = 64
_PERIODS_S: Final = {"s": 1, "min": 60, "h": 3600}
_HEAVIEST: Final = 1e9
"""Largest weight of a mix."""
_FILE_NAME: Final = re.compile(r"[^./\\\x00-\x1f\x7f][^/\\\x00-\x1f\x7f]*")
_NAME_BYTES: Final = 200
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,99}")
_QUEUE: Final = re.compile(r"\s*(\d{1,9})\s*(p|packets)\s*")


def is_file_name(text: str) -> bool:
    """Return whether a text can name a file in a folder, and nothing outside it.

    @param text: the text
    @return: whether it can
    """
    return bool(_FILE_NAME.fullmatch(text)) and len(text.encode(errors="replace")) <= _NAME_BYTES


def meant(word: str, known: Iterable[str]) -> str:
    """Suggest the known name that means the same as a wrong one, or is closest to it.

    @param word: what was written
    @param known: what there is
    @return: " (did you mean X?)", or nothing
    """
    names = list(known)
    if hint := by_meaning(word, DRIVERS if known is DRIVERS else names):
        return hint
    close = [name for name in difflib.get_close_matches(word, names, 3, 0.6) if _ends_alike(word, name)][:1]
    close = close or [name for name in names if name.rpartition(".")[2] == word][:1]
    return f" (did you mean {close[0]}?)" if close else ""


def _ends_alike(word: str, name: str) -> bool:
    """Return whether the last parts of two dotted names are similar: equal sections alone make no suggestion."""
    ends = word.rpartition(".")[2], name.rpartition(".")[2]
    return difflib.SequenceMatcher(None, *ends).ratio() >= 0.5


def show(value: object) -> str:
    """Write a value as a plan would, for messages and for plan.toml.

    @param value: a plain value
    @return: TOML text
    """
    match value:
        case bool():
            return "true" if value else "false"
        case str() if _PLAIN.fullmatch(value):
            return f'"{value}"'
        case str():
            escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            return '"' + re.sub(r"[\x00-\x1f\x7f]", lambda m: f"\\u{ord(m[0]):04x}", escaped) + '"'
        case Mapping():
            return "{" + ", ".join(f"{_toml_key(k)} = {show(v)}" for k, v in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(show(entry) for entry in value) + "]"
        case int() if value.bit_length() > _BITS:
            return f"a number of {value.bit_length():,} bits"
        case _:
            return str(value)


def _toml_key(name: object) -> str:
    """Quote a key that TOML would not take bare."""
    return str(name) if re.fullmatch(r"[A-Za-z0-9_-]+", str(name)) else show(str(name))


def _text(key: Key, value: object) -> str:
    if not isinstance(value, str):
        raise QuantityError(f'is not text; write it in quotes, such as {key.name} = "..."')
    return value


def _connect(key: Key, value: object) -> str:
    """Return a connect string without user and password, so that a plan never holds them."""
    try:
        text = without_credentials(_text(key, value))
        return as_descriptor(text) if key.name == "descriptor" else text
    except PlanError as error:
        raise SecretError(f"cannot be read: {error}") from None


def _choice(key: Key, value: object) -> str:
    if key.choices is RELEASES or key.choices is CLIENT_RELEASES:
        value = _release(value)
    of_files = any(key.choices is names for names in (DRIVERS, RELEASES, TDS_DRIVERS))
    if of_files and isinstance(value, str) and value.startswith(FILE):
        return value
    if not isinstance(value, str) or value not in key.choices:
        hint = meant(str(value), key.choices)
        raise QuantityError(f"is not one of {', '.join(key.choices)}{hint}")
    return value


def _release(value: object) -> object:
    """Return a release that was written as a number, 12.1, or without its letters, 19, as it is called."""
    named = {name.rstrip("aci"): name for name in CLIENT_RELEASES}
    return value if isinstance(value, bool) else named.get(str(value), value)


def _range(key: Key, value: int | float) -> None:
    """Refuse a number outside the range of its key."""
    if not key.low <= value <= key.high:
        unit = f" {key.unit}" if key.unit and key.kind in ("int", "size", "rows") else ""
        upper = f"to {key.high}" if key.high < 2**62 else "or more"
        raise QuantityError(f"is out of range; use {key.low} {upper}{unit}")


_THOUSANDS: Final = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
_COUNT: Final = re.compile(r"\s*(\d{1,15}(?:\.\d{1,9})?)\s*([kmg]?)\s*", re.IGNORECASE)


def _spelled(value: object) -> str:
    """Write a count of people, such as 5M, 1e6 and 10,000, as a whole number; empty if it is none."""
    text = str(value).replace(",", "").replace("_", "")
    if found := _COUNT.fullmatch(text):
        number = Fraction(found[1]) * _THOUSANDS[found[2].lower()]
    elif re.fullmatch(r"\d{1,9}(\.\d{1,9})?[eE]\+?\d{1,2}", text):
        number = Fraction(text)
    else:
        return ""
    return str(number) if number.denominator == 1 else ""


def _int(key: Key, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        if not isinstance(value, bool) and (number := _spelled(value)):
            raise QuantityError(f"is not a whole number; write it in digits, {number}")
        what = f"number of {key.unit}" if key.unit else "number"
        raise QuantityError(f"is not a whole number; write the {what}, such as {key.default or key.low or 1}")
    _range(key, value)
    return value


def _number(key: Key, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise QuantityError(f"is not a number; write one such as {key.default}")
    _range(key, value)
    return float(value)


def _fraction(_key: Key, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1:
        raise QuantityError("is not a probability; write a number from 0 to below 1, such as 0.01")
    return float(value)


def _bool(_key: Key, value: object) -> bool:
    if not isinstance(value, bool):
        raise QuantityError("is neither true nor false")
    return value


def _is_random(value: object) -> bool:
    """Return whether a value says how it is drawn."""
    try:
        table = distributions.from_text(value)
    except QuantityError:
        return True
    return isinstance(table, Mapping) and "distribution" in table


def _time(key: Key, value: object) -> str:
    if _is_random(value):
        raise QuantityError(
            'is random, but this time is a constant in the model; write a time such as "80ms"'
        )
    nanoseconds = units.parse_time(value)
    if nanoseconds < key.low:
        least = 'write a time above 0 such as "10s"'
        raise QuantityError(
            f"is too short; {f'use at least {units.format_time(int(key.low))}' if key.low > 1 else least}"
        )
    if nanoseconds > key.high:
        raise QuantityError(f"is too long; use at most {units.format_time(int(key.high))}")
    return units.format_time(nanoseconds)


def _rate(key: Key, value: object) -> str:
    rate = units.parse_rate(value)
    if rate < key.low:
        raise QuantityError('is not a usable rate; write one above 0 such as "10Mbps"')
    return units.format_rate(rate)


def _size(key: Key, value: object) -> int:
    below = key.low < 0 and re.fullmatch(r"\s*-\d+\s*", str(value)) is not None
    size = int(str(value)) if below else units.parse_size(value)
    _range(key, size)
    return size


def _queue(_key: Key, value: object) -> str:
    packets = _QUEUE.fullmatch(value) if isinstance(value, str) else None
    if packets is None and not (isinstance(value, str) and re.search("[A-Z]", value)):
        raise QuantityError('is not a queue size; write packets or bytes, such as "100p" or "64KiB"')
    size = int(packets[1]) if packets else units.parse_size(value)
    if size < 1:
        raise QuantityError('leaves no room in the queue; write at least "1p"')
    return f"{size}p" if packets else f"{size}B"


def _frequency(key: Key, value: object) -> str:
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*/\s*(s|min|h)\s*", value) if isinstance(value, str) else None
    if found is None or not float(found[1]) > 0:
        raise QuantityError('is not a rate of events; write one above 0 such as "20/s"')
    if not key.low <= float(found[1]) / _PERIODS_S[found[2]] <= key.high:
        raise QuantityError(f"is out of range; use {key.low:g}/s to {key.high:g}/s")
    return f"{float(found[1]):g}/{found[2]}"


def _hosts(_key: Key, value: object) -> dict[str, object]:
    if not isinstance(value, Mapping):
        raise QuantityError('is not a table of hosts; write something like {db1 = "server", db2 = "nowhere"}')
    result: dict[str, object] = {}
    for name, entry in value.items():
        targets = [entry] if isinstance(entry, str) else entry
        known = isinstance(targets, list | tuple) and all(isinstance(word, str) and word for word in targets)
        if not known or not targets:
            raise QuantityError(
                f'has {show(entry)} at the host {name}; write "server", "nowhere", '
                "the host of an instance or a list of them"
            )
        result[str(name).lower()] = entry if isinstance(entry, str) else tuple(entry)
    return result


def _random(key: Key, value: object) -> object:
    value = distributions.from_text(value)
    if isinstance(value, Mapping):
        return distributions.normalize(value, lambda entry: _time(key, entry))
    try:
        return _time(key, value)
    except QuantityError as error:
        raise QuantityError(f'{error}, or a random one such as "exponential(5s)"') from None


def _rows(key: Key, value: object) -> object:
    value = distributions.from_text(value)
    if isinstance(value, Mapping):
        if "csv" in value:
            return _csv(value)
        return distributions.normalize(value, lambda entry: _size(key, entry))
    if isinstance(value, list | tuple):
        if not value:
            raise QuantityError("is empty; write the length of at least one row")
        return tuple(_size(key, entry) for entry in value)
    return _size(key, value)


def _csv(value: Mapping[str, object]) -> dict[str, object]:
    if set(value) != {"csv", "column"} or not all(isinstance(entry, str) for entry in value.values()):
        raise QuantityError('is not a CSV column; write {csv = "rows.csv", column = "length"}')
    return dict(value)


def _indices(_key: Key, value: object) -> tuple[int, ...]:
    good = isinstance(value, list | tuple) and all(
        isinstance(entry, int) and not isinstance(entry, bool) and entry >= 0 for entry in value
    )
    if not isinstance(value, list | tuple) or not good:
        raise QuantityError("is not a list of packet numbers; write something like [3, 17]")
    return tuple(sorted(set(value)))


def _rates(key: Key, value: object) -> tuple[str, ...]:
    entries = value if isinstance(value, list | tuple) else (value,)
    rates = tuple(_rate(key, entry) for entry in entries)
    if not rates or any(rate not in key.choices for rate in rates):
        raise QuantityError(f"is not a list of rates of 802.11g; write some of {', '.join(key.choices)}")
    return rates


def _columns(key: Key, value: object) -> str:
    return canonical_columns(_text(key, value))


def _shares(_key: Key, value: object) -> tuple[float, ...]:
    entries = value if isinstance(value, list | tuple) else (value,)
    for entry in entries:
        if isinstance(entry, bool) or not isinstance(entry, int | float) or not 0 <= entry <= 1:
            raise QuantityError(
                "is not a share; write a number from 0 to 1, such as 0.9, or a list with one for each column"
            )
    if not entries:
        raise QuantityError("is empty; write a number from 0 to 1 for each column, or one for all of them")
    return tuple(float(entry) for entry in entries)


def _words(key: Key, value: object) -> tuple[str, ...]:
    words = (value,) if isinstance(value, str) else value
    if not isinstance(words, list | tuple) or not all(isinstance(word, str) for word in words):
        example = ", ".join(f'"{word}"' for word in key.choices) or '"client.sdu"'
        raise QuantityError(f"is not a list of names; write something like [{example}]")
    if wrong := next((word for word in words if key.choices and word not in key.choices), None):
        raise QuantityError(f'has "{wrong}", which is not one of {", ".join(key.choices)}')
    return tuple(words)


def _name(_key: Key, value: object) -> str:
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise QuantityError("is not a name; write a letter, then letters, digits, - and _")
    return value


def _mix(key: Key, value: object) -> object:
    example = "{browse = 70, buy = 30}"
    if isinstance(value, str):
        return value if not value else _name(key, value)
    if isinstance(value, list | tuple):
        raise QuantityError(f"is a mix without weights; write a weight for each name, such as {example}")
    if not isinstance(value, Mapping) or not value:
        raise QuantityError(f"is not a mix; write a name, or names with weights such as {example}")
    for name, weight in value.items():
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 < weight <= _HEAVIEST:
            raise QuantityError(f"has the weight {show(weight)} for {name}; use a number above 0")
        _name(key, name)
    return dict(value)


def _steps(_key: Key, value: object) -> tuple[str, ...]:
    steps = (value,) if isinstance(value, str) else value
    texts = isinstance(steps, list | tuple) and all(isinstance(step, str) and step.strip() for step in steps)
    if not isinstance(steps, list | tuple) or not texts or any(";" in step for step in steps):
        raise QuantityError('is not a list of steps; write something like ["header", "20*detail", "commit"]')
    return tuple(" ".join(step.split()) for step in steps)


def _table(_key: Key, value: object) -> dict[str, object]:
    if not isinstance(value, Mapping):
        raise QuantityError('is not a table; write something like {"path" = "WAN"}')
    return dict(value)


def _any(_key: Key, value: object) -> object:
    return value


_CHECKS: Final[Mapping[str, Callable[[Key, object], object]]] = {
    "text": _text, "connect": _connect, "choice": _choice, "class": _choice, "int": _int, "number": _number,
    "fraction": _fraction, "bool": _bool,
    "time": _time, "rate": _rate, "size": _size, "queue": _queue, "random": _random, "rows": _rows,
    "frequency": _frequency, "hosts": _hosts,
    "indices": _indices, "rates": _rates, "columns": _columns, "shares": _shares, "words": _words,
    "name": _name, "mix": _mix, "steps": _steps,
    "table": _table, "any": _any,
}  # fmt: skip


def complaint(path: str, value: object, error: QuantityError) -> str:
    """Say what is wrong with a value.

    @param path: dotted key
    @param value: as written
    @param error: what is wrong
    @return: the sentence; it does not quote what may hold a password
    """
    return f"{path} {error}" if isinstance(error, SecretError) else f"{path} = {show(value)} {error}"


def canonical(key: Key, value: object) -> object:
    """Check a value against its key and return its canonical form.

    @param key: the key
    @param value: as read from TOML or given in Python
    @return: the canonical value; QuantityError says what is wrong
    """
    if isinstance(value, int) and value.bit_length() > _BITS:
        raise QuantityError("is too large for a whole number of TOML, which has 64 bits; use a smaller one")
    return _CHECKS[key.kind](key, value)


def to_ns3(key: Key, value: object) -> str:
    """Write a canonical value as the ns-3 attribute of its key.

    @param key: the key
    @param value: canonical
    @return: ns-3's own notation
    """
    match key.kind:
        case "random" | "rows":
            return distributions.to_ns3(value)
        case "bool":
            return "true" if value else "false"
        case "frequency":
            count, _, unit = str(value).partition("/")
            return repr(float(count) / _PERIODS_S[unit])
        case "class":
            return f"ns3::{value}"
        case "indices":
            return ",".join(str(index) for index in value) if isinstance(value, tuple) else ""
        case "shares":
            return ",".join(map(repr, value)) if isinstance(value, tuple) else ""
        case "steps":
            return "; ".join(value) if isinstance(value, tuple) else ""
        case "mix":
            return (
                ", ".join(f"{w!r}*{n}" for n, w in value.items())
                if isinstance(value, Mapping)
                else str(value)
            )
        case "rates" | "words":
            return ",".join(value) if isinstance(value, tuple) else str(value)
        case "number" | "fraction":
            return repr(value)
        case _:
            return str(value)
