// SPDX-License-Identifier: GPL-2.0-only
#include "net8-packet-header.h"

#include "net8-wire-reader.h"

namespace ns3::net8
{

void
PacketHeader::Encode(LengthForm form, std::span<uint8_t, SIZE> out) const
{
    const uint32_t front = form == LengthForm::LONG_32 ? length : length << 16 | packetChecksum;
    out[0] = static_cast<uint8_t>(front >> 24);
    out[1] = static_cast<uint8_t>(front >> 16 & 0xff);
    out[2] = static_cast<uint8_t>(front >> 8 & 0xff);
    out[3] = static_cast<uint8_t>(front & 0xff);
    out[4] = type;
    out[FLAGS_OFFSET] = flags;
    out[6] = static_cast<uint8_t>(headerChecksum >> 8);
    out[7] = static_cast<uint8_t>(headerChecksum & 0xff);
}

WireError
PacketHeader::Decode(std::span<const uint8_t> bytes, LengthForm form, PacketHeader& out)
{
    if (bytes.size() < SIZE)
    {
        return WireError::TRUNCATED;
    }
    WireReader reader{bytes};
    const uint32_t front = reader.U32();
    const bool isLong = EffectiveForm(bytes, form) == LengthForm::LONG_32;
    out.length = isLong ? front : front >> 16;
    out.packetChecksum = isLong ? 0 : static_cast<uint16_t>(front & 0xffff);
    out.type = reader.U8();
    out.flags = reader.U8();
    out.headerChecksum = reader.U16();
    if (out.length < SIZE)
    {
        return WireError::LENGTH_BELOW_HEADER;
    }
    if (out.length > MAX_LENGTH)
    {
        return WireError::LENGTH_ABOVE_LIMIT;
    }
    return IsKnownType(out.type) ? WireError::NONE : WireError::UNKNOWN_TYPE;
}

WireError
PacketHeader::Open(std::span<const uint8_t> wholePacket,
                   LengthForm form,
                   PacketType expected,
                   PacketHeader& out,
                   WireReader& body)
{
    const WireError error = Decode(wholePacket, form, out);
    if (error != WireError::NONE)
    {
        return error;
    }
    if (wholePacket.size() < out.length)
    {
        return WireError::TRUNCATED;
    }
    if (wholePacket.size() > out.length)
    {
        return WireError::LENGTH_MISMATCH;
    }
    if (out.type != static_cast<uint8_t>(expected))
    {
        return WireError::UNEXPECTED_TYPE;
    }
    body = WireReader{wholePacket.subspan(SIZE)};
    return WireError::NONE;
}

LengthForm
PacketHeader::EffectiveForm(std::span<const uint8_t> bytes, LengthForm form)
{
    const bool zero = bytes.size() >= 2 && bytes[0] == 0 && bytes[1] == 0;
    return zero ? LengthForm::LONG_32 : form;
}

bool
PacketHeader::Fits(uint64_t size, LengthForm form)
{
    return size <= (form == LengthForm::LONG_32 ? MAX_LENGTH : MAX_SHORT_LENGTH);
}

} // namespace ns3::net8
