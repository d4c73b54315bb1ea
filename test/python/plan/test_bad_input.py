# SPDX-License-Identifier: GPL-2.0-only
"""Wrong plans and arguments: one sentence each, exit code 2, no traceback.

The first line of each golden file is the message; {file} and {folder} stand for where it lies,
{metrics} for the names of all metrics.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from net8.cli import main
from net8.schema.metrics import METRICS

GOLDEN = Path(__file__).parents[1] / "golden" / "bad_input"
PLANS = sorted(GOLDEN.glob("*.toml"))

ARGUMENTS = [
    (["run", "no-such-plan"], "there is no plan no-such-plan; net8 list shows the scenarios"),
    (
        ["run", "{empty}"],
        "the folder {empty} holds no plan.toml; name a scenario folder or a plan file",
    ),
    (["run", "{plan}", "--set", "client.sdu"],
     '--set "client.sdu" has no value; write key=value, such as --set client.sdu=8192'),
    (["run", "{plan}", "--set", "client.sduu=512"],
     "--set: client.sduu is not a key that can be set (did you mean client.sdu?)"),
    (["run", "{plan}", "--set", "client.sdu=100"],
     "--set: client.sdu = 100 is out of range; use 512 to 2097152 bytes"),
    (["run", "{plan}", "--set", "path.delay=80"],
     '--set: path.delay = 80 has no unit; write a time such as "80ms"'),
    (["run", "{plan}", "--set", "path=ATM"],
     '--set: path = "ATM" is not one of the plan\'s variants LAN, WAN'),
    (["run", "{plan}", "--set", "path.kind=lan"],
     "--set: path.kind is swept as part of path; choose a variant of path"),
    (["describe", "{plan}", "--set", "client.driver=toad"],
     '--set: client.driver = "toad" is not one of dbd-oracle, dblink, jdbc-thin, node-thin, oci, '
     "odp-net, python-thin, sqlcl, sqlplus (did you mean oci?)"),
    (["advise", "{plan}", "--for", "latency"],
     "latency is not what net8 advise can look for; it can for response_time, throughput, logon_time, "
     "transaction_time, transactions_per_s, request_time, requests_per_s, connect_time_p95, drain_time"),
    (["advise", "{plan}", "--over", "client.sdu=100"],
     "client.sdu = 100 is out of range; use 512 to 2097152 bytes"),
    (["advise", "{plan}", "--over", "client.sduu=512"],
     "sweep.client.sduu is not a key of a plan (did you mean client.sdu?)"),
    (["advise", "{plan}", "--margin", "little"], '--margin "little" is not a percentage; write one such as 1%'),
    (["advise", "{plan}", "--confidence", "95"],
     "confidence = 95.0 is not between 0 and 1; use a number such as 0.95"),
    (["threshold", "{plan}", "--over", "path.delay=1ms", "--until", "response_time < 2 s"],
     '--over "path.delay=1ms" is not a range; write key=low..high, such as --over listener.rate_limit=1..200'),
    (["threshold", "{plan}", "--over", "path.delay=1ms..1ms", "--until", "response_time < 2 s"],
     "the range of path.delay has one value; write two, the lower one first"),
    (["threshold", "{plan}", "--over", "path.kind=lan..wan", "--until", "response_time < 2 s"],
     "path.kind has no numbers between its values; net8 threshold takes a key with numbers, such as path.delay"),
    (["threshold", "{plan}", "--over", "path.delay=1ms..9ms", "--until", "response_time = 2 s"],
     '"response_time = 2 s" is not a condition; write a metric, one of < <= > >= and a limit with its unit, such as '
     '"response_time < 2 s"'),
    (["threshold", "{plan}", "--over", "path.delay=1ms..9ms", "--until", "response_time < 2 MB"],
     'the limit "2 MB" of response_time has the unit "MB", which is not a unit of a time; use one of ns, us, ms, s, '
     "min, h"),
    (["threshold", "{plan}", "--over", "path.delay=1ms..9ms"],
     'say what flips: --until with a condition, such as "response_time < 2 s", or --between with two designs, such as '
     "client.sdu=2048,8192"),
    (["threshold", "{plan}", "--over", "path.delay=1ms..9ms", "--between", "client.sdu=2048"],
     "two designs are compared; name one key and two values, such as client.sdu=2048,8192"),
    (["threshold", "{plan}", "--over", "path.delay=1ms..9ms", "--until", "bytes < 2 kB", "--runs", "2"],
     "runs = 2 are too few for an interval; use 3 or more, such as 10"),
    (["fit", "{plan}", "--data", "none.csv", "--free", "path.delay"],
     "there is no file none.csv; name a CSV with measured values"),
    (["run", "{plan}", "--part", "9/8"],
     "--part 9/8 is not a part; write I/N, such as 3/8 for the third of eight parts"),
    (["run", "{plan}", "--scheduler", "tcp://node1:8786", "--jobs", "2"],
     "--jobs applies to processes of this machine, but --scheduler uses none; leave one of them out"),
    (["run", "{plan}", "--set", "path=WAN", "--set", 'run.partition=["client","server"]',
      "--scheduler", "tcp://node1:8786"],
     "--set: run.partition needs MPI ranks, and the workers of the scheduler tcp://node1:8786 are not MPI ranks; "
     "leave one of them out"),
    (["run", "{plan}", "--set", "path=WAN", "--set", 'run.partition=["client","server"]', "--jobs", "4"],
     "--set: run.partition takes all MPI ranks for one simulation, and --jobs 4 asks for 4 at once; "
     "leave one of them out"),
    (["run", "{plan}", "--set", "run.max_wall_time=10"],
     '--set: run.max_wall_time = 10 has no unit; write a time such as "80ms"'),
    (["run", "{plan}", "--set", "run.max_memory=2GHz"],
     '--set: run.max_memory = "2GHz" has the unit "GHz", which is not a unit of a size; '
     "use one of B, kB, MB, GB, KiB, MiB, GiB"),
    (["slurm", "{plan}", "--set", "path=WAN", "--set", 'run.partition=["client","server"]'],
     "--set: run.partition needs mpirun, which the tasks of net8 slurm do not start; leave it out"),
    (["slurm", "no-such-plan"], "there is no plan no-such-plan; net8 list shows the scenarios"),
    (["describe", "{binary}"], "{binary}: is not UTF-8 text; a plan is a TOML file"),
    (["validate", "--only", "E99"], '--only "E99": there is no row E99 (did you mean E9?)'),
    (["validate", "--only", "E14,"],
     '--only "E14,": there is no row without a name; there are E1 to E41, F1 to F6 and A1 to A8'),
    (["validate", "--only", "E3", "--model", "mine"],
     '"mine" is not the name of a model; write file and function, such as mine.py:my_model'),
    (["validate", "--only", "E3", "--set", "server.sdux=1", "--out", "{empty}"],
     "--set: server.sdux is not a key that can be set (did you mean server.sdu?)"),
]  # fmt: skip

PLAN = """
[sweep]
path = [{name = "LAN", kind = "lan"}, {name = "WAN", kind = "wan"}]
"""


def call(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str]:
    """Run the command line in this process."""
    monkeypatch.setattr(sys, "argv", ["net8", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0), capsys.readouterr().err


def test_there_are_thirty_cases() -> None:
    assert len(PLANS) + len(ARGUMENTS) >= 30


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_wrong_plan(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
    expected = expected.replace("{file}", str(path)).replace("{folder}", str(path.parent))
    expected = expected.replace("{metrics}", ", ".join(METRICS))
    monkeypatch.chdir(tmp_path)
    code, error = call(["run", str(path)], monkeypatch, capsys)
    assert error == f"net8: {expected}\n"
    assert code == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("arguments", "expected"), ARGUMENTS, ids=lambda entry: " ".join(entry[:4])[:40])
def test_wrong_argument(
    arguments: list[str],
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    names = {"{plan}": "plan.toml", "{binary}": "binary.toml", "{empty}": "empty"}
    for mark, name in names.items():
        arguments = [name if entry == mark else entry for entry in arguments]
        expected = expected.replace(mark, name)
    code, error = call(arguments, monkeypatch, capsys)
    assert error == f"net8: {expected}\n"
    assert code == 2


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["run"], ["fly"], ["run", "plan.toml", "--runs", "0"]], ids=" ".join)
def test_usage_errors_exit_with_two(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "net8", *arguments], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
