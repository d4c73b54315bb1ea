# SPDX-License-Identifier: GPL-2.0-only
"""Rows made of columns, repeated columns left out, and packets that end with a row, read from simulated captures.

S5 is Hooper, "Network Monitoring Experimentations 5", 2010: rows of 8 x VARCHAR2 of 9 letters and 8 x VARCHAR2 of 100
letters, the latter the same in all rows. A full row is 1 + 8 x 10 + 8 x 101 = 889 bytes, one without the repeated
columns 1 + 8 x 10 + bit vector 5 = 86. S5 prints two sizes only: 1761 for a reply of ten rows, 8155 for a packet of a
reply of 5000. The overheads before and behind the rows, 32 and 56 bytes, are fitted to these two, so what the tests
show is that one pair of overheads and one rule for the end of a packet give both sizes, not that the pair is right.
"""

from __future__ import annotations

import itertools
from pathlib import Path

import net8
import pytest
from net8 import _core
from net8.base.units import QuantityError
from net8.forecast.describe import describe
from net8.plan.complete import complete
from net8.schema.columns import EXAMPLES, canonical_columns, column_count
from wire_capture import data_exchanges, segments

HEAD, TAIL = 32, 56
HOOPER = {
    "columns": "8*varchar2:9, 8*varchar2:100",
    "repeated_columns": 8,
    "fetch_overhead": HEAD + TAIL,
    "row_header": HEAD,
    "execute_overhead": 0,
    "end_overhead": 0,
}
# The row that SQL*Plus fetches first, alone: 10 + 32 + 889 + 56.
FIRST_REPLY = [987]
# 32 + 889 + 4999 x 86 + 56
REPLY_OF_5000 = 430_891


def plan(array_size: int, rows: int, server: dict[str, object] | None = None, **query: object) -> net8.Plan:
    """Return a plan of SQL*Plus fetching Hooper's rows at an SDU of 8192."""
    tcp = {"timestamps": False}
    return net8.Plan.of(
        {
            "path": {"kind": "lan"},
            "client": {"driver": "sqlplus", "sdu": 8192, "array_size": array_size, "tcp": tcp},
            "server": {"sdu": 8192, "packet_time": "10us", "tcp": tcp} | (server or {}),
            "query": HOOPER | {"rows": rows} | query,
        }
    )


def simulate(what: net8.Plan, folder: Path) -> Path:
    """Run a plan and give the capture of the client."""
    run = net8.run(what, folder=folder, pcap=True)
    assert run.outcome == ("closed",)
    assert run["rows"] == what["query.rows"]
    return folder / "capture-client.pcap"


def replies(capture: Path) -> list[list[int]]:
    """Return the TNS bytes of the packets of each reply to execute or fetch."""
    return [[packet.length for packet in exchange.replies] for exchange in data_exchanges(capture)]


def test_e11_reply_of_ten_rows_is_1761_bytes(tmp_path: Path) -> None:
    capture = simulate(plan(10, 31), tmp_path)
    # 10 + 32 + 889 + 9 x 86 + 56, for each of three arrays
    assert replies(capture) == [FIRST_REPLY, [1761], [1761], [1761]]
    fetch = data_exchanges(capture)[1]
    start, end = fetch.requests[0].time_s, fetch.replies[-1].time_s
    found = [len(s.payload) for s in segments(capture) if s.to_client and start < s.time_s <= end]
    # two segments in S5: 1761 = 1460 + 301
    assert [size for size in found if size] == [1460, 301]


def test_e12_packet_of_85_rows_is_8155_bytes_when_packets_end_with_a_row(tmp_path: Path) -> None:
    capture = simulate(plan(5000, 5001, {"pack": "row"}), tmp_path)
    # 8155 = 10 + 32 + 889 + 84 x 86; then 95 rows a packet: 10 + 95 x 86 = 8180; 5000 = 85 + 51 x 95 + 70 rows:
    # the last packet is 10 + 70 x 86 + 56 = 6086.
    assert replies(capture) == [FIRST_REPLY, [8155] + 51 * [8180] + [6086]]
    start = data_exchanges(capture)[1].requests[0].time_s
    found = [len(s.payload) for s in segments(capture) if s.to_client and s.payload and s.time_s > start]
    # S5: 8155 = 5 x 1460 + 855
    assert found[:6] == [1460] * 5 + [855]


def test_e12_packets_are_8155_bytes_with_a_reserve_of_37_bytes(tmp_path: Path) -> None:
    """The other reading of the same number: 8155 = 8192 - 37, wherever a row ends."""
    capture = simulate(plan(5000, 5001, {"sdu_reserve": 37}), tmp_path)
    # 430,891 = 52 x 8145 + 7351
    assert replies(capture) == [FIRST_REPLY, 52 * [8155] + [7361]]


def test_packets_are_full_by_default(tmp_path: Path) -> None:
    # 430,891 = 52 x 8182 + 5427
    assert replies(simulate(plan(5000, 5001), tmp_path)) == [FIRST_REPLY, 52 * [8192] + [5437]]


def test_elimination_cuts_the_bytes_by_ten(tmp_path: Path) -> None:
    with_it = sum(map(sum, replies(simulate(plan(5000, 5001), tmp_path / "with"))))
    without = sum(map(sum, replies(simulate(plan(5000, 5001, elimination=False), tmp_path / "without"))))
    assert with_it == 987 + REPLY_OF_5000 + 53 * 10
    # 88 + 5000 x 889 = 4,445,088 bytes in ceil(4,445,088 / 8182) = 544 packets
    assert without == 987 + 4_445_088 + 544 * 10
    print(f"{without} bytes without elimination, {with_it} with it: factor {without / with_it:.2f}")
    # S5's rows alone: 889 / 86 = 10.3
    assert 10 < without / with_it < 889 / 86


@pytest.mark.parametrize(
    ("server", "waits"),
    [
        # floor(430,891 / 2038) = 211
        ({"pack": "byte"}, 211),
        # floor(430,891 / (2038 - 38)) = 215
        ({"pack": "byte", "sdu_reserve": 38}, 215),
        # 13 rows (32 + 889 + 12 x 86 = 1953), then floor(2038 / 86) = 23 a packet; 4987 = 216 x 23 + 19 rows, behind
        # which 56 bytes find room: 218 packets, and a wait for each but the last
        ({"pack": "row"}, 217),
    ],
)
def test_one_wait_for_more_data_for_each_packet_that_was_full(server: dict[str, object], waits: int) -> None:
    run = net8.run(plan(5000, 5001, server).with_values({"client.sdu": 2048}))
    frame = run.waits
    more = frame[(frame["scope"] == "statement") & (frame["event"] == "SQL*Net more data to client")]
    assert more["waits"].sum() == waits


@pytest.mark.parametrize(
    ("columns", "row"),
    [
        # 1 + 02 c102 + 05 Alice + 02 c233
        ("number:1, varchar2:5, number:5000", 13),
        # 1 + 02 c103 + 03 Bob + 02 c21f
        ("number:2, varchar2:3, number:3000", 11),
    ],
)
def test_rows_of_the_capture_with_26ai(columns: str, row: int, tmp_path: Path) -> None:
    """JDBC with 26ai: a reply of 293 bytes, 269 of them beside its two rows of 13 and 11 bytes."""
    query = {
        "columns": columns,
        "rows": 2,
        "execute_overhead": 156 + 17,  # describe of three columns, return parameters
        "fetch_overhead": 10 + 41,  # row header, end of call
        "end_overhead": 76 - 41,  # text of ORA-01403
    }
    what = {"path": {"kind": "lan"}, "client": {"driver": "jdbc-thin"}, "server": {"release": "26ai"}}
    assert replies(simulate(net8.Plan.of(what | {"query": query}), tmp_path)) == [[293 - 13 - 11 + 2 * row]]


@pytest.mark.parametrize("execute", [False, True])
def test_rows_of_an_execute_reply_are_cut_behind_the_describe(execute: bool, tmp_path: Path) -> None:
    query = {
        "columns": "raw:99",
        "row_header": 10,
        "fetch_overhead": 50,
        "execute_overhead": 200,
        "end_overhead": 0,
    }
    client = {"driver": "oci", "array_size": 8, "sdu": 512, "prefetch_rows": 8}
    what = net8.Plan.of(
        {"path": {"kind": "lan"}, "client": client, "server": {"pack": "row"}, "query": query | {"rows": 24}}
    )
    # Rows of 1 + 100 bytes in a room of 502: with the describe 210 + 2 x 101, then 4 x 101, then 2 x 101 + 40;
    # without it 10 + 4 x 101, then 4 x 101 + 40, each with 10 bytes of header.
    expected = [422, 414, 252] if execute else [424, 454]
    assert replies(simulate(what, tmp_path))[0 if execute else 1] == expected


UNEVEN = [300, 100, 400, 200]


def uneven(row_length: object, **query: object) -> net8.Plan:
    """Return a plan of OCI that gets rows of several lengths in packets that end with a row, and no more."""
    bare = dict.fromkeys(
        ("row_overhead", "row_header", "fetch_overhead", "execute_overhead", "end_overhead"), 0
    )
    return net8.Plan.of(
        {
            "path": {"kind": "lan"},
            "client": {"driver": "oci", "array_size": 8, "prefetch_rows": 8, "sdu": 512},
            "server": {"pack": "row"},
            "query": bare | {"rows": 16, "row_length": row_length} | query,
        }
    )


def test_rows_of_listed_lengths_end_packets_where_they_end_themselves(tmp_path: Path) -> None:
    """Counted with their mean, 250 bytes, two rows would go into each packet of 510."""
    # Rows of a room of 502: 300 + 100 | 400 | 200 + 300 | 100 + 400 | 200, each with 10 bytes of header; a third call
    # brings no rows.
    expected = [410, 410, 510, 510, 210]
    assert replies(simulate(uneven(UNEVEN), tmp_path))[:2] == [expected, expected]


def test_listed_rows_go_on_in_the_next_reply_where_they_were(tmp_path: Path) -> None:
    lengths = [300, 100, 400, 200, 150]
    what = uneven(lengths, row_header=32, fetch_overhead=88)
    # 32 bytes in front of the rows, 56 behind them. First reply:
    # 32 + 300 + 100 | 400 | 200 + 150 | 300 + 100 | 400 + 56; second, from 200 on:
    # 32 + 200 + 150 | 300 + 100 | 400 | 200 + 150 | 300 + 56.
    first = [442, 410, 360, 410, 466]
    second = [392, 410, 410, 360, 366]
    assert replies(simulate(what, tmp_path))[:2] == [first, second]


def test_a_row_that_fits_no_packet_makes_the_reply_be_cut_at_bytes(tmp_path: Path) -> None:
    # 2 x (300 + 100 + 600 + 200) = 2400 = 4 x 502 + 392
    assert replies(simulate(uneven([300, 100, 600, 200]), tmp_path))[0] == [*4 * [512], 402]


def test_rows_of_a_distribution_end_packets_where_they_end_themselves(tmp_path: Path) -> None:
    lengths = {"distribution": "uniform", "min": 10, "max": 400}
    by_row = replies(simulate(uneven(lengths), tmp_path / "row"))[0]
    at_bytes = replies(simulate(uneven(lengths).with_values({"server.pack": "byte"}), tmp_path / "byte"))[0]
    # The same rows: as many bytes, but never full packets of 512.
    assert sum(by_row) - 10 * len(by_row) == sum(at_bytes) - 10 * len(at_bytes)
    assert at_bytes[:-1] == [512] * (len(at_bytes) - 1)
    # Rows of one length, the mean, would fill packets alike.
    assert len(set(by_row[:-1])) > 1
    assert max(by_row) <= 512
    # No packet is followed by a row that would have fitted it: two neighbours never fit one packet.
    assert all(one + two - 20 > 502 for one, two in itertools.pairwise(by_row))


def repeating(client: dict[str, object], **query: object) -> net8.Plan:
    """Return a plan whose columns repeat in a share of the rows; 50 bytes in front of the rows, 136 behind them."""
    beside = {"row_header": 50, "fetch_overhead": 186, "execute_overhead": 0, "end_overhead": 0}
    return net8.Plan.of(
        {
            "path": {"kind": "lan"},
            "client": {"sdu": 8192} | client,
            "server": {"release": "12.1", "sdu": 8192},
            "query": beside | query,
        }
    )


@pytest.mark.parametrize(
    ("repetition", "first", "later"),
    [
        # Nothing repeats (SELECT ROLE FROM DBA_ROLES of SQL*Plus 12.1 with 11.2, a reply of 550 bytes with vectors of
        # 4 bytes in front of 14 of 15 rows, later ones without): 10 + 186 + 15 x (1 + 21 + 17) + 14 x 4, then 0 x 4.
        ([0, 0], 837, 781),
        # The second column always does (NAME and PASSWORD of SYS.USER$, with 10.2, 11.2 and 12.1): the first row is
        # whole, the others have a vector; later the first row has one of 1 byte in the header. 10 + 186 + 39 +
        # 14 x (4 + 22), then 10 + 186 + 1 + 15 x 22 + 14 x 4.
        ([0, 1], 599, 583),
        # Both do: 10 + 186 + 39 + 14 x (4 + 1), then 10 + 186 + 1 + 15 + 14 x 4.
        (1, 305, 268),
    ],
)
def test_bit_vectors_of_oci_come_as_servers_send_them(
    repetition: object, first: int, later: int, tmp_path: Path
) -> None:
    query = {"columns": "varchar2:20, varchar2:16", "repetition": repetition, "rows": 46}
    # The row that SQL*Plus fetches first, whole: nothing stands in front of a first row.
    assert replies(simulate(repeating({"driver": "sqlplus"}, **query), tmp_path)) == [
        [235],
        [first],
        [later],
        [later],
    ]


@pytest.mark.parametrize(
    ("repetition", "first", "later"),
    [
        # NLS parameters fetched by SQL Developer with 10.2: `15 01 02 03` in front of 9 of 10 rows, none in the next
        # reply. 10 + 186 + 10 x (1 + 14 + 9) + 9 x 4.
        (0, 472, 436),
        # 10 + 186 + 24 + 9 x (4 + 1 + 14); then 10 + 186 + 10 x 15 + 9 x 4 and in the header, where a 0 stood, the
        # length of the vector twice, 2 + 1 bytes, and its byte: 3 more (python-oracledb).
        ([0, 1], 391, 385),
        # No column follows, so that their number is the 1 byte of a 0: 10 + 186 + 24 + 9 x (3 + 1), 10 + 186 + 3 + 10
        # + 9 x 3.
        (1, 256, 236),
    ],
)
def test_bit_vectors_of_thin_drivers_come_as_servers_send_them(
    repetition: object, first: int, later: int, tmp_path: Path
) -> None:
    client = {"driver": "jdbc-thin", "release": "12.1", "array_size": 10, "prefetch_rows": 10}
    query = {"columns": "varchar2:13, varchar2:8", "repetition": repetition, "rows": 30}
    assert replies(simulate(repeating(client, **query), tmp_path))[:3] == [[first], [later], [later]]


def test_rows_repeat_what_they_repeat_in_whatever_calls_they_come(tmp_path: Path) -> None:
    rows, shares = 10_001, [0.25, 0.9]
    query = {"columns": "varchar2:99, varchar2:49", "repetition": shares, "rows": rows}

    def simulated(array: int, **more: object) -> int:
        client = {"driver": "sqlplus", "array_size": array}
        found = replies(simulate(repeating(client, **query | more), tmp_path / f"{array}{len(more)}"))
        assert len(found) == 1 + 10_000 // array
        return sum(sum(packets) - 10 * len(packets) for packets in found)

    few, many = simulated(500), simulated(50)
    # 180 replies more, each with 186 bytes beside its rows and a vector of 1 byte in its header instead of 4 in front.
    assert many - few == 180 * (186 + 1 - 4)
    # 10,000 rows of 1 + 4 + 0.75 x 100 + 0.1 x 50, five deviations of sqrt(p (1 - p) n) values around it; the first
    # row of the second reply is whole, with the one before 151 bytes each, and each reply has its own 186 bytes.
    expected = 10_000 * 85 + 2 * 151 - 85 + 21 * 186 - 19 * 3
    deviation = (10_000 * (100**2 * 0.25 * 0.75 + 50**2 * 0.9 * 0.1)) ** 0.5
    assert few == pytest.approx(expected, abs=5 * deviation)
    assert simulated(500, elimination=False) == 10_001 * 151 + 21 * 186


def test_another_run_repeats_other_values_and_the_same_run_the_same() -> None:
    what = repeating({"driver": "sqlplus"}, columns="2*varchar2:99", repetition=0.5, rows=500)
    totals = [int(net8.run(what, run=run).calls["reply_bytes"].sum()) for run in (1, 2, 1)]
    assert totals[0] == totals[2] != totals[1]


def test_vectors_begin_anew_with_each_execution() -> None:
    what = repeating({"driver": "sqlplus", "queries": 2}, columns="2*date", repetition=0, rows=31)
    calls = net8.run(what).calls
    own = calls[calls["kind"].isin(["execute", "fetch"])]["reply_bytes"].tolist()
    # 10 + 186 + 15 x 17 + 14 x 4, then without the vectors
    assert own[1:3] == own[4:6] == [507, 451]


@pytest.mark.parametrize(("kind", "text"), EXAMPLES.items())
def test_every_type_of_the_package_is_one_of_the_model(kind: str, text: str) -> None:
    assert canonical_columns(text) == text
    full, further = _core.column_bytes(text)
    assert full == further > 0, kind


@pytest.mark.parametrize(
    "text",
    [
        " 8 * VARCHAR2 : 9 ,Date", "number:-1.50", "number:1e125", "number:1e126", "number:1e-130", "number:1e-131",
        f"number:{'9' * 40}", f"number:{'9' * 41}", f"number:1{'0' * 39}1", "number:0.0", "number:0e99", "raw:\u0663",
        "number:.", "number:.5",
        "number:5.", "number:", "number", "number:1e", "number:+1e+2", "number:--1", "varchar2:0", "varchar2:32767",
        "varchar2:32768", "varchar2:-1", "varchar2:x", "raw", "char:1,", ",date", "0*date", "-2*date", "x*date",
        "4096*date", "4097*date", "2*4096*date", "timestamp:0", "timestamp:1", "timestamp:", "date:7", "null:0",
        "rowid", "rowid:AAAR3sAAEAAAACXAAA", "rowid:aaar3saaeaaaacxaaa", "rowid:AAAR3sAAEAAAACXAA",
        "rowid:AAAR3sAAEAAAACXAA*", "rowid:D/////P//D/////P//", "rowid:EAAAAAAAAAAAAAAAAA",
        "rowid:AAAAAAQAAAAAAAAAAA", "rowid:AAAAAAAAAEAAAAAAAA", "rowid:AAAAAAAAAAAAAAAQAA",
        "ROWID: AAAR3sAAEAAAACXAAA", "long", "long:67", "Long_Raw:40000",
        "long:2147483647", "long:2147483648", "clob", "clob:1073741823", "clob:1073741824", "nclob:0",
        "blob:2147483647", "blob:2147483648", "blob:-1", "nvarchar2:16383", "nvarchar2:16384", "nchar:1",
        "boolean", "boolean:TRUE", "boolean:false", "boolean:1", "timestamp_ltz:0", "timestamp_tz:0",
        "timestamp_tz", "interval_ds", "interval_ds:2", "interval_ym", "binary_float", "binary_double:8",
        "date date", "",
    ],
)  # fmt: skip
def test_package_and_model_take_the_same_lists(text: str) -> None:
    try:
        mine: str | None = canonical_columns(text)
    except QuantityError:
        mine = None
    try:
        theirs: tuple[int, int] | None = _core.column_bytes(text)
    except _core.PlanError:
        theirs = None
    assert (mine is None) == (theirs is None)
    if mine is not None:
        assert _core.column_bytes(mine) == theirs
        assert canonical_columns(mine) == mine


def test_a_plan_with_columns_is_described_and_written_out() -> None:
    what = plan(15, 31)
    # 888 + 14 x 85
    assert ("rows of a full fetch", "2,078 bytes; TNS packets: 1") in describe(what).facts
    values = {path: value for path, (value, _origin) in complete(what).items() if value is not None}
    assert values["query.row_overhead"] == 1
    assert net8.run(net8.Plan.of({}).with_values(values)).digest == net8.run(what).digest
    assert column_count(str(values["query.columns"])) == 16


LOB_QUERY = {"rows": 5, "columns": "number:1, clob:4000, blob:100"}


def lob_calls(client: dict[str, object], folder: Path, **query: object) -> net8.Run:
    """Run a query with LOBs and keep its capture."""
    what = {
        "path": {"kind": "lan"},
        "client": {"sdu": 32767} | client,
        "server": {"release": "21c", "sdu": 32767},
    }
    run = net8.run(net8.Plan.of(what | {"query": LOB_QUERY | query}), folder=folder, pcap=True)
    assert run.outcome == ("closed",)
    assert run["rows"] == 5
    return run


def test_python_defines_lob_columns_and_reads_each_value(tmp_path: Path) -> None:
    run = lob_calls({"driver": "python-thin"}, tmp_path)
    own = run.calls[~run.calls["kind"].isin(["logon", "logoff"])]
    # no rows with the execute, nor with the define, all with a fetch (runs of 26.1); two LOBs a row
    assert own["kind"].tolist() == ["execute", "execute", "fetch"] + 10 * ["lob"]
    assert own["rows"].tolist() == [0, 0, 5] + 10 * [0]
    reads = own[own["kind"] == "lob"]
    # 10 + 23 of function, pointers and so on + locator 114, its length 2, offset 2, amount 3 (8000) or 2 (100)
    assert reads["request_bytes"].tolist() == 5 * [154, 153]
    # 10 + data 1 + 1 + 3 + 8000 + 1, parameters 1 + 114 + 3, end of call 41 (capture of 26ai); 1 + 1 + 100, 1 + 114 + 2
    assert reads["reply_bytes"].tolist() == pytest.approx(5 * [8175, 270], abs=8)
    assert (reads["reply_bytes"].iloc[0] - reads["reply_bytes"].iloc[1]) == 8006 - 102 + 1
    text = run.trace()
    assert f"{len(own):>11}  SQL*Net roundtrips to/from client" in text.splitlines()


def test_sqlplus_fetches_one_row_with_lobs_a_call(tmp_path: Path) -> None:
    run = lob_calls({"driver": "sqlplus"}, tmp_path)
    rows = run.calls.query("kind == 'execute' or kind == 'fetch'")["rows"]
    # None with the execute, as OCI does not prefetch rows with LOBs, and a last call that finds the end.
    assert rows.tolist() == [0] + [1] * 5 + [0]
    assert (run.calls["kind"] == "lob").sum() == 2 * 5


@pytest.mark.parametrize(("amount", "reads"), [(0, 2), (8000, 2), (3000, 1 + 3), (50, 160 + 2)])
def test_lobs_are_read_in_pieces(amount: int, reads: int, tmp_path: Path) -> None:
    # 8000 bytes in pieces of 3000: 3, of 50: 160; 100 bytes: 1, and 2 of 50
    run = lob_calls({"driver": "python-thin", "lob_amount": amount}, tmp_path)
    assert (run.calls["kind"] == "lob").sum() == 5 * reads


def test_lobs_that_are_not_read_or_empty_take_no_call(tmp_path: Path) -> None:
    assert (
        lob_calls({"driver": "oci", "read_lobs": False}, tmp_path / "a").calls["kind"] == "lob"
    ).sum() == 0
    empty = lob_calls({"driver": "oci"}, tmp_path / "b", columns="clob:0, blob:1")
    assert (empty.calls["kind"] == "lob").sum() == 5


@pytest.mark.parametrize(
    ("prefetch", "left", "strings"),
    # A CLOB of 4000 characters in 8000 bytes and a BLOB of 100. What is prefetched is a string in the row: 1 + n bytes
    # up to 252, 1 + 3 + n + 1 above. 5 rows with 8005 + 101 bytes more take a second packet of 32,767: 10 bytes.
    [
        (10, [8000 - 20, 90], 5 * (21 + 11)),
        (100, [8000 - 200], 5 * (201 + 101)),
        (4000, [], 5 * (8005 + 101) + 10),
    ],
)
def test_what_is_prefetched_of_a_lob_is_not_read(
    prefetch: int, left: list[int], strings: int, tmp_path: Path
) -> None:
    bare = lob_calls({"driver": "oci", "lob_rows": "one"}, tmp_path / "a").calls
    least, calls = (
        lob_calls({"driver": "oci"}, tmp_path / str(each), lob_prefetch=each).calls for each in (10, prefetch)
    )
    # As LOBs that are there need no reads between rows, these come by arrays, all 5 with the execute.
    assert calls.query("kind == 'execute' or kind == 'fetch'")["rows"].tolist() == [5]
    more = [int(each[each["kind"] == "execute"]["reply_bytes"].iloc[0]) for each in (calls, least)]
    assert more[0] - more[1] == strings - 5 * (21 + 11)
    reads, whole = (each[each["kind"] == "lob"]["reply_bytes"].tolist() for each in (calls, bare))
    assert len(reads) == 5 * len(left)
    # A reply to a read is as much shorter as its data is, within integers of its amount.
    assert reads == pytest.approx([whole[at % len(left)] - [8000, 100][at % len(left)] + left[at % len(left)]
                                   for at in range(len(reads))], abs=2)  # fmt: skip


def test_a_driver_that_defines_lobs_prefetches_none() -> None:
    plan = net8.Plan.of(
        {"client": {"driver": "python-thin"}, "query": {"columns": "clob:10", "lob_prefetch": 4000}}
    )
    with pytest.raises(
        net8.PlanError, match="python-thin fetches LOBs without their data; use 0, or client.fetch_lobs"
    ):
        net8.run(plan)


def test_a_long_among_the_columns_allows_one_row_a_call(tmp_path: Path) -> None:
    run = lob_calls({"driver": "sqlplus", "array_size": 100}, tmp_path, columns="number:1, long:67")
    rows = run.calls.query("kind == 'execute' or kind == 'fetch'")["rows"]
    assert rows[rows > 0].tolist() == [1] * 5
