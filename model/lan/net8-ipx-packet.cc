// SPDX-License-Identifier: GPL-2.0-only
#include "net8-ipx-packet.h"

namespace ns3::net8
{

namespace
{

/**
 * Check whether a packet belongs to a socket.
 *
 * @param header its IPX header
 * @param socket a socket
 * @return whether the packet goes to the socket or comes from it
 */
bool
IsOf(const IpxHeader& header, uint16_t socket)
{
    return header.destination.socket == socket || header.source.socket == socket;
}

/**
 * Decode the payload of an IPX packet.
 *
 * @param header its IPX header
 * @param reader the payload
 * @param[out] out receives the decoded payload
 * @return the error found, or NONE
 */
LanError
DecodeBody(const IpxHeader& header, LanReader& reader, IpxPacket::Body& out)
{
    if (header.type == IpxHeader::TYPE_SPX)
    {
        auto& spx = out.emplace<IpxPacket::Spx>();
        const auto error = SpxHeader::Decode(reader, spx.header);
        spx.data = reader.Rest();
        return error;
    }
    if (IsOf(header, IpxHeader::SOCKET_RIP))
    {
        return RipMessage::Decode(reader, out.emplace<RipMessage>());
    }
    if (IsOf(header, IpxHeader::SOCKET_SAP))
    {
        return SapMessage::Decode(reader, out.emplace<SapMessage>());
    }
    out = reader.Rest();
    return LanError::NONE;
}

} // namespace

void
IpxPacket::Encode(LanWriter& writer) const
{
    header.Encode(writer);
    if (const auto* bytes = std::get_if<std::vector<uint8_t>>(&body))
    {
        writer.Bytes(*bytes);
    }
    else if (const auto* spx = std::get_if<Spx>(&body))
    {
        spx->header.Encode(writer);
        writer.Bytes(spx->data);
    }
    else if (const auto* rip = std::get_if<RipMessage>(&body))
    {
        rip->Encode(writer);
    }
    else
    {
        std::get<SapMessage>(body).Encode(writer);
    }
    writer.Bytes(padding);
}

LanError
IpxPacket::Decode(LanReader& reader, IpxPacket& out)
{
    if (const auto error = IpxHeader::Decode(reader, out.header); error != LanError::NONE)
    {
        return error;
    }
    LanReader body(reader.View(out.header.length - IpxHeader::SIZE));
    if (reader.Failed())
    {
        return LanError::TRUNCATED;
    }
    out.padding = reader.Rest();
    return DecodeBody(out.header, body, out.body);
}

} // namespace ns3::net8
