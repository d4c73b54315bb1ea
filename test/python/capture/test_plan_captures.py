# SPDX-License-Identifier: GPL-2.0-only
"""Logon and query of each driver in simulation are those of its capture: types, order, flags, sums, and each length.

Lengths that differ by more than 8 bytes are in a table of doc/compare.rst with their reason, and no others are.
"""

from __future__ import annotations

import functools
from pathlib import Path

import net8
import pytest
from plan_captures import (
    CAPTURES,
    COVERED,
    DIFFERENCES,
    PLANS,
    SUMS,
    beside,
    covered,
    differences,
    heading,
    sums,
    table,
)  # fmt: skip

needs_captures = pytest.mark.skipif(
    not CAPTURES.is_dir(), reason=f"no captures in {CAPTURES}; NET8_SHARED names the folder above them"
)
compared = functools.cache(beside)
each_plan = pytest.mark.parametrize("plan", PLANS, ids=lambda plan: plan.stem)


@pytest.mark.slow
@needs_captures
@each_plan
def test_types_order_and_flags_are_those_of_the_capture(plan: Path) -> None:
    found = compared(plan)
    assert found.parting is None, str(found.parting)
    other = [row.any.number for row in found.rows if row.flags_differ]
    # A plan that says so names the packets, with its reason behind.
    assert other == [
        int(number) for number in heading(plan).get("packets with other flags", "").split(",") if number
    ]


@needs_captures
@each_plan
def test_sums_of_bytes_are_within_two_per_cent(plan: Path) -> None:
    for total in compared(plan).totals:
        assert total.real_bytes > 0
        assert abs(total.difference_percent) <= 2, total


@needs_captures
@each_plan
def test_large_differences_are_those_of_the_documentation(plan: Path) -> None:
    lines = [line for line in table(DIFFERENCES) if line[0] == plan.stem]
    assert [line[:-1] for line in lines] == differences(plan, compared(plan))
    for line in lines:
        assert len(line[-1]) > 20, f"no reason for {line}"


@needs_captures
@each_plan
def test_sums_are_those_of_the_documentation(plan: Path) -> None:
    assert sums(plan, compared(plan)) in table(SUMS)


def test_tables_have_no_line_of_a_plan_that_is_gone() -> None:
    names = {plan.stem for plan in PLANS}
    assert {line[0] for line in table(DIFFERENCES)} <= names
    assert {line[0] for line in table(SUMS)} == names
    assert {heading(plan)["capture"] for plan in PLANS} == {line[1] for line in table(SUMS)}


@needs_captures
def test_every_session_of_every_capture_is_in_the_documentation() -> None:
    lines = table(COVERED)
    assert [line[:-1] for line in lines] == covered()
    for line in lines:
        assert (line[4] == "whole") != (len(line[-1]) > 20), f"a reason, where one is due: {line}"


@needs_captures
def test_every_driver_of_the_captures_has_a_plan() -> None:
    # What a capture of the folder has beyond: further sessions of the same drivers, Nmap (none of ours), and the
    # one CONNECT of JDBC 12.1 without an answer.
    drivers = {str(net8.load(plan)["client.driver"]) for plan in PLANS}
    assert {"oci", "jdbc-thin", "python-thin", "node-thin"} <= drivers
    logons = {path.name for path in (CAPTURES / "drivers").glob("*-full-*.pcap")}
    assert logons == {Path(heading(plan)["capture"]).name for plan in PLANS} & logons
