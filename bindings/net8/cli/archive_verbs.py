# SPDX-License-Identifier: GPL-2.0-only
"""The verbs for what is published: archive a campaign, verify an archive."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from net8.archive.export import export as export_tables
from net8.archive.pack import pack
from net8.archive.verify import verify as verify_archive
from net8.base.extension import model_version, need_core
from net8.base.progress_view import show_progress
from net8.campaign.report import find_results
from net8.cli.app import JobsOption, OutOption, app, wide_console

__all__ = ["archive", "export", "verify"]


@app.command()
def archive(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of a campaign in the store, or its results folder.")
    ],
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE", help="Archive to write.", show_default="NAME.crate.zip"),
    ] = None,
    out: OutOption = Path("runs"),
) -> None:
    """Pack plan, files, store, tables, figures and their provenance into one file, a Workflow Run RO-Crate."""
    need_core()
    results = find_results(name, out)
    target = file or Path(f"{results.campaign.name}.crate.zip")
    names = pack(results, target)
    console = wide_console()
    console.print(
        f"{target}: {len(names)} files, {target.stat().st_size / 2**20:.1f} MiB",
        highlight=False, markup=False, soft_wrap=True,
    )  # fmt: skip
    console.print(f"next:\n  net8 verify {target}", highlight=False, markup=False, soft_wrap=True)


@app.command()
def export(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of a campaign in the store, or its results folder.")
    ],
    format_: Annotated[str, typer.Option("--format", metavar="FORMAT", help="parquet, csv or zarr.")] = "csv",
    tables: Annotated[
        str,
        typer.Option(
            "--tables", metavar="A,B", help="Tables, such as calls,sessions.", show_default="all with rows"
        ),
    ] = "",
    to: Annotated[
        Path | None, typer.Option("--to", metavar="DIR", help="Folder to write.", show_default="NAME-FORMAT")
    ] = None,
    out: OutOption = Path("runs"),
) -> None:
    """Write calls, sessions and samples of all runs as tables, with schema, data card, RO-Crate and Croissant."""
    results = find_results(name, out)
    target = to or Path(f"{results.campaign.name}-{format_}")
    names = [each.strip() for each in tables.split(",") if each.strip()]
    console = wide_console()
    for each in export_tables(results, target, format_, names):
        line = (
            f"{target / each.file}: {each.rows:,} rows, {len(each.fields)} columns"
            if each.rows
            else f"note: {each.table.name} has no rows and is not written"
        )
        console.print(line, highlight=False, markup=False, soft_wrap=True)
    console.print(f"next:\n  {target / 'README.md'}", highlight=False, markup=False, soft_wrap=True)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="An archive of net8 archive.")],
    sample: Annotated[
        int, typer.Option(help="Number of runs to simulate again, drawn at random.", min=1)
    ] = 5,
    everything: Annotated[bool, typer.Option("--all", help="Simulate every run again.")] = False,
    trust_code: Annotated[
        bool, typer.Option("--trust-code", help="Load a library (network.library) that is in the archive.")
    ] = False,
    jobs: JobsOption = None,
) -> None:
    """Check every file of an archive, repeat some of its runs and compare: exit code 1 if any differs."""
    need_core()
    console = wide_console()

    def say(sentence: str) -> None:
        console.print(f"note: {sentence}", highlight=False, markup=False, soft_wrap=True)

    with show_progress(console) as progress:
        found = verify_archive(
            file,
            sample=None if everything else sample,
            trust_code=trust_code,
            jobs=jobs,
            progress=progress,
            say=say,
        )
    if found.model != model_version():
        console.print(
            f"note: {found.name} was made by model {found.model}, this is {model_version()}",
            highlight=False, markup=False, soft_wrap=True,
        )  # fmt: skip
    for sentence in found.differences:
        console.print(f"differs: {sentence}", highlight=False, markup=False, soft_wrap=True)
    console.print(f"figures: {found.figures}", highlight=False, markup=False, soft_wrap=True)
    count = len(found.differences)
    verdict = f"{count} difference{'' if count == 1 else 's'}" if count else "all equal"
    console.print(
        f"{found.name}: every file is what was archived; {len(found.repeated)} of {found.every} runs simulated again: "
        f"{verdict}",
        highlight=False, markup=False, soft_wrap=True,
    )  # fmt: skip
    if found.differences:
        raise typer.Exit(1)
