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
    # Over TLS there is no check of urgent data, which is a MARKER of its own.
    plain = net8.run(made({"disable_oob_auto": True}, {}), folder=tmp_path, pcap=True).sessions.iloc[0]
    tls = net8.run(made(ON | {"tls_version": version}, ON)).sessions.iloc[0]
    found = packets(tmp_path / "capture-client.pcap")
    count = {side: sum(packet.to_client == side for packet in found) for side in (False, True)}
    # Two handshakes; 19c asks for the CONNECT again with TLS and without.
    assert tls["bytes_sent"] - plain["bytes_sent"] == 2 * hello + record * count[False]
    assert tls["bytes_received"] - plain["bytes_received"] == 2 * answer + record * count[True]
    assert tls["rows"] == plain["rows"]


@pytest.mark.slow
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


# Security Guide: ORA-28859 without a cipher suite in common; Error Help: ORA-29019 without a version.
@pytest.mark.parametrize(
    ("client", "listener", "code"),
    [
        ({"tls_version": "1.2"}, {"tls_min_version": "1.3"}, 29019),
        ({"tls_min_version": "1.3"}, {"tls_version": "1.2"}, 29019),
        ({"tls_cipher": "chacha20"}, {"tls_cipher": "aes256_gcm, aes128_gcm"}, 28859),
        ({"tls_cipher": "aes_cbc_sha1"}, {"tls_min_version": "1.3"}, 28859),
        ({"tls_cipher": "aes_cbc_sha1, aes256_gcm"}, {"tls_cipher": "aes_cbc_sha256, aes_cbc_sha1"}, 0),
    ],
)
def test_what_both_ends_do_not_share_has_a_number(
    client: dict[str, object], listener: dict[str, object], code: int
) -> None:
    plan = made(ON | client, ON | listener)
    run = net8.run(plan)
    assert run.sessions.iloc[0]["ora_code"] == code
    told = dict(describe(plan).facts)["TLS"]
    assert told.startswith(
        f"no session: the ends have no TLS {'version' if code == 29019 else 'cipher'}" if code else "1.2 "
    )
    assert not code or f"ORA-{code}" in told


def test_one_listener_has_ports_of_both_kinds() -> None:
    where = "(DESCRIPTION=(ADDRESS=(PROTOCOL={})(HOST=db1)(PORT={}))(CONNECT_DATA=(SERVICE_NAME=orders)))"
    plan = made(
        {}, {}, end_point=[{"port": 2484}],
        group=[
            {"name": "plain", "count": 1, "descriptor": where.format("TCP", 1521)},
            {"name": "secured", "count": 1, "descriptor": where.format("TCPS", 2484)},
        ],
    )  # fmt: skip
    sessions = net8.run(plan).sessions.set_index("group")
    assert list(sessions["ora_code"]) == [0, 0]
    # 1.3: two handshakes of 225 + 80 bytes, and 22 a record.
    assert sessions["bytes_sent"]["secured"] > sessions["bytes_sent"]["plain"] + 2 * 305


def test_connect_files_say_what_tls_there_is(tmp_path: Path) -> None:
    where = "(DESCRIPTION=(ADDRESS=(PROTOCOL=TCPS)(HOST=db1)(PORT=2484))(CONNECT_DATA=(SERVICE_NAME=orders)))"
    (tmp_path / "tnsnames.ora").write_text(f"ORDERS = {where}\n")
    (tmp_path / "listener.ora").write_text(
        "LISTENER = (DESCRIPTION=(ADDRESS=(PROTOCOL=TCPS)(HOST=db1)(PORT=2484)))\n"
    )
    (tmp_path / "sqlnet.ora").write_text(
        "SSL_VERSION = TLSv1.3,TLSv1.2\nSSL_CIPHER_SUITES = (TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384)\n"
        "SSL_CLIENT_AUTHENTICATION = TRUE\nUSE_SNI = on\nSSL_SERVER_DN_MATCH = yes\n"
    )
    files = {
        "connect": "orders",
        "tnsnames": "tnsnames.ora",
        "sqlnet": "sqlnet.ora",
        "listener": "listener.ora",
    }
    task = resolve(net8.Plan.of({"path": {"kind": "lan"}, "files": files}, folder=tmp_path))
    for section in ("client", "listener"):
        found = task.sections[section]
        # The suite is one of 1.2 alone.
        assert (found["TlsVersion"], found["TlsMinVersion"], found["TlsCipher"]) == (
            "1.2",
            "1.2",
            "aes256_gcm",
        )
    assert task.sections["listener"]["TlsClientAuthentication"] == "true"
    assert task.sections["client"]["UseSni"] == "true"
    assert [text.partition(" (")[0] for text in task.unmodelled] == ["SSL_SERVER_DN_MATCH"]
    assert net8.run(task.plan).sessions.iloc[0]["ora_code"] == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("SSL_VERSION = 1.1", "has SSL_VERSION = 1.1, which is not modelled"),
        (
            "SSL_CIPHER_SUITES = (SSL_RSA_WITH_RC4_128_SHA)",
            "has SSL_RSA_WITH_RC4_128_SHA in SSL_CIPHER_SUITES",
        ),
        ("SSL_VERSION = 1.3\nSSL_CIPHER_SUITES = (TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256)", "has no suite"),
    ],
)
def test_what_files_cannot_have(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "sqlnet.ora").write_text(text + "\n")
    files = {"connect": "//db1/orders", "sqlnet": "sqlnet.ora"}
    with pytest.raises(net8.PlanError, match=sentence):
        resolve(net8.Plan.of({"path": {"kind": "lan"}, "files": files}, folder=tmp_path))


def test_handshakes_load_processors() -> None:
    """A client host, and a listener and a server host, of one core each: what four clients do adds up."""

    def last_s(busy: str) -> float:
        time = {
            end: {"tls_handshake_time": "50ms" if end == busy else "0s"} for end in ("client", "listener")
        }
        client: dict[str, object] = {"count": 4, "hosts": 1, "queries": 0, "cpu": {"cores": 1}}
        plan = made(ON | client | time["client"], ON | time["listener"], host={"cpu": {"cores": 1}})
        return float(net8.run(plan).sessions["accepted_s"].max())

    # Eight handshakes of 50 ms.
    assert last_s("client") == pytest.approx(8 * 0.05, rel=0.05)
    assert last_s("listener") == pytest.approx(8 * 0.05, rel=0.05)


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        ({"client": {"tls_version": "1.2", "tls_min_version": "1.3"}}, "is newer than tls_version"),
        ({"listener": {"tls_cipher": "rc4"}}, 'names "rc4", which is not one of aes128_gcm'),
        (
            {"listener": {"tls_certificates": "1232, big"}},
            'has a certificate of "big" bytes; use 300 to 8000 bytes',
        ),
        ({"client": {"tls_certificates": "10"}}, 'has a certificate of "10" bytes'),
        ({"client": {"tls_version": "1.1"}}, "1.2"),
        (
            {"listener": {"tls": True}, "server": {"encryption": "required"}},
            "server.encryption requires native encryption or checksums inside TLS",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence(plan: dict[str, dict[str, object]], sentence: str) -> None:
    with pytest.raises(net8.PlanError) as caught:
        resolve(net8.Plan.of(plan))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
