# SPDX-License-Identifier: GPL-2.0-only
"""python-oracledb over TLS: each packet, and each record of data on the wire, is that of the model.

The responder does as a listener and a server do: a handshake, CONNECT, RESEND with header flag 0x08, a second handshake
on the same TCP connection, CONNECT again; with the service named (SNI), one handshake.
"""

from __future__ import annotations

import contextlib
import functools
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final, cast

import net8
import pytest
from drivers import DRIVERS
from modelled import plan_of
from net8._core import decode_packet
from net8.capture.streams import connections, segments
from net8_testing import encode_resend
from responder.cases import FULL_CASES, Case
from responder.channel import Channel, EndedError
from responder.dialogue import Dialogue
from responder.recording import Recording
from responder.secured import Handshake, SecuredSocket
from responder.table import STATEMENT

_PROGRAM: Final = Path(__file__).resolve().parent / "programs" / "run_python_tls.py"
_LIMIT_S: Final = 60
_RENEW: Final = 0x08
_HEADER: Final = 5
_CHANGE, _HANDSHAKE, _APPLICATION = 20, 22, 23
_HELLO, _FINISHED = 1, 20
_CONNECT, _DATA = 1, 6
_OVERHEAD: Final = {"1.2": 29, "1.3": 22}
_DRIVER: Final = next(driver for driver in DRIVERS if driver.maker == "python" and driver.captured)
_CASE: Final = next(case for case in FULL_CASES if case.name == "full-250-default")
# version, whether the client shows a certificate, whether it names the service
_WAYS: Final = (("1.2", False, False), ("1.3", False, False), ("1.2", True, False), ("1.3", True, True))


class _Server(Dialogue):
    """A session behind a listener: the first CONNECT is for the listener, unless the client named the service."""

    def __init__(self, channel: Channel, case: Case, secured: SecuredSocket) -> None:
        super().__init__(channel, case, 0)
        self._secured = secured

    def _connect(self) -> None:
        if not self._secured.handshakes[-1].name:
            self._read_connect()
            resend = bytearray(encode_resend())
            resend[5] |= _RENEW
            self._channel.write(bytes(resend))
            self._secured.restart()
        super()._connect()


@dataclass(frozen=True)
class Seen:
    """A session of the driver."""

    recording: Recording  #: its packets
    handshakes: list[Handshake]  #: its handshakes, and the records of data behind each
    rows: int  #: rows that it got


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Make the certificates, once."""
    folder = tempfile.TemporaryDirectory()
    _run("make", folder.name)
    return folder


def _run(*words: str) -> str:
    """Run the program, and give what it printed."""
    done = subprocess.run(
        [sys.executable, str(_PROGRAM), *words], env=_DRIVER.environment, capture_output=True, text=True,
        timeout=_LIMIT_S, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def _serve(
    listening: socket.socket, context: ssl.SSLContext, recording: Recording, found: list[SecuredSocket]
) -> None:
    """Serve one connection."""
    sock, _ = listening.accept()
    with sock, contextlib.suppress(EndedError):
        secured = SecuredSocket(sock, context)
        found.append(secured)
        channel = Channel(cast(socket.socket, secured), recording, _CASE.patience_s)
        _Server(channel, _CASE, secured).run()


@functools.cache
def seen(version: str, mutual: bool, named: bool) -> Seen:
    """Let the driver log on and query."""
    folder = Path(_folder().name)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "server.pem", folder / "server.key")
    if mutual:
        context.verify_mode = ssl.CERT_REQUIRED
        context.load_verify_locations(folder / "ca.pem")
    recording = Recording("A")
    found: list[SecuredSocket] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=_serve, args=(listening, context, recording, found), daemon=True)
        thread.start()
        port = str(listening.getsockname()[1])
        rows = _run(str(folder), port, _CASE.service, version, str(int(mutual)), str(int(named)), STATEMENT)
        thread.join(_LIMIT_S)
    return Seen(recording, found[0].handshakes, int(rows))


@dataclass(frozen=True)
class Simulated:
    """What the client of a simulated session sent."""

    packets: list[tuple[int, int, int, int]]  #: type, length, header flags and data flags of each packet
    records: list[int]  #: bytes of each record of data
    hellos: list[int]  #: bytes of the record of each first message of a handshake
    connect: dict[str, object]  #: fields of its last CONNECT


@functools.cache
def simulated(version: str, mutual: bool, named: bool) -> Simulated:
    """Simulate the session, and read its capture."""
    document = plan_of(_DRIVER, _CASE, seen(version, mutual, named).recording)
    tls: dict[str, object] = {"tls": True, "tls_version": version, "tls_min_version": version}
    document["client"] |= tls | {"use_sni": named} | ({"tls_certificates": "949"} if mutual else {})
    document["listener"] = tls | {"tls_client_authentication": mutual}
    with tempfile.TemporaryDirectory() as folder:
        run = net8.run(net8.Plan.of(document), folder=folder, pcap=True)
        assert list(run.sessions["ora_code"]) == [0]
        found = segments(next(Path(folder).glob("*server*.pcap")))
    (connection,) = connections(found)
    (stream,) = connection.streams(connection.client)
    return _read(stream.data, version)


def _read(content: bytes, version: str) -> Simulated:
    """Read the records of a simulated client: behind the front of each is plain text."""
    found = Simulated([], [], [], {})
    hidden = False  # between the change of ciphers and the last message of the client's handshake
    while content:
        kind, size = content[0], _HEADER + int.from_bytes(content[3:5], "big")
        plain = content[_HEADER + (8 if version == "1.2" else 0) : size]
        if kind == _HANDSHAKE and content[_HEADER] == _HELLO:
            found.hellos.append(size)
        if kind == _CHANGE:
            hidden = True
        elif hidden:
            hidden = plain[0] != _FINISHED
        elif kind == _APPLICATION:
            length = size - _OVERHEAD[version]
            data = int.from_bytes(plain[8:10], "big") if plain[4] == _DATA else 0
            found.records.append(size)
            found.packets.append((plain[4], length, plain[5], data))
            if plain[4] == _CONNECT:
                found.connect.update(decode_packet(plain[:length], False))
        content = content[size:]
    return found


_EACH = pytest.mark.parametrize(("version", "mutual", "named"), _WAYS)


@_EACH
def test_the_driver_gets_its_rows(version: str, mutual: bool, named: bool) -> None:
    found = seen(version, mutual, named)
    assert found.rows == _CASE.rows
    assert found.recording.fault == ""
    assert found.recording.proven


@_EACH
def test_handshakes_are_those_of_the_model(version: str, mutual: bool, named: bool) -> None:
    real = seen(version, mutual, named).handshakes
    assert [each.version for each in real] == [f"TLSv{version}"] * (1 if named else 2)
    assert all(each.peer == mutual for each in real)
    assert len(simulated(version, mutual, named).hellos) == len(real)
    # Python's name of the service: length and name, version of the protocol.
    assert not named or real[0].name == f"S{len(_CASE.service)}.{_CASE.service}.V3.319"


@_EACH
def test_each_packet_and_each_record_is_that_of_the_model(version: str, mutual: bool, named: bool) -> None:
    found, model = seen(version, mutual, named), simulated(version, mutual, named)
    sent = found.recording.sent
    assert model.packets == [(each.content[4], each.length, each.flags, each.data_flags) for each in sent]
    assert model.records == [size for handshake in found.handshakes for size in handshake.records]


@_EACH
def test_the_connect_has_the_fields_of_the_model(version: str, mutual: bool, named: bool) -> None:
    real = seen(version, mutual, named).recording.sent[0].fields
    model = simulated(version, mutual, named).connect
    assert {name for name in real if real[name] != model.get(name)} == set()
