# SPDX-License-Identifier: GPL-2.0-only
"""Progress for people: a bar on a terminal, a line that changes in a notebook, now and then a line in a log."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from net8.base.progress import Progress, Tell
from net8.base.terminal import console
from net8.base.words import many

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["progress_listener", "sentence", "show_progress"]

DRAW_INTERVAL_S: Final = 0.1
"""Seconds between two drawings of a bar."""
LOG_INTERVAL_S: Final = 5.0
"""Seconds between two lines of a log."""


@contextlib.contextmanager
def show_progress(screen: Console) -> Iterator[Tell]:
    """Show how far a sweep or a run is.

    @param screen: where to
    @return: the function to report to
    """
    if screen.is_jupyter:
        yield _notebook()
    elif screen.is_terminal:
        with _terminal(screen) as tell:
            yield tell
    else:
        yield _log(screen)


@contextlib.contextmanager
def progress_listener(progress: bool | Tell | None) -> Iterator[Tell | None]:
    """Turn what a caller gave as progress into the function to report to.

    @param progress: True to show it here, a function to call, or nothing
    @return: the function, or None
    """
    if progress is True:
        with show_progress(console()) as tell:
            yield tell
    else:
        yield progress or None


@contextlib.contextmanager
def _terminal(screen: Console) -> Iterator[Tell]:
    """Show a bar that goes away at the end."""
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.fields[runs]}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[text]}", markup=False),
    )
    last = -math.inf
    # Without a thread that draws, workers can be forked.
    with Bar(*columns, console=screen, transient=True, auto_refresh=False) as bar:
        task = bar.add_task("", total=None, runs="starting", text="")
        bar.refresh()

        def tell(progress: Progress) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last < DRAW_INTERVAL_S:
                return
            last = now
            bar.update(
                task, completed=progress.share, total=1, runs=_runs(progress),
                text="; ".join(_details(progress)), refresh=True,
            )  # fmt: skip

        yield tell


def _notebook() -> Tell:
    """Show one line that is replaced; unlike bars of libraries it needs no widgets."""
    from IPython.display import display

    handle = display({"text/plain": "starting"}, raw=True, display_id=True)
    last = -math.inf

    def tell(progress: Progress) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= 0.25 or progress.done == progress.total:
            last = now
            handle.update({"text/plain": sentence(progress)}, raw=True)

    return tell


def _log(screen: Console) -> Tell:
    """Print a line at the end and every few seconds before."""
    last = time.monotonic()

    def tell(progress: Progress) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= LOG_INTERVAL_S or progress.done == progress.total:
            last = now
            screen.print(sentence(progress), markup=False, highlight=False, soft_wrap=True)

    return tell


def sentence(progress: Progress) -> str:
    """Describe how far it is.

    @param progress: how far it is
    @return: such as "3 of 10 runs done; 12.3 s simulated, 1.2 million events/s; 40 s gone, about 2 min left"
    """
    return "; ".join([f"{_runs(progress)} done", *_details(progress)])


def _runs(progress: Progress) -> str:
    failed = f" ({progress.failed} failed)" if progress.failed else ""
    return f"{progress.done} of {many(progress.total, 'run')}{failed}"


def _details(progress: Progress) -> list[str]:
    """Describe what runs under way say, and how long it takes."""
    found = [progress.note] if progress.note else []
    if progress.running:
        simulated = max(run.report.simulated_s for run in progress.running)
        most = "at most " if len(progress.running) > 1 else ""
        found.append(f"{most}{simulated:.3g} s simulated, {_count(progress.events_per_s)} events/s")
    rest = progress.rest_s
    left = f", about {_duration(rest)} left" if rest is not None and progress.done < progress.total else ""
    return [*found, f"{_duration(progress.elapsed_s)} gone{left}"]


def _count(number: float) -> str:
    """Write a large number in a few characters."""
    for limit, word in ((1e6, " million"), (1e3, " thousand")):
        if number >= limit:
            return f"{number / limit:.3g}{word}"
    return f"{number:.0f}"


def _duration(seconds: float) -> str:
    """Write a wall time in the two largest units that it needs."""
    whole = math.ceil(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
