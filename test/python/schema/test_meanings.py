# SPDX-License-Identifier: GPL-2.0-only
"""Names that people bring along: what they are called in a plan, and numbers where a plan has words."""

from __future__ import annotations

import re
import tomllib

import net8
import pytest
from net8.schema import meanings
from net8.schema.metrics import METRICS
from net8.schema.table import KEYS, SECTIONS
from net8.schema.values import meant

pytestmark = pytest.mark.plain


@pytest.mark.parametrize(
    ("text", "release"),
    [("12.1", "12.1"), ("12.10", "12.1"), ("7.3", "7.3"), ("19", "19c"), ("23", "23ai"), ('"18"', "18c"),
     ('"21c"', "21c")],
)  # fmt: skip
def test_a_release_may_be_a_number(text: str, release: str) -> None:
    plan = net8.Plan.of(tomllib.loads(f"[server]\nrelease = {text}\n[client]\nrelease = {text}"))
    assert plan["server.release"] == plan["client.release"] == release
    assert net8.Plan.of({"sweep": {"server.release": [tomllib.loads(f"x = {text}")["x"]]}}).axes[0].steps[
        0
    ].values == {"server.release": release}


@pytest.mark.parametrize("value", [12.5, True, 1, "19cc"])
def test_no_release(value: object) -> None:
    with pytest.raises(net8.PlanError, match=r"server\.release = .* is not one of 7\.3, 8\.1"):
        net8.Plan.of({"server": {"release": value}})


SITES = [{"name": "a"}, {"name": "b"}]
LINK = {"name": "l", "between": ["a", "b"]}


@pytest.mark.parametrize(
    ("document", "hint"),
    [
        ({"client": {"fetch_size": 10}}, "(did you mean array_size?)"),
        ({"query": {"fetchSize": 10}}, "(did you mean client.array_size?)"),
        ({"group": [{"name": "app", "arraysize": 10}]}, "(did you mean array_size?)"),
        ({"group": [{"name": "app", "prefetch": 10}]}, "(did you mean prefetch_rows?)"),
        ({"path": {"rtt": "80ms"}}, "(did you mean delay, which is one way?)"),
        ({"path": {"latency": "80ms"}}, "(did you mean delay?)"),
        ({"path": {"bandwidth": "10Mbps"}}, "(did you mean rate?)"),
        ({"path": {"reordering": 0.1}}, "(did you mean reorder?)"),
        ({"path": {"duplication": 0.1}}, "(did you mean duplicate?)"),
        ({"server": {"tcp": {"mss": 1460}}}, "(did you mean segment_size?)"),
        ({"site": SITES, "link": [LINK | {"rate_down": "1Mbps"}]}, "(did you mean rate?)"),
        ({"site": SITES, "link": [LINK | {"upload": "1Mbps"}]}, "(did you mean rate_up?)"),
        ({"path": {"rate_down": "1Mbps"}}, "(did you mean rate?)"),
        ({"network": {"rate": "10Mbps"}}, "(did you mean path?)"),
        ({"client": {"driver": "python-thick"}}, "(did you mean oci?)"),
        ({"client": {"driver": "odp.net"}}, "(did you mean odp-net?)"),
        ({"client": {"driver": "JDBC"}}, "(did you mean jdbc-thin?)"),
        ({"server": {"release": "11g"}}, "(did you mean 11.2?)"),
        ({"client": {"tcp": {"congestion_control": "cubic"}}}, "(did you mean TcpCubic?)"),
        ({"sweep": {"client.fetch_size": [1]}}, "(did you mean client.array_size?)"),
    ],
    ids=str,
)  # fmt: skip
def test_a_hint_goes_by_meaning(document: dict[str, object], hint: str) -> None:
    with pytest.raises(net8.PlanError, match=re.escape(hint) + "$"):
        net8.Plan.of(document)


def test_a_hint_of_a_set_key_goes_by_meaning() -> None:
    plan = net8.Plan.of({"group": [{"name": "app"}]})
    for path, hint in (
        ("client.fetch_size", "(did you mean client.array_size?)"),
        ("group.app.fetch_size", "(did you mean group.app.array_size?)"),
        ("group.app.cuont", "(did you mean group.app.count?)"),
    ):
        with pytest.raises(net8.PlanError, match=re.escape(f"{path} is not a key that can be set {hint}")):
            plan.with_values({path: 1})


def test_every_suggestion_is_a_name_of_plans_and_no_word_is_one() -> None:
    choices = {choice for key in KEYS.values() for choice in key.choices}
    known = {*KEYS, *SECTIONS, *choices, *METRICS}
    assert set(meanings._WORDS) <= known
    for target, words in meanings._WORDS.items():
        section = target.rpartition(".")[0]
        for word in words.split():
            assert f"{section}.{word}" not in known, word
            assert "did you mean" in meant(f"{section}.{word}" if section else word, known), word
