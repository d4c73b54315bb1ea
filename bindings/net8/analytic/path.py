# SPDX-License-Identifier: GPL-2.0-only
"""Times of segments over a row of links, each of which stores a frame before the next one gets it.

Range: no loss, no other traffic, queues that hold what is sent. Source: arithmetic on frames, IEEE 802.3 and RFC 1661;
test_closed_form.py writes it out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from net8.analytic.frames import GAP_BYTES, PREAMBLE_BYTES, frame_bytes, ppp_bytes

__all__ = ["Link", "Path"]


@dataclass(frozen=True, slots=True)
class Link:
    """One link of a path."""

    bit_per_s: float  #: rate
    framing: str  #: "ethernet", "csma" (ns-3's shared segment: neither preamble nor gap) or "ppp"
    delay_s: float  #: propagation


@dataclass(frozen=True, slots=True)
class Path:
    """The links from the server to the client, and the TCP that goes over them."""

    links: tuple[Link, ...]  #: from the server to the client
    mss_bytes: int  #: payload of a full segment
    timestamps: bool  #: whether TCP sends timestamps
    ipv6: bool  #: IPv6, else IPv4
    write_bytes: int = 0  #: writes that TCP sends each by itself, as Linux does; 0: they melt into one stream

    def time_s(self, link: Link, payload_bytes: int) -> float:
        """Return the time until the last bit of a segment has left.

        @param link: the link
        @param payload_bytes: payload of the segment
        @return: seconds
        """
        if link.framing == "ppp":
            frame = ppp_bytes(payload_bytes, timestamps=self.timestamps, ipv6=self.ipv6)
        else:
            frame = frame_bytes(payload_bytes, timestamps=self.timestamps, ipv6=self.ipv6)
        preamble = PREAMBLE_BYTES if link.framing == "ethernet" else 0
        return float(frame + preamble) * 8 / link.bit_per_s

    def spacing_s(self, link: Link, payload_bytes: int) -> float:
        """Return the time from the first bit of a segment to that of the next one, Ethernet's gap included.

        @param link: the link
        @param payload_bytes: payload of the segment
        @return: seconds
        """
        gap = GAP_BYTES * 8 / link.bit_per_s if link.framing == "ethernet" else 0.0
        return self.time_s(link, payload_bytes) + gap

    @property
    def bottleneck(self) -> Link:
        """The slowest link, the last one of several: behind a link as fast as itself segments queue up."""
        slowest = min(link.bit_per_s for link in self.links)
        return [link for link in self.links if link.bit_per_s == slowest][-1]

    def one_way_s(self, payload_bytes: int) -> float:
        """Return the time of a segment that is alone on its way.

        @param payload_bytes: payload of the segment
        @return: seconds
        """
        return sum(link.delay_s + self.time_s(link, payload_bytes) for link in self.links)

    def round_trip_s(self, payload_bytes: int = 0) -> float:
        """Return the time of a segment and of the empty one that acknowledges it.

        @param payload_bytes: payload of the segment
        @return: seconds
        """
        return self.one_way_s(payload_bytes) + self.one_way_s(0)

    def first_contact_s(self) -> float:
        """Return the time in which neighbours that never met learn each other's link address.

        Each Ethernet between client and server is crossed by a question and an answer before the first packet; who
        answers learns who asked, so that nobody asks on the way back. Range: caches that are empty. Source: RFC 826,
        ARP of 28 bytes, padded; RFC 4861, solicitation and advertisement with a link-layer address, 72 bytes.

        @return: seconds
        """
        framed = [link for link in self.links if link.framing != "ppp"]
        asked = replace(self, timestamps=False)
        return sum(2 * (link.delay_s + asked.time_s(link, 12 if self.ipv6 else 0)) for link in framed)

    def segments(self, stream_bytes: int) -> tuple[int, int]:
        """Cut a stream into segments.

        @param stream_bytes: bytes, TNS headers included
        @return: number of segments and payload of the last one
        """
        pieces = self.pieces(stream_bytes)
        return sum(count for count, _payload in pieces), pieces[-1][1]

    def pieces(self, stream_bytes: int) -> tuple[tuple[int, int], ...]:
        """Cut a stream into segments, alike ones put together.

        @param stream_bytes: bytes, TNS headers included
        @return: number and payload of those that are full, of those that end a write, and of the last one
        """
        writes = (stream_bytes - 1) // self.write_bytes if self.write_bytes and stream_bytes else 0
        each, rest = divmod(self.write_bytes, self.mss_bytes) if writes else (0, 0)
        last = stream_bytes - writes * self.write_bytes
        more = -(-last // self.mss_bytes) - 1
        full = (writes * each + more, self.mss_bytes)
        return full, (writes if rest else 0, rest), (1, last - more * self.mss_bytes)

    def merged(self, stream_bytes: int) -> int:
        """Count the segments of a stream all of which had to wait, so that writes melt.

        @param stream_bytes: bytes, TNS headers included
        @return: segments
        """
        return -(-stream_bytes // self.mss_bytes)

    def passing_s(self, link: Link, stream_bytes: int) -> float:
        """Return the time for which all segments of a stream but the last one occupy a link.

        @param link: the link
        @param stream_bytes: bytes, TNS headers included
        @return: seconds
        """
        return sum(count * self.spacing_s(link, payload) for count, payload in self.pieces(stream_bytes)[:-1])

    def request_s(self, stream_bytes: int) -> float:
        """Return the time of a request, which takes the links the other way.

        @param stream_bytes: bytes, TNS headers included
        @return: seconds
        """
        return replace(self, links=self.links[::-1]).burst_s(stream_bytes)

    def burst_s(self, stream_bytes: int) -> float:
        """Return the time of a stream that leaves at once, from its first bit sent to its last one received.

        The first segment goes up to the bottleneck, all go through it, the last one goes on. Behind the bottleneck a
        short last segment may catch up with the full one in front, and then follows it on the last link.

        @param stream_bytes: bytes, TNS headers included
        @return: seconds
        """
        number, tail = self.segments(stream_bytes)
        slowest = self.bottleneck
        at = max(i for i, link in enumerate(self.links) if link.bit_per_s == slowest.bit_per_s)
        before, behind = self.links[:at], self.links[at + 1 :]
        passing = self.passing_s(slowest, stream_bytes)
        first = min(self.write_bytes or stream_bytes, self.mss_bytes)
        head = first if number > 1 else tail
        start = sum(link.delay_s for link in self.links) + sum(self.time_s(link, head) for link in before)
        alone = passing + sum(self.time_s(link, tail) for link in (slowest, *behind))
        if number == 1 or not behind:
            return start + alone
        # The segment before the last one: of the last write, or the end of the one before.
        ends = self.write_bytes and stream_bytes - tail > 0 and (stream_bytes - tail) % self.write_bytes == 0
        previous = (self.write_bytes % self.mss_bytes or self.mss_bytes) if ends else self.mss_bytes
        caught_up = passing - self.spacing_s(slowest, previous)
        caught_up += sum(self.time_s(link, previous) for link in (slowest, *behind[:-1]))
        caught_up += self.spacing_s(behind[-1], previous) + self.time_s(behind[-1], tail)
        return start + max(alone, caught_up)
