# SPDX-License-Identifier: GPL-2.0-only
"""Plans with several statements and transactions: what is asked, in which order, how long it is, what fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import net8
import pytest
from net8.base.errors import PlanError
from net8.plan.resolve import resolve

Tables = list[dict[str, object]]
PATH = {"kind": "lan"}
# Sizes are those of python-oracledb 26.1 in runs against the responder of test/drivers: see
# test/engine/net8-statement-test.cc.
CLIENT = {"driver": "python-thin"}
SERVER = {"release": "21c", "resend": False, "handover_time": "0s"}
HEADER: dict[str, object] = {"name": "header", "rows": 5, "columns": "number:1"}
DETAIL: dict[str, object] = {"name": "detail", "rows": 1, "columns": "number:1"}
INSERT: dict[str, object] = {
    "name": "insert",
    "kind": "dml",
    "statement_length": 33,
    "binds": "number:7, varchar2:20, varchar2:8",
    "bind_rows": 25,
    "array_size": 10,
}
BLOCK: dict[str, object] = {
    "name": "block",
    "kind": "plsql",
    "statement_length": 29,
    "binds": "number:7, varchar2:20",
    "out_binds": "number:8, varchar2:40",
}
COMMIT: dict[str, object] = {"name": "commit", "kind": "commit"}


def plan_of(
    statements: Sequence[Mapping[str, object]],
    transactions: Sequence[Mapping[str, object]],
    client: Mapping[str, object] | None = None,
    **sections: object,
) -> net8.Plan:
    document: dict[str, object] = {
        "path": PATH,
        "client": {**CLIENT, **(client or {})},
        "server": SERVER,
        "statement": statements,
        "transaction": transactions,
        **sections,
    }
    return net8.Plan.of(document, name="work")


def names_of(run: net8.Run) -> list[str]:
    """Return the statements of the calls in their order, without logon and logoff."""
    calls = run.calls[run.calls["statement"] >= 0].sort_values(["session", "call"])
    return [
        f"{run.statements[number]} {kind}"
        for number, kind in zip(calls["statement"], calls["kind"], strict=True)
    ]


def test_a_transaction_asks_its_statements_in_their_order() -> None:
    steps = ["header", "for each row of header: detail", "insert", "commit"]
    run = net8.run(plan_of([HEADER, DETAIL, INSERT, COMMIT], [{"name": "order", "steps": steps}]))
    # Two rows come with an execute of python-oracledb; one row says that it is the last with the next call.
    header = ["header execute", "header fetch"]
    assert names_of(run) == [*header, *["detail execute"] * 5, *["insert execute"] * 3, "commit commit"]
    calls = run.calls[run.calls["statement"] == 2]
    # TTC bytes of runs: 478 of ten rows, 349 of ten without the text, 179 of five; 10 of the packet.
    assert list(calls["request_bytes"]) == [478 + 10, 349 + 10, 179 + 10]
    assert list(calls["rows"]) == [0, 0, 0]
    commit = run.calls[run.calls["kind"] == "commit"]
    assert list(commit["request_bytes"]) == [13]
    assert list(commit["reply_bytes"]) == [14]
    assert run.outcome == ("closed",)
    assert set(run.calls["transaction"]) == {-1, 0}


def bytes_of(run: net8.Run, name: str) -> list[tuple[int, int]]:
    """Return bytes of request and reply of each call of a statement."""
    calls = run.calls[run.calls["statement"] == run.statements.index(name)]
    return list(zip(calls["request_bytes"], calls["reply_bytes"], strict=True))


def test_values_of_a_block_come_back() -> None:
    plain = {"name": "plain", "kind": "plsql", "statement_length": 29}
    run = net8.run(
        plan_of([BLOCK, plain, COMMIT], [{"name": "t", "steps": ["commit", "2*block", "2*plain"]}])
    )
    (first, back), (again, _back) = bytes_of(run, "block")
    (bare, ended), _again = bytes_of(run, "plain")
    # The count of 4 variables takes a byte more than none, options with binds one more than without; definitions of 10
    # bytes and two integers each, 3 bytes of a NUMBER and 5 of a text, of whose character set (873) one has 3: twice 13
    # and 15 as in runs of 26.1; a row of type, 3, 21 and two nulls.
    assert first - bare == 1 + 1 + 2 * 13 + 2 * 15 + 1 + 3 + 21 + 2
    # A head of 10 and a call of 9 bytes, the row without nulls.
    assert again == 10 + 9 + 1 + 3 + 21
    # Type, flags, two bytes of the count, four zeros and a last one, directions; a row of values and return codes.
    assert back - ended == 1 + 1 + 2 + 5 + 4 + 1 + (3 + 1) + (41 + 1)
    assert list(run.calls[run.calls["statement"] >= 0]["rows"]) == [0] * 5


def test_returning_brings_values_of_each_row() -> None:
    returning = {**BLOCK, "name": "r", "kind": "dml", "bind_rows": 10}
    plain = {key: value for key, value in returning.items() if key != "out_binds"} | {"name": "p"}
    run = net8.run(plan_of([returning, plain, COMMIT], [{"name": "t", "steps": ["commit", "r", "p"]}]))
    ((asked, back),), ((bare, ended),) = bytes_of(run, "r"), bytes_of(run, "p")
    # Rows hold what goes in, none of what comes back.
    assert asked - bare == 13 + 15
    # Each value has its count of two bytes before it.
    assert back - ended == 1 + 1 + 2 + 5 + 4 + 10 * (1 + (2 + 3 + 1) + (2 + 41 + 1))


def test_errors_of_rows_come_with_the_reply() -> None:
    text = "ORA-00001: unique constraint violated"
    batch = {**INSERT, "name": "batch", "batch_errors": 3, "error_text": text}
    steps = ["commit", "insert", "batch", "batch"]
    run = net8.run(plan_of([INSERT, batch, COMMIT], [{"name": "t", "steps": steps}]))
    (asked, ended), (again, _), (last, _) = bytes_of(run, "insert")
    batched = bytes_of(run, "batch")
    # Three counts of 2 bytes in place of 1 and three sizes; a number of 2 bytes each, places of 1 and twice 2, texts of
    # 38 with its length as an integer of 2 and as a byte, and an end of 2.
    errors = 3 * 1 + 3 * 1 + 3 * 2 + (1 + 2 + 2) + 3 * (2 + 1 + 38 + 2)
    # The number 24381 of 3 bytes in place of 1, twice, and the text of 33 behind its length.
    assert batched[0][1] - ended == errors + 2 * 2 + 1 + 33
    # Options take two bytes more; later executes have all but the text of 33 with its byte, its length and the parse,
    # and the cursor's number.
    assert batched[0][0] - asked == 2
    assert batched[1][0] - batched[0][0] == -34 - 1 - 1 + 1
    assert [each[0] for each in batched[3:]] == [batched[1][0], batched[1][0], batched[2][0]]
    assert again - last == batched[1][0] - batched[2][0]
    assert {row.name: row.failed for row in run.work if row.what == "statement"} == dict.fromkeys(
        run.statements, 0
    )
    # Twice arrays of 10, 10 and 5 rows, of each of which three fail.
    assert {row.name: row.failed_rows for row in run.work} == {
        "insert": 0, "batch": 18, "commit": 0, "t": 18, "clients": 18,
    }  # fmt: skip
    assert run["failed_rows"] == 18
    assert list(run.calls[run.calls["statement"] == 1]["failed_rows"]) == [3] * 6
    (told,) = (row.told for row in run.work if row.name == "batch")
    assert told.endswith("; 18 rows of arrays failed alone (ORA-24381)")
    # A short array has no more rows to fail than it has rows.
    few = net8.run(
        plan_of([{**batch, "bind_rows": 12, "batch_errors": 5}], [{"name": "t", "steps": ["batch"]}])
    )
    assert few["failed_rows"] == 5 + 2


def test_cursors_of_a_block_are_fetched_to_their_ends() -> None:
    orders = {"name": "orders", "rows": 250, "columns": "number:7", "column_names": "ID", "call_time": "7ms"}
    opens = {
        "name": "opens",
        "kind": "plsql",
        "statement_length": 29,
        "binds": "number:7",
        "cursors": ["orders"],
    }
    results = {
        "name": "results",
        "kind": "plsql",
        "statement_length": 29,
        "implicit_results": ["orders", "orders"],
    }
    plain = {"name": "plain", "kind": "plsql", "statement_length": 29, "binds": "number:7"}
    bare = {"name": "bare", "kind": "plsql", "statement_length": 29}
    steps = ["commit", "plain", "bare", "2*opens", "2*results"]
    run = net8.run(
        plan_of(
            [orders, opens, results, plain, bare, COMMIT], [{"name": "t", "steps": steps}], query={"rows": 1}
        )
    )
    fetches = ["fetch"] * 3
    assert list(run.calls[run.calls["statement"] == 1]["kind"]) == ["execute", *fetches] * 2
    assert list(run.calls[run.calls["statement"] == 2]["kind"]) == ["execute", *fetches, *fetches] * 2
    rows = list(run.calls[run.calls["statement"] == 1]["rows"])
    assert rows == [0, 100, 100, 50] * 2
    own = bytes_of(run, "opens")
    ((alone, ended),), ((_short, empty),) = bytes_of(run, "plain"), bytes_of(run, "bare")
    # A REF CURSOR is defined with 10 bytes, its buffer (2) and no character set (1); in the row it is no cursor, 0,
    # behind a length.
    assert own[0][0] - alone == 13 + 2
    # Directions, a row with a length, the description without the 24 bytes of hash and time, the cursor and a code. A
    # description is 49 bytes and 24 for each column (captures of SQL Developer with 12.1), and its name.
    description = 49 + 24 + 2
    # The plain block is answered with the direction of its bind, too (SQL Developer), this one with one more.
    assert own[0][1] - ended == 1 + 1 + 1 + (description - 1 - 24) + 2 + 1
    # Implicit results: their type and number, each description behind a length of its hash and time, and a cursor.
    results_bytes = bytes_of(run, "results")
    assert results_bytes[0][1] - empty == 1 + 2 + 2 * (description - 1 + 2)
    # An execute without text: 60 bytes with 2 rows and a text, less two of its length and the parse, two of flags, and
    # two more of cursor and rows; behind a head of 10. The cursor is closed with 8 bytes in front of the next call. A
    # block with a REF CURSOR goes with its definitions again, without its text of 29 and the two bytes.
    assert [request for request, _reply in own[1:4]] == [10 + 58] * 3
    assert own[4][0] == own[0][0] - 29 - 2 + 8
    assert [request for request, _reply in results_bytes[1:8]] == [68, 68, 68, 68 + 8, 68, 68, 10 + 9 + 8]
    # The block takes no time of its own here, each fetch that of the query.
    spent = run.calls[run.calls["statement"] == 1]["response_time_s"]
    assert list(spent[1:4]) == pytest.approx([0.007] * 3, abs=0.001)


def test_a_loop_goes_over_the_rows_of_a_cursor() -> None:
    opens = {"name": "opens", "kind": "plsql", "cursors": ["header"]}
    run = net8.run(
        plan_of([HEADER, DETAIL, opens], [{"name": "t", "steps": ["opens", "for each row of opens: detail"]}])
    )
    assert names_of(run) == ["opens execute", "opens fetch", *["detail execute"] * 5]


def test_what_a_session_is_told_costs_bytes_and_no_round_trip() -> None:
    told = {"module": "orders", "action": "list", "client_identifier": "user 7", "client_info": "x" * 60}
    steps = {"name": "t", "steps": ["ping", "commit"]}
    ping = {"name": "ping", "kind": "ping"}
    plain, known, alone = (
        net8.run(plan_of([ping, COMMIT], [{**steps, **state}], {"queries": 2}))
        for state in ({}, told | {"schema": "HR"}, {"module": "orders"})
    )
    assert list(known.calls["kind"]) == list(plain.calls["kind"])
    # Head 3, two zeros, flags 3 (0x119), four values with a pointer and a length of 2 and one without (2), 8 zeros;
    # texts behind their lengths. A schema: head 3, pointer 1, its length twice (2 and 1), 2.
    values = 3 + 2 + 3 + 4 * 3 + 2 + 8 + (1 + 6) + (1 + 4) + (1 + 6) + (1 + 60)
    schema = 3 + 1 + 2 + 1 + 2
    more = known.calls["request_bytes"] - plain.calls["request_bytes"]
    own = known.calls["statement"]
    assert list(more[own == 0]) == [values + schema] * 2
    assert set(more[own != 0]) == {0}
    # A module goes with an action, an empty one; flags of a byte.
    more = alone.calls["request_bytes"] - plain.calls["request_bytes"]
    assert list(more[own == 0]) == [3 + 2 + 2 + 3 + 2 * 2 + 2 * 2 + 8 + (1 + 6)] * 2


def test_a_block_is_called_for_each_row() -> None:
    block = {**BLOCK, "bind_rows": 25, "array_size": 10}
    both = {
        **block,
        "name": "both",
        "binds": "number:7",
        "out_binds": "",
        "in_out_binds": "varchar2:20",
        "bind_rows": 3,
    }
    run = net8.run(plan_of([block, both, COMMIT], [{"name": "t", "steps": ["commit", "2*block", "2*both"]}]))
    own, single = bytes_of(run, "block"), bytes_of(run, "both")
    row = 1 + 3 + 21
    # The first row goes alone, the others ten by ten; once the directions are known all do.
    assert [request for request, _reply in own[1:]] == [
        10 + 9 + rows * row for rows in (10, 10, 4, 10, 10, 5)
    ]
    # Each row brings its values back, in a row of their own: 3 of the number and 41 of the text with a code each.
    assert own[1][1] - own[3][1] == 6 * (1 + 3 + 1 + 41 + 1)
    # What goes in and comes back goes row by row, and both ways.
    assert [request for request, _reply in single[1:]] == [10 + 9 + row] * 5
    assert single[0][0] - own[0][0] == -(13 + 15) - 2
    assert single[1][1] - own[6][1] == -2 + (1 + 21 + 1) - 5 * (1 + 3 + 1 + 41 + 1)


def test_lobs_are_written_before_the_execute() -> None:
    lob = {**INSERT, "name": "lob", "binds": "number:7, clob:500, blob:0", "bind_rows": 3, "array_size": 2}
    plain = {**lob, "name": "plain", "binds": "number:7"}
    steps = ["plain", "lob", "plain"]
    run = net8.run(plan_of([lob, plain], [{"name": "t", "steps": steps}], {"lob_amount": 600}))
    own = run.calls[run.calls["statement"] == 0]
    # A CLOB of 1,000 bytes is made and written in two pieces, an empty BLOB is only made: of each row of the array.
    row = ["lob"] * 4
    assert list(own["kind"]) == [*row, *row, "execute", *row, "execute"]
    asked = bytes_of(run, "lob")
    # Behind a header of 10: head 3, pointer and length of the locator 3, the other LOB and short offsets 4 (5 with how
    # long it lives), pointers 3, the operation 2 (3 where it is 0x110), change number 2, offsets 3 (4 with a type; the
    # second piece begins at 601), amount and arrays 7, the locator 40; then the character set 3, or a type 1 and the
    # data as a chunk.
    made = 10 + 3 + 3 + 5 + 3 + 3 + 2 + 4 + 7 + 40 + 3
    first = 10 + 3 + 3 + 4 + 3 + 2 + 2 + 3 + 7 + 40 + 1 + (1 + 3 + 600 + 1)
    second = first - 200 + 1
    assert [request for request, _reply in asked[:4]] == [made, first, second, made]
    # Replies: the locator behind its type and the end of call, of a new LOB its character set and flags as well.
    assert asked[0][1] - asked[1][1] == 3 + 1
    # The last execute goes without text, with a row of a type, 3 for the number and two locators with three bytes of
    # lengths, and frees four LOBs in front.
    freed = 3 + 1 + 2 + 4 + 3 + 5 + 2 + 2 + 7 + 4 * 40
    assert asked[-1][0] == 10 + 9 + (1 + 3 + 2 * 43) + freed
    assert list(run.calls["kind"]).count("lob") == 12


def test_short_calls_are_statements() -> None:
    kinds = ("commit", "rollback", "ping")
    statements = [{"name": kind, "kind": kind} for kind in kinds]
    run = net8.run(plan_of(statements, [{"name": "t", "steps": list(kinds)}]))
    assert names_of(run) == ["commit commit", "rollback rollback", "ping ping"]


def test_a_call_is_a_round_trip_of_the_lengths_that_it_is_given() -> None:
    # The call of 64 bytes and its reply of 192 of wireshark-wiki_TNS_Oracle5, each with a header of 10.
    call = {"name": "begin", "kind": "call", "function": 0x67, "request_length": 54, "reply_length": 182}
    fails = {**call, "name": "fails", "fail_every": 1, "error_text": "ORA-02063: x", "request_length": 3}
    fails["reply"] = "end of call"
    steps = {"name": "t", "steps": ["begin", "fails"], "on_error": "continue"}
    run = net8.run(plan_of([call, fails], [steps]))
    assert names_of(run) == ["begin call", "fails call"]
    ours = run.calls[run.calls["kind"] == "call"]
    assert list(ours["request_bytes"]) == [64, 13]
    assert next(iter(ours["reply_bytes"])) == 192
    assert list(ours["error"]) == [0, 2063]


def test_a_call_in_small_packets_is_written_packet_by_packet() -> None:
    """A call of 54 bytes in packets of 26: 12 bytes and 4 of its number in the first one, 16 in each, 10 of header.

    Thirty such writes do not go out at once: ten segments do (RFC 6928), so that the call takes a round trip more.
    """
    call = {
        "name": "small",
        "kind": "call",
        "function": 0x67,
        "request_length": 54,
        "request_packet_size": 26,
    }
    whole = {**call, "name": "whole", "request_length": 30 * 90}
    del whole["request_packet_size"]
    pieces = {**whole, "name": "pieces", "request_length": 30 * 90 + 1, "request_packet_size": 100}
    path = {"kind": "wan", "rate": "1Gbps", "delay": "50ms", "lan_rate": "1Gbps"}
    run = net8.run(
        plan_of([call, whole, pieces], [{"name": "t", "steps": ["small", "whole", "pieces"]}], path=path)
    )
    ours = run.calls[run.calls["kind"] == "call"]
    # 54 bytes in 4 packets, 2,700 in one of the SDU, 2,701 in 31 of 90 bytes and 10.
    assert list(ours["request_bytes"]) == [54 + 4 * 10, 2700 + 10, 2701 + 31 * 10]
    assert list(ours["response_time_s"]) == pytest.approx([0.1, 0.1, 0.2], abs=0.001)
    # With time between its 31 packets: 30 x 1 ms pass while ten of them are on the way, the first two of which are
    # acknowledged together; 30 x 20 ms do not.
    for each, time_s in (("1ms", 0.2), ("20ms", 30 * 0.02 + 0.1)):
        slow = {**pieces, "request_packet_time": each}
        run = net8.run(plan_of([slow], [{"name": "t", "steps": ["pieces"]}], path=path))
        ours = run.calls[run.calls["kind"] == "call"]
        assert list(ours["request_bytes"]) == [2701 + 31 * 10]
        assert list(ours["response_time_s"]) == pytest.approx([time_s], abs=0.002)


def test_time_between_packets_needs_their_size() -> None:
    call = {"name": "c", "kind": "call", "function": 0x67, "request_length": 54, "request_packet_time": "1ms"}
    with pytest.raises(PlanError, match="request_packet_time = .* needs request_packet_size"):
        net8.run(plan_of([call], [{"name": "t", "steps": ["c"]}]))


def test_a_connection_that_ends_while_a_call_is_written_is_found_with_its_next_packet() -> None:
    call = {
        "name": "slow",
        "kind": "call",
        "function": 0x67,
        "request_length": 90 * 90,
        "request_packet_size": 100,
    }
    plan = plan_of(
        [call | {"request_packet_time": "100ms"}],
        [{"name": "t", "steps": ["slow"]}],
        {"start": "0s"},
        path={"kind": "lan"},
    ).with_tables("fault", [{"kind": "instance_down", "at": "5s", "until": "60s"}])
    run = net8.run(plan)
    ours = run.calls[run.calls["kind"] == "call"]
    # It asks for 8.9 s; the server ends it at 5 s, and the next packet comes within 100 ms: ORA-03135.
    assert ours.empty
    assert run.sessions["end_s"].iloc[0] == pytest.approx(5.05, abs=0.051)
    assert run.sessions["ora_code"].iloc[0] == 3135


def test_the_time_of_a_transaction_is_that_of_its_round_trips() -> None:
    path = {"kind": "wan", "delay": "10ms", "rate": "1Gbps", "lan_rate": "1Gbps"}
    transaction = {"name": "page", "steps": ["40*detail"], "think_time": "5ms"}
    client = {"queries": 3, "think_time": "1s", "array_size": 10, "prefetch_rows": 10}
    run = net8.run(plan_of([DETAIL], [transaction], client, path=path))
    assert run["transactions"] == 3
    # 40 round trips of 20 ms and 39 pauses of 5 ms; wires add microseconds a call.
    assert run["transaction_time"] == pytest.approx(40 * 0.020 + 39 * 0.005, rel=0.005)
    assert run["transaction_time_max"] == pytest.approx(run["transaction_time_p50"], rel=0.001)
    # Three of them and two pauses of a second, from the first request to the last end.
    spent = 3 * (40 * 0.020 + 39 * 0.005) + 2
    assert run["transactions_per_s"] == pytest.approx(3 / spent, rel=0.005)


def test_a_pause_before_a_statement_takes_the_place_of_that_of_its_transaction() -> None:
    transaction = {"name": "page", "steps": ["detail", "other", "2*detail"], "think_time": "5ms"}
    statements: Tables = [{**DETAIL, "think_time": "40ms"}, {**DETAIL, "name": "other"}]
    client = {"queries": 2, "think_time": "1s", "array_size": 10, "prefetch_rows": 10}
    calls = net8.run(plan_of(statements, [transaction], client)).call_columns
    ours = calls["statement"] >= 0
    waits = (calls["start_ns"][ours][1:] - calls["end_ns"][ours][:-1]) / 1e9
    # Before other the transaction's, before detail its own, before the first of a transaction the client's.
    page = [0.005, 0.040, 0.040]
    assert list(waits) == pytest.approx([*page, 1.0, *page], abs=1e-6)


def test_pauses_before_statements_are_drawn_for_each() -> None:
    pause = {"distribution": "uniform", "min": "1ms", "max": "3ms"}
    transaction = {"name": "page", "steps": ["400*detail"]}
    calls = net8.run(plan_of([{**DETAIL, "think_time": pause}], [transaction])).call_columns
    ours = (calls["statement"] >= 0) & (calls["kind"] == calls["kind"][calls["statement"] >= 0][0])
    waits = (calls["start_ns"][ours][1:] - calls["end_ns"][ours][:-1]) / 1e9
    assert 0.001 <= waits.min() < 0.0012
    assert 0.0028 < waits.max() <= 0.003
    # The mean of 399 draws whose deviation is 2 ms / sqrt(12): four of its own are 0.12 ms.
    assert waits.mean() == pytest.approx(0.002, abs=0.00012)


def test_a_pause_that_no_transaction_makes_is_refused() -> None:
    alone = plan_of([{**DETAIL, "think_time": "1s"}, COMMIT], [{"name": "t", "steps": ["detail", "commit"]}])
    with pytest.raises(net8.PlanError, match="follows no other in the steps of a transaction"):
        net8.run(alone)


def test_times_of_the_server_are_those_of_the_statement() -> None:
    statements: Tables = [
        {**DETAIL, "name": "other"},
        {**DETAIL, "call_time": "30ms"},
        {**INSERT, "call_cpu_time": "2ms", "row_cpu_time": "100us"},
    ]
    client = {"prefetch_rows": 10}
    server = {**SERVER, "call_time": "10ms"}
    steps = ["other", "detail", "insert"]
    run = net8.run(plan_of(statements, [{"name": "t", "steps": steps}], client, server=server))
    times = run.calls[run.calls["statement"] >= 0]["response_time_s"]
    # A call of its own time, or the server's; CPU on top: 2 ms and 0.1 ms for each of 10, 10 and 5 rows.
    expected = [0.010, 0.030, 0.013, 0.013, 0.0125]
    assert list(times) == pytest.approx(expected, abs=0.0008)


def test_the_time_of_packets_passes_between_them() -> None:
    """Three packets of 8 KiB, and a part of one; each after 2 ms, on a line on which they take microseconds."""
    call = {"name": "call", "kind": "call", "function": 0x67, "request_length": 54, "reply_length": 25_000}
    statements: Tables = [{**call, "packet_time": "2ms"}, {**call, "name": "usual", "request_length": 55}]
    server = {**SERVER, "call_time": "10ms", "packet_time": "3ms"}
    path = {"kind": "wan", "rate": "10Gbps", "delay": "0s", "lan_rate": "10Gbps"}
    run = net8.run(plan_of(statements, [{"name": "t", "steps": ["call", "usual"]}], server=server, path=path))
    times = run.calls[run.calls["statement"] >= 0]["response_time_s"]
    assert list(times) == pytest.approx([0.010 + 4 * 0.002, 0.010 + 4 * 0.003], abs=0.0008)


def test_times_of_the_client_act_after_each_reply_the_last_one_included() -> None:
    client = {"call_time": "4ms", "row_time": "1ms", "prefetch_rows": 10}
    server = {**SERVER, "call_time": "0s"}
    statements = [{**HEADER, "rows": 3}, COMMIT]
    run = net8.run(plan_of(statements, [{"name": "t", "steps": ["header", "commit"]}], client, server=server))
    work = run.calls[run.calls["statement"] >= 0]["work_s"]
    assert list(work) == pytest.approx([0.004 + 3 * 0.001, 0.004])
    # All of it is part of the transaction.
    assert run["transaction_time"] == pytest.approx(0.011, abs=0.001)


def test_a_mix_has_its_shares() -> None:
    statements: Tables = [DETAIL, {"name": "ping", "kind": "ping"}]
    transaction = {"name": "t", "mix": {"detail": 7, "ping": 3}}
    run = net8.run(plan_of(statements, [transaction], {"queries": 1000}))
    rows = {row.name: row for row in run.work if row.what == "statement"}
    # 700 of 1000 with a standard deviation of sqrt(1000 * 0.7 * 0.3) = 14.5: five of them.
    assert abs(rows["detail"].count - 700) < 73
    assert rows["detail"].count + rows["ping"].count == 1000


def test_groups_run_mixes_of_transactions() -> None:
    transactions = [{"name": "read", "steps": ["detail"]}, {"name": "write", "steps": ["insert", "commit"]}]
    groups = [
        {"name": "readers", "transactions": "read", "queries": 20},
        {"name": "both", "transactions": {"read": 1, "write": 1}, "queries": 200},
    ]
    run = net8.run(plan_of([DETAIL, INSERT, COMMIT], transactions, group=groups))
    rows = {row.name: row for row in run.work}
    assert rows["readers"].count == 20
    assert rows["both"].count == 200
    # 100 of 200, give or take five standard deviations of sqrt(50).
    assert abs(rows["write"].count - 100) < 36
    assert rows["read"].count + rows["write"].count == 220
    assert rows["commit"].count == rows["write"].count


@pytest.mark.parametrize(("on_error", "commits", "calls"), [("end", 2, 4), ("continue", 4, 4)])
def test_what_fails_is_counted_with_its_error(on_error: str, commits: int, calls: int) -> None:
    failing = {
        **INSERT,
        "bind_rows": 1,
        "fail_every": 2,
        "error_text": "ORA-00001: unique constraint violated",
    }
    transaction = {"name": "t", "steps": ["insert", "commit"], "on_error": on_error}
    run = net8.run(plan_of([failing, COMMIT], [transaction], {"queries": 4}))
    rows = {(row.what, row.name): row for row in run.work}
    insert, commit = rows["statement", "insert"], rows["statement", "commit"]
    assert (insert.count, insert.failed, dict(insert.errors)) == (calls, 2, {1: 2})
    assert commit.count == commits
    assert dict(rows["transaction", "t"].errors) == {1: 2}
    assert run["transactions"] == 2
    assert run["failed_transactions"] == 2
    # Times are those of the two that did not fail: an execute and a commit each.
    assert rows["transaction", "t"].max_s is not None


def test_a_session_that_is_cut_off_leaves_a_transaction_without_an_end() -> None:
    fault = [{"kind": "instance_down", "at": "1s"}]
    client = {"queries": 1000, "think_time": "50ms"}
    run = net8.run(plan_of([DETAIL], [{"name": "t", "steps": ["3*detail"]}], client, fault=fault))
    assert run.outcome != ("closed",)
    assert run["failed_transactions"] == 1
    (row,) = (row for row in run.work if row.what == "transaction")
    assert row.errors == {-1: 1}
    assert row.count > 5


def test_a_plan_of_one_query_has_no_statements() -> None:
    run = net8.run(net8.Plan.of({"path": PATH, "query": {"rows": 1}}, name="one"))
    assert set(run.call_columns["statement"]) == {-1}
    assert run.work == ()
    assert run["transactions"] is None


def test_a_run_comes_back_from_its_folder(tmp_path: object) -> None:
    run = net8.run(plan_of([DETAIL, COMMIT], [{"name": "t", "steps": ["detail", "commit"]}]))
    run.save(tmp_path)  # type: ignore[arg-type]
    again = net8.Run.load(str(tmp_path))
    assert again.work == run.work
    assert again.metrics == run.metrics


_STEPS: list[dict[str, object]] = [{"name": "t", "steps": ["detail"]}]
WRONG: list[tuple[Tables, Tables, Mapping[str, object], str]] = [
    (
        [DETAIL],
        [],
        {},
        'no transaction runs the statement detail; add a [[transaction]] with steps = ["detail"]',
    ),
    ([DETAIL], [{"name": "t"}], {}, "transaction.t has neither steps nor a mix"),
    (
        [DETAIL],
        [{"name": "t", "steps": ["detail"], "mix": {"detail": 1}}],
        {},
        "transaction.t has both steps and a mix",
    ),
    (
        [DETAIL],
        [{"name": "t", "steps": ["detial"]}],
        {},
        "transaction.t.steps: 'detial' is not one of detail",
    ),
    (
        [DETAIL],
        [{"name": "t", "steps": ["20 x detail"]}],
        {},
        "'20 x detail' is not one of detail; a step is a name, 40*name, 2*(name, name) or for each row of name: name",
    ),
    (
        [DETAIL],
        [{"name": "t", "steps": ["detail", "commit"]}],
        {},
        '\'commit\' is not one of detail; add a [[statement]] with name = "commit" and kind = "commit"',
    ),
    ([DETAIL], [{"name": "t", "steps": ["0*detail"]}], {}, "'0*detail' has no count from 1 to 10000000"),
    ([DETAIL], [{"name": "t", "mix": ["detail", "x"]}], {}, "is a mix without weights; write a weight for"),
    (
        [DETAIL],
        [{"name": "t", "mix": {"detail": 0}}],
        {},
        "has the weight 0 for detail; use a number above 0",
    ),
    ([DETAIL], [{"name": "t", "mix": {"x": 1}}], {}, "name of a [[statement]]; the plan has detail"),
    (
        [DETAIL, COMMIT],
        [{"name": "t", "steps": ["commit", "for each row of commit: detail"]}],
        {},
        'has a loop for each row of commit, which is of kind "commit" and so returns none',
    ),
    (
        [DETAIL, {**HEADER, "rows": 0}],
        [{"name": "t", "steps": ["header", "for each row of header: detail"]}],
        {},
        "has a loop for each row of header, which has rows = 0 and so returns none",
    ),
    (
        [DETAIL, HEADER],
        [{"name": "t", "steps": ["for each row of header: detail"]}],
        {},
        "is done for each row of a statement that no step before it executes",
    ),
    (
        [{**DETAIL, "kind": "dml", "bind_rows": 10}],
        _STEPS,
        {},
        "statement.detail.bind_rows = 10 needs binds; write",
    ),
    (
        [{**DETAIL, "binds": "clob:10"}],
        _STEPS,
        {},
        "has a LOB, which is not modelled for binds",
    ),
    (
        [{**DETAIL, "binds": "number:1", "bind_rows": 2}],
        _STEPS,
        {},
        "cannot be combined with a query, which has one row",
    ),
    ([{**BLOCK, "batch_errors": 1}], _STEPS, {}, "batch_errors = 1 needs rows of binds"),
    ([{**DETAIL, "in_out_binds": "date"}], _STEPS, {}, 'cannot be combined with kind = "query"; use "plsql"'),
    ([{**BLOCK, "in_out_binds": "blob:9"}], _STEPS, {}, 'block.in_out_binds = "blob:9" has a LOB'),
    (
        [{**BLOCK, "cursors": "x"}],
        _STEPS,
        {},
        "names x, which is not a query among the statements; the plan has none",
    ),
    (
        [DETAIL, {**BLOCK, "implicit_results": ["block"]}],
        _STEPS,
        {},
        "names block, which is not a query among the statements; the plan has detail",
    ),
    (
        [DETAIL, {**BLOCK, "cursors": "detail", "bind_rows": 2}],
        _STEPS,
        {},
        "cannot be combined with bind_rows above 1: one execution opens them once",
    ),
    (
        [{**DETAIL, "columns": "clob:9"}, {**BLOCK, "cursors": "detail"}],
        _STEPS,
        {},
        "names detail, which has a LOB or LONG",
    ),
    ([{**BLOCK, "out_binds": "clob:9"}], _STEPS, {}, 'block.out_binds = "clob:9" has a LOB'),
    ([{**DETAIL, "out_binds": "date"}], _STEPS, {}, 'combined with kind = "query"; use "plsql" or "dml"'),
    ([{**DETAIL, "kind": "ddl", "binds": "number:1"}], _STEPS, {}, 'cannot be combined with kind = "ddl"'),
    (
        [{**DETAIL, "kind": "ping"}],
        _STEPS,
        {},
        'cannot be combined with kind = "ping", which is a call without text and rows',
    ),
    (
        [{**DETAIL, "reply_length": 20}],
        _STEPS,
        {},
        'reply_length = 20 cannot be combined with kind = "query"; use "call"',
    ),
    (
        [{"name": "detail", "kind": "call", "function": 0x67, "rows": 3}],
        _STEPS,
        {},
        'rows = 3 cannot be combined with kind = "call", which has a function and lengths but no rows',
    ),
    (
        [{"name": "detail", "kind": "call", "function": 0x73}],
        _STEPS,
        {},
        "statement.detail.function = 115 is an authentication; use another function",
    ),
    ([{"name": "detail", "kind": "call"}], _STEPS, {}, "statement.detail.function = 0 is not a call"),
    (
        [{"name": name, "kind": "call", "function": 0x0E} for name in ("detail", "again")],
        _STEPS,
        {},
        "the calls detail and again have the same function and the same length below 6 bytes",
    ),
    (
        [{**DETAIL, "row_length": [1, 2]}],
        _STEPS,
        {},
        "lists rows; in a statement use a size or a distribution",
    ),
    ([{**DETAIL, "row_length": 10}], _STEPS, {}, "has both columns and row_length"),
    (
        [COMMIT, {"name": "again", "kind": "commit"}],
        [{"name": "t", "steps": ["commit"]}],
        {},
        "the statements commit and again are both of kind commit",
    ),
    ([DETAIL], _STEPS, {"transactions": "x"}, "is not the name of a [[transaction]]; the plan has t"),
    (
        [DETAIL],
        [*_STEPS, {"name": "u", "steps": ["detail"]}],
        {},
        "client.transactions does not say which of t, u to run",
    ),
    ([], [], {"transactions": "x"}, "is not the name of a [[transaction]]; the plan has none"),
    ([{**DETAIL, "name": "2nd"}], _STEPS, {}, "is not a name; write a letter, then letters, digits, - and _"),
    ([DETAIL, DETAIL], _STEPS, {}, 'statement.name = "detail" appears twice'),
]


@pytest.mark.parametrize(("statements", "transactions", "client", "sentence"), WRONG)
def test_what_cannot_be_run_is_refused(
    statements: list[dict[str, object]],
    transactions: list[dict[str, object]],
    client: Mapping[str, object],
    sentence: str,
) -> None:
    with pytest.raises(PlanError) as refused:
        resolve(plan_of(statements, transactions, client))
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_subscription_is_two_connections() -> None:
    # journal/drivers.rst: its calls, and on the second connection one more for each notification, a minute apart.
    call = {"kind": "call", "reply_length": 100}
    calls: Tables = [
        {**call, "name": "subscribe", "function": 0x7D, "request_length": 57},
        {**call, "name": "unsubscribe", "function": 0x7D, "request_length": 90},
        {**call, "name": "notified", "function": 0xBB, "request_length": 38, "call_time": "60s"},
    ]
    steps = {"work": ["subscribe", "unsubscribe"], "watch": ["3*notified"]}
    run = net8.run(
        plan_of(
            calls,
            [{"name": name, "steps": each} for name, each in steps.items()],
            group=[
                {"name": "application", "count": 1, "transactions": "work"},
                {"name": "watcher", "count": 1, "transactions": "watch", "start": "1s"},
            ],
        )
    )
    assert run.outcome == ("closed", "closed")
    called = run.calls[run.calls["kind"] == "call"].sort_values("start_s")
    # A packet has 10 bytes more.
    assert list(called["request_bytes"]) == [67, 100, 48, 48, 48]
    taken = called["end_s"] - called["start_s"]
    assert list(taken.round(2)) == [0, 0, 60, 60, 60]
