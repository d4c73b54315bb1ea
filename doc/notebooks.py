# SPDX-License-Identifier: GPL-2.0-only
"""Execute the tutorial notebooks, and make pages of the site of them.

.venv/bin/python doc/notebooks.py executes them and stores what their cells gave; tests execute and compare them. The
one about C++ needs the C++ package: cmake --install build/release --component cpp --prefix FOLDER, NET8_PREFIX=FOLDER.
Code cells are plain Python without magics, so that no kernel is needed for either.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from markdown_it import MarkdownIt

__all__ = ["FOLDER", "execute", "page", "read", "renew", "texts"]

FOLDER: Final = Path(__file__).resolve().parents[1] / "examples" / "tutorials"


def read(path: Path) -> dict[str, Any]:
    """Read a notebook.

    @param path: an .ipynb
    @return: its document, by the format of Jupyter, version 4
    """
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document


def execute(path: Path, folder: Path) -> list[list[dict[str, Any]]]:
    """Execute the code cells of a notebook one after another, in one namespace, as a kernel would.

    @param path: an .ipynb
    @param folder: where they work; it is made the working folder for that time
    @return: outputs of each code cell, in the format of Jupyter
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    outputs = []
    with contextlib.chdir(folder):
        for number, cell in enumerate(each for each in read(path)["cells"] if each["cell_type"] == "code"):
            outputs.append(_run("".join(cell["source"]), f"{path.name}, code cell {number + 1}", names))
    return outputs


def _run(source: str, place: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Execute one cell: what it prints, its figures, and the value of its last line if that is an expression."""
    tree = ast.parse(source, place)
    # As in IPython, a semicolon at the end keeps the value back.
    shown = tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";")
    last = tree.body.pop() if shown else None
    said, value = io.StringIO(), None
    with contextlib.redirect_stdout(said):
        exec(compile(tree, place, "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), place, "eval"), names)
    found: list[dict[str, Any]] = []
    if said.getvalue():
        found.append(
            {"name": "stdout", "output_type": "stream", "text": said.getvalue().splitlines(keepends=True)}
        )
    found += [
        {"data": {"image/svg+xml": svg}, "metadata": {}, "output_type": "display_data"} for svg in _figures()
    ]
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = str(value._repr_html_()).splitlines(keepends=True)
        found.append({"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return found


def _figures() -> Iterator[list[str]]:
    """Yield the figures of matplotlib that a cell left open, and close them, as a notebook does."""
    if "matplotlib.pyplot" not in sys.modules:
        return
    import matplotlib
    from matplotlib import pyplot

    with matplotlib.rc_context({"svg.hashsalt": "net8"}):
        for number in pyplot.get_fignums():
            text = io.StringIO()
            pyplot.figure(number).savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None})
            yield text.getvalue().splitlines(keepends=True)
    pyplot.close("all")


def texts(outputs: list[dict[str, Any]]) -> list[str]:
    """Return what outputs say as text; a figure is only told to be one, as its drawing may differ by version.

    @param outputs: of a cell
    @return: a text for each
    """
    return [
        "".join(each["text"] if "text" in each else each["data"].get("text/plain", "figure"))
        for each in outputs
    ]


def renew(path: Path, folder: Path) -> None:
    """Execute a notebook and store what its cells gave.

    @param path: an .ipynb
    @param folder: where it works
    """
    document = read(path)
    given = iter(execute(path, folder))
    for cell in document["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = next(given), None
    path.write_text(
        json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8"
    )


def page(path: Path) -> Iterator[str]:
    """Yield the page of a notebook for Sphinx, with the outputs that it stores.

    @param path: an .ipynb whose first cell begins with a heading
    @return: lines of reStructuredText
    """
    for number, cell in enumerate(read(path)["cells"]):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            if number == 0:
                title, _, source = source.partition("\n")
                title = title.lstrip("# ")
                yield from (title, "-" * len(title), "")
            yield from _raw(MarkdownIt().render(source))
            continue
        yield from (".. code-block:: python", "", *_indented(source), "")
        for output in cell["outputs"]:
            data = output.get("data", {"text/plain": output.get("text", [])})
            markup = data.get("text/html") or data.get("image/svg+xml")
            if markup:
                # The page scrolls a table or a figure that is wider than a phone, and not itself.
                inside = (
                    re.sub(r"^.*?(?=<svg)", "", "".join(markup), flags=re.DOTALL)
                    if "<svg" in "".join(markup)
                    else "".join(markup)
                )
                yield from _raw(f'<div style="overflow-x: auto">\n{inside}\n</div>')
            else:
                yield from (".. code-block:: text", "", *_indented("".join(data["text/plain"])), "")


def _raw(markup: str) -> list[str]:
    """Put HTML into a page."""
    return [".. raw:: html", "", *_indented(markup), ""] if markup.strip() else []


def _indented(text: str) -> list[str]:
    """Return lines as the body of a directive."""
    return [f"   {line}" if line.strip() else "" for line in text.splitlines()]


def main() -> None:
    """Execute every notebook in a folder of its own and store what comes out."""
    import tempfile

    os.environ["MPLBACKEND"] = "agg"
    for path in sorted(FOLDER.glob("*.ipynb")):
        with tempfile.TemporaryDirectory() as folder:
            renew(path, Path(folder))
        print(path)


if __name__ == "__main__":
    main()
