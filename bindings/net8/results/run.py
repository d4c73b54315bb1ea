# SPDX-License-Identifier: GPL-2.0-only
"""The result of one simulation."""

from __future__ import annotations

import csv
import functools
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from net8.base import files
from net8.base.errors import StoreError
from net8.base.html import table_html
from net8.base.reading import TABLE_LIMIT, read_text
from net8.results.ends import EndRow, end_rows, measure_ends
from net8.results.failovers import measure_failovers
from net8.results.fan import measure_fan
from net8.results.flows import measure_flows
from net8.results.form import ASKED_FOR, KINDS, SKIPPED, check_record, check_tables, names_of, write_json
from net8.results.measure import measure, measure_series
from net8.results.pages import measure_pages
from net8.results.redo import measure_redo
from net8.results.requests import measure_requests, pool_frame
from net8.results.series import connection_frame, flow_frame, goodput_frame, link_frame, series_frame
from net8.results.storm import attacking
from net8.results.times import TimeRow, time_rows
from net8.results.waits import autotrace, measure_statements, tkprof, wait_frame
from net8.results.work import WorkRow, work_rows
from net8.schema.metrics import (
    COUNTS,
    END_METRICS,
    FAILOVER_METRICS,
    FAN_METRICS,
    FLOW_METRICS,
    METRICS,
    REDO_METRICS,
    REQUEST_METRICS,
    SERIES_METRICS,
    STATEMENT_METRICS,
    STORM_METRICS,
    WORK_METRICS,
    find_metric,
)  # fmt: skip
from net8.store.run_folder import RECORD, damage, read_record

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd

__all__ = ["KINDS", "Run"]

_CSV_ROWS: Final = 1 << 16
_CSV_LIMIT: Final = 16 << 30
"""Longest table that is read back, bytes: a million sessions make some hundred MB."""


@dataclass(frozen=True, repr=False)
class Run:
    """The results of one simulation: columns of integers, counters, and views of them."""

    call_columns: Mapping[str, npt.NDArray[Any]]  #: nanoseconds, bytes and counts, one entry per call
    session_columns: Mapping[str, npt.NDArray[Any]]  #: the same per session
    wait_columns: Mapping[str, npt.NDArray[Any]]  #: wait events of the servers
    outcome: tuple[str, ...]  #: how each session ended
    counters: Mapping[str, int]  #: one for each kind of failure
    digest: str  #: hash of everything that happened
    events: int  #: events of the simulator
    end_time_ns: int  #: simulated time at the end
    seed: int = 1  #: seed of the random streams
    run: int = 1  #: run number
    wall_s: float = 0.0  #: seconds the simulation took
    folder: Path | None = None  #: where its files are
    attempt_columns: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)  #: the same per attempt
    addresses: tuple[str, ...] = ()  #: addresses of the attempts, by number
    groups: tuple[str, ...] = ()  #: names of the groups of clients, by number
    sample_columns: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)  #: the same per sample
    handlers: tuple[tuple[str, str], ...] = ()  #: instance and name of the handlers, by number
    rank_events: tuple[int, ...] = ()  #: events of each MPI rank, where a plan is partitioned
    events_left: int = 0  #: events that still waited at the end: timers and periodic events
    links: tuple[str, ...] = ()  #: names of the links with series, by number
    link_columns: Mapping[str, npt.NDArray[Any]] = field(
        default_factory=dict
    )  #: the same per sample of links
    goodput_columns: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)  #: of groups on links
    connection_columns: Mapping[str, npt.NDArray[Any]] = field(default_factory=dict)  #: of TCP of sessions
    statements: tuple[str, ...] = field(default=(), kw_only=True)  #: names of the statements, by number
    transactions: tuple[str, ...] = field(default=(), kw_only=True)  #: names of the transactions
    sites: tuple[str, ...] = field(default=(), kw_only=True)  #: site of each group; empty without sites
    request_columns: Mapping[str, npt.NDArray[Any]] = field(
        default_factory=dict, kw_only=True
    )  #: the same per request of a user of a pool
    failover_columns: Mapping[str, npt.NDArray[Any]] = field(
        default_factory=dict, kw_only=True
    )  #: the same per lost connection of a session with failover
    flow_columns: Mapping[str, npt.NDArray[Any]] = field(
        default_factory=dict, kw_only=True
    )  #: the same per sample of background flows
    passed: tuple[tuple[int, float, int], ...] | None = field(
        default=None, kw_only=True
    )  #: all random numbers it drew, if none mattered: stream, probability of a loss, draws that lost nothing
    skipped_calls: int = field(default=0, kw_only=True)  #: calls that repeat and were not simulated
    skipped_events: int = field(default=0, kw_only=True)  #: events that these would have taken, about
    skipped_time_ns: int = field(default=0, kw_only=True)  #: simulated time that they take
    why_not_skipped: str = field(default="", kw_only=True)  #: why no call was skipped, where it was asked for

    @classmethod
    def of(
        cls,
        raw: Mapping[str, Any],
        *,
        seed: int,
        run: int,
        wall_s: float,
        folder: Path | None,
        sites: Sequence[str] = (),
    ) -> Run:
        """Wrap what the extension returned.

        @param raw: the extension's dictionary
        @param seed: seed
        @param run: run number
        @param wall_s: seconds the simulation took
        @param folder: where its files are
        @param sites: site of each group, if the plan has sites
        @return: the run
        """
        sessions = dict(raw["sessions"])
        outcome = tuple(sessions.pop("outcome"))
        attempts = dict(raw["attempts"])
        addresses = tuple(attempts.pop("addresses"))
        return cls(
            raw["calls"], sessions, raw["waits"], outcome, dict(raw["counters"]), str(raw["digest"]),
            int(raw["events"]), int(raw["end_time_ns"]), seed, run, wall_s, folder,
            attempts, addresses, tuple(raw["groups"]), raw["samples"], tuple(raw["handlers"]),
            tuple(raw["rank_events"]), int(raw["events_left"]), tuple(raw["links"]),
            *(_if_any(raw[f"{name}_samples"]) for name in ("link", "goodput", "connection")),
            statements=tuple(raw["statements"]), transactions=tuple(raw["transactions"]),
            sites=tuple(sites),
            request_columns=_if_any(raw["requests"]),
            failover_columns=_if_any(raw["failovers"]),
            flow_columns=_if_any(raw["flow_samples"]),
            passed=_as_tuples(raw["passed"]),
            **{name: raw[name] for name in SKIPPED},
        )  # fmt: skip

    @classmethod
    def load(cls, folder: str | Path) -> Run:
        """Read a run from its folder; the simulator is not needed.

        @param folder: a folder that a sweep or ``save`` wrote
        @return: the run
        """
        path = Path(folder)
        _refuse_damaged(path)
        try:
            record = check_record(json.loads(read_text(path / "run.json", TABLE_LIMIT)))
            asked_for = {
                name: _read_csv(at) if (at := path / f"{name}.csv").exists() else {} for name in ASKED_FOR
            }
            found = replace(
                cls._without_tables(record, path),
                call_columns=_with_work(_read_csv(path / "calls.csv")),
                session_columns=_with_ends(_read_csv(path / "sessions.csv")),
                wait_columns=_read_csv(path / "waits.csv"), attempt_columns=_read_csv(path / "attempts.csv"),
                sample_columns=_read_csv(path / "series.csv"), link_columns=asked_for["links"],
                goodput_columns=asked_for["goodput"], connection_columns=asked_for["connections"],
                request_columns=asked_for["requests"], flow_columns=asked_for["flows"],
                failover_columns=asked_for["failovers"],
            )  # fmt: skip
            tables = {
                "calls": found.call_columns, "sessions": found.session_columns, "waits": found.wait_columns,
                "attempts": found.attempt_columns, "series": found.sample_columns, "links": found.link_columns,
                "goodput": found.goodput_columns, "connections": found.connection_columns,
                "requests": found.request_columns, "flows": found.flow_columns,
                "failovers": found.failover_columns,
            }  # fmt: skip
            check_tables(tables, record)
        except OSError as error:
            why = files.cause(error, path)
            raise StoreError(
                f"{folder} is not the folder of a finished run ({error.filename or path}: {why})"
            ) from None
        except (ValueError, OverflowError, RecursionError) as error:
            raise StoreError(f"{folder} is not the folder of a finished run ({error})") from None
        return found

    @classmethod
    def _without_tables(cls, record: Mapping[str, Any], path: Path) -> Run:
        """Make a run of its record alone."""
        return cls(
            {}, {}, {}, tuple(record["outcome"]),
            record["counters"], record["digest"], record["events"], record["end_time_ns"],
            record["seed"], record["run"], record["wall_s"], path, {}, tuple(record["addresses"]),
            tuple(record["groups"]), {},
            tuple((str(instance), str(name)) for instance, name in record["handlers"]),
            tuple(record["rank_events"]), record["events_left"], tuple(record["links"]),
            statements=tuple(record["statements"]), transactions=tuple(record["transactions"]),
            sites=tuple(record["sites"]), passed=_as_tuples(record["passed"]),
            **{name: record[name] for name in SKIPPED},
        )  # fmt: skip

    @classmethod
    def in_parts(cls, folder: str | Path, table: str) -> Iterator[pd.DataFrame]:
        """Read a table of calls, sessions, attempts or requests in parts, so that a long one takes little memory.

        @param folder: a folder that a sweep or ``save`` wrote; its files are taken as checked
        @param table: name of the table
        @return: parts of the table of that name
        """
        path = Path(folder)
        try:
            bare = cls._without_tables(
                check_record(json.loads(read_text(path / "run.json", TABLE_LIMIT))), path
            )
            start = 0
            for part in _csv_read_in_parts(path / f"{table}.csv"):
                match table:
                    case "calls":
                        yield replace(bare, call_columns=_with_work(part)).calls
                    case "sessions":
                        own = bare.outcome[start : start + len(part["session"])]
                        yield replace(bare, session_columns=_with_ends(part), outcome=own).sessions
                    case "attempts":
                        yield replace(bare, attempt_columns=part).attempts
                    case _:
                        yield replace(bare, request_columns=part).requests
                start += _CSV_ROWS
        except (OSError, ValueError) as error:
            raise StoreError(f"{folder} is not the folder of a finished run ({error})") from None

    def save(self, folder: Path) -> None:
        """Write the run's files: run.json, summary.json, and CSV files of calls, sessions, waits, attempts, series.

        Series of links, flows and sessions are written if the plan asks for them.

        @param folder: output folder
        """
        files.current.make_folder(folder)
        record = {
            "seed": self.seed, "run": self.run, "digest": self.digest, "events": self.events,
            "end_time_ns": self.end_time_ns, "wall_s": self.wall_s, "outcome": self.outcome,
            "counters": self.counters, "addresses": self.addresses, "groups": self.groups,
            "handlers": self.handlers,
            "rank_events": self.rank_events, "events_left": self.events_left,
            **({"links": self.links} if self.links else {}),
            "statements": self.statements, "transactions": self.transactions,
            **({"sites": self.sites} if self.sites else {}),
            **({} if self.passed is None else {"passed": self.passed}),
            **{name: value for name in SKIPPED if (value := getattr(self, name))},
        }  # fmt: skip
        write_json(folder / "run.json", record)
        write_json(folder / "summary.json", self.metrics)
        _write_csv(folder / "calls.csv", self.call_columns)
        _write_csv(folder / "sessions.csv", self.session_columns)
        _write_csv(folder / "waits.csv", self.wait_columns)
        _write_csv(folder / "attempts.csv", self.attempt_columns)
        _write_csv(folder / "series.csv", self.sample_columns)
        asked_for = (
            self.link_columns, self.goodput_columns, self.connection_columns, self.request_columns,
            self.flow_columns, self.failover_columns,
        )  # fmt: skip
        for name, columns in zip(ASKED_FOR, asked_for, strict=True):
            if columns:
                _write_csv(folder / f"{name}.csv", columns)

    @functools.cached_property
    def metrics(self) -> dict[str, float | None]:
        """All metrics of the run by column name, such as ``response_time_s``."""
        found = measure(
            self.call_columns, self.session_columns, list(self.outcome), self.attempt_columns, self.groups
        )
        found |= measure_ends(self.session_columns, self.outcome, self.groups, self.end_time_ns)
        found |= measure_statements(self.call_columns, self.session_columns, self.outcome)
        found |= measure_series(self.link_columns, self.connection_columns)
        found |= measure_flows(self.counters)
        found |= measure_redo(self.counters, self.end_time_ns)
        found |= measure_pages(self.counters)
        found |= measure_failovers(self.failover_columns)
        found |= measure_fan(self.counters)
        return found | measure_requests(self.request_columns, self.session_columns)

    def __getitem__(self, metric: str) -> float | None:
        """Return one metric by its plain name, in seconds, bits per second or counts."""
        return self.metrics.get(find_metric(metric).column)

    @functools.cached_property
    def calls(self) -> pd.DataFrame:
        """One row per call; times in seconds of simulated time."""
        frame = _frame(self.call_columns)
        if "kind" in frame:
            frame["kind"] = frame["kind"].map(KINDS)
        if {"start_s", "end_s"} <= set(frame):
            frame["response_time_s"] = frame["end_s"] - frame["start_s"]
        return frame

    @functools.cached_property
    def sessions(self) -> pd.DataFrame:
        """One row per session; times in seconds of simulated time.

        instance and handler are empty if no instance took over the session.
        """
        frame = _frame(self.session_columns)
        # Number -1, no handler, is the last of these.
        served = [*self.handlers, ("", "")]
        frame["instance"] = [served[number][0] for number in frame["handler"]]
        frame["handler"] = [served[number][1] for number in frame["handler"]]
        frame["outcome"] = list(self.outcome)
        frame["group"] = [self.groups[number] for number in frame["group"]]
        return frame.rename(columns={"sdu": "sdu_bytes", "tdu": "tdu_bytes"})

    @functools.cached_property
    def attempts(self) -> pd.DataFrame:
        """One row per address that a session tried; times in seconds of simulated time.

        ora_code is the Oracle error number, 0 if the server accepted, and -1 if the run, or the client's host,
        ended first.
        """
        frame = _frame(self.attempt_columns)
        frame["address"] = [self.addresses[number] for number in frame["address"]]
        return frame

    @functools.cached_property
    def series(self) -> pd.DataFrame:
        """One row per sample and server host; loads and rates are those since the previous sample."""
        return series_frame(self.sample_columns)

    @functools.cached_property
    def link_series(self) -> pd.DataFrame:
        """One row per sample, link and direction; up is from its first end; loads and rates are since the previous one.

        queue_packets and queue_bytes do not include the packet that is being sent.
        """
        return link_frame(self.link_columns, self.links)

    @functools.cached_property
    def link_goodput(self) -> pd.DataFrame:
        """One row per sample, link, direction and group: new TCP payload at the far end.

        The group "other traffic" is the background traffic, with UDP payload.
        """
        times = self.link_columns.get("time_ns", np.zeros(0, dtype=np.int64))
        return goodput_frame(self.goodput_columns, times, self.links, self.groups)

    @functools.cached_property
    def flow_series(self) -> pd.DataFrame:
        """One row per sample and flow of background traffic: its goodput since the previous sample."""
        return flow_frame(self.flow_columns)

    @functools.cached_property
    def session_series(self) -> pd.DataFrame:
        """One row per sample, session and end of its TCP connection: cwnd, smoothed RTT and bytes in flight."""
        return connection_frame(self.connection_columns)

    @functools.cached_property
    def failovers(self) -> pd.DataFrame:
        """One row per lost connection of a session with failover; times in seconds of simulated time.

        failover_s is the time from the loss until the session went on with new work, or gave up: ora_code is then
        the error that ended it, else 0.
        """
        frame = _frame(self.failover_columns)
        if {"lost_s", "end_s"} <= set(frame):
            frame["failover_s"] = frame["end_s"] - frame["lost_s"]
        return frame

    @functools.cached_property
    def requests(self) -> pd.DataFrame:
        """One row per request of a user of a pool; times in seconds of simulated time.

        The user starts it; at the application it asks for a connection, gets one and is done; then it ends with
        the user. error is an Oracle error number, 0 for success, and -1 if run or host ended first.
        """
        frame = _frame(self.request_columns)
        if "group" in frame:
            frame["group"] = [self.groups[number] for number in frame["group"]]
        return frame

    @functools.cached_property
    def pool(self) -> pd.DataFrame:
        """One row per change of a group's pools: open connections, those in use, requests that wait for one."""
        return pool_frame(self.request_columns, self.session_columns, self.groups)

    @functools.cached_property
    def waits(self) -> pd.DataFrame:
        """Wait events of the servers: one row per session, scope and wait event; times in seconds."""
        return wait_frame(self.wait_columns)

    @functools.cached_property
    def work(self) -> tuple[WorkRow, ...]:
        """Counts and times of each statement, transaction and group; empty if the plan has only its query."""
        names = self.statements, self.transactions
        return tuple(
            work_rows(self.call_columns, self.session_columns, list(self.outcome), names, self.groups)
        )

    @functools.cached_property
    def times(self) -> pd.DataFrame:
        """Mean and percentiles of each time, of all and by group, site and statement; see net8.results.times.TimeRow.

        A percentile is one of the times; with fewer than 1,000 times p99_9_s is the longest.
        """
        import pandas as pd

        places = self.groups, self.sites
        columns = self.call_columns, self.session_columns
        rows = time_rows(*columns, self.outcome, self.statements, places)
        return pd.DataFrame([asdict(row) for row in rows], columns=[each.name for each in fields(TimeRow)])

    @functools.cached_property
    def ends(self) -> pd.DataFrame:
        """Where sessions stood when they ended, where any failed or was cut off; see net8.results.ends.EndRow.

        Of all, by group, and of each that failed, up to the twentieth: time until failure, time in the last call, rows
        and goodput until the end, and the reason.
        """
        import pandas as pd

        rows = end_rows(self.session_columns, self.outcome, self.groups, self.end_time_ns)
        found = pd.DataFrame([asdict(row) for row in rows], columns=[each.name for each in fields(EndRow)])
        return found.astype({name: float for name in found if name.endswith("_s")})

    def trace(self) -> str:
        """Write waits in the format of tkprof, of the statement and of all calls, and statistics in that of autotrace.

        @return: lines of text, times in seconds
        """
        return "\n\n".join(
            (
                "STATEMENT (execute and fetch)\n" + tkprof(self.wait_columns, statement=True),
                "ALL CALLS (logon and logoff too)\n" + tkprof(self.wait_columns, statement=False),
                autotrace(self.call_columns),
            )
        )

    @property
    def failures(self) -> str:
        """Describe how many sessions failed and how the first one ended, without attackers; empty if none failed."""
        attack = attacking(self.session_columns, self.groups)
        wanted = [text for text, hostile in zip(self.outcome, attack, strict=True) if not hostile]
        bad = [text for text in wanted if text != "closed"]
        return f"{len(bad)} of {len(wanted)} sessions {bad[0]}" if bad else ""

    def summary(self) -> str:
        """Describe the results of the run, with a unit in every line.

        @return: lines of text
        """
        lines = [*self._summary_lines()]
        width = max(len(name) for name, _text in lines)
        return "\n".join(f"{name:<{width}} {text}" for name, text in lines)

    def _summary_lines(self) -> Iterator[tuple[str, str]]:
        """Yield name and text of each line of the summary."""
        shown = [
            metric for metric in METRICS.values() if len(self.outcome) > 1 or metric not in STORM_METRICS
        ]
        computing = f"{self.events:,} events, {self.wall_s:.2f} s of computing"
        yield "run", f"{self.run} (seed {self.seed}), {computing}"
        if self.skipped_calls:
            yield (
                "skipped",
                f"{self.skipped_calls:,} calls that repeat, {self.skipped_time_ns / 1e9:.6g} s of simulated time, "
                f"about {self.skipped_events:,} events",
            )
        elif self.why_not_skipped:
            yield "skipped", f"no call: {self.why_not_skipped}"
        failed, sessions = (int(self[name] or 0) for name in ("failed_sessions", "sessions"))
        left_out = f" (without {failed:,} of {sessions:,} sessions, which failed)" if failed else ""
        for metric in shown:
            value = self.metrics.get(metric.column)
            if value is None and metric in (
                *STORM_METRICS, *SERIES_METRICS, *WORK_METRICS, *REQUEST_METRICS, *STATEMENT_METRICS,
                *FLOW_METRICS, *REDO_METRICS, *FAILOVER_METRICS, *FAN_METRICS,
            ):  # fmt: skip
                continue
            if metric in END_METRICS and (not failed or value is None):
                continue
            text = "none ended well" if value is None else _shown(value * metric.scale, metric.unit)
            told = bool(left_out) and value is not None and metric.name not in COUNTS
            yield metric.name, f"{text}{left_out if told else ''}"
        yield from ((f"{row.what} {row.name}", row.told) for row in self.work)
        yield from (("outcome", text) for text in sorted({*self.outcome} - {"closed"}))

    def _repr_html_(self) -> str:
        """Show the summary in a notebook."""
        return table_html("Run", ("metric", "value"), self._summary_lines())

    def __repr__(self) -> str:
        """Return time, number of calls, and whether sessions failed."""
        seconds = self["response_time"]
        time = "no response time" if seconds is None else f"response time {seconds:.6g} s"
        failed = sum(text != "closed" for text in self.outcome)
        calls = len(next(iter(self.call_columns.values()), ()))
        return f"<Run {self.run}: {time}, {calls:,} calls, {len(self.outcome)} sessions, {failed} failed>"


def _shown(value: float, unit: str) -> str:
    """Write a number, a whole one with all its digits."""
    return f"{value:,.{'0f' if value == round(value, 0) else '6g'}} {unit}".rstrip()


def _frame(columns: Mapping[str, npt.NDArray[Any]]) -> pd.DataFrame:
    """Make a DataFrame; nanoseconds become seconds, events that did not happen NaN."""
    import pandas as pd

    frame = pd.DataFrame(dict(columns))
    for name in [name for name in frame if name.endswith("_ns")]:
        frame[name] = (frame[name] / 1e9).where(frame[name] >= 0)
    return frame.rename(columns=lambda name: name[:-3] + "_s" if name.endswith("_ns") else name)


def _if_any(columns: Mapping[str, npt.NDArray[Any]]) -> Mapping[str, npt.NDArray[Any]]:
    """Return columns, or None if they are empty."""
    return columns if any(values.size for values in columns.values()) else {}


def _with_work(calls: dict[str, npt.NDArray[Any]]) -> dict[str, npt.NDArray[Any]]:
    """Add the columns that older versions did not write: they had one statement, and no batch errors."""
    none = np.full(len(calls.get("session", ())), -1, dtype=np.int64)
    zero = np.zeros_like(none)
    return {"statement": none, "transaction": none, "execution": zero, "failed_rows": zero, **calls}


def _with_ends(sessions: dict[str, npt.NDArray[Any]]) -> dict[str, npt.NDArray[Any]]:
    """Add the columns that older versions did not write: the calls under way at the end were not known."""
    none = np.full(len(sessions.get("session", ())), -1, dtype=np.int64)
    return {
        **sessions,
        **{name: none for name in ("waiting_since_ns", "retransmitted_ns") if name not in sessions},
    }


def _refuse_damaged(folder: Path) -> None:
    """Refuse a folder of a store with changed files."""
    if not (folder / RECORD).is_file():
        return
    try:
        record = read_record(folder)
        told = {str(name): (int(size), str(known), 0) for name, (size, known) in record["files"].items()}
        wrong = damage(folder, told, thoroughly=True)
    except (OSError, ValueError):
        wrong = f"{RECORD} is not what was stored"
    if wrong:
        raise StoreError(f"{folder} is damaged: {wrong}; net8 repair removes it from its store")


def _as_tuples(passed: Sequence[Sequence[Any]] | None) -> tuple[tuple[int, float, int], ...] | None:
    """Return what a run drew as it is kept."""
    return None if passed is None else tuple((stream, rate, draws) for stream, rate, draws in passed)


def _write_csv(path: Path, columns: Mapping[str, npt.NDArray[Any]]) -> None:
    """Write columns of integers as CSV."""
    files.current.write(path, _csv_parts(columns))


def _csv_parts(columns: Mapping[str, npt.NDArray[Any]]) -> Iterator[bytes]:
    """Yield the rows in parts, whose text takes little memory."""
    from net8 import _core

    for start in range(0, max(1, *(column.size for column in columns.values())), _CSV_ROWS):
        head = ",".join(columns) + "\n" if start == 0 else ""
        # It takes a fifth of the time of a format of Python's.
        rows = _core.csv_rows([column[start : start + _CSV_ROWS] for column in columns.values()])
        yield head.encode() + rows


def _read_csv(path: Path) -> dict[str, npt.NDArray[Any]]:
    """Read columns of integers."""
    try:
        rows = list(csv.reader(io.StringIO(read_text(path, _CSV_LIMIT), newline="")))
        names = names_of(rows)
        table = np.array(rows[1:], dtype=np.int64).reshape(len(rows) - 1, len(names))
    except (csv.Error, ValueError) as error:
        raise ValueError(f"{path.name}: {str(error)[:200]}") from None
    return {name: table[:, index] for index, name in enumerate(names)}


def _csv_read_in_parts(path: Path) -> Iterator[dict[str, npt.NDArray[Any]]]:
    """Read columns of integers, some rows at a time; nothing of a table that the run does not have."""
    import pandas as pd

    if not path.exists():
        return
    with pd.read_csv(path, dtype="int64", chunksize=_CSV_ROWS) as parts:
        for part in parts:
            yield {str(name): part[name].to_numpy() for name in part}
