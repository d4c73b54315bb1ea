# SPDX-License-Identifier: GPL-2.0-only
"""What a store holds, so that one that was disturbed can be held against one that was not."""

from __future__ import annotations

import json
from pathlib import Path

import net8
from net8.store.database import Store
from net8.store.run_folder import damage

__all__ = ["state", "whole"]


def state(out: Path) -> object:
    """Return all that a store holds, but for the seconds that things took."""
    with Store(out, writing=False) as store:
        rows = store.all_rows()
        campaigns = [store.campaign(name) for name in store.campaigns()]
    found = {}
    for row in rows:
        contents = {path.name: path.read_bytes() for path in (out / "data" / row.folder).iterdir()}
        record = json.loads(contents.pop("run.json"))
        contents.pop("row.json")
        told = (
            row.key,
            row.status,
            row.error,
            row.digest,
            row.events,
            row.pcap,
            dict(row.metrics),
            row.folder,
        )
        found[row.key] = (told, contents, {name: value for name, value in record.items() if name != "wall_s"})
    left = {path.name for path in (out / "data").glob("*")} - {row.folder for row in rows}
    left |= {path.name for path in out.rglob(".tmp-*")}
    return found, campaigns, left


def whole(out: Path) -> bool:
    """Return whether every stored run has all its files; a store that was still being made has no run yet."""
    try:
        with Store(out, writing=False) as store:
            return not any(damage(store.folder(row), row.files, thoroughly=True) for row in store.all_rows())
    except net8.StoreError:
        # Folders come before rows, so without any there is no row either.
        return not any(out.glob("data/*"))
