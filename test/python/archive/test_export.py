# SPDX-License-Identifier: GPL-2.0-only
"""Exported tables hold what the tables of Python hold, in each format, with a meaning for every column."""

from __future__ import annotations

import hashlib
import importlib.util
import json
from pathlib import Path
from typing import Any

import net8
import numpy as np
import pandas as pd
import pytest
import zarr
from archive_case import METADATA, net8_verb, refusal
from net8.archive import export as export_module
from net8.archive import writers
from net8.archive.columns import TABLES
from net8.archive.croissant import CROISSANT
from net8.archive.export import export
from net8.base.errors import PlanError, StoreError, ToolError
from net8.results import run as run_module
from pyarrow import parquet

PLAN: dict[str, Any] = {
    "title": "Users of a pool, with everything sampled",
    "path": {"rate": "10Mbps", "delay": "5ms"},
    "group": [
        {"name": "users", "count": 4, "pool_max": 2, "queries": 2},
        {"name": "direct"},
        {
            "name": "lost",
            "queries": 20,
            "think_time": "20ms",
            "recv_timeout": "50ms",
            "failover_type": "session",
        },
    ],
    "fault": [{"kind": "link_down", "target": "lost", "at": "200ms", "until": "400ms"}],
    "query": {"rows": 20},
    "cross_traffic": [{"rate": "1Mbps", "stop": "1s"}],
    "run": {"sample_interval": "20ms", "series": ["links", "flows", "sessions"], "runs": 2},
    "sweep": {"client.array_size": [5, 20], "path.delay": ["2ms"]},
}


@pytest.fixture(scope="module")
def sweep(tmp_path_factory: pytest.TempPathFactory) -> net8.Sweep:
    """Run a plan that fills every table."""
    made = net8.Sweep(net8.Plan.of(PLAN, name="pool"), out=tmp_path_factory.mktemp("home") / "runs")
    assert made.run_missing(jobs=1).failed == 0
    return made


def frames(sweep: net8.Sweep) -> dict[str, pd.DataFrame]:
    """Return every table as Python has it."""
    results = sweep.results
    found = {
        table.name: results._tables(lambda run, name=table.source: getattr(run, name))  # type: ignore[misc]
        for table in TABLES
        if table.source
    }
    return {"runs": results.frame(), **found}


def read(folder: Path, name: str, format_: str) -> pd.DataFrame:
    """Read a table as somebody without net8 does."""
    path = folder / f"{name}.{format_}"
    if format_ == "csv":
        # Words such as the empty name of no handler are not missing values.
        words = [field["name"] for field in fields(folder, name) if field["type"] == "string"]
        return pd.read_csv(path, keep_default_na=False, na_values={
            field["name"]: [""] for field in fields(folder, name) if field["type"] == "number"
        }, dtype=dict.fromkeys(words, str))  # fmt: skip
    if format_ == "parquet":
        return pd.read_parquet(path)
    group: Any = zarr.open_group(path, mode="r")
    columns = {}
    for field in fields(folder, name):
        array = group[field["name"]]
        words = array.attrs.get("words")
        columns[field["name"]] = array[:] if words is None else np.array(words, dtype=object)[array[:]]
    return pd.DataFrame(columns)


def fields(folder: Path, name: str) -> list[dict[str, str]]:
    """Return the columns of a table as the schema has them."""
    schema = json.loads((folder / "schema.json").read_text())
    (found,) = (each for each in schema["resources"] if each["path"].partition(".")[0] == name)
    return list(found["schema"]["fields"])


@pytest.mark.slow
@pytest.mark.parametrize("format_", ["csv", "parquet", "zarr"])
def test_every_table_comes_back_as_it_was(format_: str, sweep: net8.Sweep, tmp_path: Path) -> None:
    written = export(sweep.results, tmp_path / "set", format_)
    assert [each.table.name for each in written] == [table.name for table in TABLES]
    for name, frame in frames(sweep).items():
        back = read(tmp_path / "set", name, format_)
        assert len(back) == len(frame)
        assert list(back.columns) == [field["name"] for field in fields(tmp_path / "set", name)]
        pd.testing.assert_frame_equal(back[list(frame.columns)], frame, check_dtype=False)
        assert {*back.columns} - {*frame.columns} == {"point"}


@pytest.mark.parametrize("format_", ["csv", "parquet", "zarr"])
def test_a_table_without_rows_is_no_file_and_not_described(format_: str, tmp_path: Path) -> None:
    """A run without samples, of which they are asked for."""
    sweep = net8.Sweep(net8.Plan.of({"query": {"rows": 1}}), out=tmp_path / "runs")
    sweep.run_missing(jobs=1)
    target = tmp_path / "set"
    written = export(sweep.results, target, format_, ["calls", "link_samples"])
    assert [each.table.name for each in written if not each.rows] == ["link_samples"]
    assert not (target / f"link_samples.{format_}").exists()
    described = json.loads((target / "schema.json").read_text())["resources"]
    assert [each["path"] for each in described] == [f"calls.{format_}"]
    assert "link_samples" not in (target / "README.md").read_text()


def test_long_tables_are_read_in_parts(
    sweep: net8.Sweep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts of nine rows, of runs with more."""
    monkeypatch.setattr(run_module, "_CSV_ROWS", 9)
    monkeypatch.setattr(export_module, "_PART", 9)
    monkeypatch.setattr(writers, "_GROUP", 20)
    results = sweep.results
    folder = results.folder_of(results.runs_of(0)[0])
    whole = net8.Run.load(folder)
    for table in (table for table in TABLES if table.long):
        parts = list(net8.Run.in_parts(folder, table.source))
        assert max(map(len, parts)) == 9 or table.name in ("sessions", "attempts", "requests")
        joined = pd.concat(parts, ignore_index=True)
        pd.testing.assert_frame_equal(joined, getattr(whole, table.source), check_dtype=False)
    export(results, tmp_path / "set", "parquet", ["calls"])
    told = parquet.ParquetFile(tmp_path / "set" / "calls.parquet").metadata
    groups = [told.row_group(number).num_rows for number in range(told.num_row_groups)]
    assert len(groups) > 2
    assert min(groups[:-1]) >= 20
    assert max(groups) < 20 + 2 * 9


@pytest.mark.slow
def test_a_data_set_says_what_it_is(sweep: net8.Sweep, tmp_path: Path) -> None:
    target = tmp_path / "set"
    export(sweep.results, target, "parquet")
    for table in TABLES:
        for field in fields(target, table.name):
            assert field["description"].endswith("."), field
            if field["name"].endswith(("_s", "_bytes")):
                assert field["unit"], field
    kept = parquet.read_schema(target / "calls.parquet").field("response_time_s").metadata
    assert kept == {b"unit": b"s", b"description": b"From start_s to end_s."}
    card = (target / "README.md").read_text()
    assert "2 points of a sweep, 4 runs, seed 1" in card
    assert "- `client.array_size`: 5, 20" in card
    rows = len(frames(sweep)["calls"])
    assert f"| `calls.parquet` | a call of a session | {rows:,} |" in card
    crate = {each["@id"]: each for each in json.loads((target / METADATA).read_text())["@graph"]}
    assert crate[METADATA]["conformsTo"] == {"@id": "https://w3id.org/ro/crate/1.1"}
    assert {part["@id"] for part in crate["./"]["hasPart"]} == {
        path.name for path in target.iterdir() if path.name != METADATA
    }
    measured = [crate[each["@id"]] for each in crate["calls.parquet"]["variableMeasured"]]
    assert {"name": "reply_bytes", "unitText": "bytes"}.items() <= {
        key: value for each in measured if each["name"] == "reply_bytes" for key, value in each.items()
    }.items()
    assert net8.load(target / "plan.toml") == net8.Plan.of(PLAN)


@pytest.mark.slow
@pytest.mark.parametrize("format_", ["csv", "parquet"])
def test_croissant_names_a_column_for_every_field(format_: str, sweep: net8.Sweep, tmp_path: Path) -> None:
    """What the specification asks for: files with checksums, and fields that come from columns which are there."""
    target = tmp_path / "set"
    export(sweep.results, target, format_)
    told = json.loads((target / CROISSANT).read_text())
    assert told["@type"] == "sc:Dataset"
    assert told["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    files = {each["@id"]: each for each in told["distribution"]}
    assert set(files) == {f"{table.name}.{format_}" for table in TABLES}
    for name, each in files.items():
        assert each["sha256"] == hashlib.sha256((target / each["contentUrl"]).read_bytes()).hexdigest(), name
    for records in told["recordSet"]:
        columns = [field["source"]["extract"]["column"] for field in records["field"]]
        assert columns == list(read(target, records["name"], format_).columns)
        assert {field["source"]["fileObject"]["@id"] for field in records["field"]} <= set(files)
    calls = {field["@id"]: field for each in told["recordSet"] for field in each["field"]}
    assert calls["calls/response_time_s"]["description"] == "From start_s to end_s. Unit: s."
    assert calls["calls/response_time_s"]["dataType"] == "sc:Float"


def test_the_command_writes_a_folder(sweep: net8.Sweep, tmp_path: Path) -> None:
    words = ["export", "pool", "--out", sweep.out, "--to", tmp_path / "set", "--tables", "calls,samples"]
    done = net8_verb(*words)
    assert done.exit_code == 0, done.output
    assert "samples.csv: " in done.output
    names = {path.name for path in (tmp_path / "set").iterdir()}
    assert names == {"calls.csv", "samples.csv", "plan.toml", "schema.json", "README.md", METADATA, CROISSANT}
    assert "exists; choose another folder with --to" in refusal(PlanError, *words)


def test_wrong_questions_are_answered_in_a_sentence(
    sweep: net8.Sweep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["export", "pool", "--out", sweep.out, "--to", tmp_path / "set"]
    assert "choose one of csv, parquet, zarr" in refusal(PlanError, *words, "--format", "hdf")
    assert "there is no table cals (did you mean calls?)" in refusal(PlanError, *words, "--tables", "cals")
    found = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name in ("zarr", "pyarrow") else found(name)
    )
    for format_, module in (("parquet", "pyarrow"), ("zarr", "zarr")):
        said = refusal(ToolError, *words, "--format", format_)
        assert said == f"--format {format_} needs {module}: pip install ns3-net8[{format_}]"
    assert not (tmp_path / "set").exists()


def test_what_cannot_be_exported_leaves_nothing_behind(tmp_path: Path) -> None:
    plan = net8.Plan.of(
        {"query": {"rows": 1}, "sweep": {"rows": [{"name": "one", "query.rows": 2}]}}, name="odd"
    )
    sweep = net8.Sweep(plan, out=tmp_path / "runs")
    with pytest.raises(StoreError, match="no campaign|no finished run|there is no"):
        export(sweep.results, tmp_path / "set", "csv")
    sweep.run_missing(jobs=1)
    with pytest.raises(
        PlanError, match=r"the axis rows has the name of a column of runs; rename it in \[sweep\]"
    ):
        export(sweep.results, tmp_path / "set", "csv")
    folder = sweep.results.folder_of(sweep.results.runs_of(0)[0])
    (folder / "calls.csv").write_text("session\n")
    with pytest.raises(StoreError, match="is damaged: calls.csv"):
        export(sweep.results, tmp_path / "set", "csv")
    assert {path.name for path in tmp_path.iterdir()} == {"runs"}
