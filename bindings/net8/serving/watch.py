# SPDX-License-Identifier: GPL-2.0-only
"""What TCP does at both ends of each open connection, on the terminal, while a network serves."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from net8.base.words import many

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["Rates", "table_of", "watching"]

_EACH_S: Final = 0.5
_MOST: Final = 20
_BITS: Final = 8
_KIB: Final = 1024

End = tuple[int, int, int, int, int, int, int, int, int]
"""Number, port (0 at the server's end), round-trip time, us, congestion window and flight, segments, bytes not sent,
segments retransmitted, bytes acknowledged and received."""


class Rates:
    """Bytes a second of each end, from what was acknowledged since the last look."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start without any.

        @param clock: tells seconds
        """
        self._clock, self._at, self._sent = clock, clock(), dict[int, int]()

    def of(self, ends: Sequence[End]) -> list[float]:
        """Look again.

        @param ends: the ends
        @return: the rate of each, bit/s
        """
        now = self._clock()
        span = max(now - self._at, 1e-9)
        found = [(sent - self._sent.get(number, 0)) * _BITS / span for number, *_values, sent, _got in ends]
        self._at, self._sent = now, {number: sent for number, *_values, sent, _got in ends}
        return found


def table_of(ends: Sequence[End], rates: Sequence[float], ports: Mapping[int, int]) -> Table:
    """Write both ends of connections as a table.

    @param ends: the ends; those with the highest rates are shown
    @param rates: their rates, bit/s
    @param ports: ports that programs connect to, by those of the network where they differ
    @return: the table
    """
    from rich.table import Table

    shown = sorted(zip(rates, ends, strict=True), key=lambda pair: (-pair[0], pair[1][0]))[:_MOST]
    left = len(ends) - len(shown)
    table = Table(title=f"{many(len(ends), 'end')} of connections{f', {left} not shown' if left else ''}")
    table.add_column("port")
    for heading in (
        "RTT ms", "cwnd segments", "in flight", "to send KiB", "rate Mbit/s", "retransmitted", "sent KiB",
        "received KiB",
    ):  # fmt: skip
        table.add_column(heading, justify="right")
    for rate, (_number, port, rtt_us, window, flight, waiting, again, sent, received) in shown:
        table.add_row(
            str(ports.get(port, port) or "server"), f"{rtt_us / 1000:.1f}", str(window), str(flight),
            f"{waiting / _KIB:.1f}", f"{rate / 1e6:.2f}", str(again), f"{sent / _KIB:.1f}", f"{received / _KIB:.1f}",
        )  # fmt: skip
    return table


@contextlib.contextmanager
def watching(served: Any, ports: Mapping[int, int]) -> Iterator[None]:
    """Show the connections of a network while the block lasts.

    @param served: the network, which other threads may call
    @param ports: ports that programs connect to, by those of the network where they differ
    """
    from rich.console import Console
    from rich.live import Live

    over, rates = threading.Event(), Rates()

    def show(live: Live) -> None:
        while not over.wait(_EACH_S):
            try:
                ends = served.ends()
            except RuntimeError:
                return  # It has ended.
            live.update(table_of(ends, rates.of(ends), ports), refresh=True)

    with Live(console=Console(stderr=True), auto_refresh=False, transient=True) as live:
        thread = threading.Thread(target=show, args=(live,), daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join(_EACH_S)
