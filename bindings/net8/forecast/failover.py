# SPDX-License-Identifier: GPL-2.0-only
"""What sessions of a plan do when their connection is lost, and what of it is not modelled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from net8.plan.clients import DEFAULT_GROUP
from net8.plan.failover import failover_of, fails_over
from net8.plan.plan import Plan

__all__ = ["failovers"]

_RESTORES: Final = {
    "session": "the session logs on again; a query whose rows have come fails with ORA-25401, another statement under "
    "way with ORA-25408, a commit with ORA-25405",
    "select": "the session logs on again, executes its open query again and discards as many rows as had come; another "
    "statement under way fails with ORA-25408, a commit with ORA-25405",
    "transaction": "the session logs on again, asks for the outcome of its transaction, executes the statements of the "
    "open transaction again and then that under way",
}
_NOT_MODELLED: Final = (
    "assumed: RETRIES counts all passes, the first included, and FAILOVER_MODE takes the place of RETRY_COUNT; a loss "
    "that is found between two statements costs no statement, but an open transaction fails the next with ORA-25402; "
    "a failed transaction is rolled back without a call; any driver has failover, though TAF belongs to OCI and "
    "replay to OCI and JDBC. Not modelled: BACKUP, callbacks, the comparison of rows that came again, LOBs read again, "
    "the restoring of session state and of the mutable values of a replay"
)
_ASKED: Final = (
    "; the question for the outcome is a round trip as short as a ping (its message has no public source), and its "
    "answer is always that nothing was committed"
)
_PRECONNECTED: Final = (
    "; the connection opened at the logon is used for the first loss only, and may lead to the same instance behind a "
    "SCAN name; its logon calls are not listed"
)


def failovers(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe the failover of each group.

    @param plans: the points of a plan, resolved
    @return: a fact for each group with failover, and what is assumed; none without
    """
    found: dict[str, dict[str, None]] = {}
    told = ""
    for plan in plans:
        for table in plan.groups or ({"name": DEFAULT_GROUP},):
            if not fails_over(plan, table):
                continue
            kind, method = (str(failover_of(plan, table, f"failover_{name}")) for name in ("type", "method"))
            found.setdefault(f"failover of {table['name']}", {})[
                f"{_RESTORES[kind]}; {_tries(plan, table)}"
            ] = None
            told += _ASKED if kind == "transaction" and _ASKED not in told else ""
            told += _PRECONNECTED if method == "preconnect" and _PRECONNECTED not in told else ""
    facts = tuple((name, " | or ".join(texts)) for name, texts in found.items())
    return (*facts, ("failover, not modelled", _NOT_MODELLED + told)) if facts else ()


def _tries(plan: Plan, table: Mapping[str, object]) -> str:
    """Return how a session finds another connection."""
    retries, delay, method = (
        failover_of(plan, table, f"failover_{name}") for name in ("retries", "delay", "method")
    )
    passes = retries or (1 if delay is None else 5)
    text = (
        f"{passes} passes over its addresses, {delay or '1s'} apart"
        if passes != 1
        else "one pass over its addresses"
    )
    return f"{text}, unless the connection opened at the logon is there" if method == "preconnect" else text
