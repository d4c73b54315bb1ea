# SPDX-License-Identifier: GPL-2.0-only
"""A simulated path of net8 serve in a process of its own."""

from __future__ import annotations

from net8.base.errors import RunError
from net8.testing.helper_process import HelperProcess

__all__ = ["WanProcess"]


class WanProcess(HelperProcess):
    """A path between this host's programs and one server, in real time."""

    def __init__(self, path: str, backend: str, late: str) -> None:
        """Start it.

        @param path: round trip, rate, loss and queue, such as 80ms,100Mbps,0.5%,1000p
        @param backend: where connections go
        @param late: how late bytes may leave, or ""
        @raises PlanError: when one of them is wrong
        """
        super().__init__(
            "net8.serving.helper", [path, "127.0.0.1:0", backend, late], "the network of net8 has ended"
        )

    def judge(self) -> str:
        """End it.

        @return: why what it served is untrue, "" if it is not
        """
        self.end()
        try:
            return str(self.read()["untrue"])
        except RunError as error:
            return str(error)
        finally:
            self.close()
