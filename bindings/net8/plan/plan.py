# SPDX-License-Identifier: GPL-2.0-only
"""The plan: a frozen description of an experiment, read from TOML or made in Python."""

from __future__ import annotations

import itertools
import math
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, cast, overload

from net8.base.errors import PlanError
from net8.base.html import table_html
from net8.base.reading import PLAN_LIMIT, read_text
from net8.base.units import QuantityError, parse_time
from net8.base.words import many
from net8.plan.design import Design, read_design
from net8.plan.document import (
    Tables,
    Where,
    check_value,
    choose_variant,
    describe_unknown,
    lines_of,
    no_place,
    parse,
    place_files,
    prune_figure,
    read_axes,
    read_forks,
    read_list,
    read_tables,
    refuse_depth,
    refuse_hidden,
    refuse_odd_name,
    settable,
)
from net8.plan.locate import line_of
from net8.plan.network_axis import (
    NetworkSource,
    expand,
    in_networks,
    is_read_early,
    read_networks,
    with_element,
)
from net8.plan.scenario import plan_path
from net8.plan.shown import shows
from net8.plan.text import write_plan
from net8.schema.axes import Axis, Step, flatten
from net8.schema.key import FILE
from net8.schema.lists import check_element, check_elements, find_key, split
from net8.schema.metrics import find_metric
from net8.schema.quantities import check_links, check_quantity, path_links
from net8.schema.table import CORE_LISTS, KEYS, SECTIONS
from net8.schema.values import is_file_name, meant, show

if TYPE_CHECKING:
    from net8.schema import typed

__all__ = ["Plan", "Point", "load", "require_plan"]

_NO_NETWORK: Final = NetworkSource.of({}, no_place)


@dataclass(frozen=True, repr=False)
class Plan:
    """An experiment: values that are set, background traffic, axes of a sweep, figures.

    Made by ``net8.load`` or ``Plan.of``; changed copies come from ``with_values``.
    """

    values: Mapping[str, object]  #: canonical values that the plan sets, by dotted key
    lists: Mapping[str, Tables] = field(default_factory=dict)  #: tables by the name of their list, fault
    axes: tuple[Axis, ...] = ()  #: axes of the sweep
    figures: Tables = ()  #: figures to draw
    design: Design | None = None  #: which points of the axes are run; None: every combination
    folder: Path | None = field(default=None, compare=False)  #: where relative file names start
    name: str = field(default="plan", compare=False)  #: short name for folders
    lines: Mapping[str, str] = field(default_factory=dict, compare=False)  #: file and line by dotted key
    ignored: tuple[str, ...] = field(default=(), compare=False)  #: what of a network's file changes nothing
    source: NetworkSource = field(default=_NO_NETWORK, compare=False)  #: its network before a file adds to it

    @classmethod
    def of(
        cls,
        document: typed.Document | Mapping[str, object],
        *,
        name: str = "plan",
        folder: Path | None = None,
    ) -> Plan:
        """Make a plan from nested tables with the names of a plan file.

        @param document: such as {"path": {"kind": "lan"}, "client": {"sdu": 8192}}
        @param name: short name for folders
        @param folder: where relative file names start
        @return: the plan
        """
        if not isinstance(document, Mapping):
            raise PlanError(
                f"{show(document)} is not a plan; pass a dict such as {{'client': {{'sdu': 8192}}}}"
            )
        return _read_document(document, no_place, name, folder)

    @property
    def cross_traffic(self) -> Tables:
        """Background traffic, values by key name."""
        return self.tables("cross_traffic")

    @property
    def groups(self) -> Tables:
        """Groups of clients, values by key name."""
        return self.tables("group")

    def count_clients(self) -> int:
        """Return the number of clients of all groups."""
        return sum(int(str(table.get("count", self["client.count"]))) for table in self.groups or ({},))

    @property
    def end_points(self) -> Tables:
        """Further end points of listeners, values by key name."""
        return self.tables("end_point")

    @property
    def instances(self) -> Tables:
        """Instances, values by key name."""
        return self.tables("instance")

    @property
    def faults(self) -> Tables:
        """Faults, values by key name."""
        return self.tables("fault")

    @property
    def fitted(self) -> Mapping[str, object]:
        """Keys whose values were fitted to measured ones, and to which; no keys that are swept instead."""
        found = self.values.get("fitted")
        swept = {path for axis in self.axes for step in axis.steps for path in step.values}
        return (
            {key: said for key, said in found.items() if key not in swept}
            if isinstance(found, Mapping)
            else {}
        )

    @property
    def fitted_notes(self) -> list[str]:
        """A sentence that names these keys, or nothing, for whoever shows results."""
        found = self.fitted
        return [f"fitted to measured values: {', '.join(found)}"] if found else []

    def tables(self, section: str) -> Tables:
        """Return the tables of a list.

        @param section: the list, such as fault
        @return: values by key name, of each table
        """
        return self.lists.get(section, ())

    def with_tables(self, section: str, tables: Iterable[Mapping[str, object]]) -> Plan:
        """Return a copy with other tables in a list.

        @param section: the list, such as fault
        @param tables: canonical values by key name, of each table
        @return: the new plan
        """
        return replace(self, lists=MappingProxyType({**self.lists, section: tuple(tables)}))

    @overload
    def __getitem__(self, path: typed.BoolKey) -> bool: ...
    @overload
    def __getitem__(self, path: typed.OptionalBoolKey) -> bool | None: ...
    @overload
    def __getitem__(self, path: typed.IntKey) -> int: ...
    @overload
    def __getitem__(self, path: typed.OptionalIntKey) -> int | None: ...
    @overload
    def __getitem__(self, path: typed.OptionalFloatKey) -> float | None: ...
    @overload
    def __getitem__(self, path: typed.FloatKey) -> float: ...
    @overload
    def __getitem__(self, path: typed.StrKey) -> str: ...
    @overload
    def __getitem__(self, path: typed.OptionalStrKey) -> str | None: ...
    @overload
    def __getitem__(self, path: str) -> object: ...
    def __getitem__(self, path: str) -> object:
        """Return the value of a key, such as client.sdu or group.app.count: the set value, its default, or None."""
        if parts := split(path):
            self._check_element(path, "")
            tables = self.tables(parts[0])
            values = tables[check_element(path, tables)]
        else:
            parts, values = ("", "", path), self.values
        if (key := find_key(path) or KEYS.get(path)) is None:
            raise PlanError(f"{path} is not a key of a plan{meant(path, KEYS)}")
        return values.get(parts[2], key.default)

    def __repr__(self) -> str:
        """Return name, set values and size of the sweep."""
        settings = ", ".join(f"{path}={show(value)}" for path, value in self.values.items() if "." in path)
        points = sum(1 for _ in self.points())
        return f"<Plan {self.name}: {settings or 'all defaults'}; {many(points, 'point')}>"

    def __iter__(self) -> Iterator[str]:
        """Yield every key that the plan sets, including those of its lists, such as group.app.count."""
        yield from self.values
        for section, tables in self.lists.items():
            for table in tables:
                if "name" in table:
                    yield from (f"{section}.{table['name']}.{key}" for key in table if key != "name")

    def __contains__(self, path: object) -> bool:
        """Return whether the plan sets a key."""
        return path in set(self)

    def _repr_html_(self) -> str:
        """Show set and swept values in a notebook."""
        rows = [(path, show(self[path]), KEYS[path].help if path in KEYS else "") for path in self]
        rows += [(axis.name, self.swept_values(axis), "swept") for axis in self.axes]
        points = sum(1 for _ in self.points())
        note = f"{many(points, 'point')}; net8 describe --all shows all values"
        return table_html(f"Plan {self.name}", ("key", "value", "meaning"), rows, note)

    def is_set(self, path: str) -> bool:
        """Return whether the plan itself sets a key.

        @param path: dotted key
        @return: whether it is set
        """
        return path in self.values

    def where(self, path: str) -> str:
        """Return file and line of a key.

        @param path: dotted key
        @return: such as "plan.toml:12", or nothing
        """
        return self.lines.get(path, "")

    def with_values(self, values: Mapping[str, object], *, where: str = "") -> Plan:
        """Return a copy with other values; a swept key that is set is no longer swept.

        @param values: dotted key to value
        @param where: origin for messages, such as "--set"
        @return: the new plan
        """
        merged = dict(self.values)
        lines = dict(self.lines)
        axes = self.axes
        network: dict[str, object] = {}
        for path, value in values.items():
            if any(axis.name == path and find_key(path) is None for axis in axes):
                axes = choose_variant(axes, path, value, where)
                continue
            refuse_hidden(axes, path, where)
            if find_key(path) is None or (split(path) and path.endswith(".name")):
                raise PlanError(
                    f"{path} is not a key that can be set{meant(path, settable(path))}", where=where
                )
            good = check_value(path, value, where)
            self._check_element(path, where)
            lines[path] = where
            axes = tuple(axis for axis in axes if axis.name != path)
            if is_read_early(path):
                network[path] = good
            else:
                merged[path] = good
                axes = tuple(in_networks(axis, path, good) for axis in axes)
        if self.fitted and "fitted" not in values:
            # What is set anew is no longer what was fitted.
            merged["fitted"] = {path: said for path, said in self.fitted.items() if path not in values}
        changed = replace(self, axes=axes)
        changed = changed._with_network(network, where) if network else changed
        changed = replace(changed._with(merged), lines=MappingProxyType({**changed.lines, **lines}))
        dropped = {axis.name for axis in self.axes} - {axis.name for axis in axes}
        changed = changed._with_axes(axes, lambda name: name not in dropped)
        changed._check_forks(lambda _key, _index: where)
        return changed

    def _with(self, values: Mapping[str, object]) -> Plan:
        """Return a copy with these values; keys of lists are set in their tables."""
        single = {path: value for path, value in values.items() if not split(path)}
        lists, source = self.lists, self.source
        for path, value in values.items():
            if split(path):
                source = source.with_element(path, value)
                lists = with_element(lists, path, value, self._networks())
        return replace(self, values=MappingProxyType(single), lists=lists, source=source)

    def _with_network(self, settings: Mapping[str, object], where: str) -> Plan:
        """Return a copy with other keys of [network], and what its file then says."""
        if self._networks():
            raise PlanError(
                f"{next(iter(settings))} cannot be set beside a sweep of the network; set it in the plan file",
                where=where,
            )
        source = self.source.with_settings(settings)
        read = source.network(settings, self.folder, where) if source.section.get("file") else Step("", {})
        return replace(self._on(read), source=source)

    def _networks(self) -> list[Step]:
        """Return the steps of axes that bring networks of their own."""
        return [step for axis in self.axes for step in axis.steps if step.lists]

    def _on(self, network: Step) -> Plan:
        """Return a copy with the network of a step."""
        return replace(
            self,
            lists=MappingProxyType({**self.lists, **network.lists}),
            lines=MappingProxyType({**self.lines, **network.lines}),
            ignored=network.ignored or self.ignored,
        )

    def _later(self, step: Step) -> Plan:
        """Return a copy with what a step has in addition."""
        plan, lines = self, dict(self.lines)
        for section, tables in step.later.items():
            first = len(plan.tables(section)) + 1
            plan = plan.with_tables(section, (*plan.tables(section), *tables))
            for number, table in enumerate(tables, first):
                lines |= {
                    f"{section}.{number}.{key}": step.lines.get(f"{section}.{key}", "") for key in table
                }
        return replace(plan, lines=MappingProxyType(lines)) if step.later else plan

    def _check_forks(self, where: Where) -> None:
        """Refuse forks at which the run is over."""
        stop = str(self["run.stop_time"])
        for axis in self.axes:
            for index, step in enumerate(axis.steps):
                if step.at and parse_time(step.at) >= parse_time(stop):
                    raise PlanError(
                        f"fork.at = {show(step.at)} of {show(step.label)} is not before run.stop_time = {show(stop)}, "
                        "at which a run ends; use an earlier time",
                        where=where("fork.at", index),
                    )

    def _check_element(self, path: str, where: str) -> None:
        """Refuse a key of an element that does not exist, and a library that is not in the plan."""
        if path == "network.library":
            raise PlanError(
                f"{path} is needed when the plan is read; set it in the plan file, or set keys of sites and links",
                where=where,
            )
        if parts := split(path):
            try:
                for plan in [self._on(step) for step in self._networks()] or [self]:
                    check_elements(path, plan.tables(parts[0]))
            except QuantityError as error:
                raise PlanError(str(error), where=where) from None

    def sweep(
        self, over: Mapping[str, Sequence[object]], *, design: str | None = None, points: int | None = None
    ) -> Plan:
        """Return a copy with other axes.

        @param over: swept key to its values; of a design, ranges such as "1ms..200ms", too
        @param design: which points are run, such as "sobol"; by default every combination
        @param points: number of points of the design, as sweep.points
        @return: the new plan
        """
        steps: dict[str, object] = {
            name: entry
            if isinstance(entry, str)
            else [getattr(v, "item", lambda v=v: v)() for v in list(entry)]
            for name, entry in over.items()
        }
        asked = {name: value for name, value in (("design", design), ("points", points)) if value is not None}
        drawn, lists = read_design(asked | steps, no_place)
        axes = read_networks(read_axes(lists, no_place), self.source, self.folder)
        changed = self._with_axes(axes, {axis.name for axis in axes}.__contains__)
        figures = (
            tuple(t for t in changed.figures if t.get("kind", "sweep") != "sweep")
            if drawn
            else changed.figures
        )
        return replace(changed, design=drawn, figures=figures)

    def _with_axes(self, axes: tuple[Axis, ...], is_kept: Callable[[str], bool]) -> Plan:
        """Return a copy with other axes; keys that are no longer swept are removed from figures."""
        self._check_axes(axes, no_place)
        figures = tuple(MappingProxyType(prune_figure(table, is_kept)) for table in self.figures)
        return replace(self, axes=axes, figures=figures, design=self.design and self.design.of(axes))

    def _check_axes(self, axes: tuple[Axis, ...], where: Where) -> None:
        """Refuse axes with keys of elements that do not exist."""
        for axis in axes:
            for path in {path: None for step in axis.steps for path in step.values}:
                replace(self, axes=axes)._check_element(path, where(f"sweep.{axis.name}", 0))

    def combinations(self) -> int:
        """Count the combinations of the axes, whether they are run or not, or the points of a design.

        @return: their number
        """
        if self.design:
            return self.design.rows(len(self.axes))
        return math.prod(len(axis.steps) for axis in self.axes)

    def swept_values(self, axis: Axis) -> str:
        """Write which values an axis has.

        @param axis: one of the axes
        @return: the range of a design, or the values
        """
        ranges = self.design.ranges if self.design else {}
        return ranges.get(axis.name) or ", ".join(str(step.label) for step in axis.steps)

    def drawn_axes(self) -> tuple[Axis, ...]:
        """Return the axes with all values that are run.

        @return: the axes; those of a design have the values of its points
        """
        if not self.design:
            return self.axes
        columns = zip(*(steps for _labels, steps in self._run_combinations()), strict=True)
        return tuple(
            Axis(axis.name, tuple({str(step.label): step for step in column}.values()))
            for axis, column in zip(self.axes, columns, strict=True)
        )

    def points(self) -> Iterator[Point]:
        """Yield every combination of the axes, or those that figures show; the last axis varies fastest.

        @return: the points, each with a plan without a sweep
        """
        for labels, steps in self._run_combinations():
            plan, values = replace(self, axes=(), design=None), {**self.values}
            for step in steps:
                plan = plan._on(step) if step.lists else plan
                plan = plan._later(step)
                values.update(step.values)
            if "fitted" in values:
                values["fitted"] = self.fitted
            plan = plan._with(values)
            yield Point(MappingProxyType(labels), plan)

    def _run_combinations(self) -> Iterator[tuple[dict[str, object], tuple[Step, ...]]]:
        """Yield the labels and steps of what is run; all where no figure shows any."""
        if self.design:
            yield from self.design.combinations(self.axes, int(str(self["run.seed"])))
            return
        every = itertools.product(*(axis.steps for axis in self.axes))
        names = [axis.name for axis in self.axes]
        labelled = ((dict(zip(names, (step.label for step in steps), strict=True)), steps) for steps in every)
        if self["run.points"] == "all":
            yield from labelled
            return
        known = list(labelled)
        shown = [each for each in known if any(shows(table, each[0]) for table in self.figures)]
        yield from shown or known

    def to_toml(self) -> str:
        """Write the plan as TOML that can be read back into an equal plan.

        @return: TOML text
        """
        return write_plan(self.values, self.lists, self.axes, self.figures, self.design)

    def portable_toml(self) -> str:
        """Write the plan as TOML for wherever its folder is: files below the folder are named from there.

        @return: TOML text
        """
        text = self.to_toml()
        if self.folder is None:
            return text
        # The names of drivers' files alone have the folder in front.
        return text.replace(show(f"{FILE}{self.folder / '_'}").removesuffix('_"'), f'"{FILE}')


@dataclass(frozen=True, slots=True)
class Point:
    """One combination of swept values."""

    labels: Mapping[str, object]  #: value shown in tables, by axis name
    plan: Plan  #: the plan of this point


def load(source: str | Path, *, over: Collection[str] = ()) -> Plan:
    """Read a plan file, the plan.toml of a folder, or a scenario.

    @param source: file, folder, or name of a scenario
    @param over: keys that the caller will sweep, so that a [[figure]] may use them
    @return: the plan
    """
    path = plan_path(source)
    try:
        text = read_text(path, PLAN_LIMIT)
    except UnicodeDecodeError:
        raise PlanError("is not UTF-8 text; a plan is a TOML file", where=str(path)) from None
    except OSError as error:
        raise PlanError(f"the plan {source} cannot be read: {error.strerror}") from None
    document = parse(text, path)
    refuse_odd_name(path)

    def where(key: str, index: int) -> str:
        line = line_of(text, key, index)
        return f"{path}:{line}" if line else str(path)

    name = Path(os.path.realpath(path.parent)).name if path.name == "plan.toml" else path.stem
    name = name or "plan"
    return _read_document(document, where, name, path.parent, over)


def require_plan(plan: object) -> None:
    """Refuse an argument that is not a plan, and say how to make one of it.

    @param plan: what the caller passed as a plan
    """
    match plan:
        case Plan():
            return
        case str() | Path():
            name = show(str(plan))
            raise PlanError(f"{name} is the name of a plan, not a plan; pass net8.load({name})")
        case Mapping():
            raise PlanError("a dict is not a plan; pass net8.Plan.of(...) with it")
    raise PlanError(f"a {type(plan).__name__} is not a plan; pass one of net8.load or net8.Plan.of")


def _read_document(
    document: Mapping[str, object], where: Where, name: str, folder: Path | None, over: Collection[str] = ()
) -> Plan:
    """Check a whole document."""
    refuse_depth(document, where)
    document = place_files(document, folder)
    source = NetworkSource.of(document, where)
    swept = document.get("sweep", {})
    if not isinstance(swept, Mapping):
        raise PlanError("sweep is a section; write [sweep] on a line of its own", where=where("sweep", 0))
    forks = read_forks(document.get("fork", ()), where)
    if forks and "fork" in swept:
        raise PlanError("fork stands in [sweep] and as [[fork]]; keep one of them", where=where("fork", 0))
    design, lists_of_axes = read_design(swept, where)
    axes = (*read_networks(read_axes(lists_of_axes, where), source, folder, where), *forks)
    ignored: tuple[str, ...] = ()
    waits = "file" not in source.section and any(map(is_read_early, over))
    if waits or any(step.lists for axis in axes for step in axis.steps):
        document = {name: value for name, value in document.items() if name != "network"}
    else:
        document, where, ignored = expand(document, folder, where)
    parts = {name: part for name, part in document.items() if name not in ("sweep", "fork")}
    lists = {section: read_list(section, parts.pop(section, []), where) for section in CORE_LISTS}
    figures = parts.pop("figure", [])
    for section in SECTIONS:
        if section in parts and not isinstance(parts[section], Mapping):
            raise PlanError(f"{section} is a section; write [{section}] on a line of its own",
                            where=where(section, 0))  # fmt: skip
    values: dict[str, object] = {}
    lines: dict[str, str] = {}
    for path, value in flatten(parts).items():
        lines[path] = where(path, 0)
        if path not in KEYS:
            raise PlanError(describe_unknown(path), where=lines[path])
        values[path] = check_value(path, value, lines[path])
    lines.update(lines_of(lists, where))
    plan = Plan(
        values=MappingProxyType(values),
        lists=MappingProxyType(lists),
        axes=axes,
        figures=read_tables("figure", [figures] if isinstance(figures, Mapping) else figures, where),
        design=design,
        folder=folder,
        name=name,
        lines=MappingProxyType(lines),
        ignored=ignored,
        source=source,
    )
    plan._check_axes(plan.axes, where)
    plan._check_forks(where)
    _check_output(plan, where, over)
    return plan


def _check_output(plan: Plan, where: Where, over: Collection[str]) -> None:
    """Refuse figures of keys that are not swept and columns of metrics that do not exist."""
    swept = [*(axis.name for axis in plan.axes), *over]
    for index, table in enumerate(plan.figures):
        if plan.design and table.get("kind", "sweep") == "sweep":
            raise PlanError(
                f"a design of points at random places ({plan.design.kind}) has no lines to draw; leave [[figure]] out, "
                'net8 rank draws it, or use design = "factorial"',
                where=where("figure", index),
            )
        for name in ("x", "panels", "series", "select"):
            entry = table.get(name) or ()
            for used in (entry,) if isinstance(entry, str) else cast("Iterable[str]", entry):
                if used not in swept:
                    hint = meant(used, swept) or f"; it sweeps {', '.join(swept) or 'nothing'}"
                    message = f"figure.{name} names {used}, which the plan does not sweep{hint}"
                    raise PlanError(message, where=where(f"figure.{name}", index))
        name = str(table.get("name") or "figure")
        if not is_file_name(name):
            raise PlanError(
                f"figure.name = {show(name)} is not a valid file name; "
                f'write it without a path and without an extension, such as "{_plain_name(name)}"',
                where=where("figure.name", index),
            )
        _check_metric(plan, str(table.get("y", "response_time")), where("figure.y", index))
        _check_series(plan, table, where("figure.quantities", index))
        _check_links(plan, table, where("figure.links", index))
    columns = plan["table.columns"]
    for name in columns if isinstance(columns, tuple) else ():
        _check_metric(plan, str(name), where("table.columns", 0))


def _plain_name(name: str) -> str:
    """Suggest a file name."""
    return re.sub(r"[^\w-]+", "-", name).strip("-_")[:40] or "figure"


def _check_series(plan: Plan, table: Mapping[str, object], where: str) -> None:
    """Refuse quantities that cannot be drawn over time, and those without samples."""
    for name in cast("Iterable[str]", table.get("quantities") or ()):
        try:
            series = cast("Collection[object]", plan["run.series"])
            check_quantity(name, sampled=plan["run.sample_interval"] is not None, series=series)
        except PlanError as error:
            raise PlanError(error.message, where=where) from None


def _check_links(plan: Plan, table: Mapping[str, object], where: str) -> None:
    """Refuse links that the plan does not have."""
    networks = [step.lists.get("link", ()) for step in plan._networks()] or [plan.tables("link")]
    names = [str(link.get("name")) for links in networks for link in links]
    try:
        check_links(
            cast("Iterable[str]", table.get("links") or ()), names or path_links(int(str(plan["path.hops"])))
        )
    except PlanError as error:
        raise PlanError(error.message, where=where) from None


def _check_metric(plan: Plan, name: str, where: str) -> None:
    """Look up a metric; errors name the place."""
    try:
        needed = find_metric(name).series
    except PlanError as error:
        raise PlanError(error.message, where=where) from None
    if needed and needed not in cast("Iterable[str]", plan["run.series"]):
        also = "" if plan["run.sample_interval"] is not None else ' and run.sample_interval, such as "1s"'
        raise PlanError(f'{name} is measured from series; set run.series = ["{needed}"]{also}', where=where)
