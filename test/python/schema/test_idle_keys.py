# SPDX-License-Identifier: GPL-2.0-only
"""Keys of networks that are set and change nothing: describe and run say so, and no run is another one for them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import net8
import pytest
from net8.cli import main
from net8.forecast.describe import describe
from net8.plan.resolve import resolve
from net8.schema.table import KEYS

LINK: dict[str, Any] = {"name": "ab", "between": ["a", "b"]}
NETWORK: dict[str, Any] = {
    "site": [{"name": "a"}, {"name": "b"}],
    "link": [LINK],
    "client": {"site": "a"},
    "server": {"site": "b"},
}
IDLE: list[tuple[dict[str, Any], str]] = [
    ({"path": {"kind": "lan", "hops": 3}},
     'path.hops changes nothing, because path.kind = "lan"; it applies with "wan"'),
    ({"path": {"kind": "segment", "delay": "1ms"}},
     'path.delay changes nothing, because path.kind = "segment"; it applies with "wan"'),
    ({"path": {"spx_window": 4}},
     'path.spx_window changes nothing, because path.transport = "tcp"; it applies with "spx"'),
    ({"path": {"kind": "lan", "transport": "spx", "decnet_flow": "segment"}},
     'path.decnet_flow changes nothing, because path.transport = "spx"; it applies with "decnet"'),
    ({"path": {"kind": "lan", "transport": "decnet", "netbios_send": "no_ack"}},
     'path.netbios_send changes nothing, because path.transport = "decnet"; it applies with "netbios"'),
    ({"path": {"transport_messages": "stream"}},
     'path.transport_messages changes nothing, because path.transport = "tcp"; it applies with "spx" or "decnet" or '
     '"netbios"'),
    ({"path": {"kind": "lan", "transport": "netbios", "transport_background": True}},
     'path.transport_background changes nothing, because path.transport = "netbios"; it applies with "spx" or '
     '"decnet"'),
    ({"path": {"radio_attempts": 3}},
     'path.radio_attempts changes nothing, because path.last_hop = "ethernet"; it applies with "radio"'),
    ({"path": {"loss_direction": "to_client"}},
     "path.loss_direction changes nothing, because path.loss_rate = 0.0 and path.burst_rate = 0.0 and "
     "path.loss_p13 = 0.0 and path.loss_p14 = 0.0"),
    ({"path": {"kind": "lan", "duplicate": 0.1}},
     'path.duplicate changes nothing, because path.kind = "lan"; it applies with "wan"'),
    ({"path": {"reorder_gap": 5}}, "path.reorder_gap changes nothing, because path.reorder = 0.0"),
    ({"client": {"lookup_time": "1ms"}},
     'client.lookup_time changes nothing, because client.naming = "none"; it applies with "dns" or "directory"'),
    ({"listener": {"silent_name_servers": 1}},
     "listener.silent_name_servers changes nothing, because listener.reverse_lookup = false"),
    (NETWORK | {"site": [{"name": "a", "radio_frame_loss": 0.1}, {"name": "b"}]},
     'site.a.radio_frame_loss changes nothing, because site.a.kind = "switched"; it applies with "radio"'),
    (NETWORK | {"site": [{"name": "a", "kind": "segment", "queue_size": "9p"}, {"name": "b"}]},
     'site.a.queue_size changes nothing, because site.a.kind = "segment"; it applies with "switched" or "radio" or '
     '"routed"'),
    (NETWORK | {"link": [LINK | {"jitter_table": "normal"}]},
     'link.ab.jitter_table changes nothing, because link.ab.jitter = "0s"'),
    (NETWORK | {"link": [LINK | {"burst_length": 3.0}]},
     "link.ab.burst_length changes nothing, because link.ab.burst_rate = 0.0"),
    (NETWORK | {"link": [LINK | {"loss_direction": "up"}]},
     "link.ab.loss_direction changes nothing, because link.ab.loss_rate = 0.0 and link.ab.burst_rate = 0.0 "
     "and link.ab.loss_p13 = 0.0 and link.ab.loss_p14 = 0.0"),
    ({"cross_traffic": [{"kind": "bulk", "packet_size": 99, "stop": "1s"}]},
     'cross_traffic.1.packet_size changes nothing, because cross_traffic.1.kind = "bulk"; it applies with "constant" '
     'or "pareto"'),
]  # fmt: skip


def without(document: dict[str, Any], sentence: str) -> dict[str, Any]:
    """Return a plan without the key that a sentence is about."""
    name = sentence.split()[0].rpartition(".")[2]

    def stripped(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: stripped(each) for key, each in value.items() if key != name}
        return [stripped(each) for each in value] if isinstance(value, list) else value

    left = stripped(document)
    assert left != document
    return dict(left)


@pytest.mark.parametrize(("document", "sentence"), IDLE, ids=[sentence.split()[0] for _, sentence in IDLE])
def test_a_key_that_changes_nothing_is_told(document: dict[str, Any], sentence: str) -> None:
    plan = net8.Plan.of({"query": {"rows": 30}} | document)
    assert sentence in describe(plan).warnings
    bare = net8.Plan.of({"query": {"rows": 30}} | without(document, sentence))
    assert not [text for text in describe(bare).warnings if "changes nothing, as" in text]
    assert net8.run(plan).digest == net8.run(bare).digest


def test_every_rule_is_about_keys_that_there_are() -> None:
    from net8.plan.idle import _RULES

    for section, rules in _RULES.items():
        for rule in rules:
            for name in (*rule.names, *rule.by):
                assert f"{section}.{name}" in KEYS
            for word in rule.words:
                assert all(word in KEYS[f"{section}.{name}"].choices for name in rule.by)


def test_a_key_that_counts_at_one_point_of_a_sweep_is_not_told() -> None:
    plan = net8.Plan.of({"path": {"hops": 3}}).sweep({"path.kind": ["lan", "wan"]})
    assert not [text for text in describe(plan).warnings if "path.hops" in text]
    plan = net8.Plan.of({"path": {"hops": 3}}).sweep({"path.kind": ["lan", "segment"]})
    assert [text for text in describe(plan).warnings if "path.hops changes nothing" in text]


def test_defaults_of_keys_that_change_nothing_are_not_shown() -> None:
    shown = {path for path, *_rest in describe(net8.Plan.of({"path": {"kind": "lan", "hops": 3}})).settings}
    assert "path.hops" in shown, "as somebody set it"
    assert not shown & {"path.rate", "path.delay", "path.spx_window", "path.netbios_send", "path.radio_rates"}
    wan = {path for path, *_rest in describe(net8.Plan.of({})).settings}
    assert {"path.rate", "path.delay", "path.hops"} <= wan


def test_a_group_that_asks_a_server_makes_the_time_of_a_look_up_count() -> None:
    group = {"name": "asks", "naming": "dns"}
    plan = net8.Plan.of({"client": {"lookup_time": "1ms"}, "group": [group, {"name": "knows"}]})
    assert [text for text in describe(plan).warnings if "changes nothing, as" in text] == []


def test_net8_run_says_it_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "plan.toml").write_text(
        '[path]\nkind = "lan"\nhops = 3\n[query]\nrows = 3\n', encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["net8", "run", "plan.toml"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    assert 'path.hops changes nothing, because path.kind = "lan"' in "".join(capsys.readouterr())
    assert resolve(net8.load("plan.toml")).sections["path"]["Hops"] == "3"
