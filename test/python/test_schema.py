# SPDX-License-Identifier: GPL-2.0-only
"""The table of plan keys against the C++ attributes and against itself."""

from __future__ import annotations

from pathlib import Path

import net8
import pytest
from net8 import _core
from net8.base.units import QuantityError
from net8.plan.complete import complete
from net8.plan.resolve import resolve
from net8.schema.table import CORE_SECTIONS, KEYS, attribute, keys_of, snake
from net8.schema.values import canonical, to_ns3

# Attributes that helpers set and a plan has no say in.
INTERNAL = {"client": {"Remote", "Protocol", "NameServer"}, "listener": {"Protocol"}}


@pytest.mark.parametrize("section", [*CORE_SECTIONS, "cross_traffic", "end_point", "fault"])
def test_keys_are_the_attributes_of_their_class(section: str) -> None:
    found = set(_core.attributes(section)) - INTERNAL.get(section, set())
    assert {attribute(key.name) for key in keys_of(section) if key.core} == found


@pytest.mark.parametrize("path", KEYS)
def test_defaults_are_canonical(path: str) -> None:
    key = KEYS[path]
    if key.default not in (None, "", ()) and key.kind != "any":
        assert canonical(key, key.default) == key.default
    assert key.help.endswith(".")
    assert key.default is not None or key.unset or not key.core
    assert snake(attribute(key.name)) == key.name


TIMES = [path for path, key in KEYS.items() if key.kind == "time"]


@pytest.mark.parametrize("path", TIMES)
def test_a_time_has_its_least_and_its_most(path: str) -> None:
    key = KEYS[path]
    canonical(key, f"{key.low}ns")
    canonical(key, f"{key.high}ns")
    if key.low:
        with pytest.raises(QuantityError, match="is too short"):
            canonical(key, f"{key.low - 1}ns")
    # What is beyond the largest time of all is refused with another sentence.
    with pytest.raises(QuantityError, match=r"is too long; give at most|is too large"):
        canonical(key, f"{key.high + 1}ns")


def test_ends_of_values_that_are_no_time() -> None:
    loss, queue, shares = KEYS["path.loss_rate"], KEYS["path.queue_size"], KEYS["query.repetition"]
    assert (canonical(loss, 0), canonical(loss, 0.999)) == (0, 0.999)
    with pytest.raises(QuantityError, match="is no probability"):
        canonical(loss, 1)
    assert (canonical(queue, "1p"), canonical(queue, "1B")) == ("1p", "1B")
    for empty in ("0p", "0B"):
        with pytest.raises(QuantityError, match="leaves no room in the queue"):
            canonical(queue, empty)
    assert canonical(shares, [0, 1]) == (0, 1)
    with pytest.raises(QuantityError, match="is no share"):
        canonical(shares, 1.001)


@pytest.mark.parametrize(
    ("written", "release"), [(19, "19c"), ("23", "23ai"), (12.1, "12.1"), ("21c", "21c"), ("11.2", "11.2")]
)
def test_a_release_may_be_written_without_its_letters(written: object, release: str) -> None:
    assert canonical(KEYS["server.release"], written) == release


@pytest.mark.parametrize(("rate", "per_s"), [("20/s", 20), ("90/min", 1.5), ("1800/h", 0.5)])
def test_rates_of_events_reach_ns3_in_seconds(rate: str, per_s: float) -> None:
    key = KEYS["client.arrival_rate"]
    assert float(to_ns3(key, canonical(key, rate))) == per_s


@pytest.mark.parametrize("driver", KEYS["client.driver"].choices)
@pytest.mark.parametrize("release", ["10.2", "23ai"])
def test_all_drivers_and_releases_are_known(driver: str, release: str) -> None:
    plan = net8.Plan.of({"client": {"driver": driver}, "server": {"release": release}})
    values = complete(plan)
    for path in ("client.sdu", "server.sdu", "server.tdu", "server.resend"):
        assert values[path][0] is not None, path
    # A number for JDBC's array size would stop its growth, so it stays the driver's own.
    assert (values["client.array_size"][0] is None) == (driver == "jdbc-thin")


@pytest.mark.parametrize("release", KEYS["server.release"].choices)
def test_all_releases_are_known(release: str) -> None:
    assert int(_core.server_defaults(release)["Sdu"]) >= 512


@pytest.mark.parametrize("profile", KEYS["client.tcp.profile"].choices)
def test_profiles_are_written_out(profile: str) -> None:
    values = complete(net8.Plan.of({"client": {"tcp": {"profile": profile}}}))
    lacking = [key.path for key in keys_of("client.tcp") if values[key.path][0] is None]
    # This follows from the MTU.
    assert set(lacking) <= {"client.tcp.segment_size"}


def test_a_completed_plan_is_the_same_experiment_written_out(lan: net8.Plan) -> None:
    values = {path: value for path, (value, _origin) in complete(lan).items() if value is not None}
    again = net8.Plan.of({}).with_values(values)
    assert net8.run(again).digest == net8.run(lan).digest


def test_the_plan_in_the_folder_of_a_run_is_the_same_experiment(tmp_path: Path) -> None:
    plan = net8.Plan.of(
        {
            "path": {"kind": "lan"},
            "client": {"queries": 0},
            "group": [{"name": "storm", "count": 7, "hosts": 2, "arrivals": "batch"}],
            "listener": {"rate_limit": "3", "queue_size": 5, "overflow": "reset"},
            "server": {"handlers": "pooled", "logon_cpu_time": "10ms", "pool": {"max_size": 6}},
            "host": {"cpu": {"cores": 2}, "memory": {"limit": "1GiB"}},
        }
    )
    first = net8.run(plan, folder=tmp_path)
    assert net8.run(net8.load(tmp_path / "plan.toml")).digest == first.digest


def test_an_attribute_that_cxx_refuses_is_one_sentence(lan: net8.Plan) -> None:
    task = resolve(lan)
    task.sections["listener"]["Port"] = "70000"
    from net8.simulation.one_run import simulate

    with pytest.raises(net8.PlanError, match="Port does not take '70000'"):
        simulate(task, seed=1, run=1, folder=None, pcap=False)


def test_what_only_the_simulator_sees_is_told_in_the_words_of_a_plan() -> None:
    plan = net8.Plan.of({"path": {"queue_size": "20000B", "queue_disc": "fq_codel"}})
    with pytest.raises(net8.PlanError, match=r"^queue_size 20000B is in bytes, but fq_codel counts packets"):
        net8.run(plan)
