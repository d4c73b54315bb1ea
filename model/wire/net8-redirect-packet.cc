// SPDX-License-Identifier: GPL-2.0-only
#include "net8-redirect-packet.h"

#include "net8-wire-reader.h"
#include "net8-wire-writer.h"

#include <algorithm>

namespace ns3::net8
{

void
RedirectPacket::SetTarget(const std::string& address, const std::string& connectData)
{
    text = address;
    header.flags &= static_cast<uint8_t>(~header_flag::CONNECT_DATA);
    if (!connectData.empty())
    {
        header.flags |= header_flag::CONNECT_DATA;
        text += '\0' + connectData;
    }
    text.resize(std::min<size_t>(text.size(), 0xffff));
    textLength = static_cast<uint16_t>(text.size());
}

std::string
RedirectPacket::AddressOf(const std::string& text)
{
    return text.substr(0, text.find('\0'));
}

std::string
RedirectPacket::ConnectDataOf(const std::string& text)
{
    const size_t nul = text.find('\0');
    return nul == std::string::npos ? std::string{} : text.substr(nul + 1);
}

bool
RedirectPacket::DataFollows() const
{
    return textLength > 0 && text.empty();
}

uint32_t
RedirectPacket::EncodedSize() const
{
    return static_cast<uint32_t>(FIXED + text.size() + trailing.size());
}

std::vector<uint8_t>
RedirectPacket::Encode(LengthForm form) const
{
    if (!PacketHeader::Fits(EncodedSize(), form))
    {
        return {};
    }
    WireWriter writer{header, EncodedSize(), form};
    writer.U16(textLength);
    writer.Text(text);
    writer.Bytes(trailing);
    return writer.Take();
}

WireError
RedirectPacket::Decode(std::span<const uint8_t> wholePacket, LengthForm form, RedirectPacket& out)
{
    WireReader body;
    RedirectPacket packet;
    const WireError error =
        PacketHeader::Open(wholePacket, form, PacketType::REDIRECT, packet.header, body);
    if (error != WireError::NONE)
    {
        return error;
    }
    if (wholePacket.size() < FIXED)
    {
        return WireError::BODY_TOO_SHORT;
    }
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
