# SPDX-License-Identifier: GPL-2.0-only
"""The table of plan keys against the C++ attributes and against itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import net8
import pytest
from net8 import _core
from net8.base.units import QuantityError, parse_rate, parse_time
from net8.plan.complete import complete
from net8.plan.resolve import resolve
from net8.schema.key import Section
from net8.schema.sysctls import SYSCTLS
from net8.schema.table import CORE_SECTIONS, KEYS, PLAIN_LISTS, TABLE, Key, attribute, keys_of, snake
from net8.schema.values import canonical, to_ns3

if TYPE_CHECKING:
    from net8._core import Attribute

# Attributes that helpers set and a plan has no say in, or whose value follows from more than their key.
INTERNAL = {
    "site": {"LastHop"},
    "client": {"Remote", "Protocol", "NameServer", "Alias"},
    "listener": {"Protocol"},
    "run": {"Network"},
}


# Attributes of one kind of key.
TYPES = {
    "bool": {"BooleanValue", "EnumValue"},
    "choice": {"EnumValue", "StringValue"},
    "class": {"TypeIdValue"},
    "columns": {"StringValue"},
    "connect": {"StringValue"},
    "fraction": {"DoubleValue"},
    "frequency": {"DoubleValue"},
    "indices": {"StringValue"},
    "int": {"UintegerValue", "IntegerValue"},
    "number": {"DoubleValue"},
    "queue": {"QueueSizeValue"},
    "random": {"PointerValue"},
    "rate": {"DataRateValue"},
    "rates": {"StringValue"},
    "rows": {"PointerValue"},
    "mix": {"StringValue"},
    "name": {"StringValue"},
    "shares": {"StringValue"},
    "size": {"UintegerValue", "IntegerValue"},
    "text": {"StringValue"},
    "steps": {"StringValue"},
    "time": {"TimeValue"},
    "words": {"StringValue"},
}


def owned(section: Section) -> dict[str, Attribute]:
    """Return the attributes of the classes of a section, by name."""
    return {name: entry for owner in section.owners for name, entry in _core.attributes(owner).items()}


OWNED = {section.name: owned(section) for section in TABLE if section.owners}
CORE_KEYS = [key for key in KEYS.values() if key.core and key.section in OWNED]


@pytest.mark.parametrize("section", [*CORE_SECTIONS, *PLAIN_LISTS])
def test_keys_are_the_attributes_of_their_class(section: str) -> None:
    found = set(OWNED[section]) - INTERNAL.get(section, set())
    assert {attribute(key.name) for key in keys_of(section) if key.core} == found


def number(text: str) -> float:
    """Read an end of a range: 1, 1e-06 or +6e+10ns."""
    return float(text.removesuffix("ns"))


def written(value: float) -> float:
    """Round a number as ns-3 writes ends of ranges that are no whole numbers."""
    return float(f"{value:g}")


@pytest.mark.parametrize("key", CORE_KEYS, ids=lambda key: key.path)
def test_a_key_is_of_the_type_of_its_attribute(key: Key) -> None:
    found = OWNED[key.section][attribute(key.name)]
    assert found["type"].removeprefix("ns3::").partition("<")[0] in TYPES[key.kind]
    if key.kind == "choice" and "Enum" in found["type"]:
        words = found["range"].split("|")
        # A key that is unset is a word of its own in C++.
        assert set(words) - {"default"} == set(key.choices)
        assert ("default" in words) == (own_default(key) is None)
    if key.kind == "bool" and "Enum" in found["type"]:
        assert set(found["range"].split("|")) - {"default", "profile"} == {"true", "false"}


def own_default(key: Key) -> object:
    """Return the default of a key; those of a group are in [client], those of an instance in [server]."""
    section = {"group": "client", "instance": "server", "statement": "query"}.get(key.section, key.section)
    return KEYS.get(f"{section}.{key.name}", key).default


NUMBERS = [key for key in CORE_KEYS if key.kind in ("fraction", "frequency", "int", "number", "size", "time")]


@pytest.mark.parametrize("key", NUMBERS, ids=lambda key: key.path)
def test_a_key_has_the_range_of_its_attribute(key: Key) -> None:
    found = OWNED[key.section][attribute(key.name)]
    kind, _, ends = found["range"].partition(" ")
    least, most = map(number, ends.split(":"))
    if key.kind == "fraction":
        # 1 is refused in plans, which no checker of ns-3 can.
        assert (least, most) == (0, 1)
        return
    high = {"uint64_t": 2**64 - 1, "Time": 2**63 - 1}.get(kind, key.high) if key.high == 2**62 else key.high
    assert written(most) == written(high)
    unset = own_default(key) is None
    assert least == (number(found["default"]) if unset and least != key.low else key.low)
    if unset and least == key.low:
        # 0 is unset there and 0s in a plan, which means the same.
        assert key.path == "cross_traffic.stop", key.path


@pytest.mark.parametrize("key", CORE_KEYS, ids=lambda key: key.path)
def test_a_key_has_the_default_of_its_attribute(key: Key) -> None:
    default, text = own_default(key), OWNED[key.section][attribute(key.name)]["default"]
    if default is None:
        unset = {
            "",
            "0",
            "-1",
            "-2",  # where -1 has a meaning
            "+0ns",
            "-1e+09ns",
            "0bps",
            "0p",
            "default",
            "profile",
            "ns3::TcpCongestionOps",
        }
        unset |= {key.unset}
        base = KEYS.get(f"{'client' if key.section == 'group' else 'server'}.{key.name}")
        assert text in unset | ({base.unset} if base else set())
    elif key.kind == "time":
        assert number(text) == written(parse_time(default))
    elif key.kind == "rate":
        assert text == f"{parse_rate(default)}bps"
    elif key.kind in ("random", "rows"):
        assert text.replace("=100]", "=100.0]").replace("=0]", "=0.0]") == to_ns3(key, default)
    elif key.kind in ("number", "fraction", "frequency"):
        assert float(text) == float(to_ns3(key, default))
    else:
        assert text == to_ns3(key, default)


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
    canonical(key, f"{int(key.low)}ns")
    canonical(key, f"{int(key.high)}ns")
    if key.low:
        with pytest.raises(QuantityError, match="is too short"):
            canonical(key, f"{int(key.low) - 1}ns")
    # What is beyond the largest time of all is refused with another sentence.
    with pytest.raises(QuantityError, match=r"is too long; use at most|is too large"):
        canonical(key, f"{int(key.high) + 1}ns")


def test_ends_of_values_that_are_no_time() -> None:
    loss, queue, shares = KEYS["path.loss_rate"], KEYS["path.queue_size"], KEYS["query.repetition"]
    assert (canonical(loss, 0), canonical(loss, 0.999)) == (0, 0.999)
    with pytest.raises(QuantityError, match="is not a probability"):
        canonical(loss, 1)
    assert (canonical(queue, "1p"), canonical(queue, "1B")) == ("1p", "1B")
    for empty in ("0p", "0B"):
        with pytest.raises(QuantityError, match="leaves no room in the queue"):
            canonical(queue, empty)
    assert canonical(shares, [0, 1]) == (0, 1)
    with pytest.raises(QuantityError, match="is not a share"):
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


def test_ends_of_rates_of_events() -> None:
    key = KEYS["client.arrival_rate"]
    assert canonical(key, "0.0036/h") == "0.0036/h"  # 1e-6 a second
    with pytest.raises(QuantityError, match="is out of range; use 1e-06/s to 1e"):
        canonical(key, "0.0035/h")


@pytest.mark.parametrize("driver", KEYS["client.driver"].choices)
@pytest.mark.parametrize("release", ["10.2", "23ai"])
def test_all_drivers_and_releases_are_known(driver: str, release: str) -> None:
    plan = net8.Plan.of({"client": {"driver": driver}, "server": {"release": release}})
    values = complete(plan)
    for path in ("client.sdu", "server.sdu", "server.tdu", "server.resend"):
        assert values[path][0] is not None, path
    # A number for JDBC's array size would stop its growth, and one for a width that of arrays by it.
    own = ("jdbc-thin", "dbd-oracle", "odp-net")
    assert (values["client.array_size"][0] is None) == (driver in own)


@pytest.mark.parametrize("release", KEYS["server.release"].choices)
def test_all_releases_are_known(release: str) -> None:
    assert int(_core.server_defaults(release)["Sdu"]) >= 512


@pytest.mark.parametrize("profile", KEYS["client.tcp.profile"].choices)
def test_profiles_are_written_out(profile: str) -> None:
    values = complete(net8.Plan.of({"client": {"tcp": {"profile": profile}}}))
    lacking = {key.name for key in keys_of("client.tcp") if values[key.path][0] is None}
    # This follows from the MTU; Linux finds the others out as it goes.
    tuned = {"send_buffer", "receive_buffer", "delayed_ack_time", "delayed_ack_count", "initial_rto"}
    # ns-3's own TCP has no keepalive.
    probes = {f"keep_alive_{name}" for name in ("time", "interval", "count")} if profile == "ns3" else set()
    assert lacking == {"segment_size"} | probes | (tuned if profile == "linux" else SYSCTLS)


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


def test_what_only_the_simulator_sees_is_told_in_the_words_of_a_plan(lan: net8.Plan) -> None:
    task = resolve(lan)
    task.sections["path"] |= {"QueueSize": "20000B", "QueueDisc": "fq_codel"}
    from net8.simulation.one_run import simulate

    with pytest.raises(net8.PlanError, match=r"^queue_size 20000B is in bytes, but fq_codel counts packets"):
        simulate(task, seed=1, run=1, folder=None, pcap=False)
