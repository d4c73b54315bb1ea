# SPDX-License-Identifier: GPL-2.0-only
"""The address of a Dask scheduler, looked at before Dask is: a client of Dask that fails does so with tracebacks."""

from __future__ import annotations

import re
import socket
from typing import Final

from net8.errors import PlanError

__all__ = ["check_address"]

_ADDRESS: Final = re.compile(
    r"(?:(?:tcp|tls)://)?(?:\[([0-9A-Fa-f:.%\w]+)\]|([^\s:/\[\]@]+)):(\d{1,5})", re.ASCII
)


def check_address(address: str, timeout_s: float) -> None:
    """Refuse what is no address, and one at which nothing listens.

    @param address: such as "tcp://node1:8786"
    @param timeout_s: longest wait for an answer
    """
    found = _ADDRESS.fullmatch(address)
    if found is None or not 1 <= int(found[3]) <= 65535:
        raise PlanError(
            f'"{address}" is no address of a Dask scheduler; '
            "give the one that dask scheduler prints, such as tcp://node1:8786"
        )
    try:
        socket.create_connection((found[1] or found[2], int(found[3])), timeout_s).close()
    except (OSError, UnicodeError):
        raise PlanError(
            f'no Dask scheduler answers at "{address}"; '
            "give the address that dask scheduler prints, such as tcp://node1:8786"
        ) from None
