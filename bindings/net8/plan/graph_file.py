# SPDX-License-Identifier: GPL-2.0-only
"""Graphs from files: GraphML and GML as in the Internet Topology Zoo, and lists of edges.

NetworkX reads the files; it keeps no line numbers, so these are looked up in the text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from xml.etree.ElementTree import ParseError

from net8.base.errors import PlanError
from net8.schema.values import meant, show

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["ENDS", "FORMATS", "NUMBER", "GraphFile", "read_graph"]

FORMATS: Final = {
    ".graphml": "graphml", ".xml": "graphml", ".gml": "gml",
    ".edges": "edges", ".edgelist": "edges", ".txt": "edges", ".csv": "edges",
}  # fmt: skip
"""Format of a file by its extension."""
_FORMAT_NAMES: Final = {"graphml": "GraphML", "gml": "GML", "edges": "a list of edges"}

NUMBER: Final = "\0number"
"""Attribute of an edge: its position in the file. The name cannot occur in a file."""
ENDS: Final = "\0ends"
"""Attribute of an edge: its two nodes in the order of the file, which undirected graphs do not keep."""

_EDGE_KEYS: Final = ("rate", "delay")
"""Values that may follow the two ends in a list of edges."""
_NODE: Final = re.compile(r"<(?:\w+:)?node\b[^>]*?\bid\s*=\s*[\"']([^\"']*)[\"']")
_EDGE: Final = re.compile(r"<(?:\w+:)?edge\b([^>]*)>")
_END: Final = re.compile(r"\b(source|target)\s*=\s*[\"']([^\"']*)[\"']")
_KEY: Final = re.compile(r"<(?:\w+:)?key\b([^>]*)>")
_DATA: Final = re.compile(r"<(?:\w+:)?data\b[^>]*?\bkey\s*=\s*[\"']([^\"']*)[\"'][^>]*>([^<]*)<")
_ATTRIBUTE: Final = re.compile(r"\b(id|attr\.type)\s*=\s*[\"']([^\"']*)[\"']")
_GML_EDGE: Final = re.compile(r"\bedge\s*\[")
_GML_NODE: Final = re.compile(r"\bnode\s*\[")


@dataclass(slots=True)
class GraphFile:
    """A network file."""

    path: Path  #: where it is
    text: str  #: what it holds
    kind: str  #: graphml, gml or edges
    nodes: list[int] = field(default_factory=list)  #: line of each node, in order
    edges: list[int] = field(default_factory=list)  #: line of each edge, in order

    def at(self, lines: list[int], index: int) -> str:
        """Return the place of a node or edge for messages.

        @param lines: nodes or edges
        @param index: number of one of them
        @return: file and line
        """
        return f"{self.path}:{lines[index]}" if index < len(lines) else str(self.path)

    def line(self, place: int) -> int:
        """Return the line of a character.

        @param place: where it is in the text
        @return: line, from 1
        """
        return self.text.count("\n", 0, place) + 1


def read_graph(file: GraphFile) -> nx.Graph[Any]:
    """Read a graph, whose edges have the attributes NUMBER and ENDS, and note the lines of its nodes and edges.

    @param file: the file
    @return: the graph, in which any two nodes may have several edges
    """
    return {"graphml": _graphml, "gml": _gml, "edges": _edges}[file.kind](file)


def _refuse(file: GraphFile, message: str, line: int = 0) -> PlanError:
    """Return the error of a file, with its line."""
    words = " ".join(message.split())
    return PlanError(
        f"this cannot be read as {_FORMAT_NAMES[file.kind]}: {words}",
        where=f"{file.path}:{line}" if line else str(file.path),
    )


def _networkx() -> Any:
    """Import NetworkX, only when a file is read, as the import is slow."""
    try:
        import networkx as nx
    except ImportError:
        raise PlanError(
            "network.file is read by NetworkX, which is not installed; pip install networkx"
        ) from None
    return nx


def _graphml(file: GraphFile) -> nx.Graph[Any]:
    """Read GraphML."""
    nx = _networkx()
    try:
        graph = nx.parse_graphml(file.text, force_multigraph=True)
    except ParseError as error:
        raise _refuse(file, str(error).partition(":")[0], error.position[0]) from None
    except (nx.NetworkXError, KeyError, ValueError, TypeError, AttributeError) as error:
        raise _wrong_value(file) or _refuse(file, str(error)) from None
    # NetworkX reads the defaults of keys but does not apply them.
    for data in (data for _node, data in graph.nodes(data=True)):
        data.update({**graph.graph.get("node_default", {}), **data})
    for data in (data for _source, _target, data in graph.edges(data=True)):
        data.update({**graph.graph.get("edge_default", {}), **data})
    known = [(match[1], file.line(match.start())) for match in _NODE.finditer(file.text)]
    file.nodes = [line for _node, line in known]
    declared = {node for node, _line in known}
    found = []
    for match in _EDGE.finditer(file.text):
        ends = dict(_END.findall(match[1]))
        found.append((ends.get("source"), ends.get("target"), file.line(match.start())))
        for end in ends.values():
            if end not in declared:
                raise _refuse(file, f'an edge names the node "{end}", which does not exist', found[-1][2])
    file.edges = [line for _source, _target, line in found]
    _number(graph, [(source, target) for source, target, _line in found])
    return graph


def _wrong_value(file: GraphFile) -> PlanError | None:
    """Return the error of the first GraphML value with a wrong type or an undeclared key, or None."""
    kinds = {}
    for match in _KEY.finditer(file.text):
        told = dict(_ATTRIBUTE.findall(match[1]))
        kinds[told.get("id")] = told.get("attr.type", "string")
    for match in _DATA.finditer(file.text):
        key, value, line = match[1], match[2].strip(), file.line(match.start())
        if key not in kinds:
            known = {str(name) for name in kinds}
            hint = meant(key, known) or "; the keys are " + (", ".join(sorted(known)) or "none")
            return _refuse(file, f'a value has the key "{key}", which is not declared{hint}', line)
        if not _is_of(value, kind := kinds[key]):
            return _refuse(
                file, f'{show(value)} is not of the type {kind} that the key "{key}" declares', line
            )
    return None


def _is_of(value: str, kind: str) -> bool:
    """Return whether a text is a value of a GraphML type."""
    if kind == "boolean":
        return value.lower() in ("true", "false", "0", "1")
    try:
        {"int": int, "long": int, "float": float, "double": float}.get(kind, str)(value)
    except ValueError:
        return False
    return True


def _number(graph: nx.Graph[Any], ends: list[tuple[Any, Any]]) -> None:
    """Store with each edge its position in the file and its ends in the order of the file."""
    waiting: dict[tuple[Any, Any], list[int]] = {}
    for number, pair in enumerate(ends):
        key = pair if graph.is_directed() else tuple(sorted(pair, key=str))
        waiting.setdefault((key[0], key[1]), []).append(number)
    for source, target, data in graph.edges(data=True):
        pair = (source, target) if graph.is_directed() else tuple(sorted((source, target), key=str))
        numbers = waiting.get((pair[0], pair[1]))
        data[NUMBER] = numbers.pop(0) if numbers else len(ends)
        data[ENDS] = ends[data[NUMBER]] if data[NUMBER] < len(ends) else (source, target)


def _gml(file: GraphFile) -> nx.Graph[Any]:
    """Read GML."""
    nx = _networkx()
    file.nodes = [file.line(match.start()) for match in _GML_NODE.finditer(file.text)]
    file.edges = [file.line(match.start()) for match in _GML_EDGE.finditer(file.text)]
    try:
        read = nx.parse_gml(file.text, label="id")
    except (nx.NetworkXError, KeyError, ValueError, TypeError) as error:
        words = str(error)
        place = re.search(r"\((\d+), \d+\)", words)
        number = re.search(r"edge #(\d+)", words)
        line = min(int(place[1]), file.line(len(file.text))) if place else 0
        if number and int(number[1]) < len(file.edges):
            line = file.edges[int(number[1])]
        raise _refuse(file, re.sub(r" at \(\d+, \d+\)", "", words), line) from None
    graph = (nx.MultiDiGraph if read.is_directed() else nx.MultiGraph)(read)
    _number(graph, [_gml_ends(file, place) for place in _GML_EDGE.finditer(file.text)])
    return graph


def _gml_ends(file: GraphFile, place: re.Match[str]) -> tuple[int, int]:
    """Return the ends of an edge of GML."""
    body = file.text[place.end() : place.end() + 4096]
    ends = [re.search(rf"\b{end}\s+(-?\d+)", body) for end in ("source", "target")]
    return int(ends[0][1]) if ends[0] else -1, int(ends[1][1]) if ends[1] else -1


def _edges(file: GraphFile) -> nx.Graph[Any]:
    """Read a list of edges: two names, optionally a rate and a delay, separated by commas or spaces."""
    nx = _networkx()
    graph = nx.MultiGraph()
    for number, line in enumerate(file.text.splitlines(), 1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        words = [word.strip() for word in (text.split(",") if "," in text else text.split())]
        if not 2 <= len(words) <= 2 + len(_EDGE_KEYS) or not all(words[:2]):
            raise _refuse(
                file,
                f"{show(text)} is not an edge; write two names, and a rate and a delay if they have any",
                number,
            )
        given = {key: value for key, value in zip(_EDGE_KEYS, words[2:], strict=False) if value}
        for name in words[:2]:
            if name not in graph:
                file.nodes.append(number)
        graph.add_edge(*words[:2], **given)
        list(graph[words[0]][words[1]].values())[-1].update(
            {NUMBER: len(file.edges), ENDS: (words[0], words[1])}
        )
        file.edges.append(number)
    return graph
