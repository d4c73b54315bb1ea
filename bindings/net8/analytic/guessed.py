# SPDX-License-Identifier: GPL-2.0-only
"""Which sizes of a plan's messages rest on no capture, in words: what a reader should not take for measured.

Range: the replies and requests of a query. Source: doc/message-sizes.rst.
"""

from __future__ import annotations

from net8.analytic.facts import driver_facts
from net8.analytic.messages import V12, V18, V23AI
from net8.analytic.situation import Situation

__all__ = ["guessed"]

_LEAST_ROWS = 3
"""Fewest rows a trip that SQL*Plus was seen to bring, of whatever release."""


def guessed(situation: Situation) -> tuple[str, ...]:
    """Name what is not known of the driver, and which sizes are taken from another release or platform.

    @param situation: the plan
    @return: a sentence each; nothing where captures have them
    """
    unknown = driver_facts(situation.values)["unknown"]
    return (*([str(unknown)] if unknown else []), *_few_rows(situation), *_sizes(situation))


def _few_rows(situation: Situation) -> tuple[str, ...]:
    """Name that SQL*Plus brings more rows a trip than a small ARRAYSIZE says."""
    array = situation.values["client.array_size"]
    if situation.values["client.driver"] != "sqlplus" or not isinstance(array, int) or array >= _LEAST_ROWS:
        return ()
    return (
        f"client.array_size = {array} is taken at its word, and SQL*Plus is not: with ARRAYSIZE 1 its 12.1 was seen to "
        "bring 1 row and then 2 a trip, other releases, which are not named, 2 (100 rows in 51 trips) and 3 (5,000 in "
        "1,669), and times of that of Oracle 7 fit one",
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
