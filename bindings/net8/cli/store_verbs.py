# SPDX-License-Identifier: GPL-2.0-only
"""The verbs that look after stores: campaigns, merge, repair, gc."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from net8.base.sheet import Column, Sheet
from net8.base.words import many
from net8.campaign.provenance import provenance
from net8.campaign.report import find_results
from net8.campaign.results import read_results
from net8.cli.app import OutOption, app, wide_console
from net8.cli.views import show_missing, show_table
from net8.store.database import Store
from net8.store.garbage import remove_unused, size_of, unused
from net8.store.merge import merge as merge_stores
from net8.store.repair import repair

__all__ = ["garbage", "list_campaigns", "merge", "repair_store"]


@app.command("campaigns")
def list_campaigns(out: OutOption = Path("runs")) -> None:
    """List the plans of a store: points, replications, missing runs, model, date and command."""
    with Store(out, writing=False) as store:
        every = [read_results(store, name) for name in store.campaigns()]
        left = unused(store)
    table = Sheet(
        Column("plan"), *(Column(label, "number") for label in ("points", "runs", "missing")),
        Column("model", "name"), Column("last run", "name"), Column("command"),
    )  # fmt: skip
    for results in every:
        campaign = results.campaign
        rows = [row for index in range(len(campaign.points)) for row in results.runs_of(index)]
        made = max(provenance(rows), key=lambda told: told["end"], default={})
        table.add(
            campaign.name, f"{len(campaign.points)} x {campaign.runs}", len(rows), results.missing, campaign.model,
            str(made.get("end", ""))[:16].replace("T", " "), made.get("command", ""),
        )  # fmt: skip
    console = wide_console()
    console.print(table)
    if left:
        console.print(
            f"{many(len(left), 'run')} ({_mib(size_of(left))}) belong to none of these plans; see net8 gc",
            markup=False,
        )


def _mib(size: int) -> str:
    """Write a number of bytes."""
    return f"{size / 2**20:.1f} MiB"


@app.command()
def merge(
    stores: Annotated[
        list[Path],
        typer.Argument(metavar="DIR...", help="Folders with results of net8 run, such as its parts."),
    ],
    out: OutOption = Path("runs"),
) -> None:
    """Copy the runs of several stores into one, and show its plans."""
    console = wide_console()
    merged = merge_stores(stores, out)
    for name in merged.campaigns:
        results = find_results(name, out)
        show_table(console, results)
        show_missing(console, results)
    console.print(
        f"{many(merged.taken, 'run')} copied into {out}; {merged.known} were already there",
        highlight=False, markup=False,
    )  # fmt: skip


@app.command("repair")
def repair_store(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder for results.")] = Path("runs"),
) -> None:
    """Rebuild the store of a results folder from its run folders, and list damaged ones."""
    found = repair(folder)
    console = wide_console()
    for path, wrong in found.lost:
        console.print(f"skipped: {path}: {wrong}", highlight=False, soft_wrap=True)
    plans = ", ".join(found.campaigns) or "no plan"
    console.print(
        f"{many(found.runs, 'run')} of {plans} read from their folders, {len(found.lost)} skipped; net8 run simulates "
        "the missing ones",
        highlight=False, soft_wrap=True,
    )  # fmt: skip


@app.command("gc")
def garbage(
    remove: Annotated[bool, typer.Option("--remove", help="Remove them, instead of listing them.")] = False,
    out: OutOption = Path("runs"),
) -> None:
    """List runs that no longer belong to a plan of the store: changed points, other seeds, other models."""
    console = wide_console()
    if remove:
        rows = remove_unused(out)
        console.print(
            f"{many(len(rows), 'run')} removed from {out}, {_mib(size_of(rows))}",
            highlight=False,
            markup=False,
        )
        return
    with Store(out, writing=False) as store:
        rows = unused(store)
    by_model: dict[str, list[int]] = {}
    for row in rows:
        by_model.setdefault(row.model, []).append(size_of([row]))
    for model, sizes in sorted(by_model.items()):
        told = f"{many(len(sizes), 'run')} of model {model}, {_mib(sum(sizes))}"
        console.print(told, highlight=False, markup=False)
    told = (
        "nothing to remove" if not rows else f"net8 gc --remove --out {out} removes {many(len(rows), 'run')}"
    )
    console.print(told, highlight=False, markup=False)
