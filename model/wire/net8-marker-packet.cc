// SPDX-License-Identifier: GPL-2.0-only
#include "net8-marker-packet.h"

#include "net8-wire-reader.h"
#include "net8-wire-writer.h"

namespace ns3::net8
{

template <PacketType TYPE>
uint32_t
BasicMarkerPacket<TYPE>::EncodedSize() const
{
    return static_cast<uint32_t>(FIXED + trailing.size());
}

template <PacketType TYPE>
std::vector<uint8_t>
BasicMarkerPacket<TYPE>::Encode(LengthForm form) const
{
    if (!PacketHeader::Fits(EncodedSize(), form))
    {
        return {};
    }
    WireWriter writer{header, EncodedSize(), form};
    writer.U8(markerType);
    writer.U8(unused);
    writer.U8(data);
    writer.Bytes(trailing);
    return writer.Take();
}

template <PacketType TYPE>
WireError
BasicMarkerPacket<TYPE>::Decode(std::span<const uint8_t> wholePacket,
                                LengthForm form,
                                BasicMarkerPacket& out)
{
    WireReader body;
    const WireError error = PacketHeader::Open(wholePacket, form, TYPE, out.header, body);
    if (error != WireError::NONE)
    {
        return error;
    }
    out.markerType = body.U8();
    out.unused = body.U8();
    out.data = body.U8();
    out.trailing = body.Rest();
    return body.Failed() ? WireError::BODY_TOO_SHORT : WireError::NONE;
}

template class BasicMarkerPacket<PacketType::MARKER>;
template class BasicMarkerPacket<PacketType::ATTENTION>;

} // namespace ns3::net8
