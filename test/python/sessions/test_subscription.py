# SPDX-License-Identifier: GPL-2.0-only
"""Clients that subscribe to changes, and the second connections on which they are notified.

Sizes are worked out by hand from the source of python-oracledb 26.1; test/drivers holds them against its runs.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import net8
import pytest
from net8.base.errors import PlanError
from net8.dissect.sessions import Session, dissect
from net8.forecast.describe import describe

Table = dict[str, object]
HEAD = 10
"""Bytes before a message in its packet."""
# Subscribing: type, function and number, operation, how (2), user (1 + 2), no client (1 + 1), a registration (1 + 2 +
# 2 + 2), what comes back (4 + 5 + 2 + 1), scott (6), namespace (2), 3 fields that are none, secure (2), 3 that are
# none, by query (2), 8 that are none. Its end names the client with its length (1 + 30), and the registration (2).
SUBSCRIBE = 3 + 1 + 2 + 3 + 2 + 7 + 12 + 6 + 2 + 3 + 2 + 3 + 2 + 8
UNSUBSCRIBE = SUBSCRIBE + 1 + 30 + 2
# Type, function and number, length of the client and itself (2 + 30), kind of request and one that is none.
NOTIFY = 3 + 2 + 30 + 2
END_OF_REQUEST = 0x0800
DELAY_S = 0.01


def plan_of(
    *,
    release: str = "21c",
    client: Mapping[str, object] | None = None,
    server: Mapping[str, object] | None = None,
    faults: Sequence[Table] = (),
) -> net8.Plan:
    document: dict[str, object] = {
        "path": {"kind": "wan", "delay": f"{DELAY_S}s", "rate": "1Gbps", "lan_rate": "1Gbps"},
        "client": {
            "driver": "python-thin",
            "subscribes": True,
            "queries": 5,
            "think_time": "3s",
            **(client or {}),
        },
        "server": {"release": release, "notification_interval": "2s", **(server or {})},
        "query": {"rows": 1},
        "fault": list(faults),
    }
    return net8.Plan.of(document, name="subscription")


def sessions_of(plan: net8.Plan, folder: Path) -> list[Session]:
    net8.run(plan, folder=folder, pcap=True)
    return list(dissect(next(folder.glob("*server*.pcap"))).sessions)


def sent(session: Session) -> list[tuple[int, object]]:
    return [
        (packet.length, packet.fields.get("data_flags", 0))
        for packet in session.packets
        if packet.sender == "client" and str(packet.type) == "DATA"
    ]


@pytest.mark.parametrize(("release", "token"), [("21c", 0), ("23ai", 1)])
def test_calls_have_the_bytes_of_the_driver(tmp_path: Path, release: str, token: int) -> None:
    first, second = sessions_of(plan_of(release=release), tmp_path)
    sizes = [size - HEAD - token for size, _flags in sent(first)]
    assert sizes.count(SUBSCRIBE) == 1
    # The end of the subscription, a logoff of 3 bytes, the end of file.
    assert sizes[-3:] == [UNSUBSCRIBE, 3, -token]
    assert sent(second)[-1] == (HEAD + NOTIFY + token, END_OF_REQUEST)
    assert "(SERVER=emon)" in str(second.packets[0].fields)
    assert "(SERVER=" not in str(first.packets[0].fields)


def test_notifications_come_after_the_interval_and_half_a_round_trip() -> None:
    run = net8.run(plan_of())
    told = run.calls[run.calls["kind"] == "notification"].reset_index()
    # The first call's request takes half a round trip to the server.
    assert told["end_s"][0] - told["start_s"][0] == pytest.approx(2 + 2 * DELAY_S, abs=1e-3)
    assert told["end_s"].diff()[1:].tolist() == pytest.approx([2.0] * (len(told) - 1), abs=1e-3)
    # Only the first one has the message type in front, and a request.
    assert told["reply_bytes"].tolist() == [HEAD + 133, *[HEAD + 132] * (len(told) - 1)]
    assert told["request_bytes"].tolist() == [HEAD + NOTIFY, *[0] * (len(told) - 1)]
    # Five queries with 3 s between two of them take 12 s and their round trips.
    assert len(told) == run.counters["notifications"] == 6


def test_the_first_connection_waits_for_the_second_and_ends_it_before_its_logoff() -> None:
    run = net8.run(plan_of())
    first, second = (run.sessions.iloc[place] for place in range(2))
    calls = run.calls
    begin, end = calls[calls["kind"] == "call"]["end_s"]
    query = calls[calls["kind"] == "execute"]["start_s"].iloc[0]
    logoff = calls[calls["kind"] == "logoff"]
    # The second one connects once the first has subscribed; the query comes once it has asked for notifications.
    assert second["start_s"] == begin
    assert query == second["ready_s"] > second["start_s"]
    assert second["end_s"] == end
    assert logoff["session"].tolist() == [first["session"]]
    assert logoff["start_s"].iloc[0] == end
    assert run.outcome == ("closed", "closed")
    assert run["round_trips"] == net8.run(plan_of(server={"notification_interval": "0s"}))["round_trips"]


def test_without_changes_nobody_is_notified() -> None:
    run = net8.run(plan_of(server={"notification_interval": "0s"}))
    assert "notifications" not in run.counters
    assert run.outcome == ("closed", "closed")


def test_the_work_is_done_without_notifications_where_the_second_connection_fails() -> None:
    # A limit of one process: the second connection is refused.
    run = net8.run(plan_of(server={"processes": 1}))
    assert run.outcome[0] == "closed"
    assert run.outcome[1] != "closed"
    assert int((run.calls["kind"] == "execute").sum()) == 5
    assert int((run.calls["kind"] == "call").sum()) == 1  # nothing to end


def test_sessions_of_several_clients_and_cycles_have_their_own() -> None:
    run = net8.run(plan_of(client={"count": 3, "cycles": 2, "hosts": 2}))
    assert len(run.sessions) == 12
    assert set(run.outcome) == {"closed"}
    logged_off = set(run.calls[run.calls["kind"] == "logoff"]["session"])
    told = set(run.calls[run.calls["kind"] == "notification"]["session"])
    assert len(logged_off) == len(told) == 6
    assert not logged_off & told


def test_both_connections_end_with_their_server() -> None:
    # The instance is gone while the client thinks: its next query finds the connection dead.
    run = net8.run(plan_of(faults=[{"kind": "instance_down", "at": "5s"}]))
    assert "closed" not in run.outcome
    assert len(run.sessions) == 2
    assert (run.session_columns["end_ns"] >= 0).all()


@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
def test_dissector_finds_nothing_wrong(tmp_path: Path) -> None:
    net8.run(plan_of(release="23ai"), folder=tmp_path, pcap=True)
    wrong = "_ws.malformed or _ws.expert.severity >= 0x600000"
    for side in ("client", "server"):
        command = ["tshark", "-n", "-r", str(tmp_path / f"capture-{side}.pcap"), "-Y"]
        assert subprocess.run([*command, wrong], capture_output=True, text=True, check=True).stdout == ""
        data = [*command, "tns.type == 6"]
        assert subprocess.run(data, capture_output=True, text=True, check=True).stdout != ""


@pytest.mark.parametrize(
    ("client", "server", "problem"),
    [
        ({"driver": "jdbc-thin"}, {}, r"client.subscribes = true needs a driver .* jdbc-thin does"),
        ({"release": "3.4"}, {}, r"python-thin 3.4 does in no way that is modelled"),
        ({"pool_max": 2}, {}, "cannot be combined with client.pool_max = 2"),
        ({"server": "pooled"}, {}, 'cannot be combined with client.server = "pooled"'),
        ({"behaviour": "silent"}, {}, 'cannot be combined with client.behaviour = "silent"'),
        ({}, {"handlers": "shared"}, 'but handlers = "shared"; add dedicated'),
    ],
)
def test_what_cannot_be_is_refused(client: Table, server: Table, problem: str) -> None:
    with pytest.raises(PlanError, match=problem):
        net8.run(plan_of(client=client, server=server))


def test_describe_tells_what_is_assumed() -> None:
    facts = dict(describe(plan_of()).facts)
    told = facts["subscriptions of clients"]
    assert "every 2s a notification of 132 bytes" in told
    assert "Assumed" in told
    assert "Not modelled: what causes a notification" in told
