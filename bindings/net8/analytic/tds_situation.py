# SPDX-License-Identifier: GPL-2.0-only
"""A plan of SQL Server as the models need it: one exchange for each query, in packets of TDS."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from net8.analytic.facts import tds_driver_facts
from net8.analytic.situation import Situation
from net8.analytic.statement import Exchange, Statement
from net8.schema.distributions import mean

__all__ = ["TDS_SOURCE", "TdsSituation"]

TDS_SOURCE: Final = "MS-TDS 2.2.5 to 2.2.7"
_HEADER: Final = 8
_BEFORE_LOGIN: Final = 4096
_NAME: Final = 6
_TEXT: Final = {"varchar2": (8, 1), "char": (8, 1), "raw": (3, 1), "nvarchar2": (8, 2), "nchar": (8, 2)}
"""Bytes of a type with a length in two bytes (and a collation), and bytes of what a plan counts."""
_FIXED: Final = {
    "date": 8,
    "timestamp": 8,
    "timestamp_ltz": 8,
    "binary_float": 4,
    "binary_double": 8,
    "boolean": 1,
}
"""Bytes of values of types of one byte."""


def _column(entry: str) -> tuple[int, int, int]:
    """Return of an entry of a list of columns: how many, bytes of its type, bytes of its value in a row."""
    count, star, kind = entry.rpartition("*")
    name, _, argument = (part.strip() for part in kind.partition(":"))
    number = int(count) if star else 1
    if name.lower() in _TEXT:
        type_bytes, unit = _TEXT[name.lower()]
        return number, type_bytes, 2 + unit * int(argument)
    if name.lower() == "number":
        whole = argument.lstrip("-").isdigit() and -(2**31) <= int(argument) < 2**31
        return number, 1, 4 if whole else 8
    return (number, 2, 1) if name.lower() == "null" else (number, 1, _FIXED[name.lower()])


@dataclass(frozen=True)
class TdsSituation(Situation):
    """A plan whose clients and server speak TDS."""

    @property
    def _facts(self) -> Mapping[str, bool | int | str | list[str]]:
        """Return what the file of the driver says."""
        return tds_driver_facts(self.values)

    @property
    def packet_size(self) -> int:
        """Return the packet size that clients ask for, and get; where they ask for none, the server's."""
        asked = self.values["tds.packet_size"] or self._facts["packet_size"] or _BEFORE_LOGIN
        return min(max(int(str(asked)), 512), 32767)

    @property
    def wide(self) -> bool:
        """Return whether the session speaks TDS 7.2 or later."""
        return self._facts["version"] != "7.1"

    @property
    def result_bytes(self) -> float:
        """Return the bytes of a reply: columns, rows, and what ends it."""
        rows, names = self.number("query.rows"), str(self.values["query.column_names"])
        listed = [_column(entry) for entry in str(self.values["query.columns"]).split(",") if entry.strip()]
        lengths = self.task.row_lengths
        one = sum(lengths) / len(lengths) if lengths else mean(self.values["query.row_length"])
        columns = [(8, 2 + one)] if not listed else [each[1:] for each in listed for _ in range(each[0])]
        named = [len(name.strip()) or _NAME for name in names.split(",")] if names else []
        named += [_NAME] * (len(columns) - len(named))
        head = 3 + sum(
            (6 if self.wide else 4) + kind + 1 + 2 * name
            for (kind, _), name in zip(columns, named, strict=False)
        )
        done = 13 if self.wide else 9
        call = done + 5 if self.request == "rpc" else 0
        return head + rows * (1 + sum(value for _, value in columns)) + done + call

    @property
    def request(self) -> str:
        """Return how results are asked for, batch or rpc."""
        return str(self.values["tds.request"] or self._facts["request"])

    @property
    def request_message(self) -> int:
        """Return the bytes of a request: headers, then the text, or a call of sp_executesql with it."""
        text = 2 * self.number("query.statement_length")
        # A text above 8000 bytes comes in a chunk: its size, that of the chunk, and an end, in place of a length.
        call = 6 + 2 + 8 + (16 if text > 8000 else 2) if self.request == "rpc" else 0
        return (22 if self.wide else 0) + text + call

    def packet_limit(self, sender: str) -> int:
        """Return the bytes of a full packet.

        @param sender: client or server
        @return: bytes
        """
        return self.packet_size

    @property
    def logon_round_trips(self) -> int:
        """Return PRELOGIN, LOGIN7 and, of a driver that does so, the begin of a transaction."""
        return 2 + bool(self._facts["begins_transaction"])

    @property
    def counts_query(self) -> bool:
        """Return whether the models know the calls of the query."""
        return (
            self.number("client.queries") > 0 and not self.seconds("client.call_timeout")
            and bool(self.ip) and self.groups == 1
        )  # fmt: skip

    def statement(self, *, first: bool) -> Statement:
        """Write a query of the plan out.

        @param first: whether it is the first of its session
        @return: the query
        """
        room = self.packet_size - _HEADER
        reply, request = round(self.result_bytes), self.request_message
        packets, asking = max(math.ceil(reply / room), 1), max(math.ceil(request / room), 1)
        rows = self.number("query.rows")
        sent, asked = reply + packets * _HEADER, request + asking * _HEADER
        return Statement((Exchange(1, rows, packets, packets - 1, sent, asked, asking),))
