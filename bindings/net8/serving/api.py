# SPDX-License-Identifier: GPL-2.0-only
"""The HTTP interface: that of toxiproxy, so that its clients drive a network while it serves.

Requests of browsers are refused, as a page of anybody could send them to this host.
"""

from __future__ import annotations

import hmac
import json
import sys
import threading
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final
from urllib.parse import unquote

from net8.base.errors import PlanError
from net8.recorder.ports import Place
from net8.serving.proxies import MissingError, Proxies, TakenError

__all__ = ["VERSION", "start_api"]

VERSION: Final = "2.9.0"
"""Version of toxiproxy whose interface it is."""
_MOST_BYTES: Final = 1 << 20
_PATIENCE_S: Final = 30


class _Handler(BaseHTTPRequestHandler):
    """Answers requests."""

    protocol_version = "HTTP/1.1"
    default_request_version = "HTTP/1.1"
    server_version = "net8"
    timeout = _PATIENCE_S
    proxies: Proxies
    report: Callable[[], dict[str, int]]
    token: str

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """Answer."""
        self._answer()

    do_POST = do_PATCH = do_DELETE = do_GET  # noqa: N815

    def _answer(self) -> None:
        """Do what a request asks for, and say what came of it."""
        try:
            self._admit()
            told = self._body()
            with self.proxies.lock:
                status, document = self._route(told)
        except TakenError as error:
            status, document = HTTPStatus.CONFLICT, {"error": str(error)}
        except MissingError as error:
            status, document = HTTPStatus.NOT_FOUND, {"error": str(error)}
        except PermissionError as error:
            status, document = HTTPStatus.FORBIDDEN, {"error": str(error)}
        except ValueError as error:
            status, document = HTTPStatus.BAD_REQUEST, {"error": str(error)}
        except RuntimeError as error:
            status, document = HTTPStatus.SERVICE_UNAVAILABLE, {"error": str(error)}
        self._send(status, document)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Refuse what is no request that can be read."""
        self._send(HTTPStatus(code), {"error": message or HTTPStatus(code).phrase})

    def _send(self, status: HTTPStatus, document: Any) -> None:
        """Send an answer; one of an error is the last."""
        if status >= HTTPStatus.BAD_REQUEST:
            document = {**document, "status": int(status)}
            self.close_connection = True
        data = b"" if status == HTTPStatus.NO_CONTENT else json.dumps(document).encode()
        # Else an old request would be answered without a status.
        self.request_version = self.protocol_version
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _admit(self) -> None:
        """Refuse browsers, and those without the token."""
        if self.headers.get("Origin") or self.headers.get("User-Agent", "").startswith("Mozilla/"):
            raise PermissionError("requests of browsers are refused")
        given = self.headers.get("Authorization", "")
        if self.token and not hmac.compare_digest(given.encode(), f"Bearer {self.token}".encode()):
            raise PermissionError("the header Authorization must be Bearer and the token of NET8_TOKEN")

    def _body(self) -> Any:
        """Read the JSON of a request."""
        if self.headers.get("Transfer-Encoding"):
            raise PlanError("Transfer-Encoding is not read; send the body with Content-Length")
        length = self.headers.get("Content-Length", "0")
        if not length.isascii() or not length.isdigit() or int(length) > _MOST_BYTES:
            raise PlanError(f"Content-Length must be a number up to {_MOST_BYTES}")
        data = self.rfile.read(int(length))
        try:
            told = json.loads(data) if data else {}
            # Halves of characters, which JSON can escape, cannot be passed on.
            json.dumps(told, ensure_ascii=False).encode()
        except (ValueError, RecursionError):
            raise PlanError("the body is not JSON") from None
        return told

    def _route(self, told: Any) -> tuple[HTTPStatus, Any]:
        """Find what is asked for."""
        path = [unquote(word) for word in self.path.partition("?")[0].strip("/").split("/")]
        proxies, created = self.proxies, HTTPStatus.CREATED
        if path == ["populate"] and self.command == "POST":
            return created, {"proxies": proxies.populate(told)}
        if not isinstance(told, dict):
            raise PlanError("the body must be an object")
        match self.command, path:
            case "GET", ["version"]:
                return HTTPStatus.OK, {"version": VERSION}
            case "GET", ["net8"]:
                return HTTPStatus.OK, self.report()
            case "GET", ["net8", "connections"]:
                return HTTPStatus.OK, proxies.connections()
            case "POST", ["net8", "connections", number, ("freeze" | "thaw" | "kill") as action]:
                proxies.touch(number, action)
                return HTTPStatus.NO_CONTENT, {}
            case "POST", ["reset"]:
                proxies.reset()
                return HTTPStatus.NO_CONTENT, {}
            case "GET", ["proxies"]:
                return HTTPStatus.OK, proxies.documents()
            case "POST", ["proxies"]:
                return created, proxies.create(told)
            case "GET", ["proxies", name]:
                return HTTPStatus.OK, proxies.show(name)
            case (("POST" | "PATCH"), ["proxies", name]):
                return HTTPStatus.OK, proxies.change(name, told)
            case "DELETE", ["proxies", name]:
                proxies.delete(name)
                return HTTPStatus.NO_CONTENT, {}
            case "GET", ["proxies", name, "toxics"]:
                return HTTPStatus.OK, proxies.show(name)["toxics"]
            case "POST", ["proxies", name, "toxics"]:
                return HTTPStatus.OK, proxies.add(name, told)
            case "GET", ["proxies", name, "toxics", toxic]:
                return HTTPStatus.OK, proxies.toxic(name, toxic)
            case (("POST" | "PATCH"), ["proxies", name, "toxics", toxic]):
                return HTTPStatus.OK, proxies.alter(name, toxic, told)
            case "DELETE", ["proxies", name, "toxics", toxic]:
                proxies.remove(name, toxic)
                return HTTPStatus.NO_CONTENT, {}
        raise MissingError(f"there is no {self.command} of {self.path}")


def start_api(place: Place, proxies: Proxies, report: Callable[[], dict[str, int]], token: str) -> Place:
    """Listen for requests in a thread of its own.

    @param place: address and port; port 0 for any
    @param proxies: what they change
    @param report: returns what was served up to now
    @param token: what they must know, "" for nothing
    @return: address and port
    @raises PlanError: when the port cannot be had
    """

    class Handler(_Handler):
        """With what it needs."""

    Handler.proxies, Handler.token = proxies, token
    Handler.report = staticmethod(report)

    class Server(ThreadingHTTPServer):
        """At an address of its family."""

        address_family = place.family
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            """Say nothing of clients that are gone."""
            if not isinstance(sys.exception(), OSError):
                super().handle_error(request, client_address)

    try:
        server = Server(place.address, Handler)
    except OSError as error:
        raise PlanError(f"net8 cannot listen at {place}: {error.strerror}") from None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return Place(place.host, server.server_address[1], place.family, server.server_address)
