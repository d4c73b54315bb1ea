// SPDX-License-Identifier: GPL-2.0-only
#include "net8-decnet-hello.h"

namespace ns3::net8
{

void
DecnetHello::Encode(LanWriter& writer) const
{
    writer.U8(END_NODE);
    writer.Bytes(version);
    writer.Bytes(station);
    writer.U8(info);
    writer.Le16(blockSize);
    writer.U8(area);
    writer.Bytes(seed);
    writer.Bytes(router);
    writer.Le16(timer);
    writer.U8(reserved);
    writer.U8(static_cast<uint8_t>(test.size()));
    writer.Bytes(test);
}

LanError
DecnetHello::Decode(LanReader& reader, DecnetHello& out)
{
    const uint8_t flags = reader.U8();
    reader.Copy(out.version);
    out.station = reader.Address();
    out.info = reader.U8();
    out.blockSize = reader.Le16();
    out.area = reader.U8();
    reader.Copy(out.seed);
    out.router = reader.Address();
    out.timer = reader.Le16();
    out.reserved = reader.U8();
    out.test = reader.Bytes(reader.U8());
    if (reader.Failed())
    {
        return LanError::TRUNCATED;
    }
    if (flags != END_NODE)
    {
        return LanError::UNKNOWN_TYPE;
    }
    return reader.Left() > 0 ? LanError::BAD_LENGTH : LanError::NONE;
}

} // namespace ns3::net8
