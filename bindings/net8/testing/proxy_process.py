# SPDX-License-Identifier: GPL-2.0-only
"""The proxy of net8 record in a process of its own, told what to record."""

from __future__ import annotations

from pathlib import Path

from net8.base.errors import RunError
from net8.testing.helper_process import HelperProcess

__all__ = ["ProxyProcess"]


class ProxyProcess(HelperProcess):
    """A proxy between this host's programs and one server."""

    def __init__(self, listen: str, backend: str) -> None:
        """Start it.

        @param listen: address and port, port 0 for any
        @param backend: where connections go
        @raises PlanError: when an address is wrong, or the port cannot be had
        """
        super().__init__(
            "net8.recorder.helper",
            [listen, backend],
            "the proxy of net8 has ended, so that nothing more is recorded",
        )
        self.backend = backend  #: where its connections go

    def record(self, file: Path | None) -> int:
        """End the recording, and begin another one.

        @param file: the new one, None for none
        @return: packets of the one that ended
        @raises RunError: when one cannot be written, or the proxy is gone
        """
        self.write({"file": str(file) if file else None})
        told = self.read()
        if told["wrong"]:
            raise RunError(told["wrong"])
        return int(told["packets"])
