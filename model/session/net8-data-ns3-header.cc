// SPDX-License-Identifier: GPL-2.0-only
#include "net8-data-ns3-header.h"

#include <algorithm>
#include <array>

namespace ns3::net8
{

NS_OBJECT_ENSURE_REGISTERED(Net8DataHeader);

Net8DataHeader::Net8DataHeader(LengthForm form)
    : m_form(form)
{
}

TypeId
Net8DataHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::net8::Net8DataHeader")
                            .SetParent<Header>()
                            .SetGroupName("Net8")
                            .AddConstructor<Net8DataHeader>();
    return tid;
}

TypeId
Net8DataHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
Net8DataHeader::GetSerializedSize() const
{
    return DataHeader::SIZE;
}

void
Net8DataHeader::Serialize(Buffer::Iterator start) const
{
    std::array<uint8_t, DataHeader::SIZE> bytes{};
    fields.Encode(m_form, bytes);
    start.Write(bytes.data(), bytes.size());
}

uint32_t
Net8DataHeader::Deserialize(Buffer::Iterator start)
{
    std::array<uint8_t, DataHeader::SIZE> bytes{};
    const uint32_t size = std::min(start.GetRemainingSize(), DataHeader::SIZE);
    start.Read(bytes.data(), size);
    m_error = DataHeader::Decode({bytes.data(), size}, m_form, fields);
    return m_error == WireError::NONE ? DataHeader::SIZE : 0;
}

void
Net8DataHeader::Print(std::ostream& os) const
{
    os << "type=DATA length=" << fields.header.length << " flags=" << +fields.header.flags
       << " dataFlags=" << fields.flags;
}

WireError
Net8DataHeader::GetError() const
{
    return m_error;
}

} // namespace ns3::net8
