# SPDX-License-Identifier: GPL-2.0-only
"""Draw with gnuplot: SVG for pages, PNG for screens, the script beside them."""

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

__all__ = ["COLOURS", "draw", "multiplot", "quoted", "stamp"]

# Okabe and Ito: told apart with any colour vision.
COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#7F7F7F")
_TITLE_PX_PER_LETTER: Final = 9
_LEAST_ROOM_BYTES: Final = 1 << 20


def draw(name: str, script: str, folder: Path) -> list[Path]:
    """Draw a figure; what is drawn already is left alone.

    @param name: file name without its ending
    @param script: gnuplot script that writes name.svg and name.png
    @param folder: where to
    @return: SVG and PNG file
    """
    try:
        return _draw(name, script, folder)
    except OSError as error:
        raise ToolError(f"{folder / name} was not drawn: {cause(error, folder)}") from None


def _draw(name: str, script: str, folder: Path) -> list[Path]:
    """Draw a figure in a folder that may not be there."""
    folder.mkdir(parents=True, exist_ok=True)
    images = [folder / f"{name}.{ending}" for ending in ("svg", "png")]
    kept = folder / f"{name}.gp"
    drawn = kept.is_file() and kept.read_text(encoding="utf-8") == script
    if not (drawn and all(image.is_file() for image in images)):
        kept.unlink(missing_ok=True)
        _gnuplot(script, folder)
        if not images[0].read_bytes().rstrip().endswith(b"</svg>"):
            # gnuplot does not look whether there was room.
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        _finish(images[0], script)
        kept.write_text(script, encoding="utf-8")
    return images


def _gnuplot(text: str, folder: Path) -> None:
    """Let gnuplot run a script in a folder."""
    program = shutil.which("gnuplot")
    if program is None:
        raise ToolError(
            "gnuplot is not installed, so no figure was drawn; apt-get install gnuplot-nox brings it"
        )
    done = subprocess.run([program, "-"], input=text, text=True, capture_output=True, cwd=folder, check=False)
    if done.returncode != 0 and free_bytes(folder) < _LEAST_ROOM_BYTES:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    if done.returncode != 0:
        raise ToolError(f"gnuplot failed: {' '.join(done.stderr.split())[-300:]}")


def _finish(svg: Path, script: str) -> None:
    """Name the bold font as browsers know it, where gnuplot writes what is between its quotes, and put a stamp on."""
    text = svg.read_text(encoding="utf-8")
    named = text.replace('font-family="DejaVu Sans:Bold"', 'font-family="DejaVu Sans" font-weight="bold"')
    svg.write_text(named.replace("<title>Gnuplot</title>", stamp(script), 1), encoding="utf-8")


def stamp(script: str) -> str:
    """Return the element that tells from which script, data included, an SVG was drawn.

    @param script: the script
    @return: SVG metadata, the same whatever gnuplot drew
    """
    return f"<metadata>net8 {hashlib.sha256(script.encode()).hexdigest()}</metadata>"


def quoted(text: str) -> str:
    """Write a text for gnuplot; single quotes keep it from reading anything into it.

    @param text: any text
    @return: the text in quotes
    """
    return "'" + text.replace("'", "''").replace("\n", " ") + "'"


def multiplot(name: str, title: str, size_px: tuple[int, int], data: str, panels: Sequence[str]) -> str:
    """Write a script that draws panels under one title, as SVG and as PNG.

    @param name: file name without its ending
    @param title: the message
    @param size_px: width and height
    @param data: data blocks
    @param panels: the commands of each panel
    @return: the script
    """
    parts = ["# Made by net8; gnuplot runs it again.", data]
    for terminal, ending, bold in (
        ("svg noenhanced font 'DejaVu Sans,13' background '#ffffff'", "svg", 15),
        ("pngcairo noenhanced font 'DejaVu Sans,10'", "png", 11),
    ):
        shown = quoted(_wrapped(title, size_px[0] // _TITLE_PX_PER_LETTER))
        parts += [
            f"set terminal {terminal} size {size_px[0]},{size_px[1]}",
            f"set output {quoted(f'{name}.{ending}')}",
            f"set multiplot title {shown} font 'DejaVu Sans:Bold,{bold}'",
            *panels,
            "unset multiplot",
            "unset output",
        ]
    return "\n".join(parts) + "\n"


def _wrapped(title: str, columns: int) -> str:
    """Keep a title inside the picture."""
    return title if len(title) <= columns else title[: columns - 1].rsplit(" ", 1)[0] + " …"
