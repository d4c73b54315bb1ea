# SPDX-License-Identifier: GPL-2.0-only
"""Compression of packets (SQLNET.COMPRESSION): who gets it, sizes on the wire, times, and what is told of it.

Sizes are those of ../shared/facts/security-layers.md, section 5: a packet of s bytes above the threshold becomes
10 + ceil((s - 10) / ratio) + 6.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

import net8
import pytest
from net8.forecast.describe import describe

ROWS, ROW, SDU = 500, 100, 8192
PLAN: dict[str, dict[str, object]] = {
    "path": {"kind": "lan"},
    "client": {"driver": "oci", "release": "19c", "sdu": SDU, "array_size": ROWS, "prefetch_rows": 0},
    "server": {"release": "19c", "sdu": SDU},
    "query": {"rows": ROWS, "row_length": ROW},
}
ON: dict[str, object] = {"compression": True, "compression_ratio": 3.0}


def plan_of(client: Mapping[str, object], server: Mapping[str, object]) -> net8.Plan:
    return net8.Plan.of(
        {**PLAN, "client": {**PLAN["client"], **client}, "server": {**PLAN["server"], **server}},
        name="packed",
    )


def largest(run: net8.Run) -> dict[str, int]:
    """Return packets and bytes of the longest reply."""
    calls = run.calls
    row = calls.iloc[calls["reply_packets"].argmax()]
    return {"packets": int(row["reply_packets"]), "bytes": int(row["reply_bytes"]), "rows": int(row["rows"])}


def fact_of(plan: net8.Plan) -> str:
    return dict(describe(plan).facts).get("compression", "")


def test_full_packets_shrink_and_stay_as_many() -> None:
    plain, packed = largest(net8.run(plan_of({}, {}))), largest(net8.run(plan_of(ON, ON)))
    assert packed["packets"] == plain["packets"] > 3
    full, rest = divmod(plain["bytes"], SDU)
    assert full == plain["packets"] - 1
    full_size = 10 + math.ceil((SDU - 10) / 3) + 6
    rest_size = 10 + math.ceil((rest - 10) / 3) + 6 if rest > 1024 else rest
    assert packed["bytes"] == full * full_size + rest_size
    assert packed["rows"] == plain["rows"] == ROWS


@pytest.mark.parametrize(
    ("client", "server", "why"),
    [
        ({}, ON, "server.compression is true, that of the other end is not"),
        (ON, {}, "client.compression is true, that of the other end is not"),
        ({**ON, "compression_levels": "high"}, ON, "the ends have no compression level in common"),
        ({**ON, "release": "11.2"}, ON, "TNS version 314 has no compression"),
    ],
)
def test_without_both_ends_packets_are_left_as_they_are(
    client: Mapping[str, object], server: Mapping[str, object], why: str
) -> None:
    plan = plan_of(client, server)
    without = plan.with_values({"client.compression": False, "server.compression": False})
    assert largest(net8.run(plan)) == largest(net8.run(without))
    assert fact_of(plan).startswith("off: ")
    assert why in fact_of(plan)


def test_a_ratio_of_one_and_a_high_threshold_change_no_byte() -> None:
    plain = largest(net8.run(plan_of({}, {})))
    for each in ({**ON, "compression_ratio": 1.0}, {**ON, "compression_threshold": SDU}):
        assert largest(net8.run(plan_of(each, each))) == plain


def test_it_wins_where_the_wire_is_slow_and_loses_where_the_core_is() -> None:
    """By hand: 50 kB at 1 Mbit/s are 0.4 s, a third of it compressed; at 1 Gbit/s 0.4 ms, and zlib takes 0.7 ms."""
    times = {}
    for rate in ("1Mbps", "1Gbps"):
        for name, ends in (("plain", {}), ("packed", {**ON, "compression_levels": "high"})):
            plan = plan_of(ends, ends).with_values({"path.lan_rate": rate})
            times[rate, name] = float(net8.run(plan)["response_time"] or 0)
    assert times["1Mbps", "packed"] < 0.45 * times["1Mbps", "plain"]
    assert times["1Gbps", "packed"] > times["1Gbps", "plain"]
    # 54 kB at 75 MB/s in, and at 300 MB/s out.
    extra = times["1Gbps", "packed"] - times["1Gbps", "plain"]
    assert extra == pytest.approx(54e3 / 75e6 + 54e3 / 300e6, rel=0.5)


def test_packets_are_compressed_before_they_are_encrypted() -> None:
    """A packet compressed to p bytes becomes 16 ceil((p + 32) / 16) + 2 with AES and SHA-256."""
    sealed: dict[str, object] = {"encryption": "required", "encryption_types": "aes256"}
    sealed |= {"crypto_checksum": "required", "crypto_checksum_types": "sha256"}
    plain = largest(net8.run(plan_of(sealed, sealed)))
    packed = largest(net8.run(plan_of(ON | sealed, ON | sealed)))
    room = 16 * ((SDU - 12) // 16) - 32  # of a full packet that is sealed
    compressed = math.ceil(room / 3) + 6
    full = 10 + 16 * math.ceil((compressed + 32) / 16) + 2
    assert packed["packets"] == plain["packets"]
    least = (plain["packets"] - 1) * full
    assert least < packed["bytes"] <= least + full


def test_predict_leaves_it_out_and_describe_tells_of_it() -> None:
    plan = plan_of(ON, {**ON, "compression_levels": "high,low"})
    assert net8.analytic.predict(plan).left_out == ("everything: packets are compressed",)
    assert fact_of(plan).startswith("low: packets of requests longer than 1024 bytes by 3.0, of replies ")
    assert "no source was found" in fact_of(plan)


BAD = [
    ({"compression": True}, "client.compression = true needs a ratio, for which no source was found; set "
     "client.compression_ratio, such as 3 for rows of text"),
    ({**ON, "compression_levels": "middle"}, 'client.compression_levels = "middle" must contain low, high or both'),
    ({**ON, "compression_ratio": 0.5}, "compression_ratio"),
]  # fmt: skip


@pytest.mark.parametrize(("client", "sentence"), BAD)
def test_bad_compression_is_refused_in_a_sentence(client: Mapping[str, object], sentence: str) -> None:
    with pytest.raises(net8.PlanError) as error:
        net8.run(plan_of(client, {}))
    assert sentence in str(error.value)


def test_sqlnet_ora_switches_it_on(tmp_path: Path) -> None:
    (tmp_path / "sqlnet.ora").write_text(
        "SQLNET.COMPRESSION = on\nSQLNET.COMPRESSION_LEVELS = (high, low)\nSQLNET.COMPRESSION_THRESHOLD = 2048\n"
    )
    (tmp_path / "plan.toml").write_text(
        '[files]\nsqlnet = "sqlnet.ora"\nconnect = "//dbhost/orcl"\n[client]\ndriver = "oci"\nrelease = "19c"\n'
        'compression_ratio = 3.0\n[server]\nrelease = "19c"\ncompression_ratio = 3.0\n'
    )
    fact = fact_of(net8.load(tmp_path / "plan.toml"))
    assert fact.startswith("high: packets of requests longer than 2048 bytes")
