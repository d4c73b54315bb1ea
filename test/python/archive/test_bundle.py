# SPDX-License-Identifier: GPL-2.0-only
"""What net8 gives away besides itself: libraries of others, their licences, and pins with hashes."""

from __future__ import annotations

import fnmatch
import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path
from types import ModuleType
from typing import Any

import net8._core
import pytest
from script_file import load

PROJECT = Path(__file__).resolve().parents[3]
LIBRARIES = Path(str(net8._core.__file__)).parent / "lib"
PINS = PROJECT / "requirements.txt"
TOOLS = PROJECT / "test" / "requirements.txt"
# What every Linux has: glibc, the libraries of the compiler, zlib (allowed by manylinux, PEP 600).
SYSTEM = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "libstdc++.so.6", "libgcc_s.so.1", "libz.so.1",
          "ld-linux-x86-64.so.2"}  # fmt: skip

needs_bundle = pytest.mark.skipif(
    not LIBRARIES.is_dir(), reason="net8 was built with NS3_ROOT and bundles no library"
)


def script(name: str) -> ModuleType:
    """Return a script of cmake/ as a module."""
    return load(PROJECT / "cmake" / f"{name}.py")


@pytest.fixture(scope="module")
def elf() -> ModuleType:
    """Provide cmake/drop_needed.py."""
    return script("drop_needed")


def bundled() -> list[Path]:
    """List the libraries in the package."""
    return sorted(LIBRARIES.glob("*.so*"))


def sbom() -> dict[str, Any]:
    """Read the list of what is bundled."""
    path = PROJECT / "bindings" / "net8" / "sbom.cdx.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@needs_bundle
def test_no_library_of_gsl_is_given_away_or_asked_for(elf: ModuleType) -> None:
    """GSL is GPL-3.0-or-later, which cannot be given away with GPL-2.0-only code."""
    assert len(bundled()) == 10
    here = {path.name for path in bundled()}
    assert not any("gsl" in name for name in here)
    for path in [*bundled(), Path(str(net8._core.__file__))]:
        assert set(elf.needed(path)) <= here | SYSTEM, path


@needs_bundle
@pytest.mark.skipif(shutil.which("nm") is None, reason="nm is not installed")
def test_nothing_that_is_given_away_calls_gsl() -> None:
    for path in [*bundled(), Path(str(net8._core.__file__))]:
        symbols = subprocess.run(
            ["nm", "-D", "-u", str(path)], capture_output=True, text=True, check=True
        ).stdout
        assert "gsl_" not in symbols, path


@needs_bundle
def test_each_library_is_in_the_bill_of_materials() -> None:
    patterns = [
        Path(part["properties"][0]["value"]).name
        for part in sbom()["components"]
        if part["properties"][0]["value"].startswith("net8/lib/")
    ]
    for path in bundled():
        assert any(fnmatch.fnmatch(path.name, pattern) for pattern in patterns), path.name
    for pattern in patterns:
        assert any(fnmatch.fnmatch(path.name, pattern) for path in bundled()), pattern
    assert {path.name for path in (LIBRARIES / "licenses").iterdir()} == {"AUTHORS", "LICENSE"}


def test_the_bill_of_materials_has_the_versions_of_the_pins() -> None:
    pins = dict(line.split()[0].split("==") for line in PINS.read_text(encoding="utf-8").splitlines()
                if re.match(r"[\w.-]+==", line))  # fmt: skip
    found = sbom()
    assert (found["bomFormat"], found["specVersion"]) == ("CycloneDX", "1.6")
    assert found["metadata"]["component"]["version"] == distribution("ns3-net8").version
    for part in found["components"]:
        if part["purl"].startswith("pkg:pypi/"):
            assert part["version"] == pins[part["name"]]
        assert part["purl"].endswith(f"{part['name']}@{part['version']}")
    refs = {part["bom-ref"] for part in found["components"]}
    assert set(found["dependencies"][0]["dependsOn"]) == refs


def test_the_licences_of_all_parts_are_in_the_package() -> None:
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    shipped = {path for pattern in settings["license-files"] for path in PROJECT.glob(pattern)}
    told = (PROJECT / "BUNDLED.md").read_text(encoding="utf-8")
    for name in re.findall(r"`([\w.-]+\.txt)`", told):
        assert PROJECT / "LICENSES" / name in shipped
    names = {path.name for path in shipped}
    files = {Path(str(path)).name for path in distribution("ns3-net8").files or ()}
    texts = {"GPL-2.0-only.txt", "BSL-1.0.txt", "BSD-3-Clause.txt", "MIT.txt"}
    assert names == {"LICENSE", "BUNDLED.md"} | texts
    assert names <= files


def pins_of(path: Path) -> list[str]:
    """Return the pins of a list."""
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]


def test_what_runs_net8_is_installed_without_what_tests_need() -> None:
    assert set(script("wheelhouse").needed_pins()) <= set(pins_of(PINS))
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]
    exact = {line.split()[0].replace("_", "-") for line in pins_of(PINS)}
    # pip is part of every environment.
    assert {text for text in settings["requires"] if not text.startswith("pip>=")} <= exact


def test_every_pin_has_a_hash_and_pip_asks_for_it() -> None:
    pins = pins_of(PINS) + pins_of(TOOLS)
    assert len({line.partition("==")[0] for line in pins}) == len(pins) > 70
    for line in pins:
        assert re.fullmatch(r"[\w.-]+==[\w.]+( --hash=sha256:[0-9a-f]{64})+", line), line
    assert "--require-hashes" in (PROJECT / "net8").read_text(encoding="utf-8")


def test_every_pin_of_the_drivers_has_a_hash_and_pip_asks_for_it() -> None:
    folder = PROJECT / "test" / "drivers"
    lines = [
        line
        for name in ("requirements.txt", "requirements-older.txt")
        for line in (folder / name).read_text(encoding="utf-8").splitlines()
    ]
    pins = [line for line in lines if not line.startswith("#")]
    assert len(pins) == 9
    for line in pins:
        assert re.fullmatch(r"[\w.-]+==[\w.]+( --hash=sha256:[0-9a-f]{64})+", line), line
    assert '"--require-hashes"' in (folder / "install.py").read_text(encoding="utf-8")


def test_every_package_of_node_has_a_hash() -> None:
    folder = PROJECT / "test" / "drivers"
    asked = json.loads((folder / "package.json").read_text(encoding="utf-8"))["dependencies"]
    locked = json.loads((folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert locked.pop("")["dependencies"] == asked
    assert {f"node_modules/{name}" for name in asked} <= locked.keys()
    for name, package in locked.items():
        # 64 bytes are 86 letters of base64 and two signs of padding.
        assert re.fullmatch(r"sha512-[\w+/]{86}==", package["integrity"]), name
        assert package["version"] == asked[name.removeprefix("node_modules/")].rpartition("@")[2]
    assert '["npm", "ci"' in (folder / "install.py").read_text(encoding="utf-8")


def test_jars_of_another_content_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = PROJECT / "test" / "drivers"
    install = load(folder / "install.py")
    lines = re.findall(
        r"<artifactId>(ojdbc\d+)</artifactId>\s*<version>([\d.]+)</version>",
        (folder / "pom.xml").read_text(encoding="utf-8"),
    )
    jars = [f"{name}-{version}.jar" for name, version in lines]
    assert len(jars) == 5
    assert install.wrong_jars(tmp_path) == jars
    # FIPS 180-4 gives the digest of "abc".
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    (tmp_path / "jdbc.sha256").write_text(f"{digest}  a.jar\n{digest}  b.jar\n", encoding="utf-8")
    (tmp_path / "a.jar").write_bytes(b"abc")
    (tmp_path / "b.jar").write_bytes(b"abd")
    monkeypatch.setattr(install, "HERE", tmp_path)
    assert install.wrong_jars(tmp_path) == ["b.jar"]


def test_a_library_asks_no_more_for_what_is_dropped(elf: ModuleType, tmp_path: Path) -> None:
    """Any library will do: the module of Python's own that is an ELF file."""
    import _ctypes

    copy = tmp_path / "copy.so"
    shutil.copy(_ctypes.__file__, copy)
    before, size = elf.needed(copy), copy.stat().st_size
    assert "libc.so.6" in before
    elf.drop(copy, ["libnothing"])
    assert copy.read_bytes() == Path(_ctypes.__file__).read_bytes()
    elf.drop(copy, ["libc."])
    assert elf.needed(copy) == [name for name in before if name != "libc.so.6"]
    assert copy.stat().st_size == size
    command = [sys.executable, "-c", f"import ctypes; ctypes.CDLL({str(copy)!r})"]
    assert subprocess.run(command, check=False).returncode == 0
