# SPDX-License-Identifier: GPL-2.0-only
"""Check the address of a Dask scheduler before Dask does, because Dask's client fails with tracebacks."""

from __future__ import annotations

import re
import socket
import time
from typing import Final

from net8.base.errors import PlanError

__all__ = ["check_address"]

_PAUSE_S: Final = 0.2
_ADDRESS: Final = re.compile(
    r"(?:(?:tcp|tls)://)?(?:\[([0-9A-Fa-f:.%\w]+)\]|([^\s:/\[\]@]+)):(\d{1,5})", re.ASCII
)


def check_address(address: str, timeout_s: float) -> None:
    """Refuse an invalid address, and one at which nothing listens.

    @param address: such as "tcp://node1:8786"
    @param timeout_s: longest wait for an answer
    """
    found = _ADDRESS.fullmatch(address)
    if found is not None and 1 <= int(found[3]) <= 65535 and _answers_soon(found, timeout_s):
        return
    raise PlanError(
        f'no Dask scheduler answers at "{address}"; '
        "use the address that dask scheduler prints, such as tcp://node1:8786"
    )


def _answers_soon(address: re.Match[str], timeout_s: float) -> bool:
    """Return whether something listens, with a short wait for a scheduler that is just starting."""
    end = time.monotonic() + timeout_s
    while not _answers(address[1] or address[2], int(address[3]), timeout_s):
        if time.monotonic() >= end:
            return False
        time.sleep(_PAUSE_S)
    return True


def _answers(host: str, port: int, timeout_s: float) -> bool:
    """Return whether something listens."""
    try:
        socket.create_connection((host, port), timeout_s).close()
    except (OSError, UnicodeError):
        return False
    return True
