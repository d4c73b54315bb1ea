# SPDX-License-Identifier: GPL-2.0-only
"""Native encryption and checksums of a plan: packets on the wire, levels, sqlnet.ora, what is told and refused."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import net8
import pytest
from net8 import analytic
from net8.forecast.describe import describe
from net8.plan.resolve import resolve
from wire_capture import DATA, packets

HEAD = 10
LAN = {"kind": "lan"}


def made(client: Mapping[str, object], server: Mapping[str, object], **more: object) -> net8.Plan:
    """Return a plan of one client."""
    return net8.Plan.of({"path": LAN, "client": client, "server": server, "query": {"rows": 200}} | more)


def data_lengths(plan: net8.Plan, folder: Path) -> list[tuple[bool, int]]:
    """Return directions and lengths of the DATA packets of a run."""
    net8.run(plan, folder=folder, pcap=True)
    found = packets(folder / "capture-client.pcap")
    return [(packet.to_client, packet.length) for packet in found if packet.kind == DATA]


def test_packets_have_the_lengths_of_the_algorithms(tmp_path: Path) -> None:
    plain = data_lengths(made({}, {}), tmp_path / "plain")
    on = {"encryption": "required", "encryption_types": "aes256", "crypto_checksum": "required",
          "crypto_checksum_types": "sha256"}  # fmt: skip
    sealed = data_lengths(made({}, on), tmp_path / "sealed")
    # Native services: the same request of 164, 923 + 16 instead of 127, and a key of 291.
    assert plain[:2] == [(False, 164), (True, 127)]
    assert sealed[:3] == [(False, 164), (True, 939), (False, 291)]
    expected = [
        (to_client, HEAD + 16 * -(-(length - HEAD + 32) // 16) + 2) for to_client, length in plain[2:]
    ]
    assert sealed[3:] == expected


def test_a_full_packet_carries_what_the_sdu_leaves(tmp_path: Path) -> None:
    on = {"encryption": "requested", "encryption_types": "aes128", "crypto_checksum": "requested",
          "crypto_checksum_types": "sha256"}  # fmt: skip
    found = data_lengths(made({"array_size": 200, "sdu": 8192}, on | {"sdu": 8192}), tmp_path)
    # 16 floor((8192 - 12) / 16) - 32 = 8144 of a message: 10 + 8144 + 32 + 2.
    assert max(length for _, length in found) == 8188
    assert [length for _, length in found].count(8188) >= 2


def test_no_round_trip_is_added() -> None:
    wan = {"path": {"kind": "wan", "delay": "40ms"}}
    off = net8.run(made({}, {}, **wan)).sessions.iloc[0]
    on = net8.run(made({"encryption": "required"}, {}, **wan)).sessions.iloc[0]
    assert on["round_trips"] == off["round_trips"]


@pytest.mark.parametrize(
    ("client", "server", "code"),
    [
        ({"encryption": "required"}, {"encryption": "rejected"}, 12660),
        ({"crypto_checksum": "rejected"}, {"crypto_checksum": "required"}, 12660),
        (
            {"encryption": "required", "encryption_types": "des"},
            {"encryption_types": "aes256, aes128"},
            12650,
        ),
        ({"driver": "python-thin"}, {"encryption": "required"}, 12660),
        ({"driver": "node-thin"}, {"encryption": "required"}, 12660),
        ({"encryption": "requested", "encryption_types": "des"}, {"encryption_types": "aes256"}, 0),
        ({"driver": "jdbc-thin"}, {"encryption": "required"}, 0),
    ],
)
def test_ends_that_do_not_agree(client: dict[str, object], server: dict[str, object], code: int) -> None:
    plan = made(client, server)
    session = net8.run(plan).sessions.iloc[0]
    assert session["ora_code"] == code
    told = dict(describe(plan).facts).get("native encryption", "")
    assert (f"ORA-{code}" in told) == bool(code)
    left_out = " ".join(analytic.predict(plan).left_out)
    assert (f"ORA-{code}" in left_out) == bool(code)


def test_ciphers_take_time_at_both_ends() -> None:
    def response(**rates: str) -> float:
        client = {"encryption": "required", "cipher_rate": rates.get("client", "1000Gbps")}
        server = {"cipher_rate": rates.get("server", "1000Gbps")}
        seconds = net8.run(made(client, server))["response_time"]
        assert seconds is not None
        return seconds

    base = response()
    # About 24 KB of replies: at 8 Mbit/s a byte takes a microsecond.
    calls = net8.run(made({"encryption": "required"}, {})).calls
    own = calls[calls["kind"].isin(["execute", "fetch"])]
    total = (own["reply_bytes"] + own["request_bytes"]).sum() / 1e6
    assert response(client="8Mbps") - base == pytest.approx(total, rel=0.1)
    assert response(server="8Mbps") - base == pytest.approx(total, rel=0.1)


def test_describe_tells_what_is_on() -> None:
    plan = made({"encryption": "required"}, {"encryption_types": "aes192", "crypto_checksum": "rejected"})
    told = dict(describe(plan).facts)["native encryption"]
    assert told.startswith("aes192: ")
    assert "16 ceil((p) / 16) + 2" in told
    assert "native encryption" not in dict(describe(made({}, {})).facts)
    # python-oracledb in thin mode has none, whatever its plan says.
    plain = describe(
        made({"driver": "python-thin", "encryption": "required"}, {"encryption": "rejected"})
    ).facts
    assert dict(plain)["native encryption"].startswith(
        "none, whatever [client] requires: python-thin has no native"
    )
    assert analytic.predict(plan).left_out == ("everything: packets are encrypted or have checksums",)


def test_sqlnet_ora_fills_the_keys(tmp_path: Path) -> None:
    (tmp_path / "sqlnet.ora").write_text(
        "SQLNET.ENCRYPTION_CLIENT = REQUESTED\nSQLNET.ENCRYPTION_TYPES_CLIENT = (AES256, AES128)\n"
        "SQLNET.CRYPTO_CHECKSUM_SERVER = required\nSQLNET.CRYPTO_CHECKSUM_TYPES_SERVER = (SHA256)\n",
        encoding="utf-8",
    )
    files = {"sqlnet": "sqlnet.ora", "connect": "//db/orcl"}
    task = resolve(net8.Plan.of({"files": files}, folder=tmp_path))
    assert task.sections["client"]["Encryption"] == "requested"
    assert task.sections["client"]["EncryptionTypes"] == "aes256,aes128"
    assert task.sections["server"]["CryptoChecksum"] == "required"
    assert task.sections["server"]["CryptoChecksumTypes"] == "sha256"
    assert task.unmodelled == ()


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        (
            {"client": {"encryption_types": "aes512"}},
            'client.encryption_types = "aes512" names "aes512", which is',
        ),
        ({"server": {"crypto_checksum_types": "sha1, sha1"}}, "names sha1 twice; once is enough"),
        ({"client": {"encryption": "perhaps"}}, "accepted, rejected, requested"),
        (
            {"client": {"encryption": "required"}, "server": {"native_services": False}},
            "needs the negotiation of native services",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence(plan: dict[str, dict[str, object]], sentence: str) -> None:
    with pytest.raises(net8.PlanError) as caught:
        resolve(net8.Plan.of(plan))
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
