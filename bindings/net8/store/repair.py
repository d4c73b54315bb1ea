# SPDX-License-Identifier: GPL-2.0-only
"""Rebuild a campaign store from its run folders: each has a copy of its row, with checksums of its files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from net8.base import files
from net8.base.errors import NoResultsError
from net8.store.campaign_record import NAME, Campaign, read_campaign
from net8.store.database import Store, folder_names, locked
from net8.store.row import Row, of_record
from net8.store.run_folder import RECORD, damage, read_record
from net8.store.seal import file_checksum

__all__ = ["Repaired", "repair"]

_STORE: Final = "campaign.sqlite"
_NEW: Final = ".tmp-campaign.sqlite"
_KEPT: Final = "campaign.sqlite.before-repair"


@dataclass(frozen=True, slots=True)
class Repaired:
    """Result of a repair."""

    campaigns: tuple[str, ...]  #: names of the plans that were run
    runs: int  #: runs with complete folders
    lost: tuple[tuple[Path, str], ...]  #: skipped folders and records, with the reason


def repair(out: str | Path) -> Repaired:
    """Rebuild the store of an output folder from its run folders, reading and checking all of their files.

    The old store is kept as campaign.sqlite.before-repair.

    @param out: output folder
    @return: what was found
    """
    folder = Path(out)
    if not (folder / "data").is_dir():
        raise NoResultsError(
            f"{folder} has no run folders to rebuild a store from; net8 run PLAN writes some"
        )
    with locked(folder):
        lost: list[tuple[Path, str]] = []
        rows = _best_rows(_rows(folder / "data", lost))
        campaigns = list(_campaigns(folder, lost))
        with files.explained(folder):
            _clear(folder, _NEW)
        with Store(folder, name=_NEW) as store:
            store.put(*rows)
            for campaign in campaigns:
                store.put_campaign(campaign)
        with files.explained(folder):
            _exchange(folder)
    return Repaired(tuple(sorted(campaign.name for campaign in campaigns)), len(rows), tuple(lost))


def _rows(data: Path, lost: list[tuple[Path, str]]) -> Iterator[Row]:
    """Read the rows of all complete folders."""
    for folder in sorted(data.iterdir()):
        if folder.name.startswith(".tmp-") or not folder.is_dir():
            continue
        try:
            record = read_record(folder)
            told = {str(name): (int(size), str(known), 0) for name, (size, known) in record["files"].items()}
            wrong = damage(folder, told, thoroughly=True)
            if not wrong:
                contents = {name: file_checksum(folder / name) for name in [*told, RECORD]}
                row = of_record(record, folder.name, contents)
                wrong = "" if folder.name in folder_names(row.key) else f"its row belongs to {row.key[:16]}"
        except FileNotFoundError:
            wrong = f"{RECORD} is missing"
        except OSError as error:
            wrong = f"{RECORD} cannot be read: {files.cause(error, folder)}"
        except (ValueError, TypeError, KeyError, AttributeError):
            wrong = f"{RECORD} is not what was stored"
        if wrong:
            lost.append((folder, wrong))
        else:
            yield row


def _best_rows(rows: Iterator[Row]) -> list[Row]:
    """Keep one row of each run, preferably a finished one with captures."""
    best: dict[str, Row] = {}
    for row in rows:
        there = best.get(row.key)
        if there is None or (row.status == "ok", row.pcap) > (there.status == "ok", there.pcap):
            best[row.key] = row
    return list(best.values())


def _campaigns(out: Path, lost: list[tuple[Path, str]]) -> Iterator[Campaign]:
    """Read the campaigns."""
    for path in sorted(out.glob(f"*/{NAME}")):
        try:
            campaign = read_campaign(path)
            # A copy of a folder made by hand would otherwise replace the original.
            if campaign.name != path.parent.name:
                lost.append((path, f"it belongs to {campaign.name}"))
            else:
                yield campaign
        except OSError as error:
            lost.append((path, files.cause(error, path)))
        except (ValueError, TypeError, KeyError, AttributeError):
            lost.append((path, "it is not what was stored; net8 run PLAN rewrites it"))


def _clear(out: Path, name: str) -> None:
    """Remove a database and its journals."""
    for ending in ("", "-wal", "-shm", "-journal"):
        files.current.remove(out / f"{name}{ending}")


def _exchange(out: Path) -> None:
    """Replace the old store by the new one, after removing the journals of the old one."""
    files.current.sync_one(out)
    _clear(out, _KEPT)
    for ending in ("", "-wal", "-shm", "-journal"):
        if (out / f"{_STORE}{ending}").exists():
            files.current.rename(out / f"{_STORE}{ending}", out / f"{_KEPT}{ending}")
    files.current.sync_one(out)
    files.current.rename(out / _NEW, out / _STORE)
    files.current.sync_one(out)
