# SPDX-License-Identifier: GPL-2.0-only
"""Which sizes of a plan's messages rest on no capture, in words: what a reader should not take for measured.

Range: the replies and requests of a query. Source: doc/message-sizes.rst.
"""

from __future__ import annotations

from net8.analytic.facts import asking, driver_facts
from net8.analytic.messages import V12, V18, V23AI
from net8.analytic.situation import Situation

__all__ = ["guessed"]


def guessed(situation: Situation) -> tuple[str, ...]:
    """Name what is not known of the driver, and which sizes are taken from another release or platform.

    @param situation: the plan
    @return: a sentence each; nothing where captures have them
    """
    unknown = driver_facts(situation.values)["unknown"]
    return (
        *([str(unknown)] if unknown else []),
        *_added_rows(situation),
        *_lob_data(situation),
        *_sizes(situation),
    )


def _added_rows(situation: Situation) -> tuple[str, ...]:
    """Name the rows of a fetch where those that were prefetched add arrays to it, and what was not seen of that."""
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
        f"{asked.further} rows a fetch, as traces of SQL*Plus 12.1 and 12.2 have it; other releases from 8.1 on "
        "are taken to do the same, and one whose release its source does not name brought 5,000 rows by ARRAYSIZE "
        "1 in 1,669 trips, 3 rows each, which prefetch_rows = 2 gives; fetch_habit = 'array' takes array_size at "
        "its word",
    )


def _lob_data(situation: Situation) -> tuple[str, ...]:
    """Name what a row has where the start of a LOB comes with it."""
    if not situation.values["query.lob_prefetch"]:
        return ()
    return (
        "rows with LOB data (query.lob_prefetch) rest on no capture: that a byte string of it is all that they have "
        "more, and that they come by whole arrays, is assumed",
    )


def _sizes(situation: Situation) -> tuple[str, ...]:
    """Name which sizes are taken from another release or platform."""
    version, values = situation.agreed["version"], situation.values
    if not situation.thin and version >= V12 and values["client.platform"] == "linux-32":
        return (
            "sizes of OCI from 12.1 on of 32 bits are guessed: the capture of pointers of one byte is of 11.2",
        )
    if situation.thin or version < V12 or not situation.number("client.queries"):
        return ()
    other = values["client.platform"] != values["server.platform"]
    if version < V18:
        return (
            (
                "sizes of OCI 12.1 and 12.2 between different platforms are guessed: captures of 12.1 are all of one "
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
        f"sizes of OCI from 18c on are partly guessed: {newer}that a fetch has 20 bytes, row header and end of call "
        "222 together, is published for 19c, that 49 of them are the header follows from one trace, and execute and "
        "description of columns are those of captures of 12.1; 8182 bytes fill a packet of 8192, where a reader of 19c "
        "reports 8180 (server.sdu_reserve = 2) without a trace that we have",
    )
