# SPDX-License-Identifier: GPL-2.0-only
"""Read pages of HTML in tests."""

from __future__ import annotations

from html.parser import HTMLParser


class PageReader(HTMLParser):
    """Reads a page: what it opens and closes, what it points to, and its words."""

    def __init__(self) -> None:
        """Start with nothing."""
        super().__init__()
        self.open: list[str] = []
        self.points: list[str] = []
        self.words: list[str] = []
        self.boxes = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Count a box, and keep what it points to."""
        if tag != "meta":
            self.open.append(tag)
        self.boxes += tag == "rect"
        self.points += [value or "" for name, value in attrs if name in ("src", "href", "data")]

    def handle_endtag(self, tag: str) -> None:
        """Close what was opened last."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Keep words."""
        self.words.append(data)
