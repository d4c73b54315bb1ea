# SPDX-License-Identifier: GPL-2.0-only
"""Links whose packets are delivered by a trace of mahimahi: times by arithmetic, both networks, and what is refused.

That packets take the chances that mahimahi's queue gives them is held in test/network, against its source.
"""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Any

import net8
import pytest
from net8.base.errors import PlanError
from net8.forecast.describe import describe
from net8.plan.plan import load
from net8.plan.resolve import resolve

Document = dict[str, Any]
MS = 10**6
BOTH: Document = {"delivery_trace": "chances.txt", "delivery_trace_up": "chances.txt"}


def plan_of(folder: Path, chances: str, sections: Document | None = None, **link: object) -> net8.Plan:
    """Write a plan of an office and a centre, 10 ms apart, with a trace beside it."""
    (folder / "chances.txt").write_text(chances)
    line = {"name": "line", "between": ["office", "centre"], "delay": "10ms"} | link
    document = {
        "site": [{"name": "office"}, {"name": "centre"}],
        "link": [line],
        "client": {"driver": "python-thin", "site": "office"},
        "server": {"site": "centre"},
        "query": {"rows": 10},
    } | (sections or {})
    plan = folder / "plan.toml"
    plan.write_text("\n".join(_toml(name, tables) for name, tables in document.items()))
    return load(plan)


def _toml(section: str, tables: Any) -> str:
    """Write a section or a list of tables."""
    head = f"[[{section}]]" if isinstance(tables, list) else f"[{section}]"
    lines = []
    for table in tables if isinstance(tables, list) else [tables]:
        lines += [head, *(f"{key} = {_value(value)}" for key, value in table.items())]
    return "\n".join(lines)


def _value(value: object) -> str:
    """Write a value."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int | float) else repr(value)


def test_a_handshake_waits_for_its_chances(tmp_path: Path) -> None:
    # A chance each 10 ms. SYN reaches the link in the first millisecond and takes that of 10 ms; 10 ms later it is at
    # the centre, whose answer comes within another millisecond and takes that of 30 ms; at 40 ms it is at the office's
    # router. From there two cables of 5 us, and on each 60 bytes of IP with 26 of Ethernet at 100 Mbit/s.
    columns = net8.run(plan_of(tmp_path, "10\n", **BOTH)).session_columns
    assert columns["connected_ns"][0] - columns["start_ns"][0] == 40 * MS + 2 * (5000 + 86 * 8 * 10)


def test_the_other_way_keeps_its_rate(tmp_path: Path) -> None:
    # Up as above; down 62 bytes with the header of PPP at 1 Mbit/s. The centre's answer: the LAN there and back, ARP of
    # 64 bytes with 8 of preamble on two cables both ways.
    plan = plan_of(tmp_path, "10\n", delivery_trace_up="chances.txt", rate="1Mbps")
    columns = net8.run(plan).session_columns
    cables = 2 * (5000 + 86 * 8 * 10)
    arp = 2 * 2 * (5000 + 72 * 8 * 10)
    at_centre = 20 * MS + arp + 2 * cables
    assert columns["connected_ns"][0] - columns["start_ns"][0] == at_centre + 62 * 8 * 1000 + 10 * MS + cables


@pytest.mark.parametrize("seed", range(6))
def test_nodes_and_stages_give_the_same(seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)
    time, lines = 0, []
    for _ in range(400):
        time += draw.choice((0, 0, 1, 1, 2, 9))
        lines.append(f"{time}\n")
    lines.append(f"{time + 1}\n")
    link: Document = {
        "queue_size": draw.choice(("3p", "20p", "9000B", "1000p")),
        "delay": f"{draw.randrange(30)}ms",
    }
    link |= draw.choice((BOTH, {"delivery_trace": "chances.txt", "rate_up": "2Mbps"}))
    link |= draw.choice(({}, {"loss_rate": 0.01}, {"jitter": "3ms"}))
    sections: Document = {"query": {"rows": 3000}, "run": {"seed": seed + 1}}
    sections["cross_traffic"] = [
        {
            "client_site": "office",
            "server_site": "centre",
            "rate": "1Mbps",
            "direction": "to_client",
            "stop": "4s",
        }
    ]
    plan = plan_of(tmp_path, "".join(lines), sections, **link)
    found = []
    for network in ("nodes", "stages"):
        folder = tmp_path / network
        run = net8.run(plan.with_values({"run.network": network}), folder=folder, pcap=True)
        captures = [hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.glob("*.pcap"))]
        assert len(captures) == 2
        found.append((run.digest, captures, run.counters))
    assert found[0] == found[1]


def test_the_folder_of_a_run_has_the_trace(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, "3\n4\n4\n", **BOTH)
    first = net8.run(plan, folder=tmp_path / "run")
    assert (tmp_path / "run" / "delivery-trace-0.txt").read_text() == "3\n4\n4\n"
    again = load(tmp_path / "run" / "plan.toml")
    assert net8.run(again).digest == first.digest


def test_a_plan_is_what_its_trace_says(tmp_path: Path) -> None:
    before = resolve(plan_of(tmp_path, "3\n4\n", **BOTH)).digest()
    assert resolve(plan_of(tmp_path, "3\n5\n", **BOTH)).digest() != before
    assert resolve(plan_of(tmp_path, "3\n4\n", **BOTH)).digest() == before


def test_describe_tells_the_mean(tmp_path: Path) -> None:
    # 1504 bytes 5 times in 4 ms: 15.04 Mbit/s.
    told = str(describe(plan_of(tmp_path, "1\n2\n2\n3\n4\n", delivery_trace="chances.txt", rate="2Mbps")))
    assert (
        "down by the trace chances.txt, 15 Mbit/s on average (the rate given above), repeated after 0.004 s"
        in told
    )


@pytest.mark.parametrize(
    ("chances", "link", "sentence"),
    [
        ("1\nx\n", BOTH, 'chances.txt:2: "x" is not a time in whole milliseconds'),
        ("5\n4\n", BOTH, "chances.txt:2: the time 4 ms is before that of the line above"),
        ("", BOTH, "chances.txt:1: a trace needs at least one time after 0 ms"),
        ("1\n", {"delivery_trace": "none.txt"}, 'no file "none.txt" beside the plan for link.line.delivery_trace'),
        ("1\n", {"delivery_trace": "."}, "cannot be read as text"),
        ("1\n", BOTH | {"rate": "1Mbps"}, "rate = .* has no effect with delivery_trace; leave one of them out"),
        ("1\n", {"delivery_trace_up": "chances.txt", "rate_up": "1Mbps"}, "has no effect with delivery_trace_up"),
        ("1\n", BOTH | {"queue_disc": "codel"}, 'queue_disc = "codel" cannot be combined with delivery_trace'),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(chances: str, link: Document, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(PlanError, match=sentence):
        resolve(plan_of(tmp_path, chances, **link))


def test_a_change_of_rate_is_refused(tmp_path: Path) -> None:
    change = {"link_change": [{"at": "1s", "rate": "1Mbps"}]}
    with pytest.raises(
        PlanError, match="changes the link line, which has a delivery trace; change only its delay"
    ):
        resolve(plan_of(tmp_path, "1\n", change, **BOTH))
