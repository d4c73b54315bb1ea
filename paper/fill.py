# SPDX-License-Identifier: GPL-2.0-only
"""Write the numbers of the validation into paper.md: python paper/fill.py [REPORT.json].

They are counted in the catalogue of rows. With a report, of net8 validate --json, its verdicts are told too.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Final

from net8.validate.catalogue import ROWS

PAPER: Final = Path(__file__).resolve().parent / "paper.md"
_BLOCK: Final = re.compile(r"(<!-- catalogue: written by fill\.py -->\n).*?(<!-- end -->)", re.DOTALL)
_CLASSES: Final = {
    "EXACT": "ask for the published number itself",
    "SHAPE": "for a ratio, an order or a level in a band",
    "MODEL": "hold the simulator against a closed form",
    "DATA": "keep published data that are nothing to reproduce",
    "OPEN": "are open, since the source does not fix enough",
}


def catalogue() -> str:
    """Count the rows.

    @return: sentences
    """
    kinds = Counter(row.kind for row in ROWS)
    told = ", ".join(f"{kinds[kind]} {text}" for kind, text in _CLASSES.items() if kinds[kind])
    fails = sum(bool(row.fails) for row in ROWS)
    rejected = sum(bool(row.rejected) for row in ROWS)
    return (
        f"`net8 validate` has a catalogue of {len(ROWS)} rows: {told}. {fails} rows are known not to be "
        f"reproduced, and {rejected} are rival readings of a source that cannot give its number."
    )


def verdicts(report: dict[str, Any]) -> str:
    """Tell how the rows of a report came out.

    @param report: what net8 validate --json printed
    @return: a sentence
    """
    counts = sorted(report["verdicts"].items(), key=lambda entry: -entry[1])
    told = ", ".join(f"{number} {verdict}" for verdict, number in counts)
    set_ = "quick set" if report["quick"] else "full set"
    return f"Of the {set_} with seed {report['seed']}, in rows: {told}."


def fill(text: str, *sentences: str) -> str:
    """Put sentences where the paper has room for them.

    @param text: the paper
    @param sentences: what goes there
    @return: the paper with them
    """
    block = "\n".join(sentences)
    filled, number = _BLOCK.subn(lambda found: f"{found[1]}{block}\n{found[2]}", text)
    if number != 1:
        raise SystemExit(f"{PAPER.name} has {number} places for the numbers of the validation; one is needed")
    return filled


if __name__ == "__main__":
    given = [verdicts(json.loads(Path(name).read_text(encoding="utf-8"))) for name in sys.argv[1:]]
    PAPER.write_text(fill(PAPER.read_text(encoding="utf-8"), catalogue(), *given), encoding="utf-8")
