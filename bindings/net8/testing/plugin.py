# SPDX-License-Identifier: GPL-2.0-only
"""The plugin of pytest: what a test says to its database is held against a budget of round trips and time.

pytest loads it wherever net8 is installed, so that it imports nothing that takes long until a test asks for it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from net8.base.errors import Net8Error

if TYPE_CHECKING:
    from net8.testing.proxy_process import ProxyProcess
    from net8.testing.wan_process import WanProcess

__all__ = ["Recorded", "net8_proxies", "net8_record", "net8_wan"]

_MARK: Final = "wan"
_ARGUMENTS: Final = ("paths", "round_trips", "time", "pin_server_time", "pin_client_time", "runs", "backend")
_USAGE: Final = f"@pytest.mark.{_MARK} takes {', '.join(_ARGUMENTS)}, each by its name"
_FIXTURE: Final = "net8_record"
_SETTING: Final = "NET8_LISTEN"


@dataclass(slots=True)
class Recorded:
    """Where a test connects, and what it said there."""

    proxy: ProxyProcess  #: passes and records
    file: Path  #: the recording, whole when the test has ended

    @property
    def host(self) -> str:
        """Where to connect."""
        return self.proxy.host

    @property
    def port(self) -> int:
        """At which port."""
        return self.proxy.port

    @property
    def address(self) -> str:
        """Both, such as 127.0.0.1:40001."""
        return self.proxy.address


_KEY: Final = pytest.StashKey[Recorded]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the settings of the file of pytest.

    @param parser: takes them
    """
    parser.addini(
        "net8_backend", "net8: the database that tests connect to, such as 127.0.0.1:5432", default=""
    )
    parser.addini("net8_listen", "net8: where tests connect instead; port 0 takes any", default="127.0.0.1:0")


def pytest_configure(config: pytest.Config) -> None:
    """Tell the mark.

    @param config: takes it
    """
    config.addinivalue_line(
        "markers", f"{_MARK}({', '.join(_ARGUMENTS)}): budget of round trips and time over paths (net8)"
    )


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let each test with the mark be recorded before its other fixtures connect.

    @param items: tests
    """
    for item in items:
        names: list[str] | None = getattr(item, "fixturenames", None)
        if names is not None and item.get_closest_marker(_MARK) and _FIXTURE not in names:
            names.insert(0, _FIXTURE)


@pytest.fixture(scope="session")
def net8_proxies() -> Iterator[dict[str, ProxyProcess]]:
    """Hold the proxies that tests have asked for; they end with the session."""
    found: dict[str, ProxyProcess] = {}
    yield found
    for proxy in found.values():
        proxy.close()


@pytest.fixture
def net8_record(
    request: pytest.FixtureRequest, net8_proxies: dict[str, ProxyProcess], tmp_path: Path
) -> Iterator[Recorded]:
    """Record what passes the proxy while the test runs; NET8_LISTEN is its address from then on."""
    from net8.testing.proxy_process import ProxyProcess

    told = _told(request.node)
    backend = str(told.get("backend") or _backend(request.config))
    try:
        if backend not in net8_proxies:
            net8_proxies[backend] = ProxyProcess(str(request.config.getini("net8_listen")), backend)
        recorded = Recorded(net8_proxies[backend], tmp_path / "net8.pcapng")
        recorded.proxy.record(recorded.file)
    except Net8Error as error:
        raise pytest.fail.Exception(f"net8: {error}", pytrace=False) from None
    os.environ[_SETTING] = recorded.address
    request.node.stash[_KEY] = recorded
    yield recorded
    if request.node.stash.get(_KEY, None) is not None:
        recorded.proxy.record(None)


@pytest.fixture(scope="session")
def net8_wan(pytestconfig: pytest.Config) -> Iterator[Callable[..., WanProcess]]:
    """Provide a function that puts a simulated path before the database, in real time, until the session ends.

    Called twice with the same, it returns the same path.
    """
    from net8.testing.wan_process import WanProcess

    found: dict[tuple[str, ...], WanProcess] = {}

    def start(
        rtt: str, *, rate: str = "1Gbps", loss: str = "0%", backend: str = "", late: str = ""
    ) -> WanProcess:
        chosen = (f"{rtt},{rate},{loss}", backend or _backend(pytestconfig), late)
        try:
            if chosen not in found:
                found[chosen] = WanProcess(*chosen)
        except Net8Error as error:
            raise pytest.fail.Exception(f"net8: {error}", pytrace=False) from None
        return found[chosen]

    yield start
    untrue = [f"{chosen[0]}: {why}" for chosen, each in found.items() if (why := each.judge())]
    if untrue:
        pytest.fail(f"net8: {'; '.join(untrue)}", pytrace=False)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Hold what a test that passed has said against its budget.

    @param item: the test
    """
    result = yield
    recorded = item.stash.get(_KEY, None)
    told = _told(item)
    if recorded is not None and told:
        del item.stash[_KEY]
        _hold(item, recorded, told)
    return result


def _backend(config: pytest.Config) -> str:
    """Return the database that the file of pytest tells."""
    backend = str(config.getini("net8_backend"))
    if not backend:
        pytest.fail(
            "net8: no database is told; set net8_backend in the file of pytest, such as net8_backend = 127.0.0.1:5432",
            pytrace=False,
        )
    return backend


def _told(item: pytest.Item) -> Mapping[str, Any]:
    """Return what the mark of a test says."""
    mark = item.get_closest_marker(_MARK)
    if mark is None:
        return {}
    if mark.args or not {*mark.kwargs} <= {*_ARGUMENTS} or not {*mark.kwargs} - {"backend"}:
        pytest.fail(_USAGE, pytrace=False)
    return mark.kwargs


def _hold(item: pytest.Item, recorded: Recorded, told: Mapping[str, Any]) -> None:
    """Fail a test that is over its budget."""
    from net8.replaying.budget import budget
    from net8.replaying.budget_views import budget_text, properties_of

    given = {name: value for name, value in told.items() if name not in ("backend", "paths")}
    paths = told.get("paths", ())
    try:
        if not recorded.proxy.record(None):
            pytest.fail(
                f"net8: nothing passed {recorded.address}, so that the budget says nothing; the test has to connect "
                "there (NET8_LISTEN, or the fixture net8_record)",
                pytrace=False,
            )
        found = budget(recorded.file, [paths] if isinstance(paths, str) else list(paths), **given)
    except Net8Error as error:
        raise pytest.fail.Exception(f"net8: {error}", pytrace=False) from None
    item.user_properties.extend(properties_of(found))
    if not found.passed:
        pytest.fail(f"{budget_text(found)}\nrecorded in {recorded.file}", pytrace=False)
