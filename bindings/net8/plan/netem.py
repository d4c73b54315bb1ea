# SPDX-License-Identifier: GPL-2.0-only
"""Lines of tc's netem as the keys of a [[link]], and what a link does otherwise.

Sources: tc-netem(8); tc/q_netem.c and lib/utils.c of iproute2 for words, units and defaults; net/sched/sch_netem.c of
Linux 6.18 for what they do.
"""

from __future__ import annotations

import bisect
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from net8.base import units
from net8.base.errors import PlanError
from net8.schema.values import show

__all__ = ["NetemLink", "read_netem", "write_netem"]

_TIMES_NS: Final = {
    "s": 10**9, "sec": 10**9, "secs": 10**9, "ms": 10**6, "msec": 10**6, "msecs": 10**6,
    "us": 1000, "usec": 1000, "usecs": 1000, "ns": 1, "nsec": 1, "nsecs": 1,
}  # fmt: skip
_RATES_BIT: Final = {
    prefix + unit: scale * bits
    for prefix, scale in {
        "": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12,
        "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40,
    }.items()
    for unit, bits in (("bit", 1), ("bps", 8))
}  # fmt: skip
"""bps of tc are bytes a second."""
_TABLES: Final = {
    "uniform": "uniform",
    "normal": "normal",
    "pareto": "pareto",
    "paretonormal": "pareto_normal",
}
_WORDS: Final = (
    "limit", "latency", "delay", "loss", "drop", "corrupt", "duplicate", "reorder", "gap", "rate", "slot",
    "distribution", "ecn", "seed",
)  # fmt: skip
_OF_ONE_WAY: Final = ("rate", "rate_up", "delay", "delay_up", "queue_size", "queue_size_up")
_OF_JITTER: Final = ("jitter", "like_netem", "overtake")
_OF_NETEM: Final = ("duplicate", "reorder", "slot_")
_POINTS: Final = 400
_STEPS: Final = 80
"""Points and steps of an integral equation: the third digit of its solution stays, down to _SMALLEST."""
_SMALLEST: Final = 1e-6
"""Share of lost packets that is told as none."""
_LIMIT: Final = 1000
"""Packets that netem holds if nothing is said."""
_PACKET_BITS: Final = 12_000
"""Of a full packet of IP."""
_FASTEST: Final = "10Gbps"
"""Rate of a link whose netem sets none."""


@dataclass(frozen=True, slots=True)
class NetemLink:
    """What a line of netem becomes."""

    keys: Mapping[str, object]  #: keys of the [[link]], for one direction of it
    notes: tuple[str, ...]  #: what the link does otherwise than netem, a sentence each


@dataclass
class _Line:
    """A line that is being read."""

    words: list[str]
    keys: dict[str, object] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    delay_ns: int = 0
    limit: int = _LIMIT
    bits: int = 0  #: rate in bit/s; 0: none is set
    kept: float = 1.0  #: share of the packets that no independent loss takes

    def more(self) -> bool:
        """Return whether the next word belongs to the current option."""
        return bool(self.words) and self.words[0].lower() not in _WORDS

    def take(self, what: str) -> str:
        """Return the next word of the current option."""
        if not self.more():
            raise PlanError(f"the netem line ends where {what} should be")
        return self.words.pop(0)


def read_netem(text: str, *, up: bool = False) -> NetemLink:
    """Read a line of netem, which is about one direction: what leaves an interface.

    @param text: such as "delay 100ms 20ms 25% distribution normal loss 0.3% rate 512kbit"; what "tc qdisc add dev eth0
        root" writes before netem may stand in front
    @param up: whether it is the direction from the first end of the link to the second
    @return: keys of a [[link]] and what differs
    @raises PlanError: for what tc would not read either, with the word
    """
    words = text.split()
    if "netem" in words:
        words = words[words.index("netem") + 1 :]
    line = _Line(words)
    if not words:
        raise PlanError('the netem line is empty; write one such as "delay 40ms loss 1%"')
    while line.words:
        word = line.words.pop(0).lower()
        option = _OPTIONS.get(word)
        if option is None:
            raise PlanError(f"netem has no option {word!r}; it has {', '.join(_OPTIONS)}")
        option(line)
    return _made(line, up)


def write_netem(text: str, back: str | None, *, up: bool, name: str, between: tuple[str, str]) -> str:
    """Write the [[link]] of one or two lines of netem as TOML, with comments for what differs.

    @param text: the line of one direction
    @param back: the line of the other direction; None: nothing happens there
    @param up: whether the first line is the direction from the first end to the second
    @param name: name of the link
    @param between: its ends
    @return: TOML text
    @raises PlanError: for what cannot be read, or where the two lines need two values of one key
    """
    made = read_netem(text, up=up)
    if back is not None:
        made = _joined(made, read_netem(back, up=not up), up)
    link = {"name": name, "between": between, **made.keys}
    lines = [f"# {note}." for note in made.notes]
    return "\n".join([*lines, "[[link]]", *(f"{key} = {show(value)}" for key, value in link.items())]) + "\n"


def _joined(first: NetemLink, second: NetemLink, up: bool) -> NetemLink:
    """Put the two directions of a link together."""
    ways = {"up": ("rate_up", "delay_up", "queue_size_up"), "down": ("rate", "delay", "queue_size")}
    keys = {name: first.keys[name] for name in ways["up" if up else "down"]}
    keys |= {name: second.keys[name] for name in ways["down" if up else "up"]}
    own, other = ({k: v for k, v in each.keys.items() if k not in _OF_ONE_WAY} for each in (first, second))
    for decided, family in (
        ("jitter_direction", _OF_JITTER),
        ("loss_direction", ("loss_", "burst_")),
        ("netem_direction", _OF_NETEM),
    ):
        one, two = ({k: v for k, v in each.items() if k.startswith(family)} for each in (own, other))
        both = one | two
        if one and two:
            both[decided] = "both"
            if {**one, decided: ""} != {**two, decided: ""}:
                apart = ", ".join(
                    sorted(key for key in both if key != decided and one.get(key) != two.get(key))
                )
                raise PlanError(
                    f"the two lines differ in {apart}, which a [[link]] has for both directions; write two links, one "
                    "after the other"
                )
        keys |= both
    notes = [note for note in (*first.notes, *second.notes) if not note.startswith("netem on one interface")]
    return NetemLink(keys, tuple(dict.fromkeys(notes)))


def _made(line: _Line, up: bool) -> NetemLink:
    """Put the keys of one direction together."""
    way, back = ("up", "down") if up else ("down", "up")
    keys, notes = dict(line.keys), line.notes
    rate = units.format_rate(line.bits) if line.bits else _FASTEST
    if not line.bits:
        notes.append(
            f"netem sets no rate, so that the interface does; rate = {_FASTEST} is written in its place"
        )
    held = math.ceil(line.delay_ns * line.bits / 1e9 / _PACKET_BITS)
    room = max(1, line.limit - held)
    notes.append(
        f"netem's limit of {line.limit:,} packets counts those that are delayed, and a link's queue only those that "
        f"wait for the line: queue_size = {room}p"
        + (
            f", the limit less the {held:,} full packets that the delay holds"
            if rate != _FASTEST and held
            else ""
        )
    )
    if not line.bits and line.delay_ns:
        most = line.limit * _PACKET_BITS / (line.delay_ns / 1e9) / 1e6
        notes.append(
            f"with this limit and delay netem passes at most {most:.3g} Mbit/s of full packets and drops more"
        )
    if line.kept < 1:
        keys["loss_rate"] = round(1 - line.kept, 12)
    if any(name.startswith(("loss_", "burst_")) for name in keys):
        keys["loss_direction"] = way
    if any(name.startswith(_OF_NETEM) for name in keys):
        keys["netem_direction"] = way
    _check_reorder(line)
    if "jitter" in keys:
        keys["jitter_direction"] = way
        if keys.get("jitter_correlation"):
            keys["like_netem"] = True
            notes.append(
                "netem's correlation of delays hardly correlates them (0.007 for 0.9): like_netem = true does the "
                "same, and without it they are correlated as said"
            )
        if not line.bits:
            keys["overtake"] = True
            notes.append("under netem packets with a shorter delay overtake: overtake = true")
        else:
            notes.append("with a rate netem keeps the order of packets, as a link does without overtake")
    delay = units.format_time(line.delay_ns)
    sides = {"up": ("rate_up", "delay_up", "queue_size_up"), "down": ("rate", "delay", "queue_size")}
    first = dict(zip(sides[way], (rate, delay, f"{room}p"), strict=True))
    other = dict(zip(sides[back], (_FASTEST, "0s", "1000p"), strict=True))
    notes.insert(
        0,
        f"netem on one interface acts on one direction: here {way}, and nothing {back}; a second line is about the "
        "other",
    )
    both = {**first, **other}
    return NetemLink({name: both[name] for name in _OF_ONE_WAY} | keys, tuple(notes))


def _time(line: _Line, what: str) -> int:
    """Read a time with its unit, ns."""
    word = line.take(what)
    found = re.fullmatch(r"([0-9.]+(?:e[+-]?[0-9]+)?)([a-z]+)", word.lower())
    if found is None or found[2] not in _TIMES_NS:
        raise PlanError(
            f"{what} {word!r} is not a time with its unit, such as 40ms; without one old versions of tc took it as "
            "microseconds and new ones as nanoseconds"
        )
    return round(_number(found[1], what) * _TIMES_NS[found[2]])


def _number(text: str, what: str) -> float:
    """Read a number."""
    try:
        return float(text)
    except ValueError:
        raise PlanError(f"{what} {text!r} is not a number") from None


def _share(line: _Line, what: str) -> float:
    """Read a percentage, which tc takes with and without the sign."""
    word = line.take(what)
    value = _number(word.removesuffix("%"), what) / 100
    if not 0 <= value <= 1:
        raise PlanError(f"{what} {word!r} is not between 0% and 100%")
    return value


def _bits(rate: str) -> float:
    """Return a rate in bit/s."""
    found = re.fullmatch(r"([0-9.]+(?:e[+-]?[0-9]+)?)([a-z]*)", rate.lower())
    if found is None or (found[2] or "bit") not in _RATES_BIT:
        raise PlanError(
            f"rate {rate!r} is not a rate of tc, such as 512kbit or 64kbps, which are kilobytes a second"
        )
    return _number(found[1], "rate") * _RATES_BIT[found[2] or "bit"]


def _read_delay(line: _Line) -> None:
    """Read delay TIME [JITTER [CORRELATION]]."""
    line.delay_ns = _time(line, "delay")
    if line.more():
        jitter = _time(line, "jitter")
        if jitter:
            line.keys["jitter"] = units.format_time(jitter)
        if line.more() and (correlation := _share(line, "the correlation of the delay")):
            line.keys["jitter_correlation"] = correlation


def _read_distribution(line: _Line) -> None:
    """Read distribution NAME."""
    word = line.take("a distribution").lower()
    if "jitter" not in line.keys:
        raise PlanError(
            "distribution comes after a delay with jitter, as in delay 100ms 20ms distribution normal"
        )
    if word in _TABLES:
        line.keys["jitter_table"] = _TABLES[word]
        return
    line.keys["jitter_file"] = f"{word}.dist"
    line.notes.append(
        f"tc reads the distribution {word} from /usr/lib/tc/{word}.dist; copy that file beside the plan for jitter_file"
    )


def _read_loss(line: _Line) -> None:
    """Read loss [random] PERCENT [CORRELATION], loss state ..., or loss gemodel ..."""
    kind = line.words[0].lower() if line.words else ""
    if kind in ("state", "gemodel", "random"):
        line.words.pop(0)
    if kind == "state":
        _read_states(line)
    elif kind == "gemodel":
        _read_gilbert(line)
    else:
        rate = _share(line, "loss")
        if line.more() and (correlation := _share(line, "the correlation of the loss")):
            _correlate(line, rate, correlation)
        else:
            line.kept *= 1 - rate


def _correlate(line: _Line, rate: float, correlation: float) -> None:
    """Turn correlated loss into bursts of a chain of two states that has its rate and its correlation."""
    if rate in (0, 1) or correlation == 1:
        line.kept *= 1 - rate
        return
    line.keys |= {
        "burst_rate": round(rate * (1 - correlation), 12),
        "burst_length": round(1 / ((1 - rate) * (1 - correlation)), 12),
    }
    lost = _correlated_share(rate, correlation)
    lost = 0.0 if lost < _SMALLEST else lost
    line.notes.append(
        f"loss of {rate:.6g} with a correlation of {correlation:g} becomes bursts with that rate and that correlation "
        "from packet to packet; netem weighs its random numbers instead, which brings them nearer to their mean, and "
        f"loses {lost:.3g} of the packets instead of {rate:.6g}"
    )


def _correlated_share(rate: float, correlation: float) -> float:
    """Return what netem loses of the packets: x' = (1 - c) u + c x with uniform u, and a loss where x' is up to a rate.

    The distribution function of x solves F(x) = integral of F((x - v) / c) / (1 - c) over v from 0 to 1 - c.
    """
    small = [10 ** (-9 + 7 * place / _POINTS) for place in range(_POINTS)]
    points = [0.0, *small, *(0.01 + 0.99 * place / _POINTS for place in range(_POINTS + 1))]
    share = points.copy()
    for _step in range(_STEPS):
        area = [0.0]
        for place in range(1, len(points)):
            width = points[place] - points[place - 1]
            area.append(area[-1] + width * (share[place] + share[place - 1]) / 2)
        share = [
            correlation / (1 - correlation)
            * (_area_to(x / correlation, points, area) - _area_to((x - 1 + correlation) / correlation, points, area))
            for x in points
        ]  # fmt: skip
    return _between(rate, points, share)


def _between(x: float, points: list[float], values: list[float]) -> float:
    """Interpolate between points from 0 to 1."""
    place = min(max(bisect.bisect_right(points, x), 1), len(points) - 1)
    part = (x - points[place - 1]) / (points[place] - points[place - 1])
    return values[place - 1] + part * (values[place] - values[place - 1])


def _area_to(x: float, points: list[float], area: list[float]) -> float:
    """Return the integral of a distribution function on [0, 1] up to any point."""
    return 0.0 if x <= 0 else area[-1] + x - 1 if x >= 1 else _between(x, points, area)


def _read_states(line: _Line) -> None:
    """Read loss state P13 [P31 [P32 [P23 [P14]]]]; what is left out is as in tc."""
    p13 = _share(line, "p13")
    values = [p13, 1 - p13, 0.0, 1.0, 0.0]
    for place, name in enumerate(("p31", "p32", "p23", "p14"), 1):
        if line.more():
            values[place] = _share(line, name)
    line.keys |= dict(
        zip(
            ("loss_p13", "loss_p31", "loss_p32", "loss_p23", "loss_p14"),
            (round(v, 12) for v in values),
            strict=True,
        )
    )


def _read_gilbert(line: _Line) -> None:
    """Read loss gemodel P [R [1-H [1-K]]]; what is left out is as in tc."""
    begin = _share(line, "p")
    end = _share(line, "r") if line.more() else 1 - begin
    bad = _share(line, "1-h") if line.more() else 1.0
    good = _share(line, "1-k") if line.more() else 0.0
    if end == 0:
        raise PlanError("gemodel with r = 0% never leaves its bad state; use an r above 0%")
    if good > bad:
        raise PlanError(
            f"gemodel loses more in its good state (1-k = {good:g}) than in its bad one (1-h = {bad:g})"
        )
    line.keys |= {"burst_rate": begin, "burst_length": round(1 / end, 12)}
    line.kept *= 1 - good
    # Losses of the good state are independent ones, which meet the bad state, too.
    if good < 1 and (inside := round((bad - good) / (1 - good), 12)) < 1:
        line.keys["burst_loss"] = inside


def _read_corrupt(line: _Line) -> None:
    """Read corrupt PERCENT [CORRELATION]."""
    rate = _share(line, "corrupt")
    if line.more():
        _share(line, "the correlation of corruption")
    line.kept *= 1 - rate
    line.notes.append(
        f"a corrupt packet ({rate:g}) fails its checksum, so it counts as lost; no correlation is kept"
    )


def _read_duplicate(line: _Line) -> None:
    """Read duplicate PERCENT [CORRELATION]."""
    _decide(line, "duplicate")


def _read_reorder(line: _Line) -> None:
    """Read reorder PERCENT [CORRELATION]."""
    _decide(line, "reorder")


def _decide(line: _Line, what: str) -> None:
    """Read a percentage and its correlation, which is netem's own on a link, too."""
    line.keys[what] = _share(line, what)
    if line.more() and (correlation := _share(line, f"the correlation of {what}")):
        line.keys[f"{what}_correlation"] = correlation


def _read_gap(line: _Line) -> None:
    """Read gap DISTANCE."""
    line.keys["reorder_gap"] = _count(line, "gap")


def _check_reorder(line: _Line) -> None:
    """Refuse reordering that tc refuses, and say what a link does otherwise."""
    if "reorder_gap" in line.keys and "reorder" not in line.keys:
        raise PlanError("gap needs reorder with a probability, as in reorder 25% gap 5")
    if line.keys.get("reorder") and not line.delay_ns:
        raise PlanError("reorder needs a delay, as in delay 10ms reorder 25%")
    if line.keys.get("reorder") and line.bits:
        line.notes.append(
            "a packet that netem reorders skips its rate, too, and on a link only its delay: it is sent when the line "
            "is free"
        )


def _read_slot(line: _Line) -> None:
    """Read slot MIN [MAX] [packets N] [bytes N], or slot distribution ..."""
    if line.words and line.words[0].lower() == "distribution":
        line.words.pop(0)
        _unmodelled("slot distribution", 7)(line)
        line.notes.append("slots of a link are uniform between slot_min and slot_max")
        return
    least = _time(line, "slot")
    line.keys["slot_min"] = units.format_time(least)
    if line.more() and line.words[0].lower() not in ("packets", "bytes"):
        most = _time(line, "the longest time of slot")
        if most < least:
            raise PlanError("slot has a longest time below its shortest; write the shorter one first")
        line.keys["slot_max"] = units.format_time(most)
    while line.more():
        what = line.take("packets or bytes").lower()
        if what not in ("packets", "bytes"):
            raise PlanError(f"slot has no {what!r}; it has packets and bytes")
        line.keys[f"slot_{what}"] = _count(line, f"slot {what}")


def _count(line: _Line, what: str) -> int:
    """Read a number above 0."""
    word = line.take(what)
    if not word.isascii() or not word.isdigit() or int(word) == 0:
        raise PlanError(f"{what} {word!r} is not a whole number above 0")
    return int(word)


def _unmodelled(what: str, arguments: int) -> Callable[[_Line], None]:
    """Return a reader of an option that links do not have."""

    def read(line: _Line) -> None:
        taken: list[str] = []
        while line.more() and len(taken) < arguments:
            taken.append(line.words.pop(0))
        line.notes.append(f"{what} {' '.join(taken)}".rstrip() + " is not modelled, and left out")

    return read


def _read_limit(line: _Line) -> None:
    """Read limit PACKETS."""
    line.limit = _count(line, "limit")


def _read_rate(line: _Line) -> None:
    """Read rate RATE [PACKETOVERHEAD [CELLSIZE [CELLOVERHEAD]]]."""
    word = line.take("rate")
    bits = _bits(word)
    if bits < 1:
        raise PlanError(f"rate {word!r} is below 1 bit/s")
    line.bits = round(bits)
    if re.fullmatch(r"[0-9.]+[a-z]*bps", word.lower()):
        line.notes.append(
            f"{word} of tc are bytes a second: {round(bits):,} bit/s; in a plan kbps are kilobits a second"
        )
    taken: list[str] = []
    while line.more() and len(taken) < 3:
        taken.append(line.words.pop(0))
    if taken:
        line.notes.append(
            f"overhead and cells of the rate ({' '.join(taken)}) are not modelled, and left out"
        )


_OPTIONS: Final[Mapping[str, Callable[[_Line], None]]] = {
    "delay": _read_delay, "latency": _read_delay, "distribution": _read_distribution, "loss": _read_loss,
    "drop": _read_loss, "corrupt": _read_corrupt, "duplicate": _read_duplicate,
    "reorder": _read_reorder, "gap": _read_gap, "rate": _read_rate, "limit": _read_limit,
    "slot": _read_slot, "ecn": _unmodelled("ecn", 0), "seed": _unmodelled("seed", 1),
}  # fmt: skip
