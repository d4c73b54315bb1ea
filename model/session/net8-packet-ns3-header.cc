// SPDX-License-Identifier: GPL-2.0-only
#include "net8-packet-ns3-header.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8PacketHeader);

Net8PacketHeader::Net8PacketHeader(LengthForm form)
    : m_form(form)
{
}

TypeId
Net8PacketHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8PacketHeader")
                            .SetParent<Header>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8PacketHeader>();
    return tid;
}

TypeId
Net8PacketHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
Net8PacketHeader::GetSerializedSize() const
{
    return PacketHeader::SIZE;
}

void
Net8PacketHeader::Serialize(Buffer::Iterator start) const
{
    std::array<uint8_t, PacketHeader::SIZE> bytes{};
    fields.Encode(m_form, bytes);
    start.Write(bytes.data(), bytes.size());
}

uint32_t
Net8PacketHeader::Deserialize(Buffer::Iterator start)
{
    std::array<uint8_t, PacketHeader::SIZE> bytes{};
    const uint32_t size = std::min(start.GetRemainingSize(), PacketHeader::SIZE);
    start.Read(bytes.data(), size);
    m_error = PacketHeader::Decode({bytes.data(), size}, m_form, fields);
    return m_error == WireError::NONE ? PacketHeader::SIZE : 0;
}

void
Net8PacketHeader::Print(std::ostream& os) const
{
    os << "type=" << Name(static_cast<PacketType>(fields.type)) << " length=" << fields.length
       << " flags=" << +fields.flags;
}

WireError
Net8PacketHeader::GetError() const
{
    return m_error;
}

} // namespace ns3::net8
