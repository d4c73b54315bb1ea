# SPDX-License-Identifier: GPL-2.0-only
"""What is in a capture, as tables."""

from __future__ import annotations

import ipaddress
from typing import Literal

from rich.console import Console
from rich.text import Text

from net8.base.sheet import Column, Sheet
from net8.capture.streams import Endpoint
from net8.dissect.calls import Call
from net8.dissect.sessions import Dissection, Session
from net8.dissect.tds import TdsSession

__all__ = ["address", "show_dissection"]


def show_dissection(console: Console, dissection: Dissection) -> None:
    """Print the sessions of a capture, then packets, calls and errors of each.

    @param console: where to
    @param dissection: what was read
    """
    if dissection.sessions:
        console.print(_sessions(dissection))
    for session in dissection.sessions:
        console.print(_title(session))
        console.print(_packets(session))
        if session.calls:
            console.print(_calls(session))
        for error in session.errors():
            console.print(Text(f"error: {error}", style="yellow"))
    for other in dissection.tds_sessions:
        console.print(_tds_title(other))
        console.print(_messages(other))
        for error in other.errors():
            console.print(Text(f"error: {error}", style="yellow"))
    for note in dissection.reading.notes():
        console.print(Text(f"note: {note}", style="yellow"))
    console.print(
        "Times are seconds after the first TCP segment; bytes are those of packets, header included.",
        highlight=False,
    )


def address(packed: bytes) -> str:
    """Write an address.

    @param packed: 4 or 16 bytes
    @return: such as 192.0.2.1
    """
    return str(ipaddress.ip_address(packed))


def _where(endpoint: Endpoint) -> str:
    """Write address and port."""
    shown = address(endpoint[0])
    return f"[{shown}]:{endpoint[1]}" if ":" in shown else f"{shown}:{endpoint[1]}"


def _table(
    *columns: str, numbers: tuple[str, ...], names: tuple[str, ...] = (), spare: tuple[str, ...] = ()
) -> Sheet:
    """Make a table whose columns of numbers stand right, and whose names are not broken."""
    kinds: dict[str, Literal["number", "name", "text"]] = dict.fromkeys(columns, "text")
    kinds |= dict.fromkeys(names, "name")
    kinds |= dict.fromkeys(numbers, "number")
    note = f"a wider terminal also shows {' and '.join(spare)}; --json tells all"
    return Sheet(*(Column(label, kinds[label], spare=note if label in spare else "") for label in columns))


def _sessions(dissection: Dissection) -> Sheet:
    """Return the overview."""
    table = _table(
        "session", "client", "server", "start (s)", "duration (s)", "version", "SDU (bytes)",
        "packets", "calls", "outcome", "end",
        numbers=("session", "start (s)", "duration (s)", "version", "SDU (bytes)", "packets", "calls"),
        names=("client", "server", "outcome"),
    )  # fmt: skip
    for session in dissection.sessions:
        connection, agreed = session.connection, session.agreed
        start, end = session.seconds(connection.first_ns), session.seconds(connection.last_ns)
        table.add(
            session.number, _where(connection.client), _where(connection.server), f"{start:.6f}",
            f"{end - start:.6f}", agreed.get("version"), agreed.get("sdu_bytes"),
            len(session.packets), len(session.calls), session.outcome, session.end,
        )  # fmt: skip
    return table


def _title(session: Session) -> Text:
    """Name which session follows and what it negotiated."""
    lines = [f"Session {session.number}"]
    for name, values in (("asked", session.asked), ("agreed", session.agreed)):
        if values:
            sizes = f"SDU {values['sdu_bytes']} bytes, TDU {values['tdu_bytes']} bytes"
            given = [
                f", {key.replace('_', ' ')} {values[key]}"
                for key in ("service_name", "sid", "program")
                if values.get(key)
            ]
            lines.append(f"  {name}: version {values['version']}, {sizes}{''.join(given)}")
    if session.speaks:
        lines.append(f"  speaks {session.speaks}, which is not TTC, so that it has no calls")
    return Text("\n".join(lines))


def _tds_title(session: TdsSession) -> Text:
    """Name which session of TDS follows, and the packet size that was granted."""
    connection = session.connection
    size = f"packet size {session.packet_size} bytes" if session.packet_size else "logon not captured"
    return Text(
        f"TDS session {session.number}: {_where(connection.client)} to {_where(connection.server)}, {size}, "
        f"{len(session.packets)} packets"
    )


def _messages(session: TdsSession) -> Sheet:
    """Return the messages of a session of TDS."""
    table = _table(
        "frame", "time (s)", "sender", "type", "message (bytes)", "packets", "bytes", "what",
        numbers=("frame", "time (s)", "message (bytes)", "packets", "bytes"),
    )  # fmt: skip
    for message in session.messages:
        last = message.packets[-1]
        table.add(
            last.frame, f"{session.seconds(last.time_ns):.6f}", message.sender, message.type, message.size,
            len(message.packets), message.length, message.error or message.detail,
        )  # fmt: skip
    return table


def _packets(session: Session) -> Sheet:
    """Return the packets of a session."""
    table = _table(
        "frame", "time (s)", "sender", "type", "length (bytes)", "flags", "what",
        numbers=("frame", "time (s)", "length (bytes)"),
    )  # fmt: skip
    for place, packet in enumerate(session.packets):
        flags = packet.fields.get("data_flags")
        table.add(
            packet.frame, f"{session.seconds(packet.time_ns):.6f}", packet.sender, packet.type,
            packet.length, f"0x{flags:04x}" if isinstance(flags, int) else "", session.detail(place),
        )  # fmt: skip
    return table


def _calls(session: Session) -> Sheet:
    """Return the calls of a session."""
    table = _table(
        "call", "frame", "function", "rows asked", "request (bytes)", "reply (bytes)", "packets",
        "first byte (ms)", "last byte (ms)", "reply",
        numbers=("call", "frame", "rows asked", "request (bytes)", "reply (bytes)", "packets",
                 "first byte (ms)", "last byte (ms)"),
        spare=("packets", "first byte (ms)"),
    )  # fmt: skip
    for number, call in enumerate(session.calls, start=1):
        first = (call.requests or call.replies)[0]
        table.add(
            number, first.first_frame, call.message, call.rows_asked, call.request_bytes,
            call.reply_bytes, f"{len(call.requests)} + {len(call.replies)}", _ms(call.first_byte_ns),
            _ms(call.last_byte_ns), _reply(call),
        )  # fmt: skip
    return table


def _reply(call: Call) -> str:
    """Describe what the reply starts with, the rows of a simulated one, markers, what is in doubt, and error."""
    parts = [str(call.reply or "none")]
    if call.rows_returned is not None:
        parts.append(f"{call.rows_returned} rows")
    if call.markers:
        parts.append("markers " + ", ".join(f"{count} {name}" for name, count in call.markers.items()))
    if call.touches_gap:
        parts.append("touches a gap")
    if call.times_contradict:
        parts.append("times contradict")
    if call.error:
        parts.append(f"ORA-{call.error[0]:05d}")
    return "; ".join(parts)


def _ms(time_ns: int | None) -> str:
    """Write a time in milliseconds."""
    return "" if time_ns is None else f"{time_ns / 1e6:.3f}"
