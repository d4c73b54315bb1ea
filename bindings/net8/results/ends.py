# SPDX-License-Identifier: GPL-2.0-only
"""Where sessions stood when they ended, for runs in which they fail or are cut off: of all, by group and by session.

Rows and goodput are those of all sessions, failed or not, until each ended. A session that is cut off ends with the
run; the time in its last call is the time since the request whose reply had not come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from net8.results.storm import attacking

if TYPE_CHECKING:
    import numpy.typing as npt

    Columns = Mapping[str, npt.NDArray[Any]]
    Numbers = npt.NDArray[Any]

__all__ = ["EndRow", "end_rows", "measure_ends"]

_USED: Final = ("session", "group", "start_ns", "waiting_since_ns", "end_ns", "rows", "bytes_received")
_SESSIONS: Final = 20
"""Of more sessions that failed, only the first ones get a row of their own."""


@dataclass(frozen=True, slots=True)
class EndRow:
    """The ends of some sessions; a time is a mean, None if it is the time of none of them."""

    what: str  #: all, group or session
    name: str  #: name of the group, number of the session; empty for all
    sessions: int  #: number of sessions
    failed: int  #: those that failed or were cut off
    time_until_failure_s: float | None  #: from the start of a failed session until its end
    time_in_last_call_s: float | None  #: from the request whose reply did not come until the end
    rows: int  #: rows that had arrived
    goodput_bit_s: float | None  #: bytes that had arrived, over the time from the first start to the last end
    reason: str  #: how the failed ones ended, the most frequent reason first


@dataclass(frozen=True, slots=True)
class _Ends:
    """Sessions that started, with their ends."""

    columns: Columns  #: columns of the sessions
    reason: Numbers  #: how each ended
    end_ns: Numbers  #: when it ended, or the run

    @classmethod
    def of(cls, sessions: Columns, outcome: Sequence[str], end_ns: int) -> _Ends:
        """Find the ends of sessions.

        @param sessions: columns of the sessions
        @param outcome: how each session ended
        @param end_ns: end of the run
        @return: those that started before the run ended, as attacks go on after the last other session
        """
        started = (sessions["start_ns"] >= 0) & (sessions["start_ns"] <= end_ns)
        columns = {name: sessions[name][started] for name in _USED}
        ended = columns["end_ns"]
        return cls(columns, np.array(outcome, dtype=object)[started], np.where(ended < 0, end_ns, ended))

    def where(self, chosen: Numbers) -> _Ends:
        """Select sessions.

        @param chosen: true or false for each
        @return: the selected ones
        """
        columns = {name: values[chosen] for name, values in self.columns.items()}
        return _Ends(columns, self.reason[chosen], self.end_ns[chosen])

    def row(self, what: str, name: str) -> EndRow:
        """Reduce the sessions to a row.

        @param what: all, group or session
        @param name: its name
        @return: the row
        """
        failed = self.reason != "closed"
        since = self.columns["waiting_since_ns"]
        waiting = failed & (since >= 0)
        spans = (self.end_ns - self.columns["start_ns"])[failed] / 1e9
        waits = (self.end_ns - since)[waiting] / 1e9
        reasons = Counter(text.removeprefix("failed: ") for text in self.reason[failed]).most_common()
        told = (reasons[0][0],) if len(reasons) == 1 else (f"{count:,} {text}" for text, count in reasons)
        return EndRow(
            what, name, int(failed.size), int(failed.sum()), _mean(spans), _mean(waits),
            int(self.columns["rows"].sum()), self._goodput(), "; ".join(told),
        )  # fmt: skip

    def _goodput(self) -> float | None:
        """Return the bits that arrived over the time from the first start to the last end."""
        if not self.end_ns.size:
            return None
        span_s = float(self.end_ns.max() - self.columns["start_ns"].min()) / 1e9
        return 8 * float(self.columns["bytes_received"].sum()) / span_s if span_s > 0 else None


def _mean(values: Numbers) -> float | None:
    """Average numbers, if there are any."""
    return float(values.mean()) if values.size else None


def measure_ends(
    sessions: Columns, outcome: Sequence[str], groups: Sequence[str], end_ns: int
) -> dict[str, float | None]:
    """Reduce the ends of a run's sessions to metrics, without attackers.

    @param sessions: columns of the sessions
    @param outcome: how each session ended
    @param groups: names of the groups by number
    @param end_ns: end of the run
    @return: value by column name
    """
    found = _Ends.of(sessions, outcome, end_ns)
    row = found.where(~attacking(found.columns, groups)).row("all", "")
    return {
        "time_until_failure_s": row.time_until_failure_s,
        "time_in_last_call_s": row.time_in_last_call_s,
        "rows_received": float(row.rows),
        "goodput_bit_s": row.goodput_bit_s,
    }


def end_rows(
    sessions: Columns, outcome: Sequence[str], groups: Sequence[str], end_ns: int
) -> Iterator[EndRow]:
    """Yield the ends of a run's sessions: of all, of each group, of each that failed; nothing where none failed.

    @param sessions: columns of the sessions
    @param outcome: how each session ended
    @param groups: names of the groups by number
    @param end_ns: end of the run
    @return: the rows; sessions up to the twentieth that failed
    """
    found = _Ends.of(sessions, outcome, end_ns)
    failed = (found.reason != "closed") & ~attacking(found.columns, groups)
    if not failed.any():
        return
    yield found.where(~attacking(found.columns, groups)).row("all", "")
    if len(groups) > 1:
        for number, name in enumerate(groups):
            yield found.where(found.columns["group"] == number).row("group", name)
    for index in np.flatnonzero(failed)[:_SESSIONS] if failed.size > 1 else ():
        one = found.where(np.arange(failed.size) == index)
        yield one.row("session", str(int(one.columns["session"][0])))
