# SPDX-License-Identifier: GPL-2.0-only
"""Wait events of the server and statistics of the statement, in the layouts of tkprof and autotrace."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd

__all__ = ["EVENTS", "autotrace", "measure_statements", "tkprof", "tkprof_lines", "wait_frame"]

EVENTS: Final = {
    0: "SQL*Net message to client",
    1: "SQL*Net message from client",
    2: "SQL*Net more data to client",
    3: "SQL*Net more data from client",
    4: "SQL*Net break/reset to client",
    5: "SQL*Net break/reset to dblink",
}
"""Wait events by their number in the extension."""

_NO_TRIPS: Final = (12, 17)
"""Kinds of calls without a round trip: those that a client answers from its result cache, and notifications."""

DATA_HEADER_BYTES: Final = 10
"""TNS header of 8 bytes and data flags of 2."""

Columns = Mapping[str, "npt.NDArray[Any]"]


def wait_frame(columns: Columns) -> pd.DataFrame:
    """Return one row per session, scope and wait event.

    @param columns: session, statement (0 or 1), event, waits, total_ns, longest_ns
    @return: session, scope ("session": all calls, "statement": execute and fetch), event, waits, total_s, longest_s
    """
    import pandas as pd

    frame = pd.DataFrame(
        {
            "session": columns["session"],
            "scope": ["statement" if only else "session" for only in columns["statement"]],
            "event": [EVENTS[int(event)] for event in columns["event"]],
            "waits": columns["waits"],
            "total_s": columns["total_ns"] / 1e9,
            "longest_s": columns["longest_ns"] / 1e9,
        }
    )
    return frame.sort_values(["session", "scope"], kind="stable", ignore_index=True)


def tkprof(columns: Columns, *, statement: bool) -> str:
    """Write the waits of all sessions together in the format of tkprof.

    @param columns: as for wait_frame
    @param statement: only calls of the statement
    @return: lines of text, times in seconds
    """
    chosen = columns["statement"] == int(statement)
    found = []
    for number, name in EVENTS.items():
        rows = chosen & (columns["event"] == number)
        waits = int(columns["waits"][rows].sum())
        if waits:
            longest = columns["longest_ns"][rows].max() / 1e9
            found.append((name, waits, longest, columns["total_ns"][rows].sum() / 1e9))
    return "\n".join(tkprof_lines(found))


def tkprof_lines(found: Iterable[tuple[str, int, float | None, float | None]]) -> list[str]:
    """Write waits in the layout of tkprof.

    @param found: event, number, longest and total time in seconds; None if a time is not known
    @return: lines of text
    """
    return [
        "Elapsed times include waiting on following events:",
        "  Event waited on                             Times   Max. Wait  Total Waited",
        "  ----------------------------------------   Waited  ----------  ------------",
        *(
            f"  {name:<40} {waits:>8} {_seconds(longest):>11} {_seconds(total):>13}".rstrip()
            for name, waits, longest, total in found
        ),
    ]


def _seconds(time_s: float | None) -> str:
    """Write a time, or an empty text if it is not known."""
    return "" if time_s is None else f"{time_s:.2f}"


def of_statement(calls: Columns) -> npt.NDArray[Any]:
    """Return which calls autotrace counts for a statement.

    @param calls: columns of the calls
    @return: true for executes, fetches and reads of LOBs
    """
    found: npt.NDArray[Any] = (calls["kind"] <= 1) | (calls["kind"] == 7)
    return found


def bare_bytes(calls: Columns, name: str) -> npt.NDArray[Any]:
    """Return the bytes of messages as servers count them, without the headers of the TNS packets.

    @param calls: columns of the calls
    @param name: request or reply
    @return: bytes of each call
    """
    found: npt.NDArray[Any] = calls[f"{name}_bytes"] - DATA_HEADER_BYTES * calls[f"{name}_packets"]
    return found


def measure_statements(calls: Columns, sessions: Columns, outcome: Sequence[str]) -> dict[str, float | None]:
    """Count what the statements of a session alone take, as a server counts it: means over sessions that ended well.

    @param calls: columns of the calls
    @param sessions: columns of the sessions
    @param outcome: how each session ended
    @return: value by column name; empty without statements or such sessions
    """
    good = sessions["session"][np.array([text == "closed" for text in outcome], dtype=bool)]
    own = of_statement(calls) & np.isin(calls["session"], good)
    if not own.any():
        return {}
    return {
        "statement_round_trips": np.count_nonzero(own) / good.size,
        "statement_bytes_to_client": float(bare_bytes(calls, "reply")[own].sum()) / good.size,
        "statement_bytes_from_client": float(bare_bytes(calls, "request")[own].sum()) / good.size,
    }


def autotrace(calls: Columns) -> str:
    """Write the statistics of the statement, and those of the sessions, in the format of autotrace.

    Those of all sessions together. Bytes are those of the messages without the headers of the TNS packets: each
    further fetch adds 11 bytes received in published autotraces up to 11.2, and such a fetch is a packet of 21 bytes in
    captures.

    @param calls: columns of the calls
    @return: lines of text; a session has all calls from the first of the logon to the logoff
    """
    every = np.ones(calls["kind"].size, dtype=bool)
    return (
        f"Statistics\n{_statistics(calls, of_statement(calls))}\n\n"
        f"Statistics of the sessions (logon, commits and logoff too)\n{_statistics(calls, every)}"
    )


def _statistics(calls: Columns, own: npt.NDArray[Any]) -> str:
    """Write the statistics of some calls."""
    rows = (
        (int(bare_bytes(calls, "reply")[own].sum()), "bytes sent via SQL*Net to client"),
        (int(bare_bytes(calls, "request")[own].sum()), "bytes received via SQL*Net from client"),
        (int((~np.isin(calls["kind"][own], _NO_TRIPS)).sum()), "SQL*Net roundtrips to/from client"),
        (int(calls["rows"][own].sum()), "rows processed"),
    )
    return "\n".join(["-" * 58, *(f"{value:>11}  {name}" for value, name in rows)])
