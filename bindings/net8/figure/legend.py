# SPDX-License-Identifier: GPL-2.0-only
"""The legend: next to the panels, or between title and panels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from net8.figure.chart import Chart
from net8.figure.quoting import quoted

__all__ = ["Legend"]

_LETTER_PX: Final = 8
_SAMPLE_PX: Final = 56
_TOP_LINE_PX, _SIDE_LINE_PX = 20, 17
_MARGIN_PX: Final = 20


@dataclass(frozen=True, slots=True)
class Legend:
    """The names of the curves of a chart."""

    title: str  #: what the curves differ in
    names: tuple[str, ...]  #: each name once
    room_px: int  #: width for names above the panels

    @staticmethod
    def of(chart: Chart, room_px: int) -> Legend:
        """Return the legend of a chart; it is empty if there is nothing to distinguish.

        @param chart: the chart
        @param room_px: width above the panels
        @return: the legend, possibly without names
        """
        names = tuple(curve.name for curve in chart.named)
        return Legend(chart.legend, names if len(names) > 1 or chart.legend else (), room_px)

    @property
    def side_px(self) -> int:
        """The width that it takes next to the panels."""
        if not self.names:
            return _MARGIN_PX
        return 70 + _LETTER_PX * max(len(text) for text in (*self.names, self.title))

    @property
    def side_height_px(self) -> int:
        """The height that it takes next to the panels, where it must not be cut off."""
        return (len(self.names) + 2) * _SIDE_LINE_PX

    @property
    def top_px(self) -> int:
        """The height that it takes above the panels."""
        rows = -(-len(self.names) // self._columns) + (not self._is_title_short)
        return _TOP_LINE_PX * max(rows, 2)

    @property
    def _columns(self) -> int:
        """The number of names that fit in a row."""
        return max(1, (self.room_px - self._left_px) // self._name_px)

    @property
    def _left_px(self) -> int:
        """The distance of the first name from the left: after the title if that is short."""
        return _LETTER_PX * len(self.title) if self._is_title_short else 0

    @property
    def _is_title_short(self) -> bool:
        """Whether the title leaves enough room for names beside it."""
        title_px = _LETTER_PX * len(self.title)
        return title_px < self.room_px // 2 and title_px + self._name_px <= self.room_px

    @property
    def _name_px(self) -> int:
        """The width of the longest name with its sample."""
        return _SAMPLE_PX + _LETTER_PX * max(map(len, self.names), default=1)

    def beside(self, x_px: float, y_px: float, size_px: tuple[int, int]) -> list[str]:
        """Write the commands for names one below the other.

        @param x_px: left edge
        @param y_px: upper edge, from the lower edge of the picture
        @param size_px: of the picture
        @return: gnuplot's commands
        """
        place = f"{x_px / size_px[0]:.4f},{y_px / size_px[1]:.4f}"
        return [f"set key at screen {place} left top Left reverse title {quoted(self.title)} left"]

    def above(self, x_px: float, y_px: float, size_px: tuple[int, int]) -> list[str]:
        """Write the commands for names in rows.

        @param x_px: left edge
        @param y_px: upper edge, from the lower edge of the picture
        @param size_px: of the picture
        @return: gnuplot's commands
        """
        width, height = size_px
        row = 0 if self._is_title_short else _TOP_LINE_PX
        title = f"{x_px / width:.4f},{(y_px - 10) / height:.4f}"
        names = f"{(x_px + self._left_px) / width:.4f},{(y_px - row) / height:.4f}"
        return [
            f"set label 1 {quoted(self.title)} at screen {title} left",
            f"set key at screen {names} left top horizontal Left reverse samplen 4 maxcols {self._columns}",
        ]
