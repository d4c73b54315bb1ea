# SPDX-License-Identifier: GPL-2.0-only
"""The validation table: it is complete, it judges as it says, and a wrong model turns it red."""

from __future__ import annotations

import html.parser
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import net8
import pytest
from net8.base.errors import RunError
from net8.statistics.intervals import interval
from net8.validate import ROWS, Case, Outcome, Row, validate
from net8.validate.account import Account
from net8.validate.catalogue import chosen
from net8.validate.fits import FITS, READINGS
from net8.validate.found import Found
from net8.validate.judge import judge
from net8.validate.page import write_report
from net8.validate.predicted import predicted
from net8.validate.row import Band, Kind, exact, inside, near, overlap, within
from net8.validate.rows_hooper import HOOPER_ARRAYS, air_case
from net8.validate.rows_link import FULL_LINK, GROWN, PUBLISHED_WAITS, Buffers, predict_waits
from net8.validate.simulate import plan_of
from net8.validate.views import show_outcomes
from rich.console import Console

PROJECT = Path(__file__).resolve().parents[3]
SHEET = Path(os.environ.get("NET8_SHARED", PROJECT.parent / "shared")) / "facts" / "seed-experiments.md"
# Rows that take seconds: sizes, calls, waits, SDU sweep, negotiation, storm, stalls.
HANDFUL = "E1,E2,E3,E4,E5,E6,E7,E8,E10,E11,E12,E14,E16,E19,E27,E28,E29,E30,E32,E35,E36,F2,F3,A1,A6,A8"


@pytest.mark.skipif(not SHEET.is_file(), reason=f"no {SHEET}; NET8_SHARED names the folder two above it")
def test_every_experiment_and_fit_of_the_sheet_has_a_row() -> None:
    found = re.findall(r"^\*\*([EF]\d+) ", SHEET.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(found) == 41 + 6
    assert [id_ for id_ in found if id_ not in {row.id for row in ROWS}] == []


def test_every_row_says_what_it_is() -> None:
    assert len({row.key for row in ROWS}) == len(ROWS)
    for row in ROWS:
        if row.kind == "DATA":
            assert row.band is None, row.key
            assert row.note, row.key
        elif row.kind == "OPEN":
            assert row.note, row.key
        else:
            assert row.band is not None, row.key
            assert row.measure is not None or row.analytic is not None, row.key
        assert row.measure is None or row.cases or row.id == "E30", row.key
        assert (
            row.published is not None or row.source == "AN" or row.id == "F5" or row.kind in ("DATA", "OPEN")
        )


def test_every_fitted_parameter_is_listed_and_used() -> None:
    used = {name for row in ROWS for name in row.parameters}
    assert used == {fit.name for fit in FITS}


def test_rival_readings_have_two_rows_or_more() -> None:
    rivals = [row.hypothesis for row in ROWS if row.hypothesis]
    assert set(rivals) == set(READINGS)
    assert all(rivals.count(name) >= 2 for name in READINGS)


def test_cases_of_one_name_are_one_plan() -> None:
    cases: dict[str, Case] = {}
    for row in ROWS:
        for case in row.cases:
            assert cases.setdefault(case.name, case) == case


@pytest.mark.parametrize("size", HOOPER_ARRAYS)
def test_the_rows_over_the_radio_are_those_of_the_scenario(size: int) -> None:
    plan = net8.load(PROJECT / "scenarios" / "radio-fetch" / "plan.toml")
    (point,) = [
        point.plan
        for point in plan.points()
        if (point.plan["client.array_size"], point.plan["path.radio_frame_loss"]) == (size, 0.1)
        and point.plan["path.last_hop"] == "radio"
    ]
    mine = {key: value for key, value in plan_of(air_case(size), {}).values.items() if key != "run.seed"}
    assert mine == {key: point[key] for key in mine}
    assert set(point.values) - set(mine) <= {"title", "question", "table.columns", "run.runs"}


def test_every_shape_that_metrics_alone_decide_has_a_closed_form() -> None:
    # What is left: times of a radio, TCP that gives up, and a foreground beside a storm that does not starve it.
    without = {row.id for row in ROWS if row.kind == "SHAPE" and row.analytic is None}
    assert without == {"E26", "E31", "E32"}


def test_a_closed_form_of_a_plan_says_what_it_lacks() -> None:
    with pytest.raises(
        RunError, match=r"leaves out response_time of E26 array 10: times: path.last_hop = radio"
    ):
        predicted(lambda found: found.one(air_case(10))["response_time"])()


def test_lossy_rows_have_the_replications_that_they_need() -> None:
    least = {"A3": 20, "A4": 200, "A7": 30}
    for row in ROWS:
        assert all(case.runs >= least.get(row.id, 1) for case in row.cases), row.key


def test_tolerances_are_those_of_section_12() -> None:
    # Table of section 12 of the models' list: 15 % to 1e-2 and 30 % to 0.1 (8, 9), 20 % (7), 2 % (5), one round trip
    # (6), inside the 95 % interval (11), each about the model and, with losses, about the mean.
    bands = {row.key: row.band for row in ROWS if row.kind == "MODEL"}
    for key, band in bands.items():
        assert band is not None
        assert band.of == "analytic", key
        if key.startswith("A3"):
            assert (band.rule, band.low) == ("near", 0.3 if "0.05" in key or "0.1:" in key else 0.15), key
        wanted = {"A2": ("inside", 1), "A4": ("near", 0.2), "A5": ("near", 0.02), "A7": ("overlap", 0)}.get(
            key[:2]
        )
        assert wanted in (None, (band.rule, band.low)), key
    assert {key[:2] for key in bands} == {f"A{n}" for n in range(1, 9)}


def test_the_product_carries_its_numbers_itself() -> None:
    for path in (PROJECT / "bindings" / "net8" / "validate").glob("*.py"):
        assert "NET8_SHARED" not in (text := path.read_text(encoding="utf-8")), path
        assert "shared/" not in text, path


def _row(kind: Kind = "EXACT", **more: object) -> Row:
    """Make a row that needs no simulation."""
    return Row(id="E1", quantity="q", kind=kind, source="S1", **more)  # type: ignore[arg-type]


def _outcome(row: Row) -> Outcome:
    """Judge a row that needs no simulation."""
    return judge([row], Found({}))[0]


@pytest.mark.parametrize(
    ("band", "value", "reference", "holds"),
    [
        (exact(), 274.0, 274.0, True),
        (exact(), 274.0, 275.0, False),
        (exact(), (1024.0, 496.0), (1024.0, 496.0), True),
        (exact(), (1024.0,), (1024.0, 496.0), False),
        (exact(), "yes", "yes", True),
        (exact(), "no", "yes", False),
        (exact(), 0.0, 0.0, True),
        (within(1.3, 1.6), 1.3, None, True),
        (within(1.3, 1.6), 1.61, None, False),
        (within(0, 3), (1.0, 4.0), None, False),
        # 100 +- 5 % is 95 to 105.
        (near(0.05), 105.0, 100.0, True),
        (near(0.05), 94.9, 100.0, False),
        (near(0.05), 1.0, None, False),
        (inside(1, "RTT"), 6.0, 7.0, True),
        (inside(1, "RTT"), 5.9, 7.0, False),
    ],
)
def test_bands(band: Band, value: object, reference: object, holds: bool) -> None:
    assert band.holds(value, reference) is holds  # type: ignore[arg-type]


def test_what_is_rejected_is_a_rival_reading() -> None:
    rejected = [row for row in ROWS if row.rejected]
    assert rejected
    # Its rivals are told side by side, and one of them is not rejected.
    assert {row.hypothesis for row in rejected} <= set(READINGS)
    for row in rejected:
        assert not row.fails
        assert any(other.hypothesis == row.hypothesis and not other.rejected for other in ROWS)


def test_an_interval_may_hold_what_the_mean_does_not() -> None:
    assert overlap().holds(120.0, 100.0, half_width=21.0)
    assert not overlap().holds(120.0, 100.0, half_width=19.0)
    # A tolerance is about the mean, however wide the interval.
    assert not near(0.05, of="analytic").holds(120.0, 100.0, half_width=21.0)


def test_verdicts() -> None:
    assert _outcome(_row(published=2.0, band=exact(), measure=lambda _f: 2.0)).verdict == "pass"
    wrong = _outcome(_row(published=2.0, band=exact(), measure=lambda _f: 3.0))
    assert (wrong.verdict, wrong.good, wrong.deviation) == ("FAILS", False, 0.5)
    known = _outcome(_row("SHAPE", published=2.0, band=near(0.1), measure=lambda _f: 3.0, fails="why"))
    assert (known.verdict, known.reason, known.good) == ("known failure", "why", True)
    rejected = _outcome(_row("SHAPE", published=2.0, band=near(0.1), measure=lambda _f: 3.0, rejected="why"))
    assert (rejected.verdict, rejected.reason, rejected.good) == ("rejected reading", "why", True)
    held = _outcome(_row("SHAPE", published=2.0, band=near(0.1), measure=lambda _f: 2.0, rejected="why"))
    assert (held.verdict, held.reason) == ("pass", "was expected to fail: why")
    assert _outcome(_row("DATA", note="n")).verdict == "data only"
    assert _outcome(_row("OPEN", note="n")).verdict == "open"
    assert judge(
        [_row(published=1.0, band=exact(), measure=lambda _f: 1.0, quick=False)], Found({}), quick=True
    )[0].verdict == ("full set only")


def test_an_exact_row_asks_the_closed_form_too() -> None:
    row = _row(published=2.0, band=exact(), measure=lambda _f: 2.0, analytic=lambda: 2.1)
    assert _outcome(row).verdict == "FAILS"


def test_a_run_that_is_not_there_is_an_error_and_not_a_pass() -> None:
    case = Case("missing", {})
    found = _outcome(_row(published=2.0, band=exact(), cases=(case,), measure=lambda f: f.one(case)["rows"]))
    assert (found.verdict, found.good) == ("ERROR", False)


def test_replications_give_an_interval() -> None:
    found = _outcome(_row("MODEL", analytic=lambda: 2.0, band=overlap(), measure=lambda _f: [1.0, 2.0, 3.0]))
    # Student's t for two degrees of freedom at 97.5 %: 4.3027, s = 1, n = 3.
    assert found.spread == interval([1.0, 2.0, 3.0])
    assert found.spread.half_width == pytest.approx(4.3027 / 3**0.5, rel=1e-4)
    assert found.verdict == "pass"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide the folder whose store the tests of this file share."""
    return tmp_path_factory.mktemp("runs")


def _bad(outcomes: Sequence[Outcome]) -> list[str]:
    """Name the rows that did not come out as expected."""
    return [f"{o.row.key}: {o.verdict}, {o.simulated}, {o.reason}" for o in outcomes if not o.good]


@pytest.mark.slow
def test_a_handful_of_rows_holds(store: Path) -> None:
    outcomes = validate(chosen(HANDFUL), quick=True, out=store)
    assert _bad(outcomes) == []
    assert sum(outcome.verdict == "pass" for outcome in outcomes) > 50


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rows", "key", "value"),
    [
        # A header of 11 bytes instead of 10: one byte less of each packet is for data.
        ("E3,E8", "server.sdu_reserve", 1),
        # An array with the execute instead of one row.
        ("E2,E25", "client.prefetch_rows", 15),
        # One connection each third of a second instead of three with each second.
        ("E32", "listener.rate_release", "spaced"),
        # Windows of four connections a second instead of three.
        ("E32", "listener.rate_limit", "4"),
        # Half of the receive window.
        ("A5", "client.tcp.receive_buffer", 32_768),
        # A delayed ACK after 100 ms instead of 200.
        ("F3,A6", "client.tcp.delayed_ack_time", "100ms"),
    ],
)
def test_a_wrong_model_turns_a_row_red(store: Path, rows: str, key: str, value: object) -> None:
    chosen_rows = chosen(rows)
    assert _bad(validate(chosen_rows, quick=True, out=store)) == []
    assert _bad(validate(chosen_rows, quick=True, out=store, settings={key: value})) != []


@pytest.mark.slow
def test_the_wait_moves_to_the_consumer(store: Path) -> None:
    assert _bad(validate(chosen("E21,F1"), quick=True, out=store)) == []


def test_the_predicted_waits_are_those_of_the_arithmetic() -> None:
    waits = predict_waits(2048)
    # 351 x 111 + 9, the model value for 6.93 bytes a row.
    assert waits["more data to client"].times == 38_970
    # A fetch: 32,767 x 6.93 = 227,075.31 bytes and 112 headers of 10. All but 16,384 of its 228,195 bytes have left in
    # 147 segments of 1448, 212,856 bytes; all but 65,535 of these are taken: the 72nd packet (71.9). 71 x 2048 are done
    # then, 82,787 bytes are left, 1.232 us a byte and 211 us a packet. The last fetch, 2728 x 6.93 bytes and 10
    # headers, is left as a whole.
    each = 1.232e-6 + 211e-6 / 2048
    last = (2728 * 6.93 + 100) * each
    assert waits["message from client"].total_s == pytest.approx(351 * 82_787.31 * each + last, rel=1e-6)
    # The last full packet, to byte 111 x 2048, has room with the 72nd as well: 146 segments, 145,873 / 2048 = 71.2. At
    # SDU 32767 it has with the 4th, 125 segments, 115,465 / 32,767 = 3.5, and the end with the 5th: 146 segments, 4.5.
    assert waits["message to client"].total_s == 0
    each_large = 1.232e-6 + 211e-6 / 32_767
    assert predict_waits(32_767)["message to client"].total_s == pytest.approx(351 * 32_767 * each_large)
    # With a send buffer of 65,536 both have with the 3rd: 91 segments, 66,233 / 32,767 = 2.02, and 112, 96,641, 2.9.
    grown = predict_waits(32_767, GROWN)
    assert grown["message to client"].total_s == 0
    assert grown["more data to client"].total_s == pytest.approx(351 * 2 * 32_767 * each_large)
    # All that the consumer does.
    total = sum(event.total_s or 0.0 for event in waits.values())
    assert total == pytest.approx(351 * 228_195.31 * each + last, rel=1e-6)


@pytest.mark.parametrize(("sdu", "buffers"), FULL_LINK)
def test_each_event_has_the_time_of_the_closed_form_but_for_a_packet(sdu: int, buffers: Buffers) -> None:
    # A full fetch of the whole query: the time of six of them, without that of the call before. The socket takes a
    # packet whole, so that the server goes on up to one packet earlier: 1.232 us a byte and 211 us.
    packet = 1.232e-6 * sdu + 211e-6
    plan = net8.Plan.of(FULL_LINK[sdu, buffers].document)

    def waited(fetches: int) -> dict[str, float]:
        frame = net8.run(plan.with_values({"query.rows": 1 + fetches * 32_767})).waits.set_index("event")
        frame = frame[frame["scope"] == "statement"]
        return {event: float(frame.loc[f"SQL*Net {event}", "total_s"]) for event in PUBLISHED_WAITS[sdu]}

    few, many = waited(6), waited(12)
    for event, form in predict_waits(sdu, buffers).items():
        # The last fetch of 2728 rows is left as a whole: 25 to 26 ms of message from client.
        tail = 0.025 if event == "message from client" else 0.0
        expected = 6 * ((form.total_s or 0.0) - tail) / 351
        assert many[event] - few[event] == pytest.approx(expected, abs=6 * packet), event


def test_the_account_is_laid_out_as_tkprof_does() -> None:
    text = Account(2048, {"published": PUBLISHED_WAITS[2048]}).texts()["published"]
    assert text.splitlines()[1:] == [
        "  Event waited on                             Times   Max. Wait  Total Waited",
        "  ----------------------------------------   Waited  ----------  ------------",
        "  SQL*Net message to client                     353",
        "  SQL*Net message from client                   353        0.32         38.37",
        "  SQL*Net more data to client                 38967        0.16         68.63",
    ]


def test_the_command_of_a_report_is_text(tmp_path: Path) -> None:
    write_report(tmp_path, [], Found({}), seed=1, quick=True, command="net8 validate --out '<b>&'")
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "<code>net8 validate --out &#x27;&lt;b&gt;&amp;&#x27;</code>" in page


@pytest.mark.slow
def test_a_report_has_everything_in_it(store: Path, tmp_path: Path) -> None:
    done = _net8("--only", "E3,E14,E32", "--quick", "--report", str(tmp_path), out=store)
    assert done.returncode == 0, done.stdout + done.stderr
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert page.count("src='data:image/svg+xml;base64,") == page.count("<img") == 2
    assert "http" not in page.replace("http-equiv", "")
    assert "2,048, 623, 1,010" in page
    assert "Rival readings, F3" in page
    assert "17.15 ms a row" in page
    assert "one stall a batch" in page
    for name in ("e14-stats2", "e32-storm"):
        assert (tmp_path / f"{name}.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


class _Page(html.parser.HTMLParser):
    """Tags that are open, names to which links go and that there are, and rows with their verdicts."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.targets: list[str] = []
        self.names: set[str] = set()
        self.verdicts: list[str] = []
        self.bare: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.open += [] if tag in ("meta", "img", "input", "br") else [tag]
        self.targets += [given["href"]] if tag == "a" else []
        self.names |= {f"#{given['id']}"} if "id" in given else set()
        self.verdicts += [given["data-verdict"]] if "data-verdict" in given else []
        if tag == "table" and given.get("class") != "rows" and self.open[-2] != "div":
            self.bare.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_report_has_contents_a_filter_versions_and_fits_a_phone(tmp_path: Path) -> None:
    outcomes = [Outcome(row, verdict) for row, verdict in zip(ROWS, ("pass", "known failure"), strict=False)]
    write_report(tmp_path, outcomes, Found({}), seed=1, quick=True, command="net8 validate")
    text = (tmp_path / "index.html").read_text(encoding="utf-8")
    page = _Page()
    page.feed(text)
    assert page.open == []
    assert page.targets == ["#rows", "#fits", "#sources"]
    assert set(page.targets) <= page.names
    assert page.verdicts == ["pass", "known failure"]
    assert "<option>pass</option><option>known failure</option>" in text
    assert re.search(r"Made on \d{4}-\d\d-\d\d by net8 \d", text)
    # On a phone the table of rows is a list, and every other one scrolls in a box of its own.
    assert "name='viewport' content='width=device-width" in text
    assert "@media screen and (max-width: 800px)" in text
    assert text.count("data-name='published'") == 2
    assert page.bare == []


OWN_MODEL = """
from net8 import analytic

def whole_arrays(plan):
    rows, array = int(str(plan["query.rows"])), plan["client.array_size"]
    if not array:
        return {}
    return {"fetch_calls": analytic.counted(-(-rows // int(str(array))), "rows / array", "a first guess")}
"""


@pytest.mark.slow
def test_a_model_of_ones_own_is_put_on_trial(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(OWN_MODEL, encoding="utf-8")
    # E2: 4096 rows in arrays of 15, 274 calls either way. E25: 1 + 200 calls, where whole arrays of 5000 give 200.
    right = _net8("--only", "E2", "--model", f"{file}:whole_arrays", out=store)
    assert right.returncode == 0, right.stdout + right.stderr
    assert "1 predictions: 1 hold, 0 wrong" in right.stdout
    wrong = _net8("--only", "E25", "--model", f"{file}:whole_arrays", "--json", out=store)
    assert wrong.returncode == 1
    (trial,) = json.loads(wrong.stdout)["own_model"]["predictions"]
    assert (trial["predicted"], trial["simulated"], trial["holds"]) == (200, 201, False)


def _net8(*arguments: str, out: Path) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    return subprocess.run(
        [sys.executable, "-m", "net8", "validate", *arguments, "--out", str(out)],
        env=os.environ | {"NO_COLOR": "1"}, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip


@pytest.mark.parametrize("width", [80, 120, 150])
def test_no_verdict_falls_off_the_table(width: int) -> None:
    outcomes = [Outcome(row, "known failure", simulated=row.published) for row in ROWS]
    with io.StringIO() as text:
        show_outcomes(Console(file=text, width=width), outcomes)
        lines = text.getvalue().splitlines()
    assert sum("known failure" in line for line in lines[: lines.index("Known to fail, and why")]) == len(
        ROWS
    )


def test_the_command_prints_a_table_and_ends_with_0(store: Path) -> None:
    done = _net8("--only", "E3,e13,E14", "--quick", out=store)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2,048, 623, 1,010" in done.stdout
    assert "data only" in done.stdout
    assert "Known to fail, and why" in done.stdout
    assert re.search(r"\d+ rows: \d+ pass, \d+ rejected reading, 2 data only, \d+ known failure", done.stdout)


def test_the_command_ends_with_1_when_a_row_is_red(store: Path) -> None:
    done = _net8("--only", "E3", "--set", "server.sdu_reserve=1", "--json", out=store)
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert (found["seed"], found["quick"], found["verdicts"]) == (1, False, {"FAILS": 1})
    (row,) = found["rows"]
    # 2037 of 2651 bytes and 614; the packets are 2037 + 10 and 614 + 10.
    assert (row["id"], row["verdict"], row["simulated"]) == ("E3", "FAILS", [2047.0, 624.0, 1010.0])
    assert (row["published"], row["band"]) == ([2048.0, 623.0, 1010.0], "exact")
