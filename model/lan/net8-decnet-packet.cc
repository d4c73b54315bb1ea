// SPDX-License-Identifier: GPL-2.0-only
#include "net8-decnet-packet.h"

namespace ns3::net8
{

void
DecnetPacket::Encode(LanWriter& writer) const
{
    LanWriter content;
    content.Bytes(padding);
    if (const auto* bytes = std::get_if<std::vector<uint8_t>>(&body))
    {
        content.Bytes(*bytes);
    }
    else if (const auto* nsp = std::get_if<Nsp>(&body))
    {
        nsp->header.Encode(content);
        nsp->message.Encode(content);
    }
    else
    {
        std::get<DecnetHello>(body).Encode(content);
    }
    writer.Le16(static_cast<uint16_t>(content.GetSize()));
    writer.Bytes(content.Take());
    writer.Bytes(trailer);
}

LanError
DecnetPacket::Decode(LanReader& reader, DecnetPacket& out)
{
    out = {};
    const uint16_t length = reader.Le16();
    const auto content = reader.View(length);
    if (reader.Failed() || content.empty())
    {
        return LanError::TRUNCATED;
    }
    out.trailer = reader.Rest();
    LanReader inner(content);
    if ((content[0] & PADDING) != 0)
    {
        const uint8_t size = content[0] & static_cast<uint8_t>(~PADDING);
        if (size == 0)
        {
            return LanError::BAD_LENGTH;
        }
        out.padding = inner.Bytes(size);
    }
    return inner.Failed() ? LanError::TRUNCATED : out.DecodeBody(inner);
}

LanError
DecnetPacket::DecodeBody(LanReader& reader)
{
    LanReader ahead = reader;
    const uint8_t flags = ahead.U8();
    if (ahead.Failed() || (flags & PADDING) != 0)
    {
        return ahead.Failed() ? LanError::TRUNCATED : LanError::BAD_FIELD;
    }
    if (flags == DecnetHello::END_NODE)
    {
        return DecnetHello::Decode(reader, body.emplace<DecnetHello>());
    }
    if ((flags & CONTROL) != 0)
    {
        body = reader.Rest();
        return LanError::NONE;
    }
    auto& nsp = body.emplace<Nsp>();
    const auto error = DecnetHeader::Decode(reader, nsp.header);
    return error == LanError::NONE ? NspMessage::Decode(reader, nsp.message) : error;
}

} // namespace ns3::net8
