# SPDX-License-Identifier: GPL-2.0-only
"""A network of one's own: net8 as C++ users install it, an example outside its tree, and Python that calls it."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import net8
import pytest
from archive_case import net8_verb, refusal, rewrite
from net8.analytic.predict import predict
from net8.base.errors import ArchiveError
from net8.forecast.ways import ways
from net8.plan.resolve import resolve
from net8.sweep.sweep import Sweep

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "doc"))
import notebooks  # type: ignore[import-not-found]

# Nearly all of their time is compiling the notebook's program once.
pytestmark = pytest.mark.slow

TOP = Path(__file__).resolve().parents[3]
BUILD = TOP / "build" / "release"


def call(*command: object) -> str:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build as the notebook does, against an installed copy, and hold what its cells gave against what it shows."""
    folder = tmp_path_factory.mktemp("own")
    call("cmake", "--install", BUILD, "--prefix", folder / "prefix", "--component", "cpp")
    path = notebooks.FOLDER / "own-network-in-cpp.ipynb"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NET8_PREFIX", str(folder / "prefix"))
        given = notebooks.execute(path, folder)
    stored = [cell["outputs"] for cell in notebooks.read(path)["cells"] if cell["cell_type"] == "code"]
    assert [notebooks.texts(each) for each in given] == [notebooks.texts(each) for each in stored]
    return folder / "build"


def document(library: Path, **more: Any) -> dict[str, Any]:
    return {
        "network": {"library": str(library), "settings": {"rate": "5Mbps", "delay": "20ms"}},
        "client": {"site": "west", "driver": "sqlplus"},
        "server": {"site": "east"},
        "query": {"rows": 1000, "row_length": 100},
        "run": {"sample_interval": "10ms", "series": ["links", "sessions"]},
    } | more


def test_a_program_outside_the_tree_runs_a_network_of_its_own(built: Path) -> None:
    said = call(built / "run-two-offices")
    assert said.startswith("closed 1, ")
    assert "packets on line" in said


def test_python_calls_a_compiled_network(built: Path, tmp_path: Path) -> None:
    library = built / "libtwo-offices.so"
    run = net8.run(net8.Plan.of(document(library)), folder=tmp_path / "run")
    assert run.outcome == ("closed",)
    calls = run.calls[run.calls["kind"] == "fetch"]
    # There and back 20 ms each and four cables of 5 us; 5 Mbit/s for request and reply with 54 bytes of headers on
    # each packet; and as much as 0.25 ms for the last packet of both on two cables of 100 Mbit/s.
    packets = 1 + -(-calls["reply_bytes"] // 1448)
    least = 0.04002 + 8 * (calls["request_bytes"] + calls["reply_bytes"] + 54 * packets) / 5e6
    assert ((calls["response_time_s"] - least).between(0, 2 * 0.00025)).all()
    assert set(run.link_series["link"]) == {"line"}
    assert set(run.session_series["end"]) == {"client", "server"}
    # The program of the test above prints how many calls there are; the network is the same.
    said = call(built / "run-two-offices")
    assert f", {len(run.calls)} calls, " in said
    ended = float(said.split("calls, +")[1].split("ms")[0])
    assert ended / 1e3 == pytest.approx(
        float(run.sessions["end_s"].iloc[0] - run.sessions["start_s"].iloc[0])
    )
    assert net8.Run.load(tmp_path / "run").digest == run.digest
    # What a run's folder says is what was run.
    assert net8.run(net8.load(tmp_path / "run" / "plan.toml")).digest == run.digest


def test_campaigns_store_it_and_settings_are_swept(built: Path, tmp_path: Path) -> None:
    fast = [
        {"name": rate, "network.settings": {"rate": rate, "delay": "5ms"}} for rate in ("1Mbps", "10Mbps")
    ]
    more: dict[str, Any] = {
        "sweep": {"line": fast}, "cross_traffic": [{"rate": "100kbps", "client_site": "west", "server_site": "east"}],
        "fault": [{"kind": "link_down", "target": "line", "at": "1h"}], "table": {"columns": ["link_load"]},
    }  # fmt: skip
    sweep = Sweep(net8.Plan.of(document(built / "libtwo-offices.so", **more), name="own"), out=tmp_path)
    sweep.run_missing(jobs=2)
    slow, quick = (sweep.results.values(index, "response_time")[1] for index in (0, 1))
    # 10 ms of round trip, and 2 kB of reply and request at 1 or at 10 Mbit/s: 26 or 12 ms.
    assert 1.7 < slow / quick < 2.6
    loads = [sweep.results.values(index, "link_load")[1] for index in (0, 1)]
    assert loads[0] > 3 * loads[1] > 0
    again = Sweep(net8.Plan.of(document(built / "libtwo-offices.so", **more), name="own"), out=tmp_path)
    assert again.run_missing(jobs=1).simulated == 0


@pytest.fixture(scope="module")
def archived(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Archive a campaign whose library lies beside its plan."""
    home = tmp_path_factory.mktemp("own-archive")
    (home / "plan" / "lib").mkdir(parents=True)
    shutil.copy(built / "libtwo-offices.so", home / "plan" / "lib")
    plan = net8.Plan.of(document(Path("lib/libtwo-offices.so")), folder=home / "plan", name="own")
    (home / "plan" / "own.toml").write_text(plan.to_toml(), encoding="utf-8")
    assert net8_verb("run", home / "plan" / "own.toml", "--out", home / "runs").exit_code == 0
    packed = net8_verb("archive", "own", "--out", home / "runs", "--file", home / "own.zip")
    assert packed.exit_code == 0, packed.exception
    return home / "own.zip"


def test_an_archive_with_a_library_is_verified_by_whoever_trusts_it(archived: Path) -> None:
    library = "scenario/own/lib/libtwo-offices.so"
    with zipfile.ZipFile(archived) as content:
        known = hashlib.sha256(content.read(library)).hexdigest()
        home = str(archived.parent).encode()
        assert not [name for name in content.namelist() if home in content.read(name)]
    told = f"{library}, SHA-256 {known}, is native code that its runs load with all your rights"
    assert f"{told}; if you trust whoever made it, net8 verify {archived} --trust-code" in refusal(
        ArchiveError, "verify", archived
    )
    done = net8_verb("verify", archived, "--trust-code")
    assert done.exit_code == 0, done.exception
    first, *_others = done.output.splitlines()
    assert first == f"note: {told}"
    assert "1 of 1 runs simulated again: all equal" in done.output


def _copy(source: Path, target: Path) -> None:
    shutil.copy(source, target)


def test_code_that_is_not_trusted_is_not_loaded(archived: Path, tmp_path: Path) -> None:
    """Neither a library of the archive nor one of this machine."""
    # Loading it ends the process.
    source = "__attribute__((constructor)) static void go(void) { __builtin_trap(); }"
    (tmp_path / "evil.c").write_text(source, encoding="utf-8")
    call("cc", "-shared", "-fPIC", "-o", tmp_path / "evil.so", tmp_path / "evil.c")
    library = Path("scenario") / "own" / "lib" / "libtwo-offices.so"
    rewrite(archived, tmp_path / "a.zip", lambda to: _copy(tmp_path / "evil.so", to / library), sums=True)
    assert "is native code" in refusal(ArchiveError, "verify", tmp_path / "a.zip")
    # Its content is part of what was simulated: whoever trusts it learns that it is another one before it is loaded.
    assert "does not give the points" in refusal(ArchiveError, "verify", tmp_path / "a.zip", "--trust-code")

    def elsewhere(folder: Path) -> None:
        plan = folder / "scenario" / "own" / "plan.toml"
        plan.write_text(plan.read_text().replace("lib/libtwo-offices.so", str(tmp_path / "evil.so")))

    rewrite(archived, tmp_path / "b.zip", elsewhere, sums=True)
    told = refusal(ArchiveError, "verify", tmp_path / "b.zip", "--trust-code")
    assert f"network.library = {tmp_path / 'evil.so'} is not in it; net8 loads no other library" in told


def test_what_is_not_known_of_it_is_told(built: Path) -> None:
    task = resolve(net8.Plan.of(document(built / "libtwo-offices.so")))
    ((name, text),) = ways([task.plan])
    assert name == "network"
    assert text.startswith(
        "built by libtwo-offices.so, with the settings rate = 5Mbps, delay = 20ms; its round trips"
    )
    with pytest.raises(net8.PlanError, match="the closed forms know no network that a library builds"):
        predict(task.plan)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"client": {"site": "north"}}, "There are the sites west and east, and none named 'north'"),
        (
            {"site": [{"name": "west"}]},
            "the plan has a \\[\\[site\\]\\], but network.library builds the network",
        ),
        (
            {"path": {"delay": "1ms"}},
            'path.delay = "1ms" has no effect on a network that network.library builds',
        ),
        ({"path": {"ip": "v6"}}, 'path.ip = "v6" has no effect .* which carries only IPv4'),
        (
            {"run": {"partition": ["client", "server"]}},
            "run.partition divides networks that are built from a plan",
        ),
        (
            {"network": {"library": "no.so"}},
            "the library .*no.so of network.library cannot be read: No such file",
        ),
        ({"network": {"library": sys.executable}}, "cannot be loaded"),
        ({"network": {"library": "x.so", "rate": "1Mbps"}}, "network.rate applies to network.file"),
        ({"fault": [{"kind": "link_down", "target": "trunk", "at": "1s"}]}, "trunk"),
    ],
)
def test_what_is_wrong_is_one_sentence(built: Path, change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(net8.PlanError, match=sentence):
        net8.run(net8.Plan.of(document(built / "libtwo-offices.so") | change))


def test_captures_need_ethernet(built: Path, tmp_path: Path) -> None:
    with pytest.raises(net8.PlanError, match="Captures need hosts with CSMA devices"):
        net8.run(net8.Plan.of(document(built / "libtwo-offices.so")), folder=tmp_path, pcap=True)
