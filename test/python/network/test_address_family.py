# SPDX-License-Identifier: GPL-2.0-only
"""Hosts of IPv4, IPv6 or both against the matrix of 11.2 (E38), and what a listener on one of them costs."""

from __future__ import annotations

from pathlib import Path

import dpkt
import net8
import pytest
from net8.plan.resolve import resolve

SCENARIO = Path(__file__).resolve().parents[3] / "scenarios" / "address-family"
HOSTS = ("IPv4", "dual", "IPv6")
# E38: by client and server, the IP versions over which a session may come about.
MATRIX = {
    ("IPv4", "IPv4"): {4}, ("IPv4", "dual"): {4}, ("IPv4", "IPv6"): set(),
    ("dual", "IPv4"): {4}, ("dual", "dual"): {4, 6}, ("dual", "IPv6"): {6},
    ("IPv6", "IPv4"): set(), ("IPv6", "dual"): {6}, ("IPv6", "IPv6"): {6},
}  # fmt: skip
# One way 20 ms of WAN and three Ethernet links of 5 us: a round trip, but for the frames themselves.
ROUND_TRIP_S = 2 * (0.020 + 3 * 5e-6)


def run(client: str, server: str, **values: object) -> net8.Run:
    """Simulate a cell of the scenario with other keys of [client]."""
    for point in net8.load(SCENARIO).points():
        if (point.labels["client_host"], point.labels["server_host"]) == (client, server):
            return net8.run(point.plan.with_values({f"client.{key}": value for key, value in values.items()}))
    raise AssertionError((client, server))


def ends(done: net8.Run) -> list[tuple[int, int]]:
    """Return IP version and Oracle error number of each attempt."""
    return list(zip(done.attempts["ip_version"], done.attempts["ora_code"], strict=True))


@pytest.mark.parametrize("client", HOSTS)
@pytest.mark.parametrize("server", HOSTS)
def test_the_matrix(client: str, server: str) -> None:
    over = set()
    for prefer in ("v6", "v4"):
        done = run(client, server, prefer_ip=prefer)
        # 12543: no route to the host, which has an address of the other IP version alone.
        assert {code for _version, code in ends(done)} == ({0} if MATRIX[client, server] else {12543})
        now = {version for version, code in ends(done) if code == 0}
        assert (done["admitted_ipv4"], done["admitted_ipv6"]) == (4 in now, 6 in now)
        over |= now
    assert over == MATRIX[client, server]


def test_ipv6_is_preferred() -> None:
    assert ends(run("dual", "dual")) == [(6, 0)]
    assert ends(run("dual", "dual", prefer_ip="v4")) == [(4, 0)]


def test_a_listener_on_ipv4_alone_costs_a_round_trip() -> None:
    # SYN and RST, and before them the questions for link addresses, are frames of less than 100 bytes at 100 Mb/s:
    # 8 us on each of 4 links, both ways, and the same again at both ends; below 0.2 ms in all.
    done = run("dual", "v4_only")
    assert ends(done) == [(6, 12541), (4, 0)]
    assert done.attempts["end_s"][0] - done.attempts["start_s"][0] == pytest.approx(ROUND_TRIP_S, abs=2e-4)
    assert ends(run("dual", "v6_only")) == [(6, 0)]


def test_a_client_without_the_ip_version_of_the_listener_is_refused() -> None:
    assert ends(run("IPv6", "v4_only")) == [(6, 12541), (4, 12543)]
    assert ends(run("IPv4", "v6_only")) == [(4, 12541), (6, 12543)]


def test_the_table_of_the_readme() -> None:
    text = (SCENARIO / "README.md").read_text(encoding="utf-8")
    names = {4: "yes, IPv4", 6: "yes, IPv6", 0: "no"}
    servers = (*HOSTS, "v4_only", "v6_only")
    for client in HOSTS:
        found = []
        for server in servers:
            version, code = ends(run(client, server))[-1]
            found.append(names[0 if code else version])
        assert f"| {client} | " + " | ".join(found) + " |" in text


def test_a_descriptor_of_another_ip_version_is_refused_also_in_a_group() -> None:
    def plan(host: str, ip: str) -> net8.Plan:
        text = f"(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST={host})(PORT=1521)))"
        return net8.Plan.of({"path": {"ip": ip}, "group": [{"name": "a", "descriptor": text}]})

    with pytest.raises(net8.PlanError, match=r"names the IPv4 address 192\.0\.2\.1, which path\.ip = \"v6\""):
        resolve(plan("192.0.2.1", "v6"))
    for host, ip in (("192.0.2.1", "v4"), ("2001:db8::1", "v6"), ("2001:db8::1", "dual"), ("db1", "v4")):
        resolve(plan(host, ip))


def _packets(capture: Path) -> list[tuple[int, int]]:
    """Return IP version and length of every IP packet of a capture, the Ethernet header left off."""
    found = []
    with capture.open("rb") as stream:
        for _time, frame in dpkt.pcap.Reader(stream):
            kind = int.from_bytes(frame[12:14], "big")
            if kind == 0x0800:
                found.append((4, int.from_bytes(frame[16:18], "big")))
            elif kind == 0x86DD:
                found.append((6, 40 + int.from_bytes(frame[18:20], "big")))
    return found


@pytest.mark.parametrize("prefer", ["v4", "v6"])
@pytest.mark.parametrize("profile", ["linux", "windows-nt4"])
def test_segments_of_either_ip_version_fill_the_narrowest_link(
    prefer: str, profile: str, tmp_path: Path
) -> None:
    """The header of IPv6 is 20 bytes longer than that of IPv4; no host has to be told that its packets are too big."""
    plan = net8.Plan.of(
        {
            "path": {"kind": "wan", "delay": "1ms", "mtu": 1280, "ip": "dual"},
            "client": {"prefer_ip": prefer, "array_size": 200},
            "client.tcp": {"profile": profile},
            "server.tcp": {"profile": profile},
            "query": {"rows": 200, "row_length": 100},
        }
    )
    net8.run(plan, folder=tmp_path, pcap=True)
    version = int(prefer[1])
    lengths = [length for found, length in _packets(tmp_path / "capture-server.pcap") if found == version]
    assert max(lengths) == 1280
