# SPDX-License-Identifier: GPL-2.0-only
"""Requests to the HTTP interface of a network that serves."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from http.client import HTTPConnection, HTTPException
from typing import Any, Final
from urllib.parse import quote

from net8.base.errors import PlanError
from net8.base.words import many
from net8.recorder.ports import Place
from net8.serving.serve import TOKEN_SETTING

__all__ = ["ACTIONS", "Remote", "act"]

_PATIENCE_S: Final = 30
_WORST: Final = 400
_OF_TOXICS: Final = ("name", "stream", "toxicity")
ACTIONS: Final = ("connections", "freeze", "thaw", "kill", "add", "remove", "report")
"""What can be asked for."""


class Remote:
    """A network that serves, in another process."""

    def __init__(self, place: Place) -> None:
        """Remember where its interface is.

        @param place: address and port
        """
        self._place = place

    def ask(self, method: str, path: str, told: object = None) -> Any:
        """Send a request.

        @param method: HTTP method
        @param path: its path
        @param told: what becomes the JSON of its body, None for no body
        @return: the JSON of the answer
        @raises PlanError: with the sentence of the interface, or when there is none
        """
        headers = {"Content-Type": "application/json"}
        if token := os.environ.get(TOKEN_SETTING, ""):
            headers["Authorization"] = f"Bearer {token}"
        host, port = self._place.address[:2]
        connection = HTTPConnection(host, port, timeout=_PATIENCE_S)
        try:
            connection.request(method, path, None if told is None else json.dumps(told), headers)
            answer = connection.getresponse()
            document = json.loads(answer.read() or b"null")
        except (OSError, HTTPException, ValueError) as error:
            raise PlanError(
                f"no net8 serve --api answers at {self._place}: {error or type(error).__name__}"
            ) from None
        finally:
            connection.close()
        if answer.status >= _WORST:
            raise PlanError(f"{self._place} refuses it: {document['error']}")
        return document

    def connections(self) -> list[dict[str, Any]]:
        """Return the open connections.

        @return: number, proxy, program, frozen, sent_bytes and received_bytes of each
        """
        return list(self.ask("GET", "/net8/connections"))


def act(remote: Remote, action: str, words: Sequence[str]) -> str:
    """Do what words ask for.

    @param remote: the network
    @param action: one of ACTIONS but connections and report, which return values
    @param words: numbers of connections or names of proxies; a proxy, a toxic and its attributes
    @return: what was done
    @raises PlanError: when it cannot be
    """
    if action in ("add", "remove"):
        return _change(remote, action, words)
    if not words:
        raise PlanError(f"{action} needs numbers of connections, or names of proxies for all of theirs")
    numbers = [number for word in words for number in _numbers(remote, word)]
    for number in numbers:
        remote.ask("POST", f"/net8/connections/{number}/{action}")
    return f"{action}: {many(len(numbers), 'connection')}"


def _numbers(remote: Remote, word: str) -> list[int]:
    """Return the numbers of connections that a word means."""
    if word.isascii() and word.isdigit():
        return [int(word)]
    remote.ask("GET", f"/proxies/{quote(word, safe='')}")
    return [int(each["number"]) for each in remote.connections() if each["proxy"] == word]


def _change(remote: Remote, action: str, words: Sequence[str]) -> str:
    """Add a toxic, or remove it."""
    if len(words) < 2 or (action == "remove" and len(words) > 2):
        raise PlanError(
            "add needs a proxy, a type of toxics and attributes, such as add net8 latency latency=40 stream=upstream"
            if action == "add"
            else "remove needs a proxy and the name of a toxic, such as remove net8 latency_downstream"
        )
    path = f"/proxies/{quote(words[0], safe='')}/toxics"
    if action == "remove":
        remote.ask("DELETE", f"{path}/{quote(words[1], safe='')}")
        return f"remove: {words[1]}"
    told: dict[str, Any] = {"type": words[1], "attributes": {}}
    for word in words[2:]:
        key, sign, value = word.partition("=")
        if not key or not sign:
            raise PlanError(f"{word} is no attribute; write it such as latency=40")
        (told if key in _OF_TOXICS else told["attributes"])[key] = _value(value)
    made = remote.ask("POST", path, told)
    return f"add: {made['name']} acts on {made['acts_on']}"


def _value(text: str) -> float | str:
    """Return a number where there is one, else the text."""
    try:
        return float(text)
    except ValueError:
        return text
