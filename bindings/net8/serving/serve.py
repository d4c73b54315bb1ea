# SPDX-License-Identifier: GPL-2.0-only
"""Pass connections of real programs over the network of a plan until an interrupt."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from net8.base.errors import PlanError, RunError
from net8.base.extension import need_core
from net8.base.units import QuantityError, parse_time
from net8.base.words import many
from net8.plan.plan import Plan
from net8.plan.resolve import resolve
from net8.recorder.ports import Place
from net8.recorder.record import ports_of
from net8.simulation.one_run import in_plan_words

__all__ = ["UNTRUE", "Door", "doors_of", "late_of", "serve"]

UNTRUE: Final = 3
"""Exit code of a run whose bytes left later than they may."""
_STOPS: Final = (signal.SIGINT, signal.SIGTERM)
_MS: Final = 1e6


@dataclass(frozen=True, slots=True)
class Door:
    """A port of this machine, and where it leads."""

    listen: Place  #: where programs connect
    site: str  #: site of the clients that they stand for, "" for the first
    backend: Place  #: the real server
    instance: str  #: the instance that it stands for, "" for the first

    def told(self, plan: str) -> str:
        """Say where it leads.

        @param plan: name of the plan
        @return: a sentence
        """
        near = f" from {self.site}" if self.site else ""
        far = f" in place of {self.instance}" if self.instance else ""
        return f"{self.listen} leads to {self.backend} over {plan}{near}{far}"


def doors_of(listen: Sequence[str], backend: Sequence[str], *, anywhere: bool) -> list[Door]:
    """Read where to listen and where to connect to.

    @param listen: options --listen, each with a site before its = or without
    @param backend: options --backend, one for all or one for each of them, each with an instance or without
    @param anywhere: whether others than this host may connect
    @return: ports
    @raises PlanError: when one is wrong, or reaches further than it may
    """
    near = [_named(each) for each in listen]
    far = [_named(each) for each in [*backend] * (len(listen) if len(backend) == 1 else 1)]
    pairs = ports_of([place for _name, place in near], [place for _name, place in far], anywhere=anywhere)
    return [
        Door(place, site, server, instance)
        for (place, server), (site, _text), (instance, _other) in zip(pairs, near, far, strict=True)
    ]


def late_of(option: str, text: str) -> int:
    """Read how late bytes may leave.

    @param option: the option that it is of
    @param text: such as 1ms
    @return: nanoseconds
    @raises PlanError: when it is no time
    """
    try:
        return parse_time(text)
    except QuantityError as error:
        raise PlanError(f"{option} {text} {error}") from None


def _named(option: str) -> tuple[str, str]:
    """Return the name before the = of an option, or nothing, and its place."""
    name, _sign, place = option.rpartition("=")
    return name, place


@dataclass(frozen=True, slots=True)
class Lateness:
    """How much later than the simulated time bytes left."""

    p50_ns: int  #: half of all times
    p99_ns: int  #: 99 % of all times
    worst_ns: int  #: the longest

    def __str__(self) -> str:
        """Say it in one line."""
        return (
            f"{self.p50_ns / _MS:.3f} ms (median), {self.p99_ns / _MS:.3f} ms (99th percentile), "
            f"{self.worst_ns / _MS:.3f} ms (worst)"
        )


def serve(
    plan: Plan,
    doors: Sequence[Door],
    *,
    late_ns: int | None,
    pcap: Path | None,
    tell: Callable[[str], None],
    ready: Callable[[Sequence[Door]], None] = lambda _doors: None,
    stop: int | None = None,
) -> int:
    """Pass connections until an interrupt, or until a file can be read.

    @param plan: the plan; its network is used, its clients and servers are not
    @param doors: ports
    @param late_ns: how late bytes may leave at the 99th percentile, None for any
    @param pcap: beginning of the names of captures, None for none
    @param tell: is told where the ports are, what goes wrong, and what was served
    @param ready: is told the ports, once their connections are accepted
    @param stop: descriptor of that file, None for interrupts
    @return: exit code, UNTRUE when bytes left too late
    @raises PlanError: when the plan cannot be served, or a port cannot be had
    """
    need_core()
    from net8 import _core

    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    try:
        served = _core.Serve(resolve(plan).document(), int(str(plan["run.seed"])), 1, str(pcap or ""), tell)
        doors = [_listen(served, door) for door in doors]
    except _core.PlanError as error:
        raise PlanError(in_plan_words(str(error))) from None
    except RuntimeError as error:
        raise RunError(str(error)) from error
    with _stop_file() if stop is None else contextlib.nullcontext(stop) as end:
        woken_ns = served.check()
        for door in doors:
            tell(door.told(plan.name))
        if plan.axes:
            tell("the sweep of the plan is left out; --set sets its keys")
        tell(f"this machine wakes a program up to {woken_ns / _MS:.3f} ms late")
        if late_ns is not None and woken_ns > late_ns:
            tell(
                f"that is more than the {late_ns / _MS:g} ms of --late: bytes will leave later than they may"
            )
        ready(doors)
        return _judge(served.run(end), late_ns, tell)


def _listen(served: Any, door: Door) -> Door:
    """Listen at a port, and return it with its number."""
    address, backend = door.listen.address, door.backend
    port = served.listen(
        address[0], door.listen.port, door.site, backend.address[0], backend.port, door.instance
    )
    return replace(door, listen=replace(door.listen, port=port, address=(address[0], port, *address[2:])))


def _judge(told: Mapping[str, int], late_ns: int | None, tell: Callable[[str], None]) -> int:
    """Say what was served, and return the exit code."""
    late = Lateness(told["late_p50_ns"], told["late_p99_ns"], told["late_worst_ns"])
    refused = f" ({told['refused']:,} refused by the server)" if told["refused"] else ""
    tell(f"{many(told['connections'], 'connection')}{refused}, {many(told['passed_bytes'], 'byte')}")
    if not told["pieces"]:
        return 0
    tell(f"bytes left later than in the simulation by {late}")
    if late_ns is None or late.p99_ns <= late_ns:
        return 0
    tell(
        f"this run is untrue: its 99th percentile of {late.p99_ns / _MS:.3f} ms is over the {late_ns / _MS:g} ms of "
        "--late"
    )
    return UNTRUE


@contextlib.contextmanager
def _stop_file() -> Iterator[int]:
    """Yield the descriptor of a file that can be read after an interrupt."""
    read, written = os.pipe()
    os.set_blocking(written, False)
    old = [signal.signal(each, lambda _number, _frame: None) for each in _STOPS]
    before = signal.set_wakeup_fd(written, warn_on_full_buffer=False)
    try:
        yield read
    finally:
        signal.set_wakeup_fd(before)
        for each, handler in zip(_STOPS, old, strict=True):
            signal.signal(each, handler)
        os.close(read)
        os.close(written)
