# SPDX-License-Identifier: GPL-2.0-only
"""From a captured frame to the TCP segment in it: link layers, tags, tunnels, IP; or the reason why there is none.

Numbers are those of tcpdump's list of link types and of IANA's lists of EtherTypes, protocols and ports.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

__all__ = ["Tcp", "unwrap"]


@dataclass(frozen=True, slots=True)
class Tcp:
    """A TCP segment with its addresses from IP."""

    source: bytes  #: address of the sender
    target: bytes  #: address of the receiver
    data: bytes  #: TCP header and payload
    lost: int = 0  #: bytes that the capture cut off


# The next layer: its kind (an EtherType, or a name of this module) and its bytes.
_Layer = tuple[int | str, bytes]
# A text is the reason why a frame is not read; None: it is not TCP.
_Step = _Layer | Tcp | str | None

_MOST_LAYERS: Final = 12
_LARGEST_LENGTH: Final = 1500
"""An EtherType up to this is the length of an IEEE 802.3 frame."""

_IPV4, _IPV6, _VLAN, _BRIDGED = 0x0800, 0x86DD, 0x8100, 0x6558
_TCP, _UDP, _ENCRYPTED, _AUTHENTICATED = 6, 17, 50, 51
_INSIDE_IP: Final[dict[int, int | str]] = {4: _IPV4, 41: _IPV6, 47: "GRE", _UDP: "UDP"}
_EXTENSIONS: Final = (0, 43, 60)
"""Extension headers of IPv6 with a length in units of 8 bytes: hop by hop, routing, destination."""
_SNAP: Final = b"\xaa\xaa\x03"
_GRE_CHECKSUM, _GRE_KEY, _GRE_SEQUENCE, _GRE_VERSION = 0x8000, 0x2000, 0x1000, 0x0007
_ERSPAN, _ERSPAN_3 = 0x88BE, 0x22EB
_VXLAN_PORT, _GENEVE_PORT = 4789, 6081
_PPP: Final = {0x0021: _IPV4, 0x0057: _IPV6}
_HIDDEN_PORTS: Final = {
    2152: "in a GTP tunnel (UDP port 2152)", 4500: "in an IPsec tunnel (UDP port 4500)",
    1194: "in an OpenVPN tunnel (UDP port 1194)", 51820: "in a WireGuard tunnel (UDP port 51820)",
}  # fmt: skip
_FRAGMENT: Final = "with fragments of IP packets"

_LINK_NAMES: Final = {
    6: "Token Ring", 9: "PPP", 10: "FDDI", 50: "PPP", 51: "PPPoE", 104: "Cisco HDLC",
    107: "Frame Relay", 119: "Prism header", 163: "IEEE 802.11 with AVS header",
    187: "Bluetooth", 189: "USB", 192: "PPI", 195: "IEEE 802.15.4", 201: "Bluetooth", 220: "USB",
    226: "Solaris ipnet", 239: "NFLOG", 249: "USB", 253: "netlink",
}  # fmt: skip
_USER: Final = range(147, 163)

# Radiotap (radiotap.org): the first two fields, and bits of the second.
_TIMER, _FLAGS, _MORE_WORDS = 1 << 0, 1 << 1, 1 << 31
_PADDED, _BAD_CHECKSUM = 0x20, 0x40
# IEEE 802.11, 9.2.4.1: frame control, least significant bits first.
_TYPE, _DATA, _NO_DATA, _QOS = 0x0C, 0x08, 0x40, 0x80
_BOTH_WAYS, _MORE_FRAGMENTS, _PROTECTED, _ORDER = 0x03, 0x04, 0x40, 0x80
_AGGREGATE: Final = 0x80
_WIFI_HEADER_BYTES: Final = 24


def unwrap(link_type: int, data: bytes) -> Tcp | str | None:
    """Unpack a frame down to TCP.

    @param link_type: what the bytes start with, as numbered by tcpdump
    @param data: the frame
    @return: the TCP segment; or the reason why it cannot be read; or None if the frame is not TCP or is broken
    """
    start = _LINKS.get(link_type)
    if start is None:
        return f"of link type {link_type}{_link_name(link_type)}"
    layer: _Step = (start, data)
    try:
        for _ in range(_MOST_LAYERS):
            if not isinstance(layer, tuple):
                return layer
            kind, rest = layer
            step = _STEPS.get(kind)
            layer = step(rest) if step else _UNREAD.get(kind)
    except (IndexError, struct.error):
        return None
    return f"with more than {_MOST_LAYERS} headers in front of TCP"


def _link_name(link_type: int) -> str:
    """Return the name of a link type in parentheses, or an empty text for an unknown one."""
    if link_type in _USER:
        return f" (USER{link_type - _USER.start})"
    name = _LINK_NAMES.get(link_type)
    return f" ({name})" if name else ""


def _u16(data: bytes, at: int) -> int:
    """Read two bytes."""
    return int(struct.unpack_from(">H", data, at)[0])


def _typed(kind: int, data: bytes) -> _Layer:
    """Return the layer after an EtherType; a small value is a length, followed by LLC."""
    return ("LLC", data[:kind]) if kind <= _LARGEST_LENGTH else (kind, data)


def _ethernet(data: bytes) -> _Step:
    """Skip the addresses and return the contents of the frame."""
    return _typed(_u16(data, 12), data[14:])


def _vlan(data: bytes) -> _Step:
    """Skip a VLAN tag."""
    return _typed(_u16(data, 2), data[4:])


def _cooked(data: bytes) -> _Step:
    """Skip the header of Linux cooked mode."""
    return _of_cooked(_u16(data, 14), data[16:])


def _cooked_2(data: bytes) -> _Step:
    """Skip the header of the second version of Linux cooked mode."""
    return _of_cooked(_u16(data, 0), data[20:])


def _of_cooked(kind: int, data: bytes) -> _Step:
    """Return the contents of Linux cooked mode; small types are its own, 4 is LLC."""
    return ("LLC", data) if kind == 4 else (kind, data)


def _radiotap(data: bytes) -> _Step:
    """Skip a radiotap header; a frame that came with a wrong checksum is none."""
    length = int(struct.unpack_from("<H", data, 2)[0])
    at, present = 4, int(struct.unpack_from("<I", data, 4)[0])
    word = present
    while word & _MORE_WORDS:
        at += 4
        word = int(struct.unpack_from("<I", data, at)[0])
    at += 4
    flags = 0
    if present & _FLAGS:
        flags = data[-(-at // 8) * 8 + 8 if present & _TIMER else at]
    if flags & _BAD_CHECKSUM:
        return None
    return "padded Wi-Fi" if flags & _PADDED else "Wi-Fi", data[length:]


def _wifi(data: bytes, unit: int = 1) -> _Step:
    """Skip the header of a data frame of IEEE 802.11, whose length is a multiple of a unit."""
    kind, flags = data[0], data[1]
    if kind & _TYPE != _DATA or kind & _NO_DATA:
        return None
    if flags & _PROTECTED:
        return "encrypted by Wi-Fi (WEP or WPA)"
    at = _WIFI_HEADER_BYTES + 6 * (flags & _BOTH_WAYS == _BOTH_WAYS)
    if flags & _MORE_FRAGMENTS or data[22] & 0x0F:
        return "with fragments of Wi-Fi frames"
    if kind & _QOS:
        if data[at] & _AGGREGATE:
            return "in aggregates of Wi-Fi frames (A-MSDU)"
        at += 6 if flags & _ORDER else 2
    return "LLC", data[-(-at // unit) * unit :]


def _padded_wifi(data: bytes) -> _Step:
    """Skip a header that the card padded to words."""
    return _wifi(data, 4)


def _llc(data: bytes) -> _Step:
    """Return the contents of a SNAP header; nothing else above LLC is IP."""
    return (_u16(data, 6), data[8:]) if data.startswith(_SNAP) else None


def _family(data: bytes) -> _Step:
    """Skip the address family of loopback interfaces, which has an unknown byte order; IP has its version."""
    return "IP", data[4:]


def _mpls(data: bytes) -> _Step:
    """Skip labels up to the one marked as last; they are followed by IP or, on a pseudowire, Ethernet."""
    at = 0
    while not data[at + 2] & 1:
        at += 4
    version = data[at + 4] >> 4
    return ("IP", data[at + 4 :]) if version in (4, 6) else "in an MPLS pseudowire"


def _pppoe(data: bytes) -> _Step:
    """Skip PPPoE and PPP."""
    kind = _PPP.get(_u16(data, 6))
    return (kind, data[8:]) if kind else None


def _ip(data: bytes) -> _Step:
    """Read IP of either version."""
    return (_IPV6 if data[0] >> 4 == 6 else _IPV4), data


def _ipv4(data: bytes) -> _Step:
    """Read IPv4. A length of 0 means that the network card was to segment the packet."""
    header, length = 4 * (data[0] & 15), _u16(data, 2)
    if data[0] >> 4 != 4 or header < 20 or len(data) < header:
        return None
    if _u16(data, 6) & 0x3FFF:
        return None if data[9] == _UDP else _FRAGMENT
    return _above_ip(data[9], data[12:16], data[16:20], data[header : length or None], length - len(data))


def _ipv6(data: bytes) -> _Step:
    """Read IPv6 and its extension headers."""
    length = _u16(data, 4)
    if data[0] >> 4 != 6 or len(data) < 40:
        return None
    kind, rest = data[6], data[40 : 40 + length if length else None]
    lost = 40 + length - len(data)
    for _ in range(_MOST_LAYERS):
        if kind == 44:
            if _u16(rest, 2) & 0xFFF9:
                return None if rest[0] == _UDP else _FRAGMENT
            kind, rest = rest[0], rest[8:]
        elif kind in _EXTENSIONS:
            kind, rest = rest[0], rest[8 + 8 * rest[1] :]
        else:
            break
    return _above_ip(kind, data[8:24], data[24:40], rest, lost)


def _above_ip(kind: int, source: bytes, target: bytes, rest: bytes, lost: int) -> _Step:
    """Return the payload of IP."""
    if kind == _AUTHENTICATED:
        kind, rest = rest[0], rest[4 * (rest[1] + 2) :]
    if kind == _TCP:
        return Tcp(source, target, rest, max(lost, 0))
    if kind == _ENCRYPTED:
        return "in an IPsec tunnel (ESP)"
    inner = _INSIDE_IP.get(kind)
    return (inner, rest) if inner else None


def _gre(data: bytes) -> _Step:
    """Read GRE (RFC 2784, 2890) and the mirrored frames that switches send in it (ERSPAN)."""
    flags, kind = _u16(data, 0), _u16(data, 2)
    if flags & _GRE_VERSION:
        return "in a PPTP tunnel (GRE version 1)"
    at = 4 + 4 * sum(bool(flags & bit) for bit in (_GRE_CHECKSUM, _GRE_KEY, _GRE_SEQUENCE))
    if kind == _ERSPAN:
        # Type II has its own header and sequence numbers, type I has neither.
        return "Ethernet", data[at + (8 if flags & _GRE_SEQUENCE else 0) :]
    if kind == _ERSPAN_3:
        return "Ethernet", data[at + (20 if data[at + 11] & 1 else 12) :]
    return kind, data[at:]


def _udp(data: bytes) -> _Step:
    """Read tunnels over UDP."""
    ports = _u16(data, 0), _u16(data, 2)
    if ports[1] == _VXLAN_PORT:
        return "Ethernet", data[16:]
    if ports[1] == _GENEVE_PORT:
        return _u16(data, 10), data[16 + 4 * (data[8] & 0x3F) :]
    return next((_HIDDEN_PORTS[port] for port in ports if port in _HIDDEN_PORTS), None)


# Old files use another number for raw IP.
_LINKS: Final = {
    0: "family", 108: "family", 1: "Ethernet", 113: "cooked", 276: "cooked 2",
    105: "Wi-Fi", 127: "radiotap", 12: "IP", 14: "IP", 101: "IP", 228: "IP", 229: "IP",
}  # fmt: skip
_STEPS: Final[dict[int | str, Callable[[bytes], _Step]]] = {
    "Ethernet": _ethernet, "cooked": _cooked, "cooked 2": _cooked_2, "family": _family, "LLC": _llc, "IP": _ip,
    "Wi-Fi": _wifi, "padded Wi-Fi": _padded_wifi, "radiotap": _radiotap,
    "GRE": _gre, "UDP": _udp, _IPV4: _ipv4, _IPV6: _ipv6, _VLAN: _vlan, 0x88A8: _vlan, 0x9100: _vlan,
    _BRIDGED: _ethernet, 0x8847: _mpls, 0x8848: _mpls, 0x8864: _pppoe,
}  # fmt: skip
_UNREAD: Final[dict[int | str, str]] = {
    0x880B: "in a PPP tunnel", 0x88E5: "encrypted by MACsec", 0x88E7: "in a provider backbone bridge (802.1ah)",
    0x894F: "with a network service header (NSH)", 0x8926: "with a Cisco VNTag",
}  # fmt: skip
