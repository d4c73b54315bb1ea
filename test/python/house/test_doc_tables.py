# SPDX-License-Identifier: GPL-2.0-only
"""Tables that chapters write as CSV are rectangular: Sphinx pads a short row without a word."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.plain

PAGES = sorted((Path(__file__).parents[3] / "doc").glob("*.rst"))
TABLE = re.compile(r"\.\. csv-table::[^\n]*\n((?:   :[^\n]*\n)+)\n((?:   [^\n]*\n)+)")


def test_every_row_has_as_many_cells_as_the_head() -> None:
    tables = 0
    for page in PAGES:
        for options, body in TABLE.findall(page.read_text(encoding="utf-8")):
            mark = re.search(r":delim: (.)", options)
            reader = csv.reader(
                io.StringIO(re.sub(r"^   ", "", body, flags=re.MULTILINE)),
                delimiter=mark[1] if mark else ",", skipinitialspace=True,
            )  # fmt: skip
            head, *rows = reader
            tables += 1
            assert [row for row in rows if len(row) != len(head)] == [], page.name
    assert tables > 5
