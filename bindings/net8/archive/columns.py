# SPDX-License-Identifier: GPL-2.0-only
"""What the tables of runs hold, column by column: type, unit and meaning, for whoever reads them elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from net8.results.form import KINDS
from net8.results.waits import EVENTS
from net8.schema.metrics import METRICS

__all__ = ["TABLES", "Exported", "Field", "Table"]

Kind = Literal["integer", "number", "string"]


@dataclass(frozen=True, slots=True)
class Field:
    """A column."""

    name: str  #: as tables of Python name it
    kind: Kind  #: its type
    unit: str  #: its unit, empty of words, numbers of things and shares
    help: str  #: what it is


@dataclass(frozen=True, slots=True)
class Table:
    """A table of runs."""

    name: str  #: of its file
    row: str  #: what a row is
    fields: tuple[Field, ...]  #: its columns, after those that tell the run
    source: str = ""  #: what of a run it is
    long: bool = False  #: whether a run may have more of it than memory; then it is read in parts


@dataclass(frozen=True, slots=True)
class Exported:
    """A table that was written."""

    table: Table  #: the table
    file: str  #: its name in the folder
    fields: tuple[Field, ...]  #: its columns
    rows: int  #: how many rows it has


def _fields(columns: Mapping[str, str]) -> tuple[Field, ...]:
    """Make fields of names with their types and meanings; units are in the names."""
    found = []
    for words, text in columns.items():
        name, _, kind = words.partition(":")
        if kind not in ("integer", "number", "string"):
            kind = "number" if name.endswith("_s") else "integer"
        found.append(Field(name, kind, _unit(name), text))  # type: ignore[arg-type]
    return tuple(found)


def _unit(name: str) -> str:
    """Return the unit that a name ends with."""
    endings = {"_bit_s": "bit/s", "_per_s": "1/s", "_s": "s", "_bytes": "bytes", "_packets": "packets"}
    if name in ("bytes_sent", "bytes_received"):
        return "bytes"
    return next((unit for ending, unit in endings.items() if name.endswith(ending)), "")


_NUMBER: Final = "Number of the session, from 0."
_NEVER: Final = "no value if it did not come to that"
_RUNS: Final = tuple(
    Field(
        metric.column, "number",
        "" if metric.stored_unit == "1" else metric.stored_unit, metric.help,
    )
    for metric in METRICS.values()
)  # fmt: skip

TABLES: Final = (
    Table("runs", "a run, with its metrics", _RUNS),
    Table("calls", "a call of a session", _fields({
        "session": _NUMBER,
        "query": "Number of the statement in its session, from 0.",
        "statement": "Number of the [[statement]] of the plan, from 0; -1 for none.",
        "transaction": "Number of the [[transaction]] of the plan, from 0; -1 for none.",
        "execution": "Number of the transaction in its session, from 0.",
        "call": "Number of the call in its session, from 0.",
        "kind:string": f"Kind of the call: {', '.join(KINDS.values())}.",
        "start_s": "When the request was written.",
        "first_byte_s": "When the first byte of the reply arrived.",
        "end_s": "When the last byte of the reply arrived.",
        "work_s": "Work of the client on the reply, after its last byte.",
        "request_bytes": "Bytes of the request, with TNS headers.",
        "reply_bytes": "Bytes of the reply, with TNS headers.",
        "request_packets": "TNS packets of the request.",
        "reply_packets": "TNS packets of the reply.",
        "rows": "Rows in the reply.",
        "failed_rows": "Rows of binds that failed while the others were processed.",
        "error": "Oracle error number of the call, 0 for none.",
        "response_time_s": "From start_s to end_s.",
    }), "calls", long=True),
    Table("sessions", "a session", _fields({
        "session": _NUMBER,
        "group:string": "Group of clients that it belongs to.",
        "start_s": "When the client began to connect.",
        "resolved_s": f"When the alias was found, if that takes time; {_NEVER}.",
        "connected_s": f"When TCP was connected, in the last attempt; {_NEVER}.",
        "accepted_s": f"When the ACCEPT arrived; {_NEVER}.",
        "ready_s": f"When the logon was complete; {_NEVER}.",
        "end_s": f"When it ended; {_NEVER}.",
        "waiting_since_s": "When the call was sent that had no reply when it ended, if there was one.",
        "retransmitted_s": "How long TCP had retransmitted when it gave up, if it did.",
        "round_trips": "Round trips from CONNECT to the end of the logon, TCP not counted.",
        "attempts": "Addresses that it tried.",
        "ora_code": "Oracle error number that ended it, 0 for none.",
        "version": "TNS version that was agreed on.",
        "sdu_bytes": "SDU that was agreed on.",
        "tdu_bytes": "TDU that was agreed on.",
        "bytes_sent": "Bytes that its client gave to TCP.",
        "bytes_received": "Bytes that its client took from TCP.",
        "fetch_calls": "Calls that could return rows: executes and fetches.",
        "rows": "Rows that it received.",
        "failed_calls": "Calls that ended with an error or were cancelled.",
        "handler:string": "Handler that served it, empty if none did.",
        "instance:string": "Instance that served it, empty if none did.",
        "outcome:string": "How it ended: closed, or why it failed.",
    }), "sessions", long=True),
    Table("attempts", "an address that a session tried", _fields({
        "session": _NUMBER,
        "attempt": "Number of the attempt in its session, from 0.",
        "pass": "Number of the pass over the addresses, from 0.",
        "address:string": "Host as written in the descriptor, colon, port.",
        "ip_version": "4 or 6; 0: the host has no address.",
        "start_s": "Start of the attempt.",
        "tcp_connected_s": f"When TCP was connected to this address; {_NEVER}.",
        "accepted_s": f"When the ACCEPT arrived; {_NEVER}.",
        "end_s": f"When it succeeded or failed; {_NEVER}.",
        "redirects": "REDIRECTs followed.",
        "ora_code": "Oracle error number, 0 if the server accepted, -1 if run or host ended first.",
    }), "attempts", long=True),
    Table("requests", "a request of a user of a pool", _fields({
        "group:string": "Group of its user.",
        "user": "Number of the user in its group, from 0.",
        "request": "Number of the request of its user, from 0.",
        "start_s": "When the user sent the request.",
        "asked_s": f"When the application asked for a connection; {_NEVER}.",
        "got_s": f"When it got one; {_NEVER}.",
        "done_s": f"When the application was done with it; {_NEVER}.",
        "end_s": f"When the user had the answer; {_NEVER}.",
        "session": "Session that served it, -1 for none.",
        "transaction": "Number of the [[transaction]] of the plan, from 0; -1 for none.",
        "execution": "Number of the transaction in its session, from 0.",
        "error": "Oracle error number, 0 for success, -1 if run or host ended first.",
    }), "requests", long=True),
    Table("failovers", "a lost connection of a session with failover", _fields({
        "session": _NUMBER,
        "failover": "Number of the loss in its session, from 0.",
        "lost_s": "When the client noticed it.",
        "logged_on_s": f"When the session was logged on again; {_NEVER}.",
        "end_s": f"When it went on with new work, or gave up; {_NEVER}.",
        "attempts": "Addresses tried.",
        "preconnected": "1 if it went on with the connection opened at the logon, else 0.",
        "calls_again": "Calls made again.",
        "rows_again": "Rows that came again and were discarded.",
        "cause": "Oracle error number of the loss.",
        "ora_code": "Oracle error number that ended the session, 0 if it went on.",
        "failover_s": f"From the loss until it went on or gave up; {_NEVER}.",
    }), "failovers"),
    Table("waits", "a wait event of a session", _fields({
        "session": _NUMBER,
        "scope:string": "session: of all its calls; statement: of execute and fetch.",
        "event:string": f"Wait event of the server: {', '.join(EVENTS.values())}.",
        "waits": "How often.",
        "total_s": "All of them together.",
        "longest_s": "The longest.",
    }), "waits"),
    Table("samples", "a sample of a server host", _fields({
        "time_s": "When.",
        "host": "Number of the server host, from 0.",
        "cpu_load:number": "Cores in use as a part of all, mean since the sample before.",
        "run_queue": "Jobs on the CPU, running or waiting for a core.",
        "memory_bytes": "Memory reserved.",
        "sessions": "Sessions of the instances of the host.",
        "greetings": "Connections that the listener accepted and has not yet handed over or refused.",
        "backlog": "Connections that wait to be accepted.",
        "accepted_per_s": "Connections accepted, mean since the sample before.",
        "refused_per_s": "Connections refused, likewise.",
        "overflows": "SYNs and ACKs so far for which the backlog had no room.",
    }), "series"),
    Table("link_samples", "a sample of a direction of a link", _fields({
        "time_s": "When.",
        "link:string": "Name of the link.",
        "direction:string": "up: from its first end; down: to it.",
        "queue_packets": "Packets that wait, without the one that is being sent.",
        "queue_bytes": "Their bytes.",
        "load:number": "Part of the time in which it was sending, since the sample before.",
        "throughput_bit_s:number": "With headers, since the sample before.",
        "dropped_packets": "Packets that its queue dropped so far.",
        "lost_packets": "Packets lost on the way so far.",
    }), "link_series"),
    Table("link_goodput", "a sample of a group on a direction of a link", _fields({
        "time_s": "When.",
        "link:string": "Name of the link.",
        "direction:string": "up: from its first end; down: to it.",
        "group:string": "Group of clients, or other traffic.",
        "goodput_bit_s:number": "TCP payload that had not passed before, since the sample before.",
    }), "link_goodput"),
    Table("flow_samples", "a sample of a flow of background traffic", _fields({
        "time_s": "When.",
        "traffic": "Number of the [[cross_traffic]], from 1.",
        "flow": "Number of its flow, from 1.",
        "goodput_bit_s:number": "Payload that arrived since the sample before.",
    }), "flow_series"),
    Table("connection_samples", "a sample of an end of the TCP connection of a session", _fields({
        "time_s": "When.",
        "session": _NUMBER,
        "end:string": "client or server.",
        "cwnd_bytes": "Congestion window.",
        "rtt_s": "Smoothed RTT; no value before the first measurement.",
        "in_flight_bytes": "Bytes sent and not acknowledged.",
    }), "session_series"),
)  # fmt: skip
"""Tables of runs, in the order in which a data card lists them."""
