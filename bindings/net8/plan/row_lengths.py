# SPDX-License-Identifier: GPL-2.0-only
"""Lengths of rows that a plan lists, itself or in a column of a CSV file."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path

from net8.base.errors import PlanError
from net8.base.reading import TABLE_LIMIT, read_text
from net8.plan.plan import Plan
from net8.schema.table import KEYS

__all__ = ["csv_column", "row_lengths"]


def csv_column(value: object) -> tuple[str, str] | None:
    """Return where row lengths come from, if that is a column of a CSV file.

    @param value: value of row_length
    @return: name of the file, and of its column; None if they do not
    """
    if isinstance(value, Mapping) and "csv" in value:
        return str(value["csv"]), str(value["column"])
    return None


def row_lengths(plan: Plan) -> list[int]:
    """Return the listed row lengths of a plan, from the list itself or its CSV column.

    @param plan: the plan
    @return: bytes of each row, empty if they are constant or random
    """
    value = plan["query.row_length"]
    if isinstance(value, tuple):
        return list(value)
    if (source := csv_column(value)) is None:
        return []
    path = (plan.folder or Path()) / source[0]
    where = plan.where("query.row_length")
    try:
        text = read_text(path, TABLE_LIMIT)
        return _column(list(csv.reader(io.StringIO(text, newline=""))), source[1], path)
    except FileNotFoundError:
        raise PlanError(
            f'there is no file "{source[0]}" beside the plan for query.row_length', where=where
        ) from None
    except OSError as error:
        raise PlanError(f'"{source[0]}" cannot be read as CSV: {error.strerror}', where=where) from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise PlanError(f'"{source[0]}" cannot be read as CSV: {error}', where=where) from None


def _column(rows: list[list[str]], column: str, path: Path) -> list[int]:
    """Read one column of whole numbers."""
    names = [name.strip() for name in rows[0]] if rows else []
    if column not in names:
        raise PlanError(
            f'has no column "{column}"; its columns are {", ".join(names) or "none"}', where=f"{path}:1"
        )
    at = names.index(column)
    lengths = []
    for number, row in enumerate(rows[1:], start=2):
        text = row[at].strip() if at < len(row) else ""
        if not text.isascii() or not text.isdigit() or int(text) > KEYS["query.row_length"].high:
            raise PlanError(
                f'{column} is "{text}", which is not a row length; write a whole number of bytes, such as 100',
                where=f"{path}:{number}",
            )
        lengths.append(int(text))
    if not lengths:
        raise PlanError(
            "holds no rows below its first line; write the length of at least one row", where=str(path)
        )
    return lengths
