# SPDX-License-Identifier: GPL-2.0-only
"""The network of a plan from a file: nodes become sites or routers, edges become links.

The plan is extended by what the file contains; tables of the plan with the same names add to it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from net8.base import units
from net8.base.errors import PlanError
from net8.base.reading import TABLE_LIMIT, read_text
from net8.plan.graph_file import FORMATS, kind_of, read_graph
from net8.plan.graph_text import ENDS, NUMBER, PAIRS, GraphFile
from net8.schema.table import KEYS, keys_of
from net8.schema.values import meant, show

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Where", "expand_network", "node_names"]

Where = Callable[[str, int], str]
Check = Callable[[str, object, str], object]
Table = dict[str, object]
Settings = Mapping[str, object]

_BOTH_WAYS: Final = ("rate", "delay", "queue_size")
"""Keys of a link that have another one for packets up."""
_EARTH_KM: Final = 6371.0
"""Mean radius of the Earth."""


def expand_network(
    document: Mapping[str, object], folder: Path | None, where: Where, check: Check
) -> tuple[Mapping[str, object], Where, tuple[str, ...]]:
    """Add the nodes and edges of the file of [network] to the sites, routers and links of a plan.

    @param document: a plan as it is read, with [network]
    @param folder: where paths begin
    @param where: returns the place where a key is set
    @param check: returns the canonical value of a key, or refuses it
    @return: the plan without [network], the new function for places, and what of the file is ignored
    """
    section = document["network"]
    settings = _settings(section, where, check)
    if settings["library"]:
        _check_library_keys(section, where)
        return document, where, ()
    rest = {name: value for name, value in document.items() if name != "network"}
    own = {name: _own_tables(rest, name) for name in ("site", "router", "link")}
    found, places, ignored = _read(_open(settings, folder, where), settings, where, own["link"])
    # The plan decides which nodes are sites and which are routers.
    listed = {kind: {str(table.get("name")) for table in tables} for kind, tables in own.items()}
    taken = {"site": listed["router"], "router": listed["site"], "link": set()}
    merged: dict[str, list[Mapping[str, object]]] = {}
    lines: dict[str, list[str]] = {}
    for name, tables in found.items():
        known = {str(table["name"]): table for table in tables}
        later = [i for i, each in enumerate(known) if each not in listed[name] | taken[name]]
        merged[name] = [{**known.get(str(table.get("name")), {}), **table} for table in own[name]]
        merged[name] += [tables[index] for index in later]
        lines[name] = [places[name][index] for index in later]

    def place(key: str, index: int) -> str:
        name = key.partition(".")[0]
        after = index - len(own.get(name, ()))
        return lines[name][after] if name in lines and 0 <= after < len(lines[name]) else where(key, index)

    return {**rest, **{name: tables for name, tables in merged.items() if tables}}, place, ignored


def _check_library_keys(section: object, where: Where) -> None:
    """Refuse keys of a file beside a library, which builds the network instead."""
    others = (
        [name for name in section if name not in ("library", "settings")]
        if isinstance(section, Mapping)
        else []
    )
    if others:
        raise PlanError(
            f"network.{others[0]} applies to network.file, but network.library builds the network; leave one of them "
            "out",
            where=where(f"network.{others[0]}", 0),
        )


def _settings(section: object, where: Where, check: Check) -> dict[str, object]:
    """Check the keys of [network] and add defaults."""
    if not isinstance(section, Mapping):
        raise PlanError(
            "network is a section; write [network] on a line of its own", where=where("network", 0)
        )
    settings = {key.name: key.default for key in keys_of("network")}
    for name, value in section.items():
        path = f"network.{name}"
        if path not in KEYS:
            hint = meant(str(name), settings) or f"; the keys are {', '.join(settings)}"
            raise PlanError(f"{path} is not a key of a plan{hint}", where=where(path, 0))
        settings[name] = check(path, value, where(path, 0))
    return settings


def _own_tables(document: Mapping[str, object], name: str) -> list[Mapping[str, object]]:
    """Return the tables of a list of the plan; a value of another type is refused later."""
    tables = document.get(name, [])
    if not isinstance(tables, list | tuple) or not all(isinstance(table, Mapping) for table in tables):
        raise PlanError(f"{name} is a list of tables; write [[{name}]]")
    return list(tables)


def _open(settings: Mapping[str, object], folder: Path | None, where: Where) -> GraphFile:
    """Read the file."""
    at = where("network.file", 0)
    name = settings["file"]
    if not name:
        raise PlanError("[network] has neither a file nor a library (did you mean path?)", where=at)
    path = (folder or Path()) / str(name)
    if path.suffix.lower() not in FORMATS:
        raise PlanError(
            f"network.file = {show(name)} is not a known network format; use a file that ends with "
            f"{', '.join(FORMATS)}",
            where=at,
        )
    try:
        text = read_text(path, TABLE_LIMIT)
        return GraphFile(path, text, kind_of(path.suffix, text))
    except FileNotFoundError:
        raise PlanError(f'there is no file "{name}" beside the plan for network.file', where=at) from None
    except UnicodeDecodeError:
        raise PlanError("is not UTF-8 text", where=str(path)) from None
    except OSError as error:
        raise PlanError(f'"{name}" cannot be read: {error.strerror}', where=at) from None


def _read(
    file: GraphFile, settings: Settings, where: Where, own: Sequence[Settings]
) -> tuple[dict[str, list[Table]], dict[str, list[str]], tuple[str, ...]]:
    """Make sites, routers and links from a file, each with its place, and say what is ignored.

    Links of the plan complete the edges.
    """
    graph = read_graph(file)
    if not graph.number_of_nodes():
        raise PlanError("holds no nodes", where=str(file.path))
    names = node_names(graph)
    chosen = settings["sites"]
    sites = {str(name) for name in chosen} if isinstance(chosen, tuple) and chosen else set(names.values())
    for name in sorted(sites - {*names.values()}):
        hint = meant(name, set(names.values())) or f"; it has {', '.join(names.values())}"
        raise PlanError(
            f"network.sites = {show(name)} is not a node of {file.path.name}{hint}",
            where=where("network.sites", 0),
        )
    tables: dict[str, list[Table]] = {"site": [], "router": [], "link": []}
    places: dict[str, list[str]] = {name: [] for name in tables}
    for index, node in enumerate(graph.nodes):
        kind = "site" if names[node] in sites else "router"
        keys = _map_place(graph.nodes[node]) | _keys(kind, graph.nodes[node])
        tables[kind].append({**keys, "name": names[node]})
        places[kind].append(file.at(file.nodes, index))
    given = {str(table.get("name")): table for table in own}
    for place, table in _links(file, graph, names, settings, given):
        tables["link"].append(table)
        places["link"].append(place)
    return tables, places, _ignored(file, graph, settings)


def _ignored(file: GraphFile, graph: nx.Graph[Any], settings: Settings) -> tuple[str, ...]:
    """Name the attributes of a file that change nothing, and its edges from a node to itself."""
    used = {
        "nodes": {"label", "name", "id", "Latitude", "Longitude", *_known("site"), *_known("router")},
        "edges": {NUMBER, ENDS, "id", "key", "Key", "LinkSpeedRaw", *_known("link"), *_named(settings)},
    }
    if file.kind == "sndlib":
        used["edges"].add("capacity")
    found = {
        "nodes": {str(name) for _node, data in graph.nodes(data=True) for name in data},
        "edges": {str(name) for _source, _target, data in graph.edges(data=True) for name in data},
    }
    told = [
        f"{', '.join(sorted(found[kind] - used[kind]))} of {kind} in {file.path.name}"
        for kind in found
        if found[kind] - used[kind]
    ]
    if loops := sum(1 for source, target in graph.edges() if source == target):
        told.append(f"{loops} edges of {file.path.name} from a node to itself")
    return tuple(told)


def _named(settings: Settings) -> list[str]:
    """Return the attributes that the plan names as rate and as delay."""
    return [str(settings[key]) for key in ("rate_attribute", "delay_attribute") if settings[key]]


def node_names(graph: nx.Graph[Any]) -> dict[object, str]:
    """Name the nodes of a file by their labels, with a number added where labels are not unique.

    @param graph: its graph
    @return: names by node, in the order of the file
    """
    labels = {
        node: _word(data.get("label") or data.get("name") or node) for node, data in graph.nodes.items()
    }
    often = [*labels.values()]
    return {
        node: label if label and often.count(label) == 1 else f"{label} ({_word(node)})".strip()
        for node, label in labels.items()
    }


def _word(text: object) -> str:
    """Return a name without the characters that separate names."""
    return re.sub(r"[\s,]+", " ", str(text)).strip()


def _keys(section: str, data: Mapping[str, object]) -> Table:
    """Pick the attributes that are keys of a list; other attributes are ignored."""
    known = _known(section)
    found: Table = {}
    for name, value in data.items():
        if name in known:
            flag = known[name] == "bool" and str(value).lower() in ("true", "false", "0", "1")
            found[name] = str(value).lower() in ("true", "1") if flag else value
    return found


def _known(section: str) -> dict[str, str]:
    """Return the kinds of the keys that attributes can set, by name."""
    return {key.name: key.kind for key in keys_of(section) if key.name not in ("name", "between")}


def _map_place(node: Settings) -> Table:
    """Return the coordinates of a node in the form of the Topology Zoo, or None."""
    try:
        return {name: float(str(node[name.capitalize()])) for name in ("latitude", "longitude")}
    except (KeyError, ValueError):
        return {}


def _links(
    file: GraphFile,
    graph: nx.Graph[Any],
    names: Mapping[object, str],
    settings: Settings,
    own: Mapping[str, Settings],
) -> list[tuple[str, Table]]:
    """Make links from edges, with their places; in a directed graph, edges in both directions make one link."""
    found: list[tuple[str, Table]] = []
    forward: dict[tuple[object, object], Table] = {}
    count: dict[str, int] = {}
    pairs = bool(graph.graph.get(PAIRS))
    ordered = sorted(graph.edges(keys=True, data=True), key=lambda edge: edge[3][NUMBER])
    for _source, _target, _key, data in ordered:
        source, target = data[ENDS]
        if source == target:
            continue
        place = file.at(file.edges, data[NUMBER])
        table = _keys("link", data)
        _convert(table, data, settings, place)
        told = {*table}
        _complete(table, data, (graph.nodes[source], graph.nodes[target]), settings)
        table["between"] = [names[source], names[target]]
        if graph.is_directed() and (back := forward.pop((target, source), None)) is not None:
            known = {**back, **{name: table[name] for name in told}} if pairs else table
            _check_edge({**known, **own.get(str(back["name"]), {})}, str(back["name"]), place)
            _join(back, {name: table[name] for name in (told if pairs else table) if name != "between"})
            continue
        stem = f"{names[source]}-{names[target]}"
        count[stem] = count.get(stem, 0) + 1
        table["name"] = stem if count[stem] == 1 else f"{stem} {count[stem]}"
        _check_edge({**table, **own.get(str(table["name"]), {})}, str(table["name"]), place)
        if graph.is_directed():
            if not pairs:
                _join(table, {name: table[name] for name in _BOTH_WAYS if table.get(name)})
            forward[source, target] = table
        found.append((place, table))
    return found


def _join(forth: Table, back: Table) -> None:
    """Add the other direction to an edge: what it says is of packets down, what was there before of packets up."""
    for name in _BOTH_WAYS:
        if name in back and forth.get(name):
            forth.setdefault(f"{name}_up", forth[name])
    forth.update(back)


def _convert(table: Table, data: Mapping[str, object], settings: Settings, place: str) -> None:
    """Read rate and delay from the attributes that the plan names, and numbers in the units that it says."""
    for key, kinds in (
        ("rate", ("rate_attribute", "rate_unit")),
        ("delay", ("delay_attribute", "delay_unit")),
    ):
        attribute, unit = (str(settings[kind] or "") for kind in kinds)
        value = data.get(attribute or key)
        if key == "rate" and not attribute and value is None and "capacity" in data and NUMBER in data:
            value, unit = data["capacity"], unit or "Mbps"
        if value is None or value == "":
            if attribute:
                table.pop(key, None)
            continue
        try:
            number = float(str(value))
        except ValueError:
            table[key] = str(value)
            continue
        if not unit and not attribute:
            continue
        if not unit:
            raise PlanError(
                f"the {attribute} of an edge is {show(value)}, without a unit; set network.{kinds[1]}",
                where=place,
            )
        table[key] = _quantity(key, number, unit, settings)


def _quantity(key: str, number: float, unit: str, settings: Settings) -> str:
    """Write a rate or a delay with its unit; a length becomes the time that a signal takes for it."""
    if unit == "km":
        ms = number * float(str(settings["detour"])) / float(str(settings["km_per_ms"]))
        return f"{ms * 1e6:.0f}ns"
    if key == "rate":
        return f"{number * units.parse_rate(f'1{unit}'):.0f}bps"
    return f"{number * units.parse_time(f'1{unit}'):.0f}ns"


def _complete(
    table: Table, data: Mapping[str, object], ends: tuple[Settings, Settings], settings: Settings
) -> None:
    """Fill in rate and delay that an edge does not have: from the map, else from [network]."""
    raw = data.get("LinkSpeedRaw")
    if "rate" not in table:
        table["rate"] = f"{float(str(raw)):.0f}bps" if raw else settings["rate"]
    if "delay" not in table:
        table["delay"] = _map_delay(*ends, settings) or settings["delay"]


def _check_edge(table: Settings, name: str, place: str) -> None:
    """Refuse an edge for which neither the file nor the plan has the keys of a link."""
    first, second = table["between"] if isinstance(table["between"], list | tuple) else ("", "")
    for key, more in (
        ("rate", "LinkSpeedRaw or network.rate"),
        ("delay", "network.delay, or both ends coordinates"),
    ):
        if not table[key]:
            raise PlanError(
                f"the edge between {first} and {second} has no {key}; add a {key} to it, set {more}, or add a [[link]] "
                f"named {show(name)} that has one",
                where=place,
            )


def _map_delay(first: Settings, second: Settings, settings: Settings) -> str | None:
    """Return the delay between two places on the map, or None without coordinates."""
    try:
        at = [
            (math.radians(float(str(end["Latitude"]))), math.radians(float(str(end["Longitude"]))))
            for end in (first, second)
        ]
    except (KeyError, ValueError):
        return None
    (north, east), (north2, east2) = at
    # The haversine formula, which is accurate for near places too.
    part = (
        math.sin((north2 - north) / 2) ** 2
        + math.cos(north) * math.cos(north2) * math.sin((east2 - east) / 2) ** 2
    )
    km = 2 * _EARTH_KM * math.asin(min(1.0, math.sqrt(part)))
    km *= float(str(settings["detour"]))
    return f"{km / float(str(settings['km_per_ms'])) * 1e6:.0f}ns"
