# SPDX-License-Identifier: GPL-2.0-only
"""Reasons for refused sessions, so that nothing is predicted for sessions that do not exist."""

from __future__ import annotations

import re
from typing import Final

from net8.analytic.security import sealing
from net8.analytic.situation import Situation

__all__ = ["refusal"]

_SERVICE: Final = re.compile(r"\(\s*SERVICE_NAME\s*=\s*([^\s()]+)\s*\)", re.IGNORECASE)
_SERVES: Final = {"dedicated": ("dedicated", "prespawned"), "shared": ("shared",), "pooled": ("pooled",)}


def refusal(situation: Situation) -> str:
    """Explain why sessions may be refused although listener and server are up; empty if they are not.

    The limit of PROCESSES that the listener knows from a registration is not among the reasons: the storm includes it.

    @param situation: the plan
    @return: a phrase, or ""
    """
    if not situation.plain:
        return ""
    if error := sealing(situation.values).error:
        return f"client and server do not agree on encryption or checksums (ORA-{error})"
    return _by_listener(situation) or _by_instance(situation)


def _by_listener(situation: Situation) -> str:
    """Describe which clients the listener refuses."""
    values = situation.values
    if values["listener.valid_node_checking"]:
        return "listener.valid_node_checking admits only some clients"
    if values["listener.reverse_lookup"] and values["listener.silent_name_servers"]:
        return "listener.reverse_lookup waits for name servers, for which clients may not wait"
    for path, word in situation.urgent_lines.items():
        if word in ("clear", "drop"):
            return f"{path} = {word} may keep sessions from being complete in time"
    if values["server.state"] != "ready":
        return f"server.state = {values['server.state']} refuses sessions"
    named = _SERVICE.search(str(values["client.descriptor"]))
    asked = named[1] if named else str(values["client.service_name"] or "orcl")
    known = values["server.service_name"]
    if known and (named or not values["client.descriptor"]) and asked.lower() != str(known).lower():
        return f"the listener knows no service {asked}, as server.service_name = {known}"
    wanted, kinds = str(values["client.server"]), str(values["server.handlers"]).replace(" ", "").split(",")
    if wanted != "any" and not set(_SERVES[wanted]) & set(kinds):
        return f"client.server = {wanted}, but server.handlers = {values['server.handlers']}"
    return ""


def _by_instance(situation: Situation) -> str:
    """Describe which limit of the instance refuses sessions."""
    number, values = situation.number("client.count"), situation.values
    sessions, processes = situation.number("server.sessions"), situation.number("server.processes")
    if 0 < sessions < number:
        return f"server.sessions = {sessions:,} for client.count = {number:,}"
    if values["server.registration"] == "static" and 0 < processes < number:
        return f"server.processes = {processes:,} for client.count = {number:,}, which the listener does not know"
    memory, each = (
        situation.number("host.memory.limit"),
        situation.number("server.process_memory") + situation.number("server.session_memory"),
    )
    if situation.own_process and 0 < memory < number * each:
        return f"host.memory.limit = {memory:,} bytes for client.count = {number:,}, {each:,} bytes each"
    return ""
