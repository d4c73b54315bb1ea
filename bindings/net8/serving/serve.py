# SPDX-License-Identifier: GPL-2.0-only
"""Pass connections of real programs over the network of a plan until an interrupt."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from net8.base.errors import PlanError, RunError
from net8.base.extension import need_core
from net8.base.units import QuantityError, parse_time
from net8.base.words import many
from net8.plan.plan import Plan
from net8.plan.resolve import resolve
from net8.recorder.ports import Place, place_of
from net8.serving.api import start_api
from net8.serving.doors import Door, listen
from net8.serving.proxies import Proxies
from net8.serving.watch import watching
from net8.simulation.one_run import in_plan_words

if TYPE_CHECKING:
    from net8.serving.stand_in import StandIn

__all__ = ["TOKEN_SETTING", "UNTRUE", "Api", "api_of", "serve", "time_of"]

TOKEN_SETTING: Final = "NET8_TOKEN"
"""Setting of the environment with the token of the HTTP interface."""
UNTRUE: Final = 3
"""Exit code of a run whose bytes left later than they may."""
_STOPS: Final = (signal.SIGINT, signal.SIGTERM)
_MS: Final = 1e6


@dataclass(frozen=True, slots=True)
class Lateness:
    """How much later than the simulated time bytes left, or calls ended."""

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
    api: Api | None = None,
    watch: bool = False,
    spin_ns: int = 0,
    ready: Callable[[Sequence[Door]], None] = lambda _doors: None,
    stop: int | None = None,
) -> int:
    """Pass connections until an interrupt, or until a file can be read.

    @param plan: the plan; its network is used, its clients are not, and its servers where doors have no backend
    @param doors: ports, all with a backend or none
    @param late_ns: how late bytes may leave at the 99th percentile, None for any
    @param pcap: beginning of the names of captures, None for none
    @param tell: is told where the ports are, what goes wrong, and what was served
    @param api: the HTTP interface, None for none
    @param watch: whether connections are shown on the terminal
    @param spin_ns: how long before something is due it no longer sleeps
    @param ready: is told the ports, once their connections are accepted
    @param stop: descriptor of that file, None for interrupts
    @return: exit code, UNTRUE when bytes left too late
    @raises PlanError: when the plan cannot be served, or a port cannot be had
    """
    need_core()
    from net8 import _core

    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if api is not None:
        # What is computed ahead of time cannot change.
        plan = plan.with_values({"run.network": "nodes"}, where="--api")
    stand_in = _stand_in(plan, tell) if doors and doors[0].backend is None else None
    seed, prefix = int(str(plan["run.seed"])), str(pcap or "")
    try:
        served = _core.Serve(resolve(plan).document(), seed, 1, stand_in is not None, prefix, tell)
    except _core.PlanError as error:
        raise PlanError(in_plan_words(str(error))) from None
    except RuntimeError as error:
        raise RunError(str(error)) from error
    doors = [listen(served, door, stand_in) for door in doors]
    with _stop_file() if stop is None else contextlib.nullcontext(stop) as end:
        woken_ns = served.check()
        for door in doors:
            tell(door.told(plan.name))
        proxies = None
        if api is not None:
            place, proxies = api.start(served, doors, stand_in)
            tell(f"toxiproxy's interface is at http://{place}")
        if plan.axes:
            tell("the sweep of the plan is left out; --set sets its keys")
        tell(f"this machine wakes a program up to {woken_ns / _MS:.3f} ms late")
        if late_ns is not None and woken_ns > late_ns:
            tell(
                f"that is more than the {late_ns / _MS:g} ms of --late: bytes will leave later than they may"
            )
        ready(doors)
        if watch:
            served.open()
        with watching(served, stand_in.ports if stand_in else {}) if watch else contextlib.nullcontext():
            told = served.run(end, spin_ns)
    if proxies is not None:
        proxies.end()
    served.end()
    if stand_in is not None:
        tell(stand_in.told())
    return _judge(told, late_ns, tell)


def _stand_in(plan: Plan, tell: Callable[[str], None]) -> StandIn:
    """Make the simulated server for real drivers."""
    if find_spec("cryptography") is None:
        raise PlanError(
            "the simulated server needs the package cryptography for the passwords of real drivers: pip install "
            "cryptography; or name a real server with --backend"
        )
    from net8.serving.stand_in import StandIn

    return StandIn.of(plan, tell)


@dataclass(frozen=True, slots=True)
class Api:
    """The HTTP interface."""

    place: Place  #: where it listens
    token: str  #: what requests must know, "" for nothing
    anywhere: bool  #: whether the ports that it makes may be reached from other hosts

    def start(self, served: Any, doors: Sequence[Door], stand_in: StandIn | None) -> tuple[Place, Proxies]:
        """Begin to answer.

        @param served: the network
        @param doors: ports that listen already
        @param stand_in: the simulated server for real drivers, None where there is none
        @return: where, and what it changes
        @raises PlanError: when the port cannot be had
        """
        proxies = Proxies(served, self.anywhere, stand_in)
        for door in doors:
            proxies.take(door)
        place = start_api(self.place, proxies, served.report, self.token)
        served.open()
        return place, proxies


def api_of(text: str, *, anywhere: bool) -> Api:
    """Read where the HTTP interface listens.

    @param text: address and port
    @param anywhere: whether others than this host may connect
    @return: the interface
    @raises PlanError: when it is wrong, or could be reached by anybody
    """
    place, token = place_of("--api", text, least=0), os.environ.get(TOKEN_SETTING, "")
    if not place.loopback and not (anywhere and token):
        raise PlanError(
            f"--api {place} can be reached from other hosts; use 127.0.0.1 or [::1], or allow it with --anywhere and a "
            f"token in {TOKEN_SETTING}"
        )
    return Api(place, token, anywhere)


def time_of(option: str, text: str) -> int:
    """Read a time.

    @param option: the option that it is of
    @param text: such as 1ms
    @return: nanoseconds
    @raises PlanError: when it is no time
    """
    try:
        return parse_time(text)
    except QuantityError as error:
        raise PlanError(f"{option} {text} {error}") from None


def _judge(told: Mapping[str, int], late_ns: int | None, tell: Callable[[str], None]) -> int:
    """Say what was served, and return the exit code."""
    refused = f" ({told['refused']:,} refused by the server)" if told["refused"] else ""
    tell(f"{many(told['connections'], 'connection')}{refused}, {many(told['passed_bytes'], 'byte')}")
    if not told["pieces"]:
        return 0
    late = _lateness(told, "late")
    tell(f"bytes left later than in the simulation by {late}")
    p99_ns = late.p99_ns
    if told["calls"]:
        late = _lateness(told, "call_late")
        tell(f"{many(told['calls'], 'call')} ended later than in the simulation by {late}")
        p99_ns = max(p99_ns, late.p99_ns)
    if late_ns is None or p99_ns <= late_ns:
        return 0
    tell(
        f"this run is untrue: its 99th percentile of {p99_ns / _MS:.3f} ms is over the {late_ns / _MS:g} ms of --late"
    )
    return UNTRUE


def _lateness(told: Mapping[str, int], what: str) -> Lateness:
    """Return one of the times of a report."""
    return Lateness(told[f"{what}_p50_ns"], told[f"{what}_p99_ns"], told[f"{what}_worst_ns"])


@contextlib.contextmanager
def _stop_file() -> Iterator[int]:
    """Yield the descriptor of a file that can be read after an interrupt."""
    read, written = os.pipe()
    os.set_blocking(written, False)
    before = signal.set_wakeup_fd(written, warn_on_full_buffer=False)
    # From here on none is lost: each that is taken is a byte as well.
    old = [signal.signal(each, lambda _number, _frame: None) for each in _STOPS]
    try:
        yield read
    finally:
        for each, handler in zip(_STOPS, old, strict=True):
            signal.signal(each, handler)
        signal.set_wakeup_fd(before)
        os.close(read)
        os.close(written)
