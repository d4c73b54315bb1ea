# SPDX-License-Identifier: GPL-2.0-only
"""Draw the network of a plan: sites, routers, and links with their rates and delays."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from net8.base import units
from net8.figure.drawing import draw_script
from net8.figure.quoting import quoted
from net8.plan.network import client_sites, links, server_sites
from net8.plan.plan import Plan
from net8.schema.lists import element

__all__ = ["draw_topology"]

_LAYER_PX, _ROW_PX, _EDGE_PX, _TITLE_PX, _LETTER_PX = 380, 100, 110, 60, 9
_MOST_PX: Final = 4000
_MAP_PX, _MAP_NAMES = 1600, 15
"""Width of a map for this many names; more names need more."""
_NEAR: Final = 0.42
"""Position of the texts of a link, as a fraction of its length."""
_BESIDE_PX: Final = 56
"""Distance of links between the same two ends, with space for two lines of text."""
_NAMED_LINKS: Final = 60
"""Most links with names; more would not be readable."""
_CLIENTS, _SERVERS, _ROUTERS, _LINES = "#0072B2", "#D55E00", "#7F7F7F", "#555555"

Places = Mapping[str, tuple[float, float]]


def draw_topology(plan: Plan, folder: Path) -> list[Path]:
    """Draw the network of a plan; files that are up to date are kept.

    @param plan: a plan with sites, checked
    @param folder: where to
    @return: SVG and PNG files
    """
    return draw_script("topology", _script(plan, "topology"), folder)


def _layers(plan: Plan) -> list[list[str]]:
    """Arrange sites and routers in layers: servers last, before them nodes one link away, and so on."""
    names = [element(section, index, table) for section in ("site", "router")
             for index, table in enumerate(plan.tables(section))]  # fmt: skip
    neighbours: dict[str, list[str]] = {name: [] for name in names}
    for link in links(plan):
        first, second = _ends(link)
        neighbours[first].append(second)
        neighbours[second].append(first)
    # A network without hosts begins with its first site.
    servers = list(dict.fromkeys(server_sites(plan).values())) or names[:1]
    layers, placed = [servers], set(servers)
    while layers[-1]:
        following = [other for name in layers[-1] for other in neighbours[name]]
        layers.append([name for name in dict.fromkeys(following) if name not in placed])
        placed |= set(layers[-1])
    layers[-1] = [name for name in names if name not in placed]
    return [layer for layer in reversed(layers) if layer]


def _ends(link: Mapping[str, object]) -> tuple[str, str]:
    """Return the names at the ends of a link."""
    between = link["between"]
    first, second = between if isinstance(between, tuple) else ("", "")
    return str(first), str(second)


def _place(layers: Sequence[Sequence[str]], width: int, height: int) -> dict[str, tuple[float, float]]:
    """Place all nodes, in pixels from the left and lower edge."""
    room = height - _TITLE_PX
    step = (width - 2 * _EDGE_PX) / max(1, len(layers) - 1)
    return {
        name: (_EDGE_PX + step * column if len(layers) > 1 else width / 2, room * (row + 0.5) / len(layer))
        for column, layer in enumerate(layers)
        for row, name in enumerate(reversed(layer))
    }


def _map(plan: Plan, width: int) -> tuple[Places, int] | None:
    """Place all nodes as on a map, in pixels from the left and lower edge.

    Degrees have their length at the mean latitude.

    @param plan: a plan with sites
    @param width: of the figure
    @return: the positions and the height of the figure; None if some sites or routers have no coordinates
    """
    tables = [table for section in ("site", "router") for table in plan.tables(section)]
    found = {str(each["name"]): (each.get("longitude"), each.get("latitude")) for each in tables}
    at = {
        name: (float(east), float(north))
        for name, (east, north) in found.items()
        if isinstance(east, float | int) and isinstance(north, float | int)
    }
    if len(at) < max(len(found), 2):
        return None
    middle = sum(north for _east, north in at.values()) / len(at)
    flat = {name: (east * math.cos(math.radians(middle)), north) for name, (east, north) in at.items()}
    least = [min(each[axis] for each in flat.values()) for axis in (0, 1)]
    across, along = (max(each[axis] for each in flat.values()) - least[axis] for axis in (0, 1))
    if across == 0:
        return None
    scale = (width - 2 * _EDGE_PX) / across
    height = min(_MOST_PX, max(2 * _ROW_PX, round(along * scale) + _ROW_PX))
    scale_up = (height - _ROW_PX) / along if along else 0.0
    places = {
        name: (_EDGE_PX + (east - least[0]) * scale, _ROW_PX / 2 + (north - least[1]) * scale_up)
        for name, (east, north) in flat.items()
    }
    return places, height + _TITLE_PX


@dataclass(frozen=True, slots=True)
class _Layout:
    """Positions of everything."""

    places: Places  #: of sites and routers, in pixels
    width: int  #: of the figure
    height: int  #: of the figure
    is_map: bool  #: whether it is a map, without space for names of links


def _layout(plan: Plan, title: str) -> _Layout:
    """Place all nodes: as on a map if all have coordinates, else in layers."""
    count = sum(len(plan.tables(section)) for section in ("site", "router"))
    width = min(_MOST_PX, max(_MAP_PX + _ROW_PX * max(0, count - _MAP_NAMES), _LETTER_PX * len(title)))
    if found := _map(plan, width):
        places, height = found
        return _Layout(places, width, height, is_map=True)
    layers = _layers(plan)
    width = min(_MOST_PX, max(2 * _EDGE_PX + _LAYER_PX * max(1, len(layers) - 1), _LETTER_PX * len(title)))
    beside = max(Counter(frozenset(_ends(link)) for link in links(plan)).values(), default=1)
    height = min(_MOST_PX, _TITLE_PX + _ROW_PX * beside * max(2, *map(len, layers)))
    return _Layout(_place(layers, width, height), width, height, is_map=False)


def _script(plan: Plan, name: str) -> str:
    """Write the script of the figure."""
    title = str(plan["title"] or plan.name)
    layout = _layout(plan, title)
    width, height = layout.width, layout.height
    shared = [
        "unset border", "unset tics", "unset key", "set margins 0,0,0,0",
        "set style textbox opaque noborder fillcolor '#ffffff' margins 0.6,0.6",
        f"set xrange [0:{width}]", f"set yrange [0:{height}]", *_lines(plan, layout), *_marks(plan, layout.places),
    ]  # fmt: skip
    parts = ["# Made by net8; gnuplot runs it again."]
    for terminal, ending, bold in (
        ("svg noenhanced font 'DejaVu Sans,13' background '#ffffff'", "svg", 15),
        ("pngcairo noenhanced font 'DejaVu Sans,10'", "png", 11),
    ):
        parts += [
            f"set terminal {terminal} size {width},{height}",
            f"set output {quoted(f'{name}.{ending}')}",
            *shared,
            f"set label {quoted(title)} at {width / 2:.0f},{height - 22} center font 'DejaVu Sans:Bold,{bold}'",
            "plot NaN notitle",
            "unset output",
            "reset",
        ]
    return "\n".join(parts) + "\n"


def _lines(plan: Plan, layout: _Layout) -> list[str]:
    """Draw the links, with rate and delay."""
    found = []
    every = links(plan)
    for link, points in zip(every, _courses([_ends(link) for link in every], layout.places), strict=True):
        found += [
            f"set arrow from {x1:.1f},{y1:.1f} to {x2:.1f},{y2:.1f} nohead lw 1.6 lc rgb '{_LINES}' back"
            for (x1, y1), (x2, y2) in itertools.pairwise(points)
        ]
        if len(every) <= _NAMED_LINKS:
            (x1, y1), (x2, y2) = points[len(points) // 2 - 1 : len(points) // 2 + 1]
            # Nearer to the left end, where links that meet are apart.
            part = 0.5 if layout.is_map else _NEAR if x1 < x2 else 1 - _NEAR
            x, y = x1 + part * (x2 - x1), y1 + part * (y2 - y1)
            lines = [_what(link)] if layout.is_map else [str(link["name"]), _what(link)]
            for line, up in zip(reversed(lines), (0,) if layout.is_map else (-9, 9), strict=True):
                colour = "" if line == link["name"] else f" textcolor rgb '{_LINES}'"
                found.append(f"set label {quoted(line)} at {x:.1f},{y + up:.1f} center front boxed{colour}")
    return found


def _courses(every: Sequence[tuple[str, str]], places: Places) -> list[list[tuple[float, float]]]:
    """Return the points of each link: a straight line, or parallel lines if several have the same ends."""
    number = Counter(frozenset(ends) for ends in every)
    seen: Counter[frozenset[str]] = Counter()
    found = []
    for ends in every:
        pair = frozenset(ends)
        (x1, y1), (x2, y2) = (places[end] for end in sorted(ends))
        aside = (seen[pair] - (number[pair] - 1) / 2) * _BESIDE_PX / (math.hypot(x2 - x1, y2 - y1) or 1)
        seen[pair] += 1
        across, along = aside * (y1 - y2), aside * (x2 - x1)
        bends = [(x1 + part * (x2 - x1) + across, y1 + part * (y2 - y1) + along) for part in (0.15, 0.85)]
        found.append([(x1, y1), *(bends if number[pair] > 1 else ()), (x2, y2)])
        if ends[0] != sorted(ends)[0]:
            found[-1].reverse()
    return found


def _what(link: Mapping[str, object]) -> str:
    """Write rate and delay of a link, with both directions if they differ."""
    texts = []
    for name, form in (("rate", _rate), ("delay", _delay)):
        down, up = link[name], link.get(f"{name}_up")
        texts.append(form(down) if up in (None, down) else f"{form(down)} down, {form(up)} up")
    return ", ".join(texts)


def _rate(value: object) -> str:
    """Write a rate."""
    bit_s = units.parse_rate(value)
    unit, size = next((u, s) for u, s in (("Gbit/s", 10**9), ("Mbit/s", 10**6), ("kbit/s", 10**3), ("bit/s", 1))
                      if bit_s >= s)  # fmt: skip
    return f"{bit_s / size:.4g} {unit}"


def _delay(value: object) -> str:
    """Write a delay."""
    return f"{units.seconds(value) * 1e3:.4g} ms"


def _marks(plan: Plan, places: Places) -> list[str]:
    """Draw sites and routers, with their names and hosts."""
    clients = [*client_sites(plan).items()]
    servers = [*server_sites(plan).items()]
    found = []
    for name, (x, y) in places.items():
        router = name in {str(table["name"]) for table in plan.tables("router")}
        there = [who or "clients" for who, site in clients if site == name]
        there += [who or "server" for who, site in servers if site == name]
        colour = _SERVERS if name in dict(servers).values() else _ROUTERS if router else _CLIENTS
        who = "" if there in ([], [name]) else f" ({', '.join(there)})"
        marker, size = (7, 1.6) if router else (5, 2.4)
        found.append(
            f"set label {quoted(name + who)} at {x:.1f},{y:.1f} center offset 0,-1.6 front point pt {marker} "
            f"ps {size} lc rgb '{colour}'"
        )
    return found
