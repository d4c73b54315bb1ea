# SPDX-License-Identifier: GPL-2.0-only
"""Plans whose network is a graph of sites: times by arithmetic, routes, counters, faults, and what is refused.

A handshake of TCP is timed: SYN and SYN-ACK of Linux are IP packets of 60 bytes (20 of IP, 20 of TCP, 20 of options),
on a point-to-point link 62 with the header of PPP. Two plans that differ in one value of one link differ in its share
of the handshake and in nothing else, to the nanosecond.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import net8
import pytest
from net8.analytic.left_out import left_out
from net8.analytic.situation import Situation
from net8.base.errors import PlanError
from net8.cli import main
from net8.forecast.describe import describe
from net8.plan.resolve import resolve
from net8.plan.routes import routes

Document = dict[str, Any]
SYN_BITS = 62 * 8
MS = 10**6


def two_sites(**link: object) -> Document:
    """Return a plan of an office and a centre with one link."""
    line = {"name": "line", "between": ["office", "centre"], "rate": "10Mbps", "delay": "10ms"} | link
    return {
        "site": [{"name": "office"}, {"name": "centre"}],
        "link": [line],
        "client": {"driver": "python-thin", "site": "office"},
        "server": {"site": "centre"},
        "query": {"rows": 10},
    }


def handshake_ns(document: Document, session: int = 0) -> int:
    """Run a plan; return the time from SYN to SYN-ACK, that of ARP included."""
    columns = net8.run(net8.Plan.of(document)).session_columns
    return int(columns["connected_ns"][session] - columns["start_ns"][session])


def test_the_delay_of_each_way_counts_once() -> None:
    base = handshake_ns(two_sites())
    assert handshake_ns(two_sites(delay="11ms")) - base == 2 * MS
    assert handshake_ns(two_sites(delay_up="13ms")) - base == 3 * MS
    assert handshake_ns(two_sites(delay="10500us", delay_up="10ms")) - base == MS // 2


def test_the_rate_of_each_way_counts_once() -> None:
    base = handshake_ns(two_sites())
    slower_ns = SYN_BITS * (10**9 // 10**6 - 10**9 // 10**7)  # 1 Mbit/s instead of 10
    assert handshake_ns(two_sites(rate_up="1Mbps")) - base == slower_ns
    assert handshake_ns(two_sites(rate="1Mbps")) - base == 2 * slower_ns


def test_a_handshake_takes_what_its_links_take() -> None:
    # Ethernet: 14 of header, 4 of FCS, 8 of preamble, 12 of gap that the next frame waits for and this one does not.
    # ARP asks and answers on both LANs, 64 bytes a frame with its FCS. Two cables of 5 us on each LAN.
    cable_ns = 5000
    bit_ns = 10  # 100 Mbit/s
    arp_ns = 2 * 2 * (cable_ns + (64 + 8) * 8 * bit_ns)
    lan_ns = 2 * (cable_ns + (60 + 14 + 4 + 8) * 8 * bit_ns)
    line_ns = 10 * MS + SYN_BITS * 100
    assert handshake_ns(two_sites()) == 2 * arp_ns + 2 * (2 * lan_ns + line_ns)


def triangle(**more: object) -> Document:
    """Return a plan of two sites with a slow line, and a router with two quick ones."""
    return (
        two_sites(name="direct", delay="20ms")
        | {
            "router": [{"name": "hub"}],
            "link": [
                {"name": "direct", "between": ["office", "centre"], "delay": "20ms"},
                {"name": "in", "between": ["office", "hub"], "delay": "3ms"},
                {"name": "out", "between": ["hub", "centre"], "delay": "4ms"},
            ],
        }
        | more
    )


def by_name(document: Document, near: str, far: str) -> list[str]:
    """Return the names of the links between two sites."""
    (found,) = routes(net8.Plan.of(document), [(near, far)])
    assert found is not None
    return [str(hop.link["name"]) for hop in found]


def test_routes_are_those_of_least_delay_or_what_a_plan_says() -> None:
    document = triangle()
    assert by_name(document, "office", "centre") == ["in", "out"]
    least = handshake_ns(document)
    said = triangle(route=[{"at": "office", "target": "centre", "link": "direct"}])
    assert by_name(said, "office", "centre") == ["direct"]
    assert by_name(said, "centre", "office") == ["out", "in"], "the way back is not set"
    # One way 13 ms more, and one link of 10 Mbit/s less to send on.
    assert handshake_ns(said) - least == 13 * MS - SYN_BITS * 100
    both = [*said["route"], {"at": "centre", "target": "office", "link": "direct"}]
    assert handshake_ns(triangle(route=both)) - least == 2 * (13 * MS - SYN_BITS * 100)


@pytest.mark.parametrize("kind", ["switched", "segment", "radio"])
@pytest.mark.parametrize("ip", ["v4", "v6"])
def test_every_kind_of_site_works_and_repeats(kind: str, ip: str) -> None:
    document = two_sites(loss_rate=0.01, queue_size="30p") | {"path": {"ip": ip}, "query": {"rows": 3000}}
    document["site"] = [{"name": "office", "kind": kind}, {"name": "centre"}]
    first, again = (net8.run(net8.Plan.of(document)) for _one in range(2))
    assert list(first.sessions["outcome"]) == ["closed"]
    assert first.digest == again.digest
    lost = first.counters["loss_drops_to_client"] + first.counters["loss_drops_to_server"]
    of_link = [first.counters.get(f"loss_drops_{way}_on_line", 0) for way in ("up", "down")]
    assert lost == sum(of_link) > 0


def test_one_site_needs_no_link_and_no_names() -> None:
    document = {"site": [{"name": "office"}], "client": {"driver": "sqlplus"}, "query": {"rows": 10}}
    lan = {"path": {"kind": "lan"}, "client": {"driver": "sqlplus"}, "query": {"rows": 10}}
    # The same cables and the same switch. The CONNECT tells the server's address, which is longer by a digit here, and
    # so does the second authentication of OCI 12.1: a byte on two cables of 100 Mbit/s.
    here, there = (net8.run(net8.Plan.of(each)).session_columns for each in (document, lan))
    assert here["connected_ns"][0] == there["connected_ns"][0]
    times = [int(each["end_ns"][0] - each["accepted_ns"][0]) for each in (here, there)]
    assert times[0] - times[1] == 2 * 80


def test_a_listed_packet_is_lost_on_its_link_alone() -> None:
    result = net8.run(net8.Plan.of(two_sites(loss_list=[0])))
    assert result.counters["loss_drops_down_on_line"] == 1
    assert "loss_drops_up_on_line" not in result.counters
    # The SYN-ACK is lost: Linux repeats the SYN after a second.
    assert result.session_columns["connected_ns"][0] > 10**9


def offices(**more: object) -> Document:
    """Return a plan of two offices with lines of their own and a trunk."""
    return {
        "site": [{"name": "near"}, {"name": "far"}, {"name": "centre"}],
        "router": [{"name": "exchange"}],
        "link": [
            {"name": "near-line", "between": ["near", "exchange"], "delay": "1ms"},
            {"name": "far-line", "between": ["far", "exchange"], "delay": "30ms"},
            {"name": "trunk", "between": ["exchange", "centre"], "delay": "2ms", "queue_size": "40p"},
        ],
        "server": {"site": "centre"},
        "group": [{"name": "a", "site": "near"}, {"name": "b", "site": "far"}],
        "client": {"driver": "python-thin"},
        "query": {"rows": 2000},
    } | more


def test_a_line_that_is_cut_stops_its_own_office_alone() -> None:
    free = net8.run(net8.Plan.of(offices())).sessions
    fault = [{"kind": "link_down", "target": "far-line", "at": "500ms", "until": "20s"}]
    cut = net8.run(net8.Plan.of(offices(fault=fault)))
    assert list(cut.sessions["outcome"]) == ["closed", "closed"]
    assert cut.sessions["end_s"][0] < 20 <= cut.sessions["end_s"][1]
    assert free["end_s"][1] < 20
    assert cut.counters["frames_cut_off"] > 0


def test_background_traffic_fills_the_links_between_its_sites() -> None:
    cross = [
        {"kind": "constant", "rate": "20Mbps", "client_site": "near", "server_site": "centre", "stop": "2s"}
    ]
    counters = net8.run(net8.Plan.of(offices(cross_traffic=cross))).counters
    # 20 Mbit/s into a trunk of 10 with room for 40 packets: about half of 2,500 packets a second is dropped.
    assert 2000 < counters["queue_drops_down_on_trunk"] < 2700
    assert "queue_drops_down_on_near-line" not in counters
    assert "queue_drops_up_on_trunk" not in counters


def test_servers_stand_at_several_sites() -> None:
    document = offices(
        instance=[{"name": "db1", "site": "centre"}, {"name": "db2", "host": "db2", "site": "near"}],
        server={"service_name": "orcl"},
        variation={"when": "never"},
    )
    document["group"][1]["descriptor"] = (
        "(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=db2)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=orcl)))"
    )
    result = net8.run(net8.Plan.of(document))
    assert list(result.sessions["instance"]) == ["db1", "db2"]
    # From far to near: 30 + 1 ms one way, not over the trunk.
    assert 62 * MS < result.session_columns["connected_ns"][1] < 63 * MS


@pytest.mark.parametrize("network", ["nodes", "stages"])
def test_a_name_server_stands_at_a_site_of_its_own(network: str) -> None:
    def looked_up_ns(**client: object) -> int:
        document = two_sites() | {
            "site": [{"name": "office"}, {"name": "centre"}, {"name": "names"}],
            "link": [*two_sites()["link"],
                     {"name": "spur", "between": ["office", "names"], "rate": "10Mbps", "delay": "3ms"}],
            "client": {"driver": "python-thin", "site": "office", "naming": "dns"} | client,
            "run": {"network": network},
        }  # fmt: skip
        columns = net8.run(net8.Plan.of(document)).attempts
        return round(float(columns["start_s"].iloc[0]) * 1e9)

    # A round trip over a link of the same rate whose delay is 7 ms less each way.
    assert looked_up_ns() - looked_up_ns(name_site="names") == 2 * 7 * MS
    assert looked_up_ns(name_site="centre") == looked_up_ns()


def test_describe_tells_the_way_of_each_group() -> None:
    facts = dict(describe(net8.Plan.of(offices())).facts)
    # 2 x (1 + 2) ms of links, and four cables of 5 us each way.
    assert facts["from near to centre"] == (
        "6.04 ms round trip, by near-line, trunk; slowest down 10Mbps (near-line), up 10Mbps (near-line)"
    )
    assert facts["round-trip time (b)"] == "64.04 ms (propagation)"
    settings = {row[0] for row in describe(net8.Plan.of(offices())).settings}
    assert "path.rate" not in settings
    assert "path.ip" in settings


def test_describe_tells_the_ways_to_those_servers_alone_that_a_group_comes_to() -> None:
    def asks(host: str) -> str:
        return f"(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST={host})(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=orcl)))"

    document = {
        "site": [{"name": "branch"}, {"name": "paris"}, {"name": "tokyo"}],
        "router": [{"name": "core"}],
        "link": [
            {"name": f"{site}-line", "between": [site, "core"], "delay": delay}
            for site, delay in (("branch", "5ms"), ("paris", "10ms"), ("tokyo", "120ms"))
        ],
        "instance": [
            {"name": "hq", "host": "paris-db", "site": "paris"},
            {"name": "jp", "host": "tokyo-db", "site": "tokyo"},
        ],
        "group": [
            {"name": "users", "site": "branch"},
            {"name": "link", "site": "paris", "driver": "dblink", "descriptor": asks("remote")},
        ],
        "path": {"host_names": {"remote": "tokyo-db"}},
        "query": {"rows": 10},
    }
    plan = net8.Plan.of(document)
    told = dict(describe(plan).facts)
    assert {name for name in told if name.startswith("from ")} == {
        "from branch to paris",
        "from paris to tokyo",
    }
    # Two ways over both lines, and four cables of 5 us at both ends.
    assert told["round-trip time (users)"] == "30.04 ms (propagation)"
    assert told["round-trip time (link)"] == "260.04 ms (propagation)"
    assert list(net8.run(plan).sessions["instance"]) == ["hq", "jp"]
    document["server"] = {"remote_listener": "all"}
    ways = {name for name, _value in describe(net8.Plan.of(document)).facts if name.startswith("from ")}
    assert ways == {f"from {near} to {far}" for near in ("branch", "paris") for far in ("paris", "tokyo")}


def test_closed_forms_say_that_they_know_no_graph() -> None:
    situation = Situation.of(net8.Plan.of(two_sites()))
    assert not situation.by_itself
    assert "logon and times: a network of [[site]] and [[link]]" in left_out(situation, {})


def test_plans_without_sites_keep_their_hash() -> None:
    task = resolve(net8.Plan.of({}))
    assert "Site" not in task.sections["client"]
    assert "Site" not in task.sections["server"]


TWO = """
[[site]]
name = "office"
[[site]]
name = "centre"
[[link]]
name = "line"
between = ["office", "centre"]
"""
HOSTS = """
[client]
site = "office"
[server]
site = "centre"
"""
BAD = {
    "no end": (TWO.replace('"centre"]', '"center"]') + HOSTS, 8,
               'link.line.between = ["office", "center"] has "center", which is not a site or router (did you mean '
               "centre?)"),
    "one end": (TWO.replace(', "centre"]', "]") + HOSTS, 8,
                'link.line.between = ["office"] must name two sites or routers'),
    "itself": (TWO.replace('"centre"]', '"office"]') + HOSTS, 8,
               'link.line.between = ["office", "office"] leads from office to itself; name two ends'),
    "zero rate": (TWO + 'rate = "0Mbps"' + HOSTS, 9,
                  'link.rate = "0Mbps" is not a usable rate; write one above 0 such as "10Mbps"'),
    "small queue": (TWO + 'queue_size_up = "1000B"' + HOSTS, 9,
                    'link.line.queue_size_up = "1000B" is smaller than a packet of 1500 bytes with its frame; use at '
                    "least 1514 bytes, or packets"),
    "small queue of a site": (TWO.replace('"centre"\n', '"centre"\nqueue_size = "900B"\n', 1) + HOSTS, 6,
                              'site.centre.queue_size = "900B" is smaller than a packet of 1500 bytes with its frame; '
                              "use at least 1514 bytes, or packets"),
    "small queue of a path": ('[path]\nqueue_size = "1000B"\n', 2,
                              'path.queue_size = "1000B" is smaller than a packet of 1500 bytes with its frame; use '
                              "at least 1514 bytes, or packets"),
    "group nowhere": (TWO + '[[group]]\nname = "g"\n[server]\nsite = "centre"\n', 10,
                      "group.g.site is not set, but the plan has several sites; choose one of office, centre"),
    "traffic nowhere": (TWO + HOSTS + '[[cross_traffic]]\nkind = "bulk"\n', 15,
                        "cross_traffic.1.client_site is not set, but the plan has several sites; choose one of office, "
                        "centre"),
    "long packets": ('[path]\nip = "v6"\n[[cross_traffic]]\npacket_size = 1453\n', 4,
                     "cross_traffic.1.packet_size = 1453 does not fit path.mtu = 1500; use at most 1452 bytes"),
    "no time": ('[[cross_traffic]]\nstart = "2s"\nstop = "1s"\n', 3,
                'cross_traffic.1.stop = "1s" is not after its start, "2s"'),
    "no mean": ('[[cross_traffic]]\nkind = "pareto"\nshape = 1\n', 3,
                "cross_traffic.1.shape = 1.0 leaves Pareto times without a mean; use a number above 1"),
    "no queue": (TWO + 'queue_size = "0p"' + HOSTS, 9,
                 'link.queue_size = "0p" leaves no room in the queue; write at least "1p"'),
    "no site": (TWO + HOSTS.replace('"office"', '"ofice"'), 11,
                'client.site = "ofice" is not a site (did you mean office?)'),
    "nowhere": (TWO + '[server]\nsite = "centre"\n', 3,
                "client.site is not set, but the plan has several sites; choose one of office, centre"),
    "no route": (TWO.replace("[[link]]", '[[site]]\nname = "island"\n[[link]]') + HOSTS.replace("centre", "island"), 3,
                 "there is no route from the site office to the site island; they are not connected by links, or a "
                 "[[route]] forms a loop"),
    "circle": (TWO + '[[router]]\nname = "hub"\n[[link]]\nname = "spur"\nbetween = ["office", "hub"]\n[[route]]\n'
               'at = "office"\ntarget = "centre"\nlink = "spur"\n[[route]]\nat = "hub"\ntarget = "centre"\n'
               'link = "spur"\n' + HOSTS, 3,
               "there is no route from the site office to the site centre; they are not connected by links, or a "
               "[[route]] forms a loop"),
    "no way to names": (TWO.replace("[[link]]", '[[site]]\nname = "island"\n[[link]]')
                        + HOSTS.replace("[server]", 'naming = "dns"\nname_site = "island"\n[server]'), 3,
                        "there is no route from the site office to the site island; they are not connected by links, "
                        "or a [[route]] forms a loop"),
    "names nowhere": (TWO + HOSTS.replace("[server]", 'naming = "dns"\nname_site = "island"\n[server]'), 13,
                      'client.name_site = "island" is not a site; the plan has office, centre'),
    "path": (TWO + HOSTS + '[path]\nrate = "1Mbps"\n', 15,
             'path.rate = "1Mbps" applies to plans with one path, and this one has [[site]]; set it in a [[site]] or a '
             "[[link]]"),
    "links alone": ('[[link]]\nname = "line"\n', 2,
                    "the plan has a [[link]] but no [[site]]; list the sites of the hosts, or use [path]"),
    "site alone": ('[client]\nsite = "office"\n', 2,
                   'client.site = "office", but the plan has no [[site]]; list the sites, or leave it out'),
    "twice": (TWO + '[[router]]\nname = "office"\n' + HOSTS, 10,
              'router.name = "office" is the name of a site, which has a router of its own; leave the router out, or '
              "choose another name"),
    "route": (TWO + '[[route]]\nat = "office"\ntarget = "centre"\nlink = "lin"\n' + HOSTS, 12,
              'route.link = "lin" does not exist (did you mean line?)'),
    "cut": (TWO + HOSTS + '[[fault]]\nkind = "link_down"\ntarget = "lines"\n', 16,
            'fault.target = "lines" is not a host or link; known: server, clients, line'),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_network_that_cannot_be_is_one_sentence(name: str, tmp_path: Path) -> None:
    text, line, sentence = BAD[name]
    path = tmp_path / "plan.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PlanError) as error:
        resolve(net8.load(path))
    assert str(error.value) == f"{path}:{line}: {sentence}"


@pytest.mark.parametrize("verb", ["run", "describe", "topology"])
def test_the_command_line_says_so_and_ends_with_2(
    verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text, line, sentence = BAD["itself"]
    (tmp_path / "plan.toml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["net8", verb, "plan.toml"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert (ended.value.code, capsys.readouterr().err) == (2, f"net8: plan.toml:{line}: {sentence}\n")
