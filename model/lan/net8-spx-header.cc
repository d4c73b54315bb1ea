// SPDX-License-Identifier: GPL-2.0-only
#include "net8-spx-header.h"

namespace ns3::net8
{

void
SpxHeader::Encode(LanWriter& writer) const
{
    writer.U8(control);
    writer.U8(datastream);
    for (const uint16_t field : {sourceId, destinationId, sequence, acknowledge, allocation})
    {
        writer.U16(field);
    }
    if (HasSize())
    {
        writer.U16(negotiated);
    }
}

LanError
SpxHeader::Decode(LanReader& reader, SpxHeader& out)
{
    out.control = reader.U8();
    out.datastream = reader.U8();
    out.sourceId = reader.U16();
    out.destinationId = reader.U16();
    out.sequence = reader.U16();
    out.acknowledge = reader.U16();
    out.allocation = reader.U16();
    out.negotiated = out.HasSize() ? reader.U16() : uint16_t{0};
    return reader.Failed() ? LanError::TRUNCATED : LanError::NONE;
}

} // namespace ns3::net8
