# SPDX-License-Identifier: GPL-2.0-only
"""Draw charts as SVG and PNG, and write gnuplot's scripts."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from net8.base.errors import ToolError
from net8.base.files import cause, free_bytes
from net8.figure.chart import Chart
from net8.figure.gnuplot import script
from net8.figure.page import SCREEN

__all__ = ["draw", "draw_script", "stamp"]

_LEAST_ROOM_BYTES: Final = 1 << 20
_LAST_BYTES: Final = {".svg": b"</svg>", ".pdf": b"%%EOF", ".tikz": b"%% gnuplot variables"}
"""Last bytes of a complete file."""


def draw(chart: Chart, folder: Path) -> list[Path]:
    """Draw a chart; files that are up to date are kept.

    @param chart: the chart
    @param folder: output folder
    @return: its files, by default SVG and PNG
    """
    return draw_script(chart.name, script(chart), folder, chart.page.formats)


def draw_script(name: str, text: str, folder: Path, formats: Sequence[str] = SCREEN.formats) -> list[Path]:
    """Run a script of gnuplot; files that are up to date are kept.

    @param name: name of its files, without extension
    @param text: the script
    @param folder: output folder
    @param formats: their extensions
    @return: the files
    """
    try:
        return _draw(name, text, folder, formats)
    except OSError as error:
        raise ToolError(f"{folder / name} was not drawn: {cause(error, folder)}") from None


def _draw(name: str, text: str, folder: Path, formats: Sequence[str]) -> list[Path]:
    """Run a script in a folder, which is created if missing."""
    folder.mkdir(parents=True, exist_ok=True)
    images = [folder / f"{name}.{ending}" for ending in formats]
    kept = folder / f"{name}.gp"
    drawn = kept.is_file() and kept.read_text(encoding="utf-8") == text
    if not (drawn and all(image.is_file() for image in images)):
        kept.unlink(missing_ok=True)
        _run_gnuplot(text, folder)
        for image in images:
            ending = _LAST_BYTES.get(image.suffix)
            if ending and not image.read_bytes().rstrip().endswith(ending):
                # gnuplot does not notice a full disk.
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            if image.suffix == ".svg":
                _finish(image, text)
        kept.write_text(text, encoding="utf-8")
    return images


def _run_gnuplot(text: str, folder: Path) -> None:
    """Run a script in a folder."""
    program = shutil.which("gnuplot")
    if program is None:
        raise ToolError(
            "gnuplot is not installed, so no figure was drawn; install it, such as with apt-get install gnuplot-nox"
        )
    done = subprocess.run([program, "-"], input=text, text=True, capture_output=True, cwd=folder, check=False)
    if done.returncode != 0 and free_bytes(folder) < _LEAST_ROOM_BYTES:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    if done.returncode != 0:
        raise ToolError(f"gnuplot failed: {' '.join(done.stderr.split())[-300:]}")


def _finish(svg: Path, text: str) -> None:
    """Write the bold font in the notation of browsers, which gnuplot does not use, and add a stamp."""
    drawn = svg.read_text(encoding="utf-8")
    named = drawn.replace('font-family="DejaVu Sans:Bold"', 'font-family="DejaVu Sans" font-weight="bold"')
    svg.write_text(named.replace("<title>Gnuplot</title>", stamp(text), 1), encoding="utf-8")


def stamp(text: str) -> str:
    """Return the SVG element with the hash of the script, including data, from which the SVG was drawn.

    @param text: the script
    @return: SVG metadata, independent of the version of gnuplot
    """
    return f"<metadata>net8 {hashlib.sha256(text.encode()).hexdigest()}</metadata>"
