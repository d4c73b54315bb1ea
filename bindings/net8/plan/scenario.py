# SPDX-License-Identifier: GPL-2.0-only
"""Where scenarios are."""

from __future__ import annotations

from pathlib import Path

from net8.base.errors import PlanError
from net8.schema.values import meant

__all__ = ["plan_path", "scenario_folders"]


def scenario_folders() -> list[Path]:
    """Find the folders that hold scenarios: of the working folder, else of the source tree or the installed package.

    @return: folders with a plan.toml
    """
    package = Path(__file__).parents[1]
    for root in (Path("scenarios"), package.parents[1] / "scenarios", package / "scenarios"):
        if found := sorted(path.parent for path in root.glob("*/plan.toml")):
            return found
    return []


def plan_path(name: str | Path) -> Path:
    """Find the file of a plan.

    @param name: a file, a folder with a plan.toml, or the name of a scenario
    @return: the file
    @raises PlanError: when there is none
    """
    path = Path(name)
    if not path.exists():
        folders = {folder.name: folder for folder in scenario_folders()}
        if str(name) not in folders:
            hint = meant(str(name), folders) or "; net8 list shows the scenarios"
            raise PlanError(f"there is no plan {name}{hint}")
        path = folders[str(name)]
    if not path.is_dir():
        return path
    if not (path / "plan.toml").is_file():
        raise PlanError(f"the folder {name} holds no plan.toml; name a scenario folder or a plan file")
    return path / "plan.toml"
