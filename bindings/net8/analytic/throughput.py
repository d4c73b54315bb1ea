# SPDX-License-Identifier: GPL-2.0-only
"""Throughput of long transfers with loss: Mathis, PFTK, RFC 5348."""

from __future__ import annotations

from typing import Final

import numpy as np

from net8.analytic.arrays import Floats, Numbers, as_floats, floats, within

__all__ = [
    "MATHIS_CONSTANTS",
    "mathis_bytes_s",
    "mathis_window",
    "pftk_approximate_packets_s",
    "pftk_backoff",
    "pftk_packets_s",
    "pftk_timeout_share",
    "pftk_unchecked",
    "pftk_window",
    "response_window",
    "rfc5348_bytes_s",
]

MATHIS_CONSTANTS: Final = {
    ("periodic", 1): float(np.sqrt(3 / 2)),
    ("periodic", 2): float(np.sqrt(3 / 4)),
    ("random", 1): 1.31,
    ("random", 2): 0.93,
}
"""C0 by kind of loss and segments per ACK (Mathis et al. 1997, table 1)."""


def mathis_window(loss: Numbers, *, constant: float = MATHIS_CONSTANTS["periodic", 1]) -> Floats:
    """Return the mean window of the inverse square root law: C0 / sqrt(p) segments.

    Range: p up to 1e-2, no timeouts, no window limit, long transfers. Source: Mathis, Semke, Mahdavi, Ott, CCR 27(3),
    1997.

    @param loss: probability that a packet is lost, above 0
    @param constant: C0, one of MATHIS_CONSTANTS
    @return: segments
    """
    within("mathis", "loss", loss, 1e-10, 1e-2)
    with np.errstate(divide="ignore"):
        return as_floats(constant / np.sqrt(floats(loss)))


def mathis_bytes_s(
    loss: Numbers,
    round_trip_s: Numbers,
    mss_bytes: Numbers,
    *,
    constant: float = MATHIS_CONSTANTS["periodic", 1],
) -> Floats:
    """Return the throughput of the inverse square root law: MSS / RTT x C0 / sqrt(p).

    Range and source as for mathis_window.

    @param loss: probability that a packet is lost, above 0
    @param round_trip_s: round-trip time
    @param mss_bytes: largest segment
    @param constant: C0, one of MATHIS_CONSTANTS
    @return: bytes per second
    """
    return as_floats(floats(mss_bytes) / floats(round_trip_s) * mathis_window(loss, constant=constant))


def response_window(loss: Numbers) -> tuple[Floats, Floats]:
    """Return the response function of standard TCP: window of 1.2 / sqrt(p), and the round trips between two losses.

    The window grows by one segment a round trip from 2/3 to 4/3 of its mean W, which takes 2 W / 3 round trips.

    Range: p up to 1e-2. Source: RFC 3649, section 3, table 1.

    @param loss: probability that a packet is lost, above 0
    @return: segments, round trips
    """
    within("response_window", "loss", loss, 1e-10, 1e-2)
    with np.errstate(divide="ignore"):
        window = 1.2 / np.sqrt(floats(loss))
    return as_floats(window), as_floats(2 * window / 3)


def pftk_backoff(loss: Numbers) -> Floats:
    """Return f(p) = 1 + p + 2 p^2 + 4 p^3 + 8 p^4 + 16 p^5 + 32 p^6: the mean growth of timeouts by back-off.

    Range: p up to 0.3. Source: Padhye, Firoiu, Towsley, Kurose, SIGCOMM 1998, equation 28.

    @param loss: probability of loss
    @return: factor
    """
    p = floats(loss)
    return as_floats(1 + p + 2 * p**2 + 4 * p**3 + 8 * p**4 + 16 * p**5 + 32 * p**6)


def pftk_timeout_share(loss: Numbers, window: Numbers) -> Floats:
    """Return Q(p, w): the probability that a loss in a window of w segments leads to a timeout.

    Range: losses correlated within a round, p up to 0.3; 1 for windows up to 3, 3 / w for p = 0. Source: Padhye et
    al. 1998, equation 24.

    @param loss: probability of loss
    @param window: window in segments
    @return: probability
    """
    p, w = np.broadcast_arrays(floats(loss), floats(window))
    kept = 1 - p
    some = (p > 0) & (w > 3)
    # Through log1p and expm1, which stay exact where 1 - (1 - p)^w would lose all digits.
    lost = -np.expm1(np.log1p(-np.where(some, p, 0.5)) * np.where(some, w, 4))
    three = -np.expm1(3 * np.log1p(-np.where(some, p, 0.5)))
    rest = -np.expm1(np.log1p(-np.where(some, p, 0.5)) * (np.where(some, w, 4) - 3))
    share = np.minimum(1, three * (1 + kept**3 * rest) / lost)
    at_zero = np.minimum(1, 3 / np.maximum(w, 1))
    return as_floats(np.where(w <= 3, 1.0, np.where(some, share, at_zero)))


def pftk_window(loss: Numbers, segments_per_ack: Numbers = 2) -> Floats:
    """Return E[W] = a + sqrt(8 (1 - p) / (3 b p) + a^2) with a = (2 + b) / (3 b): the mean window at a loss.

    Range: no window limit, p from 1e-4 to 0.3. Source: Padhye et al. 1998, equation 13.

    @param loss: probability of loss; the window is infinite without any
    @param segments_per_ack: b, segments per ACK
    @return: segments
    """
    p, b = floats(loss), floats(segments_per_ack)
    a = (2 + b) / (3 * b)
    with np.errstate(divide="ignore"):
        return as_floats(a + np.sqrt(8 * (1 - p) / (3 * b * p) + a**2))


def pftk_packets_s(
    loss: Numbers,
    round_trip_s: Numbers,
    timeout_s: Numbers,
    *,
    segments_per_ack: Numbers = 2,
    window_segments: Numbers = np.inf,
) -> Floats:
    """Return the throughput of the full PFTK model.

    Range: Reno-style sender, losses correlated within a round, round trip independent of the window, p from 1e-4 to
    0.3; with independent losses a packet simulation sits higher. Source: Padhye, Firoiu, Towsley, Kurose, SIGCOMM
    1998 and ToN 8(2), 2000, equation 31.

    @param loss: probability of loss
    @param round_trip_s: round-trip time
    @param timeout_s: first retransmission timeout T0
    @param segments_per_ack: b, segments per ACK
    @param window_segments: largest window
    @return: packets per second; window / round trip without loss
    """
    within("pftk", "loss", loss, 1e-4, 0.3)
    return pftk_unchecked(loss, round_trip_s, timeout_s, segments_per_ack, window_segments)


def pftk_unchecked(
    loss: Numbers,
    round_trip_s: Numbers,
    timeout_s: Numbers,
    segments_per_ack: Numbers,
    window_segments: Numbers,
) -> Floats:
    """Return the formula of pftk_packets_s for models that contain it and state a range of their own.

    Range: left to the caller. Source and parameters as for pftk_packets_s.

    @return: packets per second
    """
    p, rtt, t0, b, most = np.broadcast_arrays(
        floats(loss),
        floats(round_trip_s),
        floats(timeout_s),
        floats(segments_per_ack),
        floats(window_segments),
    )
    lossy = p > 0
    q = np.where(lossy, p, 0.5)
    mean = np.asarray(pftk_window(q, b))
    free = mean < most
    window = np.where(free, mean, np.where(np.isfinite(most), most, 1.0))
    share = pftk_timeout_share(q, window)
    packets = (1 - q) / q + window + share / (1 - q)
    rounds = np.where(free, b * window / 2 + 1, b * window / 8 + (1 - q) / (q * window) + 2)
    seconds = rtt * rounds + share * t0 * pftk_backoff(q) / (1 - q)
    return as_floats(np.where(lossy, packets / seconds, most / rtt))


def pftk_approximate_packets_s(
    loss: Numbers,
    round_trip_s: Numbers,
    timeout_s: Numbers,
    *,
    segments_per_ack: Numbers = 2,
    window_segments: Numbers = np.inf,
) -> Floats:
    """Return the throughput of the approximate PFTK model: min(Wmax / RTT, 1 / (RTT sqrt(2 b p / 3) + ...)).

    Range as for pftk_packets_s. Source: Padhye et al. 1998, equation 33.

    @param loss: probability of loss
    @param round_trip_s: round-trip time
    @param timeout_s: first retransmission timeout T0
    @param segments_per_ack: b, segments per ACK
    @param window_segments: largest window
    @return: packets per second; window / round trip without loss
    """
    within("pftk approximation", "loss", loss, 1e-4, 0.3)
    p, rtt, b = floats(loss), floats(round_trip_s), floats(segments_per_ack)
    seconds = rtt * np.sqrt(2 * b * p / 3)
    seconds = seconds + floats(timeout_s) * np.minimum(1, 3 * np.sqrt(3 * b * p / 8)) * p * (1 + 32 * p**2)
    with np.errstate(divide="ignore"):
        return as_floats(np.minimum(floats(window_segments) / rtt, 1 / seconds))


def rfc5348_bytes_s(
    loss_events: Numbers,
    round_trip_s: Numbers,
    segment_bytes: Numbers,
    *,
    timeout_s: Numbers | None = None,
    segments_per_ack: Numbers = 1,
) -> Floats:
    """Return the throughput equation of TFRC.

    Range: p from 1e-4 to 0.3, where p is the rate of loss events, not of lost packets. Source: RFC 5348, section 3.1.

    @param loss_events: loss events per packet, above 0
    @param round_trip_s: round-trip time
    @param segment_bytes: bytes of a packet
    @param timeout_s: retransmission timeout, 4 round trips unless given
    @param segments_per_ack: b, packets per ACK
    @return: bytes per second
    """
    within("rfc5348", "loss_events", loss_events, 1e-4, 0.3)
    p, rtt, b = floats(loss_events), floats(round_trip_s), floats(segments_per_ack)
    timeout = 4 * rtt if timeout_s is None else floats(timeout_s)
    seconds = rtt * np.sqrt(2 * b * p / 3) + timeout * 3 * np.sqrt(3 * b * p / 8) * p * (1 + 32 * p**2)
    with np.errstate(divide="ignore"):
        return as_floats(floats(segment_bytes) / seconds)
