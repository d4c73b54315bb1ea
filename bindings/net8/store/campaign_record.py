# SPDX-License-Identifier: GPL-2.0-only
"""One plan as it was last run, and the file beside its tables from which a store can be rebuilt."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from net8.base import files
from net8.base.reading import TABLE_LIMIT, read_bytes
from net8.store.form import is_count, is_label, is_name, is_text
from net8.store.seal import checksum, seal, unseal

__all__ = ["NAME", "Campaign", "campaign_checksum", "check_campaign", "read_campaign", "write_campaign"]

NAME: Final = "campaign.json"
"""A copy of a campaign, so that a store can be rebuilt."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """One plan as it was last run."""

    name: str  #: name of its folder
    plan: str  #: the plan as TOML
    folder: str  #: where the plan's own files are
    model: str  #: model version
    seed: int  #: seed of the random streams
    runs: int  #: replications of each point
    points: tuple[tuple[str, Mapping[str, object]], ...]  #: hash and labels of each point


def _record(c: Campaign) -> dict[str, Any]:
    points = [[point, dict(labels)] for point, labels in c.points]
    return {
        "name": c.name, "plan": c.plan, "folder": c.folder, "model": c.model, "seed": c.seed, "runs": c.runs,
        "points": points,
    }  # fmt: skip


def campaign_checksum(campaign: Campaign) -> str:
    """Return the checksum of a campaign and its points.

    @param campaign: the campaign
    @return: the checksum
    """
    return checksum(json.dumps(_record(campaign)).encode())


def check_campaign(campaign: Campaign) -> None:
    """Refuse a record with a correct checksum that net8 cannot have written.

    @param campaign: the plan
    @raises ValueError: when it is not a plan written by net8
    """
    texts = (campaign.plan, campaign.folder, campaign.model)
    right = is_name(campaign.name) and all(map(is_text, texts))
    right = right and all(map(is_count, (campaign.seed, campaign.runs)))
    for point, labels in campaign.points:
        right = right and isinstance(point, str) and isinstance(labels, Mapping)
        right = right and all(is_text(name) and is_label(value) for name, value in labels.items())
    if not right:
        raise ValueError(f"its record of {str(campaign.name)[:40]!r} was not written by net8")


def write_campaign(out: Path, campaign: Campaign) -> None:
    """Write a campaign into its folder, where it is not there already.

    @param out: output folder
    @param campaign: the campaign
    """
    path, content = out / campaign.name / NAME, seal(_record(campaign))
    if path.is_file() and path.read_bytes() == content:
        return
    files.current.keep_folder(path.parent)
    files.current.replace(path, content)


def read_campaign(path: Path) -> Campaign:
    """Read what write_campaign wrote.

    @param path: the file
    @return: the campaign
    @raises ValueError: when it is damaged
    @raises OSError: when it cannot be read
    """
    record = unseal(read_bytes(path, TABLE_LIMIT))
    points = tuple((str(point), dict(labels)) for point, labels in record.pop("points"))
    found = Campaign(**record, points=points)
    check_campaign(found)
    return found
