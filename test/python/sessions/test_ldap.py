# SPDX-License-Identifier: GPL-2.0-only
"""Names looked up by LDAP: round trips and bytes of RFC 4511, by hand, and what tshark reads."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import net8
import numpy as np
import pytest
from net8.forecast.describe import describe

DELAY_S = 0.04
BINDS = ("none", "anonymous", "simple")
PATH = {"kind": "wan", "delay": "40ms", "rate": "1Gbps"}


def plan_of(bind: str, **path: object) -> net8.Plan:
    """Return a plan of one session that looks its alias up and logs on."""
    client = {"driver": "python-thin", "naming": "directory", "ldap_bind": bind, "queries": 0}
    return net8.Plan.of({"path": PATH | path, "client": client, "query": {"rows": 0}})


def look_up_s(plan: net8.Plan) -> float:
    """Return the time of the look-up."""
    session = net8.run(plan).sessions.iloc[0]
    return float(session["resolved_s"] - session["start_s"])


def test_each_exchange_is_a_round_trip() -> None:
    # Connect and search are one each, and so is a bind; frames take microseconds.
    for bind, trips in zip(BINDS, (2, 3, 3), strict=True):
        assert look_up_s(plan_of(bind)) == pytest.approx(trips * 2 * DELAY_S, abs=1e-3)


def test_name_and_password_are_bytes() -> None:
    # A name of 34 bytes and a password of 8 more than none, at 64 kbit/s: 42 x 8 / 64000 s.
    slow = {"rate": "64kbps"}
    more_s = look_up_s(plan_of("simple", **slow)) - look_up_s(plan_of("anonymous", **slow))
    assert more_s == pytest.approx(42 * 8 / 64000, abs=1e-4)


def test_a_host_that_hangs_goes_on_with_its_look_up() -> None:
    # Down from 50 to 1,050 ms, between the SYN and the SYN-ACK: the connection is made 1 s late.
    fault = {"kind": "host_hang", "target": "clients", "at": "50ms", "until": "1050ms"}
    plan = plan_of("anonymous").with_tables("fault", [fault])
    assert look_up_s(plan) == pytest.approx(1.05 + 2 * 2 * DELAY_S, abs=2e-3)


def test_a_connection_that_fails_after_its_time_limit_is_of_no_account() -> None:
    # A firewall forgets the connection at once, so that nothing comes back: the look-up ends after the 15 s of
    # NAMES.LDAP_CONN_TIMEOUT, the session goes on, and TCP gives up minutes later.
    plan = net8.Plan.of({
        "path": PATH | {"idle_time": "1us"}, "run": {"stop_time": "200s"},
        "client": {"naming": "directory", "name_failure_proceeds": True, "retry_count": 1},
    })  # fmt: skip
    run = net8.run(plan)
    assert run.sessions["resolved_s"].to_list() == [15.0]
    assert len(run.attempts) == run.sessions["attempts"].sum() == 2


def test_a_query_given_up_ends_the_look_up_once() -> None:
    # Most frames are lost, so the time limit of 1 s ends the look-up; closing the query fails its connection.
    plan = net8.Plan.of({
        "path": PATH | {"loss_rate": 0.4}, "run": {"stop_time": "30s"},
        "client": {"naming": "directory", "name_timeout": "1s", "name_failure_proceeds": True},
    })  # fmt: skip
    for seed in range(1, 9):
        run = net8.run(plan.with_values({"run.seed": seed}))
        made = np.bincount(run.attempt_columns["session"], minlength=1)
        assert made.tolist() == run.session_columns["attempts"].tolist()


def test_entries_of_several_groups() -> None:
    plan = plan_of("anonymous").with_tables("group", [{"name": "a", "count": 3}, {"name": "b", "count": 2}])
    run = net8.run(plan)
    assert list(run.sessions["ora_code"]) == [0] * 5
    assert (run.sessions["resolved_s"] > run.sessions["start_s"]).all()


def test_describe_tells_what_is_assumed() -> None:
    told = [text for name, text in describe(plan_of("none")).facts if name == "look-up of names"]
    assert len(told) == 1
    assert "2 round trips of LDAP" in told[0]
    assert "LDAP over TLS, referrals and caches are not modelled" in told[0]


def test_a_lan_transport_is_refused() -> None:
    plan = net8.Plan.of({"path": {"kind": "lan", "transport": "spx"}, "client": {"naming": "directory"}})
    with pytest.raises(net8.PlanError, match='client.naming = "directory" needs TCP'):
        net8.run(plan)


@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
def test_tshark_reads_the_messages(tmp_path: Path) -> None:
    net8.run(plan_of("simple"), folder=tmp_path, pcap=True)
    for side in ("client", "server"):
        command = ["tshark", "-n", "-r", str(tmp_path / f"capture-{side}.pcap")]
        wrong = [*command, "-Y", "_ws.malformed or _ws.expert.severity >= 0x600000"]
        assert subprocess.run(wrong, capture_output=True, text=True, check=True).stdout == ""
        names = (
            "ldap.protocolOp",
            "ldap.name",
            "ldap.simple",
            "ldap.baseObject",
            "ldap.type",
            "ldap.resultCode",
        )
        fields = [*command, "-Y", "ldap", "-T", "fields", "-E", "separator=|"]
        fields += [word for name in names for word in ("-e", name)]
        lines = subprocess.run(fields, capture_output=True, text=True, check=True).stdout.splitlines()
        user, entry = "cn=net8,cn=Users,dc=example,dc=com", "cn=clients,cn=OracleContext,dc=example,dc=com"
        # Operations are numbered as their tags: bind 0, its response 1, search 3, entry 4, done 5, unbind 2.
        assert lines == [
            f"0|{user}|welcome1|||",
            "1|||||0",
            f"3|||{entry}||",
            "4||||orclNetDescString|",
            "5|||||0",
            "2|||||",
        ]
