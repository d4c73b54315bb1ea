# SPDX-License-Identifier: GPL-2.0-only
"""Odd requests to the HTTP interface of net8 serve: what its clients send, with odd values, and then damaged."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, Final

from net8.serving.toxics import SHAPES

__all__ = ["TOKEN", "draw"]

TOKEN: Final = "seven"
"""What requests must know."""
_SHAPES: Final = {**SHAPES, "packet_loss": ("loss_rate",)}
"""Kinds of toxics and their attributes; net8 has no packet_loss."""
_NAMES: Final = (
    *["net8"] * 12,
    *["a"] * 4,
    "b",
    "error",
    "None",
    "status",
    "c/d",
    "",
    "\udce9",
    "é",
    "x\0y",
    "n" * 300,
)
_TOXICS: Final = (
    *["latency_downstream", "latency_upstream", "t"] * 4,
    "error",
    "None",
    "loss_downstream",
    "\ud800",
    "",
)
_HOSTS: Final = (
    *["127.0.0.1"] * 6, "localhost", "[::1]", "0.0.0.0", "lima=127.0.0.1", "=127.0.0.1", "h" * 70, "\ud800", "x\0y",
    "127.0.0.1%lo", "",
)  # fmt: skip
_PLAIN: Final = ("0", "1", "2", "7", "0.01", "0.5", "20", "100")
_NUMBERS: Final = (
    *("1.0", "1e3", "65536", "-1", "-0.0", "1e-300", "1e308", "1e999", "NaN", "1000000001"),
    *("Infinity", "-Infinity", "1000000000000", "999999999999", "1000000000001", "9223372036854775807"),
    *("18446744073709551616", "1" + "0" * 400, "9" * 5000),
)
_OTHERS: Final = (
    *(
        "true",
        "false",
        "null",
        "[]",
        "{}",
        '""',
        '"5"',
        '"\\ud800"',
        '"\\u0000"',
        "[1, [2, [3]]]",
        '{"a": {"b": 1}}',
    ),
    *('"wan"', '"' + "s" * 2000 + '"', "[" * 2000 + "]" * 2000, "[" * 100000),
)
_METHODS: Final = (
    *["GET", "POST", "DELETE"] * 5,
    "PATCH",
    "PUT",
    "HEAD",
    "OPTIONS",
    "get",
    "TRACE",
    "CONNECT",
    "",
)
_VERSIONS: Final = (
    *["HTTP/1.1"] * 100,
    "HTTP/1.0",
    "HTTP/0.9",
    "HTTP/2.0",
    "HTTP/9",
    "HTTP/1.1.1",
    "HTP/1.1",
    "",
)
_HEADERS: Final = (
    *(
        "Origin: http://a.example",
        "User-Agent: Mozilla/5.0",
        "User-Agent: Go-http-client/1.1",
        "Connection: close",
    ),
    *("Connection: keep-alive", "Expect: 100-continue", "Transfer-Encoding: chunked", "Content-Length: 3"),
    *(
        "Content-Length: -1",
        "Content-Length: +5",
        "Content-Length: abc",
        "Content-Length: ",
        "Content-Length: 99999999",
    ),
    *(
        "Content-Length: " + "9" * 5000,
        "Authorization: Bearer",
        "Authorization: Basic c2V2ZW4=",
        "Host: x",
        ": y",
        "z",
    ),
    *("Authorization: Bearer \xff\xfe", "X: " + "h" * 70000, "Folded: a\r\n b", "\0: \0", "A:\rB"),
)


def _value(draws: random.Random) -> str:
    """Draw a JSON value: mostly a number that makes sense."""
    if draws.random() < 0.7:
        return draws.choice(_PLAIN)
    return draws.choice(_OTHERS if draws.random() < 0.3 else _NUMBERS)


def _object(draws: random.Random, members: list[tuple[str, str]]) -> str:
    """Write an object; now and then a member has an odd value, another name, or is there twice."""
    for place, (name, _text) in enumerate(members):
        if draws.random() < 0.05:
            members[place] = (name, _value(draws))
        if draws.random() < 0.02:
            members[place] = (draws.choice(_NAMES), members[place][1])
    if members and draws.random() < 0.05:
        members.append(draws.choice(members))
    return "{" + ", ".join(f"{json.dumps(name)}: {text}" for name, text in members) + "}"


def _toxic(draws: random.Random) -> str:
    """Draw a toxic."""
    kind = draws.choice([*_SHAPES])
    some = [(name, _value(draws)) for name in _SHAPES[kind] if draws.random() < 0.9]
    if draws.random() < 0.2:
        some.append(("link", draws.choice(('"wan"', '"wan"', '"wan"', '"no"', "7", '"\\ud800"'))))
    members = [("type", json.dumps(kind)), ("attributes", _object(draws, some))]
    if draws.random() < 0.5:
        members.append(("name", json.dumps(draws.choice(_TOXICS))))
    if draws.random() < 0.5:
        members.append(("stream", draws.choice(('"upstream"', '"downstream"', '"up"', '""'))))
    if draws.random() < 0.3:
        members.append(("toxicity", _value(draws)))
    return _object(draws, members)


def _place(draws: random.Random) -> str:
    """Draw an address with a port; 0 is any, 1 refuses."""
    return json.dumps(
        f"{draws.choice(_HOSTS)}:{draws.choice(('0', '0', '0', '1', '65536', '-1', 'x', '99999999'))}"
    )


def _proxy(draws: random.Random) -> str:
    """Draw a proxy."""
    upstream = draws.choice(('"127.0.0.1:1"', '"127.0.0.1:1"', '"simulated"', _place(draws)))
    members = [("name", json.dumps(draws.choice(_NAMES))), ("listen", _place(draws)), ("upstream", upstream)]
    if draws.random() < 0.4:
        members.append(("enabled", draws.choice(("true", "false", "false", "null", "0", '"no"'))))
    return _object(draws, [each for each in members if draws.random() < 0.95])


def _proxies(draws: random.Random) -> str:
    """Draw a list of proxies."""
    return f"[{', '.join(_proxy(draws) for _each in range(draws.randrange(4)))}]"


def _quoted(word: str) -> str:
    """Write a word of a path."""
    return "".join(
        chr(byte) if chr(byte).isalnum() or chr(byte) in "_-" else f"%{byte:02X}"
        for byte in word.encode("utf-8", "surrogatepass")
    )


def _asked(draws: random.Random) -> tuple[str, str, str]:
    """Draw method, path and body as a client would send them."""
    name, toxic = _quoted(draws.choice(_NAMES)), _quoted(draws.choice(_TOXICS))
    number = draws.choice(("1", "2", "5", "30", "0", "-1", "x", "%31", "9" * 19, "9" * 30, "9" * 5000))
    plain: tuple[tuple[str, str], ...] = (
        *(
            ("GET", "/version"),
            ("GET", "/net8"),
            ("GET", "/net8/connections"),
            ("GET", "/proxies"),
            ("POST", "/reset"),
        ),
        *(("GET", f"/proxies/{name}"), ("DELETE", f"/proxies/{name}"), ("GET", f"/proxies/{name}/toxics")),
        *(("GET", f"/proxies/{name}/toxics/{toxic}"), ("DELETE", f"/proxies/{name}/toxics/{toxic}")),
        *(
            ("POST", f"/net8/connections/{number}/{draws.choice(('freeze', 'thaw', 'kill', 'stop'))}"),
            ("GET", "/nothing"),
        ),
    )
    bodies: tuple[tuple[str, str, Callable[[random.Random], str]], ...] = (
        *(
            ("POST", "/proxies", _proxy),
            ("POST", "/populate", _proxies),
            ("PATCH", f"/proxies/{name}", _proxy),
        ),
        *[("POST", f"/proxies/{name}/toxics", _toxic)] * 3,
        *(("POST", f"/proxies/{name}/toxics/{toxic}", _toxic), ("POST", f"/proxies/{name}", _proxy)),
    )
    if draws.random() < 0.4:
        return *draws.choice(plain), ""
    method, path, body = draws.choice(bodies)
    return method, path, draws.choice((body, body, body, body, body, _value))(draws)


def _damaged(draws: random.Random, data: bytes) -> bytes:
    """Turn, leave out, repeat or put in a few bytes."""
    some = bytearray(data)
    for _time in range(draws.randrange(1, 6)):
        place = draws.randrange(len(some) + 1)
        length = draws.choice((1, 1, 2, 8, 100))
        piece = draws.choice(
            (bytes(some[place : place + length]) * 2, b"", draws.randbytes(length), b"\r\n", b"\n", b" ")
        )
        some[place : place + length] = piece
    return bytes(some)


def _request(draws: random.Random) -> bytes:
    """Draw a request."""
    method, path, body = _asked(draws)
    if draws.random() < 0.05:
        method = draws.choice(_METHODS)
    if draws.random() < 0.03:
        path = draws.choice(
            (
                "",
                "*",
                "//",
                "/%",
                "/%zz",
                "/proxies/%ff",
                "http://x/proxies",
                "/\xe9",
                "/" + "p" * 70000,
                "/?a",
            )
        )
    data = body.encode("utf-8", "surrogatepass")
    lines = [f"{method} {path} {draws.choice(_VERSIONS)}".rstrip()]
    if draws.random() < 0.97:
        lines.append(f"Authorization: Bearer {TOKEN if draws.random() < 0.95 else 'six'}")
    if data or draws.random() < 0.3:
        lines.append(f"Content-Length: {len(data)}")
    while draws.random() < 0.1:
        lines.append(draws.choice(_HEADERS))
    if draws.random() < 0.01:
        lines += [f"X-{each}: y" for each in range(150)]
    if draws.random() < 0.01:
        data = draws.randbytes(draws.choice((1 << 20, (1 << 20) + 1, 1 << 21)))
        lines.append(f"Content-Length: {len(data)}")
    whole = "\r\n".join([*lines, "", ""]).encode("latin-1") + data
    return _damaged(draws, whole) if draws.random() < 0.15 else whole


def draw(draws: random.Random) -> list[bytes]:
    """Draw the requests of a connection.

    @param draws: where chance comes from
    @return: requests, as their bytes
    """
    return [_request(draws) for _each in range(draws.choice((1, 1, 1, 2, 3, 10)))]


def told(requests: list[bytes]) -> list[Any]:
    """Write requests so that they can be printed.

    @param requests: requests
    @return: what becomes JSON
    """
    return [each.decode("latin-1") for each in requests]
