// SPDX-License-Identifier: GPL-2.0-only
#include "net8-data-header.h"

namespace ns3::net8
{

void
DataHeader::SetPayloadSize(uint32_t bytes)
{
    header.length = SIZE + bytes;
}

void
DataHeader::Encode(LengthForm form, std::span<uint8_t, SIZE> out) const
{
    header.Encode(form, out.first<PacketHeader::SIZE>());
    out[8] = static_cast<uint8_t>(flags >> 8);
    out[9] = static_cast<uint8_t>(flags & 0xff);
}

WireError
DataHeader::Decode(std::span<const uint8_t> bytes, LengthForm form, DataHeader& out)
{
    const WireError error = PacketHeader::Decode(bytes, form, out.header);
    if (error != WireError::NONE)
    {
        return error;
    }
    if (out.header.type != static_cast<uint8_t>(PacketType::DATA))
    {
        return WireError::UNEXPECTED_TYPE;
    }
    if (out.header.length < SIZE)
    {
        return WireError::BODY_TOO_SHORT;
    }
    if (bytes.size() < SIZE)
    {
        return WireError::TRUNCATED;
    }
    out.flags = static_cast<uint16_t>(bytes[8] << 8 | bytes[9]);
    return WireError::NONE;
}

} // namespace ns3::net8
