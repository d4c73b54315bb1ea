// SPDX-License-Identifier: GPL-2.0-only
#include "net8-decnet-test.h"

namespace ns3::net8
{

void
DecnetTest::Encode(LanWriter& writer) const
{
    writer.U8(TEST);
    writer.Le16(node);
    writer.U8(static_cast<uint8_t>(test.size()));
    writer.Bytes(test);
}

LanError
DecnetTest::Decode(LanReader& reader, DecnetTest& out)
{
    const uint8_t flags = reader.U8();
    out.node = reader.Le16();
    out.test = reader.Bytes(reader.U8());
    if (reader.Failed())
    {
        return LanError::TRUNCATED;
    }
    if (flags != TEST)
    {
        return LanError::UNKNOWN_TYPE;
    }
    return reader.Left() > 0 ? LanError::BAD_LENGTH : LanError::NONE;
}

} // namespace ns3::net8
