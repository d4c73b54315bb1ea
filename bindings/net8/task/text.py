# SPDX-License-Identifier: GPL-2.0-only
"""A task as text, for the processes that simulate it."""

from __future__ import annotations

import functools
import json
from typing import Any, Final

from net8.plan.plan import Plan
from net8.plan.resolve import Task

__all__ = ["read_task", "write_task"]

_KEPT_CHARACTERS: Final = 1 << 16
"""Longest text of a task that is kept for the next run: a list of row lengths may have many megabytes."""


# A sweep uses the same few tasks again and again.
@functools.lru_cache(maxsize=16)
def write_task(task: Task) -> str:
    """Write a task.

    @param task: the task
    @return: JSON
    """
    told = task.document() | {"unmodelled": task.unmodelled, "plan": _document(task.plan)}
    return json.dumps(told)


def read_task(text: str) -> Task:
    """Read the output of write_task.

    @param text: JSON
    @return: the task
    """
    return _kept(text) if len(text) <= _KEPT_CHARACTERS else _read(text)


def _read(text: str) -> Task:
    told = json.loads(text)
    return Task(
        **told
        | {
            "plan": Plan.of(told["plan"]),
            "groups": [tuple(group) for group in told["groups"]],
            "instances": [tuple(instance) for instance in told["instances"]],
            "unmodelled": tuple(told["unmodelled"]),
        }
    )


_kept = functools.lru_cache(maxsize=16)(_read)


def _document(plan: Plan) -> dict[str, Any]:
    """Return a plan as nested tables."""
    document: dict[str, Any] = {
        section: [dict(table) for table in tables] for section, tables in plan.lists.items()
    }
    for path, value in plan.values.items():
        *sections, name = path.split(".")
        table = document
        for section in sections:
            table = table.setdefault(section, {})
        table[name] = value
    return document
