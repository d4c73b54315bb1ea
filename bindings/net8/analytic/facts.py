# SPDX-License-Identifier: GPL-2.0-only
"""What the values of a plan amount to before anything is simulated: what both ends agree on, what a driver asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from net8.analytic.calls import Asking
from net8.analytic.repetition import OFF, ON, Repetition
from net8.plan.plan import Plan
from net8.plan.resolve import Task
from net8.schema.distributions import mean
from net8.schema.table import KEYS
from net8.schema.values import to_ns3

__all__ = [
    "asking",
    "defined_length",
    "driver_version",
    "negotiated",
    "row_bytes",
    "row_repetition",
    "whole",
]

_HABITS: Final = {"oci": "rounded", "node-thin": "short_second", "jdbc-thin": "growing"}
"""Fetch habits of the drivers that do not ask for one array a call."""


def whole(values: Mapping[str, object], path: str, fallback: int) -> int:
    """Give a whole number, or a fallback where nobody decides before the run.

    @param values: values by dotted key
    @param path: dotted key
    @param fallback: what to give for anything that is no whole number
    @return: the number
    """
    value = values.get(path)
    return value if isinstance(value, int) else fallback


def row_bytes(task: Task) -> tuple[float, float]:
    """Give the mean bytes of the first row of a reply and of each further one, without overhead.

    @param task: a resolved plan
    @return: bytes
    """
    plan = task.plan
    if (repetition := row_repetition(plan)) is not None:
        return repetition.row_bytes(ON if repetition.repeats else OFF)
    if plan["query.columns"]:
        from net8 import _core

        repeated = plan["query.repeated_columns"] if plan["query.elimination"] else 0
        return _core.column_bytes(str(plan["query.columns"]), int(str(repeated)))
    lengths = task.row_lengths
    rows = sum(lengths) / len(lengths) if lengths else mean(plan["query.row_length"])
    return rows, rows


def row_repetition(plan: Plan) -> Repetition | None:
    """Give what rows weigh whose columns repeat in a share of them.

    @param plan: a plan
    @return: nothing where rows are made otherwise
    """
    shares = plan["query.repetition"]
    if not isinstance(shares, tuple) or not plan["query.elimination"]:
        return None
    from net8 import _core

    text = to_ns3(KEYS["query.repetition"], shares)
    thin = str(plan["client.driver"]).endswith("-thin")
    return Repetition(*_core.repetition_bytes(str(plan["query.columns"]), text, thin), any(shares))


def driver_version(values: Mapping[str, object]) -> int:
    """Give the TNS version of the driver itself.

    @param values: complete values by dotted key
    @return: such as 319
    """
    from net8 import _core

    found = _core.driver_defaults(str(values["client.driver"]), str(values["client.release"] or ""))
    return int(found["Version"])


def negotiated(values: Mapping[str, object]) -> Mapping[str, int]:
    """Ask the model what both ends agree on.

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
        # Some drivers have no TDU of their own but ask for as much as their SDU.
        client_tdu=whole(values, "client.tdu", int(client.get("Tdu", client_sdu))),
        server_version=int(server["Version"]),
        server_sdu=whole(values, "server.sdu", int(server["Sdu"])),
        server_tdu=whole(values, "server.tdu", int(server["Tdu"])),
    )


def defined_length(values: Mapping[str, object]) -> int:
    """Give the bytes of a row as its columns are defined.

    @param values: complete values by dotted key
    @return: bytes; 0 where a run alone knows
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


def asking(values: Mapping[str, object]) -> Asking:
    """Give the rows that the calls of a query ask for, in the driver's habit.

    @param values: complete values by dotted key
    @return: rows of the first calls and of all further ones
    """
    driver = values["client.driver"]
    look_ahead = values["client.look_ahead"]
    look_ahead = driver in ("sqlplus", "dblink") if look_ahead is None else bool(look_ahead)
    if values["query.long_column"] or "long" in str(values["query.columns"]):
        return Asking((1,), 1, look_ahead)
    habit = values["client.fetch_habit"] or _HABITS.get(str(driver), "array")
    jdbc = driver == "jdbc-thin"
    if jdbc and not values["client.fetch_habit"] and values["client.array_size"] is not None:
        habit = "array"
    if jdbc and not values["client.fetch_habit"] and values["client.release"] not in ("23.3", "23ai", "26ai"):
        habit = "array"
    array = whole(values, "client.array_size", 10 if jdbc else 1)
    prefetch = whole(values, "client.prefetch_rows", array)
    if memory := whole(values, "client.prefetch_memory", 0):
        fitting = memory // (defined_length(values) or 1)
        prefetch = min(whole(values, "client.prefetch_rows", fitting), fitting)
    if habit == "growing":
        return Asking((prefetch, array, array), whole(values, "client.grown_array_size", array), look_ahead)
    if habit == "rounded" and prefetch > array:
        # Each fetch of OCI then brings as many rows as were prefetched beside the rest of an array.
        return Asking((prefetch,), array + prefetch - prefetch % array, look_ahead)
    if habit in ("rounded", "short_second"):
        return Asking((prefetch, array - prefetch % array), array, look_ahead)
    return Asking((prefetch,), array, look_ahead)
