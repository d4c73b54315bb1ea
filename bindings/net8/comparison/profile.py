# SPDX-License-Identifier: GPL-2.0-only
"""A first driver file from a capture: the most similar built-in driver, and the differences that the capture shows.

Connect data and the order of the logon are read. Sizes are fitted: the plan of the session is simulated, and each size
is corrected by the difference to the message in the capture, until there is none.
"""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from net8.base.errors import CaptureError
from net8.base.extension import need_core
from net8.comparison.inputs import compare, record
from net8.comparison.observed import LOGON_STEPS, Observed, before_calls, observe, payload, whole
from net8.comparison.profile_text import Draft, driver_text, plan_text, server_text
from net8.comparison.rows import Comparison
from net8.comparison.whole import whole_of
from net8.dissect.calls import Call
from net8.dissect.sessions import LISTENER_PORTS, Session, dissect
from net8.plan.plan import load
from net8.schema.table import KEYS

__all__ = ["Profile", "profile_of"]

_ROUNDS: Final = 4
_FETCH_OVERHEAD: Final = 20
_CLIENT_SIZES: Final = {
    "fast authentication": "fast_auth_bytes", "protocol": "protocol_bytes",
    "data types": "data_types_bytes", "authentication 1": "auth_1_bytes", "authentication 2": "auth_2_bytes",
    "version": "version_bytes", "execute": "execute_bytes", "fetch": "fetch_bytes", "logoff": "logoff_bytes",
}  # fmt: skip
_SERVER_SIZES: Final = {
    "fast authentication": "fast_auth_bytes", "protocol": "protocol_bytes",
    "data types": "data_types_bytes", "authentication 1": "auth_1_bytes", "authentication 2": "auth_2_bytes",
    "version": "version_text_bytes", "logoff": "status_bytes",
}  # fmt: skip


@dataclass(frozen=True)
class Profile:
    """Three files made from a capture, and how closely they match it."""

    texts: Mapping[str, str]  #: text by name of the file: the driver, its server, a plan of both
    comparison: Comparison  #: the captured session compared with a run of the plan


@dataclass
class _Fit:
    """Sizes that are corrected from one simulation to the next."""

    client: dict[str, int] = field(default_factory=dict)  #: sizes of the driver, by key
    server: dict[str, int] = field(default_factory=dict)  #: sizes of the server, by key
    execute: int = 0  #: query.execute_overhead
    end: int = 0  #: query.end_overhead, if the last reply has no rows
    replies: list[int] = field(default_factory=list)  #: bytes of the rows in each reply of the query


def profile_of(
    capture: str | Path, name: str, *, stream: int = 1, ports: Collection[int] = LISTENER_PORTS
) -> Profile:
    """Make a driver file from a session of a capture.

    @param capture: a pcap or pcapng file
    @param name: name of the driver, also used for the files
    @param stream: number of the session, as net8 dissect shows it
    @param ports: TCP ports of listeners
    @return: the files, and how closely a run of their plan matches the capture
    """
    need_core()
    found = dissect(capture, ports=ports, tds=False).sessions
    if not 1 <= stream <= len(found):
        raise CaptureError(f"{capture} has no session {stream}; it has {len(found)}")
    seen = observe(found[stream - 1], str(capture))
    least = KEYS["server.sdu"].low
    if _number(seen.accept.fields["sdu"]) < (least or 0):
        raise CaptureError(
            f"{capture} agrees on an SDU of {seen.accept.fields['sdu']} bytes; servers in plans accept at least "
            f"{least}"
        )
    draft = _draft(seen, name, Path(capture).name, stream)
    profile = _profile(draft, Path(capture), ports)
    if not seen.left_out:
        return profile
    # First by the kinds of statements; if the order then differs, all by their lengths only.
    for by_size in (False, True):
        sized: frozenset[str] = frozenset()
        while (parts := whole_of(seen.rest, draft.facts, by_size=by_size, sized=sized)) is not None:
            all_seen = whole(seen, found[stream - 1], parts.calls)
            other = replace(
                draft, seen=all_seen, whole=parts, rows=(), real_packets=_ranges(all_seen.packets)
            )
            tried = _profile(other, Path(capture), ports)
            if tried.comparison.agrees:
                return tried
            if parts.sized == sized:
                break
            sized = parts.sized
    return profile


def _profile(draft: Draft, capture: Path, ports: Collection[int]) -> Profile:
    """Fit sizes to a capture, and compare the two."""
    seen = draft.seen
    fit = _first_fit(seen, draft)
    with tempfile.TemporaryDirectory(prefix="net8-profile-") as folder:
        for _round in range(_ROUNDS):
            simulated = _simulated(Path(folder), _fitted(draft, fit))
            changed = _correct(fit, seen, simulated, draft)
            if draft.whole:
                sized = draft.whole.sized
                changed |= draft.whole.correct(seen.rest, simulated.calls[len(seen.logon) :])
                changed &= draft.whole.sized == sized
            if not changed:
                break
        draft = _fitted(draft, replace(fit))
        ours = _simulated(Path(folder), draft)
        draft = replace(draft, simulated_packets=_packets(ours, draft))
        plan = load(_write(Path(folder), draft))
        comparison = compare(
            capture, plan, real_stream=draft.stream, real_packets=draft.real_packets, ports=ports,
            simulated_packets=draft.simulated_packets,
        )  # fmt: skip
    return Profile(_files(replace(draft, comparison=comparison)), comparison)


def _files(draft: Draft) -> dict[str, str]:
    """Return the texts of the three files by their names."""
    return {
        f"{draft.name}.toml": driver_text(draft),
        f"{draft.name}-server.toml": server_text(draft),
        f"{draft.name}-plan.toml": plan_text(draft),
    }


def _write(folder: Path, draft: Draft) -> Path:
    """Write the files and return the path of the plan."""
    for name, text in _files(draft).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder / f"{draft.name}-plan.toml"


def _simulated(folder: Path, draft: Draft) -> Session:
    """Run the plan of a draft and return its session."""
    return dissect(record(load(_write(folder, draft)), folder)).sessions[0]


def _draft(seen: Observed, name: str, capture: str, stream: int) -> Draft:
    """Find the most similar built-in driver and release, and a release of the server."""
    server = _server_release(seen)
    nearest = max(
        _candidates(seen, server), key=lambda each: (_count_matches(seen, each[2]), _is_named(seen, each))
    )
    like, release, facts = nearest
    habit = _habit(seen, facts)
    # Drivers with growing fetches start with the rows of the execute.
    first = facts["array_size" if facts["fetch_habit"] == "growing" else "prefetch_rows"]
    rows = _rows(seen, _number(habit.get("prefetch_rows", first)))
    if rows and rows[-1] == 0 and facts["look_ahead"]:
        habit["look_ahead"] = False
    agreed = seen.accept.fields
    same = facts["data_types_same_bytes"]
    step = next((call for call in seen.logon if str(call.message) == "data types"), None)
    asked = payload(step.requests) if step else 0
    other = bool(same) and abs(asked - _number(facts["data_types_bytes"])) < abs(asked - _number(same))
    return Draft(
        name=name, capture=capture, stream=stream, seen=seen, like=like, release=release, facts=facts,
        server_like=server, other_platform=other, same_types=bool(same) and not other,
        native=any(str(call.message) == "native services" for call in seen.logon), agreed=agreed,
        habit=habit, rows=rows,
        real_packets=_ranges(seen.packets),
    )  # fmt: skip


def _is_named(seen: Observed, each: tuple[str, str, Mapping[str, object]]) -> bool:
    """Return whether the program name of a session is that of a driver."""
    others = each[2]["also_called"]
    program = seen.names.get("program", "").lower()
    return any(name in program for name in (each[0], *(others if isinstance(others, list) else ())))


def _habit(seen: Observed, facts: Mapping[str, object]) -> dict[str, int | str]:
    """Return how the rows of the query were fetched, where that differs from the most similar driver."""
    asked = [rows for rows in seen.rows_asked if rows]
    array, prefetch = _number(facts["array_size"]), _number(facts["prefetch_rows"])
    if not asked or (facts["fetch_habit"] == "growing" and asked[0] == array):
        return {}
    found: dict[str, int | str] = {} if asked[-1] == array else {"array_size": asked[-1]}
    if facts["fetch_habit"] == "growing":
        found |= {"fetch_habit": "array", "prefetch_rows": asked[-1]}
    elif prefetch == 0:
        found |= {"prefetch_rows": 1}
    return found


def _server_release(seen: Observed) -> str:
    """Return the first release with the version of the ACCEPT, else the last one before it."""
    from net8 import _core

    version = _number(seen.accept.fields["version"])
    known = [(int(_core.server_defaults(name)["Version"]), name) for name in _core.release_names()]
    exact = [name for number, name in known if number == version]
    before = [name for number, name in known if number < version]
    return exact[0] if exact else before[-1] if before else known[0][1]


def _candidates(seen: Observed, server: str) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    """Yield the built-in drivers and releases, with their contents."""
    from net8 import _core

    for driver in _core.driver_names():
        for release in _core.driver_releases(driver):
            facts = _core.driver_facts(driver, release, server)
            if not facts["database_link"]:
                yield driver, release, facts


def _count_matches(seen: Observed, facts: Mapping[str, object]) -> int:
    """Count the properties that a driver shares with the session; the order of the logon weighs most, then version."""
    asked = seen.connect.fields
    flags = asked["connect_flags"]
    steps = [LOGON_STEPS[_last_request(call)] for call in seen.logon]
    known = facts["fast_logon" if "fast authentication" in steps else "logon"]
    logon = [step for step in known if step in steps] if isinstance(known, list) else []
    sizes = [abs(_number(facts[_CLIENT_SIZES.get(step, "native_bytes")]) - payload(call.requests)) < _NEAR
             for step, call in zip(steps, seen.logon, strict=True)]  # fmt: skip
    fetches = [rows for rows in seen.rows_asked if rows]
    return (
        8 * (logon[: len(steps)] == steps)
        + 4 * (facts["version"] == asked["version"])
        + 2 * (facts["nt_characteristics"] == asked["nt_characteristics"])
        + 2 * (isinstance(flags, tuple) and facts["connect_flags"] == flags[0])
        + (facts["service_options"] == asked["service_options"])
        + (facts["sdu"] == asked["sdu"])
        + (facts["tdu"] == asked["tdu"])
        + (bool(fetches) and facts["array_size"] in fetches)
        + sum(sizes)
    )


_NEAR: Final = 100
"""Bytes by which a message may be longer because of the names in it."""


def _last_request(call: Call) -> str:
    """Return the last request of a call."""
    return str(call.message).rpartition(" + ")[2]


def _number(value: object) -> int:
    """Return a field that is a number, else 0."""
    return value if isinstance(value, int) else 0


def _rows(seen: Observed, prefetch: int) -> tuple[int, ...]:
    """Estimate the rows of each reply: all requested ones, and in the last reply in proportion to its bytes."""
    if not seen.query:
        return ()
    asked = [max(prefetch, 1), *seen.rows_asked]
    sizes = [max(payload(call.replies) - _FETCH_OVERHEAD, 0) for call in seen.query]
    full = [size / rows for rows, size in zip(asked[1:-1], sizes[1:-1], strict=True) if rows]
    if len(asked) == 1:
        return (asked[0] if not seen.query[-1].error else max(1, asked[0] - 1),)
    last = round(sizes[-1] / (sum(full) / len(full))) if full else int(sizes[-1] > _WITHOUT_ROWS)
    return (*asked[:-1], max(0, min(last, asked[-1] - 1)))


_WITHOUT_ROWS: Final = 200
"""A reply with more bytes than an end of call with an error has rows."""


def _first_fit(seen: Observed, draft: Draft) -> _Fit:
    """Take each size from the capture, names and texts included; the first simulation corrects for these."""
    fit = _Fit()
    for call in seen.calls:
        step = LOGON_STEPS.get(_last_request(call), _last_request(call))
        if (key := _client_key(draft, step)) and key not in fit.client:
            fit.client[key] = payload(call.requests)
        if (key := _server_key(draft, step)) and key not in fit.server:
            fit.server[key] = payload(call.replies)
    if seen.query:
        sizes = [max(payload(call.replies) - _FETCH_OVERHEAD, 0) for call in seen.query]
        each = max(
            (size // max(rows, 1) for size, rows in zip(sizes[1:], draft.rows[1:], strict=True)), default=0
        )
        rows = min(draft.rows[0] * each, sizes[0] // 2)
        fit.execute = sizes[0] - rows
        fit.replies = [rows, *sizes[1:]]
        fit.end = 0 if draft.rows[-1] else sizes[-1]
    return fit


def _client_key(draft: Draft, step: str) -> str:
    """Return the key of a driver file for the size of a message."""
    return (
        "data_types_same_bytes" if step == "data types" and draft.same_types else _CLIENT_SIZES.get(step, "")
    )


def _server_key(draft: Draft, step: str) -> str:
    """Return the key of a server file for the size of a reply."""
    if step == "data types":
        thin = bool(draft.facts["thin"])
        return (
            "thin_types_bytes"
            if thin
            else "data_types_same_bytes"
            if draft.same_types
            else "data_types_bytes"
        )
    return _SERVER_SIZES.get(step, "")


def _fitted(draft: Draft, fit: _Fit) -> Draft:
    """Return a draft with these sizes."""
    lengths: list[int] = []
    for rows, total in zip(draft.rows, fit.replies, strict=True):
        lengths += [total // rows + (number < total % rows) for number in range(rows)]
    return replace(
        draft, client_sizes=dict(fit.client), server_sizes=dict(fit.server), row_lengths=tuple(lengths),
        execute_overhead=fit.execute, fetch_overhead=_FETCH_OVERHEAD, end_overhead=fit.end,
    )  # fmt: skip


def _correct(fit: _Fit, seen: Observed, simulated: Session, draft: Draft) -> bool:
    """Subtract the differences to a simulation from the sizes.

    @return: whether anything differed
    """
    changed = False
    replies = 0
    first: set[str] = set()
    for real, ours in zip(seen.calls, _same_calls(seen, simulated), strict=False):
        step = LOGON_STEPS.get(_last_request(real), _last_request(real))
        more = payload(ours.requests) - payload(real.requests)
        back = payload(ours.replies) - payload(real.replies)
        if step not in first and more and (key := _client_key(draft, step)):
            fit.client[key] = max(0, fit.client[key] - more)
            changed = True
        if step not in first and back and (key := _server_key(draft, step)):
            fit.server[key] = max(0, fit.server[key] - back)
            changed = True
        if step in ("execute", "fetch"):
            changed |= bool(back)
            if step == "execute":
                fit.execute = max(0, fit.execute - back)
            elif draft.rows[replies]:
                fit.replies[replies] = max(0, fit.replies[replies] - back)
            else:
                fit.end = max(0, fit.end - back)
            replies += 1
        first.add(step)
    return changed


def _same_calls(seen: Observed, simulated: Session) -> list[Call]:
    """Return the calls of a simulation that correspond to those of the capture."""
    ours = simulated.calls
    head = len(seen.logon) + len(seen.query)
    return [*ours[:head], *(ours[-1:] if seen.logoff else [])]


def _packets(simulated: Session, draft: Draft) -> str:
    """Return the numbers of the simulated packets that correspond to those of the capture."""
    seen = draft.seen
    first = before_calls(simulated)
    start = max(first - seen.opening, 0)  # what the capture lacks in front is left out
    if seen.logoff or seen.denied:
        return _ranges(range(start + 1, len(simulated.packets) + 1))
    if draft.whole:
        count = len(seen.logon) + draft.whole.calls
        last = [packet for call in simulated.calls[:count] for packet in (*call.requests, *call.replies)]
        end = max((place for place, packet in enumerate(simulated.packets) if packet in last[-1:]), default=0)
        return _ranges(range(start + 1, end + 2))
    wanted = {
        id(packet) for call in _same_calls(seen, simulated) for packet in (*call.requests, *call.replies)
    }
    return _ranges(
        [
            place + 1
            for place, packet in enumerate(simulated.packets)
            if start <= place < first or id(packet) in wanted
        ]
    )


def _ranges(numbers: Sequence[int]) -> str:
    """Write numbers as ranges, such as 1-20,35-37."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ",".join(str(low) if low == high else f"{low}-{high}" for low, high in parts)
