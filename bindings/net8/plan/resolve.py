# SPDX-License-Identifier: GPL-2.0-only
"""From a plan to the document for C++: sections of attribute texts, row lengths, and their hash."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from dataclasses import dataclass, field
from typing import Any

from net8.plan.checks import run_checks
from net8.plan.clients import ClientGroup, client_groups, host_names, own_files
from net8.plan.cluster import Instance, instances
from net8.plan.connect import apply_files, check_descriptors
from net8.plan.connect_tls import with_protocols
from net8.plan.delay_table import with_delay_table
from net8.plan.failover import with_failover_mode
from net8.plan.fast_forward import may_skip
from net8.plan.network import as_sites, of_line
from net8.plan.outside import is_outside, library_hash, library_path, library_settings
from net8.plan.partition import sites_of_ranks
from net8.plan.plan import Plan
from net8.plan.row_lengths import row_lengths
from net8.plan.rtt_series import with_rtt_series
from net8.plan.stages import use_stages
from net8.plan.tables import attribute_lists, section_attributes
from net8.plan.tcp import spare_ns3
from net8.plan.tds import tds_attributes
from net8.plan.traces import with_traces
from net8.plan.traffic import has_demands
from net8.schema.key import FILE
from net8.schema.table import CORE_SECTIONS, PLAIN_LISTS

__all__ = ["Task", "resolve"]


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """Everything that one simulation needs, except seed and run number; equal tasks have equal digests."""

    sections: dict[str, dict[str, str]]  #: attributes by C++ object
    lists: dict[
        str, list[dict[str, str]]
    ]  #: attributes of each table, for lists that consist only of attributes
    row_lengths: list[int]  #: bytes of each row, empty when RowLength draws them
    plan: Plan  #: the plan with connect files read
    unmodelled: tuple[str, ...] = ()  #: parameters of connect files that change nothing here
    groups: list[ClientGroup] = field(default_factory=list)  #: groups of clients
    hosts: dict[str, list[str]] = field(default_factory=dict)  #: hosts behind each host name
    instances: list[Instance] = field(default_factory=list)  #: instances
    network_library: str = ""  #: shared library that builds the network
    network_settings: dict[str, str] = field(default_factory=dict)  #: its settings
    fast_forward: bool = False  #: whether calls that repeat may be skipped

    @property
    def partition(self) -> list[str]:
        """What each MPI rank simulates; none: one process."""
        return sites_of_ranks(self.plan)

    def document(self) -> dict[str, Any]:
        """Return the document for C++ and for other processes.

        @return: all fields except the plan and the unmodelled parameters
        """
        fields = (each.name for each in dataclasses.fields(self))
        return {name: getattr(self, name) for name in fields if name not in ("plan", "unmodelled")}

    def digest(self) -> str:
        """Hash what is simulated: equal experiments have equal hashes, however their plans are written.

        @return: hexadecimal SHA-256
        """
        told = self.document()
        if self.network_library:
            told["network_library"] = library_hash(self.network_library)
        del told["fast_forward"]  # It changes no result.
        written = json.dumps(told, sort_keys=True)
        # Where the files of drivers and releases are is nothing that is simulated; what they hold is.
        for path, text in self.own_files().items():
            content = FILE + hashlib.sha256(text.encode()).hexdigest()
            written = written.replace(json.dumps(FILE + path), json.dumps(content))
        return hashlib.sha256(written.encode()).hexdigest()

    def own_files(self) -> dict[str, str]:
        """Return what the files of drivers and releases hold.

        @return: their texts by name
        """
        return own_files(self.sections, self.groups, self.instances)


def resolve(plan: Plan) -> Task:
    """Read the files of a plan and write its attributes.

    @param plan: a plan; its sweep is ignored
    @return: the task
    """
    unmodelled = (*plan.ignored, *check_descriptors(plan))
    if any(plan.is_set(f"files.{name}") for name in ("connect", "tnsnames", "sqlnet", "listener")):
        plan, passed_over = apply_files(plan)
        unmodelled += passed_over
    plan, unmodelled = with_failover_mode(with_protocols(plan), unmodelled)
    if has_demands(plan):
        from net8.plan.demands import with_demands

        plan = with_demands(plan)[0]
    rows = row_lengths(plan)
    if rows and not plan.is_set("query.rows"):
        plan = plan.with_values({"query.rows": len(rows)}, where=plan.where("query.row_length"))
    unmodelled += run_checks(plan)
    plan = as_sites(plan) if of_line(plan) else plan
    plan = spare_ns3(plan)
    sections = tds_attributes(plan, {section: section_attributes(plan, section) for section in CORE_SECTIONS})
    library = str(library_path(plan)) if is_outside(plan) else ""
    own, path = {"jitter_file": plan["path.jitter_file"]}, {} if library else sections["path"]
    sections["path"] = with_delay_table(plan, own, "path", path)
    if rows:
        sections["query"].pop("RowLength")
    lists = {name: attribute_lists(name, plan.tables(name)) for name in PLAIN_LISTS}
    lists["link"] = with_traces(plan, plan.tables("link"), lists["link"])
    lists["link"] = [
        with_delay_table(plan, table, f"link.{table['name']}", own)
        for table, own in zip(plan.tables("link"), lists["link"], strict=True)
    ]
    lists["link"], lists["link_change"] = with_rtt_series(plan, lists["link"], lists["link_change"])
    sections["run"] = _run_attributes(plan, sections["run"])
    return Task(
        sections, lists, rows, plan, unmodelled, client_groups(plan), host_names(plan), instances(plan), library,
        library_settings(plan), may_skip(plan),
    )  # fmt: skip


def _run_attributes(plan: Plan, attributes: dict[str, str]) -> dict[str, str]:
    """Decide how the network is simulated, and leave out what has no effect, so that equal runs have equal hashes."""
    idle = {"Mpi", "Partition"} if not plan["run.partition"] else set()
    if "sessions" not in attributes["Series"].split(","):
        idle.add("SeriesSessions")
    network = "stages" if use_stages(plan) else "nodes"
    return {name: value for name, value in attributes.items() if name not in idle} | {"Network": network}
