# SPDX-License-Identifier: GPL-2.0-only
"""E35 to E37 and F6: Intel's case in the slides on Oracle Net services."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from net8 import analytic
from net8.validate.case import Case
from net8.validate.found import Found
from net8.validate.predicted import PREDICT, predicted
from net8.validate.row import Row, exact, near, within
from net8.validate.rows_frames import BARE_ROWS

__all__ = ["INTEL", "INTEL_ROWS", "INTEL_SDUS", "intel_case", "intel_model", "intel_time"]

INTEL_SDUS: Final = (32_768, 65_536)
INTEL: Final = {"SQL*Plus": (43.0, 26.0), "OCI": (39.0, 24.0)}
"""Query time of 50 MB at an SDU of 32 KB and 64 KB, in seconds."""

_BYTES: Final = 50_000_000
# Not published; with 109 an array of 3000 rows fills ten packets of 32 KB, or five of 64 KB.
_ROW: Final = 109
_ARRAYS: Final = {"SQL*Plus": 3000, "OCI": 50_000}
_PAUSE_S: Final = {"SQL*Plus": 0.0223, "OCI": 0.0197}
_STREAM_S: Final = 8.98
_RATE_BIT_S: Final = 8 * _BYTES / _STREAM_S
# Every figure about the line taken at its word: 4 Mbit/s and the round trip that a BDP of 312 KB implies.
_SLOW_RATE_BIT_S: Final = 4e6
_SLOW_RTT_S: Final = 312_000 * 8 / _SLOW_RATE_BIT_S

PAUSE, NO_PAUSE, SLOW_LINE = "a pause per SDU", "no pause", "4 Mbit/s and 0.624 s"


def intel_case(client: str, sdu: int, reading: str) -> Case:
    """Return a case of the query of 50 MB.

    @param client: of INTEL
    @param sdu: of both ends
    @param reading: what takes the time
    @return: the case
    """
    slow = reading == SLOW_LINE
    # The rate of the stream is that of its data; frames of 1460 bytes of it occupy 1502 on the link.
    rate = _SLOW_RATE_BIT_S if slow else _RATE_BIT_S * 1502 / 1460
    delay_s = _SLOW_RTT_S / 2 if slow else 0.00001
    pause = _PAUSE_S[client] if reading == PAUSE else 0.0
    # With a pause: what is written must leave before the pause begins, as the fit adds both up.
    both = {"profile": "ns3", "timestamps": False, "receive_buffer": 2**20}
    tcp = both | {"send_buffer": 4096 if pause else 2**20}
    own = both | {"delayed_ack_count": 1}
    return Case(
        f"E37 {client} SDU {sdu}, {reading}",
        {
            "path": {
                "kind": "wan", "rate": f"{rate:.0f}bps", "delay": f"{1e6 * delay_s:g}us", "queue_size": "10000p",
                "lan_rate": "10Gbps", "lan_delay": "0s",
            },
            "client": {
                "driver": "oci", "release": "12.1", "sdu": sdu, "array_size": _ARRAYS[client],
                "prefetch_rows": _ARRAYS[client], "look_ahead": True, "tcp": own,
            },
            "server": {"release": "12.1", "sdu": sdu, "packet_time": f"{1e3 * pause:g}ms", "tcp": tcp},
            "query": BARE_ROWS | {"rows": _BYTES // _ROW, "row_length": _ROW},
        },
    )  # fmt: skip


def intel_model(client: str, sdu: int) -> float:
    """Return F6: 8.98 s and a pause for each SDU.

    @param client: of INTEL
    @param sdu: in bytes
    @return: seconds
    """
    return _STREAM_S + _PAUSE_S[client] * float(analytic.tns_packets(_BYTES, sdu))


def intel_time(found: Found, client: str, sdu: int, reading: str = PAUSE) -> float:
    """Return the simulated query time in seconds.

    @param found: with the run
    @param client: of INTEL
    @param sdu: of both ends
    @param reading: what takes the time
    @return: seconds
    """
    return found.one(intel_case(client, sdu, reading))["response_time"]


def _cases(client: str, reading: str) -> tuple[Case, ...]:
    """Return the two SDUs."""
    return tuple(intel_case(client, sdu, reading) for sdu in INTEL_SDUS)


def _gain(client: str, reading: str) -> Row:
    """Make the row of the gain by an SDU twice as large."""
    old, new = INTEL[client]
    rejected = (
        "the line alone takes 100 s for 50 MB, more than any published time (I9)"
        if reading == SLOW_LINE
        else ""
    )
    band = within(-5, 5, "%") if reading == NO_PAUSE else within(30, 50, "%")

    def gain(found: Found) -> float:
        small, large = (intel_time(found, client, sdu, reading) for sdu in INTEL_SDUS)
        return 100 * (1 - large / small)

    fitted = reading == PAUSE
    return Row(
        id="E37", kind="SHAPE", source="S2", unit="%", quantity=f"{client}, gain from 32 to 64 KB: {reading}",
        published=100 * (1 - new / old), analytic=_modelled_gain(client) if fitted else predicted(gain),
        model="a + n c (F6)" if fitted else PREDICT, cases=_cases(client, reading), band=band, rejected=rejected,
        hypothesis="F6", parameters=("a", f"c, {client}") if fitted else (), measure=gain,
    )  # fmt: skip


def _modelled_gain(client: str) -> Callable[[], float]:
    """Return the function of the gain by F6."""
    return lambda: 100 * (1 - intel_model(client, INTEL_SDUS[1]) / intel_model(client, INTEL_SDUS[0]))


def _times(client: str) -> Row:
    """Make the row of the two query times."""
    return Row(
        id="F6", kind="SHAPE", source="S2", unit="s", quantity=f"{client}: 50 MB at 32 KB and 64 KB",
        published=INTEL[client], analytic=lambda: tuple(intel_model(client, sdu) for sdu in INTEL_SDUS),
        model="8.98 s + n x 22.3 ms, 19.7 ms", cases=_cases(client, PAUSE), band=near(0.05), hypothesis="F6",
        parameters=("a", f"c, {client}"),
        measure=lambda found: tuple(intel_time(found, client, sdu) for sdu in INTEL_SDUS),
        note="as many parameters as numbers; that both clients need the same a is the only test in it",
    )  # fmt: skip


INTEL_ROWS: Final = (
    Row(id="E35", kind="EXACT", source="S2", unit="Mbit/s", quantity="250 MB in 33 min, 1000 MB in 135 min",
        published=(1.010, 0.988), analytic=lambda: (round(250 * 8 / (33 * 60), 3), round(1000 * 8 / (135 * 60), 3)),
        model="bytes over time", band=exact(), note="said to be about 1 mbps"),
    Row(id="E36", kind="EXACT", source="S2", unit="s",
        quantity="RTT of a BDP of 312 KB at 4 Mbit/s, KB of 1000 and 1024",
        published=(0.624, 0.639), analytic=lambda: (round(312e3 * 8 / 4e6, 3), round(312 * 1024 * 8 / 4e6, 3)),
        model="BDP / rate", band=exact(), note="longer than any terrestrial path; 78 ms if mbps were MB/s (I8)"),
    Row(id="E36", kind="DATA", source="S2",
        quantity="design: socket buffers 8 KB-1 MB, arrays 3000 and 50000, SDU 8-64 KB",
        note="TCP window 64 KB-2 MB, at most 4 mbps by IPERF"),
    *(_gain(client, reading) for reading in (PAUSE, NO_PAUSE, SLOW_LINE) for client in INTEL),
    *map(_times, INTEL),
    Row(id="F6", kind="EXACT", source="S2", unit="packets", quantity="n = ceil(50e6 / (SDU - 10))",
        published=(1527.0, 764.0), analytic=lambda: tuple(float(analytic.tns_packets(_BYTES, s)) for s in INTEL_SDUS),
        model="cut at SDU - 10", band=exact(),
        note="arrays end packets: with 109 bytes a row SQL*Plus gets 1530 and 765, OCI 1532 and 771"),
)  # fmt: skip
"""Rows of Intel's case."""
