// SPDX-License-Identifier: GPL-2.0-only
#include "net8-data-packet.h"

#include "net8-wire-reader.h"
#include "net8-wire-writer.h"

namespace ns3::net8
{

uint32_t
DataPacket::EncodedSize() const
{
    return static_cast<uint32_t>(FIXED + payload.size());
}

std::vector<uint8_t>
DataPacket::Encode(LengthForm form) const
{
    if (!PacketHeader::Fits(EncodedSize(), form))
    {
        return {};
    }
    WireWriter writer{header, EncodedSize(), form};
    writer.U16(flags);
    writer.Bytes(payload);
    return writer.Take();
}

WireError
DataPacket::Decode(std::span<const uint8_t> wholePacket, LengthForm form, DataPacket& out)
{
    WireReader body;
    const WireError error =
        PacketHeader::Open(wholePacket, form, PacketType::DATA, out.header, body);
    if (error != WireError::NONE)
    {
        return error;
    }
    out.flags = body.U16();
    out.payload = body.Rest();
    return body.Failed() ? WireError::BODY_TOO_SHORT : WireError::NONE;
}

} // namespace ns3::net8
