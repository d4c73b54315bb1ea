# SPDX-License-Identifier: GPL-2.0-only
"""What became of pages over HTTP and FTP, from the counters of a run."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

__all__ = ["measure_pages"]

_PAGES: Final = re.compile(r"end_point_\d+_pages")


def measure_pages(counters: Mapping[str, int]) -> dict[str, float | None]:
    """Measure the pages of all end points together.

    @param counters: those of a run
    @return: value by column name; nothing for a run in which nobody asked for pages
    """
    asked = [name for name in counters if _PAGES.fullmatch(name)]
    if not asked:
        return {}
    pages = sum(counters[name] for name in asked)
    times = [name.removesuffix("s") + "_time" for name in asked]
    total_ns = sum(counters[f"{name}_sum_ns"] for name in times)
    return {
        "pages": pages,
        "failed_pages": sum(counters[f"{name}_failed"] + counters[f"{name}_open"] for name in asked),
        "page_time_s": total_ns / pages / 1e9 if pages else None,
        "page_time_max_s": max(counters[f"{name}_max_ns"] for name in times) / 1e9 if pages else None,
    }
