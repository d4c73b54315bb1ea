# SPDX-License-Identifier: GPL-2.0-only
"""All calls of a session after its logon as statements of a plan: kinds and sizes.

A call is a query, a commit and so on if its model has the lengths of the capture; any other is of kind
call, with function, lengths and start of the reply in the plan.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from typing import Final

from net8.comparison.observed import error_of, payload
from net8.dissect.calls import Call, data_of
from net8.dissect.ttc import message
from net8.schema.values import show
from net8.schema.work import REPLIES, SHORT_KINDS

__all__ = ["Piece", "Whole", "whole_of"]

NEAR_BYTES: Final = 8
"""Bytes by which a call or its reply may differ from its model; else its lengths are written."""

_FETCH_OVERHEAD: Final = 20
_NUMBERED_BYTES: Final = 6
_TEXT: Final = re.compile(
    rb"(?i)\b(select|with|begin|declare|call|insert|update|delete|merge|alter|create|drop|grant|revoke|truncate|set|"
    rb"lock|explain|analyze|comment)\b[\x20-\x7e\r\n\t]{3,}"
)
_KINDS: Final = {
    "select": "query", "with": "query", "begin": "plsql", "declare": "plsql", "call": "plsql", "insert": "dml",
    "update": "dml", "delete": "dml", "merge": "dml",
}  # fmt: skip
_SHOWN: Final = 60


@dataclass
class Piece:
    """A statement: its kind, and where it occurred first."""

    name: str  #: name in the steps
    kind: str  #: kind of the statement
    calls: Sequence[Call]  #: its calls the first time
    place: int  #: number of the first of them after the logon
    text: str = ""  #: the statement, shortened
    keys: dict[str, object] = field(default_factory=dict)  #: keys of its table

    def lines(self) -> str:
        """Write its table."""
        comment = f"# {self.text}\n" if self.text else ""
        own: dict[str, object] = {"name": self.name, **({} if self.kind == "query" else {"kind": self.kind})}
        return f"\n{comment}[[statement]]\n" + "".join(
            f"{key} = {hex(value) if key == 'function' and isinstance(value, int) else show(value)}\n"
            for key, value in (own | self.keys).items()
        )


@dataclass
class Whole:
    """All statements of a session, in their order."""

    pieces: list[Piece]  #: the statements
    steps: list[str]  #: their names, in the order in which they were run
    calls: int  #: number of calls of the session in them
    by_size: bool = False  #: all are of kind call
    sized: frozenset[str] = frozenset()  #: kinds for which the model has other lengths

    def text(self) -> str:
        """Write statements and their transaction."""
        runs = [(name, len(list(run))) for name, run in groupby(self.steps)]
        steps = [name if count == 1 else f"{count}*{name}" for name, count in runs]
        return (
            "".join(piece.lines() for piece in self.pieces)
            + f'\n[[transaction]]\nname = "session"\nsteps = {show(steps)}\non_error = "continue"\n'
        )

    def correct(self, real: Sequence[Call], ours: Sequence[Call]) -> bool:
        """Subtract the differences to a simulation from the lengths.

        @param real: calls of the capture after the logon
        @param ours: calls of the simulation after the logon
        @return: whether anything differed
        """
        changed = False
        for piece in self.pieces:
            end = piece.place + len(piece.calls)
            if end > len(ours):
                break
            changed |= _correct(self, piece, real[piece.place : end], ours[piece.place : end])
        return changed


def whole_of(
    calls: Sequence[Call],
    facts: Mapping[str, object],
    *,
    by_size: bool,
    sized: frozenset[str] = frozenset(),
) -> Whole | None:
    """Make statements from the calls of a session.

    @param calls: calls after the logon, without the logoff
    @param facts: the contents of the most similar driver
    @param by_size: make all of kind call
    @param sized: kinds to make of kind call
    @return: the statements up to the first call that cannot be one; None if that is the first
    """
    found = Whole([], [], 0, by_size=by_size or bool(facts["parses_apart"]), sized=sized)
    known: dict[tuple[object, ...], Piece] = {}
    place = 0
    while place < len(calls):
        run = _run(calls, place, by_size=found.by_size)
        if not all(_is_statement(call) for call in run):
            break
        key = _key(run)
        piece = known.get(key) if found.steps else None
        if piece is None:
            sizes = found.by_size or _kind(run[0]) in sized
            piece = _piece(run, place, len(found.pieces) + 1, facts, by_size=sizes)
            if piece.kind in SHORT_KINDS and any(piece.kind == each.kind for each in found.pieces):
                piece = next(each for each in found.pieces if each.kind == piece.kind)
            else:
                found.pieces.append(piece)
            # A driver with a statement cache sends a statement that it knows without its text.
            if piece.kind == "call" or not facts["statement_cache"]:
                known[key] = piece
        found.steps.append(piece.name)
        place += len(run)
    found.calls = place
    return found if found.steps else None


@cache
def _functions() -> dict[str, int]:
    """Return the codes of functions by their names in dissect."""
    return {str(message(bytes((3, code, 0)))): code for code in range(1, 256)}


def _function(call: Call) -> int:
    """Return the function of a call, 0 for none."""
    return _functions().get(str(call.message).rpartition(" + ")[2], 0)


def _is_statement(call: Call) -> bool:
    """Return whether a call has a reply that is possible for a statement."""
    answered = bool(call.replies) and call.reply is not None and str(call.reply) in REPLIES
    return answered and not call.touches_gap and 0 < _function(call) < 0xC7


def _run(calls: Sequence[Call], place: int, *, by_size: bool) -> Sequence[Call]:
    """Return a call with the fetches that belong to it."""
    end = place + 1
    first = calls[place]
    if not by_size and _kind(first) == "query" and not _failed(first) and str(first.reply) == "describe":
        while end < len(calls) and str(calls[end].message) == "fetch" and not _failed(calls[end]):
            end += 1
    return calls[place:end]


def _key(run: Sequence[Call]) -> tuple[object, ...]:
    """Return the key by which statements are equal; for the shortest calls it is only function and length."""
    if payload(run[0].requests) < _NUMBERED_BYTES:
        return str(run[0].message), payload(run[0].requests)
    return tuple(
        (str(call.message).rpartition(" + ")[2], _statement(call), payload(call.requests), payload(call.replies),
         str(call.reply), call.rows_asked, _error(call))
        for call in run
    )  # fmt: skip


def _statement(call: Call) -> bytes:
    """Return the text of a statement, if it is in one piece."""
    match = _TEXT.search(data_of(call.requests[0])) if str(call.message).endswith("execute") else None
    return match[0] if match else b""


def _kind(call: Call) -> str:
    """Return the kind of a call from its text or function, "call" if it has neither."""
    name = str(call.message).rpartition(" + ")[2]
    if name in SHORT_KINDS:
        return name
    text = _statement(call) if name == "execute" else b""
    return _KINDS.get(re.split(rb"\W", text, maxsplit=1)[0].decode().lower(), "ddl") if text else "call"


def _failed(call: Call) -> bool:
    """Return whether a call ended with break, reset and an error."""
    return bool(error_of(call))


def _error(call: Call) -> str:
    """Return the text of the error with which a call failed."""
    return error_of(call) if _failed(call) else ""


def _piece(
    run: Sequence[Call], place: int, number: int, facts: Mapping[str, object], *, by_size: bool
) -> Piece:
    """Make a statement from calls."""
    first = run[0]
    otherwise = _failed(first) and str(first.reply) != "end of call"
    kind = "call" if by_size or otherwise else _kind(first)
    text = _statement(first).decode("ascii")
    shown = " ".join(text.split())[:_SHOWN]
    name = kind if kind in SHORT_KINDS else f"s{number}"
    piece = Piece(name, kind, run, place, shown)
    if kind == "query" and not _failed(first) and not _set_query(piece, bool(facts["look_ahead"]), facts):
        piece.kind = "call"
    if piece.kind == "call":
        _set_call(piece)
    elif kind not in SHORT_KINDS:
        piece.keys |= {"request_length": payload(first.requests)}
    if _failed(first):
        piece.keys |= {"fail_every": 1, "error_text": _error(first)}
    return piece


def _set_call(piece: Piece) -> None:
    """Set the lengths of a statement to those of its call."""
    first = piece.calls[0]
    piece.kind = "call"
    piece.keys = {
        "function": _function(first), "request_length": payload(first.requests), "reply": str(first.reply),
        "reply_length": max(payload(first.replies), 3),
    }  # fmt: skip
    if _failed(first):
        piece.keys |= {"fail_every": 1, "error_text": _error(first)}
        del piece.keys["reply_length"]


def _set_query(piece: Piece, look_ahead: bool, facts: Mapping[str, object]) -> bool:
    """Set rows and lengths of a query so that it makes the calls of the capture.

    @return: false if the reply is not that of a query
    """
    replies = [payload(call.replies) for call in piece.calls]
    first, fetches = piece.calls[0], piece.calls[1:]
    if str(first.reply) != "describe":
        return False
    prefetch = facts["prefetch_rows"]
    rows = max(1, prefetch if isinstance(prefetch, int) else 1)
    keys: dict[str, object] = {"row_overhead": 0, "row_header": 0}
    if not fetches:
        keys |= {
            "rows": 1,
            "prefetch_rows": max(rows, 2),
            "row_length": 1,
            "fetch_overhead": 0,
            "end_overhead": 0,
        }
        piece.keys = keys | {"execute_overhead": max(replies[0] - 1, 0)}
        return True
    asked = [call.rows_asked or 1 for call in fetches]
    full = [size for size, each in zip(replies[1:-1], asked[:-1], strict=True) if each]
    array = asked[-1]
    mean = sum(full) / len(full) if full else replies[-1]
    length = max(1, int((mean - _FETCH_OVERHEAD) // array)) if full else max(1, int(mean) - _FETCH_OVERHEAD)
    overhead = max(0, round(mean - array * length)) if full else _FETCH_OVERHEAD
    most = array if look_ahead else array - 1
    least = int(str(fetches[-1].reply) == "row header")
    last = max(least, min(most, (replies[-1] - overhead) // length))
    if last > most:
        return False
    keys |= {
        "rows": rows + sum(asked[:-1]) + last, "prefetch_rows": rows, "row_length": length,
        "fetch_overhead": overhead, "execute_overhead": max(replies[0] - overhead - rows * length, 0),
        "end_overhead": max(replies[-1] - overhead - last * length, 0),
    }  # fmt: skip
    if len(set(asked)) == 1:
        keys["array_size"] = array
    piece.keys = keys
    return True


def _correct(whole: Whole, piece: Piece, real: Sequence[Call], ours: Sequence[Call]) -> bool:
    """Subtract the differences to the first run of a statement from its lengths."""
    pairs = list(zip(real, ours, strict=True))
    more = payload(ours[0].requests) - payload(real[0].requests)
    back = payload(ours[0].replies) - payload(real[0].replies)
    if piece.kind not in ("query", "call") and not _failed(real[0]):
        other = str(real[0].reply) != str(ours[0].reply)
        free = piece.kind in SHORT_KINDS
        if other or abs(back) > NEAR_BYTES or (free and abs(more) > NEAR_BYTES):
            if free:
                whole.sized |= {piece.kind}
            else:
                _set_call(piece)
            return True
    changed = _shift(piece, "request_length", -more)
    if _failed(real[0]) and back:
        if "error_overhead" not in piece.keys:
            piece.keys["error_overhead"] = max(12, payload(real[0].replies) - len(_error(real[0])) - 1)
            return True
        return changed
    if piece.kind == "call":
        return _shift(piece, "reply_length", -back) or changed
    if piece.kind == "query":
        changed |= _shift(piece, "execute_overhead", -back)
        if len(pairs) > 1:
            changed |= _shift(piece, "end_overhead", payload(real[-1].replies) - payload(ours[-1].replies))
    return changed


def _shift(piece: Piece, key: str, by: int) -> bool:
    """Change a length of a statement.

    @return: whether it was changed
    """
    value = piece.keys.get(key)
    if not by or not isinstance(value, int):
        return False
    least = 3 if key in ("request_length", "reply_length") else 0
    piece.keys[key] = max(least, value + by)
    return piece.keys[key] != value
