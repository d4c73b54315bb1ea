# SPDX-License-Identifier: GPL-2.0-only
"""Addresses with ports, as options have them."""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass
from typing import Any, Final

from net8.base.errors import PlanError

__all__ = ["Place", "place_of"]

_PLACE: Final = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<host>[^:\[\]\s/]+)):(?P<port>\d{1,5})")
_MOST: Final = 65535


@dataclass(frozen=True, slots=True)
class Place:
    """An address with a port."""

    host: str  #: name or address as it was given
    port: int  #: TCP port
    family: socket.AddressFamily  #: IPv4 or IPv6
    address: Any  #: as the system takes it

    def __str__(self) -> str:
        """Write it as an option has it."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def loopback(self) -> bool:
        """Whether only this host reaches it."""
        return ipaddress.ip_address(self.address[0].partition("%")[0]).is_loopback


def place_of(option: str, text: str, *, least: int = 1) -> Place:
    """Read a place.

    @param option: the option that it is of
    @param text: such as 127.0.0.1:1521, localhost:1521 or [::1]:1521
    @param least: smallest port
    @return: the place
    @raises PlanError: when it is none, or the name is not known
    """
    found = _PLACE.fullmatch(text.strip())
    if found is None or not least <= int(found["port"]) <= _MOST:
        raise PlanError(
            f'{option} "{text}" is not a host and a port; write it such as 127.0.0.1:1521 or [::1]:1521, with a port '
            f"from {least} to {_MOST}"
        )
    host, port = found["six"] or found["host"], int(found["port"])
    try:
        family, _kind, _protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise PlanError(f'{option} "{text}": the host {host} is not known: {error.strerror}') from None
    except UnicodeError:
        raise PlanError(f'{option} "{text}": {host} is no name of a host') from None
    return Place(host, port, family, address)
