# SPDX-License-Identifier: GPL-2.0-only
"""``net8 keys``, ``net8 explain`` and ``net8 --version``."""

from __future__ import annotations

import net8
import pytest
import typer.testing
from net8.cli.verbs import app
from net8.schema.table import KEYS


def _told(*arguments: str) -> str:
    """Return what a verb prints."""
    done = typer.testing.CliRunner().invoke(app, list(arguments), env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize(("word", "key"), [
    # What people call it: JDBC, Linux and other simulators.
    ("fetch_size", "client.array_size"), ("rtt", "path.delay"), ("mss", "client.tcp.segment_size"),
    ("mss", "server.tcp.segment_size"), ("backlog", "listener.queue_size"), ("SDU", "client.sdu"),
])  # fmt: skip
def test_keys_are_found_by_what_people_call_them(word: str, key: str) -> None:
    assert any(line.startswith(f"{key} ") for line in _told("keys", word).splitlines())


def test_all_keys_are_listed() -> None:
    told = _told("keys").split()
    assert set(KEYS) <= set(told)


@pytest.mark.parametrize("name", sorted(KEYS))
def test_every_key_is_explained(name: str) -> None:
    """Its sentence and the section it stands in; nobody's Python shows."""
    told = _told("explain", name)
    key = KEYS[name]
    assert " ".join(key.help.split()) in " ".join(told.split())
    assert f"[{key.section}]" in told or (not key.section and "top of the plan" in told)
    assert "object at 0x" not in told
    assert "None" not in told.replace(key.help, "")


def test_a_random_time_says_how_it_is_written() -> None:
    """And what it says is taken by a plan."""
    told = _told("explain", "client.call_time")
    assert '"exponential(2ms)"' in told
    assert net8.Plan.of({"client": {"call_time": "exponential(2ms)"}})["client.call_time"]


def test_unknown_keys_are_one_sentence() -> None:
    with pytest.raises(net8.PlanError, match=r"there is no key sdu \(did you mean client\.sdu\?\)"):
        typer.testing.CliRunner().invoke(app, ["explain", "sdu"], catch_exceptions=False)
    with pytest.raises(net8.PlanError, match="no key matches 'xyzzy'"):
        typer.testing.CliRunner().invoke(app, ["keys", "xyzzy"], catch_exceptions=False)


def test_the_version_names_the_model_and_ns3() -> None:
    told = _told("--version")
    assert told.startswith(f"net8 {net8.__version__}, model {net8.__version__}+")
    assert ", ns-3 3." in told
