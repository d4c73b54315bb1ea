# SPDX-License-Identifier: GPL-2.0-only
"""Plans of SQL Server: packets and bytes that arithmetic gives, what is predicted, and what has no meaning."""

from __future__ import annotations

import subprocess
from pathlib import Path

import net8
import pytest
from net8 import Plan, PlanError
from net8.analytic import predict
from net8.dissect import dissect
from net8.forecast.describe import describe

TOP = Path(__file__).resolve().parents[3]
LAN = {"client.protocol": "tds", "path.kind": "lan", "query.rows": 100, "query.row_length": 97}
# A column with a name of six characters: 3 + 6 + 8 + 13; rows of 3 + 97; DONE 13.
RESULT = 30 + 100 * 100 + 13


def tds(**over: object) -> Plan:
    """Return a plan with more keys."""
    return Plan.of(LAN | over)


@pytest.mark.parametrize("size", [512, 4096, 32767])
def test_packets_bytes_and_round_trips(size: int) -> None:
    run = net8.run(tds(**{"tds.packet_size": size, "client.queries": 2}))
    packets = -(-RESULT // (size - 8))
    asked = run.calls[run.calls["kind"] == "execute"]
    assert asked["reply_bytes"].tolist() == [RESULT + 8 * packets] * 2
    assert asked["reply_packets"].tolist() == [packets] * 2
    # Headers 22, two bytes for each of 21 characters, the header of a packet.
    assert asked["request_bytes"].tolist() == [22 + 42 + 8] * 2
    assert asked["rows"].tolist() == [100, 100]
    # PRELOGIN, LOGIN7, the begin of a transaction; then a round trip for each query, and none between rows.
    assert run["round_trips"] == 3 + 2
    assert run["fetch_calls"] == 1
    assert run.sessions["outcome"].tolist() == ["closed"]


def test_a_call_has_a_procedure_and_its_end() -> None:
    run = net8.run(tds(**{"tds.request": "rpc"}))
    asked = run.calls[run.calls["kind"] == "execute"].iloc[0]
    # sp_executesql by number and flags 6, a parameter without name 2, nvarchar 8, its length 2.
    assert asked["request_bytes"] == 22 + 6 + 2 + 8 + 2 + 42 + 8
    # DONEINPROC 13, status 5, DONEPROC 13 in place of the DONE; three packets of 4096.
    assert asked["reply_bytes"] == RESULT + 13 + 5 + 3 * 8
    assert asked["rows"] == 100


def test_columns_have_types_of_sql_server() -> None:
    plan = Plan.of(
        {
            "client.protocol": "tds", "path.kind": "lan", "query.rows": 10,
            "query.columns": "2*varchar2:9, date, number:5, nvarchar2:10, null",
        }
    )  # fmt: skip
    asked = net8.run(plan).calls.iloc[-1]
    # Types 8, 8, 1, 1, 8, 2 behind 6 bytes, a name of 13 behind each; values 11, 11, 8, 4, 22, 1.
    columns = 3 + 6 * (6 + 13) + 28
    assert asked["reply_bytes"] == columns + 10 * (1 + 57) + 13 + 8


def test_a_driver_is_a_file(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('name = "own"\nlike = "odbc"\npacket_size = 8000\nprogram = "a"\n')
    run = net8.run(tds(**{"tds.driver": f"file:{own}"}))
    osql = net8.run(tds(**{"tds.driver": "odbc", "tds.packet_size": 8000}))
    # OSQL-32 has six characters more than a.
    login = (run.calls["request_bytes"].iloc[1], osql.calls["request_bytes"].iloc[1])
    assert login[1] - login[0] == 12
    # Without a transaction that the driver begins: two round trips.
    assert run["round_trips"] == 3
    assert run.calls["reply_packets"].iloc[-1] == -(-RESULT // 7992)
    own.write_text('name = "own"\npackets = 1\n')
    with pytest.raises(PlanError, match=r"there is no key 'packets'; use one of about, "):
        net8.run(tds(**{"tds.driver": f"file:{own}"}))


def test_a_call_that_takes_too_long_is_cancelled() -> None:
    run = net8.run(tds(**{"client.call_timeout": "1s", "server.call_time": "5s", "client.queries": 2}))
    asked = run.calls[run.calls["kind"] == "execute"]
    assert asked["error"].tolist() == [3617, 3617]
    assert asked["rows"].tolist() == [0, 0]
    # The answer is a DONE with bit 0x20 alone, a second after the request.
    assert asked["reply_bytes"].tolist() == [8 + 13] * 2
    assert all(1.0 < took < 1.01 for took in asked["response_time_s"])


@pytest.mark.parametrize("profile", ["linux", "ns3"])
def test_a_wrong_password_ends_the_session(profile: str) -> None:
    """The server closes; what the socket of ns-3 tells of the end of the client comes behind that."""
    run = net8.run(tds(**{"client.wrong_password": True, "server.tcp.profile": profile}))
    assert "did not accept user name or password" in run.sessions["outcome"].iloc[0]
    assert run["failed_sessions"] == 1
    assert run.counters["client_logon_denied"] == run.counters["server_logon_denied"] == 1


def faulty(kind: str, at: str, until: str, **over: object) -> Plan:
    """Return a plan whose server takes two seconds for a call, with a fault."""
    fault = {"kind": kind, "at": at, "until": until}
    return tds(**{"server.call_time": "2s", "fault": [fault], "listener.port": 1433} | over)


@pytest.mark.parametrize("pipe", [False, True])
def test_a_server_that_hangs_answers_when_it_goes_on(pipe: bool) -> None:
    """It stands still from 1 s to 5 s: of the two seconds of a call one is left, so that it ends at 6 s."""
    run = net8.run(faulty("host_hang", "1s", "5s", **{"tds.named_pipe": pipe, "tds.packet_size": 32767}))
    assert run.sessions["outcome"].tolist() == ["closed"]
    last = run.calls.iloc[-1]
    assert last["start_s"] + last["response_time_s"] == pytest.approx(6.0, abs=0.02)


def test_a_server_that_was_down_knows_nothing_of_before() -> None:
    """The first session waits for an answer that never comes; the attention after 3 s finds no connection."""
    over = {"client.call_timeout": "3s", "client.cycles": 2}
    run = net8.run(faulty("host_down", "1s", "2s", **over))
    assert [outcome == "closed" for outcome in run.sessions["outcome"]] == [False, True]
    assert run.sessions["end_s"].iloc[0] == pytest.approx(3.0, abs=0.1)


def test_a_link_that_was_cut_costs_what_tcp_repeats() -> None:
    """An answer behind 2 s meets a link that is cut from 2 to 3 s; TCP sends it again until it comes."""
    run = net8.run(faulty("link_down", "2s", "3s", **{"path.kind": "wan"}))
    assert run.sessions["outcome"].tolist() == ["closed"]
    last = run.calls.iloc[-1]
    # Sent behind 2.3 s at the earliest, then after RTOs of about 0.28, 0.56 and 1.1 s.
    assert 3.0 < last["start_s"] + last["response_time_s"] < 4.5


def test_faults_of_what_a_sql_server_has_not_are_refused() -> None:
    with pytest.raises(
        PlanError, match=r'fault\.kind = "instance_down" has no meaning .*; use host_down, host_hang or'
    ):
        net8.run(faulty("instance_down", "1s", "2s"))


@pytest.mark.parametrize("size", [512, 4096])
@pytest.mark.parametrize("kind", ["lan", "wan"])
def test_predictions_hold(size: int, kind: str) -> None:
    plan = tds(**{"tds.packet_size": size, "path.kind": kind, "server.call_time": "3ms", "client.queries": 2})
    run, found = net8.run(plan), predict(plan)
    for name in (
        "fetch_calls",
        "reply_packets",
        "rows",
        "round_trips",
        "response_time",
        "throughput",
        "logon_time",
    ):
        measured = run[name]
        assert measured is not None
        assert found[name].holds(measured), (name, found[name], measured)
    asked = run.calls.iloc[-1]
    assert (found["reply_bytes"].value, found["request_bytes"].value) == (
        asked["reply_bytes"],
        asked["request_bytes"],
    )


@pytest.mark.parametrize(
    ("key", "value"),
    [("client.sdu", 2048), ("server.handlers", "shared"), ("listener.queue_size", 5), ("client.driver", "oci"),
     ("query.fail_every", 2), ("client.pool_max", 3), ("client.cpu.cores", 2)],
)  # fmt: skip
def test_what_has_no_meaning_is_refused(key: str, value: object) -> None:
    with pytest.raises(PlanError, match=f'{key} has no meaning with client.protocol = "tds"; leave it out'):
        net8.run(tds(**{key: value}))


def test_packet_sizes_need_the_protocol() -> None:
    plan = Plan.of({"tds.packet_size": 512})
    with pytest.raises(PlanError, match='tds.packet_size has no meaning with client.protocol = "net8"'):
        net8.run(plan)


def test_description_has_the_calls_and_not_the_sdu() -> None:
    told = describe(tds(**{"tds.packet_size": 512}))
    keys = {row[0] for row in told.settings}
    assert {"tds.packet_size", "client.protocol", "listener.port"} <= keys
    assert not {"client.sdu", "server.handlers", "query.row_overhead"} & keys
    text = dict(told.facts)["dialogue"]
    assert "PRELOGIN, LOGIN7, begin of a transaction: 3 round trips" in text
    assert f"{RESULT + 8 * 20:,} bytes in 20 packets of 512" in text
    assert "client.sdu" not in {row[0] for row in describe(Plan.of(LAN | {"tds.packet_size": 512})).settings}


def test_captures_are_clean(tmp_path: Path) -> None:
    plan = tds(**{"run.pcap": True, "tds.packet_size": 512, "client.count": 2, "tds.request": "rpc"})
    run = net8.run(plan, folder=tmp_path)
    capture = next(path for path in sorted(tmp_path.rglob("*.pcap")) if "client" in path.name)
    wrong = "_ws.malformed or _ws.expert.severity >= 0x600000 or tcp.checksum.status == 0"
    told = subprocess.run(
        ["tshark", "-r", str(capture), "-d", "tcp.port==1433,tds", "-Y", wrong],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout == ""
    assert run["failed_sessions"] == 0
    assert all(session.packet_size == 512 for session in dissect(capture).tds_sessions)


def test_the_plan_in_the_folder_of_a_run_is_the_same_experiment(tmp_path: Path) -> None:
    plan = tds(**{"tds.packet_size": 512, "client.count": 2})
    first = net8.run(plan, folder=tmp_path)
    assert net8.run(net8.load(tmp_path / "plan.toml")).digest == first.digest


def test_packets_of_512_are_the_frames_that_strom_counted(tmp_path: Path) -> None:
    """E22: 277 kB in just over 600 frames; packets of three kilobytes, as its text has it, are half as many."""
    found = {}
    for size in (512, 3000):
        tcp = {f"{end}.tcp.profile": "windows-nt4" for end in ("client", "server")}
        own = {"client.tcp.delayed_ack_count": 4, "tds.packet_size": size, "run.pcap": True}
        plan = Plan.of({**net8.load(TOP / "scenarios/packet-size").values, **tcp, **own})
        run = net8.run(plan, folder=tmp_path / str(size))
        capture = next((tmp_path / str(size)).rglob("*client*.pcap"))
        asked = run.calls[run.calls["kind"] == "execute"].iloc[0]
        fields = ["-T", "fields", "-e", "frame.time_epoch", "-e", "frame.len"]
        told = subprocess.run(
            ["tshark", "-r", str(capture), *fields], capture_output=True, text=True, check=True
        )
        rows = [line.split() for line in told.stdout.splitlines()]
        frames = [max(int(length), 60) for time, length in rows if float(time) >= asked["start_s"]]
        found[size] = len(frames), sum(frames)
    # How often its client acknowledged is not known: four segments are the reading of the closed form.
    assert abs(found[512][1] / 277e3 - 1) < 0.01
    assert abs(found[512][0] / 600 - 1) < 0.1
    assert abs(found[3000][1] / 277e3 - 1) > 0.05
    assert found[3000][0] < 0.6 * 600
