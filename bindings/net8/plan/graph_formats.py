# SPDX-License-Identifier: GPL-2.0-only
"""Networks in the formats of research: SNDlib, REPETITA, BRITE and Rocketfuel."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree

from net8.plan.graph_text import Builder, GraphFile, refuse
from net8.schema.values import show

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["SNDLIB_NATIVE", "brite", "repetita", "rocketfuel", "sndlib"]

SNDLIB_NATIVE: Final = "?SNDlib native format"
"""How such a file begins."""
_SECTION: Final = re.compile(r"([A-Z_]+)\s*\($")
_NODE: Final = re.compile(r"(\S+?)\s*(?:\(\s*(\S+)\s+(\S+?)\s*\))?$")
_LINK: Final = re.compile(r"(\S+)\s*\(\s*(\S+)\s+(\S+?)\s*\)\s*([^()]*)(?:\(([^()]*)\))?$")
_COUNT: Final = re.compile(r"(NODES|EDGES)\s+(\d+)$")
_BRITE_COUNT: Final = re.compile(r"(Nodes|Edges):\s*\(\s*(\d+)\s*\)")
_ROUTER: Final = re.compile(r"(-?\d+)\s+@(\S+)\s+(?:\+\s+)?(?:bb\s+)?\(\d+\)\s+(?:&\d+\s+)?->\s*(.*)$")
_OUTSIDE: Final = re.compile(r"(-\d+)\s+=(\S+)")


def sndlib(file: GraphFile) -> nx.Graph[Any]:
    """Read a network of SNDlib, in the native format or as XML; demands are left out.

    A capacity is what is installed, else the largest module. Where every link has one that leads back, as in directed
    networks, both are one link.

    @param file: the file
    @return: its graph, edges with capacity and costs
    """
    nodes, links = _native(file) if file.text.lstrip().startswith(SNDLIB_NATIVE) else _xml(file)
    ways = Counter((source, target) for _name, source, target, _capacities, _line in links)
    made = Builder(file, pairs=all(ways[target, source] == count for (source, target), count in ways.items()))
    earthly = all(place and _on_earth(place) for _name, place, _line in nodes)
    for name, place, line in nodes:
        found = {"Longitude": place[0], "Latitude": place[1]} if earthly and place else {}
        made.node(name, line, label=name, **found)
    for name, source, target, capacities, line in links:
        known = [value for value in capacities if value > 0]
        made.edge(source, target, line, id=name, **({"capacity": known[0]} if known else {}))
    return made.graph


_Nodes = list[tuple[str, "tuple[float, float] | None", int]]
_Links = list[tuple[str, str, str, list[float], int]]


def _native(file: GraphFile) -> tuple[_Nodes, _Links]:
    """Read the sections NODES and LINKS."""
    nodes: _Nodes = []
    links: _Links = []
    section = ""
    for line, text in _lines(file, comment="#"):
        if match := _SECTION.fullmatch(text):
            section = match[1]
        elif text == ")":
            section = ""
        elif section == "NODES":
            node = _NODE.fullmatch(text)
            if not node:
                raise refuse(
                    file, f"{show(text)} is not a node; write its name and (longitude latitude)", line
                )
            place = tuple(_numbers(file, node.groups()[1:], line)) if node[2] else None
            nodes.append((node[1], (place[0], place[1]) if place else None, line))
        elif section == "LINKS":
            link = _LINK.fullmatch(text)
            if not link:
                raise refuse(
                    file, f"{show(text)} is not a link; write its name, (source target) and capacities", line
                )
            installed, modules = (_numbers(file, (part or "").split(), line) for part in link.groups()[3:])
            links.append(
                (link[1], link[2], link[3], [*installed[:1], *sorted(modules[::2], reverse=True)], line)
            )
    return nodes, links


def _xml(file: GraphFile) -> tuple[_Nodes, _Links]:
    """Read the elements node and link."""
    try:
        root = ElementTree.fromstring(file.text)
    except ElementTree.ParseError as error:
        raise refuse(file, str(error).partition(":")[0], error.position[0]) from None
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    on_map = any(each.get("coordinatesType") == "geographical" for each in root.iter("nodes"))
    places = {
        kind: [file.line(m.start()) for m in re.finditer(rf"<(?:\w+:)?{kind}\b", file.text)]
        for kind in ("node", "link")
    }
    nodes: _Nodes = []
    for line, node in zip(places["node"], root.iter("node"), strict=False):
        x, y = node.findtext("coordinates/x"), node.findtext("coordinates/y")
        found = _numbers(file, (x, y), line) if on_map and x and y else None
        nodes.append((str(node.get("id")), (found[0], found[1]) if found else None, line))
    links: _Links = []
    for line, link in zip(places["link"], root.iter("link"), strict=False):
        installed = [link.findtext("preInstalledModule/capacity") or "0"]
        modules = [each.text or "0" for each in link.iterfind("additionalModules/addModule/capacity")]
        capacities = [*_numbers(file, installed, line), *sorted(_numbers(file, modules, line), reverse=True)]
        source, target = ((link.findtext(end) or "").strip() for end in ("source", "target"))
        links.append((str(link.get("id")), source, target, capacities, line))
    return nodes, links


def repetita(file: GraphFile) -> nx.Graph[Any]:
    """Read a topology of REPETITA: directed edges with kbit/s and microseconds, between nodes by their numbers.

    @param file: the file
    @return: its graph
    """
    made = Builder(file, directed=True)
    section, head, names = "", False, 0
    for line, text in _lines(file):
        words = text.split()
        if match := _COUNT.fullmatch(text):
            section, head = match[1], True
        elif head:
            head = False
        elif section == "NODES" and len(words) == 3:
            x, y = _numbers(file, words[1:], line)
            made.node(names, line, label=words[0], Longitude=x, Latitude=y)
            names += 1
        elif section == "EDGES" and len(words) == 6:
            source, target = (int(number) for number in _numbers(file, words[1:3], line))
            rate, delay = _numbers(file, words[4:], line)
            made.edge(
                source,
                target,
                line,
                id=words[0],
                weight=words[3],
                rate=f"{rate:.0f}kbps",
                delay=f"{delay:g}us",
            )
        else:
            raise refuse(
                file,
                f"{show(text)} is neither a node (label x y) nor an edge (label src dest weight bw delay)",
                line,
            )
    places = [(data["Longitude"], data["Latitude"]) for _node, data in made.graph.nodes(data=True)]
    if not all(map(_on_earth, places)):
        for _node, data in made.graph.nodes(data=True):
            del data["Longitude"], data["Latitude"]
    return made.graph


def _on_earth(place: tuple[float, float]) -> bool:
    """Return whether a place may be longitude and latitude in degrees; files without a map have others."""
    return abs(place[0]) <= 180 and abs(place[1]) <= 90


def brite(file: GraphFile) -> nx.Graph[Any]:
    """Read a topology of BRITE: edges with milliseconds and Mbit/s.

    @param file: the file
    @return: its graph
    """
    made = Builder(file)
    section = ""
    for line, text in _lines(file):
        words = text.split()
        if match := _BRITE_COUNT.match(text):
            section = match[1]
        elif section == "Nodes" and len(words) >= 3:
            made.node(words[0], line, x=words[1], y=words[2])
        elif section == "Edges" and len(words) >= 6:
            delay, rate = _numbers(file, words[4:6], line)
            made.edge(words[1], words[2], line, length=words[3], rate=f"{rate:g}Mbps", delay=f"{delay:g}ms")
        elif section:
            raise refuse(file, f"{show(text)} is neither a node (id x y ...) nor an edge (id from to length delay "
                         "bandwidth ...)", line)  # fmt: skip
    return made.graph


def rocketfuel(file: GraphFile) -> nx.Graph[Any]:
    """Read a map of Rocketfuel: routers with their neighbours, each link from both of its ends.

    @param file: the file
    @return: its graph
    """
    made = Builder(file, pairs=True)
    waiting: list[tuple[int, str, str]] = []
    for line, text in _lines(file, comment="#"):
        if router := _ROUTER.match(text):
            made.node(router[1], line, location=router[2].replace("+", " "))
            waiting.append((line, router[1], router[3]))
        elif outside := _OUTSIDE.match(text):
            made.node(outside[1], line, address=outside[2])
        else:
            raise refuse(
                file,
                f"{show(text)} is not a router; write uid @location (neighbours) -> <uid> ... =name",
                line,
            )
    for line, source, text in waiting:
        for near in re.findall(r"<(-?\d+)>", text):
            made.edge(source, near, line)
        for far in re.findall(r"\{(-\d+)\}", text):
            if far not in made.graph:
                made.node(far, line)
            made.edge(source, far, line)
    return made.graph


def _lines(file: GraphFile, comment: str = "\0") -> Iterator[tuple[int, str]]:
    """Yield the lines that hold something, with their numbers."""
    for number, line in enumerate(file.text.splitlines(), 1):
        if (text := line.strip()) and not text.startswith((comment, "?")):
            yield number, text


def _numbers(file: GraphFile, words: Iterable[str | None] | Sequence[str], line: int) -> list[float]:
    """Read numbers; UNLIMITED is none."""
    found = []
    for word in words:
        try:
            found.append(0.0 if word == "UNLIMITED" else float(str(word)))
        except ValueError:
            raise refuse(file, f"{show(str(word))} is not a number", line) from None
    return found
