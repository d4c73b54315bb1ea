# SPDX-License-Identifier: GPL-2.0-only
"""What the product declares and only tests use, or nobody: it belongs to test/, or is deleted.

Names are looked for as words in the text, so that a name which two classes have counts as used when one of them is.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Final

import net8_testing
import pytest
from net8 import _core

pytestmark = pytest.mark.plain

TOP: Final = Path(__file__).resolve().parents[3]
PACKAGE: Final = TOP / "bindings" / "net8"
ROOMS: Final = ("model", "helper")
#: Rooms without ns-3, whose classes nothing registers by name.
FREE: Final = frozenset(
    re.findall(
        r"\w+", re.findall(r"NET8_FREE_ROOMS ([^)]*)", (TOP / "cmake/Net8Sources.cmake").read_text())[0]
    )
)

SEEN = "a test sees by it what an object has come to, which nothing else shows"
SOCKET = "what a socket of Linux has, too: scripts of packetdrill use it"
USERS = "ns-3 programs ask for it; no program here does"
CALLED_ELSEWHERE = "called by its name by a library"
CPP_EXCEPTIONS: Final[dict[str, str]] = {
    "GetAccounts": SEEN,
    "GetAlpha": SEEN,
    "GetClientTransitions": SEEN,
    "GetDropped": SEEN,
    "GetGiveUpTime": SEEN,
    "GetHandler": SEEN,
    "GetInstance": SEEN,
    "GetInstanceCount": SEEN,
    "GetJobsDone": SEEN,
    "GetPeak": SEEN,
    "GetPieces": SEEN,
    "GetUndecided": SEEN,
    "GetWaitTime": SEEN,
    "IsLoggedOn": SEEN,
    "GetDispatcher": USERS,
    "IsReadable": SOCKET,
    "GetReceiveMemory": SOCKET,
    "IsReady": SOCKET,
    "SetQuickAck": SOCKET,
    "GetJobs": SEEN,
    "IsAsleep": SEEN,
    "difference_type": CALLED_ELSEWHERE,
    "is_transparent": CALLED_ELSEWHERE,
}
PYTHON_EXCEPTIONS: Final[dict[str, str]] = {
    "client_before_ns": "a test sees by it what an account has come to",
    "wait_above": "a closed form for notebooks, as the others of its class",
    **dict.fromkeys(
        ("pytest_addoption", "pytest_configure", "pytest_collection_modifyitems"),
        "pytest calls it, of a plugin",
    ),
    **dict.fromkeys(("log_message", "send_error"), "http.server calls it, of a handler"),
    "list_commands": "typer calls it, of a group of commands",
}

_COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
_WORD = re.compile(r"\b[A-Za-z_]\w*\b")
_TYPE = re.compile(r"\b(?:class|struct|concept)\s+(\w+)(?=\s*(?:final\b)?\s*[:{;\n<])|\busing\s+(\w+)\s*=")
#: A function in a header: its name, first on its line or behind a type.
_DECLARED = re.compile(r"^(?P<before>[\w:<>,*& \[\].]*?)(?<![\w:~])(?P<name>[A-Z]\w*)\(", re.MULTILINE)
_STATEMENT = re.compile(r"\b(?:return|new|delete|else|throw|case|if|while|for|switch)\b")
#: The line above a name that is first on its line: a type alone.
_TYPE_ALONE = re.compile(
    r"(?:virtual |static |inline |constexpr |const |friend |explicit |\[\[nodiscard\]\] )*[\w:<>,*& ]+[\w>*&]"
)
#: A definition outside of its class stands at the start of a line.
_DEFINED = re.compile(r"^(?=\S)(?:[\w<>, :]+::)*(?P<name>~?[A-Z]\w*)(?:<[^>\n]*>)?\(", re.MULTILINE)
_SCOPE = re.compile(r"^(?=\S)(?:[\w<>, ]+::)+~?\w+", re.MULTILINE)
_INCLUDE = re.compile(r'#include "(?:ns3/)?(net8-[\w-]+\.h|bind[\w-]*\.h)"')


def _files(folders: Iterable[str], *endings: str) -> list[Path]:
    return sorted(
        path
        for folder in folders
        for path in (TOP / folder).rglob("*")
        if path.suffix in endings
        and "__pycache__" not in path.parts
        and "build" not in path.relative_to(TOP).parts
    )


def _without_comments(text: str) -> str:
    return _COMMENT.sub(lambda found: '""' if found[0][0] == '"' else re.sub(r"[^\n]", " ", found[0]), text)


@cache
def _cpp() -> dict[Path, str]:
    """Return the C++ of the product without its comments."""
    return {path: _without_comments(path.read_text(encoding="utf-8")) for path in _files(ROOMS, ".cc", ".h")}


@cache
def _words_elsewhere() -> frozenset[str]:
    """Return the words of what uses the product: bindings, examples, benchmarks, documentation."""
    found: set[str] = set()
    for path in _files(["bindings", "examples", "bench"], ".cc", ".h"):
        found.update(_WORD.findall(_without_comments(path.read_text(encoding="utf-8"))))
    for path in _files(["doc", "examples"], ".rst", ".md", ".py", ".ipynb"):
        found.update(_WORD.findall(path.read_text(encoding="utf-8")))
    return frozenset(found)


def _declared_functions(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the functions that a header declares, and whether they override another."""
    for found in _DECLARED.finditer(text):
        before = found["before"]
        if _STATEMENT.search(before) or before.rstrip().endswith((".", ",")):
            continue
        if not before.strip():
            above = text[: found.start()].rstrip("\n").rsplit("\n", 1)[-1].strip()
            if not _TYPE_ALONE.fullmatch(above) or above in {"else", "do"}:
                continue
        ending = re.search(r"[;{]", text[found.end() :])
        stop = found.end() + (ending.start() if ending else 0)
        yield found["name"], "override" in text[found.end() : stop]


def _types(text: str) -> list[str]:
    return [found[1] or found[2] for found in _TYPE.finditer(text)]


def _unused_cpp(texts: dict[Path, str], elsewhere: Iterable[str]) -> set[str]:
    """Return the names that headers declare, and that stand nowhere but where they are declared and defined."""
    declared: set[str] = set()
    overriding: set[str] = set()
    uses: Counter[str] = Counter()
    for path, text in texts.items():
        uses.update(_WORD.findall(text))
        types = _types(text)
        uses.subtract(types)
        uses.subtract(
            word for scope in _SCOPE.findall(text) for word in _WORD.findall(scope.rpartition("::")[0])
        )
        if path.suffix == ".h":
            declared.update(types)
            for name, overrides in _declared_functions(text):
                declared.add(name)
                uses[name] -= 1
                if overrides:
                    overriding.add(name)
        else:
            uses.subtract(found["name"] for found in _DEFINED.finditer(text))
    return {name for name in declared - overriding if uses[name] <= 0} - set(elsewhere)


def test_nothing_is_declared_that_only_tests_use() -> None:
    unused = _unused_cpp(_cpp(), _words_elsewhere())
    assert sorted(unused - set(CPP_EXCEPTIONS)) == []
    assert sorted(set(CPP_EXCEPTIONS) - unused) == [], "an exception that is used, or gone"


def test_an_unused_function_and_class_are_found() -> None:
    texts = {
        Path("a.h"): "class Used\n{\n  public:\n    int GetOne() const;\n    int GetTwo() const;\n"
        "    int\n    GetThree() const;\n    int GetFour() override;\n};\nclass Alone\n{\n};\n",
        Path("a.cc"): "int\nUsed::GetOne() const\n{\n    return 1;\n}\nint\nUsed::GetTwo() const\n{\n"
        "    return GetOne();\n}\nvoid\nMake(const Used& used)\n{\n}\n",
    }
    assert _unused_cpp(texts, []) == {"Alone", "GetThree", "GetTwo"}
    assert _unused_cpp(texts, ["GetThree", "GetTwo"]) == {"Alone"}


def _unreached(texts: dict[Path, str], roots: Iterable[Path]) -> set[str]:
    """Return the names of headers that no root includes, neither itself nor through others and their sources."""
    by_name = {path.name: path for path in texts}
    todo, seen = list(roots), set()
    while todo:
        path = todo.pop()
        if path not in seen:
            seen.add(path)
            todo += [by_name[name] for name in _INCLUDE.findall(texts[path]) if name in by_name]
            todo += [source for source in [path.with_suffix(".cc")] if source in texts]
    ours = {path.name for path in texts if path.suffix == ".h" and path.name.startswith(("net8-", "bind"))}
    return ours - {path.name for path in seen}


def test_each_header_is_reached_from_the_extension_or_a_room_with_ns_3() -> None:
    """What tests alone include, such as a message that no simulation sends, stands with them."""
    files = _files([*ROOMS, "bindings", "examples", "bench"], ".cc", ".h")
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    roots = [path for path in files if path.suffix == ".cc" and path.parent.name not in FREE]
    assert sorted(_unreached(texts, roots)) == []


def test_a_header_that_nobody_includes_is_found() -> None:
    texts = {
        Path("net8-root.cc"): '#include "net8-a.h"',
        Path("net8-a.h"): "",
        Path("net8-a.cc"): '#include "ns3/net8-b.h"',
        Path("net8-b.h"): "",
        Path("net8-c.h"): '#include "net8-a.h"',
        Path("net8-c.cc"): '#include "net8-c.h"',
    }
    assert _unreached(texts, [Path("net8-root.cc")]) == {"net8-c.h"}


@cache
def _python_text() -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for path in _files(["bindings/net8"], ".py")}


def _is_all(node: ast.AST) -> bool:
    return isinstance(node, ast.Assign) and any(getattr(each, "id", "") == "__all__" for each in node.targets)


def _words_used(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module uses; those in texts count, too, but not those in docstrings and ``__all__``."""
    left_out: set[int] = set()
    for node in ast.walk(tree):  # parents first
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            left_out.add(id(node.value))
        elif _is_all(node):
            left_out.update(map(id, ast.walk(node)))
        elif id(node) in left_out:
            continue
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.keyword):
            yield node.arg or ""
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from _WORD.findall(node.value)


def _public_names(tree: ast.Module) -> Iterator[str]:
    """Yield the public functions, classes and methods of a module, but not what a decorator hands to a registry."""
    for node in tree.body:
        for each in [node, *(node.body if isinstance(node, ast.ClassDef) else [])]:
            if isinstance(each, ast.FunctionDef | ast.ClassDef) and not each.name.startswith("_"):
                makers = (
                    maker.func if isinstance(maker, ast.Call) else maker for maker in each.decorator_list
                )
                if not any(isinstance(maker, ast.Attribute) for maker in makers):
                    yield each.name


def _unused_python(texts: Iterable[str], elsewhere: Iterable[str]) -> set[str]:
    trees = [ast.parse(text) for text in texts]
    used = {word for tree in trees for word in _words_used(tree)}
    return {name for tree in trees for name in _public_names(tree)} - used - set(elsewhere)


@pytest.mark.slow
def test_nothing_in_the_package_is_public_that_nobody_uses() -> None:
    elsewhere = set(_words_elsewhere())
    for path in _files(["README.md"], ".md"):
        elsewhere.update(_WORD.findall(path.read_text(encoding="utf-8")))
    unused = _unused_python(_python_text().values(), elsewhere)
    assert sorted(unused - set(PYTHON_EXCEPTIONS)) == []
    assert sorted(set(PYTHON_EXCEPTIONS) - unused) == [], "an exception that is used, or gone"


def test_an_unused_python_function_is_found() -> None:
    text = '__all__ = ["one", "two"]\n\n\ndef one() -> None:\n    """See two."""\n\n\ndef two() -> None:\n    one()\n'
    assert _unused_python([text], []) == {"two"}
    assert _unused_python([text], ["two"]) == set()


def test_the_package_uses_each_name_of_its_extension() -> None:
    """What tests alone call is in net8_testing, which no wheel holds."""
    words = {"attributes"}  # test_schema.py compares them with the table of keys; they need ns-3
    for text in _python_text().values():
        words.update(re.findall(r"_core(?:\.|\(\")(\w+)", text))
        for names in re.findall(r"from net8\._core import (\([^)]*\)|[^\n]*)", text):
            words.update(_WORD.findall(names))
    assert sorted(name for name in vars(_core) if not name.startswith("__") and name not in words) == []
    assert not {*vars(_core)} & {name for name in vars(net8_testing) if not name.startswith("__")}
