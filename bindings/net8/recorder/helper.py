# SPDX-License-Identifier: GPL-2.0-only
"""A proxy for one who tells it what to record: lines come in at standard input, and each is answered by one.

It is a process of its own, so that neither Python's lock nor its collections delay what passes.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from net8.base.errors import Net8Error
from net8.recorder.proxy import Proxy
from net8.recorder.record import ports_of

__all__ = ["main"]

_LAST_S = 0.2


class _Orders:
    """Takes lines, and does what they say."""

    def __init__(self, proxy: Proxy) -> None:
        """Keep the proxy."""
        self.proxy, self.rest = proxy, b""

    def take(self, _events: int) -> None:
        """Read what has come; the end of it is the end of all."""
        data = os.read(sys.stdin.fileno(), 65536)
        if not data:
            self.proxy.stop()
            return
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            _answer(self._obey(json.loads(line)["file"]))

    def _obey(self, file: str | None) -> dict[str, Any]:
        """End the file, begin another one, and tell about the first."""
        recording = self.proxy.recording
        packets = recording.packets
        recording.close()
        told = {"packets": packets, "wrong": recording.wrong}
        try:
            recording.open(Path(file) if file else None)
        except Net8Error as error:
            told["wrong"] = told["wrong"] or str(error)
        return told


def _answer(told: dict[str, Any]) -> None:
    """Write a line."""
    print(json.dumps(told), flush=True)


def main() -> None:
    """Listen at the first argument, connect to the second, and obey."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        proxy = Proxy(lambda sentence: print(f"net8: {sentence}", file=sys.stderr))
        (pair,) = ports_of([sys.argv[1]], [sys.argv[2]], anywhere=False)
        place = proxy.listen(*pair)
    except Net8Error as error:
        _answer({"wrong": str(error)})
        return
    _answer({"host": place.host, "port": place.port})
    proxy.watch(sys.stdin.fileno(), _Orders(proxy).take)
    gc.collect()
    gc.disable()
    proxy.run()
    proxy.finish(_LAST_S)


if __name__ == "__main__":
    main()
