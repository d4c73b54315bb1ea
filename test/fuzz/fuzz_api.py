# SPDX-License-Identifier: GPL-2.0-only
"""Odd requests from seeds to the HTTP interface of net8 serve, while connections are open.

Each connection gets a valid answer or an end, and the interface goes on; in the end net8 serve has written no
traceback, ends cleanly, and its memory, threads and files have not grown.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import json
import os
import random
import re
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from fuzz_requests import TOKEN, draw, told

_STATUS: Final = re.compile(rb"HTTP/1\.[01] (\d{3}) [ -~]*")
_STATUSES: Final = {int(each) for each in HTTPStatus}
_PATIENCE_S: Final = 60.0
_START_S: Final = 300.0
"""How long a busy machine may take to start it."""
_MOST_GROWTH: Final = 1.05
_EARLY_SHARE: Final = 1 / 6
_INPUTS_OF_PROXIES: Final = 200
"""Inputs after which proxies that were made are deleted."""
_FIRST: Final = "net8"
"""Name of the proxy that is there from the start."""
_OPEN: Final = 20
"""Connections that are open at a time."""
_MOST_PRINTED: Final = 3000
_UNPLANNED: Final = ("Traceback", "Exception", "terminate called", "runtime error", "ERROR: AddressSanitizer")
Answer = tuple[int, bytes]


class WrongError(Exception):
    """An answer is none."""


@dataclass(frozen=True, slots=True)
class _Held:
    """What the process has at a moment."""

    memory_kib: int  #: resident memory
    threads: int  #: threads
    files: int  #: open files


class Subject:
    """A net8 serve with an interface, before an echo of its own."""

    def __init__(self, folder: Path, server: socket.socket, token: str) -> None:
        """Start it.

        @param folder: where it writes what it says
        @param server: where its first proxy leads
        @param token: what requests must know, "" for nothing
        """
        self._said, self._upstream = folder / "said", f"127.0.0.1:{server.getsockname()[1]}"
        command = [
            *(sys.executable, "-m", "net8", "serve", "1ms,1Gbps", "--listen", "127.0.0.1:0"),
            *("--backend", self._upstream, "--api", "127.0.0.1:0"),
        ]
        environment = {**os.environ, "NET8_TOKEN": token}
        with self._said.open("wb") as file:
            self.process = subprocess.Popen(command, stderr=file, env=environment)
        until = time.monotonic() + _START_S
        while "interface is at" not in self.said and time.monotonic() < until and self.process.poll() is None:
            time.sleep(0.05)
        self.port, self._api = (
            int(each) for each in re.findall(r"127\.0\.0\.1:(\d+)(?: leads|$)", self.said, re.M)[:2]
        )

    @property
    def said(self) -> str:
        """What it has said."""
        return self._said.read_text(encoding="utf-8", errors="replace")

    def held(self) -> _Held:
        """Return what it has now."""
        process = Path(f"/proc/{self.process.pid}")
        status = (process / "status").read_text(encoding="ascii")
        memory, threads = (int(status.partition(f"\n{name}:")[2].split()[0]) for name in ("VmRSS", "Threads"))
        return _Held(memory, threads, len([*(process / "fd").iterdir()]))

    def send(self, requests: list[bytes], draws: random.Random) -> list[Answer]:
        """Send requests over a connection, all at once or in pieces, and return the answers.

        @param requests: requests
        @param draws: says where pieces end
        @return: answers until it ends the connection
        @raises WrongError: when something is no answer, or does not come
        """
        data, got = b"".join(requests), b""
        with socket.create_connection(("127.0.0.1", self._api), _PATIENCE_S) as sock:
            # It may end the connection at a wrong request, while the next ones are on their way.
            with contextlib.suppress(OSError):
                if draws.random() < 0.5:
                    cut = draws.randrange(len(data) + 1)
                    sock.sendall(data[:cut])
                    time.sleep(draws.choice((0, 0.001, 0.02)))
                    data = data[cut:]
                sock.sendall(data)
                sock.shutdown(socket.SHUT_WR)
            try:
                while piece := sock.recv(1 << 16):
                    got += piece
            except ConnectionError:
                return []
            except TimeoutError:
                raise WrongError(f"no end of the answers within {_PATIENCE_S:.0f} s") from None
        return answers(got)

    def ask(self, method: str, path: str, told: object = None) -> Any:
        """Send a plain request, and return the document of its answer."""
        body = "" if told is None else json.dumps(told)
        head = f"{method} {path} HTTP/1.1\r\nAuthorization: Bearer {TOKEN}\r\nContent-Length: {len(body)}\r\n\r\n"
        got = self.send([f"{head}{body}".encode()], random.Random(0))
        if len(got) != 1 or got[0][0] >= HTTPStatus.BAD_REQUEST:
            raise WrongError(f"{method} {path} is answered with {got}")
        return json.loads(got[0][1] or b"null")

    def tidy(self) -> None:
        """Delete the proxies that were made, all toxics and all connections."""
        for name in self.ask("GET", "/proxies"):
            if name != _FIRST:
                quoted = "".join(f"%{byte:02X}" for byte in name.encode("utf-8", "surrogatepass"))
                self.ask("DELETE", f"/proxies/{quoted}")
        self.ask("POST", "/reset")
        for each in self.ask("GET", "/net8/connections"):
            # It may have ended by itself.
            with contextlib.suppress(WrongError):
                self.ask("POST", f"/net8/connections/{each['number']}/kill")

    def restore(self) -> None:
        """Let the first proxy be there and listen, whatever requests have done to it."""
        there: Any = self.ask("GET", "/proxies").get(_FIRST)
        if there is None or not there["enabled"] or there["upstream"] != self._upstream:
            if there is not None:
                self.ask("DELETE", f"/proxies/{_FIRST}")
            told = {"name": _FIRST, "listen": f"127.0.0.1:{self.port}", "upstream": self._upstream}
            self.ask("POST", "/proxies", told)

    def end(self) -> int:
        """Interrupt it, and return its exit code."""
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.wait(_PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


def answers(got: bytes) -> list[Answer]:
    """Take answers apart.

    @param got: what a server sent
    @return: status and body of each but those that say that more follows
    @raises WrongError: when something is no answer
    """
    found = []
    while got:
        head, end, rest = got.partition(b"\r\n\r\n")
        line, *fields = head.split(b"\r\n")
        status = _STATUS.fullmatch(line)
        if not end or status is None or int(status[1]) not in _STATUSES:
            raise WrongError(f"no answer begins so: {got[:200]!r}")
        code = int(status[1])
        lengths = [int(each.split(b":")[1]) for each in fields if each.lower().startswith(b"content-length:")]
        length = lengths[0] if lengths else 0
        if code != HTTPStatus.CONTINUE:
            found.append((code, _body(code, rest[:length], length)))
        got = rest[length:]
    return found


def _body(code: int, body: bytes, length: int) -> bytes:
    """Return the body of an answer: JSON, and of an error one sentence."""
    if len(body) != length:
        raise WrongError(f"{code}: {len(body)} bytes of {length}")
    try:
        document: Any = json.loads(body) if body else None
    except ValueError:
        raise WrongError(f"{code}: no JSON: {body[:200]!r}") from None
    if code < HTTPStatus.BAD_REQUEST:
        return body
    sentence = document.get("error") if isinstance(document, dict) else None
    if not isinstance(sentence, str) or not sentence or "\n" in sentence or document.get("status") != code:
        raise WrongError(f"{code}: no sentence: {body[:200]!r}")
    return body


class Traffic:
    """Connections that are open while requests are made."""

    def __init__(self, subject: Subject) -> None:
        """Start with none."""
        self._subject = subject
        self._open: collections.deque[socket.socket] = collections.deque()

    def go_on(self) -> None:
        """Open a connection that sends, and end the oldest when there are many."""
        with contextlib.suppress(OSError):
            sock = socket.create_connection(("127.0.0.1", self._subject.port), 1)
            self._open.append(sock)
            sock.sendall(bytes(1000))
        if len(self._open) > _OPEN:
            self._open.popleft().close()


def _inputs(asked: argparse.Namespace) -> Iterator[tuple[int, float]]:
    """Yield the number of one input after the other, and the share of the run that is over."""
    begun, number = time.monotonic(), 0
    while True:
        over = (time.monotonic() - begun) / (asked.minutes * 60)
        if asked.inputs is not None:
            over = max(over, number / asked.inputs)
        if over >= 1:
            return
        yield asked.first + number, over
        number += 1


def _tried(
    subject: Subject, requests: list[bytes], draws: random.Random, counts: collections.Counter[int]
) -> str:
    """Send requests, count the statuses of their answers, and return what is wrong."""
    before = len(subject.said)
    try:
        counts.update(code for code, _body in subject.send(requests, draws))
        subject.restore()
    except (WrongError, OSError) as error:
        return f"{type(error).__name__}: {error}"
    said = subject.said[before:].strip()
    return said.splitlines()[-1] if any(each in said for each in _UNPLANNED) else ""


def fuzz(asked: argparse.Namespace, subject: Subject) -> tuple[collections.Counter[int], list[str]]:
    """Send drawn requests.

    @param asked: the options
    @param subject: who gets them
    @return: how many answers there were of each status, and what is wrong
    """
    counts: collections.Counter[int] = collections.Counter()
    wrong: dict[str, str] = {}
    traffic = Traffic(subject)
    early: _Held | None = None
    for number, over in _inputs(asked):
        draws = random.Random(f"{asked.seed} {number}")
        requests = draw(draws)
        traffic.go_on()
        found = _tried(subject, requests, draws, counts)
        if number % _INPUTS_OF_PROXIES == _INPUTS_OF_PROXIES - 1:
            subject.tidy()
            early = early or (subject.held() if over >= _EARLY_SHARE else None)
        gist = re.sub(r"[0-9]+", "", found)[:60]
        if found and gist not in wrong:
            wrong[gist] = f"seed {asked.seed}, number {number}: {found}"
            print(f"{wrong[gist]}\n  {json.dumps(told(requests))[:_MOST_PRINTED]}", flush=True)
        if subject.process.poll() is not None:
            return counts, [*wrong.values(), f"number {number}: net8 serve is gone"]
    subject.tidy()
    return counts, [*wrong.values(), *_grown(early, subject.held())]


def _grown(early: _Held | None, end: _Held) -> list[str]:
    """Compare what it has with what it had."""
    print(f"early {early}, end {end}")
    if early is None:
        return []
    pairs = (
        ("memory", end.memory_kib, early.memory_kib * _MOST_GROWTH),
        ("threads", end.threads, early.threads + _OPEN),
        ("files", end.files, early.files + 2 * _OPEN),
    )
    return [f"{what} grew to {now}, and {most:.0f} are the most" for what, now, most in pairs if now > most]


def _echo(server: socket.socket) -> None:
    """Send back what comes."""
    with selectors.DefaultSelector() as waits:
        waits.register(server, selectors.EVENT_READ)
        while True:
            for key, _events in waits.select():
                sock = key.fileobj
                assert isinstance(sock, socket.socket)
                if sock is server:
                    waits.register(server.accept()[0], selectors.EVENT_READ)
                    continue
                data = b""
                with contextlib.suppress(OSError):
                    data = sock.recv(1 << 16)
                    sock.sendall(data)
                if not data:
                    waits.unregister(sock)
                    sock.close()


def main() -> int:
    """Send requests and print how many answers of each status there were, as the last line what passed and failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the seed")
    parser.add_argument("--first", type=int, default=0, help="number of the first input")
    parser.add_argument("--inputs", type=int, help="how many; by default as many as there is time for")
    parser.add_argument("--minutes", type=float, default=15, help="for how long at most")
    parser.add_argument("--open", action="store_true", help="without a token")
    asked = parser.parse_args()
    begun = time.monotonic()
    with (
        socket.create_server(("127.0.0.1", 0), backlog=1000) as server,
        tempfile.TemporaryDirectory() as folder,
    ):
        child = os.fork()
        if child == 0:
            _echo(server)
        subject = Subject(Path(folder), server, "" if asked.open else TOKEN)
        counts, wrong = fuzz(asked, subject)
        if (code := subject.end()) != 0:
            wrong.append(f"net8 serve ended with {code}")
        if any(each in subject.said for each in _UNPLANNED):
            wrong.append(f"net8 serve said {subject.said[-3000:]}")
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    told_counts = ", ".join(f"{count} of {code}" for code, count in sorted(counts.items()))
    print(f"{counts.total()} answers in {(time.monotonic() - begun) / 60:.1f} min: {told_counts}")
    print("\n".join([*wrong, f"{len(wrong)} wrong"]))
    return 1 if wrong or not counts else 0


if __name__ == "__main__":
    sys.exit(main())
