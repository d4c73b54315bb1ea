# SPDX-License-Identifier: GPL-2.0-only
"""The interface of toxiproxy: what its clients do, times of links that toxics change, and what is refused."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fake_servers import serving
from net8.base.errors import PlanError
from net8.cli.app import app
from net8.recorder.ports import place_of
from net8.serving.control import Remote
from served import PATIENCE_S, Served, served
from toxiproxy import Toxiproxy
from toxiproxy.exceptions import InvalidToxic, ProxyExists
from typer.testing import CliRunner

PATH = "2ms,1Gbps"
TRIP_S = 0.002


class Client:
    """Sends requests to an interface."""

    def __init__(self, run: Served) -> None:
        """Find where it is."""
        self.run, self.base = run, run.api

    def ask(
        self, method: str, path: str, told: object = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """Return the status and the document of an answer."""
        data = None if told is None else json.dumps(told).encode()
        request = urllib.request.Request(self.base + path, data, headers or {}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())

    def of(self, sock: socket.socket) -> list[dict[str, Any]]:
        """Return what is told of the connection of a socket."""
        program = "{}:{}".format(*sock.getsockname())
        return [each for each in self.ask("GET", "/net8/connections")[1] if each["program"] == program]

    def toxic(self, kind: str, stream: str = "downstream", **attributes: float) -> str:
        """Add a toxic to the first proxy, and return its name."""
        status, toxic = self.ask(
            "POST", "/proxies/net8/toxics", {"type": kind, "stream": stream, "attributes": attributes}
        )
        assert status == 200, toxic
        assert toxic == {
            "name": f"{kind}_{stream}", "type": kind, "stream": stream, "toxicity": 1.0, "attributes": attributes,
            "acts_on": "connections of this proxy",
        }  # fmt: skip
        return str(toxic["name"])


def echo(sock: socket.socket) -> None:
    """Send back what comes, and close when the other end has."""
    while piece := sock.recv(65536):
        sock.sendall(piece)


def trip_s(sock: socket.socket, size: int = 1) -> float:
    """Return how long bytes take to be echoed."""
    begun = time.monotonic()
    sock.sendall(bytes(size))
    left = size
    while left:
        left -= len(sock.recv(left))
    return time.monotonic() - begun


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    """Provide an interface to a path of 2 ms before an echo."""
    with (
        serving(echo) as backend,
        served(
            PATH, tmp_path, "--listen", "127.0.0.1:0", "--backend", backend, "--api", "127.0.0.1:0"
        ) as run,
    ):
        yield Client(run)
        assert run.end() == 0


def test_latency_is_felt_by_open_connections_until_it_is_removed(client: Client) -> None:
    """30 ms down and 50 ms up make 82 ms of 2; a change to 10 ms down makes 62."""
    with client.run.connect() as sock:
        assert trip_s(sock) >= TRIP_S
        down = client.toxic("latency", latency=30)
        up = client.toxic("latency", "upstream", latency=50)
        assert trip_s(sock) >= TRIP_S + 0.080
        toxics = client.ask("GET", "/proxies/net8/toxics")[1]
        assert [each["attributes"]["latency"] for each in toxics] == [30, 50]
        assert (
            client.ask("POST", f"/proxies/net8/toxics/{down}", {"attributes": {"latency": 10}})[1][
                "attributes"
            ]["latency"]
            == 10
        )
        assert trip_s(sock) >= TRIP_S + 0.060
        assert client.ask("DELETE", f"/proxies/net8/toxics/{down}") == (204, None)
        assert trip_s(sock) >= TRIP_S + 0.050
        assert client.ask("DELETE", f"/proxies/net8/toxics/{up}")[0] == 204
        # On a busy machine one of many may take long; a delay that is left would make all of them long.
        assert min(trip_s(sock) for _each in range(20)) < 0.050


def test_a_new_connection_pays_for_its_handshake(client: Client) -> None:
    """With 40 ms down a connection and a reply take two round trips of 42 ms."""
    client.toxic("latency", latency=40)
    begun = time.monotonic()
    with client.run.connect() as sock:
        trip_s(sock)
    assert time.monotonic() - begun >= 2 * (TRIP_S + 0.040)


@contextlib.contextmanager
def beside(client: Client) -> Iterator[socket.socket]:
    """Yield a connection of another proxy to the same server."""
    other = client.ask("GET", "/proxies/net8")[1] | {"name": "other", "listen": "127.0.0.1:0"}
    port = client.ask("POST", "/proxies", other)[1]["listen"].rpartition(":")[2]
    with socket.create_connection(("127.0.0.1", port), PATIENCE_S) as sock:
        yield sock


@pytest.mark.slow
def test_toxics_leave_connections_of_other_proxies_alone(client: Client) -> None:
    """With 300 ms, an outage and a rate of 1 KB/s at one proxy, a trip at another takes 2 ms."""
    with client.run.connect() as sock, beside(client) as other:
        assert trip_s(sock) >= TRIP_S
        client.toxic("latency", latency=300)
        client.toxic("bandwidth", "upstream", rate=1)
        assert trip_s(sock) >= TRIP_S + 0.300
        client.toxic("outage")
        sock.sendall(b"x")
        # On a busy machine one of many may take long; with one of the toxics all would.
        assert min(trip_s(other) for _each in range(20)) < 0.040
        assert client.ask("DELETE", "/proxies/net8/toxics/outage_downstream")[0] == 204
        assert sock.recv(1) == b"x"


def test_a_link_that_is_named_is_that_of_all_proxies(client: Client) -> None:
    """50 ms more on the link are felt at both, and are told so; a toxic cannot move to another link."""
    with client.run.connect() as sock, beside(client) as other:
        toxic = {"type": "latency", "attributes": {"latency": 50, "link": "wan"}}
        told = client.ask("POST", "/proxies/net8/toxics", toxic)[1]
        assert told["acts_on"] == "link wan: all connections that cross it, of other proxies, too"
        assert trip_s(sock) >= TRIP_S + 0.050
        assert trip_s(other) >= TRIP_S + 0.050
        path = "/proxies/net8/toxics/latency_downstream"
        moved = client.ask("POST", path, {"attributes": {"link": "lan"}})
        assert moved[0] == 400
        assert "the link of the toxic latency_downstream cannot change" in moved[1]["error"]
        assert client.ask("DELETE", path)[0] == 204
        assert min(trip_s(other) for _each in range(20)) < 0.040


def test_jitter_can_begin_while_it_runs(client: Client) -> None:
    """From 40 to 60 ms more; of 20 trips at least one has more than 50 ms, but for one time in a million."""
    with client.run.connect() as sock:
        trip_s(sock)
        client.toxic("latency", latency=50, jitter=10)
        trips = [trip_s(sock) for _each in range(20)]
    assert min(trips) >= TRIP_S + 0.040
    assert max(trips) >= TRIP_S + 0.050


def test_a_toxic_of_packets_may_happen_to_none(client: Client) -> None:
    toxic = {"type": "outage", "toxicity": 0}
    assert client.ask("POST", "/proxies/net8/toxics", toxic)[0] == 200
    with client.run.connect() as sock:
        assert trip_s(sock) >= TRIP_S


def test_a_reset_ends_both_ends_although_no_packet_passes(client: Client) -> None:
    """The server is told of the end of a connection that a toxic has cut towards it."""
    ended = threading.Event()

    def serve(sock: socket.socket) -> None:
        with contextlib.suppress(ConnectionResetError):
            echo(sock)
        ended.set()

    with serving(serve) as backend:
        made = client.ask("POST", "/proxies", {"name": "cut", "upstream": backend})[1]
        port = made["listen"].rpartition(":")[2]
        with socket.create_connection(("127.0.0.1", port), PATIENCE_S) as sock:
            trip_s(sock)
            toxic = {"type": "timeout", "stream": "upstream", "attributes": {"timeout": 50}}
            assert client.ask("POST", "/proxies/cut/toxics", toxic)[0] == 200
            assert ended.wait(PATIENCE_S)


def test_bandwidth_is_a_bottleneck(client: Client) -> None:
    """100,000 bytes back at 200 KB/s, of 1,000 bytes each, take half a second."""
    client.toxic("bandwidth", rate=200)
    with client.run.connect() as sock:
        assert trip_s(sock, 100_000) >= 0.5


def test_loss_delays_and_loses_nothing(client: Client) -> None:
    """Of some 700 segments each way none is lost for good."""
    client.toxic("loss", probability=0.05)
    client.toxic("loss", "upstream", probability=0.05)
    with client.run.connect() as sock:
        trip_s(sock, 1_000_000)


def test_an_outage_holds_what_is_sent_until_it_ends(client: Client) -> None:
    with client.run.connect() as sock:
        trip_s(sock)
        name = client.toxic("outage")
        sock.sendall(b"x")
        sock.settimeout(0.5)
        with pytest.raises(TimeoutError):
            sock.recv(1)
        client.ask("DELETE", f"/proxies/net8/toxics/{name}")
        sock.settimeout(PATIENCE_S)
        assert sock.recv(1) == b"x"


@pytest.mark.parametrize(("kind", "after_s"), [("reset_peer", 0.2), ("timeout", 0.2)])
def test_connections_are_reset_after_the_time_of_a_toxic(client: Client, kind: str, after_s: float) -> None:
    with client.run.connect() as sock:
        trip_s(sock)
        begun = time.monotonic()
        name = client.toxic(kind, timeout=1000 * after_s)
        with pytest.raises(ConnectionResetError):
            sock.recv(1)
        assert time.monotonic() - begun >= after_s
    assert client.ask("POST", "/reset") == (204, None)
    assert client.ask("GET", f"/proxies/net8/toxics/{name}")[0] == 404
    with client.run.connect() as sock:
        trip_s(sock)


def test_a_frozen_connection_passes_nothing_until_it_is_thawed(client: Client) -> None:
    """Another one goes on; what was sent meanwhile arrives later."""
    with client.run.connect() as sock, client.run.connect() as other:
        trip_s(sock)
        (one,) = client.of(sock)
        assert (one["proxy"], one["frozen"], one["sent_bytes"], one["received_bytes"]) == (
            "net8",
            False,
            1,
            1,
        )
        path = f"/net8/connections/{one['number']}"
        assert client.ask("POST", f"{path}/freeze") == (204, None)
        sock.sendall(b"x")
        sock.settimeout(0.3)
        with pytest.raises(TimeoutError):
            sock.recv(1)
        assert trip_s(other) >= TRIP_S
        assert client.of(sock) == [one | {"frozen": True}]
        assert client.ask("POST", f"{path}/thaw") == (204, None)
        sock.settimeout(PATIENCE_S)
        assert sock.recv(1) == b"x"


def test_a_killed_connection_is_reset_and_others_are_not(client: Client) -> None:
    with client.run.connect() as sock, client.run.connect() as other:
        trip_s(sock)
        trip_s(other)
        path = f"/net8/connections/{client.of(sock)[0]['number']}/kill"
        assert client.ask("POST", path) == (204, None)
        with pytest.raises(ConnectionResetError):
            sock.recv(1)
        assert trip_s(other) >= TRIP_S
        status, answer = client.ask("POST", path)
        assert status == 404
        assert answer["error"].endswith("is open; GET /net8/connections lists those that are")


def control(client: Client, *words: str) -> str:
    """Run net8 control, and return what it prints."""
    found = CliRunner().invoke(app, ["control", client.base, *words])
    if isinstance(found.exception, PlanError):
        return str(found.exception)
    assert found.exit_code == 0, found
    return found.stdout


def test_the_command_line_drives_it(client: Client) -> None:
    """It lists, freezes, thaws and kills connections, by number or by proxy, and adds and removes toxics."""
    with client.run.connect() as sock:
        trip_s(sock)
        (one,) = json.loads(control(client, "connections", "--json"))
        assert one["program"] == "{}:{}".format(*sock.getsockname())
        assert one["program"] in control(client)
        assert control(client, "freeze", "net8") == "freeze: 1 connection\n"
        assert client.of(sock)[0]["frozen"]
        assert control(client, "thaw", str(one["number"])) == "thaw: 1 connection\n"
        assert control(client, "add", "net8", "latency", "latency=40", "stream=upstream") == (
            "add: latency_upstream acts on connections of this proxy\n"
        )
        assert trip_s(sock) >= TRIP_S + 0.040
        assert control(client, "remove", "net8", "latency_upstream") == "remove: latency_upstream\n"
        assert client.ask("GET", "/proxies/net8/toxics") == (200, [])
        assert json.loads(control(client, "report"))["connections"] == 1
        assert control(client, "kill", "net8") == "kill: 1 connection\n"
        with pytest.raises(ConnectionResetError):
            sock.recv(1)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["slow"], '"slow" is no action; use one of connections, freeze, thaw, kill, add, remove, report'),
        (["kill"], "kill needs numbers of connections, or names of proxies for all of theirs"),
        (["kill", "7"], "refuses it: no connection 7 is open; GET /net8/connections lists those that are"),
        (["kill", "shop"], "refuses it: there is no proxy shop"),
        (["report", "net8"], "report takes no more words"),
        (["add", "net8"], "add needs a proxy, a type of toxics and attributes, such as"),
        (["add", "net8", "latency", "40"], "40 is no attribute; write it such as latency=40"),
        (["add", "net8", "latency", "latency=x"], "latency = 'x' of the toxic latency must be a number"),
        (["remove", "net8"], "remove needs a proxy and the name of a toxic, such as"),
        (["remove", "net8", "latency"], "refuses it: the proxy net8 has no toxic latency"),
    ],
)
def test_what_the_command_line_cannot_do_is_one_sentence(
    shared: Client, words: list[str], sentence: str
) -> None:
    assert sentence in control(shared, *words)


def test_a_command_line_without_a_network_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        place = f"127.0.0.1:{door.getsockname()[1]}"
    with pytest.raises(PlanError, match=f"no net8 serve --api answers at {place}: "):
        Remote(place_of("HOST:PORT", place)).connections()


def rest(sock: socket.socket) -> bytes:
    """Return what comes up to the end of a connection, whichever it is."""
    got = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := sock.recv(65536):
            got += piece
    return got


def test_a_slow_close_holds_the_end_back(client: Client) -> None:
    """The end of the echo comes 300 ms later than its bytes."""
    client.toxic("slow_close", delay=300)
    with client.run.connect() as sock:
        sock.sendall(b"last")
        sock.shutdown(socket.SHUT_WR)
        assert sock.recv(4) == b"last"
        begun = time.monotonic()
        assert sock.recv(1) == b""
        assert time.monotonic() - begun >= 0.250


@pytest.mark.parametrize("stream", ["downstream", "upstream"])
def test_slices_come_one_after_the_other(client: Client, stream: str) -> None:
    """1,000 bytes are ten slices of 100, with nine times of 10 ms between."""
    client.toxic("slicer", stream, average_size=100, size_variation=0, delay=10_000)
    with client.run.connect() as sock:
        assert trip_s(sock, 1000) >= TRIP_S + 9 * 0.010


def test_slices_vary(client: Client) -> None:
    """Of 500 to 1,500 bytes; without a delay they cost nothing."""
    client.toxic("slicer", average_size=1000, size_variation=500, delay=0)
    with client.run.connect() as sock:
        assert trip_s(sock, 100_000) >= TRIP_S


@pytest.mark.parametrize("stream", ["downstream", "upstream"])
def test_a_limit_ends_connections_of_its_proxy_alone(client: Client, stream: str) -> None:
    """Up to 1,000 bytes pass since the toxic is there, and another proxy passes all."""
    with client.run.connect() as sock, beside(client) as other:
        assert trip_s(sock, 2000) >= TRIP_S
        client.toxic("limit_data", stream, bytes=1000)
        sock.sendall(bytes(5000))
        got = rest(sock)
        assert len(got) == 1000 if stream == "downstream" else len(got) <= 1000
        assert trip_s(other, 5000) >= TRIP_S


def test_a_toxicity_is_a_share_of_connections(client: Client) -> None:
    """Of 40 connections, of which each is ended with a probability of 0.5, 8 to 32 are (all but 4 in 100,000 times)."""
    toxic = {"type": "limit_data", "toxicity": 0.5, "attributes": {"bytes": 1}}
    assert client.ask("POST", "/proxies/net8/toxics", toxic)[1]["toxicity"] == 0.5
    ended = 0
    for _each in range(40):
        with client.run.connect() as sock:
            sock.sendall(b"ab")
            sock.shutdown(socket.SHUT_WR)
            ended += len(rest(sock)) == 1
    assert 8 <= ended <= 32
    assert client.ask("POST", "/proxies/net8/toxics/limit_data_downstream", {"toxicity": 0})[0] == 200
    with client.run.connect() as sock:
        assert trip_s(sock, 100) >= TRIP_S


def test_the_client_of_toxiproxy_in_python_drives_it(client: Client) -> None:
    """It creates a proxy, delays it by 40 ms, takes it down for a while, and removes it."""
    host, port = client.base.removeprefix("http://").split(":")
    server = Toxiproxy()
    server.update_api_consumer(host, int(port))
    assert json.loads(server.version()) == {"version": "2.9.0"}
    proxy = server.create(server.get_proxy("net8").upstream, "shop")
    place = ("127.0.0.1", int(proxy.listen.rpartition(":")[2]))
    with socket.create_connection(place, timeout=PATIENCE_S) as sock:
        proxy.add_toxic(type="latency", attributes={"latency": 40})
        assert trip_s(sock) >= TRIP_S + 0.040
        assert proxy.get_toxic("latency_downstream").attributes == {"latency": 40}
        with pytest.raises(InvalidToxic):
            proxy.add_toxic(type="slicer")
    with proxy.down(), pytest.raises(ConnectionRefusedError):
        socket.create_connection(place, timeout=PATIENCE_S)
    with pytest.raises(ProxyExists):
        server.create("127.0.0.1:9", "shop")
    assert server.reset()
    assert proxy.toxics() == {}
    assert proxy.destroy()
    assert [*server.proxies()] == ["net8"]


def test_proxies_come_and_go(client: Client) -> None:
    """As clients of toxiproxy do it: create, disable, enable, populate, delete."""
    assert client.ask("GET", "/version") == (200, {"version": "2.9.0"})
    first = client.ask("GET", "/proxies/net8")[1]
    assert client.ask("GET", "/proxies") == (200, {"net8": first})
    told = {"name": "other", "listen": "127.0.0.1:0", "upstream": first["upstream"]}
    status, other = client.ask("POST", "/proxies", told)
    assert (status, other["enabled"], other["toxics"]) == (201, True, [])
    assert client.ask("POST", "/proxies", told)[0] == 409
    place = ("127.0.0.1", int(other["listen"].rpartition(":")[2]))
    with socket.create_connection(place, timeout=PATIENCE_S) as sock:
        assert trip_s(sock) >= TRIP_S
        assert client.ask("POST", "/proxies/other", {"enabled": False})[1]["enabled"] is False
        with pytest.raises(ConnectionResetError):
            sock.recv(1)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(place, timeout=PATIENCE_S)
    assert client.ask("PATCH", "/proxies/other", {"enabled": True})[1] == other
    toxic = {"type": "slicer", "attributes": {"average_size": 1, "size_variation": 0, "delay": 40_000}}
    assert client.ask("POST", "/proxies/other/toxics", toxic)[0] == 200
    moved = client.ask("POST", "/proxies/other", {"listen": "127.0.0.1:0"})[1]
    place = ("127.0.0.1", int(moved["listen"].rpartition(":")[2]))
    assert moved["toxics"] != []
    with socket.create_connection(place, timeout=PATIENCE_S) as sock:
        assert trip_s(sock, 3) >= TRIP_S + 0.080
    assert client.ask("DELETE", "/proxies/other/toxics/slicer_downstream")[0] == 204
    other = moved | {"toxics": []}
    with socket.create_connection(place, timeout=PATIENCE_S) as sock:
        trip_s(sock)
    assert client.ask("POST", "/populate", [other]) == (201, {"proxies": [other]})
    assert client.ask("DELETE", "/proxies/other") == (204, None)
    assert client.ask("GET", "/proxies/other")[0] == 404
    # The server is there for the proxy that is left, and again after none has led to it.
    place = ("127.0.0.1", int(first["listen"].rpartition(":")[2]))
    for enabled in (True, False, True):
        assert client.ask("POST", "/proxies/net8", {"enabled": enabled})[1]["enabled"] is enabled
        if enabled:
            with socket.create_connection(place, timeout=PATIENCE_S) as sock:
                assert trip_s(sock) >= TRIP_S
    report = client.ask("GET", "/net8")[1]
    assert (report["connections"], report["refused"]) == (5, 0)


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (
            {"type": "slicer"},
            "average_size of the toxic slicer must be from 1 to 65536 bytes",
        ),
        (
            {"type": "slicer", "attributes": {"average_size": 10, "size_variation": 10}},
            "average_size of the toxic slicer must be from 1 to 65536 bytes, and above its size_variation",
        ),
        ({"type": "limit_data"}, "bytes of the toxic limit_data must be 1 or more; use reset_peer for none"),
        (
            {"type": "slow_close", "attributes": {"delay": 1e300}},
            "delay = 1e+300 of the toxic slow_close must be a",
        ),
        (
            {"type": "reset_peer", "attributes": {"timeout": 10**9 + 1}},
            "timeout = 1000000001 of the toxic reset_peer must be a number from 0 to 1,000,000,000",
        ),
        ({"type": "slow_close", "toxicity": 2}, "toxicity = 2 must be a number from 0 to 1"),
        (
            {"type": "latency", "toxicity": 0.5, "attributes": {"link": "wan"}},
            "a link treats all connections alike, so that toxicity must be 1; leave the attribute link out",
        ),
        ({"type": "latency", "stream": "side"}, '"side" is no stream; use upstream or downstream'),
        (
            {"type": "latency", "attributes": {"latency": -1}},
            "latency = -1 of the toxic latency must be a number",
        ),
        (
            {"type": "latency", "attributes": {"delay": 1}},
            'the toxic latency has no attribute "delay"; it has',
        ),
        (
            {"type": "latency", "attributes": {"jitter": 5, "link": "wan"}},
            "jitter of a link cannot change while it is in use; leave the attribute link out",
        ),
        (
            {"type": "latency", "attributes": {"link": "x"}},
            'no link "x" is on the way of this proxy; use one of wan',
        ),
        (
            {"type": "outage", "attributes": {"link": 1}},
            "link = 1 of the toxic outage must be the name of a link",
        ),
        (
            {"type": "slicer", "attributes": {"link": "wan"}},
            'the toxic slicer has no attribute "link"; it has average',
        ),
        ({"type": "bandwidth"}, "rate of the toxic bandwidth must be above 0 KB/s"),
        ({"type": "loss", "attributes": {"probability": 2}}, "probability of the toxic loss must be above 0"),
        ([], "the body must be an object"),
    ],
)
def test_what_a_toxic_cannot_be_is_one_sentence(shared: Client, told: object, sentence: str) -> None:
    status, answer = shared.ask("POST", "/proxies/net8/toxics", told)
    assert (status, answer["status"]) == (400, 400)
    assert answer["error"].startswith(sentence)
    assert shared.ask("GET", "/proxies/net8/toxics") == (200, [])


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Provide one interface to all that is refused."""
    options = ("--listen", "127.0.0.1:0", "--backend", "127.0.0.1:9", "--api", "127.0.0.1:0")
    with served(PATH, tmp_path_factory.mktemp("shared"), *options) as run:
        yield Client(run)


def test_other_bad_requests_are_one_sentence(shared: Client) -> None:
    for told, sentence in (
        ({"name": "a", "listen": "0.0.0.0:0", "upstream": "127.0.0.1:9"}, "can be reached from other hosts"),
        ({"name": "a", "upstream": "nowhere"}, '--backend "nowhere" is not a host and a port'),
        ({"name": "a", "upstream": "simulated"}, "start net8 serve with --listen and without --backend"),
        ({"upstream": "127.0.0.1:9"}, "a proxy needs a name"),
        ({"name": "a", "listen": f"127.0.0.1:{shared.run.ports[0]}", "upstream": "127.0.0.1:9"}, "in use"),
    ):
        status, answer = shared.ask("POST", "/proxies", told)
        assert status == 400
        assert sentence in answer["error"]
    assert shared.ask("GET", "/nothing")[0] == 404
    assert shared.ask("POST", "/populate", {})[1]["error"] == "populate takes a list of proxies"
    assert shared.ask("GET", "/proxies", headers={"Origin": "http://evil.example"})[0] == 403


@pytest.mark.parametrize(
    ("data", "status", "sentence"),
    [
        (b"\0\xff" * 100 + b"\r\n", 400, "Bad request syntax"),
        (b"POST /proxies HTTP/1.1\r\nContent-Length: -5\r\n\r\n{}", 400, "Content-Length must be a number"),
        (
            b"POST /reset HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400,
            "send the body with Content-L",
        ),
        (b"GET /nothing HTTP/0.9\r\n\r\n", 404, "there is no GET of /nothing"),
        (b"GET /version HTTP/3.0\r\n\r\n", 505, "Invalid HTTP version (3.0)"),
        (b"PUT /version HTTP/1.1\r\n\r\n", 501, "Unsupported method ('PUT')"),
        (b"GET /version HTTP/1.1\r\nX: " + bytes(70_000), 431, "Line too long"),
    ],
)
def test_bytes_that_are_no_request_get_a_status_and_a_sentence(
    shared: Client, data: bytes, status: int, sentence: str
) -> None:
    host, port = shared.base.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as sock:
        sock.sendall(data)
        head, _end, body = rest(sock).partition(b"\r\n\r\n")
    assert head.startswith(f"HTTP/1.1 {status} ".encode())
    answer = json.loads(body)
    assert answer["status"] == status
    assert sentence in answer["error"]
    assert shared.ask("GET", "/version")[0] == 200


def test_proxies_may_have_names_of_anything_but_halves_of_characters(shared: Client) -> None:
    """Also that of a member of answers, and what Python writes for nothing."""
    for name in ("error", "None", "\u00e9", "a/b"):
        told = {"name": name, "listen": "127.0.0.1:0", "upstream": "127.0.0.1:9", "enabled": False}
        assert shared.ask("POST", "/proxies", told)[0] == 201
        assert shared.ask("GET", "/proxies")[1][name]["upstream"] == "127.0.0.1:9"
        for none in ({}, {"name": None}):
            answer = shared.ask("POST", "/populate", [{**told, "name": ""} | none])
            assert answer == (400, {"error": "a proxy needs a name", "status": 400})
        assert shared.ask("DELETE", f"/proxies/{urllib.parse.quote(name, safe='')}")[0] == 204
    toxic = {"type": "loss", "name": "\ud800", "attributes": {"probability": 0.01}}
    assert shared.ask("POST", "/proxies/net8/toxics", toxic)[1]["error"] == "the body is not JSON"


def test_a_network_may_begin_without_ports(tmp_path: Path) -> None:
    with served(PATH, tmp_path, "--api", "127.0.0.1:0", listens=0) as run, serving(echo) as backend:
        proxy = Client(run).ask("POST", "/proxies", {"name": "a", "upstream": backend})[1]
        place = ("127.0.0.1", int(proxy["listen"].rpartition(":")[2]))
        with socket.create_connection(place, timeout=PATIENCE_S) as sock:
            assert trip_s(sock) >= TRIP_S
        assert run.end() == 0


def test_a_capture_is_whole_at_the_end(tmp_path: Path) -> None:
    """SYN, SYN/ACK, ACK, a byte and its echo, at least; the last packet ends where the file does."""
    options = ("--listen", "127.0.0.1:0", "--api", "127.0.0.1:0", "--pcap", str(tmp_path / "wire"))
    with serving(echo) as backend, served(PATH, tmp_path, *options, "--backend", backend) as run:
        asking = Client(run)
        with run.connect() as sock:
            trip_s(sock)
        assert asking.ask("GET", "/net8")[1]["passed_bytes"] == 2
        assert run.end() == 0
    data = (tmp_path / "wire-client.pcap").read_bytes()
    place, packets = 24, 0
    while place < len(data):
        place += 16 + int.from_bytes(data[place + 8 : place + 12], "little")
        packets += 1
    assert place == len(data)
    assert packets >= 5


def test_an_interface_for_others_needs_a_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NET8_TOKEN", "secret")
    with served(PATH, tmp_path, "--api", "127.0.0.1:0", listens=0) as run:
        asking = Client(run)
        assert asking.ask("GET", "/version")[0] == 403
        assert asking.ask("GET", "/version", headers={"Authorization": "Bearer secret"})[0] == 200
        assert run.end() == 0
