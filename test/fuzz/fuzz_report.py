# SPDX-License-Identifier: GPL-2.0-only
"""Reports of AWR and Statspack: tables whose rulers, tags, names and sums lie."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

from fuzz_kind import Command, Kind, Parts
from fuzz_values import EDGES
from made_report import END, events, head, html, html_table, model, statistics

__all__ = ["REPORT"]

_FILE: Final = "fuzzed.txt"
_NAMES: Final = (
    "SQL*Net message from client", "SQL*Net more data to client", "db file sequential read", "PL/SQL lock timer",
    "SQL*Net roundtrips to/from client", "bytes sent via SQL*Net to client", "CPU used by this session", "user calls",
    "DB time", "DB CPU", "\x1b[2J", "", "9" * 40, "\u00e9\U0001f600" * 20,
)  # fmt: skip
_NUMBERS: Final = (0, 1, 7, 10**9, 10**14, 10**40)
_MINUTES: Final = (0.0, 10.01, 1e12)
_TAGS: Final = (
    "<td>",
    "</table>",
    "<tr><th>",
    "<h3>",
    "<!--",
    "<![",
    "<!x",
    "<",
    "&#9999999999;",
    "<script>",
    "</h1",
    "<?",
)
_PAGES: Final = 0.4
"""Share of the reports that are pages of HTML."""


def _draw(rng: random.Random) -> Parts:
    """Draw the parts of a report."""

    def some() -> dict[str, int]:
        return {rng.choice(_NAMES): rng.choice(_NUMBERS) for _row in range(rng.choice([0, 1, 4]))}

    def table() -> str:
        section = rng.choice(["Foreground Wait Events", "Time Model Statistics", "Instance Activity Stats"])
        heads = ["Event", "Waits", "Total Wait Time (s)"][: rng.choice([0, 1, 3])]
        return html_table(section, heads, [(name, number, 7) for name, number in some().items()])

    if rng.random() < _PAGES:
        page = html(rng.choice(_MINUTES), "".join(table() for _table in range(rng.choice([0, 1, 4]))))
        return _changed(rng, page.splitlines(keepends=True))
    title = rng.choice(["WORKLOAD REPOSITORY report for", "STATSPACK report for"])
    parts: Parts = [head(rng.choice(_MINUTES), title=title)]
    for _table in range(rng.choice([0, 1, 4])):
        section = rng.choice(["Foreground Wait Events", "Wait Events", "Background Wait Events"])
        rows = [(name, rng.choice(_NUMBERS), number) for name, number in some().items()]
        parts.append(
            rng.choice([model(some()), events(rows, section=section), statistics(some()), END, "\f"])
        )
    return _changed(rng, parts)


def _changed(rng: random.Random, parts: Parts) -> Parts:
    """Put something wrong into some places."""
    for _change in range(rng.choice([0, 0, 1, 3])):
        at = rng.randrange(len(parts))
        text = parts[at]
        place = rng.randrange(len(text) + 1)
        new = rng.choice(
            [str(rng.choice(EDGES)), ".", ",", "-" * 30, "----- -----\n", "\x00", "\n", END, *_TAGS]
        )
        parts[at] = text[:place] + new + text[place + rng.choice([0, 1, 5]) :]
    return parts


def _lay(parts: Parts, folder: Path) -> None:
    """Write the file."""
    (folder / _FILE).write_bytes("".join(parts).encode("utf-8", "surrogatepass"))


def _commands(_parts: Parts) -> list[Command]:
    """Return the commands that read a report."""
    return [
        Command(("account", _FILE, "--by", "session", "--rtt", "1ms"), names=_FILE),
        Command(("account", _FILE, "real.pcap", "--json"), names=_FILE),
    ]


REPORT: Final = Kind("report", _draw, _lay, _commands)
