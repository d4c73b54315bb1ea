// SPDX-License-Identifier: GPL-2.0-only
#include "net8-decnet-header.h"

#include <algorithm>

namespace ns3::net8
{

namespace
{

/**
 * Decode a station address of the long form.
 *
 * @param reader bytes starting with the address
 * @param[out] node receives the node
 * @return the error found, or NONE
 */
LanError
DecodeStation(LanReader& reader, uint16_t& node)
{
    const uint16_t reserved = reader.U16();
    const auto station = reader.Address();
    if (reader.Failed())
    {
        return LanError::TRUNCATED;
    }
    node = static_cast<uint16_t>(station[5] << 8 | station[4]);
    return reserved != 0 || station != DecnetHeader::GetStation(node) ? LanError::BAD_FIELD
                                                                      : LanError::NONE;
}

} // namespace

void
DecnetHeader::Encode(LanWriter& writer) const
{
    writer.U8(flags);
    if (!IsLong())
    {
        writer.Le16(destination);
        writer.Le16(source);
        writer.U8(visits);
        return;
    }
    writer.U16(0);
    writer.Bytes(GetStation(destination));
    writer.U16(0);
    writer.Bytes(GetStation(source));
    writer.U8(0);
    writer.U8(visits);
    writer.U16(0);
}

LanError
DecnetHeader::Decode(LanReader& reader, DecnetHeader& out)
{
    out.flags = reader.U8();
    if (!out.IsLong())
    {
        out.destination = reader.Le16();
        out.source = reader.Le16();
        out.visits = reader.U8();
        if (reader.Failed())
        {
            return LanError::TRUNCATED;
        }
        return (out.flags & FORM) == SHORT ? LanError::NONE : LanError::UNKNOWN_TYPE;
    }
    if (const auto error = DecodeStation(reader, out.destination); error != LanError::NONE)
    {
        return error;
    }
    if (const auto error = DecodeStation(reader, out.source); error != LanError::NONE)
    {
        return error;
    }
    const uint8_t reserved = reader.U8();
    out.visits = reader.U8();
    const uint16_t unused = reader.U16();
    if (reader.Failed())
    {
        return LanError::TRUNCATED;
    }
    return reserved != 0 || unused != 0 ? LanError::BAD_FIELD : LanError::NONE;
}

} // namespace ns3::net8
