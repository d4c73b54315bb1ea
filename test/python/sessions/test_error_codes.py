# SPDX-License-Identifier: GPL-2.0-only
"""Error numbers that no other test raises, and the table of all of them, error-numbers.csv."""

from __future__ import annotations

import ast
import csv
import functools
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import net8
import pytest

Table = Mapping[str, object]

TOP = Path(__file__).resolve().parents[3]

# Section 6 of the fact sheet on Oracle Net: all numbers for which it says when they are raised.
SECTION_6 = {
    12154, 12514, 12505, 12521, 12516, 12519, 12518, 12500, 12520, 12525, 12526, 12527, 12528, 12170, 12535, 12537,
    12541, 12543, 12545, 12547, 12549, 12540, 12560, 12564, 12571, 12592, 12569, 12606, 12608, 12609, 12637, 3113,
    3114, 3135, 3136, 18, 20, 1158,
}  # fmt: skip


def run(
    client: Table, server: Table | None = None, instances: Sequence[Table] = (), faults: Sequence[Table] = ()
) -> net8.Run:
    """Simulate sessions on a LAN."""
    return net8.run(
        net8.Plan.of(
            {
                "path": {"kind": "lan"},
                "client": {"descriptor": descriptor("server")} | dict(client),
                "server": {"service_name": "sales"} | dict(server or {}),
                "instance": list(instances),
                "fault": list(faults),
                "query": {"rows": 0},
            }
        )
    )


def descriptor(host: str, wanted: str = "(SERVICE_NAME=sales)") -> str:
    """Return a descriptor with one address."""
    address = f"(ADDRESS=(PROTOCOL=tcp)(HOST={host})(PORT=1521))"
    return f"(DESCRIPTION={address}(CONNECT_DATA={wanted}))"


def instances(*states: str) -> list[Table]:
    """Return instances of one host in these states."""
    return [{"name": f"i{number}", "host": "server", "state": state} for number, state in enumerate(states)]


# WHAT NO OTHER TEST RAISES


@pytest.mark.parametrize(
    ("states", "code"),
    [
        (["restricted", "restricted"], 12526),
        (["blocked", "blocked"], 12528),
        (["restricted", "blocked"], 12527),
        (["restricted", "ready"], 0),
    ],
)
def test_states_of_instances(states: list[str], code: int) -> None:
    assert list(run({}, instances=instances(*states)).sessions["ora_code"]) == [code]


def test_a_sid_whose_handlers_are_blocked_ends_in_12519() -> None:
    client = {"count": 3, "start_spacing": "1s", "descriptor": descriptor("server", "(SID=orcl)")}
    done = run(client, {"processes": 1})
    assert list(done.sessions["ora_code"]) == [0, 12519, 12519]


def test_tcp_that_gives_up_ends_in_12535() -> None:
    path = {"kind": "lan", "host_names": {"lost": "nowhere"}}
    client = {"descriptor": descriptor("lost"), "transport_connect_timeout": "5min"}
    done = net8.run(net8.Plan.of({"path": path, "client": client}))
    assert list(done.sessions["ora_code"]) == [12535]
    # Linux repeats the SYN four times after 1 s each, then six times after 1, 2, 4 ... 32 s, and waits 64 s for the
    # last one: 131 s (ip-sysctl, tcp_syn_retries), and an eighth more at most by its timer wheel.
    assert 131 <= done.sessions["end_s"][0] <= 131 * 9 / 8


@pytest.mark.parametrize(("platform", "code"), [("linux", 1034), ("windows", 12500)])
def test_an_instance_that_is_down_and_stands_in_sid_list(platform: str, code: int) -> None:
    faults = [{"kind": "instance_down", "at": "5s", "until": "20s"}]
    server = {"registration": "static", "platform": platform}
    done = run({"count": 2, "start": "6s", "start_spacing": "20s"}, server, faults=faults)
    # A process starts, accepts and finds no instance; on Windows it would be a thread of the one that is down.
    assert list(done.sessions["ora_code"]) == [code, 0]
    assert done.sessions["accepted_s"].isna()[0] == (code == 12500)
    name = "rejected_ora_1034" if code == 1034 else "refused_ora_12500"
    assert done.counters[name] == 1


# THE TABLE


def rows() -> dict[int, str]:
    """Return the rows of error-numbers.csv: number to the tests that raise it."""
    found: dict[int, str] = {}
    with (Path(__file__).parents[1] / "error-numbers.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for number in row["error"].split(","):
                assert int(number) not in found, f"{number} stands twice in the table"
                found[int(number)] = row["test"]
    return found


@functools.cache
def python_tests() -> dict[str, str]:
    """Return the source of each Python test, decorators included."""
    found = {}
    for path in (TOP / "test" / "python").rglob("test_*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
                found[node.name] = "\n".join(text.splitlines()[first - 1 : node.end_lineno])
    return found


def test_every_number_of_the_fact_sheet_is_in_the_table() -> None:
    assert set(rows()) >= SECTION_6


@pytest.mark.parametrize(("number", "cell"), rows().items())
def test_the_test_that_the_table_names_exists(number: int, cell: str) -> None:
    functions = python_tests()
    python = re.findall(r"\btest_\w+", cell)
    cases = re.findall(r"net8-[\w-]+: [^,;]+", cell)
    if cell.startswith("not raised: "):
        assert not python + cases
        return
    assert python + cases
    for name in python:
        assert re.search(rf"(?<!\d)0*{number}(?!\d)", functions[name] + name), name
    for name in cases:
        suite, case = name.split(": ")
        text = (TOP / "test" / "suite" / f"{suite}-test-suite.cc").read_text(encoding="utf-8")
        assert f'"{case}"' in text, name
        assert re.search(rf"\b{number}\b", text[text.index(f'"{case}"') :][:400]), name
