# SPDX-License-Identifier: GPL-2.0-only
"""TLS of a plan: round trips up to the ACCEPT, bytes beside those of TCP, captures in tshark, ends that do not match.

Round trips are those of python-oracledb, node-oracledb and go-ora, lengths those of OpenSSL 3.0.19 with a chain of 1232
and 1115 bytes.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import net8
import pytest
from net8 import analytic
from net8.forecast.describe import describe
from net8.plan.resolve import resolve
from wire_capture import packets

ON: dict[str, object] = {"tls": True}


def made(client: dict[str, object], listener: dict[str, object], **more: object) -> net8.Plan:
    """Return a plan of one client of python-oracledb and a server of 19c."""
    values: dict[str, object] = {
        "path": {"kind": "lan"}, "query": {"rows": 200}, "client": {"driver": "python-thin"} | client,
        "listener": listener, "server": {"handover_time": "0s"},
    }  # fmt: skip
    return net8.Plan.of(values | more)


@pytest.mark.parametrize(
    ("version", "sni", "round_trips"),
    [("1.2", False, 7), ("1.3", False, 5), ("1.2", True, 4), ("1.3", True, 3)],
)
def test_round_trips_up_to_the_accept(version: str, sni: bool, round_trips: int) -> None:
    client = {"tls": True, "tls_version": version, "use_sni": sni}
    # A server of 23ai asks for no second CONNECT of its own; a round trip is 2 s.
    plan = made(
        client, ON, path={"kind": "wan", "delay": "1s", "rate": "1Gbps"},
        server={"release": "23ai", "handover_time": "0s"},
    )  # fmt: skip
    session = net8.run(plan).sessions.iloc[0]
    assert session["ora_code"] == 0
    assert (session["accepted_s"] - session["start_s"]) / 2 == pytest.approx(round_trips, abs=0.02)
    told = dict(describe(plan).facts)["TLS"]
    assert f"{round_trips} round trips up to the ACCEPT" in told
    assert analytic.predict(plan).left_out == ("everything: TLS",)


@pytest.mark.parametrize(
    ("version", "hello", "answer", "record"),
    [("1.2", 162 + 93, 2749 + 242, 29), ("1.3", 225 + 80, 2908 + 510, 22)],
)
def test_bytes_beside_those_of_tcp(
    tmp_path: Path, version: str, hello: int, answer: int, record: int
) -> None:
    plain = net8.run(made({}, {}), folder=tmp_path, pcap=True).sessions.iloc[0]
    tls = net8.run(made(ON | {"tls_version": version}, ON)).sessions.iloc[0]
    found = packets(tmp_path / "capture-client.pcap")
    count = {side: sum(packet.to_client == side for packet in found) for side in (False, True)}
    # Two handshakes; 19c asks for the CONNECT again with TLS and without.
    assert tls["bytes_sent"] - plain["bytes_sent"] == 2 * hello + record * count[False]
    assert tls["bytes_received"] - plain["bytes_received"] == 2 * answer + record * count[True]
    assert tls["rows"] == plain["rows"]


@pytest.mark.skipif(shutil.which("tshark") is None, reason="tshark is not installed")
@pytest.mark.parametrize(
    ("client", "listener"),
    [
        ({"tls_version": "1.2"}, {}),
        ({"tls_version": "1.2"}, {"tls_cipher": "aes_cbc_sha256", "tls_key": "rsa_4096"}),
        ({"tls_version": "1.3"}, {}),
        (
            {"tls_version": "1.2", "tls_certificates": "949, 1115"},
            {"tls_client_authentication": True, "tls_key": "ecdsa_p256"},
        ),
        ({"tls_version": "1.3", "use_sni": True}, {"tls_cipher": "chacha20"}),
    ],
)
def test_captures_dissect_as_tls(
    tmp_path: Path, client: dict[str, object], listener: dict[str, object]
) -> None:
    net8.run(made(ON | client, ON | listener), folder=tmp_path, pcap=True)
    fields = (
        "_ws.col.Protocol",
        "tls.handshake.type",
        "tls.record.content_type",
        "_ws.expert.message",
        "_ws.malformed",
    )
    command = ["tshark", "-n", "-r", str(tmp_path / "capture-client.pcap"), "-d", "tcp.port==1521,tls",
               "-o", "tcp.check_checksum:TRUE", "-Y", "tcp.len > 0", "-T", "fields", "-E", "separator=|"]  # fmt: skip
    for field in fields:
        command += ["-e", field]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    frames = [line.split("|") for line in output.splitlines()]
    assert {frame[0] for frame in frames if frame[0] != "TCP"} <= {"TLSv1.2", "TLSv1.3"}
    types = {kind for frame in frames for kind in frame[1].split(",") if kind}
    assert {"1", "2"} <= types
    contents = [kind for frame in frames for kind in frame[2].split(",") if kind]
    assert set(contents) <= {"20", "22", "23"}
    assert [frame for frame in frames if frame[4]] == []
    complaints = [
        frame[3] for frame in frames if "alformed" in frame[3] or "BER" in frame[3] or "checksum" in frame[3]
    ]
    assert complaints == []


@pytest.mark.parametrize(
    ("client", "listener", "code"),
    [
        (ON, {}, 12537),
        ({}, ON, 12537),
        (ON, ON | {"tls_client_authentication": True}, 28860),
        (ON | {"tls_certificates": "949"}, ON | {"tls_client_authentication": True}, 0),
    ],
)
def test_ends_that_do_not_match(client: dict[str, object], listener: dict[str, object], code: int) -> None:
    plan = made(client, listener)
    run = net8.run(plan)
    assert run.sessions.iloc[0]["ora_code"] == code
    if bool(client.get("tls")) != bool(listener.get("tls")):
        assert dict(describe(plan).facts)["TLS"].startswith("no session")


def test_handshakes_take_time_at_both_ends() -> None:
    def connect_s(**times: str) -> float:
        client = ON | {"tls_handshake_time": times.get("client", "0s")}
        listener = ON | {"tls_handshake_time": times.get("listener", "0s")}
        return float(net8.run(made(client, listener)).sessions.iloc[0]["accepted_s"])

    base = connect_s()
    # 1.3: one part of each of two handshakes at either end.
    assert connect_s(client="10ms") - base == pytest.approx(0.02, rel=0.01)
    assert connect_s(listener="10ms") - base == pytest.approx(0.02, rel=0.01)


def test_a_redirect_takes_a_handshake_of_its_own() -> None:
    shared = {"handlers": "shared", "handover_time": "0s"}
    plan = made(ON, ON, server=shared)
    session = net8.run(plan).sessions.iloc[0]
    assert session["ora_code"] == 0
    assert session["rows"] == 200


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        (
            {"listener": {"tls_certificates": "1232, big"}},
            'has a certificate of "big" bytes; 300 to 8000 is right',
        ),
        ({"client": {"tls_certificates": "10"}}, 'has a certificate of "10" bytes'),
        ({"client": {"tls_version": "1.1"}}, "1.2"),
        (
            {"listener": {"tls": True}, "server": {"encryption": "required"}},
            "server.encryption asks for native encryption or checksums inside of TLS",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence(plan: dict[str, dict[str, object]], sentence: str) -> None:
    with pytest.raises(net8.PlanError) as caught:
        resolve(net8.Plan.of(plan))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
