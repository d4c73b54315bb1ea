// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ethernet-header.h"

#include "ns3/ethernet-header.h"

#include <array>
#include <ostream>

namespace ns3::net8
{

namespace
{

/// Bytes of an address.
constexpr uint32_t ADDRESS = 6;

} // namespace

Net8EthernetHeader::Net8EthernetHeader(Mac48Address destination, Mac48Address source, uint16_t type)
    : m_destination(destination),
      m_source(source),
      m_type(type)
{
}

Net8EthernetHeader
Net8EthernetHeader::Remove(Packet& frame)
{
    std::array<uint8_t, BYTES> bytes{};
    frame.CopyData(bytes.data(), BYTES);
    frame.RemoveAtStart(BYTES);
    Net8EthernetHeader header;
    header.Parse(bytes.data());
    return header;
}

TypeId
Net8EthernetHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8EthernetHeader")
                            .SetParent<Header>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8EthernetHeader>();
    return tid;
}

TypeId
Net8EthernetHeader::GetInstanceTypeId() const
{
    return EthernetHeader::GetTypeId();
}

void
Net8EthernetHeader::Print(std::ostream& os) const
{
    os << "type=0x" << std::hex << m_type << std::dec << ", source=" << m_source
       << ", destination=" << m_destination;
}

uint32_t
Net8EthernetHeader::GetSerializedSize() const
{
    return BYTES;
}

void
Net8EthernetHeader::Serialize(Buffer::Iterator start) const
{
    std::array<uint8_t, BYTES> bytes{};
    m_destination.CopyTo(bytes.data());
    m_source.CopyTo(bytes.data() + ADDRESS);
    bytes[2 * ADDRESS] = static_cast<uint8_t>(m_type >> 8);
    bytes[2 * ADDRESS + 1] = static_cast<uint8_t>(m_type & 0xff);
    start.Write(bytes.data(), BYTES);
}

uint32_t
Net8EthernetHeader::Deserialize(Buffer::Iterator start)
{
    std::array<uint8_t, BYTES> bytes{};
    start.Read(bytes.data(), BYTES);
    Parse(bytes.data());
    return BYTES;
}

void
Net8EthernetHeader::Parse(const uint8_t* bytes)
{
    m_destination.CopyFrom(bytes);
    m_source.CopyFrom(bytes + ADDRESS);
    m_type = static_cast<uint16_t>(bytes[2 * ADDRESS] << 8 | bytes[2 * ADDRESS + 1]);
}

} // namespace ns3::net8
