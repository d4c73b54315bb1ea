// SPDX-License-Identifier: GPL-2.0-only
#include "net8-link-packet.h"

#include "ns3/net8-lan-frame.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3::net8
{

namespace
{

constexpr uint16_t PPP_IPV4 = 0x0021;      ///< Protocol number of IPv4 in PPP.
constexpr uint16_t PPP_IPV6 = 0x0057;      ///< Protocol number of IPv6 in PPP.
constexpr uint16_t ETHERNET_IPV4 = 0x0800; ///< Type of an Ethernet frame with IPv4.
constexpr uint16_t ETHERNET_IPV6 = 0x86dd; ///< Type of an Ethernet frame with IPv6.
constexpr std::size_t IPV4_PROTOCOL = 9;   ///< Place of the protocol in an IPv4 header.
constexpr std::size_t IPV4_ADDRESSES = 12; ///< Place of the addresses.
constexpr std::size_t IPV6_NEXT = 6;       ///< Place of the next header in an IPv6 header.
constexpr std::size_t IPV6_ADDRESSES = 8;  ///< Place of the addresses.
constexpr std::size_t IPV4_HEADER = 20;    ///< Bytes of an IPv4 header without options.
constexpr std::size_t IPV6_HEADER = 40;    ///< Bytes of an IPv6 header.
constexpr std::size_t IPV4_LENGTH = 2;     ///< Place of the length in an IPv4 header.
constexpr std::size_t IPV6_LENGTH = 4;     ///< Place of the length behind an IPv6 header.
constexpr std::size_t UDP_HEADER = 8;      ///< Bytes of a UDP header.
constexpr std::size_t TCP_SEQUENCE = 4;    ///< Place of the sequence number in a TCP header.
constexpr std::size_t TCP_OFFSET = 12;     ///< Place of the length of a TCP header.
constexpr std::size_t TCP_FLAGS = 13;      ///< Place of the flags in a TCP header.
constexpr uint8_t TCP = 6;                 ///< Protocol number of TCP.
constexpr uint8_t UDP = 17;                ///< Protocol number of UDP.
constexpr uint8_t SYN = 0x02;              ///< Flag of a SYN.
constexpr uint8_t RST = 0x04;              ///< Flag of a RST.
constexpr uint8_t ACK = 0x10;              ///< Flag of an ACK.
/// Bytes that are looked at: the link's, the longest IPv4 header, TCP up to its flags.
constexpr std::size_t SEEN = LinkPacket::ETHERNET + 60 + TCP_FLAGS + 1;

/**
 * @param from first byte of an address
 * @param size its bytes
 * @param port first byte of a port
 * @return the end
 */
IdleFlows::End
ReadEnd(const uint8_t* from, std::size_t size, const uint8_t* port)
{
    IdleFlows::End end;
    std::copy_n(from, size, end.address.end() - static_cast<std::ptrdiff_t>(size));
    end.port = static_cast<uint16_t>(port[0] << 8 | port[1]);
    return end;
}

/**
 * @param from first byte of a number of two bytes
 * @return the number
 */
uint32_t
ReadTwo(const uint8_t* from)
{
    return uint32_t{from[0]} << 8 | from[1];
}

/**
 * @param ip first byte of an IP header
 * @param ipv4 whether it is of IPv4
 * @param header bytes of it
 * @param transport bytes of the header of TCP or UDP behind it
 * @return bytes behind both
 */
uint32_t
ReadPayload(const uint8_t* ip, bool ipv4, std::size_t header, std::size_t transport)
{
    const std::size_t length =
        ipv4 ? ReadTwo(ip + IPV4_LENGTH) : header + ReadTwo(ip + IPV6_LENGTH);
    return static_cast<uint32_t>(length - std::min(length, header + transport));
}

} // namespace

LinkPacket
LinkPacket::Read(const Packet& packet, std::size_t link)
{
    std::array<uint8_t, SEEN> bytes{};
    const std::size_t length = packet.CopyData(bytes.data(), SEEN);
    const uint8_t* ip = bytes.data() + link;
    const auto type = static_cast<uint16_t>(ip[-2] << 8 | ip[-1]);
    if (type == LanFrame::TYPE_IPX || type == LanFrame::TYPE_DECNET)
    {
        return {.transport = true};
    }
    const bool ipv4 = type == PPP_IPV4 || type == ETHERNET_IPV4;
    if (length < link + IPV6_HEADER || (!ipv4 && type != PPP_IPV6 && type != ETHERNET_IPV6))
    {
        // Shorter than a UDP header behind IPv6 or a TCP header behind IPv4.
        const bool udp = ipv4 && ip[IPV4_PROTOCOL] == UDP;
        return {.transport = udp,
                .payload = udp ? ReadPayload(ip, true, IPV4_HEADER, UDP_HEADER) : 0};
    }
    const uint8_t protocol = ip[ipv4 ? IPV4_PROTOCOL : IPV6_NEXT];
    LinkPacket seen{.transport = protocol == TCP || protocol == UDP};
    const std::size_t header = ipv4 ? std::size_t{4} * (ip[0] & 0x0fU) : IPV6_HEADER;
    if (protocol == TCP && length > link + header + TCP_FLAGS)
    {
        const std::size_t size = ipv4 ? 4 : 16;
        const uint8_t* from = ip + (ipv4 ? IPV4_ADDRESSES : IPV6_ADDRESSES);
        const uint8_t* tcp = ip + header;
        const uint8_t flags = tcp[TCP_FLAGS];
        // A SYN that acknowledges answers a connection and asks for none.
        seen.tcp = IdleFlows::Segment{.from = ReadEnd(from, size, tcp),
                                      .to = ReadEnd(from + size, size, tcp + 2),
                                      .syn = (flags & SYN) != 0 && (flags & ACK) == 0,
                                      .rst = (flags & RST) != 0};
        seen.sequence = ReadTwo(tcp + TCP_SEQUENCE) << 16 | ReadTwo(tcp + TCP_SEQUENCE + 2);
        seen.begins = (flags & SYN) != 0;
        seen.payload = ReadPayload(ip, ipv4, header, std::size_t{4} * (tcp[TCP_OFFSET] >> 4U));
    }
    else if (protocol == UDP)
    {
        seen.payload = ReadPayload(ip, ipv4, header, UDP_HEADER);
    }
    return seen;
}

} // namespace ns3::net8
