// SPDX-License-Identifier: GPL-2.0-only
#include "net8-abort-packet.h"

#include "net8-wire-reader.h"
#include "net8-wire-writer.h"

namespace ns3::net8
{

uint32_t
AbortPacket::EncodedSize() const
{
    return static_cast<uint32_t>(FIXED + text.size());
}

std::vector<uint8_t>
AbortPacket::Encode(LengthForm form) const
{
    if (!PacketHeader::Fits(EncodedSize(), form))
    {
        return {};
    }
    WireWriter writer{header, EncodedSize(), form};
    writer.U8(userReason);
    writer.U8(systemReason);
    writer.Text(text);
    return writer.Take();
}

WireError
AbortPacket::Decode(std::span<const uint8_t> wholePacket, LengthForm form, AbortPacket& out)
{
    WireReader body;
    const WireError error =
        PacketHeader::Open(wholePacket, form, PacketType::ABORT, out.header, body);
    if (error != WireError::NONE)
    {
        return error;
    }
    out.userReason = body.U8();
    out.systemReason = body.U8();
    out.text = body.Text(body.Left());
    return body.Failed() ? WireError::BODY_TOO_SHORT : WireError::NONE;
}

} // namespace ns3::net8
