// SPDX-License-Identifier: GPL-2.0-only
#include "net8-control-packet.h"

#include "net8-wire-reader.h"
#include "net8-wire-writer.h"

namespace ns3::net8
{

uint32_t
ControlPacket::EncodedSize() const
{
    const uint32_t values = command == NOTIFICATION ? NOTIFICATION_SIZE : 0;
    return static_cast<uint32_t>(FIXED + values + trailing.size());
}

std::vector<uint8_t>
ControlPacket::Encode(LengthForm form) const
{
    if (!PacketHeader::Fits(EncodedSize(), form))
    {
        return {};
    }
    WireWriter writer{header, EncodedSize(), form};
    writer.U16(command);
    if (command == NOTIFICATION)
    {
        writer.U32(facility);
        writer.U32(error);
        writer.U32(value);
    }
    writer.Bytes(trailing);
    return writer.Take();
}

WireError
ControlPacket::Decode(std::span<const uint8_t> wholePacket, LengthForm form, ControlPacket& out)
{
    WireReader body;
    const WireError error =
        PacketHeader::Open(wholePacket, form, PacketType::CONTROL, out.header, body);
    if (error != WireError::NONE)
    {
        return error;
    }
    out.command = body.U16();
    if (out.command == NOTIFICATION)
    {
        out.facility = body.U32();
        out.error = body.U32();
        out.value = body.U32();
    }
    out.trailing = body.Rest();
    return body.Failed() ? WireError::BODY_TOO_SHORT : WireError::NONE;
}

} // namespace ns3::net8
