# SPDX-License-Identifier: GPL-2.0-only
"""A network for one who starts it: it says in a line of JSON where it listens, and serves until its input ends."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Sequence

from net8.base.errors import Net8Error
from net8.serving.doors import Door, doors_of
from net8.serving.paths import plan_of
from net8.serving.serve import serve, time_of

__all__ = ["main"]


def main() -> None:
    """Serve the path of the first argument at the second one before the server of the third one.

    The fourth one is how late bytes may leave, or nothing.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    path, listen, backend, late = sys.argv[1:]
    said: list[str] = []

    def ready(doors: Sequence[Door]) -> None:
        place = doors[0].listen
        print(json.dumps({"host": place.host, "port": place.port}), flush=True)

    try:
        code = serve(
            plan_of(path, "net8_wan"),
            doors_of([listen], [backend], anywhere=False),
            late_ns=time_of("late", late) if late else None,
            pcap=None,
            tell=said.append,
            ready=ready,
            stop=sys.stdin.fileno(),
        )
        print(json.dumps({"untrue": said[-1] if code else ""}), flush=True)
    except Net8Error as error:
        print(json.dumps({"wrong": str(error)}), flush=True)


if __name__ == "__main__":
    main()
