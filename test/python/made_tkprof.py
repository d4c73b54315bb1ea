# SPDX-License-Identifier: GPL-2.0-only
"""Output of tkprof made by hand, in the layout of its releases from 9i to 19c (SQL Tuning Guide, "TKPROF Output")."""

from __future__ import annotations

from collections.abc import Sequence

RULE = "*" * 80 + "\n"
HEAD = (
    "\nTKPROF: Release 19.0.0.0.0 - Development on Fri Jan 2 03:04:05 2026\n\nTrace file: orcl_ora_1.trc\n"
    "Sort options: default\n\n" + RULE + "count    = number of times OCI procedure was executed\n" + RULE
)
Row = tuple[str, int, float, float, int] | tuple[str, int, float, float, int, int, int, int]
"""Parse, Execute or Fetch; count, processor and elapsed seconds, rows; perhaps blocks: disk, query, current."""
Wait = tuple[str, int, float, float]
"""Event, number, longest and total seconds."""


def table(rows: Sequence[Row]) -> str:
    """Return the table of calls."""
    lines = [
        "call     count       cpu    elapsed       disk      query    current        rows",
        "------- ------  -------- ---------- ---------- ---------- ----------  ----------",
        *(
            f"{word:<7} {count:>6}  {cpu:>8.2f} {elapsed:>10.2f} {disk:>10} {query:>10} {current:>10}  {got:>10}"
            for word, count, cpu, elapsed, got, *blocks in rows
            for disk, query, current in (blocks or (0, 0, 0),)
        ),
        "------- ------  -------- ---------- ---------- ---------- ----------  ----------",
        f"total   {sum(row[1] for row in rows):>6}  {0:>8.2f} {0:>10.2f} {0:>10} {0:>10} {0:>10}  {0:>10}",
    ]
    return "\n".join(lines) + "\n\nMisses in library cache during parse: 1\n"


def waits(rows: Sequence[Wait]) -> str:
    """Return the table of waits."""
    lines = [
        "\nElapsed times include waiting on following events:",
        "  Event waited on                             Times   Max. Wait  Total Waited",
        "  ----------------------------------------   Waited  ----------  ------------",
        *(f"  {name:<40} {count:>8} {longest:>11.2f} {total:>13.2f}" for name, count, longest, total in rows),
    ]
    return "\n".join(lines) + "\n"


def statement(
    text: str, rows: Sequence[Row], waited: Sequence[Wait] = (), *, sql_id: str = "", depth: int = 0
) -> str:
    """Return what is told of a statement."""
    head = f"\nSQL ID: {sql_id} Plan Hash: 0\n\n{text}\n\n\n" if sql_id else f"\n{text}\n\n"
    user = f"Parsing user id: 91{f'     (recursive depth: {depth})' if depth else ''}\n"
    return head + table(rows) + user + (waits(waited) if waited else "") + RULE


def overall(rows: Sequence[Row], waited: Sequence[Wait], recursive: Sequence[Row]) -> str:
    """Return the sums of all statements."""
    return (
        "\n\n\nOVERALL TOTALS FOR ALL NON-RECURSIVE STATEMENTS\n\n" + table(rows) + waits(waited)
        + "\n\nOVERALL TOTALS FOR ALL RECURSIVE STATEMENTS\n\n" + table(recursive)
        + "\n    2  user  SQL statements in session.\n" + RULE + "Trace file: orcl_ora_1.trc\n"
    )  # fmt: skip
