# SPDX-License-Identifier: GPL-2.0-only
"""What the toxics of toxiproxy mean to connections and links that carry packets, and what they cannot mean there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from net8.base.errors import PlanError

__all__ = ["SHAPES", "Links", "Toxic", "touch", "toxic_of"]

_STREAMS: Final = ("upstream", "downstream")
SHAPES: Final = {
    "latency": ("latency", "jitter"),
    "bandwidth": ("rate",),
    "timeout": ("timeout",),
    "reset_peer": ("timeout",),
    "slow_close": ("delay",),
    "slicer": ("average_size", "size_variation", "delay"),
    "limit_data": ("bytes",),
    "loss": ("probability",),
    "outage": (),
}
"""Kinds of toxics that can be added, and their attributes; the last two are net8's own."""
_OF_LINKS: Final = ("latency", "bandwidth", "timeout", "loss", "outage")
"""Those that can change a link instead, where the attribute link names one."""
_OF_NOTHING: Final = ("timeout", "outage")
"""Those that let no packet pass."""
_BIT_S_PER_KB_S: Final = 8000
_NS_PER_MS: Final = 1_000_000
_NS_PER_US: Final = 1000
_LONGEST_SLICE: Final = 65536
_MOST: Final = 10**12
"""Largest attribute."""
_LONGEST: Final = 10**9
"""Largest attribute that is a time: 11 days in milliseconds. The sum of many must be a time, too."""
_TIMES: Final = ("latency", "jitter", "timeout", "delay")


@dataclass(frozen=True, slots=True)
class Toxic:
    """A toxic, as its clients tell it."""

    name: str  #: its name
    kind: str  #: its type
    stream: str  #: upstream or downstream
    attributes: Mapping[str, float | str]  #: what it does
    toxicity: float = 1.0  #: probability that it happens to a connection

    @property
    def of_connections(self) -> bool:
        """Whether it happens to the connections of its proxy, not to a link."""
        return "link" not in self.attributes

    def document(self) -> dict[str, Any]:
        """Return it as clients read it.

        @return: what becomes JSON
        """
        return {
            "name": self.name, "type": self.kind, "stream": self.stream,
            "toxicity": self.toxicity, "attributes": dict(self.attributes), "acts_on": self._told(),
        }  # fmt: skip

    def _told(self) -> str:
        """Say what it changes."""
        if self.of_connections:
            return "connections of this proxy"
        return f"link {self.attributes['link']}: all connections that cross it, of other proxies, too"

    def number(self, attribute: str) -> float:
        """Return an attribute.

        @param attribute: its name
        @return: its value, 0 if it is not told
        """
        return float(self.attributes.get(attribute, 0))


def toxic_of(told: Mapping[str, Any], old: Toxic | None = None) -> Toxic:
    """Read a toxic.

    @param told: what a client tells
    @param old: the toxic that it changes, or None
    @return: the toxic
    @raises PlanError: when it is none, or means nothing on links
    """
    kind = old.kind if old else str(told.get("type", ""))
    if kind not in SHAPES:
        raise PlanError(f'"{kind}" is no type of toxics; use one of {", ".join(SHAPES)}')
    stream = old.stream if old else str(told.get("stream") or _STREAMS[1])
    if stream not in _STREAMS:
        raise PlanError(f'"{stream}" is no stream; use upstream or downstream')
    toxicity = _toxicity(told.get("toxicity", old.toxicity if old else 1))
    given = told.get("attributes") or {}
    if not isinstance(given, Mapping):
        raise PlanError('attributes must be an object, such as {"latency": 40}')
    attributes = {**(old.attributes if old else {}), **given}
    if old and attributes.get("link") != old.attributes.get("link"):
        raise PlanError(f"the link of the toxic {old.name} cannot change; remove it, and add another")
    _check(kind, attributes, toxicity)
    name = old.name if old else str(told.get("name") or f"{kind}_{stream}")
    return Toxic(name, kind, stream, attributes, toxicity)


def _toxicity(value: Any) -> float:
    """Read the probability of a toxic."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise PlanError(f"toxicity = {value!r} must be a number from 0 to 1")
    return float(value)


def _check(kind: str, attributes: Mapping[str, Any], toxicity: float) -> None:
    """Refuse attributes that say nothing."""
    known = (*SHAPES[kind], "link") if kind in _OF_LINKS else SHAPES[kind]
    for name, value in attributes.items():
        if name not in known:
            raise PlanError(
                f'the toxic {kind} has no attribute "{name}"; it has {", ".join(known) or "no attributes"}'
            )
        most = _LONGEST if name in _TIMES else _MOST
        if name == "link":
            _check_link(kind, attributes, toxicity)
        elif isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
            raise PlanError(f"{name} = {value!r} of the toxic {kind} must be a number from 0 to {most:,}")
    if kind == "bandwidth" and not attributes.get("rate"):
        raise PlanError("rate of the toxic bandwidth must be above 0 KB/s; use outage for nothing at all")
    if kind == "limit_data" and attributes.get("bytes", 0) < 1:
        raise PlanError("bytes of the toxic limit_data must be 1 or more; use reset_peer for none")
    if kind == "slicer":
        _check_slices(attributes)
    if kind == "loss" and not 0 < attributes.get("probability", 0) < 1:
        raise PlanError("probability of the toxic loss must be above 0 and below 1, such as 0.01")


def _check_link(kind: str, attributes: Mapping[str, Any], toxicity: float) -> None:
    """Refuse what cannot happen to a link."""
    if not isinstance(attributes["link"], str):
        raise PlanError(f"link = {attributes['link']!r} of the toxic {kind} must be the name of a link")
    if toxicity != 1:
        raise PlanError(
            "a link treats all connections alike, so that toxicity must be 1; leave the attribute link out for a share "
            "of the connections of this proxy"
        )
    if attributes.get("jitter"):
        raise PlanError(
            "jitter of a link cannot change while it is in use; leave the attribute link out for jitter of the "
            "connections of this proxy, or set path.jitter or link.jitter in the plan"
        )


def _check_slices(attributes: Mapping[str, Any]) -> None:
    """Refuse slices that cannot be."""
    size = attributes.get("average_size", 0)
    if not 1 <= size <= _LONGEST_SLICE or attributes.get("size_variation", 0) >= size:
        raise PlanError(
            f"average_size of the toxic slicer must be from 1 to {_LONGEST_SLICE} bytes, and above its size_variation"
        )


def touch(served: Any, port: int, toxic: Toxic) -> None:
    """Let a toxic happen to the connections of a port.

    @param served: the network
    @param port: the port
    @param toxic: one of connections
    """
    delay = toxic.number("delay")
    served.add_toxic(
        port,
        toxic.name,
        toxic.stream == _STREAMS[0],
        toxic.toxicity,
        limit_bytes=int(toxic.number("bytes")) or None,
        linger_ns=int(delay * _NS_PER_MS) if toxic.kind == "slow_close" else 0,
        slice_bytes=int(toxic.number("average_size")),
        spread_bytes=int(toxic.number("size_variation")),
        interval_ns=int(delay * _NS_PER_US) if toxic.kind == "slicer" else 0,
        delay_ns=int(toxic.number("latency") * _NS_PER_MS),
        jitter_ns=int(toxic.number("jitter") * _NS_PER_MS),
        rate_bit_s=_rate_bit_s(toxic) if toxic.kind == "bandwidth" else None,
        loss=1.0 if toxic.kind in _OF_NOTHING else toxic.number("probability"),
    )


def _rate_bit_s(toxic: Toxic) -> int:
    """Return the rate of a toxic that has one."""
    return max(int(toxic.number("rate") * _BIT_S_PER_KB_S), 1)


@dataclass(frozen=True, slots=True)
class _Direction:
    """One direction of a link in the plan."""

    rate_bit_s: int  #: its rate
    delay_ns: int  #: its delay


class Links:
    """The links of a plan, and the toxics on them."""

    def __init__(self, served: Any) -> None:
        """Start without toxics.

        @param served: the network
        """
        self._served = served
        self._links: dict[str, dict[bool, _Direction]] = {}
        self._toxics: dict[tuple[str, str], tuple[str, bool, Toxic]] = {}
        self._cuts: dict[str, int] = {}

    def add(self, proxy: str, port: int, toxic: Toxic) -> None:
        """Add a toxic, or change it.

        @param proxy: name of its proxy
        @param port: its port
        @param toxic: the toxic
        @raises PlanError: when its link is not on the way
        """
        link, towards = self._find(self._served.way(port), toxic)
        up = towards if toxic.stream == _STREAMS[0] else not towards
        self._toxics[proxy, toxic.name] = (link, up, toxic)
        self._apply(link)

    def remove(self, proxy: str, toxic: Toxic) -> None:
        """Remove a toxic.

        @param proxy: name of its proxy
        @param toxic: the toxic
        """
        found = self._toxics.pop((proxy, toxic.name), None)
        if found is not None:
            self._apply(found[0])

    def _find(
        self, way: Sequence[tuple[str, bool, int, int, int, int]], toxic: Toxic
    ) -> tuple[str, bool]:  # fmt: skip
        """Find the link of a toxic, and whether it is taken from its first end."""
        for name, up, there, back, delay, delay_back in way:
            if name not in self._links:
                self._links[name] = {up: _Direction(there, delay), not up: _Direction(back, delay_back)}
        names = {name: up for name, up, *_rest in way}
        if not names:
            raise PlanError(
                "no link is on the way of this proxy, only a LAN; leave the attribute link out for its connections, or "
                "use a plan with a WAN or with [[link]]"
            )
        wanted = str(toxic.attributes["link"])
        if wanted not in names:
            raise PlanError(f'no link "{wanted}" is on the way of this proxy; use one of {", ".join(names)}')
        return wanted, names[wanted]

    def _apply(self, link: str) -> None:
        """Let a link be what its toxics make of it."""
        here = [(up, toxic) for name, up, toxic in self._toxics.values() if name == link]
        for up, base in self._links[link].items():
            toxics = [toxic for way, toxic in here if way == up]
            added_ms = sum(toxic.number("latency") for toxic in toxics)
            rates = [_rate_bit_s(each) for each in toxics if each.kind == "bandwidth"]
            passed = 1.0
            for toxic in toxics:
                passed *= 1 - toxic.number("probability")
            self._served.change(
                link, up, min([base.rate_bit_s, *rates]), base.delay_ns + int(added_ms * _NS_PER_MS),
                1 - passed,
            )  # fmt: skip
        cut = any(toxic.kind in _OF_NOTHING for _up, toxic in here)
        if cut != bool(self._cuts.get(link)):
            self._cuts[link] = cut
            self._served.cut(link, not cut)
