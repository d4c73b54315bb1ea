# SPDX-License-Identifier: GPL-2.0-only
"""Tables for the terminal: at no width a number is cut, and no value is missing without a word."""

from __future__ import annotations

import io
import re

import pytest
from net8.base import terminal
from net8.base.sheet import Column, Sheet
from rich.console import Console

pytestmark = pytest.mark.plain

ROWS = [
    (path, str(sdu), f"{bytes_:,} ± 12,345", f"{seconds:.6f}", "10")
    for path, sdu, bytes_, seconds in (
        ("LAN 100 Mb/s", 512, 19_485_221, 0.173), ("LAN 100 Mb/s", 65_535, 19_400_002, 0.089),
        ("WAN 10 Mb/s, 80 ms", 512, 19_485_221, 54.664), ("WAN 10 Mb/s, 80 ms", 65_535, 19_400_002, 1.3372),
    )
]  # fmt: skip
HEADS = ("path", "client.sdu (bytes)", "bytes", "response time (s)", "runs")


def sheet() -> Sheet:
    """Return the table of a campaign with two axes."""
    made = Sheet(
        Column(HEADS[0], "name"), *(Column(head, "number") for head in HEADS[1:]), title="Bytes", note="± is half",
        leading=2,
    )  # fmt: skip
    for row in ROWS:
        made.add(*row)
    return made


def shown(made: Sheet, width: int) -> list[str]:
    """Return the lines of a table on a terminal of some width."""
    file = io.StringIO()
    Console(file=file, width=width).print(made)
    return [line.rstrip() for line in file.getvalue().splitlines()]


@pytest.mark.parametrize("width", range(32, 140))
def test_every_number_is_whole_at_every_width(width: int) -> None:
    """Each value of each row stands in the text, or is told once for all rows; no line is longer than the terminal."""
    lines = shown(sheet(), width)
    text = "\n".join(lines)
    assert max(map(len, lines)) <= width
    for number in {cell for row in ROWS for cell in row[1:4]}:
        found = re.findall(rf"(?<![\d,.]){re.escape(number)}(?![\d,.]*\d)", text)
        assert len(found) == sum(number in row for row in ROWS), number
    for word in ("LAN 100 Mb/s", "WAN 10 Mb/s, 80 ms"):
        assert word in re.sub(r"\s+", " ", text)
    assert "…" not in text


def test_a_row_is_a_line_without_blank_lines_between() -> None:
    """At 80 columns the rows of the table follow each other."""
    lines = shown(sheet(), 80)
    first = next(place for place, line in enumerate(lines) if "0.173000" in line)
    assert all(seconds in line for seconds, line in zip(
        ("0.173000", "0.089000", "54.664000", "1.337200"), lines[first : first + 4], strict=True
    ))  # fmt: skip


def test_what_is_the_same_is_told_once_and_shared_values_become_headings() -> None:
    """In 52 columns, what all rows share is a note, and the first axis stands above the rows that share it."""
    lines = shown(sheet(), 52)
    assert "in every row: runs 10" in lines
    assert [line for line in lines if line.startswith("path ")] == [
        "path LAN 100 Mb/s",
        "path WAN 10 Mb/s, 80 ms",
    ]


def test_a_terminal_too_narrow_for_columns_gets_a_block_for_each_row() -> None:
    """In 34 columns, each row is a block with a line for each name and value, and no blank line between blocks."""
    lines = shown(sheet(), 34)
    assert lines[1:10] == [
        "path LAN 100 Mb/s, client.sdu", "(bytes) 512", "  bytes", "    19,485,221 ± 12,345", "  response time (s)",
        "    0.173000", "  runs", "    10", "path LAN 100 Mb/s, client.sdu",
    ]  # fmt: skip


def test_values_of_a_block_stand_beside_their_names_where_there_is_room() -> None:
    """One row of many columns is a block of lines."""
    made = Sheet(*(Column(f"number {place}", "number") for place in range(20)))
    made.add(*range(1000, 1020))
    assert shown(made, 60)[:2] == ["number 0 1000", "  number 1   1001"]


def test_a_spare_column_is_left_out_with_a_note() -> None:
    """A text that another command tells gives way to names and values."""
    made = Sheet(Column("key", "name"), Column("value"), Column("meaning", spare="net8 explain KEY tells it"))
    made.add(
        "client.transport_connect_timeout", "60s", "Time limit of the TCP connect to one address, in words."
    )
    assert "Time limit" in " ".join(shown(made, 120))
    narrow = shown(made, 60)
    assert "Time limit" not in " ".join(narrow)
    assert "net8 explain KEY tells it" in narrow


def test_texts_take_more_lines_before_rows_become_blocks() -> None:
    """In 42 columns two texts of 38 and 22 letters take some lines each, beside a name of 10 letters."""
    made = Sheet(Column("key", "name"), Column("value"), Column("set by"))
    made.add("client.sdu", "512 bytes, 8,192 bytes or 65,535 bytes", "52Gbps with aes128_gcm")
    lines = shown(made, 42)
    assert lines[0].split() == ["key", "value", "set", "by"]
    assert max(map(len, lines)) <= 42
    columns = [[line[:10], line[12:26], line[28:]] for line in lines[2:-1]]
    assert [" ".join(" ".join(cells).split()) for cells in zip(*columns, strict=True)] == [
        "client.sdu", "512 bytes, 8,192 bytes or 65,535 bytes", "52Gbps with aes128_gcm"
    ]  # fmt: skip


@pytest.mark.parametrize("width", range(60, 100))
def test_no_head_of_a_text_is_cut(width: int) -> None:
    """A long head beside a long text is whole, in one line or more."""
    made = Sheet(Column("alias"), Column("addresses"), Column("changes nothing in the model"))
    made.add("P", "tcps h1:2484, tcps h2:2484, tcps h3:2484", "")
    made.add("Q", "tcps h1:2484", "ORACLE_HOME")
    head = " ".join(" ".join(line[-28:] for line in shown(made, width)[:5]).split())
    for word in ("changes", "nothing", "in", "the", "model"):
        assert re.search(rf"\b{word}\b", head)


def test_a_row_with_too_few_cells_is_refused() -> None:
    """A program that leaves a cell out learns it at once."""
    with pytest.raises(ValueError, match="1 cells for 5 columns"):
        sheet().add("one")


def test_a_pipe_is_as_wide_as_columns_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """COLUMNS decides where there is no terminal, otherwise the width that the verb asks for."""
    monkeypatch.setenv("COLUMNS", "80")
    assert terminal.console(width=150).width == 80
    monkeypatch.delenv("COLUMNS")
    assert terminal.console(width=150).width == 150
