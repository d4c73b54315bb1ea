# SPDX-License-Identifier: GPL-2.0-only
"""Options of the verbs that play what was recorded: the network that files come from, and the new one."""

from __future__ import annotations

from typing import Annotated, Any

import typer

__all__ = [
    "LossOption", "PortOption", "RateOption", "RowBytesOption", "RttOption", "WasArrayOption", "WasLossOption",
    "WasRateOption", "WasRttOption",
]  # fmt: skip


def _quantity(name: str, text: str) -> Any:
    """Return an option with a quantity."""
    return typer.Option(name, metavar="VALUE", help=text, show_default=False)


RttOption = Annotated[
    str | None, _quantity("--rtt", "New round trip, such as 60ms. What is not given stays.")
]
RateOption = Annotated[str | None, _quantity("--rate", "New rate of the slowest line, such as 100Mbps.")]
LossOption = Annotated[str | None, _quantity("--loss", "New loss, such as 0.1%.")]
WasRttOption = Annotated[
    str | None, _quantity("--was-rtt", "Round trip of the network of the files, where they do not tell it.")
]
WasRateOption = Annotated[str | None, _quantity("--was-rate", "Rate of that network.")]
WasLossOption = Annotated[str | None, _quantity("--was-loss", "Loss of that network.")]
WasArrayOption = Annotated[
    int | None,
    typer.Option(
        "--was-array",
        metavar="ROWS",
        min=1,
        help="Rows of a full fetch, where files do not tell rows.",
        show_default=False,
    ),
]
RowBytesOption = Annotated[
    int | None,
    typer.Option(
        "--row-bytes", metavar="BYTES", min=1, help="Bytes of a row, for traces.", show_default="100"
    ),
]
PortOption = Annotated[
    list[int] | None,
    typer.Option(
        "--port", help="TCP port of a listener in captures; repeatable. 1521 and 1522 unless given."
    ),
]
