// SPDX-License-Identifier: GPL-2.0-only
#include "net8-frame-head.h"

#include "ns3/node.h"

#include <algorithm>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8FrameHead);

namespace
{

constexpr uint32_t TYPE = 12;                ///< Where the type of the frame is.
constexpr uint32_t IP = 14;                  ///< Where the IP header begins.
constexpr uint32_t TTL = IP + 8;             ///< Where the time to live is.
constexpr uint32_t CHECKSUM = IP + 10;       ///< Where the checksum is.
constexpr uint32_t DESTINATION = IP + 16;    ///< Where the destination is.
constexpr uint8_t VERSION_AND_LENGTH = 0x45; ///< IPv4, five words: no options.

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
    return frame.CopyData(m_bytes.data(), SIZE) == SIZE && m_bytes[TYPE] == 0x08 &&
           m_bytes[TYPE + 1] == 0x00 && m_bytes[IP] == VERSION_AND_LENGTH;
}

void
Net8FrameHead::ReplaceIn(Packet& frame) const
{
    frame.RemoveAtStart(SIZE);
    frame.AddHeader(*this);
}

Mac48Address
Net8FrameHead::GetDestination() const
{
    Mac48Address address;
    address.CopyFrom(m_bytes.data());
    return address;
}

Ipv4Address
Net8FrameHead::GetIpDestination() const
{
    return Ipv4Address::Deserialize(m_bytes.data() + DESTINATION);
}

uint8_t
Net8FrameHead::GetTtl() const
{
    return m_bytes[TTL];
}

void
Net8FrameHead::SetAddresses(Mac48Address from, Mac48Address to)
{
    to.CopyTo(m_bytes.data());
    from.CopyTo(m_bytes.data() + 6);
}

void
Net8FrameHead::LowerTtl(uint8_t routers)
{
    m_bytes[TTL] -= routers;
    if (!Node::ChecksumEnabled())
    {
        return;
    }
    // RFC 791: the complement of the sum of all words, carries added, the checksum taken as 0.
    m_bytes[CHECKSUM] = 0;
    m_bytes[CHECKSUM + 1] = 0;
    uint32_t sum = 0;
    for (uint32_t i = IP; i < SIZE; i += 2)
    {
        sum += (uint32_t{m_bytes[i]} << 8) | m_bytes[i + 1];
    }
    sum = (sum & 0xffff) + (sum >> 16);
    sum = ~((sum & 0xffff) + (sum >> 16));
    m_bytes[CHECKSUM] = (sum >> 8) & 0xff;
    m_bytes[CHECKSUM + 1] = sum & 0xff;
}

TypeId
Net8FrameHead::GetInstanceTypeId() const
{
    return GetTypeId();
}

void
Net8FrameHead::Print(std::ostream& os) const
{
    os << "to=" << GetDestination() << " ip=" << GetIpDestination()
       << " ttl=" << static_cast<uint32_t>(GetTtl());
}

uint32_t
Net8FrameHead::GetSerializedSize() const
{
    return SIZE;
}

void
Net8FrameHead::Serialize(Buffer::Iterator start) const
{
    start.Write(m_bytes.data(), SIZE);
}

uint32_t
Net8FrameHead::Deserialize(Buffer::Iterator start)
{
    start.Read(m_bytes.data(), SIZE);
    return SIZE;
}

} // namespace ns3::net8
