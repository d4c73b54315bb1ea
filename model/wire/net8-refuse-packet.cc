// SPDX-License-Identifier: GPL-2.0-only
#include "net8-refuse-packet.h"

#include "net8-wire-reader.h"
#include "net8-wire-writer.h"

#include <algorithm>

namespace ns3::net8
{

void
RefusePacket::SetText(const std::string& refusal)
{
    textLength = static_cast<uint16_t>(std::min<size_t>(refusal.size(), 0xffff));
    text = refusal.substr(0, textLength);
}

bool
RefusePacket::DataFollows() const
{
    return textLength > 0 && text.empty();
}

uint32_t
RefusePacket::EncodedSize() const
{
    return static_cast<uint32_t>(FIXED + text.size() + trailing.size());
}

std::vector<uint8_t>
RefusePacket::Encode(LengthForm form) const
{
    if (!PacketHeader::Fits(EncodedSize(), form))
    {
        return {};
    }
    WireWriter writer{header, EncodedSize(), form};
    writer.U8(userReason);
    writer.U8(systemReason);
    writer.U16(textLength);
    writer.Text(text);
    writer.Bytes(trailing);
    return writer.Take();
}

WireError
RefusePacket::Decode(std::span<const uint8_t> wholePacket, LengthForm form, RefusePacket& out)
{
    WireReader body;
    RefusePacket packet;
    const WireError error =
        PacketHeader::Open(wholePacket, form, PacketType::REFUSE, packet.header, body);
    if (error != WireError::NONE)
    {
        return error;
    }
    if (wholePacket.size() < FIXED)
    {
        return WireError::BODY_TOO_SHORT;
    }
    packet.userReason = body.U8();
    packet.systemReason = body.U8();
    packet.textLength = body.U16();
    const bool follows = body.Left() == 0;
    if (!follows && packet.textLength > body.Left())
    {
        return WireError::TEXT_BEYOND_PACKET;
    }
    packet.text = body.Text(follows ? 0 : packet.textLength);
    packet.trailing = body.Rest();
    out = std::move(packet);
    return WireError::NONE;
}

} // namespace ns3::net8
