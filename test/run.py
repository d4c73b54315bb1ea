# SPDX-License-Identifier: GPL-2.0-only
"""Every test of net8, one after the other; called by ./net8 test, which has set up what they need.

Two builds are used: build/release (C++20, as users have it) and build/debug-sanitized (C++23, the compiler's
sanitizers, warnings as errors), so both language standards and both build modes are always covered.
"""

from __future__ import annotations

import argparse
import os
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import venv
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

import chosen  # type: ignore[import-not-found]

TOP = Path(__file__).resolve().parent.parent
BUILD = TOP / "build"
RELEASE = BUILD / "release"
SANITIZED = BUILD / "debug-sanitized"
SANITIZED_PYTHON = SANITIZED / "python"
COVERAGE = BUILD / "coverage"
ROOMS = chosen.google_rooms()

# The libraries of ns-3 are not instrumented, so containers that cross into them cannot be judged.
SANITIZER_ENVIRONMENT = {
    "ASAN_OPTIONS": "detect_leaks=1:detect_container_overflow=0:strict_string_checks=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
}

# Packages of Python whose tests give the extension what real programs send, at times of theirs.
SANITIZED_PACKAGES = ("recorder", "serving")
# They hold memory or times against limits: AddressSanitizer keeps what was freed, and takes its time.
UNSANITIZED = (
    "recorder/test_recorder.py::test_a_conversation_passes_and_tells_calls_bytes_and_times",
    "recorder/test_recorder.py::test_who_does_not_read_stops_who_writes",
    "simulation/test_one_run.py::test_a_large_send_buffer_of_background_traffic_takes_little_memory",
    "simulation/test_stop.py::test_a_send_buffer_that_a_bulk_source_fills_passes_a_budget",
)


@dataclass(frozen=True)
class Tally:
    """How many tests of one step passed, failed and were skipped."""

    passed: int
    failed: int
    reasons: Counter[str] = field(default_factory=Counter)  #: why tests were skipped, and how many

    @property
    def skipped(self) -> int:
        """Count the skipped tests."""
        return self.reasons.total()

    def __add__(self, other: Tally) -> Tally:
        """Add two steps together."""
        return Tally(self.passed + other.passed, self.failed + other.failed, self.reasons + other.reasons)

    def __str__(self) -> str:
        """Return the form that .ci/run reads."""
        return f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped"


FAILED_STEP = Tally(0, 1)
NO_TESTS = 5  #: exit code of pytest where no test has a name that was asked for

# One pytest more than there are processors, as tests of sockets and processes wait now and then. The tests of a file
# stay together, as they share what they simulate; the order of the files is that of test/python/conftest.py.
SEVERAL = ["-n", str((os.cpu_count() or 1) + 1), "--dist", "loadfile", "--no-loadscope-reorder"]


def execute(command: list[str], *, cwd: Path = TOP, env: dict[str, str] | None = None) -> tuple[int, str]:
    """Run a command without input; give its exit code and what it printed."""
    if "/" in command[0] and not Path(command[0]).exists():
        return 127, f"{command[0]} was not built"
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    return done.returncode, done.stdout


def show_failure(command: list[str], output: str) -> None:
    """Print the command and the end of what it said."""
    print("    $ " + " ".join(command))
    for line in output.splitlines()[-60:]:
        print("    " + line)


def count_junit(report: Path, code: int) -> Tally:
    """Count the cases of a JUnit file; a run that ended badly without a failed case is one failure.

    A test without a case (a file that cannot be imported) is a failure; one that nothing ran is no test that passed.
    """
    if not report.exists():
        return FAILED_STEP
    passed = failed = 0
    reasons: Counter[str] = Counter()
    for case in ET.parse(report).getroot().iter("testcase"):
        skipped = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif skipped is not None or case.get("status") == "notrun":
            reasons[_reason(skipped)] += 1
        else:
            passed += 1
    if passed == 0 or (code != 0 and failed == 0):
        failed += 1
    return Tally(passed, failed, reasons)


def _reason(skipped: ET.Element | None) -> str:
    """Explain why a test was skipped, in one line."""
    told = "disabled in its source" if skipped is None else skipped.get("message") or skipped.text or ""
    return " ".join(told.split()) or "no reason given"


def compile_tree(folder: Path, settings: list[str], *targets: str) -> Tally:
    """Configure and build one build folder, or some targets of it."""
    configure = ["cmake", "-S", str(TOP), "-B", str(folder), "-G", "Ninja", *settings]
    for command in (
        configure,
        ["cmake", "--build", str(folder), *(["--target", *targets] if targets else [])],
    ):
        code, output = execute(command)
        if code != 0:
            show_failure(command, output)
            return FAILED_STEP
    return Tally(1, 0)


def compile_release() -> Tally:
    """Add tests and examples to the build that holds the Python extension."""
    return compile_tree(RELEASE, ["-DNET8_BUILD_TESTS=ON", "-DNET8_BUILD_EXAMPLES=ON"])


def compile_extension() -> Tally:
    """Build the extension that some tests in Python import (test/extension)."""
    return compile_tree(RELEASE, ["-DNET8_BUILD_TESTS=ON"], "net8_testing")


def compile_sanitized(*more: str, target: str = "") -> Tally:
    """Build C++ with sanitizers, as C++23: all but the extension, unless settings and a target say otherwise."""
    root = os.environ.get("NS3_ROOT", "")
    return compile_tree(
        SANITIZED,
        [
            f"-DPython_EXECUTABLE={sys.executable}",
            f"-DNS3_ROOT={root}",
            "-DCMAKE_BUILD_TYPE=Debug",
            "-DCMAKE_CXX_STANDARD=23",
            "-DNET8_SANITIZE=address,undefined",
            # Lines are all that a report of a sanitizer names.
            "-DCMAKE_CXX_FLAGS_DEBUG=-g1",
            "-DNET8_BUILD_EXAMPLES=OFF",
            "-DNET8_BUILD_BENCHMARKS=OFF",
            *(more or ["-DNET8_BUILD_PYTHON=OFF"]),
        ],
        *([target] if target else []),
    )


def compile_sanitized_extension() -> Tally:
    """Build the extension with sanitizers, and an environment of Python with it and all else that is installed."""
    built = compile_sanitized("-DNET8_BUILD_PYTHON=ON", target="_core")
    if built.failed:
        return built
    shutil.rmtree(SANITIZED_PYTHON, ignore_errors=True)
    venv.create(SANITIZED_PYTHON, symlinks=True)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(SANITIZED_PYTHON)}))
    (packages / "installed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    ours = packages / "net8"
    command = ["cmake", "--install", str(SANITIZED), "--component", "python", "--prefix", str(ours)]
    code, output = execute(command)
    if code != 0:
        show_failure(command, output)
        return FAILED_STEP
    for path in (TOP / "bindings" / "net8").iterdir():
        if not path.name.startswith("__pycache__"):
            (ours / path.name).symlink_to(path)
    return built


def sanitized_python(files: Iterable[str], pattern: str) -> Tally:
    """Run tests in Python on the sanitized extension; each report of a sanitizer, of whatever process, is a failure."""
    found = SANITIZED / "found"
    for old in SANITIZED.glob("found.*"):
        old.unlink()
    # Python is not instrumented, so the library of the sanitizer has to be there before it, with that whose exceptions
    # it follows. Python keeps objects to its end, which are no leaks; strings of programs that tests call are theirs.
    libraries = [
        execute(["g++", f"-print-file-name={name}"])[1].strip() for name in ("libasan.so", "libstdc++.so")
    ]
    env = {
        "LD_PRELOAD": ":".join(libraries),
        "PYTHONMALLOC": "malloc",
        "ASAN_OPTIONS": f"detect_leaks=0:detect_container_overflow=0:log_path={found}",
        "UBSAN_OPTIONS": f"{SANITIZER_ENVIRONMENT['UBSAN_OPTIONS']}:log_path={found}",
    }
    arguments = [
        *SEVERAL,
        *(f"--deselect=test/python/{test}" for test in UNSANITIZED),
        *(["-k", pattern] if pattern else []),
    ]
    tally = pytest("sanitized", [*arguments, *files], env, SANITIZED_PYTHON / "bin" / "python")
    reports = sorted(SANITIZED.glob("found.*"))
    for report in reports:
        show_failure([report.name], report.read_text(encoding="utf-8", errors="replace"))
    return tally + Tally(0, len(reports))


def google_tests(
    folder: Path, env: dict[str, str] | None = None, rooms: Iterable[str] = ROOMS, pattern: str = ""
) -> Tally:
    """Run the GoogleTests of the rooms that know no ns-3, as many rooms at a time as there are processors."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        tallies = pool.map(lambda room: google_test(folder, room, env, pattern), sorted(rooms))
        return sum(tallies, Tally(0, 0))


def google_test(folder: Path, room: str, env: dict[str, str] | None, pattern: str = "") -> Tally:
    """Run the GoogleTests of one room, or those whose names have the pattern in them."""
    report = folder / f"{room}-tests.xml"
    report.unlink(missing_ok=True)
    command = [str(folder / f"net8-{room}-tests"), "--gtest_brief=1", f"--gtest_output=xml:{report}"]
    code, output = execute([*command, *([f"--gtest_filter=*{pattern}*"] if pattern else [])], env=env)
    if code != 0:
        show_failure(command, output)
    elif pattern and not ET.parse(report).getroot().findall(".//testcase[@status='run']"):
        return Tally(0, 0)
    return count_junit(report, code)


def packetdrill_scripts() -> Tally:
    """Run the packetdrill scripts; tell when there are none to read."""
    command = [sys.executable, str(TOP / "test" / "packetdrill" / "scoreboard.py")]
    code, output = execute(command)
    *told, last = output.splitlines() or [""]
    count = re.fullmatch(r"(\d+) passed, (\d+) failed", last)
    if code != 0 or count is None:
        show_failure(command, output)
    for line in told:
        if line.startswith("no scripts in"):
            print(f"    {line}")
    return Tally(int(count[1]), int(count[2])) if count else FAILED_STEP


def packetdrill_alone(arguments: list[str]) -> int:
    """Build the runner, and let the scoreboard speak for itself."""
    settings = ["-DNET8_BUILD_TESTS=ON"]
    for command in (
        ["cmake", "-S", str(TOP), "-B", str(RELEASE), "-G", "Ninja", *settings],
        ["cmake", "--build", str(RELEASE), "--target", "net8-packetdrill", "net8-packetdrill-ns3"],
    ):
        code, output = execute(command)
        if code != 0:
            show_failure(command, output)
            print("0 passed, 1 failed")
            return 1
    scoreboard = str(TOP / "test" / "packetdrill" / "scoreboard.py")
    return subprocess.run([sys.executable, scoreboard, *arguments], check=False).returncode


def kernel_alone(arguments: list[str]) -> int:
    """Let the kernel of this machine be asked."""
    asked = str(TOP / "test" / "packetdrill" / "kernel.py")
    return subprocess.run([sys.executable, asked, *arguments], check=False).returncode


FUZZ = [sys.executable, str(TOP / "test" / "fuzz" / "fuzz.py")]


def fuzz_alone(arguments: list[str]) -> int:
    """Let the fuzzers speak for themselves."""
    return subprocess.run([*FUZZ, *arguments], check=False).returncode


SOAK = [sys.executable, str(TOP / "test" / "soak" / "run.py")]
SOAK_WORLDS = 600  #: about a minute of two processors that do nothing else
SOAK_MINUTES = 12  #: after which no further world is begun


def soak_alone(arguments: list[str]) -> int:
    """Let the worlds speak for themselves."""
    return subprocess.run([*SOAK, *arguments], check=False).returncode


def graphs_alone(arguments: list[str]) -> int:
    """Let random networks be walked and computed."""
    asked = str(TOP / "test" / "graphs" / "compare.py")
    return subprocess.run([sys.executable, asked, *arguments], check=False).returncode


def interop_alone(arguments: list[str]) -> int:
    """Let Linux's TCP talk to ns-3's."""
    asked = str(TOP / "test" / "interop" / "interop.py")
    return subprocess.run([sys.executable, asked, *arguments], check=False).returncode


class Worlds:
    """Seeded worlds beside steps that leave processors idle, at a lower priority; they are waited for at the end."""

    def __init__(self) -> None:
        """Begin."""
        self._out = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115
        limits = ["--worlds", str(SOAK_WORLDS), "--minutes", str(SOAK_MINUTES), "--seed", str(soak_seed())]
        self._command = [*SOAK, *limits]
        self._process = subprocess.Popen(
            ["nice", "-n", "10", *self._command],
            cwd=TOP, stdin=subprocess.DEVNULL, stdout=self._out, stderr=subprocess.STDOUT,
        )  # fmt: skip

    def end(self) -> Tally:
        """Wait for the end; all worlds together are one test, and each finding is one that failed."""
        code = self._process.wait()
        self._out.seek(0)
        output = self._out.read()
        *told, last = output.splitlines() or [""]
        count = re.fullmatch(r"\d+ passed, (\d+) failed", last)
        if code != 0 or count is None:
            show_failure(self._command, output)
            return Tally(0, max(1, int(count[1]) if count else 1))
        for line in told:
            print(f"    {line}")
        return Tally(1, 0)


def soak_seed() -> int:
    """Return the first seed, made of the files of this commit: each commit has worlds of its own, always the same."""
    code, tree = execute(["git", "rev-parse", "HEAD^{tree}"])
    return int(tree[:7], 16) if code == 0 else 1


def ns3_suite(command: list[str], fullness: str, env: dict[str, str] | None) -> Tally:
    """Run one ns-3 suite; a case is what ns-3 prints indented below its suite."""
    command = [*command, "--verbose", f"--fullness={fullness}"]
    code, output = execute(command, env=env)
    passed = len(re.findall(r"^\s+PASS ", output, re.MULTILINE))
    failed = len(re.findall(r"^\s+FAIL ", output, re.MULTILINE))
    if code != 0:
        bad = [line for line in output.splitlines() if not line.lstrip().startswith("PASS ")]
        show_failure(command, "\n".join(bad))
        failed = max(failed, 1)
    elif passed == 0 and fullness != "QUICK":
        show_failure(command, "(it holds no test case)")
        failed = 1
    return Tally(passed, failed)


def ns3_suites(
    folder: Path, fullness: str, env: dict[str, str] | None = None, only: Collection[str] | None = None
) -> Tally:
    """Run each ns-3 suite, or only some, in its own process, as many at a time as there are processors."""
    runner = str(folder / "net8-suites")
    code, output = execute([runner, "--list"], env=env)
    suites = [suite for suite in output.split() if only is None or suite in only]
    if code != 0 or not suites:
        show_failure([runner, "--list"], output)
        return FAILED_STEP
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        tallies = pool.map(lambda suite: ns3_suite([runner, f"--suite={suite}"], fullness, env), suites)
        return sum(tallies, Tally(0, 0))


def digests(files: list[Path]) -> list[list[str]]:
    """Simulate in both builds, to the end of each simulation and of the network in it.

    @param files: plans for net8-digest, each for a process of its own; none: its fixed plans
    @return: what each build printed, a line for each plan; nothing where one failed
    """
    builds = [(RELEASE, {}), (SANITIZED, SANITIZER_ENVIRONMENT)]
    asked = [([str(folder / "net8-digest"), *map(str, part)], env)
             for folder, env in builds for part in ([[file] for file in files] or [[]])]  # fmt: skip
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        done = list(pool.map(lambda one: execute(one[0], env=one[1]), asked))
    for (command, _), (code, output) in zip(asked, done, strict=True):
        if code != 0 or not output:
            show_failure(command, output or "(it printed nothing)")
            return []
    each = len(asked) // len(builds)
    return [[line for _, output in done[at : at + each] for line in output.splitlines()]
            for at in range(0, len(done), each)]  # fmt: skip


def count_same(one: list[str], other: list[str]) -> Tally:
    """Count the lines that are the same and show those that are not."""
    differ = [f"{a}\n{b}" for a, b in zip_longest(one, other) if a != b]
    if differ:
        show_failure(["net8-digest"], "\n".join(differ))
    return Tally(max(len(one), len(other)) - len(differ), len(differ))


def same_digests() -> Tally:
    """Simulate fixed plans in both builds; every line, one for each plan, must be the same."""
    printed = digests([])
    return count_same(*printed) if printed else FAILED_STEP


def parted(plans: Path) -> list[Path]:
    """Write plans into several files, more than there are processors, as some take much longer than others."""
    each = re.split(r"^(?=plan\t)", plans.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    size = max(1, len(each) // (8 * (os.cpu_count() or 1)))
    parts = [plans.with_name(f"{plans.stem}-{at}.txt") for at in range(0, len(each), size)]
    for number, part in enumerate(parts):
        part.write_text("".join(each[number * size : (number + 1) * size]), encoding="utf-8")
    return parts


def scenario_digests() -> Tally:
    """Simulate every scenario, shortened, in Python and in both builds, to its end and stopped half way."""
    plans = BUILD / "scenario-plans.txt"
    command = [sys.executable, str(TOP / "test" / "digest" / "scenario_plans.py"), str(plans)]
    code, output = execute(command)
    if code != 0:
        show_failure(command, output)
        return FAILED_STEP
    printed = digests(parted(plans))
    if not printed:
        return FAILED_STEP
    ended = [" ".join(line.split()[:3]) for line in printed[0] if ", stopped " not in line]
    return count_same(output.splitlines(), ended) + count_same(*printed)


def python_tests(quick: bool) -> Tally:
    """Run pytest on all processors."""
    return pytest("pytest", [*SEVERAL, *(["-m", "not slow"] if quick else [])])


def driver_tests() -> Tally:
    """Install the real drivers, then let them meet the responder; tell which ran."""
    folder = TOP / "test" / "drivers"
    code, output = execute([sys.executable, str(folder / "install.py")])
    if code != 0:
        show_failure(["install.py"], output)
        return FAILED_STEP
    ran = BUILD / "drivers" / "run.txt"
    ran.unlink(missing_ok=True)
    # The responder encrypts with a library that came with a driver.
    tally = pytest("drivers", [str(folder)], {"PYTHONPATH": str(BUILD / "drivers" / "python")})
    print(ran.read_text(encoding="utf-8") if ran.exists() else "no driver ran\n", end="")
    return tally


def pytest(
    name: str, arguments: list[str], env: dict[str, str] | None = None, python: Path = Path(sys.executable)
) -> Tally:
    """Run pytest with some arguments."""
    report = BUILD / f"{name}.xml"
    report.unlink(missing_ok=True)
    command = [str(python), "-m", "pytest", "-q", f"--junitxml={report}", *arguments]
    code, output = execute(command, env=env)
    if code == NO_TESTS and "-k" in arguments:
        return Tally(0, 0)
    if code != 0:
        show_failure(command, output)
    return count_junit(report, code)


def example_commands() -> list[list[str]]:
    """List the command lines of test/examples-to-run.py, ns-3's own list of examples that are tests."""
    listed = runpy.run_path(str(TOP / "test" / "examples-to-run.py"))
    commands = []
    for line, do_run, _ in listed["cpp_examples"]:
        if do_run == "True":
            name, *arguments = line.split()
            commands.append([str(RELEASE / name), *arguments])
    for line, do_run in listed["python_examples"]:
        if do_run == "True":
            name, *arguments = line.split()
            commands.append([sys.executable, str(TOP / "examples" / name), *arguments])
    return commands


def examples() -> Tally:
    """Run every example in an empty folder; one that is in the list of none is a failure."""
    commands = example_commands()
    run = {Path(part).stem for command in commands for part in command[:2]}
    present = {path.stem for pattern in ("net8-*.cc", "*.py") for path in (TOP / "examples").glob(pattern)}
    for name in sorted(present - run):
        print(f"    {name}: not listed in test/examples-to-run.py")
    tally = Tally(0, len(present - run))
    for command in commands:
        with tempfile.TemporaryDirectory() as empty:
            code, output = execute(command, cwd=Path(empty))
        if code != 0 or not output.strip():
            show_failure(command, output or "(it printed nothing)")
            tally += FAILED_STEP
        else:
            tally += Tally(1, 0)
    return tally


Step = tuple[str, Callable[[], Tally]]
DRIVERS: Step = ("real drivers", driver_tests)
EXTENSION: Step = ("extension of the tests, release build", compile_extension)


def fast_steps() -> list[Step]:
    """Name the steps that say within a minute whether a change is on a good way: nothing in Python simulates."""
    return [
        ("C++20 release build", compile_release),
        ("GoogleTest", lambda: google_tests(RELEASE)),
        ("ns-3 suites", lambda: ns3_suites(RELEASE, "QUICK")),
        ("pytest", lambda: pytest("pytest", [*SEVERAL, "-m", "plain and not slow"])),
    ]


def chosen_steps(choice: chosen.Chosen, pattern: str) -> list[Step]:
    """Name the steps of chosen tests."""
    named = ["-k", pattern] if pattern else []
    files = [str(chosen.PYTHON_TESTS / name) for name in sorted(choice.files)]
    found: list[Step] = []
    if choice.compiles:
        found.append(("C++20 release build", compile_release))
    elif choice.extends:
        found.append(EXTENSION)
    if choice.rooms:
        found.append(("GoogleTest", lambda: google_tests(RELEASE, rooms=choice.rooms, pattern=pattern)))
    if choice.suites:
        suites = [suite for suite in choice.suites if pattern in suite]
        if suites:
            found.append(("ns-3 suites", lambda: ns3_suites(RELEASE, "QUICK", only=suites)))
    if files:
        found.append(("pytest", lambda: pytest("pytest", [*SEVERAL, *named, *files])))
    return found


def sanitized_steps(choice: chosen.Chosen, pattern: str) -> list[Step]:
    """Name the steps of tests in Python on the sanitized extension."""
    files = choice.files or {
        file for package in SANITIZED_PACKAGES for file in chosen.python_tests(f"{package}/test_*.py")
    }
    paths = [str(chosen.PYTHON_TESTS / name) for name in sorted(files)]
    return [
        *([EXTENSION] if choice.extends else []),
        ("C++23 debug extension with sanitizers, build", compile_sanitized_extension),
        ("pytest, sanitized", lambda: sanitized_python(paths, pattern)),
    ]


def every_test() -> chosen.Chosen:
    """Choose all, for a pattern to choose from."""
    return chosen.Chosen(frozenset(ROOMS), chosen.suites(), chosen.python_tests())


def steps(quick: bool) -> list[Step]:
    """Name every step and what does it."""
    fullness = "QUICK" if quick else "TAKES_FOREVER"
    release: list[Step] = [
        ("C++20 release build", compile_release),
        ("GoogleTest", lambda: google_tests(RELEASE)),
        ("packetdrill", packetdrill_scripts),
        ("ns-3 suites", lambda: ns3_suites(RELEASE, fullness)),
        ("examples", examples),
    ]
    sanitized: list[Step] = [
        ("C++23 debug build with sanitizers", compile_sanitized),
        ("GoogleTest, sanitized", lambda: google_tests(SANITIZED, SANITIZER_ENVIRONMENT)),
        ("ns-3 suites, sanitized", lambda: ns3_suites(SANITIZED, "QUICK", SANITIZER_ENVIRONMENT)),
        ("same digests in release and debug", same_digests),
        ("scenarios, sanitized, to the end of ns-3", scenario_digests),
    ]
    last: list[Step] = [("pytest", lambda: python_tests(quick))]
    if quick:
        return release + last
    worlds: list[Worlds] = []

    def python_tests_and_worlds() -> Tally:
        worlds.append(Worlds())
        return python_tests(quick)

    last = [("pytest", python_tests_and_worlds), DRIVERS, ("seeded worlds", lambda: worlds[0].end())]
    return release + sanitized + last


def compile_coverage() -> Tally:
    """Build all C++ so that it counts the lines that run."""
    flags = "-O0 -g0 --coverage -fprofile-update=atomic"
    return compile_tree(
        COVERAGE,
        [
            f"-DPython_EXECUTABLE={sys.executable}",
            f"-DNS3_ROOT={os.environ.get('NS3_ROOT', '')}",
            "-DCMAKE_BUILD_TYPE=Debug",
            f"-DCMAKE_CXX_FLAGS={flags}",
        ],
    )


def python_coverage() -> Tally:
    """Run pytest with coverage.py in it and in all that it starts."""
    settings = BUILD / "coverage.toml"
    data = COVERAGE / "python" / "data"
    data.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(
        '[tool.coverage.run]\nsource_pkgs = ["net8"]\npatch = ["subprocess"]\nparallel = true\n'
        f'data_file = "{data}"\n',
        encoding="utf-8",
    )
    coverage = [sys.executable, "-m", "coverage"]
    report = BUILD / "pytest.xml"
    report.unlink(missing_ok=True)
    command = [
        *coverage,
        "run",
        f"--rcfile={settings}",
        "-m",
        "pytest",
        "-q",
        f"--junitxml={report}",
    ]
    code, output = execute([*command, *SEVERAL])
    if code != 0:
        show_failure(command, output)
    # Mutants are copies of the package, gone by then: -i leaves them out.
    for verb in (["combine", "--quiet"], ["json", "-i", "--quiet", "-o", str(COVERAGE / "python.json")]):
        done, said = execute([*coverage, verb[0], f"--rcfile={settings}", *verb[1:]])
        if done != 0:
            show_failure(verb, said)
            return FAILED_STEP
    return count_junit(report, code)


def coverage_table() -> Tally:
    """Print how many lines were reached."""
    code, output = execute([sys.executable, str(TOP / "test" / "line_coverage.py"), str(COVERAGE)])
    print(output, end="")
    return Tally(1, 0) if code == 0 else FAILED_STEP


def coverage_steps() -> list[Step]:
    """Name the steps that show which lines the tests reach."""
    pins = TOP / "test" / "coverage-requirements.txt"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]

    def install() -> Tally:
        code, output = execute([*pip, "--no-deps", "--require-hashes", "-r", str(pins)])
        if code != 0:
            show_failure(pip, output)
        return Tally(1, 0) if code == 0 else FAILED_STEP

    return [
        ("tools", install),
        ("C++ debug build that counts lines", compile_coverage),
        ("GoogleTest", lambda: google_tests(COVERAGE)),
        ("ns-3 suites", lambda: ns3_suites(COVERAGE, "EXTENSIVE")),
        ("pytest", python_coverage),
        ("lines reached", coverage_table),
    ]


def main() -> int:
    """Run the steps and print the sum as the last line."""
    alone = {
        "packetdrill": packetdrill_alone,
        "kernel": kernel_alone,
        "soak": soak_alone,
        "fuzz": fuzz_alone,
        "graphs": graphs_alone,
        "interop": interop_alone,
    }
    if sys.argv[1:2] and sys.argv[1] in alone:
        return alone[sys.argv[1]](sys.argv[2:])
    asked = read_arguments()
    total = Tally(0, 0)
    took: dict[str, float] = {}
    for name, step in asked_steps(asked):
        print(f"{name} ...", flush=True)
        begun = time.monotonic()
        tally = step()
        total += tally
        took[name] = time.monotonic() - begun
        print(f"{name}: {tally}, {took[name]:.0f} s", flush=True)
        for reason, count in tally.reasons.items():
            print(f"    skipped {count}: {reason}", flush=True)
    whole = sum(took.values())
    shares = ", ".join(f"{name} {100 * seconds / whole:.0f} %" for name, seconds in took.items())
    builds = sum(name.endswith("build") for name in took)  # each counts as a test
    if asked.pattern and total.passed + total.skipped == builds and not total.failed:
        print(f"no test has '{asked.pattern}' in its name", file=sys.stderr)
        return 2
    print(f"{whole:.0f} s: {shares}" if took else "no test holds what was changed")
    print(total)
    return 1 if total.failed else 0


def read_arguments() -> argparse.Namespace:
    """Read the command line; end with code 2 and one sentence where it is wrong."""
    parser = argparse.ArgumentParser(
        prog="./net8 test",
        description="Run every test of net8, or some.",
        epilog="Tests with arguments of their own: ./net8 test fuzz, graphs, interop, kernel, packetdrill, soak; "
        "each has a --help.",
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME",
        help="a room of C++ (a folder of model, or helper), a package of Python (a folder of bindings/net8), a file of "
        "test/python; or drivers, for the tests with real drivers",
    )  # fmt: skip
    parser.add_argument(
        "-k", dest="pattern", default="", help="only tests whose names have this in them, as of pytest"
    )
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="leave out sanitizers and slow tests")
    size.add_argument("--fast", action="store_true", help="what says something within a minute: nothing in Python "
                      "that simulates")  # fmt: skip
    size.add_argument("--changed", action="store_true", help="tests of what differs from the branch main")
    size.add_argument(
        "--coverage", action="store_true", help="count the lines that tests reach, room by room"
    )
    size.add_argument(
        "--sanitized", action="store_true",
        help="tests in Python whose simulator is compiled with sanitizers: of NAME, else of "
        f"{', '.join(SANITIZED_PACKAGES)}",
    )  # fmt: skip
    asked = parser.parse_args()
    if (asked.fast or asked.quick or asked.coverage) and (asked.names or asked.pattern):
        parser.error("a NAME or -k chooses tests by itself, without --fast, --quick or --coverage")
    try:
        asked.choice = chosen.NOTHING
        for name in asked.names:
            asked.choice |= chosen.NOTHING if name == "drivers" else chosen.named(name)
    except LookupError as error:
        parser.error(str(error))
    if asked.sanitized and asked.names and not asked.choice.files:
        parser.error("--sanitized runs tests in Python, and NAME has none")
    return asked


def asked_steps(asked: argparse.Namespace) -> list[Step]:
    """Return the steps that a command line asks for."""
    if asked.coverage:
        return coverage_steps()
    if asked.fast:
        return fast_steps()
    if asked.sanitized:
        return sanitized_steps(asked.choice, asked.pattern)
    if not (asked.names or asked.pattern or asked.changed):
        return steps(asked.quick)
    choice = asked.choice
    if asked.changed:
        choice |= chosen.touched(chosen.changed_files())
    elif not asked.names:
        choice = every_test()
    found = chosen_steps(choice, asked.pattern)
    if "drivers" in asked.names:
        found += [DRIVERS] if choice.compiles or choice.extends else [EXTENSION, DRIVERS]
    return found


if __name__ == "__main__":
    sys.exit(main())
