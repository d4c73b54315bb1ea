# SPDX-License-Identifier: GPL-2.0-only
"""What the documentation says of C++ classes is what their sources and the table of keys have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from net8.schema.table import TABLE

pytestmark = pytest.mark.plain

TOP = Path(__file__).parents[3]
DOC = (TOP / "doc" / "net8.rst").read_text(encoding="utf-8")


def section(title: str, mark: str) -> str:
    """Return what stands below a title."""
    begin = DOC.index(f"\n{title}\n{mark * len(title)}\n") + 2 * len(title) + 3
    following = re.search(r"\n[^\n ]+[^\n]*\n(~{4,}|-{4,}|={4,})\n", DOC[begin:])
    return DOC[begin : begin + following.start()] if following else DOC[begin:]


def sources_of(name: str) -> Iterator[str]:
    """Yield the files that define a class of ns3::net8."""
    for room in ("model", "helper"):
        for path in (TOP / room).rglob("net8-*.cc"):
            text = path.read_text(encoding="utf-8")
            if f'TypeId("ns3::net8::{name}")' in text:
                yield text


def test_every_trace_source_is_one_of_its_class() -> None:
    rows = re.findall(r"^   (?:``(\w+)``)?; (``[^;]*);", section("Traces", "~"), re.MULTILINE)
    assert len(rows) > 10
    name = ""
    for class_name, sources in rows:
        name = class_name or name
        (code,) = sources_of(name)
        for source in re.findall(r"``(\w+)``", sources):
            assert re.search(rf'AddTraceSource\(\s*"{source}"', code), f"{name} has no trace source {source}"


def test_every_class_of_a_plan_is_named_with_its_sections() -> None:
    architecture = (TOP / "doc" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`\[.*?) \| (`ns3::net8::.*?) \|", architecture, re.MULTILINE)
    assert len(rows) > 8
    owners = {f"[[{each.name}]]" if each.several else f"[{each.name}]": set(each.owners) for each in TABLE}
    for sections, classes in rows:
        found = {owner for name in re.findall(r"`(\[+[\w.]+\]+)`", sections) for owner in owners[name]}
        named = {f"ns3::net8::{name}" for name in re.findall(r"\b(Net8\w+)", classes)}
        assert named == found, sections
