# SPDX-License-Identifier: GPL-2.0-only
"""What a data set says of itself to tools of machine learning: Croissant 1.0.

https://docs.mlcommons.org/croissant/docs/croissant-spec-1.0.html says what must be there: each file with its checksum,
each table as a set of records, whose fields name the column that they come from. Who publishes the data set, and where,
is not known here: creator and url are theirs to add.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from net8.archive.columns import Exported
from net8.archive.crate import LICENSE, describe_runs
from net8.base.provenance import now
from net8.campaign.results import Results

__all__ = ["CROISSANT", "ENCODINGS", "describe_records"]

CROISSANT: Final = "croissant.json"
ENCODINGS: Final = {"csv": "text/csv", "parquet": "application/x-parquet"}
"""Formats that Croissant can say how to read: one file for each table."""
_TERMS: Final = (
    "citeAs", "column", "extract", "field", "fileProperty", "fileObject", "fileSet", "format", "includes",
    "isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet", "references", "regex", "repeated",
    "replace", "separator", "source", "subField", "transform",
)  # fmt: skip
_CONTEXT: Final[dict[str, Any]] = {
    "@language": "en", "@vocab": "https://schema.org/", "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/", "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/", "conformsTo": "dct:conformsTo",
    **{term: f"cr:{term}" for term in _TERMS},
    "data": {"@id": "cr:data", "@type": "@json"}, "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
}  # fmt: skip
"""The context of the specification, which validators compare."""
_TYPES: Final = {"integer": "sc:Integer", "number": "sc:Float", "string": "sc:Text"}


def describe_records(folder: Path, results: Results, tables: Sequence[Exported]) -> str:
    """Write the metadata of a data set whose tables are files.

    @param folder: the folder with the tables
    @param results: the campaign in it
    @param tables: its tables, in a format of ENCODINGS
    @return: JSON-LD
    """
    title, description = describe_runs(results)
    told = {
        "@context": _CONTEXT, "@type": "sc:Dataset", "name": title, "description": description,
        "conformsTo": "http://mlcommons.org/croissant/1.0", "license": LICENSE, "datePublished": now(),
        "version": "1.0.0",
        "distribution": [_file(folder, each) for each in tables], "recordSet": [_records(each) for each in tables],
    }  # fmt: skip
    return json.dumps(told, indent=1) + "\n"


def _file(folder: Path, table: Exported) -> dict[str, Any]:
    """Describe the file of a table."""
    path = folder / table.file
    with path.open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    return {
        "@type": "cr:FileObject", "@id": table.file, "name": table.file, "contentUrl": table.file,
        "contentSize": f"{path.stat().st_size} B", "encodingFormat": ENCODINGS[path.suffix.lstrip(".")],
        "sha256": found,
    }  # fmt: skip


def _records(table: Exported) -> dict[str, Any]:
    """Describe the rows of a table."""
    name = table.table.name
    return {
        "@type": "cr:RecordSet", "@id": name, "name": name,
        "description": f"One record for {table.table.row}; {table.rows} records.",
        "field": [
            {
                "@type": "cr:Field", "@id": f"{name}/{each.name}", "name": each.name,
                "description": f"{each.help} Unit: {each.unit}." if each.unit else each.help,
                "dataType": _TYPES[each.kind],
                "source": {"fileObject": {"@id": table.file}, "extract": {"column": each.name}},
            }
            for each in table.fields
        ],
    }  # fmt: skip
