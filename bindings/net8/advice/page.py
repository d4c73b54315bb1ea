# SPDX-License-Identifier: GPL-2.0-only
"""Advice as one HTML page that needs no other file: figures, numbers, what it is based on, and its making."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from net8.advice.advise import Advice, Tried
from net8.advice.views import percent, plain, sentences, tried_rows, value
from net8.base.html import table_html
from net8.base.page import BAR, COLOURS, WIDTH, box, drawing, figure, missing, scroll, whole_page
from net8.base.words import many
from net8.schema.metrics import METRICS

__all__ = ["page"]

_MOST_ROWS: Final = 20
_MOST_BARS: Final = 8
_KEYS: Final = {"advised": COLOURS[0], "as it is": COLOURS[1], "others": COLOURS[2]}


def page(advice: Advice, subject: str, command: str) -> str:
    """Write advice as a page.

    @param advice: the advice
    @param subject: the plan or the file that it is for
    @param command: the command that makes it again
    @return: HTML
    """
    return whole_page("Which settings are best", _body(advice, subject), command)


def _body(advice: Advice, subject: str) -> Iterator[str]:
    """Yield what is on the page."""
    yield f"<p>{escape(subject)}</p>"
    yield f"<ul>{''.join(f'<li>{escape(sentence)}</li>' for sentence in sentences(advice))}</ul>"
    yield missing(advice.notes, "What to know about it")
    metric = METRICS[advice.metric]
    yield "<h2>What was tried</h2>"
    unit = f" in {metric.unit}" if metric.unit else ""
    yield figure(
        _bars(advice), f"{metric.title}{unit}: {'less' if advice.less else 'more'} is better. Colours:", _KEYS
    )
    keys = list(dict.fromkeys(key for tried in advice.tried for key in tried.values))
    head = (
        *keys, metric.label, "±", "runs", "closed form", "worse by (%)", "memory (kB)", "round trips",
    )  # fmt: skip
    rows = advice.tried[:_MOST_ROWS]
    left = len(advice.tried) - len(rows)
    yield scroll(
        table_html("", head, tried_rows(advice, rows), f"{left} more: net8 advise --all" if left else "")
    )
    if advice.effects:
        yield "<h2>What each key changes</h2>"
        yield scroll(table_html("", ("key", "value", "worse by", "how it is known"), _effects(advice)))
    yield "<h2>Assumptions</h2>"
    yield (
        f"<p>{many(advice.runs, 'run')} of {advice.grid_runs:,}; intervals of {advice.confidence:.0%}; below "
        f"{percent(advice.margin)} nothing counts as a difference. "
        + ("All others are worse or as good, " if advice.sure else "Others may be as good or better, ")
        + "of those that were compared.</p>"
    )


def _effects(advice: Advice) -> Iterator[tuple[str, str, str, str]]:
    """Yield what other values of each key change."""
    for each in advice.effects:
        known = each.settled(advice.margin)
        how = "simulated" if each.simulated else "estimated" if known else "not known"
        around = f"{each.key} (advised {plain(advice.around.get(each.key))})"
        yield around, plain(each.value), percent(each.loss) if known else "", how


def _bars(advice: Advice) -> str:
    """Draw a bar for each of the best combinations, and for the plan as it is."""
    shown = [tried for tried in advice.tried if tried.measured][:_MOST_BARS]
    if advice.own.measured and advice.own not in shown:
        shown.append(advice.own)
    most = max((tried.measured.mean for tried in shown if tried.measured), default=0.0) or 1.0
    drawn = []
    for place, tried in enumerate(shown):
        top = place * 2 * BAR
        told = f"{_name(tried)}: {value(advice, tried)}"
        drawn.append(f"<text x='0' y='{top + BAR * 0.8:g}'>{escape(told)}</text>")
        mean = tried.measured.mean if tried.measured else 0.0
        drawn.append(
            box(1, top + BAR, max(mean / most * (WIDTH - 2), 0.5), BAR * 0.7, _colour(advice, tried), told)
        )
    return drawing(2 * BAR * max(len(shown), 1), drawn)


def _colour(advice: Advice, tried: Tried) -> str:
    """Return the colour of a combination."""
    return _KEYS["advised" if tried == advice.best else "as it is" if tried == advice.own else "others"]


def _name(tried: Tried) -> str:
    """Name a combination in few words."""
    told = (f"{key.rpartition('.')[2]} {plain(value)}" for key, value in tried.values.items())
    return ", ".join(told) or "as it is"
