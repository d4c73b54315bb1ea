// SPDX-License-Identifier: GPL-2.0-only
#include "net8-decnet-packet.h"

namespace ns3::net8
{

void
DecnetPacket::Encode(LanWriter& writer) const
{
    LanWriter content;
    content.Bytes(padding);
    std::visit(
        [&content](const auto& what) {
            if constexpr (requires { what.header; })
            {
                what.header.Encode(content);
                what.message.Encode(content);
            }
            else if constexpr (requires { what.Encode(content); })
            {
                what.Encode(content);
            }
            else
            {
                content.Bytes(what);
            }
        },
        body);
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
    if ((flags & CONTROL) != 0)
    {
        return DecodeControl(reader, flags);
    }
    auto& nsp = body.emplace<Nsp>();
    const auto error = DecnetHeader::Decode(reader, nsp.header);
    return error == LanError::NONE ? NspMessage::Decode(reader, nsp.message) : error;
}

LanError
DecnetPacket::DecodeControl(LanReader& reader, uint8_t flags)
{
    LanReader ahead = reader;
    switch (flags)
    {
    case DecnetHello::END_NODE:
        return DecnetHello::Decode(reader, body.emplace<DecnetHello>());
    case DecnetRouterHello::ROUTER:
        return DecnetRouterHello::Decode(reader, body.emplace<DecnetRouterHello>());
    case DecnetTest::TEST:
        return DecnetTest::Decode(reader, body.emplace<DecnetTest>());
    case DecnetRouting::LEVEL_1:
        if (DecnetRouting::Decode(ahead, body.emplace<DecnetRouting>()) == LanError::NONE)
        {
            return LanError::NONE;
        }
        break; // Malformed, or of Phase III, which has the same flags and no segments.
    default:
        break;
    }
    body = reader.Rest();
    return LanError::NONE;
}

} // namespace ns3::net8
