# SPDX-License-Identifier: GPL-2.0-only
"""Sizes of TTC messages: the table of the documentation, and formulas that more than one capture shows.

The captures live outside the project, in the folder ``captures`` of ``NET8_SHARED`` (default: ``../shared`` beside
the project).
"""

from __future__ import annotations

import net8
import pytest
from message_sizes import CAPTURES, all_sizes, needs_reason, read
from net8.dissect import dissect
from plan_captures import PROJECT

pytestmark = pytest.mark.skipif(
    not CAPTURES.is_dir(), reason=f"no captures in {CAPTURES}; NET8_SHARED names the folder above them"
)


@pytest.mark.slow
def test_table_in_the_documentation_is_up_to_date() -> None:
    # If not: .venv/bin/python test/python/message_sizes.py, and give new large differences their reasons.
    assert [line[:-1] for line in read()] == all_sizes()


def test_large_differences_have_a_reason_and_others_none() -> None:
    assert [line[:2] for line in read() if needs_reason(line) != bool(line[-1])] == []


LINUX = ("sqlplus-11-to-11.1", "john-samples_Oracle-good.pcap")
OTHER_DAY = ("sqlplus-11-to-11.1-openwall", "john-samples_Oracle-openwall-1.pcap")
WINDOWS = ("sqlplus-11.2-to-11.1-windows", "john-samples_Oracle-WinWin-1.pcap")
# SQL*Plus's own statements of one session, each with the number of its packet: names and types of its columns, rows,
# characters of the text (in the request less the zero byte at its end: 154, 177 and 40).
STATEMENTS = [
    (23, "ATTRIBUTE,SCOPE,NUMERIC_VALUE,CHAR_VALUE,DATE_VALUE", "5*varchar2:1", 0, 153),
    (25, "CHAR_VALUE", "varchar2:1", 0, 176),
    # DECODE('A','A','1','2'), whose commas would separate names here
    (29, "X" * len("DECODE('A','A','1','2')"), "varchar2:1", 1, 39),
]
# The third defines its column in the execute, too: 28 bytes and one, 12 more between equal platforms, as in the
# description of a column. The model leaves that out: other drivers and the first executes do not do so.
DEFINITION = 29
DEFINITION_SAME_PLATFORM = 41


@pytest.mark.parametrize(("packet", "names", "columns", "rows", "statement"), STATEMENTS)
@pytest.mark.parametrize(("plan", "capture"), [LINUX, OTHER_DAY, WINDOWS])
def test_execute_and_description_grow_with_text_columns_and_names(
    plan: str, capture: str, packet: int, names: str, columns: str, rows: int, statement: int
) -> None:
    packets = dissect(CAPTURES / capture).sessions[0].packets
    query = {"columns": columns, "column_names": names, "rows": rows, "statement_length": statement}
    # The second execute of a session closes the cursor of the first, and brings no settings of the session.
    values: dict[str, object] = {"client.queries": 2, "client.prefetch_rows": 2}
    values |= {f"query.{name}": value for name, value in query.items()}
    run = net8.run(net8.load(PROJECT / "test" / "plans" / f"{plan}.toml").with_values(values))
    execute = run.calls[run.calls["kind"] == "execute"].iloc[1]
    definition = DEFINITION_SAME_PLATFORM if capture == WINDOWS[1] else DEFINITION
    defined = definition if packet == 29 else 0
    assert execute["request_bytes"] + defined == packets[packet - 1].length
    assert execute["reply_bytes"] == packets[packet].length


# First and second authentication of sessions whose names differ from those of the plan in what is given here:
# john-samples_Oracle-1 (232, and 906 with a time of 6 digits, which has 5 in the model), 11gR2-root-no-Nmap.
NAMES = [
    ({"client.user_name": "sys", "client.process_id": "21923"}, (232, 905)),
    ({"client.user_name": "root", "client.process_id": "26916"}, (233, 906)),
]


@pytest.mark.parametrize(("values", "requests"), NAMES)
def test_authentication_grows_with_the_names(values: dict[str, object], requests: tuple[int, int]) -> None:
    plan = net8.load(PROJECT / "test" / "plans" / "sqlplus-11-to-11.1.toml").with_values(values)
    run = net8.run(plan)
    logon = run.calls[run.calls["kind"] == "logon"]["request_bytes"].tolist()
    # Native services, protocol, data types, both authentications, version.
    assert (logon[3], logon[4]) == requests
