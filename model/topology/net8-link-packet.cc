// SPDX-License-Identifier: GPL-2.0-only
#include "net8-link-packet.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv6-header.h"
#include "ns3/net8-lan-frame.h"
#include "ns3/node.h"
#include "ns3/ppp-header.h"
#include "ns3/tcp-header.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace ns3::net8
{

namespace
{

constexpr uint16_t PPP_IPV4 = 0x0021;        ///< PPP protocol number of IPv4.
constexpr uint16_t PPP_IPV6 = 0x0057;        ///< PPP protocol number of IPv6.
constexpr uint16_t ETHERNET_IPV4 = 0x0800;   ///< EtherType of IPv4.
constexpr uint16_t ETHERNET_IPV6 = 0x86dd;   ///< EtherType of IPv6.
constexpr std::size_t IPV4_PROTOCOL = 9;     ///< Offset of the protocol in an IPv4 header.
constexpr std::size_t IPV4_ADDRESSES = 12;   ///< Offset of the addresses.
constexpr std::size_t IPV6_NEXT = 6;         ///< Offset of the next header in an IPv6 header.
constexpr std::size_t IPV6_ADDRESSES = 8;    ///< Offset of the addresses.
constexpr std::size_t IPV4_HEADER = 20;      ///< IPv4 header without options, bytes.
constexpr std::size_t IPV6_HEADER = 40;      ///< IPv6 header, bytes.
constexpr std::size_t IPV4_LENGTH = 2;       ///< Offset of the length in an IPv4 header.
constexpr std::size_t IPV6_LENGTH = 4;       ///< Offset of the length in an IPv6 header.
constexpr std::size_t UDP_HEADER = 8;        ///< UDP header, bytes.
constexpr std::size_t TCP_SEQUENCE = 4;      ///< Offset of the sequence number in a TCP header.
constexpr std::size_t TCP_ACKNOWLEDGED = 8;  ///< Offset of the acknowledgment in a TCP header.
constexpr std::size_t TCP_OFFSET = 12;       ///< Offset of the header length in a TCP header.
constexpr std::size_t TCP_FLAGS = 13;        ///< Offset of the flags in a TCP header.
constexpr uint8_t TCP = 6;                   ///< Protocol number of TCP.
constexpr uint8_t UDP = 17;                  ///< Protocol number of UDP.
constexpr uint8_t FIN = 0x01;                ///< FIN flag.
constexpr uint8_t SYN = 0x02;                ///< SYN flag.
constexpr uint8_t RST = 0x04;                ///< RST flag.
constexpr uint8_t PSH = 0x08;                ///< PSH flag.
constexpr uint8_t ACK = 0x10;                ///< ACK flag.
constexpr uint8_t URG = 0x20;                ///< URG flag.
constexpr std::size_t TCP_CHECKSUM = 16;     ///< Offset of the checksum in a TCP header.
constexpr std::size_t TCP_URGENT = 18;       ///< Offset of the urgent pointer in a TCP header.
constexpr uint8_t RESET_TTL = 64;            ///< Hops that a RST of a device may take.
constexpr std::size_t IPV4_HEADER_MOST = 60; ///< Longest IPv4 header, bytes.
constexpr std::size_t TCP_HEADER = 20;       ///< TCP header without options, bytes.
constexpr std::size_t IPV4_IN_END = 12;      ///< Offset of an IPv4 address in that of an end.
/// Bytes to read: the link header, the longest IPv4 header, TCP up to its flags.
constexpr std::size_t SEEN = LinkPacket::ETHERNET + 60 + TCP_FLAGS + 1;

/**
 * @param from first byte of an address
 * @param size length of the address, bytes
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
 * @param from first byte of a two-byte number
 * @return the number
 */
uint32_t
ReadTwo(const uint8_t* from)
{
    return uint32_t{from[0]} << 8 | from[1];
}

/**
 * @param ip first byte of an IP header
 * @param ipv4 whether it is IPv4
 * @param header length of the IP header, bytes
 * @param transport length of the TCP or UDP header after it, bytes
 * @return bytes after both headers
 */
uint32_t
ReadPayload(const uint8_t* ip, bool ipv4, std::size_t header, std::size_t transport)
{
    const std::size_t length =
        ipv4 ? ReadTwo(ip + IPV4_LENGTH) : header + ReadTwo(ip + IPV6_LENGTH);
    return static_cast<uint32_t>(length - std::min(length, header + transport));
}

/**
 * @param end an end of a connection
 * @return whether its address is one of IPv4, in its last bytes; on links no address of IPv6 begins
 * with zeros
 */
bool
IsIpv4(const IdleFlows::End& end)
{
    return std::ranges::all_of(std::span(end.address).first(IPV4_IN_END),
                               [](uint8_t byte) { return byte == 0; });
}

/**
 * Add a TCP header, with its checksum if there are any.
 *
 * @param tcp the header
 * @param from address of the sender
 * @param to address of the receiver
 * @param packet receives it
 */
void
AddTcp(TcpHeader tcp, const Address& from, const Address& to, const Ptr<Packet>& packet)
{
    if (Node::ChecksumEnabled())
    {
        tcp.EnableChecksums();
        tcp.InitializeChecksum(from, to, TCP);
    }
    packet->AddHeader(tcp);
}

/**
 * Change the TCP header of a segment, and its checksum with it (RFC 1624).
 *
 * @param packet a TCP segment with its PPP header
 * @param change changes the first 20 bytes of the TCP header
 * @return the segment with the other header
 */
Ptr<Packet>
Rewrite(const Packet& packet, const std::function<void(std::span<uint8_t>)>& change)
{
    std::array<uint8_t, LinkPacket::PPP + IPV4_HEADER_MOST + TCP_HEADER> bytes{};
    const uint32_t length = packet.CopyData(bytes.data(), bytes.size());
    const uint8_t* ip = bytes.data() + LinkPacket::PPP;
    const bool ipv4 = ReadTwo(bytes.data()) == PPP_IPV4;
    const auto tcp = std::span(bytes).subspan(
        LinkPacket::PPP + (ipv4 ? std::size_t{4} * (ip[0] & 0x0fU) : IPV6_HEADER),
        TCP_HEADER);
    const auto sumOf = [tcp] {
        uint32_t sum = 0;
        for (std::size_t at = 0; at < TCP_HEADER; at += 2)
        {
            sum += ReadTwo(&tcp[at]);
        }
        sum = (sum & 0xffff) + (sum >> 16);
        return (sum & 0xffff) + (sum >> 16);
    };
    const uint32_t checksum = ReadTwo(&tcp[TCP_CHECKSUM]);
    const uint32_t before = sumOf();
    change(tcp);
    // The sum of all words stays what it is, in one's complement; 0 is no checksum, as without a
    // capture.
    if (checksum != 0)
    {
        uint32_t sum = checksum + before + (~sumOf() & 0xffffU);
        sum = (sum & 0xffff) + (sum >> 16);
        sum = (sum & 0xffff) + (sum >> 16);
        tcp[TCP_CHECKSUM] = static_cast<uint8_t>(sum >> 8);
        tcp[TCP_CHECKSUM + 1] = static_cast<uint8_t>(sum & 0xff);
    }
    const auto changed = Create<Packet>(bytes.data(), length);
    changed->AddAtEnd(packet.CreateFragment(length, packet.GetSize() - length));
    return changed;
}

} // namespace

LinkPacket
LinkPacket::Read(const Packet& packet, std::size_t link)
{
    std::array<uint8_t, SEEN> bytes{};
    const std::size_t length = packet.CopyData(bytes.data(), SEEN);
    const uint8_t* ip = bytes.data() + link;
    const auto type = static_cast<uint16_t>(ip[-2] << 8 | ip[-1]);
    // IPX, and NetBIOS Frames, come after a length as well.
    const bool sized = link == ETHERNET && type < LanFrame::FIRST_TYPE;
    if (sized || type == LanFrame::TYPE_IPX || type == LanFrame::TYPE_DECNET)
    {
        return {.transport = length >= link + IPV4_HEADER};
    }
    const bool ipv4 = type == PPP_IPV4 || type == ETHERNET_IPV4;
    if (length < link + IPV6_HEADER || (!ipv4 && type != PPP_IPV6 && type != ETHERNET_IPV6))
    {
        // Shorter than a UDP header after IPv6, or than a TCP header after IPv4.
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
        // A SYN with an ACK answers a connection request and is none itself.
        seen.tcp = IdleFlows::Segment{.from = ReadEnd(from, size, tcp),
                                      .to = ReadEnd(from + size, size, tcp + 2),
                                      .syn = (flags & SYN) != 0 && (flags & ACK) == 0,
                                      .rst = (flags & RST) != 0,
                                      .fin = (flags & FIN) != 0};
        if ((flags & ACK) != 0)
        {
            seen.tcp->acknowledged =
                ReadTwo(tcp + TCP_ACKNOWLEDGED) << 16 | ReadTwo(tcp + TCP_ACKNOWLEDGED + 2);
        }
        seen.sequence = ReadTwo(tcp + TCP_SEQUENCE) << 16 | ReadTwo(tcp + TCP_SEQUENCE + 2);
        seen.ends = (flags & PSH) != 0;
        seen.begins = (flags & SYN) != 0;
        seen.urgent = (flags & URG) != 0;
        seen.payload = ReadPayload(ip, ipv4, header, std::size_t{4} * (tcp[TCP_OFFSET] >> 4U));
    }
    else if (protocol == UDP)
    {
        seen.payload = ReadPayload(ip, ipv4, header, UDP_HEADER);
    }
    return seen;
}

Ptr<Packet>
LinkPacket::ClearUrgent(const Packet& packet)
{
    return Rewrite(packet, [](std::span<uint8_t> tcp) {
        tcp[TCP_FLAGS] &= static_cast<uint8_t>(~URG);
        tcp[TCP_URGENT] = tcp[TCP_URGENT + 1] = 0;
    });
}

Ptr<Packet>
LinkPacket::ChangePort(const Packet& packet, bool source, uint16_t port)
{
    return Rewrite(packet, [source, port](std::span<uint8_t> tcp) {
        const std::size_t at = source ? 0 : 2;
        tcp[at] = static_cast<uint8_t>(port >> 8);
        tcp[at + 1] = static_cast<uint8_t>(port & 0xff);
    });
}

Ptr<Packet>
LinkPacket::MakeReset(const Packet& packet)
{
    const LinkPacket seen = Read(packet, PPP);
    const auto& segment = seen.tcp.value();
    IdleFlows::Reset reset{.from = segment.to, .to = segment.from};
    if (segment.acknowledged)
    {
        reset.sequence = *segment.acknowledged;
    }
    else
    {
        reset.acknowledged = seen.sequence + seen.payload + (seen.begins ? 1 : 0);
    }
    return MakeReset(reset);
}

Ptr<Packet>
LinkPacket::MakeReset(const IdleFlows::Reset& reset)
{
    TcpHeader tcp;
    tcp.SetSourcePort(reset.from.port);
    tcp.SetDestinationPort(reset.to.port);
    tcp.SetWindowSize(0);
    tcp.SetFlags(TcpHeader::RST);
    tcp.SetSequenceNumber(SequenceNumber32(reset.sequence));
    if (reset.acknowledged)
    {
        tcp.SetFlags(TcpHeader::RST | TcpHeader::ACK);
        tcp.SetAckNumber(SequenceNumber32(*reset.acknowledged));
    }
    PppHeader ppp;
    const auto whole = Create<Packet>();
    if (IsIpv4(reset.to))
    {
        Ipv4Header ip;
        ip.SetSource(Ipv4Address::Deserialize(reset.from.address.data() + IPV4_IN_END));
        ip.SetDestination(Ipv4Address::Deserialize(reset.to.address.data() + IPV4_IN_END));
        ip.SetProtocol(TCP);
        ip.SetTtl(RESET_TTL);
        AddTcp(tcp, ip.GetSource(), ip.GetDestination(), whole);
        ip.SetPayloadSize(static_cast<uint16_t>(whole->GetSize()));
        if (Node::ChecksumEnabled())
        {
            ip.EnableChecksum();
        }
        whole->AddHeader(ip);
        ppp.SetProtocol(PPP_IPV4);
    }
    else
    {
        Ipv6Header ip;
        ip.SetSource(Ipv6Address::Deserialize(reset.from.address.data()));
        ip.SetDestination(Ipv6Address::Deserialize(reset.to.address.data()));
        ip.SetNextHeader(TCP);
        ip.SetHopLimit(RESET_TTL);
        AddTcp(tcp, ip.GetSource(), ip.GetDestination(), whole);
        ip.SetPayloadLength(static_cast<uint16_t>(whole->GetSize()));
        whole->AddHeader(ip);
        ppp.SetProtocol(PPP_IPV6);
    }
    whole->AddHeader(ppp);
    return whole;
}

} // namespace ns3::net8
