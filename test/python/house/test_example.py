# SPDX-License-Identifier: GPL-2.0-only
"""The eight lines of the documentation, as a script without a guard around its main part."""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

EXAMPLE = """
import net8
plan = net8.load("small.toml")                                  # or net8.Plan.of({"path": {"kind": "lan"}})
run = net8.run(plan, seed=1, run=3)                             # one simulation in this process
print(run.summary())                                            # a unit in every line
print(run.calls[["start_s", "kind", "rows", "reply_bytes"]])    # pandas.DataFrame, one row per call
sweep = net8.Sweep(plan, over={"path.lan_delay": ["5us", "1ms", "20ms"]}, runs=4)
sweep.run_missing(jobs=2)                                       # only what the store lacks
print(sweep.interval("response_time", confidence=0.95).to_string())         # mean, half width, n
print(*sweep.plot())                                            # SVG and PNG
"""


def test_the_eight_lines_run(small_plan: Path) -> None:
    script = small_plan.parent / "example.py"
    script.write_text(EXAMPLE, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", script.name],
        cwd=small_plan.parent, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "response_time" in done.stdout
    assert "reply_bytes" in done.stdout
    assert "response_time_s_half_width" in done.stdout
    assert done.stdout.rstrip().endswith("runs/small/figure.svg runs/small/figure.png")


def _snippets(page: Path) -> list[str]:
    """Return the Python code of a page, Markdown or reStructuredText."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".md":
        return re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    blocks = re.findall(r"^\.\. code-block:: python\n\n((?:   .*\n|\n)+)", text, re.MULTILINE)
    return [textwrap.dedent(block) for block in blocks]


@pytest.mark.slow
@pytest.mark.parametrize(
    "page", ["README.md", "doc/index.rst", "doc/getting-started.rst", "doc/statistics.rst"]
)
def test_the_code_of_the_documentation_runs(page: str, tmp_path: Path) -> None:
    top = Path(__file__).resolve().parents[3]
    (tmp_path / "scenarios").symlink_to(top / "scenarios")
    snippets = _snippets(top / page)
    assert snippets
    for snippet in snippets:
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", snippet],
            cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert done.stdout


def test_columns_of_a_run() -> None:
    import net8

    # SQL*Plus: 1 row with the execute, then arrays of 15: 31 rows are 1 + 15 + 15, so 1 + ceil(30/15) = 3 calls.
    run = net8.run(net8.Plan.of({"path": {"kind": "lan"}, "query": {"rows": 31}}))
    calls = run.calls[run.calls["kind"].isin(["execute", "fetch"])]
    assert list(calls["rows"]) == [1, 15, 15]
    assert (calls["response_time_s"] > 0).all()
    assert run["rows"] == 31
    assert run["fetch_calls"] == 3
    assert list(run.sessions["outcome"]) == ["closed"]
    assert {"start_s", "ready_s", "sdu_bytes", "round_trips"} <= set(run.sessions.columns)


def test_same_seed_same_digest_other_run_other_losses() -> None:
    import net8

    plan = net8.Plan.of({"path": {"kind": "lan", "loss_rate": 0.05}, "query": {"rows": 500}})
    first, again, other = net8.run(plan, run=1), net8.run(plan, run=1), net8.run(plan, run=2)
    assert first.digest == again.digest
    assert first.digest != other.digest
