// SPDX-License-Identifier: GPL-2.0-only
#include "net8-tcp-segment-header.h"

#include "ns3/tcp-header.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

namespace
{

/// Kinds of options (IANA, TCP Option Kind Numbers).
enum Kind : uint8_t
{
    END = 0,
    NOP = 1,
    MSS = 2,
    WINDOW_SCALE = 3,
    SACK_PERMITTED = 4,
    SACK = 5,
    TIMESTAMPS = 8
};

/**
 * @param bytes at least two bytes
 * @return the number they encode
 */
uint16_t
Read16(std::span<const uint8_t> bytes)
{
    return static_cast<uint16_t>(bytes[0] << 8 | bytes[1]);
}

/**
 * @param bytes at least four bytes
 * @return the number they encode
 */
uint32_t
Read32(std::span<const uint8_t> bytes)
{
    return static_cast<uint32_t>(Read16(bytes)) << 16 | Read16(bytes.subspan(2));
}

/**
 * Read one option.
 *
 * @param kind its kind
 * @param value its value
 * @param options receives it
 */
void
TakeOption(uint8_t kind, std::span<const uint8_t> value, TcpSegmentOptions& options)
{
    if (kind == Kind::MSS && value.size() == 2)
    {
        options.hasMss = true;
        options.mss = Read16(value);
    }
    else if (kind == Kind::WINDOW_SCALE && value.size() == 1)
    {
        options.hasWindowScale = true;
        options.windowScale = value[0];
    }
    else if (kind == Kind::SACK_PERMITTED && value.empty())
    {
        options.sackPermitted = true;
    }
    else if (kind == Kind::TIMESTAMPS && value.size() == 8)
    {
        options.hasTimestamps = true;
        options.timestampValue = Read32(value);
        options.timestampEcho = Read32(value.subspan(4));
    }
    else if (kind == Kind::SACK && value.size() % 8 == 0 && value.size() <= 32)
    {
        options.blocks = static_cast<uint8_t>(value.size() / 8);
        for (uint8_t i = 0; i < options.blocks; ++i)
        {
            options.sack[i] = {Read32(value.subspan(8UL * i)), Read32(value.subspan(8UL * i + 4))};
        }
    }
}

/**
 * @param bytes the options of a header
 * @param options receives them
 */
void
TakeOptions(std::span<const uint8_t> bytes, TcpSegmentOptions& options)
{
    while (!bytes.empty() && bytes[0] != Kind::END)
    {
        if (bytes[0] == Kind::NOP)
        {
            bytes = bytes.subspan(1);
            continue;
        }
        if (bytes.size() < 2 || bytes[1] < 2 || bytes[1] > bytes.size())
        {
            return; // RFC 9293, section 3.1 (MUST-7): an invalid option ends the list.
        }
        TakeOption(bytes[0], bytes.subspan(2, bytes[1] - 2U), options);
        bytes = bytes.subspan(bytes[1]);
    }
}

} // namespace

Net8TcpSegmentHeader::Net8TcpSegmentHeader(const TcpSegment& segment,
                                           const Net8TcpFlow& flow,
                                           bool checksum)
    : m_segment(segment),
      m_flow(flow),
      m_checksum(checksum)
{
}

TypeId
Net8TcpSegmentHeader::GetTypeId()
{
    return TcpHeader::GetTypeId();
}

TypeId
Net8TcpSegmentHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

void
Net8TcpSegmentHeader::Print(std::ostream& os) const
{
    os << m_segment.ToString();
}

uint32_t
Net8TcpSegmentHeader::GetSerializedSize() const
{
    return m_segment.GetHeaderBytes();
}

void
Net8TcpSegmentHeader::Serialize(Buffer::Iterator start) const
{
    Buffer::Iterator i = start;
    i.WriteHtonU16(m_flow.localPort);
    i.WriteHtonU16(m_flow.peerPort);
    i.WriteHtonU32(m_segment.seq);
    i.WriteHtonU32(m_segment.ack);
    i.WriteU8(static_cast<uint8_t>(m_segment.GetHeaderBytes() / 4 << 4));
    i.WriteU8(m_segment.flags);
    i.WriteHtonU16(m_segment.window);
    i.WriteU16(0); // Checksum.
    i.WriteHtonU16(m_segment.urgent);
    WriteOptions(i);
    if (m_checksum)
    {
        i = start;
        const uint32_t bytes = start.GetSize();
        const uint16_t sum =
            i.CalculateIpChecksum(static_cast<uint16_t>(bytes), SumPseudoHeader(bytes));
        i = start;
        i.Next(16);
        i.WriteU16(sum);
    }
}

void
Net8TcpSegmentHeader::WriteOptions(Buffer::Iterator start) const
{
    const TcpSegmentOptions& options = m_segment.options;
    Buffer::Iterator i = start;
    // In the order of Linux (tcp_options_write); SACK-permitted replaces the padding of the
    // timestamps.
    if (options.hasMss)
    {
        i.WriteHtonU32(Kind::MSS << 24 | 4 << 16 | options.mss);
    }
    if (options.hasTimestamps)
    {
        i.WriteHtonU16(options.sackPermitted ? Kind::SACK_PERMITTED << 8 | 2
                                             : Kind::NOP << 8 | Kind::NOP);
        i.WriteHtonU16(Kind::TIMESTAMPS << 8 | 10);
        i.WriteHtonU32(options.timestampValue);
        i.WriteHtonU32(options.timestampEcho);
    }
    else if (options.sackPermitted)
    {
        i.WriteHtonU32(Kind::NOP << 24 | Kind::NOP << 16 | Kind::SACK_PERMITTED << 8 | 2);
    }
    if (options.hasWindowScale)
    {
        i.WriteHtonU32(Kind::NOP << 24 | Kind::WINDOW_SCALE << 16 | 3 << 8 | options.windowScale);
    }
    if (options.blocks > 0)
    {
        i.WriteHtonU32(Kind::NOP << 24 | Kind::NOP << 16 | Kind::SACK << 8 |
                       (2 + 8 * options.blocks));
        for (uint8_t block = 0; block < options.blocks; ++block)
        {
            i.WriteHtonU32(options.sack[block].start);
            i.WriteHtonU32(options.sack[block].end);
        }
    }
}

uint32_t
Net8TcpSegmentHeader::SumPseudoHeader(uint32_t bytes) const
{
    uint32_t sum = 0;
    const auto add = [&sum](std::span<const uint8_t> words) {
        // ns-3 sums words in the byte order of an Intel processor (Buffer::Iterator::ReadU16).
        for (std::size_t i = 0; i < words.size(); i += 2)
        {
            sum += static_cast<uint32_t>(words[i] | words[i + 1] << 8);
        }
    };
    const std::size_t size = m_flow.ipv6 ? 16 : 4;
    add(std::span(m_flow.local).first(size));
    add(std::span(m_flow.peer).first(size));
    const std::array<uint8_t, 4> rest{0,
                                      Net8TcpFlow::PROTOCOL,
                                      static_cast<uint8_t>(bytes >> 8),
                                      static_cast<uint8_t>(bytes & 0xff)};
    add(rest);
    return sum;
}

uint32_t
Net8TcpSegmentHeader::Deserialize(Buffer::Iterator /* start */)
{
    NS_FATAL_ERROR("A header of this class is read by Read");
    return 0;
}

std::optional<TcpSegment>
Net8TcpSegmentHeader::Read(const Ptr<const Packet>& packet, uint8_t ecn)
{
    std::array<uint8_t, MOST_BYTES> bytes;
    const uint32_t size = packet->CopyData(bytes.data(), MOST_BYTES);
    if (size < TcpSegment::HEADER_BYTES)
    {
        return std::nullopt;
    }
    const uint32_t header = uint32_t{bytes[12]} / 16 * 4;
    if (header < TcpSegment::HEADER_BYTES || header > size)
    {
        return std::nullopt;
    }
    const std::span<const uint8_t> all(bytes.data(), header);
    TcpSegment segment;
    segment.seq = Read32(all.subspan(4));
    segment.ack = Read32(all.subspan(8));
    segment.flags = bytes[13];
    segment.ecn = ecn;
    segment.window = Read16(all.subspan(14));
    segment.urgent = Read16(all.subspan(18));
    segment.length = packet->GetSize() - header;
    TakeOptions(all.subspan(TcpSegment::HEADER_BYTES), segment.options);
    return segment;
}

} // namespace ns3::net8
