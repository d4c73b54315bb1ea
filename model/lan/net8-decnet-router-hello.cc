// SPDX-License-Identifier: GPL-2.0-only
#include "net8-decnet-router-hello.h"

namespace ns3::net8
{

void
DecnetRouterHello::Encode(LanWriter& writer) const
{
    writer.U8(ROUTER);
    writer.Bytes(version);
    writer.Bytes(station);
    writer.U8(info);
    writer.Le16(blockSize);
    writer.U8(priority);
    writer.U8(area);
    writer.Le16(timer);
    writer.U8(reserved);
    writer.U8(static_cast<uint8_t>(others.size()));
    writer.Bytes(others);
}

LanError
DecnetRouterHello::Decode(LanReader& reader, DecnetRouterHello& out)
{
    const uint8_t flags = reader.U8();
    reader.Copy(out.version);
    out.station = reader.Address();
    out.info = reader.U8();
    out.blockSize = reader.Le16();
    out.priority = reader.U8();
    out.area = reader.U8();
    out.timer = reader.Le16();
    out.reserved = reader.U8();
    out.others = reader.Bytes(reader.U8());
    if (reader.Failed())
    {
        return LanError::TRUNCATED;
    }
    if (flags != ROUTER)
    {
        return LanError::UNKNOWN_TYPE;
    }
    return reader.Left() > 0 ? LanError::BAD_LENGTH : LanError::NONE;
}

} // namespace ns3::net8
