# SPDX-License-Identifier: GPL-2.0-only
"""Frames on the wire, and the time that they take there."""

from __future__ import annotations

from typing import Final

import numpy as np

from net8.analytic.arrays import Counts, Floats, Numbers, as_counts, as_floats, floats

__all__ = [
    "ETHERNET_BYTES",
    "acks",
    "frame_bytes",
    "frame_rate",
    "frames",
    "goodput_share",
    "ip_bytes",
    "ppp_bytes",
    "serialisation_s",
    "tls_record_bytes",
    "wire_bytes",
]

ETHERNET_BYTES: Final = 14
"""Ethernet header (IEEE 802.3)."""

FCS_BYTES: Final = 4
PREAMBLE_BYTES: Final = 8
GAP_BYTES: Final = 12
LEAST_PAYLOAD_BYTES: Final = 46
VLAN_BYTES: Final = 4
TIMESTAMP_BYTES: Final = 12


def ip_bytes(payload_bytes: Numbers, *, timestamps: bool = False, ipv6: bool = False) -> Floats:
    """Return the bytes of an IP packet with a TCP segment.

    Range: no IP options. Source: RFC 791, RFC 8200, RFC 9293, RFC 7323 (timestamps of 10 bytes, padded to 12).

    @param payload_bytes: payload of the segment
    @param timestamps: whether the TCP header has timestamps
    @param ipv6: IPv6, else IPv4
    @return: bytes
    """
    return as_floats(
        floats(payload_bytes) + (40 if ipv6 else 20) + 20 + (TIMESTAMP_BYTES if timestamps else 0)
    )


def frame_bytes(
    payload_bytes: Numbers,
    *,
    timestamps: bool = False,
    ipv6: bool = False,
    vlan: bool = False,
    fcs: bool = True,
) -> Floats:
    """Return the bytes of an Ethernet frame with a TCP segment, padding included.

    Range: segments that fit the MTU. Source: IEEE 802.3; captures show frames without FCS and, at the sender, without
    padding.

    @param payload_bytes: payload of the segment
    @param timestamps: whether the TCP header has timestamps
    @param ipv6: IPv6, else IPv4
    @param vlan: whether the frame has a VLAN tag
    @param fcs: whether the frame check sequence counts
    @return: bytes
    """
    inside = np.maximum(LEAST_PAYLOAD_BYTES, ip_bytes(payload_bytes, timestamps=timestamps, ipv6=ipv6))
    return as_floats(inside + ETHERNET_BYTES + (VLAN_BYTES if vlan else 0) + (FCS_BYTES if fcs else 0))


def wire_bytes(
    payload_bytes: Numbers, *, timestamps: bool = False, ipv6: bool = False, vlan: bool = False
) -> Floats:
    """Return the bytes for which a segment occupies Ethernet: frame, preamble of 8 and gap of 12.

    Range and source as for frame_bytes.

    @param payload_bytes: payload of the segment
    @param timestamps: whether the TCP header has timestamps
    @param ipv6: IPv6, else IPv4
    @param vlan: whether the frame has a VLAN tag
    @return: bytes
    """
    frame = frame_bytes(payload_bytes, timestamps=timestamps, ipv6=ipv6, vlan=vlan)
    return as_floats(frame + PREAMBLE_BYTES + GAP_BYTES)


def ppp_bytes(
    payload_bytes: Numbers, *, timestamps: bool = False, ipv6: bool = False, header_bytes: int = 2
) -> Floats:
    """Return the bytes of a segment on a point-to-point link.

    Range: header of 2 (ns-3) to 8 bytes. Source: RFC 1661.

    @param payload_bytes: payload of the segment
    @param timestamps: whether the TCP header has timestamps
    @param ipv6: IPv6, else IPv4
    @param header_bytes: header of the link
    @return: bytes
    """
    return as_floats(ip_bytes(payload_bytes, timestamps=timestamps, ipv6=ipv6) + header_bytes)


def tls_record_bytes(payload_bytes: Numbers, *, tag_bytes: int = 16) -> Floats:
    """Return the bytes of a TLS record: header of 5, payload, tag of the cipher.

    Range: records of at most 16,384 bytes without explicit nonce. Source: RFC 8446, section 5.2.

    @param payload_bytes: bytes protected
    @param tag_bytes: tag of the cipher, its content type byte included where there is one
    @return: bytes
    """
    return as_floats(5 + floats(payload_bytes) + tag_bytes)


def frames(message_bytes: Numbers, mss_bytes: Numbers) -> Counts:
    """Count the segments of one write.

    Range: no retransmission. Source: RFC 9293.

    @param message_bytes: bytes written
    @param mss_bytes: largest segment
    @return: segments
    """
    return as_counts(np.ceil(floats(message_bytes) / floats(mss_bytes)))


def acks(segments: Numbers, segments_per_ack: Numbers = 2) -> Counts:
    """Count the acknowledgements of a burst: one for every so many segments, the last one by timer or on data.

    Range: no loss. Source: RFC 5681, section 4.2.

    @param segments: segments of the burst
    @param segments_per_ack: delayed-ACK factor
    @return: acknowledgements
    """
    return as_counts(np.ceil(floats(segments) / floats(segments_per_ack)))


def serialisation_s(occupied_bytes: Numbers, rate_bit_s: Numbers) -> Floats:
    """Return the time that bytes occupy a link; each store-and-forward hop takes it once more.

    Range: any. Source: arithmetic.

    @param occupied_bytes: bytes, such as those of wire_bytes
    @param rate_bit_s: rate of the link
    @return: seconds
    """
    return as_floats(8 * floats(occupied_bytes) / floats(rate_bit_s))


def frame_rate(frame_bytes: Numbers, rate_bit_s: Numbers) -> Floats:
    """Return the most frames a second that Ethernet carries: rate / (8 (frame + 20)).

    Range: frames of 64 bytes or more, FCS included. Source: RFC 2544, appendix B.

    @param frame_bytes: bytes of a frame, FCS included
    @param rate_bit_s: rate of the link
    @return: frames per second
    """
    return as_floats(floats(rate_bit_s) / (8 * (floats(frame_bytes) + PREAMBLE_BYTES + GAP_BYTES)))


def goodput_share(mss_bytes: Numbers, *, timestamps: bool = False, ipv6: bool = False) -> Floats:
    """Return the part of an Ethernet's rate that is left for the payload of full segments.

    Range: bulk transfer; acknowledgements travel the other way. Source: arithmetic on IEEE 802.3.

    @param mss_bytes: payload of each segment
    @param timestamps: whether the TCP header has timestamps
    @param ipv6: IPv6, else IPv4
    @return: part between 0 and 1
    """
    return as_floats(floats(mss_bytes) / wire_bytes(mss_bytes, timestamps=timestamps, ipv6=ipv6))
