# SPDX-License-Identifier: GPL-2.0-only
"""What two ends agree on: the full table of versions and sizes, the captured pairs, and simulated ACCEPTs.

Rules: the version is the smaller of the two; each size in the ACCEPT is the smaller of what both ends want (Net
Services guides), within the limits of the agreed version; below version 315 the CONNECT's 16-bit fields count, in
which larger values stand as 65535 (node-oracledb, JDBC), from 315 on the 32-bit ones.
"""

from __future__ import annotations

import itertools
from pathlib import Path

import net8
import pytest
from net8 import _core
from wire_capture import ACCEPT, CONNECT, packets

SDU_LOW, TDU_LOW = 512, 255
# Largest SDU by version: guide 10.2 up to 313, guide 11.2 for 314, guides 12.1 to 23 from 315 on.
SDU_HIGH = {
    310: 32767, 311: 32767, 312: 32767, 313: 32767, 314: 65535, 315: 2097152, 316: 2097152, 317: 2097152,
    318: 2097152, 319: 2097152,
}  # fmt: skip
SHORT_FIELD = 65535
SDUS = (100, 512, 1024, 2048, 8192, 32767, 32768, 65535, 65536, 1000000, 2097152)
TDUS = (100, 255, 512, 1024, 2048, 8192, 32767, 65535, 65536, 2097152)


def agree(client: tuple[int, int, int], server: tuple[int, int, int]) -> tuple[int, int, int]:
    """Negotiate two ends, each given as version, SDU and TDU."""
    agreed = _core.negotiate(
        client_version=client[0], client_sdu=client[1], client_tdu=client[2],
        server_version=server[0], server_sdu=server[1], server_tdu=server[2],
    )  # fmt: skip
    return agreed["version"], agreed["sdu"], agreed["tdu"]


@pytest.mark.parametrize("server_version", list(SDU_HIGH))
@pytest.mark.parametrize("client_version", list(SDU_HIGH))
def test_version_is_the_smaller_one_and_limits_the_sdu(client_version: int, server_version: int) -> None:
    version = client_version if client_version < server_version else server_version
    for asked, offered in itertools.product(SDUS, SDUS):
        read = asked if version >= 315 else min(asked, SHORT_FIELD)
        smaller = read if read < offered else offered
        expected = max(SDU_LOW, min(smaller, SDU_HIGH[version]))
        assert agree((client_version, asked, 2048), (server_version, offered, 2048)) == (
            version,
            expected,
            2048,
        )


@pytest.mark.parametrize("server_version", list(SDU_HIGH))
@pytest.mark.parametrize("client_version", list(SDU_HIGH))
def test_tdu_is_the_smaller_one(client_version: int, server_version: int) -> None:
    version = client_version if client_version < server_version else server_version
    for asked, offered in itertools.product(TDUS, TDUS):
        read = asked if version >= 315 else min(asked, SHORT_FIELD)
        expected = max(TDU_LOW, read if read < offered else offered)
        assert agree((client_version, 2048, asked), (server_version, 2048, offered))[2] == expected


# Written out by hand, one line for each thing that decides: client, server, agreed.
DECISIONS = [
    ((312, 2048, 32767), (313, 8192, 32767), (312, 2048, 32767)),  # the client is smaller
    ((313, 8192, 32767), (313, 2048, 32767), (313, 2048, 32767)),  # the server is smaller
    ((313, 32768, 32767), (313, 65535, 32767), (313, 32767, 32767)),  # limit of 313
    ((314, 65536, 65536), (314, 65535, 65535), (314, 65535, 65535)),  # 16 bits
    ((319, 2097152, 2097152), (314, 65535, 32767), (314, 65535, 32767)),  # old server reads 16 bits
    ((314, 65535, 65535), (319, 65536, 2097152), (314, 65535, 65535)),  # old client has 16 bits
    ((315, 65536, 65536), (315, 2097152, 2097152), (315, 65536, 65536)),  # 32 bits
    ((319, 3000000, 3000000), (319, 3000000, 3000000), (319, 2097152, 2097152)),  # limit of 315 on
    ((318, 256, 2048), (318, 8192, 8192), (318, 512, 2048)),  # below the minimum
    ((319, 8192, 8192), (319, 8192, 100), (319, 8192, 255)),
]


@pytest.mark.parametrize(("client", "server", "agreed"), DECISIONS)
def test_decision(
    client: tuple[int, int, int], server: tuple[int, int, int], agreed: tuple[int, int, int]
) -> None:
    assert agree(client, server) == agreed


# Asked and got in the public captures, the trace of a 26ai listener and the reply of a 21c XE.
CAPTURED = [
    ((312, 2048, 32767), "10.2", (312, 2048, 32767)),  # OCI 9.2
    ((313, 2048, 32767), "10.2", (313, 2048, 32767)),  # OCI 10.2
    ((314, 8192, 65535), "11.1", (314, 8192, 32767)),  # OCI 11 to 11.1 on Windows
    ((314, 8192, 65535), "11.2", (314, 8192, 32767)),  # OCI 11.2
    ((314, 8192, 32767), "11.2", (314, 8192, 32767)),  # Nmap
    ((315, 8192, 2097152), "12.1", (315, 8192, 2097152)),  # OCI 12.1 (ndpi_oracle12, frames 4 and 10)
    ((318, 8192, 8192), "21c", (318, 8192, 8192)),  # python to 21c XE
    ((319, 8192, 2097152), "23ai", (319, 8192, 2097152)),  # JDBC
    ((319, 8192, 2097152), "26ai", (319, 8192, 2097152)),  # JDBC; the server opens with 65536/2097152
]


@pytest.mark.parametrize(("client", "release", "got"), CAPTURED)
def test_captured_pair(client: tuple[int, int, int], release: str, got: tuple[int, int, int]) -> None:
    server = _core.server_defaults(release)
    assert agree(client, (int(server["Version"]), int(server["Sdu"]), int(server["Tdu"]))) == got


# Client and server sections of a plan; bytes of the ACCEPT; version, SDU and TDU agreed on.
END_TO_END = [
    ({"driver": "oci", "release": "9.2"}, {"release": "10.2"}, 32, (312, 2048, 32767)),
    ({"driver": "oci", "release": "11.2"}, {"release": "11.2"}, 32, (314, 8192, 32767)),
    ({"driver": "oci", "release": "12.1"}, {"release": "12.1"}, 41, (315, 8192, 2097152)),
    # Guide 11.1 ends at 32767, guide 11.2 at 65535; OCI 12.1 asks for the largest TDU, 65535 in 16 bits.
    ({"driver": "oci", "sdu": 65535}, {"release": "11.1", "sdu": 65535}, 32, (314, 32767, 32767)),
    ({"driver": "oci", "sdu": 65535}, {"release": "11.2", "sdu": 65535}, 32, (314, 65535, 32767)),
    ({"driver": "jdbc-thin"}, {"release": "21c"}, 45, (318, 8192, 2097152)),
    ({"driver": "jdbc-thin", "sdu": 65536}, {"release": "26ai"}, 61, (319, 65536, 2097152)),
    ({"driver": "node-thin", "sdu": 2097152}, {"release": "26ai"}, 61, (319, 65536, 2097152)),
    (
        {"driver": "node-thin", "sdu": 2097152},
        {"release": "26ai", "sdu": 2097152},
        61,
        (319, 2097152, 2097152),
    ),
    ({"driver": "python-thin", "sdu": 32767}, {"release": "23ai"}, 61, (319, 32767, 32767)),
    ({"driver": "python-thin", "sdu": 2097152}, {"release": "23ai"}, 61, (319, 65536, 2097152)),
    ({"driver": "jdbc-thin", "sdu": 4096}, {"release": "21c", "tdu": 2048}, 45, (318, 4096, 2048)),
    ({"driver": "sqlplus", "sdu": 1024, "tdu": 512}, {"release": "19c", "sdu": 8192}, 41, (315, 1024, 512)),
]


@pytest.mark.parametrize(("client", "server", "length", "agreed"), END_TO_END)
def test_simulated_accept(
    client: dict[str, object],
    server: dict[str, object],
    length: int,
    agreed: tuple[int, int, int],
    tmp_path: Path,
) -> None:
    plan = net8.Plan.of({"path": {"kind": "lan"}, "client": client | {"queries": 0}, "server": server})
    result = net8.run(plan, folder=tmp_path, pcap=True)
    assert result.outcome == ("closed",)
    session = result.sessions.iloc[0]
    assert (session["version"], session["sdu_bytes"], session["tdu_bytes"]) == agreed
    (accept,) = [p for p in packets(tmp_path / "capture-client.pcap") if p.kind == ACCEPT]
    content = accept.content
    # 16-bit fields at 12 and 14 up to version 314; zero from 315 on, where 32-bit ones stand at 32 and 36.
    long_form = agreed[0] >= 315
    assert accept.length == length
    assert int.from_bytes(content[8:10]) == agreed[0]
    assert content[12:16] == (bytes(4) if long_form else agreed[1].to_bytes(2) + agreed[2].to_bytes(2))
    if long_form:
        assert content[32:40] == agreed[1].to_bytes(4) + agreed[2].to_bytes(4)


# The fields of a CONNECT at 14 and 16, then at 58 and 62, as real clients fill them (captures; runs c1, h1, h2).
CONNECT_FIELDS = [
    ({"driver": "oci", "release": "9.2"}, "08007fff", ""),
    ({"driver": "oci", "release": "11.2"}, "2000ffff", ""),
    ({"driver": "oci", "release": "12.1"}, "2000ffff", "0000200000200000"),
    ({"driver": "jdbc-thin"}, "2000ffff", "0000200000200000"),
    ({"driver": "node-thin"}, "2000ffff", "0000200000200000"),
    ({"driver": "python-thin"}, "20002000", "0000200000002000"),
    ({"driver": "jdbc-thin", "sdu": 32767}, "7fffffff", "00007fff00200000"),
    ({"driver": "node-thin", "sdu": 32767}, "7fffffff", "00007fff00200000"),
    ({"driver": "python-thin", "sdu": 32767}, "7fff7fff", "00007fff00007fff"),
    ({"driver": "jdbc-thin", "sdu": 2097152}, "ffffffff", "0020000000200000"),
    ({"driver": "node-thin", "sdu": 2097152}, "ffffffff", "0020000000200000"),
    ({"driver": "python-thin", "sdu": 2097152}, "00000000", "0020000000200000"),
]


@pytest.mark.parametrize(("client", "short", "long"), CONNECT_FIELDS)
def test_connect_has_the_fields_of_the_real_client(
    client: dict[str, object], short: str, long: str, tmp_path: Path
) -> None:
    plan = net8.Plan.of(
        {"path": {"kind": "lan"}, "client": client | {"queries": 0}, "server": {"release": "26ai"}}
    )
    net8.run(plan, folder=tmp_path, pcap=True)
    (connect,) = [p for p in packets(tmp_path / "capture-client.pcap") if p.kind == CONNECT]
    assert connect.content[14:18].hex() == short
    assert long in ("", connect.content[58:66].hex())
    # Without 32-bit fields the connect data start at 58.
    assert (int.from_bytes(connect.content[26:28]) == 58) == (long == "")


@pytest.mark.parametrize(("release", "packet"), [("10.2", 1024), ("11.1", 2048)])
def test_tdu_cuts_packets_up_to_10_2_alone(release: str, packet: int) -> None:
    # Net8 guides up to 10.2: packets have the smaller of SDU and TDU; from 11.1 on the TDU plays no part (TNS 314).
    bare = {"row_overhead": 0, "fetch_overhead": 0, "execute_overhead": 0, "end_overhead": 0}
    plan = net8.Plan.of(
        {
            "path": {"kind": "lan"},
            "client": {"driver": "oci", "release": "11.1", "prefetch_rows": 200, "sdu": 2048, "tdu": 1024},
            "server": {"release": release, "sdu": 2048, "tdu": 1024},
            "query": {"rows": 199, "row_length": 100} | bare,
        }
    )
    (call,) = (each for each in net8.run(plan).calls.itertuples() if each.rows == 199)
    # 19,900 bytes, 10 of each packet are header and data flags.
    assert call.reply_packets == -(-19_900 // (packet - 10))
