# SPDX-License-Identifier: GPL-2.0-only
"""From the words of a command line to a plan: scenarios by name, --set, --over, --name."""

from __future__ import annotations

import hashlib
import re
import shlex
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from net8.base.errors import PlanError
from net8.base.units import QuantityError
from net8.plan.plan import Plan, load
from net8.plan.scenario import scenario_folders
from net8.schema.lists import find_key
from net8.schema.metrics import find_metric
from net8.schema.scale import read_ends
from net8.schema.table import KEYS, Key
from net8.schema.values import canonical, is_file_name

__all__ = [
    "DesignOverOption", "KeyArgument", "NameOption", "NetworkArgument", "OverOption", "PlanArgument", "SetOption",
    "complete_plan", "complete_setting", "design_over", "load_plan", "name_campaign", "read_over", "read_part",
    "read_range", "read_settings", "read_until", "same_command", "sweep_over",
]  # fmt: skip


def complete_plan(begun: str) -> list[str]:
    """Complete the name of a plan for a shell.

    @param begun: what is typed already
    @return: scenarios; files are the shell's own business
    """
    return [folder.name for folder in scenario_folders() if folder.name.startswith(begun)]


def complete_key(begun: str) -> list[str]:
    """Complete a key for a shell.

    @param begun: what is typed already
    @return: keys of plans
    """
    return [path for path in KEYS if path.startswith(begun)]


def complete_setting(begun: str) -> list[str]:
    """Complete the key of --set and --over for a shell.

    @param begun: what is typed already
    @return: keys with the sign that a value follows
    """
    return [f"{path}=" for path in complete_key(begun)]


PlanArgument = Annotated[
    str,
    typer.Argument(metavar="PLAN", help="A scenario folder or a plan file.", autocompletion=complete_plan),
]
NetworkArgument = Annotated[
    str,
    typer.Argument(
        metavar="NETWORK",
        help="A scenario folder, a plan file, or a network: GraphML, GML, DOT, JSON, SNDlib, REPETITA, BRITE, "
        "Rocketfuel, or a list of edges.",
        autocompletion=complete_plan,
    ),
]
KeyArgument = Annotated[
    str,
    typer.Argument(metavar="KEY", help="A key, such as client.array_size.", autocompletion=complete_key),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Set a key, such as client.sdu=8192; repeatable.",
        autocompletion=complete_setting,
    ),
]
OverOption = Annotated[
    list[str],
    typer.Option(
        "--over",
        metavar="KEY=A,B,C",
        help="Sweep a key over values, or a list of TOML; repeatable.",
        autocompletion=complete_setting,
    ),
]
DesignOverOption = Annotated[
    list[str] | None,
    typer.Option(
        "--over",
        metavar="KEY=LOW..HIGH",
        help="What varies instead of the plan's own sweep: a range, or values KEY=A,B,C; repeatable.",
        show_default=False,
        autocompletion=complete_setting,
    ),
]
NameOption = Annotated[
    str | None,
    typer.Option(
        "--name", metavar="NAME", help="Name of the campaign.", show_default="the plan's, and what is set"
    ),
]

_LONGEST: Final = 80
"""Longest name that is made of what a command line sets, before a hash takes the place of the rest."""


def load_plan(name: str, settings: list[str] | None = None, over: Sequence[str] = ()) -> Plan:
    """Read a plan and apply --set.

    @param name: plan file, folder, or name of a scenario
    @param settings: texts of --set
    @param over: texts of --over, whose keys its figures may name
    @return: the plan
    """
    plan = load(name, over=[text.partition("=")[0].strip() for text in over])
    for key, value in read_settings(settings):
        plan = plan.with_values({key: value}, where="--set")
    return plan


def read_settings(settings: list[str] | None) -> Iterator[tuple[str, object]]:
    """Read --set.

    @param settings: texts such as "client.sdu=8192"
    @return: key and value of each
    """
    for setting in settings or []:
        key, equals, text = setting.partition("=")
        if not equals:
            raise PlanError(f'--set "{setting}" has no value; write key=value, such as --set client.sdu=8192')
        value = _value(text.strip())
        if _is_list(key.strip(), value):
            raise PlanError(
                f'--set "{setting}" has several values, and a plan has one; to sweep them write --over {setting}'
            )
        yield key.strip(), value


def _is_list(name: str, value: object) -> bool:
    """Return whether a value is several ones of a key that takes one: 10,100 where 10 and 100 are good."""
    key = find_key(name)
    parts = value.split(",") if isinstance(value, str) else ()
    if key is None or len(parts) < 2 or _suits(key, value):
        return False
    return all(_suits(key, _value(part.strip())) for part in parts)


def _suits(key: Key, value: object) -> bool:
    """Return whether a value is one that a key takes."""
    try:
        canonical(key, value)
    except (PlanError, QuantityError):
        return False
    return True


def _value(text: str) -> object:
    """Read the value of --set: TOML where it is TOML, else the text itself."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        return text


def read_over(over: Sequence[str]) -> dict[str, list[object]]:
    r"""Read --over.

    @param over: texts such as "client.sdu=512,2048" or "path.delay=[\"5ms\", \"40ms\"]"
    @return: values by key
    """
    axes: dict[str, list[object]] = {}
    for text in over:
        key, equals, values = text.partition("=")
        if not equals or not values.strip():
            raise PlanError(
                f'--over "{text}" has no values; write key=a,b,c, such as --over client.sdu=2048,8192'
            )
        if key.strip() in axes:
            raise PlanError(f"--over names {key.strip()} twice; write all its values in one --over")
        whole = _value(values.strip())
        axes[key.strip()] = (
            whole if isinstance(whole, list) else [_value(each.strip()) for each in values.split(",")]
        )
    return axes


def read_range(text: str) -> tuple[str, tuple[object, object]]:
    """Read --over with a range.

    @param text: such as "listener.rate_limit=1..200" or "path.delay=1ms..200ms"
    @return: key and both ends
    """
    key, equals, ends = text.partition("=")
    name = key.strip()
    if not equals or (found := read_ends(name, ends)) is None:
        raise PlanError(
            f'--over "{text}" is not a range; write key=low..high, such as --over listener.rate_limit=1..200'
        )
    return name, found


def sweep_over(plan: Plan, over: Sequence[str], design: str | None = None, points: int | None = None) -> Plan:
    r"""Replace the axes of a plan.

    @param plan: the plan
    @param over: texts such as "client.sdu=512,2048" or "path.delay=[\"5ms\", \"40ms\"]";
        of a design "path.delay=5ms..40ms"
    @param design: which points are run, such as "sobol"; by default every combination
    @param points: number of points of the design
    @return: the plan that sweeps these keys
    """
    axes: dict[str, Any] = dict(read_over(over))
    for key, values in axes.items():
        if design and len(values) == 1 and ".." in str(values[0]):
            axes[key] = values[0]
    for key in axes:
        if plan.is_set(key):
            # A swept value stands in place of the plan's own.
            plan = replace(plan, values={path: value for path, value in plan.values.items() if path != key})
    return plan.sweep(axes, design=design, points=points)


def design_over(
    plan: str,
    settings: list[str] | None,
    over: list[str] | None,
    design: str | None,
    points: int | None,
    name: str | None,
    usual: Mapping[str, int | None],
) -> Plan:
    """Read a plan whose sweep --over and --design may replace; what figures show of it is of no matter then.

    @param plan: as it was given
    @param settings: texts of --set
    @param over: texts of --over
    @param design: of --design
    @param points: of --points
    @param name: of --name
    @param usual: number of points of designs where none is given; the first is the design where none is given
    @return: the plan with the name of its campaign
    """
    if not over and (design or points):
        raise PlanError(
            "--design and --points say how --over is sampled; write --over, too, or set both in [sweep]"
        )
    read = load_plan(plan, settings, over or ())
    if over:
        kind = design or next(iter(usual))
        read = sweep_over(read, over, kind, points or usual.get(kind)).with_values({"run.points": "all"})
    return name_campaign(read, name, [*(settings or []), *(over or [])])


def same_command(
    verb: str,
    plan: str,
    *,
    over: Sequence[str] = (),
    settings: Sequence[str] | None = None,
    name: str | None = None,
    out: Path = Path("runs"),
) -> str:
    """Write the command that comes to the same campaign again.

    @param verb: run or sweep
    @param plan: as it was given
    @param over: texts of --over
    @param settings: texts of --set
    @param name: of --name
    @param out: of --out
    @return: verb and what follows it, for a shell
    """
    given = [("--over", over), ("--set", settings or ()), ("--name", [name] if name else ())]
    words = [word for option, values in given for value in values for word in (option, value)]
    words += [] if out == Path("runs") else ["--out", str(out)]
    return shlex.join([verb, plan, *words])


def read_part(text: str | None) -> tuple[int, int] | None:
    """Read --part.

    @param text: such as "3/8", or none
    @return: number of the part and of all parts, or none
    """
    if text is None:
        return None
    found = re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise PlanError(f"--part {text} is not a part; write I/N, such as 3/8 for the third of eight parts")
    return int(found[1]), int(found[2])


def read_until(text: str) -> tuple[str, float | None, float | None]:
    """Read --until.

    @param text: such as "response_time=5%", "5%", or "response_time=0.02" in the unit of the metric
    @return: metric or "" for the plan's own, half width in its unit or none, half width as a part of the mean or none
    """
    name, equals, width = text.rpartition("=")
    metric = find_metric(name.strip()).name if equals else ""
    share = width.strip().endswith("%")
    try:
        number = float(width.strip().removesuffix("%"))
    except ValueError:
        number = 0.0
    if not (equals or share) or not 0 < number < float("inf"):
        raise PlanError(
            f'--until "{text}" is not a target; write METRIC=WIDTH, such as response_time=5%, or response_time=0.02 '
            "in s, or 5% of the metric of the plan"
        )
    return (metric, None, number / 100) if share else (metric, number, None)


def name_campaign(plan: Plan, name: str | None, changes: Sequence[str]) -> Plan:
    """Name a plan so that what a command line changes of it does not take the place of the plan's own results.

    @param plan: the plan as it is to be run
    @param name: --name, if it was given
    @param changes: texts of --set and --over
    @return: the plan under its name
    """
    if name is not None:
        if not is_file_name(name.lstrip(".")):
            raise PlanError(f"--name {name!a} cannot be the name of a folder; use letters, digits, - and _")
        return replace(plan, name=name)
    if not changes:
        return plan
    told = "+".join(re.sub(r"[^\w.=,-]+", "", change) for change in changes)
    if len(told) > _LONGEST:
        told = f"{told[:_LONGEST]}-{hashlib.sha256(told.encode()).hexdigest()[:8]}"
    return replace(plan, name=f"{plan.name}+{told}")
