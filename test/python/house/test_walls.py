# SPDX-License-Identifier: GPL-2.0-only
"""The walls of doc/architecture.md: who may include or import whom."""

from __future__ import annotations

import ast
import re
import runpy
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import ModuleType

import net8
import pytest
from net8 import analytic

pytestmark = pytest.mark.plain

TOP = Path(__file__).resolve().parents[3]
# Rooms without ns-3, and what each may include beside itself; those over them may include all of these.
FREE = {
    "model/wire": set(),
    "model/text": set(),
    "model/ttc": {"model/wire"},
    "model/tds": {"model/wire", "model/ttc"},
    "model/smb": {"model/wire", "model/ttc"},
    "model/ldap": {"model/wire"},
    "model/security": {"model/wire", "model/ttc"},
    "model/profile": {"model/wire", "model/text", "model/ttc", "model/security"},
    "model/engine/stream": {"model/wire", "model/ttc", "model/security", "model/profile"},
    "model/engine/client": {
        "model/engine/stream",
        "model/wire",
        "model/text",
        "model/ttc",
        "model/security",
        "model/profile",
    },
    "model/engine/server": {
        "model/engine/stream",
        "model/wire",
        "model/text",
        "model/ttc",
        "model/security",
        "model/profile",
    },
    "model/engine/tds": {"model/engine/stream", "model/tds", "model/smb", "model/profile"},
    "model/queue": {"model/text"},
    "model/tcp": set(),
    "model/network": set(),
    "model/lan": {"model/wire"},
}
_OVER: dict[str, set[str]] = {
    "model/link": set(),
    "model/tcp-socket": {"model/link"},
    "model/stages": {"model/link", "model/tcp-socket"},
    "model/lan-socket": {"model/link", "model/tcp-socket"},
    "model/session": {"model/link"},
    "model/host": set(),
    "model/handler": {"model/session", "model/host"},
    "model/instance": {"model/session", "model/host", "model/handler", "model/tcp-socket", "model/link"},
    "model/listener": {"model/session", "model/host", "model/instance", "model/tcp-socket"},
    "model/cman": {"model/session", "model/host", "model/instance", "model/tcp-socket"},
    "model/client": {"model/session", "model/host"},
    "model/parallel": set(),
    "model/topology": {
        "model/link",
        "model/tcp-socket",
        "model/stages",
        "model/lan-socket",
        "model/session",
        "model/parallel",
    },
}
ROOMS = {room: {room} | others for room, others in FREE.items()}
ROOMS |= {room: {room} | others | set(FREE) for room, others in _OVER.items()}
ROOMS |= {"model/experiment": {"model/experiment"} | set(ROOMS)}
ROOMS |= {"bindings/serve": {"bindings/serve"} | set(ROOMS)}
ROOMS |= {"helper": {"helper"} | set(ROOMS) - {"model/experiment", "bindings/serve"}}
HOME = {path.name: room for room in ROOMS for path in (TOP / room).glob("net8-*.h")}


def _includes(path: Path) -> list[str]:
    """Return the file names that a source file includes."""
    return re.findall(r'^#include [<"](?:ns3/)?([^>"]+)[>"]', path.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("room", ROOMS)
def test_includes_go_one_way(room: str) -> None:
    sources = [path for suffix in ("h", "cc") for path in (TOP / room).glob(f"net8-*.{suffix}")]
    assert sources
    wrong = [
        f"{path.name} includes {name} of {HOME[name]}"
        for path in sources
        for name in _includes(path)
        if name in HOME and HOME[name] not in ROOMS[room]
    ]
    assert wrong == []


@pytest.mark.parametrize("room", FREE)
def test_a_room_without_ns3_knows_nothing_of_it(room: str) -> None:
    """It includes headers of its own, of the rooms below it, and of libraries without ns-3."""
    for path in (TOP / room).glob("net8-*"):
        text = path.read_text(encoding="utf-8")
        quoted = re.findall(r'^#include "([^"]+)"', text, re.MULTILINE)
        assert [name for name in quoted if name.removeprefix("ns3/") not in HOME] == [], path.name
        assert re.findall(r"^#include <ns3/[^>]+>", text, re.MULTILINE) == [], path.name


def test_no_headers_include_each_other_in_a_circle() -> None:
    paths = {path.name: path for room in ROOMS for path in (TOP / room).glob("net8-*.h")}
    left = {name: {other for other in _includes(path) if other in paths} for name, path in paths.items()}
    while free := [name for name, others in left.items() if not others & left.keys()]:
        for name in free:
            del left[name]
    assert left == {}


def test_classes_and_those_that_they_make_are_in_no_circle() -> None:
    """Each header is taken with its source file."""
    stems: dict[str, set[str]] = {}
    for room in ROOMS:
        for path in (TOP / room).glob("net8-*"):
            stems.setdefault(path.stem, set()).update(name.removesuffix(".h") for name in _includes(path))
    graph = {stem: {other for other in others if other in stems} - {stem} for stem, others in stems.items()}
    assert len(graph) > 400
    assert runpy.run_path(str(TOP / "test/structure.py"))["circles"](graph) == []


@pytest.mark.parametrize("path", ROOMS)
def test_headers_of_the_own_room_are_included_as_such(path: str) -> None:
    """ns-3 puts all headers into one folder: what is not beside a file is included as ns-3's are."""
    for file in (TOP / path).glob("net8-*"):
        for prefix, name in re.findall(
            r'^#include "(ns3/)?(net8-[^"]+)"', file.read_text("utf-8"), re.MULTILINE
        ):
            assert (prefix == "") == (HOME[name] == path), f"{file.name} includes {prefix}{name}"


def test_the_tcp_machine_includes_nothing_but_cpp() -> None:
    """It includes its own headers and those of C++."""
    for path in sorted((TOP / "model/tcp").iterdir()):
        text = path.read_text(encoding="utf-8")
        assert re.findall(r"^#include <[^>]*[./][^>]*>", text, re.MULTILINE) == [], path.name


PYTHON = TOP / "bindings"
MODULES = {
    ".".join(path.relative_to(PYTHON).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted((PYTHON / "net8").rglob("*.py"))
}
TABLE = re.findall(
    r"^\| `(\w+)` \| [^|]* \| ([^|]*) \|$",
    (TOP / "doc" / "architecture.md").read_text(encoding="utf-8"),
    re.MULTILINE,
)
"""Package and what it may import, from the lowest floor up, as doc/architecture.md has it."""
FLOORS = [name for name, _words in TABLE]
PACKAGES = {
    name: set(FLOORS)
    if words == "all"
    else {*re.findall(r"\w+", re.sub(r"\(.*?\)", "", words))} - {"nothing"}
    for name, words in TABLE
}
# Imports that may stand in a function, and why. Milliseconds are of processor time, the least of four starts on a busy
# machine on which all that the public names of net8 need takes 370, 108 of them for numpy.
LATE_IMPORTS = {
    "net8._core": "19 ms; plans and tables work without it, and need_core looks at the environment before ns-3 does",
    "cryptography": "no dependency of the package; only the simulated server of net8 serve needs it",
    "multiprocessing": "8 ms, and only ns-3's own TCP needs it",
    "net8.comparison.profile": "reads captures, which needs the extension",
    "net8.dissect": "needs the extension",
    "net8.cli.time_views": "reads whole runs, as net8.results.run does",
    "net8.figure.axes": "13 ms, and only those who draw into axes of their own need it",
    "net8.figure.plot": "20 ms, and only plans with figures need it",
    "net8.figure.sweep": "16 ms, and only plans with figures need it",
    "net8.figure.timeline": "reads captures, which needs the extension",
    "net8.plan.demands": "10 ms, and only plans with demands need it",
    "net8.plan.network_file": "16 ms, and only plans with network.file need it",
    "net8.replaying.budget": "400 ms; pytest loads the plugin of net8.testing also where no test asks for it",
    "net8.replaying.budget_views": "the same",
    "net8.serving.stand_in": "needs the extension",
    "net8.testing.proxy_process": "the same, and 10 ms",
    "net8.testing.wan_process": "the same, and 10 ms",
    "net8.results.run": "100 ms for numpy, and tables of stored metrics do without",
    "net8.statistics.control": "numpy, as above",
    "net8.statistics.trials": "numpy, as above",
    "net8.task.forked": "loads all that a simulation needs, and only a command that simulates needs it",
    "net8.validate": "96 ms, and reads captures",
    "numpy": "108 ms, and of plans only those with a design need it",
    "networkx": "1 s, and only plans with network.file need it",
    "pandas": "257 ms",
    "pyarrow": "an extra",
    "rich": "51 ms",
    "scipy.linalg": "217 ms",
    "scipy.optimize": "600 ms beyond what plans and tables take",
    "scipy.special": "170 ms",
    "scipy.stats": "897 ms",
    "IPython": "there in notebooks alone",
    "xarray": "99 ms, and an extra",
    "zarr": "an extra",
}


def _imports(path: Path) -> list[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Find all imports of a file, and whether each stands in a function."""
    found = []

    def look(node: ast.AST, late: bool) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import | ast.ImportFrom):
                found.append((child, late))
            look(child, late or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda))

    look(ast.parse(path.read_text(encoding="utf-8")), False)
    return found


def _names(node: ast.Import | ast.ImportFrom) -> set[str]:
    """Name the modules that an import brings, of this package or another."""
    if isinstance(node, ast.Import):
        return {alias.name for alias in node.names}
    names = {f"{node.module}.{alias.name}" for alias in node.names}
    return {name if name in {*MODULES, "net8._core"} else str(node.module) for name in names}


def _modules_of(module: str) -> set[str]:
    """Name the modules of net8 that one imports, wherever the import stands."""
    used = {name for node, _late in _imports(MODULES[module]) for name in _names(node)}
    return {name for name in used if name.partition(".")[0] == "net8"} - {module}


def _circle(graph: Mapping[str, Iterable[str]]) -> list[str]:
    """Find a circle, or nothing."""
    done: set[str] = set()

    def walk(node: str, way: list[str]) -> list[str]:
        if node in way:
            return [*way[way.index(node) :], node]
        if node in done:
            return []
        for other in sorted(graph.get(node, ())):
            if found := walk(other, [*way, node]):
                return found
        done.add(node)
        return []

    return next((found for node in sorted(graph) if (found := walk(node, []))), [])


def test_circles_are_found() -> None:
    assert _circle({"a": ["b"], "b": ["c"], "c": []}) == []
    assert _circle({"a": ["b"], "b": ["c"], "c": ["b"]}) == ["b", "c", "b"]


def test_no_python_module_imports_itself_by_way_of_others() -> None:
    """Imports in functions, and those that only types need, count as well."""
    assert len(MODULES) > 100
    assert _circle({module: _modules_of(module) for module in MODULES}) == []


def test_no_package_may_import_one_of_a_higher_floor() -> None:
    assert {module.split(".")[1] for module in MODULES if module.count(".") == 2} == set(FLOORS)
    for number, name in enumerate(FLOORS):
        assert PACKAGES[name] - {name} <= set(FLOORS[:number]), name


def test_python_packages_import_what_the_table_of_architecture_says() -> None:
    flat = {module for module, path in MODULES.items() if path.parent.name == "net8"}
    assert flat == {"net8", "net8.__main__"}
    wrong = [
        f"{module} imports {used}"
        for module in set(MODULES) - flat
        for used in _modules_of(module) - {"net8._core"}
        if used.split(".")[1] not in PACKAGES[module.split(".")[1]] | {module.split(".")[1]}
    ]
    assert wrong == []


@pytest.mark.slow
def test_python_imports_stand_at_the_top_but_for_those_that_take_long() -> None:
    wrong = [
        f"{module}: {ast.unparse(node)}"
        for module, path in MODULES.items()
        for node, late in _imports(path)
        if late
        and not all(any(f"{name}.".startswith(f"{slow}.") for slow in LATE_IMPORTS) for name in _names(node))
    ]
    assert wrong == []


def test_importing_net8_needs_nothing_that_takes_long() -> None:
    slow = ", ".join(map(repr, LATE_IMPORTS))
    code = f"import sys, net8; print([name for name in ({slow}) if name in sys.modules])"
    said = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60
    )
    assert said.stdout == "[]\n"


def test_importing_net8_loads_names_when_they_are_asked_for() -> None:
    code = (
        "import sys, net8; print('numpy' in sys.modules); net8.Run; print('numpy' in sys.modules, dir(net8))"
    )
    said = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60
    ).stdout.splitlines()
    assert said[0] == "False"
    assert said[1].startswith("True [")
    assert all(f"'{name}'" in said[1] for name in ("run", "Sweep", "analytic"))


def test_a_plan_is_loaded_without_numpy() -> None:
    """That is a third of what import and load take together."""
    code = f"import sys, net8; net8.load({str(TOP / 'scenarios/wan-fetch')!r}); print('numpy' in sys.modules)"
    said = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60
    )
    assert said.stdout == "False\n"


@pytest.mark.parametrize("package", [net8, analytic], ids=lambda package: str(package.__name__))
def test_public_names_are_told_to_type_checkers_where_they_are(package: ModuleType) -> None:
    tree = ast.parse(Path(str(package.__file__)).read_text(encoding="utf-8"))
    told = {
        name.name: node.module
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("net8.")
        for name in node.names
        if name.name not in ("load_late", "__version__")
    }
    homes = {name: module for module, names in package._HOMES.items() for name in names.split()}
    assert {*told} == {*package.__all__} - {"__version__"}
    assert told == homes
    assert all(getattr(package, name) is not None for name in package.__all__)
    with pytest.raises(AttributeError, match=f"{package.__name__} has no runs"):
        _ = package.runs


def test_a_module_does_not_take_the_place_of_the_function_of_its_name() -> None:
    code = (
        "import net8.analytic.predict, net8.analytic.compare; from net8.analytic.predict import predict; "
        "print(net8.analytic.predict is predict, callable(net8.analytic.compare))"
    )
    assert _said(code) == "True True\n"


def test_a_run_needs_neither_figures_nor_forecasts_nor_networks_of_files() -> None:
    """They are a third of the package."""
    unused = "('net8.figure', 'net8.forecast.describe', 'net8.plan.network_file', 'net8.analytic.predict', 'numpy')"
    code = f"import sys, net8.cli; print([name for name in {unused} if name in sys.modules])"
    assert _said(code) == "[]\n"
    code = f"import sys, net8.cli.run_verbs; print([name for name in {unused} if name in sys.modules])"
    assert _said(code) == "['numpy']\n"


def _said(code: str) -> str:
    """Run a program in a fresh process and return what it prints."""
    return subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=60
    ).stdout


def test_the_command_line_starts_without_the_extension() -> None:
    """``net8 doctor`` says what it lacks, and need_core why it cannot be loaded."""
    code = "import sys; sys.modules['net8._core'] = None; import net8.cli"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def _headers(folder: Path) -> dict[str, set[str]]:
    """Name for each header below a folder the headers there that it includes."""
    paths = {path.name: path for path in sorted(folder.rglob("*.h"))}
    return {name: {other for other in _includes(path) if other in paths} for name, path in paths.items()}


@pytest.mark.parametrize("folder", ["model", "helper"])
def test_no_header_includes_itself_by_way_of_others(folder: str) -> None:
    headers = _headers(TOP / folder)
    assert headers
    assert _circle(headers) == []


MODELS = sorted((TOP / "bindings/net8/analytic").glob("*.py"))
# What puts the models together reads plans, and asks facts.py what both ends agree on; comparing them takes runs.
PLAN_READERS = {
    "__init__": {"base.late"},
    "prediction": {"plan.plan"},
    "predict": {"base.errors", "plan.outside", "plan.plan", "plan.tds"},
    "tds_situation": {"schema.distributions"},
    "predict_storm": {"_core", "base.units", "plan.clients"},
    "security": {"_core"},
    "lobs": {"_core", "schema.columns"},
    "left_out": {"plan.plan", "schema.columns", "schema.sysctls", "schema.values"},
    "predict_work": {"plan.plan", "plan.work", "schema.distributions"},
    "work_calls": {"_core", "results.run"},
    "situation": {
        "base.units", "plan.clients", "plan.cman", "plan.complete", "plan.network", "plan.plan", "plan.resolve",
        "plan.routes", "plan.tcp", "results.storm", "schema.columns", "schema.distributions",
    },
    "facts": {
        "_core", "base.units", "plan.complete", "plan.plan", "plan.resolve", "schema.distributions", "schema.key",
        "schema.table", "schema.values",
    },
    "compare": {
        "base.errors", "base.html", "plan.plan", "results.quantities", "schema.values", "simulation.one_run",
        "statistics.intervals",
    },
}  # fmt: skip


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_the_closed_forms_know_nothing_of_the_simulator(path: Path) -> None:
    name = f"net8.analytic.{path.stem}" if path.stem != "__init__" else "net8.analytic"
    allowed = {f"net8.{name}" for name in PLAN_READERS.get(path.stem, set())}
    outside = {used for used in _modules_of(name) if not used.startswith("net8.analytic")}
    assert outside - allowed == set()


def test_the_simulator_knows_nothing_of_the_closed_forms() -> None:
    for name in ("simulation", "task", "results"):
        for path in (TOP / "bindings/net8" / name).glob("*.py"):
            assert "analytic" not in path.read_text(encoding="utf-8")
