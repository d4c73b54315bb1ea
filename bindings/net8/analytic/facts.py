# SPDX-License-Identifier: GPL-2.0-only
"""What follows from the values of a plan before it is simulated: what both ends agree on, what a driver requests."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

from net8.analytic.calls import Asking
from net8.analytic.logon import Logon
from net8.analytic.messages import ReplyForm, RequestForm
from net8.analytic.repetition import OFF, ON, Repetition
from net8.plan.complete import settle
from net8.plan.plan import Plan
from net8.plan.resolve import Task
from net8.schema.distributions import mean
from net8.schema.key import FILE
from net8.schema.table import KEYS
from net8.schema.values import to_ns3

__all__ = [
    "asking",
    "defined_length",
    "driver_facts",
    "driver_version",
    "logon_steps",
    "negotiated",
    "reply_form",
    "request_form",
    "row_bytes",
    "row_repetition",
    "tds_driver_facts",
    "whole",
]


@functools.lru_cache(maxsize=64)
def _facts(
    driver: str, release: str, server: str, _changed: int
) -> Mapping[str, bool | int | str | list[str]]:
    """Read a driver from the extension, once for each state of its file."""
    from net8 import _core

    return _core.driver_facts(driver, release, server)


def driver_facts(values: Mapping[str, object]) -> Mapping[str, bool | int | str | list[str]]:
    """Return the values of the driver file, for its release and its server.

    @param values: complete values by dotted key
    @return: values by key of the file
    """
    names = [str(values[key] or "") for key in ("client.driver", "client.release", "server.release")]
    files = [Path(name.removeprefix(FILE)) for name in names if name.startswith(FILE)]
    changed = sum(path.stat().st_mtime_ns for path in files if path.is_file())
    return _facts(names[0], names[1], names[2], changed)


def tds_driver_facts(values: Mapping[str, object]) -> Mapping[str, bool | int | str | list[str]]:
    """Return the values of the TDS driver file.

    @param values: complete values by dotted key
    @return: values by key of the file
    """
    from net8 import _core

    return _core.tds_driver_facts(str(values["tds.driver"]))


def request_form(values: Mapping[str, object]) -> RequestForm:
    """Return how the driver writes the requests of a query.

    @param values: complete values by dotted key
    @return: sizes of their parts
    """
    facts = driver_facts(values)
    return RequestForm(
        thin=bool(facts["thin"]),
        execute=_whole(facts, "execute_bytes"),
        text=str(facts["text_form"]),
        chunk=_whole(facts, "text_chunk"),
        zero=bool(facts["text_zero"]),
        fetch=_whole(facts, "fetch_bytes"),
        close_cursors=_whole(facts, "close_cursor_bytes") + _whole(facts, "read_cursor_bytes"),
        alignment=_whole(facts, "alignment_bytes"),
        logoff=_whole(facts, "logoff_bytes"),
    )


def reply_form(*, thin: bool, client: int, version: int, same_platform: bool) -> ReplyForm:
    """Return the form of replies between two ends, as in the messages of the simulator.

    @param thin: a thin driver is the client
    @param client: TNS version of the client's release
    @param version: agreed TNS version
    @param same_platform: both ends run on the same platform
    @return: sizes of the parts, bytes
    """
    from net8 import _core

    return ReplyForm(**_core.reply_sizes(thin, client, version, same_platform))


def logon_steps(values: Mapping[str, object]) -> Logon:
    """Return the steps of the driver's logon.

    @param values: complete values by dotted key
    @return: with and without fast authentication
    """
    facts = driver_facts(values)
    steps, fast = ([str(step) for step in _texts(facts, key)] for key in ("logon", "fast_logon"))
    return Logon(tuple(steps), tuple(fast), bool(facts["native_unasked"]))


def _whole(facts: Mapping[str, bool | int | str | list[str]], key: str) -> int:
    """Return a number of a driver file."""
    value = facts[key]
    return value if isinstance(value, int) else 0


def _texts(facts: Mapping[str, bool | int | str | list[str]], key: str) -> list[str]:
    """Return a list of a driver file."""
    value = facts[key]
    return value if isinstance(value, list) else []


def whole(values: Mapping[str, object], path: str, fallback: int) -> int:
    """Return a whole number, or a fallback if it is not known before the run.

    @param values: values by dotted key
    @param path: dotted key
    @param fallback: the result for anything that is not a whole number
    @return: the number
    """
    value = values.get(path)
    return value if isinstance(value, int) else fallback


def row_bytes(task: Task) -> tuple[float, float]:
    """Return the mean bytes of the first row of a reply and of each further one, without overhead.

    @param task: a resolved plan
    @return: bytes
    """
    plan = task.plan
    if (repetition := row_repetition(plan)) is not None:
        return repetition.row_bytes(ON if repetition.repeats else OFF)
    if plan["query.columns"]:
        from net8 import _core

        repeated = plan["query.repeated_columns"] if plan["query.elimination"] else 0
        named = {key: plan[key] for key in ("client.driver", "client.release", "server.release")}
        prefetch = plan["query.lob_prefetch"]
        return _core.column_bytes(
            str(plan["query.columns"]),
            int(str(repeated)),
            int(str(plan["query.lob_locator"])),
            int(str(driver_facts(named)["lob_prefetch"] if prefetch is None else prefetch)),
            not plan["client.fetch_lobs"],
        )
    lengths = task.row_lengths
    rows = sum(lengths) / len(lengths) if lengths else mean(plan["query.row_length"])
    return rows, rows


def row_repetition(plan: Plan) -> Repetition | None:
    """Return the sizes of rows if a share of the columns repeats.

    @param plan: a plan
    @return: None if the plan has no such rows
    """
    shares = plan["query.repetition"]
    if not isinstance(shares, tuple) or not plan["query.elimination"]:
        return None
    from net8 import _core

    text = to_ns3(KEYS["query.repetition"], shares)
    named = {key: plan[key] for key in ("client.driver", "client.release", "server.release")}
    thin = bool(driver_facts(named)["thin"])
    return Repetition(*_core.repetition_bytes(str(plan["query.columns"]), text, thin), any(shares))


def driver_version(values: Mapping[str, object]) -> int:
    """Return the TNS version of the driver itself.

    @param values: complete values by dotted key
    @return: such as 319
    """
    from net8 import _core

    found = _core.driver_defaults(str(values["client.driver"]), str(values["client.release"] or ""))
    return int(found["Version"])


def negotiated(values: Mapping[str, object]) -> Mapping[str, int]:
    """Return what both ends agree on.

    @param values: complete values by dotted key
    @return: version, sdu and tdu (bytes)
    """
    from net8 import _core

    client = _core.driver_defaults(str(values["client.driver"]), str(values["client.release"] or ""))
    server = _core.server_defaults(str(values["server.release"]))
    client_sdu = whole(values, "client.sdu", int(client["Sdu"]))
    return _core.negotiate(
        client_version=int(client["Version"]),
        client_sdu=client_sdu,
        # Some drivers have no TDU of their own but request as much as their SDU.
        client_tdu=whole(values, "client.tdu", int(client.get("Tdu", client_sdu))),
        server_version=int(server["Version"]),
        server_sdu=whole(values, "server.sdu", int(server["Sdu"])),
        server_tdu=whole(values, "server.tdu", int(server["Tdu"])),
    )


def defined_length(values: Mapping[str, object]) -> int:
    """Return the defined size of a row.

    @param values: complete values by dotted key
    @return: bytes; 0 if it is known only in a run
    """
    given, lengths = values["query.defined_length"], values["query.row_length"]
    if isinstance(given, int):
        return given
    if values["query.columns"]:
        from net8 import _core

        return _core.defined_length(str(values["query.columns"]))
    if isinstance(lengths, tuple):
        return max(map(int, lengths))
    return lengths if isinstance(lengths, int) else 0


def _settled(values: Mapping[str, object]) -> Mapping[str, object]:
    """Return the row settings that the driver derives from the query."""
    found = settle({path: (value, "") for path, value in values.items()})
    return {path: value for path, (value, _origin) in found.items()}


def asking(values: Mapping[str, object]) -> Asking:
    """Return the rows that the calls of a query request, as the driver does.

    @param values: complete values by dotted key
    @return: rows of the first calls and of all further ones
    """
    facts = driver_facts(values)
    # Without prefetched rows OCI knows of the end of the data only from a call that finds it.
    requested = whole(values, "client.prefetch_rows", whole(values, "client.array_size", 1))
    own = bool(facts["look_ahead"] and (requested or values["client.prefetch_memory"]))
    look_ahead = own if values["client.look_ahead"] is None else bool(values["client.look_ahead"])
    if values["query.long_column"] or "long" in str(values["query.columns"]):
        return Asking((1,), 1, look_ahead)
    habit = values["client.fetch_habit"] or facts["fetch_habit"]
    if habit == "growing" and not values["client.fetch_habit"] and values["client.array_size"] is not None:
        habit = "array"
    array = whole(values, "client.array_size", _whole(facts, "array_size"))
    if values["client.array_size"] is None and facts["array_room"]:
        array = whole(_settled(values), "client.array_size", array)
    prefetch = whole(values, "client.prefetch_rows", array)
    if memory := whole(values, "client.prefetch_memory", 0):
        fitting = memory // (defined_length(values) or 1)
        prefetch = min(whole(values, "client.prefetch_rows", fitting), fitting)
    if habit == "growing":
        return Asking((prefetch, array, array), whole(values, "client.grown_array_size", array), look_ahead)
    adds = facts["prefetch_adds_arrays"] and not values["client.fetch_habit"]
    if adds or (habit == "rounded" and prefetch > array):
        # Each fetch of OCI then returns the prefetched number of rows in addition to the rest of an array.
        return Asking((prefetch,), array + prefetch - prefetch % array, look_ahead)
    if habit in ("rounded", "short_second"):
        return Asking((prefetch, array - prefetch % array), array, look_ahead)
    return Asking((prefetch,), array, look_ahead)
