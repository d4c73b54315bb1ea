# SPDX-License-Identifier: GPL-2.0-only
"""One simulation in this process."""

from __future__ import annotations

import functools
import itertools
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from net8.base import files, units
from net8.base.errors import PlanError, RunError
from net8.base.extension import need_core
from net8.base.progress import Report, Tell, Tracker
from net8.base.progress_view import progress_listener
from net8.plan.complete import complete, complete_group
from net8.plan.fast_forward import why_all_calls
from net8.plan.idle import applies
from net8.plan.network import client_sites, has_sites
from net8.plan.outside import library_hash
from net8.plan.plan import Plan, require_plan
from net8.plan.resolve import Task, resolve
from net8.plan.tcp import ends_with_ns3
from net8.plan.tds import has_meaning, uses_tds
from net8.plan.text import write_tables, write_values
from net8.plan.traces import TRACE_KEYS
from net8.results.flows import count_flow_times
from net8.results.over_budget import BudgetError
from net8.results.run import Run
from net8.results.server_trace import TRACE_FILE, trace_lines
from net8.schema.key import FILE
from net8.schema.run import MAX_SEED
from net8.schema.table import KEYS, attribute, keys_of
from net8.schema.values import show
from net8.simulation.apart import Look, call_apart
from net8.simulation.branches import Branches
from net8.simulation.budget import Budget
from net8.simulation.capture_check import refuse_cut_captures
from net8.simulation.ranks import join

__all__ = ["TRACE_FILE", "in_plan_words", "refuse_trace", "run", "simulate"]

_busy = threading.Lock()


def run(
    plan: Plan,
    *,
    seed: int | None = None,
    run: int = 1,
    folder: str | Path | None = None,
    pcap: bool | None = None,
    trace10046: bool = False,
    progress: bool | Tell | None = None,
) -> Run:
    """Simulate one plan once in this process; a sweep in the plan is ignored.

    Ctrl-C ends it within a second; ``run.max_wall_time`` and ``run.max_memory`` end it with a BudgetError, which has
    the results up to then.

    @param plan: the plan
    @param seed: seed of the random streams; by default the plan's
    @param run: run number, from 1: each has random streams of its own
    @param folder: output folder; by default nothing is written
    @param pcap: whether to write packet captures; by default as the plan says
    @param trace10046: whether to write a trace of event 10046 as its servers would
    @param progress: True shows the progress on a terminal, in a notebook or in a log; a function is called with it
    @return: the results
    """
    require_plan(plan)
    seed = seed if seed is not None else int(str(plan["run.seed"]))
    pcap = bool(plan["run.pcap"]) if pcap is None else pcap
    if run < 1:
        raise PlanError(f"run = {run} must be 1 or more")
    if not 1 <= seed <= MAX_SEED:
        raise PlanError(f"seed = {seed} must be from 1 to {MAX_SEED}")
    if pcap and folder is None:
        raise PlanError("pcap = True needs folder = ..., where the captures are written")
    if trace10046:
        refuse_trace(plan)
        if folder is None:
            raise PlanError("trace10046 = True needs folder = ..., where the trace is written")
    target = Path(folder) if folder is not None else None
    task = resolve(plan)
    if not progress or join([task]).rank > 0:
        return simulate(task, seed=seed, run=run, folder=target, pcap=pcap, trace10046=trace10046)
    with progress_listener(progress) as tell:
        tracker = Tracker(1, tell)

        def look(report: Report) -> bool:
            tracker.update("", report)
            return True

        tracker.start("")
        result = simulate(
            task, seed=seed, run=run, folder=target, pcap=pcap, trace10046=trace10046, look=look
        )
        tracker.finish("", failed=False)
        return result


def refuse_trace(plan: Plan) -> None:
    """Refuse traces of servers that have none.

    @param plan: a plan
    @raises PlanError: when its servers are SQL Servers
    """
    if uses_tds(plan):
        raise PlanError(
            "trace10046 writes traces of Oracle servers, but client.protocol = tds is SQL Server; leave one of them "
            "out"
        )


def simulate(
    task: Task, *, seed: int, run: int, folder: Path | None, pcap: bool, trace10046: bool = False,
    look: Look | None = None, alone: bool = False, branches: Branches | None = None,
) -> Run:  # fmt: skip
    """Simulate a resolved task.

    ns-3's own TCP may end the program, so it runs in a child of this process.

    @param task: the resolved plan
    @param seed: seed of the random streams
    @param run: run number
    @param folder: output folder, or None
    @param pcap: whether to write packet captures into the folder
    @param trace10046: whether to write a trace of event 10046 as its servers would
    @param look: called with the progress now and then; it returns False to stop the run
    @param alone: whether this process is there for the simulation alone, and may end with it
    @param branches: runs that are one at first, of which task and folder are the first's
    @return: the results; under mpirun the same on all ranks, of which the first writes the files
    """
    need_core()
    here = join([task])
    if not _busy.acquire(blocking=False):
        raise RunError("a simulation is already running in this process; use Sweep for several at once")
    started = time.perf_counter()
    budget = Budget(task.plan)

    prefix = str(folder / "capture") if pcap and folder is not None else ""

    def call(look: Look | None) -> tuple[Mapping[str, Any], str]:
        def both(seconds: float, events: int, share: float) -> bool:
            report = Report(seconds, events, share)
            return budget.look(report) and (look is None or look(report))

        return _call(task, seed, run, prefix, trace10046, both, branches), budget.exceeded

    try:
        for each, place in branches.each() if branches else [(task, folder)]:
            if place is not None:
                files.current.make_folder(place)
                if here.rank == 0:
                    _save_plan(each, place)
        apart = not alone and here.size == 1 and ends_with_ns3(task.plan)
        raw, exceeded = call_apart(call, look, task.plan) if apart else call(look)
    finally:
        _busy.release()
    if branches:
        task, folder = branches.own
    wall_s = time.perf_counter() - started
    times = count_flow_times(_spans_ns(task), int(raw["end_time_ns"]))
    raw = {**raw, "counters": {**raw["counters"], **times}}
    if task.plan["run.fast_forward"] and not task.fast_forward:
        raw["why_not_skipped"] = why_all_calls(task.plan)
    result = Run.of(raw, seed=seed, run=run, wall_s=wall_s, folder=folder, sites=_sites(task))
    if folder is not None and here.rank == 0:
        if pcap:
            refuse_cut_captures(folder)
        result.save(folder)
        if trace10046:
            _save_trace(task, result, raw["steps"], folder)
    if exceeded:
        raise BudgetError(exceeded, result)
    return result


def _spans_ns(task: Task) -> list[tuple[int, int]]:
    """Return start and stop of each source of background traffic, 0 where it does not stop."""
    return [
        (units.parse_time(table.get("start", "0s")), units.parse_time(table.get("stop") or "0s"))
        for table in task.plan.cross_traffic
    ]


def _sites(task: Task) -> list[str]:
    """Return the site of each group of clients; empty if the plan has no sites."""
    return list(client_sites(task.plan).values()) if has_sites(task.plan) else []


def _call(
    task: Task,
    seed: int,
    run: int,
    pcap_prefix: str,
    server_steps: bool,
    progress: Callable[[float, int, float], bool],
    branches: Branches | None,
) -> Mapping[str, Any]:
    """Call the extension and turn its errors into ours."""
    from net8 import _core

    try:
        return _core.run(
            document=branches.document() if branches else task.document(),
            seed=seed,
            run=run,
            pcap_prefix=pcap_prefix,
            server_steps=server_steps,
            progress=progress,
            branches=branches.later() if branches else [],
            choose=branches.choose if branches else None,
            leave=branches.leave if branches else None,
        )
    except _core.PlanError as error:
        raise PlanError(in_plan_words(str(error))) from None
    except RuntimeError as error:
        raise RunError(str(error)) from error


def in_plan_words(sentence: str) -> str:
    """Translate attribute names in a sentence of the extension into keys: QueueSize becomes queue_size.

    @param sentence: what the extension says
    @return: the same in the words of plans
    """
    names = {attribute(key.name): key.name for key in KEYS.values() if key.core}
    return re.sub(r"(?<!:)\b[A-Z][A-Za-z]*\b", lambda word: names.get(word[0], word[0]), sentence)


def _save_trace(task: Task, result: Run, steps: Mapping[str, Any], folder: Path) -> None:
    """Write what the servers did as a trace of event 10046."""
    kinds = [str(table.get("kind", "query")) for table in task.plan.tables("statement")]
    lines = trace_lines(result, steps, str(task.plan["server.release"]), kinds)
    files.current.write(folder / TRACE_FILE, _in_parts(lines))


def _in_parts(lines: Iterator[str]) -> Iterator[bytes]:
    """Yield lines in parts, of which each is one write."""
    while part := "".join(itertools.islice(lines, 1000)):
        yield part.encode()


def _save_plan(task: Task, folder: Path) -> None:
    """Write the plan with all defaults, so that the folder is self-contained."""
    for number, (_name, _attributes, times) in enumerate(task.groups):
        if times:
            path = folder / _arrival_file(number)
            files.current.write(path, "".join(f"{time}ns\n" for time in times).encode())
    for number, link in enumerate(task.lists["link"]):
        for key in _FILE_KEYS:
            # With the contents that were read: a worker may not have access to the file.
            if text := link.get(attribute(key)):
                files.current.write(folder / _trace_file(number, key), text.encode())
    if text := task.sections["path"].get("JitterFile"):
        files.current.write(folder / _JITTER_FILE, text.encode())
    plan = _plan_text(task)
    for number, (known, content) in enumerate(task.own_files().items()):
        name = f"own-{number}.toml"
        files.current.write(folder / name, content.encode())
        plan = plan.replace(show(FILE + known).encode(), show(FILE + name).encode())
    files.current.write(folder / "plan.toml", plan)


_FILE_KEYS: Final = (*TRACE_KEYS, "jitter_file")
"""Keys of a link that name files."""
_JITTER_FILE: Final = "jitter-file.txt"
"""Name of the file with the delays of a path."""


def _trace_file(number: int, key: str) -> str:
    """Return the name of the file with a trace of a link."""
    return f"{key.replace('_', '-')}-{number}.txt"


def _with_traces(task: Task) -> tuple[Mapping[str, object], ...]:
    """Return the links with the file names of their traces."""
    return tuple(
        {**link, **{key: _trace_file(number, key) for key in _FILE_KEYS if link.get(key) is not None}}
        for number, link in enumerate(task.plan.tables("link"))
    )


def _arrival_file(number: int) -> str:
    """Return the name of the file with the arrivals of a group."""
    return f"arrivals-{number}.txt"


# The next replication has the same plan.
@functools.lru_cache(maxsize=1)
def _plan_text(task: Task) -> bytes:
    """Write the plan with all defaults as TOML."""
    # Keys without a meaning for a network of sites, or for the protocol, would be refused when the file is read.
    values = {
        path: value
        for path, (value, _origin) in complete(task.plan).items()
        if value is not None and applies(task.plan, path)
    }
    if "path.jitter_file" in values:
        values["path.jitter_file"] = _JITTER_FILE
    if task.row_lengths:
        values["query.row_length"] = tuple(task.row_lengths)
    groups = _with_arrivals(task, values)
    groups = tuple(_with_defaults(task.plan, table, values) for table in groups)
    text = write_values(values)
    for section, tables in {**task.plan.lists, "group": groups, "link": _with_traces(task)}.items():
        text += "\n".join(write_tables(section, tables))
    notes = "".join(f"# not modelled: {name}\n" for name in task.unmodelled)
    if task.network_library:
        notes += f"# network.library: a file with the SHA-256 {library_hash(task.network_library)}\n"
    return f"{notes}{text.rstrip()}\n".encode()


def _with_defaults(
    plan: Plan, table: Mapping[str, object], values: dict[str, object]
) -> Mapping[str, object]:
    """Return a group with the defaults of its driver, and remove these from the sections that all groups share."""
    result = dict(table)
    found = complete_group(plan, table)
    for key in keys_of("client"):
        if not has_meaning(plan, key.path):
            continue
        value, origin = found.get(key.path, (None, "plan"))
        if origin not in ("plan", "default"):
            values.pop(key.path, None)
            result |= {key.name: value} if value is not None else {}
    if not plan.is_set("client.tcp.no_delay"):
        values.pop("client.tcp.no_delay", None)
    return result


def _with_arrivals(task: Task, values: dict[str, object]) -> tuple[Mapping[str, object], ...]:
    """Return the groups with the file names of their arrivals."""
    result: list[Mapping[str, object]] = []
    for number, (_name, _attributes, times) in enumerate(task.groups):
        file = _arrival_file(number)
        if task.plan.groups:
            result.append({**task.plan.groups[number], **({"arrival_file": file} if times else {})})
        elif times:
            values["client.arrival_file"] = file
    return tuple(result)
