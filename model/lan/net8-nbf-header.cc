// SPDX-License-Identifier: GPL-2.0-only
#include "net8-nbf-header.h"

namespace ns3::net8
{

void
NbfHeader::Encode(LanWriter& writer) const
{
    writer.Le16(static_cast<uint16_t>(GetSize()));
    writer.Le16(DELIMITER);
    writer.U8(command);
    writer.U8(data1);
    writer.Le16(data2);
    writer.Le16(transmit);
    writer.Le16(response);
    if (hasNames)
    {
        writer.Bytes(destinationName);
        writer.Bytes(sourceName);
        return;
    }
    writer.U8(destinationSession);
    writer.U8(sourceSession);
}

LanError
NbfHeader::Decode(LanReader& reader, NbfHeader& out)
{
    out = {};
    const uint16_t size = reader.Le16();
    const uint16_t delimiter = reader.Le16();
    out.command = reader.U8();
    out.data1 = reader.U8();
    out.data2 = reader.Le16();
    out.transmit = reader.Le16();
    out.response = reader.Le16();
    out.hasNames = size == NAMES_SIZE;
    if (out.hasNames)
    {
        reader.Copy(out.destinationName);
        reader.Copy(out.sourceName);
    }
    else
    {
        out.destinationSession = reader.U8();
        out.sourceSession = reader.U8();
    }
    if (reader.Failed())
    {
        return LanError::TRUNCATED;
    }
    if (delimiter != DELIMITER)
    {
        return LanError::BAD_FIELD;
    }
    return size == SESSION_SIZE || size == NAMES_SIZE ? LanError::NONE : LanError::BAD_LENGTH;
}

} // namespace ns3::net8
