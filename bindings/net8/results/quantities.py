# SPDX-License-Identifier: GPL-2.0-only
"""Results of a run under the names of predictions: the metrics, bytes and waits of the statement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from net8.results.run import Run
from net8.schema.metrics import METRICS

__all__ = ["UNITS", "quantities"]

_WAITS: Final = {
    "message_to_client": "SQL*Net message to client",
    "message_from_client": "SQL*Net message from client",
    "more_data_to_client": "SQL*Net more data to client",
}

_STORED: Final = {"Mbit/s": "bit/s", "kB": "bytes", "%": "", "packets": ""}
"""Printed units to units of the numbers: shares are fractions of 1, packets are counts."""

UNITS: Final[Mapping[str, str]] = {
    **{metric.name: _STORED.get(metric.unit, metric.unit) for metric in METRICS.values()},
    "logon_round_trips": "",
    "reply_bytes": "bytes",
    "request_bytes": "bytes",
    **{f"{name}_waits": "" for name in _WAITS},
    **{f"{name}_time": "s" for name in _WAITS},
}
"""Unit of each quantity that can be compared: s, bytes, bit/s, 1/s, or nothing of counts and parts of 1."""


def quantities(run: Run) -> dict[str, float]:
    """Return the quantities of a run that can be compared; bytes and waits are means over its queries.

    @param run: a run
    @return: value by name, in seconds, bits per second, bytes or counts
    """
    found = {name: value for name in METRICS if (value := run[name]) is not None}
    good = run.sessions[[outcome == "closed" for outcome in run.outcome]]
    if len(good):
        found["logon_round_trips"] = float(good["round_trips"].mean())
    calls = run.calls[run.calls["kind"].isin(["execute", "fetch"])]
    queries = len(calls[["session", "query"]].drop_duplicates())
    if queries:
        found["reply_bytes"] = float(calls["reply_bytes"].sum()) / queries
        found["request_bytes"] = float(calls["request_bytes"].sum()) / queries
        waits = run.waits[run.waits["scope"] == "statement"]
        for name, event in _WAITS.items():
            rows = waits[waits["event"] == event]
            found[f"{name}_waits"] = float(rows["waits"].sum()) / queries
            found[f"{name}_time"] = float(rows["total_s"].sum()) / queries
    return found
