# SPDX-License-Identifier: GPL-2.0-only
"""Input of the wrong kind, terminals that are no terminals, disks without room: one sentence each, and no traceback."""

from __future__ import annotations

import contextlib
import csv
import errno
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import net8
import pytest
from net8.base import files, reading, terminal
from net8.campaign.report import table, table_csv
from net8.capture import frames as capture_file
from net8.cli import main
from net8.simulation.capture_check import refuse_cut_captures
from net8.store.database import Campaign, Store
from net8.sweep.sweep import MOST_RUNS
from rich.console import Console

TINY = '[path]\nkind = "lan"\n[query]\nrows = 3\n'
SWEPT = TINY + '[sweep]\n"client.sdu" = [512, 2048]\n'


def shown(work: Path, *arguments: str | bytes, output: int = 0, **environment: str) -> tuple[int, str, str]:
    """Run the command, in this process where that will do; return exit code, output and errors."""
    if not (output or environment or any(isinstance(word, bytes) for word in arguments)):
        return called(work, *map(str, arguments))
    done = subprocess.run(
        [sys.executable, "-m", "net8", *arguments],
        cwd=work, stdout=output or subprocess.PIPE, stderr=subprocess.PIPE, check=False, timeout=120,
        env=os.environ | environment,
    )  # fmt: skip
    return (
        done.returncode,
        (done.stdout or b"").decode("utf-8", "replace"),
        done.stderr.decode("utf-8", "replace"),
    )


def called(work: Path, *arguments: str) -> tuple[int, str, str]:
    """Run the command in this process."""
    out, error = io.StringIO(), io.StringIO()
    with (
        contextlib.chdir(work),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(error),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(sys, "argv", ["net8", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
    return int(ended.value.code or 0), out.getvalue(), error.getvalue()


def refused(work: Path, *arguments: str | bytes, code: int = 2, **environment: str) -> str:
    """Run the command, which is to be refused in one sentence; give it."""
    found, out, error = shown(work, *arguments, output=0, **environment)
    assert "Traceback" not in out + error
    assert (found, error[:6], error.count("\n")) == (code, "net8: ", 1), error
    return error[6:-1]


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """Provide a folder with a plan."""
    (tmp_path / "plan.toml").write_text(TINY, encoding="utf-8")
    return tmp_path


# What is not a file, and what is too long.


@pytest.mark.parametrize("arguments", [["describe"], ["dissect"], ["timeline"]], ids=" ".join)
def test_a_device_and_a_pipe_are_not_read(work: Path, arguments: list[str]) -> None:
    os.mkfifo(work / "pipe")
    for name in ("/dev/zero", "pipe"):
        assert "it is not a regular file but a device, a pipe or a socket" in refused(work, *arguments, name)


@pytest.mark.parametrize(
    "plan",
    [
        SWEPT + '[figure]\nreference = "{file}"\n',
        TINY + '[client]\narrivals = "file"\narrival_file = "{file}"\n',
        TINY.replace("rows = 3", 'row_length = {{csv = "{file}", column = "a"}}'),
        TINY + '[files]\nconnect = "x"\ntnsnames = "{file}"\n',
        '[[site]]\nname = "a"\n[[site]]\nname = "b"\n[client]\nsite = "a"\n[server]\nsite = "b"\n'
        '[[link]]\nname = "l"\nbetween = ["a", "b"]\ndelivery_trace = "{file}"\n',
    ],
    ids=["reference", "arrivals", "row lengths", "tnsnames", "delivery trace"],
)
def test_files_that_a_plan_names_are_read_likewise(work: Path, plan: str) -> None:
    os.mkfifo(work / "pipe")
    for name in ("/dev/zero", "pipe", "a\\u0000b"):
        (work / "plan.toml").write_text(plan.format(file=name), encoding="utf-8")
        refused(work, "run", "plan.toml")
    assert not (work / "runs").exists()


def test_what_is_too_long_is_not_read(work: Path, monkeypatch: pytest.MonkeyPatch, lan: net8.Plan) -> None:
    monkeypatch.setattr(capture_file, "CAPTURE_LIMIT", 100)
    net8.run(lan, folder=work / "run", pcap=True)
    with pytest.raises(
        net8.Net8Error, match="cannot be read: it is larger than 100 B, the most that is read"
    ):
        list(capture_file.frames(work / "run" / "capture-client.pcap"))
    with (work / "long.toml").open("wb") as stream:
        stream.truncate(reading.PLAN_LIMIT + 1)
    assert "it is larger than 16 MiB" in refused(work, "describe", "long.toml")


# TOML that no plan is.


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a = " + "[" * 5000 + "]" * 5000, "nested too deeply"),
        ("[" + ".".join("a" * 3000) + "]\nb = 1", "nested"),
        ('host_names = {x = ' + "{a = " * 30 + "1" + "}" * 31, "nested"),
        ("[query]\nrows = " + "9" * 4301, "thousands of digits"),
        ("[query]\nrows = 0x" + "f" * 5000, "query.rows = a number of 20,000 bits is too large"),
        ("[path]\ndelay = 0x" + "f" * 5000, "is too large for a whole number of TOML"),
        ('[sweep]\n"client.sdu" = [0x' + "f" * 5000 + "]", "is too large for a whole number of TOML"),
    ],
)  # fmt: skip
def test_toml_that_no_plan_is(work: Path, text: str, told: str) -> None:
    (work / "odd.toml").write_text(text, encoding="utf-8")
    sentence = refused(work, "describe", "odd.toml")
    assert told in sentence
    assert "odd.toml" in sentence


@pytest.mark.parametrize("value", ["9" * 4301, "[" * 5000, "{a=" * 5000])
def test_odd_values_of_set(work: Path, value: str) -> None:
    assert refused(work, "describe", "plan.toml", "--set", f"query.rows={value}").startswith(
        "--set: query.rows = "
    )


def test_numbers_of_python_are_bounded_too() -> None:
    with pytest.raises(
        net8.PlanError, match=r"query.rows = a number of 16,610 bits is too large for a whole number of TOML"
    ):
        net8.Plan.of({"query": {"rows": 10**5000}})


# More than there is room for.


def test_a_sweep_has_a_largest_size(work: Path) -> None:
    assert shown(work, "run", "plan.toml", "--runs", "1000001")[0] == 2
    values = ", ".join(map(str, range(512, 612)))
    keys = ("client.sdu", "client.tdu", "server.sdu", "server.tdu")
    axes = "".join(f'"{key}" = [{values}]\n' for key in keys)
    (work / "wide.toml").write_text(f"[sweep]\n{axes}", encoding="utf-8")
    assert refused(work, "run", "wide.toml") == (
        "the sweep has 100,000,000 points of 1 runs, 100,000,000 in all; at most 1,000,000 are possible, "
        "so remove values or reduce runs"
    )  # fmt: skip
    assert MOST_RUNS == 10**6


# Names.


def test_names_that_are_no_text(work: Path) -> None:
    (work / os.fsdecode(b"\xff.toml")).write_text(TINY, encoding="utf-8")
    assert "is not UTF-8; use only" in refused(work, "run", b"\xff.toml")
    assert "is not UTF-8; use only" in refused(work, "run", "plan.toml", "--out", b"\xfe")
    with pytest.raises(net8.PlanError, match="not UTF-8; rename it"):
        net8.load(work / os.fsdecode(b"\xff.toml"))
    folder = work / os.fsdecode(b"\xfd")
    folder.mkdir()
    (folder / "plan.toml").write_text(TINY, encoding="utf-8")
    assert "not UTF-8; rename it" in refused(folder, "run", "plan.toml")


def test_links_that_lead_in_a_circle(work: Path) -> None:
    (work / "loop").symlink_to("loop")
    (work / "loop.toml").symlink_to("loop.toml")
    refused(work, "run", "loop.toml")
    refused(work, "dissect", "loop")
    refused(work, "report", "loop")
    assert "loop is not a folder" in refused(work, "merge", "loop")
    assert "loop cannot be written" in refused(work, "run", "plan.toml", "--out", "loop", code=1)
    assert "name is too long" in refused(work, "run", "x" * 300, code=1)


def test_a_name_that_is_a_path_is_no_name(tmp_path: Path) -> None:
    for name in ("../evil", "a/b", "..", "", "a\x00"):
        with pytest.raises(net8.PlanError, match="cannot be the name of a folder"):
            net8.Sweep(net8.Plan.of({"path": {"kind": "lan"}}, name=name), out=tmp_path)


@pytest.mark.parametrize("name", ["../../../evil", "a/b", "..", ".hidden", "a\\\\b", "a\\u0000", "x" * 201])
def test_a_figure_stays_in_its_folder(work: Path, name: str) -> None:
    victim = work.parent / "evil.gp"
    victim.write_text("mine", encoding="utf-8")
    for kind in ("sweep", "series"):
        (work / "plan.toml").write_text(
            f'{SWEPT}[figure]\nname = "{name}"\nkind = "{kind}"\n', encoding="utf-8"
        )
        sentence = refused(work, "run", "plan.toml")
        assert sentence.startswith("plan.toml:8: figure.name = ")
        assert "is not a valid file name; write it without a path" in sentence
    assert victim.read_text(encoding="utf-8") == "mine"
    assert not (work / "runs").exists()


# Text is text.

MARKED = """
title = "A [bold]title[/bold] of [x] and :smile:"
question = "What is [/x] for?"
[path]
kind = "lan"
[query]
rows = 3
[sweep]
"a [red]key" = [{name = "[fast]", client.sdu = 512}, {name = "[/x] :warning:", client.sdu = 2048}]
"""


def test_text_is_never_markup(work: Path) -> None:
    (work / "scenarios" / "m").mkdir(parents=True)
    (work / "scenarios" / "m" / "plan.toml").write_text(MARKED, encoding="utf-8")
    for arguments in (["run", "m"], ["report", "m"], ["describe", "m"], ["list"]):
        code, out, error = shown(work, *arguments)
        assert (code, error) == (0, "")
        if arguments != ["list"]:
            assert "A [bold]title[/bold] of [x] and :smile:" in out
            assert "[fast]" in out
            assert "[/x] :warning:" in out
        else:
            assert "What is [/x] for?" in out


def test_a_table_is_text_on_any_console(work: Path) -> None:
    plan = net8.Plan.of({"query": {"rows": 3}, "path": {"kind": "lan"}, "title": "[/x]"}, name="m")
    sweep = net8.Sweep(plan, over={"v [red]": [{"name": "[/y]", "client.sdu": 512}]}, out=work / "runs")
    sweep.run_missing()
    file = io.StringIO()
    Console(file=file, width=100).print(table(sweep.results))
    lines = file.getvalue().strip().splitlines()
    assert lines[0] == "[/x]"
    assert [line.split("  ")[0] for line in lines if line.startswith(("v [", "[/y"))] == ["v [red]", "[/y]"]


def test_cells_of_csv_are_no_formulas(work: Path) -> None:
    names = ["=1+1", "+1", "-1", "@x", "plain", "\t=1"]
    plan = net8.Plan.of({"query": {"rows": 3}, "path": {"kind": "lan"}}, name="m")
    over = {"=cmd()": [{"name": name, "query.rows": rows} for rows, name in enumerate(names, 3)]}
    sweep = net8.Sweep(plan, over=over, out=work / "runs")
    sweep.run_missing()
    head, *rows = csv.reader(io.StringIO(table_csv(sweep.results)))
    assert head[0] == "'=cmd()"
    assert [row[0] for row in rows] == ["'=1+1", "'+1", "'-1", "'@x", "plain", "'\t=1"]
    assert float(rows[0][1]) > 0


# Figures that could never be drawn.


@pytest.mark.parametrize(
    ("figure", "told"),
    [
        ('reference = "absent.csv"', 'there is no file "absent.csv" beside the plan for figure.reference'),
        ('reference = "plan.toml"', '"plan.toml" must have the columns series, x and y with numbers in y'),
        (
            "relative_to = 4096",
            "figure.relative_to = 4096 is not a value of client.sdu; use one of 512, 2048",
        ),
    ],
)
def test_a_figure_that_cannot_be_drawn_is_refused_before_the_runs(work: Path, figure: str, told: str) -> None:
    (work / "plan.toml").write_text(f'{SWEPT}[figure]\nx = "client.sdu"\n{figure}\n', encoding="utf-8")
    assert refused(work, "run", "plan.toml") == told
    assert not (work / "runs").exists()


# Where the output goes.


def test_output_in_ascii(work: Path) -> None:
    lossy = ("--runs", "2", "--set", "path.loss_rate=0.01")
    code, out, error = shown(work, "run", "plan.toml", *lossy, PYTHONIOENCODING="ascii")
    assert (code, error) == (0, "")
    assert " +- is half the 95 % confidence interval" in f" {' '.join(out.split())}"


def test_letters_that_an_encoding_lacks() -> None:
    assert terminal._letter("\u00b1") == "+-"
    assert terminal._letter("\u4e2d") == "?"
    assert terminal._letter(os.fsdecode(b"\xff")) == "\\xff"


@pytest.mark.slow
def test_full_standard_output(work: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        for arguments in (["list"], ["describe", "plan.toml"], ["run", "plan.toml"], ["doctor"], ["--help"]):
            code, _out, error = shown(work, *arguments, output=full.fileno())
            assert code in (1, 2), arguments
            assert "Traceback" not in error, arguments
            assert error.count("\n") == 1, arguments
            assert "the disk is full" in error, arguments


def test_a_working_folder_that_is_gone(work: Path) -> None:
    gone = work / "gone"
    gone.mkdir()
    script = (
        "import os, sys; os.rmdir(os.getcwd()); sys.argv = ['net8', 'list']; import net8.cli; net8.cli.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=gone, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (
        1,
        "net8: the working folder no longer exists; change to another folder\n",
    )


# Disks.


class Full(files.Files):
    """A disk without room."""

    def write(self, path: Path, content: object) -> None:
        """Fail."""
        del content
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


@pytest.mark.parametrize(
    "do",
    [
        lambda lan, out: net8.Sweep(lan, out=out).run_missing(),
        lambda lan, out: Store(out).put_campaign(_campaign()),
    ],
)
def test_a_full_disk_is_named(
    lan: net8.Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, do: Callable[[net8.Plan, Path], object]
) -> None:
    monkeypatch.setattr(files, "current", Full())
    with pytest.raises(
        net8.StoreError, match=r"cannot be written: the disk is full; once this is fixed, the same"
    ):
        do(lan, tmp_path / "runs")


def _campaign() -> Campaign:
    return Campaign("c", "", "", "m", 1, 1, ())


def test_a_full_disk_is_named_by_a_worker(work: Path) -> None:
    # A limit of the size of files is the nearest to a full disk that a test without rights can have.
    script = (
        "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (60000, 60000));"
        "sys.argv = ['net8', 'run', 'plan.toml', '--set', 'query.rows=20000', '--jobs', '1'];"
        "import net8.cli; net8.cli.main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=work, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "cannot be written: the file would exceed the allowed size; once this is fixed" in done.stderr


def test_a_capture_that_was_cut_is_a_full_disk(lan: net8.Plan, tmp_path: Path) -> None:
    net8.run(lan, folder=tmp_path, pcap=True)
    refuse_cut_captures(tmp_path)
    capture = tmp_path / "capture-server.pcap"
    size = capture.stat().st_size
    for left in (size - 1, size // 2 + 1, 30, 10, 0):
        os.truncate(capture, left)
        with pytest.raises(OSError, match=r"No space left on device: .*capture-server.pcap"):
            refuse_cut_captures(tmp_path)


def test_a_disk_that_fills_during_a_capture_ends_no_process(work: Path) -> None:
    # ns-3 itself aborts when it is to write to a capture that has failed.
    script = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (40000, 40000));"
        "import net8; plan = net8.load('plan.toml').with_values({'query.rows': 2000});"
        "net8.run(plan, folder='run', pcap=True)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=work, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith(
        "OSError: [Errno 28] No space left on device: 'run/capture-"
    )


def test_a_folder_without_permission_is_named(tmp_path: Path) -> None:
    error = OSError(errno.EACCES, "x")
    assert files.cause(error, tmp_path) == "permission denied"
    assert files.cause(OSError(errno.EROFS, "x"), tmp_path) == "the disk is read-only"
    assert files.cause(OSError(errno.EDQUOT, "x"), tmp_path) == "the disk quota is used up"
    assert files.cause(OSError(errno.EBUSY, "Device or resource busy"), tmp_path) == "device or resource busy"


# Clusters.


@pytest.mark.parametrize(
    "address",
    ["1.2.3.4", "tcp://127.0.0.1", "foo://x", "tcp://127.0.0.1:99999", "tcp://[::1", "inproc://x", "ucx://h:1",
     "ws://127.0.0.1:1", "tcp://a:b", " ", "/dev/null", "tcp://", "tcp://u@h:1", "tcp://h:0"],
)  # fmt: skip
def test_a_wrong_address_of_a_scheduler(work: Path, address: str) -> None:
    assert refused(work, "run", "plan.toml", "--scheduler", address) == (
        f'no Dask scheduler answers at "{address}"; '
        "use the address that dask scheduler prints, such as tcp://node1:8786"
    )


@pytest.mark.slow
def test_a_tls_address_at_which_nobody_listens(work: Path) -> None:
    address = "tls://127.0.0.1:1"
    assert f'no Dask scheduler answers at "{address}"' in refused(
        work, "run", "plan.toml", "--scheduler", address
    )
