# SPDX-License-Identifier: GPL-2.0-only
"""A driver's file made of a capture: its plan gives packets, order and bytes of that capture."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import net8
import pytest
from net8 import _core
from net8.base.errors import CaptureError
from net8.comparison.profile import profile_of
from net8.dissect import dissect as dissect_file

PROJECT = Path(__file__).resolve().parents[3]
CAPTURES = Path(os.environ.get("NET8_SHARED", PROJECT.parent / "shared")) / "captures"

pytestmark = pytest.mark.skipif(
    not CAPTURES.is_dir(), reason=f"no captures in {CAPTURES}; NET8_SHARED names the folder above them"
)

JDBC_26AI = "ojdbc-log_jdbc_26ai_session_rebuilt.pcap"
# Captures by the driver that made them, as their names and connect data say. The second connection of JDBC sends
# protocol, data types and first authentication without the envelope of a fast one.
MADE_BY = {
    "drivers/python-full-250rows-default.pcap": "python-thin",
    "drivers/python-full-1000rows-prefetch501-array500.pcap": "python-thin",
    "drivers/jdbc-full-1000rows-default.pcap": "jdbc-thin",
    "drivers/jdbc-full-1000rows-fetchsize100.pcap": "jdbc-thin",
    "drivers/node-full-1000rows-fetcharray500.pcap": "node-thin",
    "oracle-wiki-2016/wireshark-wiki_12_sqldeveloper12_2016.pcapng": "jdbc-thin",
    "john-samples_11gR2-no-Nmap.pcap": "sqlplus",
    "john-samples_Oracle-good.pcap": "sqlplus",
    "ndpi_oracle12.pcapng": "sqlplus",
    JDBC_26AI: "jdbc-thin",
    "trex_cap2_Oracle.pcap": "oci",
}


@pytest.mark.slow
@pytest.mark.parametrize(("capture", "session"), [*((name, 1) for name in MADE_BY), (JDBC_26AI, 2)])
def test_the_plan_of_a_profile_gives_the_capture(capture: str, session: int, tmp_path: Path) -> None:
    found = profile_of(CAPTURES / capture, "mine", stream=session)
    assert f'like = "{MADE_BY[capture]}"' in found.texts["mine.toml"]
    for name, text in found.texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    said = dict(
        line.removeprefix("# ").split(": ", 1)
        for line in found.texts["mine-plan.toml"].splitlines()
        if line.startswith("# ") and ": " in line
    )
    again = net8.compare(
        CAPTURES / capture,
        net8.load(tmp_path / "mine-plan.toml"),
        real_stream=session,
        real_packets=said["packets"],
        simulated_packets=said["simulated packets"],
    )
    # The shortest capture ends in the logon, after the data types.
    assert len(again.rows) >= 10
    assert again.parting is None, str(again.parting)
    assert again.agrees, again.totals
    assert again.differences(above_bytes=8) == []


FILES = sorted(path.relative_to(CAPTURES).as_posix() for path in CAPTURES.glob("**/*.pcap*"))
_NMAP = "Nmap's script of TNS tries another password behind a refused one, in the same session"
# Sessions that no plan of their profile gives, and why.
APART = {
    ("drivers/jdbc-c7-accept319-45bytes-sdu1024.pcap", 1): "an ACCEPT of version 319 without its last 16 bytes, and "
    "nothing behind it",
    ("drivers/node-c2-accept314-sdu1024.pcap", 1): "a driver that says why it takes no server of that version",
    ("john-samples_11gR2-Nmap-sys-good.pcapng", 2): _NMAP,
    ("john-samples_11gR2-Nmap-sys-username-good.pcap", 2): _NMAP,
    ("john-samples_try-2.pcap", 2): _NMAP,
}  # fmt: skip
# Captures all of whose packets count, to the end of file or of the capture.
WHOLE = (
    "oracle-wiki-2016/", "john-samples_Oracle-good", "john-samples_Oracle-openwall", "john-samples_try-1",
    "john-samples_11gR2-root", "ojdbc-log_jdbc_2", "wireshark-wiki_TNS_Oracle1",
)  # fmt: skip
_NO_FILE = ("has no ACCEPT", "has no CONNECT", "has gaps", "agrees on an SDU of 256 bytes")


@pytest.mark.slow
@pytest.mark.parametrize("capture", FILES)
def test_every_whole_session_is_given_by_the_plan_of_its_profile(capture: str) -> None:
    """Packets, order and bytes, the latter within 2 %, of the first two sessions of a capture."""
    refused = []
    for session in range(1, min(2, len(dissect_file(CAPTURES / capture).sessions)) + 1):
        try:
            found = profile_of(CAPTURES / capture, "mine", stream=session).comparison
        except CaptureError as error:
            refused.append(str(error))
            continue
        assert found.agrees == ((capture, session) not in APART), (session, found.parting, found.totals)
        if capture.startswith(WHOLE):
            assert len(found.rows) == len(dissect_file(CAPTURES / capture).sessions[session - 1].packets)
    assert all(any(reason in text for reason in _NO_FILE) for text in refused), refused


def test_habits_that_differ_from_the_nearest_driver_are_in_the_file() -> None:
    # The names of the captures tell what the programs set.
    python = profile_of(CAPTURES / "drivers/python-full-1000rows-prefetch501-array500.pcap", "mine")
    assert "array_size = 500" in python.texts["mine.toml"]
    jdbc = profile_of(CAPTURES / "drivers/jdbc-full-1000rows-fetchsize100.pcap", "mine").texts["mine.toml"]
    assert "array_size = 100" in jdbc
    assert 'fetch_habit = "array"' in jdbc


def test_statements_of_a_session_are_in_its_plan() -> None:
    # Frames 27, 41 and 48 of the capture: a call of 64 bytes with a reply of 192, an error, a rollback.
    plan = profile_of(CAPTURES / "oracle-wiki-2016/wireshark-wiki_TNS_Oracle5.pcap", "mine").texts[
        "mine-plan.toml"
    ]
    assert (
        'kind = "call"\nfunction = 0x67\nrequest_length = 54\nreply = "return parameters"\nreply_length = 182'
        in plan
    )
    assert 'error_text = "ORA-00942: table or view does not exist"' in plan
    assert 'name = "rollback"\nkind = "rollback"' in plan


def test_an_administrator_whom_the_server_does_not_know_is_in_its_plan() -> None:
    plan = profile_of(CAPTURES / "john-samples_try-1-simple.pcap", "mine").texts["mine-plan.toml"]
    assert "not_in_password_file = true" in plan


def test_what_a_capture_cannot_tell_is_said() -> None:
    whole = profile_of(CAPTURES / "drivers/python-full-250rows-default.pcap", "mine").texts["mine.toml"]
    assert "# - no native services: algorithms of encryption and of checksums" in whole
    assert "no logoff" not in whole
    start = profile_of(CAPTURES / "john-samples_11gR2-no-Nmap.pcap", "mine").texts["mine.toml"]
    for missing in ("no query that gave rows", "no logoff", "no authentication 2"):
        assert f"# - {missing}" in start


def dissect(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run the verb."""
    return subprocess.run(
        [sys.executable, "-m", "net8", "dissect", *arguments],
        cwd=cwd, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


def test_the_verb_writes_three_files_and_overwrites_none(tmp_path: Path) -> None:
    capture = str(CAPTURES / "drivers/node-full-250rows-default.pcap")
    done = dissect(capture, "--profile", "mine.toml", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "mine-plan.toml",
        "mine-server.toml",
        "mine.toml",
    ]
    assert _core.driver_facts(f"file:{tmp_path / 'mine.toml'}")["array_size"] == 100
    calls = net8.run(net8.load(tmp_path / "mine-plan.toml")).calls
    assert list(calls["kind"]).count("fetch") == 3  # frames 22, 26 and 30 of the capture
    again = dissect(capture, "--profile", "mine.toml", cwd=tmp_path)
    assert again.returncode == 2
    assert "mine.toml already exists" in " ".join(again.stderr.split())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["drivers/node-a1-refuse12514.pcap", "--profile", "a.toml"], "has no ACCEPT"),
        (
            ["drivers/node-full-250rows-default.pcap", "--profile", "a.toml", "--session", "9"],
            "has no session 9",
        ),
        (
            ["drivers/node-full-250rows-default.pcap", "--profile", "a.txt"],
            "is not the name of a driver file",
        ),
        (
            ["drivers/jdbc-c9-accept318-sdu256-below-minimum.pcap", "--profile", "a.toml"],
            "agrees on an SDU of 256 bytes; servers in plans accept at least 512",
        ),
    ],
)
def test_what_gives_no_file_is_one_sentence(arguments: list[str], told: str, tmp_path: Path) -> None:
    done = dissect(str(CAPTURES / arguments[0]), *arguments[1:], cwd=tmp_path)
    assert done.returncode == 2
    assert told in " ".join(done.stderr.split())
    assert list(tmp_path.iterdir()) == []
