# SPDX-License-Identifier: GPL-2.0-only
"""Outputs of tkprof: tables of calls and waits with counts and sums that lie, texts that look like tables."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

from fuzz_kind import Command, Kind, Parts
from fuzz_values import EDGES
from made_tkprof import HEAD, RULE, Row, Wait, overall, statement

__all__ = ["TKPROF"]

_FILE: Final = "fuzzed.prf"
_TEXTS: Final = (
    "select 1 from dual", "", "OVERALL TOTALS FOR ALL NON-RECURSIVE STATEMENTS",
    "call     count       cpu    elapsed\nFetch 1 1.0 1.0 1 1 1 1", "\x1b[31m\x7f", "é\U0001f600" * 40, "x" * 5000,
    "*" * 80, "Elapsed times include waiting on following events:",
)  # fmt: skip
_EVENTS: Final = (
    "SQL*Net message from client", "SQL*Net message to client", "db file sequential read", "\x1b[2J", "no event 7 ",
)  # fmt: skip
_NUMBERS: Final = (0, 1, 7, 10**9, 10**14)
_TIMES: Final = (0.0, 0.01, 3.5, 99_999_999.99)


def _row(rng: random.Random, word: str) -> Row:
    """Draw a line of calls."""
    return word, rng.choice(_NUMBERS), rng.choice(_TIMES), rng.choice(_TIMES), rng.choice(_NUMBERS)


def _wait(rng: random.Random) -> Wait:
    """Draw a line of waits."""
    return rng.choice(_EVENTS), rng.choice(_NUMBERS), rng.choice(_TIMES), rng.choice(_TIMES)


def _draw(rng: random.Random) -> Parts:
    """Draw the parts of an output."""

    def rows() -> list[Row]:
        return [_row(rng, word) for word in ("Parse", "Execute", "Fetch") if rng.random() < 0.8]

    def waits() -> list[Wait]:
        return [_wait(rng) for _wait_number in range(rng.choice([0, 1, 3]))]

    parts: Parts = [rng.choice([HEAD, HEAD, RULE])]
    for _statement in range(rng.choice([0, 1, 5])):
        name = rng.choice(["", "7h35uxf5uhmm1", "\x1b[1m"])
        parts.append(statement(rng.choice(_TEXTS), rows(), waits(), sql_id=name, depth=rng.choice([0, 0, 1])))
    if rng.random() < 0.7:
        parts.append(overall(rows(), waits(), rows()))
    for _change in range(rng.choice([0, 0, 1, 3])):
        at = rng.randrange(len(parts))
        text = parts[at]
        place = rng.randrange(len(text) + 1)
        new = rng.choice([str(rng.choice(EDGES)), ".", "-", "\x00", "\n", "9" * 30, "Fetch ", RULE])
        parts[at] = text[:place] + new + text[place + rng.choice([0, 1, 5]) :]
    return parts


def _lay(parts: Parts, folder: Path) -> None:
    """Write the file."""
    (folder / _FILE).write_bytes("".join(parts).encode("utf-8", "surrogatepass"))


def _commands(_parts: Parts) -> list[Command]:
    """Return the commands that read an output."""
    return [
        Command(("account", _FILE, "--by", "statement", "--rtt", "1ms"), names=_FILE),
        Command(("account", _FILE, "real.pcap", "--json"), names=_FILE),
    ]


TKPROF: Final = Kind("tkprof", _draw, _lay, _commands)
