# SPDX-License-Identifier: GPL-2.0-only
"""Numbers of things in sentences."""

from __future__ import annotations

__all__ = ["many"]


def many(count: int, noun: str) -> str:
    """Write a number of things.

    @param count: how many
    @param noun: one of them, whose plural ends in s
    @return: such as "1 run" and "1,200 runs"
    """
    return f"{count:,} {noun}{'s' * (count != 1)}"
