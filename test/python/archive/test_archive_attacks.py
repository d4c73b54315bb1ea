# SPDX-License-Identifier: GPL-2.0-only
"""Archives attacked field by field, by somebody who makes every checksum anew: nothing that is checkable gets by."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import random
import re
import tracemalloc
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from archive_case import METADATA, forge, list_again, net8_verb, refusal, rewrite
from net8.archive import unpack, verify
from net8.archive.verify import Verdict
from net8.base.errors import ArchiveError
from net8.campaign.results import Results
from net8.store.campaign_record import Campaign
from net8.store.database import Row, Store

PLAN = """
title = "Rows over a lossy LAN"
[path]
kind = "lan"
loss_rate = 0.02
[query]
row_length = { csv = "rows.csv", column = "bytes" }
[sweep]
"client.sdu" = [512, 2048]
[[figure]]
name = "sdu"
x = "client.sdu"
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Archive a campaign of two points and two replications."""
    home = tmp_path_factory.mktemp("home")
    (home / "rows.csv").write_text("bytes\n" + "".join(f"{100 + number}\n" for number in range(40)))
    (home / "lossy.toml").write_text(PLAN)
    assert net8_verb("run", home / "lossy.toml", "--runs", 2, "--out", home / "runs").exit_code == 0
    made = home / "lossy.crate.zip"
    assert net8_verb("archive", "lossy", "--out", home / "runs", "--file", made).exit_code == 0
    return made


def attacked(
    archive: Path, folder: Path, change: Callable[[Path], object], sample: int | None = 1
) -> Verdict:
    """Verify an archive after a change with every sum made anew."""
    rewrite(archive, folder / "forged.zip", lambda path: (change(path), None)[1], sums=True)
    return verify.verify(folder / "forged.zip", sample=sample, jobs=1)


def edit(name: str, *changes: tuple[str, str]) -> Callable[[Path], None]:
    """Return what replaces texts in a file, each where it stands last."""

    def do(folder: Path) -> None:
        text = (folder / name).read_text()
        for old, new in changes:
            place = [*re.finditer(old, text)][-1]
            text = text[: place.start()] + new + text[place.end() :]
        (folder / name).write_text(text)

    return do


def amend(name: str, **values: Any) -> Callable[[Path], None]:
    """Return what changes values of a JSON object."""

    def do(folder: Path) -> None:
        document = json.loads((folder / name).read_text())
        assert all(key in document for key in values)
        (folder / name).write_text(json.dumps(document | values))

    return do


def test_nothing_differs_unless_something_was_changed(archive: Path, tmp_path: Path) -> None:
    found = attacked(archive, tmp_path, lambda _folder: None, None)
    assert (found.differences, len(found.repeated), found.every) == ((), 4, 4)
    assert found.figures == "1 drawn again"


ROWS: dict[str, tuple[Callable[[Row], Row], str]] = {
    "digest": (lambda row: replace(row, digest=row.digest[::-1]), "its folder has the digest "),
    "events": (lambda row: replace(row, events=row.events + 1), "another seed, run number or number of events"),
    "metrics": (
        lambda row: replace(row, metrics={**row.metrics, "response_time_s": 1.0}),
        "its metrics are not those of its tables",
    ),
    "point": (lambda row: replace(row, point=row.point[::-1]), "its row is of another point, seed, run or model"),
    "seed": (lambda row: replace(row, seed=row.seed + 1), "its row is of another point, seed, run or model"),
    "run": (lambda row: replace(row, run=3 - row.run), "its row is of another point, seed, run or model"),
    "model": (lambda row: replace(row, model="0.1.0+0123456789ab"), "its row is of another point, seed, run or"),
    "made": (lambda row: replace(row, made={**row.made, "host": "elsewhere"}), "provenance.json is not the prov"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("field", ROWS)
def test_each_field_of_a_row_is_held_against_its_folder(field: str, archive: Path, tmp_path: Path) -> None:
    """Without simulating the run, and with a copy of the row in its folder that was changed alike."""
    change, sentence = ROWS[field]
    rewrite(archive, tmp_path / "forged.zip", lambda folder: forge(folder, change), sums=True)
    try:
        told = verify.verify(tmp_path / "forged.zip", sample=1, jobs=1).differences
    except ArchiveError as error:
        told = (str(error),)
    assert any(sentence in each for each in told), told


def test_each_field_of_a_row_is_one_that_is_attacked_or_cannot_be_checked() -> None:
    """The seconds that a run took and its machine are nobody's to repeat; folder and files are names and sums."""
    others = {"key", "status", "error", "pcap", "wall_s", "folder", "files"}
    assert {field.name for field in dataclasses.fields(Row)} == {*ROWS} | others


FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "calls.csv": (edit("calls.csv", (r"\d\n", "7\n")), "calls.csv is not what was simulated|metrics"),
    "waits.csv": (edit("waits.csv", (r"\d\n", "7\n")), "waits.csv is not what was simulated"),
    "attempts.csv": (edit("attempts.csv", (r"\d\n", "7\n")), "attempts.csv is not what was simulated|metrics"),
    "run.json": (amend("run.json", counters={"server_logon_timeout": 1}), "run.json is not what was simulated"),
    "events left": (amend("run.json", events_left=77), "run.json is not what was simulated"),
    "end": (amend("run.json", end_time_ns=77), "run.json is not what was simulated"),
    "plan.toml": (edit("plan.toml", (r"hops = \d", "hops = 2")), "plan.toml is not what was simulated"),
    "no plan": (lambda run: (run / "plan.toml").write_text("="), "plan.toml is not what was simulated"),
    "summary.json": (amend("summary.json", response_time_s=1.0), "summary.json has other metrics than the store"),
    "more": (lambda run: (run / "more.csv").write_text("1"), "more.csv is not what was simulated"),
    "less": (lambda run: (run / "waits.csv").unlink(), "waits.csv"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_each_file_of_a_run_is_what_is_simulated(name: str, archive: Path, tmp_path: Path) -> None:
    change, sentence = FILES[name]
    try:
        found = attacked(archive, tmp_path, lambda folder: forge(folder, files=change), None).differences
    except ArchiveError as error:
        found = (str(error),)
    assert any(re.search(sentence, each) for each in found), found


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            lambda row: replace(row, error="1 of 1 sessions failed"),
            "error '1 of 1 sessions failed' in the archive",
        ),
        (lambda row: replace(row, pcap=True), "capture-client.pcap is not what was simulated"),
    ],
)
def test_what_only_a_simulation_shows(
    change: Callable[[Row], Row], sentence: str, archive: Path, tmp_path: Path
) -> None:
    found = attacked(archive, tmp_path, lambda folder: forge(folder, change), None).differences
    assert any(sentence in each for each in found), found


def test_metrics_are_held_against_what_is_simulated(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the tables of the archive are made to agree with them."""
    monkeypatch.setattr(verify, "_look", lambda _results: iter(()))

    def change(row: Row) -> Row:
        return replace(row, metrics={**row.metrics, "response_time_s": 1.0})

    found = attacked(archive, tmp_path, lambda folder: forge(folder, change), None).differences
    assert any(
        each.endswith(": response_time_s in the archive is not what was simulated") for each in found
    ), found


def with_campaign(change: Callable[[Campaign], Campaign]) -> Callable[[Path], None]:
    """Return what changes the campaign of a store and its copy."""

    def do(folder: Path) -> None:
        with Store(folder) as store, store.lock():
            store.put_campaign(change(store.campaign("lossy")))
        (folder / ".lock").unlink()

    return do


def _other_labels(campaign: Campaign) -> Campaign:
    """Give two points each other's values."""
    (one, labels), (other, more) = campaign.points
    return replace(campaign, points=((one, more), (other, labels)))


CAMPAIGNS: dict[str, tuple[Callable[[Campaign], Campaign], str]] = {
    "folder": (lambda told: replace(told, folder="/srv"), "reads files of its plan from /srv"),
    "runs": (lambda told: replace(told, runs=3), "2 runs of lossy are missing"),
    "fewer": (lambda told: replace(told, runs=1), "its store holds 2 runs that are no part of lossy"),
    "seed": (lambda told: replace(told, seed=2), "no part of lossy"),
    "model": (lambda told: replace(told, model="0.1.0+0123456789ab"), "no part of lossy"),
    "points": (lambda told: replace(told, points=told.points[::-1]), "does not give the points"),
    "labels": (_other_labels, "gives the points of its plan other values"),
    "plan": (lambda told: replace(told, plan=told.plan + "\n"), "its plan is not the one that its store names"),
    "name": (lambda told: replace(told, name="other"), "its store holds lossy, other"),
}  # fmt: skip


@pytest.mark.parametrize("field", CAMPAIGNS)
def test_each_field_of_a_campaign_is_that_of_its_plan(field: str, archive: Path, tmp_path: Path) -> None:
    change, sentence = CAMPAIGNS[field]
    with pytest.raises(ArchiveError, match=sentence):
        attacked(archive, tmp_path, with_campaign(change))


def test_each_field_of_a_campaign_is_attacked() -> None:
    assert {field.name for field in dataclasses.fields(Campaign)} <= {*CAMPAIGNS}


OUTSIDE = {
    "in the archive": "notes.txt",
    "beside the plan": "scenario/lossy/notes.txt",
    "beside another plan": "scenario/other/plan.toml",
    "beside the tables": "lossy/notes.txt",
    "a program": "lossy/table.sh",
    "in a run": "data/{run}/notes.txt",
    "in another run": "data/ffff/calls.csv",
}


@pytest.mark.parametrize("place", OUTSIDE)
def test_what_is_listed_but_no_part_of_the_campaign_is_refused(
    place: str, archive: Path, tmp_path: Path
) -> None:
    def change(folder: Path) -> None:
        run = next((folder / "data").iterdir()).name
        path = folder / OUTSIDE[place].format(run=run)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")

    with pytest.raises(ArchiveError, match="it holds .*, which is no part of lossy"):
        attacked(archive, tmp_path, change)


@pytest.mark.parametrize("name", ["../x", "/x", "a\\x", "..\\x", "./x", "a//x", "a/../x", "a/./x"])
def test_names_that_net8_does_not_write_are_refused(name: str, archive: Path, tmp_path: Path) -> None:
    """Listed with their sums, so that nothing but the name is wrong."""
    target = tmp_path / "odd.zip"
    rewrite(archive, target, lambda _folder: None, sums=True)
    with zipfile.ZipFile(target) as content:
        metadata = json.loads(content.read(METADATA))
        rest = {entry: content.read(entry) for entry in content.namelist() if entry != METADATA}
    metadata["@graph"].append({"@id": name, "@type": "File", "sha256": sum_of(b"x")})
    with zipfile.ZipFile(target, "w") as content:
        for entry, data in {**rest, METADATA: json.dumps(metadata).encode(), name: b"x"}.items():
            content.writestr(entry, data)
    with pytest.raises(ArchiveError, match="outside its folder|not as net8 archive writes it"):
        verify.verify(target, sample=1)


def sum_of(content: bytes) -> str:
    """Return the SHA-256 of some bytes."""
    return hashlib.sha256(content).hexdigest()


def packed(target: Path, more: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED, **metadata: Any) -> Path:
    """Write an archive of a plan and more files, each with its sum."""
    files = {"scenario/x/plan.toml": b"", **more}
    graph: list[dict[str, Any]] = [{"@id": "./", "mainEntity": {"@id": "scenario/x/plan.toml"}}]
    graph += [{"@id": name, "sha256": sum_of(content)} for name, content in files.items()]
    with zipfile.ZipFile(target, "w", method) as content:
        content.writestr(METADATA, json.dumps({"@graph": graph} | metadata))
        for name, data in files.items():
            content.writestr(name, data)
    return target


def test_an_archive_that_unpacks_to_too_much_is_refused_before_it_is_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Deflate makes 1032 bytes of one at most; 32 MiB of zeros are above 16 MiB and above 200 times the archive.
    zeros = packed(tmp_path / "zeros.zip", {"zeros": bytes(32 << 20)})
    assert zeros.stat().st_size < (32 << 20) / 900
    with pytest.raises(
        ArchiveError, match=r"would unpack to [\d,]+ times its [\d,]+ bytes, .* than 200 times"
    ):
        unpack.unpack(zeros, tmp_path / "a")
    with pytest.raises(ArchiveError, match="in another form than net8 archive packs, which is deflate"):
        unpack.unpack(packed(tmp_path / "b.zip", {"b": b"b"}, zipfile.ZIP_BZIP2), tmp_path / "b")
    with pytest.raises(
        ArchiveError, match="has a ro-crate-metadata.json of .* bytes; one of its 2 files takes at"
    ):
        unpack.unpack(packed(tmp_path / "c.zip", {}, name="x" * (2 << 20)), tmp_path / "c")
    two = packed(tmp_path / "d.zip", {"d": b"d" * 100})
    monkeypatch.setattr(unpack, "_MOST_FILES", 2)
    with pytest.raises(ArchiveError, match="holds 3 files; at most 2 are unpacked"):
        unpack.unpack(two, tmp_path / "d")
    monkeypatch.setattr(unpack, "_MOST_FILES", 3)
    monkeypatch.setattr(unpack, "_MOST_BYTES", 99)
    with pytest.raises(ArchiveError, match="would unpack to .* B; at most 99 B are unpacked"):
        unpack.unpack(two, tmp_path / "d")
    assert {path.name for path in tmp_path.iterdir()} == {"zeros.zip", "b.zip", "c.zip", "d.zip"}


def test_a_large_file_takes_little_memory(tmp_path: Path) -> None:
    """Random bytes are packed to their own size, so that no limit is met; they are unpacked in pieces of 1 MiB."""
    content = random.Random(1).randbytes(24 << 20)
    archive = packed(tmp_path / "large.zip", {"large": content})
    tracemalloc.start()
    try:
        found = unpack.unpack(archive, tmp_path / "large")
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (tmp_path / "large" / "large").read_bytes() == content
    assert found.sums["large"] == sum_of(content)
    assert peak < 6 << 20


@pytest.mark.parametrize(
    ("metadata", "sentence"),
    [
        ({"@graph": {}}, "it holds no @graph"),
        ({"@graph": [1]}, "it holds no @graph"),
        ({"@graph": [{"@id": "./", "mainEntity": {}}]}, "names no plan as mainEntity"),
        ({"@graph": [{"@id": "./", "mainEntity": {"@id": "x"}}]}, "names no plan as mainEntity"),
        ({"@graph": [{"@id": "./"}, {"@id": "./"}]}, "two entities of one @id"),
        ({"@graph": [{"name": "x"}]}, "two entities of one @id, or one without"),
        ({"@graph": [{"@id": "./", "mainEntity": {"@id": "./"}}]}, "holds scenario/x/plan.toml, which its"),
        (
            {"@graph": [{"@id": "gone", "sha256": "0"}, {"@id": "./", "mainEntity": {"@id": "./"}}]},
            "lacks gone",
        ),
    ],
)
def test_metadata_that_net8_does_not_write_is_refused(
    metadata: dict[str, Any], sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(ArchiveError, match=sentence):
        unpack.unpack(packed(tmp_path / "x.zip", {}, **metadata), tmp_path / "x")


def test_two_files_of_one_name_and_spoilt_bytes_are_refused(tmp_path: Path) -> None:
    path = packed(tmp_path / "x.zip", {"a": b"a" * 1000})
    with zipfile.ZipFile(path) as content:
        first = content.getinfo("a").header_offset + 30 + len("a")
    spoilt = bytearray(path.read_bytes())
    # 3 in the bits after the first is no type of a block of deflate.
    spoilt[first] |= 0b110
    (tmp_path / "y.zip").write_bytes(spoilt)
    with pytest.raises(ArchiveError, match="or a damaged one .*invalid block type"):
        unpack.unpack(tmp_path / "y.zip", tmp_path / "y")
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(path, "a") as content:
        content.writestr("a", b"b")
    with pytest.raises(ArchiveError, match="holds several files of one name"):
        unpack.unpack(path, tmp_path / "x")


def test_nobody_who_makes_an_archive_knows_which_runs_are_repeated(
    archive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same file gives other samples."""
    drawn: list[tuple[str, ...]] = []

    def choose(results: Results, sample: int | None) -> dict[str, Row]:
        # One run of four in 40 draws: a chance of 4 * 0.75**40 = 4e-5 that one of them never comes.
        drawn.extend(tuple(draw(results, 1)) for _ in range(40))
        assert [len(draw(results, count)) for count in (2, 3, 4, 5)] == [2, 3, 4, 4]
        return draw(results, sample)

    draw = verify._choose
    monkeypatch.setattr(verify, "_choose", choose)
    assert len(verify.verify(archive, sample=1, jobs=1).repeated) == 1
    assert len({*drawn}) == 4


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "change", "sentence"),
    [
        ("lossy/table.csv", (r"\d\n", "9\n"), "table.csv is not the table of the store"),
        ("lossy/sdu.gp", ("Rows over", "Cells over"), "sdu.gp does not draw what the store holds"),
        ("lossy/sdu.svg", ("Rows", "Cells"), "sdu.svg is not what gnuplot draws here from the store"),
    ],
)
def test_tables_and_figures_are_those_of_the_store(
    name: str, change: tuple[str, str], sentence: str, archive: Path, tmp_path: Path
) -> None:
    found = attacked(archive, tmp_path, edit(name, change))
    assert sentence in found.differences


def test_a_picture_that_was_exchanged_is_told(archive: Path, tmp_path: Path) -> None:
    def change(folder: Path) -> None:
        path = folder / "lossy" / "sdu.png"
        path.write_bytes(path.read_bytes() + b"\0")

    assert (
        "sdu.png is not what gnuplot draws here from the store"
        in attacked(archive, tmp_path, change).differences
    )


def test_figures_that_are_not_drawn_again_are_said_not_to_be(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another gnuplot draws other bytes from the same data, and a machine may have none."""
    found = attacked(archive, tmp_path, edit("lossy/sdu.svg", (r"GNUPLOT [\d.]+", "GNUPLOT 9.9")))
    assert found.differences == ()
    assert found.figures.startswith("1 drawn again, by another gnuplot than GNUPLOT 9.9 patchlevel")
    monkeypatch.setenv("PATH", str(tmp_path))
    found = verify.verify(archive, sample=1, jobs=1)
    assert found.figures.startswith("not drawn again, only their data compared: gnuplot is not installed")
    assert found.differences == ()


def test_runs_that_were_stored_before_a_title_was_changed_are_the_same_runs(tmp_path: Path) -> None:
    plan = tmp_path / "small.toml"
    for title, runs in (("One", 1), ("Two", 2)):
        plan.write_text(f'title = "{title}"\n[path]\nkind = "lan"\n[query]\nrows = 3\n[run]\nruns = {runs}\n')
        assert net8_verb("run", plan, "--out", tmp_path / "runs").exit_code == 0
    made = tmp_path / "small.zip"
    assert net8_verb("archive", "small", "--out", tmp_path / "runs", "--file", made).exit_code == 0
    done = net8_verb("verify", made, "--all")
    assert "2 of 2 runs simulated again: all equal" in done.output


def test_what_stands_beside_the_tables_is_not_archived(archive: Path, tmp_path: Path) -> None:
    out = archive.parent / "runs"
    (out / "lossy" / "letter.txt").write_text("private")
    made = tmp_path / "again.zip"
    assert net8_verb("archive", "lossy", "--out", out, "--file", made).exit_code == 0
    with zipfile.ZipFile(made) as content:
        assert not [name for name in content.namelist() if "letter" in name]
    assert net8_verb("verify", made).exit_code == 0


def test_files_of_drivers_go_along_and_are_told_by_what_they_hold(tmp_path: Path) -> None:
    """Their names have the folder of the plan in front while it runs, which is another one when it is verified."""
    home = tmp_path / "home"
    (home / "own").mkdir(parents=True)
    (home / "own" / "mine.toml").write_text('name = "mine"\nlike = "python-thin"\narray_size = 7\n')
    (home / "driver.toml").write_text(
        '[path]\nkind = "lan"\n[client]\ndriver = "file:own/mine.toml"\n[query]\nrows = 26\n'
    )
    made = tmp_path / "driver.zip"
    assert net8_verb("run", home / "driver.toml", "--out", tmp_path / "runs").exit_code == 0
    packed = net8_verb("archive", "driver", "--out", tmp_path / "runs", "--file", made)
    assert packed.exit_code == 0, packed.exception
    with zipfile.ZipFile(made) as content:
        names = content.namelist()
        assert not [name for name in names if str(home).encode() in content.read(name)]
    assert "scenario/driver/own/mine.toml" in names
    done = net8_verb("verify", made, "--all")
    assert "1 of 1 runs simulated again: all equal" in done.output, done.exception
    with pytest.raises(ArchiveError, match="does not give the points"):
        attacked(made, tmp_path, edit("scenario/driver/own/mine.toml", ("7", "8")))


def test_a_changed_list_is_refused(archive: Path, tmp_path: Path) -> None:
    """A file that is missing, with a list that says so, is missing from its run."""

    def change(folder: Path) -> None:
        next((folder / "data").glob("*/calls.csv")).unlink()
        list_again(folder)

    rewrite(archive, tmp_path / "less.zip", change, sums=True)
    assert "calls.csv is missing" in refusal(ArchiveError, "verify", tmp_path / "less.zip")
