# SPDX-License-Identifier: GPL-2.0-only
"""Numbers of the TCP header: flags (RFC 9293, 3.1) and kinds of options (RFC 9293, 3.2; RFC 7323, 2.2)."""

from __future__ import annotations

from typing import Final

FIN: Final = 0x01
SYN: Final = 0x02
RST: Final = 0x04
PSH: Final = 0x08
ACK: Final = 0x10
URG: Final = 0x20

END_OF_OPTIONS: Final = 0
NO_OPERATION: Final = 1
MAXIMUM_SEGMENT: Final = 2
WINDOW_SCALE: Final = 3
