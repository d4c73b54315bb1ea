# SPDX-License-Identifier: GPL-2.0-only
"""A network file while it is read: its text, the lines of its nodes and edges, and the graph that they become."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from net8.base.errors import PlanError
from net8.schema.values import meant, show

__all__ = ["ENDS", "FORMAT_NAMES", "NUMBER", "PAIRS", "Builder", "GraphFile", "networkx", "refuse"]

FORMAT_NAMES: Final = {
    "graphml": "GraphML", "gml": "GML", "edges": "a list of edges", "json": "node-link JSON", "dot": "DOT",
    "sndlib": "a network of SNDlib", "repetita": "a topology of REPETITA", "brite": "a topology of BRITE",
    "rocketfuel": "a map of Rocketfuel",
}  # fmt: skip

NUMBER: Final = "\0number"
"""Attribute of an edge: its position in the file. The name cannot occur in a file."""
ENDS: Final = "\0ends"
"""Attribute of an edge: its two nodes in the order of the file, which undirected graphs do not keep."""
PAIRS: Final = "\0pairs"
"""Attribute of a graph: whether edges there and back are one link, though one alone goes both ways."""


@dataclass(slots=True)
class GraphFile:
    """A network file."""

    path: Path  #: where it is
    text: str  #: what it holds
    kind: str  #: one of FORMAT_NAMES
    nodes: list[int] = field(default_factory=list)  #: line of each node, in order
    edges: list[int] = field(default_factory=list)  #: line of each edge, in order

    def at(self, lines: list[int], index: int) -> str:
        """Return the place of a node or edge for messages.

        @param lines: nodes or edges
        @param index: number of one of them
        @return: file and line
        """
        return f"{self.path}:{lines[index]}" if index < len(lines) and lines[index] else str(self.path)

    def line(self, place: int) -> int:
        """Return the line of a character.

        @param place: where it is in the text
        @return: line, from 1
        """
        return self.text.count("\n", 0, place) + 1


def refuse(file: GraphFile, message: str, line: int = 0) -> PlanError:
    """Return the error of a file, with its line.

    @param file: the file
    @param message: what is wrong
    @param line: where, or 0
    @return: the error
    """
    words = " ".join(message.split())
    return PlanError(
        f"this cannot be read as {FORMAT_NAMES[file.kind]}: {words}",
        where=f"{file.path}:{line}" if line else str(file.path),
    )


def networkx() -> Any:
    """Import NetworkX, only when a file is read, as the import is slow.

    @return: the module
    """
    try:
        import networkx as nx
    except ImportError:
        raise PlanError(
            "network.file is read by NetworkX, which is not installed; pip install networkx"
        ) from None
    return nx


class Builder:
    """Makes the graph of a file, node by node and edge by edge."""

    def __init__(self, file: GraphFile, *, directed: bool = False, pairs: bool = False) -> None:
        """Begin.

        @param file: the file, whose lines are noted
        @param directed: whether an edge leads one way only
        @param pairs: whether edges there and back are one link, though one alone goes both ways
        """
        nx = networkx()
        self._file = file
        self.graph: Any = nx.MultiDiGraph() if directed or pairs else nx.MultiGraph()
        self.graph.graph[PAIRS] = pairs

    def node(self, name: Any, line: int = 0, **data: object) -> None:
        """Add a node, or attributes to one that is there.

        @param name: the node
        @param line: where it stands
        @param data: its attributes
        """
        if name not in self.graph:
            self._file.nodes.append(line)
        self.graph.add_node(name, **data)

    def edge(self, source: Any, target: Any, line: int = 0, **data: object) -> None:
        """Add an edge between nodes that are there.

        @param source: one end
        @param target: the other one
        @param line: where it stands
        @param data: its attributes
        """
        for end in (source, target):
            if end not in self.graph:
                known = {str(node) for node in self.graph}
                hint = meant(str(end), known)
                raise refuse(
                    self._file, f"an edge names the node {show(str(end))}, which does not exist{hint}", line
                )
        told = {**data, NUMBER: len(self._file.edges), ENDS: (source, target)}
        self._file.edges.append(line)
        key = self.graph.add_edge(source, target)
        self.graph.edges[source, target, key].update(told)
