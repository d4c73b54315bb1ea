# SPDX-License-Identifier: GPL-2.0-only
"""Links of a plan that vary, change, lose in bursts and forget idle connections.

The distributions are held against netem in test/network; here it is that they reach the packets of a plan.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import dpkt
import net8
import pytest
from net8.base.errors import PlanError
from net8.forecast.describe import describe
from net8.plan.network import as_sites
from net8.plan.resolve import resolve
from net8.plan.stages import why_nodes

Document = dict[str, Any]
MS = 10**6


def two_sites(**link: object) -> Document:
    """Return a plan of an office and a centre, 10 ms apart."""
    line = {"name": "line", "between": ["office", "centre"], "rate": "10Mbps", "delay": "10ms"} | link
    return {
        "site": [{"name": "office"}, {"name": "centre"}],
        "link": [line],
        "client": {"driver": "python-thin", "site": "office"},
        "server": {"site": "centre"},
        "query": {"rows": 10},
    }


def handshake_ns(document: Document) -> int:
    """Run a plan; return the time from SYN to SYN-ACK."""
    columns = net8.run(net8.Plan.of(document)).session_columns
    return int(columns["connected_ns"][0] - columns["start_ns"][0])


def test_jitter_stays_within_its_bounds_and_differs() -> None:
    base = handshake_ns(two_sites())
    found = [handshake_ns(two_sites(jitter="2ms") | {"run": {"seed": seed}}) - base for seed in range(1, 21)]
    # Each way from -2 to less than 2 ms, all alike: of 20 sums one beyond 1 ms is missing with a chance of 1e-4.
    assert all(-4 * MS <= each < 4 * MS for each in found)
    assert len(set(found)) == len(found)
    assert max(map(abs, found)) > MS


def test_packets_do_not_overtake_unless_they_may() -> None:
    # 100 rows a fetch are two packets and more, 1.2 ms apart; 9 ms of jitter mixes them.
    query = {"query": {"rows": 3000}}
    results = [net8.run(net8.Plan.of(two_sites(jitter="9ms", overtake=may) | query)) for may in (False, True)]
    assert [list(each.sessions["outcome"]) for each in results] == [["closed"], ["closed"]]
    assert results[0].digest != results[1].digest


def test_bursts_lose_where_the_plan_says() -> None:
    document = two_sites(burst_rate=0.02, burst_length=5, loss_direction="down") | {"query": {"rows": 3000}}
    counters = net8.run(net8.Plan.of(document)).counters
    assert counters["loss_drops_down_on_line"] == counters["loss_drops_to_client"] > 0
    assert "loss_drops_up_on_line" not in counters


def late(**more: object) -> Document:
    """Return the plan with a client that starts after two seconds."""
    document = two_sites()
    document["client"]["start"] = "2s"
    return document | more


@pytest.mark.parametrize(
    ("change", "longer_ns"),
    [
        ({"delay": "25ms"}, 2 * 15 * MS),
        ({"delay_up": "25ms"}, 15 * MS),
        # SYN and SYN-ACK: 60 bytes of IP and 2 of PPP, at 1 Mbit/s instead of 10.
        ({"rate": "1Mbps"}, 2 * 62 * 8 * 900),
        ({"rate_up": "1Mbps"}, 62 * 8 * 900),
    ],
)  # fmt: skip
def test_a_change_counts_from_its_time_on(change: Document, longer_ns: int) -> None:
    base = handshake_ns(late())
    assert handshake_ns(late(link_change=[{"at": "1s"} | change])) - base == longer_ns
    assert handshake_ns(late(link_change=[{"at": "3s"} | change])) == base


def silent(**ends: Document) -> Document:
    """Return a plan whose user pauses for two hours behind a firewall that forgets after one."""
    document = two_sites(idle_time="1h")
    document["client"] |= {"queries": 2, "think_time": "2h"}
    for end, values in ends.items():
        document[end] |= values
    return document


def test_a_firewall_forgets_who_is_silent() -> None:
    result = net8.run(net8.Plan.of(silent()))
    session = result.sessions.iloc[0]
    assert session["ora_code"] == 3113
    assert result.counters["connections_forgotten_on_line"] == 1
    # Linux gives up a segment that is not acknowledged after 15 retransmissions (tcp_retries2): 924.6 s with a RTO of
    # 200 ms, and in the same proportion longer up to the cap of 120 s; here the RTO is that and a round trip of 20 ms.
    gone_s = session["end_s"] - 7200
    assert 924 < gone_s < 1100
    assert result.counters["segments_stopped_on_line"] >= 16


def test_a_device_that_rejects_ends_the_next_call_at_once() -> None:
    document = silent()
    document["link"][0]["idle_action"] = "reset"
    result = net8.run(net8.Plan.of(document))
    session = result.sessions.iloc[0]
    assert session["ora_code"] == 3113
    # The RST comes from the client's end of the link, and nobody waits for the network: 10 ms each way.
    assert session["waiting_since_s"] > 7200
    assert session["end_s"] - session["waiting_since_s"] < 0.001
    assert result.counters["segments_reset_on_line"] == 1


@pytest.mark.parametrize(("keep_alive_time", "lives"), [("2h", False), ("30min", True)])
def test_enable_broken_helps_if_its_probes_are_frequent_enough(keep_alive_time: str, lives: bool) -> None:
    # A published case (0x1.net): the firewall forgets after an hour, ENABLE=BROKEN switches TCP keepalive on.
    document = silent(
        client={"keep_alive": True, "think_time": "3h", "tcp": {"keep_alive_time": keep_alive_time}}
    )
    assert (net8.run(net8.Plan.of(document)).sessions["ora_code"][0] == 0) == lives


@pytest.mark.parametrize(("expire_time", "lives"), [("0s", False), ("2min", True)])
def test_expire_time_cures_a_firewall_of_five_minutes(expire_time: str, lives: bool) -> None:
    # A published case (knex 3651): idle connections are lost after 5 min, and SQLNET.EXPIRE_TIME=2 keeps them.
    document = two_sites(idle_time="5min")
    document["client"] |= {"queries": 2, "think_time": "1h"}
    document["server"] |= {"expire_time": expire_time}
    assert (net8.run(net8.Plan.of(document)).sessions["ora_code"][0] == 0) == lives


def test_a_nat_takes_a_connection_up_again() -> None:
    document = silent()
    document["link"][0]["idle_action"] = "pick_up"
    result = net8.run(net8.Plan.of(document))
    assert list(result.sessions["outcome"]) == ["closed"]
    assert result.counters["connections_forgotten_on_line"] == 1
    assert "segments_stopped_on_line" not in result.counters


def server_gone_at(result: net8.Run) -> float:
    """Return the first whole second at which the server has no session any more."""
    series = result.series
    return float(series["time_s"][series.index[series["sessions"] > 0][-1] + 1])


@pytest.mark.parametrize("ip", ["v4", "v6"])
def test_a_nat_with_another_port_ends_the_next_call_after_a_round_trip(ip: str) -> None:
    document = silent(server={"expire_time": "90min"})
    document["link"][0]["idle_action"] = "new_port"
    document |= {"path": {"ip": ip}, "run": {"sample_interval": "1s", "stop_time": "3h"}}
    result = net8.run(net8.Plan.of(document))
    session = result.sessions.iloc[0]
    assert session["ora_code"] == 3113
    # The request arrives from a port that the server does not know: its RST is back after 20 ms, and what 10 Mbit/s
    # take for a request of at most 400 bytes and a RST of at most 66: 0.37 ms.
    assert 0.020 < session["end_s"] - session["waiting_since_s"] < 0.0205
    assert result.counters["segments_moved_on_line"] == 2
    assert "segments_reset_on_line" not in result.counters
    # The server probes after 5400 s (and up to an eighth more, the timer wheel of Linux), 10 times in steps of 6 s.
    # These and the RST at the end find no mapping, as it is forgotten after 3600 s.
    assert 5460 < server_gone_at(result) < 5460 * 9 / 8 + 1
    assert result.counters["server_dead_connection"] == 1
    assert result.counters["segments_stopped_on_line"] == 11


@pytest.mark.parametrize("ip", ["v4", "v6"])
def test_a_balancer_resets_both_ends_at_its_limit(ip: str) -> None:
    document = silent()
    document["link"][0]["idle_action"] = "reset_both"
    document |= {"path": {"ip": ip}, "run": {"sample_interval": "1s", "stop_time": "3h"}}
    result = net8.run(net8.Plan.of(document))
    session = result.sessions.iloc[0]
    # The server knows after an hour; the client, which looks at its socket only when it uses it, after two.
    assert server_gone_at(result) == 3601
    assert session["ora_code"] == 3135
    assert 7200 < session["end_s"] < 7201
    counters = {name: result.counters[name] for name in result.counters if name.endswith("_on_line")}
    assert counters == {"connections_forgotten_on_line": 1, "segments_reset_on_line": 2}


def working(action: str, **client: object) -> Any:
    """Return the result of a call of two hours behind a device that forgets after one."""
    document = silent(server={"row_time": "2h"}, client={"queries": 1, "think_time": "0s"} | client)
    document["link"][0]["idle_action"] = action
    return net8.run(net8.Plan.of(document | {"query": {"rows": 1}, "run": {"stop_time": "4h"}}))


def test_a_call_that_is_longer_than_the_limit_of_a_balancer_ends_with_it() -> None:
    session = working("reset_both").sessions.iloc[0]
    assert session["ora_code"] == 3113
    # An hour after the last packet: the server's ACK, 10 ms after the request and at most 0.4 ms for its bytes, which
    # Linux delays by 40 ms.
    assert 3600.050 < session["end_s"] - session["waiting_since_s"] < 3600.051


def test_a_call_that_is_longer_than_the_limit_of_a_nat_never_ends() -> None:
    result = working("new_port")
    # The reply and its 15 retransmissions come from outside and have no mapping, nor has the RST when TCP gives up.
    assert result.counters["segments_stopped_on_line"] >= 16
    assert result.sessions["outcome"][0] == "failed: cut off by the end of the simulation"
    # A keepalive of the client opens a mapping that the server does not know: the first one ends it.
    session = working("new_port", keep_alive=True, tcp={"keep_alive_time": "90min"}).sessions.iloc[0]
    assert session["ora_code"] == 3113
    assert 5400 < session["end_s"] - session["waiting_since_s"] < 5400 * 9 / 8 + 1


@pytest.mark.parametrize("action", ["new_port", "reset_both"])
def test_neither_does_anything_to_what_is_not_idle(action: str) -> None:
    document = two_sites(idle_time="1h", idle_action=action)
    result, plain = (net8.run(net8.Plan.of(each)) for each in (document, two_sites()))
    assert (result.digest, result.counters) == (plain.digest, plain.counters)


def test_a_wan_resets_both_ends_as_well() -> None:
    document = silent()
    for key in ("site", "link"):
        document.pop(key)
    for end in ("client", "server"):
        document[end].pop("site", None)
    wan = {"kind": "wan", "hops": 1, "idle_time": "1h", "idle_action": "reset_both"}
    result = net8.run(net8.Plan.of(document | {"path": wan}))
    assert list(result.sessions["ora_code"]) == [3135]
    assert result.counters["segments_reset_on_wan"] == 2


def tcp_of(path: Path) -> list[dpkt.tcp.TCP]:
    """Return the TCP segments of a capture."""
    with path.open("rb") as file:
        packets = [dpkt.ethernet.Ethernet(frame).data for _time, frame in dpkt.pcap.Reader(file)]
    return [each.data for each in packets if isinstance(each.data, dpkt.tcp.TCP)]


@pytest.mark.parametrize("action", ["reset", "new_port", "reset_both"])
def test_captures_show_what_each_side_sees(action: str, tmp_path: Path) -> None:
    document = silent()
    document["link"][0]["idle_action"] = action
    net8.run(net8.Plan.of(document), folder=tmp_path, pcap=True)
    client, server = (tcp_of(tmp_path / f"capture-{side}.pcap") for side in ("client", "server"))
    own = client[0].sport
    assert {own, 1521} == {each.sport for each in client}
    resets = [[each for each in side if each.flags & dpkt.tcp.TH_RST] for side in (client, server)]
    assert [len(each) for each in resets] == [1, 0 if action == "reset" else 1]
    assert resets[0][0].sport == 1521
    sent = [each for each in client if each.sport == own]
    assert resets[0][0].seq == sent[-1].ack
    if action == "new_port":
        # The last request as the client sent it and as the server got it: only the port differs.
        asked, got = sent[-1], server[-2]
        assert (got.sport, got.seq, got.ack, got.data) == (61000, asked.seq, asked.ack, asked.data)
        assert resets[1][0].dport == 61000
    elif action == "reset_both":
        assert resets[1][0].sport == own
    if shutil.which("tshark"):
        for side in ("client", "server"):
            command = [
                "tshark",
                "-n",
                "-o",
                "tcp.check_checksum:TRUE",
                "-r",
                str(tmp_path / f"capture-{side}.pcap"),
            ]
            rule = "_ws.malformed or tcp.checksum.status == 0 or ip.checksum.status == 0"
            shown = subprocess.run([*command, "-Y", rule], capture_output=True, text=True, check=True)
            assert shown.stdout == ""


@pytest.mark.parametrize("action", ["reset", "new_port", "reset_both"])
def test_hops_are_not_computed_where_a_device_acts(action: str) -> None:
    why = why_nodes(net8.Plan.of(two_sites(idle_time="1h", idle_action=action)))
    assert f'link line has idle_action = "{action}"' in why


def test_each_of_several_devices_has_its_own_time() -> None:
    # The probes of every 40 minutes are too rare for the second device, which forgets after 30.
    document = silent(client={"expire_time": "40min"})
    (first,) = document["link"]
    assert net8.run(net8.Plan.of(document)).sessions["outcome"][0] == "closed"
    document["router"] = [{"name": "middle"}]
    document["link"] = [
        first | {"between": ["office", "middle"]},
        first
        | {"name": "other", "between": ["middle", "centre"], "idle_time": "30min", "idle_action": "reset"},
    ]
    result = net8.run(net8.Plan.of(document))
    assert result.sessions["ora_code"][0] in (3113, 3135)
    assert result.counters["connections_forgotten_on_other"] == 1
    assert "connections_forgotten_on_line" not in result.counters


@pytest.mark.parametrize("end", ["client", "server"])
def test_probes_keep_a_connection_in_its_memory(end: str) -> None:
    result = net8.run(net8.Plan.of(silent(**{end: {"expire_time": "10min"}})))
    assert list(result.sessions["outcome"]) == ["closed"]
    assert "connections_forgotten_on_line" not in result.counters


def on_path(**path: object) -> Document:
    """Return a plan of one path of 10 ms, whose client starts after two seconds."""
    return {
        "path": {"rate": "10Mbps", "delay": "10ms"} | path,
        "client": {"driver": "python-thin", "start": "2s"},
        "query": {"rows": 10},
    }


@pytest.mark.parametrize(
    ("hops", "change", "longer_ns"),
    [
        (1, {"delay": "25ms"}, 2 * 15 * MS),
        (1, {"link": "wan", "delay_up": "25ms"}, 15 * MS),
        # SYN and SYN-ACK: 60 bytes of IP and 2 of PPP, at 1 Mbit/s instead of 10.
        (1, {"rate": "1Mbps"}, 2 * 62 * 8 * 900),
        # The 10 ms are those of both links: the second has 5 ms before.
        (2, {"link": "wan2", "delay": "25ms"}, 2 * 20 * MS),
    ],
)
def test_links_of_a_path_change_as_those_of_a_graph(hops: int, change: Document, longer_ns: int) -> None:
    document = on_path(hops=hops)
    base = handshake_ns(document)
    assert handshake_ns(document | {"link_change": [{"at": "1s"} | change]}) - base == longer_ns
    assert handshake_ns(document | {"link_change": [{"at": "3s"} | change]}) == base
    late = net8.Plan.of(document | {"link_change": [{"at": "2050ms"} | change]})
    assert as_sites(late).tables("link_change") == late.tables("link_change")
    for column in ("start_ns", "end_ns"):
        assert list(net8.run(late).call_columns[column]) == list(
            net8.run(as_sites(late)).call_columns[column]
        )
    assert dict(describe(late).facts)[f"link {change.get('link', 'wan')}"] == (
        "changes 1 time; the path above is that at the start; routes do not change"
    )


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        (on_path(hops=2), 'link_change.link = "" is not a link; the plan has wan1, wan2'),
        (on_path(kind="lan"), 'link_change.link = "" is not a link; the plan has none'),
        (
            on_path() | {"run": {"partition": ["client", "server"]}},
            'link_change.delay = "25ms" changes the delay by which the ranks of run.partition run apart; leave one of '
            "them out",
        ),
    ],
)
def test_changes_that_a_path_cannot_have_are_one_sentence(document: Document, sentence: str) -> None:
    with pytest.raises(PlanError) as error:
        resolve(net8.Plan.of(document | {"link_change": [{"at": "1s", "delay": "25ms"}]}))
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        ({"link": "lin", "rate": "1Mbps"}, 'link_change.link = "lin" is not a link (did you mean line?)'),
        ({"at": "1s"}, "a [[link_change]] changes nothing; set its rate or its delay"),
    ],
)  # fmt: skip
def test_changes_that_cannot_be_are_one_sentence(tables: Document, sentence: str) -> None:
    with pytest.raises(PlanError) as error:
        resolve(net8.Plan.of(two_sites() | {"link_change": [tables]}))
    assert str(error.value) == sentence


def test_describe_tells_what_links_do() -> None:
    document = two_sites(jitter="2ms", burst_rate=0.01, burst_length=4, idle_time="1h")
    facts = dict(describe(net8.Plan.of(document | {"link_change": [{"at": "1s", "rate": "1Mbps"}]})).facts)
    assert facts["link line"] == (
        "changes 1 time; the path above is that at the start; routes do not change; jitter of 2ms, uniform, in order; "
        "bursts of 4 losses on average, which begin with probability 0.01 at a packet; bursts count packets, not "
        "time; a device removes TCP connections after an idle time of 1h; it drops their packets, so that both ends "
        "wait until they give up; its limits for handshakes and for closing connections "
        "are not modelled"
    )
    assert "link line" not in dict(describe(net8.Plan.of(two_sites())).facts)
