# SPDX-License-Identifier: GPL-2.0-only
"""Graphs from files: GraphML and GML as in the Internet Topology Zoo, lists of edges, and formats with a reader each.

NetworkX reads GraphML and GML; it keeps no line numbers, so these are looked up in the text.
"""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING, Any, Final
from xml.etree.ElementTree import ParseError

from net8.base.errors import PlanError
from net8.plan.graph_dot import dot, node_link
from net8.plan.graph_formats import SNDLIB_NATIVE, brite, repetita, rocketfuel, sndlib
from net8.plan.graph_text import ENDS, NUMBER, Builder, GraphFile, networkx, refuse
from net8.schema.values import meant, show

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["FORMATS", "kind_of", "read_graph"]

FORMATS: Final = {
    ".graphml": "graphml", ".xml": "graphml", ".gml": "gml",
    ".edges": "edges", ".edgelist": "edges", ".txt": "edges", ".csv": "edges",
    ".json": "json", ".dot": "dot", ".gv": "dot", ".native": "sndlib", ".sndlib": "sndlib", ".graph": "repetita",
    ".brite": "brite", ".cch": "rocketfuel",
}  # fmt: skip
"""Format of a file by its extension; .xml and .txt are SNDlib's where they begin like that."""
_SNDLIB_XML: Final = re.compile(r"<(?:\w+:)?network\b")

_EDGE_KEYS: Final = ("rate", "delay")
"""Values that may follow the two ends in a list of edges."""
_COLUMNS: Final = {
    "source": "source", "from": "source", "src": "source", "node1": "source", "target": "target", "to": "target",
    "dst": "target", "dest": "target", "destination": "target", "node2": "target", "rate": "rate", "delay": "delay",
}  # fmt: skip
"""Names of columns that a first line may have, and what they mean; others are attributes."""
_NODE: Final = re.compile(r"<(?:\w+:)?node\b[^>]*?\bid\s*=\s*[\"']([^\"']*)[\"']")
_EDGE: Final = re.compile(r"<(?:\w+:)?edge\b([^>]*)>")
_END: Final = re.compile(r"\b(source|target)\s*=\s*[\"']([^\"']*)[\"']")
_KEY: Final = re.compile(r"<(?:\w+:)?key\b([^>]*)>")
_DATA: Final = re.compile(r"<(?:\w+:)?data\b[^>]*?\bkey\s*=\s*[\"']([^\"']*)[\"'][^>]*>([^<]*)<")
_ATTRIBUTE: Final = re.compile(r"\b(id|attr\.type)\s*=\s*[\"']([^\"']*)[\"']")
_GML_EDGE: Final = re.compile(r"\bedge\s*\[")
_GML_NODE: Final = re.compile(r"\bnode\s*\[")


def kind_of(extension: str, text: str) -> str:
    """Return the format of a file.

    @param extension: its extension, with the dot
    @param text: what it holds
    @return: one of FORMAT_NAMES, or nothing
    """
    kind = FORMATS.get(extension.lower(), "")
    if kind == "graphml" and _SNDLIB_XML.search(text[:4096]) and "<graphml" not in text[:4096]:
        return "sndlib"
    return "sndlib" if kind == "edges" and text.lstrip().startswith(SNDLIB_NATIVE) else kind


def read_graph(file: GraphFile) -> nx.Graph[Any]:
    """Read a graph, whose edges have the attributes NUMBER and ENDS, and note the lines of its nodes and edges.

    @param file: the file
    @return: the graph, in which any two nodes may have several edges
    """
    readers = {
        "graphml": _graphml, "gml": _gml, "edges": _edges, "json": node_link, "dot": dot, "sndlib": sndlib,
        "repetita": repetita, "brite": brite, "rocketfuel": rocketfuel,
    }  # fmt: skip
    return readers[file.kind](file)


def _graphml(file: GraphFile) -> nx.Graph[Any]:
    """Read GraphML."""
    nx = networkx()
    try:
        graph = nx.parse_graphml(file.text, force_multigraph=True)
    except ParseError as error:
        raise refuse(file, str(error).partition(":")[0], error.position[0]) from None
    except (nx.NetworkXError, KeyError, ValueError, TypeError, AttributeError) as error:
        raise _wrong_value(file) or refuse(file, str(error)) from None
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
                raise refuse(file, f'an edge names the node "{end}", which does not exist', found[-1][2])
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
            return refuse(file, f'a value has the key "{key}", which is not declared{hint}', line)
        if not _is_of(value, kind := kinds[key]):
            return refuse(
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
    nx = networkx()
    file.nodes = [file.line(match.start()) for match in _GML_NODE.finditer(file.text)]
    file.edges = [file.line(match.start()) for match in _GML_EDGE.finditer(file.text)]
    try:
        read = nx.parse_gml(_with_parallel_edges(file.text), label="id")
    except (nx.NetworkXError, KeyError, ValueError, TypeError) as error:
        words = str(error)
        place = re.search(r"\((\d+), \d+\)", words)
        number = re.search(r"edge #(\d+)", words)
        line = min(int(place[1]), file.line(len(file.text))) if place else 0
        if number and int(number[1]) < len(file.edges):
            line = file.edges[int(number[1])]
        raise refuse(file, re.sub(r" at \(\d+, \d+\)", "", words), line) from None
    graph = (nx.MultiDiGraph if read.is_directed() else nx.MultiGraph)(read)
    _number(graph, [_gml_ends(file, place) for place in _GML_EDGE.finditer(file.text)])
    return graph


def _with_parallel_edges(text: str) -> str:
    """Let a graph have several edges between two nodes, which many files have without saying so."""
    bare = re.sub(r'"[^"]*"', lambda quoted: re.sub(r"[^\n]", "x", quoted[0]), text)
    said = re.search(r"\bmultigraph\s+[01]\b", bare)
    if said and said[0].endswith("1"):
        return text
    if said:
        place, end, word = said.end() - 1, said.end(), "1"
    else:
        head = re.search(r"\bgraph\s*\[", bare)
        place = end = head.end() if head else 0
        word = " multigraph 1 " if head else ""
    # Keys tell parallel edges apart only where the file counts on them.
    edges = re.sub(r"\bkey(?=\s)", "Key", bare[end:])
    rest = "".join(new if new == "K" else old for new, old in zip(edges, text[end:], strict=True))
    return f"{text[:place]}{word}{rest}"


def _gml_ends(file: GraphFile, place: re.Match[str]) -> tuple[int, int]:
    """Return the ends of an edge of GML."""
    body = file.text[place.end() : place.end() + 4096]
    ends = [re.search(rf"\b{end}\s+(-?\d+)", body) for end in ("source", "target")]
    return int(ends[0][1]) if ends[0] else -1, int(ends[1][1]) if ends[1] else -1


def _edges(file: GraphFile) -> nx.Graph[Any]:
    """Read a list of edges: two names, optionally a rate and a delay, or columns that a first line names.

    A line there and one back are one link; two lines of the same direction are two.
    """
    made = Builder(file, pairs=True)
    columns: list[str] = ["source", "target", *_EDGE_KEYS]
    for number, line in enumerate(file.text.splitlines(), 1):
        words = _words(line)
        if not words:
            continue
        if not made.graph and (named := _columns(words)):
            columns = named
            continue
        given = {key: value for key, value in zip(columns, words, strict=False) if value}
        source, target = given.pop("source", ""), given.pop("target", "")
        if len(words) > len(columns) or not (source and target):
            raise refuse(
                file,
                f"{show(line.strip())} is not an edge; write two names, and a rate and a delay if they have any; names "
                "with commas or spaces in quotes, or with tabs between them",
                number,
            )
        for name in (source, target):
            if name not in made.graph:
                made.node(name, number)
        made.edge(source, target, number, **given)
    return made.graph


def _words(line: str) -> list[str]:
    """Cut a line at tabs, else at semicolons, else at commas, else at spaces; quotes keep all of them."""
    bare = re.sub(r'"[^"]*"', "", line)
    text = line if "#" not in bare else _without_comment(line)
    text = text.strip()
    if not text:
        return []
    mark = next((mark for mark in "\t;," if mark in re.sub(r'"[^"]*"', "", text)), " ")
    words = next(csv.reader([text], delimiter=mark, skipinitialspace=True))
    return [word.strip() for word in words if word or mark != " "]


def _without_comment(line: str) -> str:
    """Cut a line where a comment begins."""
    return line[: next(match.start() for match in re.finditer(r'"[^"]*"|#', line) if match[0] == "#")]


def _columns(words: list[str]) -> list[str]:
    """Return the names of columns, if a line is such a list."""
    found = [_COLUMNS.get(word.lower(), word) for word in words]
    return found if {"source", "target"} <= {*found} else []
