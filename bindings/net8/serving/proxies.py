# SPDX-License-Identifier: GPL-2.0-only
"""Proxies, as clients of toxiproxy know them: ports of this machine with toxics on what passes."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from net8.base.errors import PlanError
from net8.serving.doors import Door, doors_of, listen
from net8.serving.toxics import Links, Toxic, touch, toxic_of

if TYPE_CHECKING:
    from net8.serving.stand_in import StandIn

__all__ = ["MissingError", "Proxies", "TakenError"]

SIMULATED: Final = "simulated"
"""Upstream that is the simulated server of the plan."""
_SHORTEST_S: Final = 0.01
_LARGEST: Final = (1 << 64) - 1


class MissingError(PlanError):
    """There is no proxy or toxic of that name."""


class TakenError(PlanError):
    """There is one of that name already."""


@dataclass(slots=True)
class _Proxy:
    """A proxy."""

    name: str  #: its name
    door: Door  #: its port
    enabled: bool = False  #: whether it listens
    toxics: dict[str, Toxic] = field(default_factory=dict)  #: its toxics
    timers: dict[str, threading.Timer] = field(default_factory=dict)  #: what resets its connections

    @property
    def upstream(self) -> str:
        """Where it leads."""
        return str(self.door.backend or SIMULATED)

    def document(self) -> dict[str, Any]:
        """Return it as clients read it."""
        return {
            "name": self.name, "listen": str(self.door.listen), "upstream": self.upstream,
            "enabled": self.enabled, "toxics": [toxic.document() for toxic in self.toxics.values()],
        }  # fmt: skip


def _name_of(told: Mapping[str, Any]) -> str:
    """Read the name of a proxy."""
    name = str(told.get("name") or "")
    if not name:
        raise PlanError("a proxy needs a name")
    return name


class Proxies:
    """All proxies of a network; each call is one at a time."""

    def __init__(self, served: Any, anywhere: bool, stand_in: StandIn | None = None) -> None:
        """Start without proxies.

        @param served: the network
        @param anywhere: whether others than this host may connect
        @param stand_in: the simulated server for real drivers, None where there is none
        """
        self._served, self._anywhere, self._stand_in = served, anywhere, stand_in
        self._links = Links(served)
        self._all: dict[str, _Proxy] = {}
        self.lock = threading.Lock()  #: held during a call

    def take(self, door: Door) -> None:
        """Take over a port that listens already.

        @param door: the port
        """
        name = "net8" if not self._all else f"net8-{len(self._all) + 1}"
        self._all[name] = _Proxy(name, door, enabled=True)

    def documents(self) -> dict[str, Any]:
        """Return all proxies.

        @return: proxies by name
        """
        return {name: proxy.document() for name, proxy in self._all.items()}

    def show(self, name: str) -> dict[str, Any]:
        """Return a proxy.

        @param name: its name
        @return: what becomes JSON
        """
        return self._find(name).document()

    def create(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """Make a proxy.

        @param told: name, listen, upstream and enabled
        @return: the proxy
        @raises PlanError: when it cannot be made
        """
        name = _name_of(told)
        if name in self._all:
            raise TakenError(f"there is a proxy {name} already")
        proxy = _Proxy(
            name, self._door(str(told.get("listen") or "127.0.0.1:0"), str(told.get("upstream") or ""))
        )
        if told.get("enabled", True):
            self._enable(proxy)
        self._all[name] = proxy
        return proxy.document()

    def populate(self, told: Any) -> list[dict[str, Any]]:
        """Make proxies, in place of those of their names with other addresses.

        @param told: a list of proxies
        @return: the proxies
        """
        if not isinstance(told, list) or not all(isinstance(each, Mapping) for each in told):
            raise PlanError("populate takes a list of proxies")
        for each in told:
            old = self._all.get(_name_of(each))
            wanted = (each.get("listen"), each.get("upstream"))
            if old is None:
                self.create(each)
            elif wanted != (str(old.door.listen), old.upstream):
                self.delete(old.name)
                self.create(each)
        return [self.show(_name_of(each)) for each in told]

    def change(self, name: str, told: Mapping[str, Any]) -> dict[str, Any]:
        """Enable, disable or move a proxy.

        @param name: its name
        @param told: enabled, listen, upstream
        @return: the proxy
        """
        proxy = self._find(name)
        near, far = str(proxy.door.listen), proxy.upstream
        wanted = (str(told.get("listen") or near), str(told.get("upstream") or far))
        if wanted != (near, far):
            door = self._door(*wanted)
            self._disable(proxy)
            proxy.door = replace(door, site=proxy.door.site, instance=proxy.door.instance)
        if told.get("enabled", True):
            self._enable(proxy)
        else:
            self._disable(proxy)
        return proxy.document()

    def delete(self, name: str) -> None:
        """Remove a proxy.

        @param name: its name
        """
        proxy = self._find(name)
        for toxic in [*proxy.toxics]:
            self.remove(name, toxic)
        self._disable(proxy)
        del self._all[name]

    def reset(self) -> None:
        """Remove all toxics, and enable all proxies."""
        for proxy in self._all.values():
            for toxic in [*proxy.toxics]:
                self.remove(proxy.name, toxic)
            self._enable(proxy)

    def toxic(self, name: str, toxic: str) -> dict[str, Any]:
        """Return a toxic.

        @param name: name of its proxy
        @param toxic: its name
        @return: what becomes JSON
        """
        return self._toxic(self._find(name), toxic).document()

    def add(self, name: str, told: Mapping[str, Any]) -> dict[str, Any]:
        """Add a toxic.

        @param name: name of its proxy
        @param told: what it does
        @return: the toxic
        """
        proxy, toxic = self._find(name), toxic_of(told)
        if toxic.name in proxy.toxics:
            raise TakenError(f"the proxy {name} has a toxic {toxic.name} already")
        self._put(proxy, toxic)
        return toxic.document()

    def alter(self, name: str, toxic: str, told: Mapping[str, Any]) -> dict[str, Any]:
        """Change attributes of a toxic.

        @param name: name of its proxy
        @param toxic: its name
        @param told: attributes
        @return: the toxic
        """
        proxy = self._find(name)
        changed = toxic_of(told, self._toxic(proxy, toxic))
        self._put(proxy, changed)
        return changed.document()

    def remove(self, name: str, toxic: str) -> None:
        """Remove a toxic.

        @param name: name of its proxy
        @param toxic: its name
        """
        proxy = self._find(name)
        found = self._toxic(proxy, toxic)
        del proxy.toxics[toxic]
        if (timer := proxy.timers.pop(toxic, None)) is not None:
            timer.cancel()
        if found.of_connections:
            self._served.remove_toxic(proxy.door.inner, toxic)
        else:
            self._links.remove(name, found)

    def connections(self) -> list[dict[str, Any]]:
        """Return the open connections.

        @return: number, proxy, address of the program, whether it is frozen, and bytes of each
        """
        names = {proxy.door.inner: proxy.name for proxy in self._all.values() if proxy.enabled}
        return [
            {
                "number": number, "proxy": names.get(port, ""), "program": self._program(program), "frozen": frozen,
                "sent_bytes": sent, "received_bytes": received,
            }
            for number, port, program, frozen, sent, received in self._served.connections()
        ]  # fmt: skip

    def _program(self, address: str) -> str:
        """Return the address of the driver behind that of the stand-in, or the same."""
        return self._stand_in.drivers.get(address, address) if self._stand_in else address

    def touch(self, number: str, action: str) -> None:
        """Freeze, thaw or kill a connection.

        @param number: its number
        @param action: freeze, thaw or kill
        @raises MissingError: when it is not open
        """
        try:
            if not number.isascii() or not number.isdigit() or int(number) > _LARGEST:
                raise PlanError(f"no connection {number} is open")
            if action == "kill":
                self._served.kill(int(number))
            else:
                self._served.freeze(int(number), action == "freeze")
        except ValueError as error:
            raise MissingError(f"{error}; GET /net8/connections lists those that are") from None

    def _find(self, name: str) -> _Proxy:
        """Find a proxy."""
        if name not in self._all:
            raise MissingError(f"there is no proxy {name}")
        return self._all[name]

    @staticmethod
    def _toxic(proxy: _Proxy, toxic: str) -> Toxic:
        """Find a toxic."""
        if toxic not in proxy.toxics:
            raise MissingError(f"the proxy {proxy.name} has no toxic {toxic}")
        return proxy.toxics[toxic]

    def _door(self, near: str, far: str) -> Door:
        """Read the addresses of a proxy."""
        if far == SIMULATED and self._stand_in is None:
            raise PlanError(
                "upstream simulated needs a plan's own server; start net8 serve with --listen and without --backend"
            )
        (door,) = doors_of([near], [] if far == SIMULATED else [far], anywhere=self._anywhere)
        return door

    def _enable(self, proxy: _Proxy) -> None:
        """Listen, unless it does."""
        if not proxy.enabled:
            proxy.door = listen(self._served, proxy.door, self._stand_in)
            proxy.enabled = True
            for toxic in proxy.toxics.values():
                self._put(proxy, toxic)

    def _disable(self, proxy: _Proxy) -> None:
        """Listen no more."""
        if proxy.enabled:
            for toxic in proxy.toxics.values():
                if toxic.of_connections:
                    self._served.remove_toxic(proxy.door.inner, toxic.name)
            if self._stand_in is not None and proxy.door.backend is None:
                self._stand_in.close(proxy.door.inner)
            self._served.close(proxy.door.inner)
            proxy.enabled = False

    def end(self) -> None:
        """Let no request and no timer do anything more: Python aborts if one is within the network at its end."""
        self.lock.acquire()

    def _put(self, proxy: _Proxy, toxic: Toxic) -> None:
        """Let a toxic do what it does from now on."""
        if not proxy.enabled:
            raise PlanError(f"the proxy {proxy.name} is disabled; enable it before it gets toxics")
        port = proxy.door.inner
        touch(self._served, port, toxic) if toxic.of_connections else self._links.add(proxy.name, port, toxic)
        proxy.toxics[toxic.name] = toxic
        if (timer := proxy.timers.pop(toxic.name, None)) is not None:
            timer.cancel()
        if toxic.kind == "reset_peer" or (toxic.kind == "timeout" and toxic.number("timeout")):
            self._reset_later(proxy, toxic)

    def _reset_later(self, proxy: _Proxy, toxic: Toxic) -> None:
        """Reset the connections of a proxy after the time of a toxic, and again, as long as it is there."""

        def act() -> None:
            with self.lock:
                if proxy.toxics.get(toxic.name) is toxic:
                    self._served.reset(proxy.door.inner, toxic.name if toxic.of_connections else "")
                    self._reset_later(proxy, toxic)

        timer = threading.Timer(max(toxic.number("timeout") / 1000, _SHORTEST_S), act)
        timer.daemon = True
        proxy.timers[toxic.name] = timer
        timer.start()
