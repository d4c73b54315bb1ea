# SPDX-License-Identifier: GPL-2.0-only
"""Measure how a tree is built: floors and circles of imports, circles of includes, largest files and classes.

``python test/structure.py [FOLDER]`` prints it of any commit that is unpacked there; doc/architecture.md has numbers.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

__all__ = ["circles", "floors", "measure"]

Graph = Mapping[str, set[str]]


def measure(top: Path) -> dict[str, object]:
    """Measure a tree.

    @param top: its root
    @return: value by what it is
    """
    package = top / "bindings" / "net8"
    modules = {_module(path, package.parent): path for path in sorted(package.rglob("*.py"))}
    imports = {name: _imported(path, modules) for name, path in modules.items()}
    code = [
        path
        for folder in ("model", "helper")
        for path in sorted((top / folder).rglob("net8-*"))
        if path.suffix in (".h", ".cc")
    ]
    headers = [path for path in code if path.suffix == ".h"]
    return {
        "Python modules": len(modules),
        "Python packages": len({path.parent for path in modules.values()}),
        "most modules in one folder": max(Counter(path.parent for path in modules.values()).values()),
        "floors of imports": floors(imports),
        "circles of imports": len(circles(imports)),
        "imports in functions": sum(_late(path) for path in modules.values()),
        "largest Python file, lines": _largest(modules.values()),
        "C++ headers": len(headers),
        "circles of headers": len(circles(_includes(headers))),
        "circles of headers with their sources": len(circles(_includes(code))),
        "largest C++ file, lines": _largest(code),
        "most attributes of a class": _most_attributes(code),
    }


def floors(graph: Graph) -> int:
    """Count the modules on the longest chain of imports; a circle counts as one.

    @param graph: what each module imports
    @return: modules one above the other
    """
    home = {name: index for index, ring in enumerate(_components(graph)) for name in ring}
    height: dict[int, int] = {}
    for index, ring in enumerate(_components(graph)):
        below = {home[other] for name in ring for other in graph[name]} - {index}
        height[index] = 1 + max((height[other] for other in below), default=0)
    return max(height.values(), default=0)


def circles(graph: Graph) -> list[list[str]]:
    """Find sets of modules that import each other, directly or not.

    @param graph: what each module imports
    @return: the sets, none where nothing imports itself
    """
    return [sorted(ring) for ring in _components(graph) if len(ring) > 1]


def _components(graph: Graph) -> list[list[str]]:
    """Return the strongly connected components, those that are imported first (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph[node]):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            place = stack.index(node)
            found.append(stack[place:])
            del stack[place:]

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


def _module(path: Path, top: Path) -> str:
    """Return the full name of a module."""
    return ".".join(path.relative_to(top).with_suffix("").parts).removesuffix(".__init__")


def _import_nodes(tree: ast.AST, late: bool = False) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Yield all imports, and whether each stands in a function."""
    for child in ast.iter_child_nodes(tree):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, late
        yield from _import_nodes(
            child, late or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        )


def _imported(path: Path, modules: Mapping[str, Path]) -> set[str]:
    """Return the modules of the package that one imports; the names that a package passes on are not its imports."""
    found: set[str] = set()
    for node, _late in _import_nodes(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names]
        if isinstance(node, ast.ImportFrom):
            names = [
                f"{node.module}.{name}" if f"{node.module}.{name}" in modules else str(node.module)
                for name in names
            ]
        found |= set(names) & modules.keys()
    return found - {_module(path, next(iter(modules.values())).parents[1]), "net8"}


def _late(path: Path) -> int:
    """Count the imports in functions."""
    return sum(late for _node, late in _import_nodes(ast.parse(path.read_text(encoding="utf-8"))))


def _includes(paths: Iterable[Path]) -> dict[str, set[str]]:
    """Return what each header includes, with what its source file includes where that is given too."""
    found: dict[str, set[str]] = {}
    for path in paths:
        names = re.findall(
            r'^#include [<"](?:ns3/)?([^>"]+)\.h[>"]', path.read_text(encoding="utf-8"), re.MULTILINE
        )
        found.setdefault(path.stem, set()).update(names)
    return {stem: names & found.keys() - {stem} for stem, names in found.items()}


def _largest(paths: Iterable[Path]) -> str:
    """Return the most lines of a file, and its name."""
    lines, name = max((path.read_bytes().count(b"\n"), path.name) for path in paths)
    return f"{lines} ({name})"


def _most_attributes(code: list[Path]) -> str:
    """Return the most attributes that one class adds, and the file of that class."""
    most, name = max((path.read_text(encoding="utf-8").count(".AddAttribute("), path.name) for path in code)
    return f"{most} ({name})"


if __name__ == "__main__":
    for what, value in measure(Path(sys.argv[1] if len(sys.argv) > 1 else ".")).items():
        print(f"{what:40} {value}")
