// SPDX-License-Identifier: GPL-2.0-only
#include "net8-frame-head.h"

#include <algorithm>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8FrameHead);

namespace
{

constexpr uint32_t TYPE = 12;                ///< Offset of the EtherType.
constexpr uint32_t IP = 14;                  ///< Offset of the IP header.
constexpr uint32_t TTL = IP + 8;             ///< Offset of the IPv4 time to live.
constexpr uint32_t CHECKSUM = IP + 10;       ///< Offset of the IPv4 checksum.
constexpr uint32_t SOURCE4 = IP + 12;        ///< Offset of the IPv4 source address.
constexpr uint32_t DESTINATION4 = IP + 16;   ///< Offset of the IPv4 destination address.
constexpr uint32_t NEXT6 = IP + 6;           ///< Offset of the IPv6 next header.
constexpr uint32_t LIMIT6 = IP + 7;          ///< Offset of the IPv6 hop limit.
constexpr uint32_t SOURCE6 = IP + 8;         ///< Offset of the IPv6 source address.
constexpr uint32_t DESTINATION6 = IP + 24;   ///< Offset of the IPv6 destination address.
constexpr uint32_t LENGTH4 = IP + 2;         ///< Offset of the IPv4 total length.
constexpr uint32_t IDENTIFICATION4 = IP + 4; ///< Offset of the IPv4 identification.
constexpr uint32_t PROTOCOL4 = IP + 9;       ///< Offset of the IPv4 protocol.
constexpr uint16_t ETHERTYPE_IPV4 = 0x0800;  ///< EtherType of IPv4.
constexpr uint8_t VERSION_AND_LENGTH = 0x45; ///< Version 4 and five words, so no options.
constexpr uint8_t TCP = 6;                   ///< Protocol number of TCP.
constexpr uint8_t UDP = 17;                  ///< Protocol number of UDP.

/**
 * @param bytes bytes of a number, most significant first
 * @param count number of bytes
 * @return the number
 */
uint64_t
ReadNumber(const uint8_t* bytes, uint32_t count)
{
    uint64_t number = 0;
    for (uint32_t i = 0; i < count; ++i)
    {
        number = (number << 8) | bytes[i];
    }
    return number;
}

} // namespace

TypeId
Net8FrameHead::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8FrameHead")
                            .SetParent<Header>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8FrameHead>();
    return tid;
}

bool
Net8FrameHead::Read(const Packet& frame)
{
    const uint32_t size = frame.CopyData(m_bytes.data(), MOST);
    if (m_bytes[TYPE] == 0x08 && m_bytes[TYPE + 1] == 0x00)
    {
        m_size = SIZE4;
        return size >= SIZE4 && m_bytes[IP] == VERSION_AND_LENGTH;
    }
    m_size = SIZE6;
    return size >= SIZE6 && m_bytes[TYPE] == 0x86 && m_bytes[TYPE + 1] == 0xdd &&
           (m_bytes[NEXT6] == TCP || m_bytes[NEXT6] == UDP);
}

const Net8StageHead*
Net8FrameHead::Find(const Net8StageFrame& frame, Net8StageHead& read)
{
    if (const auto* const plain = frame.GetPlain())
    {
        return &plain->head;
    }
    Net8FrameHead head;
    if (!head.Read(*frame.GetPacket()))
    {
        return nullptr;
    }
    read = {.to = head.GetDestination(),
            .from = head.GetSource(),
            .destination = head.GetIpDestination(),
            .source = head.GetIpSource(),
            .ttl = head.GetTtl(),
            .ipv6 = head.IsIpv6()};
    return &read;
}

void
Net8FrameHead::Rewrite(const Net8StageFrame& frame, const Change& change, bool checksum)
{
    if (auto* const plain = frame.GetPlain())
    {
        plain->head.ttl -= change.routers;
        plain->head.from = change.from;
        plain->head.to = change.to;
        return;
    }
    const auto packet = frame.GetPacket();
    Net8FrameHead head;
    head.Read(*packet);
    head.LowerTtl(change.routers, checksum);
    head.SetAddresses(change.from, change.to);
    head.ReplaceIn(*packet);
}

void
Net8FrameHead::ReplaceIn(Packet& frame) const
{
    frame.RemoveAtStart(m_size);
    frame.AddHeader(*this);
}

Mac48Address
Net8FrameHead::GetDestination() const
{
    Mac48Address address;
    address.CopyFrom(m_bytes.data());
    return address;
}

Mac48Address
Net8FrameHead::GetSource() const
{
    Mac48Address address;
    address.CopyFrom(m_bytes.data() + 6);
    return address;
}

bool
Net8FrameHead::IsIpv6() const
{
    return m_size == SIZE6;
}

Net8FrameHead::Ip
Net8FrameHead::ReadIp(uint32_t place) const
{
    const auto* bytes = m_bytes.data() + place;
    return IsIpv6() ? Ip{.high = ReadNumber(bytes, 8), .low = ReadNumber(bytes + 8, 8)}
                    : Ip{.low = ReadNumber(bytes, 4)};
}

Net8FrameHead::Ip
Net8FrameHead::GetIpDestination() const
{
    return ReadIp(IsIpv6() ? DESTINATION6 : DESTINATION4);
}

Net8FrameHead::Ip
Net8FrameHead::GetIpSource() const
{
    return ReadIp(IsIpv6() ? SOURCE6 : SOURCE4);
}

uint8_t
Net8FrameHead::GetTtl() const
{
    return m_bytes[IsIpv6() ? LIMIT6 : TTL];
}

void
Net8FrameHead::SetAddresses(Mac48Address from, Mac48Address to)
{
    to.CopyTo(m_bytes.data());
    from.CopyTo(m_bytes.data() + 6);
}

void
Net8FrameHead::LowerTtl(uint8_t routers, bool checksum)
{
    if (IsIpv6())
    {
        m_bytes[LIMIT6] -= routers;
        return;
    }
    m_bytes[TTL] -= routers;
    if (checksum)
    {
        MakeChecksum();
    }
}

void
Net8FrameHead::MakeChecksum()
{
    // RFC 791: the complement of the sum of all words, carries added, the checksum taken as 0.
    m_bytes[CHECKSUM] = 0;
    m_bytes[CHECKSUM + 1] = 0;
    uint32_t sum = 0;
    for (uint32_t i = IP; i < SIZE4; i += 2)
    {
        sum += (uint32_t{m_bytes[i]} << 8) | m_bytes[i + 1];
    }
    sum = (sum & 0xffff) + (sum >> 16);
    sum = ~((sum & 0xffff) + (sum >> 16));
    m_bytes[CHECKSUM] = (sum >> 8) & 0xff;
    m_bytes[CHECKSUM + 1] = sum & 0xff;
}

void
Net8FrameHead::Write(const Ipv4& ip, bool checksum)
{
    const auto put = [this](uint32_t place, uint16_t number) {
        m_bytes[place] = static_cast<uint8_t>(number >> 8);
        m_bytes[place + 1] = static_cast<uint8_t>(number & 0xff);
    };
    m_size = SIZE4;
    m_bytes.fill(0);
    put(TYPE, ETHERTYPE_IPV4);
    m_bytes[IP] = VERSION_AND_LENGTH;
    put(LENGTH4, static_cast<uint16_t>(ip.payload + IPV4));
    put(IDENTIFICATION4, ip.identification);
    m_bytes[TTL] = ip.ttl;
    m_bytes[PROTOCOL4] = ip.protocol;
    ip.source.Serialize(m_bytes.data() + SOURCE4);
    ip.destination.Serialize(m_bytes.data() + DESTINATION4);
    if (checksum)
    {
        MakeChecksum();
    }
}

TypeId
Net8FrameHead::GetInstanceTypeId() const
{
    return GetTypeId();
}

void
Net8FrameHead::Print(std::ostream& os) const
{
    os << "to=" << GetDestination() << " ip=";
    if (IsIpv6())
    {
        os << GetIpDestination().To6();
    }
    else
    {
        os << GetIpDestination().To4();
    }
    os << " ttl=" << static_cast<uint32_t>(GetTtl());
}

uint32_t
Net8FrameHead::GetSerializedSize() const
{
    return m_size;
}

void
Net8FrameHead::Serialize(Buffer::Iterator start) const
{
    start.Write(m_bytes.data(), m_size);
}

uint32_t
Net8FrameHead::Deserialize(Buffer::Iterator start)
{
    m_size = std::min(start.GetRemainingSize(), MOST);
    start.Read(m_bytes.data(), m_size);
    return m_size;
}

} // namespace ns3::net8
