# SPDX-License-Identifier: GPL-2.0-only
"""Message sizes of a plan that are not confirmed by a capture, in words, so that they are not taken for measured ones.

Range: the replies and requests of a query. Source: doc/message-sizes.rst.
"""

from __future__ import annotations

from net8.analytic.facts import asking, driver_facts
from net8.analytic.lobs import lob_rule
from net8.analytic.messages import V12, V18, V23AI
from net8.analytic.situation import Situation

__all__ = ["guessed"]


def guessed(situation: Situation) -> tuple[str, ...]:
    """Describe what is not known about the driver, and which sizes are taken from another release or platform.

    @param situation: the plan
    @return: a sentence each; empty if captures confirm them
    """
    unknown = driver_facts(situation.values)["unknown"]
    return (
        *([str(unknown)] if unknown else []),
        *_added_rows(situation),
        *_lob_data(situation),
        *_old_replies(situation),
        *_sizes(situation),
    )


def _added_rows(situation: Situation) -> tuple[str, ...]:
    """Describe the rows of a fetch if prefetched rows add arrays to it, and what of that was not observed."""
    values = situation.values
    array, asked = values["client.array_size"], asking(values)
    if (
        not driver_facts(values)["prefetch_adds_arrays"]
        or not isinstance(array, int)
        or asked.further <= array
    ):
        return ()
    return (
        f"client.array_size = {array} with {asked.first[0]} rows prefetched (client.prefetch_rows) brings "
        f"{asked.further} rows a fetch, as in traces of SQL*Plus 12.1 and 12.2; other releases from 8.1 on are "
        "assumed to do the same. One source that names ROWPREFETCH 1, so of 12.2 or later, has 5,000 rows with "
        "ARRAYSIZE 1 in 1,669 trips, 3 rows each; prefetch_rows = 2 gives them, as does ROWPREFETCH 2, which "
        "sqlplus -FAST sets. fetch_habit = 'array' uses array_size exactly",
    )


def _lob_data(situation: Situation) -> tuple[str, ...]:
    """Describe what is not known about the LOBs of a query."""
    rule = lob_rule(situation.values)
    if rule is None:
        return ()
    found = []
    if rule.prefetch > 0 and not rule.inline:
        found.append(
            "bytes of rows with LOB data (query.lob_prefetch) are those of a trace of JDBC thin with a server of "
            "11.2; that other drivers and releases have the same is assumed"
        )
    if rule.array_read > 1:
        found.append(
            "bytes of calls that read several LOBs (client.lob_array_read) are guessed: locators and amounts of one "
            "behind the other"
        )
    return tuple(found)


def _old_replies(situation: Situation) -> tuple[str, ...]:
    """Describe what is open of the replies of OCI before 12c."""
    version, queries = situation.agreed["version"], situation.number("client.queries")
    if situation.thin or version >= V12 or not queries or not situation.values["query.columns"]:
        return ()
    return (
        "bytes of replies of OCI before 12c are open where columns are given: a public autotrace of SQL*Plus (NUMBER "
        "columns that do not repeat) has as many at ARRAYSIZE 15 and up to 31 % more at 100. When bit vectors come, "
        "and the part of a reply without rows, are those of captures of 10.2 to 12.1 with few rows a fetch; round "
        "trips do not depend on it",
    )


def _sizes(situation: Situation) -> tuple[str, ...]:
    """Describe which sizes are taken from another release or platform."""
    version, values = situation.agreed["version"], situation.values
    if not situation.thin and version >= V12 and values["client.platform"] == "linux-32":
        return (
            "sizes of 32-bit OCI from 12.1 on are guessed: the capture with pointers of one byte is of 11.2",
        )
    if situation.thin or version < V12 or not situation.number("client.queries"):
        return ()
    other = values["client.platform"] != values["server.platform"]
    if version < V18:
        return (
            (
                "sizes of OCI 12.1 and 12.2 between different platforms are guessed: all captures of 12.1 are of one "
                "platform",
            )
            if other
            else ()
        )
    if other:
        return (
            "sizes of OCI from 18c on between different platforms are guessed: replies are those of 11.1",
        )
    newer = "23ai and later count as 19c; " if version >= V23AI else ""
    return (
        f"sizes of OCI from 18c on are partly guessed: {newer}20 bytes of a fetch, and 222 of row header and end of "
        "call together, are published for 19c; 49 of these for the header follow from one trace; execute and "
        "description of columns are those of captures of 12.1; 8182 bytes fill a packet of 8192, although one report "
        "on 19c has 8180 (server.sdu_reserve = 2), without a published trace",
    )
