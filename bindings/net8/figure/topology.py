# SPDX-License-Identifier: GPL-2.0-only
"""Draw the network of a plan with sites: sites, routers, and links with their rates and delays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from net8.base import units
from net8.base.errors import PlanError
from net8.figure.drawing import draw_script
from net8.figure.quoting import quoted
from net8.plan.network import client_sites, has_sites, links, server_sites
from net8.plan.plan import Plan
from net8.schema.lists import element

__all__ = ["draw_topology"]

_LAYER_PX, _ROW_PX, _EDGE_PX, _TITLE_PX, _LETTER_PX = 380, 100, 110, 60, 9
_MOST_PX: Final = 4000
_NEAR: Final = 0.42
"""Where the names of a link are written, as a part of its length."""
_NAMED_LINKS: Final = 60
"""Most links whose names are written; of more nobody could read them."""
_CLIENTS, _SERVERS, _ROUTERS, _LINES = "#0072B2", "#D55E00", "#7F7F7F", "#555555"

Places = Mapping[str, tuple[float, float]]


def draw_topology(plan: Plan, folder: Path) -> list[Path]:
    """Draw the network of a plan; what is drawn already is left alone.

    @param plan: a plan with sites, checked
    @param folder: where to
    @return: SVG and PNG file
    """
    if not has_sites(plan):
        raise PlanError("the plan has a [path] and no [[site]], so there is no network to draw")
    return draw_script("topology", _script(plan, "topology"), folder)


def _layers(plan: Plan) -> list[list[str]]:
    """Put sites and routers in layers: servers last, before them what is one link away, and so on."""
    names = [element(section, index, table) for section in ("site", "router")
             for index, table in enumerate(plan.tables(section))]  # fmt: skip
    neighbours: dict[str, list[str]] = {name: [] for name in names}
    for link in links(plan):
        first, second = _ends(link)
        neighbours[first].append(second)
        neighbours[second].append(first)
    layers, placed = [list(dict.fromkeys(server_sites(plan).values()))], set(server_sites(plan).values())
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
    """Place every name, in pixels from the left and lower edge."""
    room = height - _TITLE_PX
    step = (width - 2 * _EDGE_PX) / max(1, len(layers) - 1)
    return {
        name: (_EDGE_PX + step * column if len(layers) > 1 else width / 2, room * (row + 0.5) / len(layer))
        for column, layer in enumerate(layers)
        for row, name in enumerate(reversed(layer))
    }


def _script(plan: Plan, name: str) -> str:
    """Write the script of the figure."""
    layers = _layers(plan)
    title = str(plan["title"] or plan.name)
    width = min(_MOST_PX, max(2 * _EDGE_PX + _LAYER_PX * max(1, len(layers) - 1), _LETTER_PX * len(title)))
    height = min(_MOST_PX, _TITLE_PX + _ROW_PX * max(2, *map(len, layers)))
    places = _place(layers, width, height)
    shared = [
        "unset border", "unset tics", "unset key", "set margins 0,0,0,0",
        "set style textbox opaque noborder fillcolor '#ffffff' margins 0.6,0.6",
        f"set xrange [0:{width}]", f"set yrange [0:{height}]", *_lines(plan, places), *_marks(plan, places),
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


def _lines(plan: Plan, places: Places) -> list[str]:
    """Draw the links, with what they are."""
    found = []
    every = links(plan)
    for link in every:
        (x1, y1), (x2, y2) = (places[end] for end in _ends(link))
        found.append(
            f"set arrow from {x1:.1f},{y1:.1f} to {x2:.1f},{y2:.1f} nohead lw 1.6 lc rgb '{_LINES}' back"
        )
        if len(every) <= _NAMED_LINKS:
            # Nearer to the end on the left, where links that meet are apart.
            part = _NEAR if x1 < x2 else 1 - _NEAR
            x, y = x1 + part * (x2 - x1), y1 + part * (y2 - y1)
            found += [
                f"set label {quoted(str(link['name']))} at {x:.1f},{y + 9:.1f} center front boxed",
                f"set label {quoted(_what(link))} at {x:.1f},{y - 9:.1f} center front boxed textcolor rgb '{_LINES}'",
            ]
    return found


def _what(link: Mapping[str, object]) -> str:
    """Write rate and delay of a link, those up behind those down where they differ."""
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
    return f"{bit_s / size:g} {unit}"


def _delay(value: object) -> str:
    """Write a delay."""
    return f"{units.seconds(value) * 1e3:g} ms"


def _marks(plan: Plan, places: Places) -> list[str]:
    """Draw sites and routers, with their names and who is there."""
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
