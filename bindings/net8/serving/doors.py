# SPDX-License-Identifier: GPL-2.0-only
"""Ports of this machine behind which is a simulated network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from net8.base.errors import PlanError
from net8.recorder.ports import Place, place_of
from net8.recorder.record import ports_of, reached
from net8.simulation.one_run import in_plan_words

if TYPE_CHECKING:
    from net8.serving.stand_in import StandIn

__all__ = ["Door", "doors_of", "listen"]


@dataclass(frozen=True, slots=True)
class Door:
    """A port of this machine, and where it leads."""

    listen: Place  #: where programs connect
    site: str  #: site of the clients that they stand for, "" for the first
    backend: Place | None  #: the real server, None for the simulated one
    instance: str  #: the instance that it stands for, "" for the first
    inner: int = 0  #: number of the port that the network knows, once it listens

    def told(self, plan: str) -> str:
        """Say where it leads.

        @param plan: name of the plan
        @return: a sentence
        """
        near = f" from {self.site}" if self.site else ""
        far = f" in place of {self.instance}" if self.instance else ""
        server = self.backend or "the simulated server"
        return f"{self.listen} leads to {server} over {plan}{near}{far}"


def doors_of(listen: Sequence[str], backend: Sequence[str], *, anywhere: bool) -> list[Door]:
    """Read where to listen and where to connect to.

    @param listen: options --listen, each with a site before its = or without
    @param backend: options --backend, one for all or one for each of them, each with an instance or without; none for
        the simulated server
    @param anywhere: whether others than this host may connect
    @return: ports
    @raises PlanError: when one is wrong, or reaches further than it may
    """
    near = [_named(each) for each in listen]
    if not backend:
        return [Door(_local(place, anywhere=anywhere), site, None, "") for site, place in near]
    far = [_named(each) for each in [*backend] * (len(listen) if len(backend) == 1 else 1)]
    pairs = ports_of([place for _name, place in near], [place for _name, place in far], anywhere=anywhere)
    return [
        Door(place, site, server, instance)
        for (place, server), (site, _text), (instance, _other) in zip(pairs, near, far, strict=True)
    ]


def _named(option: str) -> tuple[str, str]:
    """Return the name before the = of an option, or nothing, and its place."""
    name, _sign, place = option.rpartition("=")
    return name, place


def _local(option: str, *, anywhere: bool) -> Place:
    """Read where to listen."""
    place = place_of("--listen", option, least=0)
    if not place.loopback and not anywhere:
        raise PlanError(reached(place))
    return place


def listen(served: Any, door: Door, stand_in: StandIn | None = None) -> Door:
    """Listen at a port.

    @param served: the network
    @param door: the port
    @param stand_in: the simulated server for real drivers, of a door without a backend
    @return: the same with its number
    @raises PlanError: when it cannot be had
    """
    from net8 import _core

    address, backend = door.listen.address, door.backend
    try:
        if backend is None:
            assert stand_in is not None
            inner = served.listen("127.0.0.1", 0, door.site, "", 0, door.instance)
            try:
                return replace(door, listen=stand_in.listen(door.listen, inner), inner=inner)
            except PlanError:
                served.close(inner)
                raise
        port = served.listen(
            address[0], door.listen.port, door.site, backend.address[0], backend.port, door.instance
        )
    except _core.PlanError as error:
        raise PlanError(in_plan_words(str(error))) from None
    place = replace(door.listen, port=port, address=(address[0], port, *address[2:]))
    return replace(door, listen=place, inner=port)
