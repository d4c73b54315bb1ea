# SPDX-License-Identifier: GPL-2.0-only
"""How clients look up names in a directory, and how long they and listeners wait for servers that do not answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from net8.base import units
from net8.plan.complete import complete_groups
from net8.plan.plan import Plan

__all__ = ["lookups", "waiting_s"]

_DEFAULTS_S: Final = {"dns": 5.0, "directory": 15.0}
"""Waits for a first server: timeout in resolv.conf, NAMES.LDAP_CONN_TIMEOUT."""
_TRIPS: Final = {
    "none": "2 round trips of LDAP (RFC 4511) before each connection: connect, search;",
    "anonymous": "3 round trips of LDAP (RFC 4511) before each connection: connect, anonymous bind, search;",
    "simple": "3 round trips of LDAP (RFC 4511) before each connection: connect, bind with name and password, search;",
}
_DIRECTORY: Final = (
    "an unbind ends it. The entry holds the client's connect descriptor; its distinguished name, that only "
    "orclNetDescString is asked for, user and password are assumed. LDAP over TLS, referrals and caches are not "
    "modelled"
)


def waiting_s(values: Mapping[str, object]) -> float:
    """Add up the time-outs of one look-up, by the rules of glibc's resolver.

    @param values: of the client, by key name
    @return: seconds in which nothing answers
    """
    method, servers, silent = (
        str(values["naming"]),
        _int(values["name_servers"]),
        _int(values["silent_name_servers"]),
    )
    first = units.parse_time(values["name_timeout"]) / 1e9 if values["name_timeout"] else _DEFAULTS_S[method]
    if method == "directory":
        return silent * first
    waits = [first] + [max((int(first) << number) // servers, 1) for number in range(1, servers)]
    search = _int(values["search_domains"])
    if silent == servers:
        # A time-out ends the search list; the name itself is tried last.
        return _int(values["name_attempts"]) * sum(waits) * (2 if search else 1)
    answering = waits[silent]
    second = {"second_lost": answering, "unanswered": (3 + search) * answering}.get(
        str(values["second_query"]), 0.0
    )
    return (search + 1) * sum(waits[:silent]) + second


def lookups(plans: Iterable[Plan]) -> tuple[tuple[str, str], ...]:
    """Describe LDAP, and the waits of the look-ups of each group of clients and of the listener.

    @param plans: the points of a plan, resolved
    @return: a fact for each
    """
    found: dict[str, None] = {}
    for plan in plans:
        if text := _of_listener(plan):
            found[text] = None
        for table, complete in complete_groups(plan):
            values = {path.removeprefix("client."): value for path, (value, _origin) in complete.items()}
            if values["naming"] == "directory":
                bind = str(values["ldap_bind"])
                found[f"{table['name']}: {_TRIPS[bind]} {_DIRECTORY}"] = None
            if values["naming"] in _DEFAULTS_S and (wait := waiting_s(values)):
                found[f"{table['name']}: {_told(values, wait)}"] = None
    return tuple(("look-up of names", text) for text in found)


def _of_listener(plan: Plan) -> str:
    """Say how long the listener waits for names of clients; nothing if it does not."""
    names = ("name_servers", "silent_name_servers", "name_timeout", "name_attempts")
    asks: dict[str, object] = {name: plan[f"listener.{name}"] for name in names}
    wait = waiting_s({**asks, "naming": "dns", "search_domains": 0, "second_query": "answered"})
    if not plan["listener.reverse_lookup"] or not wait:
        return ""
    return (
        f"listener: waits {wait:g} s, where it forks a process, for the name of each client "
        f"({asks['silent_name_servers']} of {asks['name_servers']} servers do not answer), one client after the other, "
        "then it goes on without; that it looks up clients' names is an assumption for listeners of 11.1.0.6 to "
        "11.2.0.2 (reverse_lookup)"
    )


def _told(values: Mapping[str, object], wait: float) -> str:
    """Say how long a look-up waits, and what follows."""
    silent, servers = values["silent_name_servers"], values["name_servers"]
    fails = silent == servers
    end = "goes on" if values["name_failure_proceeds"] else "fails with ORA-12154"
    return (
        f"waits {wait:g} s for what does not answer ({silent} of {servers} servers, second_query "
        f"{values['second_query']}), before each connection{f'; then it {end}' if fails else ''}"
    )


def _int(value: object) -> int:
    return int(str(value))
