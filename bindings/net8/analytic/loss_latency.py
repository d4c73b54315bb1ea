# SPDX-License-Identifier: GPL-2.0-only
"""How long a transfer takes with loss, short ones included: Cardwell, Savage, Anderson 2000."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from net8.analytic.arrays import Floats, Numbers, as_floats, floats, within
from net8.analytic.throughput import pftk_backoff, pftk_timeout_share, pftk_unchecked

__all__ = ["TransferLatency", "connect_latency_s", "transfer_latency"]


@dataclass(frozen=True, slots=True)
class TransferLatency:
    """The parts of a transfer's expected time."""

    slow_start_segments: Floats  #: segments sent in the first slow start
    slow_start_s: Floats  #: time of the first slow start
    recovery_s: Floats  #: mean time to recover from its loss
    avoidance_s: Floats  #: time of congestion avoidance
    delayed_ack_s: Floats  #: wait for the delayed ACK of the first segment

    @property
    def total_s(self) -> Floats:
        """The sum of all parts."""
        return as_floats(self.slow_start_s + self.recovery_s + self.avoidance_s + self.delayed_ack_s)


def connect_latency_s(
    round_trip_s: Numbers, syn_timeout_s: Numbers, *, loss_there: Numbers = 0, loss_back: Numbers = 0
) -> Floats:
    """Return the mean time of the TCP handshake: RTT + Ts ((1 - pr) / (1 - 2 pr) + (1 - pf) / (1 - 2 pf) - 2).

    Range: loss below 1/2 in each direction. Source: Cardwell, Savage, Anderson, INFOCOM 2000, equation 4.

    @param round_trip_s: round-trip time
    @param syn_timeout_s: first timeout of the SYN
    @param loss_there: loss from client to server
    @param loss_back: loss from server to client
    @return: seconds, infinite from 1/2 on
    """
    total = np.zeros(())
    for loss in (loss_there, loss_back):
        p = floats(loss)
        within("connect_latency", "loss", p, 0, 0.5 - 1e-9)
        low = p < 0.5
        total = total + np.where(low, (1 - p) / np.where(low, 1 - 2 * p, 1), np.inf)
    return as_floats(floats(round_trip_s) + floats(syn_timeout_s) * (total - 2))


def transfer_latency(
    segments: Numbers,
    loss: Numbers,
    round_trip_s: Numbers,
    timeout_s: Numbers,
    *,
    segments_per_ack: Numbers = 2,
    initial_window: Numbers = 1,
    window_segments: Numbers = np.inf,
    delayed_ack_s: Numbers = 0.1,
) -> TransferLatency:
    """Return the expected time to send some segments, from the first one to the last ACK but the handshake.

    Range: a sender that only the network limits, p up to 0.2, losses correlated within a round; continuous, so up to
    one round trip off a packet simulation. Source: Cardwell, Savage, Anderson, INFOCOM 2000.

    @param segments: d, segments to send, at least 1
    @param loss: p, probability that a segment is lost
    @param round_trip_s: round-trip time
    @param timeout_s: first retransmission timeout T0
    @param segments_per_ack: b, segments per ACK
    @param initial_window: w1, first window in segments
    @param window_segments: Wmax, largest window
    @param delayed_ack_s: mean delay of the ACK of a first segment that comes alone; 0 if two or more come at once
    @return: the parts, in seconds
    """
    within("transfer_latency", "loss", loss, 0, 0.2)
    within("transfer_latency", "segments", segments, 1, np.inf)
    d, p, rtt, t0, b, w1, most = np.broadcast_arrays(
        *(
            floats(value)
            for value in (
                segments, loss, round_trip_s, timeout_s, segments_per_ack, initial_window, window_segments,
            )
        )
    )  # fmt: skip
    lossy = p > 0
    q = np.where(lossy, p, 0.5)
    lost = np.where(lossy, -np.expm1(d * np.log1p(-q)), 0.0)
    sent = np.where(lossy, np.minimum(lost * (1 - q) / q + 1, d), d)
    g = 1 + 1 / b
    window = sent * (g - 1) / g + w1 / g
    slow = rtt * _slow_start_rounds(sent, window, g, w1, most)
    share = np.asarray(pftk_timeout_share(p, np.minimum(window, most)))
    timeouts = np.asarray(pftk_backoff(p)) * t0 / (1 - p)
    recovery = lost * (share * timeouts + (1 - share) * rtt)
    left = np.where(lossy, d - sent, 0.0)
    rate = pftk_unchecked(q, rtt, t0, b, most)
    return TransferLatency(
        as_floats(sent),
        as_floats(slow),
        as_floats(recovery),
        as_floats(left / rate),
        as_floats(floats(delayed_ack_s)),
    )


def _slow_start_rounds(sent: Floats, window: Floats, g: Floats, w1: Floats, most: Floats) -> Floats:
    """Return the round trips of the first slow start, with and without the largest window in its way."""
    limit = np.where(np.isfinite(most), most, 1.0)
    full = np.log(limit / w1) / np.log(g) + 1 + (sent - (g * limit - w1) / (g - 1)) / limit
    return np.where(window > most, full, np.log(sent * (g - 1) / w1 + 1) / np.log(g))
