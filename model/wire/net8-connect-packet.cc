// SPDX-License-Identifier: GPL-2.0-only
#include "net8-connect-packet.h"

#include "net8-wire-reader.h"
#include "net8-wire-writer.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

/**
 * Get the 16-bit field for a size.
 * @param bytes a size, bytes
 * @param rule what the field holds if the size needs more than 16 bits
 * @return the 16-bit field
 */
uint16_t
ToShort(uint32_t bytes, ConnectPacket::ShortSize rule)
{
    return static_cast<uint16_t>(rule == ConnectPacket::ShortSize::CAPPED
                                     ? std::min<uint32_t>(bytes, 0xffff)
                                     : bytes & 0xffff);
}

} // namespace

ConnectPacket::ConnectPacket(uint16_t senderVersion)
    : version(senderVersion),
      fixedSize(FixedSizeOf(senderVersion))
{
}

uint16_t
ConnectPacket::FixedSizeOf(uint16_t senderVersion)
{
    if (senderVersion >= VERSION_FLAGS2)
    {
        return FIXED_FLAGS2;
    }
    return senderVersion >= VERSION_LONG_SIZES ? FIXED_SIZES : FIXED_BASE;
}

void
ConnectPacket::SetSdu(uint32_t bytes, ShortSize rule)
{
    sdu16 = ToShort(bytes, rule);
    sdu32 = fixedSize >= FIXED_SIZES ? bytes : 0;
}

void
ConnectPacket::SetTdu(uint32_t bytes, ShortSize rule)
{
    tdu16 = ToShort(bytes, rule);
    tdu32 = fixedSize >= FIXED_SIZES ? bytes : 0;
}

uint32_t
ConnectPacket::GetSdu() const
{
    return fixedSize >= FIXED_SIZES ? sdu32 : sdu16;
}

uint32_t
ConnectPacket::GetTdu() const
{
    return fixedSize >= FIXED_SIZES ? tdu32 : tdu16;
}

void
ConnectPacket::SetConnectData(const std::string& text)
{
    connectDataLength = static_cast<uint16_t>(std::min<size_t>(text.size(), 0xffff));
    connectData = text.size() <= MAX_DATA_INSIDE ? text : std::string{};
}

bool
ConnectPacket::DataFollows() const
{
    return connectDataLength > 0 && connectData.empty();
}

uint32_t
ConnectPacket::EncodedSize() const
{
    return static_cast<uint32_t>(fixedSize + gap.size() + connectData.size() + trailing.size());
}

std::vector<uint8_t>
ConnectPacket::Encode(LengthForm form) const
{
    if (!PacketHeader::Fits(EncodedSize(), form))
    {
        return {};
    }
    WireWriter writer{header, EncodedSize(), form};
    for (const uint16_t field : {version,
                                 lowestVersion,
                                 serviceOptions,
                                 sdu16,
                                 tdu16,
                                 ntCharacteristics,
                                 lineTurnaround,
                                 byteOrderOne,
                                 connectDataLength})
    {
        writer.U16(field);
    }
    writer.U16(static_cast<uint16_t>(fixedSize + gap.size()));
    writer.U32(maxConnectDataReturned);
    writer.U8(connectFlags0);
    writer.U8(connectFlags1);
    writer.Bytes(trace);
    if (fixedSize >= FIXED_SIZES)
    {
        writer.U32(sdu32);
        writer.U32(tdu32);
        writer.U16(compression);
        writer.U16(unused68);
    }
    if (fixedSize >= FIXED_FLAGS2)
    {
        writer.U32(connectFlags2);
    }
    writer.Bytes(gap);
    writer.Text(connectData);
    writer.Bytes(trailing);
    return writer.Take();
}

uint16_t
ConnectPacket::ReadFixed(WireReader& body)
{
    for (uint16_t* field : {&version,
                            &lowestVersion,
                            &serviceOptions,
                            &sdu16,
                            &tdu16,
                            &ntCharacteristics,
                            &lineTurnaround,
                            &byteOrderOne,
                            &connectDataLength})
    {
        *field = body.U16();
    }
    const uint16_t offset = body.U16();
    maxConnectDataReturned = body.U32();
    connectFlags0 = body.U8();
    connectFlags1 = body.U8();
    body.Copy(trace);
    // A newer layout needs both the version and room before the data; otherwise the bytes are a
    // gap.
    fixedSize = std::min(FixedSizeOf(version),
                         offset >= FIXED_FLAGS2  ? FIXED_FLAGS2
                         : offset >= FIXED_SIZES ? FIXED_SIZES
                                                 : FIXED_BASE);
    if (fixedSize >= FIXED_SIZES)
    {
        sdu32 = body.U32();
        tdu32 = body.U32();
        compression = body.U16();
        unused68 = body.U16();
    }
    if (fixedSize >= FIXED_FLAGS2)
    {
        connectFlags2 = body.U32();
    }
    return offset;
}

WireError
ConnectPacket::Decode(std::span<const uint8_t> wholePacket, LengthForm form, ConnectPacket& out)
{
    WireReader body;
    ConnectPacket packet;
    const WireError error =
        PacketHeader::Open(wholePacket, form, PacketType::CONNECT, packet.header, body);
    if (error != WireError::NONE)
    {
        return error;
    }
    if (wholePacket.size() < FIXED_BASE)
    {
        return WireError::BODY_TOO_SHORT;
    }
    const uint16_t offset = packet.ReadFixed(body);
    if (offset < FIXED_BASE || offset > wholePacket.size())
    {
        return WireError::BAD_DATA_OFFSET;
    }
    packet.gap = body.Bytes(offset - packet.fixedSize);
    const bool follows = body.Left() == 0;
    if (!follows && packet.connectDataLength > body.Left())
    {
        return WireError::TEXT_BEYOND_PACKET;
    }
    packet.connectData = body.Text(follows ? 0 : packet.connectDataLength);
    packet.trailing = body.Rest();
    out = std::move(packet);
    return WireError::NONE;
}

} // namespace ns3::net8
