# SPDX-License-Identifier: GPL-2.0-only
"""Archives that are made by the command line and changed by somebody who knows all of their checksums."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import typer.testing
from net8.base.errors import Net8Error
from net8.cli.app import app
from net8.store.database import Row, Store
from net8.store.row import to_record
from net8.store.run_folder import measure, write_record

METADATA = "ro-crate-metadata.json"


def net8_verb(*arguments: object) -> typer.testing.Result:
    """Do a verb of the command line."""
    return typer.testing.CliRunner().invoke(app, [*map(str, arguments)])


def refusal(kind: type[Net8Error], *arguments: object) -> str:
    """Do a verb that is refused; return its sentence."""
    error = net8_verb(*arguments).exception
    assert isinstance(error, kind), error
    assert "\n" not in str(error)
    return str(error)


def rewrite(archive: Path, target: Path, change: Callable[[Path], None], *, sums: bool) -> None:
    """Unpack an archive, change it and pack it again, if wanted with the sums as they then are."""
    folder = target.with_suffix("")
    with zipfile.ZipFile(archive) as content:
        content.extractall(folder)
    change(folder)
    if sums:
        list_again(folder)
    with zipfile.ZipFile(target, "w") as content:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                content.write(path, path.relative_to(folder).as_posix())


def list_again(folder: Path) -> None:
    """Write the sums of all files into the metadata, those of new files too."""
    metadata = json.loads((folder / METADATA).read_text())
    graph = [
        entity
        for entity in metadata["@graph"]
        if "sha256" not in entity or (folder / entity["@id"]).is_file()
    ]
    known = {entity["@id"] for entity in graph}
    names = (path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if path.is_file())
    graph += [{"@id": name, "@type": "File", "sha256": ""} for name in names if name not in known]
    for entity in graph:
        if "sha256" in entity:
            entity["sha256"] = hashlib.sha256((folder / entity["@id"]).read_bytes()).hexdigest()
    (folder / METADATA).write_text(json.dumps(metadata | {"@graph": graph}))


def forge(
    folder: Path,
    row: Callable[[Row], Row] = lambda row: row,
    files: Callable[[Path], object] = lambda _path: None,
    *,
    listed: bool = True,
) -> None:
    """Change the first run of an unpacked archive, with every checksum as net8 makes them.

    @param folder: the archive
    @param row: returns its changed row
    @param files: changes its folder
    @param listed: whether files that are new in the folder are listed in its row
    """
    with Store(folder) as store, store.lock():
        old = store.all_rows()[0]
        path = store.folder(old)
        files(path)
        new = row(old)
        found = {name: told for name, told in measure(path).items() if listed or name in old.files}
        store.drop([old.key])
        store.put(replace(new, files=write_record(path, to_record(new), found)))
    (folder / ".lock").unlink()
