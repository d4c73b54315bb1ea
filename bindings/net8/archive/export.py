# SPDX-License-Identifier: GPL-2.0-only
"""The runs of a campaign as a data set for other programs: tables, their schema, a data card, metadata."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from net8.archive.columns import TABLES, Exported, Field, Table
from net8.archive.crate import METADATA, describe_data
from net8.archive.croissant import CROISSANT, ENCODINGS, describe_records
from net8.archive.writers import FORMATS, cast, need_format
from net8.base import files
from net8.base.errors import PlanError, StoreError
from net8.campaign.cells import table_cells
from net8.campaign.results import Results
from net8.results.run import Run
from net8.schema.values import meant
from net8.store.database import Row
from net8.store.run_folder import damage

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["export"]

SCHEMA: Final = "schema.json"
CARD: Final = "README.md"
_PART: Final = 1 << 16
"""Fewest rows that are written at once, but for the last ones."""
_RUN: Final = (
    Field("point", "integer", "", "Number of the point of the sweep, from 0."),
    Field("seed", "integer", "", "Seed of the random streams."),
    Field(
        "run",
        "integer",
        "",
        "Number of the replication; the same number has the same random numbers at all points.",
    ),
)


def export(results: Results, target: Path, format_: str, tables: Sequence[str] = ()) -> list[Exported]:
    """Write the runs of a campaign as tables with a schema, a data card and metadata (RO-Crate, Croissant).

    Calls, sessions, attempts and requests are read and written in parts, samples and waits run by run.

    @param results: the campaign
    @param target: folder to write, which does not exist
    @param format_: csv, parquet or zarr
    @param tables: names of the wanted tables; by default all that have rows
    @return: what was written
    """
    if format_ not in FORMATS:
        hint = meant(format_, FORMATS) or f"; choose one of {', '.join(FORMATS)}"
        raise PlanError(f"--format {format_} is not a format{hint}")
    need_format(format_)
    chosen = _chosen(tables)
    rows = _good_rows(results)
    if target.exists():
        raise PlanError(f"{target} exists; choose another folder with --to, or remove it")
    partial = target.with_name(f".{target.name}.part")
    shutil.rmtree(partial, ignore_errors=True)
    with files.explained(target):
        try:
            files.current.make_folder(partial)
            written = [
                found
                for table in chosen
                if (found := _write(results, rows, table, partial, format_)).rows or table.name in tables
            ]
            # A table that was asked for and has no rows is no file.
            _describe(results, [each for each in written if each.rows], partial, format_)
            files.current.rename(partial, target)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
    return written


def _chosen(names: Sequence[str]) -> list[Table]:
    """Return the tables of these names."""
    known = {table.name: table for table in TABLES}
    for name in names:
        if name not in known:
            raise PlanError(
                f"there is no table {name}{meant(name, known) or '; there are ' + ', '.join(known)}"
            )
    return [table for table in TABLES if not names or table.name in names]


def _good_rows(results: Results) -> list[tuple[int, Row]]:
    """Return the finished runs with the numbers of their points; refuse none, and damaged ones."""
    rows = [
        (index, row)
        for index in range(len(results.campaign.points))
        for row in results.runs_of(index)
        if row.status == "ok"
    ]
    if not rows:
        raise StoreError(f"{results.campaign.name} has no finished run; net8 run simulates them")
    for _index, row in rows:
        if wrong := damage(results.folder_of(row), row.files):
            raise StoreError(f"run {row.key[:16]} is damaged: {wrong}; net8 repair removes it from its store")
    return rows


def _swept(results: Results) -> tuple[Field, ...]:
    """Return the columns of the swept keys."""
    fields = []
    for axis in results.plan.axes:
        labels = [labels[axis.name] for _point, labels in results.campaign.points]
        numbers = {type(label) for label in labels}
        kind = "integer" if numbers == {int} else "number" if numbers <= {int, float} else "string"
        fields.append(Field(axis.name, kind, axis.unit, f"Value of {axis.name} in the plan."))  # type: ignore[arg-type]
    return tuple(fields)


def _parts(results: Results, table: Table, row: Row) -> Iterator[pd.DataFrame]:
    """Yield the parts of a table of a run."""
    import pandas as pd

    folder = results.folder_of(row)
    if table.long:
        yield from Run.in_parts(folder, table.source)
    elif table.source:
        yield getattr(Run.load(folder), table.source)
    else:
        yield pd.DataFrame([{each.name: row.metrics.get(each.name) for each in table.fields}])


def _write(
    results: Results, rows: Sequence[tuple[int, Row]], table: Table, folder: Path, format_: str
) -> Exported:
    """Write a table."""
    swept = _swept(results)
    fields = (_RUN[0], *swept, *_RUN[1:], *table.fields)
    own = {each.name for each in (*_RUN, *table.fields)}
    for each in swept:
        if each.name in own:
            raise PlanError(
                f"the axis {each.name} has the name of a column of {table.name}; rename it in [sweep]"
            )
    name = f"{table.name}.{format_}"
    count, writer = 0, FORMATS[format_](folder / name, fields)
    for part in _gathered(_told(results, rows, table, swept, fields)):
        writer.add(part)
        count += len(part)
    writer.close()
    if not count:
        _remove(folder / name)
    return Exported(table, name, fields, count)


def _told(
    results: Results,
    rows: Sequence[tuple[int, Row]],
    table: Table,
    swept: Sequence[Field],
    fields: Sequence[Field],
) -> Iterator[pd.DataFrame]:
    """Yield the parts of a table of all runs, each with what tells its run in front."""
    for index, row in rows:
        labels = results.campaign.points[index][1]
        told = {
            "point": index,
            **{each.name: labels[each.name] for each in swept},
            "seed": row.seed,
            "run": row.run,
        }
        for part in _parts(results, table, row):
            if not part.empty:
                yield cast(part.assign(**told), fields)


def _gathered(parts: Iterable[pd.DataFrame]) -> Iterator[pd.DataFrame]:
    """Join short parts, because files of many short ones are slow to write and to read."""
    import pandas as pd

    waiting: list[pd.DataFrame] = []
    for part in parts:
        waiting.append(part)
        if sum(map(len, waiting)) >= _PART:
            yield pd.concat(waiting, ignore_index=True)
            waiting = []
    if waiting:
        yield pd.concat(waiting, ignore_index=True)


def _remove(path: Path) -> None:
    """Remove an empty table."""
    shutil.rmtree(path) if path.is_dir() else path.unlink()


def _describe(results: Results, written: Sequence[Exported], folder: Path, format_: str) -> None:
    """Write schema, data card, plan and metadata."""
    write = files.current.write
    write(folder / "plan.toml", results.campaign.plan.encode())
    write(folder / SCHEMA, (json.dumps(_schema(written), indent=1) + "\n").encode())
    write(folder / CARD, _card(results, written, format_).encode())
    if format_ in ENCODINGS:
        write(folder / CROISSANT, describe_records(folder, results, written).encode())
    write(folder / METADATA, describe_data(folder, results, written).encode())


def _schema(written: Sequence[Exported]) -> dict[str, object]:
    """Return names, types, units and meanings of all columns, as a Data Package of Frictionless has them."""
    return {
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "resources": [
            {
                "name": each.table.name.replace("_", "-"), "path": each.file,
                "description": f"One row for {each.table.row}.",
                "rows": each.rows,
                "schema": {
                    "fields": [
                        {"name": one.name, "type": one.kind, "unit": one.unit, "description": one.help}
                        for one in each.fields
                    ]
                },
            }
            for each in written
        ],
    }  # fmt: skip


_READ: Final = {
    "csv": 'pandas.read_csv("calls.csv")',
    "parquet": 'pandas.read_parquet("calls.parquet")',
    "zarr": 'zarr.open_group("calls.zarr")["start_s"][:]',
}
_WORDS: Final = " Columns of words are numbers into the list of their attribute `words`."


def _card(results: Results, written: Sequence[Exported], format_: str) -> str:
    """Write the data card."""
    campaign, plan = results.campaign, results.plan
    title = str(plan["title"] or campaign.name)
    good = sum(row.status == "ok" for index in range(len(campaign.points)) for row in results.runs_of(index))
    notes = [f"{results.missing} runs are missing or failed."] if results.missing else []
    notes += [f"{note[0].upper()}{note[1:]}." for note in table_cells(results).note.split("; ") if note]
    swept = [f"- `{axis.name}`: {plan.swept_values(axis)}" for axis in plan.axes] or ["- nothing"]
    croissant = f"`{CROISSANT}` how to load it (Croissant), " if format_ in ENCODINGS else ""
    head = "| table | one row for | rows |\n|---|---|---|\n"
    tables = head + "\n".join(f"| `{each.file}` | {each.table.row} | {each.rows:,} |" for each in written)
    return "\n".join([
        f"# {title}", "",
        f"{len(campaign.points):,} points of a sweep, {good:,} runs, seed {campaign.seed}, simulated by net8 (model "
        f"{campaign.model}). No measured data: these are results of a simulation.", "",
        "## Swept", "", *swept, "", "## Tables", "", tables, "",
        f"`{SCHEMA}` has name, type, unit and meaning of each column (Data Package of Frictionless), `{METADATA}` who "
        f"made it (RO-Crate), {croissant}`plan.toml` what was simulated; files that the plan names are not here "
        "(`net8 archive` packs them). Times are seconds of simulated time; what did not happen has no value. "
        f"To read a table: `{_READ[format_]}`.{_WORDS if format_ == 'zarr' else ''}", "",
        "## To know", "", *(f"- {note}" for note in notes),
        "- What the model leaves out: `net8 describe plan.toml`.",
        "- Licence: not stated; whoever publishes this is asked to name one.", "",
    ])  # fmt: skip
