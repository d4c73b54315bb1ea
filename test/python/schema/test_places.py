# SPDX-License-Identifier: GPL-2.0-only
"""How many places an addition touches: a key and a list of a plan stand once in Python, a driver is one file.

The table of places in doc/architecture.md counts the C++ files beside them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from net8.schema.table import CORE_SECTIONS

TABLE = Path(__file__).resolve().parents[3] / "bindings" / "net8" / "schema" / "table.py"
# A tree with one more row: the loader of the module changes its text in one place.
CHANGED = """
import json, sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

source = Path(sys.argv[1]).read_text(encoding="utf-8")
before, after = sys.argv[2:4]
assert source.count(before) == 1
changed = compile(source.replace(before, after), sys.argv[1], "exec")
get_code = SourceFileLoader.get_code
SourceFileLoader.get_code = lambda self, name: changed if name == "net8.schema.table" else get_code(self, name)
import net8
"""


def changed(before: str, after: str, code: str) -> object:
    """Run code in a tree whose table of keys differs in one place.

    @param before: text that stands once in the table
    @param after: what stands there instead
    @param code: prints JSON
    @return: what it printed
    """
    done = subprocess.run(
        [sys.executable, "-c", CHANGED + code, str(TABLE), before, after],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    result: object = json.loads(done.stdout)
    return result


LIST = """
from net8 import _core
from net8.forecast.describe import describe
from net8.plan.resolve import resolve
from net8.schema.json_schema import json_schema
from net8.task.text import read_task, write_task

plan = net8.Plan.of({"path": {"kind": "lan"}, "outage": [{"at": "1s"}, {"until": "3s"}], "query": {"rows": 3}})
plan = plan.with_values({"outage.2.at": "2s"})
again = net8.Plan.of(__import__("tomllib").loads(plan.to_toml()))
task = read_task(write_task(resolve(plan)))
swept = [point.plan["outage.1.at"] for point in plan.sweep({"outage.1.at": ["1s", "5s"]}).points()]
rows = [row for row in describe(plan).settings if row[0].startswith("outage.2")]
try:
    net8.run(plan)
except net8.PlanError as error:
    told = str(error)
print(json.dumps({
    "same": plan == again, "at": plan["outage.2.at"], "crosses": task.document()["lists"]["outage"],
    "swept": swept, "described": rows[0][:3],
    "schema": sorted(json_schema()["properties"]["outage"]["items"]["properties"]),
    "hash": resolve(plan).digest() != resolve(plan.with_tables("outage", ())).digest(),
    "told": told,
}))
"""


def test_a_list_is_one_row_in_python() -> None:
    row = """    _section("query", _QUERY, "ResultSet"),
"""
    more = """    Section("outage",
            tuple(replace(key, section="outage") for key in CLUSTER_KEYS if key.section == "fault"),
            ("ns3::net8::Net8Fault",), several=True),
"""
    found = changed(row, more + row, LIST)
    assert found == {
        "same": True,
        "at": "2s",
        "crosses": [
            {"At": "1s", "Kind": "host_down", "Target": "", "Until": "0s"},
            {"At": "2s", "Kind": "host_down", "Target": "", "Until": "3s"},
        ],
        "swept": ["1s", "5s"],
        "described": ["outage.2.kind", "host_down", "default"],
        "schema": ["at", "kind", "target", "until"],
        "hash": True,
        # What no part of an experiment reads is not ignored.
        "told": "Nothing in this plan reads the list 'outage'; use one of cman, cross_traffic, end_point, fault, "
        "limit_change, link_change, redo, site, statement, transaction.",
    }


KEY = """
from net8.forecast.describe import describe
from net8.plan.resolve import resolve
from net8.schema.json_schema import json_schema

plan = net8.Plan.of({"client": {"patience": "2s"}, "group": [{"name": "app", "patience": "3s"}]})
task = resolve(plan)
print(json.dumps({
    "crosses": [task.sections["client"]["Patience"], task.groups[0][1]["Patience"]],
    "described": [row[:3] for row in describe(plan).settings if row[0].endswith("patience")],
    "schema": json_schema()["properties"]["client"]["properties"]["patience"]["default"],
}))
"""


def test_a_key_of_the_client_is_one_row_in_python() -> None:
    row = """    Key("client", "cycles", "int", 1,"""
    more = """    Key("client", "patience", "time", "1s", "How long a user waits.", "s"),
"""
    found = changed(row, more + row, KEY)
    assert found == {
        "crosses": ["2s", "3s"],
        "described": [["client.patience", "-", "every group's own"], ["group.app.patience", "3s", "plan"]],
        "schema": "1s",
    }


def test_cpp_asks_for_each_section_by_its_name() -> None:
    model = TABLE.parents[3] / "model"
    texts = "".join(
        path.read_text(encoding="utf-8")
        for room in ("topology", "experiment")
        for path in (model / room).glob("*.cc")
    )
    assert [name for name in CORE_SECTIONS if f'"{name}"' not in texts] == []
