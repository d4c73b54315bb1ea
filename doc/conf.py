# SPDX-License-Identifier: GPL-2.0-only
"""The Sphinx site of net8: ./net8 doc builds it, with warnings as errors."""

import re
import sys
import tomllib
from pathlib import Path

from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import generate  # noqa: E402

_pyproject = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))

project = "ns3-net8"
author = "The ns3-net8 authors"
copyright = "The ns3-net8 authors, GPL-2.0-only"
version = release = _pyproject["project"]["version"]

extensions = ["sphinx.ext.autodoc"]
exclude_patterns = ["architecture.md", "generated"]
html_theme = "furo"
html_title = f"ns3-net8 {release}"
html_theme_options = {"source_directory": "doc/"}
html_static_path = ["static"]
html_css_files = ["phone.css"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
nitpicky = False


def _fields(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Turn the project's @param and @return, the same in C++ and Python, into Sphinx's fields."""
    for i, line in enumerate(lines):
        lines[i] = re.sub(r"^\s*@(param \w+|return|raises \w+):?\s*", r":\1: ", line)


def setup(app: Sphinx) -> None:
    """Write the generated pages before Sphinx reads its sources."""
    generate.write_all(HERE.parent, HERE / "generated")
    app.connect("autodoc-process-docstring", _fields)
