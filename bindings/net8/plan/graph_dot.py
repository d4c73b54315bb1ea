# SPDX-License-Identifier: GPL-2.0-only
"""Networks as DOT of Graphviz and as node-link JSON of NetworkX and D3."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from net8.plan.graph_text import Builder, GraphFile, refuse
from net8.schema.values import show

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["dot", "node_link"]

_TOKEN: Final = re.compile(
    r"(?P<space>\s+|//[^\n]*|/\*.*?\*/|^\#[^\n]*)|(?P<mark>--|->|[\[\]{}=;,:])"
    r'|(?P<text>"(?:[^"\\]|\\.)*"|<[^<>]*>|-?(?:\.\d+|\d+(?:\.\d*)?)(?![\w.])|[^\W\d]\w*)',
    re.DOTALL | re.MULTILINE,
)
_Attributes = dict[str, object]


def node_link(file: GraphFile) -> nx.Graph[Any]:
    """Read node-link JSON: lists "nodes" and "links" (or "edges"), whose ends are ids, names or positions.

    @param file: the file
    @return: its graph
    """
    try:
        document = json.loads(file.text)
    except ValueError as error:
        raise refuse(file, str(error).partition(": ")[0], getattr(error, "lineno", 0)) from None
    except RecursionError:
        raise refuse(file, "it is nested too deeply") from None
    nodes = _objects(file, document, "nodes")
    links = _objects(file, document, "links" if "links" in document else "edges")
    made = Builder(file, directed=document.get("directed") is True)
    names = []
    for index, data in enumerate(nodes):
        name = data.get("id", data.get("name", index))
        names.append(name if isinstance(name, str | int | float) else json.dumps(name))
        made.node(names[-1], **{key: value for key, value in data.items() if key != "id"})
    for data in links:
        ends = [_end(file, data.get(end), names) for end in ("source", "target")]
        made.edge(
            *ends, **{key: value for key, value in data.items() if key not in ("source", "target", "key")}
        )
    return made.graph


def _objects(file: GraphFile, document: object, name: str) -> list[dict[str, Any]]:
    """Return a list of objects."""
    found = document.get(name) if isinstance(document, Mapping) else None
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise refuse(file, f'it has no list "{name}" of objects; node-link JSON has "nodes" and "links"')
    return found


def _end(file: GraphFile, end: object, names: list[Any]) -> Any:
    """Return the node that an edge names: by its id, or by its position where ids are others."""
    if isinstance(end, dict):
        end = end.get("id", end.get("name"))
    if end in names:
        return end
    if isinstance(end, int) and not isinstance(end, bool) and 0 <= end < len(names):
        return names[end]
    raise refuse(file, f"a link names the node {show(str(end))}, which does not exist")


class _Dot:
    """Reads the statements of a graph."""

    def __init__(self, file: GraphFile) -> None:
        """Cut the text into words and marks."""
        self.file = file
        self.tokens: list[tuple[str, bool, int]] = []
        place = 0
        while place < len(file.text):
            match = _TOKEN.match(file.text, place)
            if not match:
                raise refuse(file, f"{show(file.text[place : place + 20])} is no DOT", file.line(place))
            if match.lastgroup != "space":
                self.tokens.append((match[0], match.lastgroup == "text", place))
            place = match.end()
        self.next = 0

    def peek(self, *marks: str) -> bool:
        """Return whether one of some marks comes next."""
        if self.next >= len(self.tokens):
            return False
        token, is_text, _place = self.tokens[self.next]
        return not is_text and token in marks

    def skip(self, mark: str) -> bool:
        """Pass over a mark, if it comes next."""
        found = self.peek(mark)
        self.next += found
        return found

    def line(self) -> int:
        """Return the line of what comes next."""
        return self.file.line(self.tokens[min(self.next, len(self.tokens) - 1)][2]) if self.tokens else 1

    def word(self) -> str:
        """Read an ID."""
        if self.next >= len(self.tokens) or not self.tokens[self.next][1]:
            token = self.tokens[self.next][0] if self.next < len(self.tokens) else "the end"
            raise refuse(self.file, f"a name is missing before {token}", self.line())
        token = self.tokens[self.next][0]
        self.next += 1
        return re.sub(r'\\(["\n])', lambda m: m[1].strip(), token[1:-1]) if token[0] in '"<' else token

    def expect(self, mark: str) -> None:
        """Read a mark."""
        if not self.skip(mark):
            raise refuse(self.file, f"{mark} is missing", self.line())

    def attributes(self) -> _Attributes:
        """Read lists in brackets."""
        found: _Attributes = {}
        while self.skip("["):
            while not self.skip("]"):
                name = self.word()
                found[name] = self.word() if self.skip("=") else "true"
                _ = self.skip(",") or self.skip(";")
        return found


def dot(file: GraphFile) -> nx.Graph[Any]:
    """Read DOT: nodes, edges with their attributes, chains, subgraphs and defaults.

    @param file: the file
    @return: its graph
    """
    reader = _Dot(file)
    words = [token.lower() for token, is_text, _place in reader.tokens[:2] if is_text]
    kinds = [word for word in words if word in ("graph", "digraph")]
    if not kinds:
        raise refuse(file, "it does not begin with graph or digraph", 1)
    while not reader.peek("{"):
        reader.word()
    made = Builder(file, directed=kinds[0] == "digraph")
    _statements(reader, made, {}, {})
    return made.graph


def _statements(reader: _Dot, made: Builder, nodes: _Attributes, edges: _Attributes) -> list[str]:
    """Read what stands in braces; return the nodes that it names."""
    named: dict[str, None] = {}
    nodes, edges = dict(nodes), dict(edges)
    reader.expect("{")
    while not reader.skip("}"):
        if reader.skip(";"):
            continue
        line = reader.line()
        if reader.next >= len(reader.tokens):
            raise refuse(reader.file, "} is missing", line)
        if not reader.peek("{"):
            word = reader.tokens[reader.next][0].lower()
            after = reader.tokens[reader.next + 1][0] if reader.next + 1 < len(reader.tokens) else ""
            if word in ("graph", "node", "edge") and after == "[":
                reader.word()
                {"node": nodes, "edge": edges}.get(word, {}).update(reader.attributes())
                continue
            if after == "=":
                reader.word()
                reader.expect("=")
                reader.word()
                continue
        chain = [_operand(reader, made, nodes, edges)]
        while reader.skip("--") or reader.skip("->"):
            chain.append(_operand(reader, made, nodes, edges))
        found = reader.attributes()
        named.update(dict.fromkeys(name for each in chain for name in each))
        if len(chain) == 1:
            for name in chain[0]:
                made.node(name, line, **found)
        for sources, targets in itertools.pairwise(chain):
            for source in sources:
                for target in targets:
                    made.edge(source, target, line, **{**edges, **found})
    return list(named)


def _operand(reader: _Dot, made: Builder, nodes: _Attributes, edges: _Attributes) -> list[str]:
    """Read a node, or a subgraph with several."""
    line = reader.line()
    if reader.peek("{"):
        return _statements(reader, made, nodes, edges)
    name = reader.word()
    if name.lower() == "subgraph":
        if not reader.peek("{"):
            reader.word()
        return _statements(reader, made, nodes, edges)
    while reader.skip(":"):
        reader.word()
    if name not in made.graph:
        made.node(name, line, **nodes)
    return [name]
