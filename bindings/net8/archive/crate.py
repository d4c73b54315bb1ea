# SPDX-License-Identifier: GPL-2.0-only
"""What an archive says of itself: a Workflow Run RO-Crate, profile 0.5 of RO-Crate 1.1.

https://w3id.org/ro/wfrun/workflow/0.5 says what must be there: a plan is the workflow, each command that simulated
some of its runs an action.
"""

from __future__ import annotations

import hashlib
import json
import mimetypes
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from net8.archive.columns import Exported
from net8.base.extension import __version__
from net8.base.provenance import now
from net8.campaign.provenance import provenance
from net8.campaign.results import Results

__all__ = ["LICENSE", "METADATA", "describe_crate", "describe_data", "describe_runs", "read_sums"]

METADATA: Final = "ro-crate-metadata.json"
_PROFILES: Final = (
    ("https://w3id.org/ro/wfrun/process/0.5", "Process Run Crate"),
    ("https://w3id.org/ro/wfrun/workflow/0.5", "Workflow Run Crate"),
    ("https://w3id.org/workflowhub/workflow-ro-crate/1.0", "Workflow RO-Crate"),
)
_CONTEXT: Final = [
    "https://w3id.org/ro/crate/1.1/context", "https://w3id.org/ro/terms/workflow-run/context",
    {"sha256": "https://schema.org/sha256"},
]  # fmt: skip
LICENSE: Final = "Not stated: whoever publishes this archive is asked to name one."


def describe_crate(folder: Path, results: Results, plan: str, inputs: Iterable[str]) -> str:
    """Write the metadata of a crate.

    @param folder: the folder that becomes the archive, complete but for this file
    @param results: the campaign in it
    @param plan: the plan, as its name below the folder
    @param inputs: the files that the plan names, likewise
    @return: JSON-LD
    """
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    given = [plan, *inputs]
    outputs = [name for name in names if name not in given]
    actions = _actions(results, given, outputs)
    graph = [
        {
            "@id": METADATA, "@type": "CreativeWork", "about": {"@id": "./"},
            "conformsTo": [
                {"@id": "https://w3id.org/ro/crate/1.1"}, {"@id": "https://w3id.org/workflowhub/workflow-ro-crate/1.0"},
            ],
        },
        _root(results, plan, names, actions),
        *(
            {"@id": url, "@type": "CreativeWork", "name": name, "version": url.rpartition("/")[2]}
            for url, name in _PROFILES
        ),
        *_software(results),
        *(_file(folder, name, is_plan=name == plan) for name in names),
        *actions,
    ]  # fmt: skip
    return json.dumps({"@context": _CONTEXT, "@graph": graph}, indent=1) + "\n"


def describe_data(folder: Path, results: Results, tables: Sequence[Exported]) -> str:
    """Write the metadata of a data set.

    @param folder: the folder that becomes the data set, complete but for this file
    @param results: the campaign in it
    @param tables: its tables
    @return: JSON-LD
    """
    told = {each.file: each for each in tables}
    names = sorted(path.name for path in folder.iterdir())
    actions = _actions(results, ["plan.toml"], list(told))
    columns = {(each.name, each.unit, each.help): None for table in tables for each in table.fields}
    variables: list[dict[str, Any]] = [
        {
            "@id": f"#column-{number}",
            "@type": "PropertyValue",
            "name": name,
            "unitText": unit,
            "description": text,
        }
        for number, (name, unit, text) in enumerate(columns, 1)
    ]
    numbers = {key: variable["@id"] for key, variable in zip(columns, variables, strict=True)}
    parts: list[dict[str, Any]] = [
        _file(folder, name, is_plan=name == "plan.toml")
        if (folder / name).is_file()
        else {"@id": f"{name}/", "@type": "Dataset", "name": name, "encodingFormat": "application/vnd+zarr"}
        for name in names
    ]
    for part in parts:
        if found := told.get(part["@id"].rstrip("/")):
            part["description"] = f"One row for {found.table.row}; {found.rows} rows."
            part["variableMeasured"] = _references(
                numbers[each.name, each.unit, each.help] for each in found.fields
            )
    root = _root(results, "plan.toml", [part["@id"] for part in parts], actions)
    root["conformsTo"] = _references([_PROFILES[0][0]])
    graph = [
        {
            "@id": METADATA, "@type": "CreativeWork", "about": {"@id": "./"},
            "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"},
        },
        root, {"@id": _PROFILES[0][0], "@type": "CreativeWork", "name": _PROFILES[0][1], "version": "0.5"},
        *_software(results), *parts, *variables, *actions,
    ]  # fmt: skip
    return json.dumps({"@context": _CONTEXT, "@graph": graph}, indent=1) + "\n"


def describe_runs(results: Results) -> tuple[str, str]:
    """Return the title of a campaign, and what was run.

    @param results: the campaign
    @return: both
    """
    title = str(results.plan["title"] or results.campaign.name)
    points, runs = len(results.campaign.points), results.campaign.runs
    told = f"{title}: {points} points of {runs} replications, seed {results.campaign.seed}, simulated by net8 (model "
    told += f"{results.campaign.model}). net8 verify simulates them again."
    return title, told + "".join(f" {note[0].upper()}{note[1:]}." for note in results.plan.fitted_notes)


def _root(results: Results, plan: str, names: list[str], actions: list[dict[str, Any]]) -> dict[str, Any]:
    """Describe the whole."""
    title, description = describe_runs(results)
    return {
        "@id": "./", "@type": "Dataset", "name": title, "description": description,
        "datePublished": now(), "license": LICENSE, "mainEntity": {"@id": plan},
        "conformsTo": [{"@id": url} for url, _name in _PROFILES],
        "hasPart": _references(names), "mentions": _references(action["@id"] for action in actions),
    }  # fmt: skip


def _software(results: Results) -> list[dict[str, Any]]:
    """Describe what plans are written in and what runs them."""
    return [
        {
            "@id": "#toml", "@type": "ComputerLanguage", "name": "plan of net8, in TOML 1.0",
            "alternateName": "TOML", "url": {"@id": "https://toml.io/en/v1.0.0"},
        },
        {
            "@id": "#net8", "@type": "SoftwareApplication", "name": "ns3-net8", "softwareVersion": __version__,
            "version": results.campaign.model,
        },
    ]  # fmt: skip


def _file(folder: Path, name: str, *, is_plan: bool) -> dict[str, Any]:
    """Describe a file."""
    with (folder / name).open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    told: dict[str, Any] = {
        "@id": name, "@type": "File", "name": Path(name).name, "encodingFormat": kind,
        "contentSize": str((folder / name).stat().st_size), "sha256": found,
    }  # fmt: skip
    if is_plan:
        told |= {
            "@type": ["File", "SoftwareSourceCode", "ComputationalWorkflow"], "encodingFormat": "application/toml",
            "programmingLanguage": {"@id": "#toml"}, "runtimePlatform": {"@id": "#net8"},
        }  # fmt: skip
    return told


def _actions(results: Results, given: list[str], outputs: list[str]) -> list[dict[str, Any]]:
    """Describe each command that simulated some of the runs."""
    rows = [row for index in range(len(results.campaign.points)) for row in results.runs_of(index)]
    actions = []
    for number, made in enumerate(provenance(rows), 1):
        # A store may hold runs of several commands; which made a file is in the record of its folder.
        told = {
            name: made.get(name, "")
            for name in ("net8", "ns3", "compiler", "python", "platform", "host", "commit")
        }
        words = ", ".join(f"{name} {value}" for name, value in told.items() if value)
        actions.append(
            {
                "@id": f"#command-{number}", "@type": "CreateAction", "name": made.get("command") or "a program",
                "description": f"{made['runs']} runs; {words}", "instrument": {"@id": given[0]},
                "startTime": made["start"], "endTime": made["end"], "object": _references(given),
                "result": _references(outputs), "actionStatus": "http://schema.org/CompletedActionStatus",
            }
        )  # fmt: skip
    return actions


def _references(names: Iterable[str]) -> list[dict[str, str]]:
    """Refer to entities."""
    return [{"@id": name} for name in names]


def read_sums(text: str) -> tuple[str, Mapping[str, str]]:
    """Read what a crate says of its plan and files.

    @param text: the metadata
    @return: name of the plan, and SHA-256 by name of a file
    @raises ValueError: when it is no crate of ours
    """
    document = json.loads(text)
    graph = document.get("@graph") if isinstance(document, dict) else None
    if not isinstance(graph, list) or not all(isinstance(entity, dict) for entity in graph):
        raise ValueError("it holds no @graph")
    entities = {entity.get("@id"): entity for entity in graph if isinstance(entity.get("@id"), str)}
    if len(entities) != len(graph):
        raise ValueError("its @graph has two entities of one @id, or one without")
    main = entities.get("./", {}).get("mainEntity")
    plan = main.get("@id") if isinstance(main, dict) else None
    if not isinstance(plan, str) or plan not in entities:
        raise ValueError("its root names no plan as mainEntity")
    return plan, {name: str(entity["sha256"]) for name, entity in entities.items() if "sha256" in entity}
