// SPDX-License-Identifier: GPL-2.0-only
#include "net8-accept-packet.h"

#include "net8-wire-reader.h"
#include "net8-wire-writer.h"

#include <algorithm>

namespace ns3::net8
{

AcceptPacket::AcceptPacket(uint16_t agreedVersion)
    : version(agreedVersion),
      fixedSize(FixedSizeOf(agreedVersion))
{
}

uint16_t
AcceptPacket::FixedSizeOf(uint16_t agreedVersion)
{
    if (agreedVersion >= VERSION_CONNECTION_ID)
    {
        return FIXED_ID;
    }
    if (agreedVersion >= VERSION_FLAGS2)
    {
        return FIXED_FLAGS2;
    }
    return agreedVersion >= VERSION_LONG_SIZES ? FIXED_SIZES : FIXED_BASE;
}

void
AcceptPacket::SetSdu(uint32_t bytes)
{
    const bool isLong = fixedSize >= FIXED_SIZES;
    sdu16 = isLong ? 0 : static_cast<uint16_t>(std::min<uint32_t>(bytes, 0xffff));
    sdu32 = isLong ? bytes : 0;
}

void
AcceptPacket::SetTdu(uint32_t bytes)
{
    const bool isLong = fixedSize >= FIXED_SIZES;
    tdu16 = isLong ? 0 : static_cast<uint16_t>(std::min<uint32_t>(bytes, 0xffff));
    tdu32 = isLong ? bytes : 0;
}

uint32_t
AcceptPacket::GetSdu() const
{
    return fixedSize >= FIXED_SIZES ? sdu32 : sdu16;
}

uint32_t
AcceptPacket::GetTdu() const
{
    return fixedSize >= FIXED_SIZES ? tdu32 : tdu16;
}

LengthForm
AcceptPacket::GetLengthFormAfter() const
{
    return version >= VERSION_LONG_SIZES ? LengthForm::LONG_32 : LengthForm::SHORT_16;
}

bool
AcceptPacket::DataFollows() const
{
    return followingLength > 0 && acceptData.empty();
}

uint32_t
AcceptPacket::EncodedSize() const
{
    return static_cast<uint32_t>(fixedSize + gap.size() + acceptData.size() + trailing.size());
}

std::vector<uint8_t>
AcceptPacket::Encode(LengthForm form) const
{
    if (!PacketHeader::Fits(EncodedSize(), form))
    {
        return {};
    }
    WireWriter writer{header, EncodedSize(), form};
    writer.U16(version);
    writer.U16(serviceOptions);
    writer.U16(sdu16);
    writer.U16(tdu16);
    writer.U16(byteOrderOne);
    writer.U16(DataFollows() ? followingLength : static_cast<uint16_t>(acceptData.size()));
    const size_t offset = acceptData.empty() ? EncodedSize() : fixedSize + gap.size();
    writer.U16(acceptDataOffset.value_or(static_cast<uint16_t>(offset)));
    writer.U8(connectFlags0);
    writer.U8(connectFlags1);
    WriteVariable(writer);
    writer.Bytes(gap);
    writer.Text(acceptData);
    writer.Bytes(trailing);
    return writer.Take();
}

void
AcceptPacket::WriteVariable(WireWriter& writer) const
{
    if (fixedSize >= FIXED_BASE)
    {
        writer.U16(poolTimeout);
        writer.U16(poolTick);
        writer.U16(reconnectFirst);
        writer.U16(reconnectSecond);
    }
    if (fixedSize >= FIXED_SIZES)
    {
        writer.U32(sdu32);
        writer.U32(tdu32);
        writer.U8(compression);
    }
    if (fixedSize >= FIXED_FLAGS2)
    {
        writer.U32(acceptFlags2);
    }
    if (fixedSize >= FIXED_ID)
    {
        writer.Bytes(connectionId);
    }
}

void
AcceptPacket::ReadVariable(WireReader& body)
{
    if (fixedSize >= FIXED_BASE)
    {
        poolTimeout = body.U16();
        poolTick = body.U16();
        reconnectFirst = body.U16();
        reconnectSecond = body.U16();
    }
    if (fixedSize >= FIXED_SIZES)
    {
        sdu32 = body.U32();
        tdu32 = body.U32();
        compression = body.U8();
    }
    if (fixedSize >= FIXED_FLAGS2)
    {
        acceptFlags2 = body.U32();
    }
    if (fixedSize >= FIXED_ID)
    {
        body.Copy(connectionId);
    }
}

WireError
AcceptPacket::Decode(std::span<const uint8_t> wholePacket, LengthForm form, AcceptPacket& out)
{
    WireReader body;
    AcceptPacket packet;
    packet.fixedSize = FIXED_OLD;
    const WireError error =
        PacketHeader::Open(wholePacket, form, PacketType::ACCEPT, packet.header, body);
    if (error != WireError::NONE)
    {
        return error;
    }
    if (wholePacket.size() < FIXED_OLD)
    {
        return WireError::BODY_TOO_SHORT;
    }
    const uint16_t dataLength = packet.ReadHead(body);
    const uint16_t offset = packet.acceptDataOffset.value_or(0);
    if (dataLength > 0 && (offset < FIXED_OLD || offset > wholePacket.size()))
    {
        return WireError::BAD_DATA_OFFSET;
    }
    // Long accept data come in the next packet, as those of a CONNECT do.
    const bool follows = dataLength > 0 && offset == wholePacket.size();
    if (dataLength > 0 && !follows && offset + size_t{dataLength} > wholePacket.size())
    {
        return WireError::TEXT_BEYOND_PACKET;
    }
    packet.followingLength = follows ? dataLength : 0;
    packet.ChooseLayout(dataLength > 0 ? offset : wholePacket.size());
    packet.ReadVariable(body);
    packet.gap = body.Bytes(dataLength > 0 ? offset - packet.fixedSize : 0);
    packet.acceptData = body.Text(follows ? 0 : dataLength);
    packet.trailing = body.Rest();
    out = std::move(packet);
    return WireError::NONE;
}

uint16_t
AcceptPacket::ReadHead(WireReader& body)
{
    for (uint16_t* field : {&version, &serviceOptions, &sdu16, &tdu16, &byteOrderOne})
    {
        *field = body.U16();
    }
    const uint16_t dataLength = body.U16();
    acceptDataOffset = body.U16();
    connectFlags0 = body.U8();
    connectFlags1 = body.U8();
    return dataLength;
}

void
AcceptPacket::ChooseLayout(size_t room)
{
    // Some servers of version 319 end after accept flags 2, so the version alone is not enough.
    const size_t limit = std::min<size_t>(room, FixedSizeOf(version));
    for (const uint16_t size : {FIXED_OLD, FIXED_BASE, FIXED_SIZES, FIXED_FLAGS2, FIXED_ID})
    {
        fixedSize = size <= limit ? size : fixedSize;
    }
}

} // namespace ns3::net8
