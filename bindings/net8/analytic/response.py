# SPDX-License-Identifier: GPL-2.0-only
"""Times of logons and fetches without loss."""

from __future__ import annotations

import numpy as np

from net8.analytic.arrays import Floats, Numbers, as_floats, floats

__all__ = ["array_knee_rows", "call_time_s", "fetch_time_s", "logon_time_s"]


def logon_time_s(
    round_trips: Numbers, round_trip_s: Numbers, *, server_s: Numbers = 0, serialisation_s: Numbers = 0
) -> Floats:
    """Return the time of a logon: round trips, the server's work, the time on the wire.

    Range: no loss, no queueing. Source: oracle-net logon tables (python-oracledb source; captures of 9.2 to 26ai).

    @param round_trips: round trips, that of TCP included
    @param round_trip_s: round-trip time
    @param server_s: hand-over and authentication
    @param serialisation_s: time that the messages occupy the links
    @return: seconds
    """
    return as_floats(floats(round_trips) * floats(round_trip_s) + floats(server_s) + floats(serialisation_s))


def fetch_time_s(
    calls: Numbers,
    round_trip_s: Numbers,
    *,
    server_call_s: Numbers = 0,
    client_call_s: Numbers = 0,
    rows: Numbers = 0,
    row_s: Numbers = 0,
    wire_bytes: Numbers = 0,
    rate_bit_s: Numbers = np.inf,
) -> Floats:
    """Return the time of a query: calls x (round trip + work) + rows x work + bytes over the bottleneck.

    Range: no loss, the window not limiting, no pipelining between calls. Source: the sum of its parts; Bulumulle 2002
    calls them connect time and query time.

    @param calls: calls, the execute included
    @param round_trip_s: round-trip time
    @param server_call_s: server's work for each call
    @param client_call_s: client's work for each call
    @param rows: rows of the result
    @param row_s: work for each row, at both ends together
    @param wire_bytes: bytes that occupy the bottleneck, headers included
    @param rate_bit_s: rate of the bottleneck
    @return: seconds
    """
    per_call = floats(round_trip_s) + floats(server_call_s) + floats(client_call_s)
    work = floats(calls) * per_call + floats(rows) * floats(row_s)
    return as_floats(work + 8 * floats(wire_bytes) / floats(rate_bit_s))


def call_time_s(
    round_trip_s: Numbers,
    reply_bytes: Numbers,
    rate_bit_s: Numbers,
    *,
    window_bytes: Numbers = np.inf,
    server_s: Numbers = 0,
) -> Floats:
    """Return the time of one call: half a round trip there, the reply, half a round trip back.

    The reply takes the longer of its time on the bottleneck and the round trips of its windows: each window after the
    first one waits for an acknowledgement, unless the window holds the bandwidth-delay product.

    Range: no loss, window of constant size. Source: Kurose and Ross, Computer Networking, 2nd ed., section 3.7
    (static window).

    @param round_trip_s: round-trip time
    @param reply_bytes: bytes of the reply
    @param rate_bit_s: rate of the bottleneck
    @param window_bytes: smaller of send buffer, receive window and congestion window
    @param server_s: server's work
    @return: seconds
    """
    trip, reply, window = floats(round_trip_s), floats(reply_bytes), floats(window_bytes)
    on_wire = 8 * reply / floats(rate_bit_s)
    windows = np.maximum(np.ceil(reply / window), 1)
    stalls = (windows - 1) * trip + 8 * (reply - (windows - 1) * np.minimum(window, reply)) / floats(
        rate_bit_s
    )
    return as_floats(trip + floats(server_s) + np.maximum(on_wire, stalls))


def array_knee_rows(round_trip_s: Numbers, call_s: Numbers, row_s: Numbers) -> Floats:
    """Return the array size from which calls cost less than rows: rows x work = round trip + work of a call.

    Range: constant times. Source: the terms of fetch_time_s set equal.

    @param round_trip_s: round-trip time
    @param call_s: work of a call at both ends
    @param row_s: time of a row, work and wire
    @return: rows, not rounded
    """
    return as_floats((floats(round_trip_s) + floats(call_s)) / floats(row_s))
