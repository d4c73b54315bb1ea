# SPDX-License-Identifier: GPL-2.0-only
"""Each trace source names a typedef that exists and has the arguments of its member."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[3]
ROOMS = [TOP / "model", TOP / "helper"]
HEADERS = {path.name: path.read_text(encoding="utf-8") for room in ROOMS for path in room.rglob("*.h")}
SOURCE = re.compile(
    r'AddTraceSource\(\s*"(\w+)",.*?MakeTraceSourceAccessor\(\s*&(\w+)::(\w+)\),\s*"([\w:<>]+)"\)', re.DOTALL
)
ON_DEMAND = re.compile(
    r'AddTraceSource\(\s*"(\w+)",[^;]*?MakeLazyTrace<(\w+)>\([^;]*?owner\.Get(\w+)\(\);\s*\}\),\s*"([\w:<>]+)"\)'
)
SOURCES = [
    (path.name, *found)
    for room in ROOMS
    for path in sorted(room.rglob("*.cc"))
    for text in [path.read_text(encoding="utf-8")]
    for found in [*SOURCE.findall(text), *ON_DEMAND.findall(text)]
]


def header_of(name: str) -> str:
    """Return the header in which a class is declared."""
    (text,) = (
        each for each in HEADERS.values() if re.search(rf"^class {name}\b[^;]*?\{{", each, re.MULTILINE)
    )
    return text


def arguments(text: str) -> list[str]:
    """Return types of a list of parameters, without names."""
    return [re.sub(r"\s+", " ", each).strip() for each in text.split(",")]


def test_there_are_sources_of_clients_listeners_and_instances() -> None:
    classes = {each[2] for each in SOURCES}
    assert {"Net8Client", "Net8ServerSession", "Net8Listener", "Net8Instance"} <= classes


OWN = [
    each
    for each in SOURCES
    if re.search(r"TracedCallback<[^>]*[^<>]>\s+" + each[3] + r"\b", header_of(each[2]))
    or f"using {each[3]} = TracedCallback<" in header_of(each[2])
]


@pytest.mark.parametrize(("file", "source", "owner", "member", "callback"), OWN)
def test_a_typedef_has_the_arguments_of_the_trace(
    file: str, source: str, owner: str, member: str, callback: str
) -> None:
    del file
    if callback.startswith("ns3::Packet::"):
        return
    assert callback.startswith("ns3::net8::"), (
        f"{owner}::{source} has the typedef of another class: {callback}"
    )
    *_, where, typedef = callback.split("::")
    header = header_of(owner)
    held = re.search(rf"TracedCallback<((?:[^<>]|<[^<>]*>)*)>\s+{member}\b", header) or re.search(
        rf"using {member} = TracedCallback<((?:[^<>]|<[^<>]*>)*)>;", header
    )
    declared = re.search(rf"typedef void \(\*{typedef}\)\(([^)]*)\);", header_of(where))
    assert held, f"{owner}: no {member}"
    assert declared, f"{owner}::{source}: no {callback}"
    types = [re.sub(r"\s?\b\w+$", "", each) for each in arguments(declared[1])]
    assert types == arguments(held[1])
