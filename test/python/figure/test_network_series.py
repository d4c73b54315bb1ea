# SPDX-License-Identifier: GPL-2.0-only
"""Series of links and sessions: queues, loads, drops and goodput as arithmetic and counters have them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import net8
import pandas as pd
import pytest
from net8.figure.plot import draw_figures
from net8.sweep.sweep import Sweep

LOOKED_AT = {"sample_interval": "10ms", "series": ["links", "sessions"]}
SITES: dict[str, Any] = {
    "site": [{"name": "office"}, {"name": "centre"}],
    "link": [{"name": "line", "between": ["office", "centre"], "rate": "10Mbps", "delay": "10ms"}],
    "client": {"site": "office"},
    "server": {"site": "centre"},
    "run": LOOKED_AT,
}


def run(document: dict[str, Any], **kwargs: Any) -> net8.Run:
    return net8.run(net8.Plan.of(document), **kwargs)


def test_background_traffic_is_load_and_goodput_as_it_is_sent() -> None:
    cross = {"kind": "constant", "rate": "1Mbps", "packet_size": 1000, "client_site": "office",
             "server_site": "centre"}  # fmt: skip
    found = run(SITES | {"cross_traffic": [cross], "client": {"site": "office", "start": "2s"}})
    links = found.link_series
    quiet = links[(links["time_s"] > 0.1) & (links["time_s"] < 2) & (links["direction"] == "down")]
    # 1000 bytes of payload, 28 of UDP and IP and 2 of PPP, 125 times a second, on 10 Mbit/s: 1.03 of 10 Mbit/s.
    assert quiet["load"].mean() == pytest.approx(0.103, rel=0.01)
    assert quiet["throughput_bit_s"].mean() == pytest.approx(1.03e6, rel=0.01)
    assert not quiet["queue_packets"].any()
    other = found.link_goodput[found.link_goodput["group"] == "other traffic"]
    sent = other[(other["time_s"] > 0.1) & (other["time_s"] < 2)]
    assert sent["goodput_bit_s"].mean() == pytest.approx(1e6, rel=0.01)
    assert set(sent["direction"]) == {"down"}


def test_a_full_queue_is_full_and_its_drops_are_those_that_the_run_counts() -> None:
    cross = {
        "kind": "constant",
        "rate": "20Mbps",
        "client_site": "office",
        "server_site": "centre",
        "stop": "1s",
    }
    found = run(SITES | {"cross_traffic": [cross], "client": {"site": "office", "start": "2s"}})
    links = found.link_series
    down = links[links["direction"] == "down"]
    full = down[(down["time_s"] > 0.5) & (down["time_s"] < 1)]
    # Of 20 Mbit/s half is too much; the queue has room for 100 packets.
    assert set(full["queue_packets"]) <= {99, 100}
    assert full["load"].min() == pytest.approx(1)
    assert down["dropped_packets"].iloc[-1] == found.counters["queue_drops_to_client"] > 0
    assert not links[links["direction"] == "up"]["dropped_packets"].any()


@pytest.mark.parametrize("ip", ["v4", "v6"])
def test_goodput_of_a_group_is_what_its_sessions_get_though_segments_are_repeated(ip: str) -> None:
    groups = [{"name": "few", "array_size": 10}, {"name": "many", "array_size": 300}]
    lossy = {**SITES["link"][0], "loss_rate": 0.02}
    found = run(SITES | {"link": [lossy], "group": groups, "query": {"rows": 2000}, "path": {"ip": ip}})
    assert found.counters["loss_drops_to_client"] > 0
    frame = found.link_goodput
    # Samples are 10 ms apart, and goodput is told from the first one on that has some.
    got = frame.groupby(["direction", "group"])["goodput_bit_s"].sum() * 0.010 / 8
    for number, name in enumerate(("few", "many")):
        row = found.sessions.iloc[number]
        assert got["down", name] == pytest.approx(row["bytes_received"])
        assert got["up", name] == pytest.approx(row["bytes_sent"])
    lost = found.link_series.groupby("direction")["lost_packets"].max()
    assert lost["down"] == found.counters["loss_drops_to_client"]


def test_tcp_of_a_session_begins_with_ten_segments_and_measures_the_path() -> None:
    found = run(SITES | {"query": {"rows": 20000}, "client": {"site": "office", "array_size": 1000}})
    frame = found.session_series
    server = frame[frame["end"] == "server"]
    # Linux: ten segments of 1500 - 20 - 32 bytes.
    assert server["cwnd_bytes"].iloc[0] == 10 * 1448
    assert (server["in_flight_bytes"] <= server["cwnd_bytes"]).all()
    rtt = server["rtt_s"].dropna()
    # Two times 10 ms, and no more than a full queue and a delayed ACK beside it: 100 x 1502 bytes and 40 ms.
    assert rtt.min() > 0.020
    assert rtt.max() < 0.020 + 100 * 1502 * 8 / 1e7 + 0.040
    assert set(frame["session"]) == {0}


def test_looking_changes_nothing_and_is_stored(tmp_path: Path) -> None:
    found = run(SITES, folder=tmp_path / "looked")
    plain = run({**SITES, "run": {}})
    assert (plain.digest, plain.events) == (found.digest, found.events)
    again = net8.Run.load(tmp_path / "looked")
    assert again.link_series.equals(found.link_series)
    assert again.link_goodput.equals(found.link_goodput)
    assert again.session_series.equals(found.session_series)
    assert plain.link_series.empty
    assert plain.link_goodput.empty
    assert plain.session_series.empty


def test_flows_share_a_link_and_each_has_its_series(tmp_path: Path) -> None:
    cross = [
        {"kind": "bulk", "flows": 2, "client_site": "office", "server_site": "centre", "stop": "20s"},
        {
            "kind": "constant",
            "rate": "1Mbps",
            "client_site": "office",
            "server_site": "centre",
            "stop": "20s",
        },
    ]
    looked = {"sample_interval": "500ms", "series": ["flows"], "stop_time": "20s"}
    late = {"site": "office", "start": "19s"}
    found = run(SITES | {"cross_traffic": cross, "client": late, "run": looked}, folder=tmp_path / "run")
    frame = found.flow_series
    assert set(zip(frame["traffic"], frame["flow"], strict=True)) == {(1, 1), (1, 2), (2, 1)}
    mean = frame[frame["time_s"].between(10, 18)].groupby(["traffic", "flow"])["goodput_bit_s"].mean()
    assert mean[2, 1] == pytest.approx(1e6, rel=0.01)
    # 1,000 bytes of payload take 1,030 on the link. Of what is left TCP brings 1,448 in 1,502.
    assert mean[1, 1] + mean[1, 2] == pytest.approx((10e6 - 1.03e6) * 1448 / 1502, rel=0.01)
    # The last sample is taken half a second before the end, in which the link brings at most 625,000 bytes.
    bytes_in_all = sum(
        count for name, count in found.counters.items() if name.endswith("_bytes") and "_flow_" in name
    )
    assert 500_000 < bytes_in_all - found.flow_columns["received_bytes"][-3:].sum() < 625_000
    pd.testing.assert_frame_equal(net8.Run.load(tmp_path / "run").flow_series, frame)


FULL: dict[str, Any] = {
    "kind": "constant", "rate": "12Mbps", "client_site": "office", "server_site": "centre", "stop": "900ms",
}  # fmt: skip
BOTH_WAYS: dict[str, dict[str, Any]] = {
    "plain": {},
    "overflow": {"cross_traffic": [FULL]},
    "bytes and bursts": {
        "link": [SITES["link"][0] | {"queue_size": "4000B", "burst_rate": 0.05, "burst_length": 3.0}],
        "cross_traffic": [FULL | {"rate": "9Mbps"}],
    },
    "losses, IPv6": {"link": [SITES["link"][0] | {"loss_rate": 0.02}], "path": {"ip": "v6"}},
    "overtaking": {"link": [SITES["link"][0] | {"jitter": "3ms", "overtake": True}], "cross_traffic": [FULL]},
    "firewall and outage": {
        "link": [SITES["link"][0] | {"idle_time": "20ms", "burst_rate": 0.01}],
        "fault": [{"kind": "link_down", "target": "line", "at": "300ms", "until": "400ms"}],
    },
    "changes": {"link_change": [{"link": "line", "at": "400ms", "rate": "1Mbps", "delay": "20ms"}]},
    "path": {
        "site": [],
        "link": [],
        "path": {"hops": 3, "delay": "9ms", "queue_size": "5p"},
        "client": {},
        "server": {},
    },
    "path of IPv6": {"site": [], "link": [], "path": {"hops": 2, "ip": "dual"}, "client": {}, "server": {}},
}


@pytest.mark.parametrize("name", BOTH_WAYS)
def test_series_of_computed_links_are_those_of_nodes(name: str) -> None:
    document = SITES | {"query": {"rows": 3000}, "run": LOOKED_AT | {"stop_time": "10s"}} | BOTH_WAYS[name]
    document = {key: value for key, value in document.items() if value != []}
    plan = net8.Plan.of(document)
    walked, computed = (net8.run(plan.with_values({"run.network": kind})) for kind in ("nodes", "stages"))
    assert computed.events < walked.events, "hops are computed"
    assert computed.digest == walked.digest
    assert len(walked.link_series) > 50
    pd.testing.assert_frame_equal(computed.link_series, walked.link_series)
    pd.testing.assert_frame_equal(computed.link_goodput, walked.link_goodput)
    pd.testing.assert_frame_equal(computed.session_series, walked.session_series)
    plain = net8.run(net8.Plan.of({**document, "run": {"network": "stages", "stop_time": "10s"}}))
    assert (plain.digest, plain.events) == (computed.digest, computed.events), "looking takes no events"


def test_hops_of_a_path_are_links_and_only_the_first_sessions_have_series() -> None:
    found = run(
        {
            "path": {"hops": 2, "delay": "5ms"},
            "client": {"count": 4},
            "query": {"rows": 10},
            "run": LOOKED_AT | {"series_sessions": 2},
        }
    )
    assert set(found.link_series["link"]) == {"wan1", "wan2"}
    assert set(found.session_series["session"]) == {0, 1}


@pytest.mark.slow
def test_figures_show_links_and_sessions(tmp_path: Path) -> None:
    quantities = [
        "link_queue",
        "link_load",
        "link_losses",
        "link_goodput",
        "flow_goodput",
        "cwnd",
        "rtt",
        "in_flight",
    ]
    figure = {"kind": "series", "quantities": quantities,
              "links": ["line down"], "name": "seen"}  # fmt: skip
    cross = {
        "kind": "constant",
        "rate": "1Mbps",
        "client_site": "office",
        "server_site": "centre",
        "stop": "1s",
    }
    looked = LOOKED_AT | {"series": ["links", "flows", "sessions"]}
    plan = net8.Plan.of(SITES | {"figure": [figure], "cross_traffic": [cross], "run": looked}, name="seen")
    sweep = Sweep(plan, out=tmp_path)
    sweep.run_missing(jobs=1)
    (script,) = [path.with_suffix(".gp") for path in draw_figures(sweep.results) if path.suffix == ".svg"]
    text = script.read_text("utf-8")
    for name in ("line down", "line down, clients", "cross_traffic 1, flow 1", "session 0"):
        assert f"'{name}'" in text
    assert "line up" not in text


def test_what_is_drawn_must_be_looked_at() -> None:
    with pytest.raises(
        net8.PlanError, match='link_load is drawn from samples; set run.series = \\["links"\\]'
    ):
        net8.Plan.of({"run": {"sample_interval": "1s"},
                      "figure": [{"kind": "series", "quantities": ["link_load"]}]})  # fmt: skip


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"run": {"series": ["links"]}}, "run.series needs samples; set run.sample_interval"),
        (
            {"run": LOOKED_AT | {"series": ["flows"]}},
            "but this plan has none; add a \\[\\[cross_traffic\\]\\]",
        ),
        ({"path": {"kind": "lan"}}, "links between routers, but this plan has none"),
        ({"client": {"tcp": {"profile": "ns3"}}}, "client.tcp runs that of ns-3"),
        ({"server": {"tcp": {"congestion_control": "TcpVegas"}}}, "server.tcp runs that of ns-3"),
        ({"path": {"tcp_demux": "stock"}}, 'path.tcp_demux = "hashed", which is "stock" here'),
    ],
)
def test_series_that_cannot_be_had_are_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(net8.PlanError, match=sentence):
        net8.run(net8.Plan.of({"run": LOOKED_AT} | change))


def test_metrics_are_those_of_the_samples() -> None:
    found = run(SITES | {"query": {"rows": 2000}})
    links = found.link_series
    busy = links.groupby(["link", "direction"])["load"].mean()
    # Samples are equally far apart, the first of them at time 0, before which nothing was.
    count = len(links) / 2
    assert found["link_load"] == pytest.approx(busy.max() * count / (count - 1))
    assert found["link_queue"] == links["queue_packets"].max()
    assert found["link_drops"] == 0
    server = found.session_series[found.session_series["end"] == "server"]
    assert found["cwnd"] == pytest.approx(server["cwnd_bytes"].mean())
    assert found["rtt"] == pytest.approx(server["rtt_s"].mean())
    assert net8.run(net8.Plan.of({"query": {"rows": 3}}))["rtt"] is None
    with pytest.raises(
        net8.PlanError, match='rtt is measured from series; set run.series = \\["sessions"\\]'
    ):
        net8.Plan.of({"table": {"columns": ["rtt"]}})
