# SPDX-License-Identifier: GPL-2.0-only
"""Shares that add up to 100.0 per cent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

__all__ = ["shares"]

_WHOLE: Final = 1000
"""Tenths of a per cent."""


def shares(times: Sequence[int]) -> list[float]:
    """Return the shares of times in per cent with one decimal, by the method of largest remainders.

    @param times: whole numbers of 0 or more
    @return: shares that add up to 100.0, or zeros if there is no time
    """
    total = sum(times)
    if total == 0:
        return [0.0] * len(times)
    tenths = [time * _WHOLE // total for time in times]
    # Python sorts stably: of equal remainders the earlier row gets the tenth.
    order = sorted(range(len(times)), key=lambda place: -(times[place] * _WHOLE % total))
    for place in order[: _WHOLE - sum(tenths)]:
        tenths[place] += 1
    return [tenth / 10 for tenth in tenths]
